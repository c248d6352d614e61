//! A toy domain: small graphs of coloured nodes, seen from node 0.
//!
//! It has everything that query trees must handle: a search for the nearest colour within a reach, a search among the
//! neighbours of a discovered node, thresholds on sizes, a categorical question, and ties that branch.

use learn::tree::{ABSENT, Competitions, Family, Learn, QuerySystem, Split};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of colours.
pub(crate) const N_COLOURS: usize = 2;
/// Sizes go from 0 to here.
pub(crate) const LARGEST_SIZE: u16 = 6;

#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) colours: Vec<u8>,
    pub(crate) sizes: Vec<u16>,
    /// All distances; 99 if there is no way.
    distances: Vec<u16>,
}

impl Graph {
    pub(crate) fn random(rng: &mut impl rand::Rng) -> Graph {
        let n = rng.random_range(3..8);
        let mut distances = vec![99; n * n];
        for (a, b) in (0..n).flat_map(|a| (0..=a).map(move |b| (a, b))) {
            let distance = if a == b { 0 } else { [99, 1][usize::from(rng.random_bool(0.35))] };
            distances[a * n + b] = distance;
            distances[b * n + a] = distance;
        }
        for (via, ends) in (0..n).flat_map(|via| (0..n * n).map(move |ends| (via, ends))) {
            let round = distances[ends / n * n + via] + distances[via * n + ends % n];
            distances[ends] = distances[ends].min(round);
        }
        Graph {
            colours: (0..n).map(|_| rng.random_range(0..N_COLOURS as u8)).collect(),
            sizes: (0..n).map(|_| rng.random_range(0..=LARGEST_SIZE)).collect(),
            distances,
        }
    }

    fn distance(&self, a: usize, b: usize) -> u16 {
        self.distances[a * self.colours.len() + b]
    }

    /// The hidden rule: a neighbour of node 0 is red (colour 0) and smaller than 3.
    pub(crate) fn is_good(&self) -> bool {
        (1..self.colours.len()).any(|v| self.distance(0, v) == 1 && self.colours[v] == 0 && self.sizes[v] < 3)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// Is a node of these colours at most this far from node 0?
    Nearest { colours: u8, reach: u16 },
    /// Does this discovered node have an undiscovered neighbour of these colours?
    NextTo { colours: u8, node: usize },
    /// Is this discovered node's size below?
    SizeBelow { node: usize, size: u16 },
    /// Is it exactly this?
    SizeIs { node: usize, size: u16 },
    /// Which colour has node 0?
    Colour,
}

/// Holds one graph at a time; the item is the graph's number in the competition.
pub(crate) struct GraphSystem<'a> {
    pub(crate) graphs: &'a [Graph],
}

#[derive(Clone, Debug)]
pub(crate) struct Path {
    graph: usize,
    nodes: Vec<usize>,
}

impl GraphSystem<'_> {
    fn undiscovered<'b>(&'b self, path: &'b Path, colour: usize) -> impl Iterator<Item = usize> + 'b {
        let graph = &self.graphs[path.graph];
        (0..graph.colours.len()).filter(move |v| usize::from(graph.colours[*v]) == colour && !path.nodes.contains(v))
    }

    /// Nearest undiscovered nodes of a colour.
    fn nearest(&self, path: &Path, colour: usize) -> (u16, Vec<usize>) {
        let graph = &self.graphs[path.graph];
        let least = self.undiscovered(path, colour).map(|v| graph.distance(0, v)).min().unwrap_or(ABSENT);
        (least, self.undiscovered(path, colour).filter(|&v| graph.distance(0, v) == least).collect())
    }

    fn neighbours(&self, path: &Path, node: usize, colour: usize) -> Vec<usize> {
        let graph = &self.graphs[path.graph];
        self.undiscovered(path, colour).filter(|&v| graph.distance(path.nodes[node], v) == 1).collect()
    }
}

impl QuerySystem for GraphSystem<'_> {
    type Item = usize;
    type Query = Query;
    type Path = Path;
    type Found = usize;

    fn begin(&mut self, item: usize) -> Path {
        Path { graph: item, nodes: vec![0] }
    }

    fn n_outcomes(query: &Query) -> usize {
        match query {
            Query::Nearest { colours, .. } | Query::NextTo { colours, .. } => colours.count_ones() as usize + 1,
            Query::SizeBelow { .. } | Query::SizeIs { .. } => 2,
            Query::Colour => N_COLOURS,
        }
    }

    fn answer(&mut self, query: &Query, path: &Path, found: &mut Vec<usize>) -> usize {
        let graph = &self.graphs[path.graph];
        match *query {
            Query::Nearest { colours, reach } => {
                let allowed: Vec<usize> = (0..N_COLOURS).filter(|c| colours >> c & 1 == 1).collect();
                let best = allowed.iter().enumerate().min_by_key(|(_, c)| self.nearest(path, **c).0);
                match best {
                    Some((outcome, &colour)) if self.nearest(path, colour).0 <= reach => {
                        found.extend(self.nearest(path, colour).1);
                        outcome
                    }
                    _ => allowed.len(),
                }
            }
            Query::NextTo { colours, node } => {
                let allowed: Vec<usize> = (0..N_COLOURS).filter(|c| colours >> c & 1 == 1).collect();
                match allowed.iter().position(|&c| !self.neighbours(path, node, c).is_empty()) {
                    Some(outcome) => {
                        found.extend(self.neighbours(path, node, allowed[outcome]));
                        outcome
                    }
                    None => allowed.len(),
                }
            }
            Query::SizeBelow { node, size } => usize::from(graph.sizes[path.nodes[node]] >= size),
            Query::SizeIs { node, size } => usize::from(graph.sizes[path.nodes[node]] != size),
            Query::Colour => usize::from(graph.colours[0]),
        }
    }

    fn discover(path: &mut Path, found: usize) {
        path.nodes.push(found);
    }

    fn n_discovered(path: &Path) -> usize {
        path.nodes.len()
    }

    fn families(&self, n: usize) -> Vec<Family> {
        let mut families = vec![Family::Categorical { column: 0, n_outcomes: N_COLOURS as u16 }];
        families.extend((0..n).map(|node| Family::Threshold { column: 1 + node, n_values: LARGEST_SIZE }));
        for colours in 1..1 << N_COLOURS {
            families.push(Family::Nearest { column: 1 + n, kinds: colours, n_values: 4 });
        }
        for node in 0..n {
            for colours in 1..1 << N_COLOURS {
                families.push(Family::FirstPresent { column: 1 + n + N_COLOURS + node, kinds: colours });
            }
        }
        families
    }

    fn query(&self, n: usize, family: usize, split: Split) -> Query {
        match (self.families(n)[family], split) {
            (Family::Categorical { .. }, _) => Query::Colour,
            (Family::Threshold { column, .. }, Split::LessThan(size)) => Query::SizeBelow { node: column - 1, size },
            (Family::Threshold { column, .. }, Split::EqualTo(size)) => Query::SizeIs { node: column - 1, size },
            (Family::Nearest { kinds, .. }, Split::Within(reach)) => Query::Nearest { colours: kinds, reach },
            (Family::FirstPresent { column, kinds }, _) => {
                Query::NextTo { colours: kinds, node: column - 1 - n - N_COLOURS }
            }
            (family, split) => panic!("{split:?} of {family:?}"),
        }
    }

    fn observe(&mut self, path: &Path, values: &mut Vec<u16>) {
        let graph = &self.graphs[path.graph];
        values.push(u16::from(graph.colours[0]));
        values.extend(path.nodes.iter().map(|&v| graph.sizes[v]));
        values.extend((0..N_COLOURS).map(|colour| self.nearest(path, colour).0));
        for node in 0..path.nodes.len() {
            let present = (0..N_COLOURS).filter(|&c| !self.neighbours(path, node, c).is_empty());
            values.push(present.map(|c| 1 << c).sum());
        }
    }
}

/// Competitions between eight graphs of which exactly one is good and wins.
pub(crate) struct World {
    pub(crate) competitions: Vec<(Vec<Graph>, usize)>,
}

impl World {
    pub(crate) fn random(n: usize, seed: u64) -> World {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let competitions = (0..n)
            .map(|_| {
                let winner = rng.random_range(0..8);
                let graphs = (0..8)
                    .map(|place| {
                        loop {
                            let graph = Graph::random(&mut rng);
                            if graph.is_good() == (place == winner) {
                                break graph;
                            }
                        }
                    })
                    .collect();
                (graphs, winner)
            })
            .collect();
        World { competitions }
    }
}

impl<'a> Competitions<GraphSystem<'a>> for &'a World {
    fn walk(&self, wanted: &mut dyn FnMut() -> bool, learn: &mut Learn<'_, GraphSystem<'a>>) {
        for (graphs, winner) in &self.competitions {
            if wanted() {
                let items: Vec<usize> = (0..graphs.len()).collect();
                learn(&mut GraphSystem { graphs }, &items, Some(*winner));
            }
        }
    }
}
