//! `snpanel` alone: panels of the shipped simulated set by several methods, evaluated on people that no search saw.

use std::time::Instant;

use anyhow::{Context, Result};
use command_line::print;
use report::{Column, Table, number};
use snp_panel::objective::ObjectiveKind;
use snp_panel::search::{Budget, Measure, Meter, Method, Task};
use snp_panel::{
    ChosenObjective, Cohort, DrawSettings, QualitySettings, RankingSettings, Trial, TrialSettings, read_bed, read_bim,
    read_fam, read_labels,
};

const BED: &[u8] = include_bytes!("../../../data/genotypes/demo.bed");
const BIM: &[u8] = include_bytes!("../../../data/genotypes/demo.bim");
const FAM: &[u8] = include_bytes!("../../../data/genotypes/demo.fam");
const LABELS: &[u8] = include_bytes!("../../../data/genotypes/demo.pop");

const SIZE: usize = 12;
const EVALUATIONS: u64 = 100_000;
const METHODS: [Method; 5] =
    [Method::Top(Measure::Informativeness), Method::Maximin, Method::GreedyQueue, Method::Greedy, Method::Mcts];

/// Runs the demonstration.
pub(crate) fn run() -> Result<()> {
    let snps = read_bim(BIM).context("demo.bim")?;
    let people = read_fam(FAM).context("demo.fam")?;
    let genotypes = read_bed(BED, people.len(), snps.len()).context("demo.bed")?;
    let labels = read_labels(LABELS, &people).context("demo.pop")?;
    let cohort = Cohort::new(&labels, |_| true)?;
    let settings = TrialSettings {
        held_out: 0.3,
        quality: QualitySettings::default(),
        ranking: RankingSettings::default(),
        seed: 1,
    };
    let trial = Trial::new(&genotypes, &snps, &cohort, &settings);
    print(&format!(
        "{} simulated people of {} populations, {} SNPs after quality control. {} people are held out; the best {SIZE} SNPs\n\
         are looked for with the others, at most {} evaluations for each method.\n\n",
        people.len(),
        cohort.n_classes(),
        trial.problem.n_candidates(),
        trial.held_out.len(),
        number::count(EVALUATIONS),
    ))?;
    let objective = ChosenObjective::new(ObjectiveKind::LogPosterior, &trial.problem, &DrawSettings::default(), 1)?;
    let titles = ["value", "held out, right", "evaluations", "time"];
    let mut table = Table::new([Column::left("method")].into_iter().chain(titles.map(Column::right)));
    let mut panel = Vec::new();
    for method in METHODS {
        let begin = Instant::now();
        let meter = Meter::new(Budget::evaluations(EVALUATIONS), &|_| {});
        let task = Task { size: SIZE, keep: 1, seed: 1, threads: 1 };
        let (result, _) = objective.search(&trial.problem, method, &task, None, &meter);
        panel.clone_from(&result.winner().panel);
        let accuracy = trial.judge(&panel).map_or(0.0, |matrix| matrix.accuracy());
        table.push([
            method.name().to_owned(),
            format!("{:.4}", result.winner().value),
            number::percent(accuracy, 1),
            number::count(result.evaluations),
            number::duration(begin.elapsed()),
        ]);
    }
    print(&table.to_terminal())?;
    let ids: Vec<&str> = trial.problem.snp_idxs(&panel).iter().map(|&snp_idx| &*snps[snp_idx].id).collect();
    print(&format!(
        "\nThe panel of the tree search: {}\n\nYour own: snpanel search --bfile PREFIX --labels FILE --size 12 --time 60   \
         (snpanel --help says more)\n",
        ids.join(" ")
    ))
}
