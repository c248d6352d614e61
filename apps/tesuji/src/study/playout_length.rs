//! Studies of playout lengths.

use anyhow::{Result, bail};
use go_board::BoardSize;
use lab::playout_length::{LengthOutput, LengthRun, LengthSize, LengthStudy};
use lab::study::{Scale, large_board_games, small_games};

use super::{RunArguments, collection, out_folder, refuse_options_of_instances, refuse_options_of_problems, say};

pub(super) fn run(study: &LengthStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_problems(&study.name, arguments)?;
    refuse_options_of_instances(&study.name, arguments)?;
    if arguments.models.is_some()
        || arguments.opponent.is_some()
        || arguments.jobs.is_some()
        || !arguments.only.is_empty()
    {
        bail!("{} plays no games and has no cells: --models, --opponent, --jobs and --only are not for it", study.name);
    }
    let scale = arguments.scale();
    let (boards, source) = match scale {
        Scale::Small => {
            let (nine, nineteen) = (small_games(), large_board_games());
            let games = vec![(BoardSize::NINE, nine.test), (BoardSize::NINETEEN, nineteen)];
            (games, "our own model against itself".to_owned())
        }
        Scale::Paper => (vec![(BoardSize::NINETEEN, collection(arguments, "test")?)], "kgs-6d, test".to_owned()),
    };
    let usual = study.size(scale);
    let size = LengthSize {
        games: arguments.games.map_or(usual.games, |n| n as usize),
        playouts: arguments.playouts.map_or(usual.playouts, |n| n.max(2) as usize),
        ..usual
    };
    let run = LengthRun { study, scale, size, boards: &boards, source, seed: arguments.seed };
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let results = run.run(&*progress);
    let output = LengthOutput { run: &run, results: &results };
    let folder = out_folder(arguments);
    output.write(&folder)?;
    say(arguments, &output.to_json(), &output.to_markdown())
}
