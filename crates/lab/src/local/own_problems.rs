//! Capturing problems from games: which move catches the chain? The data of the small scale, as no collection of life-and-death problems is ours to ship.
//!
//! In a position of a game, a chain of the opponent with two stones and two liberties at least that reading catches (`go_tactics::Reader`) is a problem if only some of
//! its liberties and their neighbours do it. Right moves are those that reading proves; the area is the rectangle round the chain, wider by two.

use go_board::{Board, ChainId, Color};
use go_features::fate::Area;
use go_games::{Game, Replay};
use go_tactics::Reader;

use super::problem::LocalProblem;
use super::run::ProblemSet;
use crate::study::{Data, small_games};

/// Moves that reading may try for a question.
const NODE_LIMIT: usize = 400;
/// Positions looked at are this many moves apart, so that a game does not repeat a problem.
const STEP: usize = 3;
/// One game of so many is for testing.
const TEST_EVERY: usize = 4;

/// Problems from the games that come with the program; no game gives problems to both sides.
pub fn own_problem_set() -> ProblemSet {
    let Data { train, test, source } = small_games();
    let (mut to_train, mut to_test) = (Vec::new(), Vec::new());
    for (number, game) in train.into_iter().chain(test).enumerate() {
        if number % TEST_EVERY == 0 { to_test.push(game) } else { to_train.push(game) }
    }
    ProblemSet {
        train: own_problems(&to_train, usize::MAX),
        test: own_problems(&to_test, usize::MAX),
        source: format!("capturing problems read from {source}"),
    }
}

/// Problems from games, at most `n_most`, in the order of the games.
pub fn own_problems(games: &[Game], n_most: usize) -> Vec<LocalProblem> {
    let mut reader = Reader::new(NODE_LIMIT);
    let mut problems = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let mut replay: Replay = Replay::new(game);
        let mut move_number = 0;
        let mut asked_about = Vec::new();
        while let Some((position, _)) = replay.next_position() {
            move_number += 1;
            if move_number % STEP != 0 || problems.len() >= n_most {
                continue;
            }
            let board = &position.board;
            let to_move = position.to_move;
            reader.load(board);
            for stone in board.size().points() {
                let Some(chain) = board.chain_at(stone).filter(|&chain| is_worth_asking(board, chain, to_move)) else {
                    continue;
                };
                // One stone asks for its chain, and a chain is asked about once a game.
                if board.chain_stone(chain) != stone || asked_about.contains(&stone) {
                    continue;
                }
                let right = reader.capturing_moves(stone);
                let n_liberties = board.liberties(chain).iter().count();
                if right.is_empty() || right.len() > n_liberties.min(2) {
                    continue;
                }
                asked_about.push(stone);
                let Some(area) = Area::around(board.stones(chain)) else { continue };
                let area = area.wider(2, board.size());
                let name = format!("game {}, move {move_number}, {}", number + 1, board.size().name(stone));
                let right: Vec<_> = right.iter().filter(|&point| area.contains(point)).collect();
                if !right.is_empty() {
                    let (board, area) = (board.clone(), Some(area));
                    problems.push(LocalProblem {
                        name,
                        kind: Some("capture".into()),
                        board,
                        to_move,
                        right,
                        wrong: vec![],
                        area,
                    });
                }
            }
        }
    }
    problems.truncate(n_most);
    problems
}

fn is_worth_asking(board: &Board, chain: ChainId, to_move: Color) -> bool {
    let n_liberties = board.liberties(chain).iter().count();
    board.chain_color(chain) != to_move && board.chain_size(chain) >= 2 && (2..=3).contains(&n_liberties)
}
