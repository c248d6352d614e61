//! Comparison of methods: the experiment of Basaldúa 2013, section 5.8, and its Tables 5.13 to 5.17.
//!
//! A run is one search: a problem (a grouping of the people), a seed (of the held-out split, the cross-validation draws
//! and the search), a panel size, a budget of evaluations and a method. All methods of one problem and seed use the
//! same people, so they are compared in pairs; p-values are those of the two-sided paired t-test (the thesis compares
//! five draws of one search; here the seeds are the sample). The thesis limits each search by time; here the limit is a
//! number of evaluations, which does not depend on the machine.
//!
//! Reads and writes no files: the caller keeps the runs.

use learn::stats::{mean_interval, paired_t_test};
use report::{Column, Table};

use crate::chosen_objective::ChosenObjective;
use crate::objective::ObjectiveKind;
use crate::search::{Budget, Meter, Method, Task};
use crate::snps::Snp;
use crate::trial::Trial;

/// What makes one search.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct RunKey {
    /// Name of the problem.
    pub problem: String,
    /// [`StudySource::fingerprint`](crate::study_source::StudySource::fingerprint) of the people, SNPs and settings
    /// behind the name. Empty in files of older versions.
    #[serde(default)]
    pub source: String,
    /// The objective.
    pub objective: ObjectiveKind,
    /// Seed of split, draws and search.
    pub seed: u64,
    /// SNPs in the panel.
    pub size: usize,
    /// Evaluations allowed.
    pub budget: u64,
    /// The method's name.
    pub method: String,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Run {
    /// Which search.
    #[serde(flatten)]
    pub key: RunKey,
    /// Values of the best, second and third panel, as far as they were found.
    pub values: Vec<f64>,
    /// Value of the best panel in each cross-validation draw.
    pub by_draw: Vec<f64>,
    /// Number of people at a value of 1.
    pub n_classified: Option<f64>,
    /// Evaluations made.
    pub evaluations: u64,
    /// Evaluations made when the best panel was found.
    pub evaluations_at_best: u64,
    /// Share of the held-out people that the best panel classifies correctly; `None` when no one is held out.
    pub accuracy: Option<f64>,
    /// The same, averaged over classes.
    pub balanced_accuracy: Option<f64>,
    /// Seconds that the search took.
    pub seconds: f64,
    /// The SNPs of the best panel.
    pub panel: Vec<String>,
}

/// Runs one search of a trial; the caller's clock counts from its start.
pub fn run_search(
    trial: &Trial<'_>,
    snps: &[Snp],
    objective: &ChosenObjective,
    method: Method,
    key: RunKey,
    clock: &dyn Fn() -> f64,
) -> Run {
    let meter = Meter::new(Budget::evaluations(key.budget), &|_| {});
    let task = Task { size: key.size, keep: 3, seed: key.seed, threads: 1 };
    let (result, _) = objective.search(&trial.problem, method, &task, None, &meter);
    let seconds = clock();
    let winner = result.winner();
    let judged = trial.judge(&winner.panel);
    let snp_idxs = trial.problem.snp_idxs(&winner.panel);
    Run {
        key,
        values: result.best.iter().map(|found| found.value).collect(),
        by_draw: objective.value_by_draw(&winner.panel),
        n_classified: objective.n_classified(),
        evaluations: result.evaluations,
        evaluations_at_best: result.evaluations_at_best,
        accuracy: judged.as_ref().map(|matrix| matrix.accuracy()),
        balanced_accuracy: judged.as_ref().map(|matrix| matrix.balanced_accuracy()),
        seconds,
        panel: snp_idxs.iter().map(|&snp_idx| snps[snp_idx].id.to_string()).collect(),
    }
}

/// Runs by problem, size, budget and method, in the order in which these were given.
pub struct Comparison<'a> {
    runs: &'a [Run],
    problems: Vec<&'a str>,
    sizes: Vec<usize>,
    budgets: Vec<u64>,
    methods: Vec<&'a str>,
}

/// The values of a list without repetitions, in the order of first occurrence.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn percent(value: f64) -> String {
    format!("{:.1}", 100.0 * value)
}

/// The same; a dash for an unknown value.
fn percent_or_dash(value: f64) -> String {
    if value.is_nan() { "-".into() } else { percent(value) }
}

impl<'a> Comparison<'a> {
    /// Arranges runs of one objective.
    pub fn new(runs: &'a [Run]) -> Comparison<'a> {
        let mut sizes = distinct(runs.iter().map(|run| run.key.size));
        let mut budgets = distinct(runs.iter().map(|run| run.key.budget));
        sizes.sort_unstable();
        budgets.sort_unstable();
        Comparison {
            runs,
            problems: distinct(runs.iter().map(|run| run.key.problem.as_str())),
            sizes,
            budgets,
            methods: distinct(runs.iter().map(|run| run.key.method.as_str())),
        }
    }

    /// The problems.
    pub fn problems(&self) -> &[&'a str] {
        &self.problems
    }

    /// The panel sizes, rising.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The methods.
    pub fn methods(&self) -> &[&'a str] {
        &self.methods
    }

    /// The largest budget.
    pub fn largest_budget(&self) -> u64 {
        self.budgets.last().copied().unwrap_or(0)
    }

    /// One number of every run of a cell, by rising seed.
    pub fn column(&self, problem: &str, size: usize, budget: u64, method: &str, of: impl Fn(&Run) -> f64) -> Vec<f64> {
        let is_here = |run: &&Run| {
            let key = &run.key;
            key.problem == problem && key.size == size && key.budget == budget && key.method == method
        };
        let mut found: Vec<&Run> = self.runs.iter().filter(is_here).collect();
        found.sort_by_key(|run| run.key.seed);
        found.into_iter().map(of).collect()
    }

    /// The mean over problems of one number, seed by seed.
    fn over_problems(&self, size: usize, budget: u64, method: &str, of: impl Fn(&Run) -> f64 + Copy) -> Vec<f64> {
        let columns: Vec<Vec<f64>> =
            self.problems.iter().map(|problem| self.column(problem, size, budget, method, of)).collect();
        let n_seeds = columns.iter().map(Vec::len).min().unwrap_or(0);
        (0..n_seeds).map(|seed| mean(&columns.iter().map(|column| column[seed]).collect::<Vec<_>>())).collect()
    }

    /// Methods of a cell with their columns, the best first.
    fn ranked(&self, column: impl Fn(&str) -> Vec<f64>) -> Vec<(&'a str, Vec<f64>)> {
        let mut rows: Vec<(&str, Vec<f64>)> = self.methods.iter().map(|&method| (method, column(method))).collect();
        rows.retain(|(_, values)| !values.is_empty());
        rows.sort_by(|a, b| mean(&b.1).total_cmp(&mean(&a.1)));
        rows
    }

    /// Table 5.13: the best panel, averaged over the problems, with the p-value against the next method.
    pub fn average_performance(&self) -> Table {
        let titles = ["budget", "n", "method", "value %", "SD", "p (next)", "seeds"];
        let mut table = Table::new(titles.map(Column::left));
        for &budget in &self.budgets {
            for &size in &self.sizes {
                let rows = self.ranked(|method| self.over_problems(size, budget, method, |run| run.values[0]));
                for (place, (method, values)) in rows.iter().enumerate() {
                    table.push([
                        budget.to_string(),
                        size.to_string(),
                        (*method).to_owned(),
                        percent(mean(values)),
                        percent(spread(values)),
                        rows.get(place + 1).map_or(String::new(), |(_, next)| p_text(values, next)),
                        values.len().to_string(),
                    ]);
                }
            }
        }
        table
    }

    /// Table 5.14: the best panel for each problem at the largest budget.
    pub fn best_by_problem(&self) -> Table {
        let titles = ["problem", "n", "method", "well classified", "value %", "SD", "p (next)", "held out %", "SD"];
        let mut table = Table::new(titles.map(Column::left));
        let budget = self.largest_budget();
        for &problem in &self.problems {
            for &size in &self.sizes {
                let rows = self.ranked(|method| self.column(problem, size, budget, method, |run| run.values[0]));
                for (place, (method, values)) in rows.iter().enumerate() {
                    let people = self.column(problem, size, budget, method, |run| {
                        run.n_classified.map_or(f64::NAN, |n| n * run.values[0])
                    });
                    let accuracy = self.column(problem, size, budget, method, |run| run.accuracy.unwrap_or(f64::NAN));
                    let people = mean(&people);
                    table.push([
                        problem.to_owned(),
                        size.to_string(),
                        (*method).to_owned(),
                        if people.is_nan() { "-".into() } else { format!("{people:.1}") },
                        percent(mean(values)),
                        percent(spread(values)),
                        rows.get(place + 1).map_or(String::new(), |(_, next)| p_text(values, next)),
                        percent_or_dash(mean(&accuracy)),
                        percent_or_dash(spread(&accuracy)),
                    ]);
                }
            }
        }
        table
    }

    /// Table 5.15: the second and third panel, averaged over the problems.
    pub fn second_and_third(&self) -> Table {
        let mut table = Table::new(["budget", "n", "method", "second %", "third %"].map(Column::left));
        for &budget in &self.budgets {
            for &size in &self.sizes {
                let place = |place: usize| move |run: &Run| run.values.get(place).copied().unwrap_or(f64::NAN);
                for (method, second) in self.ranked(|method| self.over_problems(size, budget, method, place(1))) {
                    let third = mean(&self.over_problems(size, budget, method, place(2)));
                    table.push([
                        budget.to_string(),
                        size.to_string(),
                        method.to_owned(),
                        percent_or_dash(mean(&second)),
                        percent_or_dash(third),
                    ]);
                }
            }
        }
        table
    }

    /// Table 5.16: the worst of the draws of the best panel, averaged over the problems; empty without draws.
    pub fn worst_draw(&self) -> Table {
        let mut table = Table::new(["budget", "n", "method", "worst draw %"].map(Column::left));
        if self.runs.iter().all(|run| run.by_draw.is_empty()) {
            return table;
        }
        let worst = |run: &Run| run.by_draw.iter().copied().fold(f64::INFINITY, f64::min);
        for &budget in &self.budgets {
            for &size in &self.sizes {
                for (method, values) in self.ranked(|method| self.over_problems(size, budget, method, worst)) {
                    table.push([budget.to_string(), size.to_string(), method.to_owned(), percent(mean(&values))]);
                }
            }
        }
        table
    }

    /// Table 5.17: the share of the evaluations used when the best panel was found, and what larger budgets gained.
    pub fn scaling(&self) -> Table {
        let mut table = Table::new(["n", "method", "budget", "found at %", "gain in points"].map(Column::left));
        for &size in &self.sizes {
            for &method in &self.methods {
                let value = |budget| mean(&self.over_problems(size, budget, method, |run| run.values[0]));
                for &budget in &self.budgets {
                    let used = |run: &Run| run.evaluations_at_best as f64 / run.key.budget as f64;
                    let found_at = mean(&self.over_problems(size, budget, method, used));
                    table.push([
                        size.to_string(),
                        method.to_owned(),
                        budget.to_string(),
                        percent(found_at.min(1.0)),
                        format!("{:.2}", 100.0 * (value(budget) - value(self.budgets[0]))),
                    ]);
                }
            }
        }
        table
    }
}

/// Standard deviation.
fn spread(values: &[f64]) -> f64 {
    let centre = mean(values);
    let square: f64 = values.iter().map(|value| (value - centre).powi(2)).sum();
    (square / (values.len().max(2) - 1) as f64).sqrt()
}

/// The p-value of the paired test, if there are pairs.
fn p_text(first: &[f64], second: &[f64]) -> String {
    if first.len() != second.len() || first.len() < 2 {
        return String::new();
    }
    let p = paired_t_test(first, second).p;
    if p < 0.0001 { "<0.0001".into() } else { format!("{p:.4}") }
}

/// Mean with a 95% interval, for plots.
pub fn mean_with_interval(values: &[f64]) -> (f64, f64, f64) {
    if values.len() < 2 {
        let value = mean(values);
        return (value, value, value);
    }
    let interval = mean_interval(values, 0.95);
    (mean(values), interval.low, interval.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(problem: &str, seed: u64, method: &str, value: f64) -> Run {
        Run {
            key: RunKey {
                problem: problem.into(),
                source: "0123456789abcdef".into(),
                objective: ObjectiveKind::Classified,
                seed,
                size: 4,
                budget: 100,
                method: method.into(),
            },
            values: vec![value, value - 0.1],
            by_draw: vec![value - 0.2, value + 0.2],
            n_classified: Some(200.0),
            evaluations: 100,
            evaluations_at_best: 50,
            accuracy: Some(0.5),
            balanced_accuracy: Some(0.5),
            seconds: 0.0,
            panel: Vec::new(),
        }
    }

    fn runs() -> Vec<Run> {
        let seeds = [(1, 0.50), (2, 0.52), (3, 0.54)];
        let of = |method: &'static str, more: f64| {
            seeds.into_iter().flat_map(move |(seed, value)| {
                let wobble = if seed == 2 { 0.01 } else { 0.0 };
                [run("a", seed, method, value + more + wobble), run("b", seed, method, value + more)]
            })
        };
        of("worse", 0.0).chain(of("better", 0.2)).collect()
    }

    #[test]
    fn tables_rank_the_methods_and_average_the_problems() {
        let runs = runs();
        let comparison = Comparison::new(&runs);
        assert_eq!(
            comparison.average_performance().to_tsv(),
            "budget\tn\tmethod\tvalue %\tSD\tp (next)\tseeds\n\
             100\t4\tbetter\t72.2\t2.0\t<0.0001\t3\n100\t4\tworse\t52.2\t2.0\t\t3\n"
        );
        let by_problem = comparison.best_by_problem().to_tsv();
        assert!(by_problem.contains("b\t4\tbetter\t144.0\t72.0\t2.0"), "{by_problem}");
        assert_eq!(
            comparison.second_and_third().to_tsv(),
            "budget\tn\tmethod\tsecond %\tthird %\n100\t4\tbetter\t62.2\t-\n100\t4\tworse\t42.2\t-\n"
        );
        assert!(comparison.worst_draw().to_tsv().ends_with("100\t4\tbetter\t52.2\n100\t4\tworse\t32.2\n"));
        assert!(comparison.scaling().to_tsv().ends_with("4\tworse\t100\t50.0\t0.00\n4\tbetter\t100\t50.0\t0.00\n"));
    }

    #[test]
    fn without_held_out_people_there_is_no_accuracy() {
        let judged = runs();
        let by_problem = Comparison::new(&judged).best_by_problem().to_tsv();
        assert!(by_problem.lines().nth(1).unwrap().ends_with("\t50.0\t0.0"), "{by_problem}");
        let unjudged: Vec<Run> = judged.into_iter().map(|run| Run { accuracy: None, ..run }).collect();
        let by_problem = Comparison::new(&unjudged).best_by_problem().to_tsv();
        assert!(by_problem.lines().skip(1).all(|line| line.ends_with("\t-\t-")), "{by_problem}");
    }

    #[test]
    fn a_run_is_one_line_of_json_and_back() {
        let run = run("a", 7, "mcts", 0.5);
        let line = serde_json::to_string(&run).unwrap();
        assert!(!line.contains('\n') && line.contains("\"objective\":\"classified\""), "{line}");
        assert_eq!(serde_json::from_str::<Run>(&line).unwrap(), run);
    }
}
