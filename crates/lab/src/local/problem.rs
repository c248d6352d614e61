//! Local problems: which first move is right? Read by [`tsumego::read_tasks`], kept if they have a position and a right first move.

use go_board::{Board, Color, Move, Point, Position};
use go_features::fate::Target;
use go_games::{Game, Turn, fingerprint};
use thiserror::Error;
use tsumego::{FormatError, Task, read_tasks};

/// A problem: what is the first move?
#[derive(Clone)]
pub struct LocalProblem {
    /// What its file says.
    pub task: Task,
    /// The stones.
    pub board: Board,
    /// The listed right first moves that can be played: one at least.
    pub right: Vec<Point>,
}

/// Why a record is no problem that can be learned from.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("problem {number}: {reason}")]
pub struct ProblemError {
    /// From 1.
    pub number: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads all problems of a file; what is no problem stands in its place as an error.
pub fn read_problems(bytes: &[u8]) -> Result<Vec<Result<LocalProblem, ProblemError>>, FormatError> {
    let checked = |(place, task): (usize, Result<Task, tsumego::TaskError>)| {
        let number = place + 1;
        let task = task.map_err(|error| ProblemError { number, reason: error.to_string() })?;
        LocalProblem::new(task).map_err(|reason| ProblemError { number, reason })
    };
    Ok(read_tasks(bytes)?.into_iter().enumerate().map(checked).collect())
}

impl LocalProblem {
    /// The problem of a task, if it has a position and a right first move.
    pub fn new(task: Task) -> Result<LocalProblem, String> {
        let board = task.board().map_err(|error| error.to_string())?;
        let is_playable = |&point: &Point| board.is_empty(point) && !board.is_suicide(point, task.to_move);
        let right: Vec<Point> = task.right.iter().copied().filter(is_playable).collect();
        match right.is_empty() {
            true => Err("no right first move is listed".into()),
            false => Ok(LocalProblem { task, board, right }),
        }
    }

    /// The problem as games, one for every right first move: set-up stones and that move.
    pub fn games(&self) -> impl Iterator<Item = Game> + '_ {
        let Task { size, stones, to_move, .. } = &self.task;
        self.right.iter().map(move |&point| {
            let mut game = Game::new(*size);
            game.setup = stones.clone();
            game.first_player = *to_move;
            game.turns.push(Turn::new(*to_move, Move::Play(point)));
            game
        })
    }

    /// A hash of stones and side to move that is the same for the problem rotated, mirrored or with the colours exchanged.
    pub fn key(&self) -> u64 {
        let Task { size, stones, to_move, .. } = &self.task;
        let of = |stones: [Vec<Point>; 2], to_move: Color| {
            let mut game = Game::new(*size);
            game.setup = stones;
            game.turns.push(Turn::new(to_move, Move::Pass));
            fingerprint(&game)
        };
        let [black, white] = stones.clone();
        of(stones.clone(), *to_move).min(of([white, black], to_move.opponent()))
    }

    /// The position before the first move.
    pub fn position(&self) -> Position {
        let mut position = Position::new(self.task.size, 0.0);
        position.board = self.board.clone();
        position.to_move = self.task.to_move;
        position
    }

    /// Who moves.
    pub fn to_move(&self) -> Color {
        self.task.to_move
    }

    /// The marked stones, if there are any.
    pub fn target(&self) -> Option<Target> {
        (!self.task.marked.is_empty()).then(|| Target::marked(&self.board, &self.task.marked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_and_lines_are_read() {
        let text = "(;SZ[9]GN[15K lifeAndDeath 7]AB[aa][ab]AW[ba](;W[bb](;B[cc];W[dd]C[CORRECT])(;B[dd];W[cc]C[WRONG]))(;W[cc];B[bb];W[dd]C[CORRECT]))";
        let problems = read_problems(text.as_bytes()).unwrap();
        let problem = problems[0].as_ref().unwrap();
        assert_eq!((problem.to_move(), problem.task.kind.as_deref()), (Color::White, Some("lifeAndDeath")));
        assert_eq!(problem.right, [Point::new(2, 2).unwrap()], "a move that a reply refutes is not right");
        assert!(problem.target().is_none());
        let games: Vec<Game> = problem.games().collect();
        let mut replay = go_games::Replay::new(&games[0]);
        let (position, played) = replay.next_position().unwrap();
        assert_eq!((games.len(), played), (1, Move::Play(problem.right[0])));
        let swapped = "(;SZ[9]AW[aa][ba]AB[ab](;B[bb];W[cc];B[dd]C[CORRECT]))";
        let swapped = read_problems(swapped.as_bytes()).unwrap().remove(0).unwrap();
        assert_eq!(problem.key(), swapped.key(), "mirrored, colours exchanged");
        assert_eq!((position.board.hash(), position.to_move), (problem.position().board.hash(), Color::White));
        let problems = read_problems(b"# tesuji problems 1\nW 62 dead ba aa,ca ..xXO/xxxXO/OOOO.\n").unwrap();
        assert_eq!(problems[0].as_ref().unwrap().target().unwrap().n_stones(), 6);
    }

    #[test]
    fn what_is_no_problem_says_why() {
        let reason = |text: &str| read_problems(text.as_bytes()).unwrap().remove(0).err().unwrap().to_string();
        assert_eq!(reason("(;SZ[9]AB[aa];B[bb]C[WRONG])"), "problem 1: no right first move is listed");
        assert_eq!(reason("(;SZ[9]AB[aa])"), "problem 1: no right first move is listed");
        assert!(reason("(;SZ[9]AB[aa]AW[aa];B[bb])").contains("two stones are set on A9"));
        assert!(reason("(;SZ[99]AB[aa];B[bb])").starts_with("problem 1: "));
        assert!(reason("{\"AB\":[],\"SZ\":9}").contains("no right first move"));
        assert!(reason("{").starts_with("problem 1: "));
    }
}
