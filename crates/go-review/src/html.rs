//! A review as one self-contained HTML page: no script, no font, no request. Every text of the record is escaped.

use crate::annotate::{facts, remark, summary};
use crate::graph::win_rate_graph;
use crate::mistake::Mistake;
use crate::picture;
use crate::rating::Review;
use crate::subject::Subject;
use crate::verdict::Verdict;
use go_board::{Color, GameBoard, Point};
use go_models::Reason;
use goban_svg::{Definitions, Goban, Mark, definitions, style_sheet};
use report::svg::Escaped;
use std::fmt::Write;

const STYLE: &str = "
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#22252b;--muted:#6a6f78;--line:#e2ddd2;--card:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#17181b;--ink:#e7e5df;--muted:#9a9ea6;--line:#33353b;--card:#1f2125}}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:62rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0 0 .2rem}h2{margin:2.4rem 0 .6rem;font-size:1.2rem}h3{margin:0 0 .3rem;font-size:1.02rem}
p{margin:.3rem 0}.muted{color:var(--muted)}svg.course{width:100%;height:auto}.course-axis{fill:var(--muted)}
.mistake{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem;margin:0 0 1rem;break-inside:avoid}
.boards{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem;margin-top:.7rem}
figure{margin:0}figcaption{font-size:.88rem;color:var(--muted);margin-top:.3rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .5rem;border-bottom:1px solid var(--line);text-align:right}th:nth-child(-n+3),td:nth-child(-n+3){text-align:left}
.blunder{color:#c8361c;font-weight:600}.mistake-word{color:#c06a12;font-weight:600}.inaccuracy{color:#8a7a1c}
li{margin:.15rem 0}summary{cursor:pointer}
";

/// The page.
pub fn page(subject: &Subject, review: &Review, engine: &str) -> String {
    let mut out = String::new();
    write_page(&mut out, subject, review, engine).expect("writing to a String cannot fail");
    out
}

fn write_page(out: &mut String, subject: &Subject, review: &Review, engine: &str) -> std::fmt::Result {
    let game = subject.game();
    let or = |name: &str, other: &str| if name.trim().is_empty() { other.to_owned() } else { name.to_owned() };
    let (black, white) = (or(&game.players[0], "Black"), or(&game.players[1], "White"));
    let title = format!("{black} - {white}: a review");
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n<style>{}{STYLE}</style>\n</head>\n<body>\n{}",
        Escaped(&title),
        style_sheet(),
        definitions()
    )?;
    let size = subject.size().get();
    writeln!(out, "<h1>{} (Black) and {} (White)</h1>", Escaped(&black), Escaped(&white))?;
    let result = game.outcome.to_string();
    let date = game.date.map(|date| format!(", {date}")).unwrap_or_default();
    writeln!(
        out,
        "<p class=\"muted\">{size} x {size}, komi {}, {} moves reviewed{}; result {}. Reviewed by {}.</p>",
        game.komi_or_usual(),
        review.ratings.len(),
        Escaped(&date),
        Escaped(&or(&result, "not recorded")),
        Escaped(engine)
    )?;
    for line in summary(review).lines() {
        writeln!(out, "<p>{}</p>", Escaped(line.trim_start_matches("Tesuji: ")))?;
    }
    writeln!(out, "<h2>The course of the game</h2>\n{}", win_rate_graph(review))?;
    writeln!(out, "<p class=\"muted\">Black's win rate; stones on the line are the moves below.</p>")?;
    write_kinds(out, review)?;
    write_missed_life(out, review)?;
    writeln!(out, "<h2>Mistakes, the largest first</h2>")?;
    if review.mistakes.is_empty() {
        writeln!(out, "<p>None that the search is sure of.</p>")?;
    }
    for mistake in &review.mistakes {
        write_mistake(out, subject, mistake)?;
    }
    write_moves(out, review)?;
    out.write_str("</body>\n</html>\n")
}

fn write_missed_life(out: &mut String, review: &Review) -> std::fmt::Result {
    if review.missed_life.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>Life and death that was missed, proved</h2>\n<ul>")?;
    for missed in &review.missed_life {
        let color = if missed.is_black { "Black" } else { "White" };
        writeln!(out, "<li>Move {}, {color}: {}</li>", missed.number, Escaped(&missed.words()))?;
    }
    writeln!(out, "</ul>")
}

fn write_kinds(out: &mut String, review: &Review) -> std::fmt::Result {
    let kinds = review.by_kind();
    if kinds.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>Mistakes by kind</h2>\n<ul>")?;
    for (kind, mistakes) in kinds {
        let links: Vec<String> =
            mistakes.iter().map(|m| format!("<a href=\"#move-{0}\">{0}</a>", m.rating.number)).collect();
        let points: f64 = mistakes.iter().map(|m| m.rating.points_lost).sum();
        let n = mistakes.len();
        writeln!(out, "<li>{}: {n}, {points:.0} points (moves {})</li>", kind.title(), links.join(", "))?;
    }
    writeln!(out, "</ul>")
}

fn write_mistake(out: &mut String, subject: &Subject, mistake: &Mistake) -> std::fmt::Result {
    let rating = &mistake.rating;
    let color = if rating.is_black { "Black" } else { "White" };
    writeln!(
        out,
        "<section class=\"mistake\" id=\"move-{0}\">\n<h3>Move {0}: {color} {1} <span class=\"{2}\">{3}, {4:.1} points</span></h3>",
        rating.number,
        Escaped(&rating.mv),
        verdict_class(rating.verdict),
        rating.verdict.name(),
        rating.points_lost
    )?;
    writeln!(out, "<p>{}</p>\n<ul>", Escaped(remark(rating).trim_start_matches("Tesuji: ")))?;
    for fact in facts(subject, mistake) {
        writeln!(out, "<li>{}</li>", Escaped(&fact))?;
    }
    out.write_str("</ul>\n<div class=\"boards\">\n")?;
    let before = subject.position(rating.number - 1);
    let mut played = before.clone();
    let recorded = subject.moves()[rating.number - 1];
    let mut goban = picture::stones(before.board());
    if played.play_recorded(recorded.color, recorded.mv).is_ok() {
        goban = picture::stones(played.board());
    }
    goban.marks.extend(recorded.mv.point().map(|point| (picture::spot(point), Mark::Fault)));
    goban.marks.extend(mistake.points.iter().map(|&point| (picture::spot(point), Mark::Cross)));
    line(subject, &mut goban, &played, &mistake.answer, recorded.color.opponent());
    figure(out, goban, &format!("Played: {}, and the search's answer. Crosses: points that change hands.", rating.mv))?;
    let mut goban = picture::game(&before);
    line(subject, &mut goban, &before, &mistake.better, recorded.color);
    if let Some(point) = rating.best.as_deref().and_then(|best| subject.parse(best)).and_then(|mv| mv.point()) {
        goban.marks.push((picture::spot(point), Mark::Choice));
    }
    let looked_at = looked_at(mistake, &before);
    goban.marks.extend(looked_at.iter().map(|&point| (picture::spot(point), Mark::Circle)));
    let circles = if looked_at.is_empty() { "" } else { " Circles: what its strongest reason looks at." };
    figure(out, goban, &format!("Better: {}.{circles}", mistake.better.join(" ")))?;
    out.write_str("</div>\n</section>\n")
}

/// The stones of the strongest of the missed reasons that refers to any.
fn looked_at(mistake: &Mistake, before: &GameBoard) -> Vec<Point> {
    let stones = |reason: &Reason| -> Vec<Point> {
        let marks = reason.evidence.marks(before.board()).into_iter();
        marks.filter(|&point| !before.board().is_empty(point)).collect()
    };
    mistake.missed.iter().map(stones).find(|stones| !stones.is_empty()).unwrap_or_default()
}

/// The moves of a line as numbered ghosts; stones that it captures stay, a point that is taken twice shows the first.
fn line(subject: &Subject, goban: &mut Goban, board: &GameBoard, moves: &[String], first: Color) {
    let mut color = first;
    for (nth, name) in moves.iter().enumerate() {
        if let Some(point) = subject.parse(name).and_then(|mv| mv.point()).filter(|&p| board.board().is_empty(p)) {
            let spot = picture::spot(point);
            if !goban.ghosts.iter().any(|(taken, _)| *taken == spot) {
                goban.ghosts.push((spot, picture::side(color)));
                goban.marks.retain(|(marked, _)| *marked != spot);
                goban.marks.push((spot, Mark::Label((nth + 1).to_string())));
            }
        }
        color = color.opponent();
    }
}

fn figure(out: &mut String, mut goban: Goban, caption: &str) -> std::fmt::Result {
    goban.definitions = Definitions::Shared;
    goban.title = caption.to_owned();
    writeln!(out, "<figure>{}<figcaption>{}</figcaption></figure>", goban.draw(), Escaped(caption))
}

fn verdict_class(verdict: Verdict) -> &'static str {
    if verdict == Verdict::Mistake { "mistake-word" } else { verdict.name() }
}

fn write_moves(out: &mut String, review: &Review) -> std::fmt::Result {
    writeln!(out, "<h2>All moves</h2>\n<details><summary>{} moves</summary>\n<table>", review.ratings.len())?;
    writeln!(
        out,
        "<tr><th>move</th><th>played</th><th>search</th><th>likely</th><th>rank</th><th>before</th><th>after</th><th>lead</th><th>points lost</th><th></th></tr>"
    )?;
    for rating in &review.ratings {
        writeln!(
            out,
            "<tr><td>{}</td><td>{} {}</td><td>{}</td><td>{:.1}%</td><td>{}</td><td>{:.0}%</td><td>{:.0}%</td><td>{:+.1}</td><td>{:.1}</td><td class=\"{}\">{}</td></tr>",
            rating.number,
            if rating.is_black { "B" } else { "W" },
            Escaped(&rating.mv),
            Escaped(rating.best.as_deref().unwrap_or("-")),
            100.0 * rating.probability,
            rating.rank,
            100.0 * rating.win_rate_before,
            100.0 * rating.win_rate_after,
            rating.lead_before,
            rating.points_lost,
            verdict_class(rating.verdict),
            rating.verdict.name()
        )?;
    }
    writeln!(out, "</table></details>")
}
