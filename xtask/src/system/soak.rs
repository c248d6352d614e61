//! The soak test: many fast games against itself and GNU Go in long-running processes.
//!
//! No move may be refused, no clock may run out, the memory may not grow, and what GNU Go's aftermath counts at the end is what we count. With few
//! playouts a game may end with a border open, and two programs may then see different stones dead: a tenth may differ, and each is printed with
//! its board. Against itself one side thinks as long as a short clock lets it, which is where clocks are lost. `cargo xtask test` plays
//! two games; `cargo xtask soak` plays 200.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use gtp::Color;

use super::Program;
use super::gnu_go::Engine;
use crate::tools;

/// More moves than any sane game has.
const MAX_MOVES: usize = 400;
/// Time of each player in games against GNU Go, whose speed is not under test.
const LONG_CLOCK: Duration = Duration::from_secs(300);
/// More than this is growth: what the allocator keeps between games is far less.
const MAX_GROWTH_KIB: u64 = 48 << 10;

/// How much is played.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Extent {
    /// Games, half of them against itself and half against GNU Go
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Playouts of a move, but for the side that plays by the clock alone
    #[arg(long, default_value_t = 100)]
    playouts: u64,
    /// Seconds for all moves of a game against itself
    #[arg(long, default_value_t = 6)]
    clock: u64,
    /// GNU Go's level
    #[arg(long, default_value_t = 1)]
    level: u8,
}

/// What happened.
#[derive(Default)]
struct Counts {
    n_counted: usize,
    n_resigned: usize,
    n_counted_differently: usize,
}

/// What `cargo xtask test` has time for.
pub(super) fn in_check(program: &Program) -> Result<()> {
    run(program, Extent { games: 2, playouts: 40, clock: 3, level: 1 })
}

pub(super) fn run(program: &Program, extent: Extent) -> Result<()> {
    let ours = |arguments: &[&str]| Engine::start("tesuji", Command::new(&program.path).arg("gtp").args(arguments));
    let mut steady = ours(&["--playouts", &extent.playouts.to_string(), "--seed", "1"])?;
    let mut hasty = ours(&["--seed", "2"])?;
    let mut gnu_go = tools::get(&tools::GNU_GO)?.command();
    gnu_go.args(["--mode", "gtp", "--chinese-rules", "--level", &extent.level.to_string()]);
    let mut gnu_go = Engine::start("GNU Go", &mut gnu_go)?;
    let short_clock = Duration::from_secs(extent.clock);
    let mut counts = Counts::default();
    let mut early_memory = [0; 2];
    for game in 0..extent.games {
        let against_gnu_go = game % 2 == 1;
        let (opponent, clock) = if against_gnu_go { (&mut gnu_go, LONG_CLOCK) } else { (&mut hasty, short_clock) };
        // Colours alternate within each kind.
        let pair = if game / 2 % 2 == 0 { [&mut steady, opponent] } else { [opponent, &mut steady] };
        if play(pair, clock).with_context(|| format!("game {game}"))? {
            counts.n_counted += 1;
            let [mine, aftermath] = count(&mut steady, &mut gnu_go, against_gnu_go)?;
            if mine != aftermath {
                counts.n_counted_differently += 1;
                let dead = [&mut steady, &mut gnu_go].map(|engine| engine.ask("final_status_list dead"));
                println!("  game {game}: we count {mine}, GNU Go {aftermath}\n{}", steady.ask("showboard")?);
                println!("  dead to us and to GNU Go: {dead:?}");
            }
        } else {
            counts.n_resigned += 1;
        }
        for (engine, early) in [&steady, &hasty].into_iter().zip(&mut early_memory) {
            let memory = engine.memory_kib()?;
            if 4 * game < extent.games {
                *early = memory.max(*early);
            }
            ensure!(
                memory < *early + MAX_GROWTH_KIB,
                "game {game}: {memory} KiB in memory, {early} in the first games"
            );
        }
    }
    let Counts { n_counted, n_resigned, n_counted_differently } = counts;
    println!(
        "  {} games: {n_counted} counted ({n_counted_differently} differently by GNU Go), {n_resigned} resigned; {} and {} MiB in memory, {} and {} in the first quarter",
        extent.games,
        steady.memory_kib()? >> 10,
        hasty.memory_kib()? >> 10,
        early_memory[0] >> 10,
        early_memory[1] >> 10,
    );
    ensure!(
        10 * n_counted_differently <= n_counted,
        "GNU Go counts {n_counted_differently} of {n_counted} differently"
    );
    Ok(())
}

/// Plays one game; true if it ended with two passes, false if a player resigned.
fn play(mut players: [&mut Engine; 2], clock: Duration) -> Result<bool> {
    for player in &mut players {
        for command in ["boardsize 9", "clear_board", "komi 7.5", &format!("time_settings {} 0 0", clock.as_secs())] {
            player.ask(command)?;
        }
    }
    let mut used = [Duration::ZERO; 2];
    let mut n_passes = 0;
    for n_moves in 0..MAX_MOVES {
        let turn = n_moves % 2;
        let color = [Color::Black, Color::White][turn];
        let left = clock.saturating_sub(used[turn]);
        players[turn].ask(&format!("time_left {color} {} 0", left.as_secs()))?;
        let begin = Instant::now();
        let chosen = players[turn].ask(&format!("genmove {color}"))?;
        used[turn] += begin.elapsed();
        ensure!(used[turn] < clock, "{} lost on time", players[turn].name);
        if chosen.eq_ignore_ascii_case("resign") {
            return Ok(false);
        }
        players[1 - turn].ask(&format!("play {color} {chosen}"))?;
        n_passes = if chosen.eq_ignore_ascii_case("pass") { n_passes + 1 } else { 0 };
        if n_passes == 2 {
            return Ok(true);
        }
    }
    bail!("no end after {MAX_MOVES} moves")
}

/// Our score and that of GNU Go, which is shown the board first if it did not play.
fn count(ours: &mut Engine, gnu_go: &mut Engine, it_played: bool) -> Result<[String; 2]> {
    if !it_played {
        for command in ["boardsize 9", "clear_board", "komi 7.5"] {
            gnu_go.ask(command)?;
        }
        for color in [Color::Black, Color::White] {
            for point in ours.ask(&format!("list_stones {color}"))?.split_whitespace() {
                gnu_go.ask(&format!("play {color} {point}"))?;
            }
        }
    }
    Ok([ours.ask("final_score")?, gnu_go.ask("final_score")?])
}
