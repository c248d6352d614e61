//! Cross-validation draws: repeated splits into a learning and a test set (Basaldúa 2013, section 5.5.2).
//!
//! Every draw takes a random test set of a fixed size; the rest is the learning set. The draws are made once, before
//! the search, so that a panel evaluated twice has the same value (section 5.8). A draw that leaves a class without
//! people to learn from is repeated.

use rand::Rng;
use rand::seq::SliceRandom;

/// How often and how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawSettings {
    /// Number of draws (n_CD); Basaldúa 2013 uses 5.
    pub n_draws: usize,
    /// Share of the people that is tested; Basaldúa 2013 tests 400 of 1,043.
    pub test_share: f64,
}

impl Default for DrawSettings {
    fn default() -> Self {
        Self { n_draws: 5, test_share: 400.0 / 1043.0 }
    }
}

/// One division of the people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Places of the people whose genotypes are learned from, class by class.
    pub learning: Vec<Vec<usize>>,
    /// Places of the people who are tested, in rising order.
    pub test: Vec<usize>,
}

/// Why no draw can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// A class has too few people to be in both sets.
    #[error("class {class:?} has {n_people} people; at least 2 are needed to learn from some and test others")]
    ClassTooSmall {
        /// The class.
        class: String,
        /// Its size.
        n_people: usize,
    },
    /// No draws were requested.
    #[error("there are no cross-validation draws to evaluate a panel with; --draws must be at least 1")]
    NoDraws,
    /// The test or learning set would be empty.
    #[error("{n_test} test people of {n_people} leave no one to test or to learn from")]
    NobodyLeft {
        /// Size of the test set.
        n_test: usize,
        /// All people.
        n_people: usize,
    },
    /// No draw in very many tries left people of each class to learn from.
    #[error("test sets of {n_test} of {n_people} people always contain a whole class; make them smaller")]
    ClassesSwallowed {
        /// Size of the test set.
        n_test: usize,
        /// All people.
        n_people: usize,
    },
}

/// Makes the draws for people of the given classes.
pub fn draw_sets(
    class_of: &[u16],
    class_names: &[String],
    settings: &DrawSettings,
    rng: &mut impl Rng,
) -> Result<Vec<Draw>, DrawError> {
    const TRIES: usize = 1000;
    if settings.n_draws == 0 {
        return Err(DrawError::NoDraws);
    }
    let n_people = class_of.len();
    let n_test = (settings.test_share * n_people as f64).round() as usize;
    for (class, name) in class_names.iter().enumerate() {
        let n_people = class_of.iter().filter(|&&other| usize::from(other) == class).count();
        if n_people < 2 {
            return Err(DrawError::ClassTooSmall { class: name.clone(), n_people });
        }
    }
    if n_test == 0 || n_test >= n_people {
        return Err(DrawError::NobodyLeft { n_test, n_people });
    }
    let mut order: Vec<usize> = (0..n_people).collect();
    let mut draw = || {
        for _ in 0..TRIES {
            order.shuffle(rng);
            let (test, rest) = order.split_at(n_test);
            let mut learning = vec![Vec::new(); class_names.len()];
            for &place in rest {
                learning[usize::from(class_of[place])].push(place);
            }
            if learning.iter().all(|class| !class.is_empty()) {
                let mut test = test.to_vec();
                test.sort_unstable();
                return Ok(Draw { learning, test });
            }
        }
        Err(DrawError::ClassesSwallowed { n_test, n_people })
    };
    (0..settings.n_draws).map(|_| draw()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn draw(class_of: &[u16], settings: DrawSettings) -> Result<Vec<Draw>, DrawError> {
        let names = ["a", "b"].map(String::from);
        draw_sets(class_of, &names, &settings, &mut Xoshiro256PlusPlus::seed_from_u64(3))
    }

    #[test]
    fn every_person_is_in_exactly_one_set() {
        let class_of: Vec<u16> = (0..103).map(|place| u16::from(place % 10 == 0)).collect();
        let draws = draw(&class_of, DrawSettings { n_draws: 4, test_share: 0.4 }).unwrap();
        assert_eq!(draws.len(), 4);
        assert!(draws[0] != draws[1]);
        for Draw { learning, test } in &draws {
            assert_eq!(test.len(), 41);
            let mut all: Vec<usize> = learning.iter().flatten().chain(test).copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..103).collect::<Vec<_>>());
            assert!(
                learning
                    .iter()
                    .enumerate()
                    .all(|(class, people)| people.iter().all(|&j| usize::from(class_of[j]) == class))
            );
        }
    }

    #[test]
    fn impossible_draws_say_why() {
        let half = DrawSettings { n_draws: 1, test_share: 0.5 };
        let error = draw(&[0, 0, 0, 1], half).unwrap_err();
        assert_eq!(error, DrawError::ClassTooSmall { class: "b".into(), n_people: 1 });
        let error = draw(&[0, 0, 1, 1], DrawSettings { n_draws: 0, ..half }).unwrap_err();
        assert_eq!(error, DrawError::NoDraws);
        let error = draw(&[0, 0, 1, 1], DrawSettings { test_share: 0.9, ..half }).unwrap_err();
        assert_eq!(error, DrawError::NobodyLeft { n_test: 4, n_people: 4 });
        let error = draw(&[0, 0, 1, 1], DrawSettings { test_share: 0.75, ..half }).unwrap_err();
        assert_eq!(error, DrawError::ClassesSwallowed { n_test: 3, n_people: 4 });
    }
}
