//! Studies of spatial and iterated trees.

use anyhow::Result;
use lab::study::{Scale, small_games};
use lab::trees::{TreeOutput, TreeRun, TreeStudy};

use super::{
    RunArguments, check_labels, out_folder, paper_games, refuse_options_of_instances, refuse_options_of_play,
    refuse_options_of_problems, say,
};

pub(super) fn run(study: &TreeStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_play(&study.name, arguments)?;
    refuse_options_of_problems(&study.name, arguments)?;
    refuse_options_of_instances(&study.name, arguments)?;
    check_labels(&study.name, &arguments.only, study.rows.iter().map(|row| row.label.as_str()))?;
    let scale = arguments.scale();
    let data = match scale {
        Scale::Small => small_games(),
        Scale::Paper => paper_games(arguments)?,
    };
    let folder = out_folder(arguments);
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let work = folder.join("work");
    let run = TreeRun { study, scale, data: &data, work, seed: arguments.seed, only: arguments.only.clone() };
    let results = run.run(&*progress)?;
    let output = TreeOutput { run: &run, results: &results };
    output.write(&folder)?;
    say(arguments, &output.to_json(), &output.to_markdown())
}
