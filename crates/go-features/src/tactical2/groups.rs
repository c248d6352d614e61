//! Groups of chains that cannot be separated easily, and the liberties of a group.
//!
//! Two chains of a colour belong together if they share two liberties (diagonal moves, bamboo joints: one of the two
//! can always be played), or one where the opponent would be in atari at once. Groups are merged further in the same
//! way, independently of each other: a heuristic of strength, not a proof of connection.

use go_board::{Board, ChainId, Color, GRID_CELLS, Liberties, TrueLiberties};
use go_tactics::{ChainSet, chains_around, n_liberties_after};

/// The liberties of every chain's group.
pub(crate) struct Groups {
    /// For a chain's slot, the number of its group.
    group_of: [u16; GRID_CELLS],
    liberties: Vec<u16>,
}

impl Groups {
    pub(crate) fn new(board: &Board) -> Self {
        let mut links = Links { parent: std::array::from_fn(|slot| slot as u16) };
        let mut shared: Vec<(u16, u16)> = Vec::new();
        for &point in board.empty_points() {
            for color in Color::BOTH {
                let chains = chains_around(board, point, color);
                if chains.len() < 2 {
                    continue;
                }
                let is_safe = n_liberties_after(board, point, color.opponent()) <= 1;
                for (i, a) in chains.iter().enumerate() {
                    for b in &chains[..i] {
                        let pair = [a.index() as u16, b.index() as u16];
                        if is_safe {
                            links.join(pair[0], pair[1]);
                        } else {
                            shared.push((pair[0].min(pair[1]), pair[0].max(pair[1])));
                        }
                    }
                }
            }
        }
        shared.sort_unstable();
        for twice in shared.windows(2).filter(|pair| pair[0] == pair[1]) {
            links.join(twice[0].0, twice[0].1);
        }
        Groups::count(board, &mut links)
    }

    fn count(board: &Board, links: &mut Links) -> Self {
        const NEW: u16 = u16::MAX;
        let mut group_of = [NEW; GRID_CELLS];
        let mut sets: Vec<TrueLiberties> = Vec::new();
        let mut seen = ChainSet::default();
        for point in board.size().points() {
            let Some(chain) = board.chain_at(point).filter(|&chain| seen.insert(chain)) else { continue };
            let root = links.root(chain.index() as u16) as usize;
            if group_of[root] == NEW {
                group_of[root] = sets.len() as u16;
                sets.push(TrueLiberties::default());
            }
            group_of[chain.index()] = group_of[root];
            sets[group_of[root] as usize].merge(board.liberties(chain));
        }
        Groups { group_of, liberties: sets.iter().map(|set| set.count() as u16).collect() }
    }

    /// Do these two chains belong together?
    pub(super) fn are_one(&self, a: ChainId, b: ChainId) -> bool {
        self.group_of[a.index()] == self.group_of[b.index()]
    }

    /// The number of the group that the chain belongs to.
    pub(crate) fn group_of(&self, chain: ChainId) -> u16 {
        self.group_of[chain.index()]
    }

    /// The liberties of the group that the chain belongs to.
    pub(crate) fn liberties(&self, chain: ChainId) -> usize {
        self.liberties[self.group_of[chain.index()] as usize] as usize
    }
}

/// Union-find over chain slots.
struct Links {
    parent: [u16; GRID_CELLS],
}

impl Links {
    fn root(&mut self, slot: u16) -> u16 {
        let mut root = slot;
        while self.parent[root as usize] != root {
            root = self.parent[root as usize];
        }
        self.parent[slot as usize] = root;
        root
    }

    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
