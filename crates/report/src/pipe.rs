//! `program | head` closes a program's output early; that is no failure of the program.

use std::error::Error;
use std::io;

/// Did it fail because nobody reads its output any more?
///
/// ```
/// use std::io::{Error, ErrorKind};
/// assert!(report::is_broken_pipe(&Error::from(ErrorKind::BrokenPipe)));
/// assert!(!report::is_broken_pipe(&Error::from(ErrorKind::NotFound)));
/// ```
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |cause: &&(dyn Error + 'static)| (*cause).source())
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
