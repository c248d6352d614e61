//! What will become of a position, in words: areas with their expected owner, where they are open, and stones in danger.
//!
//! Everything is read off a map of expected owners (-1 White's to 1 Black's), whoever made it: the evaluation ([`go_models::Appraiser`]) or playouts.
//! An area is a connected set of empty points that lean to the same side; it is open where it touches empty points that do not, and the
//! lowest such line is named, since territory on the side leaks there first. Nothing is guessed from the look of the stones.

use go_board::{Board, Color, Point, PointMap, PointSet};

/// Points that lean less than this to a side belong to no area.
const LEAN: f32 = 0.15;
/// Smaller areas are not worth a sentence.
const LEAST_POINTS: usize = 4;
/// From this share on an area is called somebody's without a number.
const SURE: f64 = 0.95;
/// Chains that their owner keeps with less than this chance are in danger.
const IN_DANGER: f64 = 0.6;

/// Empty points that lean to one side.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// Whose they probably become.
    pub owner: Color,
    /// The points.
    pub points: Vec<Point>,
    /// The mean chance that the owner gets one of them.
    pub share: f64,
    /// The lowest line on which it is open, and the point there.
    pub opening: Option<(usize, Point)>,
    place: &'static str,
}

/// Stones that may be lost.
#[derive(Debug, Clone, PartialEq)]
pub struct WeakChain {
    /// Whose they are.
    pub color: Color,
    /// The stones.
    pub stones: Vec<Point>,
    /// The chance that they stay.
    pub kept: f64,
}

/// A position told by its areas and weak chains, the largest first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prospects {
    /// Areas.
    pub areas: Vec<Area>,
    /// Stones in danger.
    pub weak: Vec<WeakChain>,
}

impl Prospects {
    /// Reads the map of expected owners.
    pub fn of(board: &Board, ownership: &PointMap<f32>) -> Prospects {
        let mut seen = PointSet::new();
        let mut prospects = Prospects::default();
        for point in board.size().points() {
            if let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_stone(chain) == point) {
                prospects.weak.extend(weak_chain(board, ownership, (board.chain_color(chain), point)));
            } else if board.is_empty(point) && !seen.contains(point) && ownership[point].abs() >= LEAN {
                prospects.areas.extend(area(board, ownership, point, &mut seen));
            }
        }
        prospects.areas.sort_by_key(|area| std::cmp::Reverse(area.points.len()));
        prospects.weak.sort_by_key(|weak| std::cmp::Reverse(weak.stones.len()));
        prospects
    }

    /// At most so many sentences about areas and so many about stones.
    pub fn words(&self, board: &Board, n_most: usize) -> Vec<String> {
        let areas = self.areas.iter().take(n_most).map(|area| area.words(board));
        areas.chain(self.weak.iter().take(n_most).map(|weak| weak.words(board))).collect()
    }
}

fn weak_chain(board: &Board, ownership: &PointMap<f32>, (color, stone): (Color, Point)) -> Option<WeakChain> {
    let stones: Vec<Point> = board.stones(board.chain_at(stone)?).collect();
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let lean: f64 = stones.iter().map(|&point| sign * f64::from(ownership[point])).sum::<f64>() / stones.len() as f64;
    let kept = (1.0 + lean) / 2.0;
    (kept < IN_DANGER).then_some(WeakChain { color, stones, kept })
}

fn area(board: &Board, ownership: &PointMap<f32>, from: Point, seen: &mut PointSet) -> Option<Area> {
    let side = ownership[from].signum();
    let leans = |point: Point| ownership[point] * side >= LEAN;
    let (mut points, mut opening) = (vec![from], None::<(usize, Point)>);
    seen.insert(from);
    let mut next = 0;
    while next < points.len() {
        for neighbour in points[next].neighbours() {
            if !board.size().contains(neighbour) || !board.is_empty(neighbour) {
                continue;
            }
            if leans(neighbour) {
                if seen.insert(neighbour) {
                    points.push(neighbour);
                }
            } else {
                let here = (usize::from(board.size().line(points[next])), points[next]);
                opening = Some(opening.map_or(here, |least| least.min(here)));
            }
        }
        next += 1;
    }
    if points.len() < LEAST_POINTS {
        return None;
    }
    let lean: f64 = points.iter().map(|&point| f64::from(ownership[point].abs())).sum::<f64>() / points.len() as f64;
    let owner = if side > 0.0 { Color::Black } else { Color::White };
    let place = place(board, &points);
    Some(Area { owner, points, share: (1.0 + lean) / 2.0, opening, place })
}

/// The part of the board in which the middle of the points lies.
fn place(board: &Board, points: &[Point]) -> &'static str {
    let n = points.len() * usize::from(board.size().get());
    let third = |sum: usize| (3 * sum / n.max(1)).min(2);
    let column = third(points.iter().map(|point| usize::from(point.x())).sum());
    let row = third(points.iter().map(|point| usize::from(point.y())).sum());
    const PLACES: [[&str; 3]; 3] = [
        ["the upper left corner", "the upper side", "the upper right corner"],
        ["the left side", "the centre", "the right side"],
        ["the lower left corner", "the lower side", "the lower right corner"],
    ];
    PLACES[row][column]
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn ordinal(line: usize) -> String {
    match line {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        4 => "fourth".into(),
        5 => "fifth".into(),
        n => format!("{n}th"),
    }
}

impl Area {
    /// As "The lower side is 70% White's (13 points): open at the third line (K3)."
    pub fn words(&self, board: &Board) -> String {
        let (owner, n) = (name(self.owner), self.points.len());
        let mut place = self.place.to_owned();
        place.replace_range(..1, "T");
        let how = match self.share >= SURE {
            true => format!("{place} is {owner}'s ({n} points)"),
            false => format!("{place} is {:.0}% {owner}'s ({n} points)", 100.0 * self.share),
        };
        match self.opening.filter(|_| self.share < SURE) {
            Some((line, point)) => format!("{how}: open at the {} line ({}).", ordinal(line), board.size().name(point)),
            None => format!("{how}."),
        }
    }
}

impl WeakChain {
    /// As "The 4 Black stones at C3 are in danger: kept with a chance of 35%."
    pub fn words(&self, board: &Board) -> String {
        let (color, at) = (name(self.color), board.size().name(self.stones[0]));
        let stones = match self.stones.len() {
            1 => format!("The {color} stone at {at} is"),
            n => format!("The {n} {color} stones at {at} are"),
        };
        format!("{stones} in danger: kept with a chance of {:.0}%.", 100.0 * self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White's side at the bottom, open on the left; a Black stone inside it.
    const SIDE: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . X X X X X X X
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O O O O
        . . . . . . . . .
        . . . . X . . . .
        . . . . . . . . .";

    fn prospects() -> (Board, Prospects) {
        let (board, _) = Board::parse_ascii(SIDE).expect("a drawing");
        let mut ownership = PointMap::filled(0.0);
        for point in board.size().points() {
            let (x, y) = (point.x(), point.y());
            ownership[point] = match (x, y) {
                (2.., 6..) => -0.8,
                (2.., 5) => -0.9,
                (2.., ..=2) => 0.95,
                _ => 0.0,
            };
        }
        let prospects = Prospects::of(&board, &ownership);
        (board, prospects)
    }

    #[test]
    fn areas_have_owner_place_and_opening() {
        let (board, prospects) = prospects();
        let words = prospects.words(&board, 3);
        assert_eq!(prospects.areas.len(), 2, "{words:?}");
        assert!(
            words[0].starts_with("The lower side is 90% White's (20 points): open at the first line (C1)."),
            "{words:?}"
        );
        assert!(words[1].starts_with("The upper side is Black's (14 points)."), "{words:?}");
        assert_eq!(words[2], "The Black stone at E2 is in danger: kept with a chance of 10%.");
    }

    #[test]
    fn nothing_is_said_of_an_empty_map() {
        let (board, _) = Board::parse_ascii(SIDE).expect("a drawing");
        let prospects = Prospects::of(&board, &PointMap::filled(0.0));
        assert!(prospects.areas.is_empty());
        assert!(prospects.weak.iter().all(|weak| weak.kept == 0.5), "an even map is no safety");
    }
}
