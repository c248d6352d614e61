//! The levels of every point of one position.
//!
//! With `o` the owner of a point in the view of the side to move, a point is unsettled by `1 - o²`. A chain's *safety* is the mean owner of its stones in the view of their
//! own colour; of several chains the least safe one counts.

use super::Owners;
use super::family::{ForeseenFamily, N_FATES, N_FORESEEN_FAMILIES};
use crate::Evidence;
use crate::points::sign;
use arrayvec::ArrayVec;
use go_board::{ChainId, Color, Point, PointMap, Position, circular_distance};

/// Cells up to this circular distance are the surroundings of a point.
const SURROUNDINGS: usize = 5;
/// Chains with a stone up to this circular distance are near.
const NEARBY: usize = 6;
/// The largest number of cells that are near.
const N_NEARBY: usize = 28;
/// Steps from one fate of a chain to the next, by its safety.
const FATES: [f32; 5] = [-0.6, -0.2, 0.2, 0.6, 0.85];

/// What is computed once for all moves of a position.
pub struct ForeseenContext<'p> {
    position: &'p Position,
    /// In the view of the side to move.
    owners: PointMap<f32>,
    /// Of stones: the safety of their chain.
    safety: PointMap<f32>,
    /// Of empty points: the mean owner of their surroundings, themselves included, and how unsettled these are.
    surroundings: PointMap<(f32, f32)>,
    /// How unsettled the most unsettled surroundings are.
    hottest: f32,
}

impl<'p> ForeseenContext<'p> {
    /// Looks at a position with these owners (in Black's view).
    pub fn new(position: &'p Position, owners: &Owners) -> ForeseenContext<'p> {
        let board = &position.board;
        let mut context = ForeseenContext {
            position,
            owners: PointMap::filled(0.0),
            safety: PointMap::filled(0.0),
            surroundings: PointMap::filled((0.0, 0.0)),
            hottest: f32::MIN_POSITIVE,
        };
        let view = sign(position.to_move);
        for point in board.size().points() {
            context.owners[point] = view * owners[point];
        }
        for point in board.size().points() {
            let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_stone(chain) == point) else {
                continue;
            };
            let sum: f32 = board.stones(chain).map(|stone| owners[stone]).sum();
            let safety = sign(board.chain_color(chain)) * sum / board.chain_size(chain) as f32;
            board.stones(chain).for_each(|stone| context.safety[stone] = safety);
        }
        for &point in board.empty_points() {
            let (mean, unsettled) = context.mean_around(point);
            context.surroundings[point] = (mean, unsettled);
            context.hottest = context.hottest.max(unsettled);
        }
        context
    }

    /// The level of every family, in the order of [`ForeseenFamily::ALL`], for a move at an empty point.
    pub fn levels(&self, point: Point) -> [u8; N_FORESEEN_FAMILIES] {
        use ForeseenFamily as F;
        let (mean, unsettled) = self.surroundings[point];
        let near = self.chains(near_cells(point));
        let mut levels = [0; N_FORESEEN_FAMILIES];
        levels[F::Owner as usize] = 1 + step(F::Owner, self.owners[point]);
        levels[F::Around as usize] = 1 + step(F::Around, mean);
        levels[F::Unsettled as usize] = 1 + step(F::Unsettled, unsettled);
        levels[F::Hotness as usize] = 1 + step(F::Hotness, unsettled / self.hottest);
        levels[F::Beside as usize] = self.fates(&self.chains(point.neighbours()));
        levels[F::Near as usize] = self.fates(&near);
        levels[F::OwnDoubt as usize] = step(F::OwnDoubt, self.doubt(&near, self.position.to_move));
        levels[F::EnemyDoubt as usize] = step(F::EnemyDoubt, self.doubt(&near, self.position.to_move.opponent()));
        levels
    }

    /// What the level of a family is about.
    pub fn evidence(&self, family: ForeseenFamily, point: Point) -> Evidence {
        let board = &self.position.board;
        let of = |color: Color| {
            let near = self.chains(near_cells(point));
            Evidence::chains(board, near.into_iter().filter(move |&chain| board.chain_color(chain) == color))
        };
        match family {
            ForeseenFamily::Owner => Evidence::Points { points: vec![point] },
            ForeseenFamily::Around | ForeseenFamily::Unsettled | ForeseenFamily::Hotness => {
                Evidence::Shape { center: point, radius: SURROUNDINGS }
            }
            ForeseenFamily::Beside => Evidence::chains(board, self.chains(point.neighbours())),
            ForeseenFamily::Near => Evidence::chains(board, self.chains(near_cells(point))),
            ForeseenFamily::OwnDoubt => of(self.position.to_move),
            ForeseenFamily::EnemyDoubt => of(self.position.to_move.opponent()),
        }
    }

    fn mean_around(&self, point: Point) -> (f32, f32) {
        let size = self.position.board.size();
        let (mut sum, mut squares, mut n) = (0.0, 0.0, 0.0);
        for cell in around(point, SURROUNDINGS).filter(|&cell| size.contains(cell)) {
            let owner = self.owners[cell];
            sum += owner;
            squares += owner * owner;
            n += 1.0;
        }
        (sum / n, 1.0 - squares / n)
    }

    /// The chains on these cells, each once.
    fn chains(&self, cells: impl IntoIterator<Item = Point>) -> ArrayVec<ChainId, N_NEARBY> {
        let mut found = ArrayVec::new();
        for chain in cells.into_iter().filter_map(|cell| self.position.board.chain_at(cell)) {
            if !found.contains(&chain) {
                found.push(chain);
            }
        }
        found
    }

    fn safety_of(&self, chain: ChainId) -> f32 {
        self.safety[self.position.board.chain_stone(chain)]
    }

    /// The fates of the least safe own chain and of the least safe enemy chain, as one level.
    fn fates(&self, chains: &[ChainId]) -> u8 {
        let board = &self.position.board;
        let mut fates = [0; 2];
        for &chain in chains {
            let fate = 1 + steps_below(&FATES, self.safety_of(chain));
            let place = usize::from(board.chain_color(chain) != self.position.to_move);
            fates[place] = if fates[place] == 0 { fate } else { fate.min(fates[place]) };
        }
        fates[0] * N_FATES + fates[1]
    }

    /// How many stones of the chains of a colour are in doubt.
    fn doubt(&self, chains: &[ChainId], color: Color) -> f32 {
        let board = &self.position.board;
        let of_color = chains.iter().filter(|&&chain| board.chain_color(chain) == color);
        of_color.map(|&chain| board.chain_size(chain) as f32 * (1.0 - self.safety_of(chain).powi(2))).sum()
    }
}

/// How many steps of the family a value has reached.
fn step(family: ForeseenFamily, value: f32) -> u8 {
    steps_below(family.steps(), value)
}

fn steps_below(steps: &[f32], value: f32) -> u8 {
    steps.iter().filter(|&&step| value >= step).count() as u8
}

/// The cells up to a circular distance of at most six, on the board or not, the point itself first.
fn around(point: Point, distance: usize) -> impl Iterator<Item = Point> {
    CELLS.iter().take_while(move |cell| cell.2 <= distance).map(move |cell| point.shifted(cell.0, cell.1))
}

fn near_cells(point: Point) -> impl Iterator<Item = Point> {
    around(point, NEARBY).skip(1)
}

/// Offsets with their circular distance, the nearest first.
const CELLS: [(i32, i32, usize); N_NEARBY + 1] = {
    let mut cells = [(0, 0, 0); N_NEARBY + 1];
    let (mut n, mut wanted) = (0, 0);
    while wanted <= NEARBY {
        let mut dy = -3;
        while dy <= 3 {
            let mut dx = -3;
            while dx <= 3 {
                if circular_distance(dx, dy) == wanted {
                    cells[n] = (dx, dy, wanted);
                    n += 1;
                }
                dx += 1;
            }
            dy += 1;
        }
        wanted += 1;
    }
    cells
};
