//! The shape to search for, and its sixteen forms.

use go_board::{Board, BoardSize, Color, Liberties, Point, Symmetry};

/// The condition on a point of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Cell {
    /// No stone.
    Empty,
    /// A stone of that colour.
    Stone(Color),
    /// Anything.
    Any,
}

impl Cell {
    /// The same with the colours exchanged.
    fn exchanged(self) -> Cell {
        match self {
            Cell::Stone(color) => Cell::Stone(color.opponent()),
            other => other,
        }
    }
}

/// Why a shape is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A corner lies off the board.
    #[error("a corner of the shape lies off the board")]
    OffBoard,
    /// All points are unconstrained: the shape would match everywhere.
    #[error("the shape has no condition on any point")]
    Nothing,
}

/// A rectangle of a board with conditions on its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    size: BoardSize,
    /// Column and row of the top left corner, from 0.
    corner: (usize, usize),
    n_columns: usize,
    n_rows: usize,
    /// Row by row.
    cells: Vec<Cell>,
}

impl Shape {
    /// A whole position.
    pub fn whole<L: Liberties>(board: &Board<L>) -> Shape {
        let last = board.size().get() as usize - 1;
        let corner = |at| board.size().point(at, at).expect("a corner is on the board");
        Shape::part(board, corner(0), corner(last)).expect("every point of a position is wanted")
    }

    /// The rectangle of a position between two opposite corners.
    pub fn part<L: Liberties>(board: &Board<L>, from: Point, to: Point) -> Result<Shape, ShapeError> {
        let cell = |point| board.color_at(point).map_or(Cell::Empty, Cell::Stone);
        Shape::new(board.size(), from, to, cell)
    }

    /// The rectangle between two opposite corners, with the condition on each of its points given by `cell`.
    pub fn new(size: BoardSize, from: Point, to: Point, cell: impl Fn(Point) -> Cell) -> Result<Shape, ShapeError> {
        if !size.contains(from) || !size.contains(to) {
            return Err(ShapeError::OffBoard);
        }
        let sorted = |a: u8, b: u8| (usize::from(a.min(b)), usize::from(a.max(b)));
        let ((left, right), (top, bottom)) = (sorted(from.x(), to.x()), sorted(from.y(), to.y()));
        let points = (top..=bottom).flat_map(|y| (left..=right).filter_map(move |x| size.point(x, y)));
        let cells: Vec<Cell> = points.map(cell).collect();
        if cells.iter().all(|&cell| cell == Cell::Any) {
            return Err(ShapeError::Nothing);
        }
        Ok(Shape { size, corner: (left, top), n_columns: right - left + 1, n_rows: bottom - top + 1, cells })
    }

    /// The board size of the shape; games on others are skipped.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The condition on a point of the board; `None` outside the rectangle.
    pub fn cell(&self, point: Point) -> Option<Cell> {
        let (x, y) =
            (usize::from(point.x()).checked_sub(self.corner.0)?, usize::from(point.y()).checked_sub(self.corner.1)?);
        (x < self.n_columns && y < self.n_rows).then(|| self.cells[y * self.n_columns + x])
    }

    /// The sixteen forms, without repetitions, each with all transformations that lead to it.
    pub(super) fn forms(&self) -> Vec<Form> {
        let mut forms: Vec<Form> = Vec::new();
        for exchange in [false, true] {
            for symmetry in Symmetry::ALL {
                let form = self.form(symmetry, exchange);
                match forms.iter_mut().find(|known| known.is_same(&form)) {
                    Some(known) => known.ways.extend(form.ways),
                    None => forms.push(form),
                }
            }
        }
        forms
    }

    fn form(&self, symmetry: Symmetry, exchange: bool) -> Form {
        let (left, top) = self.corner;
        let at = |x: usize, y: usize| symmetry.apply(self.size, self.size.point(x, y).expect("inside the board"));
        let ends = [at(left, top), at(left + self.n_columns - 1, top + self.n_rows - 1)];
        let low = |a: u8, b: u8| usize::from(a.min(b));
        let home = (low(ends[0].x(), ends[1].x()), low(ends[0].y(), ends[1].y()));
        let turned = usize::from(ends[0].x().abs_diff(ends[1].x())) + 1 != self.n_columns
            || usize::from(ends[0].y().abs_diff(ends[1].y())) + 1 != self.n_rows;
        let (n_columns, n_rows) = if turned { (self.n_rows, self.n_columns) } else { (self.n_columns, self.n_rows) };
        let (mut wanted, mut cared) = ([vec![0_u32; n_rows], vec![0_u32; n_rows]], vec![0_u32; n_rows]);
        let mut stones = [Vec::new(), Vec::new()];
        for (i, &cell) in self.cells.iter().enumerate() {
            let image = at(left + i % self.n_columns, top + i / self.n_columns);
            let (x, y) = (usize::from(image.x()) - home.0, usize::from(image.y()) - home.1);
            let cell = if exchange { cell.exchanged() } else { cell };
            if cell != Cell::Any {
                cared[y] |= 1 << x;
            }
            if let Cell::Stone(color) = cell {
                wanted[color.index()][y] |= 1 << x;
                stones[color.index()].push((x, y));
            }
        }
        stones.iter_mut().for_each(|list| list.sort_unstable());
        let n = usize::from(self.size.get());
        let range = |home: usize, length: usize| match (home == 0, home + length == n) {
            (false, false) => (1, n.saturating_sub(length + 1)),
            _ => (home, home),
        };
        let (columns, rows) = (range(home.0, n_columns), range(home.1, n_rows));
        Form { n_columns, n_rows, wanted, cared, stones, columns, rows, ways: vec![Way { symmetry, exchange, home }] }
    }
}

/// A transformation from the shape to one of its forms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) symmetry: Symmetry,
    pub(super) exchange: bool,
    /// Where the turned rectangle's corner lies before it is shifted.
    pub(super) home: (usize, usize),
}

/// A shape turned and recoloured, as bit rows.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) n_columns: usize,
    pub(super) n_rows: usize,
    /// Required stones, by colour and row.
    pub(super) wanted: [Vec<u32>; 2],
    /// Constrained points, by row.
    pub(super) cared: Vec<u32>,
    /// The same stones as column and row.
    pub(super) stones: [Vec<(usize, usize)>; 2],
    /// First and last column where the corner may lie.
    pub(super) columns: (usize, usize),
    /// First and last row where the corner may lie.
    pub(super) rows: (usize, usize),
    pub(super) ways: Vec<Way>,
}

impl Form {
    fn is_same(&self, other: &Form) -> bool {
        (&self.wanted, &self.cared, self.columns, self.rows) == (&other.wanted, &other.cared, other.columns, other.rows)
    }

    /// Whether the corner may be there.
    pub(super) fn may_lie(&self, (x, y): (usize, usize)) -> bool {
        (self.columns.0..=self.columns.1).contains(&x) && (self.rows.0..=self.rows.1).contains(&y)
    }

    /// Whether the form matches with its corner there.
    #[inline]
    pub(super) fn fits(&self, rows: &[[u32; 25]; 2], (x, y): (usize, usize)) -> bool {
        self.cared.iter().enumerate().all(|(row, &cared)| {
            rows[0][y + row] >> x & cared == self.wanted[0][row] && rows[1][y + row] >> x & cared == self.wanted[1][row]
        })
    }
}
