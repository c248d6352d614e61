//! The embedded page: no file of the machine is ever served.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// A file of the page.
pub(crate) struct Asset {
    /// The path under which a browser asks for it.
    pub(crate) path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset { path: $path, kind: $kind, text: include_str!(concat!("../assets/", $file)) }
    };
}

/// All of them but the style sheet of boards, which `report` writes.
pub(crate) const ASSETS: &[Asset] = &[
    asset!("/", "text/html; charset=utf-8", "index.html"),
    asset!("/page.css", STYLE, "page.css"),
    asset!("/icon.svg", "image/svg+xml", "icon.svg"),
    asset!("/js/main.js", SCRIPT, "js/main.js"),
    asset!("/js/app.js", SCRIPT, "js/app.js"),
    asset!("/js/kept.js", SCRIPT, "js/kept.js"),
    asset!("/js/theme.js", SCRIPT, "js/theme.js"),
    asset!("/js/ask.js", SCRIPT, "js/ask.js"),
    asset!("/js/dom.js", SCRIPT, "js/dom.js"),
    asset!("/js/node.js", SCRIPT, "js/node.js"),
    asset!("/js/record.js", SCRIPT, "js/record.js"),
    asset!("/js/board.js", SCRIPT, "js/board.js"),
    asset!("/js/clocks.js", SCRIPT, "js/clocks.js"),
    asset!("/js/play.js", SCRIPT, "js/play.js"),
    asset!("/js/estimate.js", SCRIPT, "js/estimate.js"),
    asset!("/js/scoring.js", SCRIPT, "js/scoring.js"),
    asset!("/js/new_game.js", SCRIPT, "js/new_game.js"),
    asset!("/js/keyboard.js", SCRIPT, "js/keyboard.js"),
    asset!("/js/sound.js", SCRIPT, "js/sound.js"),
    asset!("/js/study.js", SCRIPT, "js/study.js"),
    asset!("/js/edit.js", SCRIPT, "js/edit.js"),
    asset!("/js/tree.js", SCRIPT, "js/tree.js"),
    asset!("/js/graph.js", SCRIPT, "js/graph.js"),
    asset!("/js/analysis.js", SCRIPT, "js/analysis.js"),
    asset!("/js/models.js", SCRIPT, "js/models.js"),
    asset!("/js/why.js", SCRIPT, "js/why.js"),
    asset!("/js/find.js", SCRIPT, "js/find.js"),
    asset!("/js/opening.js", SCRIPT, "js/opening.js"),
    asset!("/js/solve.js", SCRIPT, "js/solve.js"),
    asset!("/js/train.js", SCRIPT, "js/train.js"),
    asset!("/js/progress.js", SCRIPT, "js/progress.js"),
    asset!("/js/review.js", SCRIPT, "js/review.js"),
];

impl Asset {
    pub(crate) fn response(&self) -> Response {
        response(self.kind, self.text.to_owned())
    }
}

/// The style sheet of boards.
pub(crate) fn board_style() -> Response {
    response(STYLE, goban_svg::style_sheet())
}

fn response(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_assets_together_are_small() {
        let total: usize = ASSETS.iter().map(|asset| asset.text.len()).sum::<usize>() + goban_svg::style_sheet().len();
        assert!(total < 300_000, "{total} bytes");
    }

    #[test]
    fn the_page_asks_for_nothing_that_is_not_here() {
        let known = |path: &str| path == "/board.css" || ASSETS.iter().any(|asset| asset.path == path);
        for asset in ASSETS {
            for (start, end) in [("src=\"", '"'), ("href=\"", '"'), ("from \"./", '"'), ("import(\"./", '"')] {
                for rest in asset.text.split(start).skip(1) {
                    let named = rest.split(end).next().expect("split gives at least one part");
                    if named.starts_with('#') {
                        continue;
                    }
                    let path = if start.ends_with("./") { format!("/js/{named}") } else { named.to_owned() };
                    assert!(known(&path), "{} asks for {path}", asset.path);
                }
            }
            // The only address allowed in a text is the name of a vocabulary.
            let addresses = asset.text.replace("http://www.w3.org/", "");
            assert!(!addresses.contains("http://") && !addresses.contains("https://"), "{}", asset.path);
        }
    }
}
