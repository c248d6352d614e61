//! The circular distance between points (van Niekerk 2014, section 2.4.1), which orders patterns and recent moves by nearness.

/// `|dx| + |dy| + max(|dx|, |dy|)`: 2 for a neighbour, 3 for a diagonal one.
#[inline(always)]
pub const fn circular_distance(dx: i32, dy: i32) -> usize {
    let (x, y) = (dx.unsigned_abs() as usize, dy.unsigned_abs() as usize);
    x + y + if x > y { x } else { y }
}
