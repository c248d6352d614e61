//! Fuzz targets: plain functions over bytes that panic only when a property fails.
//!
//! The driver with its seeded mutator is `cargo xtask fuzz`. Properties: readers never panic; an instance that was read
//! and written reads the same again; every method packs it into a valid packing that violates no bound.

use crate::formats::{self, Format, ReadOptions, solution};
use crate::instance::{Instance, Rotation};
use crate::methods::{Settings, solve};
use crate::run::{Budget, Method, NoListener};
use crate::study::journal::{self, BenchSettings, Journal};

/// Larger fuzzed instances are only read: packing thousands of rectangles takes the time of many reads.
const MAX_PACKED: usize = 60;

/// The JSON reader.
pub fn fuzz_json(data: &[u8]) {
    check(Format::Json, data);
}

/// The text reader.
pub fn fuzz_text(data: &[u8]) {
    check(Format::Text, data);
}

/// The CSV reader.
pub fn fuzz_csv(data: &[u8]) {
    check(Format::Csv, data);
}

/// The checkpoint reader: what it accepts is a valid packing.
pub fn fuzz_checkpoint(data: &[u8]) {
    let instance = formats::text::read("fuzz", b"width 4\n2 2 2\n", &ReadOptions::default()).expect("two squares");
    assert!(solution::read_checkpoint(&instance, "0", data).is_err(), "nobody guesses a checksum");
    if let Ok(checkpoint) = solution::read_checkpoint(&instance, "0", &solution::seal(&instance, "0", data)) {
        assert_eq!(checkpoint.layout.check(&instance), Ok(()));
    }
}

/// The benchmark's journal: what it accepts can be written and read again.
pub fn fuzz_journal(data: &[u8]) {
    let settings = BenchSettings { seconds: 1.0, seed: 1, threads: 1 };
    assert!(Journal::read(data, "0", settings).is_err(), "nobody guesses a checksum");
    if let Ok(journal) = Journal::read(&journal::seal("0", data), "0", settings) {
        let again = Journal::read(&journal.write("0"), "0", settings).expect("what we write can be read");
        assert_eq!(again, journal);
    }
}

fn check(format: Format, data: &[u8]) {
    for rotation in [Rotation::Allowed, Rotation::Fixed] {
        let options = ReadOptions { rotation, strip_width: None };
        let Ok(instance) = formats::read(format, "fuzz", data, &options) else { continue };
        let written = formats::text::write(&instance);
        let again = formats::text::read("fuzz", written.as_bytes(), &options).expect("what we write can be read");
        assert_eq!(again.items(), instance.items());
        assert_eq!((again.strip_width(), again.known_optimum()), (instance.strip_width(), instance.known_optimum()));
        if instance.n_rectangles() <= MAX_PACKED {
            check_packing(&instance);
        }
    }
}

fn check_packing(instance: &Instance) {
    for method in Method::ALL {
        let settings = Settings { method, seed: 1, threads: 1 };
        let summary = solve(instance, &settings, Budget::evaluations(2), &NoListener, None);
        assert_eq!(summary.layout.check(instance), Ok(()), "{method}");
        assert!(summary.height() >= summary.lower_bound, "{method}: {} < {}", summary.height(), summary.lower_bound);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_targets_accept_good_and_bad_files() {
        for data in [&b"width 10\n3 4 2\n5 5\n"[..], b"1\n10\n3 4\n", b"\xff", b"", b"width 4294967295\n1 4294967295\n"]
        {
            fuzz_text(data);
            fuzz_csv(data);
            fuzz_json(data);
            fuzz_checkpoint(data);
            fuzz_journal(data);
        }
        fuzz_json(br#"{"width":10,"items":[{"width":3,"height":4},{"width":12,"height":1}]}"#);
        fuzz_csv(b"# width 10\nwidth,height\n3,4\n");
    }

    proptest! {
        #[test]
        fn noise_does_not_panic(data in prop::collection::vec(any::<u8>(), 0..200)) {
            fuzz_text(&data);
            fuzz_csv(&data);
            fuzz_json(&data);
        }

        #[test]
        fn near_misses_do_not_panic(text in "[ \n#a-dwith0-9,;\"{}\\[\\]:.-]{0,80}") {
            fuzz_text(format!("width 9\n{text}").as_bytes());
            fuzz_csv(format!("# width 9\nw,h\n{text}").as_bytes());
            fuzz_json(format!("{{\"width\":9,\"items\":[{text}]}}").as_bytes());
        }
    }
}
