//! The known shapes around many points at once, for predictions of all moves of a position.
//!
//! [`ShapeContext::walk`] asks for one shape after another, and a dictionary of millions of shapes answers each from main memory while the
//! processor waits. Here the shapes of all points grow by one size together: first the hashes of all of them, announced to the
//! dictionary as they come, then the answers. Same shapes, same order; `walk` is the slow twin.

use super::keys::{KEYS, Keys, LAST_LIBERTY_RING};
use super::{FIRST_SIZE, Lanes, REPLY_SIZES, ShapeContext, ShapeFamily, named, offset, window_index};
use crate::circular::LAST_RING;
use go_board::{Point, circular_distance};

/// Known shapes of a point that are not plain: two families of six sizes, two of three.
const MOST: usize = 2 * (LAST_LIBERTY_RING + 1 - FIRST_SIZE) + 2 * REPLY_SIZES.len();

/// A set of shapes, each with a number.
pub trait ShapeNumbers {
    /// Prefetches the entry of a shape that will be looked up soon.
    fn prefetch(&self, hash: u64);
    /// Its number, if it is known.
    fn number(&self, hash: u64) -> Option<u32>;
}

/// The known shapes around one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KnownShapes {
    largest_plain: Option<u32>,
    others: [u32; MOST],
    n_others: usize,
}

impl KnownShapes {
    /// The number of the largest known plain shape.
    pub fn largest_plain(&self) -> Option<u32> {
        self.largest_plain
    }

    /// The numbers of all known shapes of the other families, in the order of [`ShapeContext::walk`].
    pub fn others(&self) -> &[u32] {
        &self.others[..self.n_others]
    }

    #[inline(always)]
    fn push(&mut self, number: u32) {
        self.others[self.n_others] = number;
        self.n_others += 1;
    }
}

/// A point whose shapes still grow.
struct Growing<'k> {
    /// Its place in the list of points.
    idx: usize,
    centre: usize,
    lanes: Lanes,
    /// The last two moves, with their distances, where they can be marked.
    marks: [Option<(usize, &'k Lanes)>; 2],
    liberty_known: bool,
    marked_known: bool,
}

impl Growing<'_> {
    fn has_mark_within(&self, size: usize) -> bool {
        self.marks.iter().flatten().any(|&(distance, _)| distance <= size)
    }
}

impl ShapeContext {
    /// The known shapes around empty points, in the order of the points.
    pub fn known_shapes(&self, points: &[Point], known: &impl ShapeNumbers) -> Vec<KnownShapes> {
        let mut found = vec![KnownShapes::default(); points.len()];
        let mut hashes = Vec::with_capacity(2 * points.len());
        let mut growing: Vec<Growing<'_>> = points.iter().enumerate().map(|(idx, &p)| self.seed(idx, p)).collect();
        self.grow_plain(&mut growing, known, &mut hashes, &mut found);
        growing.clear();
        growing.extend(points.iter().enumerate().map(|(idx, &point)| self.seed(idx, point)));
        self.grow_liberty(growing, known, &mut hashes, &mut found);
        for back in [0, 1] {
            self.find_replies(points, back, known, &mut found);
        }
        found
    }

    fn seed(&self, idx: usize, point: Point) -> Growing<'static> {
        let marks = [0, 1].map(|back| self.mark(&KEYS, point, back));
        let marked_known = marks.iter().any(Option::is_some);
        Growing { idx, centre: window_index(point), lanes: Lanes::EMPTY, marks, liberty_known: true, marked_known }
    }

    /// The offset of the last or second-last move from the point, if it is inside the largest liberty-aware shape.
    #[inline]
    pub(super) fn mark<'k>(&self, keys: &'k Keys, point: Point, back: usize) -> Option<(usize, &'k Lanes)> {
        let recent = self.recent[back].as_ref()?;
        let (dx, dy) = offset(point, recent.point);
        let distance = circular_distance(dx, dy);
        keys.mark(back, dx, dy).filter(|_| distance <= LAST_LIBERTY_RING).map(|lanes| (distance, lanes))
    }

    fn grow_plain(
        &self,
        growing: &mut Vec<Growing<'_>>,
        known: &impl ShapeNumbers,
        hashes: &mut Vec<u64>,
        found: &mut [KnownShapes],
    ) {
        let keys = &*KEYS;
        let mut start = 0;
        for size in FIRST_SIZE..=LAST_RING {
            hashes.clear();
            for shape in growing.iter_mut() {
                for cell in &keys.plain[start..keys.ends[size]] {
                    let state = self.plain_states[shape.centre.wrapping_add_signed(cell.delta)];
                    shape.lanes.add(&cell.lanes[state as usize & 3]);
                }
                let hash = named(ShapeFamily::Plain, size, shape.lanes.canonical());
                known.prefetch(hash);
                hashes.push(hash);
            }
            start = keys.ends[size];
            let mut answers = hashes.iter().map(|&hash| known.number(hash));
            growing.retain(|shape| {
                let number = answers.next().flatten();
                found[shape.idx].largest_plain = number.or(found[shape.idx].largest_plain);
                number.is_some()
            });
            if growing.is_empty() {
                return;
            }
        }
    }

    fn grow_liberty(
        &self,
        mut growing: Vec<Growing<'_>>,
        known: &impl ShapeNumbers,
        hashes: &mut Vec<u64>,
        found: &mut [KnownShapes],
    ) {
        let keys = &*KEYS;
        let mut start = 0;
        for size in FIRST_SIZE..=LAST_LIBERTY_RING {
            hashes.clear();
            for shape in &mut growing {
                for cell in &keys.liberty[start..keys.ends[size]] {
                    let state = self.states[shape.centre.wrapping_add_signed(cell.delta)];
                    shape.lanes.add(&cell.lanes[state as usize & 7]);
                }
                if shape.liberty_known {
                    hashes.push(named(ShapeFamily::Liberty, size, shape.lanes.canonical()));
                }
                if shape.marked_known && shape.has_mark_within(size) {
                    let inside = shape.marks.iter().flatten().filter(|&&(distance, _)| distance <= size);
                    let marked = inside.fold(shape.lanes, |lanes, (_, mark)| lanes.with(mark));
                    hashes.push(named(ShapeFamily::Marked, size, marked.canonical()));
                }
                hashes.iter().rev().take(2).for_each(|&hash| known.prefetch(hash));
            }
            start = keys.ends[size];
            let mut answers = hashes.iter().map(|&hash| known.number(hash));
            growing.retain_mut(|shape| {
                let mut ask = |is_known: &mut bool| {
                    let number = answers.next().flatten();
                    *is_known = number.is_some();
                    number.into_iter().for_each(|number| found[shape.idx].push(number));
                };
                if shape.liberty_known {
                    ask(&mut shape.liberty_known);
                }
                if shape.marked_known && shape.marks.iter().flatten().any(|&(distance, _)| distance <= size) {
                    ask(&mut shape.marked_known);
                }
                shape.liberty_known || shape.marked_known
            });
            if growing.is_empty() {
                return;
            }
        }
    }

    fn find_replies(&self, points: &[Point], back: usize, known: &impl ShapeNumbers, found: &mut [KnownShapes]) {
        let Some(recent) = &self.recent[back] else { return };
        let family = [ShapeFamily::Reply, ShapeFamily::Continuation][back];
        let replies = points.iter().enumerate().filter_map(|(idx, &point)| {
            let (dx, dy) = offset(recent.point, point);
            Some((idx, KEYS.reply(dx, dy)?))
        });
        let mut open: Vec<(usize, &Lanes)> = replies.collect();
        let mut hashes = Vec::with_capacity(open.len());
        for (lanes, size) in recent.around.iter().zip(REPLY_SIZES) {
            hashes.clear();
            for (_, reply) in &open {
                let hash = named(family, size, lanes.with(reply).canonical());
                known.prefetch(hash);
                hashes.push(hash);
            }
            let mut answers = hashes.iter().map(|&hash| known.number(hash));
            open.retain(|&(idx, _)| {
                let number = answers.next().flatten();
                number.into_iter().for_each(|number| found[idx].push(number));
                number.is_some()
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Move, Position};
    use rand::{RngExt, SeedableRng};

    /// Knows a share of all shapes, more of the small ones, as a real dictionary does.
    struct Some3In4;

    impl ShapeNumbers for Some3In4 {
        fn prefetch(&self, _: u64) {}

        fn number(&self, hash: u64) -> Option<u32> {
            (!hash.is_multiple_of(4)).then_some((hash >> 32) as u32)
        }
    }

    fn by_walking(context: &ShapeContext, point: Point) -> KnownShapes {
        let mut known = KnownShapes::default();
        context.walk(point, |family, _, hash| {
            let Some(number) = Some3In4.number(hash) else { return false };
            match family {
                ShapeFamily::Plain => known.largest_plain = Some(number),
                _ => known.push(number),
            }
            true
        });
        known
    }

    #[test]
    fn many_points_have_the_shapes_of_each() {
        for (n, seed) in [(3, 1), (9, 2), (19, 3)] {
            let size = BoardSize::new(n).unwrap();
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::new(size, 0.0);
            let mut most = 0;
            for turn in 0..size.area() / 2 {
                let points: Vec<Point> = position.legal_points().collect();
                let context = ShapeContext::new(&position);
                let together = context.known_shapes(&points, &Some3In4);
                let each: Vec<KnownShapes> = points.iter().map(|&point| by_walking(&context, point)).collect();
                assert_eq!(together, each, "turn {turn}");
                most = each.iter().map(|known| known.n_others).chain([most]).max().unwrap_or(0);
                let mv = if turn % 7 == 6 { Move::Pass } else { Move::Play(points[rng.random_range(0..points.len())]) };
                position.play(mv);
            }
            assert!(most > 8 || n == 3, "{most} shapes at most on {n}x{n}");
        }
    }
}
