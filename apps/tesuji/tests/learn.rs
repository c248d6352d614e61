//! `tesuji learn`, `evaluate` and `study` from a user's point of view: errors are reported before long work starts, an
//! interrupted training is resumed, training games are recognised.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tesuji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(arguments).output().expect("the program starts")
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learn").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a readable path")
}

/// Fails with status 1 and says all of these.
fn refuses(output: &Output, says: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    for word in says {
        assert!(stderr.contains(word), "{word:?} is not in {stderr}");
    }
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/games").join(name)
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, content).expect("a file for the test");
    file
}

const TACTICAL: &str = "kind = \"instance\"\nname = \"tactical\"\n[weights]\nn-games = 30\nsampling = 0.2\n";

#[test]
fn bad_input_is_reported_before_any_work() {
    let folder = folder("bad-input");
    let (nine, nineteen) = (shipped("policy-9x9.games"), shipped("policy-19x19.games"));
    let out = folder.join("m.model");
    let learn = |config: &str, games: &[&Path]| {
        let config = write(&folder, "config.toml", config);
        let mut arguments = vec!["learn", "--quiet", "--config", text(&config), "--out", text(&out), "--games"];
        arguments.extend(games.iter().map(|games| text(games)));
        tesuji(&arguments)
    };
    refuses(&learn("kind = \"instance\"\nsed = 1\n", &[&nine]), &["config.toml", "line 2", "sed"]);
    refuses(&learn("kind = \"oracle\"\n", &[&nine]), &["oracle", "factor"]);
    let empty = write(&folder, "empty.sgf", "");
    refuses(&learn(TACTICAL, &[&empty]), &["warning: not read", "empty.sgf", "could not be read"]);
    refuses(&learn(TACTICAL, &[&nine, &empty]), &["empty.sgf", "could not be read"]);
    refuses(&learn(&TACTICAL.replace("0.2", "nan"), &[&nine]), &["weights.sampling is NaN"]);
    let factor = "kind = \"factor\"\nn-positions = 10\n";
    for (wrong, says) in [
        ("batch = 0", "batch"),
        ("batch = 1000000000000000000", "batch"),
        ("[settings]\nweight-rate = nan", "weight-rate"),
    ] {
        refuses(&learn(&format!("{factor}{wrong}\n"), &[&nine]), &[says, "wanted"]);
    }
    refuses(&learn(TACTICAL, &[&nine, &nineteen]), &["different sizes", "--size"]);
    let spatial = |more: &str| format!("kind = \"spatial\"\n{more}\n");
    refuses(&learn(&spatial(""), &[&nine]), &["largest-question-window is 19", "grid of 9x9", "at most 9"]);
    refuses(&learn(&spatial("growth = { leaf-window = 4 }"), &[&nineteen]), &["leaf-window is 4", "odd"]);
    refuses(&learn(&spatial("growth = { depht = 4 }"), &[&nineteen]), &["config.toml", "line 2", "depht"]);
    refuses(&learn(&spatial("trees = 0"), &[&nineteen]), &["trees is 0", "1 to 1000"]);
    refuses(&learn(&spatial("minimum-moves = 10_000"), &[&nineteen]), &["no games to learn from"]);
    let iterated = |more: &str| format!("kind = \"iterated\"\n{more}\n");
    refuses(&learn(&iterated("plies = [9, 1]"), &[&nine]), &["plies is [9, 1]", "from 1"]);
    refuses(&learn(&iterated("iteration = { random-share = 2 }"), &[&nine]), &["random-share", "from 0 to 1"]);
    refuses(&learn(&iterated("attributes = \"many\""), &[&nine]), &["line 2", "many", "extended"]);
    refuses(&learn(&iterated(""), &[&empty]), &["empty.sgf", "could not be read"]);
    refuses(&learn(&TACTICAL.replace("30", "100_000"), &[&nine]), &["100000 games", "weights"]);
    refuses(&learn(&(TACTICAL.to_string() + "[forest]\nn-trees = 0\n"), &[&nine]), &["0 trees"]);
    refuses(&learn(TACTICAL, &[&folder.join("nowhere.sgf")]), &["nowhere.sgf"]);
    // Nothing was written, not even a folder for checkpoints.
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name == "config.toml" || name.to_string_lossy().ends_with(".sgf")), "{left:?}");
    // What only the work itself can show.
    let illegal = write(&folder, "illegal.sgf", "(;SZ[1];B[aa])");
    refuses(&learn(factor, &[&illegal]), &["no position"]);
    let short = write(&folder, "short.sgf", "(;SZ[9];B[ee])");
    refuses(
        &learn("kind = \"instance\"\n[weights]\nsampling = 0.000001\n", &[&short]),
        &["no position", "take more games"],
    );
}

#[test]
fn a_territory_model_begins_with_another_one_of_its_kind_and_size() {
    let folder = folder("begin-with");
    let owns = vec!["0"; 81].join(",");
    let position = format!("{{\"ply\":2,\"black_win\":0.5,\"black_lead\":0.0,\"black_owns\":[{owns}]}}");
    let judged = format!("{{\"sgf\":\"(;SZ[9]KM[7.5];B[ee];W[cc];B[gc])\",\"positions\":[{position}]}}\n");
    let judged = write(&folder, "judged.jsonl", judged);
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let (territory, moves) = (models.join("territory-9x9.model"), models.join("9x9.model"));
    let out = folder.join("m.model");
    let learn = |config: &str, start: &Path| {
        let config = write(&folder, "config.toml", config);
        let begin = ["--begin-with", text(start), "--judged", text(&judged)];
        tesuji(&[&["learn", "--quiet", "--config", text(&config), "--out", text(&out)][..], &begin].concat())
    };
    let config = |channels: usize| {
        format!("kind = \"territory\"\nchannels = {channels}\nblocks = 6\npositions = 16\nbatch = 16\n")
    };
    refuses(&learn(TACTICAL, &territory), &["territory"]);
    refuses(&learn(&config(32), &moves), &["9x9.model"]);
    refuses(&learn(&config(16), &territory), &["16 and 6", "another size"]);
    refuses(&learn(&config(32).replace("blocks = 6", "blocks = 5"), &territory), &["32 and 5", "more blocks"]);
    let output = learn(&config(32), &territory);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let written = fs::read(&out).expect("a model");
    let name = b"begun with the weights of tesuji-territory-9x9";
    assert!(written.windows(name.len()).any(|window| window == name), "the header tells what it began with");
}

#[test]
fn unusable_models_are_reported_before_the_games_are_read() {
    let folder = folder("bad-models");
    let whole = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/9x9.model")).unwrap();
    let cases = [
        ("cut.model", whole[..whole.len() / 2].to_vec(), "damaged"),
        ("newer.model", [b"TESUJI-MODEL 9\n", &whole[15..]].concat(), "version 9"),
        ("game.model", b"(;GM[1])".to_vec(), "not a Tesuji model"),
    ];
    for (name, bytes, says) in cases {
        let model = write(&folder, name, bytes);
        // The games are missing too, but the model is reported.
        refuses(&tesuji(&["evaluate", "--games", "nowhere.sgf", "--model", text(&model)]), &[name, says]);
    }
}

#[test]
fn trees_are_refused_where_they_were_not_trained_for() {
    let folder = folder("tree-models");
    let frozen =
        |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/go-models/tests/frozen").join(name);
    let nineteen = shipped("policy-19x19.games");
    for name in ["spatial-1.model", "iterated-1.model"] {
        let evaluate = |model: &Path| tesuji(&["evaluate", "--games", text(&nineteen), "--model", text(model)]);
        refuses(&evaluate(&frozen(name)), &["trained for boards of 9x9", "19x19"]);
        let whole = fs::read(frozen(name)).unwrap();
        let cut = write(&folder, name, &whole[..whole.len() * 3 / 4]);
        refuses(&evaluate(&cut), &[name, "damaged"]);
    }
}

#[test]
fn a_training_is_resumed_and_its_games_are_recognised() {
    let folder = folder("going-on");
    let games = shipped("policy-9x9.games");
    let config = write(&folder, "config.toml", TACTICAL.to_string() + "[forest]\nn-trees = 1\nn-games = 20\n");
    let learn = |out: &Path| {
        let (config, games) = (text(&config), text(&games));
        tesuji(&["learn", "--config", config, "--games", games, "--out", text(out)])
    };
    let (first, second) = (folder.join("first.model"), folder.join("second.model"));
    assert!(learn(&first).status.success());
    // What a killed training leaves behind: half a part.
    let checkpoint = folder.join("second.model.checkpoint");
    fs::create_dir_all(&checkpoint).unwrap();
    fs::write(checkpoint.join("tree-0123456789abcdef.part"), b"half").unwrap();
    let again = learn(&second);
    assert!(String::from_utf8_lossy(&again.stderr).contains("resuming from"), "{again:?}");
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    assert!(!checkpoint.exists());
    let evaluate = |model: &Path, more: &[&str]| {
        let arguments = ["evaluate", "--json", "--games", text(&games), "--model", text(model)];
        tesuji(&[&arguments[..], more].concat())
    };
    refuses(&evaluate(&first, &[]), &["trained on", "--allow-training-games"]);
    assert!(evaluate(&first, &["--allow-training-games"]).status.success());
    // Without a list the whole collection is recognised, games that are there twice included.
    fs::remove_file(folder.join("first.model.trained-on")).unwrap();
    refuses(&tesuji(&["evaluate", "--games", text(&games), text(&games), "--model", text(&first)]), &["trained on"]);
    // ... and so is that of a model which set some games aside.
    let factor = folder.join("factor.model");
    let config =
        write(&folder, "factor.toml", "kind = \"factor\"\nn-positions = 20\nn-harvest = 20\nvalidation-share = 0.3\n");
    let learned =
        tesuji(&["learn", "--config", text(&config), "--games", text(&games), "--out", text(&factor), "--quiet"]);
    assert!(learned.status.success(), "{learned:?}");
    fs::remove_file(folder.join("factor.model.trained-on")).unwrap();
    refuses(&evaluate(&factor, &[]), &["trained on"]);
    let over = tesuji(&["learn", "--config", text(&config), "--games", text(&games), "--out", text(&games)]);
    refuses(&over, &["files that are read"]);
    // The list of another model is not believed.
    fs::write(folder.join("second.model.trained-on"), b"TESUJI-TRAINED-ON 1\n").unwrap();
    refuses(&evaluate(&second, &[]), &["another model"]);
}

#[test]
fn plies_are_chosen_and_positions_logged() {
    let folder = folder("plies");
    let (games, log) = (shipped("policy-9x9.games"), folder.join("log.csv"));
    let evaluate =
        |plies: &str| tesuji(&["evaluate", "--games", text(&games), "--plies", plies, "--json", "--log", text(&log)]);
    let wrong = evaluate("50-1");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("two numbers from 1"), "{wrong:?}");
    let output = evaluate("1-3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = fs::read_to_string(&log).unwrap();
    assert_eq!(found["positions"].as_u64(), Some(lines.lines().count() as u64 - 1));
    assert_eq!(found["positions"].as_u64(), found["games"].as_u64().map(|n| 3 * n));
    assert!(lines.lines().skip(1).all(|line| line.split(',').nth(1).is_some_and(|ply| ["1", "2", "3"].contains(&ply))));
}

#[test]
fn studies_are_listed_and_unknown_ones_refused() {
    let list = tesuji(&["study", "list"]);
    let stdout = String::from_utf8_lossy(&list.stdout);
    for name in ["niekerk-5.4", "niekerk-5.10", "niekerk-figure-5.13"] {
        assert!(stdout.contains(name), "{stdout}");
    }
    refuses(&tesuji(&["study", "run", "basaldua-4.1.1", "--opponent", "x"]), &["basaldua-4.1.1", "--opponent"]);
    refuses(&tesuji(&["study", "run", "niekerk-9.9"]), &["niekerk-9.9", "study list"]);
    refuses(&tesuji(&["study", "run", "niekerk-5.4", "--only", "XG"]), &["XG", "SG-C"]);
    refuses(&tesuji(&["study", "run", "niekerk-5.4", "--scale", "paper"]), &["--data"]);
    refuses(&tesuji(&["study", "run", "niekerk-5.4", "--games", "3"]), &["--games", "playing strength"]);
    refuses(&tesuji(&["study", "run", "niekerk-5.10", "--only", "XG"]), &["XG", "bias on"]);
    refuses(&tesuji(&["study", "run", "niekerk-5.10", "--scale", "paper"]), &["--data"]);
    let out = folder("study-without-models");
    let missing = ["study", "run", "niekerk-5.10", "--models", "nowhere", "--out", text(&out)];
    refuses(&tesuji(&missing), &["nowhere", "niekerk-tactical-16000.model"]);
}

/// Table 5.10 with a few playouts and another opponent than GNU Go: models are learned, matches played, and a second run only reads them.
#[test]
fn playing_strength_is_measured_and_kept() {
    let out = folder("strength");
    let run = |games: &str| {
        let opponent = "tesuji gtp --playouts 2 --seed 5{game}";
        let play = ["--games", games, "--playouts", "2", "--opponent", opponent, "--jobs", "1"];
        let output = tesuji(
            &[&["study", "run", "niekerk-5.10", "--only", "T", "--out", text(&out), "--json"], &play[..]].concat(),
        );
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("JSON")
    };
    let first = run("1");
    let result: serde_json::Value = serde_json::from_str(&first).expect("JSON");
    let row = &result["rows"][0];
    assert!(row["top1"].as_f64().is_some_and(|top1| top1 > 0.05 && top1 < 0.5), "{row}");
    for column in 0..2 {
        let games = |key: &str| row["matches"][column][key].as_u64().expect("a number");
        assert_eq!(games("games") + games("disputed"), 1, "{row}");
        assert_eq!(row["matches"][column]["forfeits"], serde_json::json!([0, 0]));
    }
    assert!(result["rows"][1]["matches"][0].is_null(), "only the first row was asked for");
    assert_eq!(run("1"), first, "a finished study is read, times included");
    let report = fs::read_to_string(out.join("niekerk-5.10.md")).expect("a report");
    assert!(report.contains("20.7%") && report.contains("2 playouts a move") && report.contains(" of 1: "), "{report}");
    assert!(fs::read_to_string(out.join("niekerk-5.10.svg")).expect("a plot").starts_with("<svg"));
}

/// A frozen model with another header, sealed again.
fn with_header(name: &str, old: &str, new: &str) -> Vec<u8> {
    let frozen = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/go-models/tests/frozen").join(name);
    let bytes = fs::read(frozen).expect("the frozen model");
    let place = bytes.windows(old.len()).position(|part| part == old.as_bytes()).expect("what is replaced");
    let mut changed = [&bytes[..place], new.as_bytes(), &bytes[place + old.len()..bytes.len() - 8]].concat();
    changed.extend(go_models::model_file::checksum(&changed).to_le_bytes());
    changed
}

#[test]
fn kinds_are_listed_and_limits_of_a_model_shown() {
    let stdout = |arguments: &[&str]| {
        let output = tesuji(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let kinds = stdout(&["model", "kinds"]);
    assert!(kinds.contains("factor") && kinds.contains("decision trees"), "{kinds}");
    let folder = folder("limits");
    let scope = r#""board_sizes":[9],"scope":{"board_sizes":[9],"plies":[1,50]}"#;
    let opening = write(&folder, "opening.model", with_header("factor-shape-3.model", r#""board_sizes":[9]"#, scope));
    let shown = stdout(&["model", "show", text(&opening)]);
    assert!(shown.contains("boards of size 9, moves 1 to 50") && shown.contains("1346"), "{shown}");
    let game = write(&folder, "game.sgf", format!("(;SZ[9]{})", ";B[];W[]".repeat(30)));
    let evaluated = stdout(&["evaluate", "--json", "--games", text(&game), "--model", text(&opening)]);
    let evaluated: serde_json::Value = serde_json::from_str(&evaluated).expect("JSON");
    assert_eq!((&evaluated["positions"], &evaluated["positions_outside"]), (&50.into(), &10.into()));
    let large = write(&folder, "large.sgf", "(;SZ[19];B[dd];W[pp])");
    let on_large = tesuji(&["evaluate", "--games", text(&large), "--model", text(&opening)]);
    refuses(&on_large, &["trained for boards of 9x9", "on 19x19"]);
    let late = ["evaluate", "--games", text(&game), "--plies", "55-60", "--model", text(&opening)];
    refuses(&tesuji(&late), &["covers no such position"]);
}

/// Settings that this program does not understand do not matter to a model that predicts; only which games it learned from is unknown.
#[test]
fn a_model_with_unknown_settings_is_evaluated_on_request_only() {
    let folder = folder("unknown-settings");
    let model = write(&folder, "m.model", with_header("factor-shape-3.model", r#""batch":8"#, r#""batsh":8"#));
    let game = write(&folder, "game.sgf", "(;SZ[9];B[ee];W[ec])");
    let evaluate = ["evaluate", "--json", "--games", text(&game), "--model", text(&model)];
    refuses(&tesuji(&evaluate), &["batsh", "--allow-training-games"]);
    assert!(tesuji(&[&evaluate[..], &["--allow-training-games"]].concat()).status.success());
}

const FATE: &str = "kind = \"fate\"\nfeatures = \"fate-3\"\nlearner = \"ranking:rounds=30,rate=0.3,depth=4\"\nbad = 8\nvalidation-share = 0.0\n";

/// The first problem lines of a shipped file.
fn problem_lines(name: &str, n: usize) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/problems").join(name);
    let all = fs::read_to_string(file).expect("shipped problems");
    all.lines().take(n + 1).map(|line| format!("{line}\n")).collect()
}

#[test]
fn problems_are_learned_measured_and_explained() {
    let folder = folder("problems");
    let config = write(&folder, "fate.toml", FATE);
    let train = write(&folder, "train.txt", problem_lines("train.txt", 300));
    let test = write(&folder, "test.txt", problem_lines("test.txt", 100));
    let model = folder.join("problems.model");
    let learn = |extra: &[&str]| {
        let arguments = ["learn", "--quiet", "--config", text(&config), "--out", text(&model), "--problems"];
        tesuji(&[&arguments[..], extra].concat())
    };
    let learned = learn(&[text(&train), "--exclude", text(&test)]);
    assert_eq!(learned.status.code(), Some(0), "{}", String::from_utf8_lossy(&learned.stderr));
    let measure = |file: &Path| tesuji(&["evaluate", "--json", "--model", text(&model), "--problems", text(file)]);
    let measured: serde_json::Value = serde_json::from_slice(&measure(&test).stdout).expect("one JSON object");
    assert_eq!(measured["problems"], 100);
    assert!(measured["first_move"].as_f64().expect("a share") > 0.3, "{measured}");
    refuses(&measure(&train), &["trained on", "--allow-training-games"]);
    let explained = tesuji(&["explain", text(&test), "--problem", "3", "--model", text(&model)]);
    let says = String::from_utf8_lossy(&explained.stdout);
    assert!(says.contains("Problem 3:") && says.contains("for it") && says.contains("usually"), "{says}");
    refuses(
        &tesuji(&["explain", text(&test), "--problem", "101", "--model", text(&model)]),
        &["problems 1 to 100, not 101"],
    );
    let unsolved = write(&folder, "unsolved.sgf", "(;SZ[9]AB[aa][ab]AW[ba])(;SZ[9]AB[cc];W[dd]C[WRONG])");
    refuses(&learn(&[text(&unsolved)]), &["none of the 2 problems has a right first move"]);
    refuses(&measure(&unsolved), &["none of the 2 problems has a right first move"]);
    refuses(&learn(&[text(&train), "--kind", "tesuji"]), &["no problem is of kind \"tesuji\""]);
    refuses(&learn(&[text(&train), "--exclude", text(&train)]), &["no problems to learn from"]);
    // A wrong first move is answered, and the right one is answered and answered again: two later positions say what is right.
    let tree = "(;SZ[19]PL[B]AB[ba][bb]AW[aa](;B[ab];W[cc];B[dd]C[CORRECT])(;B[ff];W[ab]C[WRONG]))";
    let tree = write(&folder, "tree.sgf", tree);
    let with_tree =
        ["learn", "--config", text(&config), "--out", text(&model), "--problems", text(&train), text(&tree)];
    let learned = tesuji(&[&with_tree[..], &["--exclude", text(&test), "--follow-ups", "2"]].concat());
    let says = String::from_utf8_lossy(&learned.stderr);
    assert!(learned.status.success() && says.contains("2 later positions of solution trees"), "{says}");
    refuses(&learn(&[text(&train), "--exclude", text(&train), "--follow-ups", "2"]), &["no problems to learn from"]);
    let table = folder.join("t.arff");
    let written = tesuji(&["classify", "problems", text(&train), "--quiet", "--out", text(&table)]);
    assert_eq!(written.status.code(), Some(0));
    let rows = fs::read_to_string(&table).expect("the table");
    assert_eq!(rows.lines().skip_while(|line| *line != "@data").count(), 601, "a right and another move of each");
}
