//! The table of eye spaces as a static fact of the solver: a chain that surrounds a shape which lives is alive.
//!
//! A shape is looked up by its *signature*, the number of its cells by degree (neighbours inside the shape) and by whether they touch the chain.
//! A signature counts as alive only when every shape of the table that has it is alive, so it need not tell all shapes apart. The table
//! has no shape that touches opposite edges; the caller leaves such regions out.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::MAX_EYE_SPACE;
use crate::region::Region;
use crate::side::Side;

const TABLE: &str = include_str!("table.txt");

/// Cells by degree, those that touch the chain first; three bits each.
type Signature = u32;

/// Does the chain that surrounds `area`, all of it empty, live when `to_move` begins, whatever the ko threats? False if that is not known.
pub(crate) fn lives(region: &Region, area: u128, chain: u128, to_move: Side) -> bool {
    let n = area.count_ones() as usize;
    let least = if to_move == Side::Attacker { 4 } else { 3 };
    if n < least || n > MAX_EYE_SPACE || region.spans_board {
        return false;
    }
    alive_signatures().get(&signature(region, area, chain)).is_some_and(|alive| alive[to_move.index()])
}

fn signature(region: &Region, area: u128, chain: u128) -> Signature {
    let touching = region.around(chain);
    let [left, right, up, down] = region.shifted(area).map(|moved| moved & area);
    let (odd_row, both_row) = (left ^ right, left & right);
    let (odd_column, both_column) = (up ^ down, up & down);
    let ones = odd_row ^ odd_column;
    let twos = (odd_row & odd_column) | (both_row ^ both_column);
    let fours = both_row & both_column;
    let mut signature = 0;
    for degree in 0..5u32 {
        let mut with = area;
        for (bit, mask) in [(1, ones), (2, twos), (4, fours)] {
            with &= if degree & bit != 0 { mask } else { !mask };
        }
        for cells in [with & touching, with & !touching] {
            signature = signature << 3 | cells.count_ones();
        }
    }
    signature
}

/// For every signature of the table: are all its shapes alive, by side to move first?
fn alive_signatures() -> &'static HashMap<Signature, [bool; 2]> {
    static SIGNATURES: OnceLock<HashMap<Signature, [bool; 2]>> = OnceLock::new();
    SIGNATURES.get_or_init(|| {
        let mut known: HashMap<Signature, [bool; 2]> = HashMap::new();
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [_, place, drawing, attacker_first, defender_first] = words[..] else { continue };
            let alive = known.entry(drawn_signature(place, drawing)).or_insert([true; 2]);
            alive[Side::Attacker.index()] &= attacker_first == "alive";
            alive[Side::Defender.index()] &= defender_first == "alive";
        }
        known
    })
}

/// The signature of a drawing, without bitboards: the twin of [`signature`].
fn drawn_signature(place: &str, drawing: &str) -> Signature {
    let rows: Vec<&[u8]> = drawing.split('/').map(str::as_bytes).collect();
    let is_room = |x: i32, y: i32| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.get(x)) == Some(&b'#')
    };
    let is_off_board = |x: i32, y: i32| (y < 0 && place != "middle") || (x < 0 && place == "corner");
    let mut counts = [0u32; 10];
    for (y, row) in rows.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x] == b'#') {
            let (x, y) = (x as i32, y as i32);
            let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            let degree = near.iter().filter(|&&(x, y)| is_room(x, y)).count();
            let touches = near.iter().any(|&(x, y)| !is_room(x, y) && !is_off_board(x, y));
            counts[2 * degree + usize::from(!touches)] += 1;
        }
    }
    counts.into_iter().fold(0, |signature, count| signature << 3 | count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eye_space::EyeSpace;
    use crate::region::lowest;

    #[test]
    fn signatures_of_regions_and_of_drawings_agree() {
        for space in (1..=6).flat_map(EyeSpace::all) {
            let problem = space.problem().expect("an eye space");
            let region = problem.region();
            let start = problem.reading_of(problem.board(), Side::Attacker, [0, 0]);
            let area = start.empty(region);
            let own = start.stones[Side::Defender.index()];
            let text = space.to_string();
            let (place, drawing) = text.split_once(' ').expect("place and drawing");
            assert_eq!(
                signature(region, area, region.flood(lowest(own), own)),
                drawn_signature(place, drawing),
                "{space}"
            );
        }
    }
}
