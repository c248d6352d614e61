//! Adjacency of the nodes of a compressed intersection graph, with the number of adjacent pairs of points.

use super::geometry::Geometry;

/// Neighbouring nodes of every node with their connectivity, as one list; nodes are named by their root point.
#[derive(Default)]
pub(super) struct Adjacency {
    /// Where a node's neighbours begin and end, by node.
    ranges: Vec<(u32, u32)>,
    neighbours: Vec<(u16, u16)>,
    /// The place of the current neighbour in the list, by node; valid if at or after the current node's begin.
    last_place: Vec<u32>,
    points_by_node: Vec<u16>,
    first_point: Vec<u32>,
}

impl Adjacency {
    /// Counts all adjacent pairs of points in different nodes.
    pub(super) fn build(&mut self, geometry: &Geometry, node_of: &[u16]) {
        let area = geometry.area;
        self.sort_points(&node_of[..area]);
        self.neighbours.clear();
        self.ranges.clear();
        // Sides and nowhere touch nothing.
        self.ranges.resize(geometry.stride, (0, 0));
        self.last_place.clear();
        self.last_place.resize(area, u32::MAX);
        for node in 0..area {
            let begin = self.neighbours.len() as u32;
            for &point in &self.points_by_node[self.first_point[node] as usize..self.first_point[node + 1] as usize] {
                for &there in geometry.neighbours(point as usize) {
                    let other = node_of[there as usize];
                    if other as usize == node {
                        continue;
                    }
                    let place = self.last_place[other as usize];
                    if place != u32::MAX && place >= begin {
                        self.neighbours[place as usize].1 += 1;
                    } else {
                        self.last_place[other as usize] = self.neighbours.len() as u32;
                        self.neighbours.push((other, 1));
                    }
                }
            }
            self.ranges[node] = (begin, self.neighbours.len() as u32);
        }
    }

    /// Counting sort of the points by node.
    fn sort_points(&mut self, node_of: &[u16]) {
        self.first_point.clear();
        self.first_point.resize(node_of.len() + 2, 0);
        for &node in node_of {
            self.first_point[node as usize + 2] += 1;
        }
        for node in 2..self.first_point.len() {
            self.first_point[node] += self.first_point[node - 1];
        }
        self.points_by_node.clear();
        self.points_by_node.resize(node_of.len(), 0);
        for (point, &node) in node_of.iter().enumerate() {
            let place = &mut self.first_point[node as usize + 1];
            self.points_by_node[*place as usize] = point as u16;
            *place += 1;
        }
    }

    /// The points of a node.
    #[inline]
    pub(super) fn points(&self, node: u16) -> &[u16] {
        &self.points_by_node[self.first_point[node as usize] as usize..self.first_point[node as usize + 1] as usize]
    }

    /// The nodes that touch this one, with the number of adjacent pairs of points.
    #[inline(always)]
    pub(super) fn neighbours(&self, node: u16) -> &[(u16, u16)] {
        let (begin, end) = self.ranges[node as usize];
        &self.neighbours[begin as usize..end as usize]
    }

    /// The number of adjacent pairs of points between two nodes.
    #[inline]
    pub(super) fn connectivity(&self, a: u16, b: u16) -> u16 {
        let (from_a, from_b) = (self.neighbours(a), self.neighbours(b));
        let (list, wanted) = if from_a.len() <= from_b.len() { (from_a, b) } else { (from_b, a) };
        list.iter().find(|&&(node, _)| node == wanted).map_or(0, |&(_, pairs)| pairs)
    }
}
