//! The dictionary for the terminal: a tree of numbered lines, diagrams of the most frequent ones, and novelties by year.

use std::io::Write;

use anyhow::Result;
use go_games::dictionary::RegionKind;
use report::{Column, Table, number};

use super::{Findings, diagram, words};

pub(super) fn print(out: &mut impl Write, found: &Findings<'_>) -> Result<()> {
    let (tree, size) = (found.tree, found.dictionary.region().size());
    // On the whole board every move is an answer at once, and nobody can play elsewhere.
    let is_corner = found.dictionary.region().kind() != RegionKind::Board;
    let place = if is_corner { "in the upper right corner" } else { "on the whole board" };
    writeln!(
        out,
        "{} games: {} positions, of which {} were seen at least {} times. Moves are shown {place}, the first one as Black's.\n",
        number::count(found.dictionary.n_games as u64),
        number::count(found.dictionary.entries().len() as u64),
        number::count(found.dictionary.n_seen(found.least) as u64),
        number::count(found.least as u64),
    )?;
    let has_territory = found.dictionary.n_ended > 0;
    let mut columns =
        vec![Column::right("line"), Column::left("moves"), Column::right("times"), Column::right("share")];
    if is_corner {
        columns.push(Column::right("at once"));
    }
    columns.push(Column::right("won"));
    if is_corner {
        columns.push(Column::right("then tenuki"));
    }
    if has_territory {
        columns.push(Column::right("territory"));
    }
    columns.extend([Column::right("first"), Column::left("")]);
    let mut table = Table::new(columns);
    for (nth, line) in tree.lines.iter().enumerate() {
        let mut cells = vec![
            (nth + 1).to_string(),
            format!("{}{}", "  ".repeat(line.depth - 1), words::step(size, line.color, line.point)),
            number::count(line.counts.n as u64),
            number::percent(words::share(line), 1),
        ];
        if is_corner {
            let at_once = line.counts.n_at_once as f64 / line.counts.n.max(1) as f64;
            let is_answer = line.depth > 1 && line.point.is_some();
            cells.push(if is_answer { number::percent(at_once, 0) } else { String::new() });
        }
        cells.push(words::won_text(&line.counts));
        if is_corner {
            let tenuki = line.entry.as_ref().and_then(words::tenuki);
            cells.push(tenuki.map_or(String::new(), |rate| number::percent(rate, 0)));
        }
        if has_territory {
            cells.push(words::territory(&line.counts).unwrap_or_default());
        }
        cells.push(line.counts.first.date.map_or("?".to_owned(), |date| date.year.to_string()));
        let same = line.same_as.map(|same| format!("as line {}", same + 1));
        let new = line.novelty.map(|year| format!("new in {year}"));
        cells.push([same, new].into_iter().flatten().collect::<Vec<_>>().join(", "));
        table.push(cells);
    }
    writeln!(out, "{}", table.to_terminal())?;
    for line in most_frequent(found) {
        let counts = &tree.lines[line].counts;
        let (times, won) = (number::count(counts.n as u64), words::won_text(counts));
        writeln!(out, "line {}: {times} times, {} won {won}", line + 1, tree.lines[line].color)?;
        writeln!(out, "{}", diagram::draw(tree, found.dictionary.region(), line))?;
    }
    let novelties = novelties(found);
    if !novelties.is_empty() {
        let mut table = Table::new([
            Column::right("new in"),
            Column::right("line"),
            Column::left("moves"),
            Column::right("times"),
            Column::right("won"),
            Column::left("first seen"),
        ]);
        for (year, line) in novelties {
            let counts = &tree.lines[line].counts;
            table.push([
                year.to_string(),
                (line + 1).to_string(),
                words::sequence(tree, size, line),
                number::count(counts.n as u64),
                words::won_text(counts),
                words::first(found, counts),
            ]);
        }
        writeln!(out, "{}", table.to_terminal())?;
    }
    Ok(())
}

/// The complete lines that were played most often.
fn most_frequent(found: &Findings<'_>) -> Vec<usize> {
    let tree = found.tree;
    let is_end = |line: &usize| tree.children(Some(*line)).next().is_none() && tree.lines[*line].same_as.is_none();
    let mut ends: Vec<usize> = (0..tree.lines.len()).filter(is_end).collect();
    ends.sort_by_key(|&line| std::cmp::Reverse(tree.lines[line].counts.n));
    ends.truncate(found.n_diagrams);
    ends
}

/// Lines whose last move was new in a year, in the order of the years and then of their frequency.
pub(super) fn novelties(found: &Findings<'_>) -> Vec<(u16, usize)> {
    let lines = &found.tree.lines;
    let mut new: Vec<(u16, usize)> = (0..lines.len()).filter_map(|line| Some((lines[line].novelty?, line))).collect();
    new.sort_by_key(|&(year, line)| (year, std::cmp::Reverse(lines[line].counts.n), line));
    new
}
