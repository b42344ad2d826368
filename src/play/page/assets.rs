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
    "ahead.js",
    "aloud.js",
    "analysis.js",
    "arrows.js",
    "board.js",
    "call.js",
    "cells.js",
    "choices.js",
    "clicks.js",
    "compare.js",
    "connection.js",
    "day.js",
    "dialogue.js",
    "drill.js",
    "editor.js",
    "exercise.js",
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
    "replace.js",
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
    "transport.js",
    "trouble.js",
    "walk.js",
    "welcome.js",
    "zoom.js",
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

/// The page without the blanks at the beginning of lines, which mean nothing.
pub(super) fn page() -> String {
    let lines = include_str!("assets/page.html").lines();
    lines.map(str::trim_start).collect::<Vec<_>>().join("\n")
}

/// All that a server has.
///
/// # Errors
/// [`CatalogueError`]; the files of the program have none.
pub(super) fn assets() -> Result<Vec<Asset>, CatalogueError> {
    let no_key = Asset {
        address: "/no-key",
        kind: "text/plain",
        text: no_key()?,
    };
    let page = Asset {
        address: "/",
        kind: "text/html",
        text: page(),
    };
    Ok([page, no_key].into_iter().chain(parts(SCRIPTS)).collect())
}

/// The style sheet and the scripts.
pub(super) fn parts(scripts: &[(&str, &str)]) -> [Asset; 4] {
    let asset = |address, kind, text| Asset {
        address,
        kind,
        text,
    };
    let styles = concat!(
        include_str!("assets/page.css"),
        include_str!("assets/board.css")
    );
    let styles = code(styles).collect::<Vec<_>>().join("\n");
    // Loaded when somebody wants a moving picture.
    let gif = include_str!("assets/gif.js").to_string();
    [
        asset("/page.css", "text/css", styles),
        asset("/page.js", "text/javascript", bundle(scripts, FIRST)),
        asset("/later.js", "text/javascript", later(scripts, FIRST, LATER)),
        asset("/gif.js", "text/javascript", gif),
    ]
}
