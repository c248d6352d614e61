//! Growing a tree by the likelihood ratio over sampled questions (Tidwell 2012, section 4.4).
//!
//! Every scene gives one *positive* example for each focus whose leaf window covers the event, and as many *negative* ones, drawn
//! at random among its other foci (undersampling). At a node, `s` questions are sampled; the one with the largest gain
//! `ln L(yes) + ln L(no) - ln L(node)` splits it. A node stays a leaf when it has fewer than `m` examples, at depth `d`, or when no
//! question gains anything. The thesis would also accept a gain of exactly 0; here a split must gain and leave neither side empty.

use super::tree::Node;
use super::{BadGridSettings, Cell, GridTree, GrowthSettings, LeafTable, Question, Scene, Vocabulary};
use rand::seq::index;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// A scene and where its event happened.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// The grid before the event.
    pub scene: Scene,
    /// The cell of the event.
    pub event: Cell,
}

/// One focus of one sighting.
#[derive(Clone, Copy)]
struct Example {
    sighting: u32,
    focus: Cell,
    /// The event's place in the window around the focus; `None` if it is elsewhere.
    place: Option<u16>,
}

/// The place of the event in the window around the focus, row by row.
pub(super) fn place_in_window(focus: Cell, event: Cell, window: u8) -> Option<u16> {
    let reach = i16::from(window / 2);
    let (dx, dy) = (i16::from(event.x) - i16::from(focus.x), i16::from(event.y) - i16::from(focus.y));
    (dx.abs() <= reach && dy.abs() <= reach).then(|| ((dy + reach) * i16::from(window) + dx + reach) as u16)
}

/// All positive examples of a sighting, and `settings.negatives` times as many negative ones.
fn collect_examples(sightings: &[Sighting], settings: &GrowthSettings, rng: &mut impl Rng) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut elsewhere = Vec::new();
    for (idx, Sighting { scene, event }) in sightings.iter().enumerate() {
        let sighting = idx as u32;
        let n_before = examples.len();
        elsewhere.clear();
        for focus in scene.shape().cells() {
            match place_in_window(focus, *event, settings.leaf_window) {
                Some(place) => examples.push(Example { sighting, focus, place: Some(place) }),
                None => elsewhere.push(focus),
            }
        }
        let wanted = ((examples.len() - n_before) as f64 * settings.negatives).round() as usize;
        let drawn = index::sample(rng, elsewhere.len(), wanted.min(elsewhere.len()));
        examples.extend(drawn.into_iter().map(|k| Example { sighting, focus: elsewhere[k], place: None }));
    }
    examples
}

struct Grower<'a> {
    sightings: &'a [Sighting],
    n_kinds: usize,
    settings: &'a GrowthSettings,
    nodes: Vec<Node>,
}

impl Grower<'_> {
    fn table<'e>(&self, examples: impl Iterator<Item = &'e Example>) -> LeafTable {
        let mut table = LeafTable::empty(self.settings.leaf_window);
        examples.for_each(|example| table.record(example.place));
        table
    }

    fn is_yes(&self, question: &Question, example: &Example) -> bool {
        question.answer(&self.sightings[example.sighting as usize].scene, example.focus)
    }

    /// The gain of a question; `None` if it does not divide the examples.
    fn gain(&self, question: &Question, examples: &[Example], whole: &LeafTable, whole_likelihood: f64) -> Option<f64> {
        let mut yes = LeafTable::empty(self.settings.leaf_window);
        for example in examples.iter().filter(|example| self.is_yes(question, example)) {
            yes.record(example.place);
        }
        let no = LeafTable {
            counts: whole.counts.iter().zip(&yes.counts).map(|(all, yes)| all - yes).collect(),
            n_null: whole.n_null - yes.n_null,
        };
        let divides = yes.n_examples() > 0 && no.n_examples() > 0;
        divides.then(|| yes.log_likelihood() + no.log_likelihood() - whole_likelihood)
    }

    /// Grows the subtree of these examples (algorithm 4.10) and reorders them.
    fn grow(&mut self, examples: &mut [Example], depth: u32, rng: &mut impl Rng) {
        let table = self.table(examples.iter());
        let may_split = depth < self.settings.depth && examples.len() >= self.settings.minimum_support as usize;
        let best = if may_split { self.best_question(examples, &table, rng) } else { None };
        let Some(question) = best else {
            self.nodes.push(Node::Leaf(table));
            return;
        };
        let asked = self.nodes.len();
        self.nodes.push(Node::Ask(question, 0));
        let n_yes = partition(examples, |example| self.is_yes(&question, example));
        let (yes, no) = examples.split_at_mut(n_yes);
        self.grow(yes, depth + 1, rng);
        let no_branch = self.nodes.len() as u32;
        self.nodes[asked] = Node::Ask(question, no_branch);
        self.grow(no, depth + 1, rng);
    }

    fn best_question(&self, examples: &[Example], whole: &LeafTable, rng: &mut impl Rng) -> Option<Question> {
        let whole_likelihood = whole.log_likelihood();
        let mut best = None;
        let mut best_gain = 0.0;
        for _ in 0..self.settings.questions {
            let example = &examples[rng.random_range(0..examples.len())];
            let scene = &self.sightings[example.sighting as usize].scene;
            let question = Question::sample(scene, example.focus, self.n_kinds, self.settings, rng);
            if let Some(gain) = self.gain(&question, examples, whole, whole_likelihood)
                && gain > best_gain
            {
                (best, best_gain) = (Some(question), gain);
            }
        }
        best
    }
}

/// Moves the examples that satisfy the condition to the front, keeping the order of both parts; returns how many there are.
fn partition(examples: &mut [Example], is_first: impl Fn(&Example) -> bool) -> usize {
    let (first, second): (Vec<Example>, Vec<Example>) = examples.iter().partition(|example| is_first(example));
    examples[..first.len()].copy_from_slice(&first);
    examples[first.len()..].copy_from_slice(&second);
    first.len()
}

/// Grows one tree on all sightings.
///
/// # Errors
/// When the settings do not fit the grids. An empty list gives a tree of one empty leaf.
pub fn grow_tree(
    sightings: &[Sighting],
    vocabulary: &Vocabulary,
    settings: &GrowthSettings,
    seed: u64,
) -> Result<GridTree, BadGridSettings> {
    for sighting in sightings {
        settings.check(sighting.scene.shape())?;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut examples = collect_examples(sightings, settings, &mut rng);
    let mut grower = Grower { sightings, n_kinds: vocabulary.n_kinds(), settings, nodes: Vec::new() };
    grower.grow(&mut examples, 0, &mut rng);
    Ok(GridTree::from_nodes(settings.leaf_window, grower.nodes).expect("a grown tree is a tree"))
}

/// Grows one tree on each list of sightings that `sightings_of(tree)` gives, several at once. The result does not depend on the
/// number of threads; `done` is called after each tree.
pub fn grow_forest(
    n_trees: usize,
    sightings_of: impl Fn(usize) -> Vec<Sighting> + Sync,
    vocabulary: &Vocabulary,
    settings: &GrowthSettings,
    seed: u64,
    done: impl Fn() + Sync,
) -> Result<Vec<GridTree>, BadGridSettings> {
    (0..n_trees)
        .into_par_iter()
        .map(|idx| {
            let tree = grow_tree(&sightings_of(idx), vocabulary, settings, crate::tree::tree_seed(seed, idx));
            done();
            tree
        })
        .collect()
}
