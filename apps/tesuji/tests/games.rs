//! `tesuji games` from a user's point of view: databases, statistics, mended files, messages and exit statuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn games(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).arg("games").args(arguments).output().expect("the program starts")
}

fn json(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder below the test's own one with three files: 15 records, five of them good and new.
fn archive(folder: &Path) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/go-games/tests/data");
    let archive = folder.join("archive/below");
    fs::create_dir_all(&archive).expect("a folder for the files");
    for name in ["careless.sgf", "chinese-gbk.sgf", "mixed.sgf"] {
        fs::copy(data.join(name), archive.join(name)).expect("the files of go-games are there");
    }
    text(&folder.join("archive")).to_string()
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a readable path")
}

#[test]
fn a_folder_becomes_a_database_and_the_database_is_counted() {
    let folder = folder("import");
    let database = folder.join("all.games");
    let imported = json(&games(&["import", &archive(&folder), "--out", text(&database), "--json"]));
    assert_eq!(imported["records"], 15);
    assert_eq!(imported["games"], 5);
    assert_eq!(imported["refused"]["point occupied"], 1);
    let counted = json(&games(&["stats", text(&database), "--json"]));
    assert_eq!(counted["games"], 5);
    assert_eq!(counted["moves"], imported["moves"]);
    assert_eq!(counted["by_size"]["9x9"], 2);
    let nines = json(&games(&["stats", text(&database), "--json", "--size", "9"]));
    assert_eq!((&nines["games"], &nines["refused"]["filter: size"]), (&2.into(), &3.into()));
    let table = games(&["stats", text(&database)]);
    assert!(String::from_utf8_lossy(&table.stdout).contains("19x19"));
}

#[test]
fn a_damaged_database_is_refused_and_nothing_is_written() {
    let folder = folder("damaged");
    let (whole, half, out) = (folder.join("whole.games"), folder.join("half.games"), folder.join("out.games"));
    assert!(games(&["import", &archive(&folder), "--out", text(&whole), "--quiet"]).status.success());
    let bytes = fs::read(&whole).expect("the database was written");
    fs::write(&half, &bytes[..bytes.len() - 7]).expect("half of it is written");
    let output = games(&["import", text(&half), "--out", text(&out)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cut off"), "{}", stderr(&output));
    assert!(!out.exists());
}

#[test]
fn files_are_checked_and_mended() {
    let mended = folder("mended");
    let archive = archive(&mended);
    let before = games(&["check", &archive, "--json"]);
    assert_eq!(before.status.code(), Some(1), "there are errors");
    assert!(stderr(&before).contains("--fix"));
    let careless = format!("{archive}/below/careless.sgf");
    let fixed = mended.join("careless.sgf");
    assert!(games(&["check", &careless, "--fix", text(&fixed), "--quiet"]).status.success());
    let after = json(&games(&["check", text(&fixed), "--json", "--list", "0"]));
    assert_eq!(after["classes"].as_object().expect("classes").len(), 1, "a private property is left: {after}");
    let over_itself = games(&["check", text(&fixed), "--fix", text(&fixed)]);
    assert!(stderr(&over_itself).contains("name another place"), "{}", stderr(&over_itself));
}

#[test]
fn mending_writes_over_no_input_and_no_other_copy() {
    let folder = folder("mending-over");
    for (place, moves) in [("a/x.sgf", "B[aa]"), ("b/x.sgf", "B[bb]"), ("b/y.sgf", "B[cc]")] {
        let file = folder.join(place);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(&file, format!("(;SZ[9];{moves})")).expect("written");
    }
    fs::write(folder.join("b/x.sgf.zst"), b"not looked at").expect("written");
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.join(name));
    let (ax, bx, packed) = (a.join("x.sgf"), b.join("x.sgf"), b.join("x.sgf.zst"));
    for arguments in [
        vec!["check", text(&ax), text(&bx), "--fix", text(&b)],
        vec!["check", text(&ax), text(&bx), "--fix", text(&out)],
        vec!["check", text(&packed), text(&ax), "--fix", text(&b)],
    ] {
        let output = games(&arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("name another place"), "{arguments:?}: {}", stderr(&output));
        assert!(fs::read_to_string(&bx).expect("b/x.sgf").contains("B[bb]") && !out.exists(), "{arguments:?}");
    }
    // A database among the files does not prevent mending the others.
    let database = a.join("a.games");
    assert!(games(&["import", text(&ax), "--out", text(&database), "--quiet"]).status.success());
    let output = games(&["check", text(&a), "--fix", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 of them are databases"), "{output:?}");
    assert!(out.join("x.sgf").is_file());
    let over = games(&["import", text(&ax), "--out", text(&ax)]);
    assert!(over.status.code() == Some(1) && stderr(&over).contains("files that are read"), "{}", stderr(&over));
}

#[test]
fn unreadable_files_are_reported_and_the_others_read() {
    let folder = folder("unreadable");
    fs::write(folder.join("good.sgf"), "(;SZ[9];B[ee];W[cc])").expect("written");
    fs::write(folder.join("noise.sgf"), b"\x89PNG").expect("written");
    std::os::unix::fs::symlink("nowhere", folder.join("gone.sgf")).expect("a link");
    let output = games(&["import", text(&folder), "--out", text(&folder.join("all.games")), "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for name in ["noise.sgf", "gone.sgf"] {
        assert!(
            stderr(&output).contains(&format!("warning: not read: {}", text(&folder.join(name)))),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn strict_readers_fail_where_others_remark() {
    let folder = folder("strict");
    fs::write(folder.join("good.sgf"), "(;SZ[9];B[ee];W[cc])").expect("written");
    fs::write(folder.join("noise.sgf"), b"\x89PNG").expect("written");
    let out = folder.join("all.games");
    let strict = games(&["import", text(&folder), "--out", text(&out), "--quiet", "--strict"]);
    assert_eq!(strict.status.code(), Some(1));
    assert!(stderr(&strict).contains("1 of the files could not be read") && !out.exists(), "{}", stderr(&strict));
    let lenient = games(&["import", text(&folder), "--out", text(&out), "--quiet"]);
    assert_eq!(lenient.status.code(), Some(0));
}

/// A pipe would be waited for, and a small file may unpack to more than there is memory.
#[test]
fn pipes_are_skipped_and_bombs_refused() {
    let folder = folder("bombs");
    let good = folder.join("good.sgf");
    fs::write(&good, "(;SZ[9];B[ee];W[cc])").expect("written");
    let made = Command::new("mkfifo").arg(folder.join("pipe.sgf")).status();
    let bomb = [&b"(;C["[..], &vec![b'x'; 80 << 20], b"])"].concat();
    let bomb_file = folder.join("bomb.sgf.zst");
    fs::write(&bomb_file, zstd::encode_all(&bomb[..], 19).expect("packed")).expect("written");
    let out = folder.join("all.games");
    let output = games(&["import", text(&folder), "--out", text(&out), "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    if made.is_ok_and(|status| status.success()) {
        assert!(stderr(&output).contains("pipe.sgf is no regular file"), "{}", stderr(&output));
    }
    let refusal = "bomb.sgf.zst: the Zstandard stream unpacks to more than 16777216 bytes, its budget";
    assert!(stderr(&output).contains(refusal), "{}", stderr(&output));
    let program = env!("CARGO_BIN_EXE_tesuji");
    for arguments in
        [&["diagram", text(&bomb_file)][..], &["analyze", text(&bomb_file)], &["games", "stats", text(&bomb_file)]]
    {
        let output = Command::new(program).args(arguments).output().expect("it starts");
        assert!(stderr(&output).contains("its budget"), "{arguments:?}: {}", stderr(&output));
    }
    let trusted = games(&["check", text(&bomb_file), "--max-unpacked", "100", "--quiet"]);
    assert!(!stderr(&trusted).contains("budget"), "{}", stderr(&trusted));
}

/// An output that is a device is written through and stays a device; a link stays a link.
#[test]
fn outputs_that_are_no_files() {
    let folder = folder("devices");
    let good = folder.join("good.sgf");
    fs::write(&good, "(;SZ[9];B[ee];W[cc])").expect("written");
    assert!(games(&["import", text(&good), "--out", "/dev/null", "--quiet"]).status.success());
    assert!(!Path::new("/dev/null").is_file());
    std::os::unix::fs::symlink("real.games", folder.join("link.games")).expect("a link");
    fs::write(folder.join("link.games.new"), "mine").expect("written");
    assert!(games(&["import", text(&good), "--out", text(&folder.join("link.games")), "--quiet"]).status.success());
    assert!(folder.join("link.games").is_symlink() && folder.join("real.games").is_file());
    assert_eq!(fs::read_to_string(folder.join("link.games.new")).expect("a neighbour"), "mine");
    let full = games(&["import", text(&good), "--out", "/dev/full", "--quiet"]);
    assert!(full.status.code() == Some(1) && stderr(&full).contains("cannot write /dev/full"), "{}", stderr(&full));
}

#[test]
fn positions_and_shapes_are_found() {
    let folder = folder("search");
    let all = folder.join("all.sgf");
    let games_text = "(;SZ[9]RE[B+3];B[ee];W[cc];B[gg])(;SZ[9]RE[W+R];B[ee];W[gc];B[cc])(;SZ[9]RE[B+1];B[dd])";
    fs::write(&all, games_text).expect("written");
    let position = folder.join("position.sgf");
    fs::write(&position, "(;SZ[9];B[ee];W[gg])").expect("written");
    let search = |more: &[&str]| games(&[&["search", text(&all), "--position", text(&position)], more].concat());
    let whole = json(&search(&["--json"]));
    assert_eq!((&whole["games"], &whole["found"]), (&3.into(), &2.into()));
    assert_eq!((&whole["occurrences"]["black_wins"], whole["answers"].as_array().map(Vec::len)), (&1.into(), Some(2)));
    assert_eq!(json(&search(&["--json", "--move", "0"]))["found"], 3, "every game begins with the empty board");
    assert_eq!(json(&search(&["--json", "--move", "1", "--part", "D4:F6"]))["found"], 3, "a stone alone, anywhere");
    let table = search(&[]);
    assert!(String::from_utf8_lossy(&table.stdout).contains("2 of 3 games hold it"), "{table:?}");
    assert!(stderr(&search(&["--part", "A1"])).contains("two corners"));
    assert!(stderr(&search(&["--move", "3"])).contains("has 2 moves"));
    assert!(stderr(&search(&["--move", "18446744073709551615"])).contains("has 2 moves"));
}

#[test]
fn a_collection_becomes_a_book_that_the_engine_plays_from() {
    let folder = folder("book");
    let opening = |second: &str| format!("(;GM[1]SZ[9];B[gc];W[{second}];B[ee];W[ce];B[gg])");
    // A game comes once however it is turned, so the ends differ.
    let records: String = ["cg", "cg", "cc"]
        .iter()
        .zip(["ba", "ca", "da"])
        .map(|(second, last)| opening(second).replace("B[gg]", &format!("B[{last}]")))
        .collect();
    let (file, book) = (folder.join("all.sgf"), folder.join("fuseki.book"));
    fs::write(&file, records).expect("written");
    let make = |min_games: &str| {
        let limits = ["--board", "9", "--min-games", min_games, "--min-reply", "1", "--quiet"];
        games(&[&["book", text(&file), "--out", text(&book)][..], &limits].concat())
    };
    let output = make("3");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("2 positions from 3 games: {}\n", text(&book)));
    assert_eq!(fs::read_to_string(&book).expect("a book").lines().count(), 3);
    let none = make("4");
    assert_eq!(none.status.code(), Some(1));
    assert!(stderr(&none).contains("reached by 4 games"), "{}", stderr(&none));
    let script = folder.join("script.gtp");
    fs::write(&script, "boardsize 9\nplay b G7\ngenmove w\n").expect("written");
    let played = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["gtp", "--playouts", "20", "--book", text(&book)])
        .stdin(fs::File::open(&script).expect("a script"))
        .output()
        .expect("the program starts");
    let replies = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(["= C3", "= C7", "= G3"].iter().any(|reply| replies.trim_end().ends_with(reply)), "{replies}");
}

#[test]
fn impossible_requests_are_reported() {
    let folder = folder("wrong");
    let noise = folder.join("noise.sgf");
    fs::write(&noise, b"\x89PNG\r\n\x1a\n").expect("written");
    let (out, archive) = (folder.join("out.games"), archive(&folder));
    for (arguments, status, message) in [
        (vec!["stats", "no-such-file"], 1, "cannot open no-such-file"),
        (vec!["stats", text(&noise)], 1, "a game starts with `(;`"),
        (vec!["check", text(&noise)], 1, "1 of 1 files are not game records"),
        (vec!["import", text(&noise), "--out", text(&out)], 1, "was not written"),
        (vec!["stats", &archive, "--size", "26"], 2, "not between 1 and 25"),
        (vec!["stats", &archive, "--min-rank", "strong"], 2, "a rank reads like"),
        (vec!["import", &archive], 2, "--out"),
    ] {
        let output = games(&arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_collection_becomes_a_dictionary_of_joseki_and_fuseki() {
    let folder = folder("dictionary");
    let (all, record) = (folder.join("all.sgf"), folder.join("joseki.sgf"));
    let heads = ["PB[Ann]PW[Bob]DT[1999]RE[B+R]", "PB[Cho]PW[Dan]DT[2000]RE[W+R]", "PB[Eve]PW[Fay]DT[2005]RE[B+3.5]"];
    // One corner sequence in three corners, the last one with a new third move, and moves elsewhere to tell the games apart.
    let moves = ["B[pd];W[qf];B[nc];W[dd]", "B[dp];W[cn];B[fq];W[pd]", "B[dd];W[cf];B[ce];W[dp]"];
    let games_text: String = heads.iter().zip(moves).map(|(head, moves)| format!("(;{head};{moves})")).collect();
    fs::write(&all, &games_text).expect("written");
    let found = json(&games(&["joseki", text(&all), "--least", "1", "--json", "--sgf", text(&record)]));
    assert_eq!((&found["games"], found["points"].as_array().map(Vec::len)), (&3.into(), Some(66)));
    let lines = found["lines"].as_array().expect("lines");
    let answer = &lines[1];
    assert_eq!(
        (&answer["n"], &answer["at_once"], &answer["won"], &answer["lost"]),
        (&3.into(), &3.into(), &1.into(), &2.into())
    );
    assert_eq!((&answer["first"]["black"], &answer["new_in"]), (&"Ann".into(), &serde_json::Value::Null));
    let new = found["novelties"].as_array().expect("novelties");
    assert_eq!((new.len(), &new[0]["year"]), (1, &2005.into()), "{found}");
    let written = fs::read_to_string(&record).expect("a record");
    assert!(written.contains("First seen: 1999, Ann - Bob") && written.contains("New in 2005"), "{written}");
    assert!(games(&["check", text(&record), "--quiet"]).status.success(), "any editor reads it");
    let table = games(&["joseki", text(&all), "--least", "1", "--quiet"]);
    let shown = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(shown.contains("new in 2005") && shown.contains("Eve - Fay"), "{shown}");
    assert_eq!(table.stdout, games(&["joseki", text(&all), "--least", "1", "--quiet"]).stdout);
    let whole = json(&games(&["fuseki", text(&all), "--least", "1", "--json", "--depth", "2"]));
    assert_eq!(whole["lines"][0]["n"], 3, "three games that differ in their corners only: {whole}");
    let over = games(&["fuseki", text(&all), "--sgf", text(&all)]);
    assert!(over.status.code() == Some(1) && stderr(&over).contains("files that are read"), "{}", stderr(&over));
    assert!(stderr(&games(&["joseki", text(&all), "--board", "9"])).contains("no games on 9x9"));
    assert!(stderr(&games(&["joseki", text(&all), "--square", "20"])).contains("--square"));
    assert_eq!(games(&["joseki", text(&all), "--depth", "0"]).status.code(), Some(2));
}

#[test]
fn a_dictionary_tells_the_territory_of_counted_games() {
    let walls: String = "abcdefghi".chars().map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let folder = folder("dictionary-territory");
    let all = folder.join("all.sgf");
    fs::write(&all, format!("(;SZ[9]KM[0.5]RU[Chinese]RE[W+9.5]{walls};B[];W[])")).expect("written");
    let arguments = ["joseki", text(&all), "--board", "9", "--square", "4", "--least", "1", "--territory", "--json"];
    let found = json(&games(&arguments));
    assert_eq!(found["games_with_owners"], 1, "{found}");
    let first = &found["lines"][0];
    assert_eq!((&first["territory"]["games"], &first["territory"]["mean"]), (&first["n"], &16.0.into()), "{found}");
}
