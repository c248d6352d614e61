//! The features of the factor model: dense families first, then the shapes of the dictionary.
//!
//! A feature is a number. Dense families (place, phase, recent moves, tactics) have a fixed range of levels each; a level that says
//! nothing (0) is not a feature. Of the plain shapes only the largest known one counts, of the others every known size.

use super::dictionary::ShapeDictionary;
use go_board::{BoardSize, Move, Point, Position, circular_distance};
use go_features::shape::{ShapeContext, ShapeFamily};
use go_features::tactical::{LadderTest, TacticalContext, TacticalFamily, TacticalOptions};
use go_features::tactical2::{Tactical2Context, Tactical2Family, Tactical2Options};
use learn::Rows;

/// The version of the feature set, as named in model files: a model works only with the set it was trained on.
pub const FEATURE_SET: &str = "shape-3";

/// What a feature number stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A level of a dense family.
    Dense(&'static str, u32),
    /// A level of a tactical family of van Niekerk 2014.
    Tactical(TacticalFamily, u8),
    /// A level of a family of tactical-2.
    Tactical2(Tactical2Family, u8),
    /// A known shape of that family and size.
    Shape(ShapeFamily, usize),
}

/// The dense families with their numbers of levels.
const FAMILIES: &[(&str, u32)] = &[
    ("pass", 3),
    ("phase", 12),
    ("place", 92),
    ("near-move-1", 18),
    ("near-move-2", 18),
    ("near-move-3", 18),
    ("near-move-4", 18),
    ("near-move-5", 18),
    ("near-move-6", 18),
    ("near-move-7", 18),
    ("near-move-8", 18),
];
const PASS: usize = 0;
const PHASE: usize = 1;
const PLACE: usize = 2;
const NEAR_MOVE: usize = 3;

/// The tactical families that say what the families above do not say already.
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

/// Ladders are read, not guessed: this model has no table to reproduce.
fn tactical_options() -> TacticalOptions {
    TacticalOptions { ladders: LadderTest::Reading, ..Default::default() }
}

/// What is computed once for all candidates of a position.
struct Contexts<'p> {
    shapes: ShapeContext,
    tactical: TacticalContext<'p, 0>,
    tactical2: Tactical2Context<'p, 0>,
}

impl<'p> Contexts<'p> {
    fn new(position: &'p Position) -> Self {
        Contexts {
            shapes: ShapeContext::new(position),
            tactical: TacticalContext::new(position, tactical_options()),
            tactical2: Tactical2Context::new(position, Tactical2Options::default()),
        }
    }
}

/// Numbers the features and finds those of a candidate.
#[derive(Clone)]
pub struct FeatureSpace {
    bases: Vec<u32>,
    tactical_bases: Vec<u32>,
    tactical2_bases: Vec<u32>,
    n_dense: u32,
    dictionary: ShapeDictionary,
}

impl FeatureSpace {
    /// The space with these shapes.
    pub fn new(dictionary: ShapeDictionary) -> Self {
        let mut n_dense = 0;
        let mut next = |n: u32| {
            n_dense += n;
            n_dense - n
        };
        let bases = FAMILIES.iter().map(|&(_, n)| next(n)).collect();
        let tactical_bases = TacticalFamily::ALL.iter().map(|f| next(u32::from(f.max_level()) + 1)).collect();
        let tactical2_bases = Tactical2Family::ALL.iter().map(|f| next(u32::from(f.max_level()) + 1)).collect();
        FeatureSpace { bases, tactical_bases, tactical2_bases, n_dense, dictionary }
    }

    /// All features.
    pub fn n_features(&self) -> usize {
        self.n_dense as usize + self.dictionary.len()
    }

    /// Features before the shapes.
    pub fn n_dense(&self) -> usize {
        self.n_dense as usize
    }

    /// The known shapes.
    pub fn dictionary(&self) -> &ShapeDictionary {
        &self.dictionary
    }

    /// Writes down all legal moves and pass, each with its features.
    pub fn extract(&self, position: &Position, moves: &mut Vec<Move>, rows: &mut Rows) {
        moves.clear();
        rows.clear();
        let contexts = Contexts::new(position);
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

    /// The features of one move with their meanings.
    pub fn meanings(&self, position: &Position, mv: Move) -> Vec<(u32, Meaning)> {
        let mut found = Vec::new();
        match mv {
            Move::Play(point) => {
                let contexts = Contexts::new(position);
                let mut say = |feature, meaning| found.push((feature, meaning));
                self.describe_dense(position, &contexts, point, &mut say);
                self.describe_shapes(&contexts.shapes, point, say);
            }
            Move::Pass => self.describe_pass(position, |feature, meaning| found.push((feature, meaning))),
        }
        found
    }

    #[inline(always)]
    fn dense(&self, family: usize, level: usize, say: &mut impl FnMut(u32, Meaning)) {
        let (name, n_levels) = FAMILIES[family];
        let level = (level as u32).min(n_levels - 1);
        if level > 0 {
            say(self.bases[family] + level, Meaning::Dense(name, level));
        }
    }

    fn describe_pass(&self, position: &Position, mut say: impl FnMut(u32, Meaning)) {
        let after_pass = position.last_moves[0].is_some_and(Move::is_pass);
        self.dense(PASS, 1 + usize::from(after_pass), &mut say);
        self.dense(PHASE, phase(position), &mut say);
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
        self.dense(PHASE, phase(position), &mut say);
        self.dense(PLACE, place(size, point), &mut say);
        for (back, last) in position.last_moves.iter().enumerate() {
            if let Some(Move::Play(last)) = last {
                let (dx, dy) = (point.x() as i32 - last.x() as i32, point.y() as i32 - last.y() as i32);
                let distance = circular_distance(dx, dy);
                self.dense(NEAR_MOVE + back, if distance <= 17 { distance } else { 0 }, &mut say);
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
