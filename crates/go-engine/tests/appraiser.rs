//! A model of final ownership in the search: what it changes, what it does not, and what analyses say of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, Move, PointMap, Position, RuleSet, fixed_handicap};
use go_engine::{Analysis, Choice, Effort, EngineConfig, EvaluationConfig, Player, Purpose, Task, TreePlayer, Watch};
use go_models::{Appraisal, Appraiser};

/// Every stone is alive and worth three points; or a fixed lead.
struct Fake {
    lead: Option<f32>,
    sizes: Vec<BoardSize>,
    n_questions: AtomicUsize,
}

impl Fake {
    fn new(lead: Option<f32>) -> Arc<Self> {
        let sizes = vec![BoardSize::new(5).expect("a size"), BoardSize::new(7).expect("a size"), BoardSize::NINE];
        Arc::new(Self { lead, sizes, n_questions: AtomicUsize::new(0) })
    }

    fn n_questions(&self) -> usize {
        self.n_questions.load(Ordering::Relaxed)
    }
}

impl Appraiser for Fake {
    fn name(&self) -> &str {
        "fake"
    }

    fn covers(&self, position: &Position) -> bool {
        self.sizes.contains(&position.board.size())
    }

    fn appraise(&self, position: &Position) -> Appraisal {
        self.n_questions.fetch_add(1, Ordering::Relaxed);
        let mut ownership = Box::new(PointMap::filled(0.0));
        for point in position.board.size().points() {
            ownership[point] = match position.board.color_at(point) {
                Some(Color::Black) => 1.0,
                Some(Color::White) => -1.0,
                // Empty points go with the lead, if there is a fixed one.
                None => self.lead.map_or(0.0, |lead| (lead / 25.0).clamp(-1.0, 1.0)),
            };
        }
        let stones = |color| position.board.n_stones(color) as f32;
        let area_lead = self.lead.unwrap_or(3.0 * (stones(Color::Black) - stones(Color::White)));
        let black_wins = if area_lead > position.komi { 1.0 } else { 0.0 };
        Appraisal { ownership, area_lead, spread: 2.0, black_wins }
    }
}

fn player(appraiser: Option<Arc<Fake>>, weight: f64, n_playouts: u64) -> TreePlayer {
    let evaluation = EvaluationConfig { weight, after_visits: 4 };
    let config = EngineConfig { evaluation, ..EngineConfig::default() };
    let effort = Effort { n_playouts: Some(n_playouts), ..Effort::default() };
    let player = TreePlayer::new(config, effort, Box::new(|_| None), 5, Box::new(|| Duration::ZERO));
    player.with_appraisers(Box::new(move |_| appraiser.clone().map(|appraiser| appraiser as Arc<dyn Appraiser>)))
}

fn new_game(size: usize) -> GameBoard {
    GameBoard::new(BoardSize::new(size).expect("a size"), RuleSet::Chinese.rules(), 6.5)
}

/// What the player says of the position when it has made its playouts.
fn analysis(player: &mut TreePlayer, game: &GameBoard, purpose: Purpose) -> Analysis {
    let mut seen = None;
    let mut show = |analysis: &Analysis| seen = Some(analysis.clone());
    let watch = Some(Watch { every: Duration::MAX / 4, show: &mut show });
    player.choose(game, &mut Task { watch, ..Task::new(purpose) });
    seen.expect("a last report")
}

/// What the search did; what is shown of it may have the second opinion in it.
fn searched(seen: &Analysis) -> Vec<(Move, u64, Vec<Move>)> {
    seen.moves.iter().map(|report| (report.mv, report.n_visits, report.variation.clone())).collect()
}

#[test]
fn without_weight_the_search_is_the_same_and_the_analysis_has_a_second_opinion() {
    let fake = Fake::new(Some(20.0));
    let mut game = new_game(7);
    game.play(Color::Black, Move::Play(game.size().parse_point("D4").expect("a point"))).expect("a move");
    let plain = analysis(&mut player(None, 0.0, 300), &game, Purpose::Test);
    let with = analysis(&mut player(Some(Arc::clone(&fake)), 0.0, 300), &game, Purpose::Test);
    assert_eq!(searched(&with), searched(&plain));
    let raw = |seen: &Analysis| seen.findings.map(|(best, mean)| (best.lead, best.win_rate, mean.lead, mean.win_rate));
    assert_eq!(raw(&with), raw(&plain));
    assert!(with.win_rate < plain.win_rate, "the model is for Black, and White is to move");
    assert!(plain.appraisal.is_none());
    let appraisal = with.appraisal.expect("a second opinion");
    assert_eq!((appraisal.area_lead, fake.n_questions()), (20.0, 1), "asked for the analysis only");
    assert_eq!(appraisal.ownership[game.size().parse_point("D4").expect("a point")], 1.0, "Black's view");
    player(Some(Arc::clone(&fake)), 0.0, 50).choose(&game, &mut Task::new(Purpose::Test));
    assert_eq!(fake.n_questions(), 1, "nobody looks on");
}

#[test]
fn with_all_the_weight_win_rate_and_lead_are_the_models() {
    let mut game = new_game(7);
    for (area_lead, black) in [(20.0, 1.0), (-20.0, 0.0), (6.5, 0.25)] {
        for color in Color::BOTH {
            game.set_to_move(color);
            let fake = Fake::new(Some(area_lead));
            let seen = analysis(&mut player(Some(fake), 1.0, 200), &game, Purpose::Test);
            let (_, mean) = seen.findings.expect("playouts");
            let black_rate = if color == Color::Black { mean.win_rate } else { 1.0 - mean.win_rate };
            assert!((black_rate - black).abs() < 0.01, "{color} {area_lead}: {black_rate}");
            let lead = f64::from(area_lead) - 6.5;
            let lead = if color == Color::Black { lead } else { -lead };
            assert!((mean.lead - lead).abs() < 0.01, "{}", mean.lead);
            assert_eq!(seen.score_lead.expect("a lead") > 0.0, seen.win_rate > 0.5, "one judgement in two units");
            assert!(seen.score_spread.expect("a spread") < 0.1, "{:?}", seen.score_spread);
        }
    }
}

#[test]
fn the_better_move_by_the_model_is_found() {
    // The model likes nothing but stones on the board: a capture takes some of the opponent's away.
    let (board, _) = go_board::Board::<go_board::TrueLiberties>::parse_ascii(
        ". . . . . . .\n . . . . . . .\n . . . . . . .\n . . X . . . .\n . X O . . . .\n . X O X . . .\n . . X . . . .",
    )
    .expect("a drawing");
    let mut game = new_game(7);
    let stones = |color| board.size().points().filter(|&p| board.color_at(p) == Some(color)).collect::<Vec<_>>();
    game.set_up(&stones(Color::Black), &stones(Color::White), &[]).expect("a legal drawing");
    let choice = player(Some(Fake::new(None)), 1.0, 400).choose(&game, &mut Task::new(Purpose::Test));
    assert_eq!(choice, Choice::Play(Move::Play(game.size().parse_point("D3").expect("a point"))));
}

#[test]
fn one_seed_gives_one_analysis() {
    let game = new_game(5);
    let run = || analysis(&mut player(Some(Fake::new(None)), 0.4, 300), &game, Purpose::Test).moves;
    assert_eq!(run(), run());
}

#[test]
fn games_are_legal_and_end() {
    let mut player = player(Some(Fake::new(None)), 0.5, 30);
    let mut game = new_game(5);
    while game.n_last_passes() < 2 {
        assert!(game.moves().len() < 200, "the game does not end:\n{}", game.board().to_ascii());
        match player.choose(&game, &mut Task::new(Purpose::Game)) {
            Choice::Play(mv) => game.play(game.to_move(), mv).expect("a legal move"),
            Choice::Resign => break,
        }
    }
}

#[test]
fn a_board_that_it_does_not_cover_is_searched_without() {
    let fake = Fake::new(Some(20.0));
    let game = new_game(6);
    let with = analysis(&mut player(Some(Arc::clone(&fake)), 1.0, 100), &game, Purpose::Test);
    assert_eq!(searched(&with), searched(&analysis(&mut player(None, 0.0, 100), &game, Purpose::Test)));
    assert!(with.appraisal.is_none() && fake.n_questions() == 0);
}

#[test]
fn leads_are_under_the_real_komi_whatever_the_search_plays_with() {
    // Four stones at komi 0.5: the search of a game gives White a quarter of the board, an analysis does not.
    let mut game = GameBoard::new(BoardSize::NINE, RuleSet::Japanese.rules(), 0.5);
    game.place_handicap(&fixed_handicap(game.size(), 4).expect("stones")).expect("placed");
    for purpose in [Purpose::Test, Purpose::Game] {
        let seen = analysis(&mut player(Some(Fake::new(Some(20.0))), 1.0, 100), &game, purpose);
        // Territory rules: four black stones are four moves, and so four points of area; White makes half a move more than Black from here.
        let (_, mean) = seen.findings.expect("playouts");
        assert!((mean.lead + 16.0).abs() < 0.01, "{}", mean.lead);
        assert!(seen.moves.iter().all(|report| report.score_lead.is_some()), "every move has a lead");
    }
}

#[test]
fn what_is_shown_of_a_position_lies_between_its_best_move_and_the_mean_of_all() {
    let seen = analysis(&mut player(None, 0.0, 500), &new_game(7), Purpose::Test);
    let (best, mean) = seen.findings.expect("playouts");
    assert!(best.unsettled > 0.3 && best.unsettled == mean.unsettled, "an empty board: {}", best.unsettled);
    let calibration = go_engine::Calibration::of(BoardSize::new(7).expect("a size"), false);
    let shown = [best, mean].map(|found| calibration.show(&found).lead);
    let lead = seen.score_lead.expect("a lead");
    assert!((shown[0].min(shown[1])..=shown[0].max(shown[1])).contains(&lead), "{shown:?} {lead}");
    for report in &seen.moves {
        assert_eq!(report.score_lead.expect("a lead") > 0.0, report.win_rate > 0.5, "{report:?}");
    }
    let leads: Vec<f64> = seen.moves.iter().filter_map(|report| report.score_lead).collect();
    assert!(leads.iter().any(|&lead| lead != leads[0]), "moves differ: {leads:?}");
    assert!(seen.score_spread.expect("a spread") > 1.0);
}
