//! House rules as tests: dependencies between crates, and the contents of source files.

mod dependencies;
mod references;
mod sources;
mod text;
