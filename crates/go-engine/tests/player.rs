//! The player from a front end's point of view: legal games to their end, reproducible by seed, sensible endings, time
//! control.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use go_board::{Board, BoardSize, Color, GameBoard, Move, PointSet, Position, RuleSet, TrueLiberties};
use go_engine::{
    Analysis, Book, Choice, ClockReading, Effort, EngineConfig, GameClock, Level, Player, Purpose, Task, TimeControl,
    TreePlayer, Watch,
};
use go_models::{Explanation, Prediction, Predictor};

fn player(n_playouts: u64, level: Option<Level>) -> TreePlayer {
    let effort = Effort { n_playouts: Some(n_playouts), level, ..Effort::default() };
    TreePlayer::new(EngineConfig::default(), effort, Box::new(|_| None), 5, Box::new(|| Duration::ZERO))
}

fn new_game(size: usize, rules: RuleSet) -> GameBoard {
    GameBoard::new(BoardSize::new(size).expect("a size"), rules.rules(), 0.5)
}

/// Capital letters are alive, `x` and `o` are dead; `s` and `t` are black and white stones in seki.
fn drawn(drawing: &str, rules: RuleSet) -> (GameBoard, BTreeSet<String>, BTreeSet<String>) {
    let plain: String = drawing
        .chars()
        .map(|c| match c {
            'x' | 's' => 'X',
            'o' | 't' => 'O',
            other => other,
        })
        .collect();
    let (board, _) = Board::<TrueLiberties>::parse_ascii(&plain).expect("a drawing");
    let size = board.size();
    let rows: Vec<Vec<char>> =
        drawing.lines().map(|row| row.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    let marked = |letters: &str| {
        size.points()
            .filter(|p| letters.contains(rows[usize::from(p.y())][usize::from(p.x())]))
            .map(|p| size.name(p))
            .collect()
    };
    let mut game = GameBoard::new(size, rules.rules(), 0.5);
    let stones = |color| size.points().filter(|&p| board.color_at(p) == Some(color)).collect::<Vec<_>>();
    game.set_up(&stones(Color::Black), &stones(Color::White), &[]).expect("a legal drawing");
    (game, marked("xo"), marked("st"))
}

fn names(points: &PointSet, size: BoardSize) -> BTreeSet<String> {
    points.iter().map(|p| size.name(p)).collect()
}

fn play_out(player: &mut TreePlayer, size: usize, rules: RuleSet) -> Vec<(Color, Move)> {
    let mut game = new_game(size, rules);
    while game.n_last_passes() < 2 {
        assert!(
            game.moves().len() < 4 * game.size().area() + 10,
            "the game does not end:\n{}",
            game.board().to_ascii()
        );
        match player.choose(&game, &mut Task::new(Purpose::Game)) {
            Choice::Play(mv) => game.play(game.to_move(), mv).expect("a legal move"),
            Choice::Resign => break,
        }
    }
    game.moves().collect()
}

#[test]
fn games_end_with_legal_moves_under_all_rules() {
    for (size, rules) in [
        (1, RuleSet::Chinese),
        (2, RuleSet::TrompTaylor),
        (3, RuleSet::Japanese),
        (5, RuleSet::Aga),
        (7, RuleSet::Chinese),
    ] {
        play_out(&mut player(30, None), size, rules);
    }
    play_out(&mut player(30, Some("15k".parse().expect("a level"))), 7, RuleSet::Chinese);
}

#[test]
fn one_seed_plays_one_game() {
    let play = || play_out(&mut player(60, None), 5, RuleSet::Chinese);
    assert_eq!(play(), play());
}

#[test]
fn the_big_capture_is_found() {
    let (game, ..) = drawn("XXOO.\nXXOOO\nXXOOO\n.XOOO\n.XOOO", RuleSet::Chinese);
    let choice = player(300, None).choose(&game, &mut Task::new(Purpose::Test));
    assert_eq!(choice, Choice::Play(Move::Play(game.size().parse_point("E5").expect("a point"))));
}

#[test]
fn dead_stones_are_found() {
    for rules in [RuleSet::Chinese, RuleSet::Japanese] {
        let (game, dead, _) = drawn(
            ". . . X . O . . .\n . o . X . O . x .\n . . . X . O . . .\n X X X X . O O O O\n . . . X . O . . .\n . o o X . O . x .\n \
             . . . X . O . . .\n . . . X . O . . .\n . . . X . O . . .",
            rules,
        );
        let status = player(100, None).final_status(&game);
        assert_eq!(names(&status.dead, game.size()), dead);
        assert!(status.seki.is_empty());
    }
}

const SETTLED_WITH_A_PRISONER: &str = ". . . X O . . . .\n . . . X O . . . .\n . . . X O . . . .\n . . . X O . . . .\n . o . X O . . . .\n \
             . . . X O . . . .\n . . . X O . . . .\n . . . X O . . . .\n . . . X O . . . .";

#[test]
fn tromp_and_taylor_count_every_stone() {
    let (game, dead, _) = drawn(SETTLED_WITH_A_PRISONER, RuleSet::TrompTaylor);
    assert!(player(100, None).final_status(&game).dead.is_empty());
    let (game, ..) = drawn(SETTLED_WITH_A_PRISONER, RuleSet::Chinese);
    assert_eq!(names(&player(100, None).final_status(&game).dead, game.size()), dead);
}

#[test]
fn cleaning_up_continues_until_nothing_is_dead() {
    let (mut game, ..) = drawn(SETTLED_WITH_A_PRISONER, RuleSet::Japanese);
    let choice = player(100, None).choose(&game, &mut Task::new(Purpose::Cleanup));
    assert!(matches!(choice, Choice::Play(Move::Play(_))), "{choice:?}");
    game.set_to_move(Color::White);
    assert_eq!(player(100, None).choose(&game, &mut Task::new(Purpose::Cleanup)), Choice::Play(Move::Pass));
}

/// The evaluation of the game does not depend on the dynamic komi of the search.
#[test]
fn analysis_goes_by_the_real_komi() {
    let mut game = new_game(9, RuleSet::Chinese);
    game.set_komi(40.5);
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
    let mut win_rate = 1.0;
    let mut show = |analysis: &Analysis| win_rate = analysis.win_rate;
    let watch = Some(Watch { every: Duration::ZERO, show: &mut show });
    player(10, None).choose(&game, &mut Task { purpose: Purpose::Analysis, clock: None, stop: &stop, watch });
    assert!(win_rate < 0.2, "{win_rate} with 40.5 points against Black");
}

#[test]
fn seki_lives_and_is_reported() {
    for rules in [RuleSet::Chinese, RuleSet::Japanese] {
        let (game, _, seki) = drawn(
            ". O s . t X X . X\n O O s . t X X X X\n . O s t t X X . X\n O O s t t X X X X\n O O s t t X X X X\n \
             O O O X X X X X X\n O O O X X X X X X\n O O O X X X X X X\n O O O X X X X X X",
            rules,
        );
        let status = player(100, None).final_status(&game);
        assert_eq!(names(&status.seki, game.size()), seki);
        assert!(status.dead.is_empty());
    }
}

#[test]
fn a_won_game_is_ended_by_a_second_pass_and_a_lost_one_is_not() {
    let halves = ". . . . X . O O .\n . . . . X . O . O\n . . . . X . O O O\n . . . . X . O . .\n . . . . X . O . .\n . . . . X . O . .\n . . . . X . O . .\n . . . . X . O . .\n . . . . X . O . .";
    let (mut game, ..) = drawn(halves, RuleSet::Chinese);
    game.set_to_move(Color::White);
    game.play(Color::White, Move::Pass).expect("a pass");
    assert_eq!(player(100, None).choose(&game, &mut Task::new(Purpose::Game)), Choice::Play(Move::Pass));
    game.play(Color::Black, Move::Play(game.size().parse_point("F5").expect("a point"))).expect("a move");
    game.play(Color::White, Move::Play(game.size().parse_point("F4").expect("a point"))).expect("a move");
    game.play(Color::Black, Move::Pass).expect("a pass");
    assert_ne!(player(100, None).choose(&game, &mut Task::new(Purpose::Game)), Choice::Play(Move::Pass));
}

#[test]
fn a_level_plays_on_after_a_pass_on_an_open_board() {
    let mut game = new_game(9, RuleSet::Chinese);
    for (color, name) in [(Color::Black, "E5"), (Color::White, "C3")] {
        game.play(color, Move::Play(game.size().parse_point(name).expect("a point"))).expect("a move");
    }
    game.play(Color::Black, Move::Pass).expect("a pass");
    // White has won if it passes now, and a search sees that; against a beginner there is a game to be played.
    let level: Level = "20k".parse().expect("a level");
    let choice = player(60, Some(level)).choose(&game, &mut Task::new(Purpose::Game));
    assert!(matches!(choice, Choice::Play(Move::Play(_))), "{choice:?}");
}

#[test]
fn a_share_of_the_clock_is_taken() {
    let ticks = Arc::new(AtomicU64::new(0));
    let clock = {
        let ticks = Arc::clone(&ticks);
        Box::new(move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed)))
    };
    let effort = Effort::default();
    let mut player = TreePlayer::new(EngineConfig::default(), effort, Box::new(|_| None), 1, clock);
    let control = TimeControl::Absolute { main: Duration::from_secs(4) };
    let reading = Some(ClockReading { left: Duration::from_secs(4), n_left: 0 });
    let task_clock = Some(GameClock { control, reading });
    let mut task = Task { purpose: Purpose::Test, clock: task_clock, stop: &|| false, watch: None };
    player.choose(&new_game(5, RuleSet::Chinese), &mut task);
    let used = ticks.load(Ordering::Relaxed);
    assert!((50..2_000).contains(&used), "{used} ms of 4 s");
}

#[test]
fn analysis_reports_until_it_is_stopped() {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
    let mut seen = Vec::new();
    let mut show = |analysis: &Analysis| {
        assert!(analysis.ownership.is_some() && !analysis.moves.is_empty());
        seen.push(analysis.n_playouts);
    };
    let watch = Some(Watch { every: Duration::ZERO, show: &mut show });
    let mut task = Task { purpose: Purpose::Analysis, clock: None, stop: &stop, watch };
    player(10, None).choose(&new_game(5, RuleSet::Chinese), &mut task);
    assert!(seen.len() >= 5 && seen.is_sorted(), "{seen:?}");
    assert!(seen[0] >= 10);
}

#[test]
fn the_tree_follows_the_game_and_notices_another_one() {
    let mut player = player(200, None);
    let mut game = new_game(5, RuleSet::Chinese);
    for _ in 0..4 {
        let Choice::Play(mv) = player.choose(&game, &mut Task::new(Purpose::Test)) else { panic!("resigned") };
        game.play(game.to_move(), mv).expect("a legal move");
    }
    while game.undo() {}
    game.play(Color::Black, Move::Play(game.size().parse_point("A1").expect("a point"))).expect("a move");
    let Choice::Play(mv) = player.choose(&game, &mut Task::new(Purpose::Test)) else { panic!("resigned") };
    game.check(Color::White, mv).expect("a legal move");
}

#[test]
fn the_book_is_played_in_games_and_not_in_tests() {
    let book = Book::parse("tesuji book 1 for 9x9\n: E5 100\nE5 : C3 7\n").expect("a book");
    let mut player = player(20, None).with_book(Arc::new(book));
    let mut game = new_game(9, RuleSet::Chinese);
    let centre = Move::Play(game.size().parse_point("E5").expect("a point"));
    assert_eq!(player.choose(&game, &mut Task::new(Purpose::Game)), Choice::Play(centre));
    game.play(Color::Black, centre).expect("a move");
    let Choice::Play(Move::Play(reply)) = player.choose(&game, &mut Task::new(Purpose::Game)) else {
        panic!("no move")
    };
    assert_eq!([reply.x().min(8 - reply.x()), reply.y().min(8 - reply.y())], [2, 2], "a 3-3 point");
    let mut seen = 0;
    let mut show = |analysis: &Analysis| seen = analysis.n_playouts;
    let watch = Some(Watch { every: Duration::ZERO, show: &mut show });
    player.choose(&game, &mut Task { purpose: Purpose::Test, clock: None, stop: &|| false, watch });
    assert!(seen >= 20, "a test position is thought about");
}

#[test]
fn pondering_is_thinking_ahead() {
    let mut config = EngineConfig::default();
    config.conduct.ponder = true;
    let effort = Effort { n_playouts: Some(50), ..Effort::default() };
    let mut player = TreePlayer::new(config, effort, Box::new(|_| None), 5, Box::new(|| Duration::ZERO));
    let mut game = new_game(5, RuleSet::Chinese);
    game.play(Color::Black, Move::Play(game.size().parse_point("C3").expect("a point"))).expect("a move");
    let asked = AtomicU64::new(0);
    player.ponder(&game, &|| asked.fetch_add(1, Ordering::Relaxed) >= 100);
    assert!(asked.load(Ordering::Relaxed) >= 100, "it stops when told to, not before");
    game.play(Color::White, Move::Play(game.size().parse_point("C2").expect("a point"))).expect("a move");
    let mut seen = 0;
    let mut show = |analysis: &Analysis| seen = analysis.n_playouts;
    let watch = Some(Watch { every: Duration::ZERO, show: &mut show });
    player.choose(&game, &mut Task { purpose: Purpose::Test, clock: None, stop: &|| false, watch });
    assert!(seen > 50, "{seen} playouts: nothing was kept from the opponent's turn");
}

#[test]
fn no_point_is_thrown_away_under_territory_rules() {
    // Everything is settled: to fill one of the small spaces costs nothing under area rules and a point here.
    let (mut game, ..) = drawn(
        ". . X X O O . . O\n X X X X O O O O O\n . . X X O O . . O\n X X X X O O O O O\n . . X X O O . . O\n X X X X O O O O O\n \
         . X X X O O O O O\n X X X X O O . . O\n . X X X O O O O .",
        RuleSet::Japanese,
    );
    for color in [Color::Black, Color::White] {
        game.set_to_move(color);
        assert_eq!(
            player(400, None).choose(&game, &mut Task::new(Purpose::Game)),
            Choice::Play(Move::Pass),
            "{color:?}"
        );
    }
}

/// Would rather go home.
struct Lazy;

impl Predictor for Lazy {
    fn name(&self) -> &str {
        "lazy"
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
        let share = 0.05 / (prediction.moves.len() - 1) as f32;
        prediction.probabilities = vec![share; prediction.moves.len()];
        *prediction.probabilities.last_mut().expect("a pass") = 0.95;
    }

    fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
        None
    }
}

/// A player of few playouts whose model would rather pass.
fn lazy_player(seed: u64) -> TreePlayer {
    let effort = Effort { n_playouts: Some(20), ..Effort::default() };
    let model: Arc<dyn Predictor> = Arc::new(Lazy);
    let models = Box::new(move |_| Some(Arc::clone(&model)));
    TreePlayer::new(EngineConfig::default(), effort, models, seed, Box::new(|| Duration::ZERO))
}

#[test]
fn no_pass_while_a_border_has_a_gap() {
    // Black's left and White's top meet at an open border: counted as it is, all of the left is neutral.
    let (mut game, ..) = drawn(
        ". . . . . O O X .\n X O O . O O X X .\n . X O . O X O X O\n . X . . . X O O .\n . . X . X X X O X\n . . . . . X O O X\n \
         . . . . . X O O O\n . . . . . X O O X\n . . . . . X X O .",
        RuleSet::Chinese,
    );
    game.set_to_move(Color::Black);
    for seed in 0..8 {
        let choice = lazy_player(seed).choose(&game, &mut Task::new(Purpose::Game));
        assert_ne!(choice, Choice::Play(Move::Pass), "seed {seed}");
    }
}

#[test]
fn no_pass_under_area_rules_while_a_stone_is_in_doubt() {
    // F5 is in atari: E5 saves it. All else is settled, and Black wins in any case.
    let drawing = ". . . . . X O . .\n . . . . . X O . .\n . . . . . X O . .\n \
                   . . . . X O O . .\n . . . . . X O . .\n . . . . X O O . .\n \
                   . . . . . X O . .\n . . . . . X O . .\n . . . . . X O . .";
    let (mut game, ..) = drawn(drawing, RuleSet::Chinese);
    game.set_to_move(Color::Black);
    for seed in 0..4 {
        let choice = lazy_player(seed).choose(&game, &mut Task::new(Purpose::Game));
        assert_ne!(choice, Choice::Play(Move::Pass), "seed {seed}");
    }
}

/// Knows the first two moves of a game on 9x9 and panics when it is asked about others.
struct Opening;

impl Predictor for Opening {
    fn name(&self) -> &str {
        "opening"
    }

    fn covers(&self, position: &Position) -> bool {
        position.board.size() == BoardSize::NINE && position.move_number < 2
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        assert!(self.covers(position), "asked about move {}", position.move_number + 1);
        Lazy.predict(position, prediction);
    }

    fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
        None
    }
}

#[test]
fn a_model_is_asked_only_about_what_it_covers() {
    let effort = Effort { n_playouts: Some(60), ..Effort::default() };
    let model: Arc<dyn Predictor> = Arc::new(Opening);
    let models = Box::new(move |_| Some(Arc::clone(&model)));
    let mut player = TreePlayer::new(EngineConfig::default(), effort, models, 1, Box::new(|| Duration::ZERO));
    let mut game = new_game(9, RuleSet::Chinese);
    let remarks: Vec<Option<String>> = (0..4)
        .map(|_| {
            let Choice::Play(mv) = player.choose(&game, &mut Task::new(Purpose::Game)) else { panic!("resigned") };
            game.play(game.to_move(), mv).expect("a legal move");
            player.remark()
        })
        .collect();
    assert_eq!(remarks.iter().map(Option::is_some).collect::<Vec<_>>(), [false, false, true, false], "{remarks:?}");
    let remark = remarks[2].as_deref().expect("a remark");
    assert!(remark.contains("\"opening\" does not cover move 3 of a game on 9x9"), "{remark}");
    player.new_game();
    player.choose(&new_game(13, RuleSet::Chinese), &mut Task::new(Purpose::Game));
    assert!(player.remark().is_some_and(|remark| remark.contains("move 1 of a game on 13x13")));
}

/// The shipped trees for comparing priors differ in nothing but the prior.
#[test]
fn the_trees_for_comparing_priors_are_the_same() {
    let read = |text: &str| toml::from_str::<EngineConfig>(text).expect("a configuration");
    let with = read(include_str!("../../../configs/engine-pucb.toml"));
    let mut without = read(include_str!("../../../configs/engine-pucb-none.toml"));
    assert!(with.prior.learned && !without.prior.learned);
    (without.prior.learned, without.prior.fallback) = (true, with.prior.fallback);
    assert_eq!(with, without);
    assert_eq!(with.tree.explore, go_engine::ExploreRule::Pucb);
}
