//! Light playouts from the empty board: uniform over legal moves that do not fill own eyes, to two passes, area-scored.

use anyhow::{Result, ensure};
use go_board::{BoardSize, Color, PlayoutBoard};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::figures::{Figures, best_time};

/// Komi that the win rate is counted with.
const KOMI: f64 = 7.5;

/// The statistics of light playouts of one size, independent of the implementation.
struct Nature {
    size: BoardSize,
    n_playouts: usize,
    /// Mean length; the standard error is below 0.1 %.
    mean_moves: f64,
    /// Black's win rate; the standard error is below 0.008.
    black_wins: f64,
}

const NATURES: [Nature; 2] = [
    Nature { size: BoardSize::NINE, n_playouts: 20_000, mean_moves: 110.6, black_wins: 0.42 },
    Nature { size: BoardSize::NINETEEN, n_playouts: 4_000, mean_moves: 455.5, black_wins: 0.44 },
];

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    for nature in &NATURES {
        let (time, (n_moves, n_black_wins)) = best_time(|| play(nature));
        let label = format!("{0}x{0}", nature.size.get());
        let n_playouts = nature.n_playouts as f64;
        let (mean_moves, black_wins) = (n_moves as f64 / n_playouts, n_black_wins as f64 / n_playouts);
        figures.put(format!("light_playouts_{label}_per_s"), n_playouts / time.as_secs_f64());
        figures.put(format!("light_playouts_{label}_mean_moves"), mean_moves);
        figures.put(format!("light_playouts_{label}_black_wins"), black_wins);
        ensure!(
            (mean_moves / nature.mean_moves - 1.0).abs() < 0.005,
            "{label}: playouts of {mean_moves:.2} moves, not {}",
            nature.mean_moves
        );
        ensure!(
            (black_wins - nature.black_wins).abs() < 0.025,
            "{label}: Black wins {black_wins:.3}, not {}",
            nature.black_wins
        );
    }
    Ok(())
}

/// Total moves and Black's wins.
fn play(nature: &Nature) -> (usize, usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let empty = PlayoutBoard::new(nature.size);
    let mut board = empty.clone();
    let (mut n_moves, mut n_black_wins) = (0, 0);
    for _ in 0..nature.n_playouts {
        board.copy_from(&empty);
        let end = board.light_playout(Color::Black, &mut random);
        n_moves += end.n_moves;
        n_black_wins += usize::from(f64::from(end.area_lead) > KOMI);
    }
    (n_moves, n_black_wins)
}
