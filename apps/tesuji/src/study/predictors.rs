//! The comparison of predictors.

use anyhow::{Result, bail};
use lab::predictors::{PredictorOutput, PredictorRun, PredictorStudy, write_outputs};
use lab::study::{Scale, small_games};

use super::{
    RunArguments, check_labels, out_folder, paper_games, refuse_options_of_instances, refuse_options_of_play,
    refuse_options_of_problems, say,
};

pub(super) fn run(study: &PredictorStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_play(&study.name, arguments)?;
    refuse_options_of_problems(&study.name, arguments)?;
    refuse_options_of_instances(&study.name, arguments)?;
    if arguments.seed != 1 {
        bail!("{} has several seeds, which its file names", study.name);
    }
    check_labels(&study.name, &arguments.only, study.predictors.iter().map(|predictor| predictor.label.as_str()))?;
    let scale = arguments.scale();
    let data = match scale {
        Scale::Small => small_games(),
        Scale::Paper => paper_games(arguments)?,
    };
    let folder = out_folder(arguments);
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let run = PredictorRun { study, scale, data: &data, work: folder.join("work"), only: arguments.only.clone() };
    // A report after every round: an interrupted run leaves one.
    let results = run.run(&*progress, |results| {
        write_outputs(&PredictorOutput { study, scale, results, source: &data.source }, &folder)
    })?;
    let output = PredictorOutput { study, scale, results: &results, source: &data.source };
    say(arguments, &output.to_json(), &output.to_markdown())
}
