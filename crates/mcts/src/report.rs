//! A readable report of a search.

use crate::State;
use crate::inspect::Inspection;
use std::fmt;
use std::time::Duration;

/// Statistics of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchStats {
    /// Playouts since the search was made.
    pub playouts: u64,
    /// Playouts of the last run.
    pub last_playouts: u64,
    /// Time of the last run, if it had a clock.
    pub last_elapsed: Option<Duration>,
    /// Mean depth at which a playout left the tree.
    pub mean_depth: f64,
    /// The maximum such depth.
    pub max_depth: u64,
    /// Mean number of actions that rollouts recorded.
    pub mean_rollout: f64,
    /// Expanded nodes.
    pub expansions: u64,
    /// Playouts that ended inside the tree.
    pub endings: u64,
    /// Nodes that the expander appraised.
    pub appraisals: u64,
    /// Nodes in the tree now.
    pub nodes: usize,
    /// Memory used by the tree now.
    pub bytes: usize,
    /// Nodes freed under the memory limit.
    pub recycled: u64,
}

impl SearchStats {
    /// Playouts per second of the last run.
    pub fn playouts_per_second(&self) -> Option<f64> {
        let seconds = self.last_elapsed?.as_secs_f64();
        (seconds > 0.0).then(|| self.last_playouts as f64 / seconds)
    }
}

impl fmt::Display for SearchStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} playouts", self.playouts)?;
        if let Some(speed) = self.playouts_per_second() {
            write!(f, " ({speed:.0}/s)")?;
        }
        write!(f, ", depth {:.1} (max {})", self.mean_depth, self.max_depth)?;
        write!(f, ", rollout {:.1}, {} endings in the tree", self.mean_rollout, self.endings)?;
        write!(f, "\n{} nodes, {} expanded", self.nodes, self.expansions)?;
        if self.appraisals > 0 {
            write!(f, ", {} appraised", self.appraisals)?;
        }
        write!(f, ", {:.1} MiB, {} recycled", self.bytes as f64 / (1 << 20) as f64, self.recycled)
    }
}

/// One row of a [`Report`].
#[derive(Clone, PartialEq, Debug)]
pub struct ReportRow {
    /// The action, named by the domain.
    pub name: String,
    /// Playouts that began with it.
    pub visits: u32,
    /// Their mean reward from the point of view of the player to move.
    pub value: f64,
    /// Prior probability.
    pub prior: f32,
    /// RAVE mean and visits.
    pub rave: (f32, u32),
    /// Proven value.
    pub settled: Option<f64>,
    /// The most visited line, the action included.
    pub variation: Vec<String>,
}

/// The actions at the root, best first, with the statistics of the search. `Display` shows the first twelve.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The visited actions, best first.
    pub rows: Vec<ReportRow>,
    /// Visits of the root.
    pub visits: u32,
    /// Best objective so far, in optimisation problems.
    pub objective: Option<f64>,
    /// Statistics of the search.
    pub stats: SearchStats,
}

const SHOWN_ROWS: usize = 12;
const SHOWN_VARIATION: usize = 8;

impl Report {
    pub(crate) fn new<S: State>(
        inspection: &Inspection<'_, S>,
        stats: SearchStats,
        name: impl Fn(S::Action) -> String,
    ) -> Self {
        let rows = inspection.ranked_moves().into_iter().map(|root_move| ReportRow {
            name: name(root_move.action),
            visits: root_move.visits,
            value: root_move.value,
            prior: root_move.prior,
            rave: (root_move.rave_value, root_move.rave_visits),
            settled: root_move.settled,
            variation: inspection.variation(root_move.action).into_iter().map(&name).collect(),
        });
        Self { rows: rows.collect(), visits: inspection.root_visits(), objective: inspection.objective(), stats }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.rows[..self.rows.len().min(SHOWN_ROWS)];
        let width = shown.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max("action".len());
        writeln!(f, "{:width$}  visits  share  value  prior   rave  line", "action")?;
        for row in shown {
            let share = 100.0 * f64::from(row.visits) / f64::from(self.visits.max(1));
            let value = row.settled.unwrap_or(row.value);
            let mark = if row.settled.is_some() { '!' } else { ' ' };
            let rave = if row.rave.1 > 0 { format!("{:.3}", row.rave.0) } else { "-".to_owned() };
            let line = row.variation.iter().take(SHOWN_VARIATION).cloned().collect::<Vec<_>>().join(" ");
            let (name, visits, prior) = (&row.name, row.visits, row.prior);
            writeln!(f, "{name:width$}  {visits:6}  {share:4.1}%  {value:.3}{mark} {prior:.3}  {rave:>5}  {line}")?;
        }
        if self.rows.len() > shown.len() {
            writeln!(f, "... and {} more", self.rows.len() - shown.len())?;
        }
        if let Some(objective) = self.objective {
            writeln!(f, "best objective {objective}")?;
        }
        write!(f, "{}", self.stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, visits: u32, value: f64, settled: Option<f64>) -> ReportRow {
        let variation = vec![name.to_owned(), "reply".to_owned()];
        ReportRow { name: name.to_owned(), visits, value, prior: 0.25, rave: (0.5, visits / 2), settled, variation }
    }

    #[test]
    fn a_report_is_a_table() {
        let stats = SearchStats {
            playouts: 1500,
            last_playouts: 1000,
            last_elapsed: Some(Duration::from_millis(500)),
            mean_depth: 3.25,
            max_depth: 9,
            mean_rollout: 40.0,
            expansions: 120,
            endings: 3,
            appraisals: 0,
            nodes: 900,
            bytes: 3 << 19,
            recycled: 0,
        };
        let rows = vec![row("centre", 1200, 0.625, None), row("edge", 300, 0.4, Some(0.0)), row("far", 1, 0.0, None)];
        let report = Report { rows, visits: 1501, objective: Some(17.0), stats };
        let expected = "\
action  visits  share  value  prior   rave  line
centre    1200  79.9%  0.625  0.250  0.500  centre reply
edge       300  20.0%  0.000! 0.250  0.500  edge reply
far          1   0.1%  0.000  0.250      -  far reply
best objective 17
1500 playouts (2000/s), depth 3.2 (max 9), rollout 40.0, 3 endings in the tree
900 nodes, 120 expanded, 1.5 MiB, 0 recycled";
        assert_eq!(report.to_string(), expected);
    }
}
