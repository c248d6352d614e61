//! Review of a whole game: every position judged by `go-review`, a few positions per turn, so that others can play in
//! between.
//!
//! The page keeps the judgements it has received. Sent back, they resume an interrupted review, and a complete set
//! becomes files: the annotated record and the report. So the server keeps no review, and the page judges nothing.
//! Positions are judged in parallel on one thread each; the result is that of `tesuji analyze` with the same seed and
//! playouts.

use std::sync::Arc;
use std::thread;

use go_engine::{Effort, TreePlayer};
use go_models::{Predictor, Predictors};
use go_review::{Judgement, Mistake, Review, Subject, annotate, html, judge_config, judge_until};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::Refused;
use crate::queue::{Call, Turn, Work};
use crate::record::{self, Record};
use crate::search::SearchContext;

/// The page gets an updated review after this many more positions.
const TELL_EVERY: usize = 10;

/// A record whose main line is reviewed, and the judgements of its first positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewQuestion {
    record: Record,
    judgements: Vec<Judgement>,
}

impl ReviewQuestion {
    fn subject(&self) -> Result<Subject, Refused> {
        if self.judgements.iter().any(|judgement| !(0.0..=1.0).contains(&judgement.win_rate)) {
            return Err(Refused::bad("a judgement has a win rate that is none"));
        }
        Subject::new(record::tree(&self.record)?).map_err(Refused::bad)
    }

    /// The work that judges the rest.
    pub(crate) fn work(self) -> Result<Box<dyn Work>, Refused> {
        let subject = self.subject()?;
        let mut judged = self.judgements;
        judged.truncate(subject.n_positions());
        Ok(Box::new(ReviewWork { subject, judged, n_told: 0 }))
    }
}

/// A review as files.
#[derive(Serialize)]
pub(crate) struct ReviewFiles {
    sgf: String,
    html: String,
}

/// Writes the review so far to files.
pub(crate) fn files(question: ReviewQuestion, predictors: &Predictors, version: &str) -> Result<ReviewFiles, Refused> {
    let subject = question.subject()?;
    let model = predictors.for_size(subject.size());
    let review = Review::new(&subject, &question.judgements, &*model);
    // Without the commit and the names of other models.
    let number = version.split(' ').next().unwrap_or_default();
    let engine = format!("Tesuji {number}, model {}", model.name());
    Ok(ReviewFiles {
        sgf: sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Lines(80)),
        html: html::page(&subject, &review, &engine),
    })
}

struct ReviewWork {
    subject: Subject,
    judged: Vec<Judgement>,
    /// Positions that the page has heard a review of.
    n_told: usize,
}

impl Work for ReviewWork {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let model = context.settings.predictors.for_size(self.subject.size());
        let mut players = std::mem::take(&mut context.reviewers);
        players.resize_with(context.settings.n_threads, || player(context));
        let batch = judge_batch(&self.subject, self.judged.len(), &mut players, context.settings.seed, &model, call);
        context.reviewers = players;
        let Some(batch) = batch else { return Turn::Done };
        for judgement in batch {
            call.answer("judged", self.told(self.judged.len(), &judgement));
            self.judged.push(judgement);
        }
        let is_done = self.judged.len() == self.subject.n_positions();
        if is_done || self.judged.len() >= self.n_told + TELL_EVERY {
            self.n_told = self.judged.len();
            let review = Review::new(&self.subject, &self.judged, &*model);
            call.answer("review", review_told(&self.subject, &review));
        }
        if is_done { Turn::Done } else { Turn::Again }
    }
}

impl ReviewWork {
    /// A judged position for the page: what it shows, and what it keeps.
    fn told(&self, n: usize, judgement: &Judgement) -> Value {
        let black = match self.subject.position(n).to_move() {
            go_board::Color::Black => 1.0,
            go_board::Color::White => -1.0,
        };
        json!({
            "after": n,
            "of": self.subject.n_positions(),
            "rate": 0.5 + black * (judgement.win_rate - 0.5),
            "lead": judgement.score_lead.map(|lead| black * lead),
            "judgement": judgement,
        })
    }
}

fn player(context: &SearchContext) -> TreePlayer {
    context.player_with(
        judge_config(),
        Effort { n_playouts: Some(context.settings.review_playouts), n_threads: 1, ..Effort::default() },
    )
}

/// Judges the next positions, one for every player; `None` if the page no longer waits for them.
fn judge_batch(
    subject: &Subject,
    first: usize,
    players: &mut [TreePlayer],
    seed: u64,
    model: &Arc<dyn Predictor>,
    call: &Call,
) -> Option<Vec<Judgement>> {
    let stop = || call.is_over();
    thread::scope(|scope| {
        let jobs = (first..subject.n_positions())
            .zip(players)
            .map(|(n, player)| scope.spawn(move || judge_until(subject, n, player, &**model, seed, &stop)));
        let jobs: Vec<_> = jobs.collect();
        // A panic is propagated to the queue, which catches it.
        jobs.into_iter().map(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Mistakes by size, with their kinds in the order in which these are listed.
fn review_told(subject: &Subject, review: &Review) -> Value {
    let kinds = review.by_kind().into_iter().map(|(kind, _)| json!({ "kind": kind, "title": kind.title() }));
    let mistakes = review.mistakes.iter().map(|mistake| mistake_told(subject, mistake));
    json!({
        "moves": review.ratings.len(),
        "summary": annotate::summary(review).replace("Tesuji: ", ""),
        "kinds": kinds.collect::<Vec<_>>(),
        "mistakes": mistakes.collect::<Vec<_>>(),
    })
}

fn mistake_told(subject: &Subject, mistake: &Mistake) -> Value {
    json!({
        "rating": mistake.rating,
        "kind": mistake.kind,
        "points": mistake.points.iter().map(|&point| subject.size().name(point)).collect::<Vec<_>>(),
        "better": mistake.better,
        "facts": annotate::facts(subject, mistake),
    })
}
