//! Counting questions in a Go player's words.

use learn::grid::{Kind, Step, Vocabulary};

/// "at least 2 own stones within 1, fewer than 9 empty points within 3".
pub(super) fn path_in_words(path: &[Step], vocabulary: &Vocabulary) -> String {
    if path.is_empty() {
        return "any point".to_owned();
    }
    path.iter().map(|step| step_in_words(step, vocabulary)).collect::<Vec<_>>().join(", ")
}

fn step_in_words(step: &Step, vocabulary: &Vocabulary) -> String {
    let question = step.question;
    let what = match vocabulary.field_and_class(question.kind) {
        Some((_, class)) => class,
        None => "points beyond the border",
    };
    let many = if step.is_yes { "at least" } else { "fewer than" };
    let here = question.reach == 0 && question.kind != Kind::OUTSIDE;
    if here {
        format!("{many} {} {what} here", question.at_least)
    } else {
        format!("{many} {} {what} within {}", question.at_least, question.reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use learn::grid::{FieldKind, Question};

    #[test]
    fn questions_are_sentences() {
        let vocabulary = Vocabulary::new(vec![FieldKind::new("stones", &["own stones"])]);
        let step = |kind, reach, is_yes| Step { question: Question { kind: Kind(kind), reach, at_least: 2 }, is_yes };
        let path = [step(1, 3, true), step(0, 1, false)];
        let words = "at least 2 own stones within 3, fewer than 2 points beyond the border within 1";
        assert_eq!(path_in_words(&path, &vocabulary), words);
        assert_eq!(path_in_words(&[], &vocabulary), "any point");
    }
}
