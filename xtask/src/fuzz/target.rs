//! The table of fuzz targets. A new one is a row here and a `pub fn fuzz_xxx(data: &[u8])` in the crate that reads the
//! bytes; the function panics when a law breaks and in no other case.

use super::words;

/// A function that must bear any bytes.
pub(crate) struct Target {
    /// How it is called on the command line.
    pub(crate) name: &'static str,
    /// The function; it panics when a law is broken.
    pub(crate) run: fn(&[u8]),
    /// Words of the format, which blind mutation would take ages to find.
    pub(crate) dictionary: &'static [&'static [u8]],
    /// Folders and files with inputs to start from, relative to the workspace.
    pub(crate) corpus: &'static [&'static str],
}

/// Every fuzz target of the workspace, by crate. A test looks that none is missing.
pub(crate) const TARGETS: &[Target] = &[
    target("arena-records", arena::fuzz::fuzz_records, words::RECORDS, &[]),
    target("arena-suite", arena::fuzz::fuzz_suite, words::SUITE, &[]),
    target("engine-book", go_engine::fuzz::fuzz_book, words::BOOK, &[]),
    target(
        "engine-light-weights",
        go_engine::fuzz::fuzz_light_weights,
        words::LIGHT_WEIGHTS,
        &["crates/go-engine/src/playout/light_weights.txt"],
    ),
    target("forest-bytes", go_models::forest::fuzz::fuzz_forest_bytes, &[], &[]),
    target("forest-text", go_models::forest::fuzz::fuzz_forest_text, words::FOREST, &[]),
    target("games-database", go_games::fuzz::fuzz_database, &[], &["crates/go-games/tests/data"]),
    target("games-import", go_games::fuzz::fuzz_import, words::SGF, SGF_FILES),
    target("gtp-engine", go_gtp::fuzz::fuzz_engine, words::ENGINE, &["crates/go-gtp/tests/conversations"]),
    target("gtp-responses", gtp::fuzz::fuzz_responses, words::GTP, &[]),
    target("gtp-server", gtp::fuzz::fuzz_server, words::GTP, &[]),
    target(
        "lab-judged-file",
        lab::judge::fuzz::fuzz_judged_file,
        words::JUDGED,
        &["crates/lab/src/judge/tests/judged.jsonl"],
    ),
    target("learn-arff", learn::fuzz::fuzz_arff, words::TABLE, &[]),
    target("learn-classifier", learn::fuzz::fuzz_classifier, words::CLASSIFIER, &[]),
    target("learn-csv", learn::fuzz::fuzz_csv, words::TABLE, &[]),
    target("learn-network", learn::fuzz::fuzz_network, &[], &[]),
    target("learn-tree-list", learn::fuzz::fuzz_tree_list, &[], &[]),
    target("learn-tree-text", learn::fuzz::fuzz_tree_text, words::TREE, &[]),
    target("model-body", go_models::fuzz::fuzz_model_body, &[], &[]),
    target("model-file", go_models::fuzz::fuzz_model_file, &[b"TESUJI-MODEL 1\n"], &["crates/go-models/tests/frozen"]),
    target("model-territory-body", go_models::fuzz::fuzz_territory_body, &[], &[]),
    target("model-m-eval-body", go_models::fuzz::fuzz_m_eval_body, &[], &[]),
    target("model-trained-on", go_models::fuzz::fuzz_trained_on, &[b"TESUJI-TRAINED-ON 1\n"], &[]),
    target("review-checkpoint", go_review::fuzz::fuzz_checkpoint, words::JUDGEMENT, &[]),
    target("sgf-mend", sgf::fuzz::fuzz_sgf_mend, words::SGF, SGF_FILES),
    target("sgf-read", sgf::fuzz::fuzz_sgf_read, words::SGF, SGF_FILES),
    target("snp-bed", snp_panel::fuzz::fuzz_bed, words::GENOTYPES, &[]),
    target("snp-bim", snp_panel::fuzz::fuzz_bim, words::GENOTYPES, &[]),
    target("snp-checkpoint", snp_panel::fuzz::fuzz_checkpoint, &[], &[]),
    target("snp-fam", snp_panel::fuzz::fuzz_fam, words::GENOTYPES, &[]),
    target("snp-keep", snp_panel::fuzz::fuzz_keep, words::GENOTYPES, &[]),
    target("snp-labels", snp_panel::fuzz::fuzz_labels, words::GENOTYPES, &[]),
    target("snp-panel-list", snp_panel::fuzz::fuzz_panel_list, words::GENOTYPES, &[]),
    target("snp-vcf", snp_panel::fuzz::fuzz_vcf, words::GENOTYPES, &[]),
    target("strip-checkpoint", strip_packing::fuzz::fuzz_checkpoint, words::PACKING, &[]),
    target("strip-csv", strip_packing::fuzz::fuzz_csv, words::PACKING, &[]),
    target("strip-journal", strip_packing::fuzz::fuzz_journal, words::PACKING, &[]),
    target("strip-json", strip_packing::fuzz::fuzz_json, words::PACKING, &[]),
    target("strip-text", strip_packing::fuzz::fuzz_text, words::PACKING, &[]),
    target("tsumego-problems", tsumego::fuzz::fuzz_problems, words::PROBLEMS, &["crates/tsumego/tests/data"]),
];

const SGF_FILES: &[&str] = &["crates/sgf/tests/data", "crates/go-games/tests/data"];

const fn target(
    name: &'static str,
    run: fn(&[u8]),
    dictionary: &'static [&'static [u8]],
    corpus: &'static [&'static str],
) -> Target {
    Target { name, run, dictionary, corpus }
}
