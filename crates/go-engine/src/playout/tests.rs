//! The policy on positions drawn in ASCII, and properties of random playouts.

use go_board::{Board, Color, EyePotential, Move, Point};
use go_tactics::{EyeSpace, EyeStatus};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::vital_point::vital_point_near;
use super::*;

fn policy(change: impl FnOnce(&mut PlayoutConfig)) -> PlayoutPolicy {
    let mut config = PlayoutConfig::default();
    change(&mut config);
    PlayoutPolicy::new(&config)
}

/// One playout on the board; `record` sees the moves afterwards, with the rules that made them.
fn play(
    policy: &PlayoutPolicy,
    board: &mut Board,
    start: PlayoutStart,
    random: &mut Xoshiro256PlusPlus,
    mut record: impl FnMut(Color, RuledMove),
) -> HeavyEnd {
    let mut patterns = Patterns3x3::of(board);
    let mut trace = mcts::Trace::new();
    let heavy = HeavyBoard { stones: board, patterns: &mut patterns };
    let end = policy.new_thread().play(heavy, start, random, &mut trace);
    patterns.check(board).expect("patterns that followed");
    for step in trace.steps() {
        let color = if step.turn == mcts::Turn::First { Color::Black } else { Color::White };
        record(color, RuledMove { mv: step.action, rule: Rule::of(step) });
    }
    end
}

/// Names of the first moves that playouts choose for Black after a white stone at the mark `a`, the stone being on the board already.
fn first_moves(drawing: &str, policy: &PlayoutPolicy) -> std::collections::BTreeSet<String> {
    let (mut board, marks): (Board, _) = Board::parse_ascii(drawing).expect("a drawing");
    let last = marks.iter().find(|mark| mark.0 == 'a').map(|mark| mark.1);
    if let Some(last) = last {
        board.set_stone(last, Color::White);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut found = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let mut first: Option<Move> = None;
        let start = PlayoutStart { to_move: Color::Black, recent: [last, None], n_passes: 0 };
        play(policy, &mut board.clone(), start, &mut random, |_, RuledMove { mv, .. }| {
            first.get_or_insert(mv);
        });
        let point = first.and_then(Move::point);
        found.insert(point.map_or("pass".to_owned(), |point: Point| board.size().name(point)));
    }
    found
}

fn names(text: &str) -> std::collections::BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_chain_in_atari_runs_or_takes_its_attacker() {
    let certain = policy(|config| config.atari_first = 1.0);
    // White at a puts C3 in atari: it can only run to C2.
    let drawing = ". . . . .\n . . O . .\n . O X a .\n . . . . .\n . . . . .";
    assert_eq!(first_moves(drawing, &certain), names("C2"));
    // Here the attacker on B3 is in atari as well.
    let drawing = ". . . . .\n . X O . .\n X O X a .\n . . . . .\n . . . . .";
    assert_eq!(first_moves(drawing, &certain), names("B2 C2"));
}

#[test]
fn a_stone_put_into_atari_is_taken() {
    let certain = policy(|config| config.atari_first = 1.0);
    let drawing = ". . . . .\n . . X . .\n . X a . .\n . . X . .\n . . . . .";
    assert_eq!(first_moves(drawing, &certain), names("D3"));
}

#[test]
fn patterns_answer_next_to_the_last_move() {
    let certain = policy(|config| {
        config.pattern = 1.0;
        config.atari_first = 0.0;
        config.vital_point = 0.0;
    });
    let found = first_moves(". . . . .\n . . . . .\n . X a X .\n . . . . .\n . . . . .", &certain);
    assert!(found.iter().all(|name| "B2 B4 C2 C4 D2 D4".contains(name.as_str())), "{found:?}");
}

#[test]
fn the_rules_of_self_atari_differ() {
    // A stone at A5 or B5 is in atari at once.
    let drawing = ". . O . .\n O O O . .\n . . . . .\n . . . . .\n . . . . .";
    let moves = |rule| first_moves(drawing, &policy(|config| config.self_atari = rule));
    for rule in [SelfAtariRule::Ignore, SelfAtariRule::Result3, SelfAtariRule::Nakade] {
        assert!(moves(rule).is_superset(&names("A5 B5")), "{rule:?}");
    }
    assert!(moves(SelfAtariRule::Never).is_disjoint(&names("A5 B5")));
}

/// The slow twin: every space next to the last stone is filled.
fn vital_point_by_filling(board: &Board, last: Point) -> Option<Point> {
    let is_closed = |&point: &Point| board.is_empty(point) && board.n_empty_neighbours(point) <= 3;
    let next = last.neighbours().into_iter().filter(is_closed).filter(|_| board.n_empty_neighbours(last) <= 2);
    let spaces = next.flat_map(|point| Color::BOTH.map(|owner| (point, owner)));
    spaces.filter(|&(point, owner)| board.n_own_or_edge_neighbours(point, owner) > 0).find_map(|(point, owner)| {
        let EyeStatus::Vital(vital) = EyeSpace::around(board, point, owner)?.status() else { return None };
        (!board.is_eye(vital, owner, EyePotential::Counts)).then_some(vital)
    })
}

#[test]
fn vital_points_are_those_of_the_slow_twin() {
    let policy = policy(|config| config.mercy = 0.0);
    let mut n_found = 0;
    for (seed, size) in (0..60).zip([7, 9].into_iter().cycle()) {
        let mut board: Board = Board::new(go_board::BoardSize::new(size).expect("a size"));
        let mut twin = board.clone();
        let start = PlayoutStart { to_move: Color::Black, recent: [None; 2], n_passes: 0 };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        play(&policy, &mut board, start, &mut random, |color, RuledMove { mv, .. }| {
            let Move::Play(point) = mv else { return };
            twin.play_unchecked(point, color);
            let vital = vital_point_by_filling(&twin, point);
            assert_eq!(vital_point_near(&twin, point), vital, "{point:?}\n{}", twin.to_ascii());
            n_found += usize::from(vital.is_some());
        });
    }
    assert!(n_found > 100, "{n_found} vital points");
}

#[test]
fn seki_is_kept() {
    // The side that plays D9 or D8 loses a chain of six stones or more.
    let drawing = ". O X . O X X . X\n O O X . O X X X X\n . O X O O X X . X\n O O X O O X X X X\n O O X O O X X X X\n \
                   O O O X X X X X X\n O O O X X X X X X\n O O O X X X X X X\n O O O X X X X X X";
    let (board, _): (Board, _) = Board::parse_ascii(drawing).expect("a drawing");
    let policy = policy(|config| config.mercy = 0.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for to_move in Color::BOTH {
        let mut end = board.clone();
        let start = PlayoutStart { to_move, recent: [None; 2], n_passes: 0 };
        let n_moves = play(&policy, &mut end, start, &mut random, |_, _| ()).n_moves;
        assert_eq!((n_moves, end.hash()), (2, board.hash()));
    }
}

#[test]
fn playouts_end_play_legal_moves_and_repeat_with_their_seed() {
    for size in [1, 2, 5, 9] {
        let size = go_board::BoardSize::new(size).expect("a size");
        for change in [
            (|_| ()) as fn(&mut PlayoutConfig),
            |config| config.recycle_skipped = false,
            |config| config.self_atari = SelfAtariRule::Ignore,
            |config| config.policy = PolicyKind::Lgrf1,
            |config| config.policy = PolicyKind::Lgrf2,
            |config| config.policy = PolicyKind::Sampled,
            |config| config.policy = PolicyKind::Learning,
            |config| config.policy = PolicyKind::Adapted,
        ] {
            let policy = policy(change);
            let play = |seed| {
                let mut board: Board = Board::new(size);
                let mut twin = board.clone();
                let mut moves = Vec::new();
                let start = PlayoutStart { to_move: Color::Black, recent: [None; 2], n_passes: 0 };
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                let end = play(&policy, &mut board, start, &mut random, |color, RuledMove { mv, .. }| {
                    if let Move::Play(point) = mv {
                        assert!(twin.is_legal(point, color), "{}\n{mv:?}", twin.to_ascii());
                        twin.play_unchecked(point, color);
                    } else {
                        twin.pass();
                    }
                    moves.push(mv);
                });
                assert_eq!((end.n_moves, twin.hash()), (moves.len(), board.hash()));
                assert!(end.n_moves <= 3 * size.area().max(1));
                moves
            };
            for seed in 0..5 {
                assert_eq!(play(seed), play(seed));
            }
        }
    }
}

#[test]
fn sampled_playouts_prefer_what_the_weights_prefer_and_end() {
    let sampled = policy(|config| config.policy = PolicyKind::Sampled);
    let drawing =
        ". . . . . . .\n . . . . . . .\n . . . X . . .\n . . X a . . .\n . . . X . . .\n . . . . . . .\n . . . . . . .";
    let (mut board, marks): (Board, _) = Board::parse_ascii(drawing).expect("a drawing");
    let last = marks[0].1;
    board.set_stone(last, Color::White);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut n_captures, n_playouts) = (0, 200);
    let capture = board.size().parse_point("E4").expect("a point");
    for _ in 0..n_playouts {
        let mut played = board.clone();
        let mut first = None;
        let start = PlayoutStart { to_move: Color::Black, recent: [Some(last), None], n_passes: 0 };
        let end = play(&sampled, &mut played, start, &mut random, |_, RuledMove { mv, .. }| {
            first.get_or_insert(mv);
        });
        n_captures += usize::from(first == Some(Move::Play(capture)));
        assert!(end.n_moves < 3 * 49, "the playout circles");
    }
    assert!(2 * n_captures > n_playouts, "{n_captures} of {n_playouts}");
}

#[test]
fn every_move_names_the_rule_that_made_it() {
    let board: Board = Board::new(go_board::BoardSize::THIRTEEN);
    let start = PlayoutStart { to_move: Color::Black, recent: [None; 2], n_passes: 0 };
    let rules = |kind: PolicyKind| {
        let policy = policy(|config| config.policy = kind);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut found = std::collections::BTreeSet::new();
        for _ in 0..20 {
            play(&policy, &mut board.clone(), start, &mut random, |_, RuledMove { mv, rule }| {
                assert_eq!(mv.is_pass(), rule == Rule::Pass);
                found.insert(rule.name());
            });
        }
        found
    };
    assert_eq!(
        rules(PolicyKind::Base).into_iter().collect::<Vec<_>>().join(", "),
        "atari, pass, pattern, random, shape, skipped, vital point"
    );
    assert_eq!(rules(PolicyKind::Sampled).into_iter().collect::<Vec<_>>().join(", "), "pass, sampled");
}

#[test]
fn unknown_policies_are_refused_with_the_known_ones() {
    for (name, kind) in [
        ("base", PolicyKind::Base),
        ("sampled", PolicyKind::Sampled),
        ("lgrf-1", PolicyKind::Lgrf1),
        ("lgrf-2", PolicyKind::Lgrf2),
        ("learning", PolicyKind::Learning),
        ("adapted", PolicyKind::Adapted),
    ] {
        let config: PlayoutConfig = toml::from_str(&format!("policy = \"{name}\"")).expect("a policy");
        assert_eq!(config.policy, kind);
        let error = toml::from_str::<PlayoutConfig>("policy = \"lgrf-3\"").expect_err("an unknown policy").to_string();
        assert!(error.contains("lgrf-3") && error.contains(&format!("`{name}`")), "{error}");
    }
}
