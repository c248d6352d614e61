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
pub(crate) const TARGETS: &[Target] = &[
    Target { name: "gtp-server", run: gtp::fuzz::fuzz_server, dictionary: GTP_WORDS, corpus: &[] },
    Target { name: "gtp-responses", run: gtp::fuzz::fuzz_responses, dictionary: GTP_WORDS, corpus: &[] },
];

const GTP_WORDS: &[&[u8]] = &[
    b"echo ",
    b"play b D4\n",
    b"play white pass\n",
    b"boardsize 19\n",
    b"komi 6.5\n",
    b"flag true\n",
    b"analyze 3 a b c\n",
    b"known_command quit\n",
    b"list_commands\n",
    b"quit\n",
    b"# interrupt\n",
    b"\r\n\r\n",
    b"=12 ",
    b"?3 illegal move\n\n",
];
