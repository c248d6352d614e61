//! The stages of a game, by the number of moves made before.

/// Part of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// As keys write it.
    pub key: &'static str,
    /// As tables write it.
    pub name: &'static str,
    first: usize,
    last: usize,
}

impl Stage {
    /// The whole game.
    pub const ALL: Stage = Stage { key: "", name: "all", first: 0, last: usize::MAX };

    /// Its parts.
    pub const PARTS: [Stage; 4] = [
        Stage { key: "_moves_0_39", name: "0-39", first: 0, last: 39 },
        Stage { key: "_moves_40_79", name: "40-79", first: 40, last: 79 },
        Stage { key: "_moves_80_119", name: "80-119", first: 80, last: 119 },
        Stage { key: "_moves_120_on", name: "120+", first: 120, last: usize::MAX },
    ];

    /// The moves from `first` to `last`, for a curve over the game.
    pub fn window(first: usize, last: usize) -> Stage {
        Stage { key: "", name: "", first, last }
    }

    /// Whether the position after `ply` moves, or the move made there, belongs to it.
    pub fn holds(&self, ply: usize) -> bool {
        (self.first..=self.last).contains(&ply)
    }
}
