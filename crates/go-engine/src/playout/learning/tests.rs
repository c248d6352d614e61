//! The two rules on a board, contexts against the slow way, and searches that repeat.

use go_board::{Board, BoardSize, Color, GameBoard, Point, RuleSet};
use mcts::Limits;
use rand::SeedableRng;

use super::super::base::Between;
use super::super::policy::{PlayoutPolicy, PlayoutThread, TreeMove};
use super::super::rule::Rule;
use super::super::{Patterns3x3, PolicyKind};
use super::*;
use crate::config::EngineConfig;
use crate::tree::{GoState, PlayoutStatistics, new_search};

fn config(change: impl FnOnce(&mut LearningConfig)) -> PlayoutConfig {
    let mut config = PlayoutConfig { policy: PolicyKind::Learning, ..PlayoutConfig::default() };
    change(&mut config.learning);
    config
}

fn at(name: &str) -> Point {
    BoardSize::NINE.parse_point(name).expect("a point")
}

/// A policy after the white stone on E5, with its board.
fn after_e5(config: &PlayoutConfig) -> (LearningPolicy<40>, Board) {
    let mut board: Board = Board::new(BoardSize::NINE);
    board.set_stone(at("E5"), Color::White);
    let mut policy = LearningPolicy::new(config, Arc::new(LearningPolicy::<40>::new_tables(config)));
    let start = PlayoutStart { to_move: Color::Black, recent: [Some(at("E5")), None], n_passes: 0 };
    policy.learner.begin(&board, &start);
    (policy, board)
}

/// Counts so many results of a move in its present context, as an answer to the last move too.
fn teach(policy: &LearningPolicy<40>, name: &str, (n_won, n_lost): (usize, usize)) {
    let learner = &policy.learner;
    let knowledge = learner.knowledge.as_ref().expect("tables");
    let (before, made) = (learner.before.expect("a last move"), learner.placed(at(name)));
    for won in std::iter::repeat_n(true, n_won).chain(std::iter::repeat_n(false, n_lost)) {
        knowledge.learn_node(Color::Black, made, won);
        knowledge.learn_edge(Color::Black, before, made, won);
    }
}

#[test]
fn the_best_node_move_near_the_last_move_is_made() {
    let (mut policy, mut board) = after_e5(&config(|_| ()));
    let node = |policy: &mut LearningPolicy<40>, board: &Board| {
        policy.learner.look_around(board, Color::Black, at("E5"));
        let found = policy.learner.after_patterns(&policy.base, board, Color::Black, at("E5"));
        found.map(|found| (found.mv.point().expect("a point"), found.rule))
    };
    assert_eq!(node(&mut policy, &board), None, "nothing is known");
    teach(&policy, "E6", (1, 3));
    assert_eq!(node(&mut policy, &board), None, "below the threshold");
    teach(&policy, "F6", (3, 1));
    teach(&policy, "D7", (6, 1));
    teach(&policy, "A1", (9, 0));
    assert_eq!(node(&mut policy, &board), Some((at("D7"), Rule::Node)), "A1 is far away");
    // A stone next to D7 is another context.
    board.set_stone(at("C7"), Color::White);
    policy.learner.contexts.begin(&board);
    assert_eq!(node(&mut policy, &board), None, "C7 is in the contexts of all of them");
    assert_eq!(policy.learner.n_node_moves, [1, 0]);
}

#[test]
fn the_best_answer_is_made_where_both_contexts_are_as_they_were() {
    let (mut policy, mut board) = after_e5(&config(|_| ()));
    teach(&policy, "A1", (3, 1));
    teach(&policy, "H8", (4, 0));
    let edge = |policy: &mut LearningPolicy<40>, board: &Board| {
        let found = policy.learner.after_atari(&policy.base, board, Color::Black, at("E5"));
        found.map(|found| (found.mv.point().expect("a point"), found.rule))
    };
    assert_eq!(edge(&mut policy, &board), Some((at("H8"), Rule::Edge)));
    board.set_stone(at("H7"), Color::White);
    policy.learner.contexts.begin(&board);
    assert_eq!(edge(&mut policy, &board), None, "three of four are less evidence than 125 of 200");
    teach(&policy, "A1", (6, 0));
    assert_eq!(edge(&mut policy, &board), Some((at("A1"), Rule::Edge)));
    policy.learner.before = Some(policy.learner.placed(at("E4")));
    assert_eq!(edge(&mut policy, &board), None, "another last move");
}

#[test]
fn what_the_tree_found_comes_first_and_playouts_do_not_change_it() {
    assert!(PlayoutPolicy::new(&config(|_| ())).teacher().is_none(), "off by default");
    let config = config(|learning| learning.tree_visits = 10);
    let (mut policy, board) = after_e5(&config);
    let start = PlayoutStart { to_move: Color::Black, recent: [Some(at("E5")), None], n_passes: 0 };
    let made = |policy: &mut LearningPolicy<40>, board: &Board| {
        let edge = policy.learner.after_atari(&policy.base, board, Color::Black, at("E5"));
        let node = policy.learner.after_patterns(&policy.base, board, Color::Black, at("E5"));
        [edge, node].map(|found| found.map(|found| (found.mv.point().expect("a point"), found.rule)))
    };
    teach(&policy, "F6", (20, 0));
    assert_eq!(made(&mut policy, &board), [Some((at("F6"), Rule::Edge)), Some((at("F6"), Rule::Node))]);
    let mut teacher = LearningPolicy::<40>::teacher(&policy.learner.tables).expect("a second layer");
    assert_eq!(teacher.min_visits(), 10);
    // D7 in two nodes of the tree: 24 of 30 together. D6 is lost.
    for (name, visits, value) in [("D7", 10, 0.6), ("D6", 40, 0.1), ("D7", 20, 0.9)] {
        let last = Some(at("E5"));
        teacher.add(&TreeMove { board: &board, color: Color::Black, point: at(name), last, visits, value });
    }
    teacher.finish();
    assert_eq!(made(&mut policy, &board)[0], Some((at("F6"), Rule::Edge)), "from the next playout on");
    policy.learner.begin(&board, &start);
    let of_tree = [Some((at("D7"), Rule::TaughtEdge)), Some((at("D7"), Rule::TaughtNode))];
    assert_eq!(made(&mut policy, &board), of_tree);
    let taught = Arc::clone(policy.learner.tables.taught.get().expect("a second layer"));
    let (before, d7) = (policy.learner.before.expect("E5"), policy.learner.placed(at("D7")));
    let scale = mcts::wls::WinLossScale::<u8>::new(21);
    let states = || [taught.node_state(Color::Black, d7), taught.edge_state(Color::Black, before, d7)];
    assert_eq!(states().map(|state| scale.counts(state)), [(17, 21); 2], "24 of 30 on a scale of 21");
    policy.learner.learned.push(Learned { color: Color::Black, made: d7, before: Some(before) });
    policy.learner.learn(false);
    assert_eq!(states().map(|state| scale.counts(state)), [(17, 21); 2]);
    assert_eq!(taught.node_state(Color::White, d7), 0);
}

#[test]
fn the_first_moves_of_a_playout_are_learned_once() {
    let config = config(|learning| learning.learned_moves = 30);
    let tables = Arc::new(LearningPolicy::<40>::new_tables(&config));
    let mut thread = LearningPolicy::<40>::new(&config, Arc::clone(&tables));
    let mut board: Board = Board::new(BoardSize::NINE);
    let mut patterns = Patterns3x3::of(&board);
    let mut heavy = HeavyBoard { stones: &mut board, patterns: &mut patterns };
    let mut random = PlayoutRandom::seed_from_u64(4);
    let start = PlayoutStart { to_move: Color::Black, recent: [None; 2], n_passes: 0 };
    thread.begin(&heavy, &start);
    let mut turn = PlayoutTurn { color: Color::Black, recent: [None; 2] };
    let mut made = Vec::new();
    for _ in 0..60 {
        let Move::Play(point) = thread.choose(&mut heavy, turn, &mut random).mv else { break };
        let context = thread.learner.contexts.at(point);
        made.push((turn.color, Placed { point, context }));
        let n_captured = heavy.play(point, turn.color);
        thread.follow(&heavy, point, turn.color, n_captured);
        thread.learner.contexts.check(heavy.stones).expect("contexts that followed");
        turn = PlayoutTurn { color: turn.color.opponent(), recent: [Some(point), turn.recent[0]] };
    }
    for _ in 0..2 {
        thread.learn(&Trace::new(), &Outcome::reward(1.0));
    }
    let knowledge = tables.knowledge.get().expect("tables");
    let scale = mcts::wls::WinLossScale::<u8>::new(21);
    for (nth, &(color, placed)) in made.iter().enumerate() {
        let counts = scale.counts(knowledge.node_state(color, placed));
        let won = u32::from(color == Color::Black);
        assert_eq!(counts, if nth < 30 { (won, 1) } else { (0, 0) }, "move {nth}");
        if (1..30).contains(&nth) {
            assert_eq!(scale.counts(knowledge.edge_state(color, made[nth - 1].1, placed)), (won, 1), "move {nth}");
        }
    }
}

#[test]
fn contexts_follow_from_playout_to_playout() {
    let mut random = PlayoutRandom::seed_from_u64(9);
    let (mut small, mut large) = (Contexts::<24>::new(), Contexts::<40>::new());
    for (seed, size) in (0..24).zip([9, 9, 9, 13, 5].into_iter().cycle()) {
        let mut board: Board = Board::new(BoardSize::new(size).expect("a size"));
        let mut color = Color::Black;
        for nth in 0..(20 + 7 * (seed % 11)) {
            let Move::Play(point) = board.random_move(color, &mut random) else { break };
            let n_captured = board.play_unchecked(point, color);
            if nth == 20 {
                small.begin(&board);
                large.begin(&board);
            } else if nth > 20 {
                small.follow(&board, point, color, n_captured);
                large.follow(&board, point, color, n_captured);
            }
            color = color.opponent();
        }
        small.begin(&board);
        large.begin(&board);
        small.check(&board).expect("24 cells");
        large.check(&board).expect("40 cells");
    }
}

#[test]
fn one_seed_and_one_thread_search_the_same_twice() {
    let game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
    for cells in [ContextCells::Cells8, ContextCells::Cells12, ContextCells::Cells24, ContextCells::Cells40] {
        let config =
            EngineConfig { playout: config(|learning| learning.context_cells = cells), ..EngineConfig::default() };
        let search = |seed| {
            let mut search = new_search(GoState::of(&game), &config, None, 1, seed);
            search.run(&Limits::playouts(600));
            let moves = search.inspect().ranked_moves();
            moves.iter().map(|ranked| (ranked.action, ranked.visits, ranked.value.to_bits())).collect::<Vec<_>>()
        };
        assert_eq!(search(3), search(3));
        assert_ne!(search(3), search(4));
    }
}

#[test]
fn learned_moves_are_made_and_can_be_switched_off() {
    let game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
    let rules = |change: fn(&mut LearningConfig)| {
        let config = EngineConfig { playout: config(change), ..EngineConfig::default() };
        let by_rule = PlayoutStatistics::of(&game, &config, None, 1500, 1).by_rule;
        let total: u64 = by_rule.iter().map(|(_, n)| n).sum();
        [Rule::Edge, Rule::Node].map(|rule| {
            let n = by_rule.iter().find(|found| found.0 == rule).map_or(0, |found| found.1);
            100.0 * n as f64 / total as f64
        })
    };
    // Table 4.8 has 4% and 33% of whole games with more playouts; here the board is empty, and contexts of 40 cells have hardly been seen yet.
    let [edge, node] = rules(|_| ());
    assert!((0.2..8.0).contains(&edge) && (1.0..33.0).contains(&node), "{edge:.1}% edge and {node:.1}% node moves");
    assert_eq!(rules(|learning| learning.best_answers = 0)[0], 0.0);
    assert_eq!(rules(|learning| learning.node_neighbours = 0)[1], 0.0);
    assert_eq!(rules(|learning| learning.learned_moves = 0), [0.0, 0.0]);
    let [few_edge, few_node] = rules(|learning| learning.made_moves = 10);
    assert!(
        0.0 < few_node && few_node < node / 2.0 && few_edge < edge,
        "{few_edge:.1}% and {few_node:.1}% in ten moves"
    );
}

#[test]
fn threads_share_what_they_learn() {
    let policy = PlayoutPolicy::new(&config(|_| ()));
    let play = |thread: &mut Box<dyn PlayoutThread>, seed| {
        let mut board: Board = Board::new(BoardSize::NINE);
        let mut patterns = Patterns3x3::of(&board);
        let heavy = HeavyBoard { stones: &mut board, patterns: &mut patterns };
        let start = PlayoutStart { to_move: Color::Black, recent: [None; 2], n_passes: 0 };
        let mut trace = Trace::new();
        thread.play(heavy, start, &mut PlayoutRandom::seed_from_u64(seed), &mut trace);
        trace
    };
    let (mut teacher, mut pupil) = (policy.new_thread(), policy.new_thread());
    let before = play(&mut pupil, 7);
    assert!(before.steps().iter().all(|step| ![Rule::Edge, Rule::Node].contains(&Rule::of(step))));
    for seed in 0..300 {
        let trace = play(&mut teacher, seed);
        teacher.learn(&trace, &Outcome::reward((seed % 2) as f64));
    }
    assert!(play(&mut pupil, 7).steps().iter().any(|step| Rule::of(step) == Rule::Node));
}

#[test]
fn other_numbers_of_cells_are_refused() {
    let read = |text: &str| toml::from_str::<PlayoutConfig>(text);
    let given = read("[learning]\ncontext_cells = 24\nnode_threshold = [3, 5]").expect("a configuration");
    assert_eq!((given.learning.context_cells, given.learning.node_threshold), (ContextCells::Cells24, [3, 5]));
    let error = read("[learning]\ncontext_cells = 30").expect_err("no such context").to_string();
    assert!(error.contains("context_cells = 30: it must be 8, 12, 24 or 40"), "{error}");
}
