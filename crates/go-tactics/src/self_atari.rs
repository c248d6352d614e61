//! The result of a move: the liberties and the size of the chain that it makes, whether it is a self-atari, and the
//! self-atari policies of Basaldúa 2013, section 4.3.3.
//!
//! All functions expect legal moves and are exact: captured stones become liberties where they touch the new chain.
//! `self_atari` is called for every move of a playout: it checks the four neighbours and usually stops at the first
//! empty one.

use crate::adjacency::chains_around;
use crate::nakade::NakadeShape;
use arrayvec::ArrayVec;
use go_board::{Board, Cell, Color, Liberties, Point, TrueLiberties};

/// A move that leaves its own chain with one liberty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfAtari {
    /// The stones of the chain, the new one included.
    pub size: usize,
    /// The remaining liberty.
    pub liberty: Point,
}

/// The liberties of the chain after a move there, including captures; none for a suicide.
pub fn liberties_after(board: &Board, point: Point, color: Color) -> TrueLiberties {
    let mut liberties = TrueLiberties::default();
    let own = chains_around(board, point, color);
    for &chain in &own {
        liberties.merge(board.liberties(chain));
    }
    liberties.remove(point);
    for neighbour in point.neighbours() {
        if board.cell(neighbour) == Cell::Empty {
            liberties.add(neighbour);
        }
    }
    for enemy in chains_around(board, point, color.opponent()) {
        if board.liberties(enemy).is_single() {
            let touches = |stone: Point| {
                stone.neighbours().into_iter().any(|n| {
                    n == point || board.cell(n) == color.cell() && board.chain_at(n).is_some_and(|c| own.contains(&c))
                })
            };
            board.stones(enemy).filter(|&stone| touches(stone)).for_each(|stone| liberties.add(stone));
        }
    }
    liberties
}

/// The number of liberties of the chain after a move there; the common cases without building the set.
#[inline]
pub fn n_liberties_after(board: &Board, point: Point, color: Color) -> usize {
    let captures = || {
        let enemies = chains_around(board, point, color.opponent());
        enemies.iter().any(|&chain| board.liberties(chain).is_single())
    };
    match chains_around(board, point, color)[..] {
        [] if !captures() => board.n_empty_neighbours(point),
        [chain] if !captures() => {
            let liberties = board.liberties(chain);
            let new = point.neighbours().into_iter().filter(|&n| board.is_empty(n) && !liberties.contains(n));
            liberties.count() - 1 + new.count()
        }
        _ => liberties_after(board, point, color).count(),
    }
}

/// The number of stones of the chain after a move there.
pub fn size_after(board: &Board, point: Point, color: Color) -> usize {
    1 + chains_around(board, point, color).iter().map(|&chain| board.chain_size(chain)).sum::<usize>()
}

/// Whether a legal move leaves its own chain in atari.
#[inline]
pub fn self_atari(board: &Board, point: Point, color: Color) -> Option<SelfAtari> {
    if board.n_empty_neighbours(point) >= 2 {
        return None;
    }
    let own = color.cell();
    let mut liberty = None;
    let mut captured = None;
    for neighbour in point.neighbours() {
        let found = match board.cell(neighbour) {
            Cell::OffBoard => continue,
            Cell::Empty => Some(neighbour),
            stone => {
                let liberties = board.liberties(board.chain_at(neighbour)?);
                if stone != own {
                    // The captured neighbours become liberties: two of them, or one and another liberty, are not a
                    // self-atari.
                    if liberties.is_single() && captured.replace(neighbour).is_some() {
                        return None;
                    }
                    continue;
                }
                match liberties.count() {
                    0 | 1 => None,
                    2 => liberties.iter().find(|&l| l != point),
                    _ => return None,
                }
            }
        };
        if found.is_some() && liberty.is_some() && liberty != found {
            return None;
        }
        liberty = liberty.or(found);
    }
    match captured {
        Some(_) if liberty.is_some() => return None,
        Some(stone) if board.chain_at(stone).is_some_and(|chain| board.chain_size(chain) == 1) => liberty = captured,
        // Other stones of the captured chain may touch the new one: rare enough for the general function.
        Some(_) => liberty = liberties_after(board, point, color).single(),
        None => {}
    }
    liberty.map(|liberty| SelfAtari { size: size_after(board, point, color), liberty })
}

/// Which self-ataris a playout may play (Basaldúa 2013, section 4.3.3, there ordered from worst to best).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SelfAtariPolicy {
    /// All of them.
    Ignore,
    /// None.
    Never,
    /// Those that leave one or two stones in atari.
    Result3,
    /// Those whose stones have a killing shape.
    #[default]
    Nakade,
    /// The same, the rabbity six (not in Basaldúa's list) included.
    NakadeWithRabbitySix,
}

impl SelfAtariPolicy {
    /// Whether a legal move may be played under this policy.
    #[inline]
    pub fn allows(self, board: &Board, point: Point, color: Color) -> bool {
        if self == SelfAtariPolicy::Ignore {
            return true;
        }
        let Some(SelfAtari { size, .. }) = self_atari(board, point, color) else { return true };
        match self {
            SelfAtariPolicy::Ignore => true,
            SelfAtariPolicy::Never => false,
            SelfAtariPolicy::Result3 => size < 3,
            SelfAtariPolicy::Nakade => {
                nakade_after(board, point, color).is_some_and(|shape| shape != NakadeShape::RabbitySix)
            }
            SelfAtariPolicy::NakadeWithRabbitySix => nakade_after(board, point, color).is_some(),
        }
    }
}

/// The killing shape of the chain after a move there, if it has one.
pub fn nakade_after(board: &Board, point: Point, color: Color) -> Option<NakadeShape> {
    let mut stones: ArrayVec<Point, { NakadeShape::MAX_STONES }> = ArrayVec::new();
    stones.push(point);
    for chain in chains_around(board, point, color) {
        if stones.len() + board.chain_size(chain) > NakadeShape::MAX_STONES {
            return None;
        }
        stones.extend(board.stones(chain));
    }
    NakadeShape::played_last(&stones)
}
