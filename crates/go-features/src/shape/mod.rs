//! Shapes around a move as canonical 64-bit hashes: the pattern families of the factor model.
//!
//! Five families, each a nest of growing shapes around the candidate point (circular distance as in van Niekerk 2014, section
//! 2.4.1, colours normalised to the side to move, orientation forgotten):
//!
//! - *plain*: empty, own, opponent, off the board; distances 3 to 15.
//! - *liberty*: stones carry whether their chain has 1, 2 or more liberties; distances 3 to 8.
//! - *marked*: as *liberty*, with the last two moves marked where they lie inside; distances 3 to 8.
//! - *reply*: the liberty-aware shape around the opponent's last move with the offset of the candidate from it; distances 3, 5 and 7.
//! - *continuation*: the same around the own last move.
//!
//! Hashes are not lossless; with 64 bits and some ten million distinct shapes a collision is a one-in-a-hundred-thousand event for
//! the whole table. The thesis patterns ([`crate::circular`]) are lossless and live elsewhere.

mod batch;
mod keys;
mod lanes;

pub use batch::{KnownShapes, ShapeNumbers};
use go_board::{Cell, Liberties, Point, Position};
use keys::{KEYS, LAST_LIBERTY_RING, OFF_BOARD, PLAIN_STATE, REACH, WINDOW};
use stable_hash::splitmix64::mix;

use crate::circular::LAST_RING;
pub use lanes::Lanes;

/// Smallest circular distance of a shape.
pub const FIRST_SIZE: usize = 3;
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
    /// A continuation of the player's own last move.
    Continuation,
}

struct Recent {
    point: Point,
    /// The shapes around the move, by `REPLY_SIZES`.
    around: [Lanes; REPLY_SIZES.len()],
}

/// What all candidates of a position share: cell states with a margin, and the shapes around the last two moves.
pub struct ShapeContext {
    states: Vec<u8>,
    plain_states: Vec<u8>,
    recent: [Option<Recent>; 2],
}

impl ShapeContext {
    /// Prepares a position.
    pub fn new(position: &Position) -> Self {
        let mut context = ShapeContext {
            states: vec![OFF_BOARD; WINDOW * WINDOW],
            plain_states: vec![PLAIN_STATE[OFF_BOARD as usize]; WINDOW * WINDOW],
            recent: [None, None],
        };
        let board = &position.board;
        let own = position.to_move.cell();
        for point in board.size().points() {
            let state = match board.cell(point) {
                Cell::Empty => 0,
                Cell::OffBoard => OFF_BOARD,
                stone => {
                    let chain = board.chain_at(point).expect("a stone has a chain");
                    let class = board.liberties(chain).count().clamp(1, 3) as u8;
                    if stone == own { class } else { class + 3 }
                }
            };
            context.states[window_index(point)] = state;
            context.plain_states[window_index(point)] = PLAIN_STATE[state as usize & 7];
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
            for cell in &keys.liberty[start..keys.ends[size]] {
                let state = self.states[centre.wrapping_add_signed(cell.delta)];
                lanes.add(&cell.lanes[state as usize & 7]);
            }
            start = keys.ends[size];
            lanes
        })
    }

    /// Visits the shapes around an empty point, each family from the smallest to the largest. `visit` returns whether
    /// the shape is known; after an unknown one the larger ones of the family are skipped. That saves most of the work:
    /// in the middle game hardly any shape beyond distance 7 is known.
    #[inline]
    pub fn walk(&self, point: Point, mut visit: impl FnMut(ShapeFamily, usize, u64) -> bool) {
        self.walk_plain(point, &mut visit);
        self.walk_liberty(point, &mut visit);
        for (back, family) in [ShapeFamily::Reply, ShapeFamily::Continuation].into_iter().enumerate() {
            let Some(recent) = &self.recent[back] else { continue };
            let (dx, dy) = offset(recent.point, point);
            let Some(reply) = KEYS.reply(dx, dy) else { continue };
            for (lanes, size) in recent.around.iter().zip(REPLY_SIZES) {
                if !visit(family, size, named(family, size, lanes.with(reply).canonical())) {
                    break;
                }
            }
        }
    }

    #[inline]
    fn walk_plain(&self, point: Point, visit: &mut impl FnMut(ShapeFamily, usize, u64) -> bool) {
        let keys = &*KEYS;
        let centre = window_index(point);
        let mut lanes = Lanes::EMPTY;
        let mut start = 0;
        for size in FIRST_SIZE..=LAST_RING {
            for cell in &keys.plain[start..keys.ends[size]] {
                let state = self.plain_states[centre.wrapping_add_signed(cell.delta)];
                lanes.add(&cell.lanes[state as usize & 3]);
            }
            start = keys.ends[size];
            if !visit(ShapeFamily::Plain, size, named(ShapeFamily::Plain, size, lanes.canonical())) {
                return;
            }
        }
    }

    #[inline]
    fn walk_liberty(&self, point: Point, visit: &mut impl FnMut(ShapeFamily, usize, u64) -> bool) {
        let keys = &*KEYS;
        let centre = window_index(point);
        let marks: [Option<(usize, &Lanes)>; 2] = [0, 1].map(|back| self.mark(keys, point, back));
        let mut lanes = Lanes::EMPTY;
        let (mut liberty_known, mut marked_known) = (true, marks.iter().any(Option::is_some));
        let mut start = 0;
        for size in FIRST_SIZE..=LAST_LIBERTY_RING {
            for cell in &keys.liberty[start..keys.ends[size]] {
                let state = self.states[centre.wrapping_add_signed(cell.delta)];
                lanes.add(&cell.lanes[state as usize & 7]);
            }
            start = keys.ends[size];
            if liberty_known {
                liberty_known = visit(ShapeFamily::Liberty, size, named(ShapeFamily::Liberty, size, lanes.canonical()));
            }
            if marked_known && marks.iter().flatten().any(|&(distance, _)| distance <= size) {
                let inside = marks.iter().flatten().filter(|&&(distance, _)| distance <= size);
                let marked = inside.fold(lanes, |lanes, (_, mark)| lanes.with(mark));
                marked_known = visit(ShapeFamily::Marked, size, named(ShapeFamily::Marked, size, marked.canonical()));
            }
            if !liberty_known && !marked_known {
                return;
            }
        }
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
    use crate::circular::CircularPattern;
    use go_board::{BoardSize, Color, Move, Symmetry};
    use rand::{RngExt, SeedableRng};

    fn hashes(context: &ShapeContext, point: Point) -> Vec<(ShapeFamily, usize, u64)> {
        let mut all = Vec::new();
        context.walk(point, |family, size, hash| {
            all.push((family, size, hash));
            true
        });
        all
    }

    fn sizes(all: &[(ShapeFamily, usize, u64)], wanted: ShapeFamily) -> Vec<usize> {
        all.iter().filter(|h| h.0 == wanted).map(|h| h.1).collect()
    }

    /// The same random game, turned and with the colours exchanged, has the same shapes.
    #[test]
    fn shapes_forget_orientation_and_colour() {
        for (n, seed) in [(5, 1), (9, 2), (19, 3)] {
            let size = BoardSize::new(n).unwrap();
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::new(size, 0.0);
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
                    assert_eq!(hashes(&context, point), hashes(&other, s.apply(size, point)));
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
            let mut position = Position::new(BoardSize::NINE, 0.0);
            for _ in 0..25 {
                let legal: Vec<Point> = position.legal_points().collect();
                position.play(Move::Play(legal[rng.random_range(0..legal.len())]));
            }
            let context = ShapeContext::new(&position);
            for point in position.legal_points() {
                let lossless = CircularPattern::around(&position.board, point, position.to_move);
                for (family, size, hash) in hashes(&context, point) {
                    if family != ShapeFamily::Plain {
                        continue;
                    }
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
        let mut position = Position::new(BoardSize::NINETEEN, 0.0);
        let at = |name: &str| BoardSize::NINETEEN.parse_point(name).unwrap();
        position.play(Move::Play(at("D4")));
        position.play(Move::Play(at("Q16")));
        let context = ShapeContext::new(&position);
        let far = hashes(&context, at("K10"));
        assert_eq!(sizes(&far, ShapeFamily::Marked), []);
        assert_eq!(sizes(&far, ShapeFamily::Reply), REPLY_SIZES);
        assert_eq!(sizes(&far, ShapeFamily::Plain), (3..=15).collect::<Vec<_>>());
        let near = hashes(&context, at("Q14"));
        assert_eq!(sizes(&near, ShapeFamily::Marked), [4, 5, 6, 7, 8]);
        assert_eq!(sizes(&near, ShapeFamily::Continuation), []);
        let reply = |all: &[(ShapeFamily, usize, u64)]| all.iter().find(|h| h.0 == ShapeFamily::Reply).unwrap().2;
        assert_ne!(reply(&hashes(&context, at("P14"))), reply(&near));
    }

    #[test]
    fn an_unknown_shape_ends_its_family_only() {
        let mut position = Position::new(BoardSize::NINE, 0.0);
        position.play(Move::Play(BoardSize::NINE.parse_point("E5").unwrap()));
        let context = ShapeContext::new(&position);
        let mut seen = Vec::new();
        context.walk(BoardSize::NINE.parse_point("E6").unwrap(), |family, size, _| {
            seen.push((family, size));
            family == ShapeFamily::Marked || size < 4
        });
        let count = |family| seen.iter().filter(|s| s.0 == family).count();
        assert_eq!((count(ShapeFamily::Plain), count(ShapeFamily::Liberty), count(ShapeFamily::Marked)), (2, 2, 6));
        assert_eq!(count(ShapeFamily::Reply), 2);
    }
}
