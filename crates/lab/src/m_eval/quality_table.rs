//! The qualities of positions of games as a table, for an analysis elsewhere: Basaldúa 2013, Table 6.18, made such files of master games for the factorisation of
//! section 3.4.2.
//!
//! One row a position: the game (from 1, in the order read), the moves made, the side to move, the eight qualities of Black and of White, and Black's lead as the record
//! counts it, komi included; empty where the game was not counted. Boards other than 19x19 have no qualities, and games that are too short no position.

use go_features::qualities::QUALITIES;
use go_games::{Game, Replay};
use go_models::m_eval::{MEvalModel, OpeningBoard};
use rayon::prelude::*;
use report::{Column, Table};

/// The table of the positions after so many moves of each game.
pub fn quality_table(model: &MEvalModel, games: &[Game], plies: &[usize]) -> Table {
    let of_color = |color: &str| QUALITIES.map(|name| format!("{color}_{}", name.replace(' ', "_")));
    let titles = ["game", "ply", "to_move"].map(str::to_owned).into_iter();
    let titles = titles.chain(of_color("black")).chain(of_color("white")).chain(["lead".to_owned()]);
    let mut table = Table::new(titles.map(Column::right));
    let of_game = |(number, game): (usize, &Game)| {
        let mut rows = Vec::new();
        let mut replay = Replay::new(game);
        while let Some((position, _)) = replay.next_position() {
            let ply = position.move_number;
            let Some(board) = OpeningBoard::of(model, &position.board).filter(|_| plies.contains(&ply)) else {
                continue;
            };
            let qualities = board.qualities(model).concat().into_iter().map(|quality| format!("{quality:.4}"));
            let lead = game.counted_lead().map_or(String::new(), |lead| lead.to_string());
            let place = [(number + 1).to_string(), ply.to_string(), position.to_move.to_string()];
            rows.push(place.into_iter().chain(qualities).chain([lead]).collect::<Vec<String>>());
        }
        rows
    };
    let rows: Vec<Vec<String>> = games.par_iter().enumerate().flat_map_iter(of_game).collect();
    rows.into_iter().for_each(|row| table.push(row));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::large_board_games;
    use go_board::BoardSize;
    use go_features::qualities::N_QUALITIES;
    use go_models::Training;
    use go_models::m_eval::{MEvalConfig, train_m_eval};
    use go_models::territory::FinishedGame;

    #[test]
    fn a_row_has_the_qualities_of_its_position() {
        let mut games: Vec<Game> = large_board_games();
        let finished: Vec<FinishedGame<'_>> = games.iter().map(|game| FinishedGame { game, owners: None }).collect();
        let model = train_m_eval(&MEvalConfig::default(), &finished, &Training::new(&games)).expect("a model");
        games[1] = Game::new(BoardSize::NINE);
        let text = quality_table(&model, &games[..3], &[0, 30]).to_csv();
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().expect("a header").split(',').collect();
        assert_eq!(head[..5], ["game", "ply", "to_move", "black_corner_territory", "black_side_territory"]);
        assert_eq!(head.len(), 3 + 2 * N_QUALITIES + 1);
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        let places: Vec<[&str; 3]> = rows.iter().map(|row| [row[0], row[1], row[2]]).collect();
        assert_eq!(places, [["1", "0", "Black"], ["1", "30", "Black"], ["3", "0", "Black"], ["3", "30", "Black"]]);
        assert!(rows.iter().all(|row| row.len() == head.len()));
        // Stones are a quality: fifteen of each colour after thirty moves without a capture, none at the start.
        let stones = head.iter().position(|name| *name == "white_stones").expect("a column");
        assert!(rows[0][stones] == "0.0000" && rows[1][stones].parse::<f32>().is_ok_and(|n| n > 0.0), "{text}");
        let mut replay = Replay::new(&games[2]);
        let position = loop {
            let (position, _) = replay.next_position().expect("a long game");
            if position.move_number == 30 {
                break position;
            }
        };
        let expected = OpeningBoard::of(&model, &position.board).expect("19x19").qualities(&model);
        let white: Vec<String> = expected[1].iter().map(|quality| format!("{quality:.4}")).collect();
        assert_eq!(rows[3][3 + N_QUALITIES..3 + 2 * N_QUALITIES], white);
    }
}
