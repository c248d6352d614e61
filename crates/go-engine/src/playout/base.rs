//! The base playout policy (Basaldúa 2013, section 4.6, Figure 4.12): atari tactics, patterns next to the last move,
//! moves skipped by these draws, a random move improved in shape, and a pass when nothing is left.
//!
//! Every move obeys the self-atari rule (section 4.3.3). One addition to Basaldúa's base policy can be switched off:
//! the vital point of a small eye space next to the last move. Nothing is learned and nothing is shared.

use std::sync::Arc;

use arrayvec::ArrayVec;
use go_board::{Board, Color, Liberties, Move, Point};
use go_tactics::SelfAtariPolicy;

use super::atari::{AtariMoves, gather_atari_moves};
use super::board::HeavyBoard;
use super::chance::{Chance, below};
use super::config::PlayoutConfig;
use super::mogo_patterns::PatternTable;
use super::policy::{PlayoutRandom, PlayoutStart, PlayoutTurn, Policy};
use super::rule::{Rule, RuledMove};
use super::vital_point::vital_point_near;

/// Rules of another policy between those of the base policy. The defaults have no move.
pub(super) trait Between {
    /// After the atari tactics, which made no move; `last` is the opponent's last move.
    #[inline(always)]
    fn after_atari(&mut self, _base: &BasePolicy, _: &Board, _: Color, _last: Point) -> Option<RuledMove> {
        None
    }

    /// After the patterns, which made no move.
    #[inline(always)]
    fn after_patterns(&mut self, _base: &BasePolicy, _: &Board, _: Color, _last: Point) -> Option<RuledMove> {
        None
    }
}

/// The base policy alone.
pub(super) struct Nothing;

impl Between for Nothing {}

/// The base policy of one thread.
pub(super) struct BasePolicy {
    // Given once.
    self_atari: SelfAtariPolicy,
    /// p_AT\[t\] from t = 1 on; the last one holds for all longer sequences.
    atari: Vec<Chance>,
    pattern: Chance,
    /// `None`: the rule is off.
    vital_point: Option<Chance>,
    recycle_skipped: bool,
    improve_shape: bool,
    patterns: &'static PatternTable,
    // Changes from move to move.
    /// The last move enlarged a chain that was in atari.
    extended: bool,
    /// Consecutive moves that had to do with atari: t of p_AT\[t\].
    n_atari: usize,
}

type Proposals = ArrayVec<Point, 24>;

impl BasePolicy {
    /// The policy that a configuration describes.
    pub(super) fn of(config: &PlayoutConfig) -> Self {
        let n = config.atari_certain_after.max(1) as usize;
        let rise = |t: usize| {
            if n <= 1 { 1.0 } else { config.atari_first + (1.0 - config.atari_first) * (t - 1) as f64 / (n - 1) as f64 }
        };
        Self {
            self_atari: config.self_atari.into(),
            atari: (1..=n).map(|t| Chance::new(rise(t))).collect(),
            pattern: Chance::new(config.pattern),
            vital_point: (config.vital_point > 0.0).then(|| Chance::new(config.vital_point)),
            recycle_skipped: config.recycle_skipped,
            improve_shape: config.improve_shape,
            patterns: PatternTable::shared(),
            extended: false,
            n_atari: 0,
        }
    }

    /// A playout begins.
    pub(super) fn forget(&mut self) {
        self.extended = false;
        self.n_atari = 0;
    }

    /// Remembers a move that is about to be made; policies built on this one make some of their own.
    #[inline]
    pub(super) fn remember(&mut self, board: &Board, mv: Move, color: Color) {
        self.extended = mv.point().is_some_and(|point| touches_own_atari(board, point, color));
    }

    /// The next move, not yet remembered, with the rules of another policy in between.
    #[inline]
    pub(super) fn propose(
        &mut self,
        heavy: &mut HeavyBoard<'_>,
        turn: PlayoutTurn,
        random: &mut PlayoutRandom,
        between: &mut impl Between,
    ) -> RuledMove {
        let color = turn.color;
        let board = &mut *heavy.stones;
        let Some(last) = turn.recent[0] else {
            self.n_atari = 0;
            return self.random_move(board, color, random);
        };
        let mut proposals = Proposals::new();
        let AtariMoves { is_atari_event } = gather_atari_moves(board, color, last, self.extended, &mut proposals);
        self.n_atari = if is_atari_event { self.n_atari + 1 } else { 0 };
        if !proposals.is_empty() {
            let chance = self.atari[(self.n_atari.max(1) - 1).min(self.atari.len() - 1)];
            if chance.draw(random)
                && let Some(point) = self.pick(board, color, &mut proposals, random)
            {
                return RuledMove::new(point, Rule::Atari);
            }
        }
        if let Some(chosen) = between.after_atari(self, board, color, last) {
            return chosen;
        }
        if self.vital_point.is_some_and(|chance| chance.draw(random))
            && let Some(vital) = vital_point_near(board, last)
            && self.is_playable(board, vital, color)
        {
            return RuledMove::new(vital, Rule::VitalPoint);
        }
        let n_atari = proposals.len();
        for point in last.surrounding() {
            if board.is_empty(point) && self.patterns.matches(heavy.patterns.at(point), color) {
                proposals.push(point);
            }
        }
        if proposals.len() > n_atari && self.pattern.draw(random) {
            let mut matching: Proposals = proposals.drain(n_atari..).collect();
            if let Some(point) = self.pick(board, color, &mut matching, random) {
                return RuledMove::new(point, Rule::Pattern);
            }
        }
        if let Some(chosen) = between.after_patterns(self, board, color, last) {
            return chosen;
        }
        if self.recycle_skipped
            && let Some(point) = self.pick(board, color, &mut proposals, random)
        {
            return RuledMove::new(point, Rule::Skipped);
        }
        self.random_move(board, color, random)
    }

    /// A random playable one of the proposals; what turns out unplayable is taken out.
    #[inline]
    fn pick(&self, board: &Board, color: Color, from: &mut Proposals, random: &mut PlayoutRandom) -> Option<Point> {
        while !from.is_empty() {
            let idx = below(random, from.len());
            let point = from[idx];
            if self.is_playable(board, point, color) {
                return Some(point);
            }
            from.swap_remove(idx);
        }
        None
    }

    /// Legal, not an own eye, and allowed by the self-atari rule.
    #[inline]
    pub(super) fn is_playable(&self, board: &Board, point: Point, color: Color) -> bool {
        board.is_empty(point) && board.is_playable(point, color) && self.self_atari.allows(board, point, color)
    }

    /// A random move, moved next door where that makes the better shape (section 4.4.3).
    #[inline]
    fn random_move(&self, board: &mut Board, color: Color, random: &mut PlayoutRandom) -> RuledMove {
        let policy = self.self_atari;
        let drawn = board.random_move_where(color, random, |board, point| policy.allows(board, point, color));
        let Move::Play(point) = drawn else { return RuledMove::PASS };
        if self.improve_shape
            && board.n_empty_neighbours(point) == 1
            && let Some(better) = point.neighbours().into_iter().find(|&n| board.is_empty(n))
            && board.n_empty_neighbours(better) > 1
            && self.is_playable(board, better, color)
        {
            return RuledMove::new(better, Rule::Shape);
        }
        RuledMove::new(point, Rule::Random)
    }
}

/// Does the point touch a chain of that colour in atari?
#[inline]
fn touches_own_atari(board: &Board, point: Point, color: Color) -> bool {
    point.neighbours().into_iter().any(|neighbour| {
        board.cell(neighbour) == color.cell()
            && board.chain_at(neighbour).is_some_and(|chain| board.liberties(chain).is_single())
    })
}

impl Policy for BasePolicy {
    type Tables = ();

    fn new_tables(_: &PlayoutConfig) {}

    fn new(config: &PlayoutConfig, _: Arc<()>) -> Self {
        Self::of(config)
    }

    fn begin(&mut self, _: &HeavyBoard<'_>, _: &PlayoutStart) {
        self.forget();
    }

    #[inline]
    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove {
        let chosen = self.propose(board, turn, random, &mut Nothing);
        self.remember(board.stones, chosen.mv, turn.color);
        chosen
    }
}
