//! Makes a failing input smaller: chunks are cut out, from half the input down to single bytes, as long as it fails.

/// The smallest input found within `budget` calls of `fails`.
pub(super) fn minimise(input: &[u8], budget: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    let mut n_calls = 0;
    let mut chunk = best.len().div_ceil(2);
    while chunk > 0 {
        let mut start = 0;
        let mut shrunk = false;
        while start < best.len() {
            if n_calls == budget {
                return best;
            }
            n_calls += 1;
            let mut shorter = best[..start].to_vec();
            shorter.extend_from_slice(&best[best.len().min(start + chunk)..]);
            if fails(&shorter) {
                best = shorter;
                shrunk = true;
            } else {
                start += chunk;
            }
        }
        if !shrunk || chunk > best.len() {
            chunk /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_only_what_makes_it_fail() {
        let input = b"some text (with a bracket) and [another] one";
        let smallest = minimise(input, 1_000, |bytes| bytes.contains(&b'(') && bytes.contains(&b']'));
        assert_eq!(smallest, b"(]");
    }

    #[test]
    fn stops_at_the_budget() {
        let mut n_calls = 0;
        let kept = minimise(&[0; 1_000], 20, |_| {
            n_calls += 1;
            false
        });
        assert_eq!((kept.len(), n_calls), (1_000, 20));
    }
}
