//! A game of the match as an SGF file.

use go_board::{Color, GameBoard, RuleSet};
use go_games::{Game, Turn, tree_from_game};
use sgf::Layout;

use super::record::{GameRecord, Outcome};
use crate::host::Side;

/// The text of the file.
pub(crate) fn sgf_text(record: &GameRecord, board: &GameBoard, rules: RuleSet) -> String {
    let mut start = board.clone();
    while start.undo() {}
    let stones = |color| start.size().points().filter(|&point| start.board().color_at(point) == Some(color)).collect();
    let white = record.black.other();
    let game = Game {
        komi: Some(board.komi()),
        handicap: u8::try_from(board.n_handicap()).unwrap_or(u8::MAX),
        rules: Some(rules),
        players: [record.names[record.black.index()].clone(), record.names[white.index()].clone()],
        setup: Color::BOTH.map(stones),
        first_player: start.to_move(),
        turns: board.moves().map(|(color, mv)| Turn::new(color, mv)).collect(),
        ..Game::new(board.size())
    };
    let mut tree = tree_from_game(&game);
    let root = tree.root().id();
    let (result, comment) = describe(record);
    tree.set_text(root, "RE", &result);
    tree.set_text(root, "GN", &format!("game {}", record.game + 1));
    if let Some(comment) = comment {
        tree.set_text(root, "C", &comment);
    }
    sgf::write_game(&tree, Layout::Lines(80)) + "\n"
}

/// The SGF result, and a comment if there is more to say.
fn describe(record: &GameRecord) -> (String, Option<String>) {
    let letter = |winner: Side| if winner == record.black { 'B' } else { 'W' };
    match &record.outcome {
        Outcome::Score { result, .. } => (result.clone(), None),
        Outcome::Resignation { winner } => (format!("{}+R", letter(*winner)), None),
        Outcome::Forfeit { fault } => (format!("{}+F", letter(fault.side.other())), Some(fault.to_string())),
        Outcome::Disputed { reason } => ("Void".to_owned(), Some(reason.clone())),
    }
}
