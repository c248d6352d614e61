//! The trained mixture: members, weights of every stage, probabilities, reasons.

use super::MixtureConfig;
use super::config::MOST_MEMBERS;
use super::fit::stage_of;
use crate::kind::{ModelSettings, TrainedModel};
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, read_header, write_model};
use crate::{Explanation, Model, Prediction, Predictor, Reason, TrainedOn, Voice};
use go_board::{Move, Position};
use learn::pool::{LEAST_LOG, Pool};
use serde::{Deserialize, Serialize};

/// A weight beyond this was not learned, and products of it with logarithms might not be numbers.
const MOST_WEIGHT: f32 = 1_000.0;
/// The weights of a linear pool sum to 1; by a sum that vanishes nothing can be divided.
const LEAST_SUM: f32 = 1e-3;

/// What of a mixture is written to its file besides the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Body {
    pub(super) stages: Vec<usize>,
    pub(super) pool: Pool,
    /// The weight of every member in every stage.
    pub(super) weights: Vec<Vec<f32>>,
    /// The members' files.
    pub(super) members: Vec<Vec<u8>>,
}

/// The members' names, each once.
pub(super) struct Voices {
    names: Vec<String>,
}

impl Voices {
    pub(super) fn new<'m>(members: impl Iterator<Item = &'m Model>) -> Voices {
        let mut names: Vec<String> = Vec::new();
        for member in members {
            let name = &member.header().name;
            let n_same = names.iter().filter(|known| *known == name || known.starts_with(&format!("{name} #"))).count();
            names.push(if n_same == 0 { name.clone() } else { format!("{name} #{}", n_same + 1) });
        }
        Voices { names }
    }

    /// The legal moves, and their probabilities by every member; uniform where a member does not cover the position.
    pub(super) fn ask(&self, members: &[&Model], position: &Position) -> (Vec<Move>, Vec<Vec<f32>>) {
        let mut prediction = Prediction::default();
        let moves: Vec<Move> = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
        let said = members.iter().map(|member| match member.covers(position) {
            true => {
                member.predict(position, &mut prediction);
                debug_assert_eq!(prediction.moves, moves, "the order of moves is the same for all predictors");
                prediction.probabilities.clone()
            }
            false => vec![1.0 / moves.len() as f32; moves.len()],
        });
        let said = said.collect();
        (moves, said)
    }
}

/// A pool of models.
pub struct MixtureModel {
    header: ModelHeader,
    body: Body,
    members: Vec<Model>,
    voices: Voices,
    /// Games that members learned from before; known after training only.
    borrowed: TrainedOn,
}

impl MixtureModel {
    pub(super) fn new(header: ModelHeader, body: Body, members: Vec<Model>, borrowed: TrainedOn) -> MixtureModel {
        let voices = Voices::new(members.iter());
        MixtureModel { header, body, members, voices, borrowed }
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<MixtureModel, ModelFileError> {
        let body: Body = file.decode_body()?;
        let n_members = body.members.len();
        if !(1..=MOST_MEMBERS).contains(&n_members) {
            return Err(ModelFileError::Damaged("it has no members, or more than a mixture may have"));
        }
        let lowest = if body.pool == Pool::Logarithmic { -MOST_WEIGHT } else { 0.0 };
        let is_sound = |weight: &f32| (lowest..=MOST_WEIGHT).contains(weight);
        let sums = |weights: &Vec<f32>| body.pool == Pool::Logarithmic || weights.iter().sum::<f32>() > LEAST_SUM;
        let fits = |weights: &Vec<f32>| weights.len() == n_members && weights.iter().all(is_sound) && sums(weights);
        let n_stages = body.stages.len() + 1;
        if body.weights.len() != n_stages || !body.weights.iter().all(fits) || !body.stages.is_sorted() {
            return Err(ModelFileError::Damaged("its weights do not fit its members"));
        }
        let mut members = Vec::with_capacity(n_members);
        for bytes in &body.members {
            // Without this a file could nest mixtures until the stack overflows.
            if read_header(bytes)?.kind == MixtureConfig::KIND {
                return Err(ModelFileError::Damaged("a mixture is a member of itself"));
            }
            members.push(Model::from_bytes(bytes)?);
        }
        Ok(MixtureModel::new(file.header, body, members, TrainedOn::default()))
    }

    /// The members with their names.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Model)> {
        self.voices.names.iter().map(String::as_str).zip(&self.members)
    }

    /// Which pool combines them.
    pub fn pool(&self) -> Pool {
        self.body.pool
    }

    /// The weight of every member in the stage of a position.
    fn weights(&self, position: &Position) -> &[f32] {
        &self.body.weights[stage_of(&self.body.stages, position.move_number + 1)]
    }

    /// One answer from those of the members.
    fn pooled(&self, position: &Position, said: &[Vec<f32>], out: &mut Vec<f32>) {
        let weights = self.weights(position);
        out.clear();
        out.resize(said[0].len(), 0.0);
        for (probabilities, &weight) in said.iter().zip(weights) {
            let terms = out.iter_mut().zip(probabilities);
            match self.body.pool {
                Pool::Linear => terms.for_each(|(sum, p)| *sum += weight * p),
                Pool::Logarithmic => terms.for_each(|(sum, p)| *sum += weight * p.ln().max(LEAST_LOG)),
            }
        }
        if self.body.pool == Pool::Logarithmic {
            learn::to_probabilities(out, 0);
        }
        let total: f32 = out.iter().sum();
        out.iter_mut().for_each(|p| *p /= total);
    }

    /// The members' explanations with their weights; none of those that do not cover the position.
    fn voices(&self, position: &Position, mv: Move) -> Option<Vec<Voice>> {
        let members = self.members().zip(self.weights(position));
        let voices = members.filter(|((_, model), _)| self.body.pool == Pool::Linear || model.covers(position));
        voices
            .map(|((name, model), &weight)| {
                let explanation = match model.covers(position) {
                    true => model.explain(position, mv)?,
                    false => indifferent(position, mv)?,
                };
                Some(Voice { name: name.to_owned(), weight, explanation })
            })
            .collect()
    }
}

/// The explanation of a member that does not cover the position.
fn indifferent(position: &Position, mv: Move) -> Option<Explanation> {
    let moves: Vec<Move> = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
    let share = 1.0 / moves.len() as f32;
    let prediction = Prediction { probabilities: vec![share; moves.len()], moves };
    Explanation::product(&prediction, mv, share, Vec::new())
}

impl Predictor for MixtureModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn covers(&self, position: &Position) -> bool {
        self.members.iter().any(|member| member.covers(position))
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        let members: Vec<&Model> = self.members.iter().collect();
        let (moves, said) = self.voices.ask(&members, position);
        self.pooled(position, &said, &mut prediction.probabilities);
        prediction.moves = moves;
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        prediction.moves.iter().position(|&legal| legal == mv)?;
        let voices = self.voices(position, mv)?;
        match self.body.pool {
            Pool::Linear => Explanation::mean(&prediction, mv, voices),
            Pool::Logarithmic => Explanation::pool(&prediction, mv, voices),
        }
    }
}

impl Ablation for MixtureModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let members: Vec<&Model> = self.members.iter().collect();
        let (moves, mut said) = self.voices.ask(&members, position);
        let chosen = moves.iter().position(|&legal| legal == mv)?;
        let (place, without) = self.members().enumerate().find_map(|(place, (name, member))| {
            let own = |feature: &String| Some(feature.strip_prefix(name)?.strip_prefix('/')?.to_owned());
            let features: Vec<String> = reason.features.iter().map(own).collect::<Option<_>>()?;
            let own = Reason { features, ..reason.clone() };
            Some((place, member.probability_without(position, mv, &own)?))
        })?;
        // The member's odds of the move change; the proportions of the other moves stay.
        let own = said[place][chosen];
        let others = (1.0 - without) / (1.0 - own).max(f32::MIN_POSITIVE);
        said[place].iter_mut().for_each(|p| *p *= others);
        said[place][chosen] = without;
        let mut pooled = Vec::new();
        self.pooled(position, &said, &mut pooled);
        Some(pooled[chosen])
    }
}

impl TrainedModel for MixtureModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.members.iter().map(Model::n_features).sum()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &self.body)
    }

    fn borrowed_games(&self) -> TrainedOn {
        self.borrowed.clone()
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        let mut details = vec![("pool", self.body.pool.name().to_owned())];
        let firsts = [1].into_iter().chain(self.body.stages.iter().copied());
        let stages: Vec<String> = firsts.map(|first| format!("from move {first}")).collect();
        details.push(("weights", stages.join(", ")));
        for (place, (name, model)) in self.members().enumerate() {
            let weights = self.body.weights.iter().map(|of_stage| format!("{:.3}", of_stage[place]));
            let weights = weights.collect::<Vec<_>>().join(", ");
            details.push(("member", format!("{name} ({}): {weights}", model.header().kind)));
        }
        details
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::small_mixture;
    use crate::model_file::write_model;

    #[test]
    fn weights_that_nobody_can_have_learned_are_refused() {
        let bytes = small_mixture();
        let file = || ModelFile::parse(&bytes).expect("a sound file");
        let body: Body = file().decode_body().expect("a sound body");
        for pool in [Pool::Linear, Pool::Logarithmic] {
            let with = |weight: f32| {
                let weights = body.weights.iter().map(|stage| vec![weight; stage.len()]).collect();
                let changed = Body { pool, weights, ..body.clone() };
                Model::from_bytes(&write_model(&file().header, &changed)).map(|_| ())
            };
            assert_eq!(with(0.5).map_err(|error| error.to_string()), Ok(()));
            for weight in [f32::NAN, f32::INFINITY, f32::MAX, 2e3, -f32::MAX] {
                assert!(with(weight).is_err(), "{pool:?} {weight}");
            }
            assert_eq!(with(f32::MIN_POSITIVE).is_err(), pool == Pool::Linear);
        }
    }
}
