//! Rule sets: repetition, suicide and scoring.

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoRule {
    /// Only the immediate recapture of a single stone.
    Simple,
    /// No position may repeat.
    PositionalSuperko,
    /// No position may repeat with the same player to move.
    SituationalSuperko,
}

/// How the game is scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Compensation for White for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// One point per stone.
    PerStone,
    /// One point per stone except the first.
    PerStoneButOne,
}

/// A named set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// Positional superko, suicide allowed, area.
    TrompTaylor,
    /// Positional superko, no suicide, area.
    #[default]
    Chinese,
    /// Simple ko, no suicide, territory.
    Japanese,
    /// Situational superko, no suicide, area.
    Aga,
    /// Situational superko, suicide allowed, area.
    NewZealand,
}

/// The details of a set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether a move may take away the last liberty of its own chain.
    pub suicide_allowed: bool,
    /// How the game is scored.
    pub scoring: Scoring,
    /// Compensation for White for handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl RuleSet {
    /// All of them.
    pub const ALL: [RuleSet; 5] =
        [RuleSet::TrompTaylor, RuleSet::Chinese, RuleSet::Japanese, RuleSet::Aga, RuleSet::NewZealand];

    /// The details.
    pub const fn rules(self) -> Rules {
        let (ko, suicide_allowed, scoring, handicap_bonus) = match self {
            RuleSet::TrompTaylor => (KoRule::PositionalSuperko, true, Scoring::Area, HandicapBonus::None),
            RuleSet::Chinese => (KoRule::PositionalSuperko, false, Scoring::Area, HandicapBonus::PerStone),
            RuleSet::Japanese => (KoRule::Simple, false, Scoring::Territory, HandicapBonus::None),
            RuleSet::Aga => (KoRule::SituationalSuperko, false, Scoring::Area, HandicapBonus::PerStoneButOne),
            RuleSet::NewZealand => (KoRule::SituationalSuperko, true, Scoring::Area, HandicapBonus::None),
        };
        Rules { ko, suicide_allowed, scoring, handicap_bonus }
    }

    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::TrompTaylor => "tromp-taylor",
            RuleSet::Chinese => "chinese",
            RuleSet::Japanese => "japanese",
            RuleSet::Aga => "aga",
            RuleSet::NewZealand => "new-zealand",
        }
    }

    /// Usual komi without handicap.
    pub const fn default_komi(self) -> f32 {
        match self {
            RuleSet::Japanese => 6.5,
            RuleSet::NewZealand => 7.0,
            RuleSet::TrompTaylor | RuleSet::Chinese | RuleSet::Aga => 7.5,
        }
    }

    /// The rule set with that name, ignoring case, `_` and blanks (`New Zealand`, `tromp_taylor`, KGS's `new_zealand`,
    /// SGF's `NZ`).
    pub fn parse(name: &str) -> Option<RuleSet> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        match plain.as_str() {
            "tromptaylor" | "tt" => Some(RuleSet::TrompTaylor),
            "chinese" | "cn" | "goe" | "ing" => Some(RuleSet::Chinese),
            "japanese" | "jp" | "korean" | "kr" => Some(RuleSet::Japanese),
            "aga" => Some(RuleSet::Aga),
            "newzealand" | "nz" => Some(RuleSet::NewZealand),
            _ => None,
        }
    }
}

impl std::fmt::Display for RuleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Rules {
    /// Compensation for White for `n` handicap stones.
    pub const fn bonus(self, n_handicap: usize) -> f32 {
        match self.handicap_bonus {
            HandicapBonus::None => 0.0,
            HandicapBonus::PerStone => n_handicap as f32,
            HandicapBonus::PerStoneButOne => n_handicap.saturating_sub(1) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for set in RuleSet::ALL {
            assert_eq!(RuleSet::parse(set.name()), Some(set));
        }
        assert_eq!(RuleSet::parse("new_zealand"), Some(RuleSet::NewZealand));
        assert_eq!(RuleSet::parse("calvinball"), None);
    }

    #[test]
    fn handicap_bonus_follows_the_rules() {
        assert_eq!(RuleSet::Chinese.rules().bonus(4), 4.0);
        assert_eq!(RuleSet::Aga.rules().bonus(4), 3.0);
        assert_eq!(RuleSet::Aga.rules().bonus(0), 0.0);
        assert_eq!(RuleSet::Japanese.rules().bonus(4), 0.0);
    }
}
