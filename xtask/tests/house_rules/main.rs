//! The rules of the house, held by tests: who may depend on whom, and what a source file looks like.

mod dependencies;
mod references;
mod sources;
mod text;
