//! The leaf of every cell at once: a tree is walked one node at a time, with the list of the foci that reach it.
//!
//! A descent focus by focus waits at every node for the answer. Here the question of a node is fixed while its foci pass by: the
//! corners of their windows come from a table made once for the grid ([`Windows`]), the answers are independent of each other, and a
//! list is divided without branches. [`GridTree::leaf`](super::GridTree::leaf) is the slow twin.

use super::scene::clip;
use super::tree::{LEAF, Packed};
use super::{GridShape, GridTree, Kind, Question, Scene};

/// For one grid, the windows of all foci up to a reach.
#[derive(Clone, Debug)]
pub struct Windows {
    shape: GridShape,
    /// For each reach and focus, where its four corners are in a summed-area table: those that are subtracted in the middle.
    corners: Vec<[u16; 4]>,
    /// For each reach and focus, the cells of the window beyond the border.
    outside: Vec<u16>,
}

impl Windows {
    /// The windows of a grid, for questions and leaves that reach at most so far.
    ///
    /// # Panics
    /// If the grid is so large that the place of a sum does not fit into 16 bits.
    pub fn new(shape: GridShape, largest_reach: u8) -> Windows {
        let stride = usize::from(shape.width) + 1;
        assert!(stride * (usize::from(shape.height) + 1) <= 1 << 16, "{shape:?} is too large");
        let (mut corners, mut outside) = (Vec::new(), Vec::new());
        for reach in 0..=largest_reach {
            let side = 2 * usize::from(reach) + 1;
            for focus in shape.cells() {
                let (x0, x1) = clip(focus.x, reach, shape.width);
                let (y0, y1) = clip(focus.y, reach, shape.height);
                corners.push([(y0, x0), (y0, x1), (y1, x0), (y1, x1)].map(|(y, x)| (y * stride + x) as u16));
                outside.push((side * side - (x1 - x0) * (y1 - y0)) as u16);
            }
        }
        Windows { shape, corners, outside }
    }

    /// The windows that the questions and leaves of these trees need.
    pub fn for_trees<'t>(shape: GridShape, trees: impl IntoIterator<Item = &'t GridTree>) -> Windows {
        let reaches = |tree: &'t GridTree| tree.questions().map(|question| question.reach).chain([tree.window() / 2]);
        Windows::new(shape, trees.into_iter().flat_map(reaches).max().unwrap_or(0))
    }

    /// The grid.
    pub fn shape(&self) -> GridShape {
        self.shape
    }

    fn of_reach<'a, T>(&self, all: &'a [T], reach: u8) -> &'a [T] {
        let n_cells = self.shape.n_cells();
        &all[usize::from(reach) * n_cells..][..n_cells]
    }

    /// For each focus, how many cells of its window are on the grid; also how many foci have it in their windows.
    pub(super) fn cover(&self, window: u8) -> impl Iterator<Item = u16> {
        let side = u16::from(window);
        self.of_reach(&self.outside, window / 2).iter().map(move |outside| side * side - outside)
    }
}

/// What a tree looks at: a scene, and the windows of its grid.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The windows of its grid.
    pub windows: &'a Windows,
}

/// Lists of foci, kept between descents.
#[derive(Clone, Debug, Default)]
pub struct Foci {
    /// All foci, twice: those of a node are next to each other in one list and are divided into the same places of the other.
    lists: [Vec<u16>; 2],
    open: Vec<Branch>,
}

/// A branch to visit: its link, its foci from `start` to `end`, and the list that has them.
#[derive(Clone, Copy, Debug)]
struct Branch {
    link: u32,
    start: u16,
    end: u16,
    list: bool,
}

impl GridTree {
    /// The number of the leaf that each focus leads to, row by row.
    ///
    /// # Panics
    /// If the windows are of another grid or too small for a question.
    pub fn leaves(&self, scene: &Scene, windows: &Windows, foci: &mut Foci, leaves: &mut Vec<u32>) {
        assert_eq!(scene.shape(), windows.shape, "windows of another grid");
        leaves.clear();
        leaves.resize(windows.shape.n_cells(), 0);
        // Lengths known to the compiler make the checks of the four reads superfluous.
        match scene.table_len() {
            128 => self.walk::<128>(scene, windows, foci, leaves),
            256 => self.walk::<256>(scene, windows, foci, leaves),
            512 => self.walk::<512>(scene, windows, foci, leaves),
            _ => leaves.iter_mut().zip(windows.shape.cells()).for_each(|(leaf, focus)| *leaf = self.leaf(scene, focus)),
        }
    }

    fn walk<const N: usize>(&self, scene: &Scene, windows: &Windows, foci: &mut Foci, leaves: &mut [u32]) {
        let tables: &[[u16; N]] = scene.tables();
        let n_cells = leaves.len() as u16;
        let Foci { lists: [first, second], open } = foci;
        first.clear();
        first.extend(0..n_cells);
        second.resize(leaves.len(), 0);
        open.clear();
        open.push(Branch { link: self.root(), start: 0, end: n_cells, list: false });
        while let Some(Branch { link, start, end, list }) = open.pop() {
            let range = usize::from(start)..usize::from(end);
            let (from, to) = if list { (&mut *second, &mut *first) } else { (&mut *first, &mut *second) };
            let from = &from[range.clone()];
            if link & LEAF != 0 {
                from.iter().for_each(|&focus| leaves[usize::from(focus)] = link & !LEAF);
                continue;
            }
            let Packed { question: Question { kind, reach, at_least }, yes, no } = self.packed(link);
            let to = &mut to[range];
            let n_yes = if kind == Kind::OUTSIDE {
                let outside = windows.of_reach(&windows.outside, reach);
                divide(from, to, |focus| outside[usize::from(focus)] >= at_least)
            } else {
                let table = &tables[usize::from(kind.0) - 1];
                let corners = windows.of_reach(&windows.corners, reach);
                divide(from, to, |focus| {
                    let [a, b, c, d] = corners[usize::from(focus)].map(|at| table[usize::from(at) & (N - 1)]);
                    d.wrapping_sub(c).wrapping_sub(b.wrapping_sub(a)) >= at_least
                })
            };
            // A branch without foci is not walked.
            let middle = start + n_yes as u16;
            if middle < end {
                open.push(Branch { link: no, start: middle, end, list: !list });
            }
            if start < middle {
                open.push(Branch { link: yes, start, end: middle, list: !list });
            }
        }
    }
}

/// Writes the foci that answer yes to the front and the others to the back; returns how many answer yes.
#[inline(always)]
fn divide(from: &[u16], to: &mut [u16], is_yes: impl Fn(u16) -> bool) -> usize {
    let mut n_yes = 0;
    for (idx, &focus) in from.iter().enumerate() {
        // Both places are written and one of them counts: no branch to mispredict.
        to[n_yes] = focus;
        to[from.len() - 1 - idx + n_yes] = focus;
        n_yes += usize::from(is_yes(focus));
    }
    n_yes
}
