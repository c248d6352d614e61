//! The result of a study of trees: Markdown with the published figures beside ours, the analysis of variance, plots, JSON.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use learn::stats::{Anova, Observation, anova};
use output_files::write_whole;
use report::{Column, Table};
use serde_json::{Value, json};

use super::figures::mean_and_deviation;
use super::{Part, TreeCell, TreeMeasure, TreePlot, TreeRun};
use crate::study::Scale;

/// A study that was run.
pub struct TreeOutput<'a> {
    /// What was run.
    pub run: &'a TreeRun<'a>,
    /// For each row, the figures of its models.
    pub results: &'a [Vec<TreeCell>],
}

impl TreeOutput<'_> {
    /// Writes `NAME.md`, `NAME.json` and the plots into the folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let name = &self.run.study.name;
        write_whole(&folder.join(format!("{name}.md")), self.to_markdown())?;
        write_whole(&folder.join(format!("{name}.json")), format!("{:#}\n", self.to_json()))?;
        for (ending, svg) in self.plots() {
            write_whole(&folder.join(format!("{name}{ending}.svg")), svg)?;
        }
        Ok(())
    }

    /// The values of a measure over the models of a row.
    pub(super) fn values(&self, row: usize, trees: usize, part: Part, measure: TreeMeasure) -> Vec<f64> {
        let of = |cell: &TreeCell| Some(cell.part(trees, part)?.measure(measure));
        self.results[row].iter().filter_map(of).collect()
    }

    fn parts(&self) -> Vec<Part> {
        let tests_training = self.run.study.scale(self.run.scale).training_games > 0;
        if tests_training { vec![Part::Training, Part::Test] } else { vec![Part::Test] }
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let (study, scale) = (self.run.study, self.run.study.scale(self.run.scale));
        let mut text = format!(
            "# {}\n\n{}; scale {}; games: {}; {} models a row, each tested on {} games drawn for it.\n",
            study.title,
            study.source,
            self.run.scale.name(),
            self.run.data.source,
            scale.repeats,
            scale.test_games.min(self.run.data.test.len()),
        );
        if !study.remark.is_empty() {
            text += &format!("\n{}\n", study.remark.trim());
        }
        if self.run.scale == Scale::Small {
            text += "\nThe small scale has another board, other games and fewer of them, so only the order of the figures can be compared.\n";
        }
        if study.factors.is_empty() {
            for part in self.parts() {
                for &measure in &study.measures {
                    text += &format!("\n## {measure}, {part}\n\n{}", self.table(part, measure).to_markdown());
                }
            }
        }
        if let Some(response) = study.response {
            text += &self.analysis(response);
        }
        for (ending, _) in self.plots() {
            text += &format!("\n![{}]({}{ending}.svg)\n", study.title, study.name);
        }
        let cells: Vec<&TreeCell> = self.results.iter().flatten().collect();
        let seconds: f64 = cells.iter().map(|cell| cell.seconds).sum();
        text += &format!(
            "\n{} of {} models; {seconds:.0} s of training and testing.\n",
            cells.len(),
            study.rows.len() * scale.repeats
        );
        text
    }

    /// Rows of the study down, numbers of trees across; for iterations the other way round, as the paper prints them.
    fn table(&self, part: Part, measure: TreeMeasure) -> Table {
        let study = self.run.study;
        let cell = |row: usize, trees: usize| {
            let published = measure.show(study.published(part, measure, row, trees));
            let values = self.values(row, trees, part, measure);
            let (mean, deviation) = mean_and_deviation(&values);
            match values.len() {
                0 | 1 => format!("{published} / {}", measure.show(mean)),
                _ => format!("{published} / {} ± {deviation:.2}", measure.show(mean)),
            }
        };
        let rows: Vec<String> = study.rows.iter().map(|row| row.label.clone()).collect();
        let trees: Vec<String> = study.trees.iter().map(|&n| study.trees_label(n)).collect();
        let (down, across) = if study.iterations { (&trees, &rows) } else { (&rows, &trees) };
        let headings = across.iter().map(|label| Column::right(format!("{label} (published / ours)")));
        let mut table = Table::new([Column::left("")].into_iter().chain(headings));
        for (i, label) in down.iter().enumerate() {
            let place = |k: usize| if study.iterations { (k, i) } else { (i, k) };
            let cells = (0..across.len()).map(|k| cell(place(k).0, place(k).1));
            table.push([label.clone()].into_iter().chain(cells));
        }
        table
    }

    /// The balanced design, if every row has all its models.
    fn anova(&self, response: TreeMeasure) -> Option<Anova> {
        let last = self.run.study.trees.len() - 1;
        let of_row = |(row, axis): (usize, &super::TreeRow)| {
            let values = self.values(row, last, Part::Test, response);
            let observe = |value| Observation { levels: axis.levels.clone(), value };
            values.into_iter().map(observe).collect::<Vec<_>>()
        };
        let observations: Vec<Observation> = self.run.study.rows.iter().enumerate().flat_map(of_row).collect();
        anova(&observations).ok()
    }

    fn analysis(&self, response: TreeMeasure) -> String {
        let factors = &self.run.study.factors;
        let levels = |factor: &super::config::Factor| {
            let labels: Vec<&str> = factor.levels.iter().map(|level| level.label.as_str()).collect();
            format!("{}: {}", factor.name, labels.join(", "))
        };
        let design: Vec<String> = factors.iter().map(levels).collect();
        let mut text = format!("\n## Analysis of variance of {response}\n\nLevels: {}.\n\n", design.join("; "));
        let Some(analysis) = self.anova(response) else {
            return text + "Not made: the design is not complete.\n";
        };
        let mut table = Table::new([
            Column::left("effect"),
            Column::right("degrees of freedom"),
            Column::right("F"),
            Column::right("p"),
            Column::right("eta squared"),
        ]);
        for effect in &analysis.effects {
            let names: Vec<&str> = effect.factors.iter().map(|&factor| factors[factor].name.as_str()).collect();
            table.push([
                names.join(" x "),
                effect.degrees_of_freedom.to_string(),
                format!("{:.2}", effect.f),
                format!("{:.4}", effect.p),
                format!("{:.3}", effect.eta_squared),
            ]);
        }
        text += &table.to_markdown();
        text + &format!("\nError: {} degrees of freedom.\n", analysis.error_degrees_of_freedom)
    }

    /// Everything that was measured.
    pub fn to_json(&self) -> Value {
        let study = self.run.study;
        json!({
            "study": study.name,
            "title": study.title,
            "scale": self.run.scale.name(),
            "games": self.run.data.source,
            "trees": study.trees,
            "rows": study.rows.iter().map(|row| row.label.clone()).collect::<Vec<_>>(),
            "models": self.results,
        })
    }

    pub(super) fn draws(&self) -> bool {
        self.run.study.plot != TreePlot::None && self.results.iter().any(|models| !models.is_empty())
    }
}
