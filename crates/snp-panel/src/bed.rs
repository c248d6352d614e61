//! PLINK 1 binary genotypes (`.bed`): three magic bytes, then the packed SNPs.
//!
//! `6c 1b` identifies a `.bed`, the third byte `01` SNP-major order. The old person-major order (`00`) is rejected with
//! a hint: PLINK itself converts it. The file does not contain the numbers of people and SNPs; `.fam` and `.bim` do,
//! and a length that does not match them is an error.

use crate::genotype::GenotypeMatrix;

/// The two bytes that begin every `.bed` file.
pub(crate) const MAGIC: [u8; 2] = [0x6c, 0x1b];
/// The third byte: one SNP after the other.
const SNP_MAJOR: u8 = 0x01;
const HEADER_LEN: usize = 3;

/// Why bytes are not the `.bed` file that `.bim` and `.fam` promise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BedError {
    /// Fewer bytes than the magic number has.
    #[error("byte {len}: the file ends before its three magic bytes are over; it is not a .bed file")]
    NoHeader {
        /// Length of the input.
        len: usize,
    },
    /// The first two bytes are something else.
    #[error(
        "byte 0: it begins with {:02x} {:02x}, a PLINK .bed file begins with 6c 1b; is this the right file?",
        found[0], found[1]
    )]
    WrongMagic {
        /// What stood there.
        found: [u8; 2],
    },
    /// The third byte says person-major, or nothing known.
    #[error(
        "byte 2: genotype order {mode:02x} is not 01 (SNP-major); convert the file with `plink1.9 --bfile PREFIX --make-bed`"
    )]
    NotSnpMajor {
        /// The third byte.
        mode: u8,
    },
    /// The file stops too early.
    #[error(
        "byte {len}: the file is cut off in SNP {cut_snp} (line {cut_snp} of the .bim): \
         {n_snps} SNPs of {n_people} people need {expected} bytes"
    )]
    Truncated {
        /// Length of the input.
        len: usize,
        /// Length it should have.
        expected: usize,
        /// The first SNP that is not whole, from 1: also its line in the `.bim`.
        cut_snp: usize,
        /// SNPs in the `.bim`.
        n_snps: usize,
        /// People in the `.fam`.
        n_people: usize,
    },
    /// The file continues after the last SNP.
    #[error(
        "byte {expected}: {} bytes follow the last SNP; \
         {n_snps} SNPs (.bim lines) of {n_people} people (.fam lines) need only {expected}", len - expected
    )]
    TooLong {
        /// Length of the input.
        len: usize,
        /// Length it should have.
        expected: usize,
        /// SNPs in the `.bim`.
        n_snps: usize,
        /// People in the `.fam`.
        n_people: usize,
    },
    /// The product of people and SNPs does not fit in memory addresses.
    #[error("{n_snps} SNPs of {n_people} people are more than this machine can address")]
    TooLarge {
        /// SNPs in the `.bim`.
        n_snps: usize,
        /// People in the `.fam`.
        n_people: usize,
    },
}

/// Checks the header and the length, and views the genotypes in place.
pub fn read_bed(bytes: &[u8], n_people: usize, n_snps: usize) -> Result<GenotypeMatrix<'_>, BedError> {
    let Some((header, packed)) = bytes.split_at_checked(HEADER_LEN) else {
        return Err(BedError::NoHeader { len: bytes.len() });
    };
    if header[..2] != MAGIC {
        return Err(BedError::WrongMagic { found: [header[0], header[1]] });
    }
    if header[2] != SNP_MAJOR {
        return Err(BedError::NotSnpMajor { mode: header[2] });
    }
    let width = n_people.div_ceil(4);
    let expected = width
        .checked_mul(n_snps)
        .and_then(|len| len.checked_add(HEADER_LEN))
        .ok_or(BedError::TooLarge { n_snps, n_people })?;
    let len = bytes.len();
    if len < expected {
        return Err(BedError::Truncated { len, expected, cut_snp: packed.len() / width + 1, n_snps, n_people });
    }
    if len > expected {
        return Err(BedError::TooLong { len, expected, n_snps, n_people });
    }
    Ok(GenotypeMatrix::from_packed(packed, n_people, n_snps).expect("the length was just checked"))
}

/// The bytes of a `.bed` file.
pub fn write_bed(genotypes: &GenotypeMatrix<'_>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LEN + genotypes.packed().len());
    bytes.extend_from_slice(&MAGIC);
    bytes.push(SNP_MAJOR);
    bytes.extend_from_slice(genotypes.packed());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::Genotype;

    /// Two SNPs of five people, the second worked by hand from the PLINK format page.
    const BED: [u8; 7] = [0x6c, 0x1b, 0x01, 0b00_00_00_00, 0b00, 0b11_10_01_00, 0b10];

    #[test]
    fn reads_the_lowest_bits_first() {
        let matrix = read_bed(&BED, 5, 2).unwrap();
        let second: Vec<Genotype> = (0..5).map(|person_idx| matrix.get(1, person_idx)).collect();
        use Genotype::*;
        assert_eq!(second, [HomozygousFirst, Missing, Heterozygous, HomozygousSecond, Heterozygous]);
        assert_eq!(write_bed(&matrix), BED);
    }

    #[test]
    fn errors_name_the_place() {
        let check = |bytes: &[u8], expected: &str| {
            let message = read_bed(bytes, 5, 2).unwrap_err().to_string();
            assert!(message.contains(expected), "{message:?} does not say {expected:?}");
        };
        check(&BED[..2], "byte 2");
        check(b"PK\x03\x04", "begins with 50 4b");
        check(&[0x6c, 0x1b, 0, 0, 0, 0, 0], "--make-bed");
        check(&BED[..6], "cut off in SNP 2");
        check(&BED[..3], "cut off in SNP 1");
        check(&[&BED[..], &[0]].concat(), "1 bytes follow");
        assert!(matches!(read_bed(&BED, usize::MAX, 8), Err(BedError::TooLarge { .. })));
    }
}
