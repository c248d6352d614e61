//! `snpanel search`: the best panel of a given size, its value in the search and its accuracy on people held out of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use command_line::{print, print_json};
use output_files::{Destination, OutputLock, check_ending, prepare, read_if_there};
use report::number;
use snp_panel::objective::ObjectiveKind;
use snp_panel::search::{Budget, Checkpoint, FoundPanel, Identity, Meter, Method, SearchResult, Task};
use snp_panel::{ChosenObjective, ConfusionMatrix, Trial, TrialSettings};

use crate::data::{Dataset, Study, load};
use crate::options::{
    CandidateOptions, DataOptions, DrawOptions, GroupOptions, QualityOptions, RunOptions, seconds, share,
};
use crate::output::write;
use crate::panel::{PanelRow, extract_list, panel_rows, panel_table, pca_plot};
use crate::watch::Watch;

/// Find the n SNPs that together distinguish the classes best
///
/// Part of the people is held out: neither quality control nor the search uses them, and the panel is evaluated on
/// them.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    quality: QualityOptions,
    #[command(flatten)]
    groups: GroupOptions,
    #[command(flatten)]
    candidates: CandidateOptions,
    #[command(flatten)]
    run: RunOptions,
    /// mcts, mcts-thesis, mcts-thesis-pruned, greedy-queue, greedy, maximin, top-in, top-delta, top-theta or top
    #[arg(long, value_name = "M", default_value = "mcts")]
    method: Method,
    /// SNPs in the panel
    #[arg(long, value_name = "N")]
    size: usize,
    /// Seconds to search; methods that end by themselves may take less
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    time: Duration,
    /// Stop after this many evaluated panels instead; with --threads 1 the result can be repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    evaluations: Option<u64>,
    /// Objective: log-posterior (probability of the true class) or classified (number of people classified correctly)
    #[arg(long, value_name = "O", default_value = "log-posterior")]
    objective: ObjectiveKind,
    #[command(flatten)]
    draws: DrawOptions,
    /// Share of every class that the search does not see [default: 0.2, or 0 with --keep, which is a split already]
    #[arg(long, value_name = "F", value_parser = share)]
    held_out: Option<f64>,
    /// Panels to report
    #[arg(long, value_name = "K", default_value_t = 1)]
    best: usize,
    /// Keep the search in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the ids of the best panel's SNPs, one a line, as PLINK's --extract takes them
    #[arg(long, value_name = "FILE")]
    extract: Option<PathBuf>,
    /// Write the SNPs of all reported panels with their measures
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,
    /// Draw all people on the first two principal components of the best panel (SVG)
    #[arg(long, value_name = "FILE")]
    pca: Option<PathBuf>,
}

/// What `--json` prints.
#[derive(serde::Serialize)]
struct Report {
    panel: Vec<String>,
    value: f64,
    evaluations: u64,
    evaluations_at_best: u64,
    seconds: f64,
    method: &'static str,
    objective: &'static str,
    size: usize,
    seed: u64,
    candidates: usize,
    people: usize,
    classes: Vec<String>,
    /// Share of right answers in each cross-validation draw (classified only).
    value_by_draw: Vec<f64>,
    held_out: Option<HeldOut>,
    best: Vec<Ranked>,
}

#[derive(serde::Serialize)]
struct HeldOut {
    people: u32,
    accuracy: f64,
    balanced_accuracy: f64,
    confusion: Vec<Vec<u32>>,
}

#[derive(serde::Serialize)]
struct Ranked {
    panel: Vec<String>,
    value: f64,
    held_out_accuracy: Option<f64>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.run.limit_threads()?;
    ensure!(arguments.size > 0, "--size must be at least 1");
    let study = load(&arguments.data, arguments.groups.groups.as_deref(), &arguments.run)?;
    let inputs = arguments.inputs();
    prepare(&arguments.destinations(), &inputs.iter().map(PathBuf::as_path).collect::<Vec<&Path>>())?;
    arguments.pca.as_deref().map_or(Ok(()), |path| check_ending("--pca", path, &["svg"]))?;
    let genotypes = study.data.genotypes();
    let usual_share = if arguments.data.keep.is_some() { 0.0 } else { 0.2 };
    let settings = TrialSettings {
        held_out: arguments.held_out.unwrap_or(usual_share),
        quality: arguments.quality.settings(),
        ranking: arguments.candidates.settings(),
        seed: arguments.run.seed,
    };
    let trial = Trial::new(&genotypes, &study.data.snps, &study.cohort, &settings);
    study.check(&trial.quality, &arguments.data, &arguments.run)?;
    let n_candidates = trial.problem.n_candidates();
    ensure!(
        arguments.size <= n_candidates,
        "--size {} is more than the {n_candidates} SNPs that passed quality control and thinning",
        arguments.size
    );
    let objective =
        ChosenObjective::new(arguments.objective, &trial.problem, &arguments.draws.settings(), arguments.run.seed)?;
    let watch = Watch::new(
        arguments.method.name(),
        arguments.evaluations.is_none().then_some(arguments.time),
        arguments.evaluations,
        arguments.run.quiet,
    );
    let (result, saved) = search(arguments, &trial, &objective, &watch)?;
    let elapsed = watch.elapsed();
    watch.finish();
    let report = report(arguments, &study.data, &trial, &objective, &result, elapsed);
    // The panel is printed first: an output file that cannot be written must not lose the result.
    let printed =
        if arguments.run.json { print_json(&report) } else { print(&describe(&report, &study.data, &trial, &result)) };
    let written = write_files(arguments, &study, &trial, &result);
    saved.and(written).and(printed)
}

impl Arguments {
    /// The files that will be written.
    fn destinations(&self) -> Vec<Destination<'_>> {
        let (checkpoint, extract) = (("--checkpoint", &self.checkpoint), ("--extract", &self.extract));
        let all = [checkpoint, extract, ("--tsv", &self.tsv), ("--pca", &self.pca)];
        all.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect()
    }

    /// The files that are read.
    fn inputs(&self) -> Vec<PathBuf> {
        self.data.files().into_iter().chain(self.groups.groups.clone()).collect()
    }
}

/// Evaluations between two checkpoints: about a minute by the method of section 5.5.2, seconds by the log-posterior.
const EVALUATIONS_PER_ROUND: u64 = 1 << 20;

/// Runs the method, in rounds if there is a checkpoint to write. Returns the result and whether the last checkpoint
/// could be written.
fn search(
    arguments: &Arguments,
    trial: &Trial<'_>,
    objective: &ChosenObjective,
    watch: &Watch,
) -> Result<(SearchResult, Result<()>)> {
    let clock = || watch.elapsed();
    let listener = |progress: &_| watch.show(progress);
    let time = arguments.evaluations.is_none().then_some(arguments.time);
    let task = Task {
        size: arguments.size,
        keep: arguments.best.max(1),
        seed: arguments.run.seed,
        threads: arguments.run.n_threads(),
    };
    let Some(path) = &arguments.checkpoint else {
        let meter =
            Meter::new(Budget { clock: &clock, time, evaluations: arguments.evaluations, stop: None }, &listener);
        return Ok((objective.search(&trial.problem, arguments.method, &task, None, &meter).0, Ok(())));
    };
    if !arguments.method.is_resumable() {
        bail!("--checkpoint is for the methods mcts and greedy-queue; {} cannot be resumed", arguments.method);
    }
    let _lock = OutputLock::take(path)?;
    let identity = Identity {
        program: crate::version(),
        problem: identify(arguments, trial),
        n_candidates: trial.problem.n_candidates(),
        method: arguments.method,
        size: arguments.size,
    };
    let mut checkpoint = match read_if_there(path)? {
        Some(bytes) => Checkpoint::read(&bytes, &identity, task.keep, &|panel| objective.evaluate(panel))
            .with_context(|| path.display().to_string())?,
        None => Checkpoint::new(task.keep),
    };
    if checkpoint.rounds > 0 {
        let (evaluations, best) = (number::count(checkpoint.evaluations), checkpoint.best.best_value().unwrap_or(0.0));
        arguments
            .run
            .remark(format_args!("{}: resuming after {evaluations} evaluations, best {best:.4}", path.display()));
    }
    let mut last_save: Result<()> = Ok(());
    loop {
        let left = arguments.evaluations.map_or(u64::MAX, |limit| limit.saturating_sub(checkpoint.evaluations));
        if left == 0 && checkpoint.rounds > 0 {
            break;
        }
        if let Err(error) = &last_save {
            arguments
                .run
                .remark(format_args!("warning: {error:#}; the search continues and tries again after this round"));
        }
        let budget = Budget { clock: &clock, time, evaluations: Some(left.min(EVALUATIONS_PER_ROUND)), stop: None };
        let meter = Meter::new(budget, &listener);
        let task = Task { seed: task.seed.wrapping_add(checkpoint.rounds), ..task };
        let before = checkpoint.saved.take();
        let (result, saved) = objective.search(&trial.problem, arguments.method, &task, before, &meter);
        let has_ended = result.evaluations < left.min(EVALUATIONS_PER_ROUND);
        checkpoint.add(&result, saved);
        last_save = write(path, checkpoint.write(&identity));
        // A round that used less than it might has run out of time or of panels.
        if has_ended {
            break;
        }
    }
    Ok((checkpoint.result(), last_save))
}

/// What the search is about, as a number: the problem and how its objective was made.
fn identify(arguments: &Arguments, trial: &Trial<'_>) -> u64 {
    let draws = arguments.draws.settings();
    let made_with = match arguments.objective {
        ObjectiveKind::LogPosterior => String::new(),
        ObjectiveKind::Classified => format!("{} {} {}", draws.n_draws, draws.test_share, arguments.run.seed),
    };
    trial.problem.fingerprint_with(&format!("{} {made_with}", arguments.objective))
}

/// Writes the requested files; one that cannot be written does not prevent the others.
fn write_files(arguments: &Arguments, study: &Study, trial: &Trial<'_>, result: &SearchResult) -> Result<()> {
    let snps = &study.data.snps;
    let mut written = Ok(());
    if let Some(path) = &arguments.extract {
        let (list, remark) = extract_list(snps, &trial.problem.snp_idxs(&result.winner().panel));
        if let Some(remark) = remark {
            arguments.run.remark(remark);
        }
        written = written.and(write(path, list));
    }
    if let Some(path) = &arguments.tsv {
        let rows = result.best.iter().enumerate().flat_map(|(place, found)| {
            panel_rows(snps, &trial.problem, &found.panel).into_iter().map(move |row| (place + 1, row))
        });
        let rows: Vec<(usize, PanelRow)> = rows.collect();
        written = written.and(write(path, panel_table(&rows).to_tsv()));
    }
    if let Some(path) = &arguments.pca {
        let title = format!("{} SNPs by {}", arguments.size, arguments.method);
        let snp_idxs = trial.problem.snp_idxs(&result.winner().panel);
        written = written.and(write(path, pca_plot(&title, &study.data.genotypes(), &snp_idxs, &study.cohort)));
    }
    written
}

fn report(
    arguments: &Arguments,
    data: &Dataset,
    trial: &Trial<'_>,
    objective: &ChosenObjective,
    result: &SearchResult,
    elapsed: Duration,
) -> Report {
    let ids = |found: &FoundPanel| -> Vec<String> {
        let snp_idxs = trial.problem.snp_idxs(&found.panel);
        snp_idxs.iter().map(|&snp_idx| data.snps[snp_idx].id.to_string()).collect()
    };
    let judged: Vec<Option<ConfusionMatrix>> = result.best.iter().map(|found| trial.judge(&found.panel)).collect();
    let winner = result.winner();
    Report {
        panel: ids(winner),
        value: winner.value,
        evaluations: result.evaluations,
        evaluations_at_best: result.evaluations_at_best,
        seconds: elapsed.as_secs_f64(),
        method: arguments.method.name(),
        objective: arguments.objective.name(),
        size: arguments.size,
        seed: arguments.run.seed,
        candidates: trial.problem.n_candidates(),
        people: trial.problem.n_people(),
        classes: trial.problem.class_names().to_vec(),
        value_by_draw: objective.value_by_draw(&winner.panel),
        held_out: judged[0].as_ref().map(|matrix| HeldOut {
            people: matrix.n_people(),
            accuracy: matrix.accuracy(),
            balanced_accuracy: matrix.balanced_accuracy(),
            confusion: matrix.counts.clone(),
        }),
        best: (result.best.iter().zip(&judged))
            .map(|(found, matrix)| Ranked {
                panel: ids(found),
                value: found.value,
                held_out_accuracy: matrix.as_ref().map(ConfusionMatrix::accuracy),
            })
            .collect(),
    }
}

/// A short summary and a table.
fn describe(report: &Report, data: &Dataset, trial: &Trial<'_>, result: &SearchResult) -> String {
    let rows: Vec<(usize, PanelRow)> =
        panel_rows(&data.snps, &trial.problem, &result.winner().panel).into_iter().map(|row| (1, row)).collect();
    let mut text = format!(
        "{} SNPs by {}, {} {:.4} after {} evaluations in {}\n",
        report.size,
        report.method,
        report.objective,
        report.value,
        number::count(report.evaluations),
        number::duration(Duration::from_secs_f64(report.seconds)),
    );
    if let Some(held_out) = &report.held_out {
        text += &format!(
            "held out: {} people, {} classified correctly (balanced {})\n",
            held_out.people,
            number::percent(held_out.accuracy, 1),
            number::percent(held_out.balanced_accuracy, 1)
        );
    }
    text += &format!("\n{}", panel_table(&rows).to_terminal());
    if report.best.len() > 1 {
        text += "\nother panels\n";
        for other in &report.best[1..] {
            text += &format!("{:.4}  {}\n", other.value, other.panel.join(" "));
        }
    }
    text
}
