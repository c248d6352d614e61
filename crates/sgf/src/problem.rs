//! The problems of SGF texts: one list of classes, each with its severity, its meaning and advice.
//!
//! The classes correspond to the messages of a syntax checker such as the one in Basaldúa 2013, Table 6.18. Reading
//! does not stop at a problem that has a sensible reading; it is reported and reading continues.

use crate::place::Place;
use std::fmt;

/// Severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Allowed or harmless, but worth knowing.
    Note,
    /// Violates the format; the meaning is clear and nothing was lost.
    Warning,
    /// Violates the format; something had to be dropped or guessed.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

macro_rules! problem_kinds {
    ($($kind:ident $class:literal $severity:ident $meaning:literal $advice:literal)*) => {
        /// The classes of problems; the doc line of each is its message.
        // `FF[4]` in a message is a property, not a link.
        #[allow(rustdoc::broken_intra_doc_links)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ProblemKind {
            $(#[doc = $meaning] $kind,)*
        }

        impl ProblemKind {
            /// Every class, in the order of the list.
            pub const ALL: &'static [ProblemKind] = &[$(ProblemKind::$kind,)*];

            /// The short name that reports use.
            pub fn class(self) -> &'static str {
                match self { $(ProblemKind::$kind => $class,)* }
            }

            /// Severity.
            pub fn severity(self) -> Severity {
                match self { $(ProblemKind::$kind => Severity::$severity,)* }
            }

            /// What is wrong.
            pub fn meaning(self) -> &'static str {
                match self { $(ProblemKind::$kind => $meaning,)* }
            }

            /// What to do about it.
            pub fn advice(self) -> &'static str {
                match self { $(ProblemKind::$kind => $advice,)* }
            }
        }
    };
}

problem_kinds! {
    NoGame "no-game" Error "no game record in this text" "check that this is an SGF file: a game starts with `(;`"
    TooLarge "too-large" Error "the text is larger than 2 GiB" "split the collection into smaller files"
    TooManyNodes "too-many-nodes" Error "the game has more nodes than the reader's budget" "cut its variations, or split it into several games"
    UnknownEncoding "unknown-encoding" Error "CA names an encoding that is not known" "name one of the WHATWG encodings, or save the file as UTF-8 with CA[UTF-8]"
    WrongEncoding "wrong-encoding" Warning "the text is not in the encoding that CA names" "save the file as UTF-8 with CA[UTF-8]"
    DamagedEncoding "damaged-encoding" Error "some bytes are not valid in the encoding and were replaced" "find the file's true encoding and name it in CA"
    GuessedEncoding "guessed-encoding" Note "no encoding is named; it was guessed" "name the encoding in CA, best as CA[UTF-8]"
    JunkOutsideGame "junk-outside-game" Warning "text outside of any game was skipped" "remove it, or open the game with `(;`"
    JunkInGame "junk-in-game" Error "characters that belong to no property were skipped" "remove them; a `]` inside a value is written `\\]`"
    MissingNode "missing-node" Warning "a game or variation starts without `;`" "write `(;` instead of `(`"
    EmptyVariation "empty-variation" Warning "a variation holds no node" "remove the empty `()`"
    NodeAfterVariation "node-after-variation" Warning "a node follows a closed variation; it was read as one more variation" "put the node into parentheses of its own"
    PropertyOutsideNode "property-outside-node" Warning "a property follows a closed variation; it was given to the node before" "move the property in front of the variations"
    MissingClose "missing-close" Warning "the game ends without its `)`" "add the missing `)`; the file may have been cut off"
    ExtraClose "extra-close" Warning "a `)` closes nothing" "remove it"
    UnclosedValue "unclosed-value" Error "the text ends inside a value; text is kept, anything else left out" "add the missing `]`; the file may have been cut off"
    ValueWithoutName "value-without-name" Error "a value without a property name was skipped" "put the property's name before `[`"
    NameWithoutValue "name-without-value" Error "a property name without a value was skipped" "write the value as `[...]`, or `[]` if it is empty"
    LowerCaseName "lower-case-name" Warning "a property name holds lower-case letters, which only FF[1] to FF[3] allow" "use the upper-case name"
    OldProperty "old-property" Warning "a property that FF[4] no longer has" "L became LB, M became MA; other programs ignore the rest"
    UnknownProperty "unknown-property" Note "a property that no SGF version defines" "nothing to do if your program needs it; other programs ignore it"
    DoubleProperty "double-property" Warning "the same property twice in one node" "write it once, with all its values"
    TooManyValues "too-many-values" Error "several values where one is allowed" "keep one value"
    BadValue "bad-value" Error "the value does not fit its property" "correct the value, or remove the property"
    OffBoard "off-board" Error "the point is not on the board" "correct the point, or the size in SZ"
    LooseValue "loose-value" Warning "the value is understood, but not written as the format asks" "write it as the format asks"
    OldPass "old-pass" Note "a pass written as `tt`, the way before FF[4]" "write a pass as `[]`"
    PointTwice "point-twice" Warning "a point stands twice in the lists of one node" "list it once"
    SetupWithMove "setup-with-move" Warning "setup stones and a move in one node" "put the move into a node of its own"
    TwoMoves "two-moves" Warning "a black and a white move in one node" "put each move into a node of its own"
    RootPropertyInside "root-property-inside" Warning "a property that only the first node may have" "move it to the first node"
    GameInfoTwice "game-info-twice" Warning "game information in two nodes of one line of play" "keep it in one node, best the first"
    OtherGame "other-game" Error "GM names a game other than Go" "only GM[1], Go, is understood"
    HandicapMismatch "handicap-mismatch" Warning "HA is not the number of black setup stones" "correct HA, or the stones in AB"
    OldFormat "old-format" Note "a format older than FF[4]" "convert it to FF[4]"
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class())
    }
}

/// One problem, with its place and the input that caused it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The class.
    pub kind: ProblemKind,
    /// Where it stands in the decoded text.
    pub place: Place,
    /// The offending input, shortened; may be empty.
    pub found: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.kind.severity(), self.kind.meaning())?;
        if !self.found.is_empty() {
            write!(f, ": `{}`", self.found)?;
        }
        write!(f, "; {}", self.kind.advice())
    }
}

impl Problem {
    /// A problem about `found`, which is shortened to one readable line.
    pub fn new(kind: ProblemKind, place: Place, found: &str) -> Problem {
        Problem { kind, place, found: shorten(found) }
    }
}

/// The first characters of an input, with line breaks and control characters made visible.
fn shorten(found: &str) -> String {
    const SHOWN: usize = 40;
    let mut text = String::new();
    for (nth, character) in found.chars().enumerate() {
        if nth == SHOWN {
            text.push('…');
            break;
        }
        if character.is_control() {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    text
}

/// A list of problems of limited length, so that a hostile file cannot fill the memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProblemList {
    kept: Vec<Problem>,
    n_dropped: usize,
}

impl ProblemList {
    /// Kept per text.
    pub(crate) const LIMIT: usize = 10_000;

    pub(crate) fn push(&mut self, problem: Problem) {
        if self.kept.len() < Self::LIMIT {
            self.kept.push(problem);
        } else {
            self.n_dropped += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Problem] {
        &self.kept
    }

    pub(crate) fn n_dropped(&self) -> usize {
        self.n_dropped
    }

    pub(crate) fn into_vec(self) -> Vec<Problem> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_are_unique() {
        let mut classes: Vec<_> = ProblemKind::ALL.iter().map(|kind| kind.class()).collect();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), ProblemKind::ALL.len());
    }

    #[test]
    fn a_problem_says_where_what_and_what_to_do() {
        let place = Place { line: 3, column: 7, offset: 40 };
        let problem = Problem::new(ProblemKind::UnclosedValue, place, "C[ab\ncd");
        assert_eq!(
            problem.to_string(),
            "line 3, column 7: error: the text ends inside a value; text is kept, anything else left out: `C[ab\\ncd`; add the missing `]`; the file may have been cut off"
        );
    }

    #[test]
    fn long_input_is_shortened() {
        let problem = Problem::new(ProblemKind::BadValue, Place::START, &"段".repeat(100));
        assert_eq!(problem.found.chars().count(), 41);
    }
}
