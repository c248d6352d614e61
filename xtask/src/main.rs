//! Set-up, checks, oracles and golden files of the project.

fn main() {}
