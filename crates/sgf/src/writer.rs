//! Writing: the shortest text that reads back as the same tree.
//!
//! Law: `parse(write(parse(x))) == parse(x)`. Raw values are written unchanged. Iterative, like everything here.

use crate::tree::{GameTree, Node};

/// How the text is laid out; all layouts mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// No white space at all; one game is one line unless a value holds line breaks.
    Compact,
    /// Lines of about that many characters, variations on separate lines.
    Lines(usize),
}

/// Writes games one after the other, each followed by a line break.
pub fn write<'a, 't: 'a>(games: impl IntoIterator<Item = &'a GameTree<'t>>, layout: Layout) -> String {
    let mut out = String::new();
    for game in games {
        write_into(game, layout, &mut out);
        out.push('\n');
    }
    out
}

/// Writes one game, without a line break behind it.
pub fn write_game(game: &GameTree<'_>, layout: Layout) -> String {
    let mut out = String::new();
    write_into(game, layout, &mut out);
    out
}

/// What is still to be written.
enum Step<'t> {
    Node(Node<'t>),
    Variation(Node<'t>),
    Close,
}

fn write_into(game: &GameTree<'_>, layout: Layout, out: &mut String) {
    let mut line = Line { layout, start: out.len() };
    out.reserve(game.source().len());
    let mut steps = vec![Step::Close, Step::Node(game.root())];
    out.push('(');
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Close => {
                out.push(')');
                continue;
            }
            Step::Node(node) => node,
            Step::Variation(node) => {
                line.break_before_variation(node, out);
                out.push('(');
                steps.push(Step::Close);
                node
            }
        };
        line.break_if_full(out);
        out.push(';');
        for property in node.properties() {
            line.break_if_full(out);
            out.push_str(property.name());
            for (nth, value) in property.values().enumerate() {
                if nth > 0 {
                    line.break_if_full(out);
                }
                out.push('[');
                out.push_str(value);
                out.push(']');
            }
        }
        let mut children = node.children();
        match (children.next(), children.next()) {
            (None, _) => {}
            (Some(only), None) => steps.push(Step::Node(only)),
            (Some(_), Some(_)) => {
                let first = steps.len();
                steps.extend(node.children().map(Step::Variation));
                steps[first..].reverse();
            }
        }
    }
}

/// Where the current line began, and when to end it.
struct Line {
    layout: Layout,
    start: usize,
}

impl Line {
    fn break_if_full(&mut self, out: &mut String) {
        if let Layout::Lines(width) = self.layout
            && out.len() - self.start >= width
        {
            out.push('\n');
            self.start = out.len();
        }
    }

    /// A variation that begins like a new game must not begin a line: the reader would read it as a new game.
    fn break_before_variation(&mut self, node: Node<'_>, out: &mut String) {
        let like_a_game = node.properties().next().is_some_and(|first| crate::parser::starts_game(first.name()));
        if self.layout != Layout::Compact && !like_a_game && self.start < out.len() {
            out.push('\n');
            self.start = out.len();
        }
    }
}
