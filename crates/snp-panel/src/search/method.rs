//! The methods by name, and one way to run any of them, at once or in rounds.

use std::fmt;
use std::str::FromStr;

use super::tree::{GuidedSettings, Knowledge, TreeSettings, TreeVariant, tree_search};
use super::{BestPanels, GreedyQueue, Measure, Meter, QueueSettings, SearchResult, greedy_forward, maximin, top_by};
use crate::objective::Objective;
use crate::problem::Problem;

/// How a panel is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Our tree search.
    Mcts,
    /// The tree search of section 5.6 with its 2% penalty.
    MctsThesis,
    /// The same with real pruning (7.3.1).
    MctsThesisPruned,
    /// Greedy queued search (5.7.2).
    GreedyQueue,
    /// Greedy forward selection.
    Greedy,
    /// Maximin (Rosenberg 2005).
    Maximin,
    /// The best by one measure.
    Top(Measure),
    /// The best of the three lists by one measure: TopN of section 5.7.1.
    TopBest,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 10] = [
        Method::Mcts,
        Method::MctsThesis,
        Method::MctsThesisPruned,
        Method::GreedyQueue,
        Method::Greedy,
        Method::Maximin,
        Method::Top(Measure::Informativeness),
        Method::Top(Measure::Delta),
        Method::Top(Measure::Theta),
        Method::TopBest,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Mcts => "mcts",
            Method::MctsThesis => "mcts-thesis",
            Method::MctsThesisPruned => "mcts-thesis-pruned",
            Method::GreedyQueue => "greedy-queue",
            Method::Greedy => "greedy",
            Method::Maximin => "maximin",
            Method::Top(Measure::Informativeness) => "top-in",
            Method::Top(Measure::Delta) => "top-delta",
            Method::Top(Measure::Theta) => "top-theta",
            Method::TopBest => "top",
        }
    }

    /// Whether it improves for as long as it runs.
    pub fn uses_time(self) -> bool {
        matches!(self, Method::Mcts | Method::MctsThesis | Method::MctsThesisPruned | Method::GreedyQueue)
    }

    /// Whether it can be stopped and resumed.
    pub fn is_resumable(self) -> bool {
        matches!(self, Method::Mcts | Method::GreedyQueue)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not a method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no method is called {name:?}; there are {}", Method::ALL.map(Method::name).join(", "))]
pub struct UnknownMethod {
    /// The given name.
    pub name: String,
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| UnknownMethod { name: name.into() })
    }
}

/// What every method must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// SNPs in a panel.
    pub size: usize,
    /// Panels to remember.
    pub keep: usize,
    /// Random seed.
    pub seed: u64,
    /// Threads of a tree search.
    pub threads: usize,
}

/// The saved state of a method that uses time.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum SavedSearch {
    /// What the rollouts of our tree search learned.
    Tree(Knowledge),
    /// The whole queue.
    Queue(GreedyQueue),
}

/// Runs a method from its beginning until its end or that of the budget.
///
/// # Panics
/// When the problem has fewer candidates than the panel needs.
pub fn search<O>(problem: &Problem, objective: &O, method: Method, task: &Task, meter: &Meter<'_>) -> SearchResult
where
    O: Objective,
    O::Scored: Sync,
{
    search_from(problem, objective, method, task, None, meter).0
}

/// The same, resuming from where an earlier run of the method on this problem and objective stopped; returns the new
/// state if the method is resumable ([`Method::is_resumable`]).
///
/// # Panics
/// When the problem has fewer candidates than the panel needs, or `saved` belongs to another method.
pub fn search_from<O>(
    problem: &Problem,
    objective: &O,
    method: Method,
    task: &Task,
    saved: Option<SavedSearch>,
    meter: &Meter<'_>,
) -> (SearchResult, Option<SavedSearch>)
where
    O: Objective,
    O::Scored: Sync,
{
    assert!(task.size <= problem.n_candidates(), "{} SNPs of {} candidates", task.size, problem.n_candidates());
    let variant = TreeVariant::Guided(GuidedSettings::for_landscape(objective.landscape()));
    let usual = TreeSettings { threads: task.threads, variant, ..TreeSettings::new(task.size, task.keep, task.seed) };
    let thesis = |prunes: bool| {
        let settings = TreeSettings { variant: TreeVariant::Thesis { prunes }, ..usual };
        tree_search(problem, objective, &settings, None, meter).result
    };
    let result = match method {
        Method::Mcts => {
            let known = saved.map(|saved| match saved {
                SavedSearch::Tree(knowledge) => knowledge,
                SavedSearch::Queue(_) => panic!("a queue is not where a tree search stopped"),
            });
            let found = tree_search(problem, objective, &usual, known, meter);
            return (found.result, Some(SavedSearch::Tree(found.knowledge)));
        }
        Method::GreedyQueue => {
            let mut queue = match saved {
                Some(SavedSearch::Queue(queue)) => queue,
                Some(SavedSearch::Tree(_)) => panic!("a tree is not where a queue stopped"),
                None => {
                    let settings = QueueSettings::new(task.size, task.keep, task.seed);
                    GreedyQueue::new(problem, objective, &settings, meter)
                }
            };
            let result = queue.run(problem, objective, meter);
            return (result, Some(SavedSearch::Queue(queue)));
        }
        Method::MctsThesis => thesis(false),
        Method::MctsThesisPruned => thesis(true),
        Method::Greedy => greedy_forward(problem, objective, task.size, task.keep, meter),
        Method::Maximin => maximin(problem, objective, task.size, meter),
        Method::Top(measure) => top_by(problem, objective, measure, task.size, meter),
        Method::TopBest => {
            let mut best = BestPanels::new(task.keep);
            for measure in [Measure::Informativeness, Measure::Delta, Measure::Theta] {
                let found = top_by(problem, objective, measure, task.size, meter);
                best.offer(&found.winner().panel, found.winner().value);
            }
            meter.result(best.into_panels())
        }
    };
    (result, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        let error = "magic".parse::<Method>().unwrap_err().to_string();
        assert!(error.contains("\"magic\"") && error.contains("greedy-queue"), "{error}");
    }
}
