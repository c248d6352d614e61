//! Training: find or train the members, ask them about games that none has learned from, learn the weights of both pools, choose.
//!
//! Which games a member has learned from is known by the list beside its file (`TrainedOn`), or else by its settings, which say what it would
//! have set aside. A game that is not certainly unseen is not stacked on: weights learned on games that a member remembers would trust it
//! too much.

use super::MixtureConfig;
use super::config::MemberSettings;
use super::model::{Body, MixtureModel, Voices};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::training::KnownModel;
use crate::{LearnConfig, Model, PositionMixer, Predictor, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Position};
use go_games::Game;
use learn::pool::{Opinions, Pool};
use rayon::prelude::*;
use std::collections::BTreeMap;
use thiserror::Error;

/// Fewer stacking games than this say too little.
const LEAST_GAMES: usize = 4;
/// Positions that are asked about at once.
const BATCH: usize = 256;
/// Seed of the order of positions.
const POSITION_SEED: u64 = 0x40;

/// Why a mixture cannot be made.
#[derive(Debug, Error)]
pub enum MixtureError {
    /// A member that cannot be found or read.
    #[error("the member {name:?} cannot be used: {reason}")]
    Member {
        /// Its name in the settings.
        name: String,
        /// Why.
        reason: String,
    },
    /// A mixture as a member.
    #[error("the member {name:?} is a mixture: name its members instead")]
    Nested {
        /// Its name in the settings.
        name: String,
    },
    /// Nothing to stack on.
    #[error(
        "only {n_left} of the {n_games} games are certainly unseen by all members, and {LEAST_GAMES} are needed ({}): give games that no member has \
         learned from, or the list of training games (MODEL.trained-on) beside each member",
        .seen.join("; ")
    )]
    TooFewUnseen {
        /// Unseen games.
        n_left: usize,
        /// All games.
        n_games: usize,
        /// What each member has seen, in words.
        seen: Vec<String>,
    },
    /// A member for another board or other moves.
    #[error("the member {name:?} covers no position of these games: leave it out")]
    Silent {
        /// Its name.
        name: String,
    },
}

/// A member with what is known of its training games.
struct Member {
    model: Model,
    bytes: Vec<u8>,
    trained_on: TrainedOn,
}

pub(super) fn fit(config: &MixtureConfig, training: &Training<'_>) -> Result<MixtureModel, TrainError> {
    let games: Vec<&Game> = training.games.iter().filter(|game| config.learns_from(game)).collect();
    let known = known_models(config, training)?;
    let (stacking, rest) = divide(config, &games, &known, training)?;
    let mut known = known.into_iter().map(|(_, known)| known);
    let rest: Vec<Game> = rest.into_iter().cloned().collect();
    let mut members = Vec::new();
    for member in &config.members {
        members.push(match member {
            MemberSettings::Model(_) => {
                let KnownModel { model, trained_on } = known.next().expect("every named model was found");
                Member { bytes: model.to_bytes(), model, trained_on: trained_on.unwrap_or_default() }
            }
            MemberSettings::Config(config) => train_member(config, &rest, training)?,
        });
    }
    let voices = Voices::new(members.iter().map(|member| &member.model));
    let (choosing, learning): (Vec<&Game>, Vec<&Game>) = stacking.iter().partition(|game| config.is_for_choosing(game));
    training.stage("asking the members", config.n_positions);
    let n_choosing = (config.n_positions as f64 * config.choosing_share) as usize;
    let learning = Asked::new(config, &members, &voices, &learning, config.n_positions - n_choosing, training)?;
    let choosing = Asked::new(config, &members, &voices, &choosing, n_choosing, training)?;
    let mut best: Option<(f64, Pool, Vec<Vec<f32>>)> = None;
    let mut metrics = BTreeMap::new();
    training.stage("weighing the members", config.pool.pools().len());
    for (n, &pool) in config.pool.pools().iter().enumerate() {
        let weights = learning.weights(pool, config.shrinkage);
        // Without games to choose by, those learned from must do.
        let judge = if choosing.n_positions() > 0 { &choosing } else { &learning };
        let evidence = judge.log_evidence(pool, &weights);
        training.message(format!(
            "{} pool: log-evidence {evidence:.4} on {} positions",
            pool.name(),
            judge.n_positions()
        ));
        metrics.insert(format!("{}_pool_log_evidence", pool.name()), evidence);
        metrics.insert("choosing_positions".into(), judge.n_positions() as f64);
        if best.as_ref().is_none_or(|(most, ..)| evidence > *most) {
            let weights = weights.iter().map(|of_stage| of_stage.iter().map(|&w| w as f32).collect()).collect();
            best = Some((evidence, pool, weights));
        }
        training.step(n + 1);
    }
    let (_, pool, weights) = best.expect("at least one pool");
    let borrowed = members.iter().fold(TrainedOn::default(), |all, member| all.union(&member.trained_on));
    let learned = TrainedOn::new(games.iter().copied());
    let size = games.first().ok_or(TrainError::NoGames)?.size.get();
    let header = ModelHeader {
        kind: MixtureConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: format!("{} members", members.len()),
        board_sizes: vec![size],
        scope: Scope { board_sizes: vec![size], ..Scope::default() },
        training: TrainingRecord {
            n_games: games.len(),
            n_positions: learning.n_positions(),
            sampling: format!("weights from {} positions that no member has learned from", learning.n_positions()),
            games_hash: learned.union(&borrowed).games_hash(),
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).map_err(TrainError::learner)?,
        seed: config.seed,
        metrics,
    };
    let stages = config.stages.clone();
    let (models, files) = members.into_iter().map(|member| (member.model, member.bytes)).unzip();
    Ok(MixtureModel::new(header, Body { stages, pool, weights, members: files }, models, borrowed))
}

/// The models that the settings name.
fn known_models(config: &MixtureConfig, training: &Training<'_>) -> Result<Vec<(String, KnownModel)>, TrainError> {
    let size = training.games[0].size;
    let names = config.members.iter().filter_map(|member| match member {
        MemberSettings::Model(name) => Some(name),
        MemberSettings::Config(_) => None,
    });
    let find = |name: &String| {
        let known = training.models.find(name, size);
        let known = known.map_err(|reason| MixtureError::Member { name: name.clone(), reason })?;
        match known.model.header().kind == MixtureConfig::KIND {
            true => Err(MixtureError::Nested { name: name.clone() }),
            false => Ok((name.clone(), known)),
        }
    };
    names.map(|name| find(name).map_err(TrainError::learner)).collect()
}

/// The games to stack on, and those that members trained here learn from.
fn divide<'g>(
    config: &MixtureConfig,
    games: &[&'g Game],
    known: &[(String, KnownModel)],
    training: &Training<'_>,
) -> Result<(Vec<&'g Game>, Vec<&'g Game>), TrainError> {
    let trains_members = config.members.iter().any(|member| matches!(member, MemberSettings::Config(_)));
    let mut unseen: Vec<&Game> = games.to_vec();
    let mut seen = Vec::new();
    for (name, KnownModel { model, trained_on }) in known {
        let settings = model.config().map_err(TrainError::learner)?;
        let may_have_seen = |game: &Game| match trained_on {
            Some(list) => list.contains(game),
            None => settings.learns_from(game),
        };
        let n_seen = games.iter().filter(|game| may_have_seen(game)).count();
        let how = if trained_on.is_some() { "its list" } else { "its settings, for it has no list" };
        let words = format!("{name:?} has learned from {n_seen} of the {} games by {how}", games.len());
        training.message(words.clone());
        seen.push(words);
        unseen.retain(|game| !may_have_seen(game));
    }
    // Members trained here need games too: they get what is not for stacking.
    if trains_members && (known.is_empty() || unseen.len() as f64 > config.stacking_share * games.len() as f64) {
        unseen.retain(|game| config.is_on_stacking_side(game));
    }
    if unseen.len() < LEAST_GAMES {
        let (n_left, n_games) = (unseen.len(), games.len());
        return Err(TrainError::learner(MixtureError::TooFewUnseen { n_left, n_games, seen }));
    }
    let for_stacking = TrainedOn::new(unseen.iter().copied());
    let rest = games.iter().copied().filter(|game| !for_stacking.contains(game)).collect();
    Ok((unseen, rest))
}

/// Trains a member on the games that are not for stacking, or finds it among the finished parts.
fn train_member(config: &LearnConfig, games: &[Game], training: &Training<'_>) -> Result<Member, TrainError> {
    let part = part_name("mixture-member", &(config, TrainedOn::new(games).games_hash()));
    if let Some(bytes) = checkpoint::load::<Vec<u8>>(training.checkpoints, &part)
        && let Ok(model) = Model::from_bytes(&bytes)
    {
        return Ok(Member { model, bytes, trained_on: TrainedOn::default() });
    }
    training.message(format!("training the member {:?} on {} games", config.name(), games.len()));
    let model = crate::train(config, &Training { games, ..training.clone() })?;
    let bytes = model.to_bytes();
    checkpoint::save(training.checkpoints, &part, &bytes);
    Ok(Member { model, bytes, trained_on: TrainedOn::default() })
}

/// What the members say about positions, stage by stage.
struct Asked {
    stages: Vec<Opinions>,
}

impl Asked {
    fn new(
        config: &MixtureConfig,
        members: &[Member],
        voices: &Voices,
        games: &[&Game],
        most: usize,
        training: &Training<'_>,
    ) -> Result<Asked, TrainError> {
        let mut stages = vec![Opinions::new(members.len()); config.stages.len() + 1];
        let mut covered = vec![0usize; members.len()];
        let mut mixer = PositionMixer::new(games.iter().copied(), config.seed ^ POSITION_SEED);
        let mut n_asked = 0;
        while n_asked < most {
            let mut batch: Vec<(Position, Move)> = Vec::new();
            while batch.len() < BATCH.min(most - n_asked)
                && mixer.next(|position, played| batch.push((position.clone(), played)))
            {}
            if batch.is_empty() {
                break;
            }
            let models: Vec<&Model> = members.iter().map(|member| &member.model).collect();
            let asked: Vec<_> = batch.par_iter().map(|(position, _)| voices.ask(&models, position)).collect();
            for ((position, played), (moves, said)) in batch.iter().zip(asked) {
                let Some(chosen) = moves.iter().position(|mv| mv == played) else { continue };
                let experts: Vec<&[f32]> = said.iter().map(Vec::as_slice).collect();
                stages[stage_of(&config.stages, position.move_number + 1)].push(chosen, &experts);
                for (n, member) in covered.iter_mut().zip(members) {
                    *n += usize::from(member.model.covers(position));
                }
            }
            n_asked += batch.len();
            training.step(n_asked.min(config.n_positions));
        }
        match covered.iter().position(|&n| n == 0 && n_asked > 0) {
            Some(silent) => {
                let name = members[silent].model.header().name.clone();
                Err(TrainError::learner(MixtureError::Silent { name }))
            }
            None => Ok(Asked { stages }),
        }
    }

    fn n_positions(&self) -> usize {
        self.stages.iter().map(Opinions::len).sum()
    }

    /// The weights of every stage. Those of a logarithmic pool are drawn to the weights of the whole game.
    fn weights(&self, pool: Pool, shrinkage: f64) -> Vec<Vec<f64>> {
        let mut whole = self.stages[0].clone();
        self.stages[1..].iter().for_each(|stage| whole.append(stage));
        match pool {
            Pool::Linear => {
                let overall = whole.linear_weights();
                let of_stage =
                    |stage: &Opinions| if stage.is_empty() { overall.clone() } else { stage.linear_weights() };
                self.stages.iter().map(of_stage).collect()
            }
            Pool::Logarithmic => {
                let n = whole.n_experts();
                let overall = whole.logarithmic_weights(&vec![1.0 / n as f64; n], shrinkage);
                self.stages.iter().map(|stage| stage.logarithmic_weights(&overall, shrinkage)).collect()
            }
        }
    }

    /// The mean over all positions.
    fn log_evidence(&self, pool: Pool, weights: &[Vec<f64>]) -> f64 {
        let stages = self.stages.iter().zip(weights);
        let sum: f64 = stages.map(|(stage, weights)| stage.len() as f64 * stage.log_evidence(pool, weights)).sum();
        sum / self.n_positions().max(1) as f64
    }
}

/// The number of the stage that a ply belongs to, counted from 1.
pub(super) fn stage_of(stages: &[usize], ply: usize) -> usize {
    stages.iter().take_while(|&&first| first <= ply).count()
}
