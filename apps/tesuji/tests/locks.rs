//! An output that another process is writing is refused, and the message names that process.

use std::path::Path;
use std::process::Command;

use output_files::OutputLock;

#[test]
fn every_command_with_long_work_locks_its_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/games/self-9x9.sgf").display().to_string();
    let config =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/niekerk-tactical.toml").display().to_string();
    std::fs::create_dir_all(place("studies/niekerk-5.1")).expect("a folder");
    let calls: [(&str, Vec<String>); 5] = [
        ("studies/niekerk-5.1", words(&["study", "run", "niekerk-5.1", "--out"], &[place("studies")])),
        ("book", words(&["games", "book", "--board", "9", "--out"], &[place("book"), record.clone()])),
        ("all.games", words(&["games", "import", "--out"], &[place("all.games"), record.clone()])),
        ("problems.txt", words(&["tsumego", "generate", "--count", "1", "--out"], &[place("problems.txt")])),
        ("a.model", words(&["learn", "--config", &config, "--out"], &[place("a.model"), "--games".to_owned(), record])),
    ];
    for (locked, arguments) in calls {
        let _lock = OutputLock::take(&folder.path().join(locked)).expect("nobody else has it");
        let output = Command::new(env!("CARGO_BIN_EXE_tesuji")).args(&arguments).output().expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        let writer = format!("is being written by process {}", std::process::id());
        assert!(message.contains(&writer), "{arguments:?}: {message}");
    }
}

fn words(first: &[&str], last: &[String]) -> Vec<String> {
    first.iter().map(|&word| word.to_owned()).chain(last.iter().cloned()).collect()
}
