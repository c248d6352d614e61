//! Eight qualities become two numbers, and these a value (Basaldúa 2013, eq. 3.18-3.20).
//!
//! ```text
//! x = (own qualities - opponent's) / SD,   (l1, l2) = x H+ / s,   v = L . (l1, l2)
//! ```
//!
//! H comes from the non-negative factorisation of the movers' qualities, each divided by its standard deviation; s makes both numbers of the differences have
//! SD 1. L is a direction of length 1 that the player chooses.
//!
//! H+ is the pseudo-inverse with its negative entries set to 0: a quality that is good for a side must not count against it (aim e of section 3.4.2), and the weights that section 3.4.7 lists are all
//! positive, which those of a pseudo-inverse are not where parts overlap.

use go_features::qualities::{N_QUALITIES, Qualities};
use learn::factorisation::{Counts, Factorisation, FactorisationConfig, right_inverse};
use serde::{Deserialize, Serialize};

/// Numbers that the qualities are reduced to.
pub const N_FACTORS: usize = 2;

/// An encoding (l1, l2).
pub type Encoding = [f32; N_FACTORS];

/// How qualities are encoded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Encoder {
    /// The standard deviation of every quality.
    pub deviations: Qualities,
    /// H: what the factors are made of, summing to 1 each.
    pub parts: [Qualities; N_FACTORS],
    /// The columns of H+ without what is negative, scaled: the weights of the (scaled) qualities in each number.
    pub weights: [Qualities; N_FACTORS],
    /// The mean change of the encoding that a move brings its mover.
    pub tempo: Encoding,
}

/// Positions as rows: the mover's qualities, and the difference to the opponent's.
pub(super) struct Sample {
    pub(super) own: Qualities,
    pub(super) difference: Qualities,
}

impl Encoder {
    /// Learns the encoding; none if the qualities do not have two parts.
    pub(super) fn learn(samples: &[Sample], seed: u64) -> Option<Encoder> {
        let n = samples.len().max(1) as f64;
        let deviations: [f64; N_QUALITIES] = std::array::from_fn(|k| {
            let mean = samples.iter().map(|sample| f64::from(sample.own[k])).sum::<f64>() / n;
            let variance = samples.iter().map(|sample| (f64::from(sample.own[k]) - mean).powi(2)).sum::<f64>() / n;
            if variance > 0.0 { variance.sqrt() } else { 1.0 }
        });
        let mut counts = Counts::new(N_QUALITIES);
        for sample in samples {
            let row: Vec<f64> = sample.own.iter().zip(&deviations).map(|(own, sd)| f64::from(*own) / sd).collect();
            counts.push_dense(&row).ok()?;
        }
        let config = FactorisationConfig { n_factors: N_FACTORS, seed, ..FactorisationConfig::default() };
        let factors = Factorisation::fit(&counts, &config)?.normalised();
        let inverse = right_inverse(factors.parts(), N_FACTORS)?;
        let mut weights: [[f64; N_QUALITIES]; N_FACTORS] =
            std::array::from_fn(|a| std::array::from_fn(|k| inverse[k * N_FACTORS + a].max(0.0)));
        for of_factor in &mut weights {
            let encode = |sample: &Sample| -> f64 {
                (0..N_QUALITIES).map(|k| of_factor[k] * f64::from(sample.difference[k]) / deviations[k]).sum()
            };
            let squares = samples.iter().map(|sample| encode(sample).powi(2)).sum::<f64>() / n;
            if squares <= 0.0 {
                return None;
            }
            of_factor.iter_mut().for_each(|weight| *weight /= squares.sqrt());
        }
        Some(Encoder {
            deviations: deviations.map(|sd| sd as f32),
            parts: std::array::from_fn(|a| std::array::from_fn(|k| factors.part(a)[k] as f32)),
            weights: weights.map(|of_factor| of_factor.map(|weight| weight as f32)),
            tempo: [0.0; N_FACTORS],
        })
    }

    /// Nothing learned yet: everything is worth 0.
    pub(super) fn plain() -> Encoder {
        let nothing = [[0.0; N_QUALITIES]; N_FACTORS];
        Encoder { deviations: [1.0; N_QUALITIES], parts: nothing, weights: nothing, tempo: [0.0; N_FACTORS] }
    }

    /// The encoding of a difference of qualities.
    pub fn encode(&self, difference: &Qualities) -> Encoding {
        self.weights
            .map(|weights| (0..N_QUALITIES).map(|k| weights[k] * difference[k] / self.deviations[k]).sum::<f32>())
    }

    /// What a reader may meet in a file of another program.
    pub(super) fn is_sound(&self) -> bool {
        let fits = |number: &f32| number.abs() < 1e6;
        self.deviations.iter().all(|sd| *sd > 1e-9 && *sd < 1e6)
            && self.parts.iter().chain(&self.weights).flatten().all(fits)
            && self.tempo.iter().all(fits)
    }
}
