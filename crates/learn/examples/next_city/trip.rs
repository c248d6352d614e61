//! A trip under way: where the traveller is, where the trip must end, and the cities still to visit. Its best continuation is found exactly by
//! Held and Karp's dynamic programming, which is where the data comes from.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The map is so wide and high.
const SIDE: u16 = 30;

/// No two cities are as far apart as this.
pub(crate) const FARTHEST: u16 = 43;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct City {
    x: u16,
    y: u16,
}

impl City {
    fn random(rng: &mut impl Rng) -> City {
        City { x: rng.random_range(0..SIDE), y: rng.random_range(0..SIDE) }
    }

    pub(crate) fn way_to(self, other: City) -> f64 {
        f64::from(self.x.abs_diff(other.x)).hypot(f64::from(self.y.abs_diff(other.y)))
    }

    /// The same in whole units, for questions.
    pub(crate) fn distance(self, other: City) -> u16 {
        self.way_to(other).round() as u16
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Trip {
    pub(crate) here: City,
    pub(crate) end: City,
    /// Still to visit; the candidates are their numbers.
    pub(crate) rest: Vec<City>,
}

impl Trip {
    pub(crate) fn random(n_rest: usize, rng: &mut impl Rng) -> Trip {
        let rest = (0..n_rest).map(|_| City::random(rng)).collect();
        Trip { here: City::random(rng), end: City::random(rng), rest }
    }

    /// The first city of the shortest continuation, and its length.
    pub(crate) fn best(&self) -> (usize, f64) {
        let n = self.rest.len();
        // way[set * n + last]: the shortest way from `last` over every city that is not in `set` to the end.
        let mut way = vec![f64::INFINITY; (1 << n) * n];
        for set in (1..1usize << n).rev() {
            for last in (0..n).filter(|last| set >> last & 1 == 1) {
                let to = |next: usize| self.rest[last].way_to(self.rest[next]) + way[(set | 1 << next) * n + next];
                let left = (0..n).filter(|next| set >> next & 1 == 0);
                let shortest = left.map(to).fold(f64::INFINITY, f64::min);
                way[set * n + last] = if set + 1 == 1 << n { self.rest[last].way_to(self.end) } else { shortest };
            }
        }
        let first = |city: usize| self.here.way_to(self.rest[city]) + way[(1 << city) * n + city];
        (0..n).map(|city| (city, first(city))).min_by(|a, b| a.1.total_cmp(&b.1)).expect("a city to visit")
    }

    pub(crate) fn nearest(&self) -> usize {
        let way = |city: &usize| self.here.way_to(self.rest[*city]);
        (0..self.rest.len()).min_by(|a, b| way(a).total_cmp(&way(b))).expect("a city to visit")
    }

    /// The length of the whole trip if every next city is chosen like this.
    pub(crate) fn follow(mut self, mut choose: impl FnMut(&Trip) -> usize) -> f64 {
        let mut length = 0.0;
        while !self.rest.is_empty() {
            let city = choose(&self);
            let next = self.rest.swap_remove(city);
            length += self.here.way_to(next);
            self.here = next;
        }
        length + self.here.way_to(self.end)
    }
}

/// Trips with three to nine cities to visit, and the right next one of each.
pub(crate) fn lessons(n: usize, seed: u64) -> Vec<(Trip, usize)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let lesson = |_| {
        let n_rest = rng.random_range(3..10);
        let trip = Trip::random(n_rest, &mut rng);
        let (best, _) = trip.best();
        (trip, best)
    };
    (0..n).map(lesson).collect()
}
