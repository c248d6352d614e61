//! SNP panels: genotypes, measures, classification, searches.

pub mod bed;
pub mod cohort;
pub mod fuzz;
pub mod genotype;
pub mod labels;
mod lines;
pub mod people;
pub mod snps;
pub mod vcf;
