//! Thousands of games of the program against itself with few playouts a move: no illegal move, no crash, no loss on time, no growth of memory.
//!
//! The referee is a [`GameBoard`] of its own under the game's rules; board sizes and rule sets rotate with the number of the game, and each game begins
//! with random moves seeded by that number, so that no two are alike and any of them can be played again (`--from N --games 1`). In every
//! tenth game one side has no limit of playouts and thinks as long as a clock of [`CLOCK`] lets it; only that side may resign. How the games end is
//! only counted.

use std::collections::HashSet;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use go_board::{BoardSize, Color, GameBoard, Move, RuleSet, Vertex};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Program;
use super::gnu_go::Engine;

/// Seconds of each player for a whole game.
const CLOCK: u64 = 2;
/// One game in so many is played by the clock.
const CLOCK_EVERY: u64 = 10;
/// More than this is growth: what the allocator keeps between games is far less.
const MAX_GROWTH_KIB: u64 = 48 << 10;
/// After these games the memory counts as settled: every board size has been played several times.
const SETTLED_AFTER: u64 = 60;

/// Mostly small boards: the rules are the same everywhere, and a large game takes as long as ten small ones.
const SIZES: [usize; 20] = [9, 9, 9, 9, 5, 9, 7, 9, 9, 13, 9, 9, 6, 9, 9, 8, 9, 9, 11, 19];
const RULES: [(RuleSet, &str); 4] = [
    (RuleSet::Chinese, "chinese"),
    (RuleSet::Japanese, "japanese"),
    (RuleSet::Aga, "aga"),
    (RuleSet::NewZealand, "new_zealand"),
];

/// How much is played.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Extent {
    /// Games
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Playouts of a move
    #[arg(long, default_value_t = 10)]
    playouts: u64,
    /// Number of the first game
    #[arg(long, default_value_t = 0)]
    from: u64,
}

/// How the games ended.
#[derive(Default)]
struct Tally {
    n_passed_out: u64,
    n_resigned: u64,
    n_long: u64,
    n_moves: u64,
    distinct: HashSet<u64>,
}

enum End {
    Passes,
    Resignation,
    TooLong,
}

/// What `cargo xtask test` has time for: every size and every rule set once.
pub(super) fn in_check(program: &Program) -> Result<()> {
    run(program, Extent { games: SIZES.len() as u64, playouts: 10, from: 0 })
}

pub(super) fn run(program: &Program, extent: Extent) -> Result<()> {
    let ours = |arguments: &[&str]| Engine::start("tesuji", Command::new(&program.path).arg("gtp").args(arguments));
    let playouts = extent.playouts.to_string();
    let folder = tempfile::tempdir().context("cannot make a folder")?;
    let config = folder.path().join("never-resigns.toml");
    fs::write(&config, "[conduct]\nresign_turns = 0\n").context("cannot write a configuration")?;
    let config = config.to_str().context("a readable path")?;
    let mut first = ours(&["--playouts", &playouts, "--seed", "1", "--config", config])?;
    let mut second = ours(&["--playouts", &playouts, "--seed", "2", "--config", config])?;
    let mut hasty = ours(&["--seed", "3"])?;
    let mut tally = Tally::default();
    let mut settled = 0;
    for game in extent.from..extent.from + extent.games {
        let by_clock = game % CLOCK_EVERY == CLOCK_EVERY - 1;
        let opponent = if by_clock { &mut hasty } else { &mut second };
        // Colours alternate, in games by the clock too.
        let pair = if (game / CLOCK_EVERY).is_multiple_of(2) { [&mut first, opponent] } else { [opponent, &mut first] };
        play(pair, game, &mut tally).with_context(|| format!("game {game}"))?;
        let memory = first.memory_kib()? + second.memory_kib()? + hasty.memory_kib()?;
        if game - extent.from < SETTLED_AFTER {
            settled = memory.max(settled);
        }
        ensure!(
            memory < settled + 3 * MAX_GROWTH_KIB,
            "game {game}: {memory} KiB in memory, {settled} in the first games"
        );
        if (game + 1) % 500 == 0 {
            println!("  {} games, {} moves, {} MiB", game + 1 - extent.from, tally.n_moves, memory >> 10);
        }
    }
    let Tally { n_passed_out, n_resigned, n_long, n_moves, distinct } = tally;
    println!(
        "  {} games against itself, {} of them different, {n_moves} moves: {n_passed_out} ended by passes, {n_resigned} by resignation, {n_long} stopped for their length; \
         no illegal move, no loss on time",
        extent.games,
        distinct.len(),
    );
    ensure!(distinct.len() as u64 * 100 >= 99 * extent.games, "games repeat: the openings do not vary");
    Ok(())
}

/// Plays one game and adds it to the tally; the referee's objection is an error.
fn play(mut players: [&mut Engine; 2], number: u64, tally: &mut Tally) -> Result<()> {
    let side = SIZES[usize::try_from(number % SIZES.len() as u64)?];
    let (rule_set, name) = RULES[usize::try_from(number / SIZES.len() as u64 % RULES.len() as u64)?];
    let size = BoardSize::new(side)?;
    let mut referee = GameBoard::new(size, rule_set.rules(), 6.5);
    for player in &mut players {
        for command in [
            format!("boardsize {side}"),
            "clear_board".to_owned(),
            format!("kgs-rules {name}"),
            "komi 6.5".to_owned(),
            format!("time_settings {CLOCK} 0 0"),
        ] {
            player.ask(&command)?;
        }
    }
    open(&mut players, &mut referee, number)?;
    let end = play_on(&mut players, &mut referee)?;
    match end {
        End::Passes => tally.n_passed_out += 1,
        End::Resignation => tally.n_resigned += 1,
        End::TooLong => tally.n_long += 1,
    }
    tally.n_moves += referee.moves().len() as u64;
    tally.distinct.insert(referee.situations().iter().fold(0, |hash, &situation| hash.rotate_left(7) ^ situation));
    Ok(())
}

/// Random moves that the referee allows, up to a tenth of the board.
fn open(players: &mut [&mut Engine; 2], referee: &mut GameBoard, number: u64) -> Result<()> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number);
    let points: Vec<_> = referee.size().points().collect();
    for _ in 0..random.random_range(2..=2 + points.len() / 10) {
        let mv = Move::Play(points[random.random_range(0..points.len())]);
        let color = referee.to_move();
        if referee.play(color, mv).is_ok() {
            let vertex = referee.size().vertex(mv);
            for player in players.iter_mut() {
                player.ask(&format!("play {} {vertex}", gtp_color(color)))?;
            }
        }
    }
    Ok(())
}

fn play_on(players: &mut [&mut Engine; 2], referee: &mut GameBoard) -> Result<End> {
    let clock = Duration::from_secs(CLOCK);
    let mut used = [Duration::ZERO; 2];
    // With few playouts and a ko rule that allows long cycles a game may go on for ever.
    for _ in 0..6 * usize::from(referee.size().get()).pow(2) {
        let color = referee.to_move();
        let turn = usize::from(color == Color::White);
        let name = gtp_color(color);
        players[turn].ask(&format!("time_left {name} {} 0", clock.saturating_sub(used[turn]).as_secs()))?;
        let begin = Instant::now();
        let chosen = players[turn].ask(&format!("genmove {name}"))?;
        used[turn] += begin.elapsed();
        ensure!(used[turn] < clock, "{name} lost on time after {:?}", used[turn]);
        if chosen.eq_ignore_ascii_case("resign") {
            return Ok(End::Resignation);
        }
        let mv = chosen.parse::<Vertex>()?.on(referee.size());
        let mv = mv.with_context(|| format!("{name} played {chosen}, which is beyond the board"))?;
        referee.play(color, mv).with_context(|| format!("{name} played {chosen}"))?;
        players[1 - turn].ask(&format!("play {name} {chosen}"))?;
        if referee.n_last_passes() >= 2 {
            return Ok(End::Passes);
        }
    }
    Ok(End::TooLong)
}

fn gtp_color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
