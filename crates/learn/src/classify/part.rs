//! PART (Frank and Witten 1998): a rule is the leaf with the largest coverage of a partial C4.5 tree; its rows are
//! removed, and the next tree is grown.
//!
//! A partial tree expands the side with the smallest entropy first, and continues with the other only while the
//! expanded one turned out to be a leaf; a node whose sides are all leaves is replaced by a leaf if the estimated
//! errors allow it. As in Weka.

use super::c45::{Split, SplitSearch, estimated_errors};
use super::ranked::{Labels, Ranked};
use super::rules::{Condition, Rule, RuleList, Test, shares};
use super::stump::x_ln_x;

const NEARLY: f64 = 1e-6;

/// Parameters, checked by `Learner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PartSettings {
    pub(super) confidence: f64,
    pub(super) min_rows: f64,
}

/// A node of a partial tree; sons that were not expanded are missing.
struct Partial {
    distribution: Vec<f64>,
    split: Option<Branching>,
}

struct Branching {
    split: Split,
    sons: [Option<Box<Partial>>; 2],
    /// The son that the rule goes through.
    chosen: usize,
}

pub(super) fn fit(ranked: &Ranked, labels: &Labels, settings: &PartSettings) -> RuleList {
    let mut rows: Vec<u32> = (0..labels.classes.len() as u32).collect();
    let mut search = SplitSearch::new(ranked, labels, settings.min_rows);
    let mut rules = Vec::new();
    while !rows.is_empty() {
        let tree = build(&mut search, &rows, settings);
        let mut conditions = Vec::new();
        let mut ranks = Vec::new();
        let mut node = &tree;
        while let Some(Branching { split, sons, chosen }) = &node.split {
            let test = if *chosen == 0 { Test::AtMost(split.threshold) } else { Test::Above(split.threshold) };
            conditions.push(Condition { column: split.column as u32, test });
            ranks.push((*split, *chosen));
            node = sons[*chosen].as_ref().expect("the chosen son was expanded");
        }
        rules.push(Rule { conditions, probabilities: shares(&node.distribution) });
        let covers = |row: u32| {
            let goes = |(split, chosen): &(Split, usize)| {
                usize::from(ranked.column(split.column)[row as usize] > split.last_rank) == *chosen
            };
            ranks.iter().all(goes)
        };
        rows.retain(|&row| !covers(row));
    }
    RuleList(rules)
}

fn weight(distribution: &[f64]) -> f64 {
    distribution.iter().sum()
}

fn build(search: &mut SplitSearch, rows: &[u32], settings: &PartSettings) -> Partial {
    let distribution = search.labels().distribution(rows);
    let Some(split) = search.best(rows, &distribution) else {
        return Partial { distribution, split: None };
    };
    let (below, above) = split.divide(search.ranked(), rows);
    let parts = [below, above];
    let of_parts = [0, 1].map(|part: usize| search.labels().distribution(&parts[part]));
    let mut sons: [Option<Box<Partial>>; 2] = [None, None];
    for step in 0..2 {
        let Some(part) = next_part(&sons, &of_parts, settings.min_rows) else {
            if step == 0 {
                return Partial { distribution, split: None };
            }
            for part in 0..2 {
                let leaf = || Box::new(Partial { distribution: of_parts[part].clone(), split: None });
                sons[part].get_or_insert_with(leaf);
            }
            break;
        };
        let son = build(search, &parts[part], settings);
        let is_leaf = son.split.is_none();
        sons[part] = Some(Box::new(son));
        if !is_leaf {
            break;
        }
    }
    let are_leaves = sons.iter().all(|son| son.as_ref().is_some_and(|son| son.split.is_none()));
    if are_leaves {
        let tree: f64 = of_parts.iter().map(|part| estimated_errors(part, settings.confidence)).sum();
        if estimated_errors(&distribution, settings.confidence) - (tree + 0.1) < NEARLY {
            return Partial { distribution, split: None };
        }
    }
    let chosen = last_part(&sons, &of_parts, settings.min_rows);
    Partial { distribution, split: Some(Branching { split, sons, chosen }) }
}

/// The part to expand next: the one with the smallest entropy that is large enough.
fn next_part(sons: &[Option<Box<Partial>>; 2], of_parts: &[Vec<f64>; 2], min_rows: f64) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for part in (0..2).filter(|&part| sons[part].is_none()) {
        let total = weight(&of_parts[part]);
        if total < min_rows - NEARLY {
            continue;
        }
        let cells: f64 = of_parts[part].iter().map(|&weight| x_ln_x(weight)).sum();
        let entropy = (x_ln_x(total) - cells) / (total * std::f64::consts::LN_2);
        if entropy < NEARLY {
            return Some(part);
        }
        if best.is_none_or(|(least, _)| entropy < least - NEARLY) {
            best = Some((entropy, part));
        }
    }
    best.map(|(_, part)| part)
}

/// The part whose rule covers most.
fn last_part(sons: &[Option<Box<Partial>>; 2], of_parts: &[Vec<f64>; 2], min_rows: f64) -> usize {
    let mut best: Option<(f64, usize)> = None;
    for part in 0..2 {
        let Some(son) = &sons[part] else { continue };
        let covered = covered(son);
        if weight(&of_parts[part]) >= min_rows - NEARLY && best.is_none_or(|(most, _)| covered > most + NEARLY) {
            best = Some((covered, part));
        }
    }
    match best {
        Some((_, part)) => part,
        None => usize::from(sons[0].is_none()),
    }
}

fn covered(node: &Partial) -> f64 {
    match &node.split {
        None => weight(&node.distribution),
        Some(Branching { sons, chosen, .. }) => sons[*chosen].as_ref().map_or(0.0, |son| covered(son)),
    }
}
