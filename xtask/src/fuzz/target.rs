//! The table of fuzz targets. A new one is a row here and a `pub fn fuzz_xxx(data: &[u8])` in the crate that reads the
//! bytes; the function panics when a law breaks and in no other case.

/// A function that must bear any bytes.
pub(crate) struct Target {
    /// How it is called on the command line.
    pub(crate) name: &'static str,
    /// The function; it panics when a law is broken.
    pub(crate) run: fn(&[u8]),
    /// Words of the format, which blind mutation would take ages to find.
    pub(crate) dictionary: &'static [&'static [u8]],
    /// Folders and files with inputs to start from, relative to the workspace.
    pub(crate) corpus: &'static [&'static str],
}

/// Every fuzz target of the workspace.
pub(crate) const TARGETS: &[Target] = &[];
