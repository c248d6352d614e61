//! Query trees in a domain that is not Go (van Niekerk 2014, section 3.5): coloured graphs, grown, descended and used.

mod graphs;
mod slow_growth;

use graphs::{GraphSystem, Query, World};
use learn::Rows;
use learn::bradley_terry::{CompetitionStore, EmptyTeams, LbfgsFitOptions, LevelGroups, fit_lbfgs};
use learn::tree::{
    BranchUpdates, Criterion, Descender, GrowthOptions, QuerySystem, QueryTree, Split, grow_forest, grow_tree,
};

fn options(criterion: Criterion, branch_updates: BranchUpdates) -> GrowthOptions {
    GrowthOptions { sampling: 0.5, threshold: 60, retry: 10, criterion, branch_updates, ..GrowthOptions::default() }
}

/// Fast growth makes exactly the tree of the literal implementation, for every criterion and both kinds of updates.
#[test]
fn grows_like_its_slow_twin() {
    let world = World::random(90, 5);
    for criterion in Criterion::every() {
        for branches in [BranchUpdates::EveryBranch, BranchUpdates::LeftMost] {
            let options = options(criterion, branches);
            let (tree, _) = grow_tree(&&world, &options, 77);
            let twin = slow_growth::grow(&world, &options, 77);
            assert_eq!(Vec::from(tree), twin, "{criterion} {branches:?}");
        }
    }
}

/// The rows that `observe` writes decide every candidate query just as `answer` does, all along a descent.
#[test]
fn observed_rows_agree_with_answers() {
    let world = World::random(10, 9);
    let mut compared = 0;
    for (graphs, _) in &world.competitions {
        let mut system = GraphSystem { graphs };
        for item in 0..graphs.len() {
            let mut path = system.begin(item);
            loop {
                let n = GraphSystem::n_discovered(&path);
                let mut row = Vec::new();
                system.observe(&path, &mut row);
                for (idx, family) in system.families(n).into_iter().enumerate() {
                    for split in [Split::LessThan(2), Split::EqualTo(3), Split::Within(1), Split::Whole] {
                        let belongs = match family {
                            learn::tree::Family::Threshold { .. } => {
                                matches!(split, Split::LessThan(_) | Split::EqualTo(_))
                            }
                            learn::tree::Family::Nearest { .. } => matches!(split, Split::Within(_)),
                            _ => split == Split::Whole,
                        };
                        if belongs {
                            let query = system.query(n, idx, split);
                            let answer = system.answer(&query, &path, &mut Vec::new());
                            assert_eq!(family.outcome(split, &row), answer, "{query:?}");
                            compared += 1;
                        }
                    }
                }
                let mut found = Vec::new();
                system.answer(&Query::Nearest { colours: 0b11, reach: 3 }, &path, &mut found);
                let Some(&next) = found.first() else { break };
                GraphSystem::discover(&mut path, next);
            }
        }
    }
    assert!(compared > 1_000);
}

/// Trees grown from 1,500 competitions, weighted by the Bradley-Terry model, find the good graph in new ones.
#[test]
fn learns_the_hidden_rule() {
    let (train, test) = (World::random(1_500, 1), World::random(300, 2));
    let options = options(Criterion::WeightedWinLossSeparate, BranchUpdates::EveryBranch);
    let trees = grow_forest(&&train, &options, 2, 3, |_, _| {});
    let sizes: Vec<u32> = trees.iter().map(|t| t.n_leaves() as u32).collect();
    let groups = LevelGroups::from_sizes(&sizes);
    let mut store = CompetitionStore::new(groups.clone(), EmptyTeams::WeightOne);
    for (graphs, winner) in &train.competitions {
        store.push(&levels(&trees, &groups, graphs), *winner).expect("levels exist");
    }
    let weights = fit_lbfgs(&store, LbfgsFitOptions::default(), None, |_, _| true).log_weights;
    let hits = test
        .competitions
        .iter()
        .filter(|(graphs, winner)| {
            let candidates = levels(&trees, &groups, graphs);
            let scores: Vec<f64> =
                candidates.iter().map(|team| team.iter().map(|&l| weights[l as usize]).sum()).collect();
            scores.iter().enumerate().all(|(i, s)| i == *winner || *s < scores[*winner])
        })
        .count();
    assert!(hits > 280, "{hits} of 300");
}

fn levels(trees: &[QueryTree<Query>], groups: &LevelGroups, graphs: &[graphs::Graph]) -> Rows {
    let mut system = GraphSystem { graphs };
    let mut descender = Descender::new();
    let mut rows = Rows::new();
    for item in 0..graphs.len() {
        for (group, tree) in trees.iter().enumerate() {
            rows.push(groups.range(group).start + descender.leaf(tree, &mut system, item));
        }
        rows.finish_row();
    }
    rows
}

#[test]
fn seeds_decide_and_threads_do_not() {
    let world = World::random(200, 4);
    let options = options(Criterion::EntropyWinSplit, BranchUpdates::EveryBranch);
    let grow = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool");
        pool.install(|| grow_forest(&&world, &options, 3, seed, |_, _| {}))
    };
    let forest = grow(1, 8);
    assert_eq!(forest, grow(3, 8));
    assert_ne!(forest, grow(1, 9));
    assert_ne!(forest[0], forest[1], "trees of one forest draw their own competitions");
    assert!(forest.iter().all(|tree| tree.n_leaves() > 3));
}

/// The left-most leaf is the smallest of all leaves reached, and branching does happen.
#[test]
fn left_most_of_all_branches() {
    let world = World::random(300, 6);
    let (tree, report) = grow_tree(&&world, &options(Criterion::DescentSplit, BranchUpdates::EveryBranch), 1);
    assert!(report.updates > report.items, "{report:?}");
    let mut descender = Descender::new();
    let mut branched = 0;
    for (graphs, _) in &world.competitions {
        let mut system = GraphSystem { graphs };
        for item in 0..graphs.len() {
            let leaves = descender.leaves(&tree, &mut system, item);
            assert_eq!(leaves[0], descender.leaf(&tree, &mut system, item));
            branched += usize::from(leaves.len() > 1);
        }
    }
    assert!(branched > 0);
}

/// No competition, no growth: one leaf for everything.
#[test]
fn nothing_to_grow_from() {
    let (tree, report) = grow_tree(&&World { competitions: Vec::new() }, &GrowthOptions::default(), 1);
    assert_eq!(tree, QueryTree::stump());
    assert_eq!(report.items, 0);
}
