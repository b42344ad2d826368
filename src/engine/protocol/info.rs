//! The keys of `INFO` and their values. Unknown keys and unreadable values are ignored without an answer.
//! [`super::settings`] turns the values into the limits of a search.

use std::fmt::Write;

use kagetsu_gomoku::engine::config::{self, ConfigKey};
use kagetsu_kernel::gomocup::parse_number;

/// A key with an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfoKey {
    /// `timeout_turn`
    TimeoutTurn,
    /// `timeout_match`
    TimeoutMatch,
    /// `time_left`
    TimeLeft,
    /// `time_increment`
    TimeIncrement,
    /// `max_depth`
    MaxDepth,
    /// `max_node`
    MaxNode,
    /// `rule`
    Rule,
    /// `show_detail`
    ShowDetail,
    /// `pondering`
    Pondering,
    /// `strength`
    Strength,
    /// `nbestsym`
    SymmetricLines,
    /// `usedatabase`
    UseDatabase,
    /// `database_readonly`
    DatabaseReadOnly,
    /// `book_seed`
    BookSeed,
    /// `opening_seed`
    OpeningSeed,
    /// A setting of the engine itself.
    Engine(ConfigKey),
}

/// A key with an effect and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfoLine {
    /// What to set.
    pub key: InfoKey,
    /// What to set it to.
    pub value: i64,
}

/// A key of the protocol itself, with its description.
struct KeyRow {
    key: Option<InfoKey>,
    name: &'static str,
    values: &'static str,
    doc: &'static str,
}

const fn row(key: InfoKey, name: &'static str, values: &'static str, doc: &'static str) -> KeyRow {
    KeyRow {
        key: Some(key),
        name,
        values,
        doc,
    }
}

const fn inert(name: &'static str, values: &'static str, doc: &'static str) -> KeyRow {
    KeyRow {
        key: None,
        name,
        values,
        doc,
    }
}

/// The key of the evaluation, whose value is the name of a file.
pub const EVALUATION: &str = "evaluation";
/// The key of the opening book, whose value is the name of a file.
pub const BOOK: &str = "book";
/// The key of the log of the conversation, whose value is the name of a file or `LOG_OFF`.
pub const LOG: &str = "log";
/// The value that ends the log.
pub(crate) const LOG_OFF: &str = "off";

const KEYS: [KeyRow; 25] = [
    row(
        InfoKey::TimeoutTurn,
        "timeout_turn",
        "ms",
        "time for one move; 0: answer at once, also while thinking; negative: no limit",
    ),
    row(
        InfoKey::TimeoutMatch,
        "timeout_match",
        "ms",
        "time for the whole game; zero or less: no limit, and time_left is passed over",
    ),
    row(
        InfoKey::TimeLeft,
        "time_left",
        "ms",
        "time left for the game; from 2000000000 up: no limit; zero or less: answer at once",
    ),
    row(
        InfoKey::TimeIncrement,
        "time_increment",
        "ms",
        "time added with every own move",
    ),
    row(
        InfoKey::MaxDepth,
        "max_depth",
        "plies",
        "deepest iteration; zero or less, or the number of points of the board and more: no limit",
    ),
    row(
        InfoKey::MaxNode,
        "max_node",
        "nodes",
        "most nodes to search; zero or less: no limit",
    ),
    row(
        InfoKey::Rule,
        "rule",
        "bit mask",
        "0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro with exactly five; 2 added: continuous game; in the Yixin-Board dialect 2 alone is renju",
    ),
    row(
        InfoKey::ShowDetail,
        "show_detail",
        "0 to 3",
        "1: MESSAGE REALTIME lines, 2: INFO lines, 3: both",
    ),
    KeyRow {
        key: None,
        name: EVALUATION,
        values: "path",
        doc: "network of the evaluation, as `train` writes it, for the rule it was learned for and boards of any size; nothing: the network of the program; a file that cannot be used is refused at once with `ERROR`, and nothing changes",
    },
    inert("game_type", "0 to 3", "accepted, no effect"),
    inert("folder", "path", "accepted, no effect: nothing is stored"),
    inert("evaluate", "x,y", "accepted, no effect"),
    inert("thread_split_depth", "plies", "accepted, no effect"),
    inert(
        "caution_factor",
        "0 to 5",
        "accepted, no effect: the search itself decides how many moves it looks at",
    ),
    row(
        InfoKey::Pondering,
        "pondering",
        "0, 1",
        "1: thinks on while the opponent is to move, for at most 60 seconds after each own move; 0: does not, the default",
    ),
    row(
        InfoKey::SymmetricLines,
        "nbestsym",
        "0, 1",
        "0: of several moves that a symmetry of the position makes equal, `yxnbest` looks at one; 1: at all of them, the default",
    ),
    row(
        InfoKey::UseDatabase,
        "usedatabase",
        "0, 1",
        "1: searches heed the database of `YXSETDATABASE` and keep their results in it; 0: they do not, the default",
    ),
    row(
        InfoKey::DatabaseReadOnly,
        "database_readonly",
        "0, 1",
        "1: nothing is written to the database; 0, the default",
    ),
    KeyRow {
        key: None,
        name: BOOK,
        values: "path",
        doc: "database whose moves are played while it knows the position, as `book grow` makes it; nothing: no book, the default; a file that cannot be used is refused at once with `ERROR`, and nothing changes",
    },
    row(
        InfoKey::BookSeed,
        "book_seed",
        "number",
        "the choices among moves of the book that are about equal are the same after the same number; never set: they differ from process to process",
    ),
    inert(
        "start_depth",
        "plies",
        "accepted, no effect: every search begins with a depth of one",
    ),
    row(
        InfoKey::Strength,
        "strength",
        "0 to 100",
        "below 100 a move visits few positions: 600, 700, 800, 1000, 1600, 3500, 8000, 25000, 80000 or 300000, one step for every ten; the levels of `play` differ in more than their nodes; 100: as many as the limits allow, the default",
    ),
    row(
        InfoKey::OpeningSeed,
        "opening_seed",
        "number",
        "the first two stones of the openings that are offered from now on are the same after the same number; never set: they differ from process to process",
    ),
    inert("swapable", "0, 1", "accepted, no effect"),
    KeyRow {
        key: None,
        name: LOG,
        values: "path",
        doc: "appends every later line of the conversation to a file, with its time, as the option `--log` does; `off` or nothing: no more lines are kept; a file that cannot be used is refused at once with `ERROR`, and nothing changes",
    },
];

/// Why a key and its value would be passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedOver {
    /// There is no such key.
    Unknown,
    /// The value is no whole number, nor one of the words that the key takes.
    NoNumber,
}

/// Why a key and its value would be passed over; `None` if they would not.
///
/// ```
/// use kagetsu_protocol::info::{PassedOver, passed_over};
/// assert_eq!(passed_over("Hash_Size", "4096"), None);
/// assert_eq!(passed_over("hash_size", "4 GiB"), Some(PassedOver::NoNumber));
/// assert_eq!(passed_over("hash", "4096"), Some(PassedOver::Unknown));
/// ```
pub fn passed_over(name: &str, value: &str) -> Option<PassedOver> {
    let own = KEYS.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    let value = value.trim();
    let is_read = match (own, config::key_named(name)) {
        (Some(row), _) => row.key.is_none() || parse_number(value).is_some(),
        (None, Some(key)) => key.value_of(value).is_some(),
        (None, None) => return Some(PassedOver::Unknown),
    };
    (!is_read).then_some(PassedOver::NoNumber)
}

/// What a key takes as its value, in words.
pub fn expected_value(name: &str) -> String {
    let words = config::key_named(name).map_or(&[][..], ConfigKey::words);
    if words.is_empty() {
        "a whole number".to_string()
    } else {
        words.join(" or ")
    }
}

/// The names of all keys.
pub fn key_names() -> impl Iterator<Item = &'static str> {
    let engine = config::REGISTRY.iter().map(|row| row.name);
    KEYS.iter().map(|row| row.name).chain(engine)
}

/// Reads the text after `INFO`. `None` if the key has no effect or the value is not a number.
pub(crate) fn parse_info(text: &str) -> Option<InfoLine> {
    let mut words = text.split_whitespace();
    let (name, value) = (words.next()?, words.next()?);
    let own = KEYS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
        .and_then(|row| row.key);
    if let Some(key) = own {
        let value = parse_number(value)?;
        return Some(InfoLine { key, value });
    }
    let key = config::key_named(name)?;
    Some(InfoLine {
        key: InfoKey::Engine(key),
        value: key.value_of(value)?,
    })
}

/// The file name after a key of `INFO`, empty if there is none. `None` if the key is another one.
pub(crate) fn parse_path<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let (name, path) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    name.eq_ignore_ascii_case(key).then(|| path.trim())
}

/// The table of all keys, as in `protocol-docs/extensions.md`.
pub fn key_table() -> String {
    let own = KEYS.iter().map(|row| (row.name, row.values, row.doc));
    let engine = config::REGISTRY
        .iter()
        .map(|row| (row.name, row.values, row.doc));
    let mut table = String::from("| key | values | meaning |\n|---|---|---|\n");
    for (name, values, doc) in own.chain(engine) {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| `{name}` | {values} | {doc} |");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_a_number_is_read_in_any_case_and_other_keys_are_left() {
        let turn = InfoLine {
            key: InfoKey::TimeoutTurn,
            value: 5000,
        };
        assert_eq!(parse_info("Timeout_Turn 5000"), Some(turn));
        assert_eq!(parse_info("folder C:\\brain data"), None);
        let search = |text| parse_info(text).map(|line| (line.key, line.value));
        let key = InfoKey::Engine(ConfigKey::Search);
        assert_eq!(search("search MCTS"), Some((key, 1)));
        assert_eq!(search("search alphabeta"), Some((key, 0)));
        assert_eq!(search("search minimax"), None);
    }

    #[test]
    fn a_file_name_goes_to_the_end_of_the_line() {
        let path = |text| parse_path(text, EVALUATION);
        assert_eq!(path("evaluation new network.kgn"), Some("new network.kgn"));
        assert_eq!(path("evaluate 3,4"), None);
        assert_eq!(parse_path("Book", BOOK), Some(""));
    }

    #[test]
    fn every_key_is_listed_once_in_lower_case() {
        let mut names: Vec<&str> = key_names().collect();
        let count = names.len();
        assert!(names.iter().all(|name| {
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        }));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
