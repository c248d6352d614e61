//! Checking and mending whole files, and statistics of games. Golden files: `tests/data/*.sgf` with the report of
//! `check_file` in `*.checked.txt` and the mended text in `*.mended.txt`. Regenerate with `cargo xtask golden
//! go-games`.

use go_games::{Importer, Statistics, check_file, read_games, write_database};
use sgf::Severity;
use std::path::{Path, PathBuf};

fn compare(golden: &Path, actual: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, actual).unwrap();
    }
    let expected = std::fs::read_to_string(golden).unwrap_or_default();
    assert_eq!(actual, expected, "{} differs", golden.display());
}

#[test]
fn golden_checks_and_mended_files() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut n_files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "sgf") {
            continue;
        }
        n_files += 1;
        let check = check_file(&std::fs::read(&path).unwrap()).unwrap();
        let mut listing = format!("games: {}\n", check.n_games);
        for finding in &check.findings {
            let (place, repaired) = (finding.place, if finding.repaired { "mended" } else { "left" });
            let message = &finding.message;
            listing += &format!("{place}: {} {} ({repaired}): {message}\n", finding.severity, finding.class);
        }
        compare(&path.with_extension("checked.txt"), &listing);
        compare(&path.with_extension("mended.txt"), &check.mended);
        let again = check_file(check.mended.as_bytes()).unwrap();
        assert!(again.findings.iter().all(|finding| !finding.repaired), "{:?}", again.findings);
        assert_eq!(again.n_left(Severity::Note), again.findings.len());
    }
    assert!(n_files >= 3);
}

#[test]
fn a_database_is_replayed() {
    let mut importer = Importer::default();
    importer.add("mixed.sgf", read_games(include_bytes!("data/mixed.sgf")));
    let (games, _) = importer.finish();
    let mut bytes = Vec::new();
    write_database(&games, &mut bytes).unwrap();
    let check = check_file(&bytes).unwrap();
    assert_eq!((check.n_games, check.findings.len()), (games.len(), 0));
    assert!(check_file(b"no game").is_err());
}

#[test]
fn counts_add_up() {
    let mut importer = Importer::default();
    importer.add("mixed.sgf", read_games(include_bytes!("data/mixed.sgf")));
    let (games, summary) = importer.finish();
    let counts = Statistics::of(&games);
    assert_eq!((counts.n_games, counts.n_moves), (summary.n_games, summary.n_moves));
    for sum in [
        counts.by_size.values().sum::<usize>(),
        counts.by_handicap.values().sum(),
        counts.by_rank.values().sum(),
        counts.by_year.values().sum(),
        counts.by_length.values().sum(),
        counts.by_result.values().sum(),
        counts.by_rules.values().sum(),
        counts.by_komi.values().sum(),
    ] {
        assert_eq!(sum, games.len());
    }
    assert_eq!(counts.n_passes, 2);
    assert_eq!(counts.by_handicap[&2], 1);
}
