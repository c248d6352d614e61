//! Analyses of a search for people, also while it runs: what the search found, calibrated ([`crate::shown`]).

use std::sync::Arc;

use go_board::{Board, BoardSize, Color, Move, PointMap};
use go_features::points::Outlook;
use go_models::points::{ExpectedOwners, PointFactors};
use go_models::{Appraisal, Appraiser};
use mcts::{Inspection, Measured, RootMove};

use crate::analysis::{Analysis, MoveReport};
use crate::shown::{Calibration, Findings, Shown};
use crate::tree::{GoSearch, GoState, PlayoutTables, turn_of};

/// How a model of final ownership is asked about the root.
#[derive(Clone, Copy)]
pub(crate) enum Looks {
    /// Once: for decisions in a game, whose clock runs.
    Quick,
    /// With care: for people.
    Careful,
}

/// Makes analyses of a search.
pub(crate) struct Reporter {
    tables: Arc<PlayoutTables>,
    size: BoardSize,
    color: Color,
    /// What the search takes from the side to move beyond the komi of the game.
    shift: f64,
    /// Black's lead under the rules and the komi of the search when both sides own as much.
    level_lead: f64,
    /// The stones of the root.
    board: Box<Board>,
    /// Of the root.
    appraisal: Option<Appraisal>,
    factors: &'static PointFactors,
    calibration: &'static Calibration,
}

/// What is expected of the points of the root, for the side to move.
#[derive(Clone, Copy)]
struct Foreseen {
    lead: f64,
    unsettled: f64,
}

impl Reporter {
    pub(crate) fn of(search: &GoSearch, appraiser: Option<&dyn Appraiser>, looks: Looks) -> Self {
        let root = search.root();
        let (size, color) = (root.position.board.size(), root.position.to_move);
        let shift = turn_of(color).signed(f64::from(root.komi_shift()));
        let appraiser = appraiser.filter(|appraiser| appraiser.covers(&root.position));
        let appraisal = appraiser.map(|appraiser| match looks {
            Looks::Quick => appraiser.appraise(&root.position),
            Looks::Careful => appraiser.appraise_with_care(&root.position),
        });
        let calibration = Calibration::of(size, appraisal.is_some());
        let factors = match appraisal {
            Some(_) => PointFactors::with_evaluation(size.get()),
            None => PointFactors::of_playouts(size.get()),
        };
        let level_lead = f64::from(root.expected_lead(0.0));
        let board = Box::new(root.position.board.clone());
        Self {
            tables: Arc::clone(search.shared()),
            size,
            color,
            shift,
            level_lead,
            board,
            appraisal,
            factors,
            calibration,
        }
    }

    /// What was found out about a node; nothing before the first playout.
    fn findings(&self, foreseen: Option<Foreseen>, value: f64, measured: Option<Measured>) -> Option<Findings> {
        let (measured, foreseen) = measured.zip(foreseen)?;
        // A win rate under another komi is no evidence about the game.
        let win_rate = if self.shift == 0.0 { value } else { 0.5 };
        let lead = measured.mean + self.shift;
        let Foreseen { lead: foreseen, unsettled } = foreseen;
        Some(Findings { lead, foreseen, unsettled, win_rate })
    }

    fn show(&self, foreseen: Option<Foreseen>, value: f64, measured: Option<Measured>) -> Option<Shown> {
        self.findings(foreseen, value, measured).map(|found| self.calibration.show(&found))
    }

    fn report(
        &self,
        now: &Inspection<'_, GoState>,
        foreseen: Option<Foreseen>,
        root_move: &RootMove<Move>,
    ) -> MoveReport {
        let RootMove { action, visits, value, prior, measured, .. } = *root_move;
        let error = 1.96 * (value * (1.0 - value) / f64::from(visits.max(1))).sqrt();
        let shown = self.show(foreseen, value, measured);
        MoveReport {
            mv: action,
            n_visits: u64::from(visits),
            win_rate: shown.map_or(value, |shown| shown.win_rate),
            win_rate_low: self.show(foreseen, (value - error).max(0.0), measured).map_or(0.0, |shown| shown.win_rate),
            prior: f64::from(prior),
            score_lead: shown.map(|shown| shown.lead),
            score_spread: measured.map(|lead| lead.deviation),
            variation: now.variation(action),
        }
    }

    pub(crate) fn analysis(&self, now: &Inspection<'_, GoState>) -> Analysis {
        let ranked = now.ranked_moves();
        let playout_owners =
            (self.tables.n_playouts() > 0).then(|| self.tables.ownership(self.size.points(), Color::Black));
        let expected = playout_owners.as_deref().map(|playouts| self.expected_owners(playouts));
        let foreseen = expected.as_ref().map(|expected| self.foreseen(expected));
        let best = ranked.first().and_then(|best| self.findings(foreseen, best.value, best.measured));
        let findings = best.zip(self.findings(foreseen, now.value(), now.measured()));
        let shown = findings.map(|(best, mean)| self.calibration.show(&self.calibration.between(&best, &mean)));
        Analysis {
            n_playouts: u64::from(now.root_visits()),
            win_rate: shown.map_or(0.5, |shown| shown.win_rate),
            score_lead: shown.map(|shown| shown.lead),
            score_spread: now.measured().map(|lead| lead.deviation),
            moves: ranked.iter().map(|root_move| self.report(now, foreseen, root_move)).collect(),
            ownership: expected.map(|expected| self.for_the_mover(expected.owners)),
            playout_owners,
            criticality: (self.tables.n_playouts() > 0).then(|| self.tables.criticality_map(self.size.points())),
            appraisal: self.appraisal.clone(),
            findings,
        }
    }

    /// The owners by playouts, model of final ownership and factors of points, in Black's view.
    fn expected_owners(&self, playouts: &PointMap<f32>) -> ExpectedOwners {
        let foreseen = self.appraisal.as_ref().map(|appraisal| &*appraisal.ownership);
        self.factors.owners(Outlook { board: &self.board, playouts, foreseen })
    }

    fn foreseen(&self, expected: &ExpectedOwners) -> Foreseen {
        let lead = turn_of(self.color).signed(expected.area_lead + self.level_lead) + self.shift;
        Foreseen { lead, unsettled: expected.unsettled }
    }

    fn for_the_mover(&self, mut owners: Box<PointMap<f32>>) -> Box<PointMap<f32>> {
        if self.color == Color::White {
            self.size.points().for_each(|point| owners[point] = -owners[point]);
        }
        owners
    }
}
