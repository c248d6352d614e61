//! SNP panels: genotypes, measures, classification, searches.

pub mod bed;
pub mod classifier;
pub mod cohort;
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
pub mod pca;
pub mod people;
pub mod problem;
pub mod quality;
pub mod ranking_draw;
pub mod search;
pub mod separation;
pub mod simulate;
pub mod snps;
pub mod tally;
pub mod trial;
pub mod vcf;
pub mod workload;
