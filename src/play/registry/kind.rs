//! The kinds of games by name, and the words in which they differ.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::gomoku::record::Format;
use crate::text::Language;

/// A kind of game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Gomoku and Renju.
    #[default]
    Gomoku,
    /// Connect6.
    Connect6,
    /// Reversi.
    Reversi,
    /// Ox-horn chess.
    Oxhorn,
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a game: expected gomoku, connect6, reversi or oxhorn")]
pub struct ParseKindError(String);

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
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Gomoku, Self::Connect6, Self::Reversi, Self::Oxhorn];

    /// Its name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Connect6 => "connect6",
            Self::Reversi => "reversi",
            Self::Oxhorn => "oxhorn",
        }
    }

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

    /// May a side ever pass?
    pub const fn has_passes(self) -> bool {
        matches!(self, Self::Gomoku | Self::Reversi)
    }

    /// Do rule, size of the board and opening procedure belong to the setup, and can positions be set up?
    pub const fn has_setup(self) -> bool {
        matches!(self, Self::Gomoku)
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

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| ParseKindError(text.to_string()))
    }
}
