//! Violations of FF\[4\] in a tree that could be read, node by node.
//!
//! Problems that the reader itself reports (missing parentheses, junk) are not repeated here. Each finding may carry a
//! [`Fix`], which `crate::mend` applies. The rules of Go are *not* checked: `go-games` finds illegal moves.

use crate::check_value::{self, Verdict};
use crate::point::Size;
use crate::problem::{Problem, ProblemKind};
use crate::property::{self, PROPERTIES, PropertyInfo, Role, ValueKind};
use crate::tree::{GameTree, Node, NodeId, Property, PropertyId};
use crate::value::parse_points;
use std::collections::HashSet;

/// Lists the violations of FF\[4\] in the values and places of properties, in the order of the text.
pub fn check(tree: &GameTree<'_>) -> Vec<Problem> {
    examine(tree).into_iter().map(|finding| finding.problem).collect()
}

/// A problem and how it could be repaired.
pub(crate) struct Finding {
    pub(crate) problem: Problem,
    pub(crate) fix: Option<Fix>,
}

/// A repair.
pub(crate) enum Fix {
    /// Remove the property from the node.
    Remove(NodeId, PropertyId),
    /// Give the property these raw values; an empty list removes it.
    Values(NodeId, PropertyId, Vec<String>),
    /// Give the property this name and these raw values.
    Replace(PropertyId, &'static str, Vec<String>),
    /// Append the values of the second property to the first, and remove the second.
    Join(NodeId, PropertyId, PropertyId),
    /// Insert a new node below and move these properties to it.
    MoveDown(NodeId, Vec<PropertyId>),
    /// Move the property to the root.
    MoveToRoot(NodeId, PropertyId),
    /// Give the root this property with one raw value.
    SetRoot(&'static str, String),
}

/// The size that the root gives, including `9x9`; 19x19 if it gives none or an impossible one.
pub(crate) fn size_of(tree: &GameTree<'_>) -> Size {
    tree.root().value("SZ").and_then(check_value::meant_size).unwrap_or(Size::DEFAULT)
}

/// All findings, in the order of the text.
pub(crate) fn examine(tree: &GameTree<'_>) -> Vec<Finding> {
    let mut examiner = Examiner { tree, size: size_of(tree), drafts: Vec::new(), seen: vec![None; PROPERTIES.len()] };
    examiner.examine_root();
    if examiner.drafts.iter().any(|(_, kind, ..)| *kind == ProblemKind::OtherGame) {
        // Another game: the meaning of its moves is not known here.
        examiner.drafts.retain(|(_, kind, ..)| *kind == ProblemKind::OtherGame);
        return examiner.into_findings();
    }
    let mut info_above = vec![false; tree.n_nodes()];
    for node in tree.preorder() {
        let above = node.parent().is_some_and(|parent| info_above[parent.id().0 as usize]);
        let here = examiner.examine_node(node, above);
        info_above[node.id().0 as usize] = above || here;
    }
    examiner.into_findings()
}

struct Examiner<'t> {
    tree: &'t GameTree<'t>,
    size: Size,
    /// Findings with their offset; places are computed at the end, in one pass over the text.
    drafts: Vec<(usize, ProblemKind, String, Option<Fix>)>,
    /// By place in the table of properties: the last node that had it, and the latest one there.
    seen: Vec<Option<(NodeId, Property<'t>)>>,
}

impl<'t> Examiner<'t> {
    fn report(&mut self, node: Node<'t>, property: Option<Property<'t>>, kind: ProblemKind, fix: Option<Fix>) {
        let node_offset = node.offset() - self.tree.origin.offset;
        let offset = property.and_then(Property::local_offset).unwrap_or(node_offset);
        let found = property.map_or_else(|| format!("{node:?}"), |property| format!("{property:?}"));
        self.drafts.push((offset, kind, found, fix));
    }

    fn into_findings(mut self) -> Vec<Finding> {
        self.drafts.sort_by_key(|draft| draft.0);
        let mut locator = self.tree.locator();
        let finding = |(offset, kind, found, fix): (usize, ProblemKind, String, Option<Fix>)| Finding {
            problem: Problem::new(kind, locator.locate(offset), &found),
            fix,
        };
        self.drafts.into_iter().map(finding).collect()
    }

    fn examine_root(&mut self) {
        let root = self.tree.root();
        if root.value("FF").is_none_or(|format| format.trim() != "4") {
            let fix = Fix::SetRoot("FF", "4".to_string());
            self.report(root, root.property("FF"), ProblemKind::OldFormat, Some(fix));
        }
        if let Some(game) = root.property("GM")
            && !matches!(game.value().trim(), "1" | "")
        {
            self.report(root, Some(game), ProblemKind::OtherGame, None);
        }
        let handicap = root.property("HA");
        let n_handicap = handicap.and_then(|property| property.value().trim().parse::<usize>().ok()).unwrap_or(0);
        let n_black = self.points_of(root, "AB").len();
        // With white stones it is a problem or a position, not a handicap.
        if n_handicap >= 2 && n_black != n_handicap && root.property("AW").is_none() {
            let fix = handicap
                .filter(|_| n_black >= 2)
                .map(|property| Fix::Values(root.id(), property.id(), vec![n_black.to_string()]));
            self.report(root, handicap, ProblemKind::HandicapMismatch, fix);
        }
    }

    fn points_of(&self, node: Node<'t>, name: &'static str) -> HashSet<crate::Point> {
        node.values(name).filter_map(|raw| parse_points(raw, self.size).ok()).flatten().collect()
    }

    /// Returns whether the node holds game information.
    fn examine_node(&mut self, node: Node<'t>, info_above: bool) -> bool {
        let (mut has_info, mut has_setup, mut n_moves) = (false, false, 0);
        for property in node.properties() {
            let Some(at) = property::position(property.name()) else {
                self.report(node, Some(property), ProblemKind::UnknownProperty, None);
                continue;
            };
            let info = &PROPERTIES[at];
            has_info |= info.role == Role::GameInfo;
            has_setup |= info.role == Role::Setup;
            n_moves += usize::from(info.values == ValueKind::Move);
            match self.seen[at].replace((node.id(), property)) {
                Some((last, earlier)) if last == node.id() => self.examine_double(node, earlier, property, info),
                _ if !info.current => self.examine_old(node, property),
                _ => self.examine_values(node, property, info),
            }
            self.examine_role(node, property, info, info_above);
        }
        if n_moves > 1 || (has_setup && n_moves > 0) {
            self.examine_moves(node);
        }
        self.examine_doubled_points(node, &["AB", "AW", "AE"]);
        self.examine_doubled_points(node, &["CR", "MA", "SL", "SQ", "TR"]);
        has_info
    }

    /// The fixes of a round are applied last to first, so joining with the property just before keeps all values in
    /// order.
    fn examine_double(&mut self, node: Node<'t>, first: Property<'t>, second: Property<'t>, info: &PropertyInfo) {
        let fix = match info.values {
            kind if kind.is_list() || kind == ValueKind::Text => Fix::Join(node.id(), first.id(), second.id()),
            ValueKind::Move if first != second => Fix::MoveDown(node.id(), vec![second.id()]),
            _ => Fix::Remove(node.id(), second.id()),
        };
        self.report(node, Some(second), ProblemKind::DoubleProperty, Some(fix));
    }

    fn examine_old(&mut self, node: Node<'t>, property: Property<'t>) {
        let fix = match property.name() {
            "M" => Some(Fix::Replace(property.id(), "MA", property.values().map(str::to_string).collect())),
            "L" => {
                Some(Fix::Replace(property.id(), "LB", check_value::letters_as_labels(property.values(), self.size)))
            }
            _ => None,
        };
        self.report(node, Some(property), ProblemKind::OldProperty, fix);
    }

    fn examine_values(&mut self, node: Node<'t>, property: Property<'t>, info: &PropertyInfo) {
        let n_values = property.values().len();
        if n_values > 1 && !info.values.is_list() {
            let kept = match info.values {
                ValueKind::Text => property.values().collect::<Vec<_>>().join("\n"),
                _ => property.value().to_string(),
            };
            let fix = Fix::Values(node.id(), property.id(), vec![kept]);
            self.report(node, Some(property), ProblemKind::TooManyValues, Some(fix));
            return;
        }
        let judge = |raw| check_value::judge(info, raw, n_values, self.size);
        if property.values().all(|raw| matches!(judge(raw), Verdict::Good)) {
            return;
        }
        let verdicts: Vec<Verdict> = property.values().map(judge).collect();
        let Some(worst) = verdicts.iter().filter_map(Verdict::kind).max_by_key(|kind| kind.severity()) else {
            return;
        };
        let repairable = verdicts.iter().any(Verdict::is_repairable);
        let values = property.values().zip(&verdicts).filter_map(|(raw, verdict)| verdict.repaired(raw)).collect();
        let fix = repairable.then(|| Fix::Values(node.id(), property.id(), values));
        self.report(node, Some(property), worst, fix);
    }

    fn examine_role(&mut self, node: Node<'t>, property: Property<'t>, info: &PropertyInfo, info_above: bool) {
        let is_root = node.parent().is_none();
        let root_has_it = self.tree.root().property(property.name()).is_some();
        if info.role == Role::Root && !is_root {
            let fix = if root_has_it {
                Fix::Remove(node.id(), property.id())
            } else {
                Fix::MoveToRoot(node.id(), property.id())
            };
            self.report(node, Some(property), ProblemKind::RootPropertyInside, Some(fix));
        } else if info.role == Role::GameInfo && info_above {
            let fix = (!root_has_it).then_some(Fix::MoveToRoot(node.id(), property.id()));
            self.report(node, Some(property), ProblemKind::GameInfoTwice, fix);
        }
    }

    fn examine_moves(&mut self, node: Node<'t>) {
        let of_role = |role: Role| {
            node.properties()
                .filter(move |property| property::lookup(property.name()).is_some_and(|info| info.role == role))
        };
        let (black, white) = (node.property("B"), node.property("W"));
        let Some(some_move) = black.or(white) else {
            return;
        };
        if of_role(Role::Setup).next().is_some() {
            let moves = of_role(Role::Move).map(Property::id).collect();
            self.report(node, Some(some_move), ProblemKind::SetupWithMove, Some(Fix::MoveDown(node.id(), moves)));
        } else if let (Some(black), Some(white)) = (black, white) {
            let later =
                if node.properties().find(|p| matches!(p.name(), "B" | "W")) == Some(black) { white } else { black };
            let fix = Fix::MoveDown(node.id(), vec![later.id()]);
            self.report(node, Some(later), ProblemKind::TwoMoves, Some(fix));
        }
    }

    /// Reports properties with a point that occurs in an earlier one of the group, or twice in the same.
    fn examine_doubled_points(&mut self, node: Node<'t>, names: &[&str]) {
        let mut seen = HashSet::new();
        for property in node.properties().filter(|property| names.contains(&property.name())) {
            let mut doubled = false;
            let mut kept = Vec::new();
            for raw in property.values() {
                let Ok(points) = parse_points(raw, self.size) else {
                    kept.push(raw.to_string());
                    continue;
                };
                let mut n_points = 0;
                let counted = points.inspect(|_| n_points += 1);
                let fresh: Vec<_> = counted.filter(|&point| seen.insert(point)).collect();
                if fresh.len() == n_points {
                    kept.push(raw.to_string());
                } else {
                    doubled = true;
                    kept.extend(fresh.iter().map(|point| point.to_string()));
                }
            }
            if doubled {
                let fix = Fix::Values(node.id(), property.id(), kept);
                self.report(node, Some(property), ProblemKind::PointTwice, Some(fix));
            }
        }
    }
}
