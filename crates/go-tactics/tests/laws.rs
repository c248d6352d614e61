//! Properties of reading and of the static tests on random small boards, against slow references that try everything.

use go_board::{Board, BoardSize, Color, Liberties, Move, Point, PointSet};
use go_tactics::{
    NakadeShape, Reader, SelfAtariPolicy, Verdict, adjacent_chains, answers_to_atari, liberties_after,
    n_liberties_after, nakade_after, self_atari, size_after,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Stones = Board;

/// Random positions: so many moves of a random game, suicides and eye filling excluded.
fn random_positions(size: usize, n_games: u64, mut see: impl FnMut(&mut Stones)) {
    for seed in 0..n_games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Stones::new(BoardSize::new(size).unwrap());
        let mut color = Color::Black;
        for _ in 0..rng.random_range(4..2 * size * size) {
            if let Move::Play(point) = board.random_move(color, &mut rng) {
                board.play_unchecked(point, color);
            } else {
                board.pass();
            }
            color = color.opponent();
        }
        see(&mut board);
    }
}

/// One stone of every chain.
fn chains(board: &Stones) -> Vec<Point> {
    let is_first = |&p: &Point| board.chain_at(p).is_some_and(|c| board.stones(c).min() == Some(p));
    board.size().points().filter(is_first).collect()
}

fn legal_moves(board: &Stones, color: Color) -> Vec<Point> {
    board.size().points().filter(|&p| board.is_legal(p, color)).collect()
}

/// Evaluates a query after a move and takes the move back.
fn after<T>(board: &mut Stones, point: Point, color: Color, question: impl FnOnce(&mut Stones) -> T) -> T {
    let record = board.play_undoable(point, color);
    let answer = question(board);
    board.undo(&record);
    answer
}

/// The ladder by its definition: the attacker plays on liberties, the defender anywhere or passes. `None`: more than
/// `budget` positions.
fn slow_capture(board: &mut Stones, target: Point, budget: &mut usize) -> Option<bool> {
    let Some(chain) = board.chain_at(target) else { return Some(true) };
    let attacker = board.chain_color(chain).opponent();
    let liberties: Vec<Point> = board.liberties(chain).iter().collect();
    match liberties[..] {
        [last] => return Some(board.is_legal(last, attacker)),
        [_, _] => {}
        _ => return Some(false),
    }
    for first in liberties {
        if board.is_legal(first, attacker)
            && !after(board, first, attacker, |board| slow_escape(board, target, budget))?
        {
            return Some(true);
        }
    }
    Some(false)
}

fn slow_escape(board: &mut Stones, target: Point, budget: &mut usize) -> Option<bool> {
    *budget = budget.checked_sub(1)?;
    let Some(defender) = board.color_at(target) else { return Some(false) };
    for answer in legal_moves(board, defender) {
        if !after(board, answer, defender, |board| slow_capture(board, target, budget))? {
            return Some(true);
        }
    }
    Some(!after_pass(board, |board| slow_capture(board, target, budget))?)
}

fn after_pass<T>(board: &mut Stones, question: impl FnOnce(&mut Stones) -> T) -> T {
    let ko = board.ko();
    board.pass();
    let answer = question(board);
    board.set_ko(ko);
    answer
}

fn verdict(proved: bool) -> Verdict {
    if proved { Verdict::Yes } else { Verdict::No }
}

const BUDGET: usize = 3_000;

#[test]
fn ladders_agree_with_a_solver_that_tries_every_move() {
    let mut n = [0; 3];
    for size in [4, 5, 6, 7] {
        random_positions(size, 80, |board| {
            let mut reader = Reader::new(100_000);
            reader.load(board);
            for target in chains(board) {
                match slow_capture(board, target, &mut BUDGET.clone()) {
                    Some(expected) => {
                        assert_eq!(reader.captures(target), verdict(expected), "{target:?}\n{}", board.to_ascii());
                        n[usize::from(expected)] += 1;
                    }
                    None => n[2] += 1,
                }
            }
        });
    }
    assert!(n[0] > 100 && n[1] > 100 && n[2] < 20, "escaped, captured, too long: {n:?}");
}

#[test]
fn capturing_and_saving_moves_are_complete() {
    let mut n = [0; 2];
    for size in [4, 5, 6] {
        random_positions(size, 60, |board| {
            let mut reader = Reader::new(100_000);
            reader.load(board);
            for target in chains(board) {
                let defender = board.color_at(target).unwrap();
                let mut budget = 10 * BUDGET;
                if slow_capture(board, target, &mut budget) != Some(true) {
                    assert!(reader.capturing_moves(target).is_empty());
                    continue;
                }
                let caught = |board: &mut Stones| match board.chain_at(target) {
                    None => Some(true),
                    Some(_) => slow_escape(board, target, &mut budget).map(|escapes| !escapes),
                };
                let attacker = defender.opponent();
                let chain = board.chain_at(target).unwrap();
                let liberties: Vec<Point> =
                    board.liberties(chain).iter().filter(|&p| board.is_legal(p, attacker)).collect();
                if let Some(expected) = all_that(board, attacker, &liberties, caught) {
                    let found = reader.capturing_moves(target);
                    assert_eq!(found, expected, "capturing {target:?}\n{}", board.to_ascii());
                    n[0] += 1;
                }
                let safe = |board: &mut Stones| slow_capture(board, target, &mut budget).map(|lost| !lost);
                let anywhere = legal_moves(board, defender);
                if let Some(expected) = all_that(board, defender, &anywhere, safe) {
                    let found = reader.saving_moves(target);
                    assert_eq!(found, expected, "saving {target:?}\n{}", board.to_ascii());
                    let local = reader.local_saving_moves(target);
                    assert!(local.iter().all(|p| expected.contains(p)), "saving locally {target:?}");
                    assert_eq!(reader.is_lost(target), local.is_empty(), "lost {target:?}");
                    n[1] += 1;
                }
            }
        });
    }
    assert!(n[0] > 200 && n[1] > 200, "{n:?}");
}

/// The moves after which the answer is yes; `None` if one answer is unknown.
fn all_that(
    board: &mut Stones,
    color: Color,
    moves: &[Point],
    mut question: impl FnMut(&mut Stones) -> Option<bool>,
) -> Option<PointSet> {
    let mut found = PointSet::new();
    for &point in moves {
        if after(board, point, color, &mut question)? {
            found.insert(point);
        }
    }
    Some(found)
}

#[test]
fn a_net_holds_against_every_answer() {
    let mut n = [0; 2];
    for size in [5, 6] {
        random_positions(size, 100, |board| {
            let mut reader = Reader::new(100_000);
            reader.load(board);
            for target in chains(board) {
                let defender = board.color_at(target).unwrap();
                for first in legal_moves(board, defender.opponent()) {
                    let caught = after(board, first, defender.opponent(), |board| slow_net(board, target, defender));
                    if let Some(caught) = caught {
                        let read = reader.nets_with(target, first);
                        assert_eq!(read, verdict(caught), "{first:?} on {target:?}\n{}", board.to_ascii());
                        n[usize::from(caught)] += 1;
                    }
                }
            }
        });
    }
    assert!(n[0] > 1_000 && n[1] > 50, "no net, net: {n:?}");
}

/// Two liberties, the defender to move: whether the ladder works after every reply.
fn slow_net(board: &mut Stones, target: Point, defender: Color) -> Option<bool> {
    let mut budget = 3 * BUDGET;
    if board.chain_at(target).is_none_or(|chain| board.liberties(chain).count() != 2) {
        return Some(false);
    }
    if !after_pass(board, |board| slow_capture(board, target, &mut budget))? {
        return Some(false);
    }
    for answer in legal_moves(board, defender) {
        if !after(board, answer, defender, |board| slow_capture(board, target, &mut budget))? {
            return Some(false);
        }
    }
    Some(true)
}

/// Earlier queries must not change later answers, and a smaller limit may only make them less certain.
#[test]
fn queries_are_independent() {
    random_positions(9, 60, |board| {
        let (mut used, mut fresh, mut hasty) = (Reader::default(), Reader::default(), Reader::new(3));
        used.load(board);
        hasty.load(board);
        for target in chains(board).into_iter().chain(chains(board)) {
            fresh.load(board);
            let expected = (fresh.captures(target), fresh.saving_moves(target), fresh.netting_moves(target));
            assert_eq!((used.captures(target), used.saving_moves(target), used.netting_moves(target)), expected);
            assert!([expected.0, Verdict::Unknown].contains(&hasty.captures(target)));
            assert!(hasty.n_nodes() <= 3);
        }
    });
}

#[test]
fn static_results_agree_with_making_the_move() {
    let mut n = [0; 4];
    for size in [4, 6, 9] {
        random_positions(size, 150, |board| {
            for color in Color::BOTH {
                for point in legal_moves(board, color) {
                    let mut next = board.clone();
                    next.play_unchecked(point, color);
                    let chain = next.chain_at(point).expect("no suicide");
                    let place = format!("{color} {point:?}\n{}", board.to_ascii());
                    assert_eq!(size_after(board, point, color), next.chain_size(chain), "{place}");
                    assert_eq!(liberties_after(board, point, color), *next.liberties(chain), "{place}");
                    assert_eq!(n_liberties_after(board, point, color), next.liberties(chain).count(), "{place}");
                    let found = self_atari(board, point, color);
                    assert_eq!(found.map(|s| s.liberty), next.liberties(chain).single(), "{place}");
                    assert!(found.is_none_or(|s| s.size == next.chain_size(chain)), "{place}");
                    let stones: Vec<Point> = next.stones(chain).collect();
                    let shape = NakadeShape::of(&stones);
                    let nakade = nakade_after(board, point, color);
                    assert!(nakade == shape || nakade.is_none() && shape == Some(NakadeShape::BentThree), "{place}");
                    let allowed = [
                        SelfAtariPolicy::Ignore,
                        SelfAtariPolicy::NakadeWithRabbitySix,
                        SelfAtariPolicy::Nakade,
                        SelfAtariPolicy::Result3,
                        SelfAtariPolicy::Never,
                    ]
                    .map(|policy| policy.allows(board, point, color));
                    assert!(allowed.is_sorted_by(|a, b| a >= b), "each policy is stricter: {allowed:?} {place}");
                    n[0] += 1;
                    n[1] += usize::from(found.is_some());
                    n[2] += usize::from(
                        found.is_some() && board.n_stones(color.opponent()) > next.n_stones(color.opponent()),
                    );
                    n[3] += usize::from(nakade.is_some_and(|shape| shape > NakadeShape::Two));
                }
            }
        });
    }
    assert!(n.iter().all(|&n| n > 50), "moves, self-ataris, with capture, larger shapes: {n:?}");
}

#[test]
fn adjacent_chains_come_once_each() {
    random_positions(9, 60, |board| {
        for stone in chains(board) {
            let chain = board.chain_at(stone).unwrap();
            let found: Vec<_> = adjacent_chains(board, chain).collect();
            let mut expected: Vec<_> = board
                .size()
                .points()
                .filter(|&p| board.color_at(p) == Some(board.chain_color(chain).opponent()))
                .filter(|p| p.neighbours().iter().any(|&n| board.chain_at(n) == Some(chain)))
                .filter_map(|p| board.chain_at(p))
                .collect();
            expected.sort();
            expected.dedup();
            let mut sorted = found.clone();
            sorted.sort();
            assert_eq!(sorted, expected);
        }
    });
}

/// Ataris without reading, against the same found by making every move.
#[test]
fn atari_answers_agree_with_making_the_moves() {
    let mut n = [0; 3];
    random_positions(7, 150, |board| {
        for stone in chains(board) {
            let chain = board.chain_at(stone).unwrap();
            let own = board.chain_color(chain);
            let around: Vec<_> = adjacent_chains(board, chain).map(|c| board.chain_stone(c)).collect();
            let answers: PointSet = answers_to_atari(board, chain).collect();
            let last_liberty = board.liberties(chain).single();
            let mut expected = PointSet::new();
            for point in board.size().points().filter(|&p| last_liberty.is_some() && board.is_empty(p)) {
                let mut next = board.clone();
                next.play_unchecked(point, own);
                let captures = around.iter().any(|&s| next.is_empty(s));
                let liberties = next.chain_at(point).map_or(0, |c| next.liberties(c).count());
                let runs = last_liberty == Some(point) && liberties >= 2;
                if captures || runs {
                    expected.insert(point);
                }
                n[0] += usize::from(captures);
                n[1] += usize::from(runs);
            }
            assert_eq!(answers, expected, "{stone:?}\n{}", board.to_ascii());
            n[2] += usize::from(last_liberty.is_some() && expected.is_empty());
        }
    });
    assert!(n.iter().all(|&n| n > 30), "captures, runs, hopeless: {n:?}");
}
