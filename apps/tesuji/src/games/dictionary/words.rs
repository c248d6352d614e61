//! A line of the dictionary in words: its moves, its counts, and the comments of the record.

use go_board::{BoardSize, Color, Point};
use go_games::dictionary::{AnswerCounts, Entry, Line, LineTree};
use learn::stats::wilson;
use report::number;

use super::Findings;

/// The confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// A move of a line: `B Q16`, or `W tenuki`.
pub(super) fn step(size: BoardSize, color: Color, point: Option<Point>) -> String {
    format!("{} {}", color.letter(), point.map_or("tenuki".to_owned(), |point| size.name(point)))
}

/// All moves of a line.
pub(super) fn sequence(tree: &LineTree, size: BoardSize, line: usize) -> String {
    tree.moves(line).into_iter().map(|(color, point)| step(size, color, point)).collect::<Vec<_>>().join(", ")
}

/// The share of games won by the side that made the last move, with its interval; `None` without decided games.
pub(super) fn won(counts: &AnswerCounts) -> Option<(f64, f64, f64)> {
    let n = counts.n_won + counts.n_lost;
    let interval = wilson(counts.n_won as u64, n as u64, CONFIDENCE);
    (n > 0).then(|| (counts.n_won as f64 / n as f64, interval.low, interval.high))
}

/// The same as text.
pub(super) fn won_text(counts: &AnswerCounts) -> String {
    won(counts).map_or("?".to_owned(), |(share, low, high)| {
        format!("{:.0}% ({:.0}-{:.0})", share * 100.0, low * 100.0, high * 100.0)
    })
}

/// How often the next move of the game was elsewhere.
pub(super) fn tenuki(entry: &Entry) -> Option<f64> {
    (entry.n_reached > 0).then(|| entry.n_left as f64 / entry.n_reached as f64)
}

/// The share of a move among everything that was done with the position before it.
pub(super) fn share(line: &Line) -> f64 {
    line.counts.n as f64 / line.n_before.max(1) as f64
}

/// Points of the region that the side owned at the end: `45.9 ± 7.5`.
pub(super) fn territory(counts: &AnswerCounts) -> Option<String> {
    let mean = counts.territory.mean()?;
    Some(counts.territory.deviation().map_or(format!("{mean:.1}"), |deviation| format!("{mean:.1} ± {deviation:.1}")))
}

/// The first game of a move: the date and the players.
pub(super) fn first(found: &Findings<'_>, counts: &AnswerCounts) -> String {
    let game = &found.games[counts.first.game];
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let date = counts.first.date.map_or("no date".to_owned(), |date| date.to_string());
    format!("{date}, {} - {}", name(&game.players[0]), name(&game.players[1]))
}

/// What a node of the record says; without a line, its first node.
pub(super) fn comment(found: &Findings<'_>, line: Option<usize>) -> String {
    let (tree, size) = (found.tree, found.dictionary.region().size());
    let mut text = String::new();
    let mut say = |sentence: String| {
        text.push_str(&sentence);
        text.push('\n');
    };
    match line {
        None => say(format!(
            "{} games. Moves seen at least {} times; the most frequent first. The first move is Black's.",
            number::count(found.dictionary.n_games as u64),
            found.least
        )),
        Some(nth) => {
            let line = &tree.lines[nth];
            let (times, before) = (number::count(line.counts.n as u64), number::count(line.n_before as u64));
            say(format!("{times} of {before} times ({}).", number::percent(share(line), 1)));
            say(format!("{} won {}.", line.color, won_text(&line.counts)));
            if let Some(points) = territory(&line.counts) {
                say(format!("{} had {points} points here at the end.", line.color));
            }
            say(format!("First seen: {}.", first(found, &line.counts)));
            if let Some(year) = line.novelty {
                say(format!("New in {year}."));
            }
            if let Some(rate) = line.entry.as_ref().and_then(tenuki) {
                say(format!("Left alone at first: {}.", number::percent(rate, 1)));
            }
            if let Some(same) = line.same_as {
                say(format!("The same position goes on after: {}.", sequence(tree, size, same)));
            }
        }
    }
    let mut letters = 'A'..='Z';
    for child in tree.children(line) {
        let child = &tree.lines[child];
        let name = if child.point.is_some() { letters.next().map(String::from) } else { None };
        let (times, share) = (number::count(child.counts.n as u64), number::percent(share(child), 1));
        let step = step(size, child.color, child.point);
        let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
        say(format!("{name}{step}, {times} times ({share}), won {}", won_text(&child.counts)));
    }
    text.trim_end().to_owned()
}
