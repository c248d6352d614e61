//! The objectives by name.

use std::fmt;
use std::str::FromStr;

/// The objectives by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectiveKind {
    /// How sure the classifier is of the truth.
    LogPosterior,
    /// How many people are told right (section 5.5.2).
    Classified,
}

impl ObjectiveKind {
    /// Both.
    pub const ALL: [ObjectiveKind; 2] = [ObjectiveKind::LogPosterior, ObjectiveKind::Classified];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ObjectiveKind::LogPosterior => "log-posterior",
            ObjectiveKind::Classified => "classified",
        }
    }
}

impl fmt::Display for ObjectiveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no objective's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no objective is called {name:?}; there are {}", ObjectiveKind::ALL.map(ObjectiveKind::name).join(", "))]
pub struct UnknownObjective {
    /// What was asked for.
    pub name: String,
}

impl FromStr for ObjectiveKind {
    type Err = UnknownObjective;

    fn from_str(name: &str) -> Result<ObjectiveKind, UnknownObjective> {
        let kind = ObjectiveKind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| UnknownObjective { name: name.into() })
    }
}
