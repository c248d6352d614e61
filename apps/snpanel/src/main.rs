//! Choose the genetic markers that best tell populations apart.

fn main() {
    println!("snpanel {}", env!("CARGO_PKG_VERSION"));
}
