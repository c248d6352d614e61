//! The enumeration of subgraphs (Foulds 2006, section 4.4): strings over {0, 1, 2} in which a 1 never follows a 1 nor a 2 a 2,
//! shorter ones first, equal lengths in lexicographic order.
//!
//! 0 is an empty point, 1 and 2 are the two colours. The number of strings of length `n` or less is `p(n) = 3 p(n-1) - p(n-2) - p(n-3)` with
//! p(0) = 0, p(1) = 3, p(2) = 10, so that p(6) = 406. The thesis gives the recurrence for `n >= 3`, which is right, but counts what may
//! follow a coloured letter as half of the strings that do not begin with 0: the strings that begin with 0 may follow it too and are missing there. What
//! may follow a coloured letter in `k` more letters is `q(k) = n(k-1) + q(k-1)`, where n(k) = p(k) - p(k-1) strings have length `k` and q(0) = 1.
//! The example f("120") = 20 holds for both.
//!
//! A search extends strings by a letter at a time; [`Alphabet::next`] is the table that does it.

/// The longest strings that a table is made for.
pub const MAX_LENGTH: usize = 7;

/// The number of strings of length `n` or less.
pub const fn n_strings(n: usize) -> usize {
    match n {
        0 => 0,
        1 => 3,
        2 => 10,
        _ => 3 * n_strings(n - 1) - n_strings(n - 2) - n_strings(n - 3),
    }
}

/// Strings of exactly `length` letters that may follow this letter (any, after none or 0).
const fn n_after(letter: u8, length: usize) -> usize {
    if length == 0 {
        return 1;
    }
    if letter == 0 {
        return n_strings(length) - n_strings(length - 1);
    }
    // A 0 and anything after it, or the other colour and what may follow that.
    n_after(0, length - 1) + n_after(1, length - 1)
}

/// The place of a string in the enumeration; none for the empty string, foreign letters and colours that repeat.
pub fn place(string: &[u8]) -> Option<usize> {
    let length = string.len();
    let mut place = n_strings(length.checked_sub(1)?);
    let mut before = 0;
    for (at, &letter) in string.iter().enumerate() {
        if letter > 2 || (letter > 0 && letter == before) {
            return None;
        }
        let smaller = (0..letter).filter(|&other| other == 0 || other != before);
        place += smaller.map(|other| n_after(other, length - at - 1)).sum::<usize>();
        before = letter;
    }
    Some(place)
}

/// The string at a place.
pub fn string_at(place: usize) -> Vec<u8> {
    let length = (1..).find(|&length| n_strings(length) > place).expect("the counts grow without end");
    let mut left = place - n_strings(length - 1);
    let mut string = Vec::with_capacity(length);
    let mut before = 0;
    while string.len() < length {
        for letter in (0..3u8).filter(|&letter| letter == 0 || letter != before) {
            let n = n_after(letter, length - string.len() - 1);
            if left < n {
                string.push(letter);
                before = letter;
                break;
            }
            left -= n;
        }
    }
    string
}

/// The number of a string when a letter is appended to it.
pub struct Alphabet {
    length: usize,
    next: Vec<[u16; 3]>,
}

/// No such string: a colour would follow itself.
pub(super) const NO_STRING: u16 = u16::MAX;

impl Alphabet {
    /// The table for strings of up to `length` letters, from 1 to [`MAX_LENGTH`].
    pub fn new(length: usize) -> Alphabet {
        assert!((1..=MAX_LENGTH).contains(&length), "strings of 1 to {MAX_LENGTH} letters, not {length}");
        let extend = |at: usize| {
            let mut string = string_at(at);
            [0, 1, 2].map(|letter| {
                string.push(letter);
                let next = place(&string).map_or(NO_STRING, |next| next as u16);
                string.pop();
                next
            })
        };
        Alphabet { length, next: (0..n_strings(length - 1)).map(extend).collect() }
    }

    /// The longest strings.
    pub fn length(&self) -> usize {
        self.length
    }

    /// All strings: the length of a feature vector.
    pub fn n_strings(&self) -> usize {
        n_strings(self.length)
    }

    /// The place of the string at `place` with the letter appended.
    #[inline(always)]
    pub(super) fn next(&self, place: u16, letter: u8) -> u16 {
        self.next[place as usize][letter as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All strings, by writing them down.
    fn written_down(length: usize) -> Vec<Vec<u8>> {
        let mut all: Vec<Vec<u8>> = Vec::new();
        let mut last = vec![vec![]];
        for _ in 0..length {
            let extend = |string: &Vec<u8>| {
                let string = string.clone();
                let may_follow = move |&letter: &u8| letter == 0 || string.last() != Some(&letter);
                (0..3u8).filter(may_follow).collect::<Vec<_>>()
            };
            last = last.iter().flat_map(|s| extend(s).into_iter().map(|c| [s.clone(), vec![c]].concat())).collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn published_numbers() {
        assert_eq!([1, 2, 3, 4, 5, 6].map(n_strings), [3, 10, 27, 68, 167, 406]);
        assert_eq!(place(&[1, 2, 0]), Some(20));
        let first: Vec<Vec<u8>> = (0..10).map(string_at).collect();
        assert_eq!(first, written_down(2));
        assert_eq!(first[7..], [vec![1, 2], vec![2, 0], vec![2, 1]]);
    }

    #[test]
    fn the_places_are_those_of_the_written_list() {
        for (at, string) in written_down(7).iter().enumerate() {
            assert_eq!(place(string), Some(at), "{string:?}");
            assert_eq!(&string_at(at), string);
        }
        assert_eq!(written_down(7).len(), n_strings(7));
        for bad in [&[][..], &[3], &[1, 1], &[0, 2, 2, 0]] {
            assert_eq!(place(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_table_appends_letters() {
        let alphabet = Alphabet::new(6);
        for at in 0..n_strings(5) {
            for letter in 0..3 {
                let longer = [string_at(at), vec![letter]].concat();
                assert_eq!(alphabet.next(at as u16, letter), place(&longer).map_or(NO_STRING, |place| place as u16));
            }
        }
    }
}
