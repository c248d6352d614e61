//! Relative subgraph features (Foulds 2006, section 3.2 and Algorithm 2): how often every string of colours is met on the paths that
//! start beside an empty point.
//!
//! A path visits no node twice and never the point itself. The last step is not walked: the neighbours of every node are counted
//! by letter beforehand, and those on the path are taken off.

use super::alphabet::{Alphabet, NO_STRING};
use super::graph::FateGraph;

/// Counts paths in a graph whose nodes carry letters (0 empty, 1 and 2 the colours).
#[derive(Default)]
pub(super) struct PathCounter {
    letters: Vec<u8>,
    /// Neighbours of a node by letter.
    around: Vec<[u16; 3]>,
    visited: Vec<bool>,
    /// The nodes of the path, the starting point first.
    path: Vec<u16>,
}

impl PathCounter {
    /// Takes up a graph; `letter` gives the letter of a node.
    pub(super) fn prepare(&mut self, graph: &FateGraph, letter: impl Fn(usize) -> u8) {
        let n = graph.nodes().len();
        self.letters.clear();
        self.letters.extend((0..n).map(letter));
        self.visited.clear();
        self.visited.resize(n, false);
        self.around.clear();
        for node in 0..n {
            let mut around = [0; 3];
            graph.neighbours(node).iter().for_each(|&there| around[self.letters[there as usize] as usize] += 1);
            self.around.push(around);
        }
    }

    /// Adds the paths that start beside `from` to `counts`, which has a place for every string.
    pub(super) fn count(&mut self, graph: &FateGraph, alphabet: &Alphabet, from: usize, counts: &mut [u32]) {
        debug_assert_eq!(counts.len(), alphabet.n_strings());
        self.path.clear();
        self.path.push(from as u16);
        self.visited[from] = true;
        for &there in graph.neighbours(from) {
            let letter = self.letters[there as usize];
            self.walk(graph, alphabet, there as usize, u16::from(letter), counts);
        }
        self.visited[from] = false;
    }

    /// Steps on a node; `place` is that of the string with the node's letter.
    fn walk(&mut self, graph: &FateGraph, alphabet: &Alphabet, node: usize, place: u16, counts: &mut [u32]) {
        counts[place as usize] += 1;
        // The path holds the starting point too, so it is as long as the string will be after the next step.
        if self.path.len() == alphabet.length() {
            return;
        }
        if self.path.len() + 1 == alphabet.length() {
            let mut around = self.around[node];
            for &on_path in &self.path {
                let touches = graph.touch(node, on_path as usize);
                around[self.letters[on_path as usize] as usize] -= u16::from(touches);
            }
            for (letter, n) in around.into_iter().enumerate() {
                let next = alphabet.next(place, letter as u8);
                if next != NO_STRING {
                    counts[next as usize] += u32::from(n);
                }
            }
            return;
        }
        self.visited[node] = true;
        self.path.push(node as u16);
        for &there in graph.neighbours(node) {
            let there = there as usize;
            if !self.visited[there] {
                // Two nodes of one colour never touch, except dragons: those strings are left out, as they have no place.
                let next = alphabet.next(place, self.letters[there]);
                if next != NO_STRING {
                    self.walk(graph, alphabet, there, next, counts);
                }
            }
        }
        self.path.pop();
        self.visited[node] = false;
    }
}

#[cfg(test)]
mod tests {
    use super::super::slow::{MergedGraph, random_board};
    use super::super::{Area, n_strings};
    use super::*;
    use go_board::{BoardSize, Cell};

    #[test]
    fn counts_what_the_plain_search_counts() {
        let mut graph = FateGraph::default();
        let mut counter = PathCounter::default();
        for seed in 0..30 {
            let board = random_board(BoardSize::new(4 + seed as usize % 5).unwrap(), seed);
            let area = Area::of_stones(&board, 1);
            graph.look_at(&board, area);
            counter.prepare(&graph, |node| match graph.nodes()[node].cell {
                Cell::Black => 1,
                Cell::White => 2,
                Cell::Empty | Cell::OffBoard => 0,
            });
            let slow = MergedGraph::new(&board, area);
            for length in [1, 2, 3, 6] {
                let alphabet = Alphabet::new(length);
                for point in area.points().filter(|&point| board.is_empty(point)) {
                    let mut counts = vec![0; n_strings(length)];
                    counter.count(&graph, &alphabet, graph.node_at(point).unwrap(), &mut counts);
                    assert_eq!(counts, slow.count(point, length), "board {seed}, {point:?}, length {length}");
                }
            }
        }
    }
}
