//! `snpanel measures`: every SNP with its measures, as a table.

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use command_line::{print, print_json};
use report::{Column, Table};
use snp_panel::measures::{InheritanceModel, trend_chi_squared, trend_p_value};
use snp_panel::{Chromosome, GenotypeCounts, Problem, QualityReport, RankingSettings, Tally, control_quality};

use crate::data::{Study, load};
use crate::options::{CandidateOptions, DataOptions, GroupOptions, QualityOptions, RunOptions};

/// Measure how well each SNP alone distinguishes the classes
///
/// Columns: frequency of the first allele, Rosenberg's I_n, the mean difference of allele frequencies, Weir and Cockerham's
/// theta (large-sample form, and from variance components as PLINK's --fst), the a-priori value that searches rank by. With
/// two classes, or with --case, also the Cochran-Armitage trend test in three models.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    quality: QualityOptions,
    #[command(flatten)]
    groups: GroupOptions,
    #[command(flatten)]
    candidates: CandidateOptions,
    #[command(flatten)]
    run: RunOptions,
    /// Order of the rows
    #[arg(long, value_enum, default_value_t = Order::Prior)]
    sort: Order,
    /// Only the first N rows
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Test this class against all others for trend
    #[arg(long, value_name = "CLASS")]
    case: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// By the a-priori value
    Prior,
    /// By I_n
    In,
    /// By the difference of allele frequencies
    Delta,
    /// By theta
    Theta,
    /// As in the file
    File,
}

#[derive(serde::Serialize)]
struct Row {
    snp: String,
    chromosome: Chromosome,
    position: u32,
    a1: char,
    a2: char,
    frequency: f64,
    informativeness: f64,
    delta: f64,
    theta: f64,
    theta_components: f64,
    prior: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trend: Option<[Option<f64>; 3]>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.run.limit_threads()?;
    let study = load(&arguments.data, arguments.groups.groups.as_deref(), &arguments.run)?;
    let genotypes = study.data.genotypes();
    let quality = control_quality(&genotypes, &study.data.snps, &study.cohort, &arguments.quality.settings());
    study.check(&quality, &arguments.data, &arguments.run)?;
    let cases = case_class(quality.cohort.class_names(), arguments.case.as_deref())?;
    let rows = measure(&study, &quality, cases, arguments);
    if arguments.run.json { print_json(&rows) } else { print(&table(&rows).to_tsv()) }
}

/// The class that is tested for trend against the others, if any.
fn case_class(names: &[String], name: Option<&str>) -> Result<Option<usize>> {
    match name {
        Some(name) => {
            let class = names.iter().position(|other| other == name);
            ensure!(class.is_some(), "no class is called {name:?}; there are {}", names.join(", "));
            Ok(class)
        }
        // "case" sorts before "control"; of two other classes the first is tested.
        None => Ok((names.len() == 2).then_some(0)),
    }
}

fn measure(study: &Study, quality: &QualityReport, cases: Option<usize>, arguments: &Arguments) -> Vec<Row> {
    let genotypes = study.data.genotypes();
    let cohort = &quality.cohort;
    // All SNPs are measured; only searches need the list cut.
    let ranking = RankingSettings { max_candidates: usize::MAX, ..arguments.candidates.settings() };
    let mut candidates = Problem::rank(&genotypes, &study.data.snps, &quality.snps, cohort, &ranking);
    match arguments.sort {
        Order::Prior => {}
        Order::File => candidates.sort_by_key(|candidate| candidate.snp_idx),
        Order::In => candidates.sort_by(|a, b| b.measures.informativeness.total_cmp(&a.measures.informativeness)),
        Order::Delta => candidates.sort_by(|a, b| b.measures.delta.total_cmp(&a.measures.delta)),
        Order::Theta => candidates.sort_by(|a, b| b.measures.theta.total_cmp(&a.measures.theta)),
    }
    candidates.truncate(arguments.top.unwrap_or(usize::MAX));
    let tally = Tally::of_classes(cohort);
    let mut counts = vec![GenotypeCounts::default(); tally.n_groups()];
    let mut trend = |snp_idx: usize, cases: usize| {
        tally.count(genotypes.snp(snp_idx), &mut counts);
        let controls = (0..counts.len()).filter(|&class| class != cases).map(|class| counts[class]).sum();
        InheritanceModel::ALL.map(|model| trend_chi_squared(&counts[cases], &controls, model))
    };
    candidates
        .iter()
        .map(|candidate| {
            let snp = &study.data.snps[candidate.snp_idx];
            let [a1, a2] = snp.alleles.map(|allele| allele.letter());
            let measures = &candidate.measures;
            Row {
                snp: snp.id.to_string(),
                chromosome: snp.chromosome.clone(),
                position: snp.position,
                a1,
                a2,
                frequency: measures.frequency,
                informativeness: measures.informativeness,
                delta: measures.delta,
                theta: measures.theta,
                theta_components: measures.theta_components,
                prior: candidate.prior,
                trend: cases.map(|cases| trend(candidate.snp_idx, cases)),
            }
        })
        .collect()
}

fn table(rows: &[Row]) -> Table {
    let mut titles = vec!["SNP", "CHR", "POS", "A1", "A2", "FREQ", "I_N", "DELTA", "THETA", "THETA_WC", "PRIOR"];
    let has_trend = rows.first().is_some_and(|row| row.trend.is_some());
    if has_trend {
        titles.extend(["DOM_CHI2", "DOM_P", "REC_CHI2", "REC_P", "ADD_CHI2", "ADD_P"]);
    }
    let mut table = Table::new(titles.into_iter().map(Column::left));
    let number = |value: f64| format!("{value:.6}");
    for row in rows {
        let mut cells = vec![
            row.snp.clone(),
            row.chromosome.to_string(),
            row.position.to_string(),
            row.a1.to_string(),
            row.a2.to_string(),
            number(row.frequency),
            number(row.informativeness),
            number(row.delta),
            number(row.theta),
            number(row.theta_components),
            number(row.prior),
        ];
        for chi_squared in row.trend.iter().flatten() {
            cells.push(chi_squared.map_or("NA".into(), |value| format!("{value:.4}")));
            cells.push(chi_squared.map_or("NA".into(), |value| format!("{:.4e}", trend_p_value(value))));
        }
        table.push(cells);
    }
    table
}
