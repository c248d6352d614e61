//! Options shared by several commands: input data, quality thresholds and general behaviour.

use std::path::{Path, PathBuf};

use clap::Args;
use report::argument::threads_or_all;
pub(crate) use report::argument::{seconds, share};
use snp_panel::{DrawSettings, LinkageSettings, QualitySettings, RankingSettings};

/// Where genotypes and labels are.
#[derive(Args, Clone, Debug)]
pub(crate) struct DataOptions {
    /// PLINK 1 binary genotypes: PREFIX.bed, PREFIX.bim and PREFIX.fam
    #[arg(long, value_name = "PREFIX", required_unless_present = "vcf", conflicts_with = "vcf")]
    pub(crate) bfile: Option<PathBuf>,
    /// Genotypes as VCF text instead
    #[arg(long, value_name = "FILE")]
    pub(crate) vcf: Option<PathBuf>,
    /// Populations: tab-separated, with the header #FID IID POP. Without it, the cases and controls of the .fam
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Option<PathBuf>,
    /// Use only these people (PLINK's list of FID IID)
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
}

/// How populations are put together.
#[derive(Args, Clone, Debug)]
pub(crate) struct GroupOptions {
    /// Groups of populations: tab-separated, with the header #POP GROUP. Populations not listed are left out
    #[arg(long, value_name = "FILE")]
    pub(crate) groups: Option<PathBuf>,
}

/// Quality thresholds.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Quality control")]
pub(crate) struct QualityOptions {
    /// Lowest minor allele frequency
    #[arg(long, value_name = "F", default_value_t = QualitySettings::default().min_allele_frequency, value_parser = share)]
    pub(crate) maf: f64,
    /// Highest share of missing genotypes of a SNP
    #[arg(long, value_name = "F", default_value_t = QualitySettings::default().max_snp_missing, value_parser = share)]
    pub(crate) geno: f64,
    /// Highest share of missing genotypes of a person
    #[arg(long, value_name = "F", default_value_t = QualitySettings::default().max_person_missing, value_parser = share)]
    pub(crate) mind: f64,
    /// Lowest Hardy-Weinberg p-value within any class
    #[arg(long, value_name = "P", default_value_t = QualitySettings::default().min_hardy_weinberg_p, value_parser = share)]
    pub(crate) hwe: f64,
    /// Number of autosomes of the species; SNPs elsewhere are dropped
    #[arg(long, value_name = "N", default_value_t = 22)]
    pub(crate) autosomes: u16,
    /// Keep SNPs of all chromosomes
    #[arg(long, conflicts_with = "autosomes")]
    pub(crate) all_chromosomes: bool,
    /// Drop A/T and C/G SNPs, whose strand is ambiguous
    #[arg(long)]
    pub(crate) no_ambiguous: bool,
}

/// How candidates are ranked and thinned.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Candidates")]
pub(crate) struct CandidateOptions {
    /// Drop SNPs whose within-class r-squared with a better one in the window is higher
    #[arg(long, value_name = "R2", value_parser = share)]
    pub ld_r2: Option<f64>,
    /// Window of --ld-r2, in thousands of base pairs
    #[arg(long, value_name = "KB", default_value_t = 500)]
    pub(crate) ld_window: u32,
    /// Drop SNPs nearer than this to a better one, in thousands of base pairs
    #[arg(long, value_name = "KB")]
    pub(crate) min_distance: Option<u32>,
    /// Longest list of candidates
    #[arg(long, value_name = "N", default_value_t = RankingSettings::default().max_candidates)]
    pub(crate) candidates: usize,
}

/// How the tool behaves.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Behaviour")]
pub(crate) struct RunOptions {
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads; 0 means one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads_or_all)]
    pub(crate) threads: usize,
    /// No progress, no remarks
    #[arg(long)]
    pub(crate) quiet: bool,
    /// One JSON object on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

/// Cross-validation draws of the classification objective.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct DrawOptions {
    /// Cross-validation draws
    #[arg(long, value_name = "N", default_value_t = DrawSettings::default().n_draws as u64, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub(crate) draws: u64,
    /// Share of the people in every test set
    #[arg(long, value_name = "F", default_value_t = DrawSettings::default().test_share, value_parser = share)]
    pub(crate) test_share: f64,
}

impl DataOptions {
    /// The files that are read.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let plink = self.bfile.iter().flat_map(|prefix| plink_files(prefix));
        plink.chain([&self.vcf, &self.labels, &self.keep].into_iter().flatten().cloned()).collect()
    }
}

/// PREFIX.bed, PREFIX.bim and PREFIX.fam, also for prefixes with dots in them.
pub(crate) fn plink_files(prefix: &Path) -> [PathBuf; 3] {
    ["bed", "bim", "fam"].map(|extension| {
        let mut name = prefix.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        name.into()
    })
}

impl QualityOptions {
    /// As the library wants it.
    pub(crate) fn settings(&self) -> QualitySettings {
        QualitySettings {
            min_allele_frequency: self.maf,
            max_snp_missing: self.geno,
            max_person_missing: self.mind,
            min_hardy_weinberg_p: self.hwe,
            autosomes: (!self.all_chromosomes).then_some(self.autosomes),
            drop_strand_ambiguous: self.no_ambiguous,
        }
    }
}

impl CandidateOptions {
    /// As the library wants it.
    pub(crate) fn settings(&self) -> RankingSettings {
        let base_pairs = |kilobases: u32| kilobases.saturating_mul(1000);
        RankingSettings {
            linkage: LinkageSettings {
                min_distance: self.min_distance.map(base_pairs),
                max_r2: self.ld_r2,
                r2_window: base_pairs(self.ld_window),
            },
            max_candidates: self.candidates,
            ..RankingSettings::default()
        }
    }
}

impl DrawOptions {
    /// As the library wants it.
    pub(crate) fn settings(&self) -> DrawSettings {
        DrawSettings { n_draws: self.draws as usize, test_share: self.test_share }
    }
}

impl RunOptions {
    /// Threads to use.
    pub(crate) fn n_threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }

    /// Limits all parallel work of this process to the requested threads.
    pub(crate) fn limit_threads(&self) -> anyhow::Result<()> {
        rayon::ThreadPoolBuilder::new().num_threads(self.n_threads()).build_global()?;
        Ok(())
    }

    /// A remark on stderr.
    pub(crate) fn remark(&self, text: impl std::fmt::Display) {
        if !self.quiet {
            eprintln!("{text}");
        }
    }
}
