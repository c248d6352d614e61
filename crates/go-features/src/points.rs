//! What speaks for Black or White as the owner of a point at the end of the game.
//!
//! Every feature is signed: above 0 it speaks for Black, below for White, and with exchanged colours everything changes its sign. Some are what others say of the
//! point (the share of playouts that gave it to a side, and what a model of final ownership foresees, both as log-odds, apart for stones that they
//! confirm, for stones that they think dead and for empty points); the rest is what the board shows: stones, liberties, enclosed areas, distance and influence.
//!
//! There is no reading here and nothing about eyes: playouts see both, roughly.

use go_board::{Board, Color, Liberties, Point, PointMap};

/// Opinions are kept this far from certainty before their log-odds are taken.
const LEAST_DOUBT: f32 = 0.01;
/// A stone's influence falls by this factor with every step.
const FADING: f32 = 0.6;
/// Influence reaches so far.
const REACH: i32 = 6;
/// Enclosed areas of more empty points are no sure territory.
const LARGEST_AREA: usize = 30;

/// A signed feature of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum PointFeature {
    /// Playouts leave the stone on the point to its colour.
    PlayoutsConfirm,
    /// Playouts mostly take the stone on the point.
    PlayoutsKill,
    /// Playouts give the empty point to a side.
    PlayoutsGive,
    /// The model of final ownership leaves the stone to its colour.
    ForeseenConfirm,
    /// It takes the stone.
    ForeseenKill,
    /// It gives the empty point to a side.
    ForeseenGive,
    /// A stone.
    Stone,
    /// A stone of a chain with one liberty.
    InAtari,
    /// A stone of a chain with two.
    TwoLiberties,
    /// A stone of a chain with three.
    ThreeLiberties,
    /// A stone, by the logarithm of its chain's size.
    ChainSize,
    /// An empty point of an area that only one colour borders.
    Enclosed,
    /// An empty point, by the stones next to it.
    Neighbours,
    /// An empty point nearer to one colour.
    Nearer,
    /// An empty point under the influence of one colour.
    Influence,
    /// The same on the first two lines.
    InfluenceAtEdge,
}

/// How many there are.
pub const N_POINT_FEATURES: usize = 16;

impl PointFeature {
    /// All of them, in the order of their values.
    pub const ALL: [PointFeature; N_POINT_FEATURES] = [
        Self::PlayoutsConfirm,
        Self::PlayoutsKill,
        Self::PlayoutsGive,
        Self::ForeseenConfirm,
        Self::ForeseenKill,
        Self::ForeseenGive,
        Self::Stone,
        Self::InAtari,
        Self::TwoLiberties,
        Self::ThreeLiberties,
        Self::ChainSize,
        Self::Enclosed,
        Self::Neighbours,
        Self::Nearer,
        Self::Influence,
        Self::InfluenceAtEdge,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlayoutsConfirm => "playouts-confirm",
            Self::PlayoutsKill => "playouts-kill",
            Self::PlayoutsGive => "playouts-give",
            Self::ForeseenConfirm => "foreseen-confirm",
            Self::ForeseenKill => "foreseen-kill",
            Self::ForeseenGive => "foreseen-give",
            Self::Stone => "stone",
            Self::InAtari => "in-atari",
            Self::TwoLiberties => "two-liberties",
            Self::ThreeLiberties => "three-liberties",
            Self::ChainSize => "chain-size",
            Self::Enclosed => "enclosed",
            Self::Neighbours => "neighbours",
            Self::Nearer => "nearer",
            Self::Influence => "influence",
            Self::InfluenceAtEdge => "influence-at-edge",
        }
    }
}

/// A board with the opinions about it, all in Black's view: from -1 (White's) to 1 (Black's).
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The mean owner over playouts.
    pub playouts: &'a PointMap<f32>,
    /// What a model of final ownership says, if there is one.
    pub foreseen: Option<&'a PointMap<f32>>,
}

/// What is computed once for all points of a board.
pub struct PointReader<'a> {
    outlook: Outlook<'a>,
    /// Of empty points: the colour that alone borders their area, as a sign.
    enclosed: PointMap<f32>,
    influence: PointMap<f32>,
}

fn sign(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { -1.0 }
}

/// The log-odds of an opinion.
fn log_odds(opinion: f32) -> f32 {
    let black = ((1.0 + opinion) / 2.0).clamp(LEAST_DOUBT, 1.0 - LEAST_DOUBT);
    (black / (1.0 - black)).ln()
}

impl<'a> PointReader<'a> {
    /// Looks at a board.
    pub fn new(outlook: Outlook<'a>) -> PointReader<'a> {
        PointReader { outlook, enclosed: enclosed(outlook.board), influence: influence(outlook.board) }
    }

    /// The features of a point, in the order of [`PointFeature::ALL`].
    pub fn features(&self, point: Point) -> [f32; N_POINT_FEATURES] {
        let Outlook { board, playouts, foreseen } = self.outlook;
        let mut values = [0.0; N_POINT_FEATURES];
        let mut set = |feature: PointFeature, value: f32| values[feature as usize] = value;
        let opinions = [log_odds(playouts[point]), foreseen.map_or(0.0, |foreseen| log_odds(foreseen[point]))];
        use PointFeature as F;
        if let Some(chain) = board.chain_at(point) {
            let own = sign(board.chain_color(chain));
            let families = [[F::PlayoutsConfirm, F::PlayoutsKill], [F::ForeseenConfirm, F::ForeseenKill]];
            for (opinion, [confirm, kill]) in opinions.into_iter().zip(families) {
                set(if opinion * own >= 0.0 { confirm } else { kill }, opinion);
            }
            set(F::Stone, own);
            match board.liberties(chain).count() {
                1 => set(F::InAtari, own),
                2 => set(F::TwoLiberties, own),
                3 => set(F::ThreeLiberties, own),
                _ => {}
            }
            set(F::ChainSize, own * (board.chain_size(chain) as f32).ln());
            return values;
        }
        set(F::PlayoutsGive, opinions[0]);
        set(F::ForeseenGive, opinions[1]);
        set(F::Enclosed, self.enclosed[point]);
        let beside: f32 = point.neighbours().into_iter().filter_map(|near| board.color_at(near)).map(sign).sum();
        set(F::Neighbours, beside / 4.0);
        set(F::Nearer, nearer(board, point));
        set(F::Influence, self.influence[point]);
        if board.size().line(point) <= 2 {
            set(F::InfluenceAtEdge, self.influence[point]);
        }
        values
    }
}

/// The colour that alone borders the area of each empty point, as a sign.
fn enclosed(board: &Board) -> PointMap<f32> {
    let mut owner = PointMap::filled(0.0);
    let mut seen = PointMap::filled(false);
    for &start in board.empty_points() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut area = vec![start];
        let mut borders = [false; 2];
        let mut next = 0;
        while next < area.len() {
            for near in area[next].neighbours() {
                match board.color_at(near) {
                    Some(color) => borders[color.index()] = true,
                    None if board.is_empty(near) && !seen[near] => {
                        seen[near] = true;
                        area.push(near);
                    }
                    None => {}
                }
            }
            next += 1;
        }
        if borders[0] != borders[1] && area.len() <= LARGEST_AREA {
            let value = if borders[Color::Black.index()] { 1.0 } else { -1.0 };
            area.into_iter().for_each(|point| owner[point] = value);
        }
    }
    owner
}

/// Influence of all stones on empty points: fading with the distance, limited to -1 and 1.
fn influence(board: &Board) -> PointMap<f32> {
    let mut sum = PointMap::filled(0.0);
    let last = i32::from(board.size().get()) - 1;
    for point in board.size().points() {
        let Some(color) = board.color_at(point) else { continue };
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        for row in (y - REACH).max(0)..=(y + REACH).min(last) {
            let left = REACH - (row - y).abs();
            for column in (x - left).max(0)..=(x + left).min(last) {
                let steps = (row - y).abs() + (column - x).abs();
                let seen_from = point.shifted(column - x, row - y);
                sum[seen_from] += sign(color) * FADING.powi(steps);
            }
        }
    }
    board.size().points().for_each(|point| sum[point] = sum[point].tanh());
    sum
}

/// The colour of the nearest stones; 0 if both are as near, or none within reach.
fn nearer(board: &Board, point: Point) -> f32 {
    let last = i32::from(board.size().get()) - 1;
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    for steps in 1..=REACH {
        let mut found = [false; 2];
        for dx in -steps..=steps {
            let rest = steps - dx.abs();
            for dy in [-rest, rest] {
                if (0..=last).contains(&(x + dx)) && (0..=last).contains(&(y + dy)) {
                    if let Some(color) = board.color_at(point.shifted(dx, dy)) {
                        found[color.index()] = true;
                    }
                }
            }
        }
        if found[0] || found[1] {
            return f32::from(found[Color::Black.index()]) - f32::from(found[Color::White.index()]);
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = ". X . . O .
         X X . O O O
         . . . O . O
         X . . . O O
         O X . . . .
         . O . . . X";

    fn board(drawing: &str) -> Board {
        Board::parse_ascii(drawing).expect("a board").0
    }

    fn of(board: &Board, name: &str, feature: PointFeature) -> f32 {
        let playouts = PointMap::filled(0.5);
        let reader = PointReader::new(Outlook { board, playouts: &playouts, foreseen: None });
        reader.features(board.size().parse_point(name).expect("a point"))[feature as usize]
    }

    #[test]
    fn stones_and_areas_are_seen() {
        let board = board(DRAWING);
        use PointFeature as F;
        assert_eq!(of(&board, "A6", F::Enclosed), 1.0);
        assert_eq!(of(&board, "E4", F::Enclosed), -1.0);
        assert_eq!(of(&board, "C4", F::Enclosed), 0.0);
        assert_eq!((of(&board, "A2", F::InAtari), of(&board, "A2", F::Stone)), (-1.0, -1.0));
        assert_eq!(of(&board, "A3", F::TwoLiberties), 1.0);
        assert_eq!(of(&board, "D5", F::ChainSize), -(8.0_f32).ln());
        assert_eq!((of(&board, "C6", F::Nearer), of(&board, "F2", F::Nearer)), (1.0, 0.0));
        assert!(of(&board, "F6", F::Influence) < -0.8 && of(&board, "F6", F::InfluenceAtEdge) < -0.8);
        assert_eq!(of(&board, "C3", F::InfluenceAtEdge), 0.0);
        assert!(of(&board, "D5", F::PlayoutsKill) > 1.0 && of(&board, "B5", F::PlayoutsConfirm) > 1.0);
        assert_eq!((of(&board, "D5", F::PlayoutsConfirm), of(&board, "C4", F::PlayoutsGive)), (0.0, 3.0_f32.ln()));
    }

    /// The slow twin of colours: with exchanged colours and opinions everything changes its sign.
    #[test]
    fn exchanged_colours_exchange_the_signs() {
        let exchange = |c: char| match c {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let (one, other) = (board(DRAWING), board(&DRAWING.chars().map(exchange).collect::<String>()));
        let (mut playouts, mut against) = (PointMap::filled(0.0), PointMap::filled(0.0));
        for (n, point) in one.size().points().enumerate() {
            playouts[point] = (n as f32 * 0.7).sin();
            against[point] = -playouts[point];
        }
        let readers = [
            PointReader::new(Outlook { board: &one, playouts: &playouts, foreseen: Some(&against) }),
            PointReader::new(Outlook { board: &other, playouts: &against, foreseen: Some(&playouts) }),
        ];
        for point in one.size().points() {
            let pairs = readers[0].features(point).into_iter().zip(readers[1].features(point));
            assert!(pairs.clone().all(|(a, b)| (a + b).abs() < 1e-5), "{point:?}: {:?}", pairs.collect::<Vec<_>>());
        }
    }
}
