//! The people of one problem and their classes.
//!
//! A cohort is the genotyped people without those who have no label, are not on the keep list or fail quality control.
//! All later code refers to people by their place *in the cohort* and cannot reach anyone else. Classes are ordered by
//! name, so that the order of the label file does not matter.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::labels::Label;

/// People with classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cohort {
    people: Vec<usize>,
    class_of: Vec<u16>,
    class_names: Vec<String>,
}

/// Why labels do not make a classification problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CohortError {
    /// A single class, or none.
    #[error("{found} classes with people are left ({names}); a panel needs at least two")]
    TooFewClasses {
        /// Classes with people.
        found: usize,
        /// Their names.
        names: String,
    },
    /// A class too small to be learned from and tested on.
    #[error(
        "class {name:?} (first labelled on line {line}) is {}: {n_people} people are left, at least {needed} are needed",
        if *n_people == 0 { "empty" } else { "too small" }
    )]
    ClassTooSmall {
        /// The class.
        name: String,
        /// Line of the label file where it occurs first; 0 when labels came from elsewhere.
        line: usize,
        /// People left.
        n_people: usize,
        /// People needed.
        needed: usize,
    },
    /// More classes than a class number can count.
    #[error("{found} classes are more than the {} that can be told apart", u16::MAX)]
    TooManyClasses {
        /// Classes found.
        found: usize,
    },
}

impl Cohort {
    /// The labelled people among those for whom `is_kept` holds. A population without kept people is not a class.
    pub fn new(labels: &[Option<Label>], is_kept: impl Fn(usize) -> bool) -> Result<Cohort, CohortError> {
        let members = || {
            let labelled = labels.iter().enumerate().filter(|&(person_idx, _)| is_kept(person_idx));
            labelled.filter_map(|(person_idx, label)| label.as_ref().map(|label| (person_idx, label)))
        };
        let mut class_names: Vec<String> = members().map(|(_, label)| label.population.to_string()).collect();
        class_names.sort_unstable();
        class_names.dedup();
        if class_names.len() < 2 {
            return Err(CohortError::TooFewClasses { found: class_names.len(), names: class_names.join(", ") });
        }
        if class_names.len() > usize::from(u16::MAX) {
            return Err(CohortError::TooManyClasses { found: class_names.len() });
        }
        let class_idx = |label: &Label| {
            let place = class_names.binary_search_by(|name| name.as_str().cmp(&label.population));
            place.expect("every label is listed") as u16
        };
        let (people, class_of) = members().map(|(person_idx, label)| (person_idx, class_idx(label))).unzip();
        Ok(Cohort { people, class_of, class_names })
    }

    /// Number of people.
    pub fn len(&self) -> usize {
        self.people.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty()
    }

    /// Places of the people in the genotype matrix.
    pub fn people(&self) -> &[usize] {
        &self.people
    }

    /// The class of each person, in the order of [`Cohort::people`].
    pub fn class_of(&self) -> &[u16] {
        &self.class_of
    }

    /// Names of the classes, in order.
    pub fn class_names(&self) -> &[String] {
        &self.class_names
    }

    /// Number of classes, empty ones included.
    pub fn n_classes(&self) -> usize {
        self.class_names.len()
    }

    /// People in each class.
    pub fn class_sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.n_classes()];
        for &class in &self.class_of {
            sizes[usize::from(class)] += 1;
        }
        sizes
    }

    /// Fails with the first class that has fewer than `needed` people; `labels` are those the cohort was made from.
    pub fn check_class_sizes(&self, needed: usize, labels: &[Option<Label>]) -> Result<(), CohortError> {
        match self.class_sizes().into_iter().zip(&self.class_names).find(|&(n_people, _)| n_people < needed) {
            None => Ok(()),
            Some((n_people, name)) => {
                let lines = labels.iter().flatten().filter(|label| *label.population == **name).map(|label| label.line);
                Err(CohortError::ClassTooSmall { name: name.clone(), line: lines.min().unwrap_or(0), n_people, needed })
            }
        }
    }

    /// The cohort of those members for whom `is_kept` holds, with the same classes; asked by place in this cohort.
    pub fn retain(&self, is_kept: impl Fn(usize) -> bool) -> Cohort {
        let places = || (0..self.len()).filter(|&place| is_kept(place));
        Cohort {
            people: places().map(|place| self.people[place]).collect(),
            class_of: places().map(|place| self.class_of[place]).collect(),
            class_names: self.class_names.clone(),
        }
    }

    /// Splits off a held-out part: of every class the given fraction, rounded, but never the whole class.
    ///
    /// Returns the part that searches may see, then the part that they may not.
    pub fn split(&self, held_out: f64, rng: &mut impl Rng) -> (Cohort, Cohort) {
        let mut is_held_out = vec![false; self.len()];
        for class in 0..self.n_classes() {
            let mut members: Vec<usize> =
                (0..self.len()).filter(|&place| usize::from(self.class_of[place]) == class).collect();
            members.shuffle(rng);
            let n_held_out = (held_out * members.len() as f64).round() as usize;
            for &place in members.iter().take(n_held_out.min(members.len().saturating_sub(1))) {
                is_held_out[place] = true;
            }
        }
        (self.retain(|place| !is_held_out[place]), self.retain(|place| is_held_out[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn labels(text: &str) -> Vec<Option<Label>> {
        let label = |(line_idx, letter): (usize, char)| {
            (letter != '-').then(|| Label { population: letter.to_string().into(), line: line_idx + 2 })
        };
        text.chars().enumerate().map(label).collect()
    }

    #[test]
    fn classes_are_sorted_and_outsiders_gone() {
        let cohort = Cohort::new(&labels("YB-YCB"), |person_idx| person_idx != 4).unwrap();
        assert_eq!(cohort.class_names(), ["B", "Y"]);
        assert_eq!(cohort.people(), [0, 1, 3, 5]);
        assert_eq!(cohort.class_of(), [1, 0, 1, 0]);
        assert_eq!(cohort.class_sizes(), [2, 2]);
    }

    #[test]
    fn one_class_is_rejected() {
        let error = Cohort::new(&labels("YYY"), |_| true).unwrap_err();
        assert_eq!(error, CohortError::TooFewClasses { found: 1, names: "Y".into() });
    }

    #[test]
    fn an_emptied_class_is_named_with_its_line() {
        let all = labels("YBYBY");
        let cohort = Cohort::new(&all, |_| true).unwrap().retain(|place| place % 2 == 0);
        let message = cohort.check_class_sizes(1, &all).unwrap_err().to_string();
        assert!(message.contains("class \"B\" (first labelled on line 3) is empty"), "{message}");
        assert_eq!(cohort.check_class_sizes(0, &all), Ok(()));
    }

    #[test]
    fn a_split_keeps_the_shares_of_the_classes() {
        let cohort =
            Cohort::new(&labels(&"Y".repeat(50).chars().chain("B".repeat(10).chars()).collect::<String>()), |_| true);
        let cohort = cohort.unwrap();
        let (seen, unseen) = cohort.split(0.2, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!((seen.class_sizes(), unseen.class_sizes()), (vec![8, 40], vec![2, 10]));
        let mut all = [seen.people(), unseen.people()].concat();
        all.sort_unstable();
        assert_eq!(all, cohort.people());
        let (seen, _) = cohort.split(1.0, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(seen.class_sizes(), [1, 1]);
    }
}
