//! Genotypes from a VCF text (version 4.x).
//!
//! Keeps the sites with one alternative allele of one base, reads the `GT` field (phased or not; a haploid call counts as
//! two copies, as PLINK does), and packs it as `.bed` would: first allele `ALT`, second `REF`. A sample becomes the person
//! whose family and individual id are both the sample's name (PLINK's `--double-id`). Sites of other kinds are counted and
//! left out; a site without a name is called `chromosome:position:REF:ALT`, since one place may have several alternatives.
//!
//! Compressed files are not opened here: `bgzip -d` first, or `plink1.9 --vcf F --make-bed`.

use crate::genotype::{Genotype, GenotypeMatrix, GenotypePacker};
use crate::lines::{NotText, numbered_lines, quoted};
use crate::people::{FamError, People, PersonId};
use crate::snps::{Allele, Chromosome, Snp};

/// Columns before the first sample.
const N_FIXED: usize = 9;

/// What a VCF holds, in the shape of the three PLINK files.
#[derive(Clone, Debug)]
pub struct VcfData {
    /// The samples.
    pub people: People,
    /// The sites that were kept.
    pub snps: Vec<Snp>,
    /// Their genotypes.
    pub genotypes: GenotypeMatrix<'static>,
    /// Sites left out because they are not single-base changes with one alternative.
    pub n_skipped: usize,
}

/// Why bytes are not a VCF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VcfError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// Compressed input.
    #[error("byte 0: the file is compressed; unpack it first with `bgzip -d` or `gunzip`")]
    Compressed,
    /// No `#CHROM` line with samples before the first site.
    #[error("line {line}: no `#CHROM ... FORMAT` header with samples before this line")]
    Header {
        /// Counted from 1.
        line: usize,
    },
    /// One sample name twice.
    #[error("line {line}: sample {name} occurs twice")]
    DuplicateSample {
        /// Counted from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A site with the wrong number of columns.
    #[error("line {line}: {found} columns, the header has {expected}")]
    Columns {
        /// Counted from 1.
        line: usize,
        /// Columns found.
        found: usize,
        /// Columns of the header.
        expected: usize,
    },
    /// The position is not a number.
    #[error("line {line}: position {text} is not a whole number below 4294967296")]
    Position {
        /// Counted from 1.
        line: usize,
        /// What stood there.
        text: String,
    },
    /// A site without genotypes.
    #[error("line {line}: FORMAT {text} holds no GT")]
    NoGenotype {
        /// Counted from 1.
        line: usize,
        /// The format column.
        text: String,
    },
    /// A genotype that cannot be read.
    #[error("line {line}: genotype {text} of sample {sample} is not such as 0/1, 1|1 or ./.")]
    Genotype {
        /// Counted from 1.
        line: usize,
        /// The sample's name.
        sample: String,
        /// What stood there.
        text: String,
    },
    /// No site that can be used.
    #[error("the file holds no single-base site with one alternative allele ({n_skipped} others)")]
    Empty {
        /// Sites left out.
        n_skipped: usize,
    },
}

/// Reads a VCF text.
pub fn read_vcf(bytes: &[u8]) -> Result<VcfData, VcfError> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(VcfError::Compressed);
    }
    let mut lines = numbered_lines(bytes);
    let (header_line, samples) = read_header(&mut lines)?;
    let ids = samples.iter().map(|name| PersonId::new(name, name));
    let people = People::from_ids(ids).map_err(|error| match error {
        FamError::Duplicate { person, .. } => {
            VcfError::DuplicateSample { line: header_line, name: person.individual.into_string() }
        }
        _ => VcfError::Header { line: header_line },
    })?;
    let mut snps = Vec::new();
    let mut packer = GenotypePacker::new(samples.len());
    let mut row = Vec::with_capacity(samples.len());
    let mut n_skipped = 0;
    for numbered in lines {
        let (line, text) = numbered?;
        if text.starts_with('#') {
            continue;
        }
        match read_site(line, text, &samples, &mut row)? {
            Some(snp) => {
                packer.push_snp(&row);
                snps.push(snp);
            }
            None => n_skipped += 1,
        }
    }
    if snps.is_empty() {
        return Err(VcfError::Empty { n_skipped });
    }
    Ok(VcfData { people, snps, genotypes: packer.finish(), n_skipped })
}

/// Skips to the `#CHROM` line and returns its number and the sample names.
fn read_header<'a>(
    lines: &mut impl Iterator<Item = Result<(usize, &'a str), NotText>>,
) -> Result<(usize, Vec<&'a str>), VcfError> {
    let mut last_line = 1;
    for numbered in lines {
        let (line, text) = numbered?;
        last_line = line;
        if text.starts_with("##") {
            continue;
        }
        let mut columns = text.split('\t');
        let is_header = columns.next() == Some("#CHROM") && columns.nth(N_FIXED - 2) == Some("FORMAT");
        let samples: Vec<&str> = columns.collect();
        if !is_header || samples.is_empty() {
            break;
        }
        return Ok((line, samples));
    }
    Err(VcfError::Header { line: last_line })
}

/// Reads one site into `row`; `None` when it is not a single-base change with one alternative.
fn read_site(line: usize, text: &str, samples: &[&str], row: &mut Vec<Genotype>) -> Result<Option<Snp>, VcfError> {
    let mut columns = text.split('\t');
    let fixed: [Option<&str>; N_FIXED] = std::array::from_fn(|_| columns.next());
    let wrong_columns =
        || VcfError::Columns { line, found: text.split('\t').count(), expected: N_FIXED + samples.len() };
    let [Some(chromosome), Some(position), Some(id), Some(reference), Some(alternative), .., Some(format)] = fixed
    else {
        return Err(wrong_columns());
    };
    let (first, second) = (Allele::from_text(alternative), Allele::from_text(reference));
    let is_base = |allele| matches!(allele, Allele::A | Allele::C | Allele::G | Allele::T);
    if !is_base(first) || !is_base(second) {
        return Ok(None);
    }
    let gt_place = format
        .split(':')
        .position(|key| key == "GT")
        .ok_or_else(|| VcfError::NoGenotype { line, text: quoted(format) })?;
    row.clear();
    for &sample in samples {
        let field = columns.next().ok_or_else(wrong_columns)?;
        let call = field.split(':').nth(gt_place).unwrap_or(".");
        let unreadable = || VcfError::Genotype { line, sample: sample.into(), text: quoted(call) };
        row.push(read_call(call).ok_or_else(unreadable)?);
    }
    if columns.next().is_some() {
        return Err(wrong_columns());
    }
    let unreadable = |_| VcfError::Position { line, text: quoted(position) };
    let id = if id == "." { format!("{chromosome}:{position}:{reference}:{alternative}").into() } else { id.into() };
    Ok(Some(Snp {
        id,
        chromosome: Chromosome::from_text(chromosome),
        position: position.parse().map_err(unreadable)?,
        alleles: [first, second],
    }))
}

/// `0/1`, `1|1`, `./.`, or the haploid `0`, `1`, `.`; half-missing calls are missing.
fn read_call(call: &str) -> Option<Genotype> {
    let copies = |allele: &str| match allele {
        "0" => Some(Some(0)),
        "1" => Some(Some(1)),
        "." => Some(None),
        _ => None,
    };
    let mut alleles = call.split(['/', '|']);
    let first = copies(alleles.next()?)?;
    let second = alleles.next().map_or(Some(first), copies)?;
    if alleles.next().is_some() {
        return None;
    }
    match (first, second) {
        (Some(first), Some(second)) => Genotype::from_first_allele_copies(first + second),
        _ => Some(Genotype::Missing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\tc\td\n";

    #[test]
    fn keeps_single_base_sites() {
        let sites = "1\t10\trs1\tA\tG\t.\tPASS\t.\tGT\t0/0\t0|1\t1/1\t./.\n\
                     chr2\t20\t.\tC\tT\t.\t.\t.\tDP:GT:GQ\t9:1:3\t9:.\t9:0\t.\n\
                     2\t30\trs3\tC\tT,G\t.\t.\t.\tGT\t0/0\t0/2\t0/0\t0/0\n\
                     2\t40\trs4\tCA\tC\t.\t.\t.\tGT\t0/0\t0/1\t0/0\t0/0\n";
        let vcf = read_vcf(format!("{HEADER}{sites}").as_bytes()).unwrap();
        assert_eq!((vcf.snps.len(), vcf.n_skipped, vcf.people.len()), (2, 2, 4));
        assert_eq!(&*vcf.snps[1].id, "chr2:20:C:T");
        assert_eq!(vcf.snps[0].alleles, [Allele::G, Allele::A]);
        use Genotype::*;
        let row = |snp_idx| (0..4).map(|person_idx| vcf.genotypes.get(snp_idx, person_idx)).collect::<Vec<_>>();
        assert_eq!(row(0), [HomozygousSecond, Heterozygous, HomozygousFirst, Missing]);
        assert_eq!(row(1), [HomozygousFirst, Missing, HomozygousSecond, Missing]);
    }

    #[test]
    fn errors_name_the_place() {
        let check = |text: &str, expected: &str| {
            let message = read_vcf(text.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(expected), "{message:?} does not say {expected:?}");
        };
        check("", "line 1: no `#CHROM");
        check("1\t10\n", "line 1: no `#CHROM");
        check(HEADER, "no single-base site");
        check(&HEADER.replace("\tb", "\ta"), "line 2: sample a occurs twice");
        check(&format!("{HEADER}1\t10\trs1\tA\tG\t.\t.\t.\tGT\t0/0\n"), "line 3: 10 columns, the header has 13");
        check(&format!("{HEADER}1\t-1\trs1\tA\tG\t.\t.\t.\tGT\t0\t0\t0\t0\n"), "line 3: position");
        check(&format!("{HEADER}1\t1\trs1\tA\tG\t.\t.\t.\tDP\t0\t0\t0\t0\n"), "holds no GT");
        check(&format!("{HEADER}1\t1\trs1\tA\tG\t.\t.\t.\tGT\t0/0\t0/0\t0/3\t0/0\n"), "genotype \"0/3\" of sample c");
        assert_eq!(read_vcf(&[0x1f, 0x8b, 8]).unwrap_err(), VcfError::Compressed);
    }
}
