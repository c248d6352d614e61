//! Journals of reviews in a folder, as `tesuji judge` writes them, whichever program and playouts made them.

use std::fs;
use std::path::Path;

use go_review::Judgement;
use go_review::checkpoint::{self, Plan};

use crate::judge::JudgedGame;

/// The judgements of one game from its first position on, as far as they go.
pub struct ReviewedGame {
    /// What the review depends on.
    pub plan: Plan,
    /// One for every position until the first that was not judged.
    pub judgements: Vec<Judgement>,
}

/// The journals of a folder.
pub struct Journals {
    games: Vec<ReviewedGame>,
}

impl Journals {
    /// Reads all journals of a folder. Lines that cannot be believed are left out, and so are files that are no journal.
    pub fn read(folder: &Path) -> std::io::Result<Journals> {
        let mut games = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "partial") {
                games.extend(read_journal(&String::from_utf8_lossy(&fs::read(&path)?)));
            }
        }
        games.sort_by_key(|game| std::cmp::Reverse(game.judgements.len()));
        Ok(Journals { games })
    }

    /// The longest review of this game, if there is one.
    pub fn of(&self, game: &JudgedGame) -> Option<&ReviewedGame> {
        let same = |reviewed: &&ReviewedGame| {
            let Plan { n_playouts, seed, engine, .. } = reviewed.plan.clone();
            Plan::new(&game.subject, n_playouts, seed, engine).record == reviewed.plan.record
        };
        self.games.iter().find(same)
    }
}

/// The plan stands in the first line; with it the lines are checked as the review itself would.
fn read_journal(text: &str) -> Option<ReviewedGame> {
    let first: serde_json::Value = serde_json::from_str(text.lines().next()?).ok()?;
    let mut members = first.as_object()?.clone();
    members.remove("sum");
    let plan: Plan = serde_json::from_value(members.into()).ok()?;
    let found = checkpoint::read(text, &plan)?;
    let judgements = found.into_iter().map_while(|judgement| judgement).collect();
    Some(ReviewedGame { plan, judgements })
}
