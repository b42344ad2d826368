//! The lines of the protocols of Reversi and Connect6 from the manager's side: how moves are sent, and how answers are
//! read.

use kagetsu_reversi::record::{Game, Ply, ggf};

use super::first_request::argument;
use super::gtp_lines::RESIGN;

/// Begins the answer of an `NBoard` engine to `go`.
const NBOARD_MOVE: &str = "===";
/// Begins the line of a turn of Connect6.
pub(crate) const MOVE: &str = "move";

/// What an engine has chosen in Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReversiChoice {
    /// A move or a pass.
    Play(Ply),
    /// It gives up.
    Resign,
}

/// Reads a square, a pass or the word of an engine that gives up.
pub(crate) fn reversi_choice(text: &str) -> Option<ReversiChoice> {
    if text.eq_ignore_ascii_case(RESIGN) {
        return Some(ReversiChoice::Resign);
    }
    ggf::ply(text).ok().map(ReversiChoice::Play)
}

/// A ply in GTP.
pub(crate) fn gtp_ply(ply: Ply) -> String {
    match ply {
        Ply::Move(square) => square.to_string(),
        Ply::Pass => "pass".to_string(),
    }
}

/// A ply in the protocol of `NBoard`.
pub(crate) fn nboard_ply(ply: Ply) -> String {
    ply.to_string().to_ascii_uppercase()
}

/// The line that sets a game up, in the protocol of `NBoard`.
pub(crate) fn nboard_set_game(game: &Game) -> String {
    format!("set game {}", ggf::text(&game.clone().into()))
}

/// The move in an answer of an `NBoard` engine to `go`. Score and time may follow it.
pub(crate) fn nboard_move(line: &str) -> Option<String> {
    let rest = line.strip_prefix(NBOARD_MOVE)?;
    let text = rest.split('/').next().unwrap_or_default();
    Some(text.trim().to_string())
}

/// The text of a turn of Connect6. A line that goes on after it is none: Cloudict explains its commands when it starts,
/// and one of the lines begins `move XXXX   - `.
pub(crate) fn connect6_turn(line: &str) -> Option<String> {
    let text = argument(line, MOVE)?;
    (!text.contains(char::is_whitespace)).then(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_is_no_turn() {
        assert_eq!(connect6_turn("move JJKK"), Some("JJKK".to_string()));
        for line in ["move", "name X", "move XXXX   - tell the engine"] {
            assert_eq!(connect6_turn(line), None, "{line}");
        }
    }

    #[test]
    fn moves_are_read_and_other_words_are_not() {
        assert_eq!(nboard_move("=== F5/1.00/0.5"), Some("F5".to_string()));
        assert_eq!(reversi_choice("RESIGN"), Some(ReversiChoice::Resign));
        let pass = Some(ReversiChoice::Play(Ply::Pass));
        assert_eq!(reversi_choice("PA"), pass);
        assert_eq!(reversi_choice("best"), None);
    }
}
