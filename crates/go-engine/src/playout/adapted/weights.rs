//! The weights that an adapted search changes, shared by its threads.
//!
//! A move's weight is a product of factors: of its 3x3 shape (as it stands on the board: colours and orientation are not exchanged), of contiguity, capture and extension, of
//! its point, and of its point in its 3x3 context (8 bits of hash). The first two begin with the shipped light weights, the others with 1. A step of
//! theta = ln factor is a multiplication, which two threads at once may count once.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use go_board::{Color, GRID_CELLS, Point};

use super::super::light_weights::{LightFeature, LightWeights};
use super::super::sampled::{DrawWeights, URGENT, bit};
use super::config::AdaptedConfig;

const CONTEXT_BITS: u32 = 8;

/// What a move is weighed by: enough to change its weights afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weighed {
    pub(super) color: Color,
    pub(super) point: Point,
    /// 3x3.
    pub(super) code: u16,
    /// The set of its features.
    pub(super) features: u8,
}

/// A factor that all threads change.
struct Factor(AtomicU32);

impl Factor {
    fn new(value: f32) -> Self {
        Factor(AtomicU32::new(value.to_bits()))
    }

    #[inline(always)]
    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    /// Adds `step` to the logarithm, pulls towards `origin` and stays near it.
    #[inline]
    fn change(&self, step: f32, origin: f32, bounds: Bounds) {
        // exp to the second order: steps are small.
        let stepped = self.get() * (1.0 + step + 0.5 * step * step);
        let pulled = stepped + bounds.decay * (origin - stepped);
        self.0.store(pulled.clamp(origin / bounds.largest, origin * bounds.largest).to_bits(), Relaxed);
    }
}

#[derive(Clone, Copy)]
struct Bounds {
    decay: f32,
    largest: f32,
}

/// The weights of one search.
pub(super) struct AdaptedWeights {
    light: std::sync::Arc<LightWeights>,
    bounds: Bounds,
    local_rate: f32,
    shape_rate: f32,
    feature_rate: f32,
    /// By colour and 3x3 code.
    shapes: [Box<[Factor]>; 2],
    features: [Factor; 4],
    /// By colour and point.
    points: [Box<[Factor]>; 2],
    /// By colour, point and context.
    contexts: [Box<[Factor]>; 2],
}

impl AdaptedWeights {
    pub(super) fn new(config: &AdaptedConfig) -> Self {
        let light = LightWeights::shipped();
        let ones = |n: usize| (0..n).map(|_| Factor::new(1.0)).collect::<Box<[_]>>();
        let shapes = Color::BOTH
            .map(|color| (0..1_u64 << 16).map(|code| Factor::new(light.shape(code, color))).collect::<Box<[_]>>());
        let features = LightFeature::ALL.map(|feature| Factor::new(light.feature(feature)));
        Self {
            bounds: Bounds { decay: config.decay as f32, largest: config.largest_factor.max(1.0) as f32 },
            local_rate: config.local_rate as f32,
            shape_rate: config.shape_rate as f32,
            feature_rate: config.feature_rate as f32,
            shapes,
            features,
            points: [ones(GRID_CELLS), ones(GRID_CELLS)],
            contexts: [ones(GRID_CELLS << CONTEXT_BITS), ones(GRID_CELLS << CONTEXT_BITS)],
            light,
        }
    }

    #[inline(always)]
    fn context(point: Point, code: u16) -> usize {
        // The grid has 1,024 cells and the code eight bits: always within the table.
        point.index() << CONTEXT_BITS | usize::from(code.wrapping_mul(0x9E35) >> (16 - CONTEXT_BITS))
    }

    /// Makes a move likelier in proportion to the advantage that it had, or less likely if that is negative.
    pub(super) fn change(&self, weighed: Weighed, advantage: f32) {
        let Weighed { color, point, code, features } = weighed;
        let (side, bounds) = (color.index(), self.bounds);
        let origin = self.light.shape(u64::from(code), color);
        self.shapes[side][usize::from(code)].change(self.shape_rate * advantage, origin, bounds);
        self.points[side][point.index()].change(self.local_rate * advantage, 1.0, bounds);
        self.contexts[side][Self::context(point, code)].change(self.local_rate * advantage, 1.0, bounds);
        for feature in URGENT.into_iter().filter(|&feature| features & bit(feature) != 0) {
            let origin = self.light.feature(feature);
            self.features[feature as usize].change(self.feature_rate * advantage, origin, bounds);
        }
    }
}

impl DrawWeights for AdaptedWeights {
    #[inline(always)]
    fn point(&self, point: Point, raw_pattern: u64, color: Color) -> f32 {
        let (side, code) = (color.index(), raw_pattern as u16);
        self.shapes[side][usize::from(code)].get()
            * self.points[side][point.index()].get()
            * self.contexts[side][Self::context(point, code)].get()
    }

    #[inline(always)]
    fn feature(&self, feature: LightFeature) -> f32 {
        self.features[feature as usize].get()
    }
}
