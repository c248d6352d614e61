//! Features of a small board, and the law of exchanged colours.

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
