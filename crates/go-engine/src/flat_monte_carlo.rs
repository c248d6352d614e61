//! The simplest player: every legal move is an arm of a bandit, evaluated by light playouts.
//!
//! Arms are chosen by UCB1, `mean + c sqrt(ln n / n_i)`. There is no tree and no knowledge; it plays legal games to
//! their end and is the baseline for other players. It does not ponder or resign.

use std::time::Duration;

use go_board::{Color, EyePotential, GameBoard, Move, PlayoutBoard, Scoring};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::{Analysis, MoveReport};
use crate::clock::Clock;
use crate::life::{FinalStatus, counts_every_stone, estimate_final_status, playout_board};
use crate::player::{Choice, Player, Purpose, Task};

/// Playouts that judge which stones are dead.
const STATUS_PLAYOUTS: usize = 1_000;
/// The exploration constant of UCB1.
const EXPLORATION: f64 = 0.3;
/// When the best move wins more, or loses more, than this, the game is decided and nothing is left to play for.
const DECIDED: f64 = 0.99;
/// Playouts between two checks of the clock.
const CLOCK_EVERY: u64 = 32;

/// How much one move may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlatConfig {
    /// Playouts of a move.
    pub n_playouts: u64,
    /// Time of a move, if that is shorter.
    pub time: Option<Duration>,
}

impl Default for FlatConfig {
    fn default() -> Self {
        Self { n_playouts: 10_000, time: None }
    }
}

/// The player.
pub struct FlatMonteCarlo {
    config: FlatConfig,
    random: Xoshiro256PlusPlus,
    clock: Clock,
}

/// A move and what its playouts gave.
struct Arm {
    mv: Move,
    n_playouts: u64,
    n_wins: f64,
    lead: f64,
    /// Sum of the squares of the leads, `lead` being their sum.
    lead_squares: f64,
}

impl Arm {
    fn win_rate(&self) -> f64 {
        self.n_wins / self.n_playouts.max(1) as f64
    }

    /// UCB1; an arm that was never pulled comes first.
    fn priority(&self, ln_total: f64) -> f64 {
        if self.n_playouts == 0 {
            return f64::INFINITY;
        }
        self.win_rate() + EXPLORATION * (ln_total / self.n_playouts as f64).sqrt()
    }

    fn report(&self, n_arms: usize) -> MoveReport {
        let (mean, deviation) = mean_and_deviation([self]);
        let spread = 1.96 * (0.25 / self.n_playouts.max(1) as f64).sqrt();
        MoveReport {
            mv: self.mv,
            n_visits: self.n_playouts,
            win_rate: self.win_rate(),
            win_rate_low: (self.win_rate() - spread).max(0.0),
            prior: 1.0 / n_arms as f64,
            score_lead: Some(mean),
            score_spread: Some(deviation),
            variation: vec![self.mv],
        }
    }
}

impl FlatMonteCarlo {
    /// A player with this seed; `clock` is read while it thinks.
    pub fn new(config: FlatConfig, seed: u64, clock: Clock) -> Self {
        Self { config, random: Xoshiro256PlusPlus::seed_from_u64(seed), clock }
    }

    /// Points worth a stone: allowed by the rules, and no own eye.
    fn arms(game: &GameBoard) -> Vec<Arm> {
        let color = game.to_move();
        let board = game.board();
        let mut points: Vec<_> = board.empty_points().to_vec();
        // The board keeps empty points in an order that depends on how they came to be empty.
        points.sort_unstable();
        points
            .into_iter()
            .filter(|&point| !board.is_eye(point, color, EyePotential::Counts))
            .map(Move::Play)
            .filter(|&mv| game.check(color, mv).is_ok())
            .map(|mv| Arm { mv, n_playouts: 0, n_wins: 0.0, lead: 0.0, lead_squares: 0.0 })
            .collect()
    }

    /// The opponent has passed and we have won if we pass too.
    fn may_end(&mut self, game: &GameBoard) -> bool {
        let lead = game.final_lead(&self.final_status(game).dead);
        let ours = if game.to_move() == Color::Black { lead } else { -lead };
        game.n_last_passes() > 0 && ours > 0.0
    }

    fn search(&mut self, game: &GameBoard, arms: &mut [Arm], task: &mut Task<'_>) {
        let start = playout_board(game);
        let mut board = start.clone();
        let (begin, limit) = ((self.clock)(), self.limit(game, task));
        let mut next_report = task.watch.as_ref().map(|watch| begin.saturating_add(watch.every));
        for n in 0..u64::MAX {
            if n % CLOCK_EVERY == 0 && n > 0 {
                let now = (self.clock)();
                if (task.stop)() || limit.time.is_some_and(|time| now - begin >= time) {
                    break;
                }
                if let (Some(at), Some(watch)) = (&mut next_report, &mut task.watch)
                    && now >= *at
                {
                    (watch.show)(&summary(arms, n));
                    *at = now.saturating_add(watch.every);
                }
            }
            if n >= limit.n_playouts {
                break;
            }
            let ln_total = (n.max(1) as f64).ln();
            let Some(arm) = arms.iter_mut().max_by(|a, b| a.priority(ln_total).total_cmp(&b.priority(ln_total))) else {
                break;
            };
            let lead = self.playout(&start, &mut board, game, arm.mv);
            arm.n_playouts += 1;
            arm.lead += lead;
            arm.lead_squares += lead * lead;
            arm.n_wins += if lead > 0.0 {
                1.0
            } else if lead == 0.0 {
                0.5
            } else {
                0.0
            };
        }
        if let Some(watch) = &mut task.watch {
            (watch.show)(&summary(arms, arms.iter().map(|arm| arm.n_playouts).sum()));
        }
    }

    fn limit(&self, game: &GameBoard, task: &Task<'_>) -> FlatConfig {
        if task.purpose == Purpose::Analysis {
            return FlatConfig { n_playouts: u64::MAX, time: None };
        }
        // Half of the empty points are ours to play.
        let n_moves = u32::try_from(game.board().empty_points().len() / 2).unwrap_or(u32::MAX);
        let share = task.clock.map(|clock| clock.share(n_moves));
        FlatConfig { time: [self.config.time, share].into_iter().flatten().min(), ..self.config }
    }

    /// Our lead after the move and a light playout.
    fn playout(&mut self, start: &PlayoutBoard, board: &mut PlayoutBoard, game: &GameBoard, mv: Move) -> f64 {
        let color = game.to_move();
        board.copy_from(start);
        match mv {
            Move::Play(point) => {
                board.play_unchecked(point, color);
            }
            Move::Pass => board.pass(),
        }
        let end = board.light_playout(color.opponent(), &mut self.random);
        let bonus = if game.rules().scoring == Scoring::Area { game.rules().bonus(game.n_handicap()) } else { 0.0 };
        let lead = f64::from(end.area_lead) - f64::from(game.komi() + bonus);
        if color == Color::Black { lead } else { -lead }
    }
}

/// Mean and standard deviation of the leads of these arms together.
fn mean_and_deviation<'a>(arms: impl IntoIterator<Item = &'a Arm>) -> (f64, f64) {
    let sums = arms
        .into_iter()
        .fold((0, 0.0, 0.0), |(n, sum, squares), arm| (n + arm.n_playouts, sum + arm.lead, squares + arm.lead_squares));
    let n = sums.0.max(1) as f64;
    let mean = sums.1 / n;
    (mean, (sums.2 / n - mean * mean).max(0.0).sqrt())
}

/// The arms as an analysis, the most visited first.
fn summary(arms: &[Arm], n_playouts: u64) -> Analysis {
    let mut moves: Vec<_> = arms.iter().map(|arm| arm.report(arms.len())).collect();
    moves.sort_by_key(|report| std::cmp::Reverse(report.n_visits));
    let (mean, deviation) = mean_and_deviation(arms);
    Analysis {
        n_playouts,
        win_rate: moves.first().map_or(0.5, |report| report.win_rate),
        score_lead: Some(mean),
        score_spread: Some(deviation),
        moves,
        ownership: None,
        playout_owners: None,
        criticality: None,
        appraisal: None,
        findings: None,
    }
}

impl Player for FlatMonteCarlo {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &GameBoard, task: &mut Task<'_>) -> Choice {
        let mut arms = Self::arms(game);
        if arms.is_empty() || (task.purpose == Purpose::Game && self.may_end(game)) {
            return Choice::Play(Move::Pass);
        }
        self.search(game, &mut arms, task);
        let Some(best) = arms.iter().max_by_key(|arm| arm.n_playouts) else { return Choice::Play(Move::Pass) };
        let decided = best.win_rate() > DECIDED || best.win_rate() < 1.0 - DECIDED;
        let late = 2 * game.board().empty_points().len() < game.size().area();
        Choice::Play(if task.purpose == Purpose::Game && decided && late { Move::Pass } else { best.mv })
    }

    fn final_status(&mut self, game: &GameBoard) -> FinalStatus {
        if counts_every_stone(game) {
            return FinalStatus::default();
        }
        estimate_final_status(game, STATUS_PLAYOUTS, &mut self.random)
    }

    fn set_seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }
}

#[cfg(test)]
mod tests {
    use go_board::{Board, BoardSize, RuleSet, TrueLiberties};

    use super::*;

    fn player(n_playouts: u64) -> FlatMonteCarlo {
        FlatMonteCarlo::new(FlatConfig { n_playouts, time: None }, 5, Box::new(|| Duration::ZERO))
    }

    fn new_game(size: usize) -> GameBoard {
        GameBoard::new(BoardSize::new(size).expect("a size"), RuleSet::Chinese.rules(), 0.5)
    }

    /// Plays a game against itself and returns its moves.
    fn play_out(size: usize, n_playouts: u64) -> Vec<(Color, Move)> {
        let (mut player, mut game) = (player(n_playouts), new_game(size));
        while game.n_last_passes() < 2 {
            assert!(game.moves().len() < 3 * game.size().area() + 10, "the game does not end");
            let Choice::Play(mv) = player.choose(&game, &mut Task::new(Purpose::Game)) else { panic!("resigned") };
            game.play(game.to_move(), mv).expect("a legal move");
        }
        game.moves().collect()
    }

    #[test]
    fn games_end_with_legal_moves_on_every_small_size() {
        for size in [1, 2, 3, 4, 5] {
            play_out(size, 40);
        }
    }

    #[test]
    fn one_seed_plays_one_game() {
        assert_eq!(play_out(5, 50), play_out(5, 50));
    }

    #[test]
    fn it_takes_the_big_capture() {
        // Black at E5 takes everything; Black at A1 or A2 is taken.
        let (board, _) = Board::<TrueLiberties>::parse_ascii("XXOO.\nXXOOO\nXXOOO\n.XOOO\n.XOOO").expect("a drawing");
        let mut game = new_game(5);
        let size = game.size();
        let stones = |color| size.points().filter(|&point| board.color_at(point) == Some(color)).collect::<Vec<_>>();
        game.set_up(&stones(Color::Black), &stones(Color::White), &[]).expect("a set-up");
        let choice = player(500).choose(&game, &mut Task::new(Purpose::Test));
        assert_eq!(choice, Choice::Play(Move::Play(size.parse_point("E5").expect("a point"))));
    }

    #[test]
    fn analysis_runs_until_it_is_stopped_and_reports() {
        use std::sync::atomic::{AtomicU64, Ordering};
        let ticks = AtomicU64::new(0);
        let clock: Clock = Box::new({
            let ticks = std::sync::Arc::new(AtomicU64::new(0));
            move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed))
        });
        let mut player = FlatMonteCarlo::new(FlatConfig { n_playouts: 10, time: None }, 1, clock);
        let mut n_playouts = Vec::new();
        let mut show = |analysis: &Analysis| n_playouts.push(analysis.n_playouts);
        let stop = || ticks.fetch_add(1, Ordering::Relaxed) >= 20;
        let watch = Some(crate::player::Watch { every: Duration::from_millis(5), show: &mut show });
        let mut task = Task { purpose: Purpose::Analysis, clock: None, stop: &stop, watch };
        player.choose(&new_game(5), &mut task);
        assert!(n_playouts.len() >= 4, "{n_playouts:?}");
        assert!(n_playouts.is_sorted() && n_playouts[0] > 10, "{n_playouts:?}");
    }
}
