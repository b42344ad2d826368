//! States and moves as text. A state is `(red;blue,blue)`, with a `b` behind it when Blue is to move; a move is `from-to`.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::quote;

use super::board::{Point, Side};
use super::moves::Move;
use super::state::State;

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.blues();
        write!(f, "({};{low},{high})", self.red())?;
        match self.side() {
            Side::Red => Ok(()),
            Side::Blue => f.write_str("b"),
        }
    }
}

impl FromStr for State {
    /// What is wrong.
    type Err = String;

    /// ```
    /// use kagetsu_oxhorn::{Side, State};
    /// let state: State = "(4; 9, 5) b".parse()?;
    /// assert_eq!(state.side(), Side::Blue);
    /// assert_eq!(state.to_string(), "(4;5,9)b");
    /// # Ok::<(), String>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (side, red, blues) = read_state(text).ok_or_else(|| {
            let text = quote(text);
            format!("`{text}` is not a state: write it like (0;8,9), with a `b` behind it when blue is to move")
        })?;
        Self::new(side, red, blues)
            .ok_or_else(|| format!("in `{}` two pieces stand on one point", quote(text)))
    }
}

fn read_state(text: &str) -> Option<(Side, Point, [Point; 2])> {
    let (pieces, side) = text.trim().strip_prefix('(')?.split_once(')')?;
    let side = match side.trim() {
        "" | "r" => Side::Red,
        "b" => Side::Blue,
        _ => return None,
    };
    let (red, blues) = pieces.split_once(';')?;
    let (first, second) = blues.split_once(',')?;
    Some((
        side,
        read_point(red)?,
        [read_point(first)?, read_point(second)?],
    ))
}

fn read_point(text: &str) -> Option<Point> {
    match text.trim().as_bytes() {
        [digit @ b'0'..=b'9'] => Point::new(digit - b'0'),
        _ => None,
    }
}

impl Move {
    /// Reads a legal move in a state.
    ///
    /// # Errors
    /// What is wrong: the text is no move, no piece of the side to move stands on the first point, or the rules do not allow
    /// the step.
    pub fn parse(text: &str, state: State) -> Result<Self, String> {
        let points = text.trim().split_once('-');
        let (from, to) = points
            .and_then(|(from, to)| read_point(from).zip(read_point(to)))
            .ok_or_else(|| {
                let text = quote(text);
                format!("`{text}` is not a move: write the two points like 8-7")
            })?;
        Self::between(state, from, to)
            .filter(|&step| state.is_legal(step))
            .ok_or_else(|| {
                let (text, side) = (quote(text), state.side());
                format!("`{text}` is not a legal move of {side} in {state}")
            })
    }

    /// The move as text, for the state in which it is made.
    pub fn text(self, state: State) -> String {
        format!("{}-{}", state.point_of(self.piece), self.to)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_state_and_move_comes_back() {
        for state in State::all() {
            assert_eq!(state.to_string().parse(), Ok(state));
            for step in state.moves() {
                assert_eq!(Move::parse(&step.text(state), state), Ok(step));
            }
        }
    }

    #[test]
    fn bad_text_is_quoted() {
        for text in [
            "",
            "(0;8,9",
            "(0;8)",
            "(0;8,9)x",
            "(0;8,10)",
            "(+1;8,9)",
            "(0;8,9)bb",
        ] {
            let error = text.parse::<State>().unwrap_err();
            assert!(
                error.starts_with(&format!("`{text}` is not a state: ")),
                "{error}"
            );
        }
        assert_eq!(
            "(8;8,9)".parse::<State>().unwrap_err(),
            "in `(8;8,9)` two pieces stand on one point"
        );
        let error = |text: &str| Move::parse(text, State::start(Side::Red)).unwrap_err();
        assert_eq!(
            error("0"),
            "`0` is not a move: write the two points like 8-7"
        );
        for text in ["8-7", "0-3"] {
            assert_eq!(
                error(text),
                format!("`{text}` is not a legal move of red in (0;8,9)")
            );
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,60}") {
            let _ = text.parse::<State>();
            let _ = Move::parse(&text, State::start(Side::Blue));
        }
    }
}
