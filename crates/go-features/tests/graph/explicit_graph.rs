//! The slow twin of the query systems: van Niekerk 2014, section 3.3 implemented literally, with explicit nodes, sets
//! of points and matrices, built again for every candidate move.

use go_board::{Board, Cell, Color, Point, TrueLiberties};
use go_features::graph::{
    Attribute, EdgeMeasure, GraphOptions, GraphSystem, OppositeSides, Query, Reach, RegionDistance, Status, StatusSet,
};
use std::collections::BTreeSet;

pub(crate) struct Node {
    pub(crate) status: Option<Status>,
    pub(crate) points: BTreeSet<Point>,
    pub(crate) size: usize,
    pub(crate) liberties: usize,
    is_side: bool,
}

pub(crate) struct ExplicitGraph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) distance: Vec<Vec<usize>>,
    pub(crate) connectivity: Vec<Vec<usize>>,
    /// The nodes of the discovered graph at the start: the candidate move, then the history nodes.
    pub(crate) known: Vec<usize>,
    stone_graph: bool,
}

fn manhattan(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()) as usize + a.y().abs_diff(b.y()) as usize
}

/// All points connected with this one through cells of the same kind.
fn region(board: &Board, from: Point) -> BTreeSet<Point> {
    let mut found = BTreeSet::from([from]);
    loop {
        let grown: BTreeSet<Point> = found
            .iter()
            .flat_map(|p| p.neighbours())
            .filter(|&n| board.size().contains(n) && board.cell(n) == board.cell(from))
            .chain(found.iter().copied())
            .collect();
        if grown.len() == found.len() {
            return found;
        }
        found = grown;
    }
}

fn liberties(board: &Board, chain: &BTreeSet<Point>) -> usize {
    let adjacent: Vec<Point> =
        chain.iter().flat_map(|p| p.neighbours()).filter(|&n| board.cell(n) == Cell::Empty).collect();
    if adjacent.iter().all(|&p| p == adjacent[0]) { adjacent.len().min(1) } else { adjacent.len() }
}

impl ExplicitGraph {
    pub(crate) fn new(
        board: &Board<TrueLiberties>,
        to_move: Color,
        candidate: Point,
        (system, options): (GraphSystem, GraphOptions),
    ) -> ExplicitGraph {
        let stone_graph = system.is_stone_graph();
        let mut nodes: Vec<Node> = Vec::new();
        for point in board.size().points() {
            let whole = region(board, point);
            let color = board.color_at(point);
            let merged = if color.is_some() { system.merges_chains() } else { system.merges_empties() };
            if (color.is_none() && stone_graph) || (merged && whole.first() != Some(&point)) {
                continue;
            }
            nodes.push(Node {
                status: Some(match color {
                    Some(color) if color == to_move => Status::Own,
                    Some(_) => Status::Opponent,
                    None => Status::Neutral,
                }),
                size: whole.len(),
                liberties: if color.is_some() { liberties(board, &whole) } else { 0 },
                points: if merged { whole } else { BTreeSet::from([point]) },
                is_side: false,
            });
        }
        if stone_graph {
            let last = board.size().get() - 1;
            let lines: [fn(Point, u8) -> bool; 4] =
                [|p, _| p.y() == 0, |p, _| p.x() == 0, |p, last| p.x() == last, |p, last| p.y() == last];
            for on_line in lines {
                let points = board.size().points().filter(|&p| on_line(p, last)).collect();
                nodes.push(Node { status: Some(Status::Neutral), points, size: 0, liberties: 0, is_side: true });
            }
            let points = BTreeSet::from([candidate]);
            nodes.push(Node { status: None, points, size: 0, liberties: 0, is_side: false });
        }
        let candidate = nodes
            .iter()
            .position(|n| n.points.contains(&candidate) && (!stone_graph || n.status.is_none()))
            .expect("the move has a node");
        let pairs = |measure: &dyn Fn(&Node, &Node) -> usize| -> Vec<Vec<usize>> {
            nodes.iter().map(|a| nodes.iter().map(|b| measure(a, b)).collect()).collect()
        };
        let connectivity =
            pairs(&|a, b| a.points.iter().map(|&p| b.points.iter().filter(|&&q| manhattan(p, q) == 1).count()).sum());
        let closest = pairs(&|a, b| {
            let closest =
                a.points.iter().flat_map(|&p| b.points.iter().map(move |&q| manhattan(p, q))).min().expect("points");
            let opposite = a.is_side && b.is_side && closest > 0;
            if opposite && options.opposite_sides == OppositeSides::BoardSize { closest + 1 } else { closest }
        });
        let by_path = !stone_graph && options.region_distance == RegionDistance::ShortestPath;
        let distance = if by_path { shortest_paths(&connectivity) } else { closest };
        ExplicitGraph { nodes, distance, connectivity, known: vec![candidate], stone_graph }
    }

    /// Adds a history node: an auxiliary node that stands for the one that holds the point of an earlier move.
    pub(crate) fn remember(&mut self, point: Option<Point>) {
        let holds =
            |node: &Node| node.status.is_some() && !node.is_side && point.is_some_and(|p| node.points.contains(&p));
        let original = self.nodes.iter().position(holds);
        let node = match original.map(|original| &self.nodes[original]) {
            Some(node) => Node { status: None, points: node.points.clone(), is_side: false, ..*node },
            None => Node { status: None, points: point.into_iter().collect(), size: 0, liberties: 0, is_side: false },
        };
        let distance = |other: usize| match (original, point) {
            (Some(original), _) => self.distance[original][other],
            (None, Some(point)) => self.nodes[other].points.iter().map(|&p| manhattan(p, point)).min().unwrap_or(255),
            (None, None) => 255,
        };
        let connectivity = |other: usize| match original {
            Some(original) if self.nodes[other].points != node.points => self.connectivity[original][other],
            _ => 0,
        };
        let all = 0..self.nodes.len();
        let rows = [all.clone().map(distance).collect::<Vec<_>>(), all.map(connectivity).collect()];
        for (matrix, row) in [&mut self.distance, &mut self.connectivity].into_iter().zip(rows) {
            matrix.iter_mut().zip(&row).for_each(|(others, &value)| others.push(value));
            matrix.push([row, vec![0]].concat());
        }
        self.known.push(self.nodes.len());
        self.nodes.push(node);
    }

    pub(crate) fn attribute(&self, node: usize, attribute: Attribute) -> usize {
        match attribute {
            Attribute::Liberties => self.nodes[node].liberties,
            Attribute::Size => self.nodes[node].size,
        }
    }

    pub(crate) fn edge(&self, a: usize, b: usize, measure: EdgeMeasure) -> usize {
        match measure {
            EdgeMeasure::Distance => self.distance[a][b],
            EdgeMeasure::Connectivity => self.connectivity[a][b],
        }
    }

    /// Section 3.3.3, condition by condition.
    pub(crate) fn find(&self, seen: &[usize], statuses: StatusSet, reach: Reach) -> Vec<usize> {
        let matches = |node: usize| {
            let near = match reach {
                Reach::Within(distance) => self.distance[seen[0]][node] <= distance as usize,
                Reach::NextTo(number) => self.connectivity[seen[number as usize]][node] > 0,
            };
            near && !seen.contains(&node) && self.nodes[node].status.is_some_and(|s| statuses.contains(s))
        };
        let mut left: Vec<usize> = (0..self.nodes.len()).filter(|&node| matches(node)).collect();
        let mut keep_least = |value: &dyn Fn(usize) -> i64| {
            let least = left.iter().map(|&node| value(node)).min();
            left.retain(|&node| Some(value(node)) == least);
        };
        if self.stone_graph {
            keep_least(&|node| self.distance[seen[0]][node] as i64);
        }
        keep_least(&|node| self.nodes[node].status.expect("not the candidate") as i64);
        for &earlier in seen.iter().rev() {
            keep_least(&|node| self.distance[earlier][node] as i64);
        }
        if !self.stone_graph {
            for &earlier in seen.iter().rev() {
                keep_least(&|node| -(self.connectivity[earlier][node] as i64));
            }
        }
        keep_least(&|node| -(self.nodes[node].size as i64));
        keep_least(&|node| -(self.nodes[node].liberties as i64));
        left
    }

    pub(crate) fn answer(&self, query: Query, seen: &[usize]) -> usize {
        match query {
            Query::New { statuses, reach } => {
                let found = self.find(seen, statuses, reach);
                statuses.outcome(found.first().and_then(|&node| self.nodes[node].status))
            }
            Query::Edge { measure, nodes: [a, b], test } => {
                let value = self.edge(seen[a as usize], seen[b as usize], measure);
                usize::from(!test.holds(value as u16))
            }
            Query::Attribute { attribute, node, test } => {
                usize::from(!test.holds(self.attribute(seen[node as usize], attribute) as u16))
            }
        }
    }
}

/// Breadth-first search from every node.
fn shortest_paths(connectivity: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = connectivity.len();
    let mut all = Vec::new();
    for start in 0..n {
        let mut distance = vec![usize::MAX; n];
        distance[start] = 0;
        let mut frontier = vec![start];
        while let Some(&from) = frontier.first() {
            frontier.remove(0);
            for to in 0..n {
                if connectivity[from][to] > 0 && distance[to] == usize::MAX {
                    distance[to] = distance[from] + 1;
                    frontier.push(to);
                }
            }
        }
        all.push(distance);
    }
    all
}
