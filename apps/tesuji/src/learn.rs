//! `tesuji learn`: trains a model from games as configured by a TOML file.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use go_board::BoardSize;
use go_games::Game;
use go_models::checkpoint::CheckpointFns;
use go_models::m_eval::{MEvalConfig, train_m_eval};
use go_models::model_file::TrainingRecord;
use go_models::territory::{JudgedGame, Teachers, TerritoryConfig, TerritoryModel, retrain_territory, train_territory};
use go_models::{
    KnownModel, KnownModels, KnownOwners, LearnConfig, TrainError, TrainProgress, TrainedOn, Training, train,
};
use lab::judge::read_judged_games;
use lab::local::LocalProblem;
use lab::territory::{TeachingGame, finished_games};
use output_files::{CheckpointFolder, OutputLock, refuse_inputs, write_whole};
use report::number;

use crate::embedded;
use crate::games::filter::FilterArguments;
use crate::games::inputs::{Source, load, read_unpacked, refuse_unreadable};
use crate::problems;

/// Train a model from game records
///
/// The configuration is a TOML file; `configs/` has one for every published feature instance and for the embedded
/// models. A part of the games is set aside for validation; the figures go into the model's header.
///
/// A mixture names models in its configuration: files (relative to the configuration's folder) or `embedded`.
///
/// The fingerprints of the games learned from go into a file beside the model, so that `evaluate` notices games that it has seen.
///
/// Finished parts are kept in a folder beside the model until training is done: after an interruption the same command
/// resumes, with the same result byte for byte.
#[derive(Args)]
pub(crate) struct Arguments {
    /// What to learn and how: a TOML file
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// SGF files, folders, .zst streams, databases; may be given several times
    #[arg(long, value_name = "GAMES", required_unless_present_any = ["problems", "judged"], num_args = 1..)]
    games: Vec<PathBuf>,
    /// For a territory model: positions with their owners as a referee judged them (JSON lines, see docs/judge.md), besides games or instead of them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "problems")]
    judged: Vec<PathBuf>,
    /// For a territory model: begin with what this one knows, instead of nothing (the same channels and blocks; a smaller learning_rate is wise)
    #[arg(long, value_name = "MODEL", conflicts_with = "problems")]
    begin_with: Option<PathBuf>,
    /// Files of problems instead of games: every right first move is a game of one move; may be given several times
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "games")]
    problems: Vec<PathBuf>,
    /// Only problems of this kind, as their files call it (lifeAndDeath)
    #[arg(long, value_name = "KIND", requires = "problems")]
    kind: Option<String>,
    /// Leave out problems that are in these files too, also rotated, mirrored or with the colours exchanged: those to be measured on
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "problems")]
    exclude: Vec<PathBuf>,
    /// Learn what solution trees (SGF) call right after up to so many moves too, not the first move only
    #[arg(long, value_name = "MOVES", default_value_t = 0, requires = "problems")]
    follow_ups: usize,
    /// Where the model goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Another seed than the configuration's
    #[arg(long)]
    seed: Option<u64>,
    /// Start over, even if an interrupted training could be resumed
    #[arg(long)]
    fresh: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text =
        fs::read_to_string(&arguments.config).with_context(|| format!("cannot read {}", arguments.config.display()))?;
    let cannot_use = || format!("cannot use {}", arguments.config.display());
    let task = Task::read(&text, arguments.seed).with_context(cannot_use)?;
    // Find out that the model cannot be written before the work, not after it.
    let folder = arguments.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        bail!("the folder of {} does not exist", arguments.out.display());
    }
    let inputs = || arguments.games.iter().chain(&arguments.problems).chain(&arguments.judged);
    refuse_inputs(
        &arguments.out,
        inputs().chain([&arguments.config]).chain(&arguments.begin_with).map(PathBuf::as_path),
    )?;
    let _lock = OutputLock::take(&arguments.out)?;
    let (games, filter) = games(arguments)?;
    let judged = teaching_games(arguments, &task)?;
    let start = start(arguments, &task)?;
    let record = TrainingRecord {
        collections: inputs().filter_map(|p| Some(p.file_name()?.to_string_lossy().into())).collect(),
        filter,
        sampling: match &start {
            Some(start) => format!("every position, games mixed; begun with the weights of {}", start.header().name),
            None => "every position, games mixed".into(),
        },
        ..Default::default()
    };
    let checkpoints = checkpoints(arguments)?;
    let kept = CheckpointFns {
        load: |part: &str| checkpoints.load(part),
        save: |part: &str, bytes: &[u8]| checkpoints.save(part, bytes),
    };
    let progress = report::progress::for_stderr(arguments.quiet);
    let report = |news| match news {
        TrainProgress::Stage { name, n_steps } => progress.start(name, Some(n_steps as u64)),
        TrainProgress::Step(n_done) => progress.set_position(n_done as u64),
        TrainProgress::Remark(text) => progress.note(&text),
        TrainProgress::Message(text) => progress.suspend(&|| say(arguments.quiet, &text)),
    };
    let models = ModelFiles { folder: arguments.config.parent().unwrap_or(Path::new("")) };
    let training =
        Training::new(&games).with_record(record).with_checkpoints(&kept).with_models(&models).with_progress(&report);
    let trained = task.train(&games, Refereed { judged: &judged, start: start.as_ref() }, &training);
    progress.finish();
    let Trained { bytes, learned } = match trained {
        Ok(trained) => trained,
        Err(error) => {
            // Refused before any work: there is nothing to resume from.
            if checkpoints.n_parts() == 0 {
                checkpoints.remove()?;
            }
            return Err(error.into());
        }
    };
    write_whole(&arguments.out, &bytes)?;
    let list = embedded::trained_on_file(&arguments.out);
    write_whole(&list, learned.to_bytes())?;
    checkpoints.remove().context("cannot remove the checkpoints")?;
    say(arguments.quiet, &format!("{} written, {} bytes", arguments.out.display(), number::count(bytes.len() as u64)));
    Ok(())
}

/// What is to be learned: a predictor of moves, or an evaluation.
enum Task {
    Moves(LearnConfig),
    Owners(TerritoryConfig),
    Openings(MEvalConfig),
}

/// What an evaluation learns from besides games: positions that a referee judged, and a model to begin with.
struct Refereed<'a> {
    judged: &'a [TeachingGame],
    start: Option<&'a TerritoryModel>,
}

/// A model as a file, and the games behind it.
struct Trained {
    bytes: Vec<u8>,
    learned: TrainedOn,
}

impl Task {
    /// What a configuration describes, checked, with another seed if one is given.
    fn read(text: &str, seed: Option<u64>) -> Result<Task> {
        if TerritoryConfig::is_meant(text) {
            let config = TerritoryConfig::from_toml(text)?;
            config.check()?;
            return Ok(Task::Owners(TerritoryConfig { seed: seed.unwrap_or(config.seed), ..config }));
        }
        if MEvalConfig::is_meant(text) {
            let config = MEvalConfig::from_toml(text)?;
            config.check()?;
            return Ok(Task::Openings(MEvalConfig { seed: seed.unwrap_or(config.seed), ..config }));
        }
        let config = LearnConfig::from_toml(text)?;
        Ok(Task::Moves(seed.map_or(config.clone(), |seed| config.with_seed(seed))))
    }

    fn train(&self, games: &[Game], with: Refereed<'_>, training: &Training<'_>) -> Result<Trained, TrainError> {
        match self {
            Task::Moves(config) => {
                let model = train(config, training)?;
                let own = TrainedOn::new(games.iter().filter(|game| config.learns_from(game)));
                Ok(Trained { bytes: model.to_bytes(), learned: own.union(&model.borrowed_games()) })
            }
            Task::Openings(config) => {
                training.stage("final owners", games.len());
                let finished = finished_games(games, &|n_done| training.step(n_done));
                let model = train_m_eval(config, &finished, training)?;
                Ok(Trained { bytes: model.to_bytes(), learned: TrainedOn::new(games) })
            }
            Task::Owners(config) => {
                training.stage("final owners", games.len());
                let finished = finished_games(games, &|n_done| training.step(n_done));
                let judged: Vec<JudgedGame<'_>> = with.judged.iter().map(TeachingGame::as_judged).collect();
                let teachers = Teachers { finished: &finished, judged: &judged };
                let model = match with.start {
                    Some(start) => retrain_territory(start, config, teachers, training)?,
                    None => train_territory(config, teachers, training)?,
                };
                Ok(Trained { bytes: model.to_bytes(), learned: teachers.learned_from(config) })
            }
        }
    }
}

/// The games to learn from, and what they were filtered by.
fn games(arguments: &Arguments) -> Result<(Vec<Game>, String)> {
    if !arguments.problems.is_empty() {
        return games_of_problems(arguments);
    }
    if arguments.games.is_empty() {
        return Ok((Vec::new(), String::new()));
    }
    let (games, summary) = load(Source {
        paths: &arguments.games,
        filter: arguments.filter.to_filter(),
        keep_duplicates: false,
        quiet: arguments.quiet,
    })?;
    refuse_unreadable(&summary)?;
    if games.is_empty() {
        bail!("no games to learn from: {} were read, none passed the filter", summary.n_records);
    }
    Ok((games, arguments.filter.to_filter().to_string()))
}

/// The games of files of judgements, with the positions whose owners are known.
fn teaching_games(arguments: &Arguments, task: &Task) -> Result<Vec<TeachingGame>> {
    if !arguments.judged.is_empty() && !matches!(task, Task::Owners(_)) {
        bail!("--judged teaches owners of points: the configuration must say kind = \"territory\"");
    }
    let mut teaching = Vec::new();
    for path in &arguments.judged {
        let bytes = read_unpacked(path)?;
        let judged = read_judged_games(&bytes, None).with_context(|| format!("cannot use {}", path.display()))?;
        teaching.extend(judged.iter().map(TeachingGame::new));
    }
    Ok(teaching)
}

/// The model to begin with.
fn start(arguments: &Arguments, task: &Task) -> Result<Option<TerritoryModel>> {
    let Some(file) = &arguments.begin_with else { return Ok(None) };
    if !matches!(task, Task::Owners(_)) {
        bail!(
            "--begin-with goes on with a model of final ownership (kind = \"territory\"); a factor model is named in the configuration: begin-with = \"FILE\""
        );
    }
    embedded::read_territory(file).map(Some)
}

/// Every right first move of the problems as a game, without the problems that are to be measured on.
fn games_of_problems(arguments: &Arguments) -> Result<(Vec<Game>, String)> {
    let mut problems = problems::load(&arguments.problems, arguments.kind.as_deref(), arguments.quiet)?;
    let mut filter: Vec<String> = arguments.kind.iter().map(|kind| format!("problems of kind {kind}")).collect();
    let kept_apart = match arguments.exclude.is_empty() {
        true => Vec::new(),
        false => problems::load(&arguments.exclude, None, true)?,
    };
    let keys: HashSet<u64> = kept_apart.iter().map(LocalProblem::key).collect();
    let is_free = |problem: &LocalProblem| !keys.contains(&problem.key());
    if !arguments.exclude.is_empty() {
        let n_before = problems.len();
        problems.retain(is_free);
        filter.push(format!("{} that are to be measured on left out", n_before - problems.len()));
        if problems.is_empty() {
            bail!("no problems to learn from: all of them are in the files of --exclude");
        }
    }
    if arguments.follow_ups > 0 {
        // Those of a problem that was left out are left out with it.
        let mut later = problems::follow_ups(&arguments.problems, arguments.follow_ups)?;
        let n_first = problems.len();
        let of_problems: Vec<LocalProblem> =
            problems.iter().filter_map(|problem| later.remove(&problem.key())).flatten().filter(is_free).collect();
        problems.extend(of_problems);
        filter.push(format!("{} later positions of solution trees", problems.len() - n_first));
    }
    let filter = filter.join(", ");
    if !filter.is_empty() {
        say(arguments.quiet, &filter);
    }
    Ok((problems.iter().flat_map(|problem| problem.games()).collect(), filter))
}

/// Models that a configuration names: files as seen from its folder, or `embedded`.
struct ModelFiles<'a> {
    folder: &'a Path,
}

impl KnownModels for ModelFiles<'_> {
    fn find(&self, name: &str, size: BoardSize) -> Result<KnownModel, String> {
        let find = || -> Result<KnownModel> {
            if name == "embedded" {
                return Ok(KnownModel { model: embedded::model_or(None, size)?, trained_on: None });
            }
            let file = self.folder.join(name);
            let model = embedded::read(&file)?;
            let trained_on = embedded::trained_on(&file, model.header())?;
            Ok(KnownModel { model, trained_on })
        };
        find().map_err(|error| format!("{error:#}"))
    }

    fn find_owners(&self, name: &str) -> Result<KnownOwners, String> {
        let find = || -> Result<KnownOwners> {
            let file = self.folder.join(name);
            let model = embedded::read_territory(&file)?;
            let trained_on = embedded::trained_on(&file, model.header())?;
            Ok(KnownOwners { model, trained_on })
        };
        find().map_err(|error| format!("{error:#}"))
    }
}

/// The checkpoint folder beside the model.
fn checkpoints(arguments: &Arguments) -> Result<CheckpointFolder> {
    let mut name = arguments.out.clone().into_os_string();
    name.push(".checkpoint");
    let path = PathBuf::from(name);
    if arguments.fresh && path.is_dir() {
        fs::remove_dir_all(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let folder = CheckpointFolder::open(&path).with_context(|| format!("cannot write {}", path.display()))?;
    if folder.n_parts() > 0 {
        say(arguments.quiet, &format!("resuming from {} (--fresh starts over)", path.display()));
    }
    Ok(folder)
}

fn say(quiet: bool, text: &str) {
    if !quiet {
        eprintln!("{text}");
    }
}
