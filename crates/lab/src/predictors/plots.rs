//! The plots of a comparison, first seed.

use report::{Axis, HeatMap, Sample, Series, XyPlot};

use super::PredictorOutput;
use super::cell::Cell;
use super::compare::{complement, first_seed};

/// Width and height of a plot whose legend has all predictors.
const LARGE: (f64, f64) = (960.0, 560.0);

impl PredictorOutput<'_> {
    /// Each with the ending of its file name.
    pub(super) fn plots(&self) -> Vec<(&'static str, String)> {
        vec![
            ("m-k", self.m_k()),
            ("stages", self.stages()),
            ("speed", self.speed()),
            ("curves", self.curves()),
            ("reliability", self.reliability()),
            ("complementarity", self.complementarity()),
        ]
    }

    fn subtitle(&self) -> String {
        format!("scale {}, {} training games, {}", self.scale.name(), self.sizes().train_games, self.source)
    }

    /// The first cell of every predictor, with its label.
    fn firsts(&self) -> Vec<(&str, &Cell)> {
        let first = |i: usize| Some((self.label(i), self.equal_data(i).next()?.1));
        self.predictors().into_iter().filter_map(first).collect()
    }

    fn plot(&self, title: &str, x: Axis, y: Axis) -> XyPlot {
        XyPlot::new(title, x, y).subtitle(self.subtitle()).size(LARGE.0, LARGE.1)
    }

    fn m_k(&self) -> String {
        let mut plot = self.plot("Move among the first k", Axis::linear("k"), Axis::linear("M(k)").percent());
        for (label, cell) in self.firsts() {
            let samples = cell.summary.top.iter().zip(1..).map(|(&m, k)| (f64::from(k), m));
            plot = plot.with(Series::line(label, samples));
        }
        plot.draw().to_string()
    }

    fn stages(&self) -> String {
        let mut plot = self.plot("By stage of the game", Axis::linear("move"), Axis::linear("M(1)").percent());
        for (label, cell) in self.firsts() {
            let stages = cell.summary.stages.iter().filter(|stage| stage.positions >= 100);
            plot = plot.with(Series::line(label, stages.map(|stage| (stage.from as f64 + 15.0, stage.top1))));
        }
        plot.draw().to_string()
    }

    fn speed(&self) -> String {
        let x = Axis::log("positions a second and core");
        let mut plot = self.plot("Accuracy against speed", x, Axis::linear("M(1)").percent().from_zero());
        for (label, cell) in self.firsts() {
            let [low, high] = cell.summary.top1_interval;
            let sample = Sample::with_interval(cell.figures.positions_per_second, cell.summary.top[0], low, high);
            plot = plot.with(Series::points(label, [sample]));
        }
        plot.draw().to_string()
    }

    fn curves(&self) -> String {
        let x = Axis::log("training games");
        let mut plot = self.plot("Learning curves", x, Axis::linear("M(1)").percent().from_zero());
        for predictor in self.predictors() {
            let curve = self.curve(predictor);
            let samples = curve.iter().map(|(n_games, cell)| (*n_games as f64, cell.summary.top[0]));
            plot = plot.with(Series::line(self.label(predictor), samples));
        }
        plot.draw().to_string()
    }

    fn reliability(&self) -> String {
        let axis = |label: &str| Axis::linear(label).percent().range(0.0, 1.0);
        let mut plot = self
            .plot("Reliability of the most likely move", axis("probability given"), axis("share played"))
            .with(Series::reference("calibrated", [(0.0, 0.0), (1.0, 1.0)]));
        for (label, cell) in self.firsts() {
            plot = plot.with(Series::line(label, cell.reliability().into_iter().map(|(p, share, _)| (p, share))));
        }
        plot.draw().to_string()
    }

    fn complementarity(&self) -> String {
        let predictors = self.predictors();
        let logs: Vec<_> = predictors.iter().filter_map(|&i| first_seed(self.results, i, self.sizes())).collect();
        let labels = predictors.iter().map(|&i| self.label(i).to_owned());
        let mut map = HeatMap::new("Right where another is wrong", labels)
            .subtitle("share of the column's wrong positions that the row has right, percent")
            .labels("wrong", "right")
            .size(LARGE.0, LARGE.1)
            .with_values();
        for (row, &predictor) in predictors.iter().enumerate() {
            let Some(own) = logs.get(row) else { continue };
            let values = logs.iter().map(|other| (1000.0 * complement(own, other)).round() / 10.0);
            map = map.row(self.label(predictor), values.collect::<Vec<_>>());
        }
        map.draw().to_string()
    }
}
