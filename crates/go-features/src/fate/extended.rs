//! The features of `fate-3` beyond the paths (Foulds 2006, chapter 7: the graph loses the size of chains and the
//! position of the border, and connectable chains should be one unit).
//!
//! - *groups*: paths of up to four nodes where chains that belong together are one node;
//! - *near*: the nodes beside the move by colour, liberties (1, 2, 3, 4 or more), size (1, 2, 3-4, 5 or more) and whether they are the target; empty
//!   points by their line;
//! - *pairs*: the same two steps deep, coarser;
//! - *move*: the immediate effect of the move, the region it is played in, the way to the target.

use super::alphabet::{Alphabet, n_strings, string_at};
use super::area::Area;
use super::graph::FateGraph;
use super::paths::PathCounter;
use super::reader::{letter, letters};
use super::target::Target;
use crate::tactical2::Groups;
use go_board::{Board, Cell, Color, Liberties, Point, PointMap, TrueLiberties};
use go_tactics::{chains_around, n_liberties_after, size_after};

const GROUP_LENGTH: usize = 4;
const N_NEAR: usize = 4 + 64;
const N_COARSE: usize = 2 + 12;
const MOVE_NAMES: [&str; 24] = [
    "line",
    "other-line",
    "own-neighbours",
    "opponent-neighbours",
    "empty-neighbours",
    "own-diagonals",
    "opponent-diagonals",
    "off-board-diagonals",
    "liberties-after",
    "size-after",
    "captured",
    "ataris",
    "fewest-own-liberties",
    "fewest-opponent-liberties",
    "self-atari",
    "own-eye",
    "target-liberty",
    "steps-to-target",
    "target-liberties",
    "target-is-own",
    "region",
    "region-own-chains",
    "region-opponent-chains",
    "region-on-border",
];

/// Columns beyond those of `fate-2`.
pub(super) const N_EXTENDED: usize = n_strings(GROUP_LENGTH) + N_NEAR + N_COARSE * N_COARSE + MOVE_NAMES.len();

/// The names of those columns.
pub(super) fn names() -> Vec<String> {
    let near = (0..N_NEAR).map(near_name);
    let pairs = (0..N_COARSE * N_COARSE)
        .map(|pair| format!("pair:{}/{}", coarse_name(pair / N_COARSE), coarse_name(pair % N_COARSE)));
    let groups = (0..n_strings(GROUP_LENGTH)).map(|place| format!("group:{}", letters(&string_at(place))));
    let effect = MOVE_NAMES.iter().map(|name| format!("move:{name}"));
    groups.chain(near).chain(pairs).chain(effect).collect()
}

fn side_name(side: usize) -> &'static str {
    ["own", "opponent"][side % 2]
}

fn near_name(kind: usize) -> String {
    let Some(chain) = kind.checked_sub(4) else {
        return format!("near:{}", ["corner", "line-1", "line-2", "inner"][kind]);
    };
    let target = ["", "-target"][chain / 32];
    let (side, liberties, size) = (side_name(chain / 16), chain / 4 % 4 + 1, ["1", "2", "3-4", "5+"][chain % 4]);
    format!("near:{side}{target}-{liberties}{}-liberties-{size}-stones", if liberties == 4 { "+" } else { "" })
}

fn coarse_name(kind: usize) -> String {
    let Some(chain) = kind.checked_sub(2) else {
        return ["border", "inner"][kind].into();
    };
    let target = ["", "-target"][chain / 6];
    format!("{}{target}-{}", side_name(chain / 3), ["1", "2", "3+"][chain % 3])
}

/// Data computed once per position.
pub(super) struct Extended {
    groups: Groups,
    group_graph: FateGraph,
    group_paths: PathCounter,
    alphabet: Alphabet,
    near: Vec<u8>,
    coarse: Vec<u8>,
    target: Target,
    target_liberties: f64,
    target_is_own: bool,
    /// Steps in the graph to the target, by node.
    steps: Vec<u8>,
    regions: Vec<Region>,
    region_of: PointMap<u8>,
}

/// Connected empty points inside the area.
#[derive(Clone, Copy, Default)]
struct Region {
    n_points: u16,
    n_chains: [u8; 2],
    is_on_border: bool,
}

const NO_REGION: u8 = u8::MAX;
/// As far as the target can be.
const FAR: u8 = 6;

impl Extended {
    pub(super) fn new(
        board: &Board,
        area: Area,
        to_move: Color,
        graph: &FateGraph,
        target: Option<&Target>,
    ) -> Extended {
        let groups = Groups::new(board);
        let target = target.cloned().unwrap_or_else(|| Target::of_groups(board, to_move, &groups));
        let mut group_graph = FateGraph::default();
        // Groups are numbered from 0 like slots, so that a group's number can be used as its slot.
        let leaders = leaders(board, &groups);
        group_graph.look_at_merged(board, area, |slot| leaders[slot] as usize);
        let mut group_paths = PathCounter::default();
        group_paths.prepare(&group_graph, |node| letter(group_graph.nodes()[node].cell, to_move));
        let (near, coarse) = graph.nodes().iter().map(|node| kinds(board, node.point, to_move, &target)).unzip();
        let stones: Vec<Point> = board.size().points().filter(|&point| target.contains(point)).collect();
        let mut liberties = TrueLiberties::default();
        stones
            .iter()
            .filter_map(|&stone| board.chain_at(stone))
            .for_each(|chain| liberties.merge(board.liberties(chain)));
        let (regions, region_of) = regions(board, area, to_move);
        Extended {
            steps: steps(graph, &stones),
            target_is_own: stones.first().is_some_and(|&stone| board.color_at(stone) == Some(to_move)),
            target_liberties: liberties.count() as f64,
            alphabet: Alphabet::new(GROUP_LENGTH),
            groups,
            group_graph,
            group_paths,
            near,
            coarse,
            target,
            regions,
            region_of,
        }
    }

    /// Appends the columns of a move.
    pub(super) fn read(
        &mut self,
        board: &Board,
        graph: &FateGraph,
        point: Point,
        to_move: Color,
        values: &mut Vec<f64>,
    ) {
        let mut counts = [0; n_strings(GROUP_LENGTH)];
        if let Some(node) = self.group_graph.node_at(point) {
            self.group_paths.count(&self.group_graph, &self.alphabet, node, &mut counts);
        }
        values.extend(counts.map(f64::from));
        let mut near = [0u32; N_NEAR];
        let mut pairs = [0u32; N_COARSE * N_COARSE];
        let node = graph.node_at(point).unwrap_or(usize::MAX);
        if node != usize::MAX {
            for &first in graph.neighbours(node) {
                near[self.near[first as usize] as usize] += 1;
                for &second in graph.neighbours(first as usize).iter().filter(|&&second| second as usize != node) {
                    pairs[self.coarse[first as usize] as usize * N_COARSE + self.coarse[second as usize] as usize] += 1;
                }
            }
        }
        values.extend(near.map(f64::from));
        values.extend(pairs.map(f64::from));
        self.effect(board, point, node, to_move, values);
    }

    /// The columns of `MOVE_NAMES`.
    fn effect(&self, board: &Board, point: Point, node: usize, to_move: Color, values: &mut Vec<f64>) {
        let size = board.size();
        let line = |x: u8| x.min(size.get() - 1 - x) + 1;
        let (x, y) = (line(point.x()), line(point.y()));
        let count = |points: [Point; 4], cell: Cell| points.iter().filter(|&&p| board.cell(p) == cell).count();
        let own = chains_around(board, point, to_move);
        let theirs = chains_around(board, point, to_move.opponent());
        let n_liberties = |chain: go_board::ChainId| board.liberties(chain).count();
        let captured: usize = theirs.iter().filter(|&&c| n_liberties(c) == 1).map(|&c| board.chain_size(c)).sum();
        let ataris = theirs.iter().filter(|&&chain| n_liberties(chain) == 2).count();
        let after = n_liberties_after(board, point, to_move);
        let region = match self.region_of[point] {
            NO_REGION => Region::default(),
            number => self.regions[number as usize],
        };
        let touches_target = |p: Point| self.target.contains(p);
        let weakest_group = own.iter().map(|&chain| self.groups.liberties(chain)).min();
        let fewest = |liberties: Option<usize>| liberties.map_or(9, |n| n.min(8)) as f64;
        values.extend([
            f64::from(x.min(y)),
            f64::from(x.max(y)),
            count(point.neighbours(), to_move.cell()) as f64,
            count(point.neighbours(), to_move.opponent().cell()) as f64,
            count(point.neighbours(), Cell::Empty) as f64,
            count(point.diagonals(), to_move.cell()) as f64,
            count(point.diagonals(), to_move.opponent().cell()) as f64,
            count(point.diagonals(), Cell::OffBoard) as f64,
            after.min(8) as f64,
            size_after(board, point, to_move).min(20) as f64,
            captured.min(20) as f64,
            ataris as f64,
            fewest(weakest_group),
            fewest(theirs.iter().map(|&chain| n_liberties(chain)).min()),
            f64::from(u8::from(after == 1 && captured < 2)),
            f64::from(u8::from(board.n_own_or_edge_neighbours(point, to_move) == 4)),
            f64::from(u8::from(point.neighbours().into_iter().any(touches_target))),
            f64::from(self.steps.get(node).copied().unwrap_or(FAR)),
            self.target_liberties.min(15.0),
            f64::from(u8::from(self.target_is_own)),
            f64::from(region.n_points.min(30)),
            f64::from(region.n_chains[0].min(6)),
            f64::from(region.n_chains[1].min(6)),
            f64::from(u8::from(region.is_on_border)),
        ]);
    }
}

/// For a chain's slot, the slot of the first chain of its group.
fn leaders(board: &Board, groups: &Groups) -> Vec<u16> {
    let mut leaders: Vec<u16> = (0..go_board::GRID_CELLS as u16).collect();
    let mut first_of_group = std::collections::BTreeMap::new();
    for chain in board.size().points().filter_map(|point| board.chain_at(point)) {
        let leader = *first_of_group.entry(groups.group_of(chain)).or_insert(chain.index() as u16);
        leaders[chain.index()] = leader;
    }
    leaders
}

/// The fine and the coarse kind of a node.
fn kinds(board: &Board, point: Point, to_move: Color, target: &Target) -> (u8, u8) {
    let Some(chain) = board.chain_at(point) else {
        let size = board.size().get() - 1;
        let line = |x: u8| x.min(size - x);
        let fine = match (line(point.x()), line(point.y())) {
            (0, 0) => 0,
            (0, _) | (_, 0) => 1,
            (1, _) | (_, 1) => 2,
            _ => 3,
        };
        return (fine, u8::from(fine > 1));
    };
    let is_target = u8::from(target.contains(point));
    let side = u8::from(board.chain_color(chain) != to_move);
    let liberties = board.liberties(chain).count().clamp(1, 4) as u8 - 1;
    let size = match board.chain_size(chain) {
        1 => 0,
        2 => 1,
        3 | 4 => 2,
        _ => 3,
    };
    (4 + is_target * 32 + side * 16 + liberties * 4 + size, 2 + is_target * 6 + side * 3 + liberties.min(2))
}

/// Breadth-first steps from every node to a stone of the target, `FAR` at most.
fn steps(graph: &FateGraph, stones: &[Point]) -> Vec<u8> {
    let mut steps = vec![FAR; graph.nodes().len()];
    let mut queue: Vec<usize> = Vec::new();
    for node in stones.iter().filter_map(|&stone| graph.node_at(stone)) {
        if steps[node] != 0 {
            steps[node] = 0;
            queue.push(node);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        let node = queue[next];
        next += 1;
        for &there in graph.neighbours(node) {
            if steps[there as usize] == FAR && steps[node] + 1 < FAR {
                steps[there as usize] = steps[node] + 1;
                queue.push(there as usize);
            }
        }
    }
    steps
}

/// The regions of empty points inside the area; regions beyond 254 are merged, as no problem has them.
fn regions(board: &Board, area: Area, to_move: Color) -> (Vec<Region>, PointMap<u8>) {
    let mut region_of = PointMap::filled(NO_REGION);
    let mut regions = Vec::new();
    for start in area.points().filter(|&point| board.is_empty(point)) {
        if region_of[start] != NO_REGION || regions.len() == NO_REGION as usize {
            continue;
        }
        let number = regions.len() as u8;
        let mut region = Region::default();
        let mut chains = go_tactics::ChainSet::default();
        let mut open = vec![start];
        region_of[start] = number;
        while let Some(point) = open.pop() {
            region.n_points += 1;
            for there in point.neighbours() {
                match board.cell(there) {
                    Cell::OffBoard => {}
                    Cell::Empty if !area.contains(there) => region.is_on_border = true,
                    Cell::Empty if region_of[there] == NO_REGION => {
                        region_of[there] = number;
                        open.push(there);
                    }
                    Cell::Empty => {}
                    Cell::Black | Cell::White => {
                        if let Some(chain) = board.chain_at(there).filter(|&chain| chains.insert(chain)) {
                            let side = usize::from(board.chain_color(chain) != to_move);
                            region.n_chains[side] = region.n_chains[side].saturating_add(1);
                        }
                    }
                }
            }
        }
        regions.push(region);
    }
    (regions, region_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_many_as_columns_and_differ() {
        let names = names();
        assert_eq!(names.len(), N_EXTENDED);
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), N_EXTENDED);
    }
}
