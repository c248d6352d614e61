//! A tree as text that a person can read and edit.
//!
//! ```text
//! (TREE[SG]
//!   (NEW[B S|3]
//!     (B
//!       (WEIGHT[1.25])) # 0
//!     (S
//!       (DIST[0|1|<|4]
//!         (yes
//!           (WEIGHT[1])) # 1
//!         (no
//!           (WEIGHT[0.5])))) # 2
//!     (none
//!       (WEIGHT[1])))) # 3
//! ```
//!
//! Nested queries with labelled outcomes in their order, a weight at each leaf; `#` starts a comment (the writer puts
//! the leaf number there). Keywords and labels are case-insensitive; the inside of a query is defined by the domain
//! ([`QueryLanguage`]), that of a weight by its type ([`LeafWeight`]). Several trees may follow each other.

use std::fmt::Write;

use thiserror::Error;

use super::{QueryTree, TreeNode};

/// How a domain's queries are written.
pub trait QueryLanguage {
    /// A question.
    type Query;

    /// The query as `NAME[parameters]`, without parentheses, `#` or line breaks.
    fn write(&self, query: &Self::Query) -> String;
    /// Reads what [`QueryLanguage::write`] wrote.
    fn read(&self, text: &str) -> Option<Self::Query>;
    /// Number of outcomes.
    fn n_outcomes(&self, query: &Self::Query) -> usize;
    /// Label of an outcome, a single word.
    fn label(&self, query: &Self::Query, outcome: usize) -> &str;
}

/// How the weight of a leaf is written.
pub trait LeafWeight: Sized {
    /// The weight without brackets, parentheses, `#` or line breaks.
    fn write(&self) -> String;
    /// Reads what [`LeafWeight::write`] wrote.
    fn read(text: &str) -> Option<Self>;
}

/// Any finite number, in decimals that read back exactly.
impl LeafWeight for f64 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<f64> {
        text.parse().ok().filter(|weight: &f64| weight.is_finite())
    }
}

/// A text that is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// Writes a tree with its tag (which names the query system) and leaf weights; leaves are numbered from `first_leaf`.
pub fn write_text<L: QueryLanguage, W: LeafWeight>(
    language: &L,
    tag: &str,
    tree: &QueryTree<L::Query>,
    weights: &[W],
    first_leaf: usize,
) -> String {
    assert!(weights.len() == tree.n_leaves(), "{} weights for {} leaves", weights.len(), tree.n_leaves());
    let mut text = format!("(TREE[{tag}]");
    // For every query on the way down: itself and the outcome that is being written.
    let mut open: Vec<(&L::Query, usize)> = Vec::new();
    for (_, node) in tree.preorder() {
        let indent = 2 * (2 * open.len() + 1);
        if let Some((query, outcome)) = open.last() {
            write!(text, "\n{:indent$}({}", "", language.label(query, *outcome), indent = indent - 2)
                .expect("writing to a string");
        }
        match node {
            TreeNode::Ask { query, .. } => {
                write!(text, "\n{:indent$}({}", "", language.write(query)).expect("writing to a string");
                open.push((query, 0));
            }
            TreeNode::Leaf { number } => {
                let weight = weights[*number as usize].write();
                write!(text, "\n{:indent$}(WEIGHT[{weight}])", "").expect("writing to a string");
                // Close the outcome, and every query whose last outcome this was.
                while let Some((query, outcome)) = open.last_mut() {
                    text.push(')');
                    *outcome += 1;
                    if *outcome < language.n_outcomes(query) {
                        break;
                    }
                    text.push(')');
                    open.pop();
                }
                if open.is_empty() {
                    text.push(')');
                }
                write!(text, " # {}", first_leaf + *number as usize).expect("writing to a string");
            }
        }
    }
    text.push('\n');
    text
}

/// A tree read from text.
#[derive(Clone, Debug, PartialEq)]
pub struct TaggedTree<Q, W> {
    /// What names its query system.
    pub tag: String,
    /// The queries.
    pub tree: QueryTree<Q>,
    /// The weight of every leaf.
    pub weights: Vec<W>,
    /// The line of the tag, from 1.
    pub line: usize,
    /// The line of every node in pre-order, for errors that only the domain can find.
    pub node_lines: Vec<usize>,
}

/// Reads all trees of a text.
pub fn read_text<L: QueryLanguage, W: LeafWeight>(
    language: &L,
    text: &str,
) -> Result<Vec<TaggedTree<L::Query, W>>, TextError> {
    let mut reader = Tokens { rest: text, line: 1 };
    let mut trees = Vec::new();
    while let Some(token) = reader.next() {
        if token != Token::Open {
            return Err(reader.error("expected (TREE[...]"));
        }
        trees.push(read_tree(language, &mut reader)?);
    }
    Ok(trees)
}

fn read_tree<L: QueryLanguage, W: LeafWeight>(
    language: &L,
    reader: &mut Tokens,
) -> Result<TaggedTree<L::Query, W>, TextError> {
    let head = reader.word("TREE[...]")?;
    let line = reader.line;
    let tag = bracketed(head, "TREE").ok_or_else(|| reader.error(&format!("expected TREE[...], found {head}")))?;
    let tag = tag.to_owned();
    let mut list: Vec<Option<(u16, L::Query)>> = Vec::new();
    let (mut weights, mut node_lines) = (Vec::new(), Vec::new());
    // Places in `list` of the queries not yet closed, and the outcome to come next.
    let mut open: Vec<(usize, usize)> = Vec::new();
    loop {
        reader.expect(Token::Open, "(")?;
        let head = reader.word("a query or WEIGHT[...]")?;
        node_lines.push(reader.line);
        if let Some(weight) = bracketed(head, "WEIGHT") {
            weights.push(W::read(weight).ok_or_else(|| reader.error(&format!("{head} is not a weight")))?);
            list.push(None);
            reader.expect(Token::Close, ") after a weight")?;
            // Close the outcome, and every query that is complete.
            while let Some((query, outcome)) = open.last_mut() {
                reader.expect(Token::Close, ") after an outcome")?;
                *outcome += 1;
                if *outcome < outcomes_at(&list, *query) {
                    break;
                }
                reader.expect(Token::Close, ") after the last outcome")?;
                open.pop();
            }
        } else {
            let query = language.read(head).ok_or_else(|| reader.error(&format!("{head} is not a query")))?;
            let n_outcomes = language.n_outcomes(&query);
            let Some(n) = u16::try_from(n_outcomes).ok().filter(|n| *n >= 2) else {
                return Err(reader.error(&format!("{head} has {n_outcomes} outcomes")));
            };
            open.push((list.len(), 0));
            list.push(Some((n, query)));
        }
        let Some(&(query, outcome)) = open.last() else { break };
        let Some(Some((_, query))) = list.get(query) else { break };
        reader.expect(Token::Open, "(label")?;
        let wanted = language.label(query, outcome);
        let label = reader.word(wanted)?;
        if !label.eq_ignore_ascii_case(wanted) {
            return Err(reader.error(&format!("expected outcome {wanted}, found {label}")));
        }
    }
    reader.expect(Token::Close, ") at the end of the tree")?;
    let tree = QueryTree::from_preorder(list).map_err(|bad| reader.error(&bad.to_string()))?;
    Ok(TaggedTree { tag, tree, weights, line, node_lines })
}

fn outcomes_at<Q>(list: &[Option<(u16, Q)>], place: usize) -> usize {
    list.get(place).and_then(Option::as_ref).map_or(0, |(n, _)| usize::from(*n))
}

/// The text between brackets of `NAME[...]`, the name in any case.
fn bracketed<'a>(word: &'a str, name: &str) -> Option<&'a str> {
    let (head, tail) = word.split_once('[')?;
    head.eq_ignore_ascii_case(name).then(|| tail.strip_suffix(']')).flatten()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Open,
    Close,
    Word(&'a str),
}

struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let trimmed = self.rest.trim_start();
            self.line += self.rest[..self.rest.len() - trimmed.len()].matches('\n').count();
            self.rest = trimmed;
            match self.rest.chars().next()? {
                '#' => self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..],
                '(' => {
                    self.rest = &self.rest[1..];
                    return Some(Token::Open);
                }
                ')' => {
                    self.rest = &self.rest[1..];
                    return Some(Token::Close);
                }
                _ => {
                    // Inside brackets spaces belong to the word.
                    let mut inside = false;
                    let end = self.rest.find(|c: char| {
                        inside = (inside || c == '[') && c != ']' && c != '\n';
                        matches!(c, '(' | ')' | '#') || (c.is_whitespace() && !inside)
                    });
                    let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                    self.rest = rest;
                    return Some(Token::Word(word));
                }
            }
        }
    }

    fn word(&mut self, wanted: &str) -> Result<&'a str, TextError> {
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(self.error(&format!("expected {wanted}, found {}", describe(other)))),
        }
    }

    fn expect(&mut self, token: Token, what: &str) -> Result<(), TextError> {
        let found = self.next();
        if found == Some(token) {
            Ok(())
        } else {
            Err(self.error(&format!("expected {what}, found {}", describe(found))))
        }
    }

    fn error(&self, problem: &str) -> TextError {
        TextError { line: self.line, problem: problem.to_owned() }
    }
}

fn describe(token: Option<Token>) -> String {
    match token {
        Some(Token::Open) => "(".to_owned(),
        Some(Token::Close) => ")".to_owned(),
        Some(Token::Word(word)) => word.to_owned(),
        None => "the end".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `ASK[n]` has `n` outcomes called a, b, c, d.
    struct Letters;

    impl QueryLanguage for Letters {
        type Query = u8;

        fn write(&self, query: &u8) -> String {
            format!("ASK[{query} of 4]")
        }

        fn read(&self, text: &str) -> Option<u8> {
            bracketed(text, "ASK")?.strip_suffix(" of 4")?.parse().ok().filter(|n| (2..=4).contains(n))
        }

        fn n_outcomes(&self, query: &u8) -> usize {
            usize::from(*query)
        }

        fn label(&self, _: &u8, outcome: usize) -> &str {
            ["a", "b", "c", "d"][outcome]
        }
    }

    fn tree_lists() -> impl Strategy<Value = Vec<Option<(u16, u8)>>> {
        Just(vec![None]).boxed().prop_recursive(5, 40, 4, |inner| {
            prop::collection::vec(inner, 2..5).prop_map(|children| {
                let mut list = vec![Some((children.len() as u16, children.len() as u8))];
                children.into_iter().for_each(|child| list.extend(child));
                list
            })
        })
    }

    proptest! {
        #[test]
        fn reads_what_it_wrote(list in tree_lists(), lower in any::<bool>()) {
            let tree = QueryTree::from_preorder(list).expect("a whole tree");
            let weights: Vec<f64> = (0..tree.n_leaves()).map(|i| 1.0 / (i as f64 + 0.3)).collect();
            let text = write_text(&Letters, "SG_C", &tree, &weights, 100);
            let text = if lower { text.to_lowercase() } else { text };
            let twice: Vec<TaggedTree<u8, f64>> =
                read_text(&Letters, &format!("# two trees\n{text}{text}")).expect("reads its own text");
            prop_assert_eq!(twice.len(), 2);
            for read in twice {
                prop_assert!(read.tag.eq_ignore_ascii_case("SG_C"));
                prop_assert_eq!(&read.tree, &tree);
                prop_assert_eq!(&read.weights, &weights);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[()A-Za-z\\[\\]#0-9. \n]{0,60}") {
            if let Err(error) = read_text::<_, f64>(&Letters, &text) {
                prop_assert!(error.line >= 1);
            }
        }
    }

    #[test]
    fn looks_like_this() {
        let tree = QueryTree::from_preorder(vec![Some((2, 2)), None, Some((3, 3)), None, None, None]).expect("a tree");
        let text = write_text(&Letters, "SG", &tree, &[1.25, 1.0, 0.5, 3.0], 7);
        let expected = "\
(TREE[SG]
  (ASK[2 of 4]
    (a
      (WEIGHT[1.25])) # 7
    (b
      (ASK[3 of 4]
        (a
          (WEIGHT[1])) # 8
        (b
          (WEIGHT[0.5])) # 9
        (c
          (WEIGHT[3])))))) # 10
";
        assert_eq!(text, expected);
        let read: Vec<TaggedTree<u8, f64>> = read_text(&Letters, &text).expect("reads its own text");
        assert_eq!((read[0].line, &read[0].node_lines[..]), (1, &[2, 4, 6, 8, 10, 12][..]));
    }

    #[test]
    fn errors_name_line_and_reason() {
        let problem = |text: &str| read_text::<_, f64>(&Letters, text).expect_err("a bad text").to_string();
        assert_eq!(problem("(TREE[SG]\n  (ASK[9 of 4]"), "line 2: ASK[9 of 4] is not a query");
        assert_eq!(problem("(TREE[SG]\n (ASK[2 of 4]\n (b"), "line 3: expected outcome a, found b");
        assert_eq!(problem("(TREE[SG] (WEIGHT[nan]))"), "line 1: WEIGHT[nan] is not a weight");
        assert_eq!(problem("(TREE[SG] (WEIGHT[1])"), "line 1: expected ) at the end of the tree, found the end");
        assert_eq!(problem("oops"), "line 1: expected (TREE[...]");
    }
}
