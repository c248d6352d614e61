//! Studies of players without search.

use anyhow::{Context, Result, bail};
use arena::{Contestant, Side};
use go_board::{BoardSize, Move, Position};
use go_games::{Filter, Game};
use lab::raw_play::{Opponent, RawPlayOutput, RawPlayRun, RawPlayStudy};
use lab::study::{Scale, small_games};

use super::{RunArguments, check_labels, out_folder, refuse_options_of_instances, refuse_options_of_problems, say};
use crate::games::inputs::{Source, load, refuse_unreadable};
use crate::programs::ShellHost;

pub(super) fn run(study: &RawPlayStudy, arguments: &RunArguments) -> Result<()> {
    refuse_options_of_problems(&study.name, arguments)?;
    refuse_options_of_instances(&study.name, arguments)?;
    if arguments.models.is_some() || arguments.playouts.is_some() || arguments.jobs.is_some() {
        bail!("--models, --playouts and --jobs are for players that search, and those of {} do not", study.name);
    }
    let opponents = [RawPlayStudy::PATTERNS, RawPlayStudy::PROGRAM];
    check_labels(&study.name, &arguments.only, study.rows.iter().map(|row| row.label.as_str()).chain(opponents))?;
    let (games, source) = match arguments.scale() {
        Scale::Small => {
            let data = small_games();
            (data.train, data.source)
        }
        Scale::Paper => records(arguments)?,
    };
    let mut study = study.clone();
    if let Some(opponent) = &arguments.opponent {
        study.opponent = opponent.clone();
    }
    let host = ShellHost::new(&study.opponent, "");
    let start = |game: u64| -> Result<Box<dyn Opponent>> { Ok(Box::new(Program::start(&host, game)?)) };
    let folder = out_folder(arguments);
    let run = RawPlayRun {
        study: &study,
        scale: arguments.scale(),
        games: &games,
        source,
        n_games: arguments.games.unwrap_or(study.size(arguments.scale()).games),
        program: Some(&start),
        work: folder.join("work/play"),
        seed: arguments.seed,
        only: arguments.only.clone(),
    };
    let progress = report::progress::for_stderr(arguments.is_quiet());
    let results = run.run(&*progress)?;
    let output = RawPlayOutput { run: &run, results: &results };
    output.write(&folder)?;
    say(arguments, &output.to_json(), &output.to_markdown())
}

/// The 9x9 games of --data.
fn records(arguments: &RunArguments) -> Result<(Vec<Game>, String)> {
    let Some(folder) = &arguments.data else {
        bail!("--scale paper needs --data, a folder with train/ogs-9x9.sgf.zst");
    };
    let paths = [folder.join("train/ogs-9x9.sgf.zst")];
    let filter = Filter { sizes: vec![BoardSize::NINE], ..Filter::default() };
    let (games, summary) = load(Source { paths: &paths, filter, keep_duplicates: false, quiet: arguments.is_quiet() })?;
    refuse_unreadable(&summary)?;
    let source = format!("ogs-9x9, {} games", games.len());
    Ok((games, source))
}

/// A GTP program that plays Black.
struct Program {
    contestant: Contestant,
}

impl Program {
    fn start(host: &ShellHost, game: u64) -> Result<Program> {
        let missing = "the opponent cannot be started; --only \"pattern player\" does without it";
        let mut program = Program { contestant: Contestant::start(host, Side::A, game).context(missing)? };
        for command in ["boardsize 9", "komi 6.5", "clear_board"] {
            program.contestant.ask(command)?;
        }
        Ok(program)
    }
}

impl Opponent for Program {
    fn choose(&mut self, position: &Position) -> Result<Move> {
        let answer = self.contestant.ask("genmove black")?;
        match answer.trim() {
            resigns if resigns.eq_ignore_ascii_case("resign") => Ok(Move::Pass),
            vertex => Ok(position.board.size().parse_move(vertex)?),
        }
    }

    fn see(&mut self, mv: Move) -> Result<()> {
        self.contestant.ask(&format!("play white {}", BoardSize::NINE.vertex(mv)))?;
        Ok(())
    }
}
