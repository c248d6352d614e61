//! Statuses in words of a Go player, with the colours of the position.

use go_board::Color;
use tsumego::{Answer, Manner, Side, Status};

fn name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

fn threats(n: i8) -> String {
    if n == 1 { "one ko threat".to_owned() } else { format!("{n} ko threats") }
}

/// What becomes of the defender's group.
pub(super) fn fate(status: Status, defender: Color) -> String {
    let (defender, attacker) = (name(defender), name(defender.opponent()));
    match status {
        Status::Dead => format!("{defender} is dead"),
        Status::Alive => format!("{defender} lives"),
        Status::Unknown => "not found out".to_owned(),
        Status::Ko { attacker_needs: None } => "ko; how many threats it takes was not found out".to_owned(),
        Status::Ko { attacker_needs: Some(needs) } if needs > 0 => {
            format!("ko: {attacker} needs {} more than {defender} to capture", threats(needs))
        }
        Status::Ko { attacker_needs: Some(needs) } => {
            format!("ko: {defender} needs {} more than {attacker} to live", threats(1 - needs))
        }
    }
}

/// The answer in a sentence or two.
pub(super) fn verdict(answer: &Answer, defender: Color) -> String {
    let side = answer.side();
    let mover = name(if side == Side::Defender { defender } else { defender.opponent() });
    let group = name(defender);
    let makes_no_difference = answer.status == answer.status_after_pass;
    match (answer.status, side) {
        (Status::Unknown, _) => format!("{mover} to play: not found out in the time there is."),
        (Status::Dead, Side::Defender) => format!("{group} is dead: no move saves it."),
        (Status::Dead, Side::Attacker) if makes_no_difference => format!("{group} is dead, even if {mover} passes."),
        (Status::Dead, Side::Attacker) => format!("{mover} to play captures: {group} is dead."),
        (Status::Alive, Side::Attacker) => format!("{group} lives: no move captures it."),
        (Status::Alive, Side::Defender) if makes_no_difference => format!("{group} lives, even if it passes."),
        (Status::Alive, Side::Defender) => format!("{mover} to play lives."),
        (status @ Status::Ko { .. }, _) => {
            let how = if makes_no_difference { ", with or without a move of" } else { " with the best move of" };
            format!("Ko{how} {mover}{}.", fate(status, defender).trim_start_matches("ko"))
        }
    }
}

/// How a group lives, as a sentence after the verdict; nothing if that was not found out.
pub(super) fn manner(manner: Option<Manner>) -> &'static str {
    match manner {
        None => "",
        Some(Manner::TwoEyes) => " It gets two eyes.",
        Some(Manner::Escape) => " It escapes, or else gets two eyes.",
        Some(Manner::Seki) => " It lives in seki.",
        Some(Manner::Repetition) => " It lives because play repeats for ever.",
    }
}

/// What a problem asks for: its status is the best that the side to move can reach.
pub(super) fn goal(status: Status, side: Side, defender: Color) -> String {
    let mover = name(if side == Side::Defender { defender } else { defender.opponent() });
    match (status, side) {
        (Status::Ko { .. }, Side::Attacker) => format!("{mover} to play and kill by ko."),
        (Status::Ko { .. }, Side::Defender) => format!("{mover} to play and live by ko."),
        (_, Side::Attacker) => format!("{mover} to play and kill the marked stones."),
        (_, Side::Defender) => format!("{mover} to play and save the marked stones."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ko_names_who_needs_the_threats() {
        let told = |needs| fate(Status::Ko { attacker_needs: Some(needs) }, Color::White);
        assert_eq!(told(2), "ko: Black needs 2 ko threats more than White to capture");
        assert_eq!(told(1), "ko: Black needs one ko threat more than White to capture");
        assert_eq!(told(0), "ko: White needs one ko threat more than Black to live");
        assert_eq!(told(-1), "ko: White needs 2 ko threats more than Black to live");
    }
}
