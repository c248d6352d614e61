//! The families of the set, their levels and their words.

/// How many families there are.
pub const N_FORESEEN_FAMILIES: usize = 8;

/// What may become of a chain, by the mean owner of its stones in the view of their own colour; 0 is no chain.
pub(super) const N_FATES: u8 = 7;

/// A family of mutually exclusive levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeseenFamily {
    /// Whose the point will be.
    Owner,
    /// Whose its surroundings will be.
    Around,
    /// How unsettled they are.
    Unsettled,
    /// How unsettled they are beside the most unsettled place of the board.
    Hotness,
    /// What will become of the chains beside the point: own and enemy ones.
    Beside,
    /// What will become of the chains near the point: own and enemy ones.
    Near,
    /// How many own stones near the point are in doubt.
    OwnDoubt,
    /// How many enemy stones near the point are in doubt.
    EnemyDoubt,
}

impl ForeseenFamily {
    /// All of them, in the order in which models number them.
    pub const ALL: [ForeseenFamily; N_FORESEEN_FAMILIES] = [
        Self::Owner,
        Self::Around,
        Self::Unsettled,
        Self::Hotness,
        Self::Beside,
        Self::Near,
        Self::OwnDoubt,
        Self::EnemyDoubt,
    ];

    /// The name in explanations and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "foreseen-owner",
            Self::Around => "foreseen-around",
            Self::Unsettled => "foreseen-unsettled",
            Self::Hotness => "foreseen-hotness",
            Self::Beside => "foreseen-beside",
            Self::Near => "foreseen-near",
            Self::OwnDoubt => "foreseen-own-doubt",
            Self::EnemyDoubt => "foreseen-enemy-doubt",
        }
    }

    /// The values at which the next level begins, for the families that divide a number into levels.
    pub(super) const fn steps(self) -> &'static [f32] {
        match self {
            Self::Owner => &[-0.9, -0.7, -0.4, -0.15, 0.15, 0.4, 0.7, 0.9],
            Self::Around => &[-0.8, -0.55, -0.3, -0.1, 0.1, 0.3, 0.55, 0.8],
            Self::Unsettled => &[0.05, 0.12, 0.22, 0.35, 0.5, 0.65, 0.8],
            Self::Hotness => &[0.2, 0.4, 0.6, 0.8, 0.95],
            // In stones; level 0 is less than the first step.
            Self::OwnDoubt | Self::EnemyDoubt => &[0.5, 1.5, 3.0, 6.0, 12.0, 25.0],
            Self::Beside | Self::Near => &[],
        }
    }

    /// The highest level.
    pub const fn max_level(self) -> u8 {
        match self {
            Self::Owner | Self::Around | Self::Unsettled | Self::Hotness => self.steps().len() as u8 + 1,
            Self::OwnDoubt | Self::EnemyDoubt => self.steps().len() as u8,
            Self::Beside | Self::Near => N_FATES * N_FATES - 1,
        }
    }

    /// What a level says of a move; nothing for level 0.
    pub fn sentence(self, level: u8) -> String {
        if level == 0 || level > self.max_level() {
            return String::new();
        }
        let place = usize::from(level) - 1;
        match self {
            Self::Owner => format!("plays where {} is foreseen", OWNERS[place]),
            Self::Around => format!("plays where the surroundings are foreseen as {}", SURROUNDINGS[place]),
            Self::Unsettled => format!("plays where the surroundings are {}", UNSETTLED[place]),
            Self::Hotness => format!("plays where {}", HOTNESS[place]),
            Self::Beside => beside("plays beside", level),
            Self::Near => beside("plays near", level),
            Self::OwnDoubt => format!("plays near own stones of which {} in doubt", DOUBT[place]),
            Self::EnemyDoubt => format!("plays near enemy stones of which {} in doubt", DOUBT[place]),
        }
    }
}

const OWNERS: [&str; 9] = [
    "the opponent's territory",
    "what is nearly the opponent's territory",
    "what is probably the opponent's",
    "what is rather the opponent's",
    "what belongs to nobody yet",
    "what is rather the player's own",
    "what is probably the player's own",
    "what is nearly own territory",
    "own territory",
];

const SURROUNDINGS: [&str; 9] = [
    "the opponent's",
    "mostly the opponent's",
    "probably the opponent's",
    "rather the opponent's",
    "shared",
    "rather the player's own",
    "probably the player's own",
    "mostly the player's own",
    "the player's own",
];

const UNSETTLED: [&str; 8] = [
    "settled",
    "nearly settled",
    "mostly settled",
    "rather settled",
    "half settled",
    "rather unsettled",
    "mostly unsettled",
    "unsettled",
];

const HOTNESS: [&str; 6] = [
    "next to nothing is unsettled, compared with other places",
    "little is unsettled, compared with other places",
    "less is unsettled than elsewhere",
    "much is unsettled, but more elsewhere",
    "nearly the most of the board is unsettled",
    "the most of the board is unsettled",
];

const DOUBT: [&str; 6] = [
    "about one is",
    "about two are",
    "three to six are",
    "six to twelve are",
    "twelve to twenty-five are",
    "more than twenty-five are",
];

/// What becomes of a chain, by its number.
const FATES: [&str; N_FATES as usize] =
    ["", "lost", "probably lost", "in doubt", "probably safe", "nearly safe", "safe"];

fn beside(verb: &str, level: u8) -> String {
    let (own, enemy) = (usize::from(level / N_FATES), usize::from(level % N_FATES));
    match (own, enemy) {
        (0, enemy) => format!("{verb} enemy stones that are {}", FATES[enemy]),
        (own, 0) => format!("{verb} own stones that are {}", FATES[own]),
        (own, enemy) => format!("{verb} own stones that are {} and enemy stones that are {}", FATES[own], FATES[enemy]),
    }
}
