//! Searched positions of games, with what became of them or what a referee says of them.

use std::sync::Arc;
use std::time::Duration;

use go_board::{Board, Color, GameBoard, PointMap};
use go_engine::playout::PlayoutConfig;
use go_engine::{
    Analysis, ConductConfig, Effort, EngineConfig, Findings, Player, Purpose, Task, TreePlayer, Watch, final_owners,
};
use go_features::points::Outlook;
use go_games::{Game, fingerprint};
use go_models::points::PointFactors;
use go_models::territory::JudgedPosition;
use go_models::{Appraiser, Predictor};
use stable_hash::splitmix64::mix;

use super::Outcome;

/// Late positions of counted games are drawn from so many last moves.
const LAST_MOVES: usize = 60;
/// Playouts that find the dead stones of a counted game.
const END_PLAYOUTS: usize = 40;

/// What a search of one position found.
pub struct Searches {
    board: Board,
    playouts: Box<PointMap<f32>>,
    foreseen: Option<Box<PointMap<f32>>>,
    /// Black's lead when both sides own as much.
    level_lead: f64,
    to_move: Color,
    best: Findings,
    mean: Findings,
}

/// A position of a game, searched.
pub struct Sample {
    /// The position itself.
    pub now: Searches,
    /// The next one, where the search's own choice was played.
    pub next: Option<Searches>,
    /// Who won.
    pub winner: Color,
    /// Black's lead as the record counts it, or as a referee sees it.
    pub counted: Option<f64>,
    /// Who owned what at the end, or will by a referee's judgement: percent from -100 to 100, row by row from the top left.
    pub black_owns: Option<Vec<i8>>,
    /// Left out of all fits.
    pub is_held: bool,
}

/// Searches positions.
pub struct Searcher {
    /// Ranks moves.
    pub predictor: Arc<dyn Predictor>,
    /// Foresees owners, if there is such a model.
    pub appraiser: Option<Arc<dyn Appraiser>>,
    /// Playouts for a position.
    pub n_playouts: u64,
    /// How the engine searches.
    pub engine: EngineConfig,
}

impl Searches {
    /// The board with its opinions.
    pub fn outlook(&self, is_blind: bool) -> Outlook<'_> {
        let foreseen = self.foreseen.as_deref().filter(|_| !is_blind);
        Outlook { board: &self.board, playouts: &self.playouts, foreseen }
    }

    /// The findings about the best move and over all playouts with other factors of points.
    fn findings(&self, factors: &PointFactors, is_blind: bool) -> [Findings; 2] {
        let expected = factors.owners(self.outlook(is_blind));
        let black = expected.area_lead + self.level_lead;
        let foreseen = if self.to_move == Color::Black { black } else { -black };
        [self.best, self.mean].map(|found| Findings { foreseen, unsettled: expected.unsettled, ..found })
    }
}

impl Sample {
    /// What a fit of lead and chance needs, for the side to move.
    pub fn outcome(&self, factors: &PointFactors, is_blind: bool) -> Outcome {
        let [best, mean] = self.now.findings(factors, is_blind);
        let mover = self.now.to_move;
        let next = self.next.as_ref().map(|next| next.findings(factors, is_blind));
        let lead = self.counted.map(|lead| if mover == Color::Black { lead } else { -lead });
        Outcome { best, mean, next, has_won: self.winner == mover, lead }
    }
}

impl Searcher {
    /// The samples of a game: the positions that a referee judged, or else a random one; of a counted game also a late one. None if it was not decided
    /// on the board.
    pub fn samples(&self, game: &Game, judged: &[JudgedPosition]) -> Vec<Sample> {
        let (print, length) = (fingerprint(game), game.turns.len());
        let Some(winner) = game.winner_on_board().filter(|_| length > 20) else { return Vec::new() };
        let counted = game.counted_lead().map(f64::from);
        let owners = final_owners(game, &PlayoutConfig::default(), END_PLAYOUTS, print);
        let ended = owners.map(|owners| owners.percent().collect::<Vec<i8>>());
        let draw = |salt: u64, n: usize| (mix(print ^ salt) % n as u64) as usize;
        let is_held = draw(2, 5) == 0;
        let sample = |ply: usize, counted: Option<f64>, black_owns: Option<Vec<i8>>| {
            let (now, next) = self.search(game, ply, print)?;
            Some(Sample { now, next, winner, counted, black_owns, is_held })
        };
        let mut samples = Vec::new();
        for judged in judged.iter().filter(|judged| judged.ply < length) {
            samples.extend(sample(judged.ply, judged.black_lead.map(f64::from), Some(judged.black_owns.clone())));
        }
        if judged.is_empty() {
            samples.extend(sample(draw(1, length - 1), counted, ended.clone()));
        }
        if counted.is_some() {
            samples.extend(sample(length - 1 - draw(3, LAST_MOVES.min(length - 1)), counted, ended));
        }
        samples
    }

    fn search(&self, game: &Game, ply: usize, seed: u64) -> Option<(Searches, Option<Searches>)> {
        let mut board = GameBoard::new(game.size, game.rules.unwrap_or_default().rules(), game.komi_or_usual());
        board.set_up(&game.setup[0], &game.setup[1], &[]).ok()?;
        for turn in &game.turns[..ply] {
            board.play_recorded(turn.color(), turn.mv()).ok()?;
        }
        let played = game.turns[ply];
        board.set_to_move(played.color());
        let mut player = self.player(seed);
        let analysis = look(&board, &mut player)?;
        let now = searches(&board, &analysis)?;
        let is_own_choice = analysis.moves.first().is_some_and(|report| report.mv == played.mv());
        let goes_on = is_own_choice && board.play_recorded(played.color(), played.mv()).is_ok();
        let next =
            if goes_on { look(&board, &mut player).and_then(|analysis| searches(&board, &analysis)) } else { None };
        Some((now, next))
    }

    fn player(&self, seed: u64) -> TreePlayer {
        let conduct = ConductConfig { handicap_stone: 0.0, ..self.engine.conduct.clone() };
        let config = EngineConfig { conduct, ..self.engine.clone() };
        let effort = Effort { n_playouts: Some(self.n_playouts), n_threads: 1, ..Effort::default() };
        let predictor = Arc::clone(&self.predictor);
        let models = Box::new(move |_| Some(Arc::clone(&predictor)));
        let player = TreePlayer::new(config, effort, models, seed, Box::new(|| Duration::ZERO));
        match self.appraiser.clone() {
            Some(appraiser) => player.with_appraisers(Box::new(move |_| Some(Arc::clone(&appraiser)))),
            None => player,
        }
    }
}

fn look(board: &GameBoard, player: &mut TreePlayer) -> Option<Analysis> {
    let mut seen = None;
    player.new_game();
    let mut show = |analysis: &Analysis| seen = Some(analysis.clone());
    let watch = Watch { every: Duration::MAX / 4, show: &mut show };
    player.choose(board, &mut Task { watch: Some(watch), ..Task::new(Purpose::Test) });
    seen
}

fn searches(board: &GameBoard, analysis: &Analysis) -> Option<Searches> {
    let (best, mean) = analysis.findings?;
    let to_move = board.to_move();
    let sign = if to_move == Color::Black { 1.0 } else { -1.0 };
    let owners = analysis.ownership.as_ref()?;
    let area: f64 = board.size().points().map(|point| sign * f64::from(owners[point])).sum();
    Some(Searches {
        board: board.board().clone(),
        playouts: analysis.playout_owners.clone()?,
        foreseen: analysis.appraisal.as_ref().map(|appraisal| appraisal.ownership.clone()),
        level_lead: sign * best.foreseen - area,
        to_move,
        best,
        mean,
    })
}
