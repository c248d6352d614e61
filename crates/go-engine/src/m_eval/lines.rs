//! The minimax over known answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use go_board::{Board, Color, Move, Point, Position};
use go_models::m_eval::{Encoding, MEvalModel, OpeningBoard};
use mcts::Candidate;

use super::config::MEvalSearchConfig;
use super::direction::Direction;

/// Answers of a region that a line may begin with, and go on with.
const FIRST_ANSWERS: usize = 3;
const LATER_ANSWERS: usize = 2;

/// M-eval for one player: a model, its parameters, and what changes from turn to turn.
pub struct MEval {
    model: Arc<MEvalModel>,
    config: MEvalSearchConfig,
    /// The move number of the root.
    root_ply: AtomicUsize,
    /// Black's chance at the root, as bits.
    black_chance: AtomicU32,
    /// The direction, as bits.
    direction: [AtomicU32; 2],
}

/// A move of the root with the encoding at the end of its line, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootValue {
    /// The move.
    pub point: Point,
    /// What its line ends in.
    pub encoding: Encoding,
    /// The a-priori value in \[0, 1\], if it is above the mean of all.
    pub value: Option<f32>,
}

/// What is left of a line: moves, and those of them that may be anywhere.
#[derive(Clone, Copy)]
struct Reach {
    depth: usize,
    wide: usize,
}

impl Reach {
    /// After a move.
    fn less(self) -> Reach {
        Reach { depth: self.depth.saturating_sub(1), wide: self.wide.saturating_sub(1) }
    }
}

/// How a line stands: the board, and by how many moves Black has moved more often than White.
struct Line {
    board: OpeningBoard,
    black_ahead: i32,
}

impl MEval {
    /// M-eval with this model.
    pub fn new(model: Arc<MEvalModel>, config: MEvalSearchConfig) -> MEval {
        let direction = Direction::default().weights().map(|weight| AtomicU32::new(weight.to_bits()));
        let black_chance = AtomicU32::new(0.5_f32.to_bits());
        MEval { model, config, root_ply: AtomicUsize::new(0), black_chance, direction }
    }

    /// Its parameters.
    pub fn config(&self) -> &MEvalSearchConfig {
        &self.config
    }

    /// A turn begins at this move number, with this chance of Black's.
    pub fn set_root(&self, ply: usize, black_chance: f32) {
        self.root_ply.store(ply, Ordering::Relaxed);
        self.black_chance.store(black_chance.clamp(0.05, 0.95).to_bits(), Ordering::Relaxed);
    }

    /// The direction of values.
    pub fn direction(&self) -> Direction {
        let [a, b] = [0, 1].map(|k| f32::from_bits(self.direction[k].load(Ordering::Relaxed)));
        Direction::of([a, b])
    }

    /// Replaces the direction of values.
    pub fn set_direction(&self, direction: Direction) {
        for (kept, weight) in self.direction.iter().zip(direction.weights()) {
            kept.store(weight.to_bits(), Ordering::Relaxed);
        }
    }

    /// The known moves of a position with their values, as at the root: answers in all regions.
    pub fn root_values(&self, position: &Position) -> Vec<RootValue> {
        let reach = Reach { depth: self.config.depth, wide: self.config.wide };
        self.values(&position.board, position.to_move, None, reach)
    }

    /// Gives a-priori values to the candidates of a node below the root.
    pub(crate) fn seed(&self, position: &Position, candidates: &mut [Candidate<Move>]) {
        let level = position.move_number.saturating_sub(self.root_ply.load(Ordering::Relaxed));
        let depth = self.config.depth.saturating_sub(level);
        let Some(last) = position.last_point(0).filter(|_| level > 0 && depth > 0) else { return };
        for known in self.values(&position.board, position.to_move, Some(last), Reach { depth, wide: 1 }) {
            let candidate = candidates.iter_mut().find(|candidate| candidate.action == Move::Play(known.point));
            if let (Some(candidate), Some(value)) = (candidate, known.value) {
                candidate.value = Some(value);
            }
        }
    }

    fn values(&self, board: &Board, color: Color, around: Option<Point>, reach: Reach) -> Vec<RootValue> {
        let Some(board) = OpeningBoard::of(&self.model, board) else { return Vec::new() };
        let answers = board.answers(&self.model, color, around, FIRST_ANSWERS);
        let sign = sign(color);
        let line = Line { board, black_ahead: 0 };
        let mut values: Vec<RootValue> = answers
            .iter()
            .map(|&(point, _)| {
                let next = line.after(&self.model, point, color);
                let end = self.end_of_line(&next, color.opponent(), point, reach.less());
                RootValue { point, encoding: end.map(|number| sign * number), value: None }
            })
            .collect();
        let direction = self.direction();
        let mean = values.iter().map(|known| direction.value(known.encoding)).sum::<f32>() / values.len().max(1) as f32;
        let black_chance = f32::from_bits(self.black_chance.load(Ordering::Relaxed));
        let even = if color == Color::Black { black_chance } else { 1.0 - black_chance };
        for known in &mut values {
            let above = direction.value(known.encoding) - mean;
            known.value = (above > 0.0).then(|| (even + self.config.intensity * above).clamp(0.0, 1.0));
        }
        values
    }

    /// The encoding, in Black's view, at the end of the best line from here, with this side to move.
    fn end_of_line(&self, line: &Line, color: Color, last: Point, reach: Reach) -> Encoding {
        let mut best = line.encoding(&self.model);
        if reach.depth == 0 {
            return best;
        }
        let (direction, sign) = (self.direction(), sign(color));
        let around = (reach.wide == 0).then_some(last);
        for (point, _) in line.board.answers(&self.model, color, around, LATER_ANSWERS) {
            let next = line.after(&self.model, point, color);
            let end = self.end_of_line(&next, color.opponent(), point, reach.less());
            if sign * direction.value(end) > sign * direction.value(best) {
                best = end;
            }
        }
        best
    }
}

fn sign(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { -1.0 }
}

impl Line {
    fn after(&self, model: &MEvalModel, point: Point, color: Color) -> Line {
        Line { board: self.board.after(model, point, color), black_ahead: self.black_ahead + sign(color) as i32 }
    }

    /// The encoding in Black's view, as if both sides had moved equally often.
    fn encoding(&self, model: &MEvalModel) -> Encoding {
        let encoding = model.encode(&self.board);
        let tempo = model.encoder().tempo;
        [0, 1].map(|k| encoding[k] - self.black_ahead as f32 * tempo[k])
    }
}
