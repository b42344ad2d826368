//! When a game is over. Red wins by getting past the blue pieces, Blue by leaving the red piece without a move, and a
//! state that comes for the third time ends the game by the rule of repetition. The types are
//! options of the command line as well: the first line of each comment is the help text.

use std::fmt;

use clap::{Args, ValueEnum};

use super::board::Side;
use super::state::State;

/// When the red piece has escaped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Escape {
    /// Past both blue pieces
    ///
    /// Its number is higher than those of both.
    #[default]
    #[value(name = "both")]
    PastBoth,
    /// Past one of them
    ///
    /// Its number is higher than that of one blue piece. From there Blue can no longer win, but could often hold a draw.
    #[value(name = "any")]
    PastAny,
}

impl Escape {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::PastBoth, Self::PastAny];
}

impl fmt::Display for Escape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PastBoth => "past both",
            Self::PastAny => "past any",
        })
    }
}

/// How a game ends in which a state comes for the third time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Repetition {
    /// Nobody wins
    #[default]
    Draw,
    /// Red wins
    #[value(name = "red")]
    ForRed,
    /// Blue wins
    #[value(name = "blue")]
    ForBlue,
}

impl Repetition {
    /// All three rules.
    pub const ALL: [Self; 3] = [Self::Draw, Self::ForRed, Self::ForBlue];

    /// Who wins a game that repeats without end.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Draw => None,
            Self::ForRed => Some(Side::Red),
            Self::ForBlue => Some(Side::Blue),
        }
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draw => "repetition draws",
            Self::ForRed => "repetition for red",
            Self::ForBlue => "repetition for blue",
        })
    }
}

/// The rules of one game.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// When the red piece has escaped
    #[arg(long, value_enum, default_value_t)]
    pub escape: Escape,
    /// Who wins when a state comes for the third time
    #[arg(long, value_enum, default_value_t)]
    pub repetition: Repetition,
}

impl Rules {
    /// All six combinations.
    pub fn all() -> impl Iterator<Item = Self> {
        Escape::ALL.into_iter().flat_map(|escape| {
            Repetition::ALL
                .into_iter()
                .map(move |repetition| Self { escape, repetition })
        })
    }

    /// Who has won in this state, if the pieces themselves say so. Repetition is a matter of the whole game.
    pub fn winner(self, state: State) -> Option<Side> {
        let [low, high] = state.blues();
        let mark = match self.escape {
            Escape::PastBoth => high,
            Escape::PastAny => low,
        };
        if state.red() > mark {
            Some(Side::Red)
        } else if state.side() == Side::Red && state.moves().next().is_none() {
            Some(Side::Blue)
        } else {
            None
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.repetition {
            Repetition::Draw => write!(f, "{}", self.escape),
            scored => write!(f, "{}, {scored}", self.escape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_state_is_a_trap() {
        for escape in Escape::ALL {
            let rules = Rules {
                escape,
                ..Rules::default()
            };
            let trapped: Vec<String> = State::all()
                .filter(|&state| rules.winner(state) == Some(Side::Blue))
                .map(|state| state.to_string())
                .collect();
            assert_eq!(trapped, ["(0;1,2)"]);
        }
    }

    #[test]
    fn a_game_that_goes_on_always_has_a_move() {
        for rules in Rules::all() {
            for state in State::all().filter(|&state| rules.winner(state).is_none()) {
                assert!(state.moves().next().is_some(), "{state}");
            }
        }
    }
}
