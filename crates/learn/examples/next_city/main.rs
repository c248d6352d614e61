//! Which city next? Query trees in a domain that is not Go (van Niekerk 2014, sections 3.5 and 6.2), with data of its own.
//!
//! A traveller is somewhere, must visit some cities and end at a given place. Random trips are solved exactly; the first city of the shortest
//! continuation is the action to predict. Trees grow from those choices alone and their leaves get Bradley-Terry weights. The forest is compared
//! with going to the nearest city, by how often it names the right city, and by how much longer whole trips become when it is followed.
//!
//! ```text
//! cargo run --release -p learn --example next_city
//! ```

mod questions;
mod trip;

use learn::Rows;
use learn::bradley_terry::{CompetitionStore, EmptyTeams, LbfgsFitOptions, LevelGroups, fit_lbfgs};
use learn::tree::{Descender, GrowthOptions, QuerySystem, QueryTree, grow_forest};
use questions::{Lessons, Map, Query, in_words};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use trip::{Trip, lessons};

/// How much is learned from.
struct Scale {
    n_trees: usize,
    n_for_trees: usize,
    n_for_weights: usize,
    threshold: u32,
}

/// Trees with the logarithms of their leaves' weights.
struct Forest {
    trees: Vec<QueryTree<Query>>,
    groups: LevelGroups,
    log_weights: Vec<f64>,
}

impl Forest {
    fn learned(scale: &Scale) -> Forest {
        let options = GrowthOptions { sampling: 0.5, threshold: scale.threshold, ..GrowthOptions::default() };
        let trees = grow_forest(&Lessons(&lessons(scale.n_for_trees, 1)), &options, scale.n_trees, 1, |_, _| {});
        let groups = LevelGroups::from_sizes(&trees.iter().map(|tree| tree.n_leaves() as u32).collect::<Vec<_>>());
        let mut forest = Forest { trees, groups, log_weights: Vec::new() };
        let mut store = CompetitionStore::new(forest.groups.clone(), EmptyTeams::WeightOne);
        for (trip, best) in lessons(scale.n_for_weights, 2) {
            store.push(&forest.leaves(&trip), best).expect("leaves are levels");
        }
        forest.log_weights = fit_lbfgs(&store, LbfgsFitOptions::default(), None, |_, _| true).log_weights;
        forest
    }

    /// The leaves of every city to visit.
    fn leaves(&self, trip: &Trip) -> Rows {
        let (mut rows, mut descender) = (Rows::new(), Descender::new());
        for city in 0..trip.rest.len() {
            for (group, tree) in self.trees.iter().enumerate() {
                rows.push(self.groups.range(group).start + descender.leaf(tree, &mut Map(trip), city));
            }
            rows.finish_row();
        }
        rows
    }

    fn choose(&self, trip: &Trip) -> usize {
        let strength = |leaves: &[u32]| leaves.iter().map(|&leaf| self.log_weights[leaf as usize]).sum::<f64>();
        let strengths: Vec<f64> = self.leaves(trip).iter().map(strength).collect();
        (0..strengths.len()).max_by(|&a, &b| strengths[a].total_cmp(&strengths[b])).expect("a city to visit")
    }

    /// The leaf of highest weight in the first tree, as the way to it.
    fn best_leaf(&self) -> (f64, Vec<String>) {
        let tree = &self.trees[0];
        let weight = |leaf: u32| self.log_weights[leaf as usize];
        let best = (0..tree.n_leaves() as u32).max_by(|&a, &b| weight(a).total_cmp(&weight(b))).expect("a leaf");
        let mut n_nodes = 1;
        let word = |step| {
            let text = in_words(&step, n_nodes);
            let is_found = matches!(step.query, Query::New { .. }) && step.outcome + 1 < Map::n_outcomes(step.query);
            n_nodes += usize::from(is_found);
            text
        };
        (weight(best).exp(), tree.path_to(best).expect("a leaf of the tree").into_iter().map(word).collect())
    }
}

/// How a way of choosing does: the share of right cities, and how much longer than the shortest whole trips become.
struct Figures {
    right: f64,
    longer: f64,
}

fn measure(n_trips: usize, choose: impl Fn(&Trip) -> usize) -> Figures {
    let asked = lessons(n_trips, 3);
    let right = asked.iter().filter(|(trip, best)| choose(trip) == *best).count() as f64 / asked.len() as f64;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let trips: Vec<Trip> = (0..n_trips / 4).map(|_| Trip::random(9, &mut rng)).collect();
    let shortest: f64 = trips.iter().map(|trip| trip.best().1).sum();
    let longer = trips.into_iter().map(|trip| trip.follow(&choose)).sum::<f64>() / shortest - 1.0;
    Figures { right, longer }
}

fn main() {
    let scale = Scale { n_trees: 8, n_for_trees: 20_000, n_for_weights: 20_000, threshold: 1_000 };
    let forest = Forest::learned(&scale);
    println!(
        "{} trees with {} leaves; 2000 new choices, 500 new trips over nine cities",
        scale.n_trees,
        forest.log_weights.len()
    );
    println!("                   right city   trips longer than the shortest by");
    let row = |name: &str, figures: Figures| {
        println!("  {name:16} {:9.1}%   {:.1}%", 100.0 * figures.right, 100.0 * figures.longer);
    };
    row("any city", measure(2_000, |_| 0));
    row("the nearest city", measure(2_000, Trip::nearest));
    row("the forest", measure(2_000, |trip| forest.choose(trip)));
    let (weight, words) = forest.best_leaf();
    println!("\nthe best leaf of the first tree, weight {weight:.1}; A is the candidate:\n  {}", words.join(";\n  "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use learn::tree::{Family, Split};

    #[test]
    fn the_forest_beats_the_nearest_city() {
        let scale = Scale { n_trees: 2, n_for_trees: 4_000, n_for_weights: 4_000, threshold: 600 };
        let forest = Forest::learned(&scale);
        let (nearest, learned) = (measure(600, Trip::nearest), measure(600, |trip| forest.choose(trip)));
        assert!(learned.right > nearest.right + 0.03, "{} and {}", learned.right, nearest.right);
        assert!(learned.longer < nearest.longer && learned.longer > 0.0, "{} and {}", learned.longer, nearest.longer);
        assert!(forest.best_leaf().0 > 1.0);
    }

    /// Held and Karp agree with every order of the cities.
    #[test]
    fn the_best_continuation_is_the_best_of_all() {
        fn shortest(trip: &Trip) -> f64 {
            let after = |city: usize| {
                let mut left = trip.clone();
                left.here = left.rest.remove(city);
                trip.here.way_to(left.here) + shortest(&left)
            };
            let all = (0..trip.rest.len()).map(after).fold(f64::INFINITY, f64::min);
            if trip.rest.is_empty() { trip.here.way_to(trip.end) } else { all }
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        for n in 1..7 {
            let trip = Trip::random(n, &mut rng);
            assert!((trip.best().1 - shortest(&trip)).abs() < 1e-9);
            assert!((trip.clone().follow(|trip| trip.best().0) - trip.best().1).abs() < 1e-9);
        }
    }

    /// What is observed decides every query as its answer does.
    #[test]
    fn observed_rows_agree_with_answers() {
        for (trip, best) in lessons(40, 5) {
            let mut map = Map(&trip);
            let mut nodes = map.begin(best);
            while nodes.len() < 6 {
                let mut row = Vec::new();
                map.observe(&nodes, &mut row);
                for (place, family) in map.families(nodes.len()).into_iter().enumerate() {
                    let splits: &[Split] = match family {
                        Family::Threshold { .. } => &[Split::LessThan(7), Split::EqualTo(5)],
                        Family::Nearest { .. } => &[Split::Within(6), Split::Within(15)],
                        _ => &[Split::Whole],
                    };
                    for &split in splits {
                        let query = map.query(nodes.len(), place, split);
                        let answer = map.answer(&query, &nodes, &mut Vec::new());
                        assert_eq!(family.outcome(split, &row), answer, "{query:?} on {trip:?}");
                    }
                }
                let mut found = Vec::new();
                map.answer(&Query::New { kinds: 7, node: 0, reach: 60 }, &nodes, &mut found);
                let Some(&next) = found.first() else { break };
                Map::discover(&mut nodes, next);
            }
        }
    }
}
