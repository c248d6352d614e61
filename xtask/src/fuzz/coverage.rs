//! Coverage feedback for the mutator, on the stable toolchain: LLVM's own counters, one byte for each edge of the code.
//!
//! `cargo xtask fuzz --coverage` builds this program again with the pass `sancov-module` ([`FLAGS`]); each instrumented object then calls
//! [`__sanitizer_cov_8bit_counters_init`] before `main`. After every input [`Coverage::is_new`] compares the counters with those of all inputs before:
//! an input that reaches an edge for the first time, or another power of two of times (Serebryany 2016; AFL's classes), is worth keeping.
//! In a plain build there are no counters and nothing is ever new. Data flow and comparisons are not traced.

use std::sync::Mutex;

/// What the compiler is called with for a build with counters. `--target` keeps build scripts and macros free of them.
pub(super) const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-prune-blocks=0";

/// Counters looked at together.
const STRETCH: usize = 64;

/// Start and length of each array of counters, as addresses.
static COUNTERS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Called by each instrumented object before `main`.
///
/// # Safety
///
/// Only the compiler calls it, with the bounds of an array of bytes that lives as long as the process.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
    let array = (start as usize, (end as usize).saturating_sub(start as usize));
    let mut arrays = COUNTERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if array.1 > 0 && !arrays.contains(&array) {
        arrays.push(array);
    }
}

/// What the inputs so far have reached.
pub(super) struct Coverage {
    arrays: Vec<(usize, usize)>,
    /// For each counter the classes seen, a bit each.
    seen: Vec<u8>,
    n_edges: usize,
}

impl Coverage {
    /// Of this process, with nothing reached yet.
    pub(super) fn new() -> Self {
        let arrays = COUNTERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let n_counters = arrays.iter().map(|&(_, length)| length).sum();
        let mut coverage = Self { arrays, seen: vec![0; n_counters], n_edges: 0 };
        coverage.reset();
        coverage
    }

    /// Whether this program has counters.
    pub(super) fn is_on(&self) -> bool {
        !self.seen.is_empty()
    }

    /// Edges reached by any input.
    pub(super) fn n_edges(&self) -> usize {
        self.n_edges
    }

    /// Sets the counters to zero, before an input.
    pub(super) fn reset(&mut self) {
        for &(start, length) in &self.arrays {
            // SAFETY: the compiler gave these bounds of a static array of bytes. Other threads of the target may count at the same
            // time; a lost count changes nothing but which inputs are kept.
            unsafe { std::ptr::write_bytes(start as *mut u8, 0, length) };
        }
    }

    /// Whether the input since [`Coverage::reset`] reached something new; it counts as seen from now on.
    pub(super) fn is_new(&mut self) -> bool {
        let mut new = false;
        let mut first = 0;
        for &(start, length) in &self.arrays {
            // SAFETY: as above.
            let counters = unsafe { std::slice::from_raw_parts(start as *const u8, length) };
            // An input reaches few of the edges: most stretches are passed over at the speed of memory.
            for (counters, seen) in counters.chunks(STRETCH).zip(self.seen[first..first + length].chunks_mut(STRETCH)) {
                if counters.iter().fold(0, |all, &count| all | count) == 0 {
                    continue;
                }
                for (&count, seen) in counters.iter().zip(seen) {
                    if count != 0 && *seen & class(count) == 0 {
                        self.n_edges += usize::from(*seen == 0);
                        *seen |= class(count);
                        new = true;
                    }
                }
            }
            first += length;
        }
        new
    }
}

/// 1, 2, 3, 4-7, 8-15, 16-31, 32-127 and more: a bit each.
fn class(count: u8) -> u8 {
    1 << match count {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        4..8 => 3,
        8..16 => 4,
        16..32 => 5,
        32..128 => 6,
        128.. => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(counters: &mut [u8]) -> Coverage {
        let n_counters = counters.len();
        Coverage { arrays: vec![(counters.as_mut_ptr() as usize, n_counters)], seen: vec![0; n_counters], n_edges: 0 }
    }

    #[test]
    fn an_edge_is_new_once_for_every_class_of_counts() {
        let mut counters = vec![0_u8; 5];
        let at = counters.as_mut_ptr();
        let mut coverage = over(&mut counters);
        // SAFETY: all writes lie within the vector, which outlives the coverage.
        let set = |edge: usize, count: u8| unsafe { at.add(edge).write(count) };
        assert!(!coverage.is_new());
        set(3, 1);
        assert!(coverage.is_new() && !coverage.is_new());
        set(3, 5);
        assert!(coverage.is_new());
        set(3, 7);
        assert!(!coverage.is_new(), "4 to 7 are one class");
        set(0, 200);
        assert!(coverage.is_new());
        assert_eq!(coverage.n_edges(), 2);
        coverage.reset();
        assert_eq!(counters, [0; 5]);
    }

    #[test]
    fn a_plain_build_has_no_counters() {
        let mut coverage = Coverage::new();
        coverage.reset();
        assert!(!coverage.is_on() && !coverage.is_new());
    }
}
