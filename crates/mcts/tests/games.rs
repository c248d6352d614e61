//! Games with known values: every rule must find them.

use mcts::rules::{Bias, Explore, FirstPlay, PriorValue, Rave, Rules, Schedule, Widening};
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape, Nim, NimRandom};
use mcts::{Endings, Limits, Search, SearchConfig, State, StopReason, Turn};

fn every_rule() -> Vec<(&'static str, Rules)> {
    let mixed = Rules {
        explore: Explore::Puct { c: 1.0, growth: Some(1000.0) },
        rave: Some(Rave::by_visits()),
        prior_value: PriorValue::Fading,
        bias: Bias::Permanent { weight: 0.02 },
        first_play: FirstPlay::BelowParent(0.05),
        widening: Widening::with_promotion(Schedule::logarithmic(2)),
    };
    vec![
        ("ucb1", Rules::ucb1(0.5)),
        ("uct + rave", Rules::uct_rave(0.3, 1.0 / 400.0)),
        ("goknot", Rules::goknot(0.3)),
        ("oakfoam", Rules { explore: Explore::Ucb1 { c: 0.3 }, ..Rules::oakfoam() }),
        ("puct", Rules::puct(1.5)),
        ("pucb", Rules::pucb(0.1)),
        ("panel", Rules::panel(0.5)),
        ("mixed", mixed),
    ]
}

#[test]
fn nim_is_won_with_every_rule() {
    // Without settling, so that only the statistics can find the move.
    for (name, rules) in every_rule() {
        for heap in [5, 6, 7, 9] {
            let config = SearchConfig { rules, endings: Endings::Revisit, ..SearchConfig::default() };
            let mut search = Search::new(Nim::new(heap), NimRandom, NimRandom, config);
            assert_eq!(search.run(&Limits::playouts(5000)), StopReason::Playouts);
            assert_eq!(search.best_action().map(u32::from), Some(heap % 4), "{name}, heap {heap}");
            assert!(search.inspect().value() > 0.7, "{name}, heap {heap}: {}", search.inspect().value());
        }
    }
}

#[test]
fn a_lost_heap_is_proven_lost() {
    let mut search = Search::new(Nim::new(12), NimRandom, NimRandom, SearchConfig::default());
    assert_eq!(search.run(&Limits::playouts(100_000)), StopReason::Proven);
    assert_eq!(search.inspect().settled(), Some(0.0));
}

#[test]
fn a_small_bush_is_solved_exactly_with_every_rule() {
    for (name, rules) in every_rule() {
        for seed in 0..5 {
            let root = Bush::new(BushShape { width: 4, depth: 4, two_players: true, noise: 0.6, seed });
            let config = SearchConfig { rules, seed, ..SearchConfig::default() };
            let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
            assert_eq!(search.run(&Limits::playouts(1_000_000)), StopReason::Proven, "{name}, seed {seed}");
            let (exact, found) = (root.exact_value(), search.inspect().settled().unwrap());
            assert!((found - exact).abs() < 1e-6, "{name}, seed {seed}: {found}, not {exact}");
            let mut best = root;
            best.apply(search.best_action().unwrap());
            assert!((best.exact_value() - exact).abs() < 1e-6, "{name}, seed {seed}: the action keeps the value");
        }
    }
}

#[test]
fn statistics_alone_converge_to_the_minimax_value() {
    for seed in 0..4 {
        let root = Bush::new(BushShape { width: 4, depth: 4, two_players: true, noise: 0.6, seed });
        let config = SearchConfig { endings: Endings::Revisit, rules: Rules::ucb1(0.3), ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
        search.run(&Limits::playouts(100_000));
        let error = (search.inspect().value() - root.exact_value()).abs();
        assert!(error < 0.03, "seed {seed}: off by {error}");
    }
}

#[test]
fn rewards_are_flipped_for_the_second_player() {
    let mut root = Nim::new(11);
    root.apply(1);
    assert_eq!(root.turn(), Turn::Second);
    let mut search = Search::new(root, NimRandom, NimRandom, SearchConfig::default());
    search.run(&Limits::playouts(5000));
    assert_eq!(search.best_action(), Some(2));
    assert_eq!(search.inspect().settled(), Some(0.0), "from the first player's point of view");
    assert_eq!(search.inspect().ranked_moves()[0].settled, Some(1.0), "from the mover's point of view");
}

#[test]
fn one_seed_gives_one_tree_and_another_seed_another() {
    let run = |seed| {
        let root = Bush::new(BushShape { width: 20, depth: 20, two_players: true, noise: 0.5, seed: 1 });
        let config = SearchConfig { rules: Rules::goknot(0.2), seed, expand_after: 3, ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander { sharpness: 2.0, page: 7 }, BushRollout, config);
        search.run(&Limits::playouts(1000));
        search.run(&Limits::playouts(1000));
        (search.root_moves(), search.inspect().principal_variation(), search.stats().nodes)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).0, run(2).0);
}

#[test]
fn good_priors_agree_with_the_results_and_made_up_ones_do_not() {
    let check = |sharpness| {
        let root = Bush::new(BushShape { width: 12, depth: 6, two_players: true, noise: 0.2, seed: 3 });
        let mut search = Search::new(root, BushExpander { sharpness, ..BushExpander::default() }, BushRollout, {
            SearchConfig { rules: Rules::ucb1(0.5), endings: Endings::Revisit, ..SearchConfig::default() }
        });
        search.run(&Limits::playouts(20_000));
        search.check_priors(50)
    };
    let informed = check(2.0);
    assert!(informed.probability.spearman > 0.8 && informed.probability.kendall > 0.6, "{informed}");
    assert!(informed.value.spearman > 0.8 && informed.value.nodes > 10, "{informed}");
    assert_eq!(check(0.0).probability.nodes, 0, "equal probabilities say nothing");
}

#[test]
fn rave_promotes_what_the_prior_hid() {
    // The order carries no knowledge: after 2000 visits only the first dozen of 60 actions would ever be considered.
    let worth = |promotion, seed| {
        let root = Bush::new(BushShape { width: 60, depth: 20, two_players: true, noise: 0.1, seed });
        let widening = Widening { schedule: Schedule::geometric(), promotion };
        let rules = Rules { widening, ..Rules::uct_rave(0.1, 1.0 / 3000.0) };
        let config = SearchConfig { rules, ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
        search.run(&Limits::playouts(2000));
        root.worth_of(search.best_action().unwrap())
    };
    let mean = |promotion| (0..5).map(|seed| worth(promotion, seed)).sum::<f64>() / 5.0;
    let (listed, promoted) = (mean(0.0), mean(4.0));
    assert!(promoted > listed + 0.03 && promoted > 0.9, "{promoted} and {listed}");
}
