//! The protocols that engines speak: their names, what they can tell, and the word that ends an engine.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kagetsu_kernel::ParseTextError;
use kagetsu_notation::Ruleset;

/// A protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The Gomocup protocol, for Gomoku and, with two points for a turn, for Connect6.
    #[default]
    Gomocup,
    /// The Go text protocol, for Gomoku and Reversi.
    Gtp,
    /// JSON queries after the manner of `analyse --serve`, for Gomoku.
    Json,
    /// The protocol of the board `NBoard`, for Reversi.
    NBoard,
    /// The protocol of the SAU platform, for Connect6.
    Sau,
    /// The protocol of the engine Cloudict, for Connect6.
    Cloudict,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 6] = [
        Self::Gomocup,
        Self::Gtp,
        Self::Json,
        Self::NBoard,
        Self::Sau,
        Self::Cloudict,
    ];

    /// Its name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomocup => "gomocup",
            Self::Gtp => "gtp",
            Self::Json => "json",
            Self::NBoard => "nboard",
            Self::Sau => "sau",
            Self::Cloudict => "cloudict",
        }
    }

    /// The protocols in which a game is played, the usual one first.
    pub const fn of_game(game: Ruleset) -> &'static [Self] {
        match game {
            Ruleset::Gomoku(_) => &[Self::Gomocup, Self::Gtp, Self::Json],
            Ruleset::Reversi => &[Self::Gtp, Self::NBoard],
            Ruleset::Connect6 => &[Self::Sau, Self::Cloudict, Self::Gomocup],
        }
    }

    /// The line that ends an engine.
    pub const fn farewell(self) -> &'static str {
        match self {
            Self::Gomocup => "END\n",
            Self::Json => "{\"id\":\"end\",\"action\":\"terminate_all\"}\n",
            _ => "quit\n",
        }
    }

    /// True if an engine can be told a limit of the time of a move or of a game.
    pub const fn tells_limit(self, limit: Duration) -> bool {
        match self {
            Self::Gomocup | Self::Json => true,
            // It counts in whole seconds.
            Self::Gtp => limit.as_secs() > 0,
            Self::NBoard | Self::Sau | Self::Cloudict => false,
        }
    }

    /// True if an engine is told how much memory it may use.
    pub const fn tells_memory(self) -> bool {
        matches!(self, Self::Gomocup)
    }

    /// True if an engine has words for the score of its search.
    pub const fn tells_scores(self) -> bool {
        matches!(self, Self::Gomocup | Self::Json)
    }

    /// True if an engine may write lines that have no meaning. In the Gomocup protocol such a line counts as a fault
    /// when no answer comes.
    pub(crate) const fn allows_other_lines(self) -> bool {
        !matches!(self, Self::Gomocup)
    }

    /// For serde: the usual protocol is not written.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|protocol| protocol.name() == text)
            .ok_or_else(|| {
                ParseTextError::new(
                    text,
                    "not a protocol",
                    "gomocup, gtp, json, nboard, sau or cloudict",
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_others_are_quoted() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.to_string().parse(), Ok(protocol));
        }
        let error = "uci".parse::<Protocol>().expect_err("no protocol");
        assert!(error.to_string().starts_with("'uci' is not a protocol"));
    }
}
