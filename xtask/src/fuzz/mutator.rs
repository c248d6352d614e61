//! Makes new inputs out of old ones: bits flipped, bytes replaced, chunks copied, cut or repeated, words of the
//! dictionary put in, two inputs spliced. One seed gives one sequence of inputs.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// No input grows beyond this.
const MAX_BYTES: usize = 128 * 1024;
/// One new input in this many joins the pool, so that mutations pile up.
const KEEP_ONE_IN: u32 = 64;
/// A new input longer than this does not join, or the pool would drift to a few slow giants.
const MAX_KEPT_BYTES: usize = 4 * 1024;
/// The pool's size beyond the corpus it began with.
const MAX_KEPT: usize = 512;
/// Numbers at which length fields and counters go wrong.
const EDGE_NUMBERS: [u32; 10] = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
/// Bytes that text formats treat in their own way.
const EDGE_BYTES: &[u8] = b"\0\t\n\r \"#()+,-./0123456789:;=?AZ[\\]_az{}\x7f\x80\xc3\xff";

/// A stream of inputs.
pub(super) struct Mutator {
    random: Xoshiro256PlusPlus,
    pool: Vec<Vec<u8>>,
    n_seeds: usize,
    dictionary: &'static [&'static [u8]],
}

impl Mutator {
    /// `corpus` must not be empty.
    pub(super) fn new(seed: u64, corpus: Vec<Vec<u8>>, dictionary: &'static [&'static [u8]]) -> Self {
        assert!(!corpus.is_empty(), "there is always the empty input");
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { random, n_seeds: corpus.len(), pool: corpus, dictionary }
    }

    /// Writes the next input over `input`.
    pub(super) fn next_into(&mut self, input: &mut Vec<u8>) {
        let parent = self.random.random_range(0..self.pool.len());
        input.clear();
        input.extend_from_slice(&self.pool[parent]);
        for _ in 0..1 << self.random.random_range(0..5) {
            self.mutate(input);
        }
        input.truncate(MAX_BYTES);
        if input.len() <= MAX_KEPT_BYTES && self.random.random_ratio(1, KEEP_ONE_IN) {
            self.keep(input.clone());
        }
    }

    /// Puts an input that reached something new among those that stay.
    pub(super) fn learn(&mut self, input: &[u8]) {
        self.pool.push(input.to_vec());
        let last = self.pool.len() - 1;
        self.pool.swap(self.n_seeds, last);
        self.n_seeds += 1;
    }

    fn keep(&mut self, input: Vec<u8>) {
        if self.pool.len() < self.n_seeds + MAX_KEPT {
            self.pool.push(input);
        } else {
            let place = self.n_seeds + self.random.random_range(0..MAX_KEPT);
            self.pool[place] = input;
        }
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        match self.random.random_range(0..9) {
            0 => self.flip_bit(input),
            1 => self.replace_byte(input),
            2 => self.insert_bytes(input),
            3 => self.cut_chunk(input),
            4 => self.copy_chunk(input),
            5 => self.repeat_chunk(input),
            6 => self.write_edge_number(input),
            7 => self.insert_word(input),
            _ => self.splice(input),
        }
    }

    fn flip_bit(&mut self, input: &mut [u8]) {
        if !input.is_empty() {
            let place = self.random.random_range(0..input.len());
            input[place] ^= 1 << self.random.random_range(0..8);
        }
    }

    fn replace_byte(&mut self, input: &mut [u8]) {
        if !input.is_empty() {
            let place = self.random.random_range(0..input.len());
            input[place] = self.any_byte();
        }
    }

    fn insert_bytes(&mut self, input: &mut Vec<u8>) {
        let place = self.random.random_range(0..=input.len());
        let bytes: Vec<u8> = (0..self.random.random_range(1..8)).map(|_| self.any_byte()).collect();
        input.splice(place..place, bytes);
    }

    fn cut_chunk(&mut self, input: &mut Vec<u8>) {
        let chunk = self.chunk(input);
        input.drain(chunk);
    }

    fn copy_chunk(&mut self, input: &mut Vec<u8>) {
        let chunk = input[self.chunk(input)].to_vec();
        let place = self.random.random_range(0..=input.len());
        input.splice(place..place, chunk);
    }

    /// Nesting and long lists: the same few bytes, mostly a few times, now and then some thousand times.
    fn repeat_chunk(&mut self, input: &mut Vec<u8>) {
        let range = self.chunk(input);
        let chunk = input[range.start..range.end.min(range.start + 16)].to_vec();
        let most = self.random.random_range(2..14);
        let n_times = 1 << self.random.random_range(1..most);
        if input.len() + chunk.len() * n_times <= MAX_BYTES {
            input.splice(range.start..range.start, chunk.repeat(n_times));
        }
    }

    fn write_edge_number(&mut self, input: &mut [u8]) {
        let number = EDGE_NUMBERS[self.random.random_range(0..EDGE_NUMBERS.len())];
        let bytes = if self.random.random_bool(0.5) { number.to_le_bytes() } else { number.to_be_bytes() };
        let width = [1, 2, 4][self.random.random_range(0..3)];
        if input.len() >= width {
            let place = self.random.random_range(0..=input.len() - width);
            input[place..place + width].copy_from_slice(&bytes[..width]);
        }
    }

    fn insert_word(&mut self, input: &mut Vec<u8>) {
        if !self.dictionary.is_empty() {
            let word = self.dictionary[self.random.random_range(0..self.dictionary.len())];
            let place = self.random.random_range(0..=input.len());
            input.splice(place..place, word.iter().copied());
        }
    }

    /// The head of this input with the tail of another.
    fn splice(&mut self, input: &mut Vec<u8>) {
        let other = self.random.random_range(0..self.pool.len());
        input.truncate(self.random.random_range(0..=input.len()));
        let from = self.random.random_range(0..=self.pool[other].len());
        input.extend_from_slice(&self.pool[other][from..]);
    }

    fn any_byte(&mut self) -> u8 {
        if self.random.random_bool(0.5) {
            EDGE_BYTES[self.random.random_range(0..EDGE_BYTES.len())]
        } else {
            self.random.random()
        }
    }

    /// A range of the input: mostly short, now and then up to all of it.
    fn chunk(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let start = self.random.random_range(0..=input.len());
        let most = if self.random.random_ratio(1, 4) { input.len() } else { 32 };
        start..start + self.random.random_range(0..=most.min(input.len() - start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(seed: u64, n_inputs: usize) -> Vec<Vec<u8>> {
        let mut mutator = Mutator::new(seed, vec![Vec::new(), b"(;B[aa])".to_vec()], &[b"AB", b"[tt]"]);
        let mut input = Vec::new();
        (0..n_inputs)
            .map(|_| {
                mutator.next_into(&mut input);
                input.clone()
            })
            .collect()
    }

    #[test]
    fn one_seed_gives_one_sequence() {
        assert_eq!(inputs(7, 500), inputs(7, 500));
        assert_ne!(inputs(7, 500), inputs(8, 500));
    }

    #[test]
    fn what_was_learned_stays() {
        let mut mutator = Mutator::new(1, vec![Vec::new()], &[]);
        let mut input = Vec::new();
        for round in 0..200_000 {
            mutator.next_into(&mut input);
            if round % 50_000 == 0 {
                mutator.learn(format!("found {round}").as_bytes());
            }
        }
        let found: Vec<_> = mutator.pool[1..5].iter().map(|input| String::from_utf8_lossy(input)).collect();
        assert_eq!(found, ["found 0", "found 50000", "found 100000", "found 150000"]);
        assert_eq!(mutator.pool.len(), mutator.n_seeds + MAX_KEPT);
    }

    #[test]
    fn inputs_vary_and_stay_bounded() {
        let inputs = inputs(1, 5_000);
        assert!(inputs.iter().all(|input| input.len() <= MAX_BYTES));
        let distinct: std::collections::HashSet<_> = inputs.iter().collect();
        assert!(distinct.len() > 4_000, "only {} distinct inputs", distinct.len());
        assert!(inputs.iter().any(|input| input.len() > 2_000), "no long input");
        assert!(inputs.iter().any(|input| input.windows(4).any(|bytes| bytes == b"[tt]")), "no word of the dictionary");
    }
}
