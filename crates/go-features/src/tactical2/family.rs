//! The families of tactical-2, their names and highest levels, and the levels of one move.

use std::ops::{Index, IndexMut};

/// Writes the enum and its tables from one list, so that they cannot disagree.
macro_rules! families {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $max:literal;)*) => {
        /// A family of mutually exclusive levels.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tactical2Family {
            $($(#[$doc])* $variant,)*
        }

        impl Tactical2Family {
            /// All families, in the order of the version.
            pub const ALL: [Tactical2Family; Tactical2Family::COUNT] = [$(Tactical2Family::$variant,)*];

            /// How many families there are.
            pub const COUNT: usize = [$($max,)*].len();

            /// The highest level; levels run from 0, which is the absence of the family.
            pub const fn max_level(self) -> u8 {
                match self { $(Tactical2Family::$variant => $max,)* }
            }

            /// The name used in tables and model files.
            pub const fn name(self) -> &'static str {
                match self { $(Tactical2Family::$variant => $name,)* }
            }
        }
    };
}

families! {
    /// How far the game has come; the same for all moves of a position, useful in combination.
    Phase = "phase", 6;
    /// The line of the point, by phase.
    LinePhase = "line-phase", 36;
    /// Liberties of the weakest own chain that the move touches.
    LibertiesBefore = "liberties-before", 5;
    /// Liberties of the chain that the move makes.
    LibertiesAfter = "liberties-after", 6;
    /// What the move gains on the best liberty count of the chains that it joins.
    LibertyGain = "liberty-gain", 5;
    /// Liberties left to the weakest enemy chain that the move touches and does not capture.
    EnemyLiberties = "enemy-liberties", 5;
    /// The largest own chain that the move touches.
    OwnSize = "own-size", 5;
    /// The size of the weakest enemy chain that the move touches.
    EnemySize = "enemy-size", 5;
    /// Capturing, and whether the captured stones could have got away (by reading).
    CaptureRead = "capture-read", 4;
    /// Attacking chains with two liberties, and whether they could have got away (by reading).
    AttackRead = "attack-read", 7;
    /// Two threats at once.
    DoubleThreat = "double-threat", 2;
    /// Saving chains in atari (by reading).
    Rescue = "rescue", 5;
    /// Protecting chains with two liberties that are about to be caught (by reading).
    Protection = "protection", 2;
    /// Snapbacks (by reading).
    Snapback = "snapback", 2;
    /// Self-atari, by what is lost.
    SelfAtariKind = "self-atari-kind", 5;
    /// Liberty races against an enemy chain that the move touches.
    RaceAttack = "race-attack", 5;
    /// Liberty races of an own chain that the move touches.
    RaceDefence = "race-defence", 5;
    /// Ko.
    Ko = "ko", 4;
    /// Own chains joined.
    Connection = "connection", 3;
    /// Enemy chains kept apart.
    Cut = "cut", 3;
    /// Eyes filled, made and taken.
    Eye = "eye", 7;
    /// Circular distance to the third-last move.
    ThirdLastDistance = "third-last-distance", 10;
    /// How many of the last eight moves were nearby.
    RecentFocus = "recent-focus", 5;
    /// The youngest stone among the eight points around the move.
    NeighbourAge = "neighbour-age", 8;
    /// What the move does to the previous one.
    Reply = "reply", 5;
    /// Whose stones dominate the neighbourhood.
    Influence = "influence", 7;
    /// How many stones are around.
    Crowding = "crowding", 6;
    /// Distance to the nearest own stone.
    NearestOwn = "nearest-own", 6;
    /// Distance to the nearest enemy stone.
    NearestEnemy = "nearest-enemy", 6;
    /// Liberties of the nearest own chain.
    NearestOwnLiberties = "nearest-own-liberties", 5;
    /// Liberties of the nearest enemy chain.
    NearestEnemyLiberties = "nearest-enemy-liberties", 5;
    /// Who is nearer.
    Control = "control", 5;
    /// Liberties of the nearest own group: chains that belong together.
    OwnGroup = "own-group", 5;
    /// Liberties of the nearest enemy group.
    EnemyGroup = "enemy-group", 5;
    /// Chains around the move that are caught whichever side moves first (by reading).
    Lost = "lost", 2;
}

impl Tactical2Family {
    /// The family with that name.
    pub fn from_name(name: &str) -> Option<Tactical2Family> {
        Tactical2Family::ALL.into_iter().find(|family| family.name() == name)
    }
}

/// The level of every family for one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tactical2Levels([u8; Tactical2Family::COUNT]);

impl Default for Tactical2Levels {
    fn default() -> Self {
        Tactical2Levels([0; Tactical2Family::COUNT])
    }
}

impl Tactical2Levels {
    /// The families whose level is not 0, with the level.
    pub fn present(&self) -> impl Iterator<Item = (Tactical2Family, u8)> + '_ {
        Tactical2Family::ALL.into_iter().map(|family| (family, self[family])).filter(|&(_, level)| level > 0)
    }
}

impl Index<Tactical2Family> for Tactical2Levels {
    type Output = u8;
    #[inline(always)]
    fn index(&self, family: Tactical2Family) -> &u8 {
        &self.0[family as usize]
    }
}

impl IndexMut<Tactical2Family> for Tactical2Levels {
    #[inline(always)]
    fn index_mut(&mut self, family: Tactical2Family) -> &mut u8 {
        &mut self.0[family as usize]
    }
}
