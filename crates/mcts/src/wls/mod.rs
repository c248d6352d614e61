//! Win/loss states: a success rate in one small integer (Basaldúa 2013, section 4.5).
//!
//! A state stands for n wins in m trials, m <= e, the end of the scale. States are numbered in order of the evidence that the rate is above one
//! half: the lower bound of the Agresti-Coull interval (eq. 4.28-4.30) for n/m >= 1/2, the upper bound below. Comparing two rates, or a
//! rate with a threshold, is comparing two integers, and counting a result is a table look-up.
//!
//! The integer has 8, 16 or 32 bits ([`WinLossState`]), which bounds e: 21, 360 and 2,000. A larger e is more exact and forgets more slowly:
//! the time to follow a changed rate grows linearly with e (section 4.5.7, Figure 4.11). What happens at m = e is the [`Saturation`].
//!
//! ```
//! use mcts::wls::{WinLossScale, WinLossTable};
//!
//! let scale = WinLossScale::<u8>::new(21);
//! let threshold = scale.state(2, 4); // "above one half, with more evidence than 2 of 4"
//! let table = WinLossTable::new(scale, 1000);
//! table.update(7, true);
//! table.update(7, true);
//! assert!(table.get(7) > threshold);
//! assert_eq!(table.scale().counts(table.get(7)), (2, 2));
//! ```
//!
//! The thesis does not give the significance of the interval. With z = 0.6745 (a 50% interval) its tables 4.5 and 4.6 are reproduced (see the
//! tests); with 95% most jumps would be impossible.

mod scale;
mod state;
mod table;

pub use scale::{Saturation, WinLossScale};
pub use state::WinLossState;
pub use table::WinLossTable;

#[cfg(test)]
mod tests;
