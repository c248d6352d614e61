//! One TOML file describes one model: `kind` names the learner, all other keys are that learner's settings.
//!
//! A configuration is read twice: once for `kind`, then whole as the settings of that kind, so that errors carry the line.

use crate::kind::{AnySettings, ModelKind, ModelSettings};
use crate::model_file::ModelHeader;
use crate::registry::{KINDS, find_kind};
use go_games::Game;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, IgnoredAny, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use thiserror::Error;

/// The key that names the kind.
const KIND_KEY: &str = "kind";

/// A model to train: a kind and its settings.
#[derive(Debug)]
pub struct LearnConfig {
    settings: Box<dyn AnySettings>,
}

/// Why a configuration cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// Not TOML, a key that the kind does not know, or a value of the wrong type. The message has the line.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// No kind is named.
    #[error("the configuration names no kind of model: add a line kind = \"NAME\" with one of {known}")]
    NoKind {
        /// The kinds there are.
        known: String,
    },
    /// A kind that is not in the registry.
    #[error("there is no kind of model called {kind:?}, only {known}")]
    UnknownKind {
        /// The name found.
        kind: String,
        /// The kinds there are.
        known: String,
    },
    /// Settings in JSON, as in a model's header, that the kind cannot read.
    #[error("the settings are not those of a model of kind {kind:?}: {error}")]
    Settings {
        /// The kind.
        kind: &'static str,
        /// The parser's message.
        error: serde_json::Error,
    },
}

impl LearnConfig {
    /// The configuration with these settings.
    pub fn new(settings: impl ModelSettings) -> LearnConfig {
        LearnConfig { settings: Box::new(settings) }
    }

    /// Reads a configuration file.
    pub fn from_toml(text: &str) -> Result<LearnConfig, ConfigError> {
        #[derive(Deserialize)]
        struct Named {
            kind: Option<String>,
        }
        let kind = toml::from_str::<Named>(text)?.kind.ok_or_else(|| ConfigError::NoKind { known: known_kinds() })?;
        let settings = (required_kind(&kind)?.from_toml)(text)?;
        Ok(LearnConfig { settings })
    }

    /// Reads the settings of a kind from JSON; a `kind` among them is ignored.
    pub fn from_json(kind: &str, mut settings: serde_json::Value) -> Result<LearnConfig, ConfigError> {
        let kind = required_kind(kind)?;
        if let Some(map) = settings.as_object_mut() {
            map.remove(KIND_KEY);
        }
        let settings = (kind.from_json)(settings).map_err(|error| ConfigError::Settings { kind: kind.name, error })?;
        Ok(LearnConfig { settings })
    }

    /// What a model was trained with, as its header says.
    pub fn of_model(header: &ModelHeader) -> Result<LearnConfig, ConfigError> {
        LearnConfig::from_json(&header.kind, header.settings.clone())
    }

    /// The name of the kind.
    pub fn kind(&self) -> &'static str {
        self.settings.kind()
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        self.settings.name()
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.settings.seed()
    }

    /// The same with another seed.
    pub fn with_seed(mut self, seed: u64) -> LearnConfig {
        self.settings.set_seed(seed);
        self
    }

    /// Is the game learned from? A kind may set games aside to validate on.
    pub fn learns_from(&self, game: &Game) -> bool {
        self.settings.learns_from(game)
    }

    pub(crate) fn settings(&self) -> &dyn AnySettings {
        &*self.settings
    }
}

impl Clone for LearnConfig {
    fn clone(&self) -> Self {
        LearnConfig { settings: self.settings.boxed_clone() }
    }
}

impl PartialEq for LearnConfig {
    fn eq(&self, other: &Self) -> bool {
        self.settings.equals(&*other.settings)
    }
}

/// One map: the kind and its settings.
impl Serialize for LearnConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = self.settings.to_json();
        if let Some(map) = value.as_object_mut() {
            map.insert(KIND_KEY.into(), self.kind().into());
        }
        value.serialize(serializer)
    }
}

/// For configurations inside others (the members of a mixture). A whole file is better read by [`LearnConfig::from_toml`], whose errors
/// have lines.
impl<'de> Deserialize<'de> for LearnConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let kind = value.get(KIND_KEY).and_then(|kind| kind.as_str()).map(str::to_owned);
        let kind = kind.ok_or_else(|| D::Error::custom(ConfigError::NoKind { known: known_kinds() }))?;
        LearnConfig::from_json(&kind, value).map_err(D::Error::custom)
    }
}

fn required_kind(name: &str) -> Result<&'static ModelKind, ConfigError> {
    find_kind(name).ok_or_else(|| ConfigError::UnknownKind { kind: name.into(), known: known_kinds() })
}

fn known_kinds() -> String {
    KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

/// Reads the settings of one kind from a whole configuration file.
pub(crate) fn settings_from_toml<S: DeserializeOwned>(text: &str) -> Result<S, toml::de::Error> {
    toml::from_str::<WithKind<S>>(text).map(|read| read.0)
}

/// Settings in a map that also has a `kind`. (`flatten` would do, were it not incompatible with `deny_unknown_fields`.)
struct WithKind<S>(S);

impl<'de, S: DeserializeOwned> Deserialize<'de> for WithKind<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Settings<S>(PhantomData<S>);
        impl<'de, S: DeserializeOwned> Visitor<'de> for Settings<S> {
            type Value = WithKind<S>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the settings of a model")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                S::deserialize(MapAccessDeserializer::new(WithoutKind(map))).map(WithKind)
            }
        }
        deserializer.deserialize_map(Settings(PhantomData))
    }
}

/// The entries of a map except `kind`.
struct WithoutKind<A>(A);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for WithoutKind<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, mut seed: K) -> Result<Option<K::Value>, A::Error> {
        loop {
            match self.0.next_key_seed(KeySeed(seed))? {
                None => return Ok(None),
                Some(Key::Other(key)) => return Ok(Some(key)),
                Some(Key::Kind(again)) => {
                    self.0.next_value::<IgnoredAny>()?;
                    seed = again;
                }
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

/// Reads a key with the seed, unless it is `kind`. The inner seed runs inside the format's own reading of the key, which
/// is how an unknown key gets its line.
struct KeySeed<K>(K);

enum Key<K, V> {
    Kind(K),
    Other(V),
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<K> {
    type Value = Key<K, K::Value>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for KeySeed<K> {
    type Value = Key<K, K::Value>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<Self::Value, E> {
        if key == KIND_KEY {
            return Ok(Key::Kind(self.0));
        }
        self.0.deserialize(key.into_deserializer()).map(Key::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factor::FactorConfig;

    fn refused(text: &str) -> String {
        LearnConfig::from_toml(text).expect_err("refused").to_string()
    }

    #[test]
    fn a_file_is_read_as_the_settings_of_its_kind() {
        let expected = FactorConfig { n_positions: 10, seed: 3, ..Default::default() };
        for text in ["kind = \"factor\"\nn-positions = 10\nseed = 3", "n-positions = 10\nseed = 3\nkind = \"factor\""] {
            let config = LearnConfig::from_toml(text).expect("a configuration");
            assert_eq!(config, LearnConfig::new(expected.clone()));
            assert_eq!((config.kind(), config.name(), config.seed()), ("factor", "factor", 3));
            assert_ne!(config.clone().with_seed(4), config);
        }
    }

    #[test]
    fn errors_name_the_line() {
        let unknown = refused("kind = \"factor\"\nseed = 1\nn-postions = 10\n");
        for part in ["line 3", "`n-postions`", "`n-positions`"] {
            assert!(unknown.contains(part), "{part} is not in {unknown}");
        }
        let wrong_type = refused("kind = \"instance\"\n[weights]\nn-games = \"all\"\n");
        assert!(wrong_type.contains("line 3"), "{wrong_type}");
        assert!(refused("n-positions = 10\n").contains(&known_kinds()));
        assert!(refused("kind = \"oracle\"\n").contains(&format!("\"oracle\", only {}", known_kinds())));
        assert!(refused("kind = 3\n").contains("line 1"));
        assert!(refused("kind factor\n").contains("line 1"));
    }

    #[test]
    fn settings_in_json_are_those_of_the_kind() {
        let config = LearnConfig::new(FactorConfig { batch: 3, ..Default::default() });
        let json = serde_json::to_string(&config).expect("JSON");
        assert_eq!(serde_json::from_str::<LearnConfig>(&json).expect("the same"), config);
        let error = LearnConfig::from_json("instance", serde_json::json!({"batch": 3})).expect_err("another kind's");
        assert!(error.to_string().contains("\"instance\": unknown field `batch`"), "{error}");
        assert!(serde_json::from_str::<LearnConfig>("{}").expect_err("no kind").to_string().contains(&known_kinds()));
    }
}
