//! What is computed once for all candidates of a position, and the evidence that it gives.

use super::foresight::Foresight;
use super::meaning::{DenseFamily, Meaning};
use super::space::FeatureSpace;
use go_board::{Move, Point, Position};
use go_features::Evidence;
use go_features::foreseen::ForeseenContext;
use go_features::sets::{NODE_LIMIT, SetLevels};
use go_features::shape::{ShapeContext, ShapeFamily};
use go_features::tactical::{LadderTest, TacticalContext, TacticalOptions};
use go_features::tactical2::{Tactical2Context, Tactical2Options};

/// Ladders are read, not guessed: this model has no table to reproduce.
fn tactical_options() -> TacticalOptions {
    TacticalOptions { ladders: LadderTest::Reading, ..Default::default() }
}

/// Data computed once for all candidates of a position.
pub(super) struct Contexts<'p> {
    pub(super) shapes: ShapeContext,
    pub(super) tactical: TacticalContext<'p>,
    pub(super) tactical2: Tactical2Context<'p>,
    pub(super) added: SetLevels,
    pub(super) foreseen: Option<ForeseenContext<'p>>,
}

impl<'p> Contexts<'p> {
    /// Of one position.
    pub(super) fn new(position: &'p Position, space: &FeatureSpace) -> Self {
        let foreseen = |foresight: &Foresight| ForeseenContext::new(position, &foresight.owners(position));
        Contexts {
            shapes: ShapeContext::new(position),
            tactical: TacticalContext::new(position, tactical_options()),
            tactical2: Tactical2Context::new(position, Tactical2Options::default()),
            added: SetLevels::new(space.added_families(), position, NODE_LIMIT),
            foreseen: space.foresight().map(foreseen),
        }
    }

    /// The evidence of a feature of a move.
    pub(super) fn evidence(&self, position: &Position, mv: Move, meaning: Meaning) -> Evidence {
        let shape = |center: Option<Point>, radius| match center {
            Some(center) => Evidence::Shape { center, radius },
            None => Evidence::Nothing,
        };
        match meaning {
            Meaning::Dense(DenseFamily::NearMove(turns_ago), _) => Evidence::earlier_moves(position, [turns_ago]),
            Meaning::Dense(DenseFamily::Pass | DenseFamily::Phase | DenseFamily::Place, _) => Evidence::Nothing,
            Meaning::Tactical(family, _) => self.tactical.evidence(family, mv),
            Meaning::Tactical2(family, _) => self.tactical2.evidence(family, mv),
            Meaning::Added(family, _) => {
                mv.point().map_or(Evidence::Nothing, |point| (family.evidence)(position, point, NODE_LIMIT))
            }
            Meaning::Foreseen(family, _) => match (&self.foreseen, mv) {
                (Some(foreseen), Move::Play(point)) => foreseen.evidence(family, point),
                _ => Evidence::Nothing,
            },
            Meaning::Shape(ShapeFamily::Reply, size) => shape(position.last_point(0), size),
            Meaning::Shape(ShapeFamily::Continuation, size) => shape(position.last_point(1), size),
            Meaning::Shape(ShapeFamily::Plain | ShapeFamily::Liberty | ShapeFamily::Marked, size) => {
                shape(mv.point(), size)
            }
        }
    }
}
