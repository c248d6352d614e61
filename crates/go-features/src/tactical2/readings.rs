//! Results of reading the chains with one or two liberties, by move: computed once per position.
//!
//! Own chains are asked how they can be saved, enemy chains how they can be caught; where several chains are concerned by one move,
//! the highest level counts.

use go_board::{Board, ChainId, Color, Liberties, Point, PointMap};
use go_tactics::{ChainSet, Reader, chains_around};

/// From so many stones on a chain is large.
const LARGE: usize = 3;

/// Levels of the families that rest on reading.
pub(super) struct Readings {
    node_limit: usize,
    pub(super) capture: PointMap<u8>,
    pub(super) attack: PointMap<u8>,
    pub(super) rescue: PointMap<u8>,
    pub(super) protection: PointMap<u8>,
    pub(super) snapback: PointMap<u8>,
    /// Chains that are caught whichever side moves first.
    pub(super) lost: ChainSet,
}

impl Readings {
    pub(super) fn new(board: &Board, own: Color, node_limit: usize) -> Self {
        let mut readings = Readings::empty(node_limit);
        let mut reader = Reader::new(node_limit);
        reader.load(board);
        for target in targets(board) {
            readings.read(board, own, &mut reader, &target);
        }
        readings
    }

    fn empty(node_limit: usize) -> Self {
        let nothing = PointMap::filled(0);
        Readings {
            node_limit,
            capture: nothing.clone(),
            attack: nothing.clone(),
            rescue: nothing.clone(),
            protection: nothing.clone(),
            snapback: nothing,
            lost: ChainSet::default(),
        }
    }

    /// The chains that give the move on a point its level in one of the maps. They are read again, one by one: explanations ask for
    /// a few moves, and predictions, which are made for all, need not keep them.
    pub(super) fn chains_behind(
        &self,
        board: &Board,
        own: Color,
        point: Point,
        map: impl Fn(&Readings) -> &PointMap<u8>,
    ) -> Vec<ChainId> {
        let level = map(self)[point];
        let mut reader = Reader::new(self.node_limit);
        reader.load(board);
        let gives_level = |target: &Target| {
            let mut alone = Readings::empty(self.node_limit);
            alone.read(board, own, &mut reader, target);
            level > 0 && map(&alone)[point] == level
        };
        targets(board).filter(gives_level).map(|target| target.chain).collect()
    }

    fn read(&mut self, board: &Board, own: Color, reader: &mut Reader, target: &Target) {
        match (board.chain_color(target.chain) == own, board.liberties(target.chain).count()) {
            (true, 1) => self.read_own_atari(board, own, reader, target),
            (true, _) => self.read_own_two(reader, target),
            (false, 1) => self.read_enemy_atari(board, reader, target),
            (false, _) => self.read_enemy_two(board, own, reader, target),
        }
    }

    fn read_own_atari(&mut self, board: &Board, own: Color, reader: &mut Reader, target: &Target) {
        let saving = reader.saving_moves(target.stone);
        for point in saving.iter() {
            let enemies = chains_around(board, point, own.opponent());
            let captures = enemies.iter().any(|&chain| board.liberties(chain).is_single());
            raise(&mut self.rescue, point, target.level([2, 4]) + u8::from(captures));
        }
        if saving.is_empty() {
            self.lost.insert(target.chain);
        }
        if let Some(last) = board.liberties(target.chain).single() {
            raise(&mut self.rescue, last, 1);
        }
    }

    fn read_own_two(&mut self, reader: &mut Reader, target: &Target) {
        if !reader.captures(target.stone).is_yes() {
            return;
        }
        let saving = reader.local_saving_moves(target.stone);
        for point in saving.iter() {
            raise(&mut self.protection, point, target.level([1, 2]));
        }
        if saving.is_empty() {
            self.lost.insert(target.chain);
        }
    }

    fn read_enemy_atari(&mut self, board: &Board, reader: &mut Reader, target: &Target) {
        if let Some(last) = board.liberties(target.chain).single() {
            let is_lost = reader.is_lost(target.stone);
            if is_lost {
                self.lost.insert(target.chain);
            }
            raise(&mut self.capture, last, target.level(if is_lost { [1, 2] } else { [3, 4] }));
        }
    }

    fn read_enemy_two(&mut self, board: &Board, own: Color, reader: &mut Reader, target: &Target) {
        let mut caught_level = None;
        for point in board.liberties(target.chain).iter().filter(|&point| board.is_legal(point, own)) {
            if !reader.captures_with(target.stone, point).is_yes() {
                raise(&mut self.attack, point, 1);
                continue;
            }
            let level = *caught_level.get_or_insert_with(|| {
                let is_lost = reader.is_lost(target.stone);
                if is_lost {
                    self.lost.insert(target.chain);
                }
                target.level(if is_lost { [2, 3] } else { [6, 7] })
            });
            raise(&mut self.attack, point, level);
            if reader.snaps_back_with(target.stone, point).is_yes() {
                raise(&mut self.snapback, point, 1);
            }
        }
        if caught_level.is_none() {
            for point in reader.netting_moves(target.stone).iter() {
                raise(&mut self.attack, point, target.level([4, 5]));
            }
        }
    }
}

/// The chains with one or two liberties, in the order of their first stones.
fn targets(board: &Board) -> impl Iterator<Item = Target> + '_ {
    let mut seen = ChainSet::default();
    board.size().points().filter_map(move |stone| {
        let chain = board.chain_at(stone)?;
        let is_weak = board.liberties(chain).count() <= 2;
        (is_weak && seen.insert(chain)).then(|| Target { chain, stone, is_large: board.chain_size(chain) >= LARGE })
    })
}

/// A chain to read about.
struct Target {
    chain: ChainId,
    stone: Point,
    is_large: bool,
}

impl Target {
    /// The level for a small or a large chain.
    fn level(&self, [small, large]: [u8; 2]) -> u8 {
        if self.is_large { large } else { small }
    }
}

fn raise(levels: &mut PointMap<u8>, point: Point, level: u8) {
    levels[point] = levels[point].max(level);
}
