//! The GTP commands of our engine.
