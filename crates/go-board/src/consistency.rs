//! The slow reference of the board core: everything computed again from the stones alone.
//!
//! For tests, here and in other crates: after any sequence of moves and undos `check_consistency` must be `Ok`.

use crate::zobrist::stone_key;
use crate::{Board, Cell, Color, Liberties, Point, PointSet};

/// A chain found by flood fill: its stones and its true liberties.
pub struct FloodChain {
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them.
    pub liberties: PointSet,
    /// The number of adjacencies between stones and empty points.
    pub n_pseudo_liberties: usize,
}

impl<L: Liberties> Board<L> {
    /// The chain of the stone on the point, found by flood fill.
    pub fn flood_chain(&self, from: Point) -> FloodChain {
        let color = self.cell(from);
        let mut found = FloodChain { stones: PointSet::new(), liberties: PointSet::new(), n_pseudo_liberties: 0 };
        let mut open = vec![from];
        found.stones.insert(from);
        while let Some(point) = open.pop() {
            for neighbour in point.neighbours() {
                if self.cell(neighbour) == color && found.stones.insert(neighbour) {
                    open.push(neighbour);
                } else if self.cell(neighbour) == Cell::Empty {
                    found.liberties.insert(neighbour);
                    found.n_pseudo_liberties += 1;
                }
            }
        }
        found
    }

    /// Compares everything that is kept incrementally with the same computed from scratch.
    pub fn check_consistency(&self) -> Result<(), String> {
        let ensure = |ok: bool, what: &str, at: Point| {
            if ok { Ok(()) } else { Err(format!("{what} differs at {at:?}\n{}", self.to_ascii())) }
        };
        let mut hash = 0;
        let mut n_stones = [0; 2];
        let mut chain_stones = std::collections::HashMap::new();
        let empties: PointSet = self.empty_points().iter().copied().collect();
        for point in self.size().points() {
            let cell = self.cell(point);
            ensure(empties.contains(point) == (cell == Cell::Empty), "list of empty points", point)?;
            let around = point.neighbours().map(|n| self.cell(n));
            let count = |wanted: Cell| around.iter().filter(|&&c| c == wanted).count();
            ensure(self.n_empty_neighbours(point) == count(Cell::Empty), "empty neighbours", point)?;
            for color in Color::BOTH {
                let expected = count(color.cell()) + count(Cell::OffBoard);
                ensure(self.n_own_or_edge_neighbours(point, color) == expected, "own neighbours", point)?;
            }
            let Some(color) = cell.color() else { continue };
            hash ^= stone_key(color, point);
            n_stones[color.index()] += 1;
            let chain = self.chain_at(point).ok_or("a stone without chain")?;
            let flood = self.flood_chain(point);
            ensure(self.stones(chain).collect::<PointSet>() == flood.stones, "stones of the chain", point)?;
            ensure(self.chain_size(chain) == flood.stones.len(), "chain size", point)?;
            ensure(self.chain_color(chain) == color, "chain colour", point)?;
            let single = (flood.liberties.len() == 1).then(|| flood.liberties.iter().next().expect("one liberty"));
            let liberties = self.liberties(chain);
            ensure(liberties.single() == single && liberties.is_single() == single.is_some(), "only liberty", point)?;
            ensure(liberties.is_none() == flood.liberties.is_empty(), "absence of liberties", point)?;
            let counts = [flood.liberties.len(), flood.n_pseudo_liberties];
            ensure(counts.contains(&liberties.count()), "number of liberties", point)?;
            let known = chain_stones.entry(chain).or_insert(flood.stones);
            ensure(*known == flood.stones, "slot of the chain", point)?;
        }
        if hash != self.hash() {
            return Err("Zobrist hash differs".into());
        }
        if Color::BOTH.map(|c| self.n_stones(c)) != n_stones {
            return Err("number of stones differs".into());
        }
        if chain_stones.len() != self.n_chains() {
            return Err(format!("{} chains in the table, {} on the board", self.n_chains(), chain_stones.len()));
        }
        Ok(())
    }
}

impl Board {
    /// Like `check_consistency`, and compares the exact set of liberties of every chain.
    pub fn check_true_liberties(&self) -> Result<(), String> {
        self.check_consistency()?;
        for point in self.size().points() {
            let Some(chain) = self.chain_at(point) else { continue };
            let kept: PointSet = self.liberties(chain).iter().collect();
            if kept != self.flood_chain(point).liberties {
                return Err(format!("liberties differ at {point:?}\n{}", self.to_ascii()));
            }
        }
        Ok(())
    }
}
