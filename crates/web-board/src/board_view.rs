//! The board after a line of play for the page: stones, prisoners, side to move, and the drawing.
//!
//! With `play` the side to move makes a new move, which must obey the rules; the answer then names the step to remember.

use std::sync::Arc;

use go_board::{BoardSize, Color, GameBoard, IllegalMove, Point};
use go_models::{Prediction, Predictors};
use go_review::picture::{self, spot};
use goban_svg::{Definitions, Mark, Spot};
use serde::{Deserialize, Serialize};

use crate::answer::Refused;
use crate::line::{Line, Step, color_letter};

/// A question about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardQuestion {
    line: Line,
    /// A move to make for the side to move.
    play: Option<String>,
    /// What to draw besides the stones.
    #[serde(default)]
    show: Show,
}

/// Overlays of the drawing.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Show {
    /// The number of the model whose probabilities are shown.
    heat: Option<usize>,
    /// Whose point it will be, Black's 1, row by row from the top left.
    ownership: Vec<f32>,
    /// Stones that count as dead.
    dead: Vec<String>,
    /// Marks: point, kind, text.
    marks: Vec<(String, String, Option<String>)>,
    /// No letters and numbers around the board.
    bare: bool,
    /// The drawing contains its own gradients: it will be saved as a file.
    alone: bool,
}

/// The answer.
#[derive(Serialize)]
pub(crate) struct BoardView {
    size: u8,
    to_move: &'static str,
    /// Row by row from the top left: `.`, `X` or `O`.
    stones: String,
    /// Stones that Black and White have taken.
    taken: [usize; 2],
    last: Option<String>,
    move_number: usize,
    /// Passes in a row at the end.
    passes: usize,
    /// The step that `play` made.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Step>,
    svg: String,
}

pub(crate) fn view(question: BoardQuestion, predictors: &Arc<Predictors>) -> Result<BoardView, Refused> {
    let mut game = question.line.game().map_err(Refused::bad)?;
    let step = question.play.as_deref().map(|name| play(&mut game, name)).transpose()?;
    let svg = draw(&game, &question.show, predictors)?;
    let (board, size) = (game.board(), game.size());
    let letter = |point: Point| match board.color_at(point) {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    };
    Ok(BoardView {
        size: size.get(),
        to_move: color_letter(game.to_move()),
        stones: size.points().map(letter).collect(),
        taken: [board.prisoners(Color::White), board.prisoners(Color::Black)],
        last: game.position().last_moves[0].map(|mv| size.vertex(mv).to_string()),
        move_number: game.position().move_number,
        passes: game.n_last_passes(),
        step,
        svg,
    })
}

/// Makes a move that the rules must allow.
pub(crate) fn play(game: &mut GameBoard, name: &str) -> Result<Step, Refused> {
    let mv = game.size().parse_move(name).map_err(Refused::bad)?;
    let color = game.to_move();
    let name = game.size().vertex(mv).to_string();
    game.play(color, mv).map_err(|error| Refused::bad(illegal(&name, error)))?;
    Ok(if color == Color::Black { Step::Black(name) } else { Step::White(name) })
}

fn illegal(name: &str, error: IllegalMove) -> String {
    format!("{name}: {error}")
}

fn draw(game: &GameBoard, show: &Show, predictors: &Predictors) -> Result<String, Refused> {
    let size = game.size();
    let named = |name: &String| size.parse_point(name).map_err(Refused::bad);
    let mut goban = picture::game(game);
    goban.coordinates = !show.bare;
    goban.definitions = if show.alone { Definitions::Own } else { Definitions::Shared };
    let dead = show.dead.iter().map(|name| named(name).map(spot)).collect::<Result<Vec<Spot>, Refused>>()?;
    (goban.ghosts, goban.stones) = goban.stones.into_iter().partition(|(at, _)| dead.contains(at));
    for (name, kind, text) in show.marks.iter().take(size.area()) {
        goban.marks.push((spot(named(name)?), mark(kind, text.as_deref())?));
    }
    if let Some(idx) = show.heat {
        goban.heat = heat(game, idx, predictors)?;
    }
    goban.ownership = owners(size, &show.ownership);
    goban.title = format!("{size} board, {} to move", game.to_move());
    Ok(goban.draw().to_string())
}

fn heat(game: &GameBoard, idx: usize, predictors: &Predictors) -> Result<Vec<(Spot, f32)>, Refused> {
    let model = predictors.get(idx).ok_or_else(|| Refused::bad("there is no such model"))?.model();
    let mut prediction = Prediction::default();
    model.predict(game.position(), &mut prediction);
    Ok(picture::heat(&prediction))
}

/// Owners by their place in the list; a list of another length is ignored.
fn owners(size: BoardSize, ownership: &[f32]) -> Vec<(Spot, f32)> {
    if ownership.len() != size.area() {
        return Vec::new();
    }
    size.points().map(spot).zip(ownership.iter().copied()).collect()
}

fn mark(kind: &str, text: Option<&str>) -> Result<Mark, Refused> {
    Ok(match kind {
        "triangle" => Mark::Triangle,
        "square" => Mark::Square,
        "circle" => Mark::Circle,
        "cross" => Mark::Cross,
        "choice" => Mark::Choice,
        "fault" => Mark::Fault,
        "label" => Mark::Label(text.unwrap_or_default().to_owned()),
        _ => return Err(Refused::bad(format!("{kind:?} is not a mark"))),
    })
}
