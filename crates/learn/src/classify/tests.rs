//! Properties of all learners.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Two overlapping clouds over counts, a rule with an exception, and noise columns.
pub(super) fn noisy_table(n_rows: usize, seed: u64) -> Table {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let columns = ["a", "b", "c", "d", "e"].map(String::from).to_vec();
    let mut table = Table::new(columns, "kind", vec!["no".into(), "yes".into()]).unwrap();
    for row in 0..n_rows {
        let values = [
            f64::from(rng.random_range(0..8u8)),
            rng.random::<f64>(),
            f64::from(rng.random_range(0..3u8)),
            rng.random::<f64>() * 10.0,
            f64::from(rng.random_range(0..20u8)),
        ];
        let is_good = values[0] + 2.0 * values[1] > 5.0 || (values[2] == 2.0 && values[4] > 12.0);
        let is_noise = rng.random_bool(0.05);
        // Both classes are there, however few rows.
        let label = if row < 2 { row as u8 } else { u8::from(is_good != is_noise) };
        table.push(&values, label).unwrap();
    }
    table
}

const TEXTS: [&str; 17] = [
    "zero-r",
    "naive-bayes",
    "stump",
    "j48",
    "j48:unpruned=true,min=1",
    "part",
    "jrip",
    "knn",
    "knn:k=5",
    "voted-perceptron",
    "svm",
    "svm:kernel=rbf,gamma=1",
    "adaboost:rounds=30",
    "adaboost:rounds=5,base=j48",
    "bagging",
    "forest:trees=20",
    "ranking:rounds=40",
];

#[test]
fn every_learner_learns_and_gives_probabilities() {
    let (train, test) = (noisy_table(600, 1), noisy_table(400, 2));
    let share = test.labels().iter().filter(|&&label| label == 1).count() as f64 / test.n_rows() as f64;
    for text in TEXTS {
        let learner: Learner = text.parse().unwrap();
        let classifier = learner.fit(&train, None, 7).unwrap();
        for probabilities in classifier.probabilities_of_table(&test) {
            let sum: f64 = probabilities.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9 && probabilities.iter().all(|p| (0.0..=1.0).contains(p)), "{text}");
        }
        let tested = classifier.test(&test);
        let least = match text {
            "zero-r" => share.max(1.0 - share) - 1e-9,
            "naive-bayes" | "stump" | "voted-perceptron" | "svm" => share.max(1.0 - share) + 0.03,
            _ => 0.84,
        };
        assert!(tested.accuracy() >= least, "{text}: {:.3} below {least:.3}", tested.accuracy());
        assert_eq!(learner.fit(&train, None, 7).unwrap(), classifier, "{text}: the same again");
        assert_eq!(Classifier::from_bytes(&classifier.to_bytes()), Ok(classifier), "{text}: as bytes");
    }
}

/// A row of weight 2 is a row that is there twice; learners that shuffle or draw rows cannot be held to it.
#[test]
fn weights_are_repetitions() {
    let table = noisy_table(200, 3);
    let twice: Vec<usize> = (0..200).flat_map(|row| vec![row; 1 + row % 2]).collect();
    let repeated = table.subset(&twice);
    let weights: Vec<f64> = (0..200).map(|row| 1.0 + (row % 2) as f64).collect();
    for text in ["zero-r", "naive-bayes", "stump", "j48", "part", "adaboost:rounds=10", "ranking:rounds=10,columns=1"] {
        let learner: Learner = text.parse().unwrap();
        let weighted = learner.fit(&table, Some(&weights), 1).unwrap().probabilities_of_table(&table);
        let plain = learner.fit(&repeated, None, 1).unwrap().probabilities_of_table(&table);
        for (row, (a, b)) in weighted.iter().zip(&plain).enumerate() {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4), "{text}, row {row}: {a:?} and {b:?}");
        }
    }
}

#[test]
fn three_classes() {
    let two = noisy_table(300, 4);
    let classes = ["no", "yes", "perhaps"].map(String::from).to_vec();
    let mut table = Table::new(two.columns().to_vec(), "kind", classes).unwrap();
    for row in 0..two.n_rows() {
        let label = if two.row(row)[3] > 7.0 { 2 } else { two.labels()[row] };
        table.push(two.row(row), label).unwrap();
    }
    for text in TEXTS {
        let fitted = text.parse::<Learner>().unwrap().fit(&table, None, 1);
        let is_binary = ["voted", "svm", "ranking"].iter().any(|name| text.starts_with(name));
        match fitted {
            Ok(classifier) => assert!(!is_binary && classifier.test(&table).accuracy() > 0.3, "{text}"),
            Err(error) => assert!(is_binary && matches!(error, FitError::TwoClasses { .. }), "{text}: {error}"),
        }
    }
}

#[test]
fn bad_tables_weights_and_names_are_refused() {
    let learner: Learner = "forest".parse().unwrap();
    let table = noisy_table(10, 1);
    assert_eq!(learner.fit(&table.subset(&[]), None, 1), Err(FitError::Table(TableError::Empty)));
    assert!(matches!(learner.fit(&table.subset(&[0]), None, 1), Err(FitError::Table(TableError::OneClass(_)))));
    assert!(matches!(learner.fit(&table, Some(&[1.0]), 1), Err(FitError::WeightCount { found: 1, expected: 10 })));
    let mut weights = [1.0; 10];
    weights[4] = f64::NAN;
    assert!(matches!(learner.fit(&table, Some(&weights), 1), Err(FitError::Weight { row: 5, .. })));
    assert!(matches!(
        "jrip".parse::<Learner>().unwrap().fit(&table.subset(&[0, 1]), None, 1),
        Err(FitError::FewRows { .. })
    ));
    for (text, part) in [
        ("tree", "there is no learner"),
        ("forest:100", "is not a field"),
        ("forest:size=100", "it has trees, columns"),
        ("forest:trees=0", "a whole number from 1"),
        ("svm:kernel=cubic", "poly or rbf"),
        ("j48:confidence=NaN", "a number from"),
        ("zero-r:k=1", "it has none"),
        ("j48:unpruned=perhaps", "true or false"),
    ] {
        let error = text.parse::<Learner>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    for learner in LEARNERS {
        assert!(learner.name.parse::<Learner>().is_ok(), "{}", learner.name);
    }
}

/// The candidates of a group compete: a column that is constant within groups is uninformative, however it correlates
/// with the class.
#[test]
fn ranking_uses_groups() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let names = ["shared", "own"].map(String::from).to_vec();
    let mut table = Table::new(names, "good", vec!["0".into(), "1".into()]).unwrap();
    let mut groups = Vec::new();
    for group in 0..200u32 {
        let good = rng.random_range(0..5);
        for place in 0..5 {
            let own = if place == good { 1.0 } else { 0.0 } + rng.random::<f64>() * 0.9;
            table.push(&[f64::from(group % 7), own + f64::from(group % 3) * 5.0], u8::from(place == good)).unwrap();
            groups.push(group);
        }
    }
    let learner: Learner = "ranking:rounds=60,columns=1".parse().unwrap();
    table.set_groups(groups);
    let classifier = learner.fit(&table, None, 1).unwrap();
    let probabilities = classifier.probabilities_of_table(&table);
    let n_right = (0..200)
        .filter(|group| {
            let best =
                (0..5).max_by(|&a, &b| probabilities[group * 5 + a][1].total_cmp(&probabilities[group * 5 + b][1]));
            table.labels()[group * 5 + best.unwrap()] == 1
        })
        .count();
    assert!(n_right > 190, "{n_right} of 200 groups");
}

#[test]
fn tables_as_text() {
    let table = noisy_table(30, 6);
    assert_eq!(csv::read(&csv::write(&table), &Choice::default()).unwrap(), table);
    assert_eq!(arff::read(&arff::write(&table), &Choice::default()).unwrap(), table);
    let text = "% made by hand\n@RELATION r\n@attribute 'a b' numeric\n@attribute colour {red, green,'dark blue'}\n\
                @attribute id string\n@attribute class {no,yes}\n@data\n1.5,green,x,yes\n{0 2, 1 'dark blue', 3 yes}\n{2 y}\n";
    let choice = Choice { ignore: vec!["id".into()], ..Choice::default() };
    let read = arff::read(text, &choice).unwrap();
    assert_eq!(read.columns(), ["a b", "colour=red", "colour=green", "colour=dark blue"]);
    assert_eq!(read.row(0), [1.5, 0.0, 1.0, 0.0]);
    assert_eq!((read.row(1), read.labels()), (&[2.0, 0.0, 0.0, 1.0][..], &[1, 1, 0][..]));
    let grouped = Choice { group: Some("g".into()), class: Some("k".into()), ..Choice::default() };
    let read = csv::read("g,k,x\n p1 ,1,\"1\"\np1,0,2\np2,1,3\n", &grouped).unwrap();
    assert_eq!((read.groups(), read.classes()), (Some(&[0, 0, 1][..]), &["0".to_string(), "1".to_string()][..]));
}

#[test]
fn bad_text_is_refused_with_its_line() {
    let head = "@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n";
    for (text, part) in [
        ("".to_string(), "there is no @data"),
        ("@data\n1\n".to_string(), "no columns"),
        (head.to_string(), "no rows"),
        (format!("{head}1,a\n?,b\n"), "line 6: the value of \"x\" is missing"),
        (format!("{head}1,a\nNaN,b\n"), "line 6: \"NaN\" in \"x\" is not a finite number"),
        (format!("{head}1,a\n2,c\n"), "line 6: \"c\" is not among the declared classes"),
        (format!("{head}1,a,3\n"), "line 5: 3 values"),
        (format!("{head}{{7 1}}\n"), "line 5: \"7\" is not a column number"),
        (format!("{head}'1,a\n"), "line 5: a quote is not closed"),
        ("@relation r\n@attribute x date\n".to_string(), "line 2: \"x\" has type \"date\""),
        ("@relation r\n@attribute x numeric\n@attribute y numeric\n@data\n1,2\n".to_string(), "\"y\" is not a class"),
    ] {
        let error = arff::read(&text, &Choice::default()).unwrap_err().to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
    for (text, part) in [
        ("", "no rows"),
        ("x,c\n", "no rows"),
        ("x,c\n1,a\n,b\n", "line 3: the value of \"x\" is missing"),
        ("x,c\n1,a\ninf,b\n", "line 3: \"inf\" in \"x\" is not a finite number"),
        ("x,x,c\n1,2,a\n", "two columns are called \"x\""),
        ("x,c\n1\n", "line 2: 1 values"),
        ("k,k=b\na,1\nb,2\nc,1\n", "two columns are called \"k=b\""),
        ("x,c\n\"1\"2,a\n", "line 2: there is text"),
    ] {
        let error = csv::read(text, &Choice::default()).unwrap_err().to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
    let unknown = Choice { class: Some("z".into()), ..Choice::default() };
    assert!(csv::read("x,c\n1,a\n", &unknown).unwrap_err().to_string().contains("there is no column \"z\""));
}
