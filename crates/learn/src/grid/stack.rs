//! Stacked trees (Tidwell 2012, chapter 6): the leaf that each focus falls into is a field for the next tree.

use super::{Cell, FieldKind, GridTree, Scene, Vocabulary};

/// The field of a tree's leaf numbers: its kind, and the class of every cell, row by row.
///
/// ```
/// # use learn::grid::*;
/// let stones = Vocabulary::new(vec![FieldKind::new("stone", &["black"])]);
/// let mut scene = Scene::new(&stones, GridShape { width: 3, height: 2 });
/// scene.mark(Cell { x: 1, y: 0 }, stones.kind(0, 0));
/// scene.finish();
/// let sighting = Sighting { scene: scene.clone(), event: Cell { x: 0, y: 0 } };
/// let settings = GrowthSettings { leaf_window: 1, smallest_question_window: 1, largest_question_window: 1, ..Default::default() };
/// let tree = grow_tree(&[sighting], &stones, &settings, 1).unwrap();
/// let (field, classes) = stacked_field(&tree, &scene, "lower");
/// assert_eq!((field.classes.len(), classes.len()), (tree.n_leaves(), 6));
/// ```
pub fn stacked_field(tree: &GridTree, scene: &Scene, name: &str) -> (FieldKind, Vec<u16>) {
    let classes = scene.shape().cells().map(|focus| tree.leaf(scene, focus) as u16).collect();
    (FieldKind::of_leaves(tree, name), classes)
}

impl FieldKind {
    /// The field that the leaves of a tree make.
    pub fn of_leaves(tree: &GridTree, name: &str) -> FieldKind {
        FieldKind { name: name.to_owned(), classes: (0..tree.n_leaves()).map(|leaf| format!("leaf {leaf}")).collect() }
    }
}

impl Scene {
    /// The same scene with one more field; `vocabulary` already has it at its end.
    pub fn with_field(&self, vocabulary: &Vocabulary, classes: &[u16]) -> Scene {
        let shape = self.shape();
        let field = vocabulary.fields().len() - 1;
        let alone = Vocabulary::new(vec![vocabulary.fields()[field].clone()]);
        let mut added = Scene::new(&alone, shape);
        for (idx, &class) in classes.iter().enumerate() {
            let cell: Cell = shape.cell(idx);
            added.mark(cell, alone.kind(0, class));
        }
        added.finish();
        self.joined(added)
    }
}
