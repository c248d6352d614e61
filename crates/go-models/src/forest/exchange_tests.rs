//! Forests saved and as text: read back as written, refused where damaged.

use super::tests::forests;
use super::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn saved_and_read_back() {
    for forest in forests(&GraphSystem::ALL, 6) {
        let log_weights: Vec<f32> = (0..forest.n_leaves()).map(|leaf| leaf as f32 / 7.0 - 2.0).collect();
        let history = forest.options().history;
        for options in [GraphOptions::default(), GraphOptions::THESIS_TEXT] {
            let options = GraphOptions { history, ..options };
            let forest = Forest::new(options, forest.trees().to_vec()).expect("the same queries");
            let bytes = postcard::to_stdvec(&forest).expect("saves");
            assert_eq!(postcard::from_bytes::<Forest>(&bytes).expect("reads"), forest);
            for end in (0..bytes.len()).step_by(7) {
                assert!(postcard::from_bytes::<Forest>(&bytes[..end]).is_err(), "cut after {end} bytes");
            }
            let text = forest_to_text(&forest, &log_weights);
            assert_eq!(forest_from_text(&text), Ok(WeighedForest { forest, log_weights: log_weights.clone() }));
        }
    }
}

/// The bytes of a forest without history nodes are those of programs that knew none: two options, then the trees.
#[test]
fn the_saved_form_is_as_old_as_it_can_be() {
    let [without, with] = forests(&[GraphSystem::Sg], 1);
    let old = (0u8, 0u8, without.trees().to_vec());
    assert_eq!(postcard::to_stdvec(&without), postcard::to_stdvec(&old));
    assert!(postcard::to_stdvec(&with).expect("saves")[0] > 1, "an old program must not take it for its own");
}

/// A short run of the fuzz targets on damaged forests.
#[test]
fn damaged_forests_are_refused_or_still_forests() {
    for forest in forests(&[GraphSystem::Sg, GraphSystem::Ig], 2) {
        damage(&forest);
    }
}

fn damage(forest: &Forest) {
    let bytes = postcard::to_stdvec(forest).expect("saves");
    let text = forest_to_text(forest, &vec![0.0; forest.n_leaves()]).into_bytes();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for (whole, run) in [(bytes, fuzz::fuzz_forest_bytes as fn(&[u8])), (text, fuzz::fuzz_forest_text)] {
        run(&whole);
        for _ in 0..200 {
            let mut damaged = whole.clone();
            for _ in 0..rng.random_range(1..4) {
                let place = rng.random_range(0..damaged.len());
                damaged[place] =
                    if rng.random_bool(0.5) { rng.random() } else { damaged[rng.random_range(0..whole.len())] };
            }
            run(&damaged);
        }
    }
}

#[test]
fn foreign_texts_are_refused_with_their_line() {
    let read = |text: &str| forest_from_text(text).map(|_| ()).map_err(|e| e.to_string());
    let tree = |query: &str, labels: [&str; 2]| {
        format!("# by hand\n(TREE[SG]\n({query} ({} (WEIGHT[1])) ({} (WEIGHT[1]))))", labels[0], labels[1])
    };
    let fine = tree("NEW[S|within|4]", ["S", "none"]);
    assert_eq!(read(&fine), Ok(()));
    let history = tree("DIST[0|1|<|3]", ["yes", "no"]);
    assert_eq!(read(&history.replace("SG", "SG|last-move")), Ok(()));
    let refused = |text: &str, expected: &str| {
        let error = read(text).expect_err(expected);
        assert!(error.starts_with(expected), "{error}");
    };
    refused(&history, "line 3: tree 0 (SG): a node that is not discovered there");
    refused(&tree("ATTR[LIB|1|=|1]", ["yes", "no"]), "line 3: tree 0 (SG): a node that is not discovered there");
    refused(&tree("NEW[E|beside|0]", ["E", "none"]), "line 3: tree 0 (SG): a question for the other class of graphs");
    let deeper = fine.replace("(WEIGHT[1])) (none", "\n(DIST[1|1|<|4] (yes (WEIGHT[1])) (no (WEIGHT[2])))) (none");
    refused(&deeper, "line 4: tree 0 (SG): nodes that are not in rising order");
    refused(&fine.replace("SG", "XG"), "line 2: \"XG\" names no query system");
    refused(&fine.replace("SG", "SG|sideways"), "line 2: \"SG|sideways\" names no query system");
    refused(&fine.replace("WEIGHT[1]", "WEIGHT[0]"), "line 3: WEIGHT[0] is not a weight");
    refused(&format!("{fine}\n\n{}", fine.replace("SG", "SG|last-line")), "line 6: the graphs of this tree");
    refused("# nothing\n", "there is no tree");
}
