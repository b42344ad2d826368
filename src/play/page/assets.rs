//! The files of the page, as they lie in the program.

/// One file of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asset {
    /// Its address.
    pub(super) address: &'static str,
    /// Its media type.
    pub(super) kind: &'static str,
    /// Its text.
    pub(super) text: &'static str,
}

macro_rules! asset {
    ($address:literal, $kind:literal, $file:literal) => {
        Asset {
            address: $address,
            kind: $kind,
            text: include_str!(concat!("assets/", $file)),
        }
    };
}

/// All of them.
pub(super) const FILES: &[Asset] = &[
    asset!("/", "text/html", "page.html"),
    asset!("/page.css", "text/css", "page.css"),
    asset!("/board.css", "text/css", "board.css"),
    asset!("/analysis.js", "text/javascript", "analysis.js"),
    asset!("/board.js", "text/javascript", "board.js"),
    asset!("/clicks.js", "text/javascript", "clicks.js"),
    asset!("/compare.js", "text/javascript", "compare.js"),
    asset!("/connection.js", "text/javascript", "connection.js"),
    asset!("/dialogue.js", "text/javascript", "dialogue.js"),
    asset!("/editor.js", "text/javascript", "editor.js"),
    asset!("/explorer.js", "text/javascript", "explorer.js"),
    asset!("/files.js", "text/javascript", "files.js"),
    asset!("/fluent.js", "text/javascript", "fluent.js"),
    asset!("/input.js", "text/javascript", "input.js"),
    asset!("/invite.js", "text/javascript", "invite.js"),
    asset!("/kept.js", "text/javascript", "kept.js"),
    asset!("/link.js", "text/javascript", "link.js"),
    asset!("/moves.js", "text/javascript", "moves.js"),
    asset!("/patch.js", "text/javascript", "patch.js"),
    asset!("/tabs.js", "text/javascript", "tabs.js"),
    asset!("/welcome.js", "text/javascript", "welcome.js"),
    asset!("/lesson.js", "text/javascript", "lesson.js"),
    asset!("/marks.js", "text/javascript", "marks.js"),
    asset!("/orientation.js", "text/javascript", "orientation.js"),
    asset!("/page.js", "text/javascript", "page.js"),
    asset!("/panels.js", "text/javascript", "panels.js"),
    asset!("/picture.js", "text/javascript", "picture.js"),
    asset!("/preview.js", "text/javascript", "preview.js"),
    asset!("/prove.js", "text/javascript", "prove.js"),
    asset!("/puzzle.js", "text/javascript", "puzzle.js"),
    asset!("/puzzles.js", "text/javascript", "puzzles.js"),
    asset!("/remembered.js", "text/javascript", "remembered.js"),
    asset!("/settings.js", "text/javascript", "settings.js"),
    asset!("/solved.js", "text/javascript", "solved.js"),
    asset!("/sound.js", "text/javascript", "sound.js"),
    asset!("/state.js", "text/javascript", "state.js"),
    asset!("/study.js", "text/javascript", "study.js"),
    asset!("/texts.js", "text/javascript", "texts.js"),
    asset!("/trouble.js", "text/javascript", "trouble.js"),
    asset!("/tutorial.js", "text/javascript", "tutorial.js"),
];
