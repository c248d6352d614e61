//! SNP panels: genotypes, measures, classification, searches.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod bed;
mod chosen_objective;
mod classifier;
mod cohort;
pub mod comparison;
mod draws;
pub mod fuzz;
mod genotype;
mod hardy_weinberg;
mod labels;
mod likelihood;
mod lines;
mod linkage;
pub mod measures;
pub mod objective;
mod panel_list;
mod pca;
mod people;
mod problem;
mod quality;
mod ranking_draw;
pub mod search;
mod separation;
mod simulate;
mod snps;
mod study_source;
mod tally;
mod trial;
mod vcf;

pub use bed::{BedError, read_bed, write_bed};
pub use chosen_objective::ChosenObjective;
pub use classifier::{Assignment, Classifier, ConfusionMatrix};
pub use cohort::{Cohort, CohortError};
pub use draws::{Draw, DrawError, DrawSettings, draw_sets};
pub use genotype::{Genotype, GenotypeMatrix};
pub use hardy_weinberg::hardy_weinberg_p_value;
pub use labels::{
    GroupError, Label, LabelError, case_control_labels, group_labels, group_new_labels, read_labels, write_labels,
};
pub use likelihood::Smoothing;
pub use linkage::{Correlator, LinkageSettings};
pub use panel_list::{ForeignPanel, ForeignPanelError, PanelListError, read_foreign_panel, read_panel_list};
pub use pca::{PrincipalComponents, principal_components};
pub use people::{FamError, KeepError, People, PersonId, Phenotype, read_fam, read_keep, write_fam};
pub use problem::{CandidateSnp, PriorWeights, Problem, Rank, RankingSettings, extract};
pub use quality::{QualityReport, QualitySettings, SnpFault, control_quality};
pub use simulate::{SimulatedPopulation, Simulation, SimulationSettings, simulate};
pub use snps::{Allele, BimError, Chromosome, Snp, read_bim, write_bim};
pub use study_source::StudySource;
pub use tally::{GenotypeCounts, Tally};
pub use trial::{Trial, TrialSettings};
pub use vcf::{VcfData, VcfError, read_vcf};
