//! Presentation of a panel: a table of its SNPs, a list for PLINK, a plot of the people on it.

use std::collections::HashSet;

use report::plot::{Axis, Series, XyPlot};
use report::{Column, Table, number};
use snp_panel::{Cohort, GenotypeMatrix, Problem, Rank, Snp, principal_components};

/// One SNP of a panel.
pub(crate) struct PanelRow {
    id: String,
    chromosome: String,
    position: u32,
    alleles: [char; 2],
    rank: usize,
    informativeness: f64,
    delta: f64,
    theta: f64,
}

/// The SNPs of a panel with their measures.
pub(crate) fn panel_rows(snps: &[Snp], problem: &Problem, panel: &[Rank]) -> Vec<PanelRow> {
    let row = |&rank: &Rank| {
        let candidate = problem.candidate(rank);
        let snp = &snps[candidate.snp_idx];
        PanelRow {
            id: snp.id.to_string(),
            chromosome: snp.chromosome.to_string(),
            position: snp.position,
            alleles: snp.alleles.map(|allele| allele.letter()),
            rank: rank.idx() + 1,
            informativeness: candidate.measures.informativeness,
            delta: candidate.measures.delta,
            theta: candidate.measures.theta,
        }
    };
    panel.iter().map(row).collect()
}

/// The rows of numbered panels as a table.
pub(crate) fn panel_table(rows: &[(usize, PanelRow)]) -> Table {
    let titles = ["PANEL", "SNP", "CHR", "POS", "A1", "A2", "RANK", "I_N", "DELTA", "THETA"];
    let mut table = Table::new(titles.into_iter().map(Column::left));
    for (panel, row) in rows {
        table.push([
            panel.to_string(),
            row.id.clone(),
            row.chromosome.clone(),
            row.position.to_string(),
            row.alleles[0].to_string(),
            row.alleles[1].to_string(),
            row.rank.to_string(),
            format!("{:.4}", row.informativeness),
            format!("{:.4}", row.delta),
            format!("{:.4}", row.theta),
        ]);
    }
    table
}

/// Ids of SNPs, one per line, and a warning if the ids are ambiguous.
pub(crate) fn extract_list(snps: &[Snp], snp_idxs: &[usize]) -> (String, Option<String>) {
    let wanted: HashSet<&str> = snp_idxs.iter().map(|&snp_idx| &*snps[snp_idx].id).collect();
    let n_named = snps.iter().filter(|snp| wanted.contains(&*snp.id)).count();
    let remark = (n_named > snp_idxs.len()).then(|| {
        "some SNPs of the panel share their id with others: PLINK will extract those too, classify will refuse".into()
    });
    let list = snp_idxs.iter().map(|&snp_idx| format!("{}\n", snps[snp_idx].id)).collect();
    (list, remark)
}

/// All people on the first two principal components of a panel, as SVG.
pub(crate) fn pca_plot(title: &str, genotypes: &GenotypeMatrix<'_>, snp_idxs: &[usize], cohort: &Cohort) -> String {
    let found = principal_components(genotypes, snp_idxs, cohort.people(), 2);
    let axis = |component: usize| {
        let share = found.explained.get(component).copied().unwrap_or(0.0);
        Axis::linear(format!("component {} ({})", component + 1, number::percent(share, 1)))
    };
    let mut plot = XyPlot::new(title, axis(0), axis(1)).size(760.0, 560.0);
    for (class, name) in cohort.class_names().iter().enumerate() {
        let of_class = found.coordinates.iter().zip(cohort.class_of()).filter(|&(_, &c)| usize::from(c) == class);
        let place = |(point, _): (&Vec<f64>, &u16)| (point[0], point.get(1).copied().unwrap_or(0.0));
        plot = plot.with(Series::points(name, of_class.map(place)));
    }
    plot.draw().to_string()
}
