//! Game records between SGF and the page: a list of nodes, each after its parent, properties as they were.
//!
//! Text properties travel as plain text and are escaped again when the record is saved, so that nothing a file says can be anything but
//! text on the page. Properties that the page does not know come back unchanged.

use serde::{Deserialize, Serialize};
use sgf::{GameTree, Layout, NodeId};

use crate::answer::Refused;

/// Nodes of a record; the largest problem collections have fewer in one tree.
pub(crate) const MAX_NODES: usize = 50_000;
/// Properties with text values.
const TEXTS: &[&str] = &[
    "C", "N", "GN", "GC", "PB", "PW", "BR", "WR", "EV", "RO", "PC", "DT", "RE", "RU", "US", "SO", "AN", "CP", "ON",
    "OT", "BT", "WT",
];

/// A record as the page keeps it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) nodes: Vec<RecordNode>,
}

/// A node: the number of its parent (none for the first), and its properties in order.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordNode {
    parent: Option<usize>,
    properties: Vec<(String, Vec<String>)>,
}

/// A tree as the page keeps it.
pub(crate) fn record(tree: &GameTree<'_>) -> Result<Record, Refused> {
    if tree.n_nodes() > MAX_NODES {
        return Err(Refused::bad(format!("the record has {} nodes; {MAX_NODES} are the most", tree.n_nodes())));
    }
    let mut places = std::collections::HashMap::new();
    let mut nodes = Vec::with_capacity(tree.n_nodes());
    for node in tree.preorder() {
        places.insert(node.id(), nodes.len());
        let plain = |name: &str, raw: &str| {
            if TEXTS.contains(&name) { sgf::text::text(raw).into_owned() } else { raw.to_owned() }
        };
        let properties = node.properties().map(|property| {
            (property.name().to_owned(), property.values().map(|raw| plain(property.name(), raw)).collect())
        });
        nodes.push(RecordNode {
            parent: node.parent().map(|parent| places[&parent.id()]),
            properties: properties.collect(),
        });
    }
    Ok(Record { nodes })
}

/// The tree of a record.
pub(crate) fn tree(record: &Record) -> Result<GameTree<'static>, Refused> {
    if record.nodes.len() > MAX_NODES {
        return Err(Refused::bad("the record is too large"));
    }
    let mut tree = GameTree::new();
    let mut ids: Vec<NodeId> = Vec::with_capacity(record.nodes.len());
    for (nth, node) in record.nodes.iter().enumerate() {
        let id = match node.parent {
            None if nth == 0 => tree.root().id(),
            Some(parent) if parent < nth => tree.add_child(ids[parent]),
            _ => return Err(Refused::bad(format!("node {nth} does not stand after its parent"))),
        };
        ids.push(id);
        for (name, values) in &node.properties {
            let named = name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
            if !named {
                return Err(Refused::bad(format!("{name:?} is not a property name")));
            }
            let is_text = TEXTS.contains(&name.as_str());
            let raw = |value: &String| {
                if is_text || !sgf::text::is_raw_value(value) {
                    sgf::text::escape(value).into_owned()
                } else {
                    value.clone()
                }
            };
            tree.add_property(id, name, values.iter().map(raw));
        }
    }
    Ok(tree)
}

/// The record as an SGF file.
pub(crate) fn write(record: &Record) -> Result<String, Refused> {
    Ok(sgf::write_game(&tree(record)?, Layout::Lines(80)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        let text = r"(;GM[1]FF[4]SZ[9]C[a \] bracket: and \\ more]XX[unknown\]];B[ee]LB[aa:x\:y](;W[ce])(;W[gc]C[<script>alert(1)</script>]))";
        let old = sgf::parse(text).expect("sgf");
        let kept = record(&old.games[0]).expect("a record");
        assert_eq!(kept.nodes[0].properties[3].1[0], r"a ] bracket: and \ more");
        let again = write(&kept).expect("a record");
        let new = sgf::parse(&again).expect("sgf");
        assert_eq!(old.games, new.games);
    }

    #[test]
    fn records_that_make_no_tree_are_refused() {
        for json in [
            r#"{"nodes": [{"parent": 0, "properties": []}]}"#,
            r#"{"nodes": [{"parent": null, "properties": []}, {"parent": 7, "properties": []}]}"#,
            r#"{"nodes": [{"parent": null, "properties": [["]evil", ["x"]]]}]}"#,
        ] {
            assert!(write(&serde_json::from_str(json).expect("json")).is_err(), "{json}");
        }
    }
}
