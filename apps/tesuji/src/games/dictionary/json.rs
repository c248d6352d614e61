//! The dictionary as one JSON object.

use go_board::{BoardSize, Color, Point};
use serde_json::{Value, json};

use super::{Findings, text, words};

pub(super) fn object(found: &Findings<'_>) -> Value {
    let (tree, dictionary) = (found.tree, found.dictionary);
    let size = dictionary.region().size();
    let lines: Vec<Value> = (0..tree.lines.len()).map(|nth| line(found, nth)).collect();
    let novelties: Vec<Value> =
        text::novelties(found).into_iter().map(|(year, nth)| json!({"year": year, "line": nth + 1})).collect();
    json!({
        "board": size.get(),
        "points": dictionary.region().points().map(|point| size.name(point)).collect::<Vec<_>>(),
        "games": dictionary.n_games,
        "games_with_owners": dictionary.n_ended,
        "positions": dictionary.entries().len(),
        "least": found.least,
        "positions_seen": dictionary.n_seen(found.least),
        "lines": lines,
        "novelties": novelties,
    })
}

fn vertex(size: BoardSize, point: Option<Point>) -> String {
    point.map_or("tenuki".to_owned(), |point| size.name(point))
}

fn line(found: &Findings<'_>, nth: usize) -> Value {
    let (tree, size) = (found.tree, found.dictionary.region().size());
    let line = &tree.lines[nth];
    let counts = &line.counts;
    let moves = tree.moves(nth).into_iter().map(|(_, point)| vertex(size, point)).collect::<Vec<_>>();
    let game = &found.games[counts.first.game];
    let won = words::won(counts).map(|(share, low, high)| json!({"share": share, "low": low, "high": high}));
    let territory = counts
        .territory
        .mean()
        .map(|mean| json!({"games": counts.territory.n, "mean": mean, "deviation": counts.territory.deviation()}));
    json!({
        "line": nth + 1,
        "parent": line.parent.map(|parent| parent + 1),
        "moves": moves,
        "color": if line.color == Color::Black { "black" } else { "white" },
        "n": counts.n,
        "of": line.n_before,
        "at_once": counts.n_at_once,
        "won": counts.n_won,
        "lost": counts.n_lost,
        "win_share": won,
        "territory": territory,
        "then_tenuki": line.entry.as_ref().and_then(words::tenuki),
        "first": {
            "game": counts.first.game + 1,
            "date": counts.first.date.map(|date| date.to_string()),
            "black": game.players[0],
            "white": game.players[1],
        },
        "new_in": line.novelty,
        "same_as": line.same_as.map(|same| same + 1),
    })
}
