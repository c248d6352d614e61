//! The incremental hashes against cells read from the board, on random games in all orientations and both colours.

use super::*;
use go_board::{Board, Cell, Color, Move, Point, Position, Symmetry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

/// The slow twin: the least of the four views of the cells themselves.
fn cells(board: &Board, region: Region) -> Vec<u8> {
    let look = |is_mirrored: bool, is_swapped: bool| {
        let ink = |point: &Point| match board.cell(*point) {
            Cell::Black => 1 + u8::from(is_swapped),
            Cell::White => 2 - u8::from(is_swapped),
            _ => 0,
        };
        region.points(is_mirrored).iter().map(ink).collect::<Vec<u8>>()
    };
    let views = [(false, false), (true, false), (false, true), (true, true)];
    let kind = region.kind() as u8;
    views.into_iter().map(|(a, b)| look(a, b)).min().expect("four views").into_iter().chain([kind]).collect()
}

fn random_moves(seed: u64, n: usize) -> Vec<Move> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position: Position = Position::new(REGION_BOARD, 7.5);
    let mut moves = Vec::new();
    while moves.len() < n {
        let legal: Vec<Point> = position.legal_points().collect();
        let mv = Move::Play(legal[random.random_range(0..legal.len())]);
        position.play(mv);
        moves.push(mv);
    }
    moves
}

#[test]
fn incremental_shapes_are_those_of_the_board() {
    for seed in 0..3 {
        let mut position: Position = Position::new(REGION_BOARD, 7.5);
        let mut shapes = RegionShapes::new();
        let mut seen: HashMap<Vec<u8>, u64> = HashMap::new();
        for mv in random_moves(seed, 500) {
            let (color, point) = (position.to_move, mv.point().expect("a play"));
            position.play(mv);
            shapes.follow(&position.board, point, color, position.last_captured);
            assert_eq!(shapes, RegionShapes::of(&position.board));
            for region in Region::all() {
                let key = shapes.shape(region).0;
                assert_eq!(*seen.entry(cells(&position.board, region)).or_insert(key), key, "one shape, one key");
                let rim = |point: &Point| region.is_rim(*point) && !position.board.is_empty(*point);
                assert_eq!(shapes.is_enclosed(region), !region.points(false).iter().any(rim));
                let stones = region.points(false).iter().filter(|point| !position.board.is_empty(**point));
                assert_eq!(shapes.n_stones(region), stones.count());
            }
        }
        let keys: std::collections::HashSet<u64> = seen.values().copied().collect();
        assert_eq!(keys.len(), seen.len(), "different shapes have different keys");
    }
}

#[test]
fn turned_boards_and_exchanged_colours_have_the_same_shapes() {
    let moves = random_moves(7, 60);
    let keys = |symmetry: Symmetry, swap: bool| {
        let mut board: Board = Board::new(REGION_BOARD);
        for (k, mv) in moves.iter().enumerate() {
            let color = if (k % 2 == 0) != swap { Color::Black } else { Color::White };
            board.play_unchecked(symmetry.apply(REGION_BOARD, mv.point().expect("a play")), color);
        }
        let shapes = RegionShapes::of(&board);
        let mut keys: Vec<(RegionKind, u64)> =
            Region::all().map(|region| (region.kind(), shapes.shape(region).0)).collect();
        keys.sort();
        keys
    };
    let plain = keys(Symmetry::IDENTITY, false);
    for symmetry in Symmetry::ALL {
        assert_eq!(keys(symmetry, false), plain);
        assert_eq!(keys(symmetry, true), plain);
    }
}

#[test]
fn symmetric_shapes_have_several_views() {
    let shapes = RegionShapes::new();
    let corner = Region::all().next().expect("a region");
    assert_eq!(shapes.views(corner).count(), 4, "nothing looks the same from everywhere");
    let mut shapes = shapes;
    shapes.add(REGION_BOARD.parse_point("D16").expect("a point"), Color::White);
    let views: Vec<View> = shapes.views(corner).collect();
    assert_eq!(views.len(), 2, "a stone on the diagonal");
    assert_eq!(views[0].ink(Color::White), views[1].ink(Color::White));
    assert_eq!(views[0].color(views[0].ink(Color::White)), Color::White);
}
