//! Orientation-independent hashes: eight lanes, one per symmetry, combined by exclusive or.
//!
//! Every cell content adds, in lane `s`, the key of the cell's image under symmetry `s`. Rotating or mirroring the
//! whole shape only permutes the lanes, so that their minimum is the same for all eight orientations: the canonical
//! hash. Adding a cell is one 64-byte exclusive or, independent of the number of symmetries, and a nested family of
//! shapes costs one minimum per size.

use go_board::Symmetry;
use stable_hash::splitmix64::mix;

/// Eight hashes of the same shape, one an orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Lanes([u64; 8]);

impl Lanes {
    /// The empty shape.
    pub const EMPTY: Lanes = Lanes([0; 8]);

    /// The keys of a content at an offset from the centre. `content` distinguishes the possible contents.
    pub fn key(dx: i32, dy: i32, content: u64) -> Lanes {
        let mut lanes = [0; 8];
        for (lane, symmetry) in lanes.iter_mut().zip(Symmetry::ALL) {
            let (x, y) = symmetry.apply_offset(dx, dy);
            let place = ((x + 64) as u64) << 7 | (y + 64) as u64;
            *lane = mix(mix(place) ^ mix(content.wrapping_mul(0xA24B_AED4_963E_E407)));
        }
        Lanes(lanes)
    }

    /// Adds another shape's keys.
    #[inline(always)]
    pub fn add(&mut self, other: &Lanes) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine ^= theirs;
        }
    }

    /// Both shapes together.
    #[inline(always)]
    pub fn with(mut self, other: &Lanes) -> Lanes {
        self.add(other);
        self
    }

    /// The canonical hash.
    #[inline(always)]
    pub fn canonical(&self) -> u64 {
        let [a, b, c, d, e, f, g, h] = self.0;
        a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_shape_keeps_its_hash_and_moving_a_stone_changes_it() {
        let cells = [(1, 0, 1), (-3, 2, 2), (0, 5, 3), (4, 4, 1)];
        let shape = |s: Symmetry, shift: i32| {
            cells.iter().fold(Lanes::EMPTY, |lanes, &(dx, dy, content)| {
                let (x, y) = s.apply_offset(dx + shift, dy);
                lanes.with(&Lanes::key(x, y, content))
            })
        };
        let original = shape(Symmetry::IDENTITY, 0).canonical();
        for s in Symmetry::ALL {
            assert_eq!(shape(s, 0).canonical(), original);
            assert_ne!(shape(s, 1).canonical(), original);
        }
    }
}
