//! Making the database: which patterns are played, how often they are there, and their strengths.
//!
//! Three readings of the games: played patterns are counted and the most frequent kept; for these it is counted how often they were
//! among the legal moves, and a sample of positions is taken down as competitions; the games set aside give the figures of
//! the header.

use super::hashes::PatternHashes;
use super::model::{Class, Database, N_PLAIN, UNKNOWN, UrgencyModel, WEAKEST};
use super::{Strengths, UrgencyConfig};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::{Scope, TrainError, TrainedOn, Training};
use foldhash::{HashMap, HashMapExt};
use go_board::{Move, Position};
use go_games::{Game, Replay, fingerprint};
use rayon::prelude::*;
use stable_hash::splitmix64::mix;
use std::collections::{BTreeMap, BTreeSet};

/// Ranks whose shares the thesis gives (6.1.3).
const RANKS: [usize; 7] = [1, 2, 5, 7, 15, 62, 99];

/// A sampled position: the classes of its legal moves with how many have them, and the class that won.
struct Competition {
    classes: Vec<(u32, u32)>,
    winner: u32,
}

pub(super) fn fit(config: &UrgencyConfig, training: &Training<'_>) -> Result<UrgencyModel, TrainError> {
    let (learned, set_aside): (Vec<&Game>, Vec<&Game>) =
        training.games.iter().partition(|game| config.learns_from(game));
    training.stage("counting played patterns", 1);
    let hashes = frequent(config, &learned);
    training.step(1);
    training.stage("counting seen patterns", 1);
    let n_classes = N_PLAIN + hashes.len();
    let mut database = Database { n_cells: config.cells as u8, hashes, classes: vec![Class::default(); n_classes] };
    let (counts, competitions) = take_down(config, &database, &learned);
    for (class, (seen, played)) in database.classes.iter_mut().zip(counts) {
        *class = Class { seen, played, strength: 1.0 };
    }
    let n_positions: u64 = database.classes.iter().map(|class| class.played).sum();
    if n_positions == 0 {
        return Err(TrainError::NoPositions);
    }
    training.step(1);
    set_urgencies(&mut database);
    if config.strengths == Strengths::BradleyTerry {
        training.stage("weighing", config.rounds);
        for round in 0..config.rounds {
            improve(&mut database, &competitions);
            training.step(round + 1);
        }
    }
    training.stage("validating", 1);
    let metrics = figures(&database, &set_aside);
    training.step(1);
    let sizes: BTreeSet<u8> = training.games.iter().map(|game| game.size.get()).collect();
    let header = ModelHeader {
        kind: UrgencyConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: "urgency-1".into(),
        board_sizes: sizes.into_iter().collect(),
        scope: Scope::default(),
        training: TrainingRecord {
            n_games: learned.len(),
            n_positions: n_positions as usize,
            sampling: format!("every position; {} competitions for the strengths", competitions.len()),
            games_hash: TrainedOn::new(learned.iter().copied()).games_hash(),
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).map_err(TrainError::learner)?,
        seed: config.seed,
        metrics,
    };
    Ok(UrgencyModel::new(header, database))
}

/// Goes through the positions of a game whose move is legal, with the hashes of their patterns.
fn each_position(game: &Game, n_cells: usize, mut visit: impl FnMut(&Position, &PatternHashes, Move)) {
    let mut hashes = PatternHashes::empty(game.size, n_cells);
    let mut stones = vec![None; game.size.area()];
    let mut replay: Replay<'_> = Replay::new(game);
    while let Some((position, played)) = replay.next_position() {
        // Whatever changed since the last position, stones taken included, is toggled.
        for (point, known) in game.size.points().zip(&mut stones) {
            let now = position.board.color_at(point);
            if now != *known {
                [*known, now].into_iter().flatten().for_each(|color| hashes.toggle(point, color));
                *known = now;
            }
        }
        if played.point().is_none_or(|point| position.is_legal(point)) {
            visit(position, &hashes, played);
        }
    }
}

/// The hashes of the patterns played most often, sorted.
fn frequent(config: &UrgencyConfig, games: &[&Game]) -> Vec<u64> {
    let count = |games: &[&Game]| {
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for game in games {
            each_position(game, config.cells, |position, hashes, played| {
                if let Move::Play(point) = played {
                    *counts.entry(hashes.at(point, position.to_move)).or_default() += 1;
                }
            });
        }
        counts
    };
    let join = |a: HashMap<u64, u32>, b: HashMap<u64, u32>| {
        let (mut larger, smaller) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        smaller.into_iter().for_each(|(hash, n)| *larger.entry(hash).or_default() += n);
        larger
    };
    let counts = games.par_chunks(256).map(count).reduce(HashMap::new, join);
    let mut kept: Vec<(u32, u64)> =
        counts.into_iter().filter(|&(_, n)| n >= config.least_played).map(|(hash, n)| (n, hash)).collect();
    kept.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    kept.truncate(config.patterns);
    let mut hashes: Vec<u64> = kept.into_iter().map(|(_, hash)| hash).collect();
    hashes.sort_unstable();
    hashes
}

/// The classes of the legal moves of a position with their numbers, and the class of the move played.
fn compete(database: &Database, position: &Position, hashes: &PatternHashes, played: Move) -> Competition {
    let class_of = |mv: Move| match mv {
        Move::Play(point) => database.class_of(hashes.at(point, position.to_move)),
        Move::Pass => Database::class_of_pass(position),
    };
    let legal = position.legal_points().map(Move::Play).chain([Move::Pass]);
    let mut all: Vec<u32> = legal.map(|mv| class_of(mv) as u32).collect();
    all.sort_unstable();
    let classes = all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect();
    Competition { classes, winner: class_of(played) as u32 }
}

/// Times seen and played by class, and the sampled competitions in the order of the games.
fn take_down(config: &UrgencyConfig, database: &Database, games: &[&Game]) -> (Vec<(u64, u64)>, Vec<Competition>) {
    let one = |games: &[&Game]| {
        let mut counts = vec![(0, 0); database.classes.len()];
        let mut sampled = Vec::new();
        for game in games {
            let salt = mix(fingerprint(game) ^ config.seed);
            each_position(game, config.cells, |position, hashes, played| {
                let competition = compete(database, position, hashes, played);
                for &(class, n) in &competition.classes {
                    counts[class as usize].0 += u64::from(n);
                }
                counts[competition.winner as usize].1 += 1;
                let draw = (mix(salt ^ position.move_number as u64) >> 11) as f64 / (1u64 << 53) as f64;
                if draw < config.sampling {
                    sampled.push(competition);
                }
            });
        }
        (counts, sampled)
    };
    let join = |(mut counts, mut sampled): (Vec<(u64, u64)>, Vec<Competition>),
                (other, more): (Vec<(u64, u64)>, Vec<_>)| {
        for (sum, (seen, played)) in counts.iter_mut().zip(other) {
            *sum = (sum.0 + seen, sum.1 + played);
        }
        sampled.extend(more);
        (counts, sampled)
    };
    games.par_chunks(256).map(one).reduce(|| (vec![(0, 0); database.classes.len()], Vec::new()), join)
}

/// Times played over times seen, as a multiple of the rate of unknown patterns.
fn set_urgencies(database: &mut Database) {
    let rate = |class: &Class| (class.played as f64 + 0.5) / (class.seen as f64 + 1.0);
    let unknown = rate(&database.classes[UNKNOWN]);
    for class in &mut database.classes {
        class.strength = bounded(rate(class) / unknown);
    }
}

/// A round of minorization-maximization.
fn improve(database: &mut Database, competitions: &[Competition]) {
    let mut wins = vec![1.0f64; database.classes.len()];
    let mut chances: Vec<f64> = database.classes.iter().map(|class| 2.0 / (f64::from(class.strength) + 1.0)).collect();
    for Competition { classes, winner } in competitions {
        let strength = |&(class, n): &(u32, u32)| f64::from(n) * f64::from(database.classes[class as usize].strength);
        let total: f64 = classes.iter().map(strength).sum();
        for &(class, n) in classes {
            chances[class as usize] += f64::from(n) / total;
        }
        wins[*winner as usize] += 1.0;
    }
    let updated = |class: usize| wins[class] / chances[class];
    let unknown = updated(UNKNOWN);
    for (class, of) in database.classes.iter_mut().enumerate() {
        of.strength = bounded(updated(class) / unknown);
    }
}

fn bounded(strength: f64) -> f32 {
    (strength as f32).clamp(WEAKEST, 1.0 / WEAKEST)
}

/// How often the move played has a known pattern, and of these positions how often it is among the first.
fn figures(database: &Database, games: &[&Game]) -> BTreeMap<String, f64> {
    let n_cells = usize::from(database.n_cells);
    let count = |game: &&Game| {
        let (mut n, mut covered, mut within) = (0u64, 0u64, [0u64; RANKS.len()]);
        each_position(game, n_cells, |position, hashes, played| {
            if played.is_pass() {
                return;
            }
            n += 1;
            let Competition { classes, winner } = compete(database, position, hashes, played);
            if winner as usize == UNKNOWN {
                return;
            }
            covered += 1;
            let strength = |class: u32| database.classes[class as usize].strength;
            let own = strength(winner);
            let number = |wanted: &dyn Fn(f32) -> bool| -> usize {
                classes.iter().filter(|(class, _)| wanted(strength(*class))).map(|(_, n)| *n as usize).sum()
            };
            // As `Prediction::rank`: a tie counts as half of its places.
            let rank = 1 + number(&|strength| strength > own) + (number(&|strength| strength == own) - 1).div_ceil(2);
            for (count, limit) in within.iter_mut().zip(RANKS) {
                *count += u64::from(rank <= limit);
            }
        });
        (n, covered, within)
    };
    let join = |a: (u64, u64, [u64; RANKS.len()]), b: (u64, u64, [u64; RANKS.len()])| {
        (a.0 + b.0, a.1 + b.1, std::array::from_fn(|at| a.2[at] + b.2[at]))
    };
    let (n, covered, within) = games.par_iter().map(count).reduce(|| (0, 0, [0; RANKS.len()]), join);
    let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
    let mut metrics = BTreeMap::from([("validation_positions".to_owned(), n as f64)]);
    if n > 0 {
        metrics.insert("validation_covered".to_owned(), share(covered, n));
        for (rank, n_within) in RANKS.into_iter().zip(within) {
            metrics.insert(format!("validation_covered_m{rank}"), share(n_within, covered));
        }
    }
    metrics
}
