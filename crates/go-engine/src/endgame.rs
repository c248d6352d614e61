//! Life and death at the end, judged by heavy playouts: they keep eyes and seki, so that settled stones stay.
//!
//! A chain is dead when the opponent owns its points after most playouts. A living chain is in seki when a liberty of it stays empty
//! between both colours. How sure that is can be asked: [`EndJudgement::pessimistic_dead`].

use go_board::{Board, Color, GameBoard, Point, PointMap, PointSet};
use rand::Rng;

use crate::life::FinalStatus;
use crate::playout::{PlayoutPolicy, PlayoutStart, ReplyTable};
use crate::tree::GoState;

/// Who owns what after playing on.
pub struct EndJudgement {
    board: Board,
    /// How often Black owns the point at the end.
    black: PointMap<f32>,
    /// How often the point stays empty between both colours.
    neutral: PointMap<f32>,
}

impl EndJudgement {
    /// Plays on `n_playouts` times, both sides first in turn.
    pub fn by_playouts(game: &GameBoard, policy: &PlayoutPolicy, n_playouts: usize, rng: &mut impl Rng) -> Self {
        let root = GoState::of(game);
        let mut state = root.clone();
        let (mut black, mut neutral) = (PointMap::filled(0.0), PointMap::filled(0.0));
        let replies = ReplyTable::default();
        let share = 1.0 / n_playouts.max(1) as f32;
        // Crushed or not, the end must be reached.
        let policy = PlayoutPolicy::new(&crate::playout::PlayoutConfig { mercy: 0.0, ..policy.config().clone() });
        for n in 0..n_playouts {
            state.clone_from(&root);
            let start = PlayoutStart { to_move: Color::BOTH[n % 2], last: None, n_passes: 0 };
            policy.play(state.heavy_board(), start, &replies, rng, |_, _| ());
            let owner = state.position.board.ownership(&PointSet::new());
            for point in game.size().points() {
                match owner[point] {
                    Some(Color::Black) => black[point] += share,
                    Some(Color::White) => {}
                    None => neutral[point] += share,
                }
            }
        }
        Self { board: root.position.board, black, neutral }
    }

    /// The share of playouts in which `color` owns the point; neutral points count for neither.
    pub fn share(&self, point: Point, color: Color) -> f64 {
        f64::from(match color {
            Color::Black => self.black[point],
            Color::White => 1.0 - self.black[point] - self.neutral[point],
        })
    }

    /// How often the stones of the chain of `point` are kept.
    fn kept(&self, point: Point) -> f64 {
        let Some(chain) = self.board.chain_at(point) else { return 0.0 };
        let color = self.board.chain_color(chain);
        self.board.stones(chain).map(|stone| self.share(stone, color)).sum::<f64>()
            / self.board.chain_size(chain) as f64
    }

    fn stones_where(&self, dead: impl Fn(Color, f64) -> bool) -> PointSet {
        let mut set = PointSet::new();
        for point in self.board.size().points() {
            let Some(chain) = self.board.chain_at(point).filter(|&chain| self.board.chain_stone(chain) == point) else {
                continue;
            };
            if dead(self.board.chain_color(chain), self.kept(point)) {
                self.board.stones(chain).for_each(|stone| {
                    set.insert(stone);
                });
            }
        }
        set
    }

    /// Dead stones, and those in seki.
    pub fn status(&self) -> FinalStatus {
        let dead = self.stones_where(|_, kept| kept < 0.5);
        let mut seki = PointSet::new();
        for point in self.board.size().points().filter(|&point| !dead.contains(point)) {
            let Some(chain) = self.board.chain_at(point) else { continue };
            if self.board.liberties(chain).iter().any(|liberty| self.neutral[liberty] > 0.5) {
                seki.insert(point);
            }
        }
        FinalStatus { dead, seki }
    }

    /// The dead stones if every chain whose fate is not settled to the share `sure` falls to the opponent of `color`.
    pub fn pessimistic_dead(&self, color: Color, sure: f64) -> PointSet {
        self.stones_where(|owner, kept| if owner == color { kept < sure } else { kept < 1.0 - sure })
    }

    /// Points whose owner is not settled to the share `sure`; those that stay neutral are settled.
    pub fn n_unsettled(&self, sure: f64) -> usize {
        let settled = |point: Point| {
            let white = 1.0 - self.black[point] - self.neutral[point];
            self.black[point].max(white).max(self.neutral[point]) >= sure as f32
        };
        self.board.size().points().filter(|&point| !settled(point)).count()
    }

    /// Whether a pass of both sides changes nothing: every point is settled and counted.
    pub fn is_over(&self, sure: f64) -> bool {
        self.n_unsettled(sure) == 0 && self.is_closed(sure)
    }

    /// Whether everything settled to the share `sure` would also be counted: territory with a gap in its border counts
    /// for neither side.
    pub fn is_closed(&self, sure: f64) -> bool {
        let counted = self.board.ownership(&self.status().dead);
        let is_lost = |point: Point| {
            counted[point].is_none() && Color::BOTH.iter().any(|&color| self.share(point, color) >= sure)
        };
        !self.board.size().points().any(is_lost)
    }
}
