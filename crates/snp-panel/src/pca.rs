//! Principal components of the people at the SNPs of a panel.
//!
//! Allele counts are centred and divided by `sqrt(2 p (1 - p))` as in EIGENSOFT, a missing genotype counting as the mean; the
//! components are eigenvectors of the SNP-by-SNP covariance, found by Jacobi rotations. For pictures of panels of up to a few
//! hundred SNPs; not for whole genomes.

use crate::genotype::GenotypeMatrix;

/// People on the first components.
#[derive(Clone, Debug, PartialEq)]
pub struct PrincipalComponents {
    /// For each person its coordinates, first component first.
    pub coordinates: Vec<Vec<f64>>,
    /// Share of the variance on each component.
    pub explained: Vec<f64>,
}

/// The first `n_components` components of some people at some SNPs (places in the genotype matrix).
pub fn principal_components(
    genotypes: &GenotypeMatrix<'_>,
    panel: &[usize],
    people: &[usize],
    n_components: usize,
) -> PrincipalComponents {
    let columns: Vec<Vec<f64>> = panel.iter().map(|&snp_idx| standardised(genotypes, snp_idx, people)).collect();
    let n = panel.len();
    let mut covariance = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = columns[i].iter().zip(&columns[j]).map(|(a, b)| a * b).sum();
            covariance[i][j] = sum / people.len().max(1) as f64;
            covariance[j][i] = covariance[i][j];
        }
    }
    let (values, vectors) = symmetric_eigen(covariance);
    let total: f64 = values.iter().map(|value| value.max(0.0)).sum();
    let n_components = n_components.min(n);
    let coordinate = |person: usize, component: usize| -> f64 {
        columns.iter().zip(&vectors[component]).map(|(column, weight)| column[person] * weight).sum()
    };
    PrincipalComponents {
        coordinates: (0..people.len())
            .map(|person| (0..n_components).map(|component| coordinate(person, component)).collect())
            .collect(),
        explained: values[..n_components]
            .iter()
            .map(|value| if total > 0.0 { value.max(0.0) / total } else { 0.0 })
            .collect(),
    }
}

fn standardised(genotypes: &GenotypeMatrix<'_>, snp_idx: usize, people: &[usize]) -> Vec<f64> {
    let copies = |&person_idx: &usize| genotypes.get(snp_idx, person_idx).first_allele_copies().map(f64::from);
    let read: Vec<f64> = people.iter().filter_map(copies).collect();
    let mean = read.iter().sum::<f64>() / read.len().max(1) as f64;
    let spread = (mean * (1.0 - mean / 2.0)).sqrt();
    let scaled = |copies: Option<f64>| match copies {
        Some(copies) if spread > 0.0 => (copies - mean) / spread,
        _ => 0.0,
    };
    people.iter().map(|person_idx| scaled(copies(person_idx))).collect()
}

/// Eigenvalues in falling order with their vectors, by cyclic Jacobi rotations. The sign of a vector is such that its
/// largest entry is positive, so that pictures do not flip.
fn symmetric_eigen(mut matrix: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    const MOST_SWEEPS: usize = 60;
    let n = matrix.len();
    let mut vectors: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(i == j)).collect()).collect();
    let scale: f64 = matrix.iter().flatten().map(|entry| entry.abs()).fold(0.0, f64::max);
    for _ in 0..MOST_SWEEPS {
        let off_diagonal = (0..n).flat_map(|p| (0..p).map(move |q| (p, q)));
        if off_diagonal.map(|(p, q)| matrix[p][q].abs()).fold(0.0, f64::max) <= 1e-13 * scale {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut matrix, &mut vectors, p, q);
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| matrix[b][b].total_cmp(&matrix[a][a]));
    let upright = |vector: &Vec<f64>| {
        let largest = vector.iter().copied().fold(0.0f64, |a, b| if b.abs() > a.abs() { b } else { a });
        vector.iter().map(|entry| if largest < 0.0 { -entry } else { *entry }).collect()
    };
    (order.iter().map(|&i| matrix[i][i]).collect(), order.iter().map(|&i| upright(&vectors[i])).collect())
}

/// Makes `matrix[p][q]` zero; rows of `vectors` collect the rotations.
fn rotate(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    let entry = matrix[p][q];
    if entry == 0.0 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * entry);
    let t = if theta == 0.0 { 1.0 } else { theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt()) };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in matrix.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let turn = |rows: &mut [Vec<f64>]| {
        for k in 0..rows[p].len() {
            (rows[p][k], rows[q][k]) = (c * rows[p][k] - s * rows[q][k], s * rows[p][k] + c * rows[q][k]);
        }
    };
    turn(matrix);
    turn(vectors);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::{Genotype, GenotypePacker};
    use proptest::prelude::*;

    proptest! {
        /// A v = lambda v, vectors of length one, values falling.
        #[test]
        fn eigenvectors_are_eigenvectors(entries in prop::collection::vec(-1.0f64..1.0, 1..37)) {
            let n = (entries.len() as f64).sqrt() as usize;
            let matrix: Vec<Vec<f64>> =
                (0..n).map(|i| (0..n).map(|j| entries[i.min(j) * n + i.max(j)]).collect()).collect();
            let (values, vectors) = symmetric_eigen(matrix.clone());
            prop_assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
            for (value, vector) in values.iter().zip(&vectors) {
                prop_assert!((vector.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-9);
                for (row, entry) in matrix.iter().zip(vector) {
                    let product: f64 = row.iter().zip(vector).map(|(a, b)| a * b).sum();
                    prop_assert!((product - value * entry).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn two_groups_fall_apart_on_the_first_component() {
        use Genotype::*;
        let mut packer = GenotypePacker::new(4);
        packer.push_snp(&[HomozygousFirst, HomozygousFirst, HomozygousSecond, HomozygousSecond]);
        packer.push_snp(&[HomozygousFirst, Heterozygous, HomozygousSecond, Missing]);
        let found = principal_components(&packer.finish(), &[0, 1], &[0, 1, 2, 3], 2);
        let first: Vec<f64> = found.coordinates.iter().map(|person| person[0]).collect();
        assert!(first[0] > 0.5 && first[1] > 0.5 && first[2] < -0.5 && first[3] < -0.5, "{first:?}");
        assert!((found.explained.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
