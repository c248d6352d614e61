//! Classes of counts: few and well filled, so that each can be learned and expressed in words.

/// The phase of the game, 1 to 6, by moves played; on other board sizes in proportion to the area.
pub(super) fn phase(move_number: usize, area: usize) -> u8 {
    match move_number * 361 / area {
        0..12 => 1,
        12..30 => 2,
        30..60 => 3,
        60..120 => 4,
        120..200 => 5,
        _ => 6,
    }
}

/// Line and phase together, 1 to 36: lines from the sixth on are one class.
pub(super) fn line_phase(line: u8, phase: u8) -> u8 {
    (phase - 1) * 6 + line.min(6)
}

/// Stones of a chain, 1 to 5.
pub(super) fn chain_size(n: usize) -> u8 {
    match n {
        0 => 0,
        1 => 1,
        2..=3 => 2,
        4..=6 => 3,
        7..=11 => 4,
        _ => 5,
    }
}

/// A count capped at `most`.
pub(super) fn capped(n: usize, most: u8) -> u8 {
    n.min(most as usize) as u8
}

/// Change of liberties, 1 to 5: fewer, none, one, two, three or more.
pub(super) fn gain(before: usize, after: usize) -> u8 {
    match after as i32 - before as i32 {
        ..0 => 1,
        change => 2 + change.min(3) as u8,
    }
}

/// A race after the move, the opponent to play next: 1 far behind, 2 behind, 3 one short, 4 just ahead, 5 far ahead.
pub(super) fn race(own: usize, enemy: usize) -> u8 {
    match own as i32 - enemy as i32 {
        ..=-2 => 1,
        -1 => 2,
        0 => 3,
        1 => 4,
        2.. => 5,
    }
}

/// Of the last eight moves so many were near, 1 to 5.
pub(super) fn focus(n: usize) -> u8 {
    match n {
        0 => 0,
        1 => 1,
        2 => 2,
        3..=4 => 3,
        5..=6 => 4,
        _ => 5,
    }
}

/// Weighted own minus enemy stones, 1 (the enemy's area) to 7 (the player's own).
pub(super) fn influence(sum: i32) -> u8 {
    match sum {
        ..=-8 => 1,
        -7..=-3 => 2,
        -2..=-1 => 3,
        0 => 4,
        1..=2 => 5,
        3..=7 => 6,
        8.. => 7,
    }
}

/// Stones within three steps, 1 to 6.
pub(super) fn crowding(n: usize) -> u8 {
    match n {
        0 => 1,
        1..=2 => 2,
        3..=5 => 3,
        6..=9 => 4,
        10..=14 => 5,
        _ => 6,
    }
}

/// Steps to the nearest stone, 1 to 6; 0 if there is none within reach.
pub(super) fn nearest(distance: u8) -> u8 {
    match distance {
        0..=4 => distance,
        5..=6 => 5,
        7..=12 => 6,
        _ => 0,
    }
}

/// Who is nearer, 1 (the enemy by far) to 5 (oneself by far).
pub(super) fn control(own: u8, enemy: u8) -> u8 {
    match enemy as i32 - own as i32 {
        ..=-2 => 1,
        -1 => 2,
        0 => 3,
        1 => 4,
        2.. => 5,
    }
}

/// Liberties of a group, 1 (nearly caught) to 5 (strong).
pub(super) fn group_strength(n: usize) -> u8 {
    match n {
        0..=3 => 1,
        4..=5 => 2,
        6..=8 => 3,
        9..=12 => 4,
        _ => 5,
    }
}
