//! The rules of one class with their coverage, and their description lengths.

use super::super::description_length::{Coverage, theory};
use super::{Conditions, Task};

/// Rules in order; each sees the rows that those before it left.
#[derive(Clone)]
pub(super) struct Ruleset<'t> {
    task: &'t Task<'t>,
    all: Vec<u32>,
    rules: Vec<Counted>,
}

#[derive(Clone)]
struct Counted {
    conditions: Conditions,
    covered: Vec<u32>,
    coverage: Coverage,
    left: Vec<u32>,
}

impl<'t> Ruleset<'t> {
    pub(super) fn new(task: &'t Task<'t>, all: Vec<u32>) -> Self {
        Ruleset { task, all, rules: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.rules.len()
    }

    /// The rows of the class's task.
    pub(super) fn all(&self) -> &[u32] {
        &self.all
    }

    /// The rows that no rule covers.
    pub(super) fn left(&self) -> &[u32] {
        self.rules.last().map_or(&self.all, |rule| &rule.left)
    }

    pub(super) fn conditions(&self, place: usize) -> &Conditions {
        &self.rules[place].conditions
    }

    pub(super) fn coverage(&self, place: usize) -> Coverage {
        self.rules[place].coverage
    }

    pub(super) fn push(&mut self, conditions: Conditions) {
        let (covered, coverage, left) = self.task.count(&conditions, self.left());
        self.rules.push(Counted { conditions, covered, coverage, left });
    }

    pub(super) fn pop(&mut self) {
        self.rules.pop();
    }

    /// Replaces a rule; the statistics of it and of those after it become invalid.
    pub(super) fn replace(&mut self, place: usize, conditions: Conditions) {
        self.rules[place].conditions = conditions;
    }

    pub(super) fn into_rules(self) -> Vec<(Conditions, Vec<u32>)> {
        self.rules.into_iter().map(|rule| (rule.conditions, rule.covered)).collect()
    }

    fn theory(&self, place: usize) -> f64 {
        theory(self.rules[place].conditions.len(), self.task.n_conditions)
    }

    /// Covered weights of some rules together; uncovered ones of the last.
    fn sum<'a>(coverages: impl Iterator<Item = &'a Coverage>) -> Option<Coverage> {
        coverages.copied().reduce(|sum, rule| Coverage {
            covered: sum.covered + rule.covered,
            true_positives: sum.true_positives + rule.true_positives,
            false_positives: sum.false_positives + rule.false_positives,
            uncovered: rule.uncovered,
            false_negatives: rule.false_negatives,
        })
    }

    /// How many bits longer the description is with the rule than without, when useless later rules are deleted in both cases.
    pub(super) fn relative_bits(&self, place: usize) -> f64 {
        let expected = self.task.expected;
        let shortest = |mut whole: Coverage, later: &[Coverage]| {
            let mut saved = 0.0;
            for (offset, rule) in later.iter().enumerate() {
                saved += whole.potential(rule, self.theory(place + 1 + offset), expected).unwrap_or(0.0);
            }
            whole.data(expected) - saved
        };
        let counted: Vec<Coverage> = self.rules.iter().map(|rule| rule.coverage).collect();
        let whole = Self::sum(counted.iter()).expect("the rule at least");
        let with = shortest(whole, &counted[place + 1..]);

        let mut left = if place == 0 { self.all.clone() } else { self.rules[place - 1].left.clone() };
        let mut later = Vec::new();
        for rule in &self.rules[place + 1..] {
            let (_, coverage, rest) = self.task.count(&rule.conditions, &left);
            later.push(coverage);
            left = rest;
        }
        let nothing = || {
            let (total, positive) = self.task.weights(&self.all);
            Coverage { uncovered: total, false_negatives: positive, ..Coverage::default() }
        };
        let whole = Self::sum(counted[..place].iter().chain(&later)).unwrap_or_else(nothing);
        let without = shortest(whole, &later);
        with + self.theory(place) - without
    }

    /// Deletes rules that lengthen the description, the last first.
    pub(super) fn reduce(&mut self) {
        let Some(mut whole) = Self::sum(self.rules.iter().map(|rule| &rule.coverage)) else { return };
        let mut kept: Vec<Conditions> = Vec::new();
        for place in (0..self.rules.len()).rev() {
            let coverage = self.rules[place].coverage;
            if whole.potential(&coverage, self.theory(place), self.task.expected).is_none() {
                kept.push(self.rules[place].conditions.clone());
            }
        }
        if kept.len() < self.rules.len() {
            self.rules.clear();
            kept.into_iter().rev().for_each(|conditions| self.push(conditions));
        }
    }
}
