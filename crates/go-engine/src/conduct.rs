//! When to pass, to resign and to play on. The search knows nothing of this, and nothing here searches.
//!
//! The player passes when the opponent has passed and the count, doubtful chains given away, is won (under area rules only when it has no such chains: a move costs
//! nothing there, and then nobody counts otherwise); or when every point is settled and no
//! border has a gap. A pass that the search prefers is not played while a border has a gap or, under area rules, while stones of ours are in doubt and
//! another move is about as good. All of these questions are answered by one judgement of the position ([`EndJudgement`]): it is made when it is first
//! needed, kept until the position changes, and made of fewer playouts when the turn's time is over. Its random numbers depend on the seed
//! and the position only, so that it does not matter which question comes first.

use go_board::{BoardSize, Color, GameBoard, Point, PointSet, Scoring};
use rand::SeedableRng;

use crate::config::{ConductConfig, EngineConfig};
use crate::dynamic_komi::komi_shift;
use crate::endgame::EndJudgement;
use crate::life::{FinalStatus, counts_every_stone};
use crate::playout::{PlayoutConfig, PlayoutRandom};
use crate::tree::PlayoutTables;

/// Whether the time of the turn is over.
pub(crate) type IsLate<'a> = &'a dyn Fn() -> bool;

/// Passing and resigning of one player.
pub(crate) struct Conduct {
    config: ConductConfig,
    playout: PlayoutConfig,
    seed: u64,
    judged: Option<Judged>,
    n_judgements: u64,
    /// Turns in a row that looked lost.
    n_lost_turns: u32,
}

/// A judgement and the position it is of.
struct Judged {
    position: PositionKey,
    judgement: EndJudgement,
}

/// Stones, ko and size: what the playouts of a judgement begin with.
type PositionKey = (u64, Option<(Point, Color)>, BoardSize);

impl Conduct {
    pub(crate) fn new(config: &EngineConfig, seed: u64) -> Self {
        let (config, playout) = (config.conduct.clone(), config.playout.clone());
        Self { config, playout, seed, judged: None, n_judgements: 0, n_lost_turns: 0 }
    }

    pub(crate) fn new_game(&mut self) {
        self.judged = None;
        self.n_lost_turns = 0;
    }

    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.judged = None;
    }

    /// Judgements made so far.
    pub(crate) fn n_judgements(&self) -> u64 {
        self.n_judgements
    }

    /// The judgement of the position; a kept one that was cut short serves only a turn that is late itself.
    fn judge(&mut self, game: &GameBoard, is_late: IsLate<'_>) -> &EndJudgement {
        let position: PositionKey = (game.board().hash(), game.board().ko(), game.size());
        let n_playouts = self.config.status_playouts;
        let kept = self
            .judged
            .take()
            .filter(|judged| judged.position == position && (judged.judgement.n_playouts() >= n_playouts || is_late()));
        let judged = kept.unwrap_or_else(|| {
            let mut random = PlayoutRandom::seed_from_u64(self.seed ^ position.0);
            let judgement = EndJudgement::while_in_time(game, &self.playout, n_playouts, &mut random, is_late);
            self.n_judgements += 1;
            Judged { position, judgement }
        });
        &self.judged.insert(judged).judgement
    }

    /// Whether a pass ends a game that we have won: doubtful chains are given to the opponent.
    pub(crate) fn wins_by_passing(&mut self, game: &GameBoard, is_late: IsLate<'_>) -> bool {
        let color = game.to_move();
        let dead = if counts_every_stone(game) {
            PointSet::new()
        } else {
            let sure = self.config.settled_from;
            self.judge(game, is_late).pessimistic_dead(color, sure)
        };
        let lead = game.final_lead(&dead);
        (if color == Color::Black { lead } else { -lead }) > 0.0
    }

    /// Whether at least half of the board is empty and an eighth of it is not settled: a level plays on then, because its own pass would not be a
    /// move of that level, and the opponent's was hardly meant as the end.
    pub(crate) fn is_open(&mut self, game: &GameBoard, is_late: IsLate<'_>) -> bool {
        let (n_empty, area) = (game.board().empty_points().len(), game.size().area());
        let sure = self.config.settled_from;
        2 * n_empty >= area && 8 * self.judge(game, is_late).n_unsettled(sure) > area
    }

    /// Whether a judgement may be asked for after the search: not before half of the board is filled.
    pub(crate) fn may_end(game: &GameBoard) -> bool {
        2 * game.board().empty_points().len() < game.size().area() && !counts_every_stone(game)
    }

    /// Whether no move changes anything any more. The search's own playouts answer first: most positions are far from settled.
    pub(crate) fn is_settled(&mut self, game: &GameBoard, tables: &PlayoutTables, is_late: IsLate<'_>) -> bool {
        let sure = self.config.settled_from;
        let is_open = |&point: &Point| (1.0 - sure..sure).contains(&tables.black_share(point));
        Self::may_end(game)
            && game.size().points().filter(is_open).count() <= game.size().area() / 40
            && self.judge(game, is_late).is_over(sure)
    }

    /// Whether a border has a gap, so that a pass would cost what few playouts do not see.
    pub(crate) fn has_gap(&mut self, game: &GameBoard, is_late: IsLate<'_>) -> bool {
        let sure = self.config.settled_from;
        !self.judge(game, is_late).is_closed(sure)
    }

    /// Whether stones of ours are in doubt while another move costs nothing, as under area rules: then a pass, however good it looks, leaves to the opponent and to the
    /// count what a move would settle. Where every stone counts as it stands (Tromp-Taylor), nothing is in doubt.
    pub(crate) fn leaves_doubt(&mut self, game: &GameBoard, is_late: IsLate<'_>) -> bool {
        let sure = self.config.settled_from;
        game.rules().scoring == Scoring::Area
            && !counts_every_stone(game)
            && self.judge(game, is_late).has_doubtful_chain(game.to_move(), sure)
    }

    /// Whether stones of the opponent are dead and still to be captured.
    pub(crate) fn has_dead_opponents(&mut self, game: &GameBoard, is_late: IsLate<'_>) -> bool {
        let dead = self.judge(game, is_late).status().dead;
        let opponent = Some(game.to_move().opponent());
        game.size().points().any(|point| dead.contains(point) && game.board().color_at(point) == opponent)
    }

    /// Which stones are dead or in seki if the game ends here.
    pub(crate) fn final_status(&mut self, game: &GameBoard) -> FinalStatus {
        if counts_every_stone(game) { FinalStatus::default() } else { self.judge(game, &|| false).status() }
    }

    /// Whether to resign, after a search that found this win rate.
    pub(crate) fn resigns(&mut self, win_rate: f64, game: &GameBoard) -> bool {
        let config = &self.config;
        // A win rate under another komi is no evidence about the game.
        let late = 4 * game.moves().len() >= game.size().area() && komi_shift(game, config) == 0.0;
        self.n_lost_turns = if win_rate < config.resign_below && late { self.n_lost_turns + 1 } else { 0 };
        config.resign_turns > 0 && self.n_lost_turns >= config.resign_turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{Move, RuleSet};

    fn never() -> bool {
        false
    }

    fn game() -> GameBoard {
        let mut game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 0.5);
        for (color, name) in [(Color::Black, "E5"), (Color::White, "C3")] {
            game.play(color, Move::Play(game.size().parse_point(name).expect("a point"))).expect("a move");
        }
        game
    }

    #[test]
    fn one_position_is_judged_once() {
        let mut conduct = Conduct::new(&EngineConfig::default(), 1);
        let mut game = game();
        conduct.wins_by_passing(&game, &never);
        conduct.is_open(&game, &never);
        conduct.has_gap(&game, &never);
        conduct.has_dead_opponents(&game, &never);
        conduct.final_status(&game);
        assert_eq!(conduct.n_judgements(), 1);
        game.play(Color::Black, Move::Play(game.size().parse_point("G7").expect("a point"))).expect("a move");
        conduct.has_gap(&game, &never);
        assert_eq!(conduct.n_judgements(), 2, "another position is judged anew");
    }

    #[test]
    fn stones_in_doubt_are_seen_under_area_rules_only() {
        let doubtful = |rules: RuleSet, moves: &[&str]| {
            let mut game = GameBoard::new(BoardSize::NINE, rules.rules(), 0.5);
            for name in moves {
                let point = game.size().parse_point(name).expect("a point");
                game.play_recorded(game.to_move(), Move::Play(point)).expect("a move");
            }
            Conduct::new(&EngineConfig::default(), 1).leaves_doubt(&game, &never)
        };
        // Black is to move with a stone in atari on E5.
        let open = ["E5", "F5", "C3", "D5", "G3", "E6"];
        assert!(doubtful(RuleSet::Chinese, &open));
        assert!(!doubtful(RuleSet::Japanese, &open), "a move costs a point there");
        assert!(!doubtful(RuleSet::TrompTaylor, &open), "every stone counts there");
        assert!(!doubtful(RuleSet::Chinese, &[]), "there are no stones");
    }

    #[test]
    fn a_judgement_out_of_time_is_short_and_not_final() {
        let mut conduct = Conduct::new(&EngineConfig::default(), 1);
        let game = game();
        let n_short = conduct.judge(&game, &|| true).n_playouts();
        assert!((1..conduct.config.status_playouts).contains(&n_short), "{n_short} playouts");
        conduct.judge(&game, &|| true);
        assert_eq!(conduct.n_judgements(), 1, "a late turn uses what there is");
        conduct.final_status(&game);
        assert_eq!(conduct.judge(&game, &never).n_playouts(), conduct.config.status_playouts);
        assert_eq!(conduct.n_judgements(), 2);
    }

    #[test]
    fn a_judgement_does_not_depend_on_what_was_asked_before() {
        let game = game();
        let shares = |conduct: &mut Conduct| {
            let judgement = conduct.judge(&game, &never);
            game.size().points().map(|point| judgement.share(point, Color::Black)).collect::<Vec<_>>()
        };
        let mut other = Conduct::new(&EngineConfig::default(), 1);
        other.final_status(&GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 0.5));
        assert_eq!(shares(&mut other), shares(&mut Conduct::new(&EngineConfig::default(), 1)));
    }
}
