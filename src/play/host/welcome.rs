//! What a page needs to begin.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::game::Kind;
use crate::table::{Table, Who};
use crate::text::Language;

/// What a host has beside the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HostFeatures {
    /// A database of positions.
    pub database: bool,
    /// Links by which guests come to the table.
    pub invitations: bool,
}

/// What a page needs to begin: who looks at it, the games, the programs that may take a seat and what else there is, the days
/// of the owner's mistakes to practise, and the texts as they are in the language that fits best, which the page fills in by
/// Fluent's own library.
pub(crate) fn welcome(
    table: &Table,
    who: Who,
    language: Language,
    features: HostFeatures,
) -> Value {
    let drills = match who {
        Who::Owner => table.days_of_drills(),
        Who::Guest(_) | Who::Spectator => Vec::new(),
    };
    let games = Kind::ALL.map(|kind| {
        // Keys of the catalogue that it has other texts for.
        let words: BTreeMap<_, _> = kind.words().iter().copied().collect();
        json!({
            "name": kind,
            "setup": kind.has_setup(),
            "passes": kind.has_passes(),
            "words": words,
        })
    });
    let languages = Language::ALL.map(|known| {
        json!({
            "tag": known.name(),
            "written": known.written(),
            "name": known.own_name(),
        })
    });
    json!({
        "who": who,
        "offers": {
            "programs": table.programs(),
            "database": features.database,
            "invitations": features.invitations,
            "drills": drills,
        },
        "games": games,
        "languages": languages,
        "language": language.name(),
        "texts": language.page_texts(),
    })
}
