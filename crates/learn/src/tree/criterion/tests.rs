//! Criteria by hand, their names, and what the readings of the thesis change.

use super::*;
use proptest::prelude::*;

fn outcomes(counts: &[(u32, u32)]) -> (Vec<Outcome>, Outcome) {
    let list: Vec<Outcome> =
        counts.iter().map(|&(d, w)| Outcome { descents: f64::from(d), wins: f64::from(w) }).collect();
    let total = Outcome { descents: list.iter().map(|c| c.descents).sum(), wins: list.iter().map(|c| c.wins).sum() };
    (list, total)
}

fn quality(criterion: Criterion, counts: &[(u32, u32)], options: CriterionOptions) -> Option<f64> {
    let (list, total) = outcomes(counts);
    criterion.quality(&list, total, options)
}

/// Each formula worked out by hand for outcomes (60 descents, 9 wins), (30, 1), (10, 2): d = 100, w = 12.
#[test]
fn formulas_by_hand() {
    let counts = [(60, 9), (30, 1), (10, 2)];
    let log2 = f64::log2;
    let h = |p: [f64; 3]| -p.iter().map(|x| x * log2(*x)).sum::<f64>();
    let third = 1.0 / 3.0;
    let (r, ra, rb, rc) = (0.12, 0.15, 1.0 / 30.0, 0.2);
    let symmetric = |x: f64| f64::min(x / r, (1.0 - x) / (1.0 - r));
    // What winning still surprises by, in all descents, before the answer and after it.
    let surprise = |n: f64, x: f64| -n * (x * log2(x) + (1.0 - x) * log2(1.0 - x));
    let gain = surprise(100.0, r) - surprise(60.0, ra) - surprise(30.0, rb) - surprise(10.0, rc);
    let expected = [
        ("NDS", -0.4),
        ("DS", -((0.6 - third) + (third - 0.3) + (third - 0.1))),
        ("WS", -((0.75 - third) + (third - 1.0 / 12.0) + (third - 1.0 / 6.0))),
        ("LS", -((51.0 / 88.0 - third) + (third - 29.0 / 88.0) + (third - 8.0 / 88.0))),
        ("EDS", h([0.6, 0.3, 0.1])),
        ("EWS", h([9.0 / 12.0, 1.0 / 12.0, 2.0 / 12.0])),
        ("ELS", h([51.0 / 88.0, 29.0 / 88.0, 8.0 / 88.0])),
        ("WRS", -((ra - r) + (r - rb) + (rc - r))),
        ("WLS", (ra - r) + (r - rb) + (rc - r)),
        ("WWLS", 60.0 * (ra - r) + 30.0 * (r - rb) + 10.0 * (rc - r)),
        ("SS", -(symmetric(ra) + symmetric(rb) + symmetric(rc))),
        ("WSS", -(60.0 * symmetric(ra) + 30.0 * symmetric(rb) + 10.0 * symmetric(rc))),
        ("WE", log2(rc) + log2(1.0 - rb)),
        ("WWE", 10.0 * log2(rc) + 30.0 * log2(1.0 - rb)),
        ("MI", gain),
        ("GR", gain / (100.0 * h([0.6, 0.3, 0.1]))),
        ("CHI", (60.0 * (ra - r).powi(2) + 30.0 * (rb - r).powi(2) + 10.0 * (rc - r).powi(2)) / (0.12 * 0.88)),
    ];
    for (name, value) in expected {
        let criterion: Criterion = name.parse().expect("a known name");
        let ours = quality(criterion, &counts, CriterionOptions::default()).expect("suitable");
        assert!((ours - value).abs() < 1e-12, "{name}: {ours}, by hand {value}");
    }
    // With coinciding pairs WWE may take the small outcome twice.
    let thesis = quality(Criterion::WeightedWinrateEntropy, &counts, CriterionOptions::THESIS).expect("suitable");
    assert!((thesis - (10.0 * log2(rc) + f64::max(30.0 * log2(1.0 - rb), 10.0 * log2(1.0 - rc)))).abs() < 1e-12);
}

/// Table 3.1, column by column: which condition excludes which criterion.
#[test]
fn suitability_as_in_the_table() {
    let names = |counts: &[(u32, u32)], options| -> Vec<&'static str> {
        Criterion::ALL
            .into_iter()
            .filter(|c| quality(*c, counts, options).is_none())
            .map(Criterion::abbreviation)
            .collect()
    };
    let thesis = CriterionOptions::THESIS;
    assert_eq!(names(&[(50, 5), (0, 0)], thesis).len(), 14, "S1: everything went to one outcome");
    let s2 = ["WRS", "WLS", "WWLS", "SS", "WSS", "WE", "WWE"];
    let separate_and_wins = [&["WS", "EWS"][..], &s2].concat();
    assert_eq!(names(&[(50, 0), (10, 0)], thesis), separate_and_wins, "S2 and S3: no wins");
    assert_eq!(names(&[(50, 5), (10, 0)], thesis), ["WS", "EWS"], "S3: all wins in one outcome");
    assert_eq!(names(&[(50, 5), (10, 10)], thesis), ["LS", "ELS"], "S4: all losses in one outcome");
    assert_eq!(names(&[(50, 1), (10, 0)], CriterionOptions::default()), separate_and_wins, "the program wants two");
}

/// Beyond the table: where winning does not depend on the outcome there is nothing to gain, and never less than that.
#[test]
fn dependence_is_nothing_for_equal_winrates() {
    for criterion in Criterion::BEYOND_THE_TABLE {
        let of = |counts: &[(u32, u32)]| quality(criterion, counts, CriterionOptions::default());
        assert!(of(&[(60, 6), (30, 3), (10, 1)]).expect("suitable").abs() < 1e-12, "{criterion}");
        assert!(
            of(&[(60, 0), (30, 6), (10, 4)]).expect("suitable") > of(&[(60, 5), (30, 4), (10, 1)]).expect("suitable")
        );
        assert_eq!(of(&[(60, 1), (40, 0)]), None, "{criterion}: one win is too few");
        assert_eq!(of(&[(60, 9), (0, 0)]), None, "{criterion}: one outcome has everything");
    }
}

#[test]
fn the_programs_empty_outcomes_cost_one_more() {
    let counts = [(60, 9), (40, 3), (0, 0)];
    for (name, penalty) in [("DS", 1.0), ("WS", 1.0), ("LS", 1.0), ("WRS", 1.12)] {
        let criterion: Criterion = name.parse().expect("a known name");
        let thesis = quality(criterion, &counts, CriterionOptions::default()).expect("suitable");
        let exactly = CriterionOptions { precision: Precision::Double, ..CriterionOptions::PROGRAM };
        let program = quality(criterion, &counts, exactly).expect("suitable");
        assert!((thesis - program - penalty).abs() < 1e-12, "{name}: {thesis} {program}");
    }
}

#[test]
fn names_read_back() {
    for criterion in Criterion::every() {
        assert_eq!(criterion.to_string().to_lowercase().parse(), Ok(criterion));
        let json = serde_json::to_string(&criterion).expect("serialises");
        assert_eq!(serde_json::from_str::<Criterion>(&json).expect("reads back"), criterion);
    }
    assert_eq!("XYZ".parse::<Criterion>(), Err(UnknownCriterion("XYZ".into())));
}

/// For WWLS it is the same whether 617 descents below the parent's winrate stay
/// together or are divided. In single precision the division seems better, so that the query with more outcomes replaces the earlier one.
#[test]
fn single_precision_breaks_ties_of_wwls() {
    let (whole, divided) = ([(383, 4), (617, 1)], [(383, 4), (234, 0), (383, 1)]);
    let gain = |options| {
        let of = |counts: &[_]| quality(Criterion::WeightedWinLossSeparate, counts, options).expect("suitable");
        of(&divided) - of(&whole)
    };
    assert_eq!(gain(CriterionOptions::default()), 0.0);
    let single = gain(CriterionOptions::PROGRAM);
    assert!(single > 0.0 && single < 1e-8, "{single}");
}

/// The program's counting can make "none" negative; it then costs nothing, where an empty outcome costs 1 more.
#[test]
fn negative_outcomes_are_left_out_by_the_program() {
    let total = Outcome { descents: 10.0, wins: 4.0 };
    let found = |descents: f64| Outcome { descents, wins: 2.0 };
    let none = |descents: f64| Outcome { descents, wins: 0.0 };
    let cost = |outcomes: &[Outcome]| {
        -Criterion::WinSplit.quality(outcomes, total, CriterionOptions::PROGRAM).expect("suitable")
    };
    let third = 2.0 * (1.0 / 2.0 - 1.0 / 3.0);
    assert!((cost(&[found(6.0), found(6.0), none(-2.0)]) - third).abs() < 1e-6);
    assert!((cost(&[found(5.0), found(5.0), none(0.0)]) - third - 4.0 / 3.0).abs() < 1e-6);
}

proptest! {
    /// Suitable queries have a finite quality that does not depend on the order of outcomes (NDS aside), and a
    /// leaf that may not split has no suitable query.
    #[test]
    fn quality_laws(
        counts in prop::collection::vec((0u32..50, 0.0f64..=1.0), 2..5),
        program in any::<bool>(),
    ) {
        let counts: Vec<(u32, u32)> = counts.iter().map(|&(d, r)| (d, (f64::from(d) * r) as u32)).collect();
        let mut turned = counts.clone();
        turned.rotate_left(1);
        let options = if program { CriterionOptions::PROGRAM } else { CriterionOptions::default() };
        let total = outcomes(&counts).1;
        for criterion in Criterion::every() {
            let here = quality(criterion, &counts, options);
            if let Some(value) = here {
                prop_assert!(value.is_finite(), "{criterion}: {value}");
                prop_assert!(criterion.leaf_may_split(total, options), "{criterion}");
                let there = quality(criterion, &turned, options).expect("suitability has no order");
                // WinFirst breaks ties by order, NDS names the last outcome.
                if criterion != Criterion::NaiveDescentSplit && !program {
                    prop_assert!((value - there).abs() < 1e-9, "{criterion}: {value} {there}");
                }
            }
        }
    }

    /// Single precision is another rounding of the same formulas: up to the base of logarithms and the unit of weights nothing else differs.
    #[test]
    fn single_precision_rounds_the_same_quality(
        counts in prop::collection::vec((0u32..400, 0.0f64..0.3), 2..5),
    ) {
        let counts: Vec<(u32, u32)> = counts.iter().map(|&(d, r)| (d, (f64::from(d) * r) as u32)).collect();
        let total = outcomes(&counts).1;
        // WinFirst breaks ties by order, and the order is part of the precision.
        let single = CriterionOptions { pair: HomogeneousPair::Disjoint, ..CriterionOptions::PROGRAM };
        let double = CriterionOptions { precision: Precision::Double, ..single };
        for criterion in Criterion::ALL {
            let [single, double] = [single, double].map(|options| quality(criterion, &counts, options));
            prop_assert_eq!(single.is_some(), double.is_some(), "{}: suitability is exact", criterion);
            let (Some(single), Some(double)) = (single, double) else { continue };
            let per_descent = if criterion.abbreviation().starts_with("WW") || criterion == Criterion::WeightedSymmetricSeparate {
                1.0 / total.descents
            } else {
                1.0
            };
            let natural = if criterion.abbreviation().starts_with('E') || criterion.abbreviation().ends_with("WE") {
                std::f64::consts::LN_2
            } else {
                1.0
            };
            prop_assert!((single - double * per_descent * natural).abs() < 1e-4, "{criterion}: {single} {double}");
        }
    }

    #[test]
    fn two_outcomes_make_nds_and_ds_agree(a in (1u32..100, 0u32..1), b in (1u32..100, 0u32..1)) {
        let nds = quality(Criterion::NaiveDescentSplit, &[a, b], CriterionOptions::default());
        let ds = quality(Criterion::DescentSplit, &[a, b], CriterionOptions::default());
        prop_assert!((2.0 * nds.expect("suitable") - ds.expect("suitable")).abs() < 1e-12);
    }
}
