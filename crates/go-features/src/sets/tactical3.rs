//! The set `tactical-3`: defending against nets.
//!
//! `tactical-2` has moves that catch an enemy chain in a net (geta), but reads own chains for ladders only. Here an own
//! chain with two liberties that no ladder catches, but a net would, is *nettable*; a move defends it if afterwards
//! neither a ladder nor a net catches it. Both are read by [`Reader`], with its limits (no nets by two quiet moves, no
//! chains with three liberties). The value of the stones is not considered.

use super::{Family, FeatureSet};
use crate::Evidence;
use go_board::{ChainId, Liberties, Point, PointMap, PointSet, Position};
use go_tactics::{ChainSet, Reader};

pub(super) const SET: FeatureSet = FeatureSet {
    name: "tactical-3",
    families: &[Family {
        id: "net-defence",
        sentences: &[
            "keeps one or two stones from being caught in a net",
            "keeps three stones or more from being caught in a net",
        ],
        levels: net_defence,
        evidence: defended,
    }],
};

/// From so many stones on a chain is large.
const LARGE: usize = 3;

/// A chain that would be caught in a net, and what keeps it from it.
struct Nettable {
    chain: ChainId,
    defences: PointSet,
}

fn net_defence(position: &Position, node_limit: usize) -> PointMap<u8> {
    let mut levels = PointMap::filled(0);
    for Nettable { chain, defences } in nettable(position, node_limit) {
        let level = if position.board.chain_size(chain) >= LARGE { 2 } else { 1 };
        for point in defences.iter() {
            levels[point] = levels[point].max(level);
        }
    }
    levels
}

/// The chains that the move defends.
fn defended(position: &Position, point: Point, node_limit: usize) -> Evidence {
    let nettable = nettable(position, node_limit);
    let defended = nettable.iter().filter(|nettable| nettable.defences.contains(point));
    Evidence::chains(&position.board, defended.map(|nettable| nettable.chain))
}

fn nettable(position: &Position, node_limit: usize) -> Vec<Nettable> {
    let (board, own) = (&position.board, position.to_move);
    let mut reader = Reader::new(node_limit);
    reader.load(board);
    let mut after_reader = Reader::new(node_limit);
    let mut seen = ChainSet::default();
    let mut found = Vec::new();
    for stone in board.size().points() {
        let Some(chain) = board.chain_at(stone) else { continue };
        let is_candidate = board.chain_color(chain) == own && board.liberties(chain).count() == 2;
        if !is_candidate || !seen.insert(chain) || reader.captures(stone).is_yes() {
            continue;
        }
        let nets = reader.netting_moves(stone);
        if nets.is_empty() {
            continue;
        }
        let candidates = defending_candidates(board.liberties(chain).iter(), nets);
        let defends = |&point: &Point| {
            let mut after = board.clone();
            after.play_unchecked(point, own);
            after_reader.load(&after);
            !after_reader.captures(stone).is_yes() && after_reader.netting_moves(stone).is_empty()
        };
        let defences = candidates.iter().filter(|&point| board.is_legal(point, own)).filter(defends).collect();
        found.push(Nettable { chain, defences });
    }
    found
}

/// The chain's liberties, the points around them, and the points of the nets.
fn defending_candidates(liberties: impl Iterator<Item = Point>, nets: PointSet) -> PointSet {
    let mut candidates = nets;
    for liberty in liberties {
        candidates.insert(liberty);
        candidates.extend_set(&liberty.neighbours().into_iter().collect());
    }
    candidates
}
