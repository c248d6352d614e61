//! Laws on random trees and random texts.

use proptest::prelude::*;
use sgf::{GameTree, Layout, NodeId, fuzz};

/// A node: how far up its parent is among the nodes before it, and its properties.
type NodePlan = (prop::sample::Index, Vec<(String, Vec<String>)>);

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "B", "W", "C", "AB", "AW", "AE", "SZ", "GM", "FF", "LB", "TR", "KM", "HA", "RE", "DT", "PL"
        ])
        .prop_map(str::to_string),
        "[A-Z]{1,9}",
    ]
}

fn raw_values() -> impl Strategy<Value = String> {
    prop_oneof!["[a-u]{2}", "[a-s]{2}:[a-s]{2}", "[0-9]{1,3}(\\.5)?", ".{0,12}", "(\\PC|\n|\r){0,8}"]
        .prop_map(|text| sgf::text::escape(&text).into_owned())
}

fn trees() -> impl Strategy<Value = GameTree<'static>> {
    let property = (names(), prop::collection::vec(raw_values(), 1..4));
    let node = (any::<prop::sample::Index>(), prop::collection::vec(property, 0..5));
    prop::collection::vec(node, 1..20).prop_map(|plan: Vec<NodePlan>| {
        let mut tree = GameTree::new();
        let mut ids: Vec<NodeId> = vec![tree.root().id()];
        for (nth, (parent, properties)) in plan.into_iter().enumerate() {
            let node = if nth == 0 { ids[0] } else { tree.add_child(ids[parent.index(ids.len())]) };
            if nth > 0 {
                ids.push(node);
            }
            for (name, values) in properties {
                tree.add_property(node, &name, values);
            }
        }
        tree
    })
}

/// Text made of the pieces that SGF is made of, in any order.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        prop::sample::select(vec![
            "(",
            ")",
            ";",
            "(;",
            "[",
            "]",
            "\\",
            "\n(;GM[1]",
            "B[aa]",
            "W[tt]",
            "W[zz]",
            "AB[aa:cc]",
            "AW[bb]",
            "C[x",
            "black",
            "Black[cc]",
            "SZ[9]",
            "SZ[26]",
            "HA[2]",
            "KM[6,5]",
            "L[aa][bb]",
            "M[cc]",
            "\r\n",
            " ",
            "段",
            ":",
            "KO[]",
            "RE[Black wins]",
            "CA[gbk]"
        ])
        .prop_map(str::to_string),
        ".{0,3}",
    ];
    prop::collection::vec(scrap, 0..40).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(trees in prop::collection::vec(trees(), 1..4), width in 1usize..90) {
        for layout in [Layout::Compact, Layout::Lines(width)] {
            let text = sgf::write(&trees, layout);
            let again = sgf::parse(&text).unwrap();
            prop_assert!(again.problems.is_empty(), "{:?}", again.problems);
            prop_assert_eq!(&again.games, &trees, "{}", text);
        }
    }

    #[test]
    fn any_scraps_keep_the_laws(text in scraps()) {
        fuzz::fuzz_sgf_read(text.as_bytes());
        fuzz::fuzz_sgf_mend(text.as_bytes());
    }

    #[test]
    fn any_bytes_keep_the_laws(mut bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz::fuzz_sgf_read(&bytes);
        bytes.splice(0..0, *b"(;B[");
        fuzz::fuzz_sgf_read(&bytes);
        fuzz::fuzz_sgf_mend(&bytes);
    }

    #[test]
    fn mended_trees_are_clean(tree in trees()) {
        let mut tree = tree;
        let mended = sgf::mend(&mut tree);
        let left: Vec<_> = mended.left.iter().map(|problem| problem.kind).collect();
        let found: Vec<_> = sgf::check(&tree).iter().map(|problem| problem.kind).collect();
        prop_assert_eq!(left, found);
    }
}
