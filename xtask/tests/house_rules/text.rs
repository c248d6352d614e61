//! Required and forbidden contents of source files.

use crate::sources::{self, Source};

/// Every line of `files` that holds one of `words`, as `path:line: word`.
fn occurrences<'a>(files: impl Iterator<Item = &'a Source>, words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for (number, line) in file.numbered_lines() {
            for word in words {
                if line.contains(word.as_str()) {
                    found.push(format!("{}:{number}: {word}", file.path));
                }
            }
        }
    }
    found
}

/// The words are put together here so that this file does not hold them.
fn words(halves: &[(&str, &str)]) -> Vec<String> {
    halves.iter().map(|(head, tail)| format!("{head}{tail}")).collect()
}

#[test]
fn no_unfinished_code() {
    let files = sources::all();
    let unfinished = words(&[("TO", "DO"), ("FIX", "ME"), ("XX", "X:"), ("todo", "!("), ("unimplemented", "!(")]);
    let found = occurrences(files.iter(), &unfinished);
    assert!(found.is_empty(), "unfinished code:\n{}", found.join("\n"));
    let hidden = words(&[("#[ign", "ore"), ("allow(dead_", "code)"), ("allow(unused", ")")]);
    let found = occurrences(files.iter().filter(|file| file.is_rust()), &hidden);
    assert!(found.is_empty(), "hidden code:\n{}", found.join("\n"));
}

#[test]
fn no_path_of_a_machine() {
    let files = sources::all();
    let places = words(&[("/ho", "me/"), ("/ro", "ot/"), ("/wo", "rk/"), ("/Us", "ers/"), ("C:", "\\\\")]);
    let found = occurrences(files.iter(), &places);
    assert!(found.is_empty(), "paths that exist on one machine only:\n{}", found.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<_> = sources::all()
        .into_iter()
        .filter(|file| file.is_rust() && !file.text.starts_with("//! "))
        .map(|file| file.path)
        .collect();
    assert!(silent.is_empty(), "files without a `//!` head:\n{}", silent.join("\n"));
}

#[test]
fn names_say_something() {
    let empty_words = ["utils.rs", "util.rs", "helpers.rs", "helper.rs", "manager.rs", "misc.rs", "build.rs"];
    let found: Vec<_> = sources::all()
        .into_iter()
        .map(|file| file.path)
        .filter(|path| path.rsplit('/').next().is_some_and(|name| empty_words.contains(&name)))
        .collect();
    assert!(found.is_empty(), "file names that the house does not use:\n{}", found.join("\n"));
}

/// What is disallowed stands in `clippy.toml`; clippy holds it in the crates that ask for it.
#[test]
fn libraries_leave_the_outside_to_the_binaries() {
    let asks = "\n#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]\n";
    // `lab` is a program in the shape of a library, `output-files` is what programs share, and a macro crate runs inside the compiler.
    let exempt = ["lab", "output-files", "build-stamp"];
    let silent: Vec<_> = sources::all()
        .into_iter()
        .filter(|file| file.path.ends_with("/src/lib.rs") && file.library().is_some_and(|name| !exempt.contains(&name)))
        .filter(|file| !file.text.contains(asks))
        .map(|file| file.path)
        .collect();
    assert!(silent.is_empty(), "libraries without the line {:?}:\n{}", asks.trim(), silent.join("\n"));
    let hidden = words(&[("allow(clippy::disallowed_", "methods"), ("allow(clippy::disallowed_", "types")]);
    let found = occurrences(sources::all().iter().filter(|file| file.library().is_some()), &hidden);
    assert!(found.is_empty(), "libraries that open files or read the clock:\n{}", found.join("\n"));
}

#[test]
fn every_fuzz_function_is_driven() {
    let files = sources::all();
    let table = files.iter().find(|file| file.path == "xtask/src/fuzz/target.rs").expect("the table of fuzz targets");
    let mut missing = Vec::new();
    for file in &files {
        let Some(library) = file.library() else { continue };
        for (_, line) in file.numbered_lines() {
            let Some(rest) = line.strip_prefix("pub fn fuzz_") else { continue };
            let name = rest.split('(').next().expect("split gives at least one part");
            let is_driven = table.numbered_lines().any(|(_, row)| {
                row.contains(&format!("{}::", library.replace('-', "_"))) && row.contains(&format!("::fuzz_{name},"))
            });
            if !is_driven {
                missing.push(format!("{library}: fuzz_{name}"));
            }
        }
    }
    assert!(missing.is_empty(), "fuzz functions without a row in {}:\n{}", table.path, missing.join("\n"));
}
