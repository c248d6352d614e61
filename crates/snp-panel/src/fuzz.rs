//! Fuzz targets: each takes any bytes and panics only when a property of the crate fails.
//!
//! Readers must return a value or an error; values must be consistent, and written files must read back.

use crate::bed::{read_bed, write_bed};
use crate::cohort::Cohort;
use crate::labels::{group_labels, read_labels};
use crate::likelihood::Smoothing;
use crate::objective::{LogPosterior, Objective};
use crate::panel_list::read_panel_list;
use crate::people::{People, PersonId, read_fam, read_keep, write_fam};
use crate::problem::{Problem, RankingSettings};
use crate::search::{Budget, Checkpoint, Identity, Meter, Method, Task, search_from};
use crate::simulate::{SimulatedPopulation, SimulationSettings, simulate};
use crate::snps::{read_bim, write_bim};
use crate::vcf::read_vcf;

/// `.bed`: the first two bytes choose how many people and SNPs it is read for; a file that is read writes back equal.
pub fn fuzz_bed(data: &[u8]) {
    let [n_people, n_snps, bytes @ ..] = data else { return };
    if let Ok(matrix) = read_bed(bytes, usize::from(*n_people), usize::from(*n_snps)) {
        assert_eq!(write_bed(&matrix), bytes, "a .bed that was read is written back equal");
        for snp_idx in 0..matrix.n_snps() {
            for person_idx in 0..matrix.n_people() {
                let _ = matrix.get(snp_idx, person_idx).first_allele_copies();
            }
        }
    }
}

/// `.bim`: reading, writing and reading again loses nothing.
pub fn fuzz_bim(data: &[u8]) {
    if let Ok(snps) = read_bim(data) {
        let again = read_bim(write_bim(&snps).as_bytes()).expect("our own .bim is read");
        assert_eq!(again, snps);
    }
}

/// `.fam`: every person read is found again, and the file is written back.
pub fn fuzz_fam(data: &[u8]) {
    if let Ok(people) = read_fam(data) {
        for (person_idx, id) in people.ids().iter().enumerate() {
            assert_eq!(people.find(id), Some(person_idx), "every person is found where it stands");
        }
        let again = read_fam(write_fam(people.ids()).as_bytes()).expect("our own .fam is read");
        assert_eq!(again.ids(), people.ids());
    }
}

/// Three people for the readers that need some.
fn three_people() -> People {
    People::from_ids(["a", "b", "c"].map(|name| PersonId::new(name, name))).expect("three different people")
}

/// Label and group files: every person has a label or none, and lines are inside the file.
pub fn fuzz_labels(data: &[u8]) {
    let people = three_people();
    let n_lines = data.split(|&byte| byte == b'\n').count();
    if let Ok(labels) = read_labels(data, &people) {
        assert_eq!(labels.len(), people.len());
        assert!(labels.iter().any(Option::is_some));
        assert!(labels.iter().flatten().all(|label| (2..=n_lines).contains(&label.line)));
    }
    let labels = read_labels(b"#FID\tIID\tPOP\na\ta\tX\nb\tb\tY\n", &people).expect("a good label file");
    if let Ok(grouped) = group_labels(data, &labels) {
        assert!(grouped.iter().zip(&labels).all(|(group, label)| group.is_none() || label.is_some()));
    }
}

/// Keep lists: at least one person is kept, or there is an error.
pub fn fuzz_keep(data: &[u8]) {
    if let Ok(kept) = read_keep(data, &three_people()) {
        assert!(kept.len() == 3 && kept.contains(&true));
    }
}

/// Panel lists: the SNPs read are distinct SNPs of the file.
pub fn fuzz_panel_list(data: &[u8]) {
    let snps = read_bim(b"1 rs1 0 1 A G\n1 rs2 0 2 A G\n").expect("two SNPs");
    if let Ok(mut panel) = read_panel_list(data, &snps) {
        panel.sort_unstable();
        panel.dedup();
        assert!((1..=2).contains(&panel.len()) && panel.iter().all(|&snp_idx| snp_idx < 2));
    }
}

/// VCF: sites and genotypes agree in number.
pub fn fuzz_vcf(data: &[u8]) {
    if let Ok(vcf) = read_vcf(data) {
        assert_eq!(vcf.genotypes.n_snps(), vcf.snps.len());
        assert_eq!(vcf.genotypes.n_people(), vcf.people.len());
    }
}

/// Checkpoints: an accepted one can be resumed; the first byte chooses the method.
pub fn fuzz_checkpoint(data: &[u8]) {
    let [first, bytes @ ..] = data else { return };
    let method = if first % 2 == 0 { Method::Mcts } else { Method::GreedyQueue };
    let identity = Identity { program: "0", problem: 1, n_candidates: 8, method, size: 2 };
    let problem = eight_snps();
    let objective = LogPosterior::new(&problem, Smoothing::default());
    let read = |bytes: &[u8]| Checkpoint::read(bytes, &identity, 3, &|panel| objective.evaluate(panel));
    assert!(read(bytes).is_err(), "nobody guesses a checksum");
    if let Ok(checkpoint) = read(&identity.seal(bytes)) {
        let again = read(&checkpoint.write(&identity)).expect("our own checkpoint is read");
        assert_eq!(again.result(), checkpoint.result());
        let task = Task { size: identity.size, keep: 3, seed: 1, threads: 1 };
        let meter = Meter::new(Budget::evaluations(64), &|_| {});
        let (found, _) = search_from(&problem, &objective, method, &task, checkpoint.saved, &meter);
        assert!(found.best.iter().all(|found| found.is_panel_of(identity.size, identity.n_candidates)));
    }
}

/// A problem for resuming searches.
fn eight_snps() -> Problem {
    let population = |name: &str, continent| SimulatedPopulation { name: name.into(), continent, n_people: 6 };
    let simulation = simulate(&SimulationSettings {
        populations: vec![population("a", 0), population("b", 1)],
        n_snps: 8,
        ..SimulationSettings::demo()
    });
    let cohort = Cohort::new(&simulation.labels(), |_| true).expect("two classes");
    let all: Vec<usize> = (0..8).collect();
    Problem::new(&simulation.genotypes, &simulation.snps, &all, &cohort, &RankingSettings::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const SEEDS: [&[u8]; 6] = [
        &[3, 2, 0x6c, 0x1b, 1, 0b11_10_01, 0b00_01_11],
        b"1\trs1\t0\t828418\tA\tC\nX rs2 0 7 C 0\n",
        b"a a 0 0 1 2\nb b 0 0 2 1\n",
        b"#FID\tIID\tPOP\na\ta\tX\nb\tb\tY\n",
        b"#POP\tGROUP\nX\tG\nY\tG\n",
        b"##x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\n1\t1\t.\tA\tG\t.\t.\t.\tGT\t0/1\t.\n",
    ];

    /// A short seeded walk over mutations of good inputs, so that the targets themselves are tested with the crate.
    #[test]
    fn mutated_inputs_break_no_law() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..3000 {
            let mut data = SEEDS[rng.random_range(0..SEEDS.len())].to_vec();
            for _ in 0..rng.random_range(0..4) {
                let place = rng.random_range(0..data.len());
                match rng.random_range(0..3) {
                    0 => data[place] = rng.random(),
                    1 => data.truncate(place + 1),
                    _ => data.insert(place, b"\t\n 0/1A\xff"[rng.random_range(0..8)]),
                }
            }
            for target in [fuzz_bed, fuzz_bim, fuzz_fam, fuzz_labels, fuzz_keep, fuzz_panel_list, fuzz_vcf] {
                target(&data);
            }
        }
    }

    /// Real checkpoints with single bytes changed, which the target must bear and sometimes accepts.
    #[test]
    fn damaged_checkpoints_break_no_law() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        let problem = eight_snps();
        let objective = LogPosterior::new(&problem, Smoothing::default());
        for (first, method) in [Method::Mcts, Method::GreedyQueue].into_iter().enumerate() {
            let task = Task { size: 2, keep: 3, seed: 1, threads: 1 };
            let meter = Meter::new(Budget::evaluations(20), &|_| {});
            let (result, saved) = search_from(&problem, &objective, method, &task, None, &meter);
            let mut checkpoint = Checkpoint::new(3);
            checkpoint.add(&result, saved);
            let identity = Identity { program: "0", problem: 1, n_candidates: 8, method, size: 2 };
            let sealed = checkpoint.write(&identity);
            assert!(Checkpoint::read(&sealed, &identity, 3, &|panel| objective.evaluate(panel)).is_ok());
            let body = identity.open(&sealed).expect("its own seal");
            let whole: Vec<u8> = [&[first as u8], body].concat();
            fuzz_checkpoint(&whole);
            for _ in 0..300 {
                let mut data = whole.clone();
                let place = rng.random_range(1..data.len());
                data[place] ^= 1 << rng.random_range(0..8);
                fuzz_checkpoint(&data);
            }
        }
    }
}
