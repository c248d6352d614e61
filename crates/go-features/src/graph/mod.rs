//! Graphs around a candidate move and the questions that decision trees ask of them: the six query systems of van Niekerk 2014,
//! section 3.3.
//!
//! A [`StoneGraph`] or [`IntersectionGraph`] loads a position once ([`BoardGraph::look_at`]); then any number of
//! descents start at a legal move ([`BoardGraph::begin`]) and grow a [`Discovered`] graph by asking queries
//! ([`BoardGraph::answer`]). Where NEW finds several nodes that no condition of section 3.3.3 distinguishes, the
//! descent branches: one branch per node found.
//!
//! With [`GraphOptions::history`] the latest moves are nodes from the start ([`History`]).
//!
//! A descent does not allocate, and only what a query needs is computed: distances are table look-ups, the nodes around
//! a move are collected ring by ring. The trees themselves and the handling of several branches are in `learn::tree`
//! and `go-models`.
//!
//! ```
//! use go_board::{BoardSize, Color, Position};
//! use go_features::graph::{BoardGraph, GraphOptions, GraphSystem, Query, Reach, StatusSet, StoneGraph, Test};
//!
//! let mut position: Position = Position::new(BoardSize::NINETEEN, 7.5);
//! position.board.play_unchecked(position.board.size().parse_point("Q16")?, Color::Black);
//! let mut graph = StoneGraph::new(GraphSystem::Sg, GraphOptions::default(), position.board.size());
//! graph.look_at(&position.board, Color::White);
//! let seen = graph.begin(position.board.size().parse_point("Q14")?);
//! // Is there a stone within distance 2? Yes: an opposing one (outcome 1 of own, opponent, none).
//! let query = Query::New { statuses: StatusSet::STONES, reach: Reach::Within(2) };
//! let mut found = Vec::new();
//! assert_eq!(graph.answer(query, &seen, &mut found), 1);
//! assert_eq!(found.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjacency;
mod bounds;
mod candidates;
mod discovered;
mod facts;
mod geometry;
mod history;
mod intersection;
mod neighbourhood;
mod query;
mod stone;
mod survey;
mod system;
mod ties;
mod words;

pub use candidates::{Family, Values, families, n_columns, outcome_from_values};
pub use discovered::{Discovered, Found, MAX_DISCOVERED, NodeId};
pub use history::{History, RecentPoints, recent_points};
pub use intersection::IntersectionGraph;
pub use query::{Attribute, EdgeMeasure, Query, Reach, Relation, Status, StatusSet, Test};
pub use stone::StoneGraph;
pub use system::{GraphOptions, GraphSystem, OppositeSides, RegionDistance, UnknownSystem};
pub use words::{PathStep, Phrase, Wording, path_phrases, points_looked_at, sentence};

use go_board::{Board, BoardSize, Color, Liberties, Point, Position};

/// A position seen as a graph, with a candidate move as node 0.
pub trait BoardGraph: Sized {
    /// Tables for boards of one size. Panics if `system` is of the other class.
    fn new(system: GraphSystem, options: GraphOptions, size: BoardSize) -> Self;

    /// Which of the six.
    fn system(&self) -> GraphSystem;

    /// Which earlier moves are nodes.
    fn history(&self) -> History;

    /// The board size that the tables are for.
    fn size(&self) -> BoardSize;

    /// Takes up a board without earlier moves: all history nodes are nowhere. Panics if it has another size.
    fn look_at<L: Liberties>(&mut self, board: &Board<L>, to_move: Color);

    /// Tells the latest moves that led to the board; those that the options make nodes are kept.
    fn remember(&mut self, recent: RecentPoints);

    /// Takes up a position, earlier moves included.
    fn look_at_position(&mut self, position: &Position) {
        self.look_at(&position.board, position.to_move);
        self.remember(recent_points(position));
    }

    /// A descent for a move on that empty point: node 0 and the history nodes are discovered.
    fn begin(&mut self, candidate: Point) -> Discovered;

    /// An attribute of a discovered node.
    fn attribute(&self, seen: &Discovered, attribute: Attribute, node: u8) -> u16;

    /// A measure between two discovered nodes, the smaller number first.
    fn edge(&mut self, seen: &Discovered, measure: EdgeMeasure, nodes: [u8; 2]) -> u16;

    /// Finds a free node; returns its status and leaves in `found` the node, or those that no condition distinguishes.
    fn find(&mut self, seen: &Discovered, statuses: StatusSet, reach: Reach, found: &mut Vec<Found>) -> Option<Status>;

    /// Appends the values of all candidate families; see `families`.
    fn observe(&mut self, seen: &Discovered, values: &mut Values);

    /// The points of a node: a stone, a chain, a region, or a side's line; none of nowhere.
    fn points(&self, node: NodeId) -> Vec<Point>;

    /// The status of a node; an auxiliary node of a stone graph, and nowhere, is neutral.
    fn status(&self, node: NodeId) -> Status;

    /// The number of the query's outcome. NEW leaves the nodes it discovers in `found`: one, or several among which
    /// the descent branches; the caller adds them to the discovered graph. Other queries leave nothing.
    #[inline(always)]
    fn answer(&mut self, query: Query, seen: &Discovered, found: &mut Vec<Found>) -> usize {
        match query {
            Query::New { statuses, reach } => statuses.outcome(self.find(seen, statuses, reach, found)),
            Query::Edge { measure, nodes, test } => {
                found.clear();
                usize::from(!test.holds(self.edge(seen, measure, nodes)))
            }
            Query::Attribute { attribute, node, test } => {
                found.clear();
                usize::from(!test.holds(self.attribute(seen, attribute, node)))
            }
        }
    }
}
