//! Which levels exclude each other: level numbers are consecutive within a group, groups are consecutive.

use std::ops::Range;

/// Groups of mutually exclusive levels; a team has at most one level of each group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelGroups {
    starts: Vec<u32>,
}

impl LevelGroups {
    /// Groups of the given sizes, numbered one after the other.
    pub fn from_sizes(sizes: &[u32]) -> Self {
        let mut starts = vec![0u32];
        for &size in sizes {
            let end = starts[starts.len() - 1].checked_add(size).expect("fewer than 2^32 levels");
            starts.push(end);
        }
        LevelGroups { starts }
    }

    /// Number of groups.
    pub fn n_groups(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of levels over all groups.
    pub fn n_levels(&self) -> usize {
        self.starts[self.n_groups()] as usize
    }

    /// The levels of one group.
    pub fn range(&self, group: usize) -> Range<u32> {
        self.starts[group]..self.starts[group + 1]
    }

    /// The group that holds `level`, if any does.
    pub fn group_of(&self, level: u32) -> Option<usize> {
        let after = self.starts.partition_point(|&start| start <= level);
        (after <= self.n_groups()).then(|| after - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn group_of_inverts_range(sizes in prop::collection::vec(0u32..5, 0..8)) {
            let groups = LevelGroups::from_sizes(&sizes);
            for group in 0..groups.n_groups() {
                for level in groups.range(group) {
                    prop_assert_eq!(groups.group_of(level), Some(group));
                }
            }
            prop_assert_eq!(groups.group_of(groups.n_levels() as u32), None);
        }
    }
}
