//! `tesuji tsumego train`: practice in the terminal, with an answer to every first move.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use go_board::{Board, Move, Point};
use tsumego::{Table, Task, solve_task};

/// Type a first move as D4, `hint`, `next` or `quit`. A wrong move is answered with what becomes of the group.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The file with the problems
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Begin with this problem
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
}

const LIMIT: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tasks: Vec<Task> = super::read(&arguments.file)?.into_iter().flatten().collect();
    if arguments.from as usize > tasks.len() {
        bail!("{} has {} problems", arguments.file.display(), tasks.len());
    }
    let mut table = Table::with_bytes(64 << 20);
    let mut lines = io::stdin().lock().lines();
    let (mut n_right, mut n_tried) = (0, 0);
    for (index, task) in tasks.iter().enumerate().skip(arguments.from as usize - 1) {
        let board = task.board()?;
        let start = Instant::now();
        let Ok(solved) = solve_task(task, &mut table, u64::MAX, &mut || start.elapsed() >= LIMIT) else { continue };
        let Some(answer) = solved.answer else { continue };
        let best: Vec<Point> =
            answer.best().filter_map(|mv| if let Move::Play(p) = mv { Some(p) } else { None }).collect();
        println!("\nProblem {} of {}: {} to move\n\n{}", index + 1, tasks.len(), task.to_move, drawing(&board));
        n_tried += 1;
        let mut is_first_try = true;
        loop {
            print!("> ");
            io::stdout().flush()?;
            let Some(line) = lines.next() else { return finish(n_right, n_tried) };
            match line?.trim() {
                "quit" => return finish(n_right, n_tried),
                "next" => break,
                "hint" => {
                    is_first_try = false;
                    match best.first() {
                        Some(&point) => println!("The best move lies on line {} from the edge.", task.size.line(point)),
                        None => println!("No move makes a difference here."),
                    }
                }
                text => match task.size.parse_point(text) {
                    Err(error) => println!("{error}"),
                    Ok(point) if best.contains(&point) => {
                        n_right += usize::from(is_first_try);
                        println!("Right: the group is {}.", answer.status);
                        break;
                    }
                    Ok(point) => {
                        is_first_try = false;
                        match answer.moves.iter().find(|found| found.mv == Move::Play(point)) {
                            Some(found) => println!("No: then the group is {}.", found.status),
                            None => println!("That move is not legal, or far from the group."),
                        }
                    }
                },
            }
        }
    }
    finish(n_right, n_tried)
}

fn finish(n_right: usize, n_tried: usize) -> Result<()> {
    println!("{n_right} of {n_tried} at the first try");
    Ok(())
}

/// The part of the board that has stones, with coordinates.
fn drawing(board: &Board) -> String {
    let size = board.size();
    let stones = || size.points().filter(|&p| !board.is_empty(p));
    let right = stones().map(|p| p.x()).max().unwrap_or(0).saturating_add(2).min(size.get());
    let bottom = stones().map(|p| p.y()).max().unwrap_or(0).saturating_add(2).min(size.get());
    let mut text = String::from("   ");
    for x in 0..right {
        text.push(' ');
        text.extend(Point::new(x, 0).and_then(|point| size.name(point).chars().next()));
    }
    for (y, row) in board.to_ascii().lines().take(bottom.into()).enumerate() {
        let cells: String = row.chars().take(2 * usize::from(right)).collect();
        text.push_str(&format!("\n{:>3} {}", size.get() as usize - y, cells.trim_end()));
    }
    text.push('\n');
    text
}
