//! The integers that hold a win/loss state.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

/// An integer that holds a win/loss state: `u8`, `u16` or `u32`. 0 is the state before the first result.
pub trait WinLossState: Copy + Ord + Debug + Send + Sync + 'static {
    /// The same integer, shared between threads.
    type Atomic: Send + Sync + Debug;

    /// The largest end of scale: all states fit in the integer, and the tables in a few MiB.
    const LARGEST_END: usize;

    /// The state with this number.
    fn from_index(index: usize) -> Self;

    /// Its number.
    fn index(self) -> usize;

    /// A shared state.
    fn to_atomic(self) -> Self::Atomic;

    /// Reads a shared state.
    fn load(shared: &Self::Atomic) -> Self;

    /// Writes a shared state.
    fn store(self, shared: &Self::Atomic);
}

macro_rules! win_loss_state {
    ($integer:ty, $atomic:ty, $largest_end:expr) => {
        impl WinLossState for $integer {
            type Atomic = $atomic;

            const LARGEST_END: usize = $largest_end;

            #[inline(always)]
            fn from_index(index: usize) -> Self {
                index as $integer
            }

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }

            fn to_atomic(self) -> $atomic {
                <$atomic>::new(self)
            }

            #[inline(always)]
            fn load(shared: &$atomic) -> Self {
                shared.load(Relaxed)
            }

            #[inline(always)]
            fn store(self, shared: &$atomic) {
                shared.store(self, Relaxed);
            }
        }
    };
}

win_loss_state!(u8, AtomicU8, 21);
win_loss_state!(u16, AtomicU16, 360);
win_loss_state!(u32, AtomicU32, 2_000);
