//! Scoring: area or territory, with dead stones marked by the caller.
//!
//! A region of empty points (dead stones removed first) belongs to the colour that alone touches it. Territory scoring
//! adds prisoners and dead stones. Seki is *not* recognised: points inside a seki are counted unless the region touches
//! both colours, and the caller must not mark seki stones as dead.

use crate::{Board, Cell, Color, Liberties, Point, PointMap, PointSet, Scoring};

/// Points of both players, komi not included.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Score {
    /// Black's points.
    pub black: f32,
    /// White's points.
    pub white: f32,
}

impl Score {
    /// Black's lead, negative if White is ahead.
    pub fn lead(self) -> f32 {
        self.black - self.white
    }

    /// The result as GTP and SGF write it: `B+3.5`, `W+0.5` or `0`.
    pub fn result_text(lead: f32) -> String {
        match lead {
            lead if lead > 0.0 => format!("B+{lead}"),
            lead if lead < 0.0 => format!("W+{}", -lead),
            _ => "0".into(),
        }
    }
}

/// The owner of each point at the end: `None` for neutral points.
pub type Ownership = PointMap<Option<Color>>;

impl<L: Liberties> Board<L> {
    /// The owner of every point once the dead stones are removed.
    pub fn ownership(&self, dead: &PointSet) -> Ownership {
        let mut owner = PointMap::filled(None);
        let mut seen = PointSet::new();
        let mut region = Vec::new();
        let vacant = |p: Point| self.cell(p) == Cell::Empty || dead.contains(p);
        for start in self.size().points() {
            if !vacant(start) {
                owner[start] = self.color_at(start);
                continue;
            }
            if !seen.insert(start) {
                continue;
            }
            let mut touches = [false; 2];
            region.clear();
            region.push(start);
            let mut next = 0;
            while next < region.len() {
                for neighbour in region[next].neighbours() {
                    if !self.size().contains(neighbour) {
                        continue;
                    }
                    if vacant(neighbour) {
                        if seen.insert(neighbour) {
                            region.push(neighbour);
                        }
                    } else if let Some(color) = self.color_at(neighbour) {
                        touches[color.index()] = true;
                    }
                }
                next += 1;
            }
            let holder = match touches {
                [true, false] => Some(Color::Black),
                [false, true] => Some(Color::White),
                _ => None,
            };
            region.iter().for_each(|&p| owner[p] = holder);
        }
        owner
    }

    /// The score without komi. `dead` holds the dead stones; leave it empty for area scoring of a played-out game.
    pub fn score(&self, scoring: Scoring, dead: &PointSet) -> Score {
        let owner = self.ownership(dead);
        let mut points = [0.0f32; 2];
        for point in self.size().points() {
            let stone = self.color_at(point);
            let lost = stone.filter(|_| dead.contains(point));
            if let Some(color) = owner[point]
                && (scoring == Scoring::Area || stone.is_none() || lost.is_some())
            {
                points[color.index()] += 1.0;
            }
            if let (Some(color), Scoring::Territory) = (lost, scoring) {
                points[color.opponent().index()] += 1.0;
            }
        }
        if scoring == Scoring::Territory {
            for color in Color::BOTH {
                points[color.opponent().index()] += self.prisoners(color) as f32;
            }
        }
        Score { black: points[0], white: points[1] }
    }

    /// Black's area minus White's on a played-out board: fast where every empty point is isolated (the end of a
    /// playout), a flood fill otherwise.
    pub fn area_lead(&self) -> i32 {
        let mut lead = self.n_stones(Color::Black) as i32 - self.n_stones(Color::White) as i32;
        for &point in self.empty_points() {
            if self.n_empty_neighbours(point) > 0 {
                return self.score(Scoring::Area, &PointSet::new()).lead() as i32;
            }
            lead += i32::from(self.is_eye_like(point, Color::Black));
            lead -= i32::from(self.is_eye_like(point, Color::White));
        }
        lead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrueLiberties;

    fn board(drawing: &str) -> Board<TrueLiberties> {
        Board::parse_ascii(drawing).unwrap().0
    }

    #[test]
    fn area_counts_stones_and_territory_not_dame() {
        let b = board(". X . O .\n X X . O O\n . X . O .\n X X . O O\n . X . O .");
        let area = b.score(Scoring::Area, &PointSet::new());
        assert_eq!((area.black, area.white), (10.0, 10.0));
        let territory = b.score(Scoring::Territory, &PointSet::new());
        assert_eq!((territory.black, territory.white), (3.0, 3.0));
        assert_eq!(b.area_lead(), 0);
    }

    #[test]
    fn dead_stones_are_territory_and_prisoners() {
        let mut b = board(". X O . .\n X X O . .\n . X O X .\n X X O . .\n . X O . .");
        let dead: PointSet = [b.size().point(3, 2).unwrap()].into_iter().collect();
        let area = b.score(Scoring::Area, &dead);
        assert_eq!((area.black, area.white), (10.0, 15.0));
        let territory = b.score(Scoring::Territory, &dead);
        assert_eq!((territory.black, territory.white), (3.0, 11.0));
        b.play_unchecked(b.size().point(4, 2).unwrap(), Color::White);
        assert_eq!(b.score(Scoring::Territory, &dead).white, 10.0);
    }

    #[test]
    fn results_are_written_as_sgf_writes_them() {
        assert_eq!(Score::result_text(3.5), "B+3.5");
        assert_eq!(Score::result_text(-12.0), "W+12");
        assert_eq!(Score::result_text(0.0), "0");
    }

    #[test]
    fn an_empty_board_has_no_owner() {
        let b = Board::<TrueLiberties>::new(crate::BoardSize::NINE);
        assert_eq!(b.score(Scoring::Area, &PointSet::new()).lead(), 0.0);
        assert_eq!(b.area_lead(), 0);
    }
}
