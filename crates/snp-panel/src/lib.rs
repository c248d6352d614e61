//! SNP panels: genotypes, measures, classification, searches.
