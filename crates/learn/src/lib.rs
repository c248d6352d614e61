//! Learners and statistics on plain data.
