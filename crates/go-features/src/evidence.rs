//! The part of the board that a feature of a move refers to, as data: for marking it there, not for predicting.
//!
//! A feature family gives the evidence of a level that it found; a reason of a model carries it; a page, a report or a terminal draws it
//! and never asks which feature it comes from. Points are a parameter, so that the same evidence can carry their names
//! (`evidence.map(&|point| size.name(point))`), which is how it is written as JSON.

use go_board::{Board, BoardSize, ChainId, Liberties, Point, Position, circular_distance};
use serde::Serialize;

/// The part of a position that a feature is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Evidence<P = Point> {
    /// No particular part of the board: the phase of the game, a pass, the line of the move.
    #[default]
    Nothing,
    /// The cells up to a circular distance `|dx| + |dy| + max(|dx|, |dy|)` from a point.
    Shape {
        /// The middle: the move, or the earlier move that it answers.
        center: P,
        /// The largest circular distance.
        radius: usize,
    },
    /// A rectangle of cells, as used by counting questions of spatial trees, cut to the board.
    Window {
        /// The corner at the top left.
        from: P,
        /// The corner at the bottom right, included.
        to: P,
    },
    /// Moves played before, the latest first.
    EarlierMoves {
        /// The moves.
        moves: Vec<EarlierMove<P>>,
    },
    /// Stones of one colour taken together, each unit whole: chains, the chains of a group, strings connected diagonally.
    Chains {
        /// The stones of each.
        chains: Vec<Vec<P>>,
    },
    /// Single points, empty or not: a ko, an eye space, the stones within some steps.
    Points {
        /// The points.
        points: Vec<P>,
    },
    /// The nodes that a descent through a tree discovered on a graph of the board, in order; the first is the move itself.
    Nodes {
        /// The points of each: a stone, a chain, the nearest point of a side or of an empty region.
        nodes: Vec<Vec<P>>,
    },
    /// Several of these, for a combination of features.
    Several {
        /// The parts, none of them `Nothing` or `Several`.
        parts: Vec<Evidence<P>>,
    },
}

/// A move played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EarlierMove<P = Point> {
    /// How many turns ago: 1 is the last move.
    pub turns_ago: usize,
    /// Where it was.
    pub point: P,
}

impl<P> Evidence<P> {
    /// All parts together; parts of nothing are left out.
    pub fn join(parts: impl IntoIterator<Item = Evidence<P>>) -> Evidence<P> {
        let mut joined = Vec::new();
        for part in parts {
            match part {
                Evidence::Nothing => {}
                Evidence::Several { parts } => joined.extend(parts),
                part => joined.push(part),
            }
        }
        match joined.len() {
            0 => Evidence::Nothing,
            1 => joined.swap_remove(0),
            _ => Evidence::Several { parts: joined },
        }
    }

    /// The same with every point replaced, for instance by its name.
    pub fn map<Q>(&self, replace: &impl Fn(&P) -> Q) -> Evidence<Q> {
        let all = |points: &[P]| -> Vec<Q> { points.iter().map(replace).collect() };
        let sets = |sets: &[Vec<P>]| sets.iter().map(|points| all(points)).collect();
        match self {
            Evidence::Nothing => Evidence::Nothing,
            Evidence::Shape { center, radius } => Evidence::Shape { center: replace(center), radius: *radius },
            Evidence::Window { from, to } => Evidence::Window { from: replace(from), to: replace(to) },
            Evidence::EarlierMoves { moves } => {
                let replaced = |m: &EarlierMove<P>| EarlierMove { turns_ago: m.turns_ago, point: replace(&m.point) };
                Evidence::EarlierMoves { moves: moves.iter().map(replaced).collect() }
            }
            Evidence::Chains { chains } => Evidence::Chains { chains: sets(chains) },
            Evidence::Points { points } => Evidence::Points { points: all(points) },
            Evidence::Nodes { nodes } => Evidence::Nodes { nodes: sets(nodes) },
            Evidence::Several { parts } => {
                Evidence::Several { parts: parts.iter().map(|part| part.map(replace)).collect() }
            }
        }
    }

    /// The evidence itself, or its parts if there are several.
    pub fn parts(&self) -> &[Evidence<P>] {
        match self {
            Evidence::Several { parts } => parts,
            single => std::slice::from_ref(single),
        }
    }
}

impl Evidence {
    /// The square of `2 reach + 1` lines around a point, as far as the board goes.
    pub fn window(size: BoardSize, center: Point, reach: u8) -> Evidence {
        let last = size.get() - 1;
        let corner = |x: u8, y: u8| Point::new(x.min(last), y.min(last)).expect("a corner within the board");
        Evidence::Window {
            from: corner(center.x().saturating_sub(reach), center.y().saturating_sub(reach)),
            to: corner(center.x().saturating_add(reach), center.y().saturating_add(reach)),
        }
    }

    /// The stones of these chains; nothing if there is none.
    pub fn chains<L: Liberties>(board: &Board<L>, chains: impl IntoIterator<Item = ChainId>) -> Evidence {
        let chains: Vec<Vec<Point>> = chains.into_iter().map(|chain| board.stones(chain).collect()).collect();
        if chains.is_empty() { Evidence::Nothing } else { Evidence::Chains { chains } }
    }

    /// These points; nothing if there is none.
    pub fn points(points: impl IntoIterator<Item = Point>) -> Evidence {
        let points: Vec<Point> = points.into_iter().collect();
        if points.is_empty() { Evidence::Nothing } else { Evidence::Points { points } }
    }

    /// The moves so many turns ago (1: the last one); passes and moves further back than a position remembers are left
    /// out.
    pub fn earlier_moves(position: &Position, turns_ago: impl IntoIterator<Item = usize>) -> Evidence {
        let earlier = |n: usize| Some(EarlierMove { turns_ago: n, point: position.last_point(n.checked_sub(1)?)? });
        let moves: Vec<EarlierMove> = turns_ago.into_iter().filter_map(earlier).collect();
        if moves.is_empty() { Evidence::Nothing } else { Evidence::EarlierMoves { moves } }
    }

    /// All points of the evidence, in board order, each once.
    pub fn covered(&self, size: BoardSize) -> Vec<Point> {
        let mut points: Vec<Point> = match self {
            Evidence::Nothing => Vec::new(),
            Evidence::Shape { center, radius } => {
                let apart = |a: u8, b: u8| i32::from(a) - i32::from(b);
                let distance = |p: &Point| circular_distance(apart(p.x(), center.x()), apart(p.y(), center.y()));
                size.points().filter(|point| distance(point) <= *radius).collect()
            }
            Evidence::Window { from, to } => {
                let (columns, rows) = (from.x()..=to.x(), from.y()..=to.y());
                size.points().filter(|point| columns.contains(&point.x()) && rows.contains(&point.y())).collect()
            }
            Evidence::EarlierMoves { moves } => moves.iter().map(|earlier| earlier.point).collect(),
            Evidence::Chains { chains: sets } | Evidence::Nodes { nodes: sets } => sets.concat(),
            Evidence::Points { points } => points.clone(),
            Evidence::Several { parts } => parts.iter().flat_map(|part| part.covered(size)).collect(),
        };
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The points to mark on a board: single points as they are, and the stones among the rest.
    pub fn marks<L: Liberties>(&self, board: &Board<L>) -> Vec<Point> {
        let mut marks = Vec::new();
        for part in self.parts() {
            let keeps_all = matches!(part, Evidence::Points { .. });
            let points = part.covered(board.size()).into_iter();
            marks.extend(points.filter(|&point| keeps_all || !board.is_empty(point)));
        }
        marks.sort_unstable();
        marks.dedup();
        marks
    }

    /// The largest shape or window, for a picture of it alone.
    pub fn largest_region(&self, size: BoardSize) -> Option<&Evidence> {
        let regions =
            self.parts().iter().filter(|part| matches!(part, Evidence::Shape { .. } | Evidence::Window { .. }));
        regions.max_by_key(|region| region.covered(size).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{Color, Move};

    const NINE: BoardSize = BoardSize::NINE;

    fn at(name: &str) -> Point {
        NINE.parse_point(name).expect("a point")
    }

    fn named(points: Vec<Point>) -> String {
        points.into_iter().map(|point| NINE.name(point)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_kind_covers_its_points() {
        let mut position: Position = Position::new(NINE, 7.5);
        for name in ["E5", "E6", "D5"] {
            position.play(Move::Play(at(name)));
        }
        let board = &position.board;
        let chain = Evidence::chains(board, board.chain_at(at("D5")));
        let cases = [
            (Evidence::Nothing, "", ""),
            (Evidence::Shape { center: at("E5"), radius: 3 }, "D6 E6 F6 D5 E5 F5 D4 E4 F4", "E6 D5 E5"),
            (Evidence::Shape { center: at("A1"), radius: 2 }, "A2 A1 B1", ""),
            (Evidence::window(NINE, at("J9"), 1), "H9 J9 H8 J8", ""),
            (Evidence::window(NINE, at("D6"), 1), "C7 D7 E7 C6 D6 E6 C5 D5 E5", "E6 D5 E5"),
            (Evidence::earlier_moves(&position, [1, 2, 4, 9, 0]), "E6 D5", "E6 D5"),
            (chain.clone(), "D5 E5", "D5 E5"),
            (Evidence::points([at("C3")]), "C3", "C3"),
            (Evidence::Nodes { nodes: vec![vec![at("D4")], vec![at("D5"), at("E5")]] }, "D5 E5 D4", "D5 E5"),
            (Evidence::join([chain, Evidence::points([at("C3"), at("D5")])]), "D5 E5 C3", "D5 E5 C3"),
        ];
        for (evidence, covered, marked) in cases {
            assert_eq!(named(evidence.covered(NINE)), covered, "{evidence:?}");
            assert_eq!(named(evidence.marks(board)), marked, "{evidence:?}");
        }
        assert_eq!(Evidence::earlier_moves(&position, [4, 0]), Evidence::Nothing);
        assert_eq!(Evidence::chains(board, []), Evidence::Nothing);
        assert_eq!(board.color_at(at("E6")), Some(Color::White));
    }

    #[test]
    fn joining_flattens_and_leaves_nothing_out_but_nothing() {
        let (a, b) = (Evidence::points([at("A1")]), Evidence::Shape { center: at("B2"), radius: 4 });
        let both = Evidence::join([Evidence::Nothing, a.clone(), b.clone()]);
        assert_eq!(both.parts(), [a.clone(), b.clone()]);
        assert_eq!(Evidence::join([both.clone(), a.clone()]).parts(), [a.clone(), b.clone(), a.clone()]);
        assert_eq!(Evidence::join([Evidence::Nothing, a.clone()]), a);
        assert_eq!(Evidence::<Point>::join([]), Evidence::Nothing);
        assert_eq!(both.largest_region(NINE), Some(&b));
        assert_eq!(a.largest_region(NINE), None);
    }

    #[test]
    fn replacing_points_keeps_the_kind() {
        let position: Position = {
            let mut position = Position::new(NINE, 7.5);
            position.play(Move::Play(at("E5")));
            position
        };
        let parts = [
            Evidence::Shape { center: at("B2"), radius: 4 },
            Evidence::window(NINE, at("D6"), 1),
            Evidence::earlier_moves(&position, [1]),
            Evidence::chains(&position.board, position.board.chain_at(at("E5"))),
            Evidence::points([at("C3")]),
            Evidence::Nodes { nodes: vec![vec![at("D4")], Vec::new()] },
        ];
        let all = Evidence::join(parts);
        let there_and_back = all.map(&|point| NINE.name(*point)).map(&|name| at(name));
        assert_eq!(there_and_back, all);
        assert_eq!(Evidence::<Point>::Nothing.map(&|point| NINE.name(*point)), Evidence::Nothing);
    }
}
