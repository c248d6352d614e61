//! The computer-Go workbench: play, learn, explain.

fn main() {
    println!("tesuji {}", env!("CARGO_PKG_VERSION"));
}
