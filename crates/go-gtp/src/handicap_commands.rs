//! `fixed_handicap`, `place_free_handicap` and `set_free_handicap`.

use go_board::{GameBoard, HandicapError, Point, SetupError, fixed_handicap};
use gtp::{Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::placing::free_handicap;
use crate::vertices::{points_text, read_point};

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("fixed_handicap", |engine, call| {
        let n = number_of_stones(call)?;
        let points = fixed_handicap(engine.game.size(), n).map_err(|error| refusal(&error.into()))?;
        place(&mut engine.game, &points)
    });
    registry.add("place_free_handicap", |engine, call| {
        let n = number_of_stones(call)?;
        let size = engine.game.size();
        if n < 2 || n >= size.area() {
            let most = size.area().saturating_sub(1);
            return Err(refusal(&HandicapError::Number { n, size, most }.into()));
        }
        place(&mut engine.game, &free_handicap(size, n))
    });
    registry.add("set_free_handicap", |engine, call| {
        let mut points = Vec::new();
        while call.arguments.peek().is_some() {
            points.push(read_point(&mut call.arguments, engine.game.size())?);
        }
        place(&mut engine.game, &points).map(|_| String::new())
    });
}

fn number_of_stones(call: &mut Call<'_>) -> Result<usize, Failure> {
    let n = call.arguments.integer("number of stones", 0..=625)?;
    call.arguments.finish()?;
    Ok(n)
}

fn place(game: &mut GameBoard, points: &[Point]) -> Result<String, Failure> {
    game.place_handicap(points).map_err(|error| refusal(&error))?;
    Ok(points_text(points.iter().copied(), game.size()))
}

/// The words of the GTP draft, and then the details.
fn refusal(error: &SetupError) -> Failure {
    let words = match error {
        SetupError::NotEmpty => return Failure::refused("board not empty"),
        SetupError::Handicap(HandicapError::Number { .. }) => "invalid number of stones",
        SetupError::Handicap(HandicapError::Twice(_)) | SetupError::BadPoint | SetupError::NoLiberty => {
            "bad vertex list"
        }
    };
    Failure::refused(format!("{words}: {error}"))
}
