//! What each kind of game brings for front ends beside its rules: words, files, and the rules for players.

use crate::game::Kind;
use crate::text::Language;

use super::gomoku_record::Format;

/// The texts that a game replaces: pairs of a key of the catalogue and the key of the game's own text.
pub type Words = &'static [(&'static str, &'static str)];

const CONNECT6: Words = &[
    ("reason-row", "reason-six"),
    ("type-move", "type-move-connect6"),
    ("refused-not-a-move", "refused-not-a-move-connect6"),
    ("terminal-help", "terminal-help-connect6"),
];
const REVERSI: Words = &[
    ("reason-count", "reason-discs"),
    ("analysis-rate", "analysis-discs"),
    ("type-move", "type-move-reversi"),
    ("refused-not-a-move", "refused-not-a-move-reversi"),
    ("terminal-help", "terminal-help-reversi"),
    ("event-passed", "event-must-pass"),
];
const OXHORN: Words = &[
    ("black", "red"),
    ("analysis-rate", "analysis-value"),
    ("white", "blue"),
    ("type-move", "type-move-oxhorn"),
    ("refused-not-a-move", "refused-not-a-move-oxhorn"),
    ("event-moved", "event-stepped"),
    ("cell-stone", "cell-piece"),
    ("confirm", "confirm-step"),
    ("board-label", "board-label-oxhorn"),
    ("win-rate-curve", "win-rate-curve-oxhorn"),
    ("terminal-help", "terminal-help-oxhorn"),
    ("begins-person", "begins-person-red"),
    ("begins-kagetsu", "begins-kagetsu-red"),
];

/// Rules in English and Chinese.
macro_rules! rules {
    ($game:literal) => {
        [
            include_str!(concat!("../text/rules/", $game, ".en.md")),
            include_str!(concat!("../text/rules/", $game, ".zh.md")),
        ]
    };
}

const GOMOKU_RULES: [&str; 2] = rules!("gomoku");
const CONNECT6_RULES: [&str; 2] = rules!("connect6");
const REVERSI_RULES: [&str; 2] = rules!("reversi");
const OXHORN_RULES: [&str; 2] = rules!("oxhorn");

impl Kind {
    /// Texts in which it differs from gomoku.
    pub const fn words(self) -> Words {
        match self {
            Self::Gomoku => &[],
            Self::Connect6 => CONNECT6,
            Self::Reversi => REVERSI,
            Self::Oxhorn => OXHORN,
        }
    }

    /// The files in which a game can be kept.
    pub const fn formats(self) -> &'static [Format] {
        match self {
            Self::Gomoku => &[Format::Sgf, Format::Psq, Format::Json],
            Self::Reversi => &[Format::Json, Format::Sgf],
            Self::Connect6 | Self::Oxhorn => &[Format::Json],
        }
    }

    /// Its rules for players: paragraphs and headings in Markdown.
    pub const fn rules(self, language: Language) -> &'static str {
        let [english, chinese] = match self {
            Self::Gomoku => GOMOKU_RULES,
            Self::Connect6 => CONNECT6_RULES,
            Self::Reversi => REVERSI_RULES,
            Self::Oxhorn => OXHORN_RULES,
        };
        match language {
            Language::En => english,
            Language::Zh => chinese,
        }
    }
}
