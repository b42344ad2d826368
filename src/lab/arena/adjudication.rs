//! When the runner ends a game by the scores that the engines report, and how that is written: numbers separated by commas.

use std::str::FromStr;

use kagetsu_kernel::ParseTextError;
use serde::{Deserialize, Serialize};

/// Fewest successive moves that a rule may look at: both engines must agree.
const FEWEST_MOVES: u32 = 2;

/// When the runner ends a game by the scores that the engines report. Both engines must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// The game is a draw when the scores of a number of successive moves are all close to zero.
    pub draw: Option<DrawRule>,
    /// A side loses when, over a number of successive moves, its own scores are at or below a negative bound and the
    /// opponent's scores are at or above the same bound with a positive sign.
    pub resign: Option<ResignRule>,
}

/// See [`Adjudication::draw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Number of stones on the board from which the rule applies.
    pub stones: usize,
    /// Number of successive moves, of both sides together.
    pub moves: usize,
    /// Greatest magnitude of the scores.
    pub score: i32,
}

/// See [`Adjudication::resign`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Number of successive moves, of both sides together.
    pub moves: usize,
    /// Least magnitude of the scores.
    pub score: i32,
}

/// Exactly `N` numbers.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Vec<u32> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

impl FromStr for DrawRule {
    type Err = ParseTextError;

    /// Reads `STONES,MOVES,SCORE`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rule = || {
            let [stones, moves, score] = numbers(text)?;
            (moves >= FEWEST_MOVES).then_some(Self {
                stones: stones as usize,
                moves: moves as usize,
                score: i32::try_from(score).ok()?,
            })
        };
        rule().ok_or_else(|| {
            ParseTextError::new(
                text,
                "not a rule of draws",
                "STONES,MOVES,SCORE with two moves or more, such as 40,10,20",
            )
        })
    }
}

impl FromStr for ResignRule {
    type Err = ParseTextError;

    /// Reads `MOVES,SCORE`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rule = || {
            let [moves, score] = numbers(text)?;
            (moves >= FEWEST_MOVES && score > 0).then_some(Self {
                moves: moves as usize,
                score: i32::try_from(score).ok()?,
            })
        };
        rule().ok_or_else(|| {
            ParseTextError::new(
                text,
                "not a rule of losses",
                "MOVES,SCORE with two moves or more and a score above 0, such as 6,2000",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        let draw = DrawRule {
            stones: 40,
            moves: 10,
            score: 20,
        };
        assert_eq!("40,10,20".parse(), Ok(draw));
        let resign = ResignRule {
            moves: 6,
            score: 2000,
        };
        assert_eq!("6, 2000".parse(), Ok(resign));
    }

    #[test]
    fn no_single_engine_decides_a_game() {
        assert!("40,2,20".parse::<DrawRule>().is_ok());
        assert!("40,1,20".parse::<DrawRule>().is_err());
        assert!("2,2000".parse::<ResignRule>().is_ok());
        assert!("1,2000".parse::<ResignRule>().is_err());
    }

    #[test]
    fn other_text_is_quoted() {
        for text in [
            "",
            "1,2",
            "1,0,3",
            "1,2,x",
            "1,2,-3",
            "1,2,3,4",
            "1,2,4000000000",
        ] {
            let error = text.parse::<DrawRule>().expect_err("bad").to_string();
            assert!(error.starts_with(&format!("'{text}' is not")), "{error}");
        }
        for text in ["", "2", "0,5", "5,0", "1,2,3"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
    }
}
