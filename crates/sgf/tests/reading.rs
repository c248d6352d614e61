//! Reading of valid and damaged texts: the tree as it is written again, and the problems with their places.

use sgf::{Layout, Problem, ProblemKind, Severity};

/// Reads `text`; compares the games in compact form and the problems as `class@line:column`.
fn check(text: &str, games: &[&str], problems: &[&str]) {
    let collection = sgf::parse(text).unwrap();
    let written: Vec<String> = collection.games.iter().map(|game| sgf::write_game(game, Layout::Compact)).collect();
    assert_eq!(written, games, "{text:?}");
    let found: Vec<String> = collection.problems.iter().map(short).collect();
    assert_eq!(found, problems, "{text:?}");
}

fn short(problem: &Problem) -> String {
    format!("{}@{}:{}", problem.kind, problem.place.line, problem.place.column)
}

#[test]
fn good_texts() {
    check("(;)", &["(;)"], &[]);
    check("(;B[aa];W[bb])", &["(;B[aa];W[bb])"], &[]);
    check("(;B[aa](;W[bb])(;W[cc];B[dd]))", &["(;B[aa](;W[bb])(;W[cc];B[dd]))"], &[]);
    check(" (\n; B [aa]\r\n[bb]\tC\n[x] ; )\n\n(;)\n", &["(;B[aa][bb]C[x];)", "(;)"], &[]);
    check("(;C[a\\]b(;)\\\\];B[aa])", &["(;C[a\\]b(;)\\\\];B[aa])"], &[]);
    check("(;C[段]KGSDE[aa]X1[y])", &["(;C[段]KGSDE[aa]X1[y])"], &[]);
}

#[test]
fn parentheses() {
    check("(;B[aa]", &["(;B[aa])"], &["missing-close@1:8"]);
    check("(;B[aa](;W[bb]", &["(;B[aa];W[bb])"], &["missing-close@1:15"]);
    check("(;B[aa]))\n(;)", &["(;B[aa])", "(;)"], &["extra-close@1:9"]);
    check("(;B[aa]\n(;GM[1];B[bb])", &["(;B[aa])", "(;GM[1];B[bb])"], &["missing-close@2:1"]);
    check("(;B[aa]\n(;C[x];W[bb])\n(;W[cc]))", &["(;B[aa](;C[x];W[bb])(;W[cc]))"], &[]);
    check("((;B[aa])(;W[bb]))", &["(;(;B[aa])(;W[bb]))"], &["missing-node@1:2"]);
    check("(;B[aa]())", &["(;B[aa])"], &["empty-variation@1:9"]);
    check("(;B[aa](;W[bb]);W[cc])", &["(;B[aa](;W[bb])(;W[cc]))"], &["node-after-variation@1:16"]);
    check("(;B[aa](;W[bb])C[x])", &["(;B[aa]C[x];W[bb])"], &["property-outside-node@1:16"]);
    check("(B[aa];W[bb])", &["(;B[aa];W[bb])"], &["missing-node@1:2"]);
    check("(;B[aa](W[bb])(C[x]))", &["(;B[aa](;W[bb])(;C[x]))"], &["missing-node@1:9", "missing-node@1:16"]);
}

#[test]
fn junk() {
    check("hello\n(;B[aa])", &["(;B[aa])"], &["junk-outside-game@1:1"]);
    check("(;)\n\nbye", &["(;)"], &["junk-outside-game@3:1"]);
    check("(see below)(;)", &["(;)"], &["junk-outside-game@1:1"]);
    check("(;B[aa]!!;W[bb])", &["(;B[aa];W[bb])"], &["junk-in-game@1:8"]);
    check("(;C[a [b] c];W[bb])", &["(;C[a [b];W[bb])"], &["junk-in-game@1:11"]);
    check("(;B;W[bb])", &["(;;W[bb])"], &["name-without-value@1:3"]);
    check("(;[aa]B[bb])", &["(;B[bb])"], &["value-without-name@1:3"]);
}

#[test]
fn names() {
    check(
        "(;GaMe[1]AddBlack[aa];Black[bb])",
        &["(;GM[1]AB[aa];B[bb])"],
        &["lower-case-name@1:3", "lower-case-name@1:10", "lower-case-name@1:23"],
    );
    check("(;b[aa]myOwn[x])", &["(;B[aa]myOwn[x])"], &["lower-case-name@1:3", "lower-case-name@1:8"]);
}

#[test]
fn cut_off_values() {
    check("(;B[aa];W[b", &["(;B[aa];)"], &["unclosed-value@1:10", "missing-close@1:12"]);
    check("(;B[aa]C[half a comm\\", &["(;B[aa]C[half a comm])"], &["unclosed-value@1:9", "missing-close@1:22"]);
    check("(;AB[aa][b", &["(;AB[aa])"], &["unclosed-value@1:9", "missing-close@1:11"]);
}

#[test]
fn strict_reading_fails_at_the_first_fault() {
    let fail = |text: &str| short(&sgf::parse_strict(text).unwrap_err());
    assert!(sgf::parse_strict("(;FF[4]GM[1]SZ[9]AB[aa:bb]PRIVATE[x];B[ee];W[])").is_ok());
    assert_eq!(fail("(;FF[4]SZ[9];B[ee]"), "missing-close@1:19");
    assert_eq!(fail("(;FF[4]SZ[9];B[ee];W[zz])"), "off-board@1:20");
    assert_eq!(fail("(;FF[4]SZ[9];B[ee]AB[aa];W[zz]"), "setup-with-move@1:14");
    assert_eq!(fail("(;FF[4]KM[6,5];B[ee])"), "loose-value@1:8");
    assert_eq!(fail(""), "no-game@1:1");
}

#[test]
fn faults_in_values_are_not_reported_by_the_reader() {
    let collection = sgf::parse("(;B[zz])").unwrap();
    assert!(collection.problems.is_empty());
    let found = sgf::check(&collection.games[0]);
    assert!(found.iter().any(|problem| problem.kind == ProblemKind::OffBoard));
    assert!(found.iter().all(|problem| problem.kind.severity() >= Severity::Note));
}
