//! Toy programs that run on a thread and misbehave on purpose, and the host that starts them.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use arena::{Host, Process, RunningEngine, Side};
use go_board::{BoardSize, Color, EyePotential, GameBoard, Move, Point, PointSet, RuleSet, Score, fixed_handicap};
use gtp::{Call, Failure, Registry};

/// The misbehaviour of a toy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quirk {
    /// None: plays on the first point that fills no eye, and scores.
    None,
    /// Gives up at its third move.
    Resigns,
    /// Plays where a stone is at its third move.
    Illegal,
    /// Dies at its third move.
    Crashes,
    /// Never answers its third move.
    Hangs,
    /// Answers its third move with noise.
    Babbles,
    /// Refuses every move of the opponent.
    Refuses,
    /// Plays these points and then passes, and refuses to repeat a position.
    Follows(&'static [&'static str]),
    /// Counts one point less for Black.
    Miscounts,
    /// Has no `final_score`.
    CannotCount,
    /// Has no `genmove`.
    CannotPlay,
}

struct Toy {
    quirk: Quirk,
    game: GameBoard,
    n_chosen: usize,
}

fn point(toy: &Toy, call: &mut Call<'_>) -> Result<(Color, Move), Failure> {
    let color = match call.arguments.color()? {
        gtp::Color::Black => Color::Black,
        gtp::Color::White => Color::White,
    };
    let mv = match call.arguments.vertex_or_pass(toy.game.size().get())? {
        gtp::Move::At(vertex) => Move::Play(toy.game.size().parse_point(&vertex.to_string()).expect("a point")),
        _ => Move::Pass,
    };
    Ok((color, mv))
}

fn new_game(size: BoardSize) -> GameBoard {
    GameBoard::new(size, RuleSet::Chinese.rules(), 0.5)
}

fn registry(quirk: Quirk) -> Registry<Toy> {
    let mut registry: Registry<Toy> = Registry::new();
    registry.add("name", |toy, _| Ok(format!("Toy {:?}", toy.quirk)));
    registry.add("version", |_, _| Ok("1".into()));
    registry.add("boardsize", |toy, call| {
        toy.game = new_game(BoardSize::new(call.arguments.integer("size", 1..=25)?).expect("checked"));
        Ok(String::new())
    });
    registry.add("clear_board", |toy, _| {
        toy.game = new_game(toy.game.size());
        toy.n_chosen = 0;
        Ok(String::new())
    });
    registry.add("komi", |toy, call| {
        toy.game.set_komi(call.arguments.float("komi")? as f32);
        Ok(String::new())
    });
    registry.add("fixed_handicap", |toy, call| {
        let points = fixed_handicap(toy.game.size(), call.arguments.integer("stones", 2..=9)?).expect("stones");
        toy.game.place_handicap(&points).expect("an empty board");
        Ok(String::new())
    });
    registry.add("play", |toy, call| {
        let (color, mv) = point(toy, call)?;
        if toy.quirk == Quirk::Refuses {
            return Err(Failure::refused("illegal move"));
        }
        if matches!(toy.quirk, Quirk::Follows(_)) {
            let mut strict = toy.game.clone();
            strict.set_rules(RuleSet::TrompTaylor.rules());
            strict.check(color, mv).map_err(|_| Failure::refused("superko"))?;
        }
        toy.game.play_recorded(color, mv).map_err(|_| Failure::refused("illegal move"))?;
        Ok(String::new())
    });
    if quirk != Quirk::CannotPlay {
        registry.add("genmove", genmove);
    }
    if quirk != Quirk::CannotCount {
        registry.add("final_score", |toy, _| {
            let miscount = if toy.quirk == Quirk::Miscounts { 1.0 } else { 0.0 };
            Ok(Score::result_text(toy.game.final_lead(&PointSet::new()) - miscount))
        });
    }
    registry
}

fn genmove(toy: &mut Toy, call: &mut Call<'_>) -> Result<String, Failure> {
    let color = if call.arguments.color()? == gtp::Color::Black { Color::Black } else { Color::White };
    toy.n_chosen += 1;
    if toy.n_chosen == 3 {
        match toy.quirk {
            Quirk::Resigns => return Ok("resign".into()),
            Quirk::Illegal => return Ok(toy.game.size().name(first_stone(&toy.game))),
            Quirk::Crashes => std::panic::resume_unwind(Box::new("the toy dies")),
            Quirk::Hangs => loop {
                thread::park();
            },
            Quirk::Babbles => return Ok("a fine move".into()),
            _ => {}
        }
    }
    let (board, size) = (toy.game.board(), toy.game.size());
    if let Quirk::Follows(points) = toy.quirk {
        let word = points.get(toy.n_chosen - 1).copied().unwrap_or("pass");
        let mv = size.parse_point(word).map_or(Move::Pass, Move::Play);
        toy.game.play_recorded(color, mv).expect("an empty point");
        return Ok(word.into());
    }
    let good = |&at: &Point| {
        board.is_empty(at)
            && !board.is_eye(at, color, EyePotential::Counts)
            && toy.game.check(color, Move::Play(at)).is_ok()
    };
    // Two stones a row apart, and no more than a third of the board, so that games are short and have eyes.
    let enough = toy.n_chosen > size.area() / 3;
    let mv = size.points().find(good).filter(|_| !enough).map_or(Move::Pass, Move::Play);
    toy.game.play(color, mv).expect("a legal move");
    Ok(size.vertex(mv).to_string())
}

fn first_stone(game: &GameBoard) -> Point {
    game.size().points().find(|&at| !game.board().is_empty(at)).expect("a stone")
}

/// The host of toys. Its clock advances a second with every reading.
pub(crate) struct ToyHost {
    pub(crate) quirks: [Quirk; 2],
    pub(crate) ticks: AtomicU64,
    pub(crate) n_started: AtomicU64,
}

impl ToyHost {
    pub(crate) fn new(a: Quirk, b: Quirk) -> Self {
        Self { quirks: [a, b], ticks: AtomicU64::new(0), n_started: AtomicU64::new(0) }
    }
}

struct Ended;

impl Process for Ended {
    fn end(&mut self) -> String {
        "toy put away".into()
    }
}

impl Host for ToyHost {
    fn start(&self, side: Side, _game: u64) -> Result<RunningEngine, String> {
        self.n_started.fetch_add(1, Ordering::Relaxed);
        let quirk = self.quirks[side.index()];
        let (engine_input, to_engine) = io::pipe().map_err(|error| error.to_string())?;
        let (from_engine, engine_output) = io::pipe().map_err(|error| error.to_string())?;
        thread::spawn(move || {
            let mut toy = Toy { quirk, game: new_game(BoardSize::NINE), n_chosen: 0 };
            // A controller that is gone, or a toy that dies, ends the conversation; the test looks at the other end.
            let _ = gtp::serve(&registry(quirk), &mut toy, engine_input, engine_output);
        });
        Ok(RunningEngine {
            from_engine: Box::new(from_engine),
            to_engine: Box::new(to_engine),
            process: Box::new(Ended),
        })
    }

    fn now(&self) -> Duration {
        Duration::from_secs(self.ticks.fetch_add(1, Ordering::Relaxed))
    }
}
