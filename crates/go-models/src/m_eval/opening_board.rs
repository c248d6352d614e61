//! A board with what M-eval knows of it, kept incrementally: shapes of regions, patterns of points, the territory of every corner and side.
//!
//! A corner counts by its big shape if that is closed off and known, else by its small one. Where a move makes an unknown shape of a known one, the last estimate
//! stays: what is not understood must not look like a loss (Basaldúa 2013, section 3.4.5: "constant evaluation").

use super::model::MEvalModel;
use super::urgency::N_CELLS;
use go_board::{Board, Color, Point, RawPatterns};
use go_features::qualities::{N_QUALITIES, Qualities, qualities_of_stones};
use go_features::regions::{REGION_BOARD, Region, RegionKind, RegionShapes};

/// Corners, then sides.
const N_PARTS: usize = 8;

/// A board with what is kept about it. The board must be 19x19.
#[derive(Clone)]
pub struct OpeningBoard {
    board: Board,
    shapes: RegionShapes,
    patterns: RawPatterns<N_CELLS>,
    /// Of the four corners and the four sides: Black's and White's territory, while it is known.
    territory: [Option<[f32; 2]>; N_PARTS],
}

impl OpeningBoard {
    /// What the model knows of a board; none for other boards than 19x19.
    pub fn of(model: &MEvalModel, board: &Board) -> Option<OpeningBoard> {
        if board.size() != REGION_BOARD {
            return None;
        }
        let mut opening = OpeningBoard {
            board: board.clone(),
            shapes: RegionShapes::of(board),
            patterns: RawPatterns::of(board),
            territory: [None; N_PARTS],
        };
        opening.estimate(model);
        Some(opening)
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board after a legal move.
    pub fn after(&self, model: &MEvalModel, point: Point, color: Color) -> OpeningBoard {
        let mut next = self.clone();
        let n_captured = next.patterns.play(&mut next.board, point, color);
        next.shapes.follow(&next.board, point, color, n_captured);
        next.estimate(model);
        next
    }

    fn estimate(&mut self, model: &MEvalModel) {
        for region in Region::all() {
            let part = match region.kind() {
                RegionKind::SmallCorner => region.index(),
                RegionKind::Side => region.index() - 4,
                // Asked about together with the small one.
                RegionKind::BigCorner => continue,
            };
            let big = region.other_corner().and_then(|big| model.shapes().territory(&self.shapes, big));
            let known = big.or_else(|| model.shapes().territory(&self.shapes, region));
            self.territory[part] = known.or(self.territory[part]);
        }
    }

    /// How many of the eight corners and sides have a known territory.
    pub fn n_known(&self) -> usize {
        self.territory.iter().flatten().count()
    }

    /// The eight qualities of Black and of White.
    pub fn qualities(&self, model: &MEvalModel) -> [Qualities; 2] {
        let mut qualities = qualities_of_stones(&self.board);
        let urgencies = model.urgencies().sums(&self.board, &self.patterns);
        for color in Color::BOTH {
            let of_color = &mut qualities[color.index()];
            for (part, territory) in self.territory.iter().enumerate() {
                of_color[part / 4] += territory.map_or(0.0, |territory| territory[color.index()]);
            }
            // What the opponent still has to do counts for a side, or it would lose by playing where it is urgent.
            of_color[5] = urgencies[color.opponent().index()];
        }
        qualities
    }

    /// Black's qualities less White's.
    pub fn difference(&self, model: &MEvalModel) -> Qualities {
        let [black, white] = self.qualities(model);
        let mut difference = [0.0; N_QUALITIES];
        difference.iter_mut().zip(black.iter().zip(&white)).for_each(|(out, (a, b))| *out = a - b);
        difference
    }

    /// The known answers of a side, in all regions or in those around a point: at most so many from each region, with the largest share that a region gives them.
    /// Only legal moves.
    pub fn answers(
        &self,
        model: &MEvalModel,
        color: Color,
        around: Option<Point>,
        per_region: usize,
    ) -> Vec<(Point, f32)> {
        let mut all: Vec<(Point, f32)> = Vec::new();
        let mut of_region = Vec::new();
        for region in Region::all().filter(|region| around.is_none_or(|point| region.cell(point, false).is_some())) {
            of_region.clear();
            model.shapes().answers(&self.shapes, region, color, &mut of_region);
            let legal = of_region.iter().filter(|(point, _)| self.board.is_legal(*point, color));
            for &(point, share) in legal.take(per_region) {
                match all.iter_mut().find(|(known, _)| *known == point) {
                    Some((_, known)) => *known = known.max(share),
                    None => all.push((point, share)),
                }
            }
        }
        all
    }

    /// Compares with the slow way: shapes and patterns read from the board.
    #[cfg(test)]
    pub(super) fn check(&self) -> Result<(), String> {
        if self.shapes != RegionShapes::of(&self.board) {
            return Err(format!("the shapes differ\n{}", self.board.to_ascii()));
        }
        self.patterns.check(&self.board)
    }
}
