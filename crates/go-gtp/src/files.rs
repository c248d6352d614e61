//! File access of `loadsgf` and `printsgf`. The program decides what a name means.

use std::io;

/// Reads and writes whole files.
pub trait Files: Send {
    /// The bytes of a file.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;
    /// Makes or replaces a file.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
}

/// For engines that should not touch any file.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::PermissionDenied.into())
    }

    fn write(&self, _: &str, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}
