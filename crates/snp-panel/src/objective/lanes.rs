//! Sums of log-likelihoods of many classes side by side, and the tournament that finds the two best.
//!
//! The arithmetic is written once, on plain arrays; it is compiled twice, for any processor and for AVX2 (eight lanes to an
//! instruction: 3 times faster on 11 classes). Whole numbers make both give the same bits.

/// Classes in one vector.
pub(super) const LANES: usize = 8;

/// One vector of classes.
pub(super) type Group = [i32; LANES];

/// One tested person in one draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Place among the people of the problem.
    pub(super) place: u32,
    /// The person's own class.
    pub(super) class: u16,
}

/// One or a few SNPs in one draw: the code of each person, and for each code the groups of log-probabilities.
#[derive(Clone, Copy)]
pub(super) struct Addend<'a> {
    pub(super) codes: &'a [u8],
    pub(super) tables: &'a [Group],
}

impl<'a> Addend<'a> {
    #[inline(always)]
    fn table(&self, row: &Row, n_groups: usize) -> &'a [Group] {
        let code = usize::from(self.codes[row.place as usize]);
        &self.tables[code * n_groups..][..n_groups]
    }
}

/// Where a row's sums begin.
#[derive(Clone, Copy)]
pub(super) enum Base<'a> {
    /// From the same groups for each row: a panel scored from scratch.
    Same(&'a [Group]),
    /// From groups of its own: a panel scored before.
    PerRow(&'a [Group]),
}

impl<'a> Base<'a> {
    #[inline(always)]
    fn groups(self, row_idx: usize, n_groups: usize) -> &'a [Group] {
        match self {
            Base::Same(groups) => &groups[..n_groups],
            Base::PerRow(groups) => &groups[row_idx * n_groups..][..n_groups],
        }
    }
}

/// Appends for every row its confidence (best minus second-best sum), doubled, plus one where the best is its own class.
pub(super) fn judge_rows(
    rows: &[Row],
    base: Base<'_>,
    addends: &[Addend<'_>],
    n_groups: usize,
    confidences: &mut Vec<u32>,
) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY (both): the processor has the instructions, as was just asked.
        match n_groups {
            1 => return unsafe { judge_rows_avx2::<1>(rows, base, addends, confidences) },
            2 => return unsafe { judge_rows_avx2::<2>(rows, base, addends, confidences) },
            _ => {}
        }
    }
    judge_rows_portable(rows, base, addends, n_groups, confidences);
}

fn judge_rows_portable(
    rows: &[Row],
    base: Base<'_>,
    addends: &[Addend<'_>],
    n_groups: usize,
    confidences: &mut Vec<u32>,
) {
    let mut sums = vec![[0; LANES]; n_groups];
    for (row_idx, row) in rows.iter().enumerate() {
        sums.copy_from_slice(base.groups(row_idx, n_groups));
        for addend in addends {
            for (sum, table) in sums.iter_mut().zip(addend.table(row, n_groups)) {
                for lane in 0..LANES {
                    sum[lane] += table[lane];
                }
            }
        }
        let (best, second) = best_two(&sums);
        confidences.push(confidence(&sums, row.class, best, second));
    }
}

/// Best minus second-best, doubled, plus one where the best is the own class and nothing equals it.
#[inline(always)]
fn confidence(sums: &[Group], class: u16, best: i32, second: i32) -> u32 {
    let own = sums[usize::from(class) / LANES][usize::from(class) % LANES];
    (best - second) as u32 * 2 + u32::from(own == best && second < best)
}

/// The two largest over all lanes of all groups; equal when the largest occurs twice.
fn best_two(sums: &[Group]) -> (i32, i32) {
    let (mut best, mut second) = (i32::MIN, i32::MIN);
    for &value in sums.iter().flatten() {
        second = second.max(best.min(value));
        best = best.max(value);
    }
    (best, second)
}

/// The same for up to 16 classes in one or two vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn judge_rows_avx2<const GROUPS: usize>(
    rows: &[Row],
    base: Base<'_>,
    addends: &[Addend<'_>],
    confidences: &mut Vec<u32>,
) {
    use std::arch::x86_64::*;
    // SAFETY (both): a group is eight whole numbers of four bytes.
    let load = |group: &Group| unsafe { _mm256_loadu_si256(group.as_ptr().cast()) };
    let store = |group: &mut Group, vector| unsafe { _mm256_storeu_si256(group.as_mut_ptr().cast(), vector) };
    let addends: Vec<(&[u8], &[[Group; GROUPS]])> =
        addends.iter().map(|addend| (addend.codes, addend.tables.as_chunks().0)).collect();
    for (row_idx, row) in rows.iter().enumerate() {
        let start = base.groups(row_idx, GROUPS);
        let mut sums: [__m256i; GROUPS] = std::array::from_fn(|group| load(&start[group]));
        for &(codes, tables) in &addends {
            let table = &tables[usize::from(codes[row.place as usize])];
            for (sum, group) in sums.iter_mut().zip(table) {
                *sum = _mm256_add_epi32(*sum, load(group));
            }
        }
        let mut best = sums[0];
        let mut second = _mm256_set1_epi32(i32::MIN);
        let mut meet = |best: &mut __m256i, others: __m256i, their_second: __m256i| {
            let loser = _mm256_min_epi32(*best, others);
            second = _mm256_max_epi32(_mm256_max_epi32(second, their_second), loser);
            *best = _mm256_max_epi32(*best, others);
            second
        };
        let nothing = _mm256_set1_epi32(i32::MIN);
        for &sum in &sums[1..] {
            meet(&mut best, sum, nothing);
        }
        // A tournament: each lane meets the one half a round away; the loser stays in the race for second.
        let now = meet(&mut best, nothing, nothing);
        let now = {
            let (b, s) = (_mm256_permute2x128_si256::<1>(best, best), _mm256_permute2x128_si256::<1>(now, now));
            meet(&mut best, b, s)
        };
        let now = {
            let (b, s) = (_mm256_shuffle_epi32::<0b01_00_11_10>(best), _mm256_shuffle_epi32::<0b01_00_11_10>(now));
            meet(&mut best, b, s)
        };
        let now = {
            let (b, s) = (_mm256_shuffle_epi32::<0b10_11_00_01>(best), _mm256_shuffle_epi32::<0b10_11_00_01>(now));
            meet(&mut best, b, s)
        };
        let mut stored = [[0; LANES]; GROUPS];
        for (group, &sum) in stored.iter_mut().zip(&sums) {
            store(group, sum);
        }
        confidences.push(confidence(
            &stored,
            row.class,
            _mm256_extract_epi32::<0>(best),
            _mm256_extract_epi32::<0>(now),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_two_best_are_those_of_a_sorted_list(values in prop::collection::vec(-5i32..5, 8..41)) {
            let groups: Vec<Group> =
                values.chunks_exact(LANES).map(|chunk| chunk.try_into().unwrap()).collect();
            let mut sorted: Vec<i32> = groups.concat();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            prop_assert_eq!(best_two(&groups), (sorted[0], sorted[1]));
        }

        /// Every way of compiling and of grouping gives the same answers.
        #[test]
        fn all_paths_agree(
            people in prop::collection::vec((0u8..4, 0u8..4, 0u16..8), 1..40),
            table in prop::collection::vec(-1000i32..0, 2 * 4 * LANES),
            n_groups in 1usize..5,
        ) {
            let groups: Vec<Group> = table.chunks_exact(LANES).map(|chunk| chunk.try_into().unwrap()).collect();
            let tables = |from: usize| -> Vec<Group> {
                groups[from..from + 4].iter().flat_map(|&group| (0..n_groups).map(move |g| group.map(|x| x - g as i32))).collect()
            };
            let (first, second) = (tables(0), tables(4));
            let codes: Vec<Vec<u8>> = vec![people.iter().map(|p| p.0).collect(), people.iter().map(|p| p.1).collect()];
            let addends = [
                Addend { codes: &codes[0], tables: &first },
                Addend { codes: &codes[1], tables: &second },
            ];
            let rows: Vec<Row> =
                people.iter().enumerate().map(|(place, p)| Row { place: place as u32, class: p.2 }).collect();
            let start = vec![[0; LANES]; n_groups];
            let mut expected = Vec::new();
            judge_rows_portable(&rows, Base::Same(&start), &addends, n_groups, &mut expected);
            let mut found = Vec::new();
            judge_rows(&rows, Base::Same(&start), &addends, n_groups, &mut found);
            prop_assert_eq!(&found, &expected);
            found.clear();
            judge_rows_portable(&rows, Base::PerRow(&start.repeat(rows.len())), &addends, n_groups, &mut found);
            prop_assert_eq!(&found, &expected);
        }
    }
}
