//! Speed of the learners on synthetic data shaped like move prediction. Run with `cargo bench -p learn -- [NAME]`.
//!
//! Every bench asserts its answer, so that a fast wrong result does not pass. Figures go to standard output.

mod bradley_terry;
mod factor;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let benches: [(&str, fn()); 2] = [("bradley-terry", bradley_terry::run), ("factor", factor::run)];
    for (name, run) in benches {
        if wanted.as_deref().is_none_or(|w| name.contains(w)) {
            println!("## {name}");
            run();
        }
    }
}
