//! Reading SGF and importing games: a generated collection of random games on 19x19, one game per line.

use anyhow::{Result, ensure};
use go_board::{BoardSize, Color, Move, PlayoutBoard};
use go_games::{Game, Importer, Replay, Turn, read_games, tree_from_game, write_database};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgf::{GameTree, Layout};

use super::figures::{Figures, best_time};

const N_GAMES: usize = 1_000;
/// Games are cut here, so that they are as long as real ones.
const N_MOVES: usize = 200;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let games = random_games();
    let trees: Vec<GameTree<'static>> = games.iter().map(tree_from_game).collect();
    let text = sgf::write(&trees, Layout::Compact);
    let mb = text.len() as f64 / 1e6;

    let (time, n_nodes) = best_time(|| n_nodes_of(text.as_bytes()));
    ensure!(n_nodes == N_GAMES * (N_MOVES + 1), "read {n_nodes} nodes");
    figures.put("sgf_mb_per_s", mb / time.as_secs_f64());

    let (time, written) = best_time(|| sgf::write(&trees, Layout::Compact));
    ensure!(written == text, "writing twice gave two texts");
    figures.put("sgf_written_mb_per_s", mb / time.as_secs_f64());

    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (time, imported) = one_thread.install(|| best_time(|| import(text.as_bytes())));
    ensure!(imported == games, "the imported games are not the ones that were written");
    figures.put("import_games_per_s", N_GAMES as f64 / time.as_secs_f64());

    let mut database = Vec::new();
    write_database(&games, &mut database)?;
    let (time, again) = best_time(|| go_games::read_database(&database));
    ensure!(again? == games, "the database does not hold the games that were written");
    figures.put("database_games_per_s", N_GAMES as f64 / time.as_secs_f64());

    let (time, n_positions) = best_time(|| games.iter().map(n_positions_of).sum::<usize>());
    ensure!(n_positions == N_GAMES * N_MOVES, "replayed {n_positions} positions");
    figures.put("replay_positions_per_s", n_positions as f64 / time.as_secs_f64());
    Ok(())
}

fn random_games() -> Vec<Game> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut make = |_| {
        let mut game = Game::new(BoardSize::NINETEEN);
        game.komi = Some(7.5);
        let mut board = PlayoutBoard::new(game.size);
        let mut color = Color::Black;
        for _ in 0..N_MOVES {
            let mv = board.random_move(color, &mut random);
            game.turns.push(Turn::new(color, mv));
            match mv {
                Move::Play(point) => {
                    board.play_unchecked(point, color);
                }
                Move::Pass => board.pass(),
            }
            color = color.opponent();
        }
        game
    };
    (0..N_GAMES).map(&mut make).collect()
}

fn n_nodes_of(bytes: &[u8]) -> usize {
    let decoded = sgf::decode(bytes);
    let Ok(mut reader) = sgf::Reader::new(&decoded.text) else {
        return 0;
    };
    let mut tree = GameTree::new();
    let mut n_nodes = 0;
    while reader.read_into(&mut tree) {
        n_nodes += tree.n_nodes();
    }
    n_nodes
}

fn import(bytes: &[u8]) -> Vec<Game> {
    let mut importer = Importer::default();
    importer.add("random games", read_games(bytes));
    importer.finish().0
}

fn n_positions_of(game: &Game) -> usize {
    let mut replay = Replay::new(game);
    std::iter::from_fn(|| replay.next_position().map(|_| ())).count()
}
