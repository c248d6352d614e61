//! The chains and earlier moves that a level of a tactical family is about.

use super::{TacticalContext, TacticalFamily};
use crate::Evidence;
use go_board::{ChainId, Color, Liberties, Move};
use go_tactics::chains_around;

impl TacticalContext<'_> {
    /// The evidence for the level of a legal move in this family; nothing if the level is 0.
    pub fn evidence(&self, family: TacticalFamily, mv: Move) -> Evidence {
        let Some(point) = mv.point().filter(|_| self.levels(mv)[family] > 0) else { return Evidence::Nothing };
        let board = &self.position.board;
        let (own, enemy) = (self.position.to_move, self.position.to_move.opponent());
        let touched = |color: Color, counts: fn(usize) -> bool| {
            let with_liberties = |chain: &ChainId| counts(board.liberties(*chain).count());
            Evidence::chains(board, chains_around(board, point, color).into_iter().filter(with_liberties))
        };
        match family {
            TacticalFamily::Pass | TacticalFamily::BorderDistance => Evidence::Nothing,
            TacticalFamily::Capture => touched(enemy, |n| n == 1),
            TacticalFamily::Extension => touched(own, |n| n == 1),
            // A throw-in joins no chain: the chains that take its liberties are the evidence.
            TacticalFamily::SelfAtari => match touched(own, |_| true) {
                Evidence::Nothing => touched(enemy, |_| true),
                chains => chains,
            },
            TacticalFamily::Atari => touched(enemy, |n| n == 2),
            TacticalFamily::LastDistance => Evidence::earlier_moves(self.position, [1]),
            TacticalFamily::SecondLastDistance => Evidence::earlier_moves(self.position, [2]),
            TacticalFamily::CfgLastDistance => self.chain_of_move(1),
            TacticalFamily::CfgSecondLastDistance => self.chain_of_move(2),
        }
    }

    /// The chain that an earlier move belongs to; where it was, if it has been captured.
    fn chain_of_move(&self, turns_ago: usize) -> Evidence {
        let board = &self.position.board;
        match self.position.last_point(turns_ago - 1).and_then(|point| board.chain_at(point)) {
            Some(chain) => Evidence::chains(board, [chain]),
            None => Evidence::earlier_moves(self.position, [turns_ago]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TacticalOptions;
    use super::super::golden::{random_positions, transformed};
    use super::*;
    use go_board::Symmetry;

    /// Turning the board turns the evidence, and every level but those of the whole board has some.
    #[test]
    fn evidence_turns_with_the_board() {
        random_positions(7, 6, |position| {
            let (size, symmetry) = (position.board.size(), Symmetry::ALL[5]);
            let other = transformed(position, symmetry, true);
            let here = TacticalContext::new(position, TacticalOptions::default());
            let there = TacticalContext::new(&other, TacticalOptions::default());
            for point in position.legal_points() {
                for (family, level) in here.levels(point.into()).present() {
                    let evidence = here.evidence(family, point.into());
                    let turned = there.evidence(family, symmetry.apply(size, point).into());
                    let turned_back = evidence.map(&|&p| symmetry.apply(size, p));
                    assert_eq!(turned_back.covered(size), turned.covered(size), "{family:?} {level} {point:?}");
                    let is_global = family == TacticalFamily::BorderDistance;
                    assert_eq!(evidence == Evidence::Nothing, is_global, "{family:?} {level} {point:?}");
                    if family.is_historical() {
                        let back = usize::from(matches!(
                            family,
                            TacticalFamily::SecondLastDistance | TacticalFamily::CfgSecondLastDistance
                        ));
                        let last = position.last_point(back).expect("a distance is measured from a move");
                        assert!(evidence.covered(size).contains(&last), "{family:?} {point:?}");
                    }
                }
            }
            assert_eq!(here.evidence(TacticalFamily::Pass, Move::Pass), Evidence::Nothing);
        });
    }
}
