//! `tesuji explain`: why a model considers a move of a game likely or not.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use go_board::{BoardSize, Move, Position};
use go_games::{Replay, read_games_within};
use go_models::{Combination, Evidence, Explanation, Prediction, Predictor, Reason, Voice};
use serde_json::{Value, json};

use crate::embedded;
use crate::games::inputs;
use crate::problems;

/// Say why a move of a game is likely or not: reasons, probabilities, alternatives
#[derive(Args)]
pub(crate) struct Arguments {
    /// A game record, of a collection the first game is taken; or with --problem a file of problems
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// The move to explain, from 1
    #[arg(long = "move", value_name = "N", required_unless_present = "problem")]
    number: Option<usize>,
    /// Explain the right first move of a problem instead, from 1; the file is one of problems
    #[arg(long, value_name = "N", conflicts_with = "number")]
    problem: Option<usize>,
    /// Explain this point instead of the one that was played: D4 or pass
    #[arg(long, value_name = "POINT")]
    at: Option<String>,
    /// A model file; without it the embedded model of the game's board size is used
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// How many reasons and alternatives
    #[arg(long, default_value_t = 8)]
    most: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let number = arguments.number.unwrap_or(1);
    let (position, played) = match arguments.problem {
        Some(problem) => of_problem(&arguments.file, problem)?,
        None => position_at(&first_game(&arguments.file)?, number)?,
    };
    let size = position.board.size();
    let wanted = match arguments.at.as_deref() {
        None => played,
        Some(name) => size.parse_move(name)?,
    };
    let model = embedded::model_or(arguments.model.as_deref(), size)?;
    let mut prediction = Prediction::default();
    model.predict(&position, &mut prediction);
    let ranked = prediction.ranked();
    let Some(explanation) = model.explain(&position, wanted) else {
        bail!("{} may not play {} at move {}", position.to_move, size.vertex(wanted), number);
    };
    let best = model.explain(&position, ranked[0].0).expect("the first of the ranking is legal");
    let mut out = io::stdout().lock();
    if arguments.json {
        let alternatives: Vec<Value> = ranked
            .iter()
            .take(arguments.most)
            .map(|(mv, p)| json!({"move": size.vertex(*mv).to_string(), "probability": p}))
            .collect();
        let object = json!({
            "move_number": number,
            "color": position.to_move.to_string(),
            "played": size.vertex(played).to_string(),
            "explained": explanation_json(size, &explanation),
            "best": explanation_json(size, &best),
            "alternatives": alternatives,
            "model": model.header().name,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    match arguments.problem {
        Some(problem) => {
            writeln!(out, "Problem {problem}: {} to play, {} is right\n", position.to_move, size.vertex(played))?;
        }
        None => writeln!(out, "Move {number}: {} plays {}\n", position.to_move, size.vertex(played))?,
    }
    write!(out, "{}", drawing(&position, &[(wanted, 'a'), (best.mv, 'b')]))?;
    write_explanation(&mut out, &position, &explanation, arguments.most)?;
    if best.mv != wanted {
        writeln!(out, "\nThe model prefers {}:", size.vertex(best.mv))?;
        write_explanation(&mut out, &position, &best, arguments.most)?;
        compare(&mut out, &explanation, &best)?;
    }
    writeln!(out, "\nMost likely:")?;
    for (mv, probability) in ranked.iter().take(arguments.most) {
        writeln!(out, "  {:<5}{:>6.1}%", size.vertex(*mv), 100.0 * probability)?;
    }
    Ok(())
}

fn first_game(file: &Path) -> Result<go_games::Game> {
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let games = read_games_within(&bytes, &inputs::budget()).with_context(|| format!("cannot read {name}"))?;
    match games.into_first() {
        Some(Ok(game)) => Ok(game),
        Some(Err((place, refusal))) => bail!("{name}: {place}: the first game cannot be played through: {refusal}"),
        None => bail!("{name} holds no game"),
    }
}

/// The position of a problem and its first right move.
fn of_problem(file: &Path, number: usize) -> Result<(Position, Move)> {
    let mut all = problems::read(file)?;
    if number == 0 || number > all.len() {
        bail!("{} has problems 1 to {}, not {number}", file.display(), all.len());
    }
    let problem = all.swap_remove(number - 1).with_context(|| file.display().to_string())?;
    Ok((problem.position(), Move::Play(problem.right[0])))
}

fn position_at(game: &go_games::Game, number: usize) -> Result<(Position, Move)> {
    let mut replay = Replay::new(game);
    let mut n = 0;
    while let Some((position, played)) = replay.next_position() {
        n += 1;
        if n == number {
            return Ok((position.clone(), played));
        }
    }
    bail!("the game has moves 1 to {n}, not {number}")
}

fn write_explanation(out: &mut impl Write, position: &Position, explanation: &Explanation, most: usize) -> Result<()> {
    let size = position.board.size();
    let Explanation { probability, rank, .. } = *explanation;
    writeln!(out, "\n{}: {:.1}%, number {rank} of the legal moves", size.vertex(explanation.mv), 100.0 * probability)?;
    match &explanation.combination {
        Combination::Product => {}
        Combination::Mean { .. } => writeln!(out, "  the mean of:")?,
        Combination::Pool { .. } => {
            writeln!(out, "  the product, normalised, of these probabilities to the power of their weights:")?
        }
    }
    for Voice { name, weight, explanation } in explanation.combination.voices() {
        let Explanation { probability, rank, .. } = explanation;
        writeln!(out, "    {name} (weight {weight:.2}): {:.1}%, number {rank}", 100.0 * probability)?;
    }
    let (pro, contra) = explanation.pro_and_contra();
    for (title, reasons) in [("for it", pro), ("against it", contra)] {
        if !reasons.is_empty() {
            writeln!(out, "  {title}:")?;
        }
        for reason in reasons.into_iter().take(most) {
            let place = place(position, &reason.evidence);
            writeln!(out, "    x{:<8.2} {} [{}]{place}", reason.factor, reason.words, reason.id())?;
        }
    }
    Ok(())
}

/// The first points of a reason's evidence, at the end of its line.
fn place(position: &Position, evidence: &Evidence) -> String {
    const MOST: usize = 6;
    let marks = evidence.marks(&position.board);
    if marks.is_empty() {
        return String::new();
    }
    let names: Vec<String> = marks.iter().take(MOST).map(|&point| position.board.size().name(point)).collect();
    format!(" at {}{}", names.join(" "), if marks.len() > MOST { " ..." } else { "" })
}

/// What the better move has and the other lacks, and the other way round.
fn compare(out: &mut impl Write, other: &Explanation, best: &Explanation) -> Result<()> {
    let ratio = best.probability / other.probability.max(1e-9);
    writeln!(out, "\nIt is {ratio:.1} times as likely. What makes the difference:")?;
    let mut list = |title: &str, reasons: &mut dyn Iterator<Item = &Reason>| -> Result<()> {
        for reason in reasons.take(3) {
            writeln!(out, "  {title}: {} x{:.2}", reason.words, reason.factor)?;
        }
        Ok(())
    };
    list("only for the preferred move", &mut best.advantages_over(other))?;
    list("only for the other", &mut other.advantages_over(best))?;
    list("only against the other", &mut other.drawbacks_beside(best))
}

fn drawing(position: &Position, marks: &[(Move, char)]) -> String {
    let size = position.board.size();
    let mut text = String::new();
    for (y, row) in position.board.to_ascii().lines().enumerate() {
        let mut cells: Vec<char> = row.chars().filter(|c| !c.is_whitespace()).collect();
        for (mv, letter) in marks.iter().rev() {
            if let Some(point) = mv.point().filter(|point| point.y() as usize == y) {
                cells[point.x() as usize] = *letter;
            }
        }
        let row: Vec<String> = cells.iter().map(char::to_string).collect();
        text.push_str(&format!("{:>3} {}\n", size.get() as usize - y, row.join(" ")));
    }
    let letters: Vec<String> =
        (0..size.get() as usize).filter_map(|x| Some(size.name(size.point(x, 0)?)[..1].to_string())).collect();
    text.push_str(&format!("    {}\n", letters.join(" ")));
    text
}

fn explanation_json(size: BoardSize, explanation: &Explanation) -> Value {
    let reasons: Vec<Value> = explanation.reasons.iter().map(|reason| reason_json(size, reason)).collect();
    let mut object = json!({
        "move": size.vertex(explanation.mv).to_string(),
        "probability": explanation.probability,
        "rank": explanation.rank,
        "strength": explanation.strength,
        "combination": explanation.combination.name(),
        "reasons": reasons,
    });
    let voices = explanation.combination.voices();
    if !voices.is_empty() {
        let voice = |v: &Voice| json!({"name": v.name, "weight": v.weight, "explanation": explanation_json(size, &v.explanation)});
        object["voices"] = voices.iter().map(voice).collect();
    }
    object
}

fn reason_json(size: BoardSize, reason: &Reason) -> Value {
    json!({
        "feature": reason.id(),
        "features": reason.features,
        "words": reason.words,
        "factor": reason.factor,
        "evidence": reason.evidence.map(&|point| size.name(*point)),
    })
}
