//! The classifiers of `learn::classify` against Weka 3.6, through its Java API.
//!
//! Both learn from the same table and classify the same test rows. Learners without random choices must agree on 99% of the rows; for those that draw or
//! shuffle rows, and for the support vector machines (another solver), the accuracies of five seeds must have means within two points.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result, bail, ensure};
use learn::classify::{Choice, Learner, Table, arff};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{tools, workspace};

const PROGRAM: &str = include_str!("Predictions.java");
const N_SEEDS: u64 = 5;

/// How two implementations of a learner may differ.
#[derive(Clone, Copy, PartialEq)]
enum Tie {
    /// The same class for 99% of the rows.
    Rows,
    /// Mean accuracies within two points; Weka takes the seed after this option.
    Accuracy(&'static str),
    /// The same, without a seed.
    Solver,
}

/// Our learner, Weka's with its options, and how they are compared: the nineteen settings of Foulds 2006, Table 1, and stumps.
const SETTINGS: [(&str, &str, Tie); 20] = [
    ("zero-r", "weka.classifiers.rules.ZeroR", Tie::Rows),
    ("naive-bayes", "weka.classifiers.bayes.NaiveBayes", Tie::Rows),
    ("stump", "weka.classifiers.trees.DecisionStump", Tie::Rows),
    ("j48", "weka.classifiers.trees.J48", Tie::Rows),
    ("part", "weka.classifiers.rules.PART", Tie::Rows),
    ("knn:k=1", "weka.classifiers.lazy.IBk -K 1", Tie::Rows),
    ("knn:k=5", "weka.classifiers.lazy.IBk -K 5", Tie::Rows),
    ("knn:k=10", "weka.classifiers.lazy.IBk -K 10", Tie::Rows),
    (
        "adaboost:rounds=100",
        "weka.classifiers.meta.AdaBoostM1 -I 100 -W weka.classifiers.trees.DecisionStump",
        Tie::Rows,
    ),
    ("adaboost:rounds=15,base=j48", "weka.classifiers.meta.AdaBoostM1 -I 15 -W weka.classifiers.trees.J48", Tie::Rows),
    ("jrip", "weka.classifiers.rules.JRip", Tie::Accuracy("-S")),
    ("voted-perceptron", "weka.classifiers.functions.VotedPerceptron -I 1 -E 1.0", Tie::Accuracy("-S")),
    ("bagging:rounds=10", "weka.classifiers.meta.Bagging -I 10 -W weka.classifiers.trees.J48", Tie::Accuracy("-S")),
    (
        "bagging:rounds=10,unpruned=true",
        "weka.classifiers.meta.Bagging -I 10 -W weka.classifiers.trees.J48 -- -U",
        Tie::Accuracy("-S"),
    ),
    ("forest:trees=10", "weka.classifiers.trees.RandomForest -I 10", Tie::Accuracy("-S")),
    ("forest:trees=50", "weka.classifiers.trees.RandomForest -I 50", Tie::Accuracy("-S")),
    ("forest:trees=100", "weka.classifiers.trees.RandomForest -I 100", Tie::Accuracy("-S")),
    ("forest:trees=200", "weka.classifiers.trees.RandomForest -I 200", Tie::Accuracy("-S")),
    (
        "svm:c=1,kernel=poly,exponent=1",
        r#"weka.classifiers.functions.SMO -C 1.0 -M -K "weka.classifiers.functions.supportVector.PolyKernel -E 1.0""#,
        Tie::Solver,
    ),
    (
        "svm:c=1,kernel=rbf,gamma=0.01",
        r#"weka.classifiers.functions.SMO -C 1.0 -M -K "weka.classifiers.functions.supportVector.RBFKernel -G 0.01""#,
        Tie::Solver,
    ),
];

/// `[TRAIN.arff TEST.arff]`; the class is the last attribute of both.
pub(super) fn run(arguments: &[String]) -> Result<bool> {
    let folder = workspace::target().join("tools/weka");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let files = match arguments {
        [] => {
            let files = [folder.join("train.arff"), folder.join("test.arff")];
            fs::write(&files[0], arff::write(&made_table(1_200, 1)?))?;
            fs::write(&files[1], arff::write(&made_table(1_000, 2)?))?;
            files
        }
        [train, test] => [PathBuf::from(train), PathBuf::from(test)],
        _ => bail!("oracle weka takes TRAIN.arff and TEST.arff, or nothing"),
    };
    let [train, test] = [read(&files[0])?, read(&files[1])?];
    let test = test.arranged_for(train.columns(), train.classes())?;
    println!("{} rows to learn from, {} to classify, {} columns", train.n_rows(), test.n_rows(), train.n_columns());
    let mut weka = Weka::start(&folder, &files)?;
    let mut all_agree = true;
    for (text, theirs, tie) in SETTINGS {
        let learner: Learner = text.parse()?;
        let (line, agrees) = match tie {
            Tie::Rows => {
                let (ours, theirs) = (predictions(&learner, &train, &test, 1)?, weka.predictions(theirs)?);
                let n_same = ours.iter().zip(&theirs).filter(|(a, b)| a == b).count();
                let share = n_same as f64 / ours.len() as f64;
                let line = format!(
                    "{:.2}% of the rows alike; right: ours {:.2}%, Weka {:.2}%",
                    100.0 * share,
                    100.0 * accuracy(&ours, &test),
                    100.0 * accuracy(&theirs, &test)
                );
                (line, share >= 0.99)
            }
            Tie::Accuracy(_) | Tie::Solver => {
                let seeds = if tie == Tie::Solver { 1..=1 } else { 1..=N_SEEDS };
                let (mut ours, mut others) = (Vec::new(), Vec::new());
                for seed in seeds {
                    let line = match tie {
                        Tie::Accuracy(option) => with_seed(theirs, option, seed),
                        Tie::Rows | Tie::Solver => theirs.to_owned(),
                    };
                    ours.push(accuracy(&predictions(&learner, &train, &test, seed)?, &test));
                    others.push(accuracy(&weka.predictions(&line)?, &test));
                }
                let mean = |values: &[f64]| 100.0 * values.iter().sum::<f64>() / values.len() as f64;
                let line =
                    format!("right, mean of {}: ours {:.2}%, Weka {:.2}%", ours.len(), mean(&ours), mean(&others));
                (line, (mean(&ours) - mean(&others)).abs() <= 2.0)
            }
        };
        println!("{} {text:<34} {line}", if agrees { "same     " } else { "DIFFERENT" });
        all_agree &= agrees;
    }
    weka.end()?;
    Ok(all_agree)
}

/// The seed goes before the base classifier's own options.
fn with_seed(line: &str, option: &str, seed: u64) -> String {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    format!("{name} {option} {seed} {rest}")
}

fn read(file: &Path) -> Result<Table> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    arff::read(&text, &Choice::default()).with_context(|| file.display().to_string())
}

fn predictions(learner: &Learner, train: &Table, test: &Table, seed: u64) -> Result<Vec<usize>> {
    let classifier = learner.fit(train, None, seed)?;
    let largest = |probabilities: &Vec<f64>| {
        (1..probabilities.len())
            .fold(0, |best, class| if probabilities[class] > probabilities[best] { class } else { best })
    };
    Ok(classifier.probabilities_of_table(test).iter().map(largest).collect())
}

fn accuracy(predictions: &[usize], test: &Table) -> f64 {
    let n_right = predictions.iter().zip(test.labels()).filter(|(class, label)| **class == **label as usize).count();
    n_right as f64 / predictions.len() as f64
}

/// Counts and measurements with a class that depends on several of them, and noise.
fn made_table(n_rows: usize, seed: u64) -> Result<Table> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let names: Vec<String> = (0..30).map(|column| format!("x{column}")).collect();
    let mut table = Table::new(names, "class", vec!["0".into(), "1".into()])?;
    for _ in 0..n_rows {
        let size = rng.random_range(1.0..4.0);
        let values: Vec<f64> = (0..30)
            .map(|column| match column % 3 {
                0 => (rng.random::<f64>() * rng.random::<f64>() * size * 6.0).floor(),
                1 => (rng.random::<f64>() * size * 100.0).round() / 16.0,
                _ => f64::from(rng.random_range(0..4u8)),
            })
            .collect();
        let score = values[0] - values[3] + 0.2 * values[1] + if values[2] > 1.0 { 1.5 } else { -0.5 } * values[6]
            - 0.1 * values[4]
            + 2.0 * (rng.random::<f64>() - 0.5);
        table.push(&values, u8::from(score > 2.0))?;
    }
    Ok(table)
}

/// A Java program that waits for lines.
struct Weka {
    child: Child,
}

impl Weka {
    fn start(folder: &Path, files: &[PathBuf; 2]) -> Result<Weka> {
        let (java, jar) = (tools::get(&tools::JAVA)?, tools::get_file(&tools::WEKA)?);
        let source = folder.join("Predictions.java");
        fs::write(&source, PROGRAM)?;
        let child = java
            .command()
            .args(["-Djava.awt.headless=true", "-cp"])
            .arg(jar)
            .arg(&source)
            .args(files)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start java")?;
        Ok(Weka { child })
    }

    /// The classes that a classifier gives the test rows.
    fn predictions(&mut self, line: &str) -> Result<Vec<usize>> {
        let input = self.child.stdin.as_mut().context("java's input is a pipe")?;
        writeln!(input, "{line}")?;
        input.flush()?;
        let mut answer = String::new();
        let output = self.child.stdout.as_mut().context("java's output is a pipe")?;
        // A byte at a time, so that nothing of the next answer is swallowed.
        let mut reader = BufReader::with_capacity(1, output);
        reader.read_line(&mut answer)?;
        ensure!(!answer.is_empty(), "java ended at {line}");
        if let Some(error) = answer.strip_prefix('!') {
            bail!("Weka, {line}: {}", error.trim());
        }
        answer.split_whitespace().map(|class| class.parse().context("a class number")).collect()
    }

    fn end(mut self) -> Result<()> {
        drop(self.child.stdin.take());
        ensure!(self.child.wait()?.success(), "java failed");
        Ok(())
    }
}
