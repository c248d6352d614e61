//! Names and positions of SNPs: PLINK's `.bim`.
//!
//! Six columns: chromosome, id, genetic distance (not used), base-pair position, first and second allele. Alleles
//! longer than one base are kept as [`Allele::Other`]; the tool chooses single-base markers and never needs the letters
//! of an insertion. A non-numeric chromosome name ("X", "MT", "scaffold_7") is kept, and is never an autosome.

use crate::lines::{NotText, numbered_lines, quoted};

/// One form of a SNP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allele {
    /// Adenine.
    A,
    /// Cytosine.
    C,
    /// Guanine.
    G,
    /// Thymine.
    T,
    /// PLINK's `0` (or `.`): never seen in the sample.
    Unseen,
    /// Anything longer or stranger.
    Other,
}

impl Allele {
    /// The allele that a `.bim` or VCF column names.
    pub fn from_text(text: &str) -> Allele {
        match text {
            "A" | "a" => Allele::A,
            "C" | "c" => Allele::C,
            "G" | "g" => Allele::G,
            "T" | "t" => Allele::T,
            "0" | "." => Allele::Unseen,
            _ => Allele::Other,
        }
    }

    /// The complementary base.
    fn complement(self) -> Allele {
        match self {
            Allele::A => Allele::T,
            Allele::T => Allele::A,
            Allele::C => Allele::G,
            Allele::G => Allele::C,
            other => other,
        }
    }

    /// How `.bim` writes it; an allele of several bases is written as `N`.
    pub fn letter(self) -> char {
        match self {
            Allele::A => 'A',
            Allele::C => 'C',
            Allele::G => 'G',
            Allele::T => 'T',
            Allele::Unseen => '0',
            Allele::Other => 'N',
        }
    }
}

/// The chromosome of a SNP. In JSON a number or a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(untagged)]
pub enum Chromosome {
    /// A numbered one; PLINK numbers X, Y, XY and MT of humans 23 to 26, and 0 means "not placed".
    Numbered(u16),
    /// Has a name instead; as it was written.
    Named(Box<str>),
}

impl Chromosome {
    /// Reads `7`, `chr7` or a name; nothing at all is "not placed".
    pub fn from_text(text: &str) -> Chromosome {
        // A second byte-order mark would be lost when the name is the first of a file that is written and read again.
        let text = text.trim_start_matches('\u{feff}');
        if text.is_empty() {
            return Chromosome::Numbered(0);
        }
        let digits = text.strip_prefix("chr").unwrap_or(text);
        let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
        number.map_or_else(|| Chromosome::Named(text.into()), Chromosome::Numbered)
    }

    /// Whether it is one of the first `n_autosomes` chromosomes (22 for humans).
    pub fn is_autosome(&self, n_autosomes: u16) -> bool {
        matches!(self, Chromosome::Numbered(number) if (1..=n_autosomes).contains(number))
    }
}

impl std::fmt::Display for Chromosome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Chromosome::Numbered(number) => write!(f, "{number}"),
            Chromosome::Named(name) => f.write_str(name),
        }
    }
}

/// One SNP of the `.bim`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snp {
    /// The marker's name, such as `rs4970383`.
    pub id: Box<str>,
    /// Its chromosome.
    pub chromosome: Chromosome,
    /// Base pairs from the chromosome's start; 0 or negative means unknown to PLINK, kept as 0.
    pub position: u32,
    /// First and second allele (`A1`, `A2`).
    pub alleles: [Allele; 2],
}

impl Snp {
    /// A/T or C/G: the two strands of the DNA read the same, so data of another laboratory may be flipped unnoticed.
    pub fn is_strand_ambiguous(&self) -> bool {
        let [first, second] = self.alleles;
        first != second && first.complement() == second
    }

    /// Base pairs to another SNP of the same chromosome; `None` across chromosomes or where a place is unknown.
    pub fn distance_to(&self, other: &Snp) -> Option<u32> {
        let placed = self.chromosome == other.chromosome
            && self.chromosome != Chromosome::Numbered(0)
            && self.position > 0
            && other.position > 0;
        placed.then(|| self.position.abs_diff(other.position))
    }
}

/// Why bytes are not a `.bim` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BimError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// Too few or too many columns.
    #[error("line {line}: {found} columns where a .bim has 6 (chromosome, id, distance, position, allele 1, allele 2)")]
    Columns {
        /// Counted from 1.
        line: usize,
        /// Columns found.
        found: usize,
    },
    /// The position is not a number.
    #[error("line {line}: position {text} is not a whole number below 4294967296")]
    Position {
        /// Counted from 1.
        line: usize,
        /// What stood there.
        text: String,
    },
    /// No SNP at all.
    #[error("line 1: the file is empty")]
    Empty,
}

/// Reads a `.bim` file.
pub fn read_bim(bytes: &[u8]) -> Result<Vec<Snp>, BimError> {
    let mut snps = Vec::new();
    for numbered in numbered_lines(bytes) {
        let (line, text) = numbered?;
        let mut columns = text.split_ascii_whitespace();
        let row: [Option<&str>; 6] = std::array::from_fn(|_| columns.next());
        let [Some(chromosome), Some(id), Some(_), Some(position), Some(first), Some(second)] = row else {
            return Err(BimError::Columns { line, found: text.split_ascii_whitespace().count() });
        };
        if columns.next().is_some() {
            return Err(BimError::Columns { line, found: text.split_ascii_whitespace().count() });
        }
        let bad_position = || BimError::Position { line, text: quoted(position) };
        let position = position.parse::<i64>().map_err(|_| bad_position())?.max(0);
        snps.push(Snp {
            id: id.into(),
            chromosome: Chromosome::from_text(chromosome),
            position: u32::try_from(position).map_err(|_| bad_position())?,
            alleles: [Allele::from_text(first), Allele::from_text(second)],
        });
    }
    if snps.is_empty() { Err(BimError::Empty) } else { Ok(snps) }
}

/// The text of a `.bim` file. Alleles of several bases are written as `N`.
pub fn write_bim(snps: &[Snp]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for snp in snps {
        let [first, second] = snp.alleles.map(Allele::letter);
        let Snp { id, chromosome, position, .. } = snp;
        writeln!(text, "{chromosome}\t{id}\t0\t{position}\t{first}\t{second}").expect("a String takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_plink_writes() {
        let snps = read_bim(b"1\trs1\t0\t828418\tA\tC\nchr22 rs2 0 7 C G\r\nX rs3 0 -1 0 AT\n").unwrap();
        assert_eq!(&*snps[0].id, "rs1");
        assert_eq!(snps[0].alleles, [Allele::A, Allele::C]);
        assert_eq!(snps[1].chromosome, Chromosome::Numbered(22));
        assert!(snps[1].is_strand_ambiguous() && !snps[0].is_strand_ambiguous());
        assert_eq!(
            snps[2],
            Snp {
                id: "rs3".into(),
                chromosome: Chromosome::Named("X".into()),
                position: 0,
                alleles: [Allele::Unseen, Allele::Other],
            }
        );
    }

    #[test]
    fn human_autosomes_are_1_to_22() {
        let is_autosome = |text: &str| Chromosome::from_text(text).is_autosome(22);
        assert!(is_autosome("1") && is_autosome("chr22"));
        for other in ["0", "23", "X", "chrX", "MT", "99999999", ""] {
            assert!(!is_autosome(other), "{other}");
        }
    }

    #[test]
    fn distance_needs_two_known_places() {
        let snp = |chromosome, position| Snp { id: "s".into(), chromosome, position, alleles: [Allele::A, Allele::G] };
        let here = snp(Chromosome::Numbered(2), 500);
        assert_eq!(here.distance_to(&snp(Chromosome::Numbered(2), 200)), Some(300));
        assert_eq!(here.distance_to(&snp(Chromosome::Numbered(3), 200)), None);
        assert_eq!(here.distance_to(&snp(Chromosome::Numbered(2), 0)), None);
        let unplaced = snp(Chromosome::Numbered(0), 500);
        assert_eq!(unplaced.distance_to(&unplaced), None);
        let named = |name: &str, position| snp(Chromosome::from_text(name), position);
        assert_eq!(named("LG1", 500).distance_to(&named("LG1", 450)), Some(50));
        assert_eq!(named("LG1", 500).distance_to(&named("LG2", 450)), None);
        assert_eq!(named("LG1", 500).distance_to(&named("LG1", 0)), None);
    }

    #[test]
    fn errors_name_the_place() {
        let check = |bytes: &[u8], expected: BimError| assert_eq!(read_bim(bytes).unwrap_err(), expected);
        check(b"", BimError::Empty);
        check(b"1 rs1 0 5 A C\n1 rs2 0 5 A\n", BimError::Columns { line: 2, found: 5 });
        check(b"1 rs1 0 5 A C D\n", BimError::Columns { line: 1, found: 7 });
        check(b"1 rs1 0 here A C\n", BimError::Position { line: 1, text: "\"here\"".into() });
        check(b"\xff\n", BimError::NotText(NotText { line: 1 }));
    }

    #[test]
    fn written_and_read_again() {
        let text = "1\trs1\t0\t10\tA\tC\n2\trs2\t0\t20\t0\tT\nLG7\trs3\t0\t30\tA\tT\n";
        assert_eq!(write_bim(&read_bim(text.as_bytes()).unwrap()), text);
    }
}
