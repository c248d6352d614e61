//! The static problem: a strip of fixed width and the rectangles to be placed on it.
//!
//! An [`Instance`] is validated once, in the constructor; all other code may rely on sizes that are positive, fit the
//! strip and never overflow. Equal rectangles are merged into a [`Kind`] with a count, so that a search never tries the
//! same placement twice; a square has one [`Orientation`], everything else two if rotation is allowed.
//!
//! It holds no placement and no file format.

use stable_hash::Fnv1a;
use thiserror::Error;

use crate::fit::FitIndex;

/// Limit of heights, widths and all sums of them, so that `u32` arithmetic cannot overflow.
pub(crate) const MAX_TOTAL_LENGTH: u64 = 1 << 30;

/// Limit of the number of rectangles: kinds and orientations are numbered with 16 bits.
pub(crate) const MAX_RECTANGLES: u64 = 30_000;

/// Width across the strip and height along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    /// Across the strip.
    pub width: u32,
    /// Along the strip.
    pub height: u32,
}

impl Size {
    /// A size.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// The same rectangle turned by 90 degrees.
    pub fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Width times height.
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// One entry of the input: a rectangle and its number of copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// As given; rotation may turn it.
    pub size: Size,
    /// How many; 0 means that nothing is placed for the entry.
    pub copies: u32,
}

/// Whether rectangles may be turned by 90 degrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// Both ways.
    Allowed,
    /// Only as given.
    Fixed,
}

/// All rectangles of one size (up to turning, where that is allowed).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// As the first item of this kind gives it.
    pub size: Size,
    /// How many there are.
    pub count: u16,
    /// The items they come from, one entry per copy, rising.
    pub items: Vec<u32>,
}

/// One orientation of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orientation {
    /// As laid down.
    pub size: Size,
    /// Index into [`Instance::kinds`].
    pub kind: u16,
}

/// Why a list of rectangles is not an instance.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InstanceError {
    /// The strip has no width.
    #[error("the strip's width is 0; it must be positive")]
    ZeroStrip,
    /// Nothing to pack.
    #[error("there are no rectangles to pack")]
    Empty,
    /// A rectangle without area.
    #[error("rectangle {item} is {width} x {height}: both sides must be positive")]
    ZeroSize {
        /// Index of the item, from 0.
        item: usize,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// A rectangle that is wider than the strip.
    #[error("rectangle {item} is {width} x {height}: wider than the strip ({strip_width}){hint}")]
    TooWide {
        /// Index of the item, from 0.
        item: usize,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// Width of the strip.
        strip_width: u32,
        /// What would help, if anything.
        hint: &'static str,
    },
    /// Beyond the limits of arithmetic and numbering.
    #[error("too large: {what} is {value}, the limit is {limit}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// How large.
        value: u64,
        /// How large it may be.
        limit: u64,
    },
}

impl InstanceError {
    /// The offending item, if there is one.
    pub fn item(&self) -> Option<usize> {
        match self {
            InstanceError::ZeroSize { item, .. } | InstanceError::TooWide { item, .. } => Some(*item),
            InstanceError::ZeroStrip | InstanceError::Empty | InstanceError::TooLarge { .. } => None,
        }
    }
}

/// A strip, its rectangles, and whether they may be turned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    name: String,
    strip_width: u32,
    items: Vec<Item>,
    rotation: Rotation,
    known_optimum: Option<u32>,
    /// One for each item, or none at all.
    item_names: Vec<String>,
    kinds: Vec<Kind>,
    orientations: Vec<Orientation>,
    fit_index: FitIndex,
    n_rectangles: usize,
    area: u64,
}

impl Instance {
    /// Checks the rectangles and merges equal ones.
    pub fn new(
        name: impl Into<String>,
        strip_width: u32,
        items: Vec<Item>,
        rotation: Rotation,
    ) -> Result<Self, InstanceError> {
        if strip_width == 0 {
            return Err(InstanceError::ZeroStrip);
        }
        check_limits(strip_width, &items)?;
        for (index, item) in items.iter().enumerate() {
            check_item(index, item.size, strip_width, rotation)?;
        }
        let kinds = merge(&items, rotation);
        if kinds.is_empty() {
            return Err(InstanceError::Empty);
        }
        let orientations = orientations(&kinds, strip_width, rotation);
        Ok(Self {
            name: name.into(),
            strip_width,
            n_rectangles: kinds.iter().map(|kind| usize::from(kind.count)).sum(),
            area: items.iter().map(|item| item.size.area() * u64::from(item.copies)).sum(),
            items,
            rotation,
            known_optimum: None,
            item_names: Vec::new(),
            fit_index: FitIndex::new(&kinds, &orientations),
            kinds,
            orientations,
        })
    }

    /// The same rectangles with what their owner calls them, one name for each item.
    pub fn with_item_names(mut self, names: Vec<String>) -> Self {
        self.item_names = if names.len() == self.items.len() { names } else { Vec::new() };
        self
    }

    /// What the owner calls an item, if anything.
    pub fn item_name(&self, item: usize) -> Option<&str> {
        self.item_names.get(item).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Sets the optimal height that a benchmark claims, for reporting gaps.
    pub fn with_known_optimum(mut self, height: Option<u32>) -> Self {
        self.known_optimum = height;
        self
    }

    /// The same rectangles with another rotation rule.
    pub fn with_rotation(&self, rotation: Rotation) -> Result<Self, InstanceError> {
        let same = Self::new(self.name.clone(), self.strip_width, self.items.clone(), rotation)?;
        Ok(same.with_known_optimum(self.known_optimum).with_item_names(self.item_names.clone()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width of the strip.
    pub fn strip_width(&self) -> u32 {
        self.strip_width
    }

    /// The input's entries in their order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Whether rectangles may be turned.
    pub fn rotation(&self) -> Rotation {
        self.rotation
    }

    /// The optimal height that the file claims. It may be wrong, or of another problem; searches never look at it.
    pub fn known_optimum(&self) -> Option<u32> {
        self.known_optimum
    }

    /// Distinct rectangles.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Every way to lay a kind down on this strip.
    pub fn orientations(&self) -> &[Orientation] {
        &self.orientations
    }

    /// The orientations by size.
    pub fn fit_index(&self) -> &FitIndex {
        &self.fit_index
    }

    /// How many rectangles are to be placed, copies counted.
    pub fn n_rectangles(&self) -> usize {
        self.n_rectangles
    }

    /// Sum of all rectangles' areas.
    pub fn area(&self) -> u64 {
        self.area
    }

    /// A hash of everything that defines the problem (FNV-1a over the numbers), without the name. Files store it to
    /// recognise their instance, so it must never change.
    pub fn fingerprint(&self) -> String {
        let mut hash = Fnv1a::default();
        let head = [self.strip_width, u32::from(self.rotation == Rotation::Allowed)];
        let items = self.items.iter().flat_map(|item| [item.size.width, item.size.height, item.copies]);
        head.into_iter().chain(items).for_each(|number| hash.write(&number.to_le_bytes()));
        format!("{:016x}", hash.finish())
    }
}

fn check_limits(strip_width: u32, items: &[Item]) -> Result<(), InstanceError> {
    let limit = |what, value, limit| {
        if value > limit { Err(InstanceError::TooLarge { what, value, limit }) } else { Ok(()) }
    };
    let copies = items.iter().map(|item| u64::from(item.copies)).sum();
    limit("the number of rectangles", copies, MAX_RECTANGLES)?;
    limit("the strip's width", u64::from(strip_width), MAX_TOTAL_LENGTH)?;
    // Copies are at most 30,000 by now and sides below 2^32, so this sum cannot overflow.
    let longest = |item: &Item| u64::from(item.size.width.max(item.size.height)) * u64::from(item.copies);
    limit("the length of all rectangles in a row", items.iter().map(longest).sum(), MAX_TOTAL_LENGTH)
}

fn check_item(index: usize, size: Size, strip_width: u32, rotation: Rotation) -> Result<(), InstanceError> {
    let Size { width, height } = size;
    if width == 0 || height == 0 {
        return Err(InstanceError::ZeroSize { item: index, width, height });
    }
    let turned_fits = height <= strip_width;
    if width <= strip_width || (rotation == Rotation::Allowed && turned_fits) {
        return Ok(());
    }
    let hint = if turned_fits { "; it would fit if it could be turned" } else { "" };
    Err(InstanceError::TooWide { item: index, width, height, strip_width, hint })
}

fn merge(items: &[Item], rotation: Rotation) -> Vec<Kind> {
    let same = |a: Size, b: Size| a == b || (rotation == Rotation::Allowed && a == b.turned());
    let mut kinds: Vec<Kind> = Vec::new();
    for (index, item) in items.iter().enumerate().filter(|(_, item)| item.copies > 0) {
        let position = kinds.iter().position(|kind| same(kind.size, item.size)).unwrap_or_else(|| {
            kinds.push(Kind { size: item.size, count: 0, items: Vec::new() });
            kinds.len() - 1
        });
        kinds[position].count += item.copies as u16;
        kinds[position].items.extend(std::iter::repeat_n(index as u32, item.copies as usize));
    }
    kinds
}

fn orientations(kinds: &[Kind], strip_width: u32, rotation: Rotation) -> Vec<Orientation> {
    let mut all = Vec::with_capacity(2 * kinds.len());
    for (kind, Kind { size, .. }) in kinds.iter().enumerate() {
        let mut push = |size: Size| {
            if size.width <= strip_width {
                all.push(Orientation { size, kind: kind as u16 });
            }
        };
        push(*size);
        if rotation == Rotation::Allowed && size.width != size.height {
            push(size.turned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(width: u32, height: u32, copies: u32) -> Item {
        Item { size: Size::new(width, height), copies }
    }

    fn check(items: &[Item], rotation: Rotation, expected: &str) {
        let error = Instance::new("test", 10, items.to_vec(), rotation).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn equal_rectangles_merge() {
        let items = vec![item(3, 2, 2), item(4, 4, 1), item(2, 3, 1)];
        let turning = Instance::new("t", 10, items.clone(), Rotation::Allowed).expect("valid");
        assert_eq!(turning.kinds().len(), 2);
        assert_eq!(turning.kinds()[0].items, [0, 0, 2]);
        assert_eq!(turning.orientations().len(), 3, "a square has one way");
        assert_eq!((turning.n_rectangles(), turning.area()), (4, 34));
        let fixed = turning.with_rotation(Rotation::Fixed).expect("valid");
        assert_eq!((fixed.kinds().len(), fixed.orientations().len()), (3, 3));
    }

    #[test]
    fn an_orientation_wider_than_the_strip_is_left_out() {
        let instance = Instance::new("t", 10, vec![item(3, 12, 1)], Rotation::Allowed).expect("fits upright");
        assert_eq!(instance.orientations().len(), 1);
    }

    #[test]
    fn bad_lists_are_rejected() {
        check(&[], Rotation::Allowed, "there are no rectangles to pack");
        check(&[item(1, 1, 0)], Rotation::Allowed, "there are no rectangles to pack");
        check(&[item(1, 1, 1), item(0, 7, 1)], Rotation::Fixed, "rectangle 1 is 0 x 7: both sides must be positive");
        check(&[item(11, 12, 1)], Rotation::Allowed, "rectangle 0 is 11 x 12: wider than the strip (10)");
        check(
            &[item(11, 2, 1)],
            Rotation::Fixed,
            "rectangle 0 is 11 x 2: wider than the strip (10); it would fit if it could be turned",
        );
        check(
            &[item(1, u32::MAX, 2)],
            Rotation::Fixed,
            "too large: the length of all rectangles in a row is 8589934590, the limit is 1073741824",
        );
        check(
            &[item(1, 1, u32::MAX)],
            Rotation::Fixed,
            "too large: the number of rectangles is 4294967295, the limit is 30000",
        );
    }
}
