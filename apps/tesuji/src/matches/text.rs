//! A match as text: progress and summary.

use arena::contest::{MatchSettings, Outcome, Summary};
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
