//! Finished parts of a training, so that it can be resumed after an interruption and studies can share common parts.
//!
//! A part is named by its kind and by a hash of everything that determines it: settings, seed, games. A part that is
//! found equals the part that would be made, so a resumed training gives the same bytes as an uninterrupted one. Parts
//! are sealed with a checksum; a damaged one counts as missing. The caller decides where parts are kept.

use crate::model_file::checksum;
use ::checkpoint::Key;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A place for finished parts.
pub trait Checkpoints: Sync {
    /// The bytes saved under that name, if there are any.
    fn load(&self, part: &str) -> Option<Vec<u8>>;
    /// Stores the bytes. A failure to store them is not a failure of the training, so it is not reported here.
    fn save(&self, part: &str, bytes: &[u8]);
}

/// Keeps nothing.
pub struct NoCheckpoints;

impl Checkpoints for NoCheckpoints {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
    fn save(&self, _: &str, _: &[u8]) {}
}

/// Checkpoints kept by two functions: how a program plugs in its own store.
pub struct CheckpointFns<L, S> {
    /// The bytes saved under that name, if there are any.
    pub load: L,
    /// Keeps the bytes.
    pub save: S,
}

impl<L, S> Checkpoints for CheckpointFns<L, S>
where
    L: Fn(&str) -> Option<Vec<u8>> + Sync,
    S: Fn(&str, &[u8]) + Sync,
{
    fn load(&self, part: &str) -> Option<Vec<u8>> {
        (self.load)(part)
    }
    fn save(&self, part: &str, bytes: &[u8]) {
        (self.save)(part, bytes);
    }
}

/// The name of a part: its kind, and a hash of everything that determines it.
pub fn part_name(kind: &str, determined_by: &impl Serialize) -> String {
    let text = serde_json::to_vec(determined_by).expect("settings are plain data");
    format!("{kind}-{:016x}", checksum(&text))
}

/// What a part is bound to: another version of this crate may train otherwise.
fn key(part: &str) -> Key<'_> {
    Key { kind: "training", program: env!("CARGO_PKG_VERSION"), work: part }
}

/// The part, if it was saved whole.
pub(crate) fn load<T: DeserializeOwned>(checkpoints: &dyn Checkpoints, part: &str) -> Option<T> {
    let sealed = checkpoints.load(part)?;
    postcard::from_bytes(::checkpoint::open(&key(part), &sealed).ok()?).ok()
}

/// Saves a part.
pub(crate) fn save(checkpoints: &dyn Checkpoints, part: &str, value: &impl Serialize) {
    let body = postcard::to_stdvec(value).expect("a part is plain data");
    checkpoints.save(part, &::checkpoint::seal(&key(part), &body));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Shelf(Mutex<HashMap<String, Vec<u8>>>);

    impl Checkpoints for Shelf {
        fn load(&self, part: &str) -> Option<Vec<u8>> {
            self.0.lock().unwrap().get(part).cloned()
        }
        fn save(&self, part: &str, bytes: &[u8]) {
            self.0.lock().unwrap().insert(part.into(), bytes.into());
        }
    }

    #[test]
    fn damaged_parts_count_as_missing() {
        let shelf = Shelf::default();
        let name = part_name("numbers", &("settings", 7));
        assert_ne!(name, part_name("numbers", &("settings", 8)));
        save(&shelf, &name, &vec![1u32, 500, 3]);
        assert_eq!(load::<Vec<u32>>(&shelf, &name), Some(vec![1, 500, 3]));
        assert_eq!(load::<Vec<u32>>(&shelf, "numbers"), None);
        let whole = shelf.load(&name).unwrap();
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            shelf.save(&name, &changed);
            assert_eq!(load::<Vec<u32>>(&shelf, &name), None, "bit {bit}");
        }
        for length in 0..whole.len() {
            shelf.save(&name, &whole[..length]);
            assert_eq!(load::<Vec<u32>>(&shelf, &name), None, "cut at {length}");
        }
    }
}
