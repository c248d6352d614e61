//! Broken-pipe handling: `program | head` closes a program's output early, which is not a failure of the program.

use std::error::Error;
use std::io;

/// Whether the error means that the reader of the output has gone.
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
