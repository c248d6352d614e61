//! Building and changing a tree: new nodes, new properties, new values.
//!
//! Values given here are *raw*: use `crate::text::escape` for free text, or `set_text`. Replaced text stays in the
//! arena until the tree is dropped.

use crate::place::Place;
use crate::tree::{GameTree, NONE, NodeData, NodeId, PropertyData, PropertyId, Span};
use std::borrow::Cow;

impl<'a> GameTree<'a> {
    /// A tree with an empty root node.
    pub fn new() -> GameTree<'static> {
        let mut tree = GameTree::without_root();
        tree.push_node(NONE, 0);
        tree
    }

    /// For the parser, which adds the root itself.
    pub(crate) fn without_root() -> GameTree<'a> {
        GameTree {
            source: Cow::Borrowed(""),
            added: String::new(),
            origin: Place::START,
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a child after the others.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let offset = self.nodes[parent.0 as usize].offset;
        NodeId(self.push_node(parent.0, offset))
    }

    /// Inserts a new node between `node` and all its children.
    pub fn insert_below(&mut self, node: NodeId) -> NodeId {
        let above = self.nodes[node.0 as usize];
        let inserted = self.push_node(NONE, above.offset);
        let data = &mut self.nodes[inserted as usize];
        data.parent = node.0;
        data.last_child = above.last_child;
        let mut child = above.last_child;
        while child != NONE {
            self.nodes[child as usize].parent = inserted;
            child = self.nodes[child as usize].next_sibling;
            if child == above.last_child {
                break;
            }
        }
        self.nodes[node.0 as usize].last_child = inserted;
        NodeId(inserted)
    }

    /// Adds a property with raw values after the others of the node.
    ///
    /// Panics unless the name is made of ASCII letters and digits and starts with a letter, and every value is valid
    /// between brackets.
    pub fn add_property<S: AsRef<str>>(
        &mut self,
        node: NodeId,
        name: &str,
        values: impl IntoIterator<Item = S>,
    ) -> PropertyId {
        assert!(is_name(name), "not a property name: {name:?}");
        let name = self.add_text(name);
        let property = self.push_property(node.0, name);
        self.set_values(PropertyId(property), values);
        PropertyId(property)
    }

    /// Replaces the raw values of a property; an empty list is written as one empty value.
    ///
    /// Panics unless every value is valid between brackets.
    pub fn set_values<S: AsRef<str>>(&mut self, property: PropertyId, values: impl IntoIterator<Item = S>) {
        let first = self.values.len();
        for value in values {
            let value = value.as_ref();
            assert!(crate::text::is_raw_value(value), "not a raw value: {value:?}");
            let span = self.add_text(value);
            self.values.push(span);
        }
        if self.values.len() == first {
            let span = self.add_text("");
            self.values.push(span);
        }
        let data = &mut self.properties[property.0 as usize];
        data.first_value = first as u32;
        data.n_values = (self.values.len() - first) as u32;
    }

    /// Sets the property to one plain text, escaped as needed, replacing its values.
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) {
        let raw = crate::text::escape(text);
        match self.node(node).property(name).map(|property| property.id()) {
            Some(property) => self.set_values(property, [raw]),
            None => {
                self.add_property(node, name, [raw]);
            }
        }
    }

    /// Renames the property. Panics unless it is a property name.
    pub fn rename(&mut self, property: PropertyId, name: &str) {
        assert!(is_name(name), "not a property name: {name:?}");
        self.properties[property.0 as usize].name = self.add_text(name);
    }

    /// Removes the property from the node; `false` if the node does not have it.
    pub fn remove_property(&mut self, node: NodeId, property: PropertyId) -> bool {
        let last = self.nodes[node.0 as usize].last_property;
        if last == NONE {
            return false;
        }
        let mut before = last;
        while self.properties[before as usize].next != property.0 {
            before = self.properties[before as usize].next;
            if before == last {
                return false;
            }
        }
        self.properties[before as usize].next = self.properties[property.0 as usize].next;
        if property.0 == last {
            self.nodes[node.0 as usize].last_property = if before == last { NONE } else { before };
        }
        true
    }

    /// Moves a property to the end of another node's properties; `false` if `from` does not have it.
    pub fn move_property(&mut self, property: PropertyId, from: NodeId, to: NodeId) -> bool {
        let found = self.remove_property(from, property);
        if found {
            self.link_property(property.0, to.0);
        }
        found
    }

    #[inline]
    pub(crate) fn push_node(&mut self, parent: u32, offset: u32) -> u32 {
        let index = self.nodes.len() as u32;
        assert!(index < NONE, "a game tree holds fewer than 2^32 nodes");
        let mut next_sibling = index;
        if parent != NONE {
            let elder = std::mem::replace(&mut self.nodes[parent as usize].last_child, index);
            if elder != NONE {
                next_sibling = std::mem::replace(&mut self.nodes[elder as usize].next_sibling, index);
            }
        }
        self.nodes.push(NodeData { parent, last_child: NONE, next_sibling, last_property: NONE, offset });
        index
    }

    /// A property without values, at the end of the node's list.
    #[inline]
    pub(crate) fn push_property(&mut self, node: u32, name: Span) -> u32 {
        let index = self.properties.len() as u32;
        self.properties.push(PropertyData { name, first_value: self.values.len() as u32, n_values: 0, next: NONE });
        self.link_property(index, node);
        index
    }

    #[inline]
    fn link_property(&mut self, property: u32, node: u32) {
        let before = std::mem::replace(&mut self.nodes[node as usize].last_property, property);
        let first = match before {
            NONE => property,
            _ => std::mem::replace(&mut self.properties[before as usize].next, property),
        };
        self.properties[property as usize].next = first;
    }
}

impl Default for GameTree<'_> {
    fn default() -> Self {
        GameTree::new()
    }
}

/// Whether the reader would read the text as one property name, unchanged.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_built_and_changed() {
        let mut tree = GameTree::new();
        let root = tree.root().id();
        tree.set_text(root, "C", "a]b");
        let black = tree.add_child(root);
        let move_ = tree.add_property(black, "B", ["aa"]);
        let other = tree.add_child(root);
        tree.add_property(other, "W", ["bb"]);
        assert_eq!(format!("{tree:?}"), r"(;C[a\]b](;B[aa])(;W[bb]))");

        let between = tree.insert_below(root);
        assert!(tree.move_property(move_, black, between));
        assert!(!tree.remove_property(black, move_));
        tree.set_values(move_, ["cc"]);
        tree.rename(move_, "KO");
        tree.set_text(root, "C", "x");
        assert_eq!(format!("{tree:?}"), "(;C[x];KO[cc](;)(;W[bb]))");
        assert_eq!(tree.clone().into_owned(), tree);
    }

    #[test]
    #[should_panic(expected = "not a raw value")]
    fn an_invalid_raw_value_is_rejected() {
        let mut tree = GameTree::new();
        tree.add_property(tree.root().id(), "C", ["a]b"]);
    }
}
