//! The games that can be begun at a table, and what belongs to each.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::Kind;

/// One game that can be begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Offered {
    /// Which.
    name: Kind,
    /// Has it rules, sizes and openings to choose from, and can positions be set up?
    setup: bool,
    /// May a side ever pass?
    passes: bool,
    /// Keys of the catalogue that it has other texts for.
    words: BTreeMap<&'static str, &'static str>,
}

/// All games.
pub(crate) fn offered() -> Vec<Offered> {
    let offer = |kind: Kind| Offered {
        name: kind,
        setup: kind.has_setup(),
        passes: kind.has_passes(),
        words: kind.words().iter().copied().collect(),
    };
    Kind::ALL.map(offer).to_vec()
}
