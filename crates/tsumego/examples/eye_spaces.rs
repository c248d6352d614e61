//! Proves the table of eye spaces: `cargo run --release -p tsumego --example eye_spaces > crates/tsumego/src/eye_space/table.txt`.
//! The solver that proves it reads without the table.

use tsumego::{EyeSpace, MAX_EYE_SPACE, Side, Table};

fn main() {
    println!(
        "# points, place, shape, what becomes of the chain around it when the attacker and when the defender begins"
    );
    let mut table = Table::with_bytes(16 << 20);
    for space in (1..=MAX_EYE_SPACE).flat_map(EyeSpace::all) {
        let mut status = |first| space.status(first, &mut table).expect("an eye space has a chain");
        println!("{}", space.line(status(Side::Attacker), status(Side::Defender)));
    }
}
