//! The known numbers of legal positions: every colouring of 1x1 to 4x4 checked by our chain code.
//!
//! The numbers are those of Tromp and Farnebäck 2007 (1, 57, 12,675, 24,318,165). On 4x4 the 43 million colourings are
//! enumerated like a counter in which one cell changes at a time; a chain without liberty is found by the core's
//! incremental bookkeeping.

use go_board::{Board, BoardSize, Color, GameBoard, Move, PseudoLiberties, RuleSet};
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

/// Enumerates all colourings depth first; a partial colouring is extended cell by cell, so that most of the work is
/// shared.
fn count_legal(board: &mut Board<PseudoLiberties>, dense: usize, seen: &mut impl FnMut(&Board<PseudoLiberties>)) {
    let size = board.size();
    let Some(point) = size.from_dense_index(dense) else {
        if !board.has_dead_chain() {
            seen(board);
        }
        return;
    };
    count_legal(board, dense + 1, seen);
    for color in Color::BOTH {
        board.set_stone(point, color);
        // All cells up to the one above this are decided: a chain that ended there must have a liberty.
        if !dead_above(board, dense) {
            count_legal(board, dense + 1, seen);
        }
        board.clear_stone(point);
    }
}

/// Whether a chain is dead whatever follows: no liberty, and all cells next to it decided.
fn dead_above(board: &Board<PseudoLiberties>, dense: usize) -> bool {
    use go_board::Liberties;
    let size = board.size();
    let point = size.from_dense_index(dense).expect("a cell of the board");
    let settled = |p: go_board::Point| size.dense_index(p) + size.get() as usize <= dense;
    point.neighbours().into_iter().chain([point]).filter(|&p| size.contains(p)).any(|p| {
        board.chain_at(p).is_some_and(|chain| board.liberties(chain).is_none() && board.stones(chain).all(settled))
    })
}

fn n_legal(n: usize) -> usize {
    let mut count = 0;
    count_legal(&mut Board::new(BoardSize::new(n).unwrap()), 0, &mut |_| count += 1);
    count
}

#[test]
fn one_two_and_three_lines() {
    assert_eq!((n_legal(1), n_legal(2), n_legal(3)), (1, 57, 12_675));
}

#[test]
fn four_lines() {
    assert_eq!(n_legal(4), 24_318_165);
}

/// Random play stays inside the set of legal positions, and on 2x2 reaches all of it where suicide is allowed.
#[test]
fn random_play_reaches_only_legal_positions() {
    for n in 1..=3 {
        let size = BoardSize::new(n).unwrap();
        let mut legal = HashSet::new();
        count_legal(&mut Board::new(size), 0, &mut |b| {
            legal.insert(b.hash());
        });
        for rules in RuleSet::ALL {
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
            let mut reached = HashSet::new();
            for _ in 0..4000 {
                let mut game: GameBoard = GameBoard::new(size, rules.rules(), 0.0);
                for _ in 0..4 * size.area() {
                    let moves: Vec<Move> = size
                        .points()
                        .map(Move::Play)
                        .filter(|&mv| game.check(game.to_move(), mv).is_ok())
                        .chain([Move::Pass])
                        .collect();
                    let mv = moves[rng.random_range(0..moves.len())];
                    game.play(game.to_move(), mv).expect("checked");
                    reached.insert(game.board().hash());
                }
            }
            assert!(reached.is_subset(&legal), "{rules} on {size}");
            if n <= 2 {
                assert_eq!(reached.len(), legal.len(), "{rules} on {size}");
            }
        }
    }
}
