//! Laws of every feature set. The drawn examples of a set are in `NAME.txt` beside its code.

use super::{BadSets, NODE_LIMIT, SETS, SetLevels, find_sets};
use crate::tactical::TacticalFamily;
use crate::tactical::golden::{check, random_positions, transformed};
use crate::tactical2::Tactical2Family;
use go_board::{Move, Position, Symmetry};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_level_of_every_family_has_an_example() {
    for set in SETS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sets").join(format!("{}.txt", set.name));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let covered = check(&text, |view, _, id, mv| {
            let family = set.families.iter().find(|family| family.id == id).unwrap_or_else(|| panic!("no family {id}"));
            let levels = SetLevels::new([family], &view.position, NODE_LIMIT);
            levels.present(mv).next().map_or(0, |(.., level)| level)
        });
        for family in set.families {
            for level in 0..=family.max_level() {
                assert!(covered.contains(&(family.id.to_owned(), level)), "no example of {} = {level}", family.id);
            }
        }
    }
}

#[test]
fn levels_forget_orientation_and_colour_and_stay_in_range() {
    let families = || SETS.iter().flat_map(|set| set.families);
    // No limit that could be reached in one orientation and not in another.
    let look = |position: &Position| SetLevels::new(families(), position, 100_000);
    random_positions(7, 6, |position| {
        let (levels, size) = (look(position), position.board.size());
        let seen = |levels: &SetLevels, mv: Move| -> Vec<(usize, u8)> {
            levels.present(mv).map(|(place, _, level)| (place, level)).collect()
        };
        for symmetry in Symmetry::ALL {
            for swapped in [false, true] {
                let other = transformed(position, symmetry, swapped);
                let turned = look(&other);
                for point in position.legal_points() {
                    let there = symmetry.apply(other.board.size(), point);
                    let here = seen(&levels, point.into());
                    assert_eq!(here, seen(&turned, there.into()), "{point:?}\n{}", position.board.to_ascii());
                }
            }
        }
        for point in position.legal_points() {
            for (_, family, level) in levels.present(point.into()) {
                assert!(level <= family.max_level(), "{} {level}", family.id);
                let evidence = (family.evidence)(position, point, 100_000);
                assert!(evidence.covered(size).into_iter().all(|point| size.contains(point)), "{}", family.id);
            }
        }
        assert_eq!(levels.present(Move::Pass).count(), 0);
    });
}

/// Explanations name features by family, so no two families of a model may share a name.
#[test]
fn names_are_unique_and_levels_have_sentences() {
    let mut ids: BTreeSet<&str> = TacticalFamily::ALL.iter().map(|family| family.name()).collect();
    ids.extend(Tactical2Family::ALL.iter().map(|family| family.name()));
    for family in SETS.iter().flat_map(|set| set.families) {
        assert!(ids.insert(family.id), "{} is taken", family.id);
        assert_eq!(family.sentence(0), "");
        assert!((1..=family.max_level()).all(|level| !family.sentence(level).is_empty()));
        assert_eq!(family.sentence(family.max_level() + 1), "");
    }
    assert_eq!(SETS.iter().map(|set| set.name).collect::<BTreeSet<_>>().len(), SETS.len());
}

#[test]
fn sets_are_found_by_name() {
    let names: Vec<&str> = SETS.iter().map(|set| set.name).collect();
    assert!(find_sets(&names).expect("all sets").iter().zip(SETS).all(|(found, set)| found.name == set.name));
    assert!(find_sets(&[] as &[&str]).expect("no set").is_empty());
    let unknown = find_sets(&["tactical-99"]).expect_err("no such set").to_string();
    assert!(unknown.contains("\"tactical-99\"") && unknown.contains("tactical-3"), "{unknown}");
    assert_eq!(find_sets(&["tactical-3"; 2]).err(), Some(BadSets::Twice { name: "tactical-3".into() }));
}
