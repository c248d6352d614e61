//! The genotyped people: PLINK's `.fam` and its `--keep` lists.
//!
//! A person is known by family and individual id together (`FID`, `IID`). The keep list has the two id columns and no
//! header, as PLINK writes and reads it. A name that the `.fam` does not hold is an error with its line: a typing mistake
//! must not quietly make the sample smaller. Parents and sex are not read.

use std::collections::HashMap;

use crate::lines::{NotText, numbered_lines, quoted};

/// Family and individual id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonId {
    /// Family id (`FID`).
    pub family: Box<str>,
    /// Individual id (`IID`).
    pub individual: Box<str>,
}

impl PersonId {
    /// From the two columns.
    pub fn new(family: &str, individual: &str) -> Self {
        Self { family: family.into(), individual: individual.into() }
    }
}

impl std::fmt::Display for PersonId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.family, self.individual)
    }
}

/// The sixth column of a `.fam`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phenotype {
    /// 1.
    Control,
    /// 2.
    Case,
    /// 0, -9 or a measured quantity.
    Unknown,
}

/// All people of the `.fam`, in file order, with a look-up by id.
#[derive(Clone, Debug, Default)]
pub struct People {
    ids: Vec<PersonId>,
    phenotypes: Vec<Phenotype>,
    index: HashMap<PersonId, usize>,
}

/// Why bytes are not a `.fam` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// Too few or too many columns.
    #[error("line {line}: {found} columns where a .fam has 6 (FID, IID, father, mother, sex, phenotype)")]
    Columns {
        /// Counted from 1.
        line: usize,
        /// Columns found.
        found: usize,
    },
    /// One person twice.
    #[error("line {line}: {person} is already on line {first_line}")]
    Duplicate {
        /// Counted from 1.
        line: usize,
        /// Where the person stood first.
        first_line: usize,
        /// Who.
        person: PersonId,
    },
    /// An empty file.
    #[error("line 1: the file is empty")]
    Empty,
}

impl People {
    /// People without phenotypes; the error names the second of two equal ids (line numbers count people from 1).
    pub fn from_ids(ids: impl IntoIterator<Item = PersonId>) -> Result<People, FamError> {
        let mut people = People::default();
        for id in ids {
            let line = people.len() + 1;
            people.push(id, Phenotype::Unknown, line)?;
        }
        Ok(people)
    }

    fn push(&mut self, id: PersonId, phenotype: Phenotype, line: usize) -> Result<(), FamError> {
        if let Some(&first) = self.index.get(&id) {
            return Err(FamError::Duplicate { line, first_line: first + 1, person: id });
        }
        self.index.insert(id.clone(), self.ids.len());
        self.ids.push(id);
        self.phenotypes.push(phenotype);
        Ok(())
    }

    /// Number of people.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no people.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Ids in file order.
    pub fn ids(&self) -> &[PersonId] {
        &self.ids
    }

    /// The sixth column, in file order.
    pub fn phenotypes(&self) -> &[Phenotype] {
        &self.phenotypes
    }

    /// The place of a person in the file.
    pub fn find(&self, id: &PersonId) -> Option<usize> {
        self.index.get(id).copied()
    }
}

/// Reads a `.fam` file.
pub fn read_fam(bytes: &[u8]) -> Result<People, FamError> {
    let mut people = People::default();
    for numbered in numbered_lines(bytes) {
        let (line, text) = numbered?;
        let columns: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[family, individual, _, _, _, phenotype] = columns.as_slice() else {
            return Err(FamError::Columns { line, found: columns.len() });
        };
        // Programs write the codes as whole numbers or with decimals, sometimes both in one file.
        let phenotype = match phenotype.parse::<f64>() {
            Ok(1.0) => Phenotype::Control,
            Ok(2.0) => Phenotype::Case,
            _ => Phenotype::Unknown,
        };
        people.push(PersonId::new(family, individual), phenotype, line)?;
    }
    if people.is_empty() { Err(FamError::Empty) } else { Ok(people) }
}

/// The text of a `.fam` file; parents and sex are written as unknown.
pub fn write_fam(ids: &[PersonId]) -> String {
    ids.iter().map(|id| format!("{id} 0 0 0 -9\n")).collect()
}

/// Why bytes are not a keep list for these people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// Fewer than two columns.
    #[error("line {line}: {text} is not a family id and an individual id (FID IID)")]
    Columns {
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A person who was not genotyped.
    #[error("line {line}: no person {person} among the genotyped people")]
    UnknownPerson {
        /// Counted from 1.
        line: usize,
        /// Who.
        person: PersonId,
    },
    /// An empty list.
    #[error("line 1: the list is empty, so no one would be left")]
    Empty,
}

/// Reads a keep list into one flag for each person. Further columns, `#` lines and repeated people are allowed, as in PLINK.
pub fn read_keep(bytes: &[u8], people: &People) -> Result<Vec<bool>, KeepError> {
    let mut kept = vec![false; people.len()];
    let mut is_empty = true;
    for numbered in numbered_lines(bytes) {
        let (line, text) = numbered?;
        if text.starts_with('#') {
            continue;
        }
        let mut columns = text.split_ascii_whitespace();
        let (Some(family), Some(individual)) = (columns.next(), columns.next()) else {
            return Err(KeepError::Columns { line, text: quoted(text) });
        };
        let person = PersonId::new(family, individual);
        let person_idx = people.find(&person).ok_or(KeepError::UnknownPerson { line, person })?;
        kept[person_idx] = true;
        is_empty = false;
    }
    if is_empty { Err(KeepError::Empty) } else { Ok(kept) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAM: &[u8] = b"f1 a 0 0 1 2\nf1 b 0 0 2 1\nf2 a 0 0 0 -9\n";

    #[test]
    fn codes_with_decimals_are_codes() {
        let people =
            read_fam(b"a a 0 0 0 1\nb b 0 0 0 1.0\nc c 0 0 0 2.000000\nd d 0 0 0 2\ne e 0 0 0 1.5\nf f 0 0 0 NA\n");
        let (case, control, unknown) = (Phenotype::Case, Phenotype::Control, Phenotype::Unknown);
        assert_eq!(people.unwrap().phenotypes(), [control, control, case, case, unknown, unknown]);
    }

    #[test]
    fn both_ids_make_a_person() {
        let people = read_fam(FAM).unwrap();
        assert_eq!(people.len(), 3);
        assert_eq!(people.find(&PersonId::new("f2", "a")), Some(2));
        assert_eq!(people.find(&PersonId::new("f2", "b")), None);
        assert_eq!(people.phenotypes(), [Phenotype::Case, Phenotype::Control, Phenotype::Unknown]);
    }

    #[test]
    fn a_bad_fam_names_its_line() {
        assert_eq!(read_fam(b"f a 0 0 1\n").unwrap_err(), FamError::Columns { line: 1, found: 5 });
        let person = PersonId::new("f1", "a");
        let twice = [FAM, b"f1 a 0 0 1 1\n"].concat();
        assert_eq!(read_fam(&twice).unwrap_err(), FamError::Duplicate { line: 4, first_line: 1, person });
        assert_eq!(read_fam(b"\n\n").unwrap_err(), FamError::Empty);
    }

    #[test]
    fn keep_lists_are_plinks() {
        let people = read_fam(FAM).unwrap();
        assert_eq!(read_keep(b"#FID IID\nf2 a\nf1\tb extra\nf2 a\n", &people), Ok(vec![false, true, true]));
        let person = PersonId::new("f1", "nobody");
        assert_eq!(read_keep(b"f2 a\nf1 nobody\n", &people), Err(KeepError::UnknownPerson { line: 2, person }));
        assert_eq!(read_keep(b"f2\n", &people), Err(KeepError::Columns { line: 1, text: "\"f2\"".into() }));
        assert_eq!(read_keep(b"", &people), Err(KeepError::Empty));
    }

    #[test]
    fn written_and_read_again() {
        let people = read_fam(FAM).unwrap();
        assert_eq!(read_fam(write_fam(people.ids()).as_bytes()).unwrap().ids(), people.ids());
    }
}
