//! The player's analysis drawn for GoGui: `gfx` lines and boards of numbers.
//!
//! Live graphics go to stderr, a block of `gfx` lines between `gogui-gfx:` and an empty line, during a search.

use std::fmt::Write;

use go_board::{BoardSize, Color, PointMap};
use go_engine::Analysis;

use crate::vertices::move_text;

/// The last analysis, and the side it was made for.
pub(crate) struct LastAnalysis {
    pub(crate) analysis: Analysis,
    pub(crate) color: Color,
    pub(crate) size: BoardSize,
}

/// Moves that get a label.
const N_LABELS: usize = 12;

impl LastAnalysis {
    /// The best line as a variation, labels with win rates, points coloured by how often they were tried.
    pub(crate) fn gfx(&self) -> String {
        let LastAnalysis { analysis, color, size } = self;
        let mut text = String::new();
        if let Some(best) = analysis.moves.first() {
            text.push_str("VAR");
            let mut turn = *color;
            for &mv in &best.variation {
                let letter = if turn == Color::Black { 'b' } else { 'w' };
                write!(text, " {letter} {}", move_text(mv, *size)).expect("a string grows");
                turn = turn.opponent();
            }
            text.push('\n');
        }
        let tried = analysis.moves.iter().filter(|report| report.n_visits > 0 && !report.mv.is_pass());
        for report in tried.clone().take(N_LABELS) {
            let percent = (100.0 * report.win_rate).round();
            writeln!(text, "LABEL {} {percent}%", move_text(report.mv, *size)).expect("a string grows");
        }
        let most = tried.clone().map(|report| report.n_visits).max().unwrap_or(1);
        for report in tried.take(N_LABELS) {
            // From white to a full green.
            let pale = 255 - 255 * report.n_visits / most;
            writeln!(text, "COLOR #{pale:02x}ff{pale:02x} {}", move_text(report.mv, *size)).expect("a string grows");
        }
        let percent = 100.0 * analysis.win_rate;
        write!(text, "TEXT {} playouts, {color} wins {percent:.1}%", analysis.n_playouts).expect("a string grows");
        if let Some(lead) = analysis.score_lead {
            write!(text, ", leads by {lead:.1}").expect("a string grows");
        }
        text
    }

    /// The block for stderr.
    pub(crate) fn live(&self) -> String {
        format!("gogui-gfx:\n{}\n\n", self.gfx())
    }

    /// Ownership from -1 (White's) to 1 (Black's), row by row.
    pub(crate) fn ownership(&self) -> Option<String> {
        let sign = if self.color == Color::Black { 1.0 } else { -1.0 };
        self.analysis.ownership.as_ref().map(|map| rows(map, self.size, sign))
    }

    /// Criticality, row by row.
    pub(crate) fn criticality(&self) -> Option<String> {
        self.analysis.criticality.as_ref().map(|map| rows(map, self.size, 1.0))
    }
}

fn rows(map: &PointMap<f32>, size: BoardSize, sign: f32) -> String {
    let values: Vec<String> = size.points().map(|point| format!("{:.2}", sign * map[point])).collect();
    values.chunks(usize::from(size.get())).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use go_board::Move;
    use go_engine::MoveReport;

    use super::*;

    #[test]
    fn a_thought_is_drawn() {
        let size = BoardSize::new(3).expect("a size");
        let at = |name: &str| size.parse_point(name).expect("a point");
        let mut ownership = PointMap::filled(0.0);
        ownership[at("A3")] = 1.0;
        ownership[at("C1")] = -0.5;
        let report = |name, n_visits| MoveReport {
            mv: Move::Play(at(name)),
            n_visits,
            win_rate: 0.345,
            win_rate_low: 0.3,
            prior: 0.5,
            score_lead: None,
            score_spread: None,
            variation: vec![Move::Play(at(name)), Move::Pass],
        };
        let analysis = Analysis {
            n_playouts: 15,
            win_rate: 0.345,
            score_lead: Some(-2.0),
            moves: vec![report("B2", 10), report("A1", 5), report("C3", 0)],
            ownership: Some(Box::new(ownership)),
            ..Analysis::default()
        };
        let last_analysis = LastAnalysis { analysis, color: Color::White, size };
        assert_eq!(
            last_analysis.live(),
            "gogui-gfx:\nVAR w B2 b pass\nLABEL B2 35%\nLABEL A1 35%\nCOLOR #00ff00 B2\nCOLOR #80ff80 A1\n\
             TEXT 15 playouts, White wins 34.5%, leads by -2.0\n\n"
        );
        let board = last_analysis.ownership().expect("it was counted");
        assert_eq!(board, "-1.00 -0.00 -0.00\n-0.00 -0.00 -0.00\n-0.00 -0.00 0.50");
        assert_eq!(last_analysis.criticality(), None);
    }
}
