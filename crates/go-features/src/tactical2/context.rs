//! Analyses a position once, then gives the tactical-2 levels of any legal move.

use super::classes::{
    capped, chain_size, control, crowding, focus, gain, group_strength, influence, line_phase, nearest, phase, race,
};
use super::groups::Groups;
use super::readings::Readings;
use super::survey::{Facing, Nearest, Neighbourhood, vital_points};
use super::{Tactical2Family as Family, Tactical2Levels, Tactical2Options};
use go_board::{
    Board, Cell, ChainId, Color, EyePotential, Liberties, Move, Point, PointSet, Position, TrueLiberties,
    circular_distance,
};
use go_tactics::{SelfAtari, chains_around, meeting, n_liberties_after, nakade_after, self_atari};

/// Circular distances beyond this are level 0.
const REACH: usize = 10;
/// A recent move is near up to this circular distance: a large knight's move.
pub(super) const NEAR: usize = 7;
/// A recent move within this circular distance is among the eight points around.
const AROUND: usize = 3;
/// Chains with more liberties are in no race.
const MAX_RACE: usize = 6;
/// A group is near up to so many steps.
const GROUP_REACH: u8 = 3;
/// Chains with at most so many liberties are weak.
const WEAK: usize = 2;

/// A position, ready to be asked about moves of the side to move.
pub struct Tactical2Context<'a> {
    pub(super) position: &'a Position,
    phase: u8,
    pub(super) readings: Readings,
    neighbourhood: Neighbourhood,
    nearest_own: Nearest,
    nearest_enemy: Nearest,
    own_groups: Nearest,
    enemy_groups: Nearest,
    facing: Facing,
    vital_own: PointSet,
    vital_enemy: PointSet,
    last: Option<LastMove>,
}

/// The previous move, its chain, and the own chains that it touches.
struct LastMove {
    chain: ChainId,
    touched: [Option<ChainId>; 4],
}

/// The chains around a candidate move.
struct Around<'a> {
    own: &'a [ChainId],
    enemy: &'a [ChainId],
    n_captured: usize,
}

impl<'a> Tactical2Context<'a> {
    /// Analyses the position.
    pub fn new(position: &'a Position, options: Tactical2Options) -> Self {
        let (board, own) = (&position.board, position.to_move);
        let last = position.last_point(0).and_then(|point| {
            let chain = board.chain_at(point)?;
            let mut touched = [None; 4];
            for (slot, found) in touched.iter_mut().zip(chains_around(board, point, own)) {
                *slot = Some(found);
            }
            Some(LastMove { chain, touched })
        });
        let groups = Groups::new(board);
        let liberties = |chain: ChainId| capped(board.liberties(chain).count(), 5);
        let group = |chain: ChainId| group_strength(groups.liberties(chain));
        Tactical2Context {
            position,
            phase: phase(position.move_number, board.size().area()),
            readings: Readings::new(board, own, options.node_limit),
            neighbourhood: Neighbourhood::new(board, own),
            nearest_own: Nearest::new(board, own, liberties),
            nearest_enemy: Nearest::new(board, own.opponent(), liberties),
            own_groups: Nearest::new(board, own, group),
            enemy_groups: Nearest::new(board, own.opponent(), group),
            facing: Facing::new(board),
            vital_own: vital_points(board, own),
            vital_enemy: vital_points(board, own.opponent()),
            last,
        }
    }

    /// The levels of a legal move of the side to move. A pass has its phase only.
    pub fn levels(&self, mv: Move) -> Tactical2Levels {
        let mut levels = Tactical2Levels::default();
        levels[Family::Phase] = self.phase;
        let Move::Play(point) = mv else { return levels };
        let board = &self.position.board;
        levels[Family::LinePhase] = line_phase(board.size().line(point), self.phase);
        self.see_recent_moves(point, &mut levels);
        self.see_area(point, &mut levels);
        self.see_readings(point, &mut levels);
        let own = chains_around(board, point, self.position.to_move);
        let enemy = chains_around(board, point, self.position.to_move.opponent());
        let n_captured = enemy.iter().filter(|&&chain| self.liberties(chain).is_single()).count();
        let around = Around { own: &own, enemy: &enemy, n_captured };
        levels[Family::LibertiesAfter] = board.n_empty_neighbours(point) as u8;
        if !own.is_empty() || !enemy.is_empty() {
            self.see_chains(point, &around, &mut levels);
            self.see_shape(point, &around, &mut levels);
            self.see_reply(point, &mut levels);
            let is_lost = |chain: &ChainId| self.readings.lost.contains(*chain);
            levels[Family::Lost] = match (own.iter().any(is_lost), enemy.iter().any(is_lost)) {
                (_, true) => 2,
                (true, false) => 1,
                (false, false) => 0,
            };
        }
        levels[Family::Eye] = self.eye(point);
        levels[Family::Ko] = self.ko(point, &around, &levels);
        levels
    }

    fn liberties(&self, chain: ChainId) -> &TrueLiberties {
        self.position.board.liberties(chain)
    }

    fn see_recent_moves(&self, point: Point, levels: &mut Tactical2Levels) {
        let mut n_near = 0;
        for (back, recent) in self.position.last_moves.iter().enumerate() {
            let Some(Move::Play(recent)) = recent else { continue };
            let (dx, dy) = (point.x() as i32 - recent.x() as i32, point.y() as i32 - recent.y() as i32);
            let distance = circular_distance(dx, dy);
            if distance <= NEAR {
                n_near += 1;
            }
            if distance <= AROUND && distance > 0 && levels[Family::NeighbourAge] == 0 {
                levels[Family::NeighbourAge] = back as u8 + 1;
            }
            if back == 2 && distance <= REACH {
                levels[Family::ThirdLastDistance] = distance as u8;
            }
        }
        levels[Family::RecentFocus] = focus(n_near);
    }

    fn see_area(&self, point: Point, levels: &mut Tactical2Levels) {
        levels[Family::Influence] = influence(self.neighbourhood.influence(point));
        levels[Family::Crowding] = crowding(self.neighbourhood.n_stones(point));
        let (own, enemy) = (self.nearest_own.distance(point), self.nearest_enemy.distance(point));
        levels[Family::NearestOwn] = nearest(own);
        levels[Family::NearestEnemy] = nearest(enemy);
        levels[Family::NearestOwnLiberties] = self.nearest_own.strength(point);
        levels[Family::NearestEnemyLiberties] = self.nearest_enemy.strength(point);
        if own <= GROUP_REACH {
            levels[Family::OwnGroup] = self.own_groups.strength(point);
        }
        if enemy <= GROUP_REACH {
            levels[Family::EnemyGroup] = self.enemy_groups.strength(point);
        }
        if own < Nearest::FAR || enemy < Nearest::FAR {
            levels[Family::Control] = control(own, enemy);
        }
    }

    fn see_readings(&self, point: Point, levels: &mut Tactical2Levels) {
        levels[Family::CaptureRead] = self.readings.capture[point];
        levels[Family::AttackRead] = self.readings.attack[point];
        levels[Family::Rescue] = self.readings.rescue[point];
        levels[Family::Protection] = self.readings.protection[point];
        levels[Family::Snapback] = self.readings.snapback[point];
    }

    /// Liberties, sizes, self-atari and races of the chains around.
    fn see_chains(&self, point: Point, around: &Around<'_>, levels: &mut Tactical2Levels) {
        let (board, own) = (&self.position.board, self.position.to_move);
        let n_after = n_liberties_after(board, point, own);
        let counts = around.own.iter().map(|&chain| self.liberties(chain).count());
        levels[Family::LibertiesAfter] = capped(n_after, 6);
        levels[Family::LibertiesBefore] = capped(counts.clone().min().unwrap_or(0), 5);
        levels[Family::LibertyGain] = counts.max().map_or(0, |before| gain(before, n_after));
        let sizes = around.own.iter().map(|&chain| board.chain_size(chain));
        levels[Family::OwnSize] = chain_size(sizes.max().unwrap_or(0));
        let weakest = around.enemy.iter().map(|&chain| (self.liberties(chain).count(), board.chain_size(chain)));
        levels[Family::EnemySize] =
            chain_size(weakest.clone().min_by_key(|&(n, size)| (n, std::cmp::Reverse(size))).map_or(0, |w| w.1));
        let left = weakest.map(|(n, _)| n - 1);
        levels[Family::EnemyLiberties] = capped(left.clone().filter(|&n| n > 0).min().unwrap_or(0), 5);
        let n_ataris = left.filter(|&n| n == 1).count();
        levels[Family::DoubleThreat] = match (n_ataris, around.n_captured) {
            (1.., 1..) => 2,
            (2.., 0) => 1,
            _ => 0,
        };
        if n_after == 1
            && let Some(found) = self_atari(board, point, own)
        {
            levels[Family::SelfAtariKind] = self.self_atari_kind(point, around, found);
            if around.n_captured > 0 && found.size > 1 && levels[Family::Snapback] == 0 {
                levels[Family::Snapback] = 2;
            }
        }
        levels[Family::RaceAttack] = self.race_attack(around);
        levels[Family::RaceDefence] = self.race_defence(around, n_after);
    }

    fn self_atari_kind(&self, point: Point, around: &Around<'_>, found: SelfAtari) -> u8 {
        let nakade = || nakade_after(&self.position.board, point, self.position.to_move).is_some();
        match found.size {
            _ if around.n_captured > 0 => 5,
            1 => 1,
            2 => 2,
            _ if nakade() => 3,
            _ => 4,
        }
    }

    /// The best race against an enemy chain here: the liberties of the weakest own chain that touches it against those that it has left.
    fn race_attack(&self, around: &Around<'_>) -> u8 {
        around.enemy.iter().filter_map(|&chain| self.race_against(chain)).max().unwrap_or(0)
    }

    /// The race against an enemy chain that the move touches, if there is one.
    pub(super) fn race_against(&self, chain: ChainId) -> Option<u8> {
        let left = self.liberties(chain).count() - 1;
        let own = self.facing.weakest(chain)?;
        (left > 0 && left < MAX_RACE && own <= MAX_RACE).then(|| race(own, left))
    }

    /// The worst race of an own chain here: its liberties after the move against those of the weakest enemy chain that touches it.
    fn race_defence(&self, around: &Around<'_>, n_after: usize) -> u8 {
        around.own.iter().filter_map(|&chain| self.race_of(chain, n_after)).min().unwrap_or(0)
    }

    /// The race of an own chain that has so many liberties after the move, if there is one.
    pub(super) fn race_of(&self, chain: ChainId, n_after: usize) -> Option<u8> {
        let enemy = self.facing.weakest(chain)?;
        (self.liberties(chain).count() < MAX_RACE && enemy <= MAX_RACE).then(|| race(n_after, enemy))
    }

    fn see_shape(&self, point: Point, around: &Around<'_>, levels: &mut Tactical2Levels) {
        let is_weak = |chain: &ChainId| self.liberties(*chain).count() <= WEAK;
        levels[Family::Connection] = match around.own.len() {
            0..=1 => 0,
            2 if around.own.iter().any(is_weak) => 2,
            2 => 1,
            _ => 3,
        };
        if around.enemy.len() >= 2 {
            let met = meeting(&self.position.board, point, self.position.to_move);
            levels[Family::Cut] = match (met.cut, met.hard_cuts) {
                (3.., _) => 3,
                (_, 1..) => 2,
                _ => 1,
            };
        }
    }

    fn see_reply(&self, point: Point, levels: &mut Tactical2Levels) {
        let Some(last) = &self.last else { return };
        let touches = |chain: ChainId, count: usize| {
            self.liberties(chain).count() == count && self.liberties(chain).contains(point)
        };
        let extends = |count: usize| last.touched.iter().flatten().any(|&chain| touches(chain, count));
        levels[Family::Reply] = if touches(last.chain, 1) {
            5
        } else if extends(1) {
            4
        } else if touches(last.chain, 2) {
            3
        } else if extends(2) {
            2
        } else {
            u8::from(touches(last.chain, 3))
        };
    }

    fn eye(&self, point: Point) -> u8 {
        let (board, own) = (&self.position.board, self.position.to_move);
        if board.is_eye_like(point, own) {
            return if board.is_eye(point, own, EyePotential::Counts) { 1 } else { 2 };
        }
        if board.is_eye_like(point, own.opponent()) {
            return 3;
        }
        if self.vital_enemy.contains(point) {
            7
        } else if self.vital_own.contains(point) {
            6
        } else if self.makes_eye(point, own.opponent()) {
            5
        } else if self.makes_eye(point, own) {
            4
        } else {
            0
        }
    }

    /// Would a stone of that colour there close an eye next to it?
    fn makes_eye(&self, point: Point, color: Color) -> bool {
        self.eyes_made(point, color).next().is_some()
    }

    /// The empty points that a stone of that colour would make eyes of.
    pub(super) fn eyes_made(&self, point: Point, color: Color) -> impl Iterator<Item = Point> + '_ {
        let board = &self.position.board;
        point.neighbours().into_iter().filter(move |&next| {
            board.is_empty(next)
                && board.n_own_or_edge_neighbours(next, color) == 3
                && diagonals_hold(board, next, color)
        })
    }

    fn ko(&self, point: Point, around: &Around<'_>, levels: &Tactical2Levels) -> u8 {
        let board = &self.position.board;
        let is_closed = board.n_empty_neighbours(point) == 0;
        let in_atari = |chain: &&ChainId| self.liberties(**chain).is_single();
        let takes_one = |chains: &[ChainId]| {
            let mut taken = chains.iter().filter(in_atari);
            taken.next().is_some_and(|&chain| board.chain_size(chain) == 1) && taken.next().is_none()
        };
        if is_closed && around.own.is_empty() && takes_one(around.enemy) {
            1
        } else if is_closed && around.enemy.is_empty() && takes_one(around.own) {
            2
        } else if board.ko_point(self.position.to_move).is_some() {
            let threatens = around.n_captured > 0 || levels[Family::AttackRead] > 0;
            if threatens { 3 } else { 4 }
        } else {
            0
        }
    }
}

/// The diagonal rule of one-point eyes: the enemy holds fewer than two of the four, none at the edge.
fn diagonals_hold<L: Liberties>(board: &Board<L>, point: Point, color: Color) -> bool {
    let cells = point.diagonals().map(|diagonal| board.cell(diagonal));
    let n_enemy = cells.iter().filter(|&&cell| cell == color.opponent().cell()).count();
    n_enemy + usize::from(cells.contains(&Cell::OffBoard)) < 2
}
