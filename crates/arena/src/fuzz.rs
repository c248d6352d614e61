//! Properties that hold for any bytes, as plain functions that any fuzzer can call. See `cargo xtask fuzz`.

use crate::contest::{read_records, write_record};
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

/// Any text is records or an error; records that were read are written as the same records.
pub fn fuzz_records(data: &[u8]) {
    let Ok(records) = read_records(&String::from_utf8_lossy(data)) else { return };
    let text: String = records.iter().map(write_record).collect();
    assert_eq!(read_records(&text).as_ref(), Ok(&records));
}
