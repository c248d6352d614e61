//! Fuzz target: a function that panics only when a law breaks.

use crate::Subject;
use crate::checkpoint::{self, Plan};

/// The lines after a checkpoint's first one may be anything (objects get their checksum first, which mutation would never find): what is read back holds no other positions than were asked for, and
/// written again it holds the same ones. A first line that is not the plan's is refused.
pub fn fuzz_checkpoint(data: &[u8]) {
    let subject = Subject::from_bytes(b"(;SZ[5];B[cc];W[bb];B[dd])").expect("a game");
    let plan = Plan::new(&subject, 100, 7, "fuzz".into());
    let text = String::from_utf8_lossy(data);
    let sealed: String = text.lines().map(|line| plan.seal(line).unwrap_or_else(|| format!("{line}\n"))).collect();
    for text in [text.to_string(), plan.line() + &sealed] {
        let Some(found) = checkpoint::read(&text, &plan) else { continue };
        assert_eq!(found.len(), subject.n_positions());
        let lines = found.iter().enumerate().filter_map(|(n, judged)| Some(plan.judged(n, judged.as_ref()?)));
        let again = checkpoint::read(&(plan.line() + &lines.collect::<String>()), &plan).expect("the same plan");
        let is_judged = |judged: &Option<_>| judged.is_some();
        assert!(again.iter().map(is_judged).eq(found.iter().map(is_judged)));
    }
}
