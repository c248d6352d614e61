//! The models that the page can ask, each read when it is first needed: the page is there before they are.

use std::sync::{Arc, OnceLock};

use go_board::BoardSize;
use go_models::Predictor;

/// A model by name.
pub struct NamedPredictor {
    /// What people call it.
    pub name: String,
    /// The board sizes it was trained on.
    pub board_sizes: Vec<u8>,
    read: Box<dyn Fn() -> Arc<dyn Predictor> + Send + Sync>,
    model: OnceLock<Arc<dyn Predictor>>,
}

impl NamedPredictor {
    /// A model that is read when somebody asks it.
    pub fn new(
        name: impl Into<String>,
        board_sizes: Vec<u8>,
        read: impl Fn() -> Arc<dyn Predictor> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), board_sizes, read: Box::new(read), model: OnceLock::new() }
    }

    /// The model.
    pub(crate) fn model(&self) -> Arc<dyn Predictor> {
        Arc::clone(self.model.get_or_init(&self.read))
    }

    /// Lines between the board and the nearest one that the model knows.
    fn distance(&self, size: BoardSize) -> u8 {
        self.board_sizes.iter().map(|known| known.abs_diff(size.get())).min().unwrap_or(u8::MAX)
    }
}

/// All models; never empty.
pub struct Predictors {
    list: Vec<NamedPredictor>,
    /// The first one is used on every board, since somebody asked for it.
    first_always: bool,
}

impl Predictors {
    /// Models that are used on the board nearest to those they were trained on.
    pub fn by_size(list: Vec<NamedPredictor>) -> Self {
        assert!(!list.is_empty(), "the board needs a model");
        Self { list, first_always: false }
    }

    /// The first model plays on every board; the others can be compared with it.
    pub fn with_first(list: Vec<NamedPredictor>) -> Self {
        Self { first_always: true, ..Self::by_size(list) }
    }

    /// The number of the model for a board. Of two that are equally near the one of smaller boards is taken.
    pub(crate) fn index_for(&self, size: BoardSize) -> usize {
        if self.first_always {
            return 0;
        }
        let smallest = |model: &NamedPredictor| model.board_sizes.iter().copied().min();
        let order = |&idx: &usize| (self.list[idx].distance(size), smallest(&self.list[idx]));
        (0..self.list.len()).min_by_key(order).unwrap_or(0)
    }

    /// The model for a board.
    pub(crate) fn for_size(&self, size: BoardSize) -> Arc<dyn Predictor> {
        self.list[self.index_for(size)].model()
    }

    /// The model with that number.
    pub(crate) fn get(&self, idx: usize) -> Option<&NamedPredictor> {
        self.list.get(idx)
    }

    /// All of them in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &NamedPredictor> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_board_decides() {
        let named = |size: u8| NamedPredictor::new(size.to_string(), vec![size], || unreachable!("not read"));
        let predictors = Predictors::by_size(vec![named(19), named(9)]);
        let chosen = |n: usize| predictors.index_for(BoardSize::new(n).expect("a size"));
        assert_eq!([5, 9, 13, 14, 15, 19, 25].map(chosen), [1, 1, 1, 1, 0, 0, 0]);
        let asked_for = Predictors::with_first(vec![named(19), named(9)]);
        assert_eq!(asked_for.index_for(BoardSize::NINE), 0);
    }
}
