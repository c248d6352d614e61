//! The meaning of each level in a Go player's words. The subject is the move.

use super::Tactical2Family as Family;

impl Family {
    /// The sentence for a level. Empty for level 0 of any family and for impossible levels.
    pub fn sentence(self, level: u8) -> &'static str {
        let of = |sentences: &[&'static str]| match level {
            0 => "",
            _ => sentences.get(level as usize - 1).copied().unwrap_or(""),
        };
        match self {
            Family::Phase => of(&PHASES),
            Family::LinePhase => of(&LINES_BY_PHASE),
            Family::LibertiesBefore => of(&[
                "touches an own chain in atari",
                "touches an own chain with two liberties",
                "touches an own chain with three liberties",
                "touches own chains with four liberties or more",
                "touches own chains with five liberties or more",
            ]),
            Family::LibertiesAfter => of(&[
                "leaves its chain one liberty",
                "leaves its chain two liberties",
                "leaves its chain three liberties",
                "gives its chain four liberties",
                "gives its chain five liberties",
                "gives its chain six liberties or more",
            ]),
            Family::LibertyGain => of(&[
                "costs its chain liberties",
                "gains no liberty",
                "gains a liberty",
                "gains two liberties",
                "gains three liberties or more",
            ]),
            Family::EnemyLiberties => of(&[
                "leaves an enemy chain one liberty",
                "leaves an enemy chain two liberties",
                "leaves an enemy chain three liberties",
                "leaves the enemy chains here four liberties",
                "leaves the enemy chains here five liberties or more",
            ]),
            Family::OwnSize => of(&[
                "touches a single own stone",
                "touches two or three own stones",
                "touches an own chain of four to six stones",
                "touches an own chain of seven to eleven stones",
                "touches an own chain of twelve stones or more",
            ]),
            Family::EnemySize => of(&[
                "touches a single enemy stone",
                "touches two or three enemy stones",
                "touches an enemy chain of four to six stones",
                "touches an enemy chain of seven to eleven stones",
                "touches an enemy chain of twelve stones or more",
            ]),
            Family::CaptureRead => of(&[
                "takes one or two stones that could not have got away",
                "takes three stones or more that could not have got away",
                "takes one or two stones that would have got away",
                "takes three stones or more that would have got away",
            ]),
            Family::AttackRead => of(&[
                "gives an atari that can be escaped",
                "attacks one or two stones that were lost anyway",
                "attacks three stones or more that were lost anyway",
                "catches one or two stones in a net",
                "catches three stones or more in a net",
                "catches one or two stones",
                "catches three stones or more",
            ]),
            Family::DoubleThreat => of(&["gives a double atari", "captures and gives atari"]),
            Family::Rescue => of(&[
                "tries to save a chain in atari that is lost",
                "saves one or two stones from atari by running",
                "saves one or two stones from atari by capturing",
                "saves three stones or more from atari by running",
                "saves three stones or more from atari by capturing",
            ]),
            Family::Protection => of(&[
                "protects one or two stones that were about to be caught",
                "protects three stones or more that were about to be caught",
            ]),
            Family::Snapback => of(&["plays a snapback", "captures but can be captured back with more"]),
            Family::SelfAtariKind => of(&[
                "throws in a stone",
                "puts two own stones in atari",
                "adds to a killing shape inside the enemy's eye",
                "puts three own stones or more in atari",
                "captures and is left in atari",
            ]),
            Family::RaceAttack => of(&[
                "fills a liberty in a race that is far behind",
                "fills a liberty in a race that is behind",
                "fills a liberty in a race that is one move short",
                "fills a liberty in a race that is just ahead",
                "fills a liberty in a race that is won",
            ]),
            Family::RaceDefence => of(&[
                "leaves its chain far behind in a race",
                "leaves its chain behind in a race",
                "leaves its chain one move short in a race",
                "brings its chain just ahead in a race",
                "brings its chain well ahead in a race",
            ]),
            Family::Ko => of(&[
                "takes a ko",
                "fills a ko",
                "makes a threat while a ko may not be retaken",
                "leaves a ko that may not be retaken",
            ]),
            Family::Connection => of(&[
                "joins two own chains",
                "joins two own chains, one of them weak",
                "joins three own chains or more",
            ]),
            Family::Cut => of(&[
                "keeps two enemy chains apart",
                "cuts two enemy chains for good",
                "keeps three enemy chains or more apart",
            ]),
            Family::Eye => of(&[
                "fills an own eye",
                "fills an own false eye",
                "plays inside an enemy eye",
                "makes an eye",
                "takes an eye away",
                "plays the vital point of an own eye space",
                "plays the vital point of an enemy eye space",
            ]),
            Family::ThirdLastDistance => of(&AROUND_THIRD_LAST),
            Family::RecentFocus => of(&[
                "is near one of the last eight moves",
                "is near two of the last eight moves",
                "is near three or four of the last eight moves",
                "is near five or six of the last eight moves",
                "is where the last eight moves were",
            ]),
            Family::NeighbourAge => of(&[
                "is next to the previous move",
                "is next to the player's own last move",
                "is next to the third-last move",
                "is next to the fourth-last move",
                "is next to the fifth-last move",
                "is next to the sixth-last move",
                "is next to the seventh-last move",
                "is next to the eighth-last move",
            ]),
            Family::Reply => of(&[
                "leaves the chain just played two liberties",
                "strengthens a chain that was just left with two liberties",
                "puts the chain just played in atari",
                "extends a chain that was just put in atari",
                "captures the chain just played",
            ]),
            Family::Influence => of(&[
                "plays deep in the enemy's area",
                "plays in the enemy's area",
                "plays where the enemy is a little stronger",
                "plays where neither side is stronger",
                "plays where the player is a little stronger",
                "plays in the player's own area",
                "plays deep in the player's own area",
            ]),
            Family::Crowding => of(&[
                "plays far from all stones",
                "plays where few stones are",
                "plays where some stones are",
                "plays where many stones are",
                "plays in a crowded place",
                "plays in a very crowded place",
            ]),
            Family::NearestOwn => of(&[
                "touches an own stone",
                "is two steps from an own stone",
                "is three steps from an own stone",
                "is four steps from an own stone",
                "is five or six steps from an own stone",
                "is far from own stones",
            ]),
            Family::NearestEnemy => of(&[
                "touches an enemy stone",
                "is two steps from an enemy stone",
                "is three steps from an enemy stone",
                "is four steps from an enemy stone",
                "is five or six steps from an enemy stone",
                "is far from enemy stones",
            ]),
            Family::NearestOwnLiberties => of(&[
                "is near an own chain in atari",
                "is near an own chain with two liberties",
                "is near an own chain with three liberties",
                "is near an own chain with four liberties",
                "is near an own chain with five liberties or more",
            ]),
            Family::NearestEnemyLiberties => of(&[
                "is near an enemy chain in atari",
                "is near an enemy chain with two liberties",
                "is near an enemy chain with three liberties",
                "is near an enemy chain with four liberties",
                "is near an enemy chain with five liberties or more",
            ]),
            Family::Control => of(&[
                "plays where the enemy is much nearer",
                "plays where the enemy is nearer",
                "plays where both are equally near",
                "plays where the player is nearer",
                "plays where the player is much nearer",
            ]),
            Family::OwnGroup => of(&[
                "is near an own group with three liberties or fewer",
                "is near an own group with four or five liberties",
                "is near an own group with six to eight liberties",
                "is near an own group with nine to twelve liberties",
                "is near a strong own group",
            ]),
            Family::EnemyGroup => of(&[
                "is near an enemy group with three liberties or fewer",
                "is near an enemy group with four or five liberties",
                "is near an enemy group with six to eight liberties",
                "is near an enemy group with nine to twelve liberties",
                "is near a strong enemy group",
            ]),
            Family::Lost => {
                of(&["adds to own stones that are lost", "plays next to enemy stones that are lost anyway"])
            }
        }
    }
}

const PHASES: [&str; 6] = [
    "is a move of the very beginning",
    "is a move of the opening",
    "is a move of the early middle game",
    "is a move of the middle game",
    "is a move of the late middle game",
    "is a move of the endgame",
];

/// The six lines of one phase.
macro_rules! lines_in {
    ($($phase:literal),*) => {
        [$(
            concat!("plays on the first line ", $phase),
            concat!("plays on the second line ", $phase),
            concat!("plays on the third line ", $phase),
            concat!("plays on the fourth line ", $phase),
            concat!("plays on the fifth line ", $phase),
            concat!("plays in the centre ", $phase),
        )*]
    };
}

const LINES_BY_PHASE: [&str; 36] = lines_in!(
    "at the very beginning",
    "in the opening",
    "in the early middle game",
    "in the middle game",
    "in the late middle game",
    "in the endgame"
);

/// Circular distances; 1 never occurs.
const AROUND_THIRD_LAST: [&str; 10] = [
    "",
    "plays right beside the third-last move",
    "plays diagonally to the third-last move",
    "plays a one-point jump from the third-last move",
    "plays a knight's move from the third-last move",
    "plays a two-point jump or two steps diagonally from the third-last move",
    "plays a large knight's move from the third-last move",
    "plays within four lines of the third-last move",
    "plays about four lines from the third-last move",
    "plays about five lines from the third-last move",
];
