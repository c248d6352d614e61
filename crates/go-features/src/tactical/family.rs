//! The ten families, their levels, and the levels of one move.

use std::ops::{Index, IndexMut};

/// A family of mutually exclusive levels, in the order of Table 5.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum TacticalFamily {
    /// Passing.
    Pass,
    /// Capturing chains in atari.
    Capture,
    /// Extending chains in atari.
    Extension,
    /// Self-atari.
    SelfAtari,
    /// Putting chains in atari.
    Atari,
    /// Distance to the nearest edge.
    BorderDistance,
    /// Circular distance to the previous move.
    LastDistance,
    /// Circular distance to the move before that.
    SecondLastDistance,
    /// Common-fate-graph distance to the previous move.
    CfgLastDistance,
    /// Common-fate-graph distance to the move before that.
    CfgSecondLastDistance,
}

impl TacticalFamily {
    /// How many families there are.
    pub const COUNT: usize = 10;

    /// All families, in order.
    pub const ALL: [TacticalFamily; TacticalFamily::COUNT] = [
        TacticalFamily::Pass,
        TacticalFamily::Capture,
        TacticalFamily::Extension,
        TacticalFamily::SelfAtari,
        TacticalFamily::Atari,
        TacticalFamily::BorderDistance,
        TacticalFamily::LastDistance,
        TacticalFamily::SecondLastDistance,
        TacticalFamily::CfgLastDistance,
        TacticalFamily::CfgSecondLastDistance,
    ];

    /// The highest level; levels run from 0.
    pub const fn max_level(self) -> u8 {
        match self {
            TacticalFamily::Pass | TacticalFamily::Extension | TacticalFamily::SelfAtari => 2,
            TacticalFamily::Capture => 6,
            TacticalFamily::Atari => 3,
            TacticalFamily::BorderDistance => 4,
            TacticalFamily::LastDistance
            | TacticalFamily::SecondLastDistance
            | TacticalFamily::CfgLastDistance
            | TacticalFamily::CfgSecondLastDistance => 10,
        }
    }

    /// The name used in tables and model files.
    pub const fn name(self) -> &'static str {
        match self {
            TacticalFamily::Pass => "pass",
            TacticalFamily::Capture => "capture",
            TacticalFamily::Extension => "extension",
            TacticalFamily::SelfAtari => "self-atari",
            TacticalFamily::Atari => "atari",
            TacticalFamily::BorderDistance => "border-distance",
            TacticalFamily::LastDistance => "last-distance",
            TacticalFamily::SecondLastDistance => "second-last-distance",
            TacticalFamily::CfgLastDistance => "cfg-last-distance",
            TacticalFamily::CfgSecondLastDistance => "cfg-second-last-distance",
        }
    }

    /// The family with that name.
    pub fn from_name(name: &str) -> Option<TacticalFamily> {
        TacticalFamily::ALL.into_iter().find(|family| family.name() == name)
    }

    /// Does the family need to know the last moves (section 5.10)?
    pub const fn is_historical(self) -> bool {
        matches!(
            self,
            TacticalFamily::LastDistance
                | TacticalFamily::SecondLastDistance
                | TacticalFamily::CfgLastDistance
                | TacticalFamily::CfgSecondLastDistance
        )
    }
}

/// The level of every family for one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TacticalLevels([u8; TacticalFamily::COUNT]);

impl TacticalLevels {
    /// The families whose level is not 0, with the level.
    pub fn present(&self) -> impl Iterator<Item = (TacticalFamily, u8)> + '_ {
        TacticalFamily::ALL.into_iter().map(|family| (family, self[family])).filter(|&(_, level)| level > 0)
    }
}

impl Index<TacticalFamily> for TacticalLevels {
    type Output = u8;
    #[inline(always)]
    fn index(&self, family: TacticalFamily) -> &u8 {
        &self.0[family as usize]
    }
}

impl IndexMut<TacticalFamily> for TacticalLevels {
    #[inline(always)]
    fn index_mut(&mut self, family: TacticalFamily) -> &mut u8 {
        &mut self.0[family as usize]
    }
}
