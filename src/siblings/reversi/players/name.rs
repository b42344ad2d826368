//! The players by name.

use clap::ValueEnum;

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlayerName {
    /// The engine.
    #[default]
    Engine,
    /// Corners, mobility and flips by four rules, without a search.
    FourRules,
}

impl PlayerName {
    /// The name that other programs are told.
    pub const fn public_name(self) -> &'static str {
        match self {
            Self::Engine => "Kagetsu",
            Self::FourRules => "FourRules",
        }
    }
}
