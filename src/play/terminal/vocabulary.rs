//! All words that can be typed, with what they mean: the list from which lines are read and `help` is written.

use crate::game::Grid;
use crate::opening::Procedure;
use crate::session::AnySetup;
use crate::table::Table;
use crate::text::Catalogue;

/// Where a word means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Everywhere.
    All,
    /// In games with passes.
    Passes,
    /// In games with an opening procedure.
    Openings,
    /// Where programs play.
    Programs,
    /// On the full screen, on boards where moves have a place.
    Numbers,
    /// By lines.
    Lines,
}

/// A word that can be typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The word.
    pub(super) name: &'static str,
    /// A shorter form.
    pub(super) short: Option<&'static str>,
    /// Does something else follow it?
    has_rest: bool,
    scope: Scope,
}

const fn word(name: &'static str, short: &'static str, scope: Scope) -> Word {
    let short = if short.is_empty() { None } else { Some(short) };
    Word {
        name,
        short,
        has_rest: false,
        scope,
    }
}

const fn with_rest(name: &'static str, scope: Scope) -> Word {
    Word {
        has_rest: true,
        ..word(name, "", scope)
    }
}

/// The words, in the order in which `help` tells them. `do-` and the word is the key of what it does.
pub(super) const WORDS: [Word; 26] = [
    word("undo", "u", Scope::All),
    word("redo", "r", Scope::All),
    word("hint", "h", Scope::All),
    word("pass", "p", Scope::Passes),
    word("keep", "", Scope::Openings),
    word("two", "", Scope::Openings),
    word("ten", "", Scope::Openings),
    word("swap", "", Scope::All),
    word("draw", "", Scope::All),
    word("resign", "x", Scope::All),
    word("rematch", "m", Scope::All),
    with_rest("new", Scope::All),
    word("again", "a", Scope::Programs),
    word("kagetsu", "k", Scope::Programs),
    word("person", "y", Scope::Programs),
    word("numbers", "n", Scope::Numbers),
    with_rest("board", Scope::Lines),
    with_rest("silent", Scope::Lines),
    word("stones", "", Scope::All),
    word("last", "", Scope::All),
    word("rules", "", Scope::All),
    with_rest("save", Scope::All),
    with_rest("replace", Scope::All),
    with_rest("load", Scope::All),
    word("help", "?", Scope::All),
    word("quit", "q", Scope::All),
];

/// For whom the words are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Front {
    Lines,
    #[cfg(feature = "screen")]
    Screen,
}

impl Word {
    fn means_something(self, table: &Table, front: Front) -> bool {
        let session = table.session();
        match self.scope {
            Scope::All => true,
            Scope::Passes => session.game().kind().has_passes(),
            Scope::Openings => {
                matches!(session.setup(), AnySetup::Gomoku(setup) if setup.opening != Procedure::Free)
            }
            Scope::Programs => !table.programs().is_empty(),
            Scope::Numbers => {
                let grid = session.game().picture().grid;
                front != Front::Lines && !matches!(grid, Grid::Net { .. })
            }
            Scope::Lines => front == Front::Lines,
        }
    }

    /// As it is typed.
    fn typed(self) -> String {
        match self.short {
            Some(short) => format!("{}, {short}", self.name),
            None if self.has_rest => format!("{} …", self.name),
            None => self.name.to_string(),
        }
    }
}

/// What can be typed now, one thing a line.
pub(super) fn help(texts: &Catalogue, table: &Table, front: Front) -> Vec<String> {
    let known = WORDS
        .into_iter()
        .filter(|word| word.means_something(table, front));
    let told = known.map(|word| {
        let meaning = texts.word(&format!("do-{}", word.name));
        format!("{:<10}  {meaning}", word.typed())
    });
    [texts.word("type-move")].into_iter().chain(told).collect()
}
