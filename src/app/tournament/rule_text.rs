//! Reading the rules of adjudication, numbers separated by commas, and the known ratings, `NAME=ELO`.

use std::str::FromStr;

use kagetsu_arena::settings::{DrawRule, ResignRule};

/// `STONES,MOVES,SCORE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawText(pub(super) DrawRule);

/// `MOVES,SCORE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResignText(pub(super) ResignRule);

/// An engine whose rating is known: `NAME=ELO`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnchorText {
    pub(super) name: String,
    pub(super) elo: f64,
}

/// Text that is neither.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {expected}")]
pub(crate) struct ParseRuleTextError {
    text: String,
    expected: &'static str,
}

/// Exactly `N` numbers.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Vec<u32> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

impl FromStr for DrawText {
    type Err = ParseRuleTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match numbers(text) {
            Some([stones, moves, score]) if moves > 0 && i32::try_from(score).is_ok() => {
                Ok(Self(DrawRule {
                    stones: stones as usize,
                    moves: moves as usize,
                    score: score as i32,
                }))
            }
            _ => Err(ParseRuleTextError {
                text: text.to_string(),
                expected: "STONES,MOVES,SCORE such as 40,10,20",
            }),
        }
    }
}

impl FromStr for ResignText {
    type Err = ParseRuleTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match numbers(text) {
            Some([moves, score]) if moves > 0 && score > 0 && i32::try_from(score).is_ok() => {
                Ok(Self(ResignRule {
                    moves: moves as usize,
                    score: score as i32,
                }))
            }
            _ => Err(ParseRuleTextError {
                text: text.to_string(),
                expected: "MOVES,SCORE such as 6,2000",
            }),
        }
    }
}

impl FromStr for AnchorText {
    type Err = ParseRuleTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text
            .rsplit_once('=')
            .and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
        match parsed {
            Some((name, elo)) if !name.is_empty() && elo.is_finite() => Ok(Self {
                name: name.to_string(),
                elo,
            }),
            _ => Err(ParseRuleTextError {
                text: text.to_string(),
                expected: "NAME=ELO such as rapfi=2700",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_anchors_are_read() {
        let draw = DrawRule {
            stones: 40,
            moves: 10,
            score: 20,
        };
        assert_eq!("40,10,20".parse(), Ok(DrawText(draw)));
        let resign = ResignRule {
            moves: 6,
            score: 2000,
        };
        assert_eq!("6, 2000".parse(), Ok(ResignText(resign)));
        let anchor: AnchorText = "a=b=-12.5".parse().expect("an anchor");
        assert_eq!((anchor.name.as_str(), anchor.elo), ("a=b", -12.5));
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
            let error = text.parse::<DrawText>().expect_err("bad").to_string();
            assert!(error.starts_with(&format!("'{text}' is not")), "{error}");
        }
        for text in ["", "1", "0,5", "5,0", "1,2,3"] {
            assert!(text.parse::<ResignText>().is_err(), "{text}");
        }
        for text in ["", "x", "x=", "=5", "x=inf"] {
            assert!(text.parse::<AnchorText>().is_err(), "{text}");
        }
    }
}
