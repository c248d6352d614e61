//! The word in which an expanded node keeps what the expander said of its state.
//!
//! One word, so that it is read whole: value and measure as `f32`, or a mark that no value in \[0, 1\] has. A thread claims the question before it
//! asks; the others go on without an answer.

use crate::Appraisal;
use std::sync::atomic::{AtomicU64, Ordering};

/// Nobody has asked.
const UNASKED: u64 = u64::MAX;
/// A thread is asking.
const ASKED: u64 = u64::MAX - 1;
/// The expander had nothing to say.
const NOTHING: u64 = u64::MAX - 2;
/// In place of a measure: a NaN, which no measure is.
const NO_MEASURE: u32 = u32::MAX;

/// An appraisal that is asked for at most once.
#[derive(Debug)]
pub(crate) struct AppraisalCell(AtomicU64);

impl Default for AppraisalCell {
    fn default() -> Self {
        Self(AtomicU64::new(UNASKED))
    }
}

impl AppraisalCell {
    /// The answer, if there is one by now.
    #[inline]
    pub(crate) fn get(&self) -> Option<Appraisal> {
        let word = self.0.load(Ordering::Relaxed);
        let (value, measure) = ((word >> 32) as u32, word as u32);
        (word < NOTHING).then(|| Appraisal {
            value: f32::from_bits(value),
            measure: (measure != NO_MEASURE).then(|| f32::from_bits(measure)),
        })
    }

    /// Claims the right to ask; true for one thread only.
    #[inline]
    pub(crate) fn claim(&self) -> bool {
        self.0.load(Ordering::Relaxed) == UNASKED
            && self.0.compare_exchange(UNASKED, ASKED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Stores the answer; for the thread that claimed the question.
    pub(crate) fn answer(&self, appraisal: Option<Appraisal>) {
        let word = appraisal.map_or(NOTHING, |Appraisal { value, measure }| {
            u64::from(value.to_bits()) << 32 | u64::from(measure.map_or(NO_MEASURE, f32::to_bits))
        });
        self.0.store(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn an_answer_is_kept_as_it_was_given() {
        for (value, measure) in [(0.0, None), (1.0, Some(-0.0)), (0.25, Some(-361.5)), (1.0, Some(f32::MAX))] {
            let cell = AppraisalCell::default();
            assert_eq!(cell.get(), None);
            assert!(cell.claim() && !cell.claim());
            assert_eq!(cell.get(), None, "nobody waits for an answer");
            cell.answer(Some(Appraisal { value, measure }));
            assert_eq!(cell.get(), Some(Appraisal { value, measure }));
            assert!(!cell.claim());
        }
        let cell = AppraisalCell::default();
        assert!(cell.claim());
        cell.answer(None);
        assert!(cell.get().is_none() && !cell.claim(), "nothing to say is an answer, too");
    }

    #[test]
    fn one_thread_asks_and_no_thread_reads_half_an_answer() {
        let whole = Appraisal { value: 0.75, measure: Some(12.5) };
        for _ in 0..if cfg!(miri) { 3 } else { 300 } {
            let (cell, n_asked) = (AppraisalCell::default(), AtomicU32::new(0));
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        if cell.claim() {
                            n_asked.fetch_add(1, Ordering::Relaxed);
                            cell.answer(Some(whole));
                        }
                        assert!(cell.get().is_none_or(|seen| seen == whole));
                    });
                }
            });
            assert_eq!((n_asked.into_inner(), cell.get()), (1, Some(whole)));
        }
    }
}
