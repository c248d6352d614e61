//! Studies of move prediction.

use anyhow::Result;
use lab::study::{RepeatedOutput, Scale, Study, StudyOutput, StudyRun, small_games, write_outputs};

use super::{
    RunArguments, check_labels, out_folder, paper_games, refuse_options_of_play, refuse_options_of_problems, say,
};

pub(super) fn run(study: &Study, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_play(&study.name, arguments)?;
    refuse_options_of_problems(&study.name, arguments)?;
    let labels = study.rows.iter().chain(&study.columns).map(|axis| axis.label.as_str());
    check_labels(&study.name, &arguments.only, labels)?;
    let scale = arguments.scale();
    let data = match scale {
        Scale::Small => small_games(),
        Scale::Paper => paper_games(arguments)?,
    };
    let folder = out_folder(arguments);
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let work = folder.join("work");
    let (only, reproduction) = (arguments.only.clone(), arguments.reproduction());
    let run = |seed: u64| {
        let (work, only) = (work.clone(), only.clone());
        StudyRun { study, scale, data: &data, work, seed, only, reproduction }.run(&*progress)
    };
    if arguments.seeds == 1 {
        let results = run(arguments.seed)?;
        let output = StudyOutput { study, scale, results: &results, source: &data.source };
        write_outputs(&output, &folder)?;
        return say(arguments, &output.to_json(), &output.to_markdown());
    }
    let n_wanted = arguments.seeds as usize;
    let mut runs = Vec::new();
    for seed in (arguments.seed..).take(n_wanted) {
        runs.push((seed, run(seed)?));
        // After every seed: an interrupted run leaves a report of those that are finished.
        RepeatedOutput { study, scale, runs: &runs, n_wanted, source: &data.source }.write(&folder)?;
    }
    let output = RepeatedOutput { study, scale, runs: &runs, n_wanted, source: &data.source };
    say(arguments, &output.to_json(), &output.to_markdown())
}
