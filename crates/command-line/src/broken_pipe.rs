//! Broken-pipe handling.

use std::error::Error;
use std::io;

/// Whether an error was caused by writing to a pipe that its reader had closed, as in `program | head`.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// assert!(command_line::is_broken_pipe(&Error::from(ErrorKind::BrokenPipe)));
/// assert!(!command_line::is_broken_pipe(&Error::from(ErrorKind::NotFound)));
/// ```
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |cause: &&(dyn Error + 'static)| (*cause).source())
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
