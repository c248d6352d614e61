//! Studies of classifiers on local problems.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use lab::local::{
    ClassifierOutput, ClassifierRun, ClassifierStudy, LocalProblem, ProblemSet, read_problems, shipped_problem_set,
};

use super::{RunArguments, check_labels, out_folder, refuse_options_of_instances, refuse_options_of_play, say};

pub(super) fn run(study: &ClassifierStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_play(&study.name, arguments)?;
    refuse_options_of_instances(&study.name, arguments)?;
    let labels = study.rows.iter().chain(&study.columns).map(|axis| axis.label.as_str());
    check_labels(&study.name, &arguments.only, labels)?;
    let problems = problems(arguments)?;
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

/// The problems of --data, or those that come with the program; only those of --kind, and --held-out of the training problems in place of the test problems.
fn problems(arguments: &RunArguments) -> Result<ProblemSet> {
    let mut problems = match &arguments.data {
        None => shipped_problem_set(),
        Some(folder) => from_folder(folder, arguments.seed)?,
    };
    if let Some(kind) = &arguments.kind {
        for part in [&mut problems.train, &mut problems.test] {
            part.retain(|problem| problem.task.kind.as_ref() == Some(kind));
            ensure!(
                !part.is_empty(),
                "no problem of kind {kind:?} to learn from or to solve: the files say which there are"
            );
        }
        problems.source += &format!(", kind {kind} only");
    }
    if let Some(n_held) = arguments.held_out {
        let n_train = problems.train.len();
        ensure!(
            n_held < n_train,
            "--held-out {n_held} leaves nothing to learn from: there are {n_train} training problems"
        );
        problems.test = problems.train.split_off(n_train - n_held);
        problems.source += ", test problems held out of the training problems";
    }
    Ok(problems)
}

/// All problems of a folder's parts `train` and `test`.
fn from_folder(folder: &Path, seed: u64) -> Result<ProblemSet> {
    let (train, n_refused_train) = part(folder, "train", seed)?;
    let (test, n_refused_test) = part(folder, "test", seed)?;
    let source = format!(
        "{} problems to learn from and {} to solve below {}; {} without a right first move or not readable are left out",
        train.len(),
        test.len(),
        folder.display(),
        n_refused_train + n_refused_test
    );
    Ok(ProblemSet { train, test, source })
}

/// The problems of all files of the folder `name`, or of the file `name.*`, in an order that the seed decides, and how many could not be used.
fn part(folder: &Path, name: &str, seed: u64) -> Result<(Vec<LocalProblem>, usize)> {
    let below = folder.join(name);
    let files = match below.is_dir() {
        true => files_of(&below)?,
        false => {
            let of_part = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == name);
            files_of(folder)?.into_iter().filter(of_part).collect()
        }
    };
    let (mut problems, mut n_refused) = (Vec::new(), 0);
    for file in files {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        for read in read_problems(&bytes).with_context(|| file.display().to_string())? {
            match read {
                Ok(problem) => problems.push(problem),
                Err(_) => n_refused += 1,
            }
        }
    }
    ensure!(
        !problems.is_empty(),
        "no problem with a right first move in the folder {} or in a file {name}.* of {}",
        below.display(),
        folder.display()
    );
    // A fixed order that mixes the files, so that the first thousand are like all.
    let key = |problem: &LocalProblem| {
        problem.board.hash().wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(2)).rotate_left(23)
    };
    problems.sort_by_key(|problem| (key(problem), problem.task.id.clone()));
    Ok((problems, n_refused))
}

fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}
