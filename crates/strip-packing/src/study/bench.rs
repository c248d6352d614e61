//! The benchmark: every method on every instance with the same time, as rows and as two tables.

use std::time::Duration;

use report::{Column, Table, number};
use serde::{Deserialize, Serialize};

use crate::instance::Instance;
use crate::run::Summary;

/// One method on one instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchRow {
    /// Name of the instance.
    pub instance: String,
    /// [`Instance::fingerprint`]: whether the row is about the rectangles it seems to be about.
    pub fingerprint: String,
    /// Its class: the name up to the first `_` or `-`.
    pub class: String,
    /// Rectangles to place.
    pub rectangles: usize,
    /// The method.
    pub method: String,
    /// Height reached.
    pub height: u32,
    /// Lower bound.
    pub lower_bound: u32,
    /// The optimal height if the file knows it, otherwise the lower bound.
    pub reference: u32,
    /// (height - reference) / reference.
    pub gap: f64,
    /// Whether the packing is proven optimal.
    pub optimal: bool,
    /// Attempts to pack everything.
    pub evaluations: u64,
    /// Seconds until it stopped.
    pub seconds: f64,
}

impl BenchRow {
    /// The row of one run.
    pub fn new(instance: &Instance, summary: &Summary) -> Self {
        // A claim below the proven bound, or above a packing that exists, is wrong.
        let claim = instance.known_optimum().unwrap_or(summary.lower_bound);
        let reference = claim.clamp(summary.lower_bound.min(summary.height()), summary.height());
        Self {
            instance: instance.name().to_owned(),
            fingerprint: instance.fingerprint(),
            class: instance.name().split(['_', '-']).next().unwrap_or_default().to_owned(),
            rectangles: instance.n_rectangles(),
            method: summary.method.to_string(),
            height: summary.height(),
            lower_bound: summary.lower_bound,
            reference,
            gap: (f64::from(summary.height()) - f64::from(reference)) / f64::from(reference.max(1)),
            optimal: summary.is_optimal(),
            evaluations: summary.evaluations,
            seconds: summary.elapsed.as_secs_f64(),
        }
    }
}

/// Heights per instance, one column per method; optimal ones are marked.
pub fn height_table(rows: &[BenchRow]) -> Table {
    let methods = distinct(rows, |row| &row.method);
    let mut columns = vec![Column::left("instance"), Column::right("n"), Column::right("optimum")];
    for method in &methods {
        columns.push(Column::right(*method));
        columns.push(Column::right("time"));
    }
    let mut table = Table::new(columns);
    for instance in distinct(rows, |row| &row.instance) {
        let of_instance: Vec<&BenchRow> = rows.iter().filter(|row| row.instance == instance).collect();
        let first = of_instance[0];
        let mut cells = vec![instance.to_owned(), first.rectangles.to_string(), first.reference.to_string()];
        for method in &methods {
            match of_instance.iter().find(|row| row.method == *method) {
                Some(row) => {
                    cells.push(format!("{}{}", row.height, if row.optimal { "*" } else { "" }));
                    cells.push(number::duration(Duration::from_secs_f64(row.seconds.clamp(0.0, 1e9))));
                }
                None => cells.extend(["-".into(), "-".into()]),
            }
        }
        table.push(cells);
    }
    table
}

/// Mean gap per class and over all instances, one column per method.
pub fn gap_table(rows: &[BenchRow]) -> Table {
    let methods = distinct(rows, |row| &row.method);
    let columns = [Column::left("class"), Column::right("instances")];
    let mut table = Table::new(columns.into_iter().chain(methods.iter().map(|method| Column::right(*method))));
    let mut push = |name: &str, selected: &dyn Fn(&BenchRow) -> bool| {
        let mut cells = vec![name.to_owned(), String::new()];
        for method in &methods {
            let gaps: Vec<f64> =
                rows.iter().filter(|row| row.method == *method && selected(row)).map(|row| row.gap).collect();
            cells[1] = gaps.len().to_string();
            cells.push(number::percent(gaps.iter().sum::<f64>() / gaps.len() as f64, 2));
        }
        table.push(cells);
    };
    let classes = distinct(rows, |row| &row.class);
    for class in &classes {
        push(class, &|row| row.class == *class);
    }
    if classes.len() > 1 {
        push("all", &|_| true);
    }
    table
}

fn distinct<'r>(rows: &'r [BenchRow], key: impl Fn(&'r BenchRow) -> &'r String) -> Vec<&'r str> {
    let mut seen: Vec<&str> = Vec::new();
    for row in rows {
        if !seen.contains(&key(row).as_str()) {
            seen.push(key(row));
        }
    }
    seen
}
