//! What the project refers to exists: pages of documentation, and sources cited the way `docs/sources.md` lists them.

use crate::sources::{self, workspace_root};

/// The characters that a path in prose is made of.
fn is_path_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_./".contains(c)
}

/// The paths to Markdown files below `docs`, `data` and `results` that a line mentions.
fn pages(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c| !is_path_character(c));
    words.map(|word| word.trim_matches('.').trim_start_matches("/").trim_start_matches("../")).filter(|word| {
        let below = ["docs/", "data/", "results/"].iter().any(|folder| word.starts_with(folder));
        below && word.ends_with(".md") && !word.contains("/../")
    })
}

#[test]
fn every_page_that_is_mentioned_exists() {
    let mut missing = Vec::new();
    for file in sources::all() {
        for (number, line) in file.numbered_lines() {
            let dead = pages(line).filter(|page| !workspace_root().join(page).is_file());
            missing.extend(dead.map(|page| format!("{}:{number}: {page}", file.path)));
        }
    }
    assert!(missing.is_empty(), "pages that do not exist:\n{}", missing.join("\n"));
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut dead = Vec::new();
    for file in sources::all().iter().filter(|file| file.path.ends_with(".md")) {
        let folder = workspace_root().join(&file.path).parent().expect("a file lies in a folder").to_owned();
        for (number, line) in file.numbered_lines() {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let paths = targets.filter(|target| !target.contains("://")).filter_map(|target| target.split('#').next());
            let gone = paths.filter(|path| !path.is_empty() && !folder.join(path).exists());
            dead.extend(gone.map(|path| format!("{}:{number}: {path}", file.path)));
        }
    }
    assert!(dead.is_empty(), "links to files that do not exist:\n{}", dead.join("\n"));
}

/// Whether the line names a document by its number in a list instead of by author and year.
fn cites_a_number(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| {
        let first = pair[0].trim_start_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
        let is_number = |word: &str| {
            let digits = word.trim_matches(|c: char| !c.is_alphanumeric());
            digits.len() == 3 && digits.starts_with("00") && digits.ends_with(|c: char| c.is_ascii_digit())
        };
        let place = ["section", "sections", "chapter", "chapters", "eq.", "equation", "equations", "table", "figure"];
        let second = pair[1].to_ascii_lowercase();
        (["seed", "seeds"].contains(&first.as_str()) && is_number(pair[1]))
            || (is_number(pair[0]) && place.contains(&second.trim_end_matches(',')))
    })
}

#[test]
fn sources_are_cited_by_author_and_year() {
    let mut found = Vec::new();
    for file in sources::all() {
        let lines = file.numbered_lines().filter(|(_, line)| cites_a_number(line));
        found.extend(lines.map(|(number, line)| format!("{}:{number}: {}", file.path, line.trim())));
    }
    assert!(
        found.is_empty(),
        "cite as docs/sources.md does (`van Niekerk 2014, section 3.3.2`):\n{}",
        found.join("\n")
    );
}

#[test]
fn a_citation_by_number_is_recognised() {
    let by_number = format!("//! The base policy ({} {}, section 4.6).", "seed", "003");
    assert!(cites_a_number(&by_number));
    assert!(cites_a_number(&format!("score ({} eq. 3.15)", "003")));
    assert!(!cites_a_number("score (Basaldúa 2013, eq. 3.15); 1,000 sections; seed 1"));
}

#[test]
fn pages_are_found_in_prose() {
    let line = "See [the page](../docs/search.md#here), `docs/snp-panels.md`. Not docs/search or other/docs/gtp.md";
    assert_eq!(pages(line).collect::<Vec<_>>(), ["docs/search.md", "docs/snp-panels.md"]);
}
