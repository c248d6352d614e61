//! SGF to game and back, the game database, filters and duplicates.
