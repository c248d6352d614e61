//! A hash of the moves of a game that is invariant under the eight symmetries.
//!
//! fingerprint = min over the 8 symmetries s of h(size, s(setup), s(turns)), h chaining SplitMix64's finaliser. Two
//! different games of a million collide with probability 3e-8. Fingerprints are the same in every run and on every
//! machine, so a split of the games made from them is a property of the games themselves.

use crate::game::Game;
use go_board::{BoardSize, Color, Move, Point, Symmetry};
use stable_hash::splitmix64::mix;

/// The image of each point under each symmetry; make one per board size.
pub struct Fingerprinter {
    size: BoardSize,
    /// By point code (column and row, five bits each): its eight images' codes.
    images: Vec<[u16; 8]>,
}

const PASS: u16 = 0x3FF;

fn code(point: Point) -> u16 {
    u16::from(point.x()) | u16::from(point.y()) << 5
}

impl Fingerprinter {
    /// For boards of that size.
    pub fn new(size: BoardSize) -> Fingerprinter {
        let mut images = vec![[PASS; 8]; usize::from(PASS) + 1];
        for point in size.points() {
            images[usize::from(code(point))] = Symmetry::ALL.map(|symmetry| code(symmetry.apply(size, point)));
        }
        Fingerprinter { size, images }
    }

    /// The fingerprint of a game on a board of this size.
    pub fn fingerprint(&self, game: &Game) -> u64 {
        assert_eq!(game.size, self.size, "a fingerprinter knows one board size");
        let mut hashes = [mix(u64::from(self.size.get())); 8];
        let images_of = |point: Option<Point>| &self.images[usize::from(point.map_or(PASS, code))];
        for color in Color::BOTH {
            // Set-up stones have no order: their hashes are added, not chained.
            let mut sums = [0u64; 8];
            for &point in &game.setup[color.index()] {
                for (sum, &image) in sums.iter_mut().zip(images_of(Some(point))) {
                    *sum = sum.wrapping_add(mix(u64::from(image)));
                }
            }
            for (hash, sum) in hashes.iter_mut().zip(sums) {
                *hash = mix(*hash ^ sum);
            }
        }
        for turn in &game.turns {
            let side = (turn.color().index() as u64) << 32;
            let point = if let Move::Play(point) = turn.mv() { Some(point) } else { None };
            for (hash, &image) in hashes.iter_mut().zip(images_of(point)) {
                *hash = mix(*hash ^ (side | u64::from(image)));
            }
        }
        hashes.into_iter().min().unwrap_or_default()
    }
}

/// The fingerprint of one game; for many, keep a [`Fingerprinter`].
pub fn fingerprint(game: &Game) -> u64 {
    Fingerprinter::new(game.size).fingerprint(game)
}

/// One side of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Learn from it.
    Train,
    /// Judge by it.
    Validation,
}

/// Assigns a game to one side by its moves alone: the same game, rotated or not, is always on the same side.
///
/// `share` of all games go to validation; another `salt` gives another split.
pub fn side_of(fingerprint: u64, share: f64, salt: u64) -> Side {
    let fraction = (mix(fingerprint ^ mix(salt)) >> 11) as f64 / (1u64 << 53) as f64;
    if fraction < share { Side::Validation } else { Side::Train }
}
