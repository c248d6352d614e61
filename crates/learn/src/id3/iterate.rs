//! Trees grown repeatedly on their own mistakes (Abe and Kotani, section 3).
//!
//! Tree 0 sees, for each choice, the chosen candidate and `negatives` others drawn at random. Tree `k` sees the chosen one and the
//! `negatives` others that the sum of the trees `0..k` values most, in random order where values are equal. With `random_share` above 0
//! that share of them is drawn at random instead, which keeps later trees from forgetting what a hopeless candidate looks like; the
//! paper has 0.

use super::{AttributeTable, BadId3Settings, Id3Settings, Id3Tree, grow_id3};
use rand::seq::{SliceRandom, index};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Choices between candidates, each described by a row of integers.
pub trait Choices: Sync {
    /// Number of choices.
    fn n_choices(&self) -> usize;

    /// Integers that describe a candidate.
    fn n_attributes(&self) -> usize;

    /// Writes the rows of all candidates of a choice into `rows` (empty on entry) and returns the place of the chosen one.
    fn candidates(&self, choice: usize, rows: &mut Vec<i16>) -> usize;
}

/// How the sequence of trees is grown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct IterationSettings {
    /// Trees after the first one.
    pub iterations: u32,
    /// Candidates that were not chosen, for each choice.
    pub negatives: u32,
    /// Share of them that is drawn at random after the first tree.
    pub random_share: f64,
    /// How each tree grows.
    pub tree: Id3Settings,
}

impl Default for IterationSettings {
    /// The paper's (section 4.2.1).
    fn default() -> Self {
        IterationSettings { iterations: 20, negatives: 50, random_share: 0.0, tree: Id3Settings::default() }
    }
}

impl IterationSettings {
    /// Checks every setting.
    pub fn check(&self) -> Result<(), BadId3Settings> {
        self.tree.check()?;
        let bad = |name, value: String, range| Err(BadId3Settings { name, value, range });
        if self.iterations > 1000 {
            return bad("iterations", self.iterations.to_string(), "from 0 to 1000");
        }
        if !(1..=10_000).contains(&self.negatives) {
            return bad("negatives", self.negatives.to_string(), "from 1 to 10000");
        }
        if !(0.0..=1.0).contains(&self.random_share) {
            return bad("random-share", self.random_share.to_string(), "from 0 to 1");
        }
        Ok(())
    }
}

/// Grows the sequence of trees; `grown` is called with each new tree and may return false to stop after it. `before` are trees from an
/// interrupted run with the same settings and seed: they are continued.
///
/// The result depends neither on the number of threads nor on where a run was interrupted.
pub fn grow_iterated(
    choices: &impl Choices,
    settings: &IterationSettings,
    seed: u64,
    before: Vec<Id3Tree>,
    mut grown: impl FnMut(&[Id3Tree]) -> bool,
) -> Result<Vec<Id3Tree>, BadId3Settings> {
    settings.check()?;
    let mut trees = before;
    while trees.len() <= settings.iterations as usize {
        let table = collect(choices, settings, seed, &trees);
        trees.push(grow_id3(&table, &settings.tree));
        if !grown(&trees) {
            break;
        }
    }
    Ok(trees)
}

/// Choices whose rows are collected by one thread at a time.
const CHUNK: usize = 256;

fn collect(choices: &impl Choices, settings: &IterationSettings, seed: u64, trees: &[Id3Tree]) -> AttributeTable {
    let n_chunks = choices.n_choices().div_ceil(CHUNK);
    let parts: Vec<AttributeTable> = (0..n_chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut table = AttributeTable::new(choices.n_attributes());
            let mut rows = Vec::new();
            for choice in chunk * CHUNK..((chunk + 1) * CHUNK).min(choices.n_choices()) {
                rows.clear();
                let chosen = choices.candidates(choice, &mut rows);
                let draw = seed ^ crate::tree::tree_seed(choice as u64, trees.len());
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(draw);
                pick(&rows, chosen, settings, trees, &mut rng, &mut table);
            }
            table
        })
        .collect();
    let mut whole = AttributeTable::new(choices.n_attributes());
    parts.into_iter().for_each(|part| whole.append(part));
    whole
}

/// Adds the chosen candidate and the negatives of one choice.
fn pick(
    rows: &[i16],
    chosen: usize,
    settings: &IterationSettings,
    trees: &[Id3Tree],
    rng: &mut impl Rng,
    table: &mut AttributeTable,
) {
    let n_attributes = table.n_attributes();
    let row = |idx: usize| &rows[idx * n_attributes..][..n_attributes];
    let mut others: Vec<usize> = (0..rows.len() / n_attributes).filter(|&idx| idx != chosen).collect();
    table.push(row(chosen), true);
    let wanted = (settings.negatives as usize).min(others.len());
    let n_liked = match trees {
        [] => 0,
        _ => wanted - (wanted as f64 * settings.random_share).round() as usize,
    };
    if n_liked > 0 {
        // Equal values come in random order. The trees give 0 to most candidates of most choices: board order, say, would fill
        // the places that are left with the same corner every time.
        others.shuffle(rng);
        let value = |idx: usize| trees.iter().map(|tree| tree.value(row(idx))).sum::<f32>();
        let mut valued: Vec<(f32, usize)> = others.iter().map(|&idx| (value(idx), idx)).collect();
        valued.sort_by(|a, b| b.0.total_cmp(&a.0));
        others = valued.into_iter().map(|(_, idx)| idx).collect();
    }
    let (liked, rest) = others.split_at(n_liked);
    liked.iter().for_each(|&idx| table.push(row(idx), false));
    let drawn = index::sample(rng, rest.len(), wanted - n_liked);
    drawn.into_iter().for_each(|k| table.push(row(rest[k]), false));
}
