//! Studies of classifiers on local problems.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use go_games::{MAX_UNPACKED, unpack};
use lab::local::{
    ClassifierOutput, ClassifierRun, ClassifierStudy, LocalProblem, ProblemSet, own_problem_set, read_problems,
};
use lab::study::Scale;

use super::{RunArguments, check_labels, out_folder, refuse_options_of_play, say};

pub(super) fn run(study: &ClassifierStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_play(&study.name, arguments)?;
    let labels = study.rows.iter().chain(&study.columns).map(|axis| axis.label.as_str());
    check_labels(&study.name, &arguments.only, labels)?;
    let problems = match arguments.scale() {
        Scale::Small => own_problem_set(),
        Scale::Paper => from_folder(arguments)?,
    };
    let folder = out_folder(arguments);
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let run = ClassifierRun {
        study,
        scale: arguments.scale(),
        problems: &problems,
        work: folder.join("work/cells"),
        seed: arguments.seed,
        only: arguments.only.clone(),
    };
    let results = run.run(&*progress)?;
    let output = ClassifierOutput { run: &run, results: &results };
    output.write(&folder)?;
    say(arguments, &output.to_json(), &output.to_markdown())
}

/// All problems of the folders `train` and `test`.
fn from_folder(arguments: &RunArguments) -> Result<ProblemSet> {
    let Some(folder) = &arguments.data else {
        bail!(
            "--scale paper needs --data, a folder whose folders train and test hold problems as SGF trees or JSON lines"
        );
    };
    let (train, n_refused_train) = problems_below(&folder.join("train"), arguments.seed)?;
    let (test, n_refused_test) = problems_below(&folder.join("test"), arguments.seed)?;
    let source = format!(
        "{} problems to learn from and {} to solve below {}; {} without a right first move or not readable are left out",
        train.len(),
        test.len(),
        folder.display(),
        n_refused_train + n_refused_test
    );
    Ok(ProblemSet { train, test, source })
}

/// The problems of all files of a folder in an order that the seed decides, and how many could not be used.
fn problems_below(folder: &Path, seed: u64) -> Result<(Vec<LocalProblem>, usize)> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    let (mut problems, mut n_refused) = (Vec::new(), 0);
    for file in files {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let plain = unpack(&bytes, MAX_UNPACKED).with_context(|| file.display().to_string())?;
        for read in read_problems(&sgf::decode(&plain).text) {
            match read {
                Ok(problem) => problems.push(problem),
                Err(_) => n_refused += 1,
            }
        }
    }
    ensure!(!problems.is_empty(), "no problem with a right first move below {}", folder.display());
    // A fixed order that mixes the files, so that the first thousand are like all.
    let key = |problem: &LocalProblem| {
        problem.board.hash().wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(2)).rotate_left(23)
    };
    problems.sort_by_key(|problem| (key(problem), problem.name.clone()));
    Ok((problems, n_refused))
}
