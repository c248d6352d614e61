//! Where a group is enclosed: the narrowest necks between it and the open board, by a minimum cut.
//!
//! Flow runs from a chain through empty points, friends and weak enemies (which may be captured) to points far from all stones; the
//! other side's stones stop it. A minimum vertex cut names the fewest empty points that the attacker would have to fill to close the
//! region: points next to an attacker's stone count least, points next to a defender's stone more, because filling them takes a
//! liberty. Of all minimum cuts the outermost is taken, which leaves the defender the most room. Nothing to fill means a closed
//! problem; too much to fill means that the group is not enclosed.

use std::collections::VecDeque;

use go_board::{Board, ChainId, Point, PointMap, PointSet};

/// An enclosed group.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// The empty points inside.
    pub inside: PointSet,
    /// The empty points that the attacker has to fill.
    pub fence: PointSet,
}

/// How much room an enclosure leaves the defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// All that the narrowest necks allow: of all minimum cuts the outermost.
    Most,
    /// The innermost minimum cut that fills no point within so many empty steps of the chain.
    Steps(u8),
}

/// The cost of filling a point next to an attacker's stone, and of any other.
const NEAR: u32 = 2;
const FAR: u32 = 6;
/// What is added for a point next to a stone of the defender.
const LIBERTY: u32 = 3;
/// A fence that costs more is none.
const MAX_COST: u32 = 22;
/// An attacking chain with at most this many liberties may be captured.
const WEAK: usize = 2;
/// Lines beyond the outermost stones at which the open board begins.
const MARGIN: u8 = 2;
/// In a whole game: empty steps from the chain at which it begins.
const FAR_STEPS: u8 = 7;
const UNBOUNDED: u32 = 1 << 20;

/// Where the chain is enclosed; `None` if it is not.
pub fn enclosure(board: &Board, chain: ChainId, room: Room) -> Option<Enclosure> {
    let mut network = Network::new(board, chain, room);
    if !network.saturate() {
        return None;
    }
    let is_outside = match room {
        Room::Most => network.reaches_sink(),
        Room::Steps(_) => network.is_reached().into_iter().map(|is_reached| !is_reached).collect(),
    };
    let (mut inside, mut fence) = (PointSet::new(), PointSet::new());
    for (dense, point) in board.size().points().enumerate() {
        if !board.is_empty(point) || !network.is_connected[dense] {
            continue;
        }
        match (is_outside[2 * dense], is_outside[2 * dense + 1]) {
            (false, true) => {
                fence.insert(point);
            }
            (false, false) => {
                inside.insert(point);
            }
            (true, _) => {}
        }
    }
    let inside = connected_part(board, chain, &inside);
    Some(Enclosure { inside, fence })
}

/// Is there a chain with few liberties?
fn is_weak(board: &Board, point: Point) -> bool {
    board.chain_at(point).is_some_and(|chain| board.liberties(chain).iter().count() <= WEAK)
}

/// The points of `inside` that the chain reaches through empty points, friends and weak enemies without leaving.
fn connected_part(board: &Board, chain: ChainId, inside: &PointSet) -> PointSet {
    let (size, color) = (board.size(), board.chain_color(chain));
    let mut seen: PointSet = board.stones(chain).collect();
    let mut open: Vec<Point> = seen.iter().collect();
    let mut part = PointSet::new();
    while let Some(point) = open.pop() {
        if board.is_empty(point) {
            part.insert(point);
        }
        for next in point.neighbours().into_iter().filter(|&n| size.contains(n)) {
            let is_stone = board.color_at(next) == Some(color) || is_weak(board, next);
            let may_enter = is_stone || inside.contains(next);
            if may_enter && seen.insert(next) {
                open.push(next);
            }
        }
    }
    part
}

/// How many empty points lie on the way from the chain to each point, through friends for nothing; 255 where no way leads.
fn steps_from(board: &Board, chain: ChainId) -> PointMap<u8> {
    let (size, color) = (board.size(), board.chain_color(chain));
    let mut steps = PointMap::filled(u8::MAX);
    let mut open: VecDeque<Point> = board.stones(chain).collect();
    for &stone in &open {
        steps[stone] = 0;
    }
    while let Some(point) = open.pop_front() {
        for next in point.neighbours().into_iter().filter(|&n| size.contains(n)) {
            let is_friend = board.color_at(next) == Some(color);
            let there = steps[point].saturating_add(u8::from(!is_friend));
            if (is_friend || board.is_empty(next)) && there < steps[next] {
                steps[next] = there;
                if is_friend { open.push_front(next) } else { open.push_back(next) }
            }
        }
    }
    steps
}

/// Points split in two (in, out), as arcs with residual capacities; arc `i ^ 1` is the reverse of arc `i`.
struct Network {
    heads: Vec<(usize, u32)>,
    arcs_of: Vec<Vec<usize>>,
    source: usize,
    sink: usize,
    /// Points that flow may enter at all.
    is_connected: Vec<bool>,
}

impl Network {
    fn new(board: &Board, chain: ChainId, room: Room) -> Network {
        let size = board.size();
        let color = board.chain_color(chain);
        let n = size.area();
        let mut network = Network {
            heads: Vec::new(),
            arcs_of: vec![Vec::new(); 2 * n + 2],
            source: 2 * n,
            sink: 2 * n + 1,
            is_connected: vec![false; n],
        };
        let stones = || size.points().filter(|&p| !board.is_empty(p));
        let (left, right) = stones().fold((u8::MAX, 0), |(a, b), p| (a.min(p.x()), b.max(p.x())));
        let (top, bottom) = stones().fold((u8::MAX, 0), |(a, b), p| (a.min(p.y()), b.max(p.y())));
        let is_far = |p: Point| {
            p.x() + MARGIN < left || p.x() > right + MARGIN || p.y() + MARGIN < top || p.y() > bottom + MARGIN
        };
        // In a whole game stones stand everywhere: then the open board begins some steps away from the chain.
        let steps = steps_from(board, chain);
        let is_whole_game = !size.points().any(is_far);
        let is_far = |p: Point| if is_whole_game { steps[p] >= FAR_STEPS && steps[p] != u8::MAX } else { is_far(p) };
        let is_kept = |p: Point| matches!(room, Room::Steps(kept) if steps[p] <= kept);
        for (dense, point) in size.points().enumerate() {
            let cost = match board.color_at(point) {
                Some(stone) if stone == color || is_weak(board, point) => UNBOUNDED,
                Some(_) => continue,
                None if is_kept(point) => UNBOUNDED,
                None => {
                    let stones = |near: &[Point], color| {
                        near.iter().any(|&n| size.contains(n) && board.color_at(n) == Some(color))
                    };
                    let is_near = stones(&point.surrounding(), color.opponent());
                    let is_liberty = stones(&point.neighbours(), color);
                    (if is_near { NEAR } else { FAR }) + (if is_liberty { LIBERTY } else { 0 })
                }
            };
            network.is_connected[dense] = true;
            network.add(2 * dense, 2 * dense + 1, cost);
            for next in point.neighbours().into_iter().filter(|&n| size.contains(n)) {
                if board.color_at(next) != Some(color.opponent()) || is_weak(board, next) {
                    network.add(2 * dense + 1, 2 * size.dense_index(next), UNBOUNDED);
                }
            }
            if is_far(point) {
                network.add(2 * dense + 1, network.sink, UNBOUNDED);
            }
        }
        for stone in board.stones(chain) {
            network.add(network.source, 2 * size.dense_index(stone), UNBOUNDED);
        }
        network
    }

    fn add(&mut self, from: usize, to: usize, capacity: u32) {
        self.arcs_of[from].push(self.heads.len());
        self.heads.push((to, capacity));
        self.arcs_of[to].push(self.heads.len());
        self.heads.push((from, 0));
    }

    /// Sends flow along shortest paths until none is left; false if more than `MAX_COST` flows.
    fn saturate(&mut self) -> bool {
        let mut sent = 0;
        loop {
            let mut came_by = vec![usize::MAX; self.arcs_of.len()];
            let mut open = VecDeque::from([self.source]);
            while let Some(node) = open.pop_front() {
                for &arc in &self.arcs_of[node] {
                    let (to, capacity) = self.heads[arc];
                    if capacity > 0 && came_by[to] == usize::MAX && to != self.source {
                        came_by[to] = arc;
                        open.push_back(to);
                    }
                }
            }
            if came_by[self.sink] == usize::MAX {
                return true;
            }
            let mut path = Vec::new();
            let mut node = self.sink;
            while node != self.source {
                path.push(came_by[node]);
                node = self.heads[came_by[node] ^ 1].0;
            }
            let amount = path.iter().map(|&arc| self.heads[arc].1).min().unwrap_or(0);
            sent += amount;
            if sent > MAX_COST {
                return false;
            }
            for arc in path {
                self.heads[arc].1 -= amount;
                self.heads[arc ^ 1].1 += amount;
            }
        }
    }

    /// The nodes to which more flow could still come from the source.
    fn is_reached(&self) -> Vec<bool> {
        let mut is_reached = vec![false; self.arcs_of.len()];
        is_reached[self.source] = true;
        let mut open = vec![self.source];
        while let Some(node) = open.pop() {
            for &arc in &self.arcs_of[node] {
                let (to, capacity) = self.heads[arc];
                if capacity > 0 && !is_reached[to] {
                    is_reached[to] = true;
                    open.push(to);
                }
            }
        }
        is_reached
    }

    /// The nodes from which more flow could still reach the sink.
    fn reaches_sink(&self) -> Vec<bool> {
        let mut reaches = vec![false; self.arcs_of.len()];
        reaches[self.sink] = true;
        let mut open = vec![self.sink];
        while let Some(node) = open.pop() {
            for &arc in &self.arcs_of[node] {
                let from = self.heads[arc].0;
                if self.heads[arc ^ 1].1 > 0 && !reaches[from] {
                    reaches[from] = true;
                    open.push(from);
                }
            }
        }
        reaches
    }
}

#[cfg(test)]
mod tests {
    use go_board::Color;

    use super::*;

    /// The way out along the upper edge may be closed at F9, G9 or H9, each next to a white stone: less room closes it as near as it may.
    #[test]
    fn rooms_differ_by_which_narrowest_neck_is_taken() {
        let (board, _): (Board, _) = Board::parse_ascii(
            ". . . X . . . . .
             X X X X O O O . .
             O O O O . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .expect("a board");
        let point = |name: &str| board.size().parse_point(name).expect("a point");
        let chain = board.chain_at(point("A8")).expect("a chain");
        assert_eq!(board.chain_color(chain), Color::Black);
        for (room, way_out, neck) in [
            (Room::Steps(1), &["E9"][..], "F9"),
            (Room::Steps(2), &["E9", "F9"], "G9"),
            (Room::Most, &["E9", "F9", "G9"], "H9"),
        ] {
            let found = enclosure(&board, chain, room).expect("enclosed");
            let inside: PointSet = ["A9", "B9", "C9"].iter().chain(way_out).map(|name| point(name)).collect();
            assert_eq!(found.inside, inside, "{room:?}");
            assert_eq!(found.fence.iter().collect::<Vec<_>>(), [point(neck)], "{room:?}");
        }
    }
}
