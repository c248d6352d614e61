//! Greedy ascent over settings (van Niekerk 2014, section 6.1): from a start, every single setting is raised by itself, the best of these is the
//! next start, until nothing gains enough or nothing can be raised.
//!
//! It finds the best settings if the value rises with each of them with diminishing returns, as the thesis found; where settings only help together it
//! stops below. It knows nothing of what settings are: a raise that returns `None` is out of reach (too expensive, or at its end).

/// One way to raise settings; `None` if they cannot be raised so.
pub type Raise<'a, S> = &'a dyn Fn(&S) -> Option<S>;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AscentLimits {
    /// Steps at most.
    pub n_steps: usize,
    /// A step must gain more than this.
    pub least_gain: f64,
}

/// A step: what was tried from the settings before it, and what was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct AscentStep<S> {
    /// Which raise was taken; `None` for the start, and at the end if none gained enough.
    pub taken: Option<usize>,
    /// The settings after the step.
    pub settings: S,
    /// Their value.
    pub value: f64,
    /// The value of every raise that was possible.
    pub tried: Vec<(usize, f64)>,
}

/// Climbs; the first step is the start, the last one has the best settings found. Of equal values the first raise is taken.
pub fn ascend<S: Clone, E>(
    start: S,
    raises: &[Raise<'_, S>],
    limits: AscentLimits,
    mut measure: impl FnMut(&S) -> Result<f64, E>,
) -> Result<Vec<AscentStep<S>>, E> {
    let value = measure(&start)?;
    let mut steps = vec![AscentStep { taken: None, settings: start, value, tried: Vec::new() }];
    for _ in 0..limits.n_steps {
        let AscentStep { settings, value, .. } = steps.last().expect("the start").clone();
        let mut next = AscentStep { taken: None, settings: settings.clone(), value, tried: Vec::new() };
        for (number, raise) in raises.iter().enumerate() {
            let Some(raised) = raise(&settings) else { continue };
            let found = measure(&raised)?;
            next.tried.push((number, found));
            let is_better = if next.taken.is_some() { found > next.value } else { found > value + limits.least_gain };
            if is_better {
                next = AscentStep { taken: Some(number), settings: raised, value: found, tried: next.tried };
            }
        }
        if next.tried.is_empty() {
            break;
        }
        let is_end = next.taken.is_none();
        steps.push(next);
        if is_end {
            break;
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: AscentLimits = AscentLimits { n_steps: 20, least_gain: 1e-3 };

    fn one_more(place: usize) -> impl Fn(&[u32; 2]) -> Option<[u32; 2]> {
        move |settings| {
            let mut raised = *settings;
            raised[place] += 1;
            (raised.iter().sum::<u32>() <= 6).then_some(raised)
        }
    }

    /// `1 - 2^-a + 3 (1 - 2^-b)` within a budget of six: gains halve, so that the best split of the budget is the greedy one.
    #[test]
    fn the_best_within_a_budget() {
        let value = |s: &[u32; 2]| 1.0 - 0.5f64.powi(s[0] as i32) + 3.0 * (1.0 - 0.5f64.powi(s[1] as i32));
        let raises: [Raise<'_, [u32; 2]>; 2] = [&one_more(0), &one_more(1)];
        let steps = ascend([0, 0], &raises, LIMITS, |s| Ok::<f64, ()>(value(s))).expect("no errors");
        let best = (0..=6).map(|a| value(&[a, 6 - a])).fold(0.0, f64::max);
        let last = steps.last().expect("a step");
        assert_eq!((last.settings, last.value), ([2, 4], best));
        let order: Vec<Option<usize>> = steps.iter().map(|step| step.taken).collect();
        assert_eq!(order, [None, Some(1), Some(1), Some(0), Some(1), Some(0), Some(1)]);
        assert!(steps.windows(2).all(|pair| pair[1].value > pair[0].value));
        assert!(steps[1..].iter().all(|step| step.tried.len() == 2), "both are tried at every step");
    }

    #[test]
    fn it_ends_where_nothing_gains_enough() {
        let raises: [Raise<'_, [u32; 2]>; 2] = [&one_more(0), &one_more(1)];
        let flat = ascend([1, 1], &raises, LIMITS, |_| Ok::<f64, ()>(0.5)).expect("no errors");
        assert_eq!((flat.len(), flat[1].taken, flat[1].settings), (2, None, [1, 1]));
        assert_eq!(flat[1].tried, [(0, 0.5), (1, 0.5)]);
        let full = ascend([3, 3], &raises, LIMITS, |_| Ok::<f64, ()>(0.5)).expect("no errors");
        assert_eq!(full.len(), 1, "nothing can be raised");
        let few = AscentLimits { n_steps: 2, ..LIMITS };
        let cut = ascend([0, 0], &raises, few, |s| Ok::<f64, ()>(f64::from(s[0]))).expect("no errors");
        assert_eq!(cut.last().expect("a step").settings, [2, 0]);
        assert_eq!(ascend([0, 0], &raises, LIMITS, |_| Err("no games")), Err("no games"));
    }
}
