//! The meaning of each level in a Go player's words. The subject is the move: "the move ... captures a chain".

use super::TacticalFamily;

impl TacticalFamily {
    /// What the level says of a move. Level 0 of any family: nothing worth a word.
    pub const fn sentence(self, level: u8) -> &'static str {
        match (self, level) {
            (_, 0) => "",
            (TacticalFamily::Pass, 1) => "passes after a normal move",
            (TacticalFamily::Pass, _) => "passes after a pass, ending the game",
            (TacticalFamily::Capture, 1) => "captures a chain",
            (TacticalFamily::Capture, 2) => "captures where a ladder is",
            (TacticalFamily::Capture, 3) => "captures a chain that could still connect out",
            (TacticalFamily::Capture, 4) => "recaptures the stone that has just captured",
            (TacticalFamily::Capture, 5) => "captures a chain that is putting an own chain in atari",
            (TacticalFamily::Capture, _) => "captures ten or more stones that are putting an own chain in atari",
            (TacticalFamily::Extension, 1) => "extends a chain out of atari",
            (TacticalFamily::Extension, _) => "extends a chain that is caught in a ladder",
            (TacticalFamily::SelfAtari, 1) => "puts up to five own stones in atari",
            (TacticalFamily::SelfAtari, _) => "puts more than five own stones in atari",
            (TacticalFamily::Atari, 1) => "puts a chain in atari",
            (TacticalFamily::Atari, 2) => "puts a chain in atari while there is a ko",
            (TacticalFamily::Atari, _) => "puts a chain in atari where a ladder is",
            (TacticalFamily::BorderDistance, 1) => "plays on the first line",
            (TacticalFamily::BorderDistance, 2) => "plays on the second line",
            (TacticalFamily::BorderDistance, 3) => "plays on the third line",
            (TacticalFamily::BorderDistance, _) => "plays on the fourth line",
            (TacticalFamily::LastDistance, level) => AROUND_LAST[capped(level)],
            (TacticalFamily::SecondLastDistance, level) => AROUND_SECOND_LAST[capped(level)],
            (TacticalFamily::CfgLastDistance, level) => CFG_LAST[capped(level)],
            (TacticalFamily::CfgSecondLastDistance, level) => CFG_SECOND_LAST[capped(level)],
        }
    }
}

const fn capped(level: u8) -> usize {
    if level > 10 { 10 } else { level as usize }
}

/// Circular distances and the moves that have them; 0 is level 0 and 1 never occurs.
const AROUND_LAST: [&str; 11] = [
    "",
    "",
    "plays right beside the previous move",
    "plays diagonally to the previous move",
    "plays a one-point jump from the previous move",
    "plays a knight's move from the previous move",
    "plays a two-point jump or two steps diagonally from the previous move",
    "plays a large knight's move from the previous move",
    "plays within four lines of the previous move",
    "plays about four lines from the previous move",
    "plays about five lines from the previous move",
];

const AROUND_SECOND_LAST: [&str; 11] = [
    "",
    "",
    "plays right beside the player's own last move",
    "plays diagonally to the player's own last move",
    "plays a one-point jump from the player's own last move",
    "plays a knight's move from the player's own last move",
    "plays a two-point jump or two steps diagonally from the player's own last move",
    "plays a large knight's move from the player's own last move",
    "plays within four lines of the player's own last move",
    "plays about four lines from the player's own last move",
    "plays about five lines from the player's own last move",
];

const CFG_LAST: [&str; 11] = [
    "",
    "touches the chain of the previous move",
    "is two steps from the chain of the previous move",
    "is three steps from the chain of the previous move",
    "is four steps from the chain of the previous move",
    "is five steps from the chain of the previous move",
    "is six steps from the chain of the previous move",
    "is seven steps from the chain of the previous move",
    "is eight steps from the chain of the previous move",
    "is nine steps from the chain of the previous move",
    "is ten steps from the chain of the previous move",
];

const CFG_SECOND_LAST: [&str; 11] = [
    "",
    "touches the chain of the player's own last move",
    "is two steps from the chain of the player's own last move",
    "is three steps from the chain of the player's own last move",
    "is four steps from the chain of the player's own last move",
    "is five steps from the chain of the player's own last move",
    "is six steps from the chain of the player's own last move",
    "is seven steps from the chain of the player's own last move",
    "is eight steps from the chain of the player's own last move",
    "is nine steps from the chain of the player's own last move",
    "is ten steps from the chain of the player's own last move",
];
