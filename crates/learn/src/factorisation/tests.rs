//! Laws of the factorisation, and its slow twin: whole matrices, no skipping of zeros.

use super::*;
use proptest::prelude::*;

/// The updates as the paper writes them.
struct Dense {
    x: Vec<Vec<f64>>,
    w: Vec<Vec<f64>>,
    h: Vec<Vec<f64>>,
}

impl Dense {
    fn of(counts: &Counts, factors: &Factorisation) -> Dense {
        let rows = |flat: &[f64], width: usize| flat.chunks_exact(width).map(<[f64]>::to_vec).collect();
        let mut x = vec![vec![0.0; counts.n_columns()]; counts.n_rows()];
        for (number, row) in x.iter_mut().enumerate() {
            counts.row(number).for_each(|(column, value)| row[column] = value);
        }
        Dense { x, w: rows(&factors.encodings, factors.n_factors), h: rows(&factors.parts, factors.n_columns) }
    }

    fn v(&self, i: usize, j: usize) -> f64 {
        self.w[i].iter().zip(&self.h).map(|(weight, part)| weight * part[j]).sum()
    }

    fn v_all(&self) -> Vec<Vec<f64>> {
        let columns = self.x[0].len();
        (0..self.x.len()).map(|i| (0..columns).map(|j| self.v(i, j)).collect()).collect()
    }

    fn update(&mut self) {
        let (n, p, d) = (self.x.len(), self.x[0].len(), self.h.len());
        let new_w = |i: usize, a: usize| {
            let up: f64 = (0..p).map(|j| self.h[a][j] * self.x[i][j] / self.v(i, j)).sum();
            self.w[i][a] * up / self.h[a].iter().sum::<f64>()
        };
        self.w = (0..n).map(|i| (0..d).map(|a| new_w(i, a)).collect()).collect();
        let new_h = |a: usize, j: usize| {
            let up: f64 = (0..n).map(|i| self.w[i][a] * self.x[i][j] / self.v(i, j)).sum();
            self.h[a][j] * up / self.w.iter().map(|row| row[a]).sum::<f64>()
        };
        self.h = (0..d).map(|a| (0..p).map(|j| new_h(a, j)).collect()).collect();
    }

    fn divergence(&self) -> f64 {
        let term = |x: f64, v: f64| if x > 0.0 { x * (x / v).ln() - x + v } else { v };
        let v = self.v_all();
        self.x.iter().zip(&v).flat_map(|(x, v)| x.iter().zip(v)).map(|(&x, &v)| term(x, v)).sum()
    }
}

fn counts(rows: &[Vec<f64>]) -> Counts {
    let mut counts = Counts::new(rows[0].len());
    rows.iter().for_each(|row| counts.push_dense(row).expect("a sound row"));
    counts
}

/// Matrices with many zeros; every column and every row has something.
fn matrices() -> impl Strategy<Value = Vec<Vec<f64>>> {
    let cell = prop_oneof![Just(0.0), 0.1..9.0];
    (3..7usize, 4..9usize).prop_flat_map(move |(columns, rows)| {
        prop::collection::vec(prop::collection::vec(cell.clone(), columns), rows).prop_map(|mut rows| {
            let n_rows = rows.len();
            (0..n_rows.max(rows[0].len())).for_each(|k| {
                let column = k % rows[0].len();
                rows[k % n_rows][column] += 0.5;
            });
            rows
        })
    })
}

proptest! {
    #[test]
    fn the_slow_twin_agrees(rows in matrices(), seed in 0..100u64) {
        let counts = counts(&rows);
        let mut factors = Factorisation::random(&counts, 2, seed).expect("something to factorise");
        let mut slow = Dense::of(&counts, &factors);
        for _ in 0..5 {
            prop_assert!((factors.divergence(&counts) - slow.divergence()).abs() < 1e-9);
            factors.update(&counts);
            slow.update();
            let slow_flat: Vec<f64> = slow.w.iter().chain(&slow.h).flatten().copied().collect();
            let fast: Vec<f64> = factors.encodings.iter().chain(&factors.parts).copied().collect();
            for (fast, slow) in fast.iter().zip(&slow_flat) {
                prop_assert!((fast - slow).abs() <= 1e-9 * (1.0 + slow.abs()), "{fast} {slow}");
            }
        }
    }

    #[test]
    fn the_divergence_never_rises_and_sums_agree_after_an_update(rows in matrices(), seed in 0..100u64) {
        let counts = counts(&rows);
        let mut factors = Factorisation::random(&counts, 2, seed).expect("something to factorise");
        let mut before = factors.divergence(&counts);
        for _ in 0..30 {
            factors.update(&counts);
            let now = factors.divergence(&counts);
            prop_assert!(now <= before + 1e-9, "{before} became {now}");
            before = now;
            let total: f64 = Dense::of(&counts, &factors).v_all().iter().flatten().sum();
            prop_assert!((total - counts.total()).abs() < 1e-6 * counts.total());
        }
    }

    #[test]
    fn scaled_counts_have_scaled_factors(rows in matrices(), scale in 0.5..20.0f64) {
        let plain = counts(&rows);
        let scaled = counts(&rows.iter().map(|row| row.iter().map(|x| x * scale).collect()).collect::<Vec<_>>());
        let config = FactorisationConfig { max_updates: 20, tolerance: 0.0, ..FactorisationConfig::default() };
        let fit = |counts| Factorisation::fit(counts, &config).expect("something to factorise");
        let (a, b) = (fit(&plain), fit(&scaled));
        prop_assert!((a.divergence(&plain) * scale - b.divergence(&scaled)).abs() < 1e-6 * (1.0 + scale * plain.total()));
        for (x, y) in a.parts().iter().zip(b.parts()) {
            prop_assert!((x * scale.sqrt() - y).abs() < 1e-6 * (1.0 + y));
        }
    }

    #[test]
    fn normalising_keeps_the_product(rows in matrices()) {
        let counts = counts(&rows);
        let factors = Factorisation::random(&counts, 3, 4).expect("something to factorise");
        let normal = factors.clone().normalised();
        prop_assert!((factors.divergence(&counts) - normal.divergence(&counts)).abs() < 1e-9);
        for a in 0..3 {
            prop_assert!((normal.part(a).iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn parts_are_found_again() {
    let parts = [[4.0, 4.0, 0.0, 0.0, 2.0], [0.0, 0.0, 3.0, 6.0, 1.0]];
    let row = |k: usize| {
        let weights = [(k * 7 % 5) as f64, (k * 3 % 4) as f64];
        (0..5).map(|j| weights[0] * parts[0][j] + weights[1] * parts[1][j]).collect::<Vec<f64>>()
    };
    let counts = counts(&(0..40).map(row).collect::<Vec<_>>());
    let config = FactorisationConfig { tolerance: 0.0, ..FactorisationConfig::default() };
    let found = Factorisation::fit(&counts, &config).expect("something to factorise").normalised();
    assert!(found.divergence(&counts) < 1e-3 * counts.total(), "{}", found.divergence(&counts));
    for part in parts {
        let sum: f64 = part.iter().sum();
        let near = |a: usize| (0..5).all(|j| (found.part(a)[j] - part[j] / sum).abs() < 0.02);
        assert!(near(0) || near(1), "{:?} in {:?}", part, found.parts());
    }
    assert_eq!(Factorisation::fit(&counts, &config), Factorisation::fit(&counts, &config));
}

#[test]
fn nothing_is_not_factorised() {
    assert_eq!(Factorisation::fit(&Counts::new(3), &FactorisationConfig::default()), None);
    assert_eq!(Factorisation::from_matrices(2, vec![1.0; 4], vec![-1.0; 4]), None);
    assert_eq!(Factorisation::from_matrices(2, vec![1.0; 3], vec![1.0; 4]), None);
}

#[test]
fn the_right_inverse_inverts() {
    let h = [1.0, 2.0, 0.0, 1.0, 0.5, 0.0, 3.0, 1.0];
    let inverse = right_inverse(&h, 2).expect("independent rows");
    for a in 0..2 {
        for b in 0..2 {
            let product: f64 = (0..4).map(|j| h[a * 4 + j] * inverse[j * 2 + b]).sum();
            assert!((product - f64::from(a == b)).abs() < 1e-12, "{a} {b}: {product}");
        }
    }
    assert_eq!(right_inverse(&[1.0, 2.0, 2.0, 4.0], 2), None, "one row is twice the other");
    assert_eq!(right_inverse(&[0.0; 4], 2), None);
    assert_eq!(right_inverse(&[1.0; 3], 2), None);
}

/// Ten updates by scikit-learn 1.9.1 from the same matrices: `NMF(2, init="custom", solver="mu", beta_loss="kullback-leibler", max_iter=10, tol=0)`.
#[test]
fn ten_updates_are_the_golden_ones() {
    let rows = [[1.0, 2.0, 0.0], [3.0, 0.0, 4.0], [0.0, 5.0, 6.0], [2.0, 2.0, 2.0]];
    let counts = counts(&rows.map(|row| row.to_vec()));
    let first = (vec![1.0, 2.0, 2.0, 1.0, 1.0, 1.0, 0.5, 1.5], vec![1.0, 0.5, 2.0, 0.5, 1.0, 1.0]);
    let mut factors = Factorisation::from_matrices(2, first.0, first.1).expect("sound matrices");
    (0..10).for_each(|_| factors.update(&counts));
    let golden = [
        [0.05719413123871041, 1.0662805450276238, 2.1046788516123764, 0.00012836372736190683, 0.9883612425740468]
            .as_slice(),
        &[2.926971608549992, 0.9194517192273262, 1.1165005509195725],
        &[1.1785952495158603, 0.0011132753685823306, 2.1391433829104933],
        &[0.2355216222340181, 1.760406788098782, 0.6447035062045955, 3.8819595150234996],
    ]
    .concat();
    let found = [factors.encodings(), factors.parts(), &[factors.divergence(&counts)]].concat();
    for (found, golden) in found.iter().zip(&golden) {
        assert!((found - golden).abs() < 1e-9, "{found} {golden}");
    }
    assert_eq!(found.len(), golden.len());
}
