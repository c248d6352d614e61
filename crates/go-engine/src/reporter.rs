//! Analyses of a search for people, also while it runs: what the search found, calibrated ([`crate::shown`]).

use std::sync::Arc;

use go_board::{BoardSize, Color, Move, PointMap};
use go_models::{Appraisal, Appraiser};
use mcts::{Inspection, Measured, RootMove};

use crate::analysis::{Analysis, MoveReport};
use crate::shown::{Calibration, Findings, Shown};
use crate::tree::{GoSearch, GoState, PlayoutTables, turn_of};

/// How much of a point's shown owner is the model's of final ownership; the rest is the playouts'.
const OWNERSHIP_OF_MODEL: f32 = 0.6;

/// Makes analyses of a search.
pub(crate) struct Reporter {
    tables: Arc<PlayoutTables>,
    size: BoardSize,
    color: Color,
    /// What the search takes from the side to move beyond the komi of the game.
    shift: f64,
    /// The share of the board that is covered by stones.
    stage: f64,
    /// Of the root.
    appraisal: Option<Appraisal>,
    /// The lead that it foresees for the side to move, under the komi of the game; 0 without one.
    foreseen: f64,
    calibration: &'static Calibration,
}

impl Reporter {
    pub(crate) fn of(search: &GoSearch, appraiser: Option<&dyn Appraiser>) -> Self {
        let root = search.root();
        let (size, color) = (root.position.board.size(), root.position.to_move);
        let shift = turn_of(color).signed(f64::from(root.komi_shift()));
        let appraiser = appraiser.filter(|appraiser| appraiser.covers(&root.position));
        let appraisal = appraiser.map(|appraiser| appraiser.appraise(&root.position));
        let n_stones: usize = Color::BOTH.into_iter().map(|color| root.position.board.n_stones(color)).sum();
        let stage = n_stones as f64 / size.area() as f64;
        let calibration = Calibration::of(size, appraisal.is_some());
        let foreseen = appraisal
            .as_ref()
            .map_or(0.0, |appraisal| turn_of(color).signed(f64::from(root.expected_lead(appraisal.area_lead))) + shift);
        Self { tables: Arc::clone(search.shared()), size, color, shift, stage, appraisal, foreseen, calibration }
    }

    /// What was found out about a node; nothing before the first playout.
    fn findings(&self, value: f64, measured: Option<Measured>) -> Option<Findings> {
        let measured = measured?;
        // A win rate under another komi is no evidence about the game.
        let win_rate = if self.shift == 0.0 { value } else { 0.5 };
        let lead = measured.mean + self.shift;
        Some(Findings { lead, spread: measured.deviation, foreseen: self.foreseen, win_rate, stage: self.stage })
    }

    fn show(&self, value: f64, measured: Option<Measured>) -> Option<Shown> {
        self.findings(value, measured).map(|found| self.calibration.show(&found))
    }

    fn report(&self, now: &Inspection<'_, GoState>, root_move: &RootMove<Move>) -> MoveReport {
        let RootMove { action, visits, value, prior, measured, .. } = *root_move;
        let error = 1.96 * (value * (1.0 - value) / f64::from(visits.max(1))).sqrt();
        let shown = self.show(value, measured);
        MoveReport {
            mv: action,
            n_visits: u64::from(visits),
            win_rate: shown.map_or(value, |shown| shown.win_rate),
            win_rate_low: self.show((value - error).max(0.0), measured).map_or(0.0, |shown| shown.win_rate),
            prior: f64::from(prior),
            score_lead: shown.map(|shown| shown.lead),
            score_spread: measured.map(|lead| lead.deviation),
            variation: now.variation(action),
        }
    }

    /// The best move and the mean of all playouts.
    fn best_and_mean(&self, now: &Inspection<'_, GoState>, ranked: &[RootMove<Move>]) -> Option<(Findings, Findings)> {
        let best = ranked.first().and_then(|best| self.findings(best.value, best.measured));
        best.zip(self.findings(now.value(), now.measured()))
    }

    pub(crate) fn analysis(&self, now: &Inspection<'_, GoState>) -> Analysis {
        let ranked = now.ranked_moves();
        let findings = self.best_and_mean(now, &ranked);
        let shown = findings.map(|(best, mean)| self.calibration.show(&self.calibration.between(&best, &mean)));
        Analysis {
            n_playouts: u64::from(now.root_visits()),
            win_rate: shown.map_or(0.5, |shown| shown.win_rate),
            score_lead: shown.map(|shown| shown.lead),
            score_spread: now.measured().map(|lead| lead.deviation),
            moves: ranked.iter().map(|root_move| self.report(now, root_move)).collect(),
            ownership: self.ownership(),
            criticality: (self.tables.n_playouts() > 0).then(|| self.tables.criticality_map(self.size.points())),
            appraisal: self.appraisal.clone(),
            findings,
        }
    }

    /// The expected owners for the side to move: the playouts' and the model's.
    fn ownership(&self) -> Option<Box<PointMap<f32>>> {
        let mut map = (self.tables.n_playouts() > 0).then(|| self.tables.ownership(self.size.points(), self.color))?;
        if let Some(appraisal) = &self.appraisal {
            let sign = if self.color == Color::Black { 1.0 } else { -1.0 };
            for point in self.size.points() {
                let foreseen = sign * appraisal.ownership[point];
                map[point] = OWNERSHIP_OF_MODEL * foreseen + (1.0 - OWNERSHIP_OF_MODEL) * map[point];
            }
        }
        Some(map)
    }
}
