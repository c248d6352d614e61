//! Growing a forest from recorded games (van Niekerk 2014, section 4.2).
//!
//! Games are drawn and shuffled once by the seed. Every tree walks through all of them, draws each position with probability 10%
//! on its own, and descends every legal move of a drawn position; the played move is the win. Trees are independent of each
//! other and of the number of threads.

use super::domain::Domain;
use super::{Forest, ForestError, ForestSettings, GraphTree, PlayedPasses, check_tree};
use go_board::{BoardSize, Point};
use go_features::graph::{BoardGraph, GraphSystem, IntersectionGraph, StoneGraph};
use go_games::{Game, Replay};
use learn::tree::{Competitions, GrowthReport, Learn, grow_tree, tree_seed};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Reported when a tree is grown.
#[derive(Clone, Copy, Debug)]
pub struct TreeGrown {
    /// Which tree, from 0; they do not finish in this order.
    pub tree: usize,
    /// Its query system.
    pub system: GraphSystem,
    /// Its leaves.
    pub n_leaves: usize,
    /// Its statistics.
    pub report: GrowthReport,
}

/// Grows a forest; trees in parallel, as many as rayon has threads. `grown` is called after every finished tree.
pub fn grow_forest(
    settings: &ForestSettings,
    games: &[Game],
    grown: impl Fn(TreeGrown) + Sync,
) -> Result<Forest, ForestError> {
    grow_missing_trees(settings, games, |_| None, |news, _| grown(news))
}

/// The same, but trees that `known` has are taken from it (grown before with the same settings and games); `grown` gets each new
/// tree to keep.
pub fn grow_missing_trees(
    settings: &ForestSettings,
    games: &[Game],
    known: impl Fn(usize) -> Option<GraphTree> + Sync,
    grown: impl Fn(TreeGrown, &GraphTree) + Sync,
) -> Result<Forest, ForestError> {
    let systems = settings.tree_systems()?;
    let size = games.first().ok_or(ForestError::NoGames)?.size;
    if let Some((game, other)) = games.iter().enumerate().find(|(_, game)| game.size != size) {
        return Err(ForestError::MixedSizes { game, size: other.size.get(), expected: size.get() });
    }
    let games = draw_games(settings, games)?;
    let grow = |(tree, &system): (usize, &GraphSystem)| {
        if let Some(known) = known(tree)
            .filter(|known| known.system == system && check_tree(system, settings.graph.history, &known.tree).is_ok())
        {
            return known;
        }
        let moves = PlayedMoves { games: &games, system, size, settings };
        let seed = tree_seed(settings.seed, tree);
        let (queries, report) = if system.is_stone_graph() {
            grow_tree::<Domain<StoneGraph>>(&moves, &settings.growth, seed)
        } else {
            grow_tree::<Domain<IntersectionGraph>>(&moves, &settings.growth, seed)
        };
        let news = TreeGrown { tree, system, n_leaves: queries.n_leaves(), report };
        let queries = GraphTree { system, tree: queries };
        grown(news, &queries);
        queries
    };
    let trees = systems.par_iter().enumerate().with_max_len(1).map(grow).collect();
    Ok(Forest::new(settings.graph, trees).expect("growth asks only about discovered nodes"))
}

/// The games to grow from, in random order.
fn draw_games<'g>(settings: &ForestSettings, games: &'g [Game]) -> Result<Vec<&'g Game>, ForestError> {
    let wanted = settings.n_games.unwrap_or(games.len());
    if wanted > games.len() {
        return Err(ForestError::TooFewGames { wanted, present: games.len() });
    }
    let mut drawn: Vec<&Game> = games.iter().collect();
    drawn.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(settings.seed));
    drawn.truncate(wanted);
    Ok(drawn)
}

/// All positions of some games, each a competition of its legal points.
struct PlayedMoves<'a> {
    games: &'a [&'a Game],
    system: GraphSystem,
    size: BoardSize,
    settings: &'a ForestSettings,
}

impl<G: BoardGraph> Competitions<Domain<G>> for PlayedMoves<'_> {
    fn walk(&self, wanted: &mut dyn FnMut() -> bool, learn: &mut Learn<'_, Domain<G>>) {
        let mut domain = Domain(G::new(self.system, self.settings.graph, self.size));
        let mut candidates: Vec<Point> = Vec::new();
        for game in self.games {
            let mut replay = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                let ply = position.move_number + 1;
                if self.settings.plies.is_some_and(|(first, last)| !(first..=last).contains(&ply)) || !wanted() {
                    continue;
                }
                candidates.clear();
                candidates.extend(position.legal_points());
                let winner = played.point().and_then(|point| candidates.iter().position(|&p| p == point));
                // A recorded move that is not legal (an immediate ko recapture) is not a competition either.
                let skipped = match self.settings.played_passes {
                    PlayedPasses::Skip => winner.is_none(),
                    PlayedPasses::AllLose => winner.is_none() && !played.is_pass(),
                };
                if !skipped {
                    domain.0.look_at_position(position);
                    learn(&mut domain, &candidates, winner);
                }
            }
        }
    }
}
