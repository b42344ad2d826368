//! A turn: one stone at the start of the game, later an unordered pair. And its notation on match platforms, two
//! capital letters a cell.

use std::fmt;

use kagetsu_kernel::quote;

use super::geometry::{Cell, SIZE};

/// The stones of one turn. The order of a pair does not matter: the lower cell is kept first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// The first stone of the game.
    One(Cell),
    /// Two stones; build it with [`Turn::pair`].
    Two(Cell, Cell),
}

/// How many stones the side to move still places in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A whole turn lies ahead.
    Two,
    /// One stone: the second one of a turn, or the first of the game.
    One,
}

impl Stage {
    /// The number of these stones.
    pub const fn stones(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::One => 1,
        }
    }
}

/// What some programs write for the missing second stone of the first turn.
pub(crate) const NO_CELL: &str = "@@";
const TURN_FORM: &str = "write one or two cells like JJ or JJKK, letters A to S, column first";

impl Turn {
    /// Two different cells, in either order; none if they are the same.
    pub fn pair(a: Cell, b: Cell) -> Option<Self> {
        (a != b).then(|| Self::Two(a.min(b), a.max(b)))
    }

    /// The cells of the turn.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (first, second) = match self {
            Self::One(cell) => (cell, None),
            Self::Two(a, b) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }

    /// The names of its points on the board, such as `j10` or `i11k9`.
    pub fn name(self) -> String {
        self.cells().map(Cell::name).collect()
    }

    /// Reads `JJ`, `JJ@@` or `JJKK`; small letters too.
    ///
    /// ```
    /// use kagetsu_connect6::Turn;
    /// assert_eq!(Turn::parse("JJ@@"), Turn::parse("JJ"));
    /// assert_eq!(Turn::parse("KKIJ")?.to_string(), "IJKK");
    /// assert!(Turn::parse("JJTT").is_err());
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong: the text is not of this form, or names a cell twice.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = || format!("`{}` is not a turn: {TURN_FORM}", quote(text));
        match text.trim().as_bytes() {
            [column, row] | [column, row, b'@', b'@'] => {
                cell_of(*column, *row).map(Self::One).ok_or_else(form)
            }
            [a, b, c, d] => {
                let (first, second) = cell_of(*a, *b).zip(cell_of(*c, *d)).ok_or_else(form)?;
                Self::pair(first, second)
                    .ok_or_else(|| format!("`{}` names one cell twice", quote(text)))
            }
            _ => Err(form()),
        }
    }
}

fn cell_of(column: u8, row: u8) -> Option<Cell> {
    Cell::at(letter(column.into())?, letter(row.into())?)
}

/// The place of a letter among the columns or rows.
pub(crate) fn letter(sign: char) -> Option<usize> {
    let place = u32::from(sign.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    usize::try_from(place).ok().filter(|&place| place < SIZE)
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| cell.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_cell_comes_back() {
        for cell in Cell::all() {
            assert_eq!(Turn::parse(&cell.to_string()), Ok(Turn::One(cell)));
            assert_eq!(Turn::parse(&format!("{cell}@@")), Ok(Turn::One(cell)));
        }
    }

    #[test]
    fn bad_turns_are_quoted() {
        for text in ["", "J", "JJK", "TT", "JJT1", "@@JJ", "JJ  KK", "ÄJ"] {
            let error = Turn::parse(text).unwrap_err();
            assert!(
                error.starts_with(&format!("`{text}` is not a turn: ")),
                "{error}"
            );
        }
        assert_eq!(
            Turn::parse("JJJJ").unwrap_err(),
            "`JJJJ` names one cell twice"
        );
    }

    proptest! {
        #[test]
        fn pairs_come_back_in_either_order(a in 0..361_usize, b in 0..361_usize) {
            prop_assume!(a != b);
            let [a, b] = [a, b].map(|index| Cell::from_index(index).unwrap());
            let turn = Turn::pair(a, b).unwrap();
            prop_assert_eq!(Turn::parse(&format!("{a}{b}")), Ok(turn));
            prop_assert_eq!(Turn::parse(&format!("{b}{a}")), Ok(turn));
        }

        #[test]
        fn no_text_panics(text in ".{0,12}") {
            let _ = Turn::parse(&text);
        }
    }
}
