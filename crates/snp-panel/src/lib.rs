//! SNP panels: genotypes, measures, classification, searches.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod bed;
pub mod chosen_objective;
pub mod classifier;
pub mod cohort;
pub mod comparison;
pub mod draws;
pub mod fuzz;
pub mod genotype;
pub mod hardy_weinberg;
pub mod labels;
pub mod likelihood;
mod lines;
pub mod linkage;
pub mod measures;
pub mod objective;
pub mod panel_list;
pub mod pca;
pub mod people;
pub mod problem;
pub mod quality;
pub mod ranking_draw;
pub mod search;
pub mod separation;
pub mod simulate;
pub mod snps;
pub mod study_source;
pub mod tally;
pub mod trial;
pub mod vcf;
