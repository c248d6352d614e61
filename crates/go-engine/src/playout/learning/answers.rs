//! The "best k" answers to every move in its context (Basaldúa 2013, sections 4.7.3 and 4.7.7).
//!
//! A list belongs to the colour, the point and the context of a move; an entry is the answer's point, the answer's context and a counter of how often in a
//! row it was illegal. The win/loss states of answers are not here: the caller passes them in. An entry is one atomic integer; of two threads that change a
//! list at once one may win. An answer counts as illegal where its point is taken: that is nearly always the reason and costs one look. Whether a stone may be put on a free point
//! is for the caller to find out, who does so only where the contexts fit.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use go_board::Point;

use super::contexts::CONTEXT_BITS;

/// The largest counter of illegality.
pub(super) const MAX_ILLEGAL: u32 = 15;
const ILLEGAL_SHIFT: u32 = 10 + CONTEXT_BITS;

/// One answer: ten bits of point, the context, four bits of counter. 0 is no answer, because no board has the grid's first cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Answer(u32);

impl Answer {
    pub(super) fn new(point: Point, context: u32) -> Self {
        Answer(point.index() as u32 | context << 10)
    }

    pub(super) fn point(self) -> Point {
        Point::from_index((self.0 & 0x3FF) as usize)
    }

    pub(super) fn context(self) -> u32 {
        self.0 >> 10 & ((1 << CONTEXT_BITS) - 1)
    }

    fn n_illegal(self) -> u32 {
        self.0 >> ILLEGAL_SHIFT
    }

    /// The same answer with another counter.
    fn with_illegal(self, n: u32) -> Self {
        Answer(self.0 & ((1 << ILLEGAL_SHIFT) - 1) | n.min(MAX_ILLEGAL) << ILLEGAL_SHIFT)
    }

    fn is_same(self, other: Answer) -> bool {
        self.with_illegal(0) == other.with_illegal(0)
    }
}

/// All lists.
pub(super) struct BestAnswers {
    /// k.
    length: usize,
    slots: Box<[AtomicU32]>,
}

impl BestAnswers {
    /// So many empty lists of `length` answers.
    pub(super) fn new(n_lists: usize, length: usize) -> Self {
        Self { length, slots: (0..n_lists * length).map(|_| AtomicU32::new(0)).collect() }
    }

    #[inline]
    fn list(&self, list: usize) -> &[AtomicU32] {
        &self.slots[list * self.length..][..self.length]
    }

    /// Asks for a list before it is needed.
    #[inline(always)]
    pub(super) fn prefetch(&self, list: usize) {
        if let Some(first) = self.list(list).first() {
            prefetch::prefetch(first);
        }
    }

    /// The answers of a list whose points are free now. Those have their counters cleared, the others have theirs raised (Figure 4.15, step 2).
    #[inline]
    pub(super) fn free(&self, list: usize, is_free: impl Fn(Point) -> bool) -> impl Iterator<Item = Answer> {
        self.list(list).iter().filter_map(move |slot| {
            let answer = Answer(slot.load(Relaxed));
            if answer.0 == 0 {
                return None;
            }
            let is_free = is_free(answer.point());
            let counted = answer.with_illegal(if is_free { 0 } else { answer.n_illegal() + 1 });
            if counted != answer {
                slot.store(counted.0, Relaxed);
            }
            is_free.then_some(answer)
        })
    }

    /// An answer with this state may enter a list: in place of none or of one that was illegal too often, else of the lowest that is lower than it.
    pub(super) fn enter(
        &self,
        list: usize,
        (entering, state): (Answer, u8),
        illegal_limit: u32,
        state_of: impl Fn(Answer) -> u8,
    ) {
        let slots = self.list(list);
        let held = |slot: &AtomicU32| Answer(slot.load(Relaxed));
        if slots.iter().any(|slot| held(slot).is_same(entering)) {
            return;
        }
        let is_free = |answer: Answer| answer.0 == 0 || answer.n_illegal() > illegal_limit;
        let room = slots.iter().find(|slot| is_free(held(slot))).or_else(|| {
            let lowest = slots.iter().map(|slot| (state_of(held(slot)), slot)).min_by_key(|&(state, _)| state);
            lowest.filter(|&(lowest, _)| lowest < state).map(|(_, slot)| slot)
        });
        if let Some(slot) = room {
            slot.store(entering.0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn answer(place: u8) -> Answer {
        Answer::new(Point::new(place % 9, place / 9).expect("a point of 9x9"), 0x2_1234)
    }

    #[test]
    fn an_answer_is_packed_without_loss() {
        let packed = answer(80).with_illegal(7);
        assert_eq!((packed.point(), packed.context(), packed.n_illegal()), (answer(80).point(), 0x2_1234, 7));
        assert_eq!(packed.with_illegal(99).n_illegal(), MAX_ILLEGAL);
        assert!(packed.is_same(answer(80)) && !packed.is_same(answer(79)));
    }

    #[test]
    fn answers_that_stay_illegal_make_room() {
        let lists = BestAnswers::new(2, 2);
        let states = |answer: Answer| answer.point().x() + 10;
        for place in [3, 4] {
            lists.enter(1, (answer(place), states(answer(place))), 3, states);
        }
        let points =
            |is_free: &dyn Fn(Point) -> bool| -> Vec<Point> { lists.free(1, is_free).map(Answer::point).collect() };
        assert_eq!(points(&|_| true), [answer(3).point(), answer(4).point()]);
        lists.enter(1, (answer(1), states(answer(1))), 3, states);
        assert_eq!(points(&|_| true).len(), 2);
        assert!(!points(&|_| true).contains(&answer(1).point()), "it is lower than both");
        for _ in 0..4 {
            points(&|point| point != answer(4).point());
        }
        lists.enter(1, (answer(1), states(answer(1))), 3, states);
        assert_eq!(points(&|_| true), [answer(3).point(), answer(1).point()], "illegal four times in a row");
        assert_eq!(lists.free(0, |_| true).count(), 0, "another list");
    }

    /// The slow twin: a vector of answers without counters.
    #[test]
    fn a_list_holds_what_a_plain_list_would_hold() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let lists = BestAnswers::new(1, 4);
        let mut states = [0_u8; 81];
        let mut twin: Vec<u8> = Vec::new();
        for _ in 0..2000 {
            let place: u8 = random.random_range(0..81);
            states[usize::from(place)] = random.random_range(0..250);
            let state = states[usize::from(place)];
            let state_of = |answer: Answer| states[usize::from(answer.point().y() * 9 + answer.point().x())];
            lists.enter(0, (answer(place), state), MAX_ILLEGAL, state_of);
            if !twin.contains(&place) {
                if twin.len() < 4 {
                    twin.push(place);
                } else if let Some(lowest) = (0..4).min_by_key(|&nth| states[usize::from(twin[nth])])
                    && states[usize::from(twin[lowest])] < state
                {
                    twin[lowest] = place;
                }
            }
            let held: Vec<Point> = lists.free(0, |_| true).map(Answer::point).collect();
            assert_eq!(held, twin.iter().map(|&place| answer(place).point()).collect::<Vec<_>>());
        }
    }
}
