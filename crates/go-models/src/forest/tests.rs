//! Forests grown from random games: the laws of growth, reading and explaining.

use super::*;
use go_board::{BoardSize, Color, Move, Point, Position};
use go_features::graph::{BoardGraph, Discovered, IntersectionGraph, StoneGraph};
use go_games::{Game, Replay, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games in which both sides like to play next to the last move, so that there is something to learn.
fn games(n_games: usize, seed: u64) -> Vec<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..n_games)
        .map(|_| {
            let mut game = Game::new(BoardSize::NINE);
            let mut position: Position = Position::new(game.size, 7.5);
            for _ in 0..60 {
                let legal: Vec<Point> = position.legal_points().collect();
                let close: Vec<Point> = match position.last_point(0) {
                    Some(last) => legal.iter().copied().filter(|p| last.surrounding().contains(p)).collect(),
                    None => Vec::new(),
                };
                let from = if close.is_empty() || rng.random_bool(0.3) { &legal } else { &close };
                if from.is_empty() {
                    break;
                }
                let mv = Move::Play(from[rng.random_range(0..from.len())]);
                game.turns.push(Turn::new(position.to_move, mv));
                position.play(mv);
            }
            game.turns.push(Turn::new(position.to_move, Move::Pass));
            game
        })
        .collect()
}

fn settings(systems: &[GraphSystem], n_trees: usize) -> ForestSettings {
    let mut settings =
        ForestSettings { systems: systems.to_vec(), n_trees, n_games: None, seed: 5, ..ForestSettings::default() };
    settings.growth.threshold = 100;
    settings
}

fn forest(systems: &[GraphSystem], n_trees: usize) -> Forest {
    grow_forest(&settings(systems, n_trees), &games(25, 1), |_| ()).expect("a forest")
}

/// A forest without history nodes and one with both.
pub(super) fn forests(systems: &[GraphSystem], n_trees: usize) -> [Forest; 2] {
    [History::None, History::LastTwo].map(|history| {
        let mut settings = settings(systems, n_trees);
        settings.graph.history = history;
        grow_forest(&settings, &games(25, 1), |_| ()).expect("a forest")
    })
}

/// The left-most leaf by the definition: all branches, no shortcut.
fn slow_leaf<G: BoardGraph>(graph: &mut G, tree: &QueryTree<Query>, id: NodeId, seen: Discovered) -> u32 {
    match tree.node(id) {
        TreeNode::Leaf { number } => *number,
        TreeNode::Ask { query, first_child, .. } => {
            let mut found = Vec::new();
            let outcome = graph.answer(*query, &seen, &mut found);
            let child = NodeId(first_child.0 + outcome as u32);
            if found.is_empty() {
                return slow_leaf(graph, tree, child, seen);
            }
            let branches = found.into_iter().map(|node| {
                let mut branch = seen;
                branch.discover(node);
                branch
            });
            let branches: Vec<Discovered> = branches.collect();
            branches.into_iter().map(|branch| slow_leaf(graph, tree, child, branch)).min().expect("a branch")
        }
    }
}

fn slow_leaves(forest: &Forest, position: &Position, point: Point) -> Vec<u32> {
    fn of<G: BoardGraph>(forest: &Forest, tree: &GraphTree, position: &Position, point: Point) -> u32 {
        let mut graph = G::new(tree.system, forest.options(), position.board.size());
        graph.look_at_position(position);
        let start = graph.begin(point);
        slow_leaf(&mut graph, &tree.tree, NodeId::ROOT, start)
    }
    let leaf = |(number, tree): (usize, &GraphTree)| {
        forest.first_leaf(number)
            + if tree.system.is_stone_graph() {
                of::<StoneGraph>(forest, tree, position, point)
            } else {
                of::<IntersectionGraph>(forest, tree, position, point)
            }
    };
    forest.trees().iter().enumerate().map(leaf).collect()
}

/// Calls `visit` with some positions that the forest has not seen.
fn each_position(n_positions: usize, mut visit: impl FnMut(&Position)) {
    let mut n_left = n_positions;
    for game in &games(n_positions, 99) {
        let mut replay = Replay::new(game);
        while let Some((position, _)) = replay.next_position() {
            if position.move_number % 23 == 11 && n_left > 0 {
                n_left -= 1;
                visit(position);
            }
        }
    }
    assert_eq!(n_left, 0);
}

#[test]
fn all_six_systems_grow() {
    let forest = forest(&GraphSystem::ALL, 12);
    for (number, tree) in forest.trees().iter().enumerate() {
        assert_eq!(tree.system, GraphSystem::ALL[number / 2]);
        assert!(tree.tree.n_leaves() >= 4, "{}: {} leaves", tree.system, tree.tree.n_leaves());
    }
    assert_ne!(forest.trees()[0], forest.trees()[1], "trees of one system see different positions");
}

#[test]
fn a_forest_depends_on_the_seed_and_not_on_threads() {
    let grow = |n_threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        let settings = ForestSettings { seed, ..settings(&[GraphSystem::Sg, GraphSystem::Ig], 4) };
        pool.install(|| grow_forest(&settings, &games(10, 1), |_| ()).expect("a forest"))
    };
    assert_eq!(grow(1, 5), grow(2, 5));
    assert_ne!(grow(2, 5), grow(2, 6));
}

#[test]
fn the_reader_finds_the_left_most_leaf() {
    for forest in forests(&GraphSystem::ALL, 6) {
        let mut reader = ForestReader::new(std::sync::Arc::new(forest.clone()), BoardSize::NINE);
        let mut leaves = Vec::new();
        each_position(12, |position| {
            let points: Vec<Point> = position.legal_points().collect();
            reader.look_at(position);
            reader.leaves(&points, &mut leaves);
            for (&point, found) in points.iter().zip(leaves.chunks(6)) {
                assert_eq!(found, slow_leaves(&forest, position, point), "{point:?}\n{}", position.board.to_ascii());
            }
        });
    }
}

#[test]
fn leaves_are_explained_by_their_path() {
    let n_asked = forests(&GraphSystem::ALL, 6).map(|forest| check_explanations(&forest));
    assert!(n_asked[0] == 0 && n_asked[1] > 100, "leaves that speak of the last move: {n_asked:?}");
}

/// Compares the explanations of many leaves with the leaves; returns how many speak of the last move.
fn check_explanations(forest: &Forest) -> usize {
    let n_history = forest.options().history.n_nodes();
    let mut n_asked = 0;
    let mut reader = ForestReader::new(std::sync::Arc::new(forest.clone()), BoardSize::NINE);
    let mut leaves = Vec::new();
    each_position(4, |position| {
        reader.look_at(position);
        for point in position.legal_points().step_by(7) {
            reader.leaves(&[point], &mut leaves);
            for (tree, &leaf) in leaves.iter().enumerate() {
                let reason = reader.explain(tree, point);
                assert_eq!(reason.leaf, leaf);
                assert_eq!(reason.points[0], [point]);
                assert!(reason.points[1 + n_history..].iter().all(|node| !node.is_empty()));
                let last = position.last_point(0).expect("no passes");
                let name = format!("the last move ({})", position.board.size().name(last));
                if n_history > 0 && reason.sentence.to_lowercase().contains(&name.to_lowercase()) {
                    assert!(reason.points[1].contains(&last), "{}", reason.sentence);
                    n_asked += 1;
                }
                assert!(reason.sentence.ends_with('.'), "{:?}", reason.sentence);
                assert_eq!(forest.tree_of(leaf), Some(tree));
                let general = forest.describe_leaf(leaf).expect("a leaf");
                let n_phrases = |text: &str| text.matches(';').count();
                assert_eq!(n_phrases(&general), n_phrases(&reason.sentence), "{general} / {}", reason.sentence);
            }
        }
    });
    n_asked
}

/// The games are played next to the last move: trees that may ask for it do.
#[test]
fn history_nodes_are_asked_about() {
    let asks = |forest: &Forest, number: u8| {
        let tree = &forest.trees()[0].tree;
        (0..tree.n_leaves() as u32)
            .filter(|&leaf| {
                let path = tree.path_to(leaf).expect("a leaf");
                path.iter().any(|step| step.query.mentions(number))
            })
            .count()
            > tree.n_leaves() / 2
    };
    let [without, with] = forests(&[GraphSystem::Sg], 1);
    assert!(asks(&with, 1), "{}", forest_to_text(&with, &vec![0.0; with.n_leaves()]));
    assert!(
        Forest::new(without.options(), with.trees().to_vec()).is_err(),
        "history nodes are not there without history"
    );
}

#[test]
fn impossible_settings_are_refused_before_any_work() {
    let check = |settings: &ForestSettings, games: &[Game], expected: ForestError| {
        assert_eq!(grow_forest(settings, games, |_| ()).expect_err("refused"), expected);
    };
    let fine = settings(&[GraphSystem::Sg, GraphSystem::Ig], 4);
    let some = games(2, 3);
    check(
        &ForestSettings { n_trees: 3, ..fine.clone() },
        &some,
        ForestError::UnequalShares { n_trees: 3, n_systems: 2 },
    );
    check(&fine, &[], ForestError::NoGames);
    check(
        &ForestSettings { n_games: Some(3), ..fine.clone() },
        &some,
        ForestError::TooFewGames { wanted: 3, present: 2 },
    );
    let mixed = [some[0].clone(), Game::new(BoardSize::NINETEEN)];
    check(&fine, &mixed, ForestError::MixedSizes { game: 1, size: 19, expected: 9 });
    let mut silent = fine;
    silent.growth.sampling = 0.0;
    check(&silent, &some, ForestError::BadSampling { sampling: 0.0 });
}

#[test]
fn settings_are_read_from_a_config() {
    let settings: ForestSettings = serde_json::from_str(
        r#"{"systems": ["SG", "IG-CE"], "n-trees": 16, "n-games": 3200, "growth": {"criterion": "WSS", "threshold": 500}}"#,
    )
    .expect("settings");
    assert_eq!(settings.systems, [GraphSystem::Sg, GraphSystem::IgCe]);
    assert_eq!((settings.n_trees, settings.n_games, settings.growth.threshold), (16, Some(3200), 500));
    assert_eq!(settings.growth.criterion.abbreviation(), "WSS");
    assert_eq!(settings.growth.retry, 10, "what is not said keeps its default");
    assert!(serde_json::from_str::<ForestSettings>(r#"{"trees": 16}"#).is_err(), "an unknown key");
    assert!(serde_json::from_str::<ForestSettings>(r#"{"growth": {"criterion": "XYZ"}}"#).is_err());
}

/// Which readings of the thesis differ in what they grow.
#[test]
fn the_options_matter() {
    let systems = [GraphSystem::Sg, GraphSystem::IgC];
    let grow = |settings: ForestSettings| {
        let some = games(15, 1);
        grow_forest(&settings, &some, |_| ()).expect("a forest")
    };
    let default = grow(settings(&systems, 2));
    assert_ne!(grow(settings(&systems, 2).as_the_program()), default);
    assert_ne!(grow(settings(&systems, 2).as_the_thesis()), default);
}

#[test]
fn a_move_by_white_is_read_as_the_same_move_by_black() {
    for forest in forests(&[GraphSystem::Sg, GraphSystem::Ig], 2) {
        check_swapped(forest);
    }
}

fn check_swapped(forest: Forest) {
    let mut reader = ForestReader::new(std::sync::Arc::new(forest), BoardSize::NINE);
    let (mut leaves, mut swapped_leaves) = (Vec::new(), Vec::new());
    each_position(6, |position| {
        let points: Vec<Point> = position.legal_points().collect();
        let mut swapped: Position = Position::new(BoardSize::NINE, 7.5);
        for point in BoardSize::NINE.points() {
            if let Some(color) = position.board.color_at(point) {
                swapped.board.set_stone(point, Color::opponent(color));
            }
        }
        reader.look_at(position);
        reader.leaves(&points, &mut leaves);
        (swapped.to_move, swapped.last_moves) = (position.to_move.opponent(), position.last_moves);
        reader.look_at(&swapped);
        reader.leaves(&points, &mut swapped_leaves);
        assert_eq!(leaves, swapped_leaves);
    });
}
