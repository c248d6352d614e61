//! Data built into the program: its version, its commit and its models.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result, bail};
use go_board::BoardSize;
use go_models::m_eval::MEvalModel;
use go_models::model_file::{ModelHeader, read_header};
use go_models::territory::TerritoryModel;
use go_models::{Appraiser, Appraisers, Model, NamedPredictor, Predictor, Predictors, TrainedOn, nearest_in_size};

/// The models, trained on the collections that their headers name; `docs/models.md` says how to train them again.
const MODELS: [&[u8]; 2] = [include_bytes!("../../../models/19x19.model"), include_bytes!("../../../models/9x9.model")];

/// The evaluation of positions on 19x19 and on 9x9.
const TERRITORY: [&[u8]; 2] =
    [include_bytes!("../../../models/territory-19x19.model"), include_bytes!("../../../models/territory-9x9.model")];

/// What `tesuji --version` prints after the name.
pub(crate) fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let models: Vec<&str> = HEADERS.iter().map(|header| header.name.as_str()).collect();
        format!("{} (commit {}, models {})", env!("CARGO_PKG_VERSION"), build_stamp::commit!(), models.join(", "))
    });
    &TEXT
}

/// The headers of the embedded models. Their checksums are verified only when a model is loaded: that takes 20 ms of every start.
static HEADERS: LazyLock<[ModelHeader; 2]> =
    LazyLock::new(|| MODELS.map(|bytes| read_header(bytes).expect("an embedded model is sound: a test reads it")));

/// All embedded models.
pub(crate) fn models() -> Result<Vec<Model>> {
    MODELS.iter().map(|bytes| Model::from_bytes(bytes).context("an embedded model is damaged")).collect()
}

/// The model in the file, or without one the embedded model that suits the board size.
pub(crate) fn model_or(file: Option<&Path>, size: BoardSize) -> Result<Model> {
    if let Some(file) = file {
        return read(file);
    }
    let idx = nearest_in_size(HEADERS.iter().map(|header| &header.board_sizes[..]), size).unwrap_or(0);
    Model::from_bytes(MODELS[idx]).context("an embedded model is damaged")
}

/// The embedded models, each read when it is first needed. A model of a file comes before them and is used on every board; it is read
/// at once, so that a damaged file is reported now.
pub(crate) fn predictors(file: Option<&Path>) -> Result<Predictors> {
    let embedded = HEADERS.iter().zip(MODELS).map(|(header, bytes)| {
        let read = move || -> Arc<dyn Predictor> {
            Arc::new(Model::from_bytes(bytes).expect("an embedded model is sound: a test reads it"))
        };
        NamedPredictor::new(header.name.clone(), header.board_sizes.clone(), read)
    });
    let Some(file) = file else { return Ok(Predictors::by_size(embedded.collect())) };
    let model = read(file)?;
    let (name, sizes) = (model.header().name.clone(), model.header().board_sizes.clone());
    let model: Arc<dyn Predictor> = Arc::new(model);
    let asked_for = NamedPredictor::new(name, sizes, move || Arc::clone(&model));
    Ok(Predictors::with_first([asked_for].into_iter().chain(embedded).collect()))
}

/// The embedded models of final ownership. They cover 19x19 and 9x9.
pub(crate) fn appraiser() -> Arc<dyn Appraiser> {
    static MODELS: LazyLock<Arc<Appraisers>> = LazyLock::new(|| {
        let read = |bytes| -> Arc<dyn Appraiser> {
            Arc::new(TerritoryModel::from_bytes(bytes).expect("an embedded model is sound: a test reads it"))
        };
        Arc::new(Appraisers::new(TERRITORY.map(read).into()))
    });
    let models: Arc<Appraisers> = Arc::clone(&MODELS);
    models
}

/// The model of final ownership in the file, and the embedded ones where it says nothing; without a file the embedded ones.
pub(crate) fn appraiser_or(file: Option<&Path>) -> Result<Arc<dyn Appraiser>> {
    let Some(file) = file else { return Ok(appraiser()) };
    Ok(Arc::new(Appraisers::new(vec![Arc::new(read_territory(file)?), appraiser()])))
}

/// The model of final ownership in a file.
pub(crate) fn read_territory(file: &Path) -> Result<TerritoryModel> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    TerritoryModel::from_bytes(&bytes).with_context(|| format!("cannot use {}", file.display()))
}

/// The model in a file.
pub(crate) fn read(file: &Path) -> Result<Model> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    if TerritoryModel::from_bytes(&bytes).is_ok() {
        bail!("{} is a model of final ownership, not of moves: give it to --territory", file.display());
    }
    if MEvalModel::from_bytes(&bytes).is_ok() {
        bail!("{} is a model of openings, not of moves: give it to --m-eval", file.display());
    }
    Model::from_bytes(&bytes).with_context(|| format!("cannot use {}", file.display()))
}

/// The model of openings in a file.
pub(crate) fn read_m_eval(file: &Path) -> Result<MEvalModel> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    MEvalModel::from_bytes(&bytes).with_context(|| format!("cannot use {}", file.display()))
}

/// The list of a model's training games, if there is one beside it.
pub(crate) fn trained_on(file: &Path, header: &ModelHeader) -> Result<Option<TrainedOn>> {
    let list = trained_on_file(file);
    if !list.is_file() {
        return Ok(None);
    }
    let bytes = fs::read(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let games_hash = header.training.games_hash;
    let read = TrainedOn::from_bytes(&bytes, games_hash).with_context(|| format!("cannot use {}", list.display()))?;
    Ok(Some(read))
}

/// Where the list of a model's training games is: beside it.
pub(crate) fn trained_on_file(model: &Path) -> PathBuf {
    let mut name = model.as_os_str().to_owned();
    name.push(".trained-on");
    PathBuf::from(name)
}
