//! The annotated record: the original tree with comments, marks and better lines added, readable by any SGF program.

use crate::mistake::Mistake;
use crate::rating::{Rating, Review};
use crate::subject::Subject;
use crate::verdict::Verdict;
use go_board::Color;
use go_games::letters;
use sgf::{GameTree, NodeId};

/// The tree of the record with the review written into it; its text is meant to be written as UTF-8.
pub fn annotate(subject: &Subject, review: &Review) -> GameTree<'static> {
    let mut tree = subject.tree().clone();
    let root = tree.root().id();
    tree.set_text(root, "CA", "UTF-8");
    append_comment(&mut tree, root, &summary(review));
    for rating in &review.ratings {
        append_comment(&mut tree, subject.moves()[rating.number - 1].node, &remark(rating));
    }
    for missed in &review.missed_life {
        let text = format!("Tesuji: {} (proved)", missed.words());
        append_comment(&mut tree, subject.moves()[missed.number - 1].node, &text);
    }
    for mistake in &review.mistakes {
        mark(&mut tree, subject, mistake);
    }
    tree
}

/// Moves with a smaller probability are hardly ever played.
const RARE: f64 = 0.01;

/// A move's rating in words.
pub fn remark(rating: &Rating) -> String {
    let color = if rating.is_black { "Black" } else { "White" };
    let mut text = format!(
        "Tesuji: move {}, {color} {}: {:.1}% likely, number {} of the model's choices. {color}'s win rate {:.0}% -> {:.0}%, {} -> {}.",
        rating.number,
        rating.mv,
        100.0 * rating.probability,
        rating.rank,
        100.0 * rating.win_rate_before,
        100.0 * rating.win_rate_after,
        lead(rating, rating.lead_before),
        lead(rating, rating.lead_after),
    );
    match (&rating.best, rating.verdict) {
        (_, Verdict::Best) => text.push_str(" The search would play it, too."),
        (Some(best), verdict) if verdict >= Verdict::Inaccuracy => {
            text.push_str(&format!(
                " {} ({:.1} +- {:.1} points, {:.0}% of win rate lost). Better: {best}.",
                capital(verdict.name()),
                rating.points_lost,
                rating.points_error,
                100.0 * rating.loss
            ));
            if rating.probability < RARE {
                text.push_str(&format!(" Strong players hardly ever play this ({:.1}%).", 100.0 * rating.probability));
            }
        }
        (Some(best), _) => text.push_str(&format!(" The search would play {best}.")),
        (None, _) => {}
    }
    text
}

/// A lead of the mover as players write it: `B+3.5`.
fn lead(rating: &Rating, lead: f64) -> String {
    let black = if rating.is_black { lead } else { -lead };
    format!("{}+{:.1}", if black >= 0.0 { "B" } else { "W" }, black.abs())
}

/// A mistake's facts, one a line: its kind, what the model saw in the better move with the id of the feature, and what the position was like.
pub fn facts(subject: &Subject, mistake: &Mistake) -> Vec<String> {
    let mut lines = vec![format!("{}.", mistake.kind.title())];
    if !mistake.points.is_empty() {
        let names: Vec<String> = mistake.points.iter().take(12).map(|&point| subject.size().name(point)).collect();
        lines[0] = format!("{}: {}.", mistake.kind.title(), names.join(" "));
    }
    for reason in &mistake.missed {
        lines.push(format!(
            "{} has: {} (x{:.2}) [{}]",
            mistake.rating.best.as_deref().unwrap_or("The better move"),
            reason.words,
            reason.factor,
            reason.id()
        ));
    }
    if !mistake.prospects.is_empty() {
        lines.push(format!("Before the move: {}", mistake.prospects.join(" ")));
    }
    lines
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Who played how well, one line a player.
pub fn summary(review: &Review) -> String {
    let line = |(color, name): (Color, &str)| {
        let (best, points) = review.accuracy(color)?;
        let n_mistakes = review.mistakes.iter().filter(|m| m.rating.is_black == (color == Color::Black)).count();
        Some(format!(
            "Tesuji: {name} played the search's choice in {:.0}% of the moves, lost {:.1} points a move, {n_mistakes} moves marked.",
            100.0 * best,
            points
        ))
    };
    [(Color::Black, "Black"), (Color::White, "White")].into_iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

fn append_comment(tree: &mut GameTree<'static>, node: NodeId, text: &str) {
    let before = tree.node(node).value("C").map(|raw| sgf::text::text(raw).into_owned()).unwrap_or_default();
    let joined = if before.trim().is_empty() { text.to_owned() } else { format!("{}\n\n{text}", before.trim_end()) };
    tree.set_text(node, "C", &joined);
}

/// Marks a mistake as a bad move, labels the better point and adds the better line as a variation.
fn mark(tree: &mut GameTree<'static>, subject: &Subject, mistake: &Mistake) {
    let recorded = subject.moves()[mistake.rating.number - 1];
    let node = recorded.node;
    append_comment(tree, node, &facts(subject, mistake).join("\n"));
    let judged = ["BM", "DO", "IT", "TE"].iter().any(|name| tree.node(node).property(name).is_some());
    if !judged {
        let weight = if mistake.rating.verdict == Verdict::Blunder { "2" } else { "1" };
        tree.add_property(node, "BM", [weight]);
    }
    let marked = ["TR", "SQ", "CR", "MA", "LB", "SL"].iter().any(|name| tree.node(node).property(name).is_some());
    let better = mistake.rating.best.as_deref().and_then(|best| subject.parse(best)).and_then(|mv| mv.point());
    if let (false, Some(point)) = (marked, better) {
        tree.add_property(node, "LB", [format!("{}:A", letters(point))]);
    }
    // A variation begins where its node does: the second move of a node has no place to begin.
    let is_second = mistake.rating.number >= 2 && subject.moves()[mistake.rating.number - 2].node == node;
    let Some(parent) = tree.node(node).parent().map(|parent| parent.id()).filter(|_| !is_second) else { return };
    let (mut at, mut color) = (parent, recorded.color);
    for (nth, name) in mistake.better.iter().enumerate() {
        let Some(mv) = subject.parse(name) else { break };
        at = tree.add_child(at);
        let value = mv.point().map(letters).unwrap_or_default();
        tree.add_property(at, if color == Color::Black { "B" } else { "W" }, [value]);
        if nth == 0 {
            let (rating, rate) = (&mistake.rating, 100.0 * mistake.rating.win_rate_before);
            let lead = lead(rating, rating.lead_before);
            tree.set_text(at, "C", &format!("Tesuji: better than {}: win rate {rate:.0}%, {lead}.", rating.mv));
        }
        color = color.opponent();
    }
}
