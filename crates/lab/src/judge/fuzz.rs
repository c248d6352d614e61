//! Fuzz target: a function that panics only when a law breaks.

use super::read_judged_games;

/// Any bytes are judged games or an error with the number of a line; what was read fits its record and is in range.
pub fn fuzz_judged_file(data: &[u8]) {
    let n_lines = data.split(|&byte| byte == b'\n').count();
    let games = match read_judged_games(data, None) {
        Ok(games) => games,
        Err(error) => {
            assert!((1..=n_lines).contains(&error.line));
            return;
        }
    };
    for game in games {
        assert_eq!(game.positions.len(), game.subject.n_positions());
        for position in game.positions.iter().flatten() {
            let all = std::iter::once(&position.values).chain(position.top.iter().map(|(_, values)| values));
            assert!(all.clone().all(|values| (0.0..=1.0).contains(&values.win)));
            assert!(all.filter_map(|values| values.lead).all(f64::is_finite));
        }
    }
}
