//! A match as text: progress, summary, and a row for every game.

use arena::Side;
use arena::contest::{GameRecord, MatchSettings, Outcome, Summary};
use report::{Column, Table, number};

pub(super) fn report_trouble(outcome: &Outcome, game: u64) {
    match outcome {
        Outcome::Forfeit { fault } => eprintln!("game {}: {fault}", game + 1),
        Outcome::Disputed { reason } => eprintln!("game {}: no result: {reason}", game + 1),
        Outcome::Score { .. } | Outcome::Resignation { .. } => {}
    }
}

fn elo_text(summary: &Summary) -> String {
    format!("{:+.0} [{:+.0}, {:+.0}]", summary.elo, summary.elo_low, summary.elo_high)
}

/// Who is stronger, in words that fit the sign.
fn verdict(summary: &Summary) -> String {
    let Summary { elo, elo_low, elo_high, .. } = *summary;
    let (stronger, weaker, elo, low, high) = match elo < 0.0 {
        true => ("B", "A", -elo, -elo_high, -elo_low),
        false => ("A", "B", elo, elo_low, elo_high),
    };
    let certain = if low > 0.0 { "" } else { "; it is not certain who is stronger" };
    format!("{stronger} is {elo:.0} Elo stronger than {weaker} (95 % interval {low:+.0} to {high:+.0}{certain})\n")
}

pub(super) fn one_line(summary: &Summary) -> String {
    let Summary { wins, losses, draws, .. } = summary;
    format!("+{wins} -{losses} ={draws}  Elo {}", elo_text(summary))
}

pub(super) fn table(settings: &MatchSettings, summary: &Summary) -> String {
    let mut table = Table::new([Column::left("what"), Column::right("A"), Column::right("B")]);
    let mut row = |what: &str, a: String, b: String| table.push([what.to_owned(), a, b]);
    row("wins", summary.wins.to_string(), summary.losses.to_string());
    row(
        "seconds per move",
        number::significant(summary.seconds_per_move[0], 3),
        number::significant(summary.seconds_per_move[1], 3),
    );
    row(
        "longest move, seconds",
        number::significant(summary.longest_move_seconds[0], 3),
        number::significant(summary.longest_move_seconds[1], 3),
    );
    row("lost by a fault", summary.forfeits[0].to_string(), summary.forfeits[1].to_string());
    let names = summary.names.each_ref().map(|names| names.iter().cloned().collect::<Vec<_>>().join(" and "));
    let mut text = format!("A: {} ({})\nB: {} ({})\n\n", settings.a, names[0], settings.b, names[1]);
    text += table.to_terminal().trim_end();
    text += "\n";
    text += &format!(
        "\n{}, {} drawn, {} without result\n",
        number::counted(summary.games, "game"),
        summary.draws,
        summary.disputed
    );
    text += &verdict(summary);
    if let (Some(verdict), Some(llr)) = (summary.sprt, summary.sprt_llr) {
        text += &format!("sequential test: {verdict} (log-likelihood ratio {llr:.2})\n");
    }
    if summary.duplicates > 0 {
        text += &format!(
            "{} games repeat another one: give the programs seeds ({{game}}), or use --opening-moves\n",
            summary.duplicates
        );
    }
    if summary.names.iter().any(|names| names.len() > 1) {
        text += "a program changed its name or version while the match went on\n";
    }
    text
}

/// A row for every game, in order.
pub(super) fn games_table(records: &[GameRecord]) -> Table {
    let mut table = Table::new(
        [
            "game",
            "black",
            "a",
            "b",
            "end",
            "result",
            "points_of_a",
            "moves",
            "moves_of_a",
            "moves_of_b",
            "seconds_of_a",
            "seconds_of_b",
            "longest_of_a",
            "longest_of_b",
            "note",
        ]
        .map(Column::left),
    );
    let mut ordered: Vec<&GameRecord> = records.iter().collect();
    ordered.sort_by_key(|record| record.game);
    for record in ordered {
        let seconds = |seconds: f64| format!("{seconds:.3}");
        let (end, result, note) = ending(record);
        table.push([
            (record.game + 1).to_string(),
            letter(record.black).to_owned(),
            record.names[0].clone(),
            record.names[1].clone(),
            end.to_owned(),
            result,
            record.outcome.points().map_or(String::new(), |points| points.to_string()),
            record.moves.len().to_string(),
            record.n_chosen[0].to_string(),
            record.n_chosen[1].to_string(),
            seconds(record.seconds[0]),
            seconds(record.seconds[1]),
            seconds(record.longest[0]),
            seconds(record.longest[1]),
            note,
        ]);
    }
    table
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

/// How a game ended, its result as SGF has it, and what else there is to say.
fn ending(record: &GameRecord) -> (&'static str, String, String) {
    let won_by = |winner: Side, by: &str| format!("{}+{by}", if winner == record.black { "B" } else { "W" });
    match &record.outcome {
        Outcome::Score { result, .. } => ("score", result.clone(), String::new()),
        Outcome::Resignation { winner } => ("resignation", won_by(*winner, "R"), String::new()),
        Outcome::Forfeit { fault } => ("forfeit", won_by(fault.side.other(), "F"), fault.to_string()),
        Outcome::Disputed { reason } => ("disputed", String::new(), reason.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{Fault, FaultKind};

    #[test]
    fn every_game_is_a_line() {
        let game = |game: u64, outcome: Outcome| GameRecord {
            game,
            names: ["Toy 1".to_owned(), "Other, the \"best\"".to_owned()],
            black: if game.is_multiple_of(2) { Side::A } else { Side::B },
            outcome,
            moves: vec!["E5".to_owned(), "pass".to_owned(), "pass".to_owned()],
            n_chosen: [2, 1],
            seconds: [1.0, 0.25],
            longest: [0.75, 0.25],
        };
        let fault = Fault { side: Side::B, kind: FaultKind::Hung, detail: "no reply".to_owned() };
        let records = [
            game(3, Outcome::Disputed { reason: "B+1 or W+1".to_owned() }),
            game(0, Outcome::Score { winner: Some(Side::A), result: "B+3.5".to_owned() }),
            game(1, Outcome::Resignation { winner: Side::A }),
            game(2, Outcome::Forfeit { fault: fault.clone() }),
        ];
        let times = "3,2,1,1.000,0.250,0.750,0.250";
        let names = r#"Toy 1,"Other, the ""best""""#;
        let expected = [
            "game,black,a,b,end,result,points_of_a,moves,moves_of_a,moves_of_b,seconds_of_a,seconds_of_b,longest_of_a,longest_of_b,note".to_owned(),
            format!("1,A,{names},score,B+3.5,1,{times},"),
            format!("2,B,{names},resignation,W+R,1,{times},"),
            format!("3,A,{names},forfeit,B+F,1,{times},{fault}"),
            format!("4,B,{names},disputed,,,{times},B+1 or W+1"),
        ];
        assert_eq!(games_table(&records).to_csv().lines().collect::<Vec<_>>(), expected);
    }
}
