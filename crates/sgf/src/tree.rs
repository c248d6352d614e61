//! One game as a tree of nodes: an arena of indices over the text it was read from.
//!
//! Nodes, properties and values are three flat vectors linked by 32-bit indices; a value is a span of the text, so reading
//! copies nothing. A move costs 48 bytes. Nothing is nested, so neither reading, walking, comparing nor dropping a tree of a
//! million nodes uses the call stack. Values are kept *raw*, as they stand between `[` and `]`; `crate::value` and
//! `crate::text` give them meaning.
//! Does *not* interpret or check any property.

use crate::place::{Locator, Place};
use std::borrow::Cow;
use std::fmt;

/// No node or property.
pub(crate) const NONE: u32 = u32::MAX;

/// Identifies a node of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// Identifies a property of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyId(pub(crate) u32);

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeData {
    pub(crate) parent: u32,
    /// The last child. Siblings form a ring, so the first child is the one after it.
    pub(crate) last_child: u32,
    /// The next sibling; after the last one, the first.
    pub(crate) next_sibling: u32,
    /// The last property. The properties of a node form a ring, so the first one is the one after it.
    pub(crate) last_property: u32,
    /// Where the node stands in the source.
    pub(crate) offset: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropertyData {
    pub(crate) name: Span,
    pub(crate) first_value: u32,
    pub(crate) n_values: u32,
    /// The next property of the node; after the last one, the first.
    pub(crate) next: u32,
}

/// A piece of the source, or (top bit of `start`) of the text added after reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

const ADDED: u32 = 1 << 31;

impl Span {
    /// The largest text that spans can name.
    pub(crate) const MAX_TEXT: usize = ADDED as usize - 1;

    #[inline]
    pub(crate) fn of_source(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= Self::MAX_TEXT);
        Span { start: start as u32, len: (end - start) as u32 }
    }
}

/// One game: a root node and what follows it.
#[derive(Clone)]
pub struct GameTree<'a> {
    pub(crate) source: Cow<'a, str>,
    pub(crate) added: String,
    pub(crate) origin: Place,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) properties: Vec<PropertyData>,
    pub(crate) values: Vec<Span>,
}

impl<'a> GameTree<'a> {
    /// The first node; every tree has one.
    pub fn root(&self) -> Node<'_> {
        self.node(NodeId(0))
    }

    /// The node with that id. Panics if the id belongs to another, larger tree.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, data: &self.nodes[id.0 as usize], id }
    }

    /// The property with that id. Panics if the id belongs to another, larger tree.
    pub fn property(&self, id: PropertyId) -> Property<'_> {
        Property { tree: self, data: &self.properties[id.0 as usize], id }
    }

    /// How many nodes the tree holds.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of the main line: the root, its first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(Some(self.root()), |node| node.first_child())
    }

    /// All nodes, each before its children, variations in order.
    pub fn preorder(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(Some(self.root()), |node| node.first_child().or_else(|| node.next_outside()))
    }

    /// The text of this game as it was read; empty for a tree that was built.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Where the game starts in the text that was read.
    pub fn origin(&self) -> Place {
        self.origin
    }

    /// A copy that owns its text.
    pub fn into_owned(self) -> GameTree<'static> {
        GameTree {
            source: Cow::Owned(self.source.into_owned()),
            added: self.added,
            origin: self.origin,
            nodes: self.nodes,
            properties: self.properties,
            values: self.values,
        }
    }

    #[inline]
    pub(crate) fn text(&self, span: Span) -> &str {
        let start = (span.start & !ADDED) as usize;
        let text = if span.start & ADDED == 0 { &*self.source } else { self.added.as_str() };
        &text[start..start + span.len as usize]
    }

    /// Keeps a text that is not in the source.
    pub(crate) fn add_text(&mut self, text: &str) -> Span {
        let start = self.added.len();
        assert!(start + text.len() <= Span::MAX_TEXT, "a game tree holds at most 2 GiB of text");
        self.added.push_str(text);
        Span { start: start as u32 | ADDED, len: text.len() as u32 }
    }

    pub(crate) fn locator(&self) -> Locator<'_> {
        Locator::new(&self.source, self.origin)
    }
}

/// Two trees are equal if they have the same shape, the same property names and the same raw values in the same order.
impl PartialEq for GameTree<'_> {
    fn eq(&self, other: &GameTree<'_>) -> bool {
        let (mut left, mut right) = (self.preorder(), other.preorder());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a.n_children() == b.n_children() && a.properties().eq(b.properties()) => {}
                _ => return false,
            }
        }
    }
}

impl Eq for GameTree<'_> {}

impl fmt::Debug for GameTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::writer::write_game(self, crate::writer::Layout::Compact))
    }
}

/// A node, accessed through its tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t GameTree<'t>,
    data: &'t NodeData,
    id: NodeId,
}

impl<'t> Node<'t> {
    fn at(self, index: u32) -> Option<Node<'t>> {
        self.tree.nodes.get(index as usize).map(|data| Node { tree: self.tree, data, id: NodeId(index) })
    }

    /// The node's id in its tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The node before this one; none for the root.
    pub fn parent(self) -> Option<Node<'t>> {
        self.at(self.data.parent)
    }

    /// The first child: the main continuation.
    #[inline]
    pub fn first_child(self) -> Option<Node<'t>> {
        self.at(self.at(self.data.last_child)?.data.next_sibling)
    }

    /// The next variation of the same parent.
    pub fn next_sibling(self) -> Option<Node<'t>> {
        let is_last = self.parent()?.data.last_child == self.id.0;
        if is_last { None } else { self.at(self.data.next_sibling) }
    }

    /// The children in order, the main continuation first.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// How many children the node has.
    pub fn n_children(self) -> usize {
        self.children().count()
    }

    /// In preorder, the first node that is neither this one nor below it.
    fn next_outside(self) -> Option<Node<'t>> {
        let mut node = self;
        loop {
            match node.next_sibling() {
                Some(sibling) => return Some(sibling),
                None => node = node.parent()?,
            }
        }
    }

    /// The properties in the order they stand.
    #[inline]
    pub fn properties(self) -> impl Iterator<Item = Property<'t>> {
        let tree = self.tree;
        let last = self.data.last_property;
        let after = move |index: u32| {
            let next = tree.properties[index as usize].next;
            Property { tree, data: &tree.properties[next as usize], id: PropertyId(next) }
        };
        let first = (last != NONE).then(|| after(last));
        std::iter::successors(first, move |property| (property.id.0 != last).then(|| after(property.id.0)))
    }

    /// The first property of that name.
    pub fn property(self, name: &str) -> Option<Property<'t>> {
        self.properties().find(|property| property.name() == name)
    }

    /// The first raw value of the first property of that name.
    pub fn value(self, name: &str) -> Option<&'t str> {
        self.property(name)?.values().next()
    }

    /// The raw values of all properties of that name: archives hold nodes such as `AB[aa]AB[bb]`.
    pub fn values(self, name: &str) -> impl Iterator<Item = &'t str> {
        self.properties().filter(move |property| property.name() == name).flat_map(|property| property.values())
    }

    /// The first value of that property as one line of plain text.
    pub fn simple_text(self, name: &str) -> Option<Cow<'t, str>> {
        self.value(name).map(crate::text::simple_text)
    }

    /// Byte offset of the node in the decoded text; 0 for a node that was built.
    pub fn offset(self) -> usize {
        self.tree.origin.offset + self.data.offset as usize
    }

    /// Where the node stands. Costs a pass over the game's text: meant for messages.
    pub fn place(self) -> Place {
        self.tree.locator().locate(self.data.offset as usize)
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(";")?;
        self.properties().try_for_each(|property| write!(f, "{property:?}"))
    }
}

/// A property, accessed through its tree.
#[derive(Clone, Copy)]
pub struct Property<'t> {
    tree: &'t GameTree<'t>,
    data: &'t PropertyData,
    id: PropertyId,
}

impl<'t> Property<'t> {
    /// The property's id in its tree.
    pub fn id(self) -> PropertyId {
        self.id
    }

    /// The name, such as `B`; the long names of FF\[1\] to FF\[3\] are shortened when they are read.
    #[inline]
    pub fn name(self) -> &'t str {
        self.tree.text(self.data.name)
    }

    /// The raw values in order.
    #[inline]
    pub fn values(self) -> impl ExactSizeIterator<Item = &'t str> {
        let start = self.data.first_value as usize;
        let tree = self.tree;
        tree.values[start..start + self.data.n_values as usize].iter().map(move |&span| tree.text(span))
    }

    /// The first raw value; empty if there is none.
    pub fn value(self) -> &'t str {
        self.values().next().unwrap_or_default()
    }

    /// Byte offset of the name within the game's own text; none for a property that was added or renamed.
    pub(crate) fn local_offset(self) -> Option<usize> {
        (self.data.name.start & ADDED == 0).then_some(self.data.name.start as usize)
    }
}

impl PartialEq for Property<'_> {
    fn eq(&self, other: &Property<'_>) -> bool {
        self.name() == other.name() && self.values().eq(other.values())
    }
}

impl Eq for Property<'_> {}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.values().try_for_each(|value| write!(f, "[{value}]"))
    }
}
