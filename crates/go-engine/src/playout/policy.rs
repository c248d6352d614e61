//! The base playout policy (Basaldúa 2013, section 4.6, Figure 4.12): atari tactics, patterns next to the last move,
//! moves skipped by these draws, a random move improved in shape, and a pass when nothing is left. Ends after two
//! passes; all stones count as alive.
//!
//! Every move obeys the self-atari rule (section 4.3.3). Two additions to Basaldúa's base policy can be switched off:
//! the vital point of a small eye space next to the last move, and last good replies. No superko: the length cap ends
//! the rare playouts that cycle.

use std::sync::Arc;

use arrayvec::ArrayVec;
use go_board::{Board, Color, EyePotential, Liberties, Move, Point};
use go_tactics::{EyeSpace, EyeStatus, MAX_EYE_SPACE, SelfAtariPolicy};
use rand::Rng;

use super::atari::{AtariMoves, gather_atari_moves};
use super::board::HeavyBoard;
use super::config::{PlayoutConfig, PolicyKind};
use super::light_weights::LightWeights;
use super::mogo_patterns::PatternTable;
use super::replies::ReplyTable;
use super::sampled::sampled_move;

/// A chance in units of 2^-32.
#[derive(Clone, Copy, Debug)]
struct Chance(u64);

impl Chance {
    fn new(probability: f64) -> Self {
        Chance((probability.clamp(0.0, 1.0) * (1u64 << 32) as f64) as u64)
    }

    #[inline(always)]
    fn draw(self, rng: &mut impl Rng) -> bool {
        u64::from(rng.next_u32()) < self.0
    }
}

/// The policy with its parameters made ready.
#[derive(Clone, Debug)]
pub struct PlayoutPolicy {
    config: PlayoutConfig,
    self_atari: SelfAtariPolicy,
    atari: Vec<Chance>,
    pattern: Chance,
    vital_point: Chance,
    reply: Chance,
    patterns: &'static PatternTable,
    /// Only for the sampled policy.
    weights: Option<Arc<LightWeights>>,
}

/// Where a playout begins.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutStart {
    /// Whose turn it is.
    pub to_move: Color,
    /// The point of the last move, unless it was a pass.
    pub last: Option<Point>,
    /// How many of the last moves were passes.
    pub n_passes: u8,
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeavyEnd {
    /// Black's area minus White's, komi not included.
    pub area_lead: i32,
    /// Moves made, passes included.
    pub n_moves: usize,
    /// Whether it was cut short because one side was crushed.
    pub by_mercy: bool,
}

/// State carried from one move of a playout to the next.
struct Memory {
    last: Option<Point>,
    /// The last move enlarged a chain that was in atari.
    extended: bool,
    /// Consecutive moves that had to do with atari: t of p_AT\[t\].
    n_atari: usize,
}

type Proposals = ArrayVec<Point, 24>;

impl PlayoutPolicy {
    /// The policy that a configuration describes.
    pub fn new(config: &PlayoutConfig) -> Self {
        let n = config.atari_certain_after.max(1) as usize;
        let rise = |t: usize| {
            if n <= 1 { 1.0 } else { config.atari_first + (1.0 - config.atari_first) * (t - 1) as f64 / (n - 1) as f64 }
        };
        Self {
            self_atari: config.self_atari.into(),
            atari: (1..=n).map(|t| Chance::new(rise(t))).collect(),
            pattern: Chance::new(config.pattern),
            vital_point: Chance::new(config.vital_point),
            reply: Chance::new(config.last_good_reply),
            patterns: PatternTable::shared(),
            weights: (config.policy == PolicyKind::Sampled).then(LightWeights::shipped),
            config: config.clone(),
        }
    }

    /// The parameters.
    pub fn config(&self) -> &PlayoutConfig {
        &self.config
    }

    /// Plays the board to its end; `record` is called with every move before it is made.
    pub fn play(
        &self,
        mut board: HeavyBoard<'_>,
        start: PlayoutStart,
        replies: &ReplyTable,
        rng: &mut impl Rng,
        mut record: impl FnMut(Color, Move),
    ) -> HeavyEnd {
        let area = board.stones.size().area();
        let cap = (self.config.length_cap * area as f64) as usize;
        let mercy = if self.config.mercy > 0.0 { (self.config.mercy * area as f64) as i32 } else { i32::MAX };
        let mut color = start.to_move;
        let (mut n_moves, mut n_passes) = (0, start.n_passes);
        let mut memory = Memory { last: start.last, extended: false, n_atari: 0 };
        while n_passes < 2 && n_moves < cap {
            let mv = self.choose(&mut board, color, &mut memory, replies, rng);
            record(color, mv);
            match mv {
                Move::Play(point) => {
                    memory.extended = touches_own_atari(board.stones, point, color);
                    board.play(point, color);
                    n_passes = 0;
                }
                Move::Pass => {
                    memory.extended = false;
                    board.stones.pass();
                    n_passes += 1;
                }
            }
            memory.last = mv.point();
            color = color.opponent();
            n_moves += 1;
            let stones = board.stones.n_stones(Color::Black) as i32 - board.stones.n_stones(Color::White) as i32;
            if stones.abs() > mercy {
                return HeavyEnd { area_lead: stones, n_moves, by_mercy: true };
            }
        }
        HeavyEnd { area_lead: board.stones.area_lead(), n_moves, by_mercy: false }
    }

    fn choose(
        &self,
        heavy: &mut HeavyBoard<'_>,
        color: Color,
        memory: &mut Memory,
        replies: &ReplyTable,
        rng: &mut impl Rng,
    ) -> Move {
        if let Some(weights) = &self.weights {
            return sampled_move(weights, heavy, color, memory.last, rng);
        }
        let board = &mut *heavy.stones;
        let Some(last) = memory.last else {
            memory.n_atari = 0;
            return self.random_move(board, color, rng);
        };
        if self.config.last_good_reply > 0.0
            && let Some(reply) = replies.get(color, last)
            && self.reply.draw(rng)
            && self.is_playable(board, reply, color)
        {
            return Move::Play(reply);
        }
        let mut proposals = Proposals::new();
        let AtariMoves { is_atari_event } = gather_atari_moves(board, color, last, memory.extended, &mut proposals);
        memory.n_atari = if is_atari_event { memory.n_atari + 1 } else { 0 };
        if !proposals.is_empty() {
            let chance = self.atari[(memory.n_atari.max(1) - 1).min(self.atari.len() - 1)];
            if chance.draw(rng)
                && let Some(point) = self.pick(board, color, &mut proposals, rng)
            {
                return Move::Play(point);
            }
        }
        if self.config.vital_point > 0.0
            && self.vital_point.draw(rng)
            && let Some(vital) = vital_point_near(board, last)
            && self.is_playable(board, vital, color)
        {
            return Move::Play(vital);
        }
        let n_atari = proposals.len();
        for point in last.surrounding() {
            if board.is_empty(point) && self.patterns.matches(heavy.patterns.at(point), color) {
                proposals.push(point);
            }
        }
        if proposals.len() > n_atari && self.pattern.draw(rng) {
            let mut matching: Proposals = proposals.drain(n_atari..).collect();
            if let Some(point) = self.pick(board, color, &mut matching, rng) {
                return Move::Play(point);
            }
        }
        if self.config.recycle_skipped
            && let Some(point) = self.pick(board, color, &mut proposals, rng)
        {
            return Move::Play(point);
        }
        self.random_move(board, color, rng)
    }

    /// A random playable one of the proposals; what turns out unplayable is taken out.
    #[inline]
    fn pick(&self, board: &Board, color: Color, from: &mut Proposals, rng: &mut impl Rng) -> Option<Point> {
        while !from.is_empty() {
            let idx = below(rng, from.len());
            let point = from[idx];
            if self.is_playable(board, point, color) {
                return Some(point);
            }
            from.swap_remove(idx);
        }
        None
    }

    #[inline]
    fn is_playable(&self, board: &Board, point: Point, color: Color) -> bool {
        board.is_empty(point) && board.is_playable(point, color) && self.self_atari.allows(board, point, color)
    }

    /// A random move, moved next door where that makes the better shape (section 4.4.3).
    #[inline]
    fn random_move(&self, board: &mut Board, color: Color, rng: &mut impl Rng) -> Move {
        let policy = self.self_atari;
        let mv = board.random_move_where(color, rng, |board, point| policy.allows(board, point, color));
        if let Move::Play(point) = mv
            && self.config.improve_shape
            && board.n_empty_neighbours(point) == 1
            && let Some(better) = point.neighbours().into_iter().find(|&n| board.is_empty(n))
            && board.n_empty_neighbours(better) > 1
            && self.is_playable(board, better, color)
        {
            return Move::Play(better);
        }
        mv
    }
}

/// A number below `n`; the bias does not matter here.
#[inline(always)]
fn below(rng: &mut impl Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// Does the point touch a chain of that colour in atari?
#[inline]
fn touches_own_atari(board: &Board, point: Point, color: Color) -> bool {
    point.neighbours().into_iter().any(|neighbour| {
        board.cell(neighbour) == color.cell()
            && board.chain_at(neighbour).is_some_and(|chain| board.liberties(chain).is_single())
    })
}

/// The vital point of a small eye space that the last stone touches or is inside of.
///
/// Most spaces are too large, and flood-filling them to find that out took a quarter of a playout's time: a chain
/// inside a space contributes its stones and its liberties, which the board has already counted.
#[inline]
pub(super) fn vital_point_near(board: &Board, last: Point) -> Option<Point> {
    // A stone in the open is next to no eye space.
    if board.n_empty_neighbours(last) > 2 {
        return None;
    }
    let stone = board.color_at(last)?;
    // The liberties of the last stone are in one space of its opponent: one check is enough.
    let mut seen_from_inside = false;
    for point in last.neighbours() {
        if !board.is_empty(point) || board.n_empty_neighbours(point) > 3 {
            continue;
        }
        for owner in Color::BOTH {
            // A space of its owner has the owner's stones or the edge around.
            let is_known = owner != stone && seen_from_inside;
            if board.n_own_or_edge_neighbours(point, owner) == 0 || is_known || is_in_large_space(board, point, owner) {
                continue;
            }
            seen_from_inside |= owner != stone;
            if let Some(space) = EyeSpace::around(board, point, owner)
                && let EyeStatus::Vital(vital) = space.status()
                && !board.is_eye(vital, owner, EyePotential::Counts)
            {
                return Some(vital);
            }
        }
    }
    None
}

/// Does a chain next to the point alone make the owner's space there too large?
#[inline]
fn is_in_large_space(board: &Board, point: Point, owner: Color) -> bool {
    let inside = owner.opponent().cell();
    point.neighbours().into_iter().any(|neighbour| {
        board.cell(neighbour) == inside
            && board
                .chain_at(neighbour)
                .is_some_and(|chain| board.chain_size(chain) + board.liberties(chain).count() > MAX_EYE_SPACE)
    })
}
