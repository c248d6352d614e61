//! One TOML file describes one model: which learner, with which features and settings.

use crate::factor::FactorConfig;
use crate::instance::InstanceConfig;
use serde::{Deserialize, Serialize};

/// The contents of a configuration file; `kind` names the learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LearnConfig {
    /// The model of our own.
    Factor(FactorConfig),
    /// A feature instance of van Niekerk 2014.
    Instance(InstanceConfig),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_and_kinds_are_refused() {
        let read = |text: &str| serde_json::from_str::<LearnConfig>(text);
        assert!(
            matches!(read(r#"{"kind": "factor", "n-positions": 10}"#), Ok(LearnConfig::Factor(c)) if c.n_positions == 10)
        );
        let error = read(r#"{"kind": "factor", "n-postions": 10}"#).unwrap_err().to_string();
        assert!(error.contains("n-postions") && error.contains("n-positions"), "{error}");
        assert!(read(r#"{"kind": "oracle"}"#).is_err());
    }
}
