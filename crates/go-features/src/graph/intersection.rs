//! Intersection graphs: a node per point (IG), with chains (C) or regions of empty points (E) optionally merged; an edge
//! between nodes with adjacent points, its connectivity being the number of such pairs (van Niekerk 2014, section 3.3.1).
//!
//! The candidate move is not an extra node: node 0 is the node of its empty point, under empty compression the whole
//! region, so that all moves in one region are equal. NEW finds a free neighbour of a discovered node, ties going to
//! own, then opponent, then empty; then to the smallest distance to the newest discovered node and so on down to node
//! 0; then to the highest connectivity in the same order; then to the largest; then to the most liberties (section
//! 3.3.3, conditions 2 to 6).

use super::adjacency::Adjacency;
use super::candidates::Values;
use super::geometry::{Geometry, NOWHERE_DISTANCE};
use super::survey::Survey;
use super::ties::{keep_largest, keep_smallest};
use super::{Attribute, BoardGraph, Discovered, EdgeMeasure, Found, GraphOptions, GraphSystem, History, NodeId, Reach};
use super::{RecentPoints, RegionDistance, Status, StatusSet};
use go_board::{Board, BoardSize, Color, Liberties, Point};

/// A position as an intersection graph. Reused from position to position.
pub struct IntersectionGraph {
    system: GraphSystem,
    region_distance: RegionDistance,
    geometry: &'static Geometry,
    survey: Survey,
    /// The nodes of the latest moves.
    history: Vec<u16>,
    /// The node of each point, by the dense index of the node's first point.
    node_of: Vec<u16>,
    /// Compressed graphs only.
    adjacency: Adjacency,
    stamp: u32,
    /// Compressed graphs: distances from a node, computed on first use.
    rows: Vec<u8>,
    row_stamps: Vec<u32>,
    queue: Vec<u16>,
}

impl IntersectionGraph {
    fn is_plain(&self) -> bool {
        self.system == GraphSystem::Ig
    }

    /// Whether the node covers more than its point.
    #[inline(always)]
    fn is_merged(&self, node: u16) -> bool {
        let merges = match Status::from_index(self.survey.status[node as usize]) {
            Status::Own | Status::Opponent => self.system.merges_chains(),
            Status::Neutral => self.system.merges_empties(),
        };
        merges && self.survey.size[node as usize] > 1
    }

    #[inline]
    fn distance(&mut self, a: u16, b: u16) -> u8 {
        if self.is_plain() {
            return self.geometry.distance(a, b);
        }
        if a.max(b) == self.geometry.nowhere() {
            return NOWHERE_DISTANCE;
        }
        match self.region_distance {
            RegionDistance::ShortestPath => self.row(a)[b as usize],
            RegionDistance::ClosestPoints if self.is_merged(a) => self.row(a)[b as usize],
            RegionDistance::ClosestPoints if self.is_merged(b) => self.row(b)[a as usize],
            RegionDistance::ClosestPoints => self.geometry.distance(a, b),
        }
    }

    /// Distances from a node to all nodes, measured once per position.
    #[inline]
    fn row(&mut self, node: u16) -> &[u8] {
        let area = self.geometry.area;
        let place = node as usize * area;
        if self.row_stamps[node as usize] != self.stamp {
            self.row_stamps[node as usize] = self.stamp;
            match self.region_distance {
                RegionDistance::ClosestPoints => self.measure_closest_points(node),
                RegionDistance::ShortestPath => self.measure_paths(node),
            }
        }
        &self.rows[place..place + area]
    }

    fn measure_closest_points(&mut self, node: u16) {
        let Geometry { area, .. } = *self.geometry;
        let row = &mut self.rows[node as usize * area..(node as usize + 1) * area];
        row.fill(u8::MAX);
        for &point in self.adjacency.points(node) {
            for (smallest, &distance) in row.iter_mut().zip(self.geometry.distances_from(point as usize)) {
                *smallest = distance.min(*smallest);
            }
        }
        // The first point of another node represents the whole of it.
        for (point, &other) in self.node_of.iter().enumerate() {
            row[other as usize] = row[other as usize].min(row[point]);
        }
    }

    fn measure_paths(&mut self, node: u16) {
        let Geometry { area, .. } = *self.geometry;
        let row = &mut self.rows[node as usize * area..(node as usize + 1) * area];
        row.fill(u8::MAX);
        row[node as usize] = 0;
        self.queue.clear();
        self.queue.push(node);
        let mut next = 0;
        while next < self.queue.len() {
            let from = self.queue[next];
            for &(there, _) in self.adjacency.neighbours(from) {
                if row[there as usize] == u8::MAX {
                    row[there as usize] = row[from as usize] + 1;
                    self.queue.push(there);
                }
            }
            next += 1;
        }
    }

    #[inline]
    fn connectivity(&self, a: u16, b: u16) -> u16 {
        if self.is_plain() { u16::from(self.geometry.distance(a, b) == 1) } else { self.adjacency.connectivity(a, b) }
    }

    /// Calls `visit` with every free neighbour of a node until it says stop.
    #[inline(always)]
    fn each_free_neighbour(&self, seen: &Discovered, node: u16, mut visit: impl FnMut(u16, u8) -> bool) {
        // A history node need not be taken, and at the edge of the board a point is its own neighbour.
        let mut look =
            |there: u16| there == node || seen.has_taken(there) || visit(there, self.survey.status[there as usize]);
        if self.is_plain() {
            for &there in self.geometry.neighbours(node as usize) {
                look(there);
            }
        } else {
            for &(there, _) in self.adjacency.neighbours(node) {
                if !look(there) {
                    return;
                }
            }
        }
    }

    /// The statuses of the free neighbours of a node, as the bits of a `StatusSet`.
    #[inline]
    fn free_statuses(&self, seen: &Discovered, node: u16) -> u8 {
        let mut statuses = 0;
        self.each_free_neighbour(seen, node, |_, status| {
            statuses |= 1 << status;
            statuses != StatusSet::ANY.bits()
        });
        statuses
    }

    /// Conditions 3 to 6: leaves the indistinguishable nodes in `found`.
    #[inline(never)]
    fn resolve(&mut self, seen: &Discovered, found: &mut Vec<Found>) {
        for number in (0..seen.n_nodes()).rev() {
            keep_smallest(found, |node| self.distance(seen.at(number), node));
        }
        for number in (0..seen.n_nodes()).rev() {
            keep_largest(found, |node| self.connectivity(seen.at(number), node));
        }
        keep_largest(found, |node| self.survey.size[node as usize]);
        keep_largest(found, |node| self.survey.liberties[node as usize]);
    }
}

#[cfg(test)]
impl IntersectionGraph {
    /// The first points of the nodes that touch the node of a point, in ascending order; compressed graphs only.
    pub(crate) fn touching(&self, point: Point) -> Vec<Point> {
        let size = self.geometry.size;
        let node = self.node_of[size.dense_index(point)];
        let mut nodes: Vec<u16> = self.adjacency.neighbours(node).iter().map(|&(there, _)| there).collect();
        nodes.sort_unstable();
        nodes.into_iter().filter_map(|there| size.from_dense_index(there as usize)).collect()
    }
}

impl BoardGraph for IntersectionGraph {
    fn new(system: GraphSystem, options: GraphOptions, size: BoardSize) -> IntersectionGraph {
        assert!(!system.is_stone_graph(), "{system} is not an intersection graph");
        let geometry = Geometry::of(size, options.opposite_sides);
        let rows = if system == GraphSystem::Ig { 0 } else { geometry.area };
        let history = vec![geometry.nowhere(); options.history.n_nodes()];
        IntersectionGraph {
            system,
            history,
            region_distance: options.region_distance,
            survey: Survey::default(),
            node_of: Vec::new(),
            adjacency: Adjacency::default(),
            stamp: 0,
            rows: vec![0; rows * geometry.area],
            row_stamps: vec![0; rows],
            queue: Vec::new(),
            geometry,
        }
    }

    fn system(&self) -> GraphSystem {
        self.system
    }

    fn history(&self) -> History {
        History::ALL[self.history.len()]
    }

    fn size(&self) -> BoardSize {
        self.geometry.size
    }

    fn look_at<L: Liberties>(&mut self, board: &Board<L>, to_move: Color) {
        assert_eq!(board.size(), self.geometry.size, "the graph is for another board size");
        self.survey.take(board, to_move, self.geometry, true);
        self.history.fill(self.geometry.nowhere());
        self.stamp += 1;
        if self.is_plain() {
            return;
        }
        self.node_of.clear();
        for point in 0..self.geometry.area {
            let merges = if self.survey.status[point] == Status::Neutral as u8 {
                self.system.merges_empties()
            } else {
                self.system.merges_chains()
            };
            self.node_of.push(if merges { self.survey.root[point] } else { point as u16 });
        }
        self.adjacency.build(self.geometry, &self.node_of);
    }

    fn remember(&mut self, recent: RecentPoints) {
        for (node, point) in self.history.iter_mut().zip(recent) {
            *node = point.map_or(self.geometry.nowhere(), |point| match self.geometry.size.dense_index(point) {
                dense if self.system == GraphSystem::Ig => dense as u16,
                dense => self.node_of[dense],
            });
        }
    }

    #[inline]
    fn begin(&mut self, candidate: Point) -> Discovered {
        let point = self.geometry.size.dense_index(candidate) as u16;
        let node = if self.is_plain() { point } else { self.node_of[point as usize] };
        let mut seen = Discovered::starting_at(node);
        seen.take(node);
        self.history.iter().for_each(|&node| seen.remember(node));
        seen
    }

    #[inline(always)]
    fn attribute(&self, seen: &Discovered, attribute: Attribute, node: u8) -> u16 {
        let node = seen.at(node as usize) as usize;
        match attribute {
            Attribute::Liberties => self.survey.liberties[node],
            Attribute::Size => self.survey.size[node],
        }
    }

    #[inline]
    fn edge(&mut self, seen: &Discovered, measure: EdgeMeasure, [a, b]: [u8; 2]) -> u16 {
        let (a, b) = (seen.at(a as usize), seen.at(b as usize));
        match measure {
            EdgeMeasure::Distance => u16::from(self.distance(a, b)),
            EdgeMeasure::Connectivity => self.connectivity(a, b),
        }
    }

    #[inline]
    fn find(&mut self, seen: &Discovered, statuses: StatusSet, reach: Reach, found: &mut Vec<Found>) -> Option<Status> {
        found.clear();
        let Reach::NextTo(number) = reach else { return None };
        if seen.is_full() {
            return None;
        }
        let mut best = u8::MAX;
        self.each_free_neighbour(seen, seen.at(number as usize), |there, status| {
            if statuses.bits() & (1 << status) != 0 && status <= best {
                if status < best {
                    best = status;
                    found.clear();
                }
                found.push(Found { node: there, place: there });
            }
            true
        });
        if found.len() > 1 {
            self.resolve(seen, found);
        }
        (best != u8::MAX).then(|| Status::from_index(best))
    }

    fn observe(&mut self, seen: &Discovered, values: &mut Values) {
        for &node in seen.nodes() {
            values.push(self.survey.liberties[node as usize]);
            values.push(self.survey.size[node as usize]);
        }
        for (i, &a) in seen.nodes().iter().enumerate() {
            for &b in &seen.nodes()[i + 1..] {
                values.push(u16::from(self.distance(a, b)));
                values.push(self.connectivity(a, b));
            }
        }
        for &node in seen.nodes() {
            let statuses = if seen.is_full() { 0 } else { self.free_statuses(seen, node) };
            values.push(u16::from(statuses));
        }
    }

    fn points(&self, node: NodeId) -> Vec<Point> {
        let size = self.geometry.size;
        if self.is_plain() {
            return size.from_dense_index(node.0 as usize).into_iter().collect();
        }
        if node.0 == self.geometry.nowhere() {
            return Vec::new();
        }
        self.adjacency.points(node.0).iter().filter_map(|&p| size.from_dense_index(p as usize)).collect()
    }

    fn status(&self, node: NodeId) -> Status {
        Status::from_index(self.survey.status[node.0 as usize])
    }
}
