//! Which of several models answers on which board: the one trained on boards of the nearest size. Each is read when it is first needed.

use crate::Predictor;
use go_board::BoardSize;
use std::sync::{Arc, OnceLock};

/// A model by name.
pub struct NamedPredictor {
    /// Its name.
    pub name: String,
    /// The board sizes it was trained on.
    pub board_sizes: Vec<u8>,
    read: Box<dyn Fn() -> Arc<dyn Predictor> + Send + Sync>,
    model: OnceLock<Arc<dyn Predictor>>,
}

impl NamedPredictor {
    /// A model that is read on first use.
    pub fn new(
        name: impl Into<String>,
        board_sizes: Vec<u8>,
        read: impl Fn() -> Arc<dyn Predictor> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), board_sizes, read: Box::new(read), model: OnceLock::new() }
    }

    /// The model.
    pub fn model(&self) -> Arc<dyn Predictor> {
        Arc::clone(self.model.get_or_init(&self.read))
    }
}

/// The place of the model that was trained on boards nearest to this size; of two that are equally near, the one of smaller boards.
/// `None` if the list is empty.
pub fn nearest_in_size<'s>(trained_on: impl IntoIterator<Item = &'s [u8]>, size: BoardSize) -> Option<usize> {
    let distance = |sizes: &[u8]| sizes.iter().map(|known| known.abs_diff(size.get())).min().unwrap_or(u8::MAX);
    let order = |(_, sizes): &(usize, &[u8])| (distance(sizes), sizes.iter().copied().min());
    trained_on.into_iter().enumerate().min_by_key(order).map(|(idx, _)| idx)
}

/// All models; never empty.
pub struct Predictors {
    list: Vec<NamedPredictor>,
    /// The first one was chosen explicitly and is used on every board.
    first_always: bool,
}

impl Predictors {
    /// Models that are used on the boards nearest to those they were trained on.
    pub fn by_size(list: Vec<NamedPredictor>) -> Self {
        assert!(!list.is_empty(), "at least one model is needed");
        Self { list, first_always: false }
    }

    /// The first model is used on every board; the others can be compared with it.
    pub fn with_first(list: Vec<NamedPredictor>) -> Self {
        Self { first_always: true, ..Self::by_size(list) }
    }

    /// The number of the model for a board.
    pub fn index_for(&self, size: BoardSize) -> usize {
        if self.first_always {
            return 0;
        }
        nearest_in_size(self.list.iter().map(|model| &model.board_sizes[..]), size).unwrap_or(0)
    }

    /// The model for a board.
    pub fn for_size(&self, size: BoardSize) -> Arc<dyn Predictor> {
        self.list[self.index_for(size)].model()
    }

    /// The model with that number.
    pub fn get(&self, idx: usize) -> Option<&NamedPredictor> {
        self.list.get(idx)
    }

    /// Those to compare on a board: trained on boards of its size; the one that is used there in any case.
    pub fn fitting(&self, size: BoardSize) -> impl Iterator<Item = &NamedPredictor> {
        let used = self.index_for(size);
        let fits =
            move |&(idx, model): &(usize, &NamedPredictor)| idx == used || model.board_sizes.contains(&size.get());
        self.list.iter().enumerate().filter(fits).map(|(_, model)| model)
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = &NamedPredictor> {
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
        let compared = |n: usize| -> Vec<String> {
            predictors.fitting(BoardSize::new(n).expect("a size")).map(|model| model.name.clone()).collect()
        };
        assert_eq!([compared(19), compared(9), compared(13)], [["19"], ["9"], ["9"]]);
        let asked_for = Predictors::with_first(vec![named(19), named(9)]);
        assert_eq!(asked_for.index_for(BoardSize::NINE), 0);
        assert_eq!(nearest_in_size([], BoardSize::NINE), None);
        assert_eq!(nearest_in_size([&[][..], &[19]], BoardSize::NINE), Some(1), "one that names no size comes last");
    }
}
