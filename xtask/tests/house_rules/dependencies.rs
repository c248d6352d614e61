//! The table in ARCHITECTURE.md is binding: a crate uses only those of our crates that its row lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::sources::workspace_root;

/// Crate name to what it may use. Rows are in dependency order, so that `all above` has a meaning.
type Table = BTreeMap<String, BTreeSet<String>>;

/// Reads the rows between the `| crate |` head and the end of that table.
fn read_table(text: &str) -> Table {
    let mut table = Table::new();
    let rows = text.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, uses] = cells[..] else { panic!("a row of the table has three cells: {row}") };
        let allowed = match uses {
            "-" => BTreeSet::new(),
            "all above" => table.keys().cloned().collect(),
            list => list.trim_matches('`').split_whitespace().map(str::to_owned).collect(),
        };
        let unknown: Vec<_> = allowed.iter().filter(|used| !table.contains_key(*used)).collect();
        assert!(unknown.is_empty(), "the row of {name} lists {unknown:?}, which are not above it");
        assert!(table.insert(name.trim_matches('`').to_owned(), allowed).is_none(), "{name} has two rows");
    }
    table
}

/// Crate name to every crate of ours in any of its manifest's dependency sections.
fn read_manifests() -> Table {
    let root: toml::Table = read_toml("Cargo.toml");
    let members: Vec<_> = root["workspace"]["members"].as_array().expect("members").iter().collect();
    let manifests: Vec<toml::Table> =
        members.iter().map(|member| read_toml(&format!("{}/Cargo.toml", member.as_str().expect("a path")))).collect();
    let name = |manifest: &toml::Table| manifest["package"]["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = manifests.iter().map(name).collect();
    let mut table = Table::new();
    for manifest in &manifests {
        let used = ["dependencies", "dev-dependencies", "build-dependencies"]
            .iter()
            .filter_map(|section| manifest.get(*section)?.as_table())
            .flat_map(|section| section.keys())
            .filter(|dependency| ours.contains(*dependency))
            .cloned()
            .collect();
        table.insert(name(manifest), used);
    }
    table
}

fn read_toml(path: &str) -> toml::Table {
    let text = fs::read_to_string(workspace_root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn crates_use_only_what_their_row_lists() {
    let text = fs::read_to_string(workspace_root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (table, manifests) = (read_table(&text), read_manifests());
    let mut broken = Vec::new();
    for (name, used) in &manifests {
        match table.get(name) {
            None => broken.push(format!("{name} has no row")),
            Some(allowed) => {
                broken.extend(used.difference(allowed).map(|other| format!("{name} uses {other}, its row does not")));
            }
        }
    }
    broken.extend(
        table.keys().filter(|name| !manifests.contains_key(*name)).map(|name| format!("{name} is not a crate")),
    );
    assert!(broken.is_empty(), "ARCHITECTURE.md and the manifests disagree:\n{}", broken.join("\n"));
}

#[test]
fn the_table_is_read_as_it_is_meant() {
    let text = "\
text | with bars |
| crate | holds | may use (ours) |
|---|---|---|
| `go-board` | stones | - |
| `sgf` | text | - |
| `go-games` | games | `go-board sgf` |
| `lab` | studies | all above |

| another | table | here |";
    let table = read_table(text);
    assert_eq!(table.len(), 4);
    assert!(table["go-board"].is_empty());
    assert_eq!(table["go-games"].iter().collect::<Vec<_>>(), ["go-board", "sgf"]);
    assert_eq!(table["lab"].len(), 3);
}

#[test]
#[should_panic(expected = "are not above it")]
fn a_row_cannot_use_what_comes_later() {
    read_table("| crate | holds | may use (ours) |\n|---|---|---|\n| `a` | x | `b` |\n| `b` | y | - |");
}

/// Every crate of others that the root manifest names has a row in `docs/dependencies.md`, with its licence, and no other has one.
#[test]
fn dependencies_are_listed_with_their_licences() {
    let root = read_toml("Cargo.toml");
    let named = root["workspace"]["dependencies"].as_table().expect("dependencies");
    let is_ours = |value: &toml::Value| value.get("path").is_some();
    let named: BTreeSet<&str> =
        named.iter().filter(|(_, value)| !is_ours(value)).map(|(name, _)| name.as_str()).collect();
    let page = fs::read_to_string(workspace_root().join("docs/dependencies.md")).expect("docs/dependencies.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let mut listed = BTreeSet::new();
    for (name, rest) in rows {
        let licence = rest.split(" | ").next().expect("split gives at least one part");
        let is_free =
            ["MIT", "Apache-2.0", "BSD", "Zlib", "ISC", "Unicode"].iter().any(|known| licence.contains(known));
        assert!(is_free, "{name}: the licence {licence:?} wants a decision");
        listed.insert(name);
    }
    assert_eq!(listed, named, "docs/dependencies.md and the root manifest disagree");
}
