//! `snpanel classify`: assigns people to classes with a panel, and reports the accuracy where the truth is known.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use command_line::{print, print_json};
use report::{Column, Table, number};
use snp_panel::{
    Assignment, Classifier, ConfusionMatrix, GenotypeMatrix, Label, PersonId, Smoothing, extract, group_new_labels,
    read_foreign_panel, read_labels, read_panel_list,
};

use crate::data::{Dataset, Study, load, read};
use crate::options::{DataOptions, GroupOptions, RunOptions, share};

/// Assign people to classes with a panel
///
/// Learns from the labelled people of --bfile (or --vcf), those of --keep if there is a list, and assigns the people of
/// --samples; without --samples all people in the file who were not learned from. Prints one line per person: class or
/// "unclassified", the posterior probability of each class, the number of SNPs with a known genotype. There is no
/// quality control: the panel's SNPs are used as they are.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    groups: GroupOptions,
    #[command(flatten)]
    run: RunOptions,
    /// The panel: SNP ids, one a line, as `search --extract` writes them
    #[arg(long, value_name = "FILE")]
    panel: PathBuf,
    /// People to assign, as PLINK files
    #[arg(long, value_name = "PREFIX", group = "new_people")]
    samples: Option<PathBuf>,
    /// People to assign, as VCF
    #[arg(long, value_name = "FILE", group = "new_people")]
    samples_vcf: Option<PathBuf>,
    /// Their true populations, if known: the header is #FID IID POP; --groups puts these together too
    #[arg(long, value_name = "FILE", requires = "new_people")]
    samples_labels: Option<PathBuf>,
    /// A person whose best class is less likely stays unclassified
    #[arg(long, value_name = "P", default_value_t = 0.9, value_parser = share)]
    min_posterior: f64,
}

/// The people to be assigned, at the SNPs of the panel.
struct Samples {
    ids: Vec<PersonId>,
    truth: Vec<Option<Label>>,
    /// People with a label, including those whose population is in no group.
    n_labelled: usize,
    genotypes: GenotypeMatrix<'static>,
}

#[derive(serde::Serialize)]
struct Report {
    classes: Vec<String>,
    people: Vec<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<Verdict>,
}

#[derive(serde::Serialize)]
struct Person {
    fid: String,
    iid: String,
    /// `null` when unclassified.
    class: Option<String>,
    posteriors: Vec<f64>,
    snps_read: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<String>,
}

#[derive(serde::Serialize)]
struct Verdict {
    people: u32,
    /// Labelled people whose class was not learned; they are not evaluated.
    people_of_other_classes: usize,
    accuracy: f64,
    accuracy_of_classified: f64,
    balanced_accuracy: f64,
    unclassified: f64,
    /// For each true class the people assigned to each class, then those unclassified.
    confusion: Vec<Vec<u32>>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.run.limit_threads()?;
    let study = load(&arguments.data, arguments.groups.groups.as_deref(), &arguments.run)?;
    let name = || arguments.panel.display().to_string();
    let panel = read_panel_list(&read(&arguments.panel)?, &study.data.snps).with_context(name)?;
    study.cohort.check_class_sizes(2, &study.labels)?;
    let classifier = Classifier::learn(&study.data.genotypes(), &panel, &study.cohort, Smoothing::default());
    let samples = samples(arguments, &study, &panel)?;
    let everybody: Vec<usize> = (0..samples.ids.len()).collect();
    let rows: Vec<usize> = (0..panel.len()).collect();
    let assignments = classifier.assign_people(&samples.genotypes, &rows, &everybody, arguments.min_posterior);
    let verdict = verdict(&samples, &assignments, classifier.class_names());
    let n_judged = verdict.as_ref().map_or(0, |verdict| verdict.people as usize);
    if samples.n_labelled > n_judged {
        let (n_others, n_labelled) = (samples.n_labelled - n_judged, samples.n_labelled);
        arguments.run.remark(format_args!(
            "{n_others} of {n_labelled} labelled people belong to no learned class ({}) and are not evaluated",
            classifier.class_names().join(", ")
        ));
    }
    if arguments.run.json {
        print_json(&report(&samples, &assignments, classifier.class_names(), verdict))
    } else {
        if let Some(verdict) = &verdict {
            arguments.run.remark(describe(verdict, classifier.class_names()));
        }
        print(&table(&samples, &assignments, classifier.class_names()).to_tsv())
    }
}

fn samples(arguments: &Arguments, study: &Study, panel: &[usize]) -> Result<Samples> {
    let (foreign, path) = match (&arguments.samples, &arguments.samples_vcf) {
        (Some(prefix), _) => (Dataset::open_plink(prefix)?, prefix),
        (None, Some(path)) => (Dataset::open_vcf(path, &arguments.run)?, path),
        (None, None) => return people_not_learned_from(study, panel),
    };
    let wanted = panel.iter().map(|&snp_idx| &study.data.snps[snp_idx]);
    let found =
        read_foreign_panel(wanted, &foreign.snps, &foreign.genotypes()).with_context(|| path.display().to_string())?;
    if found.n_absent > 0 {
        let n_snps = panel.len();
        arguments.run.remark(format_args!(
            "{} of the panel's {n_snps} SNPs are not in {}",
            found.n_absent,
            path.display()
        ));
    }
    let mut truth = match &arguments.samples_labels {
        None => vec![None; foreign.people.len()],
        Some(path) => read_labels(&read(path)?, &foreign.people).with_context(|| path.display().to_string())?,
    };
    let n_labelled = truth.iter().flatten().count();
    if let Some(path) = &arguments.groups.groups {
        truth = group_new_labels(&read(path)?, &truth).with_context(|| path.display().to_string())?;
    }
    Ok(Samples { ids: foreign.people.ids().to_vec(), truth, n_labelled, genotypes: found.genotypes })
}

fn people_not_learned_from(study: &Study, panel: &[usize]) -> Result<Samples> {
    let learned_from = study.cohort.people();
    let others: Vec<usize> =
        (0..study.data.people.len()).filter(|person_idx| learned_from.binary_search(person_idx).is_err()).collect();
    ensure!(
        !others.is_empty(),
        "all people in the file are labelled and learned from; name the people to assign with --samples, or learn from \
         fewer with --keep"
    );
    let truth: Vec<Option<Label>> = others.iter().map(|&person_idx| study.labels[person_idx].clone()).collect();
    Ok(Samples {
        ids: others.iter().map(|&person_idx| study.data.people.ids()[person_idx].clone()).collect(),
        n_labelled: truth.iter().flatten().count(),
        truth,
        genotypes: extract(&study.data.genotypes(), panel, &others),
    })
}

/// The accuracy for the people whose class is known and was learned.
fn verdict(samples: &Samples, assignments: &[Assignment], classes: &[String]) -> Option<Verdict> {
    let class_of = |label: &Option<Label>| {
        let label = label.as_ref()?;
        classes.iter().position(|name| **name == *label.population)
    };
    let known = samples.truth.iter().zip(assignments);
    let (class_of, known): (Vec<u16>, Vec<Assignment>) =
        known.filter_map(|(label, assignment)| Some((class_of(label)? as u16, assignment.clone()))).unzip();
    if known.is_empty() {
        return None;
    }
    let matrix = ConfusionMatrix::new(classes.len(), &known, &class_of);
    let row = |(counts, &unclassified): (&Vec<u32>, &u32)| counts.iter().copied().chain([unclassified]).collect();
    Some(Verdict {
        people: matrix.n_people(),
        people_of_other_classes: samples.n_labelled - known.len(),
        accuracy: matrix.accuracy(),
        accuracy_of_classified: matrix.accuracy_of_classified(),
        balanced_accuracy: matrix.balanced_accuracy(),
        unclassified: matrix.share_unclassified(),
        confusion: matrix.counts.iter().zip(&matrix.unclassified).map(row).collect(),
    })
}

fn report(samples: &Samples, assignments: &[Assignment], classes: &[String], truth: Option<Verdict>) -> Report {
    let person = |((id, label), assignment): ((&PersonId, &Option<Label>), &Assignment)| Person {
        fid: id.family.to_string(),
        iid: id.individual.to_string(),
        class: assignment.class().map(|class| classes[class].clone()),
        posteriors: assignment.posteriors.clone(),
        snps_read: assignment.n_read,
        truth: label.as_ref().map(|label| label.population.to_string()),
    };
    let people = samples.ids.iter().zip(&samples.truth).zip(assignments).map(person).collect();
    Report { classes: classes.to_vec(), people, truth }
}

fn table(samples: &Samples, assignments: &[Assignment], classes: &[String]) -> Table {
    let titles = ["#FID", "IID", "CLASS", "TRUTH", "SNPS"].into_iter().map(String::from);
    let mut table = Table::new(titles.chain(classes.iter().map(|name| format!("P_{name}"))).map(Column::left));
    for ((id, label), assignment) in samples.ids.iter().zip(&samples.truth).zip(assignments) {
        let mut cells = vec![
            id.family.to_string(),
            id.individual.to_string(),
            assignment.class().map_or("unclassified".into(), |class| classes[class].clone()),
            label.as_ref().map_or("NA".into(), |label| label.population.to_string()),
            assignment.n_read.to_string(),
        ];
        cells.extend(assignment.posteriors.iter().map(|posterior| format!("{posterior:.6}")));
        table.push(cells);
    }
    table
}

/// The confusion matrix and its summary.
fn describe(verdict: &Verdict, classes: &[String]) -> String {
    let titles = classes.iter().map(String::as_str).chain(["unclassified"]);
    let mut table = Table::new([Column::left("truth")].into_iter().chain(titles.map(Column::right)));
    for (name, row) in classes.iter().zip(&verdict.confusion) {
        table.push([name.clone()].into_iter().chain(row.iter().map(u32::to_string)));
    }
    let percent = |share: f64| number::percent(share, 1);
    format!(
        "{}{} people of known class: best class right {}, balanced accuracy {}; {} unclassified, {} of the others right",
        table.to_terminal(),
        verdict.people,
        percent(verdict.accuracy),
        percent(verdict.balanced_accuracy),
        percent(verdict.unclassified),
        percent(verdict.accuracy_of_classified),
    )
}
