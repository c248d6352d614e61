//! Features of the factor model in a Go player's words.

use super::Sights;
use super::meaning::{DenseFamily, Meaning};
use go_features::shape::ShapeFamily;

impl Meaning {
    /// The stable name of the feature.
    pub(super) fn id(self) -> String {
        match self {
            Meaning::Dense(DenseFamily::Pass, level) => format!("pass:{level}"),
            Meaning::Dense(DenseFamily::Phase, level) => format!("phase:{level}"),
            Meaning::Dense(DenseFamily::Place, level) => format!("place:{level}"),
            Meaning::Dense(DenseFamily::NearMove(turns_ago), level) => format!("near-move-{turns_ago}:{level}"),
            Meaning::Tactical(family, level) => format!("{}:{level}", family.name()),
            Meaning::Tactical2(family, level) => format!("{}:{level}", family.name()),
            Meaning::Added(family, level) => format!("{}:{level}", family.id),
            Meaning::Foreseen(family, level) => format!("{}:{level}", family.name()),
            Meaning::Shape(family, size) => format!("{}:{size}", family_id(family)),
        }
    }
}

fn family_id(family: ShapeFamily) -> &'static str {
    match family {
        ShapeFamily::Plain => "shape",
        ShapeFamily::Liberty => "shape-with-liberties",
        ShapeFamily::Marked => "shape-with-last-moves",
        ShapeFamily::Reply => "shape-reply",
        ShapeFamily::Continuation => "shape-continuation",
    }
}

/// A sentence for the feature; shapes give how often they were seen and played in the harvested positions.
pub(super) fn in_words(meaning: Meaning, sights: Option<Sights>) -> String {
    let counted = match sights {
        Some(Sights { seen, played }) => format!("was played {played} of the {seen} times it was seen"),
        None => "is known".into(),
    };
    match meaning {
        Meaning::Dense(family, level) => dense_words(family, level),
        Meaning::Tactical(family, level) => family.sentence(level).into(),
        Meaning::Tactical2(family, level) => family.sentence(level).into(),
        Meaning::Added(family, level) => family.sentence(level).into(),
        Meaning::Foreseen(family, level) => family.sentence(level),
        Meaning::Shape(ShapeFamily::Plain, size) => format!("this shape (up to distance {size}) {counted}"),
        Meaning::Shape(ShapeFamily::Liberty, size) => {
            format!("this shape with the liberties of its chains (up to distance {size}) {counted}")
        }
        Meaning::Shape(ShapeFamily::Marked, size) => {
            format!("this shape with the last moves in it (up to distance {size}) {counted}")
        }
        Meaning::Shape(ShapeFamily::Reply, size) => {
            format!("this answer to the shape around the last move (up to distance {size}) {counted}")
        }
        Meaning::Shape(ShapeFamily::Continuation, size) => {
            format!("this continuation of one's own last move (shape up to distance {size}) {counted}")
        }
    }
}

fn dense_words(family: DenseFamily, level: u32) -> String {
    match (family, level) {
        (DenseFamily::Pass, 1) => "passes".into(),
        (DenseFamily::Pass, _) => "passes after the opponent passed".into(),
        (DenseFamily::Phase, level) => format!("it is phase {level} of 12 of the game"),
        (DenseFamily::Place, level) => {
            // The inverse of the triangular numbering: lines from the two nearest sides.
            let place = level - 1;
            let high = (0..).take_while(|h| h * (h + 1) / 2 <= place).last().unwrap_or(0);
            format!("lies on lines {} and {} from the nearest sides", place - high * (high + 1) / 2 + 1, high + 1)
        }
        (DenseFamily::NearMove(1), level) => format!("is at distance {level} from the last move"),
        (DenseFamily::NearMove(turns_ago), level) => {
            format!("is at distance {level} from the move {turns_ago} turns ago")
        }
    }
}
