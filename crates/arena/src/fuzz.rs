//! Properties that hold for any bytes, as plain functions that any fuzzer can call. See `cargo xtask fuzz`.

use crate::contest::{MatchSettings, read_records, seal_record, write_record};
use crate::regression::Suite;

/// Any bytes are a suite or an error with a line; a suite that was read has its patterns and commands.
pub fn fuzz_suite(data: &[u8]) {
    let Ok(suite) = Suite::parse(data) else { return };
    assert!(suite.n_tests() <= suite.steps.len());
    for step in &suite.steps {
        assert!(step.line > 0 && !step.command.contains('\n'));
        if let Some(wanted) = &step.expectation {
            wanted.pattern.matches(&step.command);
        }
    }
}

/// Any text is records or an error; what was read is written as the same records. Objects get a checksum first, which
/// mutation would never find.
pub fn fuzz_records(data: &[u8]) {
    let settings = MatchSettings::new("a", "b");
    let seal = |line: &str| match line.starts_with('{') && line.ends_with('}') && line.len() > 2 {
        true => seal_record(line, &settings),
        false => format!("{line}\n"),
    };
    let text: String = String::from_utf8_lossy(data).lines().map(seal).collect();
    let Ok(records) = read_records(&text, &settings) else { return };
    let text: String = records.iter().map(|record| write_record(record, &settings)).collect();
    assert_eq!(read_records(&text, &settings).as_ref(), Ok(&records));
}
