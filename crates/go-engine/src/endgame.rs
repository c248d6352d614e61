//! Life and death at the end, judged by heavy playouts: they keep eyes and seki, so that settled stones stay.
//!
//! A chain is dead when the opponent owns its points after most playouts. A living chain is in seki when a liberty of it stays empty
//! between both colours. How sure that is can be asked: [`EndJudgement::pessimistic_dead`].

use go_board::{Board, Color, GameBoard, Point, PointMap, PointSet};
use mcts::Trace;

use crate::life::FinalStatus;
use crate::playout::{PlayoutConfig, PlayoutPolicy, PlayoutRandom, PlayoutStart, PolicyKind};
use crate::tree::GoState;

/// Playouts that are made however late it is.
const LEAST_PLAYOUTS: usize = 50;

/// Who owns what after playing on.
pub struct EndJudgement {
    board: Board,
    /// How often Black owns the point at the end.
    black: PointMap<f32>,
    /// How often the point stays empty between both colours.
    neutral: PointMap<f32>,
    n_playouts: usize,
}

impl EndJudgement {
    /// Plays on `n_playouts` times, both sides first in turn.
    pub fn by_playouts(
        game: &GameBoard,
        config: &PlayoutConfig,
        n_playouts: usize,
        random: &mut PlayoutRandom,
    ) -> Self {
        Self::while_in_time(game, config, n_playouts, random, &|| false)
    }

    /// The same, but after the first [`LEAST_PLAYOUTS`] only while the time is not over.
    pub(crate) fn while_in_time(
        game: &GameBoard,
        config: &PlayoutConfig,
        n_playouts: usize,
        random: &mut PlayoutRandom,
        is_late: &dyn Fn() -> bool,
    ) -> Self {
        let root = GoState::of(game);
        let mut state = root.clone();
        let (mut black, mut neutral) = (PointMap::filled(0.0), PointMap::filled(0.0));
        // Crushed or not, the end must be reached. The base policy keeps living stones alive better than those that draw their moves: with these, two players
        // of one program have counted a game differently.
        let config = PlayoutConfig { mercy: 0.0, policy: PolicyKind::Base, ..config.clone() };
        let policy = PlayoutPolicy::new(&config);
        let (mut playouts, mut trace) = (policy.new_thread(), Trace::new());
        let mut n_played = 0;
        while n_played < n_playouts && (n_played < LEAST_PLAYOUTS || !is_late()) {
            state.clone_from(&root);
            let start = PlayoutStart { to_move: Color::BOTH[n_played % 2], recent: [None; 2], n_passes: 0 };
            trace.clear();
            playouts.play(state.heavy_board(), start, random, &mut trace);
            n_played += 1;
            let owner = state.position.board.ownership(&PointSet::new());
            for point in game.size().points() {
                match owner[point] {
                    Some(Color::Black) => black[point] += 1.0,
                    Some(Color::White) => {}
                    None => neutral[point] += 1.0,
                }
            }
        }
        for point in game.size().points() {
            black[point] /= n_played.max(1) as f32;
            neutral[point] /= n_played.max(1) as f32;
        }
        Self { board: root.position.board, black, neutral, n_playouts: n_played }
    }

    /// The playouts that were made.
    pub fn n_playouts(&self) -> usize {
        self.n_playouts
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

    /// Whether the fate of a chain of `color` is not settled to the share `sure`.
    pub fn has_doubtful_chain(&self, color: Color, sure: f64) -> bool {
        !self.stones_where(|owner, kept| owner == color && (1.0 - sure..sure).contains(&kept)).is_empty()
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

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Move, RuleSet};
    use rand::SeedableRng;

    /// Two players of one program agree about the end, whatever playouts they search with.
    #[test]
    fn the_policy_of_the_search_does_not_change_the_count() {
        let mut game: GameBoard = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
        for name in ["D5", "E5", "D4", "E4", "D6", "E6", "D3", "E3", "C7", "F7", "D2", "F2", "B7", "G7"] {
            let point = game.size().parse_point(name).expect("a point");
            game.play(game.to_move(), Move::Play(point)).expect("a legal move");
        }
        let judged = [PolicyKind::Base, PolicyKind::Sampled, PolicyKind::Adapted].map(|policy| {
            let config = PlayoutConfig { policy, ..PlayoutConfig::default() };
            let judgement = EndJudgement::by_playouts(&game, &config, 60, &mut PlayoutRandom::seed_from_u64(3));
            game.size().points().map(|point| judgement.share(point, Color::Black)).collect::<Vec<_>>()
        });
        assert_eq!(judged[0], judged[1]);
        assert_eq!(judged[0], judged[2]);
    }
}
