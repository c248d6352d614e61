//! Divisions against exhaustive search, terminals, the iteration on a domain with a known answer, files.

use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn table(rows: &[(&[i16], bool)]) -> AttributeTable {
    let mut table = AttributeTable::new(rows[0].0.len());
    rows.iter().for_each(|(row, is_chosen)| table.push(row, *is_chosen));
    table
}

fn entropy_left(rows: &[(Vec<i16>, bool)], attribute: usize, bound: i16) -> f64 {
    let part = |below: bool| {
        let labels: Vec<bool> = rows.iter().filter(|r| (r.0[attribute] <= bound) == below).map(|r| r.1).collect();
        let (n, c) = (labels.len() as f64, labels.iter().filter(|&&l| l).count() as f64);
        let term = |k: f64| if k == 0.0 { 0.0 } else { -k * (k / n).log2() };
        term(c) + term(n - c)
    };
    part(true) + part(false)
}

/// The tree grown by counting every division of every node anew: the entropy that is left, then the lower attribute, then the lower
/// bound. Written as (attribute, bound) in depth-first order, with the share of chosen rows at terminals.
fn slow_tree(rows: &[(Vec<i16>, bool)], settings: &Id3Settings, depth: u32) -> Vec<(usize, f64)> {
    let chosen = rows.iter().filter(|row| row.1).count();
    let terminal = vec![(usize::MAX, f64::from(chosen as f32 / rows.len() as f32))];
    if chosen == 0 || chosen == rows.len() || depth == settings.depth || rows.len() < settings.terminal_size as usize {
        return terminal;
    }
    let mut best = (entropy_left(rows, 0, i16::MAX) - 1e-9, None);
    for attribute in 0..rows[0].0.len() {
        let mut values: Vec<i16> = rows.iter().map(|row| row.0[attribute]).collect();
        values.sort_unstable();
        values.dedup();
        for &bound in &values[..values.len() - 1] {
            let left = entropy_left(rows, attribute, bound);
            if left < best.0 {
                best = (left, Some((attribute, bound)));
            }
        }
    }
    let Some((attribute, bound)) = best.1 else { return terminal };
    let (below, above): (Vec<_>, Vec<_>) = rows.iter().cloned().partition(|row| row.0[attribute] <= bound);
    let mut tree = vec![(attribute, f64::from(bound))];
    tree.extend(slow_tree(&below, settings, depth + 1));
    tree.extend(slow_tree(&above, settings, depth + 1));
    tree
}

fn listed(tree: &Id3Tree) -> Vec<(usize, f64)> {
    let entry = |node: &tree::Node| match *node {
        tree::Node::Terminal { rate, .. } => (usize::MAX, f64::from(rate)),
        tree::Node::Threshold { attribute, bound, .. } => (usize::from(attribute), f64::from(bound)),
        tree::Node::EveryValue { .. } => unreachable!("thresholds were asked for"),
    };
    tree.nodes.iter().map(entry).collect()
}

proptest! {
    #[test]
    fn histograms_grow_the_tree_of_the_plain_search(seed in any::<u64>()) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let row = |rng: &mut Xoshiro256PlusPlus| -> (Vec<i16>, bool) {
            let values = vec![rng.random_range(-40..40), 5, rng.random_range(0..3), i16::MIN + rng.random_range(0..9)];
            let is_chosen = rng.random_bool(if values[0] > values[2] { 0.6 } else { 0.2 });
            (values, is_chosen)
        };
        let rows: Vec<(Vec<i16>, bool)> = (0..300).map(|_| row(&mut rng)).collect();
        let mut data = AttributeTable::new(4);
        rows.iter().for_each(|(row, is_chosen)| data.push(row, *is_chosen));
        let settings = Id3Settings { terminal_size: 12, depth: 6, branching: Branching::Threshold };
        prop_assert_eq!(listed(&grow_id3(&data, &settings)), slow_tree(&rows, &settings, 0));
    }

    #[test]
    fn the_root_leaves_least_entropy(seed in any::<u64>()) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let rows: Vec<(Vec<i16>, bool)> =
            (0..30).map(|_| ((0..3).map(|_| rng.random_range(-3..4)).collect(), rng.random_bool(0.4))).collect();
        let mut data = AttributeTable::new(3);
        rows.iter().for_each(|(row, is_chosen)| data.push(row, *is_chosen));
        let tree = grow_id3(&data, &Id3Settings { terminal_size: 2, depth: 1, branching: Branching::Threshold });
        let best = (0..3).flat_map(|a| (-3..3).map(move |b| (a, b))).map(|(a, b)| entropy_left(&rows, a, b)).fold(f64::MAX, f64::min);
        let step = tree.path(&rows[0].0).first().copied();
        let found = step.map_or(f64::MAX, |step| {
            let bound = step.at_most.unwrap_or_else(|| step.at_least.unwrap() - 1);
            entropy_left(&rows, usize::from(step.attribute), bound)
        });
        let whole = entropy_left(&rows, 0, i16::MAX);
        prop_assert!(step.is_none() && best >= whole - 1e-6 || (found - best).abs() < 1e-6, "{} {} {}", found, best, whole);
    }
}

#[test]
fn terminals_hold_the_share_of_chosen_rows() {
    let data = table(&[(&[1, 0], true), (&[1, 0], true), (&[1, 0], false), (&[5, 0], false), (&[5, 0], false)]);
    for branching in [Branching::Threshold, Branching::EveryValue] {
        let tree = grow_id3(&data, &Id3Settings { terminal_size: 4, depth: 12, branching });
        assert_eq!((tree.value(&[1, 7]), tree.value(&[5, 7])), (2.0 / 3.0, 0.0), "{branching:?}");
        assert_eq!(tree.n_terminals(), 2);
        assert_eq!(tree.check(2), Ok(()));
        assert!(tree.check(0).is_err());
    }
    let every = grow_id3(&data, &Id3Settings { terminal_size: 4, depth: 12, branching: Branching::EveryValue });
    assert_eq!(every.value(&[3, 0]), 0.4, "a value that was not seen takes the node's own rate");
    let stump = grow_id3(&data, &Id3Settings { terminal_size: 6, ..Id3Settings::default() });
    assert_eq!((stump.n_terminals(), stump.value(&[1, 1])), (1, 0.4));
    assert_eq!(grow_id3(&AttributeTable::new(2), &Id3Settings::default()).value(&[0, 0]), 0.0);
}

/// The chosen candidate has the largest second attribute among those whose first one is 7; everything else is noise. Random negatives
/// seldom have a 7, so that only later trees see how to order those that have.
struct Sevens {
    n: usize,
}

impl Choices for Sevens {
    fn n_choices(&self) -> usize {
        self.n
    }
    fn n_attributes(&self) -> usize {
        3
    }
    fn candidates(&self, choice: usize, rows: &mut Vec<i16>) -> usize {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(choice as u64);
        let mut best = (0, -1);
        for idx in 0..100 {
            let first = if idx < 5 { 7 } else { rng.random_range(0..7) };
            let second = rng.random_range(0..200);
            rows.extend([first, second, rng.random_range(0..50)]);
            if first == 7 && second > best.1 {
                best = (idx, second);
            }
        }
        best.0
    }
}

fn mean_rank(trees: &[Id3Tree], from: usize, to: usize) -> f64 {
    let choices = Sevens { n: to };
    let rank = |choice: usize| {
        let mut rows = Vec::new();
        let chosen = choices.candidates(choice, &mut rows);
        let value = |idx: usize| trees.iter().map(|tree| tree.value(&rows[3 * idx..3 * idx + 3])).sum::<f32>();
        let own = value(chosen);
        1 + (0..100).filter(|&idx| idx != chosen && value(idx) >= own).count()
    };
    (from..to).map(rank).sum::<usize>() as f64 / (to - from) as f64
}

#[test]
fn iteration_learns_what_random_negatives_do_not_show() {
    let settings = IterationSettings {
        iterations: 6,
        negatives: 8,
        random_share: 0.3,
        tree: Id3Settings { terminal_size: 20, ..Id3Settings::default() },
    };
    let trees = grow_iterated(&Sevens { n: 600 }, &settings, 1, Vec::new(), |_| true).unwrap();
    assert_eq!(trees.len(), 7);
    let (first, all) = (mean_rank(&trees[..1], 5000, 5200), mean_rank(&trees, 5000, 5200));
    // One attribute cannot say "the largest of this choice", so even the best trees are wrong now and then.
    assert!(all < first - 0.7, "{first} {all}");

    // An interrupted run ends like one in a piece.
    let part = grow_iterated(&Sevens { n: 600 }, &settings, 1, Vec::new(), |trees| trees.len() < 3).unwrap();
    assert_eq!(part.len(), 3);
    assert_eq!(grow_iterated(&Sevens { n: 600 }, &settings, 1, part, |_| true).unwrap(), trees);
}

#[test]
fn bad_settings_and_damaged_trees_are_named() {
    let message = |settings: IterationSettings| settings.check().unwrap_err().to_string();
    let good = IterationSettings::default();
    assert!(message(IterationSettings { random_share: 1.5, ..good }).contains("random-share is 1.5"));
    assert!(message(IterationSettings { negatives: 0, ..good }).contains("negatives is 0"));
    assert!(message(IterationSettings { iterations: 2000, ..good }).contains("iterations"));
    assert!(
        message(IterationSettings { tree: Id3Settings { terminal_size: 0, ..good.tree }, ..good })
            .contains("terminal-size")
    );
    for text in [
        r#"{"nodes":[]}"#,
        r#"{"nodes":[{"Terminal":{"rate":2.0,"n_rows":1}}]}"#,
        r#"{"nodes":[{"Threshold":{"attribute":0,"bound":3,"above":0}},{"Terminal":{"rate":0.5,"n_rows":1}}]}"#,
        r#"{"nodes":[{"EveryValue":{"attribute":0,"children":[[1,0]],"rate":0.5}}]}"#,
    ] {
        assert!(serde_json::from_str::<Id3Tree>(text).unwrap().check(2).is_err(), "{text}");
    }
}
