//! Positions with known answers: `positions.txt` is data, `check` asks one question.
//!
//! A position is a title line `## ...`, a drawing (`X` black, `O` white), an optional `ko B D4` (Black may not play there now), and
//! questions `question arguments = answer`. Each is asked in all eight orientations and with the colours exchanged.

use go_board::{Board, BoardSize, Color, Liberties, Point, PointSet, Symmetry};
use go_tactics::{
    EyeSpace, EyeStatus, LadderStatus, Meeting, Reader, SelfAtariPolicy, Verdict, adjacent_chains, liberties_after,
    meeting, nakade_after, self_atari, static_ladder, static_ladder_after,
};

type Stones = Board;

/// The view of a position: rotated, mirrored, colours exchanged.
#[derive(Clone, Copy)]
struct View {
    size: BoardSize,
    symmetry: Symmetry,
    swapped: bool,
}

impl View {
    fn point(self, name: &str) -> Point {
        self.symmetry.apply(self.size, self.size.parse_point(name).unwrap_or_else(|e| panic!("{e}")))
    }

    fn color(self, name: &str) -> Color {
        let color = match name {
            "B" => Color::Black,
            "W" => Color::White,
            other => panic!("{other:?} is not a colour"),
        };
        if self.swapped { color.opponent() } else { color }
    }

    fn name(self, point: Point) -> String {
        self.size.name(self.symmetry.inverse().apply(self.size, point))
    }

    /// Names of the points, in alphabetical order, or `none`.
    fn names(self, points: impl IntoIterator<Item = Point>) -> String {
        let mut names: Vec<String> = points.into_iter().map(|p| self.name(p)).collect();
        names.sort();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    }

    fn board(self, seen: &Stones) -> Stones {
        let mut board = Stones::new(self.size);
        for point in self.size.points() {
            if let Some(color) = seen.color_at(point) {
                let color = if self.swapped { color.opponent() } else { color };
                board.set_stone(self.symmetry.apply(self.size, point), color);
            }
        }
        board
    }
}

fn verdict(verdict: Verdict) -> String {
    format!("{verdict:?}").to_lowercase()
}

fn ladder(ladder: LadderStatus) -> String {
    match ladder {
        LadderStatus::NoLadder => "no ladder",
        LadderStatus::Working => "working",
        LadderStatus::Broken => "broken",
    }
    .into()
}

/// The answer to one question.
fn answer(board: &Stones, view: View, question: &[&str]) -> String {
    let mut reader = Reader::default();
    reader.load(board);
    let point = |i: usize| view.point(question[i]);
    let color = || view.color(question[1]);
    let chain = |i: usize| board.chain_at(point(i)).expect("a stone there");
    match question[0] {
        "captures" => view.names(reader.capturing_moves(point(1)).iter()),
        "saves" => view.names(reader.saving_moves(point(1)).iter()),
        "saves-locally" => view.names(reader.local_saving_moves(point(1)).iter()),
        "nets" => view.names(reader.netting_moves(point(1)).iter()),
        "captured?" => verdict(reader.captures(point(1))),
        "snapback" => verdict(reader.snaps_back_with(point(2), point(1))),
        "static" => ladder(static_ladder(board, chain(1))),
        "static-after" => ladder(static_ladder_after(board, chain(2), point(1))),
        "self-atari" => self_atari(board, point(2), color()).map_or("none".into(), |s| s.size.to_string()),
        "liberties" => liberties_after(board, point(2), color()).count().to_string(),
        "policies" => {
            let policies = [
                ("never", SelfAtariPolicy::Never),
                ("result3", SelfAtariPolicy::Result3),
                ("nakade", SelfAtariPolicy::Nakade),
                ("rabbity", SelfAtariPolicy::NakadeWithRabbitySix),
                ("ignore", SelfAtariPolicy::Ignore),
            ];
            let allowed = policies.iter().filter(|(_, policy)| policy.allows(board, point(2), color()));
            allowed.map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
        }
        "nakade" => nakade_after(board, point(2), color()).map_or("none".into(), |shape| format!("{shape:?}")),
        "eye" => match EyeSpace::around(board, point(2), color()).map(|space| (space.status(), space.points().len())) {
            Some((EyeStatus::Vital(vital), n)) => format!("vital {} of {n}", view.name(vital)),
            Some((EyeStatus::OneEye, n)) => format!("one eye of {n}"),
            Some((EyeStatus::TwoEyes, n)) => format!("two eyes of {n}"),
            None => "none".into(),
        },
        "meets" => {
            let Meeting { joined, cut, hard_cuts, soft_cuts } = meeting(board, point(2), color());
            format!("joins {joined} cuts {cut} hard {hard_cuts} soft {soft_cuts}")
        }
        "around" => view.names(adjacent_chains(board, chain(1)).filter_map(|c| {
            // The stone that comes first on the drawing names the chain, whatever the orientation.
            let stones: PointSet = board.stones(c).collect();
            view.size.points().map(|p| view.symmetry.apply(view.size, p)).find(|&p| stones.contains(p))
        })),
        other => panic!("unknown question {other:?}"),
    }
}

fn check(title: &str, drawing: &str, ko: Option<&str>, question: &str, expected: &str) -> Result<(), String> {
    let (seen, _) = Stones::parse_ascii(drawing).map_err(|e| format!("{title}: {e}"))?;
    let words: Vec<&str> = question.split_whitespace().collect();
    for symmetry in Symmetry::ALL {
        for swapped in [false, true] {
            let view = View { size: seen.size(), symmetry, swapped };
            let mut board = view.board(&seen);
            if let Some((color, point)) = ko.and_then(|ko| ko.split_once(' ')) {
                board.set_ko(Some((view.point(point), view.color(color))));
            }
            let found = answer(&board, view, &words);
            if found != expected {
                return Err(format!(
                    "{title}\n{drawing}{question} = {expected}, found {found} ({symmetry:?}, {swapped})"
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn positions_have_the_known_answers() {
    let text = include_str!("positions.txt");
    let (mut n_positions, mut n_questions, mut failures) = (0, 0, Vec::new());
    for position in text.split("\n## ").skip(1) {
        let mut lines = position.lines();
        let title = lines.next().expect("a title");
        let (mut drawing, mut ko) = (String::new(), None);
        let n_before = n_questions;
        for line in lines.filter(|line| !line.trim().is_empty()) {
            if let Some(forbidden) = line.strip_prefix("ko ") {
                ko = Some(forbidden);
            } else if let Some((question, expected)) = line.split_once(" = ") {
                failures.extend(check(title, &drawing, ko, question, expected).err());
                n_questions += 1;
            } else {
                drawing.push_str(line);
                drawing.push('\n');
            }
        }
        assert!(n_questions > n_before, "{title} asks nothing");
        n_positions += 1;
    }
    assert!(failures.is_empty(), "{} of {n_questions} failed:\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(n_positions >= 60, "only {n_positions} positions");
}
