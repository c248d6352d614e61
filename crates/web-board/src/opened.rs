//! Records opened for the page: their nodes, and the board, rules, komi and handicap that they are played with.
//!
//! The latter are read by `go-games`, as for a review or an analysis, so that a record is the same game everywhere.

use go_games::load_position;
use serde::Serialize;
use sgf::GameTree;

use crate::answer::Refused;
use crate::record::{self, RecordNode, record};

/// Games of a file that are handed to the page.
const MAX_GAMES: usize = 200;

/// A record, with its board, rules, komi and handicap.
#[derive(Debug, Serialize)]
pub(crate) struct Opened {
    nodes: Vec<RecordNode>,
    settings: GameSettings,
}

/// What every question about a line of the record begins with.
#[derive(Debug, PartialEq, Serialize)]
struct GameSettings {
    size: u8,
    rules: &'static str,
    komi: f32,
    /// Stones that were placed as a handicap.
    handicap: usize,
}

/// A game of a file: opened, or why no board can show it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum FileGame {
    Opened(Opened),
    Refused { refused: String },
}

/// What a file holds.
#[derive(Debug, Serialize)]
pub(crate) struct RecordFile {
    games: Vec<FileGame>,
    n_games: usize,
    /// Problems of the file that were mended.
    remarks: Vec<String>,
}

/// The records of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<RecordFile, Refused> {
    let decoded = sgf::decode(bytes);
    let reader = sgf::Reader::new(&decoded.text)
        .map_err(|problem| Refused::bad(format!("this is not an SGF file: {problem}")))?;
    let mut reader = reader.with_max_nodes(record::MAX_NODES);
    let mut tree = GameTree::new();
    let (mut games, mut n_games, mut n_nodes) = (Vec::new(), 0, 0);
    while reader.read_into(&mut tree) {
        n_games += 1;
        n_nodes += tree.n_nodes();
        if games.len() == MAX_GAMES {
            continue;
        }
        games.push(match n_nodes <= record::MAX_NODES {
            true => open(&tree).map_or_else(|error| FileGame::Refused { refused: error.message }, FileGame::Opened),
            // Of all games together the page takes no more than of the largest one.
            false => {
                FileGame::Refused { refused: format!("the file has more than {} nodes up to here", record::MAX_NODES) }
            }
        });
    }
    if n_games == 0 {
        return Err(Refused::bad("this is not an SGF file: the file holds no game"));
    }
    let remarks = reader.problems().iter().take(5).map(ToString::to_string).collect();
    Ok(RecordFile { games, n_games, remarks })
}

/// A tree for the page.
pub(crate) fn open(tree: &GameTree<'_>) -> Result<Opened, Refused> {
    let start = load_position(tree, Some(1))
        .map_err(|error| Refused::bad(format!("no board can show this record: {error}")))?;
    let settings = GameSettings {
        size: start.board.size().get(),
        rules: start.game.rules.unwrap_or_default().name(),
        komi: start.board.komi(),
        handicap: start.board.n_handicap(),
    };
    Ok(Opened { nodes: record(tree)?.nodes, settings })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(root: &str) -> Result<GameSettings, String> {
        let text = format!("(;{root};B[aa])");
        match read(text.as_bytes()).expect("a file").games.pop().expect("a game") {
            FileGame::Opened(opened) => Ok(opened.settings),
            FileGame::Refused { refused } => Err(refused),
        }
    }

    #[test]
    fn a_record_is_played_with_what_the_engine_reads() {
        let read = |root: &str| {
            let GameSettings { size, rules, komi, handicap } = settings(root).expect(root);
            (size, rules, komi, handicap)
        };
        assert_eq!(read("SZ[9]KM[375]"), (9, "chinese", 7.5, 0));
        assert_eq!(read("RU[Japanese]"), (19, "japanese", 6.5, 0));
        assert_eq!(read("SZ[9]RU[kr]KM[6,5]"), (9, "japanese", 6.5, 0));
        assert_eq!(read("SZ[9]HA[-1]"), (9, "chinese", 7.5, 0));
        assert_eq!(read("SZ[9x9]HA[2]AB[cc][gg]"), (9, "chinese", 0.5, 2));
        assert!(settings("SZ[9:13]").is_err_and(|refused| refused.contains("9:13")));
    }

    #[test]
    fn a_game_that_cannot_be_shown_leaves_the_others() {
        let file = read(b"(;SZ[9:13];B[aa])(;SZ[9];B[ee])").expect("a file");
        assert!(matches!(file.games[..], [FileGame::Refused { .. }, FileGame::Opened(_)]));
        assert!(read(b"\xff\xfe garbage").is_err() && read(b"").is_err());
    }

    #[test]
    fn a_file_of_many_nodes_has_a_small_answer() {
        let many = [&b"(;SZ[9]"[..], &vec![b';'; 4 << 20], b")"].concat();
        let several = b"(;SZ[9];;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;)".repeat(70_000);
        for bytes in [many, several] {
            let answer = serde_json::to_vec(&read(&bytes).expect("a file")).expect("JSON");
            assert!(answer.len() < 3 << 20, "{} bytes for {}", answer.len(), bytes.len());
        }
    }
}
