//! SNP panels evaluated by the method of Basaldúa 2013, section 5.5.2: 12 SNPs, 957 simulated people in 11 classes, 5 draws.

use anyhow::{Result, ensure};
use snp_panel::workload::EvaluationWorkload;

use super::figures::{Figures, best_time};

const N_SNPS: usize = 1000;
const N_PANELS: usize = 4000;
const SIZE: usize = 12;

/// The mean value of the panels: the same on any machine.
const MEAN_VALUE: f64 = 0.40671;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let workload = EvaluationWorkload::new(N_SNPS);
    let (time, sum) = best_time(|| workload.classify_from_scratch(N_PANELS, SIZE));
    figures.put("panel_evaluations_per_s", N_PANELS as f64 / time.as_secs_f64());
    let (time, _) = best_time(|| workload.classify_one_more(N_PANELS, SIZE));
    figures.put("panel_evaluations_one_more_per_s", N_PANELS as f64 / time.as_secs_f64());
    let mean = sum / N_PANELS as f64;
    ensure!((mean - MEAN_VALUE).abs() < 1e-4, "random panels tell {mean:.4} right, not {MEAN_VALUE}");
    Ok(())
}
