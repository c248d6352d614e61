//! Genotypes and the packed matrix that holds them.
//!
//! PLINK 1 stores a genotype in two bits, four people to a byte, one SNP after the other ("SNP-major"). The matrix
//! keeps exactly that form, so a memory-mapped `.bed` is used in place and a million SNPs need no additional memory.
//!
//! It does not know the people or the SNPs: see [`crate::people`] and [`crate::snps`].

use std::borrow::Cow;

/// The two copies of a SNP that one person carries, in PLINK's two-bit code.
///
/// The code doubles as the row number of every per-genotype table in this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Genotype {
    /// Two copies of the first allele (`A1`, usually the rarer one).
    HomozygousFirst = 0b00,
    /// Not read by the chip.
    Missing = 0b01,
    /// One copy of each.
    Heterozygous = 0b10,
    /// Two copies of the second allele (`A2`).
    HomozygousSecond = 0b11,
}

/// Number of two-bit codes, missing included.
pub(crate) const N_CODES: usize = 4;

impl Genotype {
    /// All four, in the order of their codes.
    pub const ALL: [Genotype; N_CODES] =
        [Genotype::HomozygousFirst, Genotype::Missing, Genotype::Heterozygous, Genotype::HomozygousSecond];

    /// The genotype of the two lowest bits of `code`.
    pub fn from_code(code: u8) -> Genotype {
        Genotype::ALL[usize::from(code & 0b11)]
    }

    /// PLINK's two-bit code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// How many copies of the first allele; `None` when missing.
    pub fn first_allele_copies(self) -> Option<u8> {
        match self {
            Genotype::HomozygousFirst => Some(2),
            Genotype::Heterozygous => Some(1),
            Genotype::HomozygousSecond => Some(0),
            Genotype::Missing => None,
        }
    }

    /// The genotype with this many copies of the first allele (0, 1 or 2).
    pub fn from_first_allele_copies(copies: u8) -> Option<Genotype> {
        match copies {
            0 => Some(Genotype::HomozygousSecond),
            1 => Some(Genotype::Heterozygous),
            2 => Some(Genotype::HomozygousFirst),
            _ => None,
        }
    }
}

/// Genotypes of `n_people` at `n_snps`, packed as in a `.bed` file without its three magic bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenotypeMatrix<'a> {
    packed: Cow<'a, [u8]>,
    n_people: usize,
    n_snps: usize,
}

impl<'a> GenotypeMatrix<'a> {
    /// A view on packed bytes, or `None` when their number is not `n_snps * ceil(n_people / 4)`.
    pub fn from_packed(packed: impl Into<Cow<'a, [u8]>>, n_people: usize, n_snps: usize) -> Option<Self> {
        let packed = packed.into();
        (n_people.div_ceil(4).checked_mul(n_snps) == Some(packed.len())).then_some(Self { packed, n_people, n_snps })
    }

    /// Number of people (columns).
    pub fn n_people(&self) -> usize {
        self.n_people
    }

    /// Number of SNPs (rows).
    pub fn n_snps(&self) -> usize {
        self.n_snps
    }

    /// Bytes that one SNP takes.
    pub fn bytes_per_snp(&self) -> usize {
        self.n_people.div_ceil(4)
    }

    /// The packed genotypes of one SNP.
    pub fn snp(&self, snp_idx: usize) -> &[u8] {
        let width = self.bytes_per_snp();
        &self.packed[snp_idx * width..(snp_idx + 1) * width]
    }

    /// All packed bytes, SNP after SNP.
    pub fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// The genotype of one person at one SNP.
    pub fn get(&self, snp_idx: usize, person_idx: usize) -> Genotype {
        assert!(person_idx < self.n_people, "person {person_idx} of {}", self.n_people);
        unpack(self.snp(snp_idx), person_idx)
    }
}

/// The genotype of one person in a packed SNP.
pub(crate) fn unpack(packed_snp: &[u8], person_idx: usize) -> Genotype {
    Genotype::from_code(packed_snp[person_idx / 4] >> (2 * (person_idx % 4)))
}

/// Packs genotypes SNP by SNP; the readers and the simulator write through it.
#[derive(Clone, Debug)]
pub(crate) struct GenotypePacker {
    packed: Vec<u8>,
    n_people: usize,
    n_snps: usize,
}

impl GenotypePacker {
    /// An empty matrix for this many people.
    pub(crate) fn new(n_people: usize) -> Self {
        Self { packed: Vec::new(), n_people, n_snps: 0 }
    }

    /// Appends one SNP.
    ///
    /// # Panics
    /// When there is not exactly one genotype for each person.
    pub(crate) fn push_snp(&mut self, genotypes: &[Genotype]) {
        assert_eq!(genotypes.len(), self.n_people, "one genotype for each person");
        self.packed.extend(genotypes.chunks(4).map(|four| {
            four.iter().enumerate().fold(0u8, |byte, (place, genotype)| byte | genotype.code() << (2 * place))
        }));
        self.n_snps += 1;
    }

    /// The finished matrix.
    pub(crate) fn finish(self) -> GenotypeMatrix<'static> {
        GenotypeMatrix { packed: Cow::Owned(self.packed), n_people: self.n_people, n_snps: self.n_snps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn copies_and_codes_agree() {
        for genotype in Genotype::ALL {
            assert_eq!(Genotype::from_code(genotype.code()), genotype);
            if let Some(copies) = genotype.first_allele_copies() {
                assert_eq!(Genotype::from_first_allele_copies(copies), Some(genotype));
            }
        }
        assert_eq!(Genotype::from_first_allele_copies(3), None);
    }

    #[test]
    fn a_packed_matrix_must_have_the_right_size() {
        assert!(GenotypeMatrix::from_packed(vec![0u8; 6], 5, 3).is_some());
        assert!(GenotypeMatrix::from_packed(vec![0u8; 5], 5, 3).is_none());
        assert!(GenotypeMatrix::from_packed(Vec::new(), usize::MAX, 5).is_none());
    }

    proptest! {
        #[test]
        fn what_is_packed_is_read_back(codes in prop::collection::vec(0u8..4, 0..70), n_people in 1usize..9) {
            let n_snps = codes.len() / n_people;
            let genotypes: Vec<Genotype> = codes.iter().map(|&code| Genotype::from_code(code)).collect();
            let mut packer = GenotypePacker::new(n_people);
            for row in genotypes.chunks_exact(n_people) {
                packer.push_snp(row);
            }
            let matrix = packer.finish();
            prop_assert_eq!(matrix.n_snps(), n_snps);
            for snp_idx in 0..n_snps {
                for person_idx in 0..n_people {
                    prop_assert_eq!(matrix.get(snp_idx, person_idx), genotypes[snp_idx * n_people + person_idx]);
                }
            }
        }
    }
}
