//! Studies of move prediction.

use anyhow::Result;
use lab::study::{Scale, Study, StudyOutput, StudyRun, small_games, write_outputs};

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
    let (seed, only, reproduction) = (arguments.seed, arguments.only.clone(), arguments.reproduction());
    let run = StudyRun { study, scale, data: &data, work, seed, only, reproduction };
    let results = run.run(&*progress)?;
    let output = StudyOutput { study, scale, results: &results, source: &data.source };
    write_outputs(&output, &folder)?;
    say(arguments, &output.to_json(), &output.to_markdown())
}
