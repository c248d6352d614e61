//! Ladders, two-liberty reading, self-atari and nakade tests.
