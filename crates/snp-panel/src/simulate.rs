//! Simulated genotypes: populations that drifted apart (Balding and Nichols 1995).
//!
//! An allele of ancestral frequency `p` has, in a population at distance `F`, a frequency drawn from
//! `Beta(p (1-F)/F, (1-p)(1-F)/F)`: mean `p`, variance `F p (1-p)`. Drawn twice, from the root to a continent and from the
//! continent to a population, it gives what makes panels hard in practice: far groups, and close ones within them.
//! Genotypes are two independent draws (Hardy-Weinberg), SNPs are independent (no linkage), some genotypes go missing.
//!
//! Everything follows from the seed; the SNPs are drawn in blocks with a seed each, so threads change nothing.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use stable_hash::splitmix64;

use crate::genotype::GenotypeMatrix;
use crate::labels::Label;
use crate::people::PersonId;
use crate::snps::{Allele, Chromosome, Snp};

/// One population to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulatedPopulation {
    /// Its name, also the beginning of its people's names.
    pub name: String,
    /// The continent that it shares ancestors with.
    pub continent: usize,
    /// Number of people.
    pub n_people: usize,
}

/// What to simulate.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationSettings {
    /// The populations, in the order in which their people are written.
    pub populations: Vec<SimulatedPopulation>,
    /// Number of SNPs.
    pub n_snps: usize,
    /// Distance from the root to a continent, in (0, 1).
    pub continent_distance: f64,
    /// Distance from a continent to its populations, in (0, 1).
    pub population_distance: f64,
    /// Share of genotypes that go missing.
    pub missing_rate: f64,
    /// Everything follows from it.
    pub seed: u64,
}

impl SimulationSettings {
    /// The set that the project ships: six populations on three continents.
    pub fn demo() -> Self {
        let population =
            |name: &str, continent, n_people| SimulatedPopulation { name: name.into(), continent, n_people };
        Self {
            populations: vec![
                population("North", 0, 40),
                population("South", 0, 35),
                population("East", 1, 40),
                population("Coast", 1, 30),
                population("Isle", 2, 35),
                population("Hill", 2, 40),
            ],
            n_snps: 1500,
            continent_distance: 0.12,
            population_distance: 0.03,
            missing_rate: 0.01,
            seed: 2012,
        }
    }
}

/// A simulated data set, in the shape of the PLINK files and the label file.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The people.
    pub people: Vec<PersonId>,
    /// The population of each.
    pub populations: Vec<String>,
    /// The SNPs, spread evenly over 22 chromosomes.
    pub snps: Vec<Snp>,
    /// Their genotypes.
    pub genotypes: GenotypeMatrix<'static>,
}

impl Simulation {
    /// The populations as a label file of these people would give them.
    pub fn labels(&self) -> Vec<Option<Label>> {
        let label = |(place, name): (usize, &String)| Some(Label { population: name.as_str().into(), line: place + 2 });
        self.populations.iter().enumerate().map(label).collect()
    }
}

/// SNPs drawn from one seed.
const BLOCK: usize = 1024;

/// Draws a data set.
pub fn simulate(settings: &SimulationSettings) -> Simulation {
    let n_people: usize = settings.populations.iter().map(|population| population.n_people).sum();
    let width = n_people.div_ceil(4);
    let mut packed = vec![0u8; width * settings.n_snps];
    let draw_block = |(block, rows): (usize, &mut [u8])| {
        let mut rng =
            Xoshiro256PlusPlus::seed_from_u64(settings.seed ^ (block as u64 + 1).wrapping_mul(splitmix64::GAMMA));
        rows.chunks_mut(width).for_each(|row| draw_snp(settings, row, &mut rng));
    };
    packed.par_chunks_mut((width * BLOCK).max(1)).enumerate().for_each(draw_block);
    let mut people = Vec::with_capacity(n_people);
    let mut populations = Vec::with_capacity(n_people);
    for SimulatedPopulation { name, n_people, .. } in &settings.populations {
        for number in 1..=*n_people {
            let id = format!("{name}_{number}");
            people.push(PersonId::new(&id, &id));
            populations.push(name.clone());
        }
    }
    let genotypes = GenotypeMatrix::from_packed(packed, n_people, settings.n_snps).expect("made to this size");
    Simulation { people, populations, snps: place_snps(settings), genotypes }
}

/// Names, places and letters: SNP `i` of `n` lies evenly spaced on chromosome `22 i / n + 1`.
fn place_snps(settings: &SimulationSettings) -> Vec<Snp> {
    const LETTERS: [[Allele; 2]; 6] = [
        [Allele::A, Allele::G],
        [Allele::C, Allele::T],
        [Allele::A, Allele::C],
        [Allele::G, Allele::T],
        [Allele::A, Allele::T],
        [Allele::C, Allele::G],
    ];
    const SPACING: u32 = 5_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let chromosome_of = |snp_idx: usize| 22 * snp_idx / settings.n_snps + 1;
    let mut position = 0;
    let mut previous = 0;
    let mut place = |snp_idx: usize| {
        let chromosome = chromosome_of(snp_idx);
        position = if chromosome == previous { position + SPACING } else { SPACING };
        previous = chromosome;
        Snp {
            id: format!("sim{}", snp_idx + 1).into(),
            chromosome: Chromosome::Numbered(chromosome as u16),
            position,
            alleles: LETTERS[rng.random_range(0..LETTERS.len())],
        }
    };
    (0..settings.n_snps).map(&mut place).collect()
}

/// One SNP of all people, packed.
fn draw_snp(settings: &SimulationSettings, row: &mut [u8], rng: &mut impl Rng) {
    let n_continents = settings.populations.iter().map(|population| population.continent + 1).max().unwrap_or(0);
    let ancestral = rng.random_range(0.05..0.95);
    let continents: Vec<f64> =
        (0..n_continents).map(|_| drifted(ancestral, settings.continent_distance, rng)).collect();
    let mut person_idx = 0;
    for population in &settings.populations {
        let frequency = drifted(continents[population.continent], settings.population_distance, rng);
        for _ in 0..population.n_people {
            // One 64-bit draw holds both alleles (24 bits each) and whether the genotype is lost (16 bits).
            let bits: u64 = rng.random();
            let is_first = |part: u64| (part & 0xff_ffff) as f64 / f64::from(1 << 24) < frequency;
            let copies = u8::from(is_first(bits)) + u8::from(is_first(bits >> 24));
            let is_missing = ((bits >> 48) as f64) < settings.missing_rate * 65536.0;
            let code = if is_missing { 0b01 } else { [0b11, 0b10, 0b00][usize::from(copies)] };
            row[person_idx / 4] |= code << (2 * (person_idx % 4));
            person_idx += 1;
        }
    }
}

/// The frequency after drift, kept away from 0 and 1 where a further draw would be undefined.
fn drifted(frequency: f64, distance: f64, rng: &mut impl Rng) -> f64 {
    const EDGE: f64 = 1e-6;
    let p = frequency.clamp(EDGE, 1.0 - EDGE);
    let scale = (1.0 - distance) / distance;
    let (first, second) = (gamma(p * scale, rng), gamma((1.0 - p) * scale, rng));
    if first + second > 0.0 { first / (first + second) } else { p }
}

/// A gamma variate of the given shape (Marsaglia and Tsang 2000; shapes below 1 by their power rule).
fn gamma(shape: f64, rng: &mut impl Rng) -> f64 {
    if shape < 1.0 {
        let uniform: f64 = rng.random();
        return gamma(shape + 1.0, rng) * uniform.powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 {
            let uniform: f64 = rng.random();
            if uniform.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
                return d * v;
            }
        }
    }
}

/// A standard normal variate (Marsaglia's polar method; its second value is not used).
fn normal(rng: &mut impl Rng) -> f64 {
    loop {
        let (x, y) = (rng.random_range(-1.0..1.0f64), rng.random_range(-1.0..1.0f64));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::Genotype;

    fn rng() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(11)
    }

    /// Mean p and variance F p (1 - p), the definition of the model.
    #[test]
    fn drift_has_the_moments_of_the_model() {
        let mut rng = rng();
        for (p, distance) in [(0.3, 0.1), (0.5, 0.02), (0.1, 0.3)] {
            let draws: Vec<f64> = (0..20_000).map(|_| drifted(p, distance, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            let expected = distance * p * (1.0 - p);
            assert!((mean - p).abs() < 4.0 * (expected / draws.len() as f64).sqrt(), "mean {mean} of {p}");
            assert!((variance / expected - 1.0).abs() < 0.06, "variance {variance} of {expected}");
        }
    }

    #[test]
    fn the_demo_is_the_same_twice_and_as_asked() {
        let settings = SimulationSettings { n_snps: 1100, ..SimulationSettings::demo() };
        let (one, other) = (simulate(&settings), simulate(&settings));
        assert_eq!(one.genotypes, other.genotypes);
        assert_eq!(one.snps, other.snps);
        assert_eq!(one.people.len(), 220);
        assert_eq!(one.populations[219], "Hill");
        assert_eq!(one.snps[1099].chromosome, Chromosome::Numbered(22));
        let everybody = (0..1100).flat_map(|snp_idx| (0..220).map(move |person_idx| (snp_idx, person_idx)));
        let missing = everybody.filter(|&(s, j)| one.genotypes.get(s, j) == Genotype::Missing).count();
        assert!((0.008..0.012).contains(&(missing as f64 / (1100.0 * 220.0))), "{missing}");
        let another = simulate(&SimulationSettings { seed: 1, ..settings });
        assert_ne!(another.genotypes, one.genotypes);
    }
}
