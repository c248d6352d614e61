//! Strip packing by Monte-Carlo tree search and classical heuristics.

fn main() {
    println!("strippack {}", env!("CARGO_PKG_VERSION"));
}
