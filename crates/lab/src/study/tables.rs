//! The tables of a study: ours beside the published figures.

use report::{Column, Table};

use super::{CellResult, Measure, Scale, StudyOutput};

impl StudyOutput<'_> {
    /// A measure of all cells beside the published figures; M(1) also with ties broken at random.
    pub(super) fn table(&self, measure: Measure) -> Table {
        let study = self.study;
        let thesis =
            |row: usize, column: usize| study.thesis.get(&measure).map_or(f64::NAN, |figures| figures[row][column]);
        let ours =
            |row: usize, column: usize| self.results[row][column].as_ref().map_or(f64::NAN, |cell| measure.of(cell));
        let at_random = |row: usize, column: usize| match &self.results[row][column] {
            Some(cell) if !cell.top.is_empty() => 100.0 * cell.top1_ties_at_random,
            _ => f64::NAN,
        };
        let has_ties = measure == Measure::M1;
        let mut columns = vec![Column::left("")];
        if let [only] = &study.columns[..] {
            let of = if only.label.is_empty() { String::new() } else { format!(", {}", only.label) };
            columns.extend([Column::right(format!("thesis{of}")), Column::right(format!("ours{of}"))]);
            columns.extend(has_ties.then(|| Column::right("ours, ties at random")));
        } else {
            let parts = if has_ties { "thesis / ours / ties at random" } else { "thesis / ours" };
            columns.extend(study.columns.iter().map(|column| Column::right(format!("{} ({parts})", column.label))));
        }
        let mut table = Table::new(columns);
        for (row, axis) in study.rows.iter().enumerate() {
            let mut cells = vec![axis.label.clone()];
            for column in 0..study.columns.len() {
                let mut figures = vec![measure.show(thesis(row, column)), measure.show(ours(row, column))];
                figures.extend(has_ties.then(|| measure.show(at_random(row, column))));
                if study.columns.len() == 1 {
                    cells.extend(figures);
                } else {
                    cells.push(figures.join(" / "));
                }
            }
            table.push(cells);
        }
        table
    }

    /// Mean M(1) of each column.
    pub(super) fn means(&self) -> String {
        let mean = |column: usize| {
            let values: Vec<f64> =
                self.results.iter().filter_map(|row| row[column].as_ref()?.top.first().copied()).collect();
            100.0 * values.iter().sum::<f64>() / values.len() as f64
        };
        let means: Vec<String> =
            self.study.columns.iter().enumerate().map(|(i, c)| format!("{} {:.1}%", c.label, mean(i))).collect();
        format!("\nMean M(1) over the rows: {}.\n", means.join(", "))
    }

    /// The weights of the tactical levels, the published one beside ours in each row (Table 5.1).
    pub(super) fn tactical_weights(&self) -> String {
        let rows = self.study.rows.iter().zip(self.results).enumerate();
        let cells: Vec<(usize, &str, &CellResult)> =
            rows.filter_map(|(row, (axis, cells))| Some((row, axis.label.as_str(), cells[0].as_ref()?))).collect();
        let Some((_, _, first)) = cells.first() else { return String::new() };
        let headings = cells.iter().map(|(_, label, _)| Column::right(format!("{label} (thesis / ours)")));
        let mut table = Table::new([Column::left("level")].into_iter().chain(headings));
        for (i, (name, _)) in first.tactical_weights.iter().enumerate() {
            let weights = |&(row, _, cell): &(usize, &str, &CellResult)| {
                let theirs = self.study.thesis_weights.get(name).map_or("-".into(), |w| format!("{:.2}", w[row]));
                let ours = cell.tactical_weights.get(i).map_or("-".into(), |(_, weight)| format!("{weight:.2}"));
                format!("{theirs} / {ours}")
            };
            table.push([name.clone()].into_iter().chain(cells.iter().map(weights)));
        }
        format!("\n## Weights of the tactical levels\n\n{}", table.to_markdown())
    }

    /// The rows of highest M(1) in each column beside the published ones (Table 5.3).
    pub(super) fn best_rows(&self) -> Table {
        let study = self.study;
        let headings = study.columns.iter().map(|column| Column::right(format!("{} (thesis / ours)", column.label)));
        let mut table = Table::new([Column::left("rank")].into_iter().chain(headings));
        let ranked = |column: usize| {
            let cells = self.results.iter().enumerate();
            let mut rows: Vec<(usize, f64)> =
                cells.filter_map(|(row, cells)| Some((row, *cells[column].as_ref()?.top.first()?))).collect();
            rows.sort_by(|a, b| b.1.total_cmp(&a.1));
            rows
        };
        let ours: Vec<Vec<(usize, f64)>> = (0..study.columns.len()).map(ranked).collect();
        let n_ranks = study.thesis_best.iter().map(Vec::len).max().unwrap_or(0);
        for rank in 0..n_ranks {
            let cell = |column: usize| {
                let theirs = study.thesis_best[column].get(rank).map_or("-", String::as_str);
                let ours = ours[column].get(rank).map_or("-".into(), |&(row, top1)| {
                    format!("{} {}", study.rows[row].short(), Measure::M1.show(100.0 * top1))
                });
                format!("{theirs} / {ours}")
            };
            table.push([(rank + 1).to_string()].into_iter().chain((0..study.columns.len()).map(cell)));
        }
        table
    }

    /// Where there are fewer games than the thesis had, and whether that means fewer competitions.
    pub(super) fn shortages(&self) -> String {
        if self.scale == Scale::Small {
            return String::new();
        }
        let mut text = String::new();
        for (row, axis) in self.study.rows.iter().enumerate() {
            let Some((column, cell)) =
                self.results[row].iter().enumerate().find_map(|(i, cell)| Some((i, cell.as_ref()?)))
            else {
                continue;
            };
            let phi = self.study.cell(row, column).published_phi();
            let here = cell.instance.weights.n_games.unwrap_or(0);
            if here < phi && !cell.top.is_empty() {
                let share = 100.0 * cell.instance.weights.sampling;
                let wanted = self.study.paper.weight_sampling * phi as f64;
                let fewer = cell.instance.weights.sampling * (here as f64) < 0.999 * wanted;
                let competitions =
                    if fewer { "fewer competitions than published" } else { "as many competitions as published" };
                text += &format!(
                    "\n{}: {here} games instead of {phi}, {share:.1}% of their positions: {competitions} ({}).",
                    axis.label, cell.competitions
                );
            }
        }
        if text.is_empty() { text } else { text + "\n" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Study, studies};
    use go_models::instance::{InstanceConfig, Reproduction};

    fn cell(top1: f64) -> CellResult {
        let mut cell = CellResult::of_trees(InstanceConfig::default(), None, 1.0);
        cell.top = vec![top1; 50];
        cell.top1_ties_at_random = top1 + 0.01;
        cell
    }

    fn markdown(study: &Study, scale: Scale, results: &[Vec<Option<CellResult>>]) -> String {
        StudyOutput { study, scale, results, source: "none" }.to_markdown()
    }

    fn named(name: &str) -> Study {
        studies().into_iter().find(|study| study.name == name).expect("a shipped study")
    }

    #[test]
    fn table_5_3_is_its_own_top_three() {
        let study = named("niekerk-5.3");
        // NDS is best everywhere, then DS, WS, and so on in the order of the rows.
        let results: Vec<Vec<_>> = (0..14).map(|row| vec![Some(cell(0.4 - 0.01 * f64::from(row))); 6]).collect();
        let text = markdown(&study, Scale::Small, &results);
        let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains("| 1 | WWLS / NDS 40.0% | WSS / NDS 40.0% | WWLS / NDS 40.0% |"), "{text}");
        assert!(squeezed.contains("| 3 | SS / WS 38.0% | NDS / WS 38.0% | WWE / WS 38.0% |"), "{text}");
        assert!(!text.contains("Naive Descent-Split") && !text.contains("| 4 "), "nothing else: {text}");
    }

    #[test]
    fn table_5_1_shows_the_published_weights() {
        let study = named("niekerk-5.1");
        let mut first = cell(0.2);
        first.tactical_weights = vec![("pass:2".into(), 250.0), ("last-distance:5".into(), 2.5)];
        let text = markdown(&study, Scale::Small, &[vec![Some(first.clone())], vec![Some(first)]]);
        let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains("| pass:2 | 264.67 / 250.00 | 193.54 / 250.00 |"), "{text}");
        assert!(squeezed.contains("| last-distance:5 | - / 2.50 | - / 2.50 |"), "not printed in the thesis: {text}");
        assert_eq!(study.thesis_weights.len(), 37);
    }

    #[test]
    fn ties_at_random_stand_beside_every_first_choice() {
        let study = named("niekerk-5.8");
        let results: Vec<Vec<_>> = study.rows.iter().map(|_| vec![Some(cell(0.3))]).collect();
        let text = markdown(&study, Scale::Small, &results);
        assert!(text.contains("ours, ties at random") && text.contains("31.0%"), "{text}");
        assert!(text.contains("ties share their ranks"), "{text}");
        let mut by_index = cell(0.3);
        by_index.instance.reproduction = Some(Reproduction::Program);
        let results: Vec<Vec<_>> = study.rows.iter().map(|_| vec![Some(by_index.clone())]).collect();
        let text = markdown(&study, Scale::Small, &results);
        assert!(text.contains("ties go to the lower board index") && text.contains("`program`"), "{text}");
    }

    #[test]
    fn other_numbers_of_competitions_are_said() {
        let study = named("niekerk-5.9");
        let made = |n_games: usize| {
            let row = |row: usize| {
                let instance = study.cell(row, 0).instance(&study.paper, n_games, 1);
                vec![Some(CellResult { instance, competitions: 7, ..cell(0.3) })]
            };
            (0..study.rows.len()).map(row).collect::<Vec<_>>()
        };
        let text = markdown(&study, Scale::Paper, &made(18_839));
        let wanted =
            "T + P: 18839 games instead of 32000, 17.0% of their positions: as many competitions as published (7).";
        assert!(text.contains(wanted), "{text}");
        assert_eq!(text.matches("instead of").count(), 3, "phi 16,000 is there: {text}");
        assert!(markdown(&study, Scale::Paper, &made(3_000)).contains("fewer competitions than published"));
        assert!(!markdown(&study, Scale::Paper, &made(40_000)).contains("instead of"));
    }
}
