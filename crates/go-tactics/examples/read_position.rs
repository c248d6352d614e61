//! The tactical questions asked of one position: `cargo run -p go-tactics --example read_position`.
//!
//! `docs/tactics.md` shows the output. The answers are asserted, so that the page stays true.

use go_board::{Board, Color, TrueLiberties};
use go_tactics::{EyeSpace, EyeStatus, Reader, SelfAtariPolicy, self_atari};

/// White's D6 is in a ladder towards the lower right; Black has an eye space of three points in the upper right.
const POSITION: &str = "
.....X...
.....XXXX
...X.....
..XO.....
..X......
.........
.........
.........
.........
";

fn main() {
    let (board, _) = Board::<TrueLiberties>::parse_ascii(POSITION).expect("a position drawn above");
    let size = board.size();
    let point = |name: &str| size.parse_point(name).expect("a point of this board");
    let names = |points: &mut dyn Iterator<Item = go_board::Point>| {
        points.map(|point| size.name(point)).collect::<Vec<_>>().join(" ")
    };

    let mut reader = Reader::default();
    reader.load(&board);
    let target = point("D6");
    let captures = names(&mut reader.capturing_moves(target).iter());
    println!("Black captures D6 in a ladder with: {captures}");
    let verdict = reader.captures(target);
    println!("verdict {verdict:?} after {} moves of {}", reader.n_nodes(), Reader::DEFAULT_NODE_LIMIT);
    let saves = names(&mut reader.local_saving_moves(target).iter());
    println!("White saves it with, nearby: {saves}");
    let nets = names(&mut reader.netting_moves(target).iter());
    println!("Black nets it with: {}", if nets.is_empty() { "nothing" } else { &nets });

    let space = EyeSpace::around(&board, point("H9"), Color::Black).expect("a small region");
    let EyeStatus::Vital(vital) = space.status() else { panic!("three in a row are unsettled") };
    println!("Black's eye space of {} points has the vital point {}", space.points().len(), size.name(vital));
    for (name, color) in [("G9", Color::White), ("E6", Color::White)] {
        let stones = self_atari(&board, point(name), color).map(|atari| atari.size);
        let allowed = SelfAtariPolicy::Nakade.allows(&board, point(name), color);
        println!("White {name}: stones in self-atari {stones:?}, allowed in a playout: {allowed}");
    }
    assert_eq!((captures.as_str(), size.name(vital).as_str()), ("E6", "H9"), "the answers have changed");
}
