//! The files of the page, as they lie in the program, and what a browser gets of them: one page, one style sheet, one script.

use crate::text::{Catalogue, CatalogueError, Language};

use super::bundle::{bundle, code, later};

macro_rules! scripts {
    ($($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("assets/", $file)))),+]
    };
}

/// The scripts by their names.
pub(super) const SCRIPTS: &[(&str, &str)] = scripts![
    "actions.js",
    "aloud.js",
    "analysis.js",
    "board.js",
    "call.js",
    "choices.js",
    "clicks.js",
    "compare.js",
    "connection.js",
    "day.js",
    "dialogue.js",
    "drill.js",
    "editor.js",
    "explorer.js",
    "extra.js",
    "files.js",
    "fluent.js",
    "input.js",
    "invite.js",
    "kept.js",
    "keys.js",
    "later.js",
    "learn.js",
    "lesson.js",
    "link.js",
    "marks.js",
    "moves.js",
    "orientation.js",
    "page.js",
    "patch.js",
    "picture.js",
    "practice.js",
    "preview.js",
    "prove.js",
    "puzzle.js",
    "puzzles.js",
    "remembered.js",
    "seats.js",
    "settings.js",
    "share.js",
    "solved.js",
    "sound.js",
    "state.js",
    "status.js",
    "study.js",
    "tabs.js",
    "talk.js",
    "texts.js",
    "trouble.js",
    "welcome.js",
];
/// The script that the page begins with.
pub(super) const FIRST: &str = "page.js";
/// The script that is loaded when it is wanted first, with those that only it needs.
pub(super) const LATER: &str = "extra.js";

/// One file that a browser gets.
#[derive(Clone, Debug)]
pub(super) struct Asset {
    /// Its address.
    pub(super) address: &'static str,
    /// Its media type.
    pub(super) kind: &'static str,
    /// Its text.
    pub(super) text: String,
}

/// What a page says that has no key to ask for its texts: in each language a line of its tag, a tabulator and the text.
///
/// # Errors
/// [`CatalogueError`]; the files of the program have none.
fn no_key() -> Result<String, CatalogueError> {
    let mut lines = Vec::new();
    for language in Language::ALL {
        let text = Catalogue::of(language)?.word("no-key");
        lines.push(format!("{}\t{text}", language.written()));
    }
    Ok(lines.join("\n"))
}

/// All of them.
///
/// # Errors
/// [`CatalogueError`]; the files of the program have none.
pub(super) fn assets() -> Result<Vec<Asset>, CatalogueError> {
    let asset = |address, kind, text| Asset {
        address,
        kind,
        text,
    };
    let styles = concat!(
        include_str!("assets/page.css"),
        include_str!("assets/board.css")
    );
    Ok(vec![
        asset(
            "/",
            "text/html",
            // Blanks at the beginning of lines mean nothing.
            include_str!("assets/page.html")
                .lines()
                .map(str::trim_start)
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        asset("/no-key", "text/plain", no_key()?),
        asset(
            "/page.css",
            "text/css",
            code(styles).collect::<Vec<_>>().join("\n"),
        ),
        asset("/page.js", "text/javascript", bundle(SCRIPTS, FIRST)),
        asset("/later.js", "text/javascript", later(SCRIPTS, FIRST, LATER)),
        // Loaded when somebody wants a moving picture.
        asset(
            "/gif.js",
            "text/javascript",
            include_str!("assets/gif.js").to_string(),
        ),
    ])
}
