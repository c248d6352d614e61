//! Growth literally as the thesis describes it, without rows or histograms: every leaf keeps its descents, and a test
//! asks every candidate query of every one of them.

use learn::tree::{BranchUpdates, Family, GrowthOptions, Outcome, QuerySystem, Split};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::graphs::{Graph, GraphSystem, Path, Query, World};

type Descents<'a> = Vec<(&'a [Graph], Path, bool)>;

enum Node<'a> {
    Leaf(Descents<'a>),
    Ask(Query, Vec<Node<'a>>),
}

/// The grown tree in pre-order.
pub(crate) fn grow(world: &World, options: &GrowthOptions, seed: u64) -> Vec<Option<(u16, Query)>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut root = Node::Leaf(Vec::new());
    for (graphs, winner) in &world.competitions {
        if !rng.random_bool(options.sampling) {
            continue;
        }
        for item in 0..graphs.len() {
            let path = GraphSystem { graphs }.begin(item);
            descend(&mut root, graphs, &path, item == *winner, options);
        }
    }
    let mut list = Vec::new();
    write(&root, &mut list);
    list
}

fn descend<'a>(root: &mut Node<'a>, graphs: &'a [Graph], path: &Path, won: bool, options: &GrowthOptions) {
    match options.branch_updates {
        BranchUpdates::EveryBranch => every_branch(root, graphs, path, won, options),
        BranchUpdates::LeftMost => {
            let mut ends = Vec::new();
            reached(root, graphs, path, &mut Vec::new(), &mut ends);
            // The first among equals: `min_by` keeps it.
            let (outcomes, path) = ends.into_iter().min_by(|a, b| a.0.cmp(&b.0)).expect("some leaf is reached");
            let leaf = outcomes.iter().fold(root, |node, &outcome| match node {
                Node::Ask(_, children) => &mut children[outcome],
                Node::Leaf(_) => panic!("the way is too long"),
            });
            if record(leaf, graphs, &path, won, options) {
                descend(leaf, graphs, &path, won, options);
            }
        }
    }
}

fn every_branch<'a>(node: &mut Node<'a>, graphs: &'a [Graph], path: &Path, won: bool, options: &GrowthOptions) {
    if let Node::Ask(query, children) = node {
        let (outcome, paths) = ask(query, graphs, path);
        for path in paths {
            every_branch(&mut children[outcome], graphs, &path, won, options);
        }
    } else if record(node, graphs, path, won, options) {
        every_branch(node, graphs, path, won, options);
    }
}

fn reached(node: &Node, graphs: &[Graph], path: &Path, outcomes: &mut Vec<usize>, ends: &mut Vec<(Vec<usize>, Path)>) {
    match node {
        Node::Leaf(_) => ends.push((outcomes.clone(), path.clone())),
        Node::Ask(query, children) => {
            let (outcome, paths) = ask(query, graphs, path);
            for path in paths {
                outcomes.push(outcome);
                reached(&children[outcome], graphs, &path, outcomes, ends);
                outcomes.pop();
            }
        }
    }
}

fn ask(query: &Query, graphs: &[Graph], path: &Path) -> (usize, Vec<Path>) {
    let mut found = Vec::new();
    let outcome = GraphSystem { graphs }.answer(query, path, &mut found);
    if found.is_empty() {
        return (outcome, vec![path.clone()]);
    }
    let grow = |node| {
        let mut path = path.clone();
        GraphSystem::discover(&mut path, node);
        path
    };
    (outcome, found.into_iter().map(grow).collect())
}

fn record<'a>(node: &mut Node<'a>, graphs: &'a [Graph], path: &Path, won: bool, options: &GrowthOptions) -> bool {
    let Node::Leaf(descents) = node else { panic!("descents end at leaves") };
    descents.push((graphs, path.clone(), won));
    if descents.len() < options.threshold as usize || descents.len() % options.retry as usize != 0 {
        return false;
    }
    let Some(query) = best_query(descents, options) else { return false };
    let children = (0..GraphSystem::n_outcomes(&query)).map(|_| Node::Leaf(Vec::new())).collect();
    *node = Node::Ask(query, children);
    true
}

fn best_query(descents: &Descents, options: &GrowthOptions) -> Option<Query> {
    let system = GraphSystem { graphs: descents[0].0 };
    let n = GraphSystem::n_discovered(&descents[0].1);
    let mut total = Outcome::default();
    descents.iter().for_each(|(_, _, won)| count(&mut total, *won));
    let mut best: Option<(f64, Query)> = None;
    for (idx, family) in system.families(n).into_iter().enumerate() {
        let splits: Vec<Split> = match family {
            Family::Threshold { n_values, .. } => {
                (0..n_values).flat_map(|v| [Split::LessThan(v), Split::EqualTo(v)]).collect()
            }
            Family::Nearest { n_values, .. } => (0..n_values).map(Split::Within).collect(),
            Family::FirstPresent { .. } | Family::Categorical { .. } => vec![Split::Whole],
        };
        for split in splits {
            let query = system.query(n, idx, split);
            let mut outcomes = vec![Outcome::default(); GraphSystem::n_outcomes(&query)];
            for (graphs, path, won) in descents {
                count(&mut outcomes[ask(&query, graphs, path).0], *won);
            }
            if let Some(quality) = options.criterion.quality(&outcomes, total, options.criterion_options)
                && best.as_ref().is_none_or(|(most, _)| quality > *most)
            {
                best = Some((quality, query));
            }
        }
    }
    best.map(|(_, query)| query)
}

fn count(outcome: &mut Outcome, won: bool) {
    outcome.descents += 1.0;
    outcome.wins += f64::from(u8::from(won));
}

fn write(node: &Node, list: &mut Vec<Option<(u16, Query)>>) {
    match node {
        Node::Leaf(_) => list.push(None),
        Node::Ask(query, children) => {
            list.push(Some((children.len() as u16, *query)));
            children.iter().for_each(|child| write(child, list));
        }
    }
}
