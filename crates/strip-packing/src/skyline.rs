//! The upper contour of a partial packing: horizontal segments from left to right, neighbours of different height.
//!
//! All constructive methods here place rectangles on the *lowest* segment (the leftmost of equally low ones): the
//! bottom-left rule of Basaldúa 2013, section 2.3.4, with a niche given by its two walls. The area below the contour is
//! never used again; raising a segment skips its niche, and that area is the *waste* that the search counts.
//!
//! Tests compare every operation with a plain array of column heights.

/// A horizontal piece of the contour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Left end.
    pub x: u32,
    /// Height.
    pub y: u32,
    /// Length.
    pub width: u32,
}

/// Height of the strip's own walls: higher than anything.
pub(crate) const WALL: u32 = u32::MAX;

/// The lowest segment and its two walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Niche {
    /// Index of the segment.
    index: usize,
    /// Left end.
    pub x: u32,
    /// Height of its floor.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height of the left neighbour, or [`WALL`].
    pub left: u32,
    /// Height of the right neighbour, or [`WALL`].
    pub right: u32,
}

impl Niche {
    /// Height of the lower wall: where the niche ends and the contour becomes wider.
    pub(crate) fn rim(&self) -> u32 {
        self.left.min(self.right)
    }

    /// Height of the higher wall, which rectangles are put against.
    pub(crate) fn wall(&self) -> u32 {
        self.left.max(self.right)
    }

    /// Area that is lost when the niche is given up up to its rim; meaningless on an empty contour.
    pub(crate) fn area(&self) -> u64 {
        u64::from(self.width) * u64::from(self.rim() - self.y)
    }
}

/// The contour of a partial packing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Skyline {
    segments: Vec<Segment>,
}

impl Clone for Skyline {
    fn clone(&self) -> Self {
        Self { segments: self.segments.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.segments.clone_from(&source.segments);
    }
}

impl Skyline {
    /// An empty strip.
    pub(crate) fn new(strip_width: u32) -> Self {
        Self { segments: vec![Segment { x: 0, y: 0, width: strip_width }] }
    }

    /// The contour from left to right.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Whether the contour is one flat line.
    pub(crate) fn is_flat(&self) -> bool {
        self.segments.len() == 1
    }

    /// The highest point.
    #[cfg(test)]
    pub(crate) fn top(&self) -> u32 {
        self.segments.iter().map(|segment| segment.y).max().unwrap_or(0)
    }

    /// The lowest, leftmost segment with its walls.
    pub(crate) fn niche(&self) -> Niche {
        let mut index = 0;
        for (i, segment) in self.segments.iter().enumerate().skip(1) {
            if segment.y < self.segments[index].y {
                index = i;
            }
        }
        self.niche_at(index)
    }

    fn niche_at(&self, index: usize) -> Niche {
        let Segment { x, y, width } = self.segments[index];
        let left = if index == 0 { WALL } else { self.segments[index - 1].y };
        let right = self.segments.get(index + 1).map_or(WALL, |segment| segment.y);
        Niche { index, x, y, width, left, right }
    }

    /// Puts a rectangle into the niche, against its higher wall (the left one if they are equal), and returns its left
    /// edge. The rectangle must not be wider than the niche.
    pub(crate) fn place(&mut self, niche: &Niche, width: u32, height: u32) -> u32 {
        self.place_at(niche, width, height, niche.left >= niche.right)
    }

    /// The same with the side chosen by the caller.
    pub(crate) fn place_at(&mut self, niche: &Niche, width: u32, height: u32, against_left: bool) -> u32 {
        debug_assert!(width <= niche.width && width > 0 && height > 0);
        let top = niche.y + height;
        let k = niche.index;
        if width == niche.width {
            self.segments[k].y = top;
            self.join(k);
            return niche.x;
        }
        self.segments[k].width -= width;
        if against_left {
            self.segments[k].x += width;
            if niche.left == top {
                self.segments[k - 1].width += width;
            } else {
                self.segments.insert(k, Segment { x: niche.x, y: top, width });
            }
            niche.x
        } else {
            let x = niche.x + niche.width - width;
            if niche.right == top {
                self.segments[k + 1].x = x;
                self.segments[k + 1].width += width;
            } else {
                self.segments.insert(k + 1, Segment { x, y: top, width });
            }
            x
        }
    }

    /// Gives the niche up: its floor rises to its rim. Does nothing to a flat contour.
    pub(crate) fn raise(&mut self, niche: &Niche) {
        if !self.is_flat() {
            self.segments[niche.index].y = niche.rim();
            self.join(niche.index);
        }
    }

    /// The lowest position of a rectangle of this width over the whole contour, leftmost of equals: the classical
    /// bottom-left position on a contour. Returns x and y; `None` if it is wider than the strip.
    pub(crate) fn lowest_position(&self, width: u32) -> Option<(u32, u32)> {
        let strip_width: u32 = self.segments.iter().map(|segment| segment.width).sum();
        let mut best: Option<(u32, u32)> = None;
        for (i, start) in self.segments.iter().enumerate() {
            if width > strip_width - start.x {
                break;
            }
            let covered = self.segments[i..].iter().take_while(|segment| segment.x < start.x + width);
            let y = covered.map(|segment| segment.y).max().unwrap_or(0);
            if best.is_none_or(|(_, lowest)| y < lowest) {
                best = Some((start.x, y));
            }
        }
        best
    }

    /// Covers the contour from `x` on for `width` with a top at `top`, for methods that do not work on the niche. The
    /// range must be on the strip.
    pub(crate) fn cover(&mut self, x: u32, width: u32, top: u32) {
        let right = x + width;
        let mut segments = Vec::with_capacity(self.segments.len() + 2);
        let mut push = |segment: Segment| {
            if segment.width == 0 {
                return;
            }
            match segments.last_mut() {
                Some(Segment { y, width, .. }) if *y == segment.y => *width += segment.width,
                _ => segments.push(segment),
            }
        };
        let mut covered = false;
        for &Segment { x: from, y, width: length } in &self.segments {
            let to = from + length;
            push(Segment { x: from, y, width: to.min(x).saturating_sub(from) });
            if to > x && !covered {
                push(Segment { x, y: top, width });
                covered = true;
            }
            push(Segment { x: from.max(right), y, width: to.saturating_sub(from.max(right)) });
        }
        self.segments = segments;
    }

    /// Joins segment `k` with neighbours of its height.
    fn join(&mut self, k: usize) {
        if self.segments.get(k + 1).is_some_and(|right| right.y == self.segments[k].y) {
            self.segments[k].width += self.segments[k + 1].width;
            self.segments.remove(k + 1);
        }
        if k > 0 && self.segments[k - 1].y == self.segments[k].y {
            self.segments[k - 1].width += self.segments[k].width;
            self.segments.remove(k);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The slow twin: one height per column.
    #[derive(Clone)]
    struct Columns(Vec<u32>);

    impl Columns {
        fn contour(&self) -> Vec<Segment> {
            let mut segments: Vec<Segment> = Vec::new();
            for (x, &y) in self.0.iter().enumerate() {
                match segments.last_mut() {
                    Some(last) if last.y == y => last.width += 1,
                    _ => segments.push(Segment { x: x as u32, y, width: 1 }),
                }
            }
            segments
        }

        fn fill(&mut self, x: u32, width: u32, top: u32) {
            self.0[x as usize..(x + width) as usize].fill(top);
        }

        fn lowest_position(&self, width: u32) -> Option<(u32, u32)> {
            let windows = self.0.windows(width as usize).enumerate();
            windows.map(|(x, w)| (*w.iter().max().expect("not empty"), x as u32)).min().map(|(y, x)| (x, y))
        }
    }

    proptest! {
        #[test]
        fn every_step_agrees_with_columns(
            strip_width in 1u32..24,
            steps in prop::collection::vec((0u8..4, 1u32..24, 1u32..9, any::<bool>()), 0..60),
        ) {
            let mut skyline = Skyline::new(strip_width);
            let mut columns = Columns(vec![0; strip_width as usize]);
            for (action, width, height, side) in steps {
                let niche = skyline.niche();
                let low = *columns.0.iter().min().expect("not empty");
                prop_assert_eq!(niche.y, low);
                prop_assert_eq!(niche.x as usize, columns.0.iter().position(|&y| y == low).expect("present"));
                match action {
                    0 if !skyline.is_flat() => {
                        columns.fill(niche.x, niche.width, niche.rim());
                        skyline.raise(&niche);
                    }
                    1 => {
                        prop_assert_eq!(skyline.lowest_position(width), columns.lowest_position(width));
                        if let Some((x, y)) = skyline.lowest_position(width) {
                            skyline.cover(x, width, y + height);
                            columns.fill(x, width, y + height);
                        }
                    }
                    _ if width <= niche.width => {
                        let x = skyline.place_at(&niche, width, height, side);
                        prop_assert_eq!(x, if side { niche.x } else { niche.x + niche.width - width });
                        columns.fill(x, width, niche.y + height);
                    }
                    _ => {}
                }
                prop_assert_eq!(skyline.segments(), columns.contour());
                prop_assert_eq!(skyline.top(), *columns.0.iter().max().expect("not empty"));
            }
        }
    }

    #[test]
    fn goes_against_the_higher_wall() {
        let mut skyline = Skyline::new(10);
        assert_eq!(skyline.place(&skyline.niche(), 3, 2), 0, "equal walls: left");
        assert_eq!(skyline.place(&skyline.niche(), 3, 5), 7, "the strip's wall is higher than 2");
        let niche = skyline.niche();
        assert_eq!((niche.x, niche.width, niche.left, niche.right), (3, 4, 2, 5));
        assert_eq!((niche.rim(), niche.wall(), niche.area()), (2, 5, 8));
        assert_eq!(skyline.place(&niche, 1, 1), 6);
    }
}
