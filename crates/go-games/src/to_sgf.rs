//! From a game back to an SGF tree, FF\[4\], UTF-8.

use crate::game::Game;
use go_board::{Color, Move, Point};
use sgf::{GameTree, Outcome};

/// The tree of a game: one node with what is known, then one node per turn.
///
/// Law: `game_from_tree(tree_from_game(g)) == g` for a game with moves whose first player is the one of its first turn.
pub fn tree_from_game(game: &Game) -> GameTree<'static> {
    let mut tree = GameTree::new();
    let root = tree.root().id();
    let mut set = |name: &str, value: &str| {
        if !value.is_empty() {
            tree.set_text(root, name, value);
        }
    };
    set("FF", "4");
    set("GM", "1");
    set("CA", "UTF-8");
    set("SZ", &game.size.get().to_string());
    set("KM", &game.komi.map(|komi| komi.to_string()).unwrap_or_default());
    set("HA", &if game.handicap >= 2 { game.handicap.to_string() } else { String::new() });
    set("RU", game.rules.map_or("", sgf_rules_name));
    set("DT", &game.date.map(|date| date.to_string()).unwrap_or_default());
    set("PB", &game.players[0]);
    set("PW", &game.players[1]);
    set("BR", &game.ranks[0].map(|rank| rank.to_string()).unwrap_or_default());
    set("WR", &game.ranks[1].map(|rank| rank.to_string()).unwrap_or_default());
    set("RE", &if game.outcome == Outcome::Unknown { String::new() } else { game.outcome.to_string() });
    for (name, stones) in ["AB", "AW"].into_iter().zip(&game.setup) {
        if !stones.is_empty() {
            tree.add_property(root, name, stones.iter().map(|&point| letters(point)));
        }
    }
    let usual_first = if game.handicap >= 2 && !game.setup[0].is_empty() { Color::White } else { Color::Black };
    if game.turns.is_empty() && game.first_player != usual_first {
        tree.set_text(root, "PL", game.first_player.letter().encode_utf8(&mut [0; 4]));
    }
    let mut node = root;
    for turn in &game.turns {
        node = tree.add_child(node);
        let value = match turn.mv() {
            Move::Play(point) => letters(point),
            Move::Pass => String::new(),
        };
        tree.add_property(node, turn.color().letter().encode_utf8(&mut [0; 4]), [value]);
    }
    tree
}

/// A point in SGF's letters.
pub fn letters(point: Point) -> String {
    sgf::Point { column: point.x(), row: point.y() }.to_string()
}

/// The names FF\[4\] prescribes for `RU`.
fn sgf_rules_name(rules: go_board::RuleSet) -> &'static str {
    use go_board::RuleSet;
    match rules {
        RuleSet::TrompTaylor => "Tromp-Taylor",
        RuleSet::Chinese => "Chinese",
        RuleSet::Japanese => "Japanese",
        RuleSet::Aga => "AGA",
        RuleSet::NewZealand => "NZ",
    }
}
