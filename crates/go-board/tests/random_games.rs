//! Properties of the core on random games: after every move and every undo, everything kept incrementally equals its
//! from-scratch reference, on every board size, with both kinds of liberties, and patterns of every size.

use go_board::{
    Board, BoardSize, Color, GameBoard, Liberties, Move, N_RECENT_MOVES, PseudoLiberties, RawPatterns, RuleSet,
    TrueLiberties,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn random_game<L: Liberties>(size: BoardSize, seed: u64, check: impl Fn(&Board<L>)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::<L>::new(size);
    let mut records = Vec::new();
    let mut snapshots = Vec::new();
    let mut color = Color::Black;
    let stride = 1 + size.area() / 12;
    for step in 0..3 * size.area() {
        let Move::Play(point) = board.random_move(color, &mut rng) else {
            board.pass();
            break;
        };
        snapshots.push((board.hash(), board.ko(), Color::BOTH.map(|c| board.prisoners(c))));
        let expected_hash = board.hash_after(point, color);
        records.push(board.play_undoable(point, color));
        assert_eq!(board.hash(), expected_hash);
        if step % stride == 0 {
            check(&board);
        }
        if rng.random_range(0..8) == 0 {
            for _ in 0..rng.random_range(1..=records.len().min(5)) {
                board.undo(&records.pop().unwrap());
                let now = (board.hash(), board.ko(), Color::BOTH.map(|c| board.prisoners(c)));
                assert_eq!(snapshots.pop().unwrap(), now);
                check(&board);
                color = color.opponent();
            }
        }
        color = color.opponent();
    }
    let mut copy = Board::<L>::new(size);
    copy.copy_from(&board);
    check(&copy);
    assert_eq!(copy.to_ascii(), board.to_ascii());
    while let Some(record) = records.pop() {
        board.undo(&record);
        assert_eq!(snapshots.pop().unwrap().0, board.hash());
    }
    check(&board);
    assert_eq!(board.empty_points().len(), size.area());
}

#[test]
fn true_liberties_equal_the_twin_on_every_size() {
    for n in 1..=25 {
        let size = BoardSize::new(n).unwrap();
        for seed in 0..3 {
            random_game::<TrueLiberties>(size, seed, |b| b.check_true_liberties().unwrap());
        }
    }
}

#[test]
fn pseudo_liberties_equal_the_twin_on_every_size() {
    for n in 1..=25 {
        random_game::<PseudoLiberties>(BoardSize::new(n).unwrap(), n as u64, |b| b.check_consistency().unwrap());
    }
}

/// Random moves, suicides included.
fn follow_a_game<const CELLS: usize>(size: BoardSize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut board = Board::<PseudoLiberties>::new(size);
    let mut patterns = RawPatterns::<CELLS>::new(size);
    let mut copy = RawPatterns::<CELLS>::new(BoardSize::THIRTEEN);
    let mut color = Color::Black;
    for step in 0..3 * size.area() {
        let n_empty = board.empty_points().len();
        if n_empty == 0 {
            break;
        }
        let any = board.empty_points()[rng.random_range(0..n_empty)];
        let point = if step % 3 == 0 { any } else { board.random_move(color, &mut rng).point().unwrap_or(any) };
        patterns.play(&mut board, point, color);
        color = color.opponent();
        if step % (1 + size.area() / 12) == 0 {
            patterns.check(&board).unwrap();
        }
    }
    patterns.check(&board).unwrap();
    RawPatterns::<CELLS>::of(&board).check(&board).unwrap();
    copy.copy_from(&patterns);
    copy.check(&board).unwrap();
}

#[test]
fn patterns_of_every_size_follow_the_moves() {
    for n in [1, 2, 5, 9, 19, 25] {
        let size = BoardSize::new(n).unwrap();
        follow_a_game::<4>(size);
        follow_a_game::<8>(size);
        follow_a_game::<12>(size);
        follow_a_game::<20>(size);
        follow_a_game::<24>(size);
        follow_a_game::<28>(size);
        follow_a_game::<36>(size);
        follow_a_game::<40>(size);
    }
}

/// Random legal moves under each rule set, eyes and suicides included: every move that `check` allows succeeds, and
/// undo restores the start.
#[test]
fn games_under_every_rule_set_can_be_taken_back_to_the_start() {
    for (i, rules) in RuleSet::ALL.into_iter().enumerate() {
        for n in [1, 2, 3, 5, 9] {
            let size = BoardSize::new(n).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64((100 * n + i) as u64);
            let mut game = GameBoard::new(size, rules.rules(), 0.0);
            for _ in 0..200 {
                let points: Vec<_> = size.points().collect();
                let point = points[rng.random_range(0..points.len())];
                let mv = if rng.random_range(0..20) == 0 { Move::Pass } else { Move::Play(point) };
                let color = game.to_move();
                let (before, expected) = (game.situations().to_vec(), game.board().to_ascii());
                if game.play(color, mv).is_ok() {
                    game.board().check_true_liberties().unwrap();
                    assert_eq!(game.to_move(), color.opponent());
                } else {
                    assert_eq!(game.situations(), before);
                    assert_eq!(game.board().to_ascii(), expected);
                }
            }
            let mut n_undone = 0;
            while game.undo() {
                n_undone += 1;
                game.board().check_true_liberties().unwrap();
            }
            assert!(n_undone > 0 && game.situations() == [0], "{rules} on {size}");
            assert_eq!((game.to_move(), game.position().last_moves), (Color::Black, [None; N_RECENT_MOVES]));
        }
    }
}

/// `is_legal` and `is_suicide` against the result of placing the stone.
#[test]
fn legality_agrees_with_the_result_of_the_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..30 {
        let mut board = Board::<TrueLiberties>::new(BoardSize::new(6).unwrap());
        let mut color = Color::Black;
        for _ in 0..60 {
            for &point in &board.empty_points().to_vec() {
                let mut after = board.clone();
                after.play_unchecked(point, color);
                assert_eq!(board.is_suicide(point, color), after.is_empty(point));
                assert_eq!(after.hash(), board.hash_after(point, color));
            }
            let legal: Vec<_> = board.empty_points().iter().copied().filter(|&p| board.is_legal(p, color)).collect();
            if legal.is_empty() {
                break;
            }
            board.play_unchecked(legal[rng.random_range(0..legal.len())], color);
            color = color.opponent();
        }
    }
}

#[test]
fn a_seed_gives_the_same_playout_twice() {
    let playout = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::<PseudoLiberties>::new(BoardSize::NINE);
        (board.light_playout(Color::Black, &mut rng), board.to_ascii())
    };
    assert_eq!(playout(1), playout(1));
    assert_ne!(playout(1), playout(2));
}

/// Both kinds of liberties agree on legality: the same seed plays the same game.
#[test]
fn liberty_kinds_agree_on_whole_playouts() {
    for seed in 0..200 {
        let mut a = Board::<PseudoLiberties>::new(BoardSize::NINE);
        let mut b = Board::<TrueLiberties>::new(BoardSize::NINE);
        let end_a = a.light_playout(Color::Black, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let end_b = b.light_playout(Color::Black, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        assert_eq!((end_a, a.to_ascii()), (end_b, b.to_ascii()));
        assert_eq!(a.area_lead() as f32, a.score(go_board::Scoring::Area, &Default::default()).lead());
    }
}
