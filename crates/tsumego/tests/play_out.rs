//! Shipped problems played out: the right moves lead to the end, every other first move is refuted, and every line is Go.

use std::fs;
use std::path::Path;

use go_board::{Color, GameBoard, KoRule, Move, Point, RuleSet, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tsumego::{Answer, PlayOut, Problem, Reply, Solver, Status, Table, Task, candidates, read_tasks};

/// Moves of a refutation.
const LONGEST: usize = 8;
/// Replies in which every shipped problem is finished.
const MOST_REPLIES: usize = 20;

fn sample(every: usize) -> Vec<Task> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/problems/people.txt");
    let tasks = read_tasks(&fs::read(file).expect("shipped")).expect("problems");
    tasks.into_iter().step_by(every).map(|task| task.expect("a problem")).collect()
}

fn problem(task: &Task) -> Problem {
    let board = task.board().expect("a position");
    candidates(&board, &task.marked)[0].problem(task.to_move).expect("a problem")
}

/// The problem's position with plain rules.
fn game(problem: &Problem) -> GameBoard {
    let board = problem.board();
    let stones =
        |color| -> Vec<Point> { board.size().points().filter(|&p| board.color_at(p) == Some(color)).collect() };
    let rules = Rules { ko: KoRule::Simple, suicide_allowed: false, ..RuleSet::Chinese.rules() };
    let mut game = GameBoard::new(board.size(), rules, 0.0);
    game.set_up(&stones(Color::Black), &stones(Color::White), &[]).expect("a position");
    game.set_to_move(problem.to_move());
    game
}

fn play(game: &mut GameBoard, line: &[Move]) {
    for &mv in line {
        let color = game.to_move();
        game.play(color, mv).unwrap_or_else(|error| panic!("{mv:?} in {line:?}: {error}"));
    }
}

fn never() -> bool {
    false
}

/// Plays the first of all right moves until nothing is left to play for.
fn play_to_the_end(problem: &Problem, answer: &Answer, table: &mut Table, id: &str) -> usize {
    let mut solver = Solver::new(problem, table, u64::MAX);
    let mut play_out = PlayOut::new(&mut solver, answer.status, answer.side()).expect("a promise");
    let mut game = game(problem);
    for n in 1..=MOST_REPLIES {
        let right = play_out.right_moves(&mut never);
        let &mv = right.first().unwrap_or_else(|| panic!("problem {id}: no right move after {n} moves"));
        let line = play_out.play(mv).expect("legal");
        play(&mut game, &line);
        match play_out.reply(LONGEST, &mut never) {
            Reply::Done => return n,
            Reply::GoesOn(line) => play(&mut game, &line),
            other => panic!("problem {id}: {mv:?} was right, and is answered by {other:?}"),
        }
    }
    panic!("problem {id}: no end after {MOST_REPLIES} replies")
}

#[test]
fn right_moves_lead_to_the_end_and_others_are_refuted() {
    let mut table = Table::with_bytes(16 << 20);
    let (mut n_long, mut n_refuted) = (0, 0);
    for task in sample(9) {
        let problem = problem(&task);
        let answer = Solver::new(&problem, &mut table, u64::MAX).answer(&mut never);
        n_long += usize::from(play_to_the_end(&problem, &answer, &mut table, &task.id) > 1);
        let best: Vec<Move> = answer.best().collect();
        for found in &answer.moves {
            let mut solver = Solver::new(&problem, &mut table, u64::MAX);
            let mut play_out = PlayOut::new(&mut solver, answer.status, answer.side()).expect("a promise");
            let mut game = game(&problem);
            play(&mut game, &play_out.play(found.mv).expect("legal"));
            match play_out.reply(LONGEST, &mut never) {
                Reply::Refuted(line) => {
                    assert!(!best.contains(&found.mv), "problem {}: {:?} is best", task.id, found.mv);
                    assert!(!line.is_empty(), "problem {}: {:?} is refuted by nothing", task.id, found.mv);
                    play(&mut game, &line);
                    n_refuted += 1;
                }
                Reply::Done | Reply::GoesOn(_) => assert!(best.contains(&found.mv), "problem {}", task.id),
                Reply::Unknown => panic!("problem {}: not found out", task.id),
            }
        }
    }
    assert!(n_long >= 10, "only {n_long} problems go on after the first move");
    assert!(n_refuted >= 200, "only {n_refuted} refutations");
}

#[test]
fn lines_are_replayed_as_they_were_given() {
    let mut table = Table::with_bytes(16 << 20);
    for task in sample(31) {
        let problem = problem(&task);
        let answer = Solver::new(&problem, &mut table, u64::MAX).answer(&mut never);
        for found in answer.moves.iter().filter(|found| found.status != Status::Unknown) {
            for side in tsumego::Side::BOTH {
                let mut solver = Solver::new(&problem, &mut table, u64::MAX);
                let Some(mut play_out) = PlayOut::new(&mut solver, found.status, side) else { continue };
                let mut line = play_out.play(found.mv).expect("legal");
                line.extend(play_out.line(LONGEST, &mut never));
                assert_eq!(play_out.stands(&mut never), Some(true), "problem {}, {line:?}", task.id);
                let turn = play_out.to_move();
                let mut again = PlayOut::new(&mut solver, found.status, side).expect("the same promise");
                assert!(again.replay(&line), "problem {}, {line:?}", task.id);
                assert_eq!((again.to_move(), again.stands(&mut never)), (turn, Some(true)));
            }
        }
    }
}

#[test]
fn what_is_no_move_of_the_problem_changes_nothing() {
    let task = &sample(500)[0];
    let problem = problem(task);
    let mut table = Table::with_bytes(1 << 20);
    let answer = Solver::new(&problem, &mut table, u64::MAX).answer(&mut never);
    let mut solver = Solver::new(&problem, &mut table, u64::MAX);
    let mut play_out = PlayOut::new(&mut solver, answer.status, answer.side()).expect("a promise");
    let turn = play_out.to_move();
    let far = Move::Play(Point::new(18, 18).expect("a corner"));
    let stone = Move::Play(task.marked[0]);
    assert_eq!((play_out.play(far), play_out.play(stone)), (None, None));
    assert!(!play_out.replay(&[Move::Pass, Move::Pass, far]), "a threat without a ko");
    assert_eq!(play_out.to_move(), turn);
}

/// Random moves: what a play-out accepts is legal with plain rules, and what it refuses inside the region is not, but for a ko that
/// nobody has a threat for.
#[test]
fn random_lines_keep_the_rules() {
    let mut table = Table::with_bytes(16 << 20);
    let (mut n_accepted, mut n_refused, mut n_threats) = (0, 0, 0);
    for (seed, task) in sample(7).iter().enumerate() {
        let problem = problem(task);
        let answer = Solver::new(&problem, &mut table, u64::MAX).answer(&mut never);
        let mut solver = Solver::new(&problem, &mut table, u64::MAX);
        let mut play_out = PlayOut::new(&mut solver, answer.status, answer.side()).expect("a promise");
        let mut game = game(&problem);
        let points: Vec<Point> = problem.region().points().collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        for _ in 0..60 {
            // A ko is rarely met by chance, so it is always tried.
            let ko = game.board().ko_point(game.to_move()).filter(|point| points.contains(point));
            let mv = Move::Play(ko.unwrap_or(points[random.random_range(0..points.len())]));
            let is_legal = game.check(game.to_move(), mv);
            match play_out.play(mv) {
                Some(line) => {
                    n_accepted += 1;
                    n_threats += usize::from(line.len() > 1);
                    assert_eq!(is_legal.is_ok(), line.len() == 1, "problem {}: {mv:?}", task.id);
                    play(&mut game, &line);
                }
                None => {
                    n_refused += 1;
                    assert!(is_legal.is_err(), "problem {}: {mv:?} is legal", task.id);
                }
            }
        }
    }
    assert!(n_accepted > 200 && n_refused > 200 && n_threats > 0, "{n_accepted} {n_refused} {n_threats}");
}
