//! GNU Go and `tesuji gtp` play ten 9x9 games. They must agree on which moves are legal after every move, accept each
//! other's moves, make no protocol error, and count the same score at the end.

use std::collections::BTreeSet;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use gtp::{Client, Color};

use super::Program;
use crate::tools::{self, Installed};

const N_GAMES: u64 = 10;
/// More moves than any sane game has.
const MAX_MOVES: usize = 400;
const PATIENCE: Duration = Duration::from_secs(300);

/// Two games at once, since the machine has two cores.
pub(super) fn meet(program: &Program) -> Result<()> {
    let gnu_go = &tools::get(&tools::GNU_GO)?;
    thread::scope(|scope| {
        let halves = [0, 1].map(|first| scope.spawn(move || meet_every_other(program, gnu_go, first)));
        halves.into_iter().try_for_each(|half| half.join().expect("no panic"))
    })
}

fn meet_every_other(program: &Program, gnu_go: &Installed, first: u64) -> Result<()> {
    for game in (first..N_GAMES).step_by(2) {
        let mut theirs = gnu_go.command();
        // Level 1 is several times as fast as the usual 10; this is about protocol, rules and counting, not about strength.
        theirs.args(["--mode", "gtp", "--chinese-rules", "--level", "1", "--seed", &game.to_string()]);
        let mut ours = Command::new(&program.path);
        ours.args(["gtp", "--playouts", "400", "--seed", &game.to_string()]);
        // Colours alternate: the first of the pair has Black.
        let mut players = [Engine::start("GNU Go", &mut theirs)?, Engine::start("tesuji", &mut ours)?];
        if game % 2 == 1 {
            players.reverse();
        }
        let result = play(&mut players).with_context(|| format!("game {game}"))?;
        println!("  game {game}: {} against {}: {result}", players[0].name, players[1].name);
    }
    Ok(())
}

/// A program at the other end of a pipe.
pub(super) struct Engine {
    pub(super) name: &'static str,
    child: Child,
    client: Client<ChildStdin>,
}

impl Engine {
    pub(super) fn start(name: &'static str, command: &mut Command) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Ok(Self { name, child, client: Client::new(output, input) })
    }

    pub(super) fn ask(&mut self, command: &str) -> Result<String> {
        self.client.ask(command, PATIENCE).with_context(|| self.name)
    }

    /// Its resident memory, as reported by Linux.
    pub(super) fn memory_kib(&self) -> Result<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        number.with_context(|| format!("no VmRSS in {path}"))
    }

    /// The points where a colour may play, as a set, since the two list them in different orders.
    fn legal(&mut self, color: Color) -> Result<BTreeSet<String>> {
        Ok(self.ask(&format!("all_legal {color}"))?.split_whitespace().map(str::to_owned).collect())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // An engine that hangs must not outlive the test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays to two passes or a resignation and returns the result.
fn play(players: &mut [Engine; 2]) -> Result<String> {
    for player in players.iter_mut() {
        for command in ["boardsize 9", "clear_board", "komi 7.5"] {
            player.ask(command)?;
        }
    }
    let mut n_passes = 0;
    for n_moves in 0..MAX_MOVES {
        let color = [Color::Black, Color::White][n_moves % 2];
        let [black, white] = players;
        let (mover, other) = if n_moves % 2 == 0 { (black, white) } else { (white, black) };
        let (mine, yours) = (mover.legal(color)?, other.legal(color)?);
        if mine != yours {
            let disputed: Vec<_> = mine.symmetric_difference(&yours).collect();
            let board = mover.ask("showboard")?;
            bail!("move {n_moves}: the two disagree whether {color} may play {disputed:?}\n{board}");
        }
        let chosen = mover.ask(&format!("genmove {color}"))?;
        if chosen.eq_ignore_ascii_case("resign") {
            return Ok(format!("{} resigns", mover.name));
        }
        other.ask(&format!("play {color} {chosen}"))?;
        n_passes = if chosen.eq_ignore_ascii_case("pass") { n_passes + 1 } else { 0 };
        if n_passes == 2 {
            return agree_on_score(players);
        }
    }
    bail!("no end after {MAX_MOVES} moves")
}

fn agree_on_score([black, white]: &mut [Engine; 2]) -> Result<String> {
    let (first, second) = (black.ask("final_score")?, white.ask("final_score")?);
    if first != second {
        let board = black.ask("showboard")?;
        let dead = [black.ask("final_status_list dead")?, white.ask("final_status_list dead")?];
        bail!("{} counts {first}, {} counts {second}\n{board}\ndead: {dead:?}", black.name, white.name);
    }
    Ok(first)
}
