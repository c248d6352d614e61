//! The features of the factor model: dense families first, then the shapes of the dictionary.
//!
//! A feature is a number. Dense families (place, phase, recent moves, tactics) have a fixed range of levels each; the
//! uninformative level 0 is not a feature. Of the plain shapes only the largest known one counts, of the others every
//! known size.

use super::contexts::Contexts;
use super::dictionary::ShapeDictionary;
use super::foresight::Foresight;
use super::meaning::{DenseFamily, FARTHEST, Meaning, Seen};
use go_board::{BoardSize, Move, Point, Position, circular_distance};
use go_features::foreseen::{FORESEEN, ForeseenFamily};
use go_features::sets::{Family, FeatureSet};
use go_features::shape::{ShapeContext, ShapeFamily};
use go_features::tactical::TacticalFamily;
use go_features::tactical2::Tactical2Family;
use learn::Rows;
use std::sync::Arc;

/// The feature set that every model of this kind has: shapes, place, phase, recent moves, the tactical features of van Niekerk 2014 and
/// `tactical-2`. Models may have added sets besides; their header names all, joined by `+`.
pub const FEATURE_SET: &str = "shape-3";

/// The tactical families that are not covered by the families above.
fn is_new(family: TacticalFamily) -> bool {
    !matches!(
        family,
        TacticalFamily::Pass
            | TacticalFamily::BorderDistance
            | TacticalFamily::LastDistance
            | TacticalFamily::SecondLastDistance
    )
}

/// The same for tactical-2.
fn is_new2(family: Tactical2Family) -> bool {
    !matches!(family, Tactical2Family::Phase | Tactical2Family::ThirdLastDistance)
}

/// Numbers the features and finds those of a candidate.
#[derive(Clone)]
pub struct FeatureSpace {
    bases: Vec<u32>,
    tactical_bases: Vec<u32>,
    tactical2_bases: Vec<u32>,
    added: Vec<&'static FeatureSet>,
    added_bases: Vec<u32>,
    foresight: Option<Arc<Foresight>>,
    /// Only with foresight.
    foreseen_bases: Vec<u32>,
    n_dense: u32,
    dictionary: ShapeDictionary,
}

impl FeatureSpace {
    /// The space with these shapes, these sets besides its own, and what somebody foresees.
    pub fn new(dictionary: ShapeDictionary, added: Vec<&'static FeatureSet>, foresight: Option<Foresight>) -> Self {
        let mut n_dense = 0;
        let mut next = |n: u32| {
            n_dense += n;
            n_dense - n
        };
        let bases = DenseFamily::ALL.iter().map(|family| next(family.n_levels())).collect();
        let tactical_bases = TacticalFamily::ALL.iter().map(|f| next(u32::from(f.max_level()) + 1)).collect();
        let tactical2_bases = Tactical2Family::ALL.iter().map(|f| next(u32::from(f.max_level()) + 1)).collect();
        let families = added.iter().flat_map(|set| set.families);
        let added_bases = families.map(|family| next(u32::from(family.max_level()) + 1)).collect();
        let foreseen_families = ForeseenFamily::ALL.iter().filter(|_| foresight.is_some());
        let foreseen_bases = foreseen_families.map(|family| next(u32::from(family.max_level()) + 1)).collect();
        let foresight = foresight.map(Arc::new);
        FeatureSpace {
            bases,
            tactical_bases,
            tactical2_bases,
            added,
            added_bases,
            foresight,
            foreseen_bases,
            n_dense,
            dictionary,
        }
    }

    /// The names of the sets, as in model headers.
    pub fn set_names(&self) -> String {
        let names = [FEATURE_SET].into_iter().chain(self.added.iter().map(|set| set.name));
        let foreseen = self.foresight.as_ref().map(|_| FORESEEN);
        names.chain(foreseen).collect::<Vec<_>>().join("+")
    }

    /// Who foresees the owners of points, if anybody does.
    pub(super) fn foresight(&self) -> Option<&Foresight> {
        self.foresight.as_deref()
    }

    /// The families of the added sets.
    pub(super) fn added_families(&self) -> impl Iterator<Item = &'static Family> {
        self.added.iter().flat_map(|set| set.families)
    }

    /// All features.
    pub fn n_features(&self) -> usize {
        self.n_dense as usize + self.dictionary.len()
    }

    /// Features before the shapes.
    pub fn n_dense(&self) -> usize {
        self.n_dense as usize
    }

    /// The features before the shapes that another space has too: their numbers here and there.
    pub(super) fn shared_dense(&self, other: &FeatureSpace) -> Vec<(u32, u32)> {
        let bases = |space: &FeatureSpace| space.added_bases.iter().chain(&space.foreseen_bases).next().copied();
        let own = |space: &FeatureSpace| bases(space).unwrap_or(space.n_dense);
        let mut shared: Vec<(u32, u32)> = (0..own(self)).map(|feature| (feature, feature)).collect();
        for (family, &here) in self.added_families().zip(&self.added_bases) {
            let there = other.added_families().zip(&other.added_bases).find(|(theirs, _)| *theirs == family);
            if let Some((_, &there)) = there {
                shared.extend((0..=u32::from(family.max_level())).map(|level| (here + level, there + level)));
            }
        }
        for (family, (&here, &there)) in
            ForeseenFamily::ALL.iter().zip(self.foreseen_bases.iter().zip(&other.foreseen_bases))
        {
            shared.extend((0..=u32::from(family.max_level())).map(|level| (here + level, there + level)));
        }
        shared
    }

    /// The known shapes.
    pub fn dictionary(&self) -> &ShapeDictionary {
        &self.dictionary
    }

    /// Writes down all legal moves and pass, each with its features.
    pub fn extract(&self, position: &Position, moves: &mut Vec<Move>, rows: &mut Rows) {
        moves.clear();
        rows.clear();
        let contexts = Contexts::new(position, self);
        let points: Vec<Point> = position.legal_points().collect();
        let shapes = contexts.shapes.known_shapes(&points, &self.dictionary);
        for (&point, shapes) in points.iter().zip(&shapes) {
            self.describe_dense(position, &contexts, point, |feature, _| rows.push(feature));
            for &number in shapes.others().iter().chain(&shapes.largest_plain()) {
                rows.push(self.n_dense + number);
            }
            rows.finish_row();
            moves.push(Move::Play(point));
        }
        self.describe_pass(position, |feature, _| rows.push(feature));
        rows.finish_row();
        moves.push(Move::Pass);
    }

    /// The features of one move with their meaning and evidence.
    pub(super) fn seen(&self, position: &Position, mv: Move) -> Vec<Seen> {
        let contexts = Contexts::new(position, self);
        let mut found = Vec::new();
        let mut say = |number, meaning| {
            found.push(Seen { number, meaning, evidence: contexts.evidence(position, mv, meaning) });
        };
        match mv {
            Move::Play(point) => {
                self.describe_dense(position, &contexts, point, &mut say);
                self.describe_shapes(&contexts.shapes, point, say);
            }
            Move::Pass => self.describe_pass(position, say),
        }
        found
    }

    #[inline(always)]
    fn dense(&self, family: DenseFamily, level: usize, say: &mut impl FnMut(u32, Meaning)) {
        let level = (level as u32).min(family.n_levels() - 1);
        if level > 0 {
            say(self.bases[family.index()] + level, Meaning::Dense(family, level));
        }
    }

    fn describe_pass(&self, position: &Position, mut say: impl FnMut(u32, Meaning)) {
        let after_pass = position.last_moves[0].is_some_and(Move::is_pass);
        self.dense(DenseFamily::Pass, 1 + usize::from(after_pass), &mut say);
        self.dense(DenseFamily::Phase, phase(position), &mut say);
    }

    #[inline(always)]
    fn describe_dense(
        &self,
        position: &Position,
        contexts: &Contexts<'_>,
        point: Point,
        mut say: impl FnMut(u32, Meaning),
    ) {
        let size = position.board.size();
        self.dense(DenseFamily::Phase, phase(position), &mut say);
        self.dense(DenseFamily::Place, place(size, point), &mut say);
        for (back, last) in position.last_moves.iter().enumerate() {
            if let Some(Move::Play(last)) = last {
                let (dx, dy) = (point.x() as i32 - last.x() as i32, point.y() as i32 - last.y() as i32);
                let distance = circular_distance(dx, dy);
                let level = if distance <= FARTHEST { distance } else { 0 };
                self.dense(DenseFamily::NearMove(back + 1), level, &mut say);
            }
        }
        for (family, level) in contexts.tactical.levels(Move::Play(point)).present().filter(|f| is_new(f.0)) {
            let feature = self.tactical_bases[family as usize] + u32::from(level);
            say(feature, Meaning::Tactical(family, level));
        }
        for (family, level) in contexts.tactical2.levels(Move::Play(point)).present().filter(|f| is_new2(f.0)) {
            let feature = self.tactical2_bases[family as usize] + u32::from(level);
            say(feature, Meaning::Tactical2(family, level));
        }
        for (place, family, level) in contexts.added.present(Move::Play(point)) {
            let feature = self.added_bases[place] + u32::from(level);
            say(feature, Meaning::Added(family, level));
        }
        if let Some(foreseen) = &contexts.foreseen {
            let levels = ForeseenFamily::ALL.into_iter().zip(foreseen.levels(point));
            for ((family, level), base) in levels.zip(&self.foreseen_bases).filter(|((_, level), _)| *level > 0) {
                say(base + u32::from(level), Meaning::Foreseen(family, level));
            }
        }
    }

    /// What `extract` finds for all points at once.
    fn describe_shapes(&self, shapes: &ShapeContext, point: Point, mut say: impl FnMut(u32, Meaning)) {
        let mut largest_plain = None;
        shapes.walk(point, |family, size, hash| {
            let Some(number) = self.dictionary.get(hash) else { return false };
            let feature = (self.n_dense + number, Meaning::Shape(family, size));
            if family == ShapeFamily::Plain {
                largest_plain = Some(feature);
            } else {
                say(feature.0, feature.1);
            }
            true
        });
        if let Some((feature, meaning)) = largest_plain {
            say(feature, meaning);
        }
    }
}

/// Thirty moves a phase on 19x19, fewer on small boards; from 1.
fn phase(position: &Position) -> usize {
    1 + position.move_number * 12 / position.board.size().area()
}

/// The point up to symmetry: the distances to the two nearest sides, from 1.
fn place(size: BoardSize, point: Point) -> usize {
    let last = size.get() - 1;
    let x = point.x().min(last - point.x()) as usize;
    let y = point.y().min(last - point.y()) as usize;
    let (low, high) = (x.min(y), x.max(y));
    1 + high * (high + 1) / 2 + low
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_features::sets::find_sets;

    fn space(sets: &[&str]) -> FeatureSpace {
        FeatureSpace::new(ShapeDictionary::new(&[1, 2, 3]), find_sets(sets).expect("known sets"), None)
    }

    /// Everything before the shapes is shared by spaces with the same sets; an added set only where both have it.
    #[test]
    fn spaces_share_the_features_of_common_sets() {
        let (plain, added) = (space(&[]), space(&["tactical-3"]));
        let all = |space: &FeatureSpace| (0..space.n_dense() as u32).map(|f| (f, f)).collect::<Vec<_>>();
        assert!(added.n_dense() > plain.n_dense());
        assert_eq!(plain.shared_dense(&plain), all(&plain));
        assert_eq!(added.shared_dense(&added), all(&added));
        assert_eq!(added.shared_dense(&plain), all(&plain));
        assert_eq!(plain.shared_dense(&added), all(&plain));
    }
}
