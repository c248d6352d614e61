//! A small study from end to end: finite cells, kept cells, files; and what Table 5.4 says about the query systems.

use go_models::instance::Reproduction;
use lab::study::{Data, Measure, Scale, Study, StudyOutput, StudyRun, small_games, studies, write_outputs};
use report::Silent;

/// Two criteria and three systems of Table 5.4.
fn excerpt() -> (Study, Data) {
    let mut study = studies().into_iter().find(|study| study.name == "niekerk-5.4").expect("Table 5.4");
    let keep_row = |label: &str| label.contains("(WWLS)") || label.contains("(WSS)");
    let kept: Vec<usize> = (0..study.rows.len()).filter(|&row| keep_row(&study.rows[row].label)).collect();
    let columns = [0, 2, 4];
    study.thesis =
        [(Measure::M1, kept.iter().map(|&r| columns.map(|c| study.thesis[&Measure::M1][r][c]).to_vec()).collect())]
            .into();
    study.rows = kept.iter().map(|&row| study.rows[row].clone()).collect();
    study.columns = columns.iter().map(|&column| study.columns[column].clone()).collect();
    let data = small_games();
    (study, data)
}

#[test]
fn stone_graphs_beat_intersection_graphs_and_those_beat_merged_empties() {
    let folder = tempfile::tempdir().unwrap();
    let (study, data) = excerpt();
    let run = |only: &[&str]| {
        let only = only.iter().map(|label| label.to_string()).collect();
        let work = folder.path().join("work");
        let reproduction = None;
        let run = StudyRun { study: &study, scale: Scale::Small, data: &data, work, seed: 1, only, reproduction };
        run.run(&Silent).unwrap()
    };
    let part = run(&["SG"]);
    assert!(part.iter().all(|row| row[0].is_some() && row[1].is_none()));
    let results = run(&[]);
    // The cells of the first run are taken from it: even their times are the same, up to how decimal numbers are read.
    for (kept, again) in part.iter().zip(&results) {
        let [kept, again] = [kept, again].map(|row| row[0].as_ref().expect("the column was run"));
        assert_eq!(kept.instance, again.instance);
        assert!((kept.seconds - again.seconds).abs() < 1e-9, "the cell was made twice");
    }
    let mean = |column: usize| {
        let values = results.iter().map(|row| row[column].as_ref().expect("every cell was run").top[0]);
        values.inspect(|value| assert!(value.is_finite())).sum::<f64>() / results.len() as f64
    };
    let [sg, ig, ig_e] = [0, 1, 2].map(mean);
    assert!(sg > ig && ig > ig_e, "SG {sg:.3}, IG {ig:.3}, IG-E {ig_e:.3}");
    let output = StudyOutput { study: &study, scale: Scale::Small, results: &results, source: &data.source };
    write_outputs(&output, folder.path()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("niekerk-5.4.md")).unwrap();
    assert!(text.contains("31.0% / ") && text.contains("6 of 6 cells"), "{text}");
    assert!(std::fs::read_to_string(folder.path().join("niekerk-5.4.svg")).unwrap().starts_with("<svg"));
}

/// Table 5.6 trains no weights, and the program's reading grows other trees.
#[test]
fn path_lengths_need_trees_only_and_depend_on_the_reading() {
    let folder = tempfile::tempdir().unwrap();
    let mut study = studies().into_iter().find(|study| study.name == "niekerk-5.6").expect("Table 5.6");
    study.rows.truncate(3);
    study.rows.drain(..2);
    study.columns.drain(3..);
    study.thesis.clear();
    let data = small_games();
    let run = |reproduction: Option<Reproduction>| {
        let work = folder.path().join("work");
        let only = vec!["IG".to_string()];
        let run = StudyRun { study: &study, scale: Scale::Small, data: &data, work, seed: 1, only, reproduction };
        run.run(&Silent).unwrap()[0][2].clone().expect("the column was run")
    };
    let [plain, program] = [None, Some(Reproduction::Program)].map(run);
    assert!(plain.top.is_empty() && plain.positions == 0, "nothing was weighed or tested");
    assert!(plain.path_length_variance > 0.0 && plain.leaves > 10);
    assert_eq!(program.instance.reproduction, Some(Reproduction::Program));
    assert_ne!((plain.leaves, plain.path_length_variance), (program.leaves, program.path_length_variance));
    assert_eq!(run(None), plain, "it was kept");
    let results = [vec![None, None, Some(program)]];
    let text =
        StudyOutput { study: &study, scale: Scale::Small, results: &results, source: &data.source }.to_markdown();
    assert!(text.contains("trees only") && text.contains("`program`"), "{text}");
}

#[test]
fn lists_that_do_not_fit_the_table_are_refused() {
    let refusal = |text: String| Study::from_toml("x", &text).unwrap_err().to_string();
    let best = include_str!("../../../experiments/niekerk-5.3.toml");
    let error = refusal(best.replace("[\"WRS\", \"SS\", \"EWS\"],", ""));
    assert!(error.contains("thesis-best") && error.contains("5 lists for 6 columns"), "{error}");
    assert!(refusal(best.replace("\"WRS\", \"SS\"", "\"XYZ\", \"SS\"")).contains("no row is called XYZ"));
    let weights = include_str!("../../../experiments/niekerk-5.1.toml");
    let error = refusal(weights.replace("[2.75, 2.03]", "[2.75]"));
    assert!(error.contains("1 weights of pass:1 for 2 rows"), "{error}");
}

#[test]
fn figures_that_do_not_fit_the_table_are_refused() {
    let text = r#"
        title = "t"
        section = "1"
        measures = ["m1"]
        rows = [{ label = "a" }]
        columns = [{ label = "b" }]
        small = {}
        [thesis]
        m1 = [[1.0, 2.0]]
    "#;
    let error = Study::from_toml("x", text).unwrap_err().to_string();
    assert!(error.contains("2 figures in row 1"), "{error}");
    let error = Study::from_toml("x", &text.replace("section", "sections")).unwrap_err().to_string();
    assert!(error.contains("sections"), "{error}");
}
