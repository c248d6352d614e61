//! SNP panels: genotypes, measures, classification, searches.

pub mod bed;
pub mod cohort;
pub mod fuzz;
pub mod genotype;
pub mod hardy_weinberg;
pub mod labels;
mod lines;
pub mod linkage;
pub mod measures;
pub mod people;
pub mod quality;
pub mod simulate;
pub mod snps;
pub mod tally;
pub mod vcf;
