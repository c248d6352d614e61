//! The part of the board that a level of a tactical-2 family is about: chains, earlier moves, eye spaces, nearby stones.
//!
//! Found anew from the position for the one move that is explained. What reading decided is read again, chain by chain.

use super::classes::{capped, group_strength};
use super::context::NEAR;
use super::groups::Groups;
use super::{Tactical2Context, Tactical2Family as Family};
use crate::Evidence;
use go_board::{ChainId, Color, Liberties, Move, Point, circular_distance};
use go_tactics::{ChainSet, EyeSpace, chains_around, n_liberties_after};

/// Influence and crowding count stones within so many steps.
const NEIGHBOURHOOD: u8 = 3;

impl Tactical2Context<'_> {
    /// The evidence for the level of a legal move in this family; nothing if the level is 0.
    pub fn evidence(&self, family: Family, mv: Move) -> Evidence {
        let level = self.levels(mv)[family];
        let Some(point) = mv.point().filter(|_| level > 0) else { return Evidence::Nothing };
        let board = &self.position.board;
        let look = Look { context: self, point, own: self.position.to_move, enemy: self.position.to_move.opponent() };
        let (own, enemy) = (look.touched(look.own), look.touched(look.enemy));
        let chains = |chains: Vec<ChainId>| Evidence::chains(board, chains);
        match family {
            Family::Phase | Family::LinePhase => Evidence::Nothing,
            Family::LibertiesBefore => chains(look.weakest(own)),
            Family::LibertiesAfter | Family::LibertyGain | Family::Connection => chains(own),
            Family::EnemyLiberties => {
                chains(look.weakest(enemy.into_iter().filter(|&chain| look.n_liberties(chain) > 1).collect()))
            }
            Family::OwnSize => chains(greatest(own, |chain| board.chain_size(chain))),
            Family::EnemySize => chains(greatest(look.weakest(enemy), |chain| board.chain_size(chain))),
            Family::CaptureRead => chains(look.read(|readings| &readings.capture)),
            Family::AttackRead => chains(look.read(|readings| &readings.attack)),
            Family::Rescue => chains(look.read(|readings| &readings.rescue)),
            Family::Protection => chains(look.read(|readings| &readings.protection)),
            Family::Snapback => match look.read(|readings| &readings.snapback) {
                // Captures but can be captured back: no reading of its own.
                none if none.is_empty() => chains(look.with_liberties(enemy, |n| n == 1)),
                read => chains(read),
            },
            Family::DoubleThreat => chains(look.with_liberties(enemy, |n| n <= 2)),
            Family::SelfAtariKind => chains(if own.is_empty() { enemy } else { own }),
            Family::RaceAttack => chains(keep(enemy, |chain| self.race_against(chain) == Some(level))),
            Family::RaceDefence => {
                let n_after = n_liberties_after(board, point, look.own);
                chains(keep(own, |chain| self.race_of(chain, n_after) == Some(level)))
            }
            Family::Ko => match level {
                1 => chains(look.with_liberties(enemy, |n| n == 1)),
                2 => chains(look.with_liberties(own, |n| n == 1)),
                _ => Evidence::points(board.ko_point(look.own)),
            },
            Family::Cut => chains(enemy),
            Family::Eye => look.eye(level),
            Family::ThirdLastDistance => Evidence::earlier_moves(self.position, [3]),
            Family::RecentFocus => {
                let is_near =
                    |n: &usize| self.position.last_point(n - 1).is_some_and(|recent| circular(recent, point) <= NEAR);
                Evidence::earlier_moves(self.position, (1..=self.position.last_moves.len()).filter(is_near))
            }
            Family::NeighbourAge => Evidence::earlier_moves(self.position, [usize::from(level)]),
            Family::Reply => look.reply(level),
            Family::Influence | Family::Crowding => Evidence::points(
                board.size().points().filter(|&p| !board.is_empty(p) && steps(p, point) <= NEIGHBOURHOOD),
            ),
            Family::NearestOwn => Evidence::points(look.nearest(look.own)),
            Family::NearestEnemy => Evidence::points(look.nearest(look.enemy)),
            Family::Control => Evidence::points([look.nearest(look.own), look.nearest(look.enemy)].concat()),
            Family::NearestOwnLiberties => chains(look.nearest_weakest(look.own)),
            Family::NearestEnemyLiberties => chains(look.nearest_weakest(look.enemy)),
            Family::OwnGroup => chains(look.nearest_group(look.own)),
            Family::EnemyGroup => chains(look.nearest_group(look.enemy)),
            Family::Lost => {
                chains(keep(if level == 2 { enemy } else { own }, |chain| self.readings.lost.contains(chain)))
            }
        }
    }
}

/// One move of a position.
struct Look<'c, 'p> {
    context: &'c Tactical2Context<'p>,
    point: Point,
    own: Color,
    enemy: Color,
}

impl Look<'_, '_> {
    fn touched(&self, color: Color) -> Vec<ChainId> {
        chains_around(&self.context.position.board, self.point, color).into_iter().collect()
    }

    fn n_liberties(&self, chain: ChainId) -> usize {
        self.context.position.board.liberties(chain).count()
    }

    fn with_liberties(&self, chains: Vec<ChainId>, counts: impl Fn(usize) -> bool) -> Vec<ChainId> {
        keep(chains, |chain| counts(self.n_liberties(chain)))
    }

    fn weakest(&self, chains: Vec<ChainId>) -> Vec<ChainId> {
        least(chains, |chain| self.n_liberties(chain))
    }

    fn read(&self, map: impl Fn(&super::readings::Readings) -> &go_board::PointMap<u8>) -> Vec<ChainId> {
        self.context.readings.chains_behind(&self.context.position.board, self.own, self.point, map)
    }

    /// The stones of a colour that are nearest.
    fn nearest(&self, color: Color) -> Vec<Point> {
        let board = &self.context.position.board;
        let stones = board.size().points().filter(|&p| board.color_at(p) == Some(color));
        least(stones.collect(), |stone| steps(stone, self.point))
    }

    fn nearest_chains(&self, color: Color) -> Vec<ChainId> {
        let mut seen = ChainSet::default();
        let chains = self.nearest(color).into_iter().filter_map(|stone| self.context.position.board.chain_at(stone));
        chains.filter(|&chain| seen.insert(chain)).collect()
    }

    /// The nearest chains with the fewest liberties, as the level counts them.
    fn nearest_weakest(&self, color: Color) -> Vec<ChainId> {
        least(self.nearest_chains(color), |chain| capped(self.n_liberties(chain), 5))
    }

    /// All chains of the weakest groups among the nearest.
    fn nearest_group(&self, color: Color) -> Vec<ChainId> {
        let board = &self.context.position.board;
        let groups = Groups::new(board);
        let weakest = least(self.nearest_chains(color), |chain| group_strength(groups.liberties(chain)));
        let mut seen = ChainSet::default();
        let all = board.size().points().filter_map(|point| board.chain_at(point)).filter(|&chain| seen.insert(chain));
        all.filter(|&chain| weakest.iter().any(|&near| groups.are_one(near, chain))).collect()
    }

    fn eye(&self, level: u8) -> Evidence {
        let board = &self.context.position.board;
        let space = |owner: Color| {
            let space = EyeSpace::around(board, self.point, owner);
            Evidence::points(space.iter().flat_map(|space| space.points().iter().copied()))
        };
        match level {
            1 | 2 => Evidence::chains(board, self.touched(self.own)),
            3 => Evidence::chains(board, self.touched(self.enemy)),
            4 => Evidence::points(self.context.eyes_made(self.point, self.own)),
            5 => Evidence::points(self.context.eyes_made(self.point, self.enemy)),
            6 => space(self.own),
            _ => space(self.enemy),
        }
    }

    /// The chain just played, or the own chains that it left with one or two liberties.
    fn reply(&self, level: u8) -> Evidence {
        let position = self.context.position;
        let board = &position.board;
        let Some(last) = position.last_point(0) else { return Evidence::Nothing };
        let n_left = match level {
            4 => 1,
            2 => 2,
            _ => return Evidence::chains(board, board.chain_at(last)),
        };
        let threatened = |chain: &ChainId| {
            let liberties = board.liberties(*chain);
            liberties.count() == n_left && liberties.contains(self.point)
        };
        Evidence::chains(board, chains_around(board, last, self.own).into_iter().filter(threatened))
    }
}

fn steps(a: Point, b: Point) -> u8 {
    a.x().abs_diff(b.x()) + a.y().abs_diff(b.y())
}

fn circular(a: Point, b: Point) -> usize {
    circular_distance(a.x() as i32 - b.x() as i32, a.y() as i32 - b.y() as i32)
}

fn keep<T: Copy>(mut all: Vec<T>, keeps: impl Fn(T) -> bool) -> Vec<T> {
    all.retain(|&one| keeps(one));
    all
}

/// Those with the least key.
fn least<T: Copy, K: Ord>(all: Vec<T>, key: impl Fn(T) -> K) -> Vec<T> {
    let Some(least) = all.iter().map(|&one| key(one)).min() else { return all };
    keep(all, |one| key(one) == least)
}

/// Those with the greatest key.
fn greatest<T: Copy, K: Ord>(all: Vec<T>, key: impl Fn(T) -> K) -> Vec<T> {
    least(all, |one| std::cmp::Reverse(key(one)))
}

#[cfg(test)]
mod tests {
    use super::super::Tactical2Options;
    use super::*;
    use crate::tactical::golden::{random_positions, transformed};
    use go_board::{Board, Position, Symmetry, TrueLiberties};

    /// Turning the board turns the evidence, and every level but those of the whole board has some.
    #[test]
    fn evidence_turns_with_the_board() {
        let options = Tactical2Options { node_limit: 100_000 };
        random_positions(7, 3, |position| {
            let (size, symmetry) = (position.board.size(), Symmetry::ALL[3]);
            let other = transformed(position, symmetry, true);
            let here = Tactical2Context::new(position, options);
            let there = Tactical2Context::new(&other, options);
            for point in position.legal_points() {
                for (family, level) in here.levels(point.into()).present() {
                    let evidence = here.evidence(family, point.into());
                    let turned = there.evidence(family, symmetry.apply(size, point).into());
                    let turned_back = evidence.map(&|&p| symmetry.apply(size, p));
                    assert_eq!(turned_back.covered(size), turned.covered(size), "{family:?} {level} {point:?}");
                    assert_eq!(std::mem::discriminant(&evidence), std::mem::discriminant(&turned));
                    let is_global = matches!(family, Family::Phase | Family::LinePhase);
                    // A stone played alone or far from all others has nothing around it to look at.
                    let is_alone = matches!(family, Family::LibertiesAfter | Family::Influence | Family::Crowding);
                    assert!(
                        is_global || is_alone || evidence != Evidence::Nothing,
                        "{family:?} {level} {point:?}\n{}",
                        position.board.to_ascii()
                    );
                }
            }
        });
    }

    fn marked(drawing: &str, family: Family, last: Option<&str>, point: &str) -> String {
        let (board, _) = Board::<TrueLiberties>::parse_ascii(drawing).expect("a board");
        let size = board.size();
        let at = |name: &str| size.parse_point(name).expect("a point");
        let mut position: Position = Position::new(size, 7.5);
        position.board = board;
        position.last_moves[0] = last.map(|name| Move::Play(at(name)));
        let context = Tactical2Context::new(&position, Tactical2Options::default());
        let evidence = context.evidence(family, at(point).into());
        evidence.covered(size).into_iter().map(|p| size.name(p)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn evidence_matches_the_sentence() {
        let fight = "
            . . . . . . .
            . . X X . . .
            . X O O . . .
            . . X . . O .
            . . . . . . .
            . X O . . . .
            . . X . . . .";
        let cases = [
            (Family::AttackRead, None, "D4", "C5 D5"),
            (Family::EnemyLiberties, None, "D4", "C5 D5"),
            (Family::LibertiesAfter, None, "D4", "C4"),
            (Family::NearestEnemy, None, "E3", "F4"),
            (Family::NearestOwn, None, "A1", "B2 C1"),
            (Family::NearestEnemyLiberties, None, "E4", "F4"),
            (Family::Reply, Some("D5"), "D4", "C5 D5"),
            (Family::NeighbourAge, Some("F4"), "E4", "F4"),
            (Family::Influence, None, "G1", ""),
            (Family::Phase, None, "D4", ""),
        ];
        for (family, last, point, expected) in cases {
            assert_eq!(marked(fight, family, last, point), expected, "{family:?} {point}");
        }
    }
}
