//! The shapes of corners and sides that strong players make: how often each was seen, what was answered, and what territory it became (Basaldúa 2013,
//! sections 3.4.9 and 6.1.2).
//!
//! A shape is the stones in a region, independent of place, mirror image and colours ([`go_features::regions`]). A *place* is a cell and a colour of the shape
//! as one byte, 2 cell + ink. Territory is counted in the 66 cells of a corner (small and big ones alike, so that both say the same thing) or in the 87 of a side. The estimate
//! is the mean less its standard error: a lower bound that trusts rare shapes less.

use std::collections::HashMap;

use go_board::{Color, Point};
use go_features::regions::{Region, RegionKind, RegionShapes};
use serde::{Deserialize, Serialize};

/// A move that was made in a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The cell and the colour, 2 cell + ink.
    pub place: u8,
    /// How often it was the next move in the region.
    pub n: u32,
}

/// What is known of a shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownShape {
    /// Its key.
    pub(super) key: u64,
    /// The number of its kind of region.
    pub(super) kind: u8,
    /// The places of its stones.
    pub stones: Vec<u8>,
    /// How often it was seen.
    pub n_seen: u32,
    /// How often in games with final owners.
    pub n_counted: u32,
    /// The mean number of cells that its first and its second colour owned at the end.
    pub mean: [f32; 2],
    /// The standard deviations of these.
    pub deviation: [f32; 2],
    /// What was answered, the commonest first.
    pub answers: Vec<Answer>,
}

impl KnownShape {
    /// The form of its region.
    pub fn kind(&self) -> RegionKind {
        RegionKind::ALL[usize::from(self.kind) % 3]
    }

    /// Lower bounds of the territory of both of its colours.
    pub fn territory(&self) -> [f32; 2] {
        let n = (self.n_counted as f32).max(1.0);
        [0, 1].map(|ink| (self.mean[ink] - self.deviation[ink] / n.sqrt()).max(0.0))
    }

    /// What a reader may meet in a file of another program.
    fn is_sound(&self) -> bool {
        let n_places = 2 * self.kind().n_cells();
        let fits = |place: u8| usize::from(place) < n_places;
        usize::from(self.kind) < RegionKind::ALL.len()
            && self.stones.iter().copied().all(fits)
            && self.answers.iter().all(|answer| fits(answer.place))
            && self.mean.iter().chain(&self.deviation).all(|number| (0.0..1e6).contains(number))
    }
}

/// The points in which the territory of a region is counted.
pub(super) fn territory_points(region: Region) -> &'static [Point] {
    match (region.kind(), region.other_corner()) {
        (RegionKind::SmallCorner, Some(big)) => big.points(false),
        _ => region.points(false),
    }
}

/// May the shape of a region be looked up? A big corner must be closed off by empty points.
pub(super) fn is_readable(shapes: &RegionShapes, region: Region) -> bool {
    region.kind() != RegionKind::BigCorner || shapes.is_enclosed(region)
}

/// All known shapes.
#[derive(Clone, Debug, Default)]
pub struct ShapeBook {
    shapes: Vec<KnownShape>,
    numbers: HashMap<u64, u32, foldhash::fast::FixedState>,
    min_counted: u32,
}

impl ShapeBook {
    /// A book of these shapes; the territory of those seen in fewer counted games is not known. None if a shape cannot be.
    pub(super) fn new(shapes: Vec<KnownShape>, min_counted: u32) -> Option<ShapeBook> {
        let numbers = shapes.iter().enumerate().map(|(number, shape)| (shape.key, number as u32)).collect();
        shapes.iter().all(KnownShape::is_sound).then_some(ShapeBook { shapes, numbers, min_counted })
    }

    /// The shapes.
    pub fn shapes(&self) -> &[KnownShape] {
        &self.shapes
    }

    /// Is the territory of the shape known?
    pub fn has_territory(&self, shape: &KnownShape) -> bool {
        shape.n_counted >= self.min_counted
    }

    /// What is known of the shape in a region.
    pub fn find(&self, shapes: &RegionShapes, region: Region) -> Option<&KnownShape> {
        let key = is_readable(shapes, region).then(|| shapes.shape(region).0)?;
        let shape = &self.shapes[*self.numbers.get(&key)? as usize];
        (shape.kind() == region.kind()).then_some(shape)
    }

    /// The expected territory of Black and White in a region, if its shape is known.
    pub fn territory(&self, shapes: &RegionShapes, region: Region) -> Option<[f32; 2]> {
        let shape = self.find(shapes, region).filter(|shape| self.has_territory(shape))?;
        let view = shapes.shape(region).1;
        let territory = shape.territory();
        Some(Color::BOTH.map(|color| territory[view.ink(color)]))
    }

    /// What this side answered in a region, with its share of all answers: the commonest first, a symmetric shape's mirror images after each other.
    pub fn answers(&self, shapes: &RegionShapes, region: Region, color: Color, out: &mut Vec<(Point, f32)>) {
        let Some(shape) = self.find(shapes, region) else { return };
        let all: u32 = shape.answers.iter().map(|answer| answer.n).sum();
        for answer in &shape.answers {
            for view in shapes.views(region).filter(|view| view.color(usize::from(answer.place & 1)) == color) {
                let point = region.points(view.is_mirrored)[usize::from(answer.place >> 1)];
                if !out.iter().any(|&(known, _)| known == point) {
                    out.push((point, answer.n as f32 / all.max(1) as f32));
                }
            }
        }
    }
}
