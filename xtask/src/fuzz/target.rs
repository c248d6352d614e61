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
    Target {
        name: "gtp-engine",
        run: go_gtp::fuzz::fuzz_engine,
        dictionary: ENGINE_WORDS,
        corpus: &["crates/go-gtp/tests/conversations"],
    },
    Target {
        name: "sgf-read",
        run: sgf::fuzz::fuzz_sgf_read,
        dictionary: SGF_WORDS,
        corpus: &["crates/sgf/tests/data"],
    },
    Target {
        name: "sgf-mend",
        run: sgf::fuzz::fuzz_sgf_mend,
        dictionary: SGF_WORDS,
        corpus: &["crates/sgf/tests/data"],
    },
    Target {
        name: "games-import",
        run: go_games::fuzz::fuzz_import,
        dictionary: SGF_WORDS,
        corpus: &["crates/sgf/tests/data"],
    },
    Target {
        name: "games-database",
        run: go_games::fuzz::fuzz_database,
        dictionary: &[],
        corpus: &["crates/go-games/tests/data"],
    },
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

const ENGINE_WORDS: &[&[u8]] = &[
    b"boardsize 3\n",
    b"boardsize 25\n",
    b"play b A1\n",
    b"play w B2\n",
    b"play b C3\n",
    b"genmove w\n",
    b"genmove b\n",
    b"undo\n",
    b"loadsgf f\n",
    b"loadsgf f 3\n",
    b"printsgf f\n",
    b"showboard\n",
    b"place_free_handicap 5\n",
    b"fixed_handicap 4\n",
    b"gogui-setup b A1 w B1 w A2\n",
    b"gogui-play_sequence b A1 w A2 b B2 w pass\n",
    b"kgs-time_settings byoyomi 10 5 3\n",
    b"time_left b 5 1\n",
    b"all_legal b\n",
    b"final_score\n",
    b"final_status_list alive\n",
    b"\0(;SZ[3]AB[aa];W[bb];B[];AE[aa])",
];

const SGF_WORDS: &[&[u8]] = &[
    b"(;GM[1]FF[4]SZ[19]KM[6.5]",
    b"SZ[9:13]",
    b"CA[GB2312]",
    b"CA[UTF-8]",
    b";B[dd]",
    b";W[tt]",
    b"AB[aa:cc][dd]",
    b"AE[bb]",
    b"C[text \\] more]",
    b"LB[aa:b\\:c]",
    b"(;B[aa])(;W[bb])",
    b"DT[2001-02-03,04]",
    b"RE[B+R]",
    b"\xef\xbb\xbf",
    b"\\\n",
    b"))",
];
