//! Independent programs that parts of the project are compared with. They are not part of `cargo xtask test`: each
//! needs data or packages that a fresh machine does not have, and reports so.

mod katago;
mod nmf;
mod plink;
mod sgfmill;
mod weka;

use anyhow::{Context, Result};

/// `cargo xtask oracle NAME [ARGS]`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which comparison; without it, the list
    name: Option<String>,
    /// What the comparison takes
    rest: Vec<String>,
}

/// A comparison with an independent program.
struct Oracle {
    name: &'static str,
    about: &'static str,
    /// True when both agree.
    run: fn(&[String]) -> Result<bool>,
}

const ORACLES: &[Oracle] = &[
    Oracle {
        name: "katago",
        about: "judgements of games for `tesuji judge` and `tesuji learn --judged`: \"katago analysis ...\" GAMES OUT.jsonl [POSITIONS] [VISITS]",
        run: katago::run,
    },
    Oracle {
        name: "nmf",
        about: "`learn::factorisation` against scikit-learn's NMF, from the same first matrices",
        run: nmf::run,
    },
    Oracle {
        name: "plink",
        about: "frequencies and theta of `snpanel measures` against PLINK 1.9: PREFIX (with PREFIX.pop)",
        run: plink::run,
    },
    Oracle {
        name: "sgfmill",
        about: "final boards of 2,000 real games against the Python package sgfmill: [FOLDER] [N]",
        run: sgfmill::run,
    },
    Oracle {
        name: "weka",
        about: "every classifier of `learn::classify` against Weka 3.6: [TRAIN.arff TEST.arff], else a table made for it",
        run: weka::run,
    },
];

/// Runs one comparison, or lists them; false when the two programs disagree.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let Some(name) = &arguments.name else {
        ORACLES.iter().for_each(|oracle| println!("{:<12} {}", oracle.name, oracle.about));
        return Ok(true);
    };
    let oracle = ORACLES
        .iter()
        .find(|oracle| oracle.name == name)
        .with_context(|| format!("there is no oracle {name:?}; `cargo xtask oracle` lists them"))?;
    (oracle.run)(&arguments.rest)
}
