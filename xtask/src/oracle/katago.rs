//! Judgements by KataGo, a much stronger program: a file for `tesuji judge`, `tesuji learn --judged` and the calibration (docs/judge.md has its form).
//!
//! The program, its configuration and its network are the caller's: `COMMAND` starts KataGo's analysis engine, which talks JSON lines. Games that are already in the file are not asked
//! again, so that a run that was stopped goes on. Only even games with a usual komi are asked: what a referee says under another one teaches little.
//!
//! It does not compare by itself: `tesuji judge FILE` does.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use go_board::Color;
use go_games::{Game, MAX_UNPACKED, fingerprint, game_from_tree, unpack};
use serde_json::{Value, json};
use stable_hash::splitmix64::mix;

/// Games that the engine works on at the same time: enough to fill its batches.
const N_PENDING: usize = 24;
/// Shorter games were hardly played.
const LEAST_MOVES: usize = 40;
/// News after so many positions.
const NEWS_EVERY: usize = 500;

/// A game that the engine works on.
struct Pending {
    sgf: String,
    wanted: usize,
    positions: BTreeMap<u64, Value>,
}

/// KataGo's analysis engine.
struct Engine {
    child: Child,
    input: BufWriter<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(command: &str) -> Result<Engine> {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let input = BufWriter::new(child.stdin.take().context("its input is a pipe")?);
        let answers = BufReader::new(child.stdout.take().context("its output is a pipe")?).lines();
        Ok(Engine { child, input, answers })
    }

    fn ask(&mut self, question: &Value) -> Result<()> {
        writeln!(self.input, "{question}")?;
        Ok(self.input.flush()?)
    }

    fn answer(&mut self) -> Result<Value> {
        let line = self.answers.next().context("the engine ended: look at what it said above")??;
        serde_json::from_str(&line).with_context(|| format!("the engine said {line:?}, which is no JSON"))
    }
}

/// `COMMAND GAMES OUT [N] [VISITS]`: N random positions a game (all of them by default), one visit each by default.
pub(super) fn run(arguments: &[String]) -> Result<bool> {
    let [command, games, out, rest @ ..] = arguments else {
        bail!(
            "cargo xtask oracle katago \"katago analysis -config FILE -model FILE\" GAMES OUT.jsonl [POSITIONS A GAME] [VISITS]"
        );
    };
    let number = |at: usize| rest.get(at).map(|text| text.parse::<usize>()).transpose();
    let n_wanted = number(0).context("positions a game are a number")?;
    let visits = number(1).context("visits are a number")?.unwrap_or(1);
    let bytes = std::fs::read(games).with_context(|| format!("cannot read {games}"))?;
    let text = unpack(&bytes, MAX_UNPACKED).with_context(|| format!("cannot unpack {games}"))?;
    let text = String::from_utf8_lossy(&text);
    let done = ids(Path::new(out))?;
    let mut file =
        OpenOptions::new().create(true).append(true).open(out).with_context(|| format!("cannot write {out}"))?;
    let mut engine = Engine::start(command)?;
    let mut pending: HashMap<String, Pending> = HashMap::new();
    let mut records = sgf::Reader::new(&text).with_context(|| format!("cannot read {games}"))?;
    let (mut n_records, mut n_positions) = (0, 0);
    loop {
        while pending.len() < N_PENDING {
            let Some(tree) = records.next() else { break };
            n_records += 1;
            let id = format!("{}:{n_records}", Path::new(games).file_stem().unwrap_or_default().to_string_lossy());
            let Some(game) = game_from_tree(&tree).ok().filter(is_usual).filter(|_| !done.contains(&id)) else {
                continue;
            };
            let plies = plies(&game, n_wanted);
            engine.ask(&question(&id, &game, &plies, visits))?;
            let sgf = tree.source().to_string();
            pending.insert(id, Pending { sgf, wanted: plies.len(), positions: BTreeMap::new() });
        }
        if pending.is_empty() {
            break;
        }
        let answer = engine.answer()?;
        let Some(id) = answer["id"].as_str().map(str::to_owned) else { bail!("the engine said {answer}") };
        if answer.get("error").is_some() {
            eprintln!("{id} is left out: {answer}");
            pending.remove(&id);
            continue;
        }
        let Some((game, ply)) = pending.get_mut(&id).zip(answer["turnNumber"].as_u64()) else { continue };
        game.positions.insert(ply, position(&answer));
        n_positions += 1;
        if n_positions % NEWS_EVERY == 0 {
            eprintln!("{n_positions} positions, {n_records} records");
        }
        if game.positions.len() == game.wanted
            && let Some(game) = pending.remove(&id)
        {
            write_game(&mut file, &id, &game, visits)?;
        }
    }
    drop(engine.input);
    engine.child.wait()?;
    println!("{n_positions} positions judged; `tesuji judge {out}` compares them with ours");
    Ok(true)
}

/// What the file has; a last line that was cut off is an error, because the next one would be glued to it.
fn ids(out: &Path) -> Result<BTreeSet<String>> {
    let Ok(file) = File::open(out) else { return Ok(BTreeSet::new()) };
    let mut ids = BTreeSet::new();
    for (n, line) in BufReader::new(file).lines().enumerate() {
        let value: Value = serde_json::from_str(&line?)
            .with_context(|| format!("{}: line {} is cut off: delete it", out.display(), n + 1))?;
        ids.extend(value["id"].as_str().map(str::to_owned));
    }
    Ok(ids)
}

fn is_usual(game: &Game) -> bool {
    let is_even = game.setup.iter().all(Vec::is_empty);
    let takes_turns = game.turns.windows(2).all(|pair| pair[0].color() != pair[1].color());
    let black_begins = game.turns.first().is_some_and(|turn| turn.color() == Color::Black);
    is_even && takes_turns && black_begins && game.turns.len() >= LEAST_MOVES && game.komi.is_some()
}

/// Random positions by the game itself, or all.
fn plies(game: &Game, n_wanted: Option<usize>) -> Vec<usize> {
    let n = game.turns.len() as u64 + 1;
    let print = fingerprint(game);
    match n_wanted {
        Some(n_wanted) => {
            let drawn: BTreeSet<usize> = (0..n_wanted as u64).map(|k| (mix(print ^ k) % n) as usize).collect();
            drawn.into_iter().collect()
        }
        None => (0..n as usize).collect(),
    }
}

fn question(id: &str, game: &Game, plies: &[usize], visits: usize) -> Value {
    let name = |color| if color == Color::Black { "B" } else { "W" };
    let vertex = |turn: &go_games::Turn| game.size.vertex(turn.mv()).to_string();
    let moves: Vec<[String; 2]> = game.turns.iter().map(|turn| [name(turn.color()).into(), vertex(turn)]).collect();
    json!({
        "id": id, "moves": moves, "rules": game.rules.unwrap_or_default().name(), "komi": game.komi_or_usual(),
        "boardXSize": game.size.get(), "boardYSize": game.size.get(), "analyzeTurns": plies, "maxVisits": visits,
        "includeOwnership": true, "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    })
}

fn position(answer: &Value) -> Value {
    let owns = answer["ownership"].as_array().into_iter().flatten().filter_map(Value::as_f64);
    let owns: Vec<i64> = owns.map(|owns| (100.0 * owns).round() as i64).collect();
    let moves = answer["moveInfos"].as_array().into_iter().flatten();
    let top: Vec<Value> = moves
        .map(|info| {
            json!({"move": info["move"], "visits": info["visits"], "black_win": info["winrate"], "black_lead": info["scoreLead"]})
        })
        .collect();
    let root = &answer["rootInfo"];
    json!({
        "ply": answer["turnNumber"], "black_win": root["winrate"], "black_lead": root["scoreLead"], "top": top, "black_owns": owns,
    })
}

fn write_game(file: &mut File, id: &str, game: &Pending, visits: usize) -> Result<()> {
    let positions: Vec<&Value> = game.positions.values().collect();
    let line =
        json!({"id": id, "referee": format!("KataGo, {visits} visits"), "sgf": game.sgf, "positions": positions});
    Ok(writeln!(file, "{line}")?)
}
