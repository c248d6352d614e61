//! Conditions 3 to 6 of van Niekerk 2014, section 3.3.3: of several matching nodes keep those that satisfy a condition best.

use super::Found;

/// Keeps the nodes with the smallest value, in their order.
#[inline]
pub(super) fn keep_smallest<V: Ord + Copy>(found: &mut Vec<Found>, mut value: impl FnMut(u16) -> V) {
    if found.len() < 2 {
        return;
    }
    let mut best = value(found[0].node);
    let mut kept = 1;
    for i in 1..found.len() {
        let this = value(found[i].node);
        if this < best {
            best = this;
            kept = 0;
        }
        if this == best {
            found[kept] = found[i];
            kept += 1;
        }
    }
    found.truncate(kept);
}

/// Keeps the nodes with the largest value, in their order.
#[inline]
pub(super) fn keep_largest<V: Ord + Copy>(found: &mut Vec<Found>, mut value: impl FnMut(u16) -> V) {
    keep_smallest(found, |node| std::cmp::Reverse(value(node)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(found: &[Found]) -> Vec<u16> {
        found.iter().map(|f| f.node).collect()
    }

    #[test]
    fn the_best_stay_in_order() {
        let all: Vec<Found> = (0..8).map(|node| Found { node, place: node }).collect();
        let mut found = all.clone();
        keep_smallest(&mut found, |node| (node as i32 - 4).abs() / 2);
        assert_eq!(nodes(&found), [3, 4, 5]);
        keep_largest(&mut found, |node| node % 2);
        assert_eq!(nodes(&found), [3, 5]);
    }
}
