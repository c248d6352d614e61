//! What reading one file of games may cost.
//!
//! A few kilobytes can unpack to gigabytes, and a byte of text can become twenty of tree. Each budget is a small multiple of what real
//! collections need (records pack five- to eightfold; a game has hundreds of bytes and nodes) and is looked at *while* the file is
//! read, so that a hostile file costs what the budget says and not what it asks for.

/// The most that packed records may unpack to, as a multiple of their length: eight times what the best packing of real records reaches.
const MAX_UNPACK_RATIO: usize = 64;
/// Small files may unpack to this in any case.
const MIN_UNPACKED: usize = 16 << 20;

/// Limits on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadBudget {
    /// Bytes after unpacking; without a number, a multiple of the packed length.
    pub max_unpacked: Option<usize>,
    /// Nodes of one game.
    pub max_nodes: usize,
    /// Games.
    pub max_games: usize,
}

impl Default for ReadBudget {
    fn default() -> Self {
        Self { max_unpacked: None, max_nodes: sgf::MAX_NODES, max_games: 1_000_000 }
    }
}

impl ReadBudget {
    /// The bytes that so many packed bytes may become.
    pub fn unpacked(&self, n_packed: usize) -> usize {
        let usual = n_packed.saturating_mul(MAX_UNPACK_RATIO).max(MIN_UNPACKED);
        self.max_unpacked.unwrap_or(usual).min(crate::import::MAX_UNPACKED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_grows_with_the_file() {
        let budget = ReadBudget::default();
        assert_eq!(budget.unpacked(100), MIN_UNPACKED);
        assert_eq!(budget.unpacked(5_000_000), 320_000_000);
        assert_eq!(budget.unpacked(usize::MAX), crate::import::MAX_UNPACKED);
        assert_eq!(ReadBudget { max_unpacked: Some(7), ..budget }.unpacked(5_000_000), 7);
    }
}
