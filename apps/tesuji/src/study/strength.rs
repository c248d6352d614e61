//! Studies of playing strength: models are trained or loaded, then each plays in every tree.

use std::num::NonZeroUsize;

use anyhow::Result;
use lab::strength::{StrengthOutput, StrengthRun, StrengthStudy};
use lab::study::{Data, Scale, small_games};

use super::{
    RunArguments, check_labels, collection, out_folder, paper_games, refuse_options_of_problems, refuse_seeds, say,
};
use crate::matches;

pub(super) fn run(study: &StrengthStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_problems(&study.name, arguments)?;
    refuse_seeds(&study.name, arguments)?;
    check_labels(&study.name, &arguments.only, study.labels())?;
    let scale = arguments.scale();
    let size = study.size(scale);
    let data = match scale {
        Scale::Small => small_games(),
        Scale::Paper => games(arguments)?,
    };
    let folder = out_folder(arguments);
    let n_at_once = arguments.jobs.map_or_else(matches::n_cores, NonZeroUsize::get);
    let work = folder.join("work");
    let run = StrengthRun {
        study,
        scale,
        playouts: arguments.playouts.unwrap_or(size.playouts),
        games: arguments.games.unwrap_or(size.games),
        games_a_turn: 2 * n_at_once as u64,
        opponent: arguments.opponent.as_deref().unwrap_or(&study.opponent),
        work,
        models: arguments.models.as_deref(),
        data: &data,
        seed: arguments.seed,
        only: &arguments.only,
        reproduction: arguments.reproduction(),
    };
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let results = run.run(&*progress, &mut |cell| matches::play_in_folder(&cell.settings, &cell.folder, n_at_once))?;
    let output = StrengthOutput { run: &run, results: &results };
    output.write(&folder)?;
    say(arguments, &output.to_json(), &output.to_markdown())
}

/// Models that are there need no games to learn from, and without a collection M(1) is not measured.
fn games(arguments: &RunArguments) -> Result<Data> {
    if arguments.models.is_none() {
        return paper_games(arguments);
    }
    let test = if arguments.data.is_some() { collection(arguments, "test")? } else { Vec::new() };
    let source =
        if test.is_empty() { "none, they were given".into() } else { format!("kgs-6d, {} to test", test.len()) };
    Ok(Data { train: Vec::new(), test, source })
}
