//! Heavy playouts: the default search of `tesuji gtp`, tree and learned prior included, 20,000 playouts from the empty
//! board.
//!
//! A round takes seconds, long enough to be disturbed by other programs: the time is processor time where Linux reports
//! it.

use anyhow::{Result, ensure};
use go_board::{BoardSize, GameBoard, RuleSet};
use go_engine::{Analysis, Effort, EngineConfig, Player, Purpose, Task, TreePlayer, Watch};
use std::time::{Duration, Instant};

use super::figures::{Figures, processor_time};
use crate::{embedded, gtp};

const N_PLAYOUTS: u64 = 20_000;
/// A round takes seconds, so there are fewer than for the short benches.
const ROUNDS: usize = 2;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    for size in [BoardSize::NINE, BoardSize::NINETEEN] {
        let label = format!("{0}x{0}", size.get());
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            let (time, analysis) = think(size)?;
            best = best.min(time);
            ensure!(analysis.n_playouts == N_PLAYOUTS, "{label}: {} playouts", analysis.n_playouts);
            let win_rate = analysis.win_rate;
            ensure!((0.3..0.7).contains(&win_rate), "{label}: Black wins {win_rate:.3} from the empty board");
        }
        figures.put(format!("heavy_playouts_{label}_per_s"), N_PLAYOUTS as f64 / best.as_secs_f64());
    }
    Ok(())
}

/// The time of one move on the empty board, and its analysis.
fn think(size: BoardSize) -> Result<(Duration, Analysis)> {
    let effort = Effort { n_playouts: Some(N_PLAYOUTS), n_threads: 1, ..Effort::default() };
    let models = gtp::models(None)?;
    models(size);
    let mut player = TreePlayer::new(EngineConfig::default(), effort, models, 1, gtp::stopwatch())
        .with_appraisers(Box::new(|_| Some(embedded::appraiser())));
    let game = GameBoard::new(size, RuleSet::Chinese.rules(), 7.5);
    let mut last = None;
    let mut show = |analysis: &Analysis| last = Some(analysis.clone());
    let watch = Some(Watch { every: Duration::MAX, show: &mut show });
    let (begin, on_processor) = (Instant::now(), processor_time());
    player.choose(&game, &mut Task { purpose: Purpose::Test, clock: None, stop: &|| false, watch });
    let time = match (on_processor, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begin.elapsed(),
    };
    let analysis = last.ok_or_else(|| anyhow::anyhow!("nothing was thought"))?;
    Ok((time, analysis))
}
