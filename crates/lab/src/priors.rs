//! How good the priors of the search are on positions of games (Basaldúa 2013, section 3.2.2): rank correlations between what the expander says of moves beforehand and the mean
//! rewards that playouts found for them.
//!
//! One position of every game, searched by one thread. A correlation of a position is the mean over the nodes of its tree, or that of the root, each node weighed by its moves;
//! correlations of positions are put together in the same way, with a bootstrap over positions. The moves that count are chosen by
//! the search: one that the prior ranks low has its visits only because the first of them went well. That pulls the correlations down, below 0 even for a good prior; they compare priors with each other and
//! measure none by itself.

use go_board::GameBoard;
use go_engine::PriorAnswer;
use go_games::{Game, fingerprint};
use learn::stats::{Bootstrap, Interval, kendall, spearman};
use report::{Column, Table};
use serde::Serialize;
use stable_hash::splitmix64::mix;

const BOOTSTRAP: Bootstrap = Bootstrap { replicates: 1_000, seed: 1 };

/// Rank correlations between knowledge and results, over so many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Correlation {
    /// Nodes of trees where it is defined.
    pub nodes: usize,
    /// Their moves.
    pub moves: usize,
    /// Spearman's rho.
    #[serde(rename = "spearman")]
    pub rho: f64,
    /// Kendall's tau-b.
    #[serde(rename = "kendall")]
    pub tau: f64,
}

impl Correlation {
    /// The mean of some, each weighed by its moves.
    fn together<'a>(all: impl Iterator<Item = &'a Correlation>) -> Correlation {
        let mut sum = Correlation::default();
        for one in all {
            sum.nodes += one.nodes;
            sum.moves += one.moves;
            sum.rho += one.rho * one.moves as f64;
            sum.tau += one.tau * one.moves as f64;
        }
        let moves = sum.moves.max(1) as f64;
        Correlation { rho: sum.rho / moves, tau: sum.tau / moves, ..sum }
    }

    /// The correlation of the pairs of one node; nothing if one side is constant.
    fn of_node(pairs: &[(f64, f64)]) -> Correlation {
        let (known, found): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let varies = |values: &[f64]| values.windows(2).any(|pair| pair[0] != pair[1]);
        if !varies(&known) || !varies(&found) {
            return Correlation::default();
        }
        let (rho, tau) = (spearman(&known, &found).coefficient, kendall(&known, &found).coefficient);
        Correlation { nodes: 1, moves: pairs.len(), rho, tau }
    }
}

/// What the search of one position says of its priors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedPosition {
    /// The number of the game, from 1, in the order read.
    pub game: usize,
    /// Moves made before the position.
    pub ply: usize,
    /// Probabilities, over all nodes of the tree.
    pub probability: Correlation,
    /// Probabilities, at the root.
    pub root_probability: Correlation,
    /// A-priori values, over all nodes of the tree.
    pub value: Correlation,
    /// The place of the most visited move by probability, from 1.
    pub place: usize,
}

impl CheckedPosition {
    /// Reads an answer; moves of the root with fewer visits do not count.
    pub fn new((game, ply): (usize, usize), answer: &PriorAnswer, min_visits: u32) -> Self {
        let of = |agreement: &mcts::correlation::Agreement| Correlation {
            nodes: agreement.nodes,
            moves: agreement.edges,
            rho: agreement.spearman,
            tau: agreement.kendall,
        };
        let tried = answer.root.iter().filter(|root_move| root_move.visits >= min_visits.max(1));
        let pairs: Vec<(f64, f64)> = tried.map(|root_move| (f64::from(root_move.prior), root_move.value)).collect();
        let most = answer.root.iter().map(|root_move| root_move.visits).max();
        let place = answer.root.iter().position(|root_move| Some(root_move.visits) == most);
        Self {
            game,
            ply,
            probability: of(&answer.tree.probability),
            root_probability: Correlation::of_node(&pairs),
            value: of(&answer.tree.value),
            place: place.map_or(0, |place| place + 1),
        }
    }
}

/// The position of a game that is checked, and how many moves come before it; `None` if the record cannot be played.
pub fn drawn_position(game: &Game, seed: u64) -> Option<(usize, GameBoard)> {
    let n_turns = game.turns.len() as u64;
    let ply = (mix(fingerprint(game) ^ mix(seed)) % n_turns.max(1)) as usize;
    let mut board = GameBoard::new(game.size, game.rules.unwrap_or_default().rules(), game.komi_or_usual());
    board.set_up(&game.setup[0], &game.setup[1], &[]).ok()?;
    for turn in game.turns.get(..ply)? {
        board.play_recorded(turn.color(), turn.mv()).ok()?;
    }
    board.set_to_move(game.turns.get(ply)?.color());
    Some((ply, board))
}

/// One kind of knowledge against the results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PriorRow {
    /// What was compared, and where.
    pub compared: &'static str,
    /// How well it agrees.
    #[serde(flatten)]
    pub found: Correlation,
    /// The 95% interval of rho, if it is defined often enough.
    pub interval: Option<[f64; 2]>,
}

/// All positions together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PriorReport {
    /// Each of them.
    pub positions: Vec<CheckedPosition>,
    /// What is known of moves beforehand; without those of which the searches say nothing.
    pub rows: Vec<PriorRow>,
    /// How often the most visited move was the likeliest.
    pub first_share: f64,
    /// The mean place of the most visited move by probability.
    pub mean_place: f64,
}

type Part = fn(&CheckedPosition) -> &Correlation;

impl PriorReport {
    /// Puts positions together.
    pub fn new(positions: Vec<CheckedPosition>) -> Self {
        let parts: [(&'static str, Part); 3] = [
            ("probability, all nodes", |position| &position.probability),
            ("probability, root", |position| &position.root_probability),
            ("a-priori value, all nodes", |position| &position.value),
        ];
        let row = |(compared, part): (&'static str, Part)| {
            let drawn = |units: &[usize]| {
                let sample = Correlation::together(units.iter().map(|&unit| part(&positions[unit])));
                (sample.moves > 0).then_some(sample.rho)
            };
            let found = Correlation::together(positions.iter().map(part));
            let interval = match positions.is_empty() {
                true => None,
                false => BOOTSTRAP.percentile_where_defined(positions.len(), 0.95, drawn),
            };
            PriorRow { compared, found, interval: interval.map(|Interval { low, high }| [low, high]) }
        };
        let n = positions.len().max(1) as f64;
        Self {
            rows: parts.into_iter().map(row).filter(|row| row.found.moves > 0).collect(),
            first_share: positions.iter().filter(|position| position.place == 1).count() as f64 / n,
            mean_place: positions.iter().map(|position| position.place as f64).sum::<f64>() / n,
            positions,
        }
    }

    /// The correlations.
    pub fn table(&self) -> Table {
        let titles = ["Spearman's rho", "95% interval", "Kendall's tau", "nodes", "moves"];
        let mut table = Table::new([Column::left("against the result")].into_iter().chain(titles.map(Column::right)));
        for PriorRow { compared, found, interval } in &self.rows {
            table.push([
                (*compared).to_owned(),
                format!("{:+.3}", found.rho),
                interval.map_or(String::new(), |[low, high]| format!("{low:+.3} to {high:+.3}")),
                format!("{:+.3}", found.tau),
                found.nodes.to_string(),
                found.moves.to_string(),
            ]);
        }
        table
    }

    /// A row for every position.
    pub fn positions_table(&self) -> Table {
        let of = |name: &str| ["rho", "tau", "nodes", "moves"].map(|what| format!("{name}_{what}"));
        let titles = ["game", "ply", "place"].map(str::to_owned).into_iter();
        let titles = titles.chain(of("tree")).chain(of("root")).chain(of("value"));
        let mut table = Table::new(titles.map(Column::right));
        for position in &self.positions {
            let CheckedPosition { game, ply, probability, root_probability, value, place } = position;
            let cells = |found: &Correlation| {
                let coefficient = |x: f64| if found.moves > 0 { format!("{x:.4}") } else { String::new() };
                [coefficient(found.rho), coefficient(found.tau), found.nodes.to_string(), found.moves.to_string()]
            };
            let place = [game, ply, place].map(usize::to_string).into_iter();
            table.push(place.chain([probability, root_probability, value].into_iter().flat_map(cells)));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::small_games;

    fn position(game: usize, rho: f64, moves: usize, place: usize) -> CheckedPosition {
        let probability = Correlation { nodes: 1, moves, rho, tau: rho / 2.0 };
        let none = Correlation::default();
        CheckedPosition { game, ply: 3, probability, root_probability: none, value: none, place }
    }

    #[test]
    fn positions_weigh_as_many_moves_as_they_have() {
        let report = PriorReport::new(vec![position(1, 1.0, 30, 1), position(2, 0.0, 10, 4)]);
        let PriorRow { compared, found, interval } = report.rows[0];
        assert_eq!((compared, report.rows.len()), ("probability, all nodes", 1), "nothing was found of the others");
        assert_eq!((found.rho, found.tau, found.moves, found.nodes), (0.75, 0.375, 40, 2));
        assert_eq!(interval, Some([0.0, 1.0]), "two positions tell next to nothing");
        assert_eq!((report.first_share, report.mean_place), (0.5, 2.5));
        let csv = report.positions_table().to_csv();
        assert_eq!(csv.lines().nth(1), Some("1,3,1,1.0000,0.5000,1,30,,,0,0,,,0,0"), "{csv}");
        assert!(PriorReport::new(Vec::new()).rows.is_empty());
    }

    #[test]
    fn a_node_without_an_order_has_no_correlation() {
        assert_eq!(Correlation::of_node(&[(0.1, 0.5), (0.1, 0.7)]), Correlation::default());
        let found = Correlation::of_node(&[(0.5, 0.6), (0.3, 0.5), (0.2, 0.4)]);
        assert_eq!((found.rho, found.tau, found.moves), (1.0, 1.0, 3));
    }

    #[test]
    fn positions_are_drawn_by_the_seed() {
        let games = small_games().test;
        let plies =
            |seed| games.iter().take(9).map(|game| drawn_position(game, seed).map(|(ply, _)| ply)).collect::<Vec<_>>();
        assert_eq!(plies(1), plies(1));
        assert_ne!(plies(1), plies(2));
        for game in &games[..9] {
            let (ply, board) = drawn_position(game, 1).expect("a sound game");
            assert_eq!((board.moves().len(), board.to_move()), (ply, game.turns[ply].color()));
        }
    }
}
