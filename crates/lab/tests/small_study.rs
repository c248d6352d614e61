//! A small study from end to end: finite cells, kept cells, files; and what Table 5.4 says about the query systems.

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
        StudyRun { study: &study, scale: Scale::Small, data: &data, work, seed: 1, only }.run(&Silent).unwrap()
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
