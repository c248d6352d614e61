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
    /// All foci; those of a node are next to each other.
    order: Vec<u16>,
    /// Those of the node at hand that go to its "no" branch.
    no: Vec<u16>,
    /// Branches to visit: link, first focus, end.
    open: Vec<(u32, usize, usize)>,
}

impl GridTree {
    /// The number of the leaf that each focus leads to, row by row.
    ///
    /// # Panics
    /// If the windows are of another grid or too small for a question.
    pub fn leaves(&self, scene: &Scene, windows: &Windows, foci: &mut Foci, leaves: &mut Vec<u32>) {
        assert_eq!(scene.shape(), windows.shape, "windows of another grid");
        let n_cells = windows.shape.n_cells();
        leaves.clear();
        leaves.resize(n_cells, 0);
        let Foci { order, no, open } = foci;
        order.clear();
        order.extend(0..n_cells as u16);
        no.resize(n_cells, 0);
        open.clear();
        open.push((self.root(), 0, n_cells));
        while let Some((link, start, end)) = open.pop() {
            if link & LEAF != 0 {
                order[start..end].iter().for_each(|&focus| leaves[usize::from(focus)] = link & !LEAF);
                continue;
            }
            let Packed { question, yes, no: no_link } = self.packed(link);
            let n_yes = divide(scene, windows, question, &mut order[start..end], no);
            // A branch without foci is not walked.
            if start + n_yes < end {
                open.push((no_link, start + n_yes, end));
            }
            if n_yes > 0 {
                open.push((yes, start, start + n_yes));
            }
        }
    }
}

/// Moves the foci that answer yes to the front and returns how many there are; both parts keep their order.
fn divide(scene: &Scene, windows: &Windows, question: Question, foci: &mut [u16], no: &mut [u16]) -> usize {
    let Question { kind, reach, at_least } = question;
    if kind == Kind::OUTSIDE {
        let outside = windows.of_reach(&windows.outside, reach);
        return divide_by(foci, no, |focus| outside[usize::from(focus)] >= at_least);
    }
    let corners = windows.of_reach(&windows.corners, reach);
    let table = scene.table(kind);
    // Lengths known to the compiler make the checks of the four reads superfluous.
    match table.len() {
        128 => divide_padded::<128>(table, corners, at_least, foci, no),
        256 => divide_padded::<256>(table, corners, at_least, foci, no),
        512 => divide_padded::<512>(table, corners, at_least, foci, no),
        _ => divide_by(foci, no, |focus| count(corners[usize::from(focus)], |at| table[usize::from(at)]) >= at_least),
    }
}

fn divide_padded<const N: usize>(
    table: &[u16],
    corners: &[[u16; 4]],
    at_least: u16,
    foci: &mut [u16],
    no: &mut [u16],
) -> usize {
    let table: &[u16; N] = table.try_into().expect("the length was looked at");
    divide_by(foci, no, |focus| count(corners[usize::from(focus)], |at| table[usize::from(at) & (N - 1)]) >= at_least)
}

#[inline(always)]
fn count([a, b, c, d]: [u16; 4], sum: impl Fn(u16) -> u16) -> u16 {
    sum(d).wrapping_sub(sum(c)).wrapping_sub(sum(b).wrapping_sub(sum(a)))
}

#[inline(always)]
fn divide_by(foci: &mut [u16], no: &mut [u16], is_yes: impl Fn(u16) -> bool) -> usize {
    let (mut n_yes, mut n_no) = (0, 0);
    for idx in 0..foci.len() {
        let focus = foci[idx];
        let is_yes = is_yes(focus);
        // Both are written, one of them is kept: no branch to mispredict.
        foci[n_yes] = focus;
        no[n_no] = focus;
        n_yes += usize::from(is_yes);
        n_no += usize::from(!is_yes);
    }
    foci[n_yes..].copy_from_slice(&no[..n_no]);
    n_yes
}
