//! RIPPER (Cohen 1995), as Weka's JRip: classes from the rarest to the most frequent, each by rules that are grown on two thirds of the
//! rows, pruned on the rest, and improved twice.
//!
//! A rule grows by the condition with the largest `p (log2(p/t) - log2(P/T))` until it covers no other class; it is pruned to the prefix with the best
//! `(p + 1) / (t + 2)`. Rules are added until the description length exceeds the smallest so far by 64 bits, a rule is wrong more often than
//! right, or nothing is left. Every round of optimisation tries a replacement and a revision of every rule and keeps the one with the smallest description
//! length, covers what is left, and deletes rules that lengthen the description.

mod ruleset;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::description_length::Coverage;
use super::ranked::{Labels, Ranked, Tally};
use super::rules::{Condition, Rule, RuleList, Test, shares};
use super::table::Table;
use ruleset::Ruleset;

/// Parameters, checked by `Learner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RipperSettings {
    /// One of so many parts prunes.
    pub(super) folds: usize,
    pub(super) min_weight: f64,
    pub(super) optimizations: usize,
}

/// Bits by which a description may exceed the shortest so far.
const MOST_SURPLUS: f64 = 64.0;

type Conditions = Vec<Condition>;

/// What stays the same while the rules of one class are sought.
struct Task<'a> {
    table: &'a Table,
    ranked: &'a Ranked,
    labels: &'a Labels<'a>,
    settings: &'a RipperSettings,
    n_conditions: f64,
    class: usize,
    /// The share of the class: false positives expected among errors.
    expected: f64,
}

pub(super) fn fit(table: &Table, ranked: &Ranked, labels: &Labels, settings: &RipperSettings, seed: u64) -> RuleList {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let n_conditions = (0..table.n_columns()).map(|column| 2.0 * ranked.distinct(column).len() as f64).sum();
    let mut rows: Vec<u32> = (0..table.n_rows() as u32).collect();
    let weights = labels.distribution(&rows);
    let mut order: Vec<usize> = (0..labels.n_classes).collect();
    order.shuffle(&mut rng);
    order.sort_by(|&a, &b| weights[a].total_cmp(&weights[b]));
    let mut rules = Vec::new();
    for (place, &class) in order[..order.len() - 1].iter().enumerate() {
        let left: f64 = order[place..].iter().map(|&class| weights[class]).sum();
        if labels.distribution(&rows)[class] <= 0.0 {
            continue;
        }
        let expected = weights[class] / left;
        let task = Task { table, ranked, labels, settings, n_conditions, class, expected };
        for (conditions, covered) in task.rules_of_class(&mut rows, &mut rng) {
            rules.push(Rule { conditions, probabilities: shares(&labels.distribution(&covered)) });
        }
    }
    rules.push(Rule { conditions: vec![], probabilities: shares(&labels.distribution(&rows)) });
    RuleList(rules)
}

impl Task<'_> {
    fn covers(&self, conditions: &[Condition], row: u32) -> bool {
        conditions.iter().all(|condition| condition.holds(self.table.row(row as usize)))
    }

    fn weight(&self, row: u32) -> f64 {
        self.labels.weights[row as usize]
    }

    fn is_positive(&self, row: u32) -> bool {
        self.labels.classes[row as usize] as usize == self.class
    }

    /// The weight of some rows, and of those of the class among them.
    fn weights(&self, rows: &[u32]) -> (f64, f64) {
        rows.iter().fold((0.0, 0.0), |(total, positive), &row| {
            (total + self.weight(row), positive + if self.is_positive(row) { self.weight(row) } else { 0.0 })
        })
    }

    /// Splits rows by a rule: the covered rows, the counts, the remaining rows.
    fn count(&self, conditions: &[Condition], rows: &[u32]) -> (Vec<u32>, Coverage, Vec<u32>) {
        let (covered, left): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| self.covers(conditions, row));
        let ((t, p), (others, missed)) = (self.weights(&covered), self.weights(&left));
        let coverage = Coverage {
            covered: t,
            uncovered: others,
            true_positives: p,
            false_positives: t - p,
            false_negatives: missed,
        };
        (covered, coverage, left)
    }

    /// Shuffles the rows within their classes and parts them: to grow on and to prune with.
    fn parts(&self, rows: &[u32], rng: &mut Xoshiro256PlusPlus) -> (Vec<u32>, Vec<u32>) {
        let mut by_class: Vec<Vec<u32>> = vec![Vec::new(); self.labels.n_classes];
        rows.iter().for_each(|&row| by_class[self.labels.classes[row as usize] as usize].push(row));
        by_class.iter_mut().for_each(|rows| rows.shuffle(rng));
        let all = by_class.concat();
        let folds = self.settings.folds;
        let stratified: Vec<u32> = (0..folds).flat_map(|fold| all.iter().skip(fold).step_by(folds)).copied().collect();
        let split = rows.len() * (folds - 1) / folds;
        (stratified[..split].to_vec(), stratified[split..].to_vec())
    }

    /// Adds conditions to a rule while they gain.
    fn grow(&self, conditions: &mut Conditions, mut rows: Vec<u32>) {
        let (total, positive) = self.weights(&rows);
        if total <= 0.0 {
            return;
        }
        let mut rate = (positive + 1.0) / (total + 1.0);
        let mut tally = Tally::default();
        while !rows.is_empty() && rate < 1.0 - 1e-6 {
            let mut best: Option<(f64, Condition, f64, f64)> = None;
            for column in 0..self.ranked.n_columns() {
                self.ranked.tally(column, &rows, self.labels, &mut tally);
                let candidate = self.best_of_column(column, &tally, rate, best.map_or(0.0, |(gain, ..)| gain));
                best = candidate.or(best);
            }
            let Some((_, condition, accurate, new_rate)) = best else { return };
            if accurate < self.settings.min_weight - 1e-6 {
                return;
            }
            conditions.push(condition);
            rows.retain(|&row| condition.holds(self.table.row(row as usize)));
            rate = new_rate;
        }
    }

    /// The condition of a column with the largest gain, if it is above `least`: gain, condition, weight of the class, rate.
    fn best_of_column(
        &self,
        column: usize,
        tally: &Tally,
        rate: f64,
        least: f64,
    ) -> Option<(f64, Condition, f64, f64)> {
        let n_classes = self.labels.n_classes;
        let cells = || tally.weights.chunks_exact(n_classes).map(|cell| (cell.iter().sum::<f64>(), cell[self.class]));
        let (mut above, mut above_positive) = cells().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let (mut below, mut below_positive) = (0.0, 0.0);
        let mut best = None;
        let mut most = least;
        for (&rank, (total, positive)) in tally.ranks.iter().zip(cells()) {
            below += total;
            below_positive += positive;
            let gain = |t: f64, p: f64| p * (((p + 1.0) / (t + 1.0)).log2() - rate.log2());
            let (first, second) = (gain(below, below_positive), gain(above, above_positive));
            let value = self.ranked.distinct(column)[rank as usize];
            let (gain, test, t, p) = if first > second {
                (first, Test::AtMost(value), below, below_positive)
            } else {
                (second, Test::AtLeast(value), above, above_positive)
            };
            if gain > most {
                most = gain;
                best = Some((gain, Condition { column: column as u32, test }, p, (p + 1.0) / (t + 1.0)));
            }
            above -= total;
            above_positive -= positive;
        }
        best
    }

    /// Cuts a rule to its best prefix on other rows: the rate on covered rows, or on all (`whole`).
    fn prune(&self, conditions: &mut Conditions, rows: &[u32], whole: bool) {
        let (total, positive) = self.weights(rows);
        if total <= 0.0 || conditions.is_empty() {
            return;
        }
        let mut rows = rows.to_vec();
        let mut true_negatives = 0.0;
        let mut best = ((positive + 1.0) / (total + 2.0), 0);
        for (place, condition) in conditions.iter().enumerate() {
            rows.retain(|&row| {
                let holds = condition.holds(self.table.row(row as usize));
                if !holds && !self.is_positive(row) {
                    true_negatives += self.weight(row);
                }
                holds
            });
            let (t, p) = self.weights(&rows);
            let worth = if whole { (p + true_negatives) / total } else { (p + 1.0) / (t + 2.0) };
            if worth > best.0 {
                best = (worth, place + 1);
            }
        }
        conditions.truncate(best.1);
    }

    /// The rules of the class with the rows they cover; leaves the uncovered ones in `rows`.
    fn rules_of_class(&self, rows: &mut Vec<u32>, rng: &mut Xoshiro256PlusPlus) -> Vec<(Conditions, Vec<u32>)> {
        let all = rows.clone();
        let (total, positive) = self.weights(&all);
        let default = Coverage { uncovered: total, false_negatives: positive, ..Coverage::default() };
        let default_bits = default.data(self.expected);
        let mut rules = Ruleset::new(self, all.clone());
        let (mut bits, mut least) = (default_bits, default_bits);
        loop {
            let (grow, prune) = self.parts(rules.left(), rng);
            let mut rule = Conditions::new();
            self.grow(&mut rule, grow);
            self.prune(&mut rule, &prune, false);
            rules.push(rule);
            bits += rules.relative_bits(rules.len() - 1);
            least = least.min(bits);
            let coverage = rules.coverage(rules.len() - 1);
            if is_enough(&coverage, least, bits) {
                rules.pop();
                break;
            }
            if coverage.false_negatives <= 1e-6 {
                break;
            }
        }
        for _ in 0..self.settings.optimizations {
            rules = self.optimize(rules, default_bits, rng);
        }
        *rows = rules.left().to_vec();
        rules.into_rules()
    }

    /// One round of optimisation.
    fn optimize<'t>(&'t self, mut old: Ruleset<'t>, default_bits: f64, rng: &mut Xoshiro256PlusPlus) -> Ruleset<'t> {
        let mut new = Ruleset::new(self, old.all().to_vec());
        let (mut bits, mut least) = (default_bits, default_bits);
        let mut place = 0;
        loop {
            let left = new.left().to_vec();
            let (grow, prune) = self.parts(&left, rng);
            let is_residual = place >= old.len();
            if is_residual {
                let mut rule = Conditions::new();
                self.grow(&mut rule, grow);
                self.prune(&mut rule, &prune, false);
                new.push(rule);
                bits += new.relative_bits(place);
                least = least.min(bits);
                if is_enough(&new.coverage(place), least, bits) {
                    new.pop();
                    break;
                }
            } else if !left.iter().any(|&row| self.covers(old.conditions(place), row)) {
                new.push(old.conditions(place).clone());
                place += 1;
                continue;
            } else {
                let chosen = self.best_variant(&new, &old, place, (grow, prune));
                old.replace(place, chosen.clone());
                new.push(chosen);
            }
            let is_done = new.coverage(place).false_negatives <= 1e-6;
            place += 1;
            if is_done {
                break;
            }
        }
        for rest in new.len()..old.len() {
            new.push(old.conditions(rest).clone());
        }
        new.reduce();
        new
    }

    /// The old rule, a replacement or a revision: whichever has the shortest description.
    fn best_variant(&self, new: &Ruleset, old: &Ruleset, place: usize, parts: (Vec<u32>, Vec<u32>)) -> Conditions {
        let (grow, mut prune) = parts;
        prune.retain(|&row| !(place + 1..old.len()).any(|later| self.covers(old.conditions(later), row)));
        let mut replacement = Conditions::new();
        self.grow(&mut replacement, grow.clone());
        self.prune(&mut replacement, &prune, true);
        let mut revision = old.conditions(place).clone();
        self.grow(&mut revision, grow.into_iter().filter(|&row| self.covers(old.conditions(place), row)).collect());
        self.prune(&mut revision, &prune, true);
        let bits = |rule: &Conditions| {
            let mut with = new.clone();
            with.push(rule.clone());
            (place + 1..old.len()).for_each(|later| with.push(old.conditions(later).clone()));
            with.relative_bits(place)
        };
        let (of_old, of_revision, of_replacement) = (bits(old.conditions(place)), bits(&revision), bits(&replacement));
        if of_old <= of_revision && of_old <= of_replacement {
            old.conditions(place).clone()
        } else if of_revision <= of_replacement {
            revision
        } else {
            replacement
        }
    }
}

/// Whether no further rule is needed.
fn is_enough(coverage: &Coverage, least: f64, bits: f64) -> bool {
    bits > least + MOST_SURPLUS || coverage.true_positives <= 1e-6 || coverage.is_mostly_wrong()
}
