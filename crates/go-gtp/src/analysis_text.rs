//! An analysis in the format of Leela Zero (`lz-analyze`, whole numbers of ten thousand) or KataGo (`kata-analyze`,
//! fractions). `pv` comes last in a segment, because front ends read it to the end; all values are from the point of
//! view of the side to move.

use std::fmt::Write;

use go_board::BoardSize;
use go_engine::{Analysis, MoveReport};

use crate::vertices::move_text;

/// Whose words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    LeelaZero,
    KataGo,
}

/// How many moves to show, and what else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnalysisOptions {
    pub(crate) min_moves: usize,
    pub(crate) max_moves: usize,
    pub(crate) ownership: bool,
    pub(crate) root_info: bool,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { min_moves: 0, max_moves: usize::MAX, ownership: false, root_info: false }
    }
}

/// One line; empty when there is nothing to show.
pub(crate) fn analysis_line(
    analysis: &Analysis,
    size: BoardSize,
    dialect: Dialect,
    options: AnalysisOptions,
) -> String {
    let n_tried = analysis.moves.iter().filter(|report| report.n_visits > 0).count();
    let n_shown = n_tried.max(options.min_moves).min(options.max_moves);
    let mut segments: Vec<String> = analysis
        .moves
        .iter()
        .take(n_shown)
        .enumerate()
        .map(|(order, report)| segment(report, order, size, dialect))
        .collect();
    if options.root_info {
        segments.push(format!(
            "rootInfo visits {} utility {:.6} winrate {:.6} {}",
            analysis.n_playouts,
            utility(analysis.win_rate),
            analysis.win_rate,
            score((analysis.score_lead, analysis.score_spread))
        ));
    }
    if let (true, Some(ownership)) = (options.ownership, &analysis.ownership) {
        let values: Vec<_> = size.points().map(|point| format!("{:.3}", ownership[point])).collect();
        segments.push(format!("ownership {}", values.join(" ")));
    }
    segments.join(" ")
}

/// Mean, spread and lead of the score: what a playout ends with is the lead. 0 where the player counts no points.
fn score((lead, spread): (Option<f64>, Option<f64>)) -> String {
    let (lead, spread) = (lead.unwrap_or(0.0), spread.unwrap_or(0.0));
    format!("scoreMean {lead:.6} scoreStdev {spread:.6} scoreLead {lead:.6}")
}

fn segment(report: &MoveReport, order: usize, size: BoardSize, dialect: Dialect) -> String {
    let MoveReport { mv, n_visits, win_rate, win_rate_low, prior, .. } = report;
    let mut text = format!("info move {} visits {n_visits}", move_text(*mv, size));
    match dialect {
        Dialect::LeelaZero => {
            let scaled = |value: f64| (value.clamp(0.0, 1.0) * 10_000.0).round();
            let (win_rate, prior, low) = (scaled(*win_rate), scaled(*prior), scaled(*win_rate_low));
            write!(text, " winrate {win_rate} prior {prior} lcb {low} order {order}").expect("a string grows");
        }
        Dialect::KataGo => {
            let score = score((report.score_lead, report.score_spread));
            write!(text, " utility {:.6} winrate {win_rate:.6}", utility(*win_rate)).expect("a string grows");
            write!(text, " {score} prior {prior:.6}").expect("a string grows");
            write!(text, " lcb {win_rate_low:.6} order {order}").expect("a string grows");
        }
    }
    let variation: Vec<_> = report.variation.iter().map(|&mv| move_text(mv, size)).collect();
    write!(text, " pv {}", variation.join(" ")).expect("a string grows");
    text
}

/// From -1 (lost) to 1 (won).
fn utility(win_rate: f64) -> f64 {
    2.0 * win_rate - 1.0
}

#[cfg(test)]
mod tests {
    use go_board::{Move, PointMap};

    use super::*;

    fn example() -> (Analysis, BoardSize) {
        let size = BoardSize::new(2).expect("a size");
        let at = |name: &str| Move::Play(size.parse_point(name).expect("a point"));
        let report = |mv, n_visits, win_rate| MoveReport {
            mv,
            n_visits,
            win_rate,
            win_rate_low: win_rate - 0.01,
            prior: 0.25,
            score_lead: Some(1.5),
            score_spread: Some(20.0),
            variation: vec![mv, Move::Pass],
        };
        let mut ownership = PointMap::filled(0.0);
        ownership[size.parse_point("A2").expect("a point")] = 0.5;
        ownership[size.parse_point("B1").expect("a point")] = -1.0;
        let analysis = Analysis {
            n_playouts: 110,
            win_rate: 0.52,
            score_lead: Some(0.5),
            score_spread: Some(25.0),
            moves: vec![report(at("A1"), 100, 0.52), report(at("B2"), 10, 0.4), report(Move::Pass, 0, 0.0)],
            ownership: Some(Box::new(ownership)),
            ..Analysis::default()
        };
        (analysis, size)
    }

    #[test]
    fn leela_zero_counts_in_ten_thousands() {
        let (analysis, size) = example();
        assert_eq!(
            analysis_line(&analysis, size, Dialect::LeelaZero, AnalysisOptions::default()),
            "info move A1 visits 100 winrate 5200 prior 2500 lcb 5100 order 0 pv A1 pass \
             info move B2 visits 10 winrate 4000 prior 2500 lcb 3900 order 1 pv B2 pass"
        );
    }

    #[test]
    fn katago_counts_in_fractions_and_shows_ownership_from_the_top_left() {
        let (analysis, size) = example();
        let options = AnalysisOptions { max_moves: 1, ownership: true, root_info: true, ..AnalysisOptions::default() };
        assert_eq!(
            analysis_line(&analysis, size, Dialect::KataGo, options),
            "info move A1 visits 100 utility 0.040000 winrate 0.520000 scoreMean 1.500000 scoreStdev 20.000000 \
             scoreLead 1.500000 prior 0.250000 lcb 0.510000 order 0 pv A1 pass \
             rootInfo visits 110 utility 0.040000 winrate 0.520000 scoreMean 0.500000 scoreStdev 25.000000 \
             scoreLead 0.500000 \
             ownership 0.500 0.000 0.000 -1.000"
        );
    }

    #[test]
    fn every_move_has_a_lead_of_its_own() {
        let (mut analysis, size) = example();
        (analysis.moves[0].score_lead, analysis.moves[1].score_lead) = (None, Some(-3.0));
        let line = analysis_line(&analysis, size, Dialect::KataGo, AnalysisOptions::default());
        let leads: Vec<_> = line.split_whitespace().skip_while(|&word| word != "scoreLead").collect();
        let leads: Vec<_> = leads.windows(2).filter(|pair| pair[0] == "scoreLead").map(|pair| pair[1]).collect();
        assert_eq!(leads, ["0.000000", "-3.000000"]);
    }

    #[test]
    fn moves_without_visits_are_shown_on_demand() {
        let (analysis, size) = example();
        let n_shown = |min_moves, max_moves| {
            let options = AnalysisOptions { min_moves, max_moves, ..AnalysisOptions::default() };
            analysis_line(&analysis, size, Dialect::LeelaZero, options).matches("info move").count()
        };
        assert_eq!([n_shown(0, 9), n_shown(3, 9), n_shown(3, 1), n_shown(9, 9)], [2, 3, 1, 3]);
    }
}
