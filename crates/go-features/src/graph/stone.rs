//! Stone graphs: a node per stone (SG) or chain (SG-C) and per side; every pair of nodes has an edge weighing their
//! Manhattan distance (van Niekerk 2014, section 3.3.2).
//!
//! The candidate move is the auxiliary node 0 (history nodes may follow, see `history.rs`); it has no size and no liberties and is never asked for them. Node ids are dense
//! point indices (a chain's is its first stone's), sides follow. NEW finds the nearest free node, ties going to own, then
//! opponent, then side; then nearest to the newest discovered node and so on down to node 1; then largest; then most
//! liberties (section 3.3.3, conditions 1, 2, 3, 5, 6).

use super::candidates::Values;
use super::geometry::{FIRST_SIDE_PLACE, Geometry, N_SIDES};
use super::neighbourhood::{Neighbourhood, Surroundings};
use super::survey::Survey;
use super::ties::{keep_largest, keep_smallest};
use super::{Attribute, BoardGraph, Discovered, EdgeMeasure, Found, GraphOptions, GraphSystem, History, NodeId, Reach};
use super::{RecentPoints, Status, StatusSet};
use go_board::{Board, BoardSize, Color, Liberties, Point};

/// A position as a stone graph. Reused from position to position.
pub struct StoneGraph {
    system: GraphSystem,
    geometry: &'static Geometry,
    survey: Survey,
    /// The nodes of the latest moves.
    history: Vec<u16>,
    stamp: u32,
    /// Stones or chains.
    n_nodes: usize,
    /// SG-C: all stones, and for the root of each chain, its distances to empty points, sides and roots of chains.
    stones: Vec<u16>,
    chain_rows: Vec<u8>,
    /// By dense index of the candidate move.
    neighbourhoods: Vec<Neighbourhood>,
}

impl StoneGraph {
    /// The distance between two nodes.
    #[inline(always)]
    fn distance(&self, a: u16, b: u16) -> u8 {
        if self.is_chain(b) {
            self.chain_rows[b as usize * self.geometry.stride + a as usize]
        } else if self.is_chain(a) {
            self.chain_rows[a as usize * self.geometry.stride + b as usize]
        } else {
            self.geometry.distance(a, b)
        }
    }

    /// Whether the node is a chain: SG-C has distances of its own for them.
    #[inline(always)]
    fn is_chain(&self, node: u16) -> bool {
        self.system.merges_chains() && self.survey.status[node as usize] != Status::Neutral as u8
    }

    /// SG-C: the distance of a chain to anything is the smallest over its stones.
    fn measure_chains(&mut self) {
        let Geometry { area, stride, .. } = *self.geometry;
        let Survey { status, root, .. } = &self.survey;
        self.stones.clear();
        self.stones.extend((0..area as u16).filter(|&p| status[p as usize] != Status::Neutral as u8));
        let is_root = |&&stone: &&u16| root[stone as usize] == stone;
        for &chain in self.stones.iter().filter(is_root) {
            self.chain_rows[chain as usize * stride..(chain as usize + 1) * stride].fill(u8::MAX);
        }
        for &stone in &self.stones {
            let chain = root[stone as usize] as usize;
            let row = &mut self.chain_rows[chain * stride..(chain + 1) * stride];
            for (smallest, &distance) in row.iter_mut().zip(self.geometry.distances_from(stone as usize)) {
                *smallest = distance.min(*smallest);
            }
        }
        // The column of another chain's root represents that whole chain; the other stones' columns are not read.
        for &chain in self.stones.iter().filter(is_root) {
            let row = &mut self.chain_rows[chain as usize * stride..(chain as usize + 1) * stride];
            for &stone in &self.stones {
                let other = root[stone as usize] as usize;
                row[other] = row[other].min(row[stone as usize]);
            }
        }
    }

    /// The place of the nearest free stone or chain around the candidate move.
    #[inline]
    fn first_free(&mut self, seen: &Discovered, statuses: StatusSet, within: u16) -> Option<usize> {
        let around = Surroundings {
            geometry: self.geometry,
            survey: &self.survey,
            merges_chains: self.system.merges_chains(),
            n_nodes: self.n_nodes,
        };
        self.neighbourhoods[seen.at(0) as usize].first_free(&around, seen, statuses, within)
    }

    /// The distance of the nearest free side.
    #[inline]
    fn nearest_side(&self, seen: &Discovered) -> Option<u8> {
        let to_sides = &self.geometry.distances_from(seen.at(0) as usize)[self.geometry.area..];
        let free = |&side: &usize| !seen.has_taken(FIRST_SIDE_PLACE + side as u16);
        (0..N_SIDES).filter(free).map(|side| to_sides[side]).min()
    }

    /// Collects the free sides at that distance.
    fn collect_sides(&self, seen: &Discovered, distance: u8, found: &mut Vec<Found>) {
        let to_sides = &self.geometry.distances_from(seen.at(0) as usize)[self.geometry.area..];
        for (side, &there) in to_sides.iter().take(N_SIDES).enumerate() {
            let place = FIRST_SIDE_PLACE + side as u16;
            if there == distance && !seen.has_taken(place) {
                found.push(Found { node: (self.geometry.area + side) as u16, place });
            }
        }
    }

    /// Conditions 3, 5 and 6: leaves the indistinguishable nodes in `found`.
    #[inline(never)]
    fn resolve(&self, seen: &Discovered, found: &mut Vec<Found>) {
        for number in (1..seen.n_nodes()).rev() {
            keep_smallest(found, |node| self.distance(seen.at(number), node));
        }
        keep_largest(found, |node| self.survey.size[node as usize]);
        keep_largest(found, |node| self.survey.liberties[node as usize]);
    }
}

impl BoardGraph for StoneGraph {
    fn new(system: GraphSystem, options: GraphOptions, size: BoardSize) -> StoneGraph {
        assert!(system.is_stone_graph(), "{system} is not a stone graph");
        let geometry = Geometry::of(size, options.opposite_sides);
        let rows = if system.merges_chains() { geometry.area * geometry.stride } else { 0 };
        let history = vec![geometry.nowhere(); options.history.n_nodes()];
        StoneGraph {
            system,
            survey: Survey::default(),
            history,
            stamp: 0,
            n_nodes: 0,
            stones: Vec::new(),
            chain_rows: vec![0; rows],
            neighbourhoods: vec![Neighbourhood::new(); geometry.area],
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
        self.survey.take(board, to_move, self.geometry, false);
        self.history.fill(self.geometry.nowhere());
        self.stamp += 1;
        let n_stones = board.n_stones(Color::Black) + board.n_stones(Color::White);
        self.n_nodes = if self.system.merges_chains() { board.n_chains() } else { n_stones };
        if self.system.merges_chains() {
            self.measure_chains();
        }
    }

    fn remember(&mut self, recent: RecentPoints) {
        let Geometry { size, .. } = *self.geometry;
        for (node, point) in self.history.iter_mut().zip(recent) {
            // The root of an empty point is the point itself.
            *node = point.map_or(self.geometry.nowhere(), |point| match size.dense_index(point) {
                dense if self.system.merges_chains() => self.survey.root[dense],
                dense => dense as u16,
            });
        }
    }

    #[inline]
    fn begin(&mut self, candidate: Point) -> Discovered {
        let node = self.geometry.size.dense_index(candidate) as u16;
        self.neighbourhoods[node as usize].refresh(self.stamp);
        let mut seen = Discovered::starting_at(node);
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

    /// The edge weight; a stone graph has no connectivity (0).
    #[inline(always)]
    fn edge(&mut self, seen: &Discovered, measure: EdgeMeasure, [a, b]: [u8; 2]) -> u16 {
        match measure {
            EdgeMeasure::Distance => u16::from(self.distance(seen.at(a as usize), seen.at(b as usize))),
            EdgeMeasure::Connectivity => 0,
        }
    }

    #[inline]
    fn find(&mut self, seen: &Discovered, statuses: StatusSet, reach: Reach, found: &mut Vec<Found>) -> Option<Status> {
        found.clear();
        let Reach::Within(within) = reach else { return None };
        if seen.is_full() {
            return None;
        }
        let side = if statuses.contains(Status::Neutral) { self.nearest_side(seen) } else { None };
        let side = side.filter(|&distance| u16::from(distance) <= within);
        // At the same distance a stone comes before a side; a stone farther than the side need not be looked for.
        let within = side.map_or(within, u16::from);
        let stone =
            if statuses == StatusSet::only(Status::Neutral) { None } else { self.first_free(seen, statuses, within) };
        let status = match (stone, side) {
            (Some(first), _) => {
                let neighbourhood = &self.neighbourhoods[seen.at(0) as usize];
                let entry = neighbourhood.entry(first);
                for place in first..entry.group_end as usize {
                    if !seen.has_taken(place as u16) {
                        found.push(Found { node: neighbourhood.entry(place).node, place: place as u16 });
                    }
                }
                Status::from_index(entry.status)
            }
            (None, Some(distance)) => {
                self.collect_sides(seen, distance, found);
                Status::Neutral
            }
            (None, None) => return None,
        };
        if found.len() > 1 {
            self.resolve(seen, found);
        }
        Some(status)
    }

    fn observe(&mut self, seen: &Discovered, values: &mut Values) {
        for &node in &seen.nodes()[1..] {
            values.push(self.survey.liberties[node as usize]);
            values.push(self.survey.size[node as usize]);
        }
        for (i, &a) in seen.nodes().iter().enumerate() {
            for &b in &seen.nodes()[i + 1..] {
                values.push(u16::from(self.distance(a, b)));
            }
        }
        for status in [Status::Own, Status::Opponent] {
            let place = self.first_free(seen, StatusSet::only(status), u16::MAX);
            let neighbourhood = &self.neighbourhoods[seen.at(0) as usize];
            values.push(place.map_or(u16::MAX, |place| u16::from(neighbourhood.entry(place).distance)));
        }
        values.push(self.nearest_side(seen).map_or(u16::MAX, u16::from));
    }

    fn points(&self, node: NodeId) -> Vec<Point> {
        let Geometry { size, area, .. } = *self.geometry;
        let node = node.0 as usize;
        let of_node = |p: &usize| {
            if node >= area {
                self.geometry.distance(*p as u16, node as u16) == 0
            } else if self.system.merges_chains() {
                self.survey.root[*p] as usize == node
            } else {
                *p == node
            }
        };
        (0..area).filter(of_node).filter_map(|p| size.from_dense_index(p)).collect()
    }

    fn status(&self, node: NodeId) -> Status {
        Status::from_index(self.survey.status[node.0 as usize])
    }
}
