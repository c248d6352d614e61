//! Shapes around a move as canonical 64-bit hashes: the pattern families of our own model.
//!
//! Four families, each a nest of growing shapes around the candidate point (circular distance as in seed 000 section
//! 2.4.1, colours normalised to the side to move, orientation forgotten):
//!
//! - *plain*: empty, own, opponent, off the board; distances 3 to 15.
//! - *liberty*: stones carry whether their chain has 1, 2 or more liberties; distances 3 to 8.
//! - *marked*: as *liberty*, with the last two moves marked where they lie inside; distances 3 to 8.
//! - *reply*: the liberty-aware shape around the last move, and around the own move before it, with the offset of the
//!   candidate from it; distances 3, 5 and 7.
//!
//! Hashes are not lossless; with 64 bits and some ten million distinct shapes a collision is a one-in-a-hundred-thousand event for
//! the whole table. The thesis patterns (`go_board::CircularPattern`) are lossless and live elsewhere.

mod keys;
mod lanes;

use go_board::zobrist::mix;
use go_board::{Cell, LAST_RING, Liberties, Point, Position, circular_distance};
use keys::{KEYS, LAST_LIBERTY_RING, OFF_BOARD, REACH, WINDOW};
pub use lanes::Lanes;

/// Smallest circular distance of a shape.
pub const FIRST_SIZE: usize = 3;
/// Shapes of the plain family: distances 3 to 15.
pub const N_PLAIN: usize = LAST_RING - FIRST_SIZE + 1;
/// Shapes of the liberty-aware families: distances 3 to 8.
pub const N_LIBERTY: usize = LAST_LIBERTY_RING - FIRST_SIZE + 1;
/// Distances of the shape around the move that is answered.
pub const REPLY_SIZES: [usize; 3] = [3, 5, 7];

/// The families of shapes, as named in explanations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShapeFamily {
    /// Stones and edges.
    Plain,
    /// Stones with their liberties.
    Liberty,
    /// The same with the last two moves marked.
    Marked,
    /// An answer to the opponent's last move.
    Reply,
    /// A continuation of one's own last move.
    Continuation,
}

/// The canonical hashes of all shapes around one point; smallest size first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeHashes {
    /// Distances 3 to 15.
    pub plain: [u64; N_PLAIN],
    /// Distances 3 to 8.
    pub liberty: [u64; N_LIBERTY],
    /// Distances 3 to 8, where one of the last two moves lies inside.
    pub marked: [Option<u64>; N_LIBERTY],
    /// Around the last move, if it is near enough.
    pub reply: Option<[u64; REPLY_SIZES.len()]>,
    /// Around the move before, if it is near enough.
    pub continuation: Option<[u64; REPLY_SIZES.len()]>,
}

struct Recent {
    point: Point,
    /// The shapes around the move, by `REPLY_SIZES`.
    around: [Lanes; REPLY_SIZES.len()],
}

/// What all candidates of a position share: cell states with a margin, and the shapes around the last two moves.
pub struct ShapeContext {
    states: Vec<u8>,
    recent: [Option<Recent>; 2],
}

impl ShapeContext {
    /// Prepares a position.
    pub fn new<const P: usize>(position: &Position<P>) -> Self {
        let mut context = ShapeContext { states: vec![OFF_BOARD; WINDOW * WINDOW], recent: [None, None] };
        let board = &position.board;
        let own = position.to_move.cell();
        for point in board.size().points() {
            context.states[window_index(point)] = match board.cell(point) {
                Cell::Empty => 0,
                Cell::OffBoard => OFF_BOARD,
                stone => {
                    let chain = board.chain_at(point).expect("a stone has a chain");
                    let class = board.liberties(chain).count().clamp(1, 3) as u8;
                    if stone == own { class } else { class + 3 }
                }
            };
        }
        context.recent = [0, 1].map(|back| {
            let point = position.last_point(back)?;
            let around = context.around(point, back);
            Some(Recent { point, around })
        });
        context
    }

    fn around(&self, point: Point, back: usize) -> [Lanes; REPLY_SIZES.len()] {
        let centre = window_index(point);
        let keys = &*KEYS;
        let mut lanes = Lanes::key(0, 0, 50 + 8 * back as u64 + u64::from(self.states[centre]));
        let mut start = 0;
        REPLY_SIZES.map(|size| {
            for cell in &keys.cells[start..keys.ends[size]] {
                let state = self.states[centre.wrapping_add_signed(cell.delta)];
                lanes.add(&cell.liberty[state as usize & 7]);
            }
            start = keys.ends[size];
            lanes
        })
    }

    /// All shapes around an empty point.
    pub fn hashes(&self, point: Point) -> ShapeHashes {
        let keys = &*KEYS;
        let centre = window_index(point);
        let mut found = ShapeHashes {
            plain: [0; N_PLAIN],
            liberty: [0; N_LIBERTY],
            marked: [None; N_LIBERTY],
            reply: self.replies(point, 0),
            continuation: self.replies(point, 1),
        };
        let marks: [Option<(usize, &Lanes)>; 2] = [0, 1].map(|back| {
            let recent = self.recent[back].as_ref()?;
            let (dx, dy) = offset(point, recent.point);
            let distance = circular_distance(dx, dy);
            keys.mark(back, dx, dy).filter(|_| distance <= LAST_LIBERTY_RING).map(|lanes| (distance, lanes))
        });
        let (mut plain, mut liberty) = (Lanes::EMPTY, Lanes::EMPTY);
        let mut start = 0;
        for size in FIRST_SIZE..=LAST_RING {
            let cells = &keys.cells[start..keys.ends[size]];
            start = keys.ends[size];
            let near = size <= LAST_LIBERTY_RING;
            for cell in cells {
                let state = self.states[centre.wrapping_add_signed(cell.delta)] as usize & 7;
                plain.add(&cell.plain[state]);
                if near {
                    liberty.add(&cell.liberty[state]);
                }
            }
            let idx = size - FIRST_SIZE;
            found.plain[idx] = named(ShapeFamily::Plain, size, plain.canonical());
            if near {
                found.liberty[idx] = named(ShapeFamily::Liberty, size, liberty.canonical());
                let mut marked = liberty;
                let mut any = false;
                for (_, lanes) in marks.iter().flatten().filter(|&&(distance, _)| distance <= size) {
                    marked.add(lanes);
                    any = true;
                }
                found.marked[idx] = any.then(|| named(ShapeFamily::Marked, size, marked.canonical()));
            }
        }
        found
    }

    fn replies(&self, point: Point, back: usize) -> Option<[u64; REPLY_SIZES.len()]> {
        let recent = self.recent[back].as_ref()?;
        let (dx, dy) = offset(recent.point, point);
        let reply = KEYS.reply(dx, dy)?;
        let family = [ShapeFamily::Reply, ShapeFamily::Continuation][back];
        let mut hashes = [0; REPLY_SIZES.len()];
        for ((hash, lanes), size) in hashes.iter_mut().zip(&recent.around).zip(REPLY_SIZES) {
            *hash = named(family, size, lanes.with(reply).canonical());
        }
        Some(hashes)
    }
}

#[inline(always)]
fn named(family: ShapeFamily, size: usize, hash: u64) -> u64 {
    mix(hash ^ ((family as u64 * 16 + size as u64) << 32))
}

fn window_index(point: Point) -> usize {
    (point.y() as usize + REACH) * WINDOW + point.x() as usize + REACH
}

fn offset(from: Point, to: Point) -> (i32, i32) {
    (to.x() as i32 - from.x() as i32, to.y() as i32 - from.y() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color, Move, Symmetry};
    use rand::{RngExt, SeedableRng};

    /// The same random game, turned and with the colours exchanged, has the same shapes.
    #[test]
    fn shapes_forget_orientation_and_colour() {
        for (n, seed) in [(5, 1), (9, 2), (19, 3)] {
            let size = BoardSize::new(n).unwrap();
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::<0>::new(size, 0.0);
            let mut turned: Vec<Position> = Symmetry::ALL.map(|_| Position::new(size, 0.0)).to_vec();
            turned.iter_mut().for_each(|p| p.to_move = Color::White);
            for _ in 0..size.area() / 2 {
                let legal: Vec<Point> = position.legal_points().collect();
                let point = legal[rng.random_range(0..legal.len())];
                position.play(Move::Play(point));
                for (p, s) in turned.iter_mut().zip(Symmetry::ALL) {
                    p.play(Move::Play(s.apply(size, point)));
                }
            }
            let context = ShapeContext::new(&position);
            for (p, s) in turned.iter().zip(Symmetry::ALL) {
                let other = ShapeContext::new(p);
                for point in position.legal_points() {
                    assert_eq!(context.hashes(point), other.hashes(s.apply(size, point)));
                }
            }
        }
    }

    /// Plain shapes are equal exactly where the lossless circular patterns are.
    #[test]
    fn plain_shapes_agree_with_lossless_patterns() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(9);
        let mut seen = std::collections::HashMap::new();
        let mut n_shared = 0;
        for _ in 0..20 {
            let mut position = Position::<0>::new(BoardSize::NINE, 0.0);
            for _ in 0..25 {
                let legal: Vec<Point> = position.legal_points().collect();
                position.play(Move::Play(legal[rng.random_range(0..legal.len())]));
            }
            let context = ShapeContext::new(&position);
            for point in position.legal_points() {
                let lossless = position.board.circular_pattern(point, position.to_move);
                for (hash, size) in context.hashes(point).plain.into_iter().zip(FIRST_SIZE..) {
                    let key = lossless.prefix(size).to_vec();
                    let known = seen.entry(hash).or_insert_with(|| key.clone());
                    n_shared += usize::from(*known == key);
                    assert_eq!(*known, key, "two patterns share a hash at distance {size}");
                }
            }
        }
        let distinct: std::collections::HashSet<_> = seen.values().collect();
        assert_eq!(distinct.len(), seen.len(), "one pattern has two hashes");
        assert!(n_shared > seen.len(), "small patterns occur more than once");
    }

    #[test]
    fn marks_and_replies_appear_only_near_the_last_moves() {
        let mut position = Position::<0>::new(BoardSize::NINETEEN, 0.0);
        let at = |name: &str| BoardSize::NINETEEN.parse_point(name).unwrap();
        position.play(Move::Play(at("D4")));
        position.play(Move::Play(at("Q16")));
        let context = ShapeContext::new(&position);
        let far = context.hashes(at("K10"));
        assert!(far.marked.iter().all(Option::is_none) && far.reply.is_some());
        let near = context.hashes(at("Q14"));
        assert_eq!(near.marked.map(|m| m.is_some()), [false, true, true, true, true, true]);
        assert!(near.reply.is_some() && near.continuation.is_none());
        assert_ne!(context.hashes(at("P14")).reply, near.reply);
    }
}
