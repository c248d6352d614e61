//! Searching a game: where the shape appears, and the next move in it.
//!
//! An occurrence begins when a placement matches that did not match a move before. Its answer is the first move into
//! its rectangle, at once or after moves elsewhere; it ends unanswered when a capture changes it or the game is over.

use super::pattern::{Form, Shape};
use crate::game::Game;
use go_board::{BoardSize, Color, Move, PlayoutBoard, Point};

/// The answer to a shape, in the orientation and colours of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Continuation {
    /// Where; of points that the shape's own symmetry makes equal, the first in board order.
    pub point: Point,
    /// Who, colours as in the shape.
    pub color: Color,
    /// Whether it was the very next move.
    pub at_once: bool,
}

/// A shape found in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Moves before it.
    pub n_moves: usize,
    /// Whether the colours of the game are those of the shape exchanged.
    pub exchanged: bool,
    /// How it went on, if it did.
    pub next: Option<Continuation>,
}

/// A shape prepared for searching many games.
#[derive(Clone, Debug)]
pub struct ShapeSearch {
    size: BoardSize,
    forms: Vec<Form>,
}

/// An occurrence without an answer yet.
struct Open {
    form: usize,
    corner: (usize, usize),
    found: usize,
}

/// Stones as bits, by colour and row.
type Rows = [[u32; 25]; 2];

impl ShapeSearch {
    /// Prepares a shape.
    pub fn new(shape: &Shape) -> ShapeSearch {
        ShapeSearch { size: shape.size(), forms: shape.forms() }
    }

    /// The board of the shape.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The occurrences in a game, in the order in which they appear. A game on another board has none.
    pub fn occurrences(&self, game: &Game) -> Vec<Occurrence> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        if game.size != self.size {
            return found;
        }
        let mut board = PlayoutBoard::new(game.size);
        for color in Color::BOTH {
            for &point in &game.setup[color.index()] {
                if board.is_empty(point) {
                    board.set_stone(point, color);
                }
            }
        }
        let mut rows = rows_of(&board);
        self.look_everywhere(&rows, &rows, 0, &mut found, &mut open);
        for (n, turn) in game.turns.iter().enumerate() {
            let (color, Move::Play(point)) = (turn.color(), turn.mv()) else {
                board.pass();
                continue;
            };
            if !board.is_empty(point) {
                break;
            }
            let (x, y) = (usize::from(point.x()), usize::from(point.y()));
            open.retain(|waiting: &Open| {
                let form = &self.forms[waiting.form];
                let (left, top) = waiting.corner;
                let inside = (left..left + form.n_columns).contains(&x) && (top..top + form.n_rows).contains(&y);
                if inside {
                    let at_once = found[waiting.found].n_moves == n;
                    found[waiting.found].next = Some(self.continuation(waiting, point, color, at_once));
                }
                !inside
            });
            let n_captured = board.play_unchecked(point, color);
            if n_captured == 0 && !board.is_empty(point) {
                rows[color.index()][y] |= 1 << x;
                self.look_around((x, y), color, &rows, n + 1, &mut found, &mut open);
            } else {
                let before = std::mem::replace(&mut rows, rows_of(&board));
                open.retain(|waiting: &Open| self.forms[waiting.form].fits(&rows, waiting.corner));
                self.look_everywhere(&before, &rows, n + 1, &mut found, &mut open);
            }
        }
        found
    }

    /// Placements that the stone just played completes.
    #[inline]
    fn look_around(
        &self,
        (x, y): (usize, usize),
        color: Color,
        rows: &Rows,
        n_moves: usize,
        found: &mut Vec<Occurrence>,
        open: &mut Vec<Open>,
    ) {
        for (nth, form) in self.forms.iter().enumerate() {
            for &(dx, dy) in &form.stones[color.index()] {
                let (Some(left), Some(top)) = (x.checked_sub(dx), y.checked_sub(dy)) else { continue };
                if form.may_lie((left, top)) && form.fits(rows, (left, top)) {
                    self.note(nth, (left, top), n_moves, found, open);
                }
            }
        }
    }

    /// Placements that match now and did not before; at the start of a game, where both are the same, all that match.
    fn look_everywhere(
        &self,
        before: &Rows,
        now: &Rows,
        n_moves: usize,
        found: &mut Vec<Occurrence>,
        open: &mut Vec<Open>,
    ) {
        for (nth, form) in self.forms.iter().enumerate() {
            for y in form.rows.0..=form.rows.1 {
                for x in form.columns.0..=form.columns.1 {
                    if form.fits(now, (x, y)) && (n_moves == 0 || !form.fits(before, (x, y))) {
                        self.note(nth, (x, y), n_moves, found, open);
                    }
                }
            }
        }
    }

    fn note(
        &self,
        form: usize,
        corner: (usize, usize),
        n_moves: usize,
        found: &mut Vec<Occurrence>,
        open: &mut Vec<Open>,
    ) {
        open.push(Open { form, corner, found: found.len() });
        found.push(Occurrence { n_moves, exchanged: self.forms[form].ways[0].exchange, next: None });
    }

    /// The answer in the coordinates of the query.
    fn continuation(&self, waiting: &Open, point: Point, color: Color, at_once: bool) -> Continuation {
        let ways = self.forms[waiting.form].ways.iter();
        let back = ways.filter_map(|way| {
            let x = usize::from(point.x()) + way.home.0 - waiting.corner.0;
            let y = usize::from(point.y()) + way.home.1 - waiting.corner.1;
            let point = way.symmetry.inverse().apply(self.size, self.size.point(x, y)?);
            Some((point, if way.exchange { color.opponent() } else { color }))
        });
        // A shape that equals itself with colours exchanged has transformations of both kinds: use those of the
        // occurrence.
        let exchanged = self.forms[waiting.form].ways[0].exchange;
        let wanted = if exchanged { color.opponent() } else { color };
        let best = back.filter(|&(_, seen)| seen == wanted).min();
        let (point, color) = best.unwrap_or((point, wanted));
        Continuation { point, color, at_once }
    }
}

fn rows_of(board: &PlayoutBoard) -> Rows {
    let mut rows = [[0; 25]; 2];
    for point in board.size().points() {
        if let Some(color) = board.color_at(point) {
            rows[color.index()][usize::from(point.y())] |= 1 << point.x();
        }
    }
    rows
}
