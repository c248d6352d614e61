//! Single settings of a configuration, replaced by name.

use serde_json::{Value, json};

/// Sets a key, which may lead through tables: `forest.n-trees`.
pub(crate) fn set(value: &mut Value, key: &str, to: Value) {
    let (first, rest) = match key.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (key, None),
    };
    if let Value::Object(map) = value {
        match rest {
            Some(rest) => set(map.entry(first).or_insert_with(|| json!({})), rest, to),
            None => {
                map.insert(first.into(), to);
            }
        }
    }
}
