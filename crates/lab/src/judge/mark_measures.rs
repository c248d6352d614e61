//! What is measured about marked mistakes and better moves, and how far our values contradict themselves.
//!
//! A loss is *real* if the referee counts at least two points or 5% for it. Of the five largest losses of a player in a game, those below two points do
//! not count. Optimism is our value before a move less our value after it where we would have played the same move: nothing was lost there, so
//! that the mean should be 0.

use super::measures::{Measure, Unit, mean_by_game};
use super::paired_game::{Better, PairedGame, PairedMove, ROUNDING};
use super::stage::Stage;
use super::statistic::Statistic;

/// So many of a player's largest mistakes are looked for.
const N_LARGEST: usize = 5;
/// A mistake of a few points, and a large one.
const SMALL: f64 = 2.0;
const LARGE: f64 = 10.0;
/// The moves before the end of a counted game, where little can be lost.
const N_LAST: usize = 20;

/// All about moves.
pub(super) const MARK_MEASURES: &[Measure] = &[
    Measure {
        key: "marks_real_share",
        words: "marked moves that are real mistakes",
        unit: Unit::Share,
        by_stage: true,
        of: |games, stage| real(games, stage, |mv| mv.is_marked),
    },
    Measure {
        key: "unmarked_real_share",
        words: "unmarked moves that are real mistakes",
        unit: Unit::Share,
        by_stage: true,
        of: |games, stage| real(games, stage, |mv| !mv.is_marked),
    },
    Measure {
        key: "marked_share",
        words: "moves that are marked",
        unit: Unit::Share,
        by_stage: true,
        of: |games, stage| share(games, stage, |_, mv| Some(mv.is_marked)),
    },
    Measure {
        key: "largest_five_marked_share",
        words: "the five largest mistakes of a player that are marked",
        unit: Unit::Share,
        by_stage: false,
        of: |games, _| mean_by_game(games, largest_five),
    },
    Measure {
        key: "losses_of_ten_marked_share",
        words: "losses of 10 points or more that are marked",
        unit: Unit::Share,
        by_stage: false,
        of: |games, stage| share(games, stage, |game, mv| game.their_loss(mv)?.costs(LARGE).then_some(mv.is_marked)),
    },
    Measure {
        key: "better_unjudged_share",
        words: "better moves that the referee did not look at",
        unit: Unit::Share,
        by_stage: false,
        of: |games, stage| share(games, stage, |_, mv| mv.better.map(|better| better == Better::Unjudged)),
    },
    Measure {
        key: "better_by_a_point_share",
        words: "better moves that gain a point or more",
        unit: Unit::Share,
        by_stage: false,
        of: |games, stage| gains(games, stage, |points| points + ROUNDING >= 1.0),
    },
    Measure {
        key: "better_worse_by_a_point_share",
        words: "better moves that lose a point or more",
        unit: Unit::Share,
        by_stage: false,
        of: |games, stage| gains(games, stage, |points| points - ROUNDING <= -1.0),
    },
    Measure {
        key: "last_20_marked_share",
        words: "last 20 moves of counted games: marked",
        unit: Unit::Share,
        by_stage: false,
        of: |games, _| last_moves(games, |mv, _| mv.is_marked),
    },
    Measure {
        key: "last_20_wrong_share",
        words: "last 20 moves of counted games: really wrong",
        unit: Unit::Share,
        by_stage: false,
        of: |games, _| last_moves(games, |_, is_wrong| is_wrong),
    },
    Measure {
        key: "last_20_falsely_marked_share",
        words: "last 20 moves of counted games: falsely marked",
        unit: Unit::Share,
        by_stage: false,
        of: |games, _| last_moves(games, |mv, is_wrong| mv.is_marked && !is_wrong),
    },
    Measure {
        key: "optimism_win_rate",
        words: "win rate before less after, where our choice was played",
        unit: Unit::WinDifference,
        by_stage: true,
        of: |games, stage| own_choices(games, stage, |game, mv| Some(game.our_loss(mv).win)),
    },
    Measure {
        key: "optimism_points",
        words: "score lead before less after, where our choice was played",
        unit: Unit::PointDifference,
        by_stage: true,
        of: |games, stage| own_choices(games, stage, |game, mv| game.our_loss(mv).points),
    },
];

type OfMove<T> = fn(&PairedGame, &PairedMove) -> Option<T>;

fn moves(game: &PairedGame, stage: Stage) -> impl Iterator<Item = &PairedMove> {
    game.moves.iter().filter(move |mv| stage.holds(mv.ply))
}

/// The share of the moves with an answer for which it is yes.
fn share(games: &[PairedGame], stage: Stage, is_so: impl Fn(&PairedGame, &PairedMove) -> Option<bool>) -> Statistic {
    mean_by_game(games, |game| moves(game, stage).filter_map(|mv| is_so(game, mv)).map(f64::from).collect())
}

fn real(games: &[PairedGame], stage: Stage, is_meant: fn(&PairedMove) -> bool) -> Statistic {
    share(games, stage, |game, mv| is_meant(mv).then_some(game.their_loss(mv)?.is_real()))
}

fn gains(games: &[PairedGame], stage: Stage, is_so: fn(f64) -> bool) -> Statistic {
    share(games, stage, |_, mv| match mv.better? {
        Better::Unjudged => None,
        Better::Gains(points) => Some(is_so(points)),
    })
}

/// For the largest mistakes of both players: whether they are marked. Of equal ones the earlier counts.
fn largest_five(game: &PairedGame) -> Vec<f64> {
    let mut found = Vec::new();
    for is_black in [true, false] {
        let own = game.moves.iter().filter(|mv| mv.is_black == is_black);
        let with_loss = own.filter_map(|mv| Some((mv, game.their_loss(mv)?)));
        let mut mistakes: Vec<(f64, bool)> = with_loss
            .filter(|(_, loss)| loss.costs(SMALL))
            .filter_map(|(mv, loss)| Some((loss.points?, mv.is_marked)))
            .collect();
        mistakes.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.extend(mistakes.iter().take(N_LARGEST).map(|&(_, is_marked)| f64::from(is_marked)));
    }
    found
}

/// Of the last moves of counted games that the referee counted the points of.
fn last_moves(games: &[PairedGame], is_so: fn(&PairedMove, bool) -> bool) -> Statistic {
    mean_by_game(games, |game| {
        let n_before = if game.is_counted { game.moves.len().saturating_sub(N_LAST) } else { game.moves.len() };
        let judged = game.moves[n_before..].iter().filter_map(|mv| Some((mv, game.their_loss(mv)?)));
        let counted = judged.filter(|(_, loss)| loss.points.is_some());
        counted.map(|(mv, loss)| f64::from(is_so(mv, loss.costs(SMALL)))).collect()
    })
}

fn own_choices(games: &[PairedGame], stage: Stage, of: OfMove<f64>) -> Statistic {
    mean_by_game(games, |game| moves(game, stage).filter(|mv| mv.is_own_choice).filter_map(|mv| of(game, mv)).collect())
}
