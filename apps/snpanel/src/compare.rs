//! `snpanel compare`: methods, panel sizes and budgets over many seeds; tables, plots, and a folder that can be
//! resumed.
//!
//! Every finished run is a line of `runs.jsonl` in the folder; a run that is there is not made again
//! ([`crate::run_journal`]).

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use command_line::print;
use output_files::OutputLock;
use report::progress::for_stderr;
use report::{Axis, Sample, Series, XyPlot};
use snp_panel::comparison::{Comparison, Run, RunKey, mean_with_interval, run_search};
use snp_panel::objective::ObjectiveKind;
use snp_panel::search::Method;
use snp_panel::{ChosenObjective, Cohort, StudySource, Trial, TrialSettings};

use crate::data::{Study, load};
use crate::options::{CandidateOptions, DataOptions, DrawOptions, QualityOptions, RunOptions, share};
use crate::output::write;
use crate::panel::pca_plot;
use crate::run_journal::{RunJournal, check_source};

/// Compare methods on held-out splits: the experiment of section 5.8, Tables 5.13 to 5.17
///
/// Each seed makes a held-out split, cross-validation draws and a search; all methods see the same. The folder gets
/// runs.jsonl, a TSV for each table, accuracy and value by panel size, and principal components of the best panels. The
/// same command resumes an interrupted folder; a folder of other data or settings is rejected.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    quality: QualityOptions,
    #[command(flatten)]
    candidates: CandidateOptions,
    #[command(flatten)]
    run: RunOptions,
    /// A problem: groups of populations, with the header #POP GROUP; may be repeated. The file's name without its ending names it
    #[arg(long, value_name = "FILE")]
    groups: Vec<PathBuf>,
    /// Also (or, without --groups, only) the populations as they are labelled
    #[arg(long)]
    populations: bool,
    /// Panel sizes
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "4,8,12")]
    sizes: Vec<usize>,
    /// Methods
    #[arg(long, value_name = "M,M", value_delimiter = ',', default_value = "mcts,greedy-queue,top")]
    methods: Vec<Method>,
    /// Evaluations for each search; several budgets show how methods scale
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "5000,20000", value_parser = clap::value_parser!(u64).range(1..))]
    evaluations: Vec<u64>,
    /// Number of seeds, from --seed on
    #[arg(long, value_name = "N", default_value_t = 20)]
    seeds: u64,
    /// Objective: classified or log-posterior
    #[arg(long, value_name = "O", default_value = "classified")]
    objective: ObjectiveKind,
    #[command(flatten)]
    draws: DrawOptions,
    /// Share of every class that no search sees
    #[arg(long, value_name = "F", default_value_t = 0.2, value_parser = share)]
    held_out: f64,
    /// The folder of the study
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// One grouping of the people.
struct NamedProblem {
    name: String,
    study: Study,
    /// [`StudySource::fingerprint`].
    source: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.run.limit_threads()?;
    ensure!(!arguments.sizes.contains(&0), "--sizes must be at least 1");
    ensure!(
        arguments.seeds > 0 && arguments.run.seed.checked_add(arguments.seeds - 1).is_some(),
        "--seeds {} from --seed {} on: there must be at least one, and none beyond {}",
        arguments.seeds,
        arguments.run.seed,
        u64::MAX
    );
    let problems = problems(arguments)?;
    fs::create_dir_all(&arguments.out).with_context(|| format!("cannot make {}", arguments.out.display()))?;
    let lock = OutputLock::take(&arguments.out)?;
    let path = arguments.out.join("runs.jsonl");
    let mut journal = RunJournal::open(&path, &lock)?;
    let known = std::mem::take(&mut journal.known);
    for problem in &problems {
        check_source(&path, &known, (&problem.name, arguments.objective), &problem.source)?;
    }
    let mut runs: Vec<Run> = Vec::new();
    let progress = for_stderr(arguments.run.quiet);
    let n_runs = arguments.seeds.saturating_mul(problems.len() as u64 * runs_per_trial(arguments));
    progress.start("compare", Some(n_runs));
    for problem in &problems {
        for seed in (0..arguments.seeds).map(|offset| arguments.run.seed + offset) {
            for run in run_seed(arguments, problem, seed, &known)? {
                if !known.contains(&run) {
                    journal.append(&run)?;
                }
                runs.push(run);
            }
            progress.advance(runs_per_trial(arguments));
            progress.note(&format!("{}, seed {seed}", problem.name));
        }
    }
    progress.finish();
    write_results(arguments, &problems, &runs)
}

fn runs_per_trial(arguments: &Arguments) -> u64 {
    (arguments.sizes.len() * arguments.methods.len() * arguments.evaluations.len()) as u64
}

fn problems(arguments: &Arguments) -> Result<Vec<NamedProblem>> {
    let stem = |path: &PathBuf| path.file_stem().map_or("groups".into(), |stem| stem.to_string_lossy().into_owned());
    let mut named: Vec<(String, Option<&PathBuf>)> =
        arguments.groups.iter().map(|path| (stem(path), Some(path))).collect();
    if arguments.populations || named.is_empty() {
        named.push(("populations".into(), None));
    }
    let mut names = HashSet::new();
    if let Some((name, _)) = named.iter().find(|(name, _)| !names.insert(name)) {
        bail!("two problems would be called {name:?}; rename a file of --groups, whose name without its ending counts");
    }
    let load_problem = |(name, path): (String, Option<&PathBuf>)| {
        let study = load(&arguments.data, path.map(PathBuf::as_path), &arguments.run)?;
        let source = source(arguments, &study);
        Ok(NamedProblem { name, study, source })
    };
    named.into_iter().map(load_problem).collect()
}

/// What the runs of a problem are made from.
fn source(arguments: &Arguments, study: &Study) -> String {
    let source = StudySource {
        genotypes: &study.data.genotypes(),
        snps: &study.data.snps,
        cohort: &study.cohort,
        held_out: arguments.held_out,
        quality: arguments.quality.settings(),
        ranking: arguments.candidates.settings(),
        objective: arguments.objective,
        draws: arguments.draws.settings(),
    };
    source.fingerprint()
}

/// All runs of one split, made or known.
fn run_seed(arguments: &Arguments, problem: &NamedProblem, seed: u64, known: &[Run]) -> Result<Vec<Run>> {
    let keys = keys(arguments, problem, seed);
    let find = |key: &RunKey| known.iter().find(|run| run.key == *key).cloned();
    if let Some(runs) = keys.iter().map(|(_, key)| find(key)).collect::<Option<Vec<Run>>>() {
        return Ok(runs);
    }
    let study = &problem.study;
    let settings = TrialSettings {
        held_out: arguments.held_out,
        quality: arguments.quality.settings(),
        ranking: arguments.candidates.settings(),
        seed,
    };
    let genotypes = study.data.genotypes();
    let trial = Trial::new(&genotypes, &study.data.snps, &study.cohort, &settings);
    trial.quality.cohort.check_class_sizes(2, &study.labels)?;
    let largest = arguments.sizes.iter().max().copied().unwrap_or(0);
    let n_candidates = trial.problem.n_candidates();
    ensure!(largest <= n_candidates, "panels of {largest} SNPs from {n_candidates} that passed quality control");
    let objective = ChosenObjective::new(arguments.objective, &trial.problem, &arguments.draws.settings(), seed)?;
    let make = |(method, key): (Method, RunKey)| {
        find(&key).unwrap_or_else(|| {
            let begin = Instant::now();
            run_search(&trial, &study.data.snps, &objective, method, key, &|| begin.elapsed().as_secs_f64())
        })
    };
    Ok(keys.into_iter().map(make).collect())
}

fn keys(arguments: &Arguments, problem: &NamedProblem, seed: u64) -> Vec<(Method, RunKey)> {
    let mut keys = Vec::new();
    for &size in &arguments.sizes {
        for &budget in &arguments.evaluations {
            for &method in &arguments.methods {
                let key = RunKey {
                    problem: problem.name.clone(),
                    source: problem.source.clone(),
                    objective: arguments.objective,
                    seed,
                    size,
                    budget,
                    method: method.name().to_owned(),
                };
                keys.push((method, key));
            }
        }
    }
    keys
}

fn write_results(arguments: &Arguments, problems: &[NamedProblem], runs: &[Run]) -> Result<()> {
    let comparison = Comparison::new(runs);
    let tables = [
        ("table-5.13", "best panel, mean over the problems", comparison.average_performance()),
        ("table-5.14", "best panel for each problem, largest budget", comparison.best_by_problem()),
        ("table-5.15", "second and third panel", comparison.second_and_third()),
        ("table-5.16", "worst draw of the best panel", comparison.worst_draw()),
        ("table-5.17", "when the best panel was found, and gain with the budget", comparison.scaling()),
    ];
    let mut text = String::new();
    for (name, about, table) in tables.iter().filter(|(.., table)| table.n_rows() > 0) {
        write(&arguments.out.join(format!("{name}.tsv")), table.to_tsv())?;
        text += &format!("## {name}: {about}\n\n{}\n", table.to_markdown());
    }
    write(&arguments.out.join("tables.md"), &text)?;
    for problem in problems {
        let folder = &arguments.out;
        let name = &problem.name;
        if runs.iter().any(|run| run.key.problem == *name && run.accuracy.is_some()) {
            let accuracy = by_size(&comparison, name, "classified correctly (held-out people)", |run| run.accuracy);
            write(&folder.join(format!("accuracy-{name}.svg")), accuracy)?;
        }
        let value = by_size(&comparison, name, "value in search", |run| Some(run.values[0]));
        write(&folder.join(format!("value-{name}.svg")), value)?;
        if let Some(picture) = best_panel_picture(&comparison, problem, runs) {
            write(&folder.join(format!("pca-{name}.svg")), picture)?;
        }
    }
    if arguments.run.json {
        command_line::print_json(&runs)
    } else {
        print(&format!("{text}\nwritten to {}\n", arguments.out.display()))
    }
}

/// One number by panel size at the largest budget, a line for each method, with 95% intervals over the seeds.
fn by_size(comparison: &Comparison<'_>, problem: &str, label: &str, of: impl Fn(&Run) -> Option<f64>) -> String {
    let budget = comparison.largest_budget();
    let mut plot = XyPlot::new(problem, Axis::linear("SNPs in the panel"), Axis::linear(label).percent());
    for method in comparison.methods() {
        let sample = |&size: &usize| {
            let mut values = comparison.column(problem, size, budget, method, |run| of(run).unwrap_or(f64::NAN));
            values.retain(|value| !value.is_nan());
            let (mean, low, high) = mean_with_interval(&values);
            (!values.is_empty()).then(|| Sample::with_interval(size as f64, mean, low, high))
        };
        plot = plot.with(Series::line(*method, comparison.sizes().iter().filter_map(sample)));
    }
    plot.draw().to_string()
}

/// All people on the components of the first method's largest panel of the first seed.
fn best_panel_picture(comparison: &Comparison<'_>, problem: &NamedProblem, runs: &[Run]) -> Option<String> {
    let (&size, &method) = (comparison.sizes().last()?, comparison.methods().first()?);
    let is_wanted = |run: &&Run| {
        let key = &run.key;
        key.problem == problem.name
            && key.size == size
            && key.method == method
            && key.budget == comparison.largest_budget()
    };
    let run = runs.iter().find(is_wanted)?;
    let data = &problem.study.data;
    let place = |id: &String| data.snps.iter().position(|snp| *snp.id == **id);
    let snp_idxs: Vec<usize> = run.panel.iter().filter_map(place).collect();
    let cohort: &Cohort = &problem.study.cohort;
    let title = format!("{}: {size} SNPs by {method}", problem.name);
    Some(pca_plot(&title, &data.genotypes(), &snp_idxs, cohort))
}
