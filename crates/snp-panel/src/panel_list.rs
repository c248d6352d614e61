//! A panel as a list of SNP ids, and its genotypes in another file.
//!
//! The list is the input of PLINK's `--extract`: one id per line. Another file may hold the SNPs in another order, with
//! the two alleles exchanged (then copies are counted from the other side) or with an allele missing that none of its
//! people has. A SNP that it lacks counts as missing. Alleles that match neither way are an error: the strand is not
//! guessed. So is an ambiguous id that several SNPs of either file share.

use std::collections::HashMap;

use crate::genotype::{Genotype, GenotypeMatrix, GenotypePacker};
use crate::lines::{NotText, numbered_lines, quoted};
use crate::snps::{Allele, Snp};

/// Why bytes are not a panel of these SNPs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PanelListError {
    /// Some line is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// An id that the genotype file lacks.
    #[error("line {line}: no SNP is called {id}")]
    UnknownSnp {
        /// Counted from 1.
        line: usize,
        /// The id.
        id: String,
    },
    /// An id that several SNPs share.
    #[error("line {line}: {n_snps} SNPs of the genotype file are called {id}; give each a name of its own first")]
    Ambiguous {
        /// Counted from 1.
        line: usize,
        /// The id.
        id: String,
        /// SNPs that have it.
        n_snps: usize,
    },
    /// One SNP twice.
    #[error("line {line}: SNP {id} is already in the list")]
    Duplicate {
        /// Counted from 1.
        line: usize,
        /// The id.
        id: String,
    },
    /// No SNP at all.
    #[error("line 1: the list is empty")]
    Empty,
}

/// Reads a list of ids (first column; `#` lines are skipped) as places in the genotype file.
pub fn read_panel_list(bytes: &[u8], snps: &[Snp]) -> Result<Vec<usize>, PanelListError> {
    let places = places_by_id(snps);
    let mut panel = Vec::new();
    for numbered in numbered_lines(bytes) {
        let (line, text) = numbered?;
        let Some(id) = text.split_ascii_whitespace().next().filter(|id| !id.starts_with('#')) else { continue };
        let snp_idx = match places.get(id) {
            None => return Err(PanelListError::UnknownSnp { line, id: quoted(id) }),
            Some(&Place::Only(snp_idx)) => snp_idx,
            Some(&Place::OneOf(n_snps)) => return Err(PanelListError::Ambiguous { line, id: quoted(id), n_snps }),
        };
        if panel.contains(&snp_idx) {
            return Err(PanelListError::Duplicate { line, id: quoted(id) });
        }
        panel.push(snp_idx);
    }
    if panel.is_empty() { Err(PanelListError::Empty) } else { Ok(panel) }
}

/// Why genotypes of another file cannot be compared with ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignPanelError {
    /// No SNP of the panel is there.
    #[error("none of the panel's {n_snps} SNPs is in the file; are the ids of the same kind?")]
    NoSnp {
        /// SNPs in the panel.
        n_snps: usize,
    },
    /// An id of the panel that several of their SNPs share.
    #[error("{n_snps} SNPs of the file are called {id}; give each a name of its own first")]
    Ambiguous {
        /// The id.
        id: String,
        /// SNPs that have it.
        n_snps: usize,
    },
    /// Alleles that fit neither way.
    #[error("SNP {id}: alleles {theirs} do not fit our {ours}; turn the strand first (PLINK --flip)")]
    Alleles {
        /// The SNP.
        id: String,
        /// Its alleles here.
        ours: String,
        /// Its alleles there.
        theirs: String,
    },
}

/// Genotypes of other people at the SNPs of the panel.
#[derive(Clone, Debug)]
pub struct ForeignPanel {
    /// One row for each SNP of the panel, alleles as in our file.
    pub genotypes: GenotypeMatrix<'static>,
    /// SNPs of the panel that the file lacks; all their genotypes are missing.
    pub n_absent: usize,
}

/// Finds the SNPs of a panel in another file.
pub fn read_foreign_panel<'s>(
    panel: impl ExactSizeIterator<Item = &'s Snp>,
    snps: &[Snp],
    genotypes: &GenotypeMatrix<'_>,
) -> Result<ForeignPanel, ForeignPanelError> {
    let n_snps = panel.len();
    let places = places_by_id(snps);
    let mut packer = GenotypePacker::new(genotypes.n_people());
    let mut row = vec![Genotype::Missing; genotypes.n_people()];
    let mut n_absent = 0;
    for ours in panel {
        match places.get(&*ours.id) {
            None => {
                n_absent += 1;
                row.fill(Genotype::Missing);
            }
            Some(&Place::OneOf(n_snps)) => {
                return Err(ForeignPanelError::Ambiguous { id: quoted(&ours.id), n_snps });
            }
            Some(&Place::Only(snp_idx)) => {
                let theirs = &snps[snp_idx];
                let order = allele_order(ours.alleles, theirs.alleles).ok_or_else(|| ForeignPanelError::Alleles {
                    id: ours.id.to_string(),
                    ours: pair(ours.alleles),
                    theirs: pair(theirs.alleles),
                })?;
                for (person_idx, genotype) in row.iter_mut().enumerate() {
                    *genotype = order.read(genotypes.get(snp_idx, person_idx));
                }
            }
        }
        packer.push_snp(&row);
    }
    if n_absent == n_snps {
        return Err(ForeignPanelError::NoSnp { n_snps });
    }
    Ok(ForeignPanel { genotypes: packer.finish(), n_absent })
}

/// The place of an id in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At one SNP.
    Only(usize),
    /// At this many.
    OneOf(usize),
}

/// The place of every id.
fn places_by_id(snps: &[Snp]) -> HashMap<&str, Place> {
    let mut places = HashMap::with_capacity(snps.len());
    for (snp_idx, snp) in snps.iter().enumerate() {
        let one_more = |place: &mut Place| {
            *place = match *place {
                Place::Only(_) => Place::OneOf(2),
                Place::OneOf(n_snps) => Place::OneOf(n_snps + 1),
            }
        };
        places.entry(&*snp.id).and_modify(one_more).or_insert(Place::Only(snp_idx));
    }
    places
}

fn pair(alleles: [Allele; 2]) -> String {
    alleles.map(|allele| allele.letter().to_string()).join("/")
}

/// Which of two alleles comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AlleleOrder {
    AsOurs,
    Swapped,
}

impl AlleleOrder {
    fn read(self, genotype: Genotype) -> Genotype {
        match (self, genotype) {
            (AlleleOrder::Swapped, Genotype::HomozygousFirst) => Genotype::HomozygousSecond,
            (AlleleOrder::Swapped, Genotype::HomozygousSecond) => Genotype::HomozygousFirst,
            (_, genotype) => genotype,
        }
    }
}

/// How their alleles are read as ours; an allele that was never seen may be any.
fn allele_order(ours: [Allele; 2], theirs: [Allele; 2]) -> Option<AlleleOrder> {
    let fits = |ours: Allele, theirs: Allele| ours == theirs || ours == Allele::Unseen || theirs == Allele::Unseen;
    if fits(ours[0], theirs[0]) && fits(ours[1], theirs[1]) {
        Some(AlleleOrder::AsOurs)
    } else if fits(ours[0], theirs[1]) && fits(ours[1], theirs[0]) {
        Some(AlleleOrder::Swapped)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snps::read_bim;
    use Genotype::*;

    const OURS: &[u8] = b"1 rs1 0 10 A G\n1 rs2 0 20 C T\n2 rs3 0 30 A C\n";

    #[test]
    fn lists_are_read_by_id() {
        let snps = read_bim(OURS).unwrap();
        assert_eq!(read_panel_list(b"# best\nrs3\nrs1\tA\n", &snps), Ok(vec![2, 0]));
        let error = |bytes: &[u8]| read_panel_list(bytes, &snps).unwrap_err().to_string();
        assert_eq!(error(b"rs1\nrs9\n"), "line 2: no SNP is called \"rs9\"");
        assert_eq!(error(b"rs1\n\nrs1\n"), "line 3: SNP \"rs1\" is already in the list");
        assert_eq!(error(b"#\n"), "line 1: the list is empty");
    }

    #[test]
    fn alleles_are_turned_round_and_lacking_snps_are_missing() {
        let ours = read_bim(OURS).unwrap();
        let theirs = read_bim(b"1 rs2 0 20 T C\n1 rs1 0 10 0 G\n").unwrap();
        let mut packer = GenotypePacker::new(3);
        packer.push_snp(&[HomozygousFirst, Heterozygous, Missing]);
        packer.push_snp(&[HomozygousSecond, HomozygousSecond, Missing]);
        let found = read_foreign_panel(ours.iter(), &theirs, &packer.finish()).unwrap();
        let row = |snp_idx: usize| [0, 1, 2].map(|person_idx| found.genotypes.get(snp_idx, person_idx));
        assert_eq!(row(0), [HomozygousSecond, HomozygousSecond, Missing]);
        assert_eq!(row(1), [HomozygousSecond, Heterozygous, Missing]);
        assert_eq!(row(2), [Missing; 3]);
        assert_eq!(found.n_absent, 1);
    }

    #[test]
    fn other_strands_and_strange_ids_are_refused() {
        let ours = read_bim(OURS).unwrap();
        let mut packer = GenotypePacker::new(1);
        packer.push_snp(&[Heterozygous]);
        let genotypes = packer.finish();
        let error = |bim: &[u8]| {
            let theirs = read_bim(bim).unwrap();
            read_foreign_panel(ours.iter(), &theirs, &genotypes).unwrap_err().to_string()
        };
        assert!(error(b"1 rs1 0 10 T C\n").starts_with("SNP rs1: alleles T/C do not fit our A/G"));
        assert!(error(b"1 10:A:G 0 10 A G\n").starts_with("none of the panel's 3 SNPs is in the file"));
    }

    #[test]
    fn shared_ids_are_refused_where_the_panel_has_them() {
        let shared = read_bim(b"1 rs1 0 10 A G\n1 . 0 20 C T\n2 . 0 30 A C\n2 . 0 40 A G\n").unwrap();
        assert_eq!(read_panel_list(b"rs1\n", &shared), Ok(vec![0]));
        let error = read_panel_list(b"rs1\n.\n", &shared).unwrap_err().to_string();
        assert!(error.starts_with("line 2: 3 SNPs of the genotype file are called \".\""), "{error}");
        let mut packer = GenotypePacker::new(1);
        (0..3).for_each(|_| packer.push_snp(&[Heterozygous]));
        let ours = read_bim(OURS).unwrap();
        let twice = read_bim(b"1 rs1 0 10 A G\n1 rs2 0 20 C T\n1 rs2 0 21 C T\n").unwrap();
        let genotypes = packer.finish();
        assert!(read_foreign_panel(ours[..1].iter(), &twice, &genotypes).is_ok());
        let error = read_foreign_panel(ours.iter(), &twice, &genotypes).unwrap_err().to_string();
        assert!(error.starts_with("2 SNPs of the file are called \"rs2\""), "{error}");
    }

    #[test]
    fn an_unseen_allele_matches_either() {
        use Allele::*;
        assert_eq!(allele_order([A, G], [Unseen, A]), Some(AlleleOrder::Swapped));
        assert_eq!(allele_order([A, G], [Unseen, G]), Some(AlleleOrder::AsOurs));
        assert_eq!(allele_order([Unseen, G], [A, G]), Some(AlleleOrder::AsOurs));
        assert_eq!(allele_order([A, G], [Unseen, C]), None);
    }
}
