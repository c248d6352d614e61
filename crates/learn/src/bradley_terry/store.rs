//! Millions of competitions in memory.
//!
//! Identical teams of one competition are merged with a count, and what is left takes three to five bytes for a
//! candidate with a pattern, some forty for one with sixteen tree leaves: about 1 kB and 10 kB for a competition of 250
//! candidates. Stores filled by several threads are joined with [`CompetitionStore::append`].

use thiserror::Error;

use super::LevelGroups;
use super::bundle::{Bundles, LARGEST_BUNDLED_GROUP};
use super::codec::{Reader, Team, write_number, write_team};
use crate::Rows;
use serde::{Deserialize, Serialize};

/// What becomes of candidates without any level on which van Niekerk 2014 and Oakfoam 0.2.0 differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyTeams {
    /// They compete with weight 1, as eq. 2.5 says.
    #[default]
    WeightOne,
    /// They are left out, and a competition won by one of them is dropped: what Oakfoam 0.2.0 did.
    Omit,
}

/// What [`CompetitionStore::push`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The competition was stored.
    Kept,
    /// The winner had no level and [`EmptyTeams::Omit`] is set.
    Dropped,
}

/// Why a competition was rejected.
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

/// Number of parts that passes process in parallel; fixed, so that sums do not depend on the number of threads.
const N_SHARDS: usize = 8;

/// Some competitions and the bundles that their teams name.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    pub(super) bundles: Bundles,
}

/// Compressed competitions.
#[derive(Clone, Debug)]
pub struct CompetitionStore {
    groups: LevelGroups,
    empty_teams: EmptyTeams,
    group_of_level: Vec<u16>,
    /// For each group whether it is bundled, and the first levels of those that are not.
    is_bundled: Vec<bool>,
    large_starts: Vec<u32>,
    blocks: Vec<Block>,
    n_competitions: usize,
    n_candidates: u64,
    scratch: Scratch,
}

/// The competition being written.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Sorted levels of every candidate.
    sorted: Rows,
    /// Bundle and levels of large groups of every candidate.
    bundles: Vec<u32>,
    large: Rows,
    small: Vec<u32>,
    order: Vec<usize>,
}

impl CompetitionStore {
    /// An empty store.
    pub fn new(groups: LevelGroups, empty_teams: EmptyTeams) -> Self {
        assert!(groups.n_groups() <= usize::from(u16::MAX), "{} groups", groups.n_groups());
        let mut group_of_level = vec![0; groups.n_levels()];
        let (mut is_bundled, mut large_starts) = (Vec::new(), Vec::new());
        for group in 0..groups.n_groups() {
            let range = groups.range(group);
            group_of_level[range.start as usize..range.end as usize].fill(group as u16);
            is_bundled.push(range.len() <= LARGEST_BUNDLED_GROUP);
            if range.len() > LARGEST_BUNDLED_GROUP {
                large_starts.push(range.start);
            }
        }
        CompetitionStore {
            groups,
            empty_teams,
            group_of_level,
            is_bundled,
            large_starts,
            blocks: Vec::new(),
            n_competitions: 0,
            n_candidates: 0,
            scratch: Scratch::default(),
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
        self.blocks.iter().map(Block::n_bytes).sum()
    }

    /// Adds a competition: each candidate's levels in any order, and the winner's place.
    pub fn push(&mut self, candidates: &Rows, winner: usize) -> Result<Stored, CompetitionError> {
        if winner >= candidates.len() {
            return Err(CompetitionError::NoSuchWinner { winner, candidates: candidates.len() });
        }
        let omit = self.empty_teams == EmptyTeams::Omit;
        if omit && candidates.row(winner).is_empty() {
            return Ok(Stored::Dropped);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let outcome = self.sort_levels(candidates, &mut scratch.sorted);
        if outcome.is_ok() {
            scratch.order.clear();
            scratch.order.extend((0..candidates.len()).filter(|&c| !(omit && candidates.row(c).is_empty())));
            self.write(&mut scratch, winner);
            self.n_competitions += 1;
            self.n_candidates += scratch.order.len() as u64;
        }
        self.scratch = scratch;
        outcome.map(|()| Stored::Kept)
    }

    /// Sorts every candidate's levels and checks them.
    fn sort_levels(&self, candidates: &Rows, sorted: &mut Rows) -> Result<(), CompetitionError> {
        sorted.clone_from(candidates);
        for candidate in 0..candidates.len() {
            sorted.row_mut(candidate).sort_unstable();
            self.check_team(candidate, sorted.row(candidate))?;
        }
        Ok(())
    }

    fn check_team(&self, candidate: usize, team: &[u32]) -> Result<(), CompetitionError> {
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

    fn write(&mut self, scratch: &mut Scratch, winner: usize) {
        if self.blocks.last().is_none_or(|block| block.bytes.len() >= BLOCK_BYTES) {
            self.close_last_block();
            let bytes = Vec::with_capacity(BLOCK_BYTES + BLOCK_BYTES / 16);
            self.blocks.push(Block { bytes, bundles: Bundles::default() });
        }
        let block = self.blocks.last_mut().expect("a block was just made sure of");
        let Scratch { sorted, bundles, large, small, order } = scratch;
        bundles.clear();
        large.clear();
        for team in sorted.iter() {
            small.clear();
            for &level in team {
                let group = usize::from(self.group_of_level[level as usize]);
                if self.is_bundled[group] { small.push(level) } else { large.push(level) }
            }
            large.finish_row();
            bundles.push(block.bundles.number(small));
        }
        let key = |candidate: usize| (bundles[candidate], large.row(candidate));
        order.sort_unstable_by(|&a, &b| key(a).cmp(&key(b)));
        let same_team = |a: &usize, b: &usize| key(*a) == key(*b);
        let n_teams = order.chunk_by(same_team).count();
        let winner_team = order.chunk_by(same_team).position(|team| key(team[0]) == key(winner)).unwrap_or(0);
        write_number(&mut block.bytes, n_teams as u32);
        write_number(&mut block.bytes, winner_team as u32);
        let mut bundle_before = 0;
        for team in order.chunk_by(same_team) {
            let (bundle, levels) = key(team[0]);
            let team = Team { bundle, levels, count: team.len() as u32 };
            write_team(&mut block.bytes, &self.large_starts, bundle_before, team);
            bundle_before = bundle;
        }
    }

    fn close_last_block(&mut self) {
        if let Some(block) = self.blocks.last_mut() {
            block.bytes.shrink_to_fit();
            block.bundles.close();
        }
    }

    /// Moves all competitions of `other` behind ours. Both must have the same groups.
    pub fn append(&mut self, mut other: CompetitionStore) {
        assert!(self.groups == other.groups, "stores with different groups cannot be joined");
        self.close_last_block();
        other.close_last_block();
        self.blocks.extend(other.blocks);
        self.n_competitions += other.n_competitions;
        self.n_candidates += other.n_candidates;
    }

    /// First levels of the groups that are not bundled.
    pub(super) fn large_starts(&self) -> &[u32] {
        &self.large_starts
    }

    /// Consecutive parts of nearly equal size in bytes, independent of the number of threads.
    pub(super) fn shards(&self) -> Vec<&[Block]> {
        let target = self.n_bytes() / N_SHARDS + 1;
        let mut shards = Vec::with_capacity(N_SHARDS);
        let (mut start, mut size) = (0, 0);
        for (i, block) in self.blocks.iter().enumerate() {
            size += block.n_bytes();
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
            let mut reader = Reader::new(&block.bytes);
            while let Some((n_teams, winner)) = reader.competition() {
                teams.clear();
                counts.clear();
                let mut bundle = 0;
                for _ in 0..n_teams {
                    levels.clear();
                    counts.push(reader.team(&self.large_starts, &mut bundle, &mut levels));
                    levels.extend_from_slice(block.bundles.get(bundle as usize));
                    levels.sort_unstable();
                    teams.push_row(&levels);
                }
                visit(&teams, &counts, winner);
            }
        }
    }
}

impl Block {
    fn n_bytes(&self) -> usize {
        self.bytes.len() + self.bundles.n_bytes()
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
    fn invalid_competitions_are_rejected_with_a_reason() {
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
        // The order of teams inside a competition depends on the block; what they are does not.
        let list = |store: &CompetitionStore| {
            let mut all = Vec::new();
            store.for_each(|teams, counts, winner| {
                let counted: BTreeMap<Vec<u32>, u32> =
                    teams.iter().map(<[u32]>::to_vec).zip(counts.iter().copied()).collect();
                all.push((counted, teams.row(winner).to_vec()));
            });
            all
        };
        assert_eq!(list(&first), list(&whole));
        assert_eq!(first.n_candidates(), whole.n_candidates());
    }
}
