//! Who analyses: Kagetsu by one of its two searches, or a network that learned from nothing.

use serde::{Deserialize, Serialize};

/// Who analyses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Analyst {
    /// Kagetsu by alpha-beta.
    #[default]
    AlphaBeta,
    /// Kagetsu by tree search.
    Tree,
    /// A network by its name, by tree search.
    Network(String),
}
