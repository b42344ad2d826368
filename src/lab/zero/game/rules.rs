//! The rules of a game of stones in a row, and how they are written.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::quote;

/// The least number of stones that make a row.
const LEAST_ROW: usize = 2;

/// Do rows that are too long count?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exactness {
    /// They count.
    #[default]
    AtLeast,
    /// They do not.
    Exactly,
}

/// Rules of the family Connect(m, n, k, p, q) of I-C. Wu and D.-Y. Huang ("A new family of k-in-a-row games", 2005), with
/// variants. Written as `9x9,k=5`, with any of `p=`, `q=`, `exact`, `torus`, `misere` and `gravity` after it.
///
/// ```
/// use kagetsu_zero::Rules;
/// let rules: Rules = "19x19,k=6,p=2".parse()?;
/// assert_eq!((rules.row, rules.stones, rules.first_stones), (6, 2, 1));
/// assert_eq!(rules.to_string(), "19x19,k=6,p=2");
/// # Ok::<(), kagetsu_zero::game::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Stones in a row that decide the game.
    pub row: usize,
    /// Stones of a turn.
    pub stones: usize,
    /// Stones of the first turn.
    pub first_stones: usize,
    /// Do longer rows count?
    pub exactness: Exactness,
    /// Do rows go on at the other edge?
    pub torus: bool,
    /// Does the side with the row lose?
    pub misere: bool,
    /// Do stones fall to the lowest empty cell of their column?
    pub gravity: bool,
}

/// Why a text names no rules, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseRulesError(pub(super) String);

impl Rules {
    /// Most columns and rows.
    pub const MAX_SIDE: usize = 22;

    /// So many stones in a row on a board of this size, one stone a turn.
    pub const fn new(columns: usize, rows: usize, row: usize) -> Self {
        Self {
            columns,
            rows,
            row,
            stones: 1,
            first_stones: 1,
            exactness: Exactness::AtLeast,
            torus: false,
            misere: false,
            gravity: false,
        }
    }

    /// Number of cells.
    pub const fn cells(&self) -> usize {
        self.columns * self.rows
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(',').map(str::trim);
        let size = parts.next().unwrap_or_default();
        let sides = size.split_once('x').and_then(|(columns, rows)| {
            let length = |text: &str| {
                let length = text.parse().ok()?;
                (1..=Self::MAX_SIDE).contains(&length).then_some(length)
            };
            Some((length(columns)?, length(rows)?))
        });
        let no_size = || {
            format!(
                "'{}' is not a size: expected columns and rows from 1 to {}, such as 9x9",
                quote(size),
                Self::MAX_SIDE
            )
        };
        let (columns, rows) = sides.ok_or_else(|| ParseRulesError(no_size()))?;
        if columns.max(rows) < LEAST_ROW {
            return Err(ParseRulesError(format!(
                "'{}' has no room for two stones in a row: expected a larger board, such as 3x3",
                quote(size)
            )));
        }
        let mut rules = Self::new(columns, rows, 0);
        let mut seen: Vec<&str> = Vec::new();
        for part in parts {
            let key = part.split_once('=').map_or(part, |(key, _)| key.trim());
            if seen.contains(&key) {
                return Err(ParseRulesError(format!(
                    "'{}' gives {key} again: give each rule once",
                    quote(part)
                )));
            }
            seen.push(key);
            match part {
                "exact" => rules.exactness = Exactness::Exactly,
                "torus" => rules.torus = true,
                "misere" => rules.misere = true,
                "gravity" => rules.gravity = true,
                _ => rules.read_number(part)?,
            }
        }
        if rules.row == 0 {
            return Err(ParseRulesError(format!(
                "'{}' does not say how many stones in a row decide: add k=5, for instance",
                quote(text)
            )));
        }
        Ok(rules)
    }
}

impl Rules {
    fn read_number(&mut self, part: &str) -> Result<(), ParseRulesError> {
        let unknown = || {
            ParseRulesError(format!(
                "'{}' is not a rule: expected k=, p=, q=, exact, torus, misere or gravity, or 8x8,reversi",
                quote(part)
            ))
        };
        let (key, value) = part.split_once('=').ok_or_else(unknown)?;
        let longest = self.columns.max(self.rows);
        let (field, key, least, most) = match key.trim() {
            "k" => (&mut self.row, 'k', LEAST_ROW, longest),
            "p" => (&mut self.stones, 'p', 1, Self::MAX_SIDE),
            "q" => (&mut self.first_stones, 'q', 1, Self::MAX_SIDE),
            _ => return Err(unknown()),
        };
        let number = value.trim().parse().ok();
        *field = number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| {
                ParseRulesError(format!(
                    "'{}' is out of range: expected {key}= and a number from {least} to {most}",
                    quote(part)
                ))
            })?;
        Ok(())
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{},k={}", self.columns, self.rows, self.row)?;
        for (key, number) in [('p', self.stones), ('q', self.first_stones)] {
            if number != 1 {
                write!(f, ",{key}={number}")?;
            }
        }
        let flags = [
            (self.exactness == Exactness::Exactly, "exact"),
            (self.torus, "torus"),
            (self.misere, "misere"),
            (self.gravity, "gravity"),
        ];
        for (_, name) in flags.iter().filter(|(is_set, _)| *is_set) {
            write!(f, ",{name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in [
            "3x3,k=3",
            "19x19,k=6,p=2",
            "7x6,k=4,gravity",
            "9x8,k=5,p=2,q=3,exact,torus,misere",
        ] {
            let rules: Result<Rules, _> = text.parse();
            assert_eq!(rules.map(|rules| rules.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_is_wrong_with_rules_is_said() {
        for (text, words) in [
            ("", "'' is not a size"),
            ("9", "'9' is not a size"),
            ("0x9,k=5", "'0x9' is not a size"),
            ("9x23,k=5", "from 1 to 22"),
            ("9x9", "does not say how many"),
            ("9x9,k=10", "k= and a number from 2 to 9"),
            ("9x9,k=5,p=0", "p= and a number from 1"),
            ("9x9,k=5,ring", "'ring' is not a rule"),
            ("9x9,k=5,z=3", "'z=3' is not a rule"),
            ("9x9,k=5,k=4", "'k=4' gives k again"),
            ("9x9,k=5,k=5", "'k=5' gives k again"),
            ("9x9,k=5, p = 2,p=2", "'p=2' gives p again"),
            ("9x9,torus,k=5,torus", "'torus' gives torus again"),
            ("1x1,k=2", "'1x1' has no room"),
            ("2x1,k=3", "k= and a number from 2 to 2"),
        ] {
            let error = text.parse::<Rules>().expect_err(text);
            assert!(error.to_string().contains(words), "{text}: {error}");
        }
    }
}
