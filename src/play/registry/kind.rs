//! What each kind of game brings for front ends beside its rules: words and files.

use crate::game::Kind;

use super::format::Format;

/// The texts that a game replaces: pairs of a key of the catalogue and the key of the game's own text.
type Words = &'static [(&'static str, &'static str)];

const CONNECT6: Words = &[
    ("reason-row", "reason-six"),
    ("type-move", "type-move-connect6"),
    ("refused-not-a-move", "refused-not-a-move-connect6"),
];
const REVERSI: Words = &[
    ("reason-count", "reason-discs"),
    ("analysis-rate", "analysis-discs"),
    ("type-move", "type-move-reversi"),
    ("refused-not-a-move", "refused-not-a-move-reversi"),
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
    ("begins-person", "begins-person-red"),
    ("begins-kagetsu", "begins-kagetsu-red"),
];

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
    pub(crate) const fn formats(self) -> &'static [Format] {
        match self {
            Self::Gomoku => &[Format::Sgf, Format::Psq, Format::Json],
            Self::Reversi => &[Format::Json, Format::Sgf],
            Self::Connect6 | Self::Oxhorn => &[Format::Json],
        }
    }
}
