//! Fuzz targets for model files and lists of training games. They panic only when a property fails.
//!
//! A checksum refuses nearly every change of a model file, so [`fuzz_model_body`] changes the decompressed body of a sound file and
//! seals it again: what a reader meets whose file was made by another program, or on purpose.

use crate::m_eval::{MEvalModel, OpeningBoard};
use crate::model_file::{ModelFile, checksum, seal_body};
use crate::territory::TerritoryModel;
use crate::{Appraiser, LearnConfig, Model, Prediction, Predictor, TrainedOn, Training, train, trained_on};
use go_board::{BoardSize, Color, Move, Position};
use go_games::{Game, Turn};
use std::sync::LazyLock;

/// Models whose bodies are changed, the smallest that can be had: some that were written long ago, a mixture with its members, and a database of patterns.
static SOUND: LazyLock<[Vec<u8>; 8]> = LazyLock::new(|| {
    [
        include_bytes!("../tests/frozen/factor-shape-3.model").to_vec(),
        include_bytes!("../tests/frozen/factor-foreseen-1.model").to_vec(),
        include_bytes!("../tests/frozen/instance-niekerk-2.model").to_vec(),
        include_bytes!("../tests/frozen/spatial-1.model").to_vec(),
        include_bytes!("../tests/frozen/iterated-1.model").to_vec(),
        include_bytes!("../tests/frozen/fate-4.model").to_vec(),
        small_mixture(),
        small_urgency(),
    ]
});

/// The smallest territory model.
static TERRITORY: LazyLock<Vec<u8>> = LazyLock::new(TerritoryModel::small);

/// A small M-eval model.
static M_EVAL: LazyLock<Vec<u8>> = LazyLock::new(MEvalModel::small);

/// zstd's level for bodies that are read once.
const FAST: i32 = 1;

/// Of so many changed bodies that are models, one is written again: packing it takes longer than everything else.
const WRITTEN_EVERY: u64 = 16;

/// Games of a few moves.
fn small_games() -> Vec<Game> {
    let size = BoardSize::NINE;
    let game = |first: usize| {
        let mut game = Game::new(size);
        for (k, color) in Color::BOTH.into_iter().cycle().take(6).enumerate() {
            let point = size.from_dense_index((first * 7 + k * 11) % size.area()).expect("a point");
            game.turns.push(Turn::new(color, Move::Play(point)));
        }
        game
    };
    (0..40).map(game).collect()
}

fn trained_on_small_games(config: &str) -> Vec<u8> {
    let config = LearnConfig::from_toml(config).expect("a configuration");
    train(&config, &Training::new(&small_games())).expect("a model").to_bytes()
}

/// A mixture of two tables.
pub(crate) fn small_mixture() -> Vec<u8> {
    trained_on_small_games(
        "kind = \"mixture\"\nstages = [4]\nstacking-share = 0.5\n[[members]]\nconfig = { kind = \"frequency\" }\n\
         [[members]]\nconfig = { kind = \"frequency\", by = \"nothing\" }",
    )
}

/// A database of patterns of the cells next to a move.
fn small_urgency() -> Vec<u8> {
    trained_on_small_games("kind = \"urgency\"\ncells = 4\nleast-played = 1\nsampling = 1.0\nrounds = 2")
}

/// Bytes are refused, or read as a model that writes and reads back and can be asked.
pub fn fuzz_model_file(data: &[u8]) {
    if let Ok(model) = Model::from_bytes(data) {
        ask(&model);
        check_written(&model);
    }
}

/// The first byte chooses a sound file; every following three bytes are an edit of its body: a place (as a share of the body) and a
/// value. A last single byte cuts the body.
pub fn fuzz_model_body(data: &[u8]) {
    let Some((choice, edits)) = data.split_first() else { return };
    let file = ModelFile::parse(&SOUND[usize::from(*choice) % SOUND.len()]).expect("a sound file");
    let mut body = file.plain_body().expect("a sound file");
    let (edits, rest) = edits.as_chunks::<3>();
    for [high, low, value] in edits {
        let place = usize::from(u16::from_be_bytes([*high, *low])) * body.len() / (1 << 16);
        body[place] = *value;
    }
    if let [cut] = rest {
        body.truncate(body.len() * usize::from(*cut) / 256);
    }
    let sealed = seal_body(&file.header, &body, FAST);
    if let Ok(model) = Model::from_bytes(&sealed) {
        ask(&model);
        if checksum(&body).is_multiple_of(WRITTEN_EVERY) {
            check_written(&model);
        }
    }
}

/// The bytes replace the end of a sound territory model's body, four bytes a weight: it is refused, or it appraises with numbers.
pub fn fuzz_territory_body(data: &[u8]) {
    let file = ModelFile::parse(&TERRITORY).expect("a sound file");
    let mut body = file.plain_body().expect("a sound file");
    let n = data.len().min(body.len());
    let from = body.len() - n;
    body[from..].copy_from_slice(&data[..n]);
    let Ok(model) = TerritoryModel::from_bytes(&seal_body(&file.header, &body, FAST)) else { return };
    let position: Position = Position::new(BoardSize::NINE, 7.5);
    let appraisal = model.appraise(&position);
    assert!(BoardSize::NINE.points().all(|point| (-1.0..=1.0).contains(&appraisal.ownership[point])));
    assert!(appraisal.area_lead.is_finite() && appraisal.spread.is_finite());
    assert!((0.0..=1.0).contains(&appraisal.black_wins));
}

/// Every three bytes are an edit of a sound M-eval model's body, as in [`fuzz_model_body`]: it is refused, or it knows a board with numbers and legal answers, and
/// writes back as it was read.
pub fn fuzz_m_eval_body(data: &[u8]) {
    let file = ModelFile::parse(&M_EVAL).expect("a sound file");
    let mut body = file.plain_body().expect("a sound file");
    for [high, low, value] in data.as_chunks::<3>().0 {
        let place = usize::from(u16::from_be_bytes([*high, *low])) * body.len() / (1 << 16);
        body[place] = *value;
    }
    let Ok(model) = MEvalModel::from_bytes(&seal_body(&file.header, &body, FAST)) else { return };
    let size = BoardSize::NINETEEN;
    let mut position: Position = Position::new(size, 7.5);
    position.play(Move::Play(size.parse_point("D16").expect("a point")));
    let board = OpeningBoard::of(&model, &position.board).expect("19x19");
    assert!(board.qualities(&model).iter().flatten().all(|quality| quality.is_finite()));
    assert!(model.encode(&board).iter().all(|number| number.is_finite()));
    assert!(board.answers(&model, Color::White, None, 8).iter().all(|(point, _)| position.is_legal(*point)));
    if checksum(&body).is_multiple_of(WRITTEN_EVERY) {
        let again = MEvalModel::from_bytes(&model.to_bytes()).expect("a model reads back as it was written");
        assert_eq!(again.to_bytes(), model.to_bytes());
    }
}

/// Bytes are refused, or read as a list that writes back to the same bytes. The last eight bytes are the model's hash of games.
pub fn fuzz_trained_on(data: &[u8]) {
    let (list, hash) = data.split_last_chunk::<8>().unwrap_or((data, &[0; 8]));
    // Half of the time the right hash, which blind changes would not find.
    let hash = match hash[0] % 2 {
        0 => {
            let fingerprints = list.strip_prefix(trained_on::MAGIC).unwrap_or_default().as_chunks::<8>().0;
            fingerprints.iter().fold(0, |hash, fingerprint| hash ^ u64::from_le_bytes(*fingerprint))
        }
        _ => u64::from_le_bytes(*hash),
    };
    if let Ok(read) = TrainedOn::from_bytes(list, hash) {
        assert_eq!(read.to_bytes(), list, "a list writes back as it was read");
        assert_eq!(read.games_hash(), hash);
    }
}

/// A model that was read can be saved and read again.
fn check_written(model: &Model) {
    let bytes = model.to_bytes();
    let again = Model::from_bytes(&bytes).expect("a model reads back as it was written");
    assert_eq!(checksum(&again.to_bytes()), checksum(&bytes), "a model writes the same bytes again");
}

/// A model that was read can be asked and explained.
fn ask(model: &Model) {
    let mut position: Position = Position::new(BoardSize::NINE, 7.5);
    position.play(Move::Play(BoardSize::NINE.parse_point("E5").expect("a point")));
    let mut prediction = Prediction::default();
    model.predict(&position, &mut prediction);
    assert_eq!(prediction.moves.len(), prediction.probabilities.len());
    assert!(model.explain(&position, Move::Pass).is_some(), "a pass is legal");
    let answer = Move::Play(BoardSize::NINE.parse_point("E6").expect("a point"));
    assert!(model.explain(&position, answer).is_some(), "the point is free");
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A short run of the targets; `cargo xtask fuzz` runs them for longer.
    #[test]
    fn damaged_files_are_refused_or_still_models() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (choice, sound) in SOUND.iter().enumerate() {
            fuzz_model_file(sound);
            fuzz_model_body(&[choice as u8]);
            for _ in 0..60 {
                let n_bytes = rng.random_range(1..8);
                let edits: Vec<u8> = std::iter::once(choice as u8).chain((0..n_bytes).map(|_| rng.random())).collect();
                fuzz_model_body(&edits);
            }
        }
    }

    #[test]
    fn damaged_openings_are_refused_or_still_openings() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        fuzz_m_eval_body(&[]);
        for _ in 0..100 {
            let edits: Vec<u8> = (0..rng.random_range(3..9)).map(|_| rng.random()).collect();
            fuzz_m_eval_body(&edits);
        }
    }

    #[test]
    fn damaged_lists_are_refused_or_still_lists() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut list = trained_on::MAGIC.to_vec();
        list.extend((0..5u64).flat_map(|n| (n << 40).to_le_bytes()));
        list.extend([0; 8]);
        fuzz_trained_on(&list);
        for _ in 0..500 {
            let mut damaged = list.clone();
            let place = rng.random_range(0..damaged.len());
            damaged[place] = rng.random();
            damaged.truncate(rng.random_range(0..=damaged.len()));
            fuzz_trained_on(&damaged);
        }
    }
}
