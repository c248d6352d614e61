//! The arguments of a command, read one by one; an error names the offending word and what was expected.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::failure::{Failure, quoted};
use crate::vertex::{Color, Move, Vertex};

/// A cursor over the arguments of one command.
#[derive(Debug, Clone)]
pub struct Arguments<'a> {
    words: &'a [String],
    n_read: usize,
}

impl<'a> Arguments<'a> {
    /// A cursor at the first word.
    pub fn new(words: &'a [String]) -> Self {
        Self { words, n_read: 0 }
    }

    /// The next word; `what` is named in the error if it is missing.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Failure> {
        self.optional().ok_or_else(|| Failure::syntax(format!("argument {} is missing: {what}", self.n_read + 1)))
    }

    /// The next word, if there is one.
    pub fn optional(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.n_read)?;
        self.n_read += 1;
        Some(word)
    }

    /// The next word without consuming it.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.n_read).map(String::as_str)
    }

    /// All words that are left.
    pub fn rest(&mut self) -> &'a [String] {
        let rest = &self.words[self.n_read..];
        self.n_read = self.words.len();
        rest
    }

    /// Fails if a word remains.
    pub fn finish(&self) -> Result<(), Failure> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(Failure::syntax(format!("argument {} is too many: {}", self.n_read + 1, quoted(word)))),
        }
    }

    /// A player.
    pub fn color(&mut self) -> Result<Color, Failure> {
        let word = self.word("a color (b or w)")?;
        Color::parse(word).ok_or_else(|| self.wrong(word, "a color (b or w)"))
    }

    /// A place on a board of this size.
    pub fn vertex(&mut self, size: u8) -> Result<Vertex, Failure> {
        let word = self.word("a vertex")?;
        Vertex::parse(word, size).ok_or_else(|| self.wrong(word, &format!("a vertex of a {size}x{size} board")))
    }

    /// A place on a board of this size, or pass.
    pub fn vertex_or_pass(&mut self, size: u8) -> Result<Move, Failure> {
        let word = self.word("a vertex or pass")?;
        Move::parse(word, size)
            .filter(|&played| played != Move::Resign)
            .ok_or_else(|| self.wrong(word, &format!("pass or a vertex of a {size}x{size} board")))
    }

    /// A whole number within bounds.
    pub fn integer<T>(&mut self, what: &str, bounds: RangeInclusive<T>) -> Result<T, Failure>
    where
        T: FromStr + PartialOrd + Display,
    {
        let word = self.word(what)?;
        word.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(|| {
            self.wrong(word, &format!("{what}: a whole number from {} to {}", bounds.start(), bounds.end()))
        })
    }

    /// A finite number.
    pub fn float(&mut self, what: &str) -> Result<f64, Failure> {
        let word = self.word(what)?;
        word.parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| self.wrong(word, &format!("{what}: a number")))
    }

    /// `true` or `false`, or 1 or 0.
    pub fn boolean(&mut self, what: &str) -> Result<bool, Failure> {
        let word = self.word(what)?;
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(self.wrong(word, &format!("{what}: true or false"))),
        }
    }

    /// The error for a word that is not what was wanted.
    pub fn wrong(&self, word: &str, wanted: &str) -> Failure {
        Failure::syntax(format!("argument {} is {}, wanted {wanted}", self.n_read, quoted(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: std::fmt::Debug>(text: &str, read: impl FnOnce(&mut Arguments<'_>) -> Result<T, Failure>) -> String {
        let words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        let mut arguments = Arguments::new(&words);
        match read(&mut arguments).and_then(|value| arguments.finish().map(|()| value)) {
            Ok(value) => format!("{value:?}"),
            Err(failure) => failure.to_string(),
        }
    }

    #[test]
    fn right_words() {
        assert_eq!(check("b", |a| a.color()), "Black");
        assert_eq!(check("pass", |a| a.vertex_or_pass(9)), "Pass");
        assert_eq!(check("13", |a| a.integer("size", 1..=25)), "13");
        assert_eq!(check("-7.5", |a| a.float("komi")), "-7.5");
        assert_eq!(check("TRUE", |a| a.boolean("ownership")), "true");
        assert_eq!(check("a b c", |a| Ok(a.rest().len())), "3");
    }

    #[test]
    fn wrong_words_are_named() {
        let size = |a: &mut Arguments<'_>| a.integer("size", 1..=25);
        assert_eq!(check("", size), "syntax error: argument 1 is missing: size");
        assert_eq!(check("26", size), "syntax error: argument 1 is \"26\", wanted size: a whole number from 1 to 25");
        assert_eq!(check("9 9", size), "syntax error: argument 2 is too many: \"9\"");
        let play = |a: &mut Arguments<'_>| a.color().and_then(|_| a.vertex_or_pass(9));
        assert_eq!(check("b k1", play), "syntax error: argument 2 is \"k1\", wanted pass or a vertex of a 9x9 board");
        assert_eq!(
            check("b resign", play),
            "syntax error: argument 2 is \"resign\", wanted pass or a vertex of a 9x9 board"
        );
        assert_eq!(check("x a1", play), "syntax error: argument 1 is \"x\", wanted a color (b or w)");
        for komi in ["nan", "inf", "1e999", "6,5", "six"] {
            assert!(check(komi, |a| a.float("komi")).contains("wanted komi: a number"), "{komi}");
        }
    }
}
