//! Millions of competitions in memory.
//!
//! Identical teams of one competition are merged with a count. On move-prediction data (about 250 candidates, a
//! handful of tactical levels and one pattern or sixteen tree leaves each) a competition takes 1 to 8 kB, so the 3.8
//! million positions of a large collection stay below 16 GiB. Stores filled by several threads are joined with
//! [`CompetitionStore::append`].

use thiserror::Error;

use super::LevelGroups;
use super::codec::{Reader, write_number, write_team};
use crate::Rows;

/// What becomes of candidates without any level (notes on seed 000, section D).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmptyTeams {
    /// They compete with weight 1, as eq. 2.5 says.
    #[default]
    WeightOne,
    /// They are left out, and a competition won by one of them is dropped: what the original program did.
    Omit,
}

/// What [`CompetitionStore::push`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The competition is in.
    Kept,
    /// The winner had no level and [`EmptyTeams::Omit`] is in force.
    Dropped,
}

/// Why a competition was refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CompetitionError {
    /// The winner's place is not among the candidates.
    #[error("winner {winner} of a competition with {candidates} candidates")]
    NoSuchWinner {
        /// The place given.
        winner: usize,
        /// Number of candidates.
        candidates: usize,
    },
    /// A candidate has a level that no group holds.
    #[error("candidate {candidate} has level {level}, but there are only {levels}")]
    UnknownLevel {
        /// Place of the candidate.
        candidate: usize,
        /// The level.
        level: u32,
        /// Number of levels.
        levels: usize,
    },
    /// A candidate has two levels of one group.
    #[error("candidate {candidate} has levels {first} and {second} of the same group {group}")]
    LevelsExclude {
        /// Place of the candidate.
        candidate: usize,
        /// Smaller level.
        first: u32,
        /// Larger level.
        second: u32,
        /// Their group.
        group: usize,
    },
}

/// Blocks are closed at this size, so that growing never copies much.
const BLOCK_BYTES: usize = 1 << 18;

/// Number of parts that passes work on side by side; fixed, so that sums do not depend on the number of threads.
const N_SHARDS: usize = 8;

/// Compressed competitions.
#[derive(Clone, Debug)]
pub struct CompetitionStore {
    groups: LevelGroups,
    empty_teams: EmptyTeams,
    group_of_level: Vec<u16>,
    blocks: Vec<Vec<u8>>,
    n_competitions: usize,
    n_candidates: u64,
    sorted: Rows,
    order: Vec<usize>,
}

impl CompetitionStore {
    /// An empty store.
    pub fn new(groups: LevelGroups, empty_teams: EmptyTeams) -> Self {
        assert!(groups.n_groups() <= usize::from(u16::MAX), "{} groups", groups.n_groups());
        let mut group_of_level = vec![0; groups.n_levels()];
        for group in 0..groups.n_groups() {
            let range = groups.range(group);
            group_of_level[range.start as usize..range.end as usize].fill(group as u16);
        }
        CompetitionStore {
            groups,
            empty_teams,
            group_of_level,
            blocks: Vec::new(),
            n_competitions: 0,
            n_candidates: 0,
            sorted: Rows::new(),
            order: Vec::new(),
        }
    }

    /// The groups that levels belong to.
    pub fn groups(&self) -> &LevelGroups {
        &self.groups
    }

    /// Number of competitions kept.
    pub fn n_competitions(&self) -> usize {
        self.n_competitions
    }

    /// Number of candidates over all competitions, duplicates counted.
    pub fn n_candidates(&self) -> u64 {
        self.n_candidates
    }

    /// Bytes that the competitions take.
    pub fn n_bytes(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Adds a competition: each candidate's levels in any order, and who won.
    pub fn push(&mut self, candidates: &Rows, winner: usize) -> Result<Stored, CompetitionError> {
        if winner >= candidates.len() {
            return Err(CompetitionError::NoSuchWinner { winner, candidates: candidates.len() });
        }
        let omit = self.empty_teams == EmptyTeams::Omit;
        if omit && candidates.row(winner).is_empty() {
            return Ok(Stored::Dropped);
        }
        self.sorted.clone_from(candidates);
        self.order.clear();
        for candidate in 0..candidates.len() {
            self.sorted.row_mut(candidate).sort_unstable();
            self.check_team(candidate)?;
            if !(omit && candidates.row(candidate).is_empty()) {
                self.order.push(candidate);
            }
        }
        let sorted = &self.sorted;
        self.order.sort_unstable_by(|&a, &b| sorted.row(a).cmp(sorted.row(b)));
        self.write(winner);
        self.n_competitions += 1;
        self.n_candidates += self.order.len() as u64;
        Ok(Stored::Kept)
    }

    fn check_team(&self, candidate: usize) -> Result<(), CompetitionError> {
        let team = self.sorted.row(candidate);
        if let Some(&level) = team.last()
            && level as usize >= self.group_of_level.len()
        {
            return Err(CompetitionError::UnknownLevel { candidate, level, levels: self.group_of_level.len() });
        }
        for pair in team.windows(2) {
            let group = self.group_of_level[pair[0] as usize];
            if group == self.group_of_level[pair[1] as usize] {
                let (first, second) = (pair[0], pair[1]);
                return Err(CompetitionError::LevelsExclude { candidate, first, second, group: usize::from(group) });
            }
        }
        Ok(())
    }

    fn write(&mut self, winner: usize) {
        let sorted = &self.sorted;
        let same_team = |a: &usize, b: &usize| sorted.row(*a) == sorted.row(*b);
        let n_teams = self.order.chunk_by(same_team).count();
        let winner_team =
            self.order.chunk_by(same_team).position(|team| sorted.row(team[0]) == sorted.row(winner)).unwrap_or(0);
        if self.blocks.last().is_none_or(|block| block.len() >= BLOCK_BYTES) {
            self.blocks.push(Vec::with_capacity(BLOCK_BYTES + BLOCK_BYTES / 16));
        }
        let block = self.blocks.last_mut().expect("a block was just made sure of");
        write_number(block, n_teams as u32);
        write_number(block, winner_team as u32);
        let mut before: &[u32] = &[];
        for team in self.order.chunk_by(same_team) {
            write_team(block, before, sorted.row(team[0]), team.len() as u32);
            before = sorted.row(team[0]);
        }
    }

    /// Moves all competitions of `other` behind ours. Both must have the same groups.
    pub fn append(&mut self, other: CompetitionStore) {
        assert!(self.groups == other.groups, "stores with different groups cannot be joined");
        self.blocks.extend(other.blocks);
        self.n_competitions += other.n_competitions;
        self.n_candidates += other.n_candidates;
    }

    /// Consecutive parts of nearly equal size in bytes, the same ones whatever the number of threads.
    pub(super) fn shards(&self) -> Vec<&[Vec<u8>]> {
        let target = self.n_bytes() / N_SHARDS + 1;
        let mut shards = Vec::with_capacity(N_SHARDS);
        let (mut start, mut size) = (0, 0);
        for (i, block) in self.blocks.iter().enumerate() {
            size += block.len();
            if size >= target {
                shards.push(&self.blocks[start..=i]);
                (start, size) = (i + 1, 0);
            }
        }
        if start < self.blocks.len() {
            shards.push(&self.blocks[start..]);
        }
        shards
    }

    /// Visits the competitions in order: distinct teams, how often each occurs, and the winner's place.
    pub fn for_each(&self, mut visit: impl FnMut(&Rows, &[u32], usize)) {
        let (mut teams, mut counts, mut levels) = (Rows::new(), Vec::new(), Vec::new());
        for block in &self.blocks {
            let mut reader = Reader::new(block);
            while let Some((n_teams, winner)) = reader.competition() {
                teams.clear();
                counts.clear();
                levels.clear();
                for _ in 0..n_teams {
                    let (_, count) = reader.team(&mut levels);
                    teams.push_row(&levels);
                    counts.push(count);
                }
                visit(&teams, &counts, winner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{random_world, store_of};
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Decoding gives back the merged, sorted teams, whatever the sizes (long teams and large numbers included).
        #[test]
        fn what_goes_in_comes_out(seed in 0u64..200, wide in any::<bool>()) {
            let sizes: Vec<u32> = if wide { vec![5; 40] } else { vec![3, 1, 40_000, 200_000] };
            let (groups, plain) = random_world(&sizes, 12, seed);
            for empty in [EmptyTeams::WeightOne, EmptyTeams::Omit] {
                let store = store_of(&groups, &plain, empty);
                let mut expected = plain
                    .iter()
                    .filter(|(teams, winner)| empty == EmptyTeams::WeightOne || !teams[*winner].is_empty());
                let mut n = 0;
                store.for_each(|teams, counts, winner| {
                    let (their_teams, their_winner) = expected.next().expect("no more competitions than went in");
                    let mut merged: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
                    for team in their_teams.iter().filter(|t| empty == EmptyTeams::WeightOne || !t.is_empty()) {
                        *merged.entry(team.clone()).or_default() += 1;
                    }
                    let ours: BTreeMap<Vec<u32>, u32> =
                        teams.iter().map(<[u32]>::to_vec).zip(counts.iter().copied()).collect();
                    assert_eq!(ours, merged);
                    assert_eq!(teams.row(winner), &their_teams[*their_winner][..]);
                    n += 1;
                });
                prop_assert_eq!(n, store.n_competitions());
            }
        }
    }

    #[test]
    fn refuses_nonsense_and_says_what() {
        let mut store = CompetitionStore::new(LevelGroups::from_sizes(&[2, 3]), EmptyTeams::WeightOne);
        let rows = |teams: &[&[u32]]| teams.iter().collect::<Rows>();
        assert_eq!(
            store.push(&rows(&[&[0], &[1]]), 2),
            Err(CompetitionError::NoSuchWinner { winner: 2, candidates: 2 })
        );
        assert_eq!(
            store.push(&rows(&[&[0], &[1, 9]]), 0),
            Err(CompetitionError::UnknownLevel { candidate: 1, level: 9, levels: 5 })
        );
        assert_eq!(
            store.push(&rows(&[&[4, 0, 2]]), 0),
            Err(CompetitionError::LevelsExclude { candidate: 0, first: 2, second: 4, group: 1 })
        );
        assert_eq!(store.n_competitions(), 0);
        assert_eq!(store.n_bytes(), 0);
    }

    #[test]
    fn joined_stores_hold_both() {
        let (groups, plain) = random_world(&[4, 4], 30, 1);
        let mut first = store_of(&groups, &plain[..10].to_vec(), EmptyTeams::WeightOne);
        first.append(store_of(&groups, &plain[10..].to_vec(), EmptyTeams::WeightOne));
        let whole = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let list = |store: &CompetitionStore| {
            let mut all = Vec::new();
            store.for_each(|teams, counts, winner| all.push((teams.clone(), counts.to_vec(), winner)));
            all
        };
        assert_eq!(list(&first), list(&whole));
        assert_eq!(first.n_candidates(), whole.n_candidates());
    }
}
