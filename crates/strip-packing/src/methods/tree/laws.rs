//! The search core's law kit on strip packing, with both playouts, tight and loose targets.

use mcts::laws::{self, Extent};

use super::{ClimbConfig, FitExpander, LearningRollout, RandomRollout};
use crate::packing::Packing;
use crate::run::Run;
use crate::{Budget, CutPlan, Instance, Item, NoListener, Rotation, Size, cut_sheet};

fn check(instance: &Instance, target: u32) {
    let run = Run::new(instance, Budget::evaluations(u64::MAX), &NoListener);
    let mut root = Packing::new(instance, target);
    root.settle();
    let extent = Extent { walks: 6, playouts: 60, ..Extent::default() };
    let climb = ClimbConfig::default();
    for verdict in [
        laws::check(&root, &FitExpander, &RandomRollout::new(&run), &extent),
        laws::check(&root, &FitExpander, &LearningRollout::new(&run, climb), &extent),
    ] {
        let report = verdict.unwrap_or_else(|violation| panic!("{} at {target}: {violation}", instance.name()));
        assert!(report.states > 10, "{report}");
    }
}

#[test]
fn a_cut_sheet_keeps_the_laws() {
    let plan = CutPlan { sheet: Size::new(20, 15), n_pieces: 18, min_side: 2, seed: 4 };
    let instance = cut_sheet("sheet", &plan).expect("large enough");
    check(&instance, 15);
    check(&instance, 17);
    check(&instance, 60);
}

#[test]
fn copies_and_fixed_rectangles_keep_the_laws() {
    let items = [(7, 3, 4), (5, 5, 3), (2, 9, 5), (11, 2, 2)]
        .map(|(width, height, copies)| Item { size: Size::new(width, height), copies });
    for rotation in [Rotation::Allowed, Rotation::Fixed] {
        let instance = Instance::new("copies", 12, items.to_vec(), rotation).expect("valid");
        check(&instance, 32);
        check(&instance, 200);
    }
}
