//! The best panels found so far (L_best of Basaldúa 2013, section 5.6).

use super::checkpoint::rises_within;
use crate::problem::Rank;

/// One panel with its value.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FoundPanel {
    /// The SNPs in the order of their ranks.
    pub panel: Vec<Rank>,
    /// The objective's value.
    pub value: f64,
}

impl FoundPanel {
    /// The panel and the value that it is said to have.
    pub(super) fn claim(&self) -> (&[Rank], f64) {
        (&self.panel, self.value)
    }

    /// Whether it could have been found: `size` different SNPs of the list, in order, with a value in \[0, 1\].
    pub fn is_panel_of(&self, size: usize, n_candidates: usize) -> bool {
        self.panel.len() == size && rises_within(&self.panel, n_candidates) && (0.0..=1.0).contains(&self.value)
    }
}

/// Up to k different panels, best first; of equal values the one found first stays ahead.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct BestPanels {
    capacity: usize,
    panels: Vec<FoundPanel>,
}

impl BestPanels {
    /// Room for this many, at least one.
    pub fn new(capacity: usize) -> Self {
        Self { capacity: capacity.max(1), panels: Vec::new() }
    }

    /// Whether a panel of this value would get in.
    pub fn wants(&self, value: f64) -> bool {
        self.panels.len() < self.capacity || self.panels.last().is_some_and(|worst| value > worst.value)
    }

    /// Takes a panel (its SNPs in any order) if it is good enough and new.
    pub fn offer(&mut self, panel: &[Rank], value: f64) {
        if !self.wants(value) {
            return;
        }
        let mut panel = panel.to_vec();
        panel.sort_unstable();
        if self.panels.iter().any(|other| other.panel == panel) {
            return;
        }
        let place = self.panels.partition_point(|other| other.value >= value);
        self.panels.insert(place, FoundPanel { panel, value });
        self.panels.truncate(self.capacity);
    }

    /// The best value.
    pub fn best_value(&self) -> Option<f64> {
        self.panels.first().map(|best| best.value)
    }

    /// Best first.
    pub fn panels(&self) -> &[FoundPanel] {
        &self.panels
    }

    /// Best first, to keep.
    pub fn into_panels(self) -> Vec<FoundPanel> {
        self.panels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_best_without_duplicates() {
        let mut best = BestPanels::new(2);
        best.offer(&[Rank(3), Rank(1)], 0.5);
        best.offer(&[Rank(1), Rank(3)], 0.5);
        assert_eq!(best.panels().len(), 1);
        best.offer(&[Rank(2), Rank(3)], 0.7);
        best.offer(&[Rank(4), Rank(3)], 0.4);
        assert!(best.wants(0.6) && !best.wants(0.5));
        best.offer(&[Rank(5), Rank(3)], 0.6);
        let values: Vec<f64> = best.panels().iter().map(|found| found.value).collect();
        assert_eq!(values, [0.7, 0.6]);
        assert_eq!(best.panels()[0].panel, [Rank(2), Rank(3)]);
    }
}
