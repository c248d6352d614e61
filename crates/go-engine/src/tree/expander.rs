//! The candidates of the tree with their probabilities: from a learned model asked once per expanded node, or from
//! simple knowledge without one. A model of final ownership, if there is one, appraises expanded nodes.
//!
//! A model is asked only about positions that it covers ([`Predictor::covers`]); elsewhere, as a model of the opening deep in the tree,
//! the fallback without a model is used.
//!
//! The player's own completed eyes and moves banned by superko are left out. Forced moves (capturing a chain in atari,
//! saving one, a ladder next to the last move) get at least a floor, so that no prior hides them. Pass gets a floor
//! when few moves are left: sometimes every move loses something.

use std::sync::Arc;

use go_board::{Board, Color, EyePotential, Liberties, Move, Point, PointSet, Position};
use go_models::{Appraiser, Prediction, Predictor};
use go_tactics::{Reader, answers_to_atari, self_atari};
use mcts::{Appraisal, Candidate, Coverage, Expander, sort_by_probability};
use serde::{Deserialize, Serialize};

use super::appraisal;
use super::state::GoState;
use crate::m_eval::MEval;
use crate::playout::PatternTable;

/// What gives probabilities without a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// Rules of thumb: near the last move, patterns, not the first line, no self-atari.
    #[default]
    Rules,
    /// All moves the same: a tree without prior knowledge.
    Uniform,
}

/// How priors are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PriorConfig {
    /// Ask the learned model; if not, the fallback, to see what the model is worth.
    pub learned: bool,
    /// What is used without a model, and where the model does not cover the position.
    pub fallback: Fallback,
    /// The least probability of a move that takes or saves a chain.
    pub forced_floor: f32,
    /// Moves that the reader of ladders may try per question; 0 reads none.
    pub ladder_nodes: usize,
    /// Probabilities are raised to this power and normalised: below 1 flattens them.
    pub sharpness: f32,
    /// The least probability of a move that decides over the life of a closed group, proved at the root (`tsumego`); 0 reads none.
    #[serde(skip_serializing_if = "is_off")]
    pub life_floor: f32,
    /// States that the solver may expand for a question about one group.
    #[serde(skip_serializing_if = "is_usual")]
    pub life_nodes: u32,
}

/// Settings that are left at their default are not written, so that older programs read the file.
fn is_off(life_floor: &f32) -> bool {
    *life_floor == 0.0
}

fn is_usual(life_nodes: &u32) -> bool {
    *life_nodes == USUAL_LIFE_NODES
}

const USUAL_LIFE_NODES: u32 = 2_000;

impl Default for PriorConfig {
    fn default() -> Self {
        Self {
            learned: true,
            fallback: Fallback::Rules,
            forced_floor: 0.03,
            ladder_nodes: 80,
            sharpness: 1.0,
            life_floor: 0.0,
            life_nodes: USUAL_LIFE_NODES,
        }
    }
}

/// Lists the moves of a position, the likeliest first.
pub struct GoExpander {
    predictor: Option<Arc<dyn Predictor>>,
    appraiser: Option<Arc<dyn Appraiser>>,
    m_eval: Option<Arc<MEval>>,
    config: PriorConfig,
    /// Points that decide over closed groups.
    vital: PointSet,
}

/// Buffers of one thread.
pub struct ExpanderScratch {
    prediction: Prediction,
    reader: Reader,
}

impl GoExpander {
    /// Moves as the predictor sees them; without one the fallback.
    pub fn new(predictor: Option<Arc<dyn Predictor>>, config: PriorConfig) -> Self {
        Self {
            predictor: predictor.filter(|_| config.learned),
            appraiser: None,
            m_eval: None,
            config,
            vital: PointSet::new(),
        }
    }

    /// The same with a model of final ownership.
    pub fn with_appraiser(mut self, appraiser: Option<Arc<dyn Appraiser>>) -> Self {
        self.appraiser = appraiser;
        self
    }

    /// The same with a-priori values below the root.
    pub fn with_m_eval(mut self, m_eval: Option<Arc<MEval>>) -> Self {
        self.m_eval = m_eval;
        self
    }

    /// The same with points that decide over the life of groups.
    pub fn with_vital(mut self, vital: PointSet) -> Self {
        self.vital = vital;
        self
    }

    /// What the tactics of the moment ask for.
    fn forced(&self, reader: &mut Reader, state: &GoState) -> PointSet {
        let Position { board, to_move, .. } = &state.position;
        let mut forced = PointSet::new();
        for point in board.size().points() {
            let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_stone(chain) == point) else {
                continue;
            };
            let Some(liberty) = board.liberties(chain).single() else { continue };
            if board.chain_color(chain) != *to_move {
                forced.insert(liberty);
                continue;
            }
            answers_to_atari(board, chain).for_each(|answer| {
                forced.insert(answer);
            });
        }
        if self.config.ladder_nodes > 0
            && let Some(last) = state.position.last_point(0)
        {
            add_ladders(reader, board, (last, *to_move), &mut forced);
        }
        forced
    }
}

/// Moves that catch a two-liberty chain next to the last move in a ladder, or save one from it.
fn add_ladders(reader: &mut Reader, board: &Board, (last, to_move): (Point, Color), forced: &mut PointSet) {
    let mut loaded = false;
    let mut asked: [Option<Point>; 5] = [None; 5];
    for (slot, point) in last.neighbours().into_iter().chain([last]).enumerate() {
        let Some(chain) = board.chain_at(point) else { continue };
        let stone = board.chain_stone(chain);
        if board.liberties(chain).count() != 2 || asked.contains(&Some(stone)) {
            continue;
        }
        asked[slot] = Some(stone);
        if !loaded {
            reader.load(board);
            loaded = true;
        }
        if board.chain_color(chain) != to_move {
            forced.extend_set(&reader.capturing_moves(stone));
        } else if reader.captures(stone).is_yes() {
            // The liberties are where a chain runs; whether that saves it is for the search to find out.
            board.liberties(chain).iter().for_each(|liberty| {
                forced.insert(liberty);
            });
        }
    }
}

/// Rules of thumb: answer next to the last move, patterns, captures, not the first line, no self-atari.
fn rule_of_thumb(state: &GoState, point: Point) -> f32 {
    let Position { board, to_move, .. } = &state.position;
    let mut weight = match board.size().line(point) {
        1 if board.n_empty_neighbours(point) == 3 => 0.1,
        2 if board.n_empty_neighbours(point) == 4 => 0.5,
        _ => 1.0,
    };
    if let Some(last) = state.position.last_point(0) {
        let (dx, dy) = (last.x().abs_diff(point.x()), last.y().abs_diff(point.y()));
        weight *= match dx.max(dy) {
            1 => 4.0,
            2 => 3.0,
            3 => 2.0,
            _ => 1.0,
        };
        if dx.max(dy) == 1 && PatternTable::shared().matches(state.patterns.at(point), *to_move) {
            weight *= 3.0;
        }
    }
    if self_atari(board, point, *to_move).is_some() {
        weight *= 0.1;
    }
    weight
}

impl Expander<GoState> for GoExpander {
    type Scratch = ExpanderScratch;

    fn new_scratch(&self) -> ExpanderScratch {
        ExpanderScratch { prediction: Prediction::default(), reader: Reader::new(self.config.ladder_nodes) }
    }

    fn expand(
        &self,
        scratch: &mut ExpanderScratch,
        state: &GoState,
        from: usize,
        out: &mut Vec<Candidate<Move>>,
    ) -> Coverage {
        if from > 0 {
            return Coverage::Complete;
        }
        let Position { board, to_move, .. } = &state.position;
        let worth_trying = |point: Point| !board.is_eye(point, *to_move, EyePotential::Ignored) && state.allows(point);
        let mut pass = 1e-4;
        match self.predictor.as_ref().filter(|predictor| predictor.covers(&state.position)) {
            Some(predictor) => {
                predictor.predict(&state.position, &mut scratch.prediction);
                let Prediction { moves, probabilities } = &scratch.prediction;
                for (&mv, &probability) in moves.iter().zip(probabilities) {
                    match mv {
                        Move::Play(point) if worth_trying(point) => out.push(Candidate::new(mv, probability)),
                        Move::Play(_) => {}
                        Move::Pass => pass = probability,
                    }
                }
            }
            None => {
                let points = board.size().points().filter(|&p| board.is_empty(p) && worth_trying(p));
                let weight = |point| match self.config.fallback {
                    Fallback::Rules => rule_of_thumb(state, point),
                    Fallback::Uniform => 1.0,
                };
                out.extend(points.map(|point| Candidate::new(Move::Play(point), weight(point))));
            }
        }
        if self.config.sharpness != 1.0 {
            out.iter_mut()
                .for_each(|candidate| candidate.probability = candidate.probability.powf(self.config.sharpness));
        }
        normalise(out, 1.0);
        let forced = self.forced(&mut scratch.reader, state);
        for candidate in out.iter_mut() {
            if candidate.action.point().is_some_and(|point| forced.contains(point)) {
                candidate.probability = candidate.probability.max(self.config.forced_floor);
            }
            if candidate.action.point().is_some_and(|point| self.vital.contains(point)) {
                candidate.probability = candidate.probability.max(self.config.life_floor);
            }
        }
        let few = 1.0 / (out.len() + 4) as f32;
        pass = pass.clamp(if out.len() < 20 { few } else { 1e-4 }, 1.0).min(0.5);
        normalise(out, 1.0 - pass);
        out.push(Candidate::new(Move::Pass, pass));
        if let Some(m_eval) = &self.m_eval {
            m_eval.seed(&state.position, out);
        }
        sort_by_probability(out);
        Coverage::Complete
    }

    fn appraise(&self, _: &mut ExpanderScratch, state: &GoState) -> Option<Appraisal> {
        appraisal::appraise(self.appraiser.as_deref()?, state)
    }
}

/// Scales the probabilities to that sum.
fn normalise(candidates: &mut [Candidate<Move>], sum: f32) {
    let total: f32 = candidates.iter().map(|candidate| candidate.probability).sum();
    if total > 0.0 {
        candidates.iter_mut().for_each(|candidate| candidate.probability *= sum / total);
    }
}
