//! The games that can be begun at a table, and what belongs to each.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::Kind;
use crate::registry::Format;

/// One game that can be begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Offered {
    /// Which.
    name: Kind,
    /// Has it rules, sizes and openings to choose from, and can positions be set up?
    setup: bool,
    /// May a side ever pass?
    passes: bool,
    /// The files in which it can be kept.
    forms: &'static [Format],
    /// Keys of the catalogue that it has other texts for.
    words: BTreeMap<&'static str, &'static str>,
}

/// All games.
pub(crate) fn offered() -> Vec<Offered> {
    let offer = |kind: Kind| Offered {
        name: kind,
        setup: kind.has_setup(),
        passes: kind.has_passes(),
        forms: kind.formats(),
        words: kind.words().iter().copied().collect(),
    };
    Kind::ALL.map(offer).to_vec()
}
