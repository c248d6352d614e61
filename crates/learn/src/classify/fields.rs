//! The text form of a learner, `NAME` or `NAME:FIELD=VALUE,FIELD=VALUE`, and the one place where fields are checked.

use thiserror::Error;

/// Why a text names no learner.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LearnerError {
    /// No learner has this name.
    #[error("there is no learner {name:?}: it is one of {known}")]
    Unknown {
        /// The given name.
        name: String,
        /// The names.
        known: String,
    },
    /// A field without a value.
    #[error("{text:?} is not a field: FIELD=VALUE, as in trees=100")]
    NoField {
        /// The given text.
        text: String,
    },
    /// A field that the learner does not have.
    #[error("{learner} has no field {field:?}: it has {known}")]
    UnknownField {
        /// The learner.
        learner: String,
        /// The field.
        field: String,
        /// Its fields.
        known: String,
    },
    /// A value that the field does not allow.
    #[error("{learner}: {field} is {allowed}, not {value:?}")]
    Value {
        /// The learner.
        learner: String,
        /// The field.
        field: String,
        /// The allowed values.
        allowed: String,
        /// The given value.
        value: String,
    },
}

/// Fields as they were given, taken one by one.
pub(super) struct Fields<'a> {
    learner: &'a str,
    given: Vec<(&'a str, &'a str)>,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// Splits a text into the learner's name and its fields.
    pub(super) fn parse(text: &'a str) -> Result<(&'a str, Fields<'a>), LearnerError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let field = |text: &'a str| {
            let (field, value) = text.split_once('=').ok_or(LearnerError::NoField { text: text.into() })?;
            Ok((field.trim(), value.trim()))
        };
        let texts = rest.split(',').filter(|text| !text.trim().is_empty());
        let given = texts.map(field).collect::<Result<_, _>>()?;
        Ok((name.trim(), Fields { learner: name.trim(), given, known: Vec::new() }))
    }

    fn take(&mut self, field: &'static str) -> Option<&'a str> {
        self.known.push(field);
        let place = self.given.iter().position(|(given, _)| *given == field)?;
        Some(self.given.remove(place).1)
    }

    fn refuse<T>(&self, field: &str, allowed: String, value: &str) -> Result<T, LearnerError> {
        let (learner, field, value) = (self.learner.into(), field.into(), value.into());
        Err(LearnerError::Value { learner, field, allowed, value })
    }

    /// A whole number between two others.
    pub(super) fn whole(
        &mut self,
        field: &'static str,
        range: std::ops::RangeInclusive<usize>,
        default: usize,
    ) -> Result<usize, LearnerError> {
        let Some(text) = self.take(field) else { return Ok(default) };
        match text.parse() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => self.refuse(field, format!("a whole number from {} to {}", range.start(), range.end()), text),
        }
    }

    /// A number between two others.
    pub(super) fn number(
        &mut self,
        field: &'static str,
        range: std::ops::RangeInclusive<f64>,
        default: f64,
    ) -> Result<f64, LearnerError> {
        let Some(text) = self.take(field) else { return Ok(default) };
        match text.parse() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => self.refuse(field, format!("a number from {} to {}", range.start(), range.end()), text),
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, field: &'static str, default: bool) -> Result<bool, LearnerError> {
        let Some(text) = self.take(field) else { return Ok(default) };
        text.parse().or_else(|_| self.refuse(field, "true or false".into(), text))
    }

    /// One of some words, by its place.
    pub(super) fn word(&mut self, field: &'static str, words: &[&str], default: usize) -> Result<usize, LearnerError> {
        let Some(text) = self.take(field) else { return Ok(default) };
        let place = words.iter().position(|word| *word == text);
        place.map_or_else(|| self.refuse(field, words.join(" or "), text), Ok)
    }

    /// Rejects fields that were given but not used.
    pub(super) fn finish(self) -> Result<(), LearnerError> {
        let Some((field, _)) = self.given.first() else { return Ok(()) };
        let known = if self.known.is_empty() { "none".into() } else { self.known.join(", ") };
        Err(LearnerError::UnknownField { learner: self.learner.into(), field: (*field).into(), known })
    }
}
