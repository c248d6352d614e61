//! What a training has finished already, so that it can go on after an interruption and so that studies share what they have in
//! common.
//!
//! A part is named by what it is and by a hash of everything that determines it: settings, seed, games. A part that is found is the part
//! that would be made, so a training that goes on gives the same bytes as one that was never interrupted. Parts are sealed with a
//! checksum; a damaged one counts as missing. Where parts are kept is the caller's affair.

use crate::model_file::checksum;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A place for finished parts.
pub trait Checkpoints: Sync {
    /// The bytes saved under that name, if there are any.
    fn load(&self, part: &str) -> Option<Vec<u8>>;
    /// Keeps the bytes. Failing to is no failure of the training, so it is not reported here.
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

/// The name of a part: what it is, and a hash of what determines it.
pub fn part_name(kind: &str, determined_by: &impl Serialize) -> String {
    let text = serde_json::to_vec(determined_by).expect("settings are plain data");
    format!("{kind}-{:016x}", checksum(&text))
}

/// The part, if it was saved whole.
pub(crate) fn load<T: DeserializeOwned>(checkpoints: &dyn Checkpoints, part: &str) -> Option<T> {
    let sealed = checkpoints.load(part)?;
    let (bytes, sum) = sealed.split_last_chunk::<8>()?;
    if u64::from_le_bytes(*sum) != checksum(bytes) {
        return None;
    }
    postcard::from_bytes(bytes).ok()
}

/// Saves a part.
pub(crate) fn save(checkpoints: &dyn Checkpoints, part: &str, value: &impl Serialize) {
    let mut bytes = postcard::to_stdvec(value).expect("a part is plain data");
    bytes.extend(checksum(&bytes).to_le_bytes());
    checkpoints.save(part, &bytes);
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
        for length in 0..whole.len() {
            shelf.save(&name, &whole[..length]);
            assert_eq!(load::<Vec<u32>>(&shelf, &name), None, "cut at {length}");
        }
    }
}
