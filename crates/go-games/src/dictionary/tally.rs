//! Counting the answers to all local positions of a collection, or to one of them.
//!
//! Counts of several parts of a collection can be merged in any order: the result is the same.

use super::entry::{Answer, Entry, Sight, first_of};
use super::local::Local;
use super::region::Region;
use super::walk::{Visit, WalkSettings, stones_of, walk};
use crate::game::Game;
use go_board::{Board, Color, Liberties, Point};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// The owner of a point at the end of a game.
pub type Ended<'a> = &'a (dyn Fn(Point) -> Option<Color> + Sync);

/// Games that one thread counts at a time.
const CHUNK: usize = 256;

/// Every local position of a region that was seen in games, with its answers.
#[derive(Clone, Debug)]
pub struct Dictionary {
    region: Region,
    settings: WalkSettings,
    /// Games on boards of the region's size.
    pub n_games: usize,
    /// Of these, games whose final owners are known.
    pub n_ended: usize,
    entries: BTreeMap<Local, Entry>,
}

impl Dictionary {
    /// A dictionary without entries.
    pub fn new(region: Region, settings: WalkSettings) -> Dictionary {
        Dictionary { region, settings, n_games: 0, n_ended: 0, entries: BTreeMap::new() }
    }

    /// Counts all games in parallel, reporting to `done` how many more are finished. The result does not depend on the number
    /// of threads.
    pub fn of(region: Region, settings: WalkSettings, games: &[Game], done: &(dyn Fn(usize) + Sync)) -> Dictionary {
        Dictionary::with_owners(region, settings, &games.iter().map(|game| (game, None)).collect::<Vec<_>>(), done)
    }

    /// The same for games whose final owners are known for some.
    pub fn with_owners(
        region: Region,
        settings: WalkSettings,
        games: &[(&Game, Option<Ended<'_>>)],
        done: &(dyn Fn(usize) + Sync),
    ) -> Dictionary {
        let empty = || Dictionary::new(region.clone(), settings);
        let chunk = |(nth, games): (usize, &[(&Game, Option<Ended<'_>>)])| {
            let mut dictionary = empty();
            for (i, &(game, ended)) in games.iter().enumerate() {
                dictionary.add(nth * CHUNK + i, game, ended);
            }
            done(games.len());
            dictionary
        };
        games.par_chunks(CHUNK).enumerate().map(chunk).reduce(empty, Dictionary::merge)
    }

    /// Adds a game.
    pub fn add(&mut self, index: usize, game: &Game, ended: Option<Ended<'_>>) {
        if game.size != self.region.size() {
            return;
        }
        self.n_games += 1;
        self.n_ended += usize::from(ended.is_some());
        let (region, entries) = (&self.region, &mut self.entries);
        walk(region, &self.settings, game, &mut |visit| {
            let (local, ways) = Local::with_ways(region, visit.stones);
            let answer = visit.answer.map(|answer| match answer {
                Answer::Play(home) => Answer::Play(ways.image(region, home)),
                Answer::Elsewhere => Answer::Elsewhere,
            });
            let sight = sight(region, &visit, (index, game), ended);
            entries.entry(local).or_default().add(visit.is_left, answer, &sight);
        });
    }

    /// Both together, of the same region and settings.
    pub fn merge(self, other: Dictionary) -> Dictionary {
        let (mut larger, smaller) =
            if self.entries.len() >= other.entries.len() { (self, other) } else { (other, self) };
        larger.n_games += smaller.n_games;
        larger.n_ended += smaller.n_ended;
        for (local, entry) in smaller.entries {
            larger.entries.entry(local).or_default().merge(entry);
        }
        larger
    }

    /// The region.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// What is known of a local position.
    pub fn entry(&self, local: &Local) -> Option<&Entry> {
        self.entries.get(local)
    }

    /// All local positions, in the order of their stones.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Local, &Entry)> {
        self.entries.iter()
    }

    /// How many local positions were seen at least so often.
    pub fn n_seen(&self, least: usize) -> usize {
        self.entries.values().filter(|entry| entry.n >= least).count()
    }
}

/// What a visit adds.
fn sight(region: &Region, visit: &Visit<'_>, (index, game): (usize, &Game), ended: Option<Ended<'_>>) -> Sight {
    let winner = game.outcome.winner().map(crate::from_sgf::our_color);
    let owned = |owner: Ended<'_>| {
        let is_own = |home: &Point| owner(region.take_back(visit.place, *home)) == Some(visit.turn);
        region.points().filter(is_own).count() as i64
    };
    Sight {
        first: first_of(game, index),
        at_once: visit.at_once,
        won: winner.map(|color| color == visit.turn),
        territory: ended.map(owned),
    }
}

/// One local position to look for in games, with the answers as it lies on the board that is asked about.
#[derive(Clone, Debug)]
pub struct LocalSearch {
    region: Region,
    settings: WalkSettings,
    /// Stones in the home of the region.
    stones: Vec<(Point, Color)>,
    turn: Color,
    place: usize,
}

impl LocalSearch {
    /// The stones of one place of the region on a board, `turn` to play there.
    pub fn new<L: Liberties>(
        (region, place): (Region, usize),
        settings: WalkSettings,
        board: &Board<L>,
        turn: Color,
    ) -> LocalSearch {
        let stones = stones_of(&region, place, board);
        LocalSearch { region, settings, stones, turn, place }
    }

    /// What a range of the games tells, with the first of the games that hold the position and the moves before it.
    pub fn entry(&self, games: &[Game], range: Range<usize>) -> (Entry, Vec<(usize, usize)>) {
        let (wanted, ways) = Local::with_ways(&self.region, &super::local::seen_by(&self.stones, self.turn));
        let first = range.start;
        let one = |(nth, game): (usize, &Game)| {
            let (mut entry, mut found) = (Entry::default(), Vec::new());
            walk(&self.region, &self.settings, game, &mut |visit| {
                if visit.stones.len() != wanted.n_stones() {
                    return;
                }
                let (local, theirs) = Local::with_ways(&self.region, visit.stones);
                if local != wanted {
                    return;
                }
                let answer = visit.answer.map(|answer| match answer {
                    Answer::Play(home) => {
                        let home = ways.origin(&self.region, theirs.image(&self.region, home));
                        Answer::Play(self.region.take_back(self.place, home))
                    }
                    Answer::Elsewhere => Answer::Elsewhere,
                });
                entry.add(visit.is_left, answer, &sight(&self.region, &visit, (first + nth, game), None));
                if found.is_empty() {
                    found.push((first + nth, visit.n_moves));
                }
            });
            (entry, found)
        };
        let join = |(mut entry, mut found): (Entry, Vec<_>), (other, more): (Entry, Vec<_>)| {
            entry.merge(other);
            found.extend(more);
            (entry, found)
        };
        games[range].par_iter().enumerate().map(one).reduce(Default::default, join)
    }
}
