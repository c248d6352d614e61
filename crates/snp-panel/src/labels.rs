//! The populations of people: the label file, and coarser groups of populations.
//!
//! The label file is tab-separated with the header `#FID IID POP`. A group file (`#POP GROUP`) merges populations into the
//! classes of a problem, as World 3, 5 and 7 do in Basaldúa 2013, Table 5.12; populations that it does not mention are left
//! out, as World 3 leaves out two. Labels of people who were not genotyped are errors, with their line.

use std::collections::{HashMap, HashSet};

use crate::lines::{NotText, numbered_lines, quoted};
use crate::people::{People, PersonId, Phenotype};

/// Why bytes are not a label file for these people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// The first line is something else.
    #[error("line {line}: {text} where the header `#FID<tab>IID<tab>POP` should be")]
    Header {
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// Not three columns.
    #[error("line {line}: {found} tab-separated columns where a label has 3 (FID, IID, POP)")]
    Columns {
        /// Counted from 1.
        line: usize,
        /// Columns found.
        found: usize,
    },
    /// An id or a population without letters.
    #[error("line {line}: the {column} column is empty")]
    EmptyColumn {
        /// Counted from 1.
        line: usize,
        /// Which column.
        column: &'static str,
    },
    /// A person who was not genotyped.
    #[error("line {line}: no person {person} among the genotyped people; do labels and genotypes belong together?")]
    UnknownPerson {
        /// Counted from 1.
        line: usize,
        /// Who.
        person: PersonId,
    },
    /// One person twice.
    #[error("line {line}: {person} already has a label on line {first_line}")]
    Duplicate {
        /// Counted from 1.
        line: usize,
        /// The line of the first label.
        first_line: usize,
        /// Who.
        person: PersonId,
    },
    /// No label at all.
    #[error("line 1: the file holds no label")]
    Empty,
}

/// A person's population and its line in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The population's name.
    pub population: Box<str>,
    /// Line of the label file, from 1; 0 when the label came from the `.fam`.
    pub line: usize,
}

/// Reads the label file: the label of each person, or `None` for people without one.
pub fn read_labels(bytes: &[u8], people: &People) -> Result<Vec<Option<Label>>, LabelError> {
    let mut labels: Vec<Option<Label>> = vec![None; people.len()];
    let mut lines = numbered_lines(bytes);
    let (line, header) = lines.next().ok_or(LabelError::Empty)??;
    if header.split('\t').ne(["#FID", "IID", "POP"]) {
        return Err(LabelError::Header { line, text: quoted(header) });
    }
    let mut is_empty = true;
    for numbered in lines {
        let (line, text) = numbered?;
        let columns: Vec<&str> = text.split('\t').map(str::trim).collect();
        let &[family, individual, population] = columns.as_slice() else {
            return Err(LabelError::Columns { line, found: columns.len() });
        };
        for (column, value) in [("FID", family), ("IID", individual), ("POP", population)] {
            if value.is_empty() {
                return Err(LabelError::EmptyColumn { line, column });
            }
        }
        let person = PersonId::new(family, individual);
        let Some(person_idx) = people.find(&person) else {
            return Err(LabelError::UnknownPerson { line, person });
        };
        if let Some(first) = &labels[person_idx] {
            return Err(LabelError::Duplicate { line, first_line: first.line, person });
        }
        labels[person_idx] = Some(Label { population: population.into(), line });
        is_empty = false;
    }
    if is_empty { Err(LabelError::Empty) } else { Ok(labels) }
}

/// Labels from the `.fam` itself: `control` and `case`, nothing for the others.
pub fn case_control_labels(people: &People) -> Vec<Option<Label>> {
    let label = |name: &str| Some(Label { population: name.into(), line: 0 });
    let label_of = |phenotype: &Phenotype| match phenotype {
        Phenotype::Control => label("control"),
        Phenotype::Case => label("case"),
        Phenotype::Unknown => None,
    };
    people.phenotypes().iter().map(label_of).collect()
}

/// The text of a label file.
pub fn write_labels<'a>(labels: impl IntoIterator<Item = (&'a PersonId, &'a str)>) -> String {
    let mut text = String::from("#FID\tIID\tPOP\n");
    for (id, population) in labels {
        text.push_str(&format!("{}\t{}\t{population}\n", id.family, id.individual));
    }
    text
}

/// Why bytes are not a group file for these labels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// The first line is something else.
    #[error("line {line}: {text} where the header `#POP<tab>GROUP` should be")]
    Header {
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// Not two columns.
    #[error("line {line}: {text} is not a population and a group, separated by a tab")]
    Columns {
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A population without a single labelled person.
    #[error("line {line}: no one is labelled {population:?}, so the group would be empty")]
    EmptyPopulation {
        /// Counted from 1.
        line: usize,
        /// The population.
        population: String,
    },
    /// One population in two groups.
    #[error("line {line}: population {population:?} already has a group")]
    Duplicate {
        /// Counted from 1.
        line: usize,
        /// The population.
        population: String,
    },
    /// No group at all.
    #[error("line 1: the file holds no group")]
    Empty,
}

/// Replaces populations by the groups of a group file; people of other populations lose their label. Every population
/// of the file must have people.
pub fn group_labels(bytes: &[u8], labels: &[Option<Label>]) -> Result<Vec<Option<Label>>, GroupError> {
    let known: HashSet<&str> = labels.iter().flatten().map(|label| &*label.population).collect();
    Ok(regroup(&read_groups(bytes, |population| known.contains(population))?, labels))
}

/// The same for people who are not learned from, among whom whole populations may be absent.
pub fn group_new_labels(bytes: &[u8], labels: &[Option<Label>]) -> Result<Vec<Option<Label>>, GroupError> {
    Ok(regroup(&read_groups(bytes, |_| true)?, labels))
}

fn regroup(group_of: &HashMap<&str, &str>, labels: &[Option<Label>]) -> Vec<Option<Label>> {
    let grouped = |label: &Label| {
        let group = group_of.get(&*label.population)?;
        Some(Label { population: (*group).into(), line: label.line })
    };
    labels.iter().map(|label| label.as_ref().and_then(grouped)).collect()
}

/// The group of each population of a group file.
fn read_groups(bytes: &[u8], is_known: impl Fn(&str) -> bool) -> Result<HashMap<&str, &str>, GroupError> {
    let mut group_of: HashMap<&str, &str> = HashMap::new();
    let mut lines = numbered_lines(bytes);
    let (line, header) = lines.next().ok_or(GroupError::Empty)??;
    if header.split('\t').ne(["#POP", "GROUP"]) {
        return Err(GroupError::Header { line, text: quoted(header) });
    }
    for numbered in lines {
        let (line, text) = numbered?;
        let (population, group) = match text.split_once('\t').map(|(left, right)| (left.trim(), right.trim())) {
            Some((population, group)) if !population.is_empty() && !group.is_empty() => (population, group),
            _ => return Err(GroupError::Columns { line, text: quoted(text) }),
        };
        if !is_known(population) {
            return Err(GroupError::EmptyPopulation { line, population: population.into() });
        }
        if group_of.insert(population, group).is_some() {
            return Err(GroupError::Duplicate { line, population: population.into() });
        }
    }
    if group_of.is_empty() { Err(GroupError::Empty) } else { Ok(group_of) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::read_fam;

    fn people() -> People {
        read_fam(b"f1 a 0 0 1 2\nf1 b 0 0 2 1\nf2 a 0 0 0 -9\n").unwrap()
    }

    fn populations(labels: &[Option<Label>]) -> Vec<&str> {
        labels.iter().map(|label| label.as_ref().map_or("-", |label| &*label.population)).collect()
    }

    #[test]
    fn labels_follow_the_fam_order() {
        let labels = read_labels(b"#FID\tIID\tPOP\nf2\ta\tYRI\nf1\ta\tTSI\n", &people()).unwrap();
        assert_eq!(populations(&labels), ["TSI", "-", "YRI"]);
        assert_eq!(labels[2].as_ref().unwrap().line, 2);
    }

    #[test]
    fn a_bad_label_file_names_its_line() {
        let check = |text: &str, expected: &str| {
            let message = read_labels(text.as_bytes(), &people()).unwrap_err().to_string();
            assert!(message.contains(expected), "{message:?} does not say {expected:?}");
        };
        check("", "no label");
        check("#FID\tIID\tPOP\n", "no label");
        check("FID IID POP\n", "header");
        check("#FID\tIID\tPOP\nf1\ta\n", "line 2: 2 tab-separated columns");
        check("#FID\tIID\tPOP\nf1\ta\t\n", "line 2: the POP column is empty");
        check("#FID\tIID\tPOP\n\nf9\ta\tYRI\n", "line 3: no person f9 a");
        check("#FID\tIID\tPOP\nf1\ta\tYRI\nf1\ta\tTSI\n", "line 3: f1 a already has a label on line 2");
    }

    #[test]
    fn groups_merge_and_leave_out() {
        let text = "#FID\tIID\tPOP\nf1\ta\tYRI\nf1\tb\tLWK\nf2\ta\tGIH\n";
        let labels = read_labels(text.as_bytes(), &people()).unwrap();
        let grouped = group_labels(b"#POP\tGROUP\nYRI\tAFR\nLWK\tAFR\n", &labels).unwrap();
        assert_eq!(populations(&grouped), ["AFR", "AFR", "-"]);
        let check = |text: &str, expected: &str| {
            let message = group_labels(text.as_bytes(), &labels).unwrap_err().to_string();
            assert!(message.contains(expected), "{message:?} does not say {expected:?}");
        };
        let grouped = group_new_labels(b"#POP\tGROUP\nYRI\tAFR\nNOBODY\tAFR\n", &labels).unwrap();
        assert_eq!(populations(&grouped), ["AFR", "-", "-"]);
        check("#POP\tGROUP\nYRI\tAFR\nNOBODY\tAFR\n", "line 3: no one is labelled \"NOBODY\"");
        check("#POP\tGROUP\nYRI AFR\n", "line 2");
        check("#POP\tGROUP\nYRI\tAFR\nYRI\tEUR\n", "line 3: population \"YRI\" already");
        check("#POP\tGROUP\n", "no group");
    }

    #[test]
    fn the_fam_may_hold_cases_and_controls() {
        assert_eq!(populations(&case_control_labels(&people())), ["case", "control", "-"]);
    }
}
