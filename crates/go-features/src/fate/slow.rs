//! The algorithms literally as printed in the thesis: merging nodes until nothing changes, and a search with strings.

use std::collections::{BTreeMap, BTreeSet};

use go_board::{Board, BoardSize, Cell, Color, Point};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::alphabet::{n_strings, place};
use super::area::Area;

/// A board with random moves on about half of its points.
pub(super) fn random_board(size: BoardSize, seed: u64) -> Board {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..size.area() * 2 / 3 {
        let point = size.points().nth(rng.random_range(0..size.area())).unwrap();
        if board.is_legal(point, color) {
            board.play_unchecked(point, color);
        }
        color = color.opponent();
    }
    board
}

/// Foulds 2006, Algorithm 1: nodes are named by their first point.
pub(super) struct MergedGraph {
    cells: BTreeMap<usize, Cell>,
    edges: BTreeMap<usize, BTreeSet<usize>>,
}

impl MergedGraph {
    pub(super) fn new(board: &Board, area: Area) -> Self {
        let mut cells: BTreeMap<usize, Cell> = area.points().map(|p| (p.index(), board.cell(p))).collect();
        let touching = |p: Point| p.neighbours().into_iter().filter(|&q| board.size().contains(q) && area.contains(q));
        let mut edges: BTreeMap<usize, BTreeSet<usize>> =
            area.points().map(|p| (p.index(), touching(p).map(Point::index).collect())).collect();
        loop {
            let is_twin = |a: usize, b: usize| cells[&a] == cells[&b] && cells[&a] != Cell::Empty;
            let twins = edges.iter().find_map(|(&a, there)| there.iter().find(|&&b| is_twin(a, b)).map(|&b| (a, b)));
            let Some((a, b)) = twins.map(|(a, b)| (a.min(b), a.max(b))) else { break };
            let there = edges.remove(&b).unwrap();
            cells.remove(&b);
            for other in there {
                edges.get_mut(&other).unwrap().remove(&b);
                if other != a {
                    edges.get_mut(&other).unwrap().insert(a);
                    edges.get_mut(&a).unwrap().insert(other);
                }
            }
        }
        MergedGraph { cells, edges }
    }

    pub(super) fn edges(&self) -> Vec<(Point, Vec<Point>)> {
        let points = |there: &BTreeSet<usize>| there.iter().map(|&i| Point::from_index(i)).collect();
        self.edges.iter().map(|(&node, there)| (Point::from_index(node), points(there))).collect()
    }

    /// Foulds 2006, Algorithm 2.
    pub(super) fn count(&self, from: Point, length: usize) -> Vec<u32> {
        let mut counts = vec![0; n_strings(length)];
        let mut visited = BTreeSet::from([from.index()]);
        for &there in &self.edges[&from.index()] {
            self.search(length, there, &mut visited, &mut Vec::new(), &mut counts);
        }
        counts
    }

    fn search(&self, left: usize, at: usize, visited: &mut BTreeSet<usize>, string: &mut Vec<u8>, counts: &mut [u32]) {
        if left == 0 {
            return;
        }
        string.push(match self.cells[&at] {
            Cell::Black => 1,
            Cell::White => 2,
            Cell::Empty | Cell::OffBoard => 0,
        });
        counts[place(string).expect("no colour repeats in a merged graph")] += 1;
        visited.insert(at);
        for &there in &self.edges[&at] {
            if !visited.contains(&there) {
                self.search(left - 1, there, visited, string, counts);
            }
        }
        visited.remove(&at);
        string.pop();
    }
}
