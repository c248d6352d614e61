//! The ladder status of chains by the configured test: none, the static walk, or reading (done once per position).

use super::{LadderTest, TacticalOptions};
use go_board::{Board, ChainId, Color, Liberties, Point};
use go_tactics::{
    ChainSet, LadderStatus, Reader, is_ladder_shaped, is_ladder_shaped_after, static_ladder, static_ladder_after,
};

pub(super) enum Ladders {
    Off,
    Static,
    Read { now: Vec<(ChainId, LadderStatus)>, after: Vec<(ChainId, Point, LadderStatus)> },
}

impl Ladders {
    /// If reading is configured, reads every chain in atari and every chain of two liberties that `to_move` could
    /// attack.
    pub(super) fn new(board: &Board, to_move: Color, options: &TacticalOptions) -> Self {
        match options.ladders {
            LadderTest::Off => Ladders::Off,
            LadderTest::Static => Ladders::Static,
            LadderTest::Reading => read_all(board, to_move),
        }
    }

    /// A chain that is in atari now.
    pub(super) fn now(&self, board: &Board, chain: ChainId) -> LadderStatus {
        match self {
            Ladders::Off => LadderStatus::NoLadder,
            Ladders::Static => static_ladder(board, chain),
            Ladders::Read { now, .. } => {
                now.iter().find(|read| read.0 == chain).map_or(LadderStatus::NoLadder, |read| read.1)
            }
        }
    }

    /// An enemy chain with two liberties, one of which the move takes.
    pub(super) fn after(&self, board: &Board, chain: ChainId, atari: Point) -> LadderStatus {
        match self {
            Ladders::Off => LadderStatus::NoLadder,
            Ladders::Static => static_ladder_after(board, chain, atari),
            Ladders::Read { after, .. } => after
                .iter()
                .find(|read| read.0 == chain && read.1 == atari)
                .map_or(LadderStatus::NoLadder, |read| read.2),
        }
    }
}

fn read_all(board: &Board, to_move: Color) -> Ladders {
    let mut reader = Reader::default();
    reader.load(board);
    let (mut now, mut after) = (Vec::new(), Vec::new());
    let mut seen = ChainSet::default();
    let ends = |lost: bool| if lost { LadderStatus::Working } else { LadderStatus::Broken };
    for stone in board.size().points() {
        let Some(chain) = board.chain_at(stone).filter(|&chain| seen.insert(chain)) else { continue };
        let liberties = board.liberties(chain);
        match liberties.count() {
            1 if is_ladder_shaped(board, chain) => {
                now.push((chain, ends(reader.saving_moves(stone).is_empty())));
            }
            2 if board.chain_color(chain) != to_move => {
                for atari in liberties.iter().filter(|&atari| is_ladder_shaped_after(board, chain, atari)) {
                    after.push((chain, atari, ends(reader.captures_with(stone, atari).is_yes())));
                }
            }
            _ => {}
        }
    }
    Ladders::Read { now, after }
}
