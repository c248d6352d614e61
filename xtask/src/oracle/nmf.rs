//! `learn::factorisation` against scikit-learn's NMF with the same first matrices: solver `mu`, loss `kullback-leibler`, no regularisation.
//!
//! The matrices are made from a seed, with many zeros. Both make the same number of updates; both factors and the divergence must agree. The package is
//! installed in a virtual environment under the build folder.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use learn::factorisation::{Counts, Factorisation};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::workspace;

const PACKAGE: &str = "scikit-learn==1.9.1";
/// Rows, columns, factors and updates of the comparisons.
const CASES: [(usize, usize, usize, usize); 4] = [(6, 5, 2, 1), (40, 8, 2, 20), (200, 30, 5, 50), (1_000, 8, 2, 200)];
/// The largest difference of two numbers, as a share of the largest number of its matrix.
const TOLERANCE: f64 = 1e-6;

/// Reads `N P D UPDATES`, then X, W and H as numbers; writes W, H and the divergence.
const SCRIPT: &str = r#"
import sys, warnings
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.decomposition import NMF
from sklearn.exceptions import ConvergenceWarning

warnings.simplefilter("ignore", ConvergenceWarning)
numbers = iter(sys.stdin.read().split())
n, p, d, updates = (int(next(numbers)) for _ in range(4))
take = lambda rows, columns: np.array([float(next(numbers)) for _ in range(rows * columns)]).reshape(rows, columns)
x, w, h = take(n, p), take(n, d), take(d, p)
model = NMF(d, init="custom", solver="mu", beta_loss="kullback-leibler", max_iter=updates, tol=0)
w = model.fit_transform(csr_matrix(x), W=w, H=h)
v = w @ model.components_
logs = np.where(x > 0, x * np.log(np.where(x > 0, x, 1) / np.maximum(v, 1e-300)), 0)
for value in [*w.ravel(), *model.components_.ravel(), (logs - x + v).sum()]:
    print(repr(float(value)))
"#;

/// Compares all cases; true when every number agrees.
pub(super) fn run(_: &[String]) -> Result<bool> {
    let python = python_with_package()?;
    let mut agree = true;
    for (number, case) in CASES.into_iter().enumerate() {
        agree &= compare(&python, case, number as u64)?;
    }
    Ok(agree)
}

fn compare(python: &PathBuf, (n, p, d, updates): (usize, usize, usize, usize), seed: u64) -> Result<bool> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut counts = Counts::new(p);
    let mut input = format!("{n} {p} {d} {updates}\n");
    for _ in 0..n {
        let row: Vec<f64> =
            (0..p).map(|_| if random.random_bool(0.4) { 0.0 } else { 9.0 * random.random::<f64>() }).collect();
        row.iter().for_each(|value| input += &format!("{value:?} "));
        counts.push_dense(&row)?;
    }
    let mut ours = Factorisation::random(&counts, d, seed).context("there is something to factorise")?;
    ours.encodings().iter().chain(ours.parts()).for_each(|value| input += &format!("{value:?} "));
    (0..updates).for_each(|_| ours.update(&counts));

    let mut child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start Python")?;
    child.stdin.take().context("Python's input is a pipe")?.write_all(input.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "scikit-learn: {}", output.status);
    let theirs: Vec<f64> =
        String::from_utf8(output.stdout)?.lines().map(str::parse).collect::<Result<_, _>>().context("a number")?;
    ensure!(theirs.len() == n * d + d * p + 1, "scikit-learn wrote {} numbers", theirs.len());

    let (encodings, rest) = theirs.split_at(n * d);
    let (parts, divergence) = rest.split_at(d * p);
    let of_encodings = difference(ours.encodings(), encodings);
    let of_parts = difference(ours.parts(), parts);
    let of_divergence = difference(&[ours.divergence(&counts)], divergence);
    println!(
        "{n} x {p}, {d} factors, {updates} updates: W differs by {of_encodings:.1e}, H by {of_parts:.1e}, the divergence {:.6} by {of_divergence:.1e}",
        divergence[0]
    );
    Ok([of_encodings, of_parts, of_divergence].into_iter().all(|difference| difference <= TOLERANCE))
}

/// The largest difference as a share of the largest number.
fn difference(ours: &[f64], theirs: &[f64]) -> f64 {
    let largest = theirs.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()));
    let most = ours.iter().zip(theirs).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    if most.is_nan() { f64::INFINITY } else { most / largest }
}

/// The interpreter of a virtual environment that has the package.
fn python_with_package() -> Result<PathBuf> {
    let environment = workspace::target().join("tools/scikit-learn");
    let python = environment.join("bin/python");
    let has_package = || {
        let import = Command::new(&python).args(["-c", "import sklearn"]).stderr(Stdio::null()).status();
        import.is_ok_and(|status| status.success())
    };
    if !has_package() {
        for command in [
            Command::new("python3").args(["-m", "venv"]).arg(&environment),
            Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]),
        ] {
            let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
            if !status.success() {
                bail!("{command:?} failed: Python 3 with venv and a package index are needed");
            }
        }
    }
    ensure!(has_package(), "{PACKAGE} was installed but cannot be imported by {}", python.display());
    Ok(python)
}
