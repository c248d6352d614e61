//! The rules that make the moves of playouts, by name, and how many moves each of them made (Basaldúa 2013, Table 4.8).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use go_board::Move;
use mcts::Step;

/// What made a move. A new policy adds its rules here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Rule {
    /// The tree: no rule of a playout.
    Tree,
    /// An answer to an atari next to the last move.
    Atari,
    /// The vital point of a small eye space next to the last move.
    VitalPoint,
    /// A 3x3 pattern next to the last move.
    Pattern,
    /// A move of the rules above that their chance skipped at first.
    Skipped,
    /// A random move.
    Random,
    /// A random move that was moved to the better shape next to it.
    Shape,
    /// A draw by learned weights.
    Sampled,
    /// The last good reply to one move.
    Reply1,
    /// The last good reply to two moves.
    Reply2,
    /// The best known answer to the last move in its context.
    Edge,
    /// The best move near the last one by what it won in its context.
    Node,
    /// The best answer to the last move by what the tree found.
    TaughtEdge,
    /// The best move near the last one by what the tree found.
    TaughtNode,
    /// No move was left.
    Pass,
}

impl Rule {
    /// All of them, in the order of a table.
    pub const ALL: [Rule; 15] = [
        Rule::Tree,
        Rule::Atari,
        Rule::VitalPoint,
        Rule::Pattern,
        Rule::Skipped,
        Rule::Random,
        Rule::Shape,
        Rule::Sampled,
        Rule::Reply1,
        Rule::Reply2,
        Rule::Edge,
        Rule::Node,
        Rule::TaughtEdge,
        Rule::TaughtNode,
        Rule::Pass,
    ];

    /// Its name in a table.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Tree => "tree",
            Rule::Atari => "atari",
            Rule::VitalPoint => "vital point",
            Rule::Pattern => "pattern",
            Rule::Skipped => "skipped",
            Rule::Random => "random",
            Rule::Shape => "shape",
            Rule::Sampled => "sampled",
            Rule::Reply1 => "reply to one move",
            Rule::Reply2 => "reply to two moves",
            Rule::Edge => "edge",
            Rule::Node => "node",
            Rule::TaughtEdge => "edge of the tree",
            Rule::TaughtNode => "node of the tree",
            Rule::Pass => "pass",
        }
    }

    /// The rule that made a step of a search's trace: rollouts note it as the step's context.
    pub fn of<A>(step: &Step<A>) -> Rule {
        Rule::ALL.get(step.context as usize).copied().unwrap_or(Rule::Tree)
    }
}

/// A move and the rule that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuledMove {
    /// The move.
    pub mv: Move,
    /// What made it.
    pub rule: Rule,
}

impl RuledMove {
    pub(super) const PASS: RuledMove = RuledMove { mv: Move::Pass, rule: Rule::Pass };

    pub(super) fn new(point: go_board::Point, rule: Rule) -> Self {
        Self { mv: Move::Play(point), rule }
    }
}

/// How many moves each rule made, counted by all threads of a search.
#[derive(Default)]
pub struct RuleCounts {
    counts: [AtomicU64; Rule::ALL.len()],
}

impl RuleCounts {
    /// Counts the moves of a playout, those of the tree too.
    pub fn count<A>(&self, steps: &[Step<A>]) {
        let mut counts = [0; Rule::ALL.len()];
        steps.iter().for_each(|step| counts[Rule::of(step) as usize] += 1);
        for (shared, n) in self.counts.iter().zip(counts).filter(|&(_, n)| n > 0) {
            shared.fetch_add(n, Relaxed);
        }
    }

    /// The moves that a rule made.
    pub fn get(&self, rule: Rule) -> u64 {
        self.counts[rule as usize].load(Relaxed)
    }

    /// Forgets the counts.
    pub fn clear(&self) {
        self.counts.iter().for_each(|count| count.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcts::Turn;

    #[test]
    fn steps_name_the_rule_that_made_them() {
        let counts = RuleCounts::default();
        let step = |context| Step { action: Move::Pass, turn: Turn::First, rave_key: None, context };
        counts.count(&[step(0), step(Rule::Pattern as u32), step(Rule::Pattern as u32), step(99)]);
        assert_eq!((counts.get(Rule::Pattern), counts.get(Rule::Tree), counts.get(Rule::Pass)), (2, 2, 0));
        for (nth, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule as usize, nth, "the table of {}", rule.name());
        }
        counts.clear();
        assert_eq!(counts.get(Rule::Pattern), 0);
    }
}
