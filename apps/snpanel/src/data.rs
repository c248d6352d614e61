//! Opens what the options name: genotypes, people, labels, keep list, quality control.
//!
//! The library reads bytes and knows no files; here every error gets the name of the file it came from. Genotypes are read into
//! memory: a mapped file that somebody overwrites during a search changes the figures, and one that is shortened ends the
//! process. Two bits a genotype make a million SNPs of a thousand people 250 MB.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use snp_panel::{
    Cohort, GenotypeMatrix, Label, People, QualityReport, Snp, VcfData, case_control_labels, group_labels, read_bed,
    read_bim, read_fam, read_keep, read_labels, read_vcf,
};

use crate::options::{DataOptions, RunOptions, plink_files};

/// Genotypes with the names of people and SNPs, before any are selected.
pub(crate) struct Dataset {
    /// The people.
    pub(crate) people: People,
    /// The SNPs.
    pub(crate) snps: Vec<Snp>,
    bytes: Bytes,
}

enum Bytes {
    /// A whole `.bed`, checked when it was read.
    Bed(Vec<u8>),
    /// Everything read from elsewhere.
    Owned(GenotypeMatrix<'static>),
}

impl Dataset {
    /// Opens PREFIX.bed, .bim and .fam.
    pub(crate) fn open_plink(prefix: &Path) -> Result<Dataset> {
        let [bed, bim, fam] = plink_files(prefix);
        let snps = read_bim(&read(&bim)?).with_context(|| bim.display().to_string())?;
        let people = read_fam(&read(&fam)?).with_context(|| fam.display().to_string())?;
        let bytes = read(&bed)?;
        read_bed(&bytes, people.len(), snps.len()).with_context(|| bed.display().to_string())?;
        Ok(Dataset { people, snps, bytes: Bytes::Bed(bytes) })
    }

    /// Reads a VCF.
    pub(crate) fn open_vcf(path: &Path, run: &RunOptions) -> Result<Dataset> {
        let VcfData { people, snps, genotypes, n_skipped } =
            read_vcf(&read(path)?).with_context(|| path.display().to_string())?;
        if n_skipped > 0 {
            run.remark(format_args!("{}: {n_skipped} sites are not simple SNPs and were left out", path.display()));
        }
        Ok(Dataset { people, snps, bytes: Bytes::Owned(genotypes) })
    }

    /// The genotypes.
    pub(crate) fn genotypes(&self) -> GenotypeMatrix<'_> {
        match &self.bytes {
            Bytes::Bed(bytes) => {
                read_bed(bytes, self.people.len(), self.snps.len()).expect("was checked when it was read")
            }
            Bytes::Owned(genotypes) => genotypes.clone(),
        }
    }
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A data set with the people selected by the options.
pub(crate) struct Study {
    /// Everything in the files.
    pub(crate) data: Dataset,
    /// Labels of all people in the files.
    pub(crate) labels: Vec<Option<Label>>,
    /// The labelled people of the keep list.
    pub(crate) cohort: Cohort,
}

/// Opens the genotypes.
pub(crate) fn open(options: &DataOptions, run: &RunOptions) -> Result<Dataset> {
    match (&options.bfile, &options.vcf) {
        (Some(prefix), _) => Dataset::open_plink(prefix),
        (None, Some(path)) => Dataset::open_vcf(path, run),
        (None, None) => unreachable!("clap demands one of them"),
    }
}

/// Reads the labels of a data set, grouped if asked.
pub(crate) fn labels(options: &DataOptions, groups: Option<&Path>, data: &Dataset) -> Result<Vec<Option<Label>>> {
    let mut labels = match &options.labels {
        Some(path) => read_labels(&read(path)?, &data.people).with_context(|| path.display().to_string())?,
        None => case_control_labels(&data.people),
    };
    if let Some(path) = groups {
        labels = group_labels(&read(path)?, &labels).with_context(|| path.display().to_string())?;
    }
    Ok(labels)
}

/// The people on the keep list; all people without one.
pub(crate) fn kept(options: &DataOptions, data: &Dataset) -> Result<Vec<bool>> {
    match &options.keep {
        None => Ok(vec![true; data.people.len()]),
        Some(path) => read_keep(&read(path)?, &data.people).with_context(|| path.display().to_string()),
    }
}

/// Opens genotypes, labels and keep list.
pub(crate) fn load(options: &DataOptions, groups: Option<&Path>, run: &RunOptions) -> Result<Study> {
    let data = open(options, run)?;
    let labels = labels(options, groups, &data)?;
    let kept = kept(options, &data)?;
    let cohort = Cohort::new(&labels, |person_idx| kept[person_idx]).with_context(|| label_source(options))?;
    let n_unlabelled = (0..data.people.len()).filter(|&idx| kept[idx] && labels[idx].is_none()).count();
    if n_unlabelled > 0 {
        run.remark(format_args!("{n_unlabelled} people have no label and are not used"));
    }
    Ok(Study { data, labels, cohort })
}

/// The file that the classes came from.
fn label_source(options: &DataOptions) -> String {
    let path = options.labels.as_ref().or(options.bfile.as_ref()).or(options.vcf.as_ref());
    path.map(|path| path.display().to_string()).unwrap_or_default()
}

impl Study {
    /// Reports what quality control dropped, and fails if too little is left.
    pub(crate) fn check(&self, quality: &QualityReport, options: &DataOptions, run: &RunOptions) -> Result<()> {
        report_quality(quality, &self.data, run);
        // Two of each class: one to learn from, one to test.
        quality.cohort.check_class_sizes(2, &self.labels).with_context(|| label_source(options))?;
        anyhow::ensure!(
            !quality.snps.is_empty(),
            "no SNP passed quality control ({}); loosen --maf, --geno or --hwe, or try --all-chromosomes",
            dropped_snps(quality)
        );
        Ok(())
    }
}

fn dropped_snps(quality: &QualityReport) -> String {
    let dropped = quality.dropped_snps.iter().filter(|&&(_, count)| count > 0);
    dropped.map(|(fault, count)| format!("{count} {}", fault.description())).collect::<Vec<_>>().join(", ")
}

fn report_quality(quality: &QualityReport, data: &Dataset, run: &RunOptions) {
    if !quality.dropped_people.is_empty() {
        let names: Vec<String> =
            quality.dropped_people.iter().take(5).map(|&idx| data.people.ids()[idx].to_string()).collect();
        let more = if quality.dropped_people.len() > names.len() { ", ..." } else { "" };
        let n = quality.dropped_people.len();
        run.remark(format_args!("{n} people miss too many genotypes and are not used: {}{more}", names.join(", ")));
    }
    let dropped = dropped_snps(quality);
    if !dropped.is_empty() {
        run.remark(format_args!("SNPs dropped: {dropped}"));
    }
    let sizes = quality.cohort.class_sizes();
    let classes: Vec<String> =
        quality.cohort.class_names().iter().zip(sizes).map(|(name, size)| format!("{name} {size}")).collect();
    run.remark(format_args!(
        "{} SNPs, {} people in {} classes: {}",
        quality.snps.len(),
        quality.cohort.len(),
        classes.len(),
        classes.join(", ")
    ));
}
