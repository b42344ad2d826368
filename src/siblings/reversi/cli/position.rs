//! Positions as arguments: moves from the start, the picture of a board, or the record of a game.

use crate::record::{Game, Outcome, Position, RecordForm, ggf, obf, parse_moves, sgf};
use kagetsu_kernel::Side;
use kagetsu_siblings::command::CommandError;

/// The game that a text gives: moves such as `f5d6c3` from the start, 64 squares and the side to move, as in a line of an OBF
/// file, or the first game of an SGF or GGF record.
pub(super) fn game_of(text: &str) -> Result<Game, CommandError> {
    if let Some(form) = record_form(text) {
        let entry = form.read_first(text).map_err(CommandError::input)?;
        return Ok(entry.game);
    }
    let wrong_picture = match obf::position(text) {
        Ok(position) => return Ok(Game::from_position(position)),
        Err(error) => error,
    };
    match parse_moves(Position::START, text) {
        Err(_) if looks_like_a_picture(text) => Err(CommandError::input(wrong_picture)),
        moves => moves.map_err(CommandError::input),
    }
}

/// The form of a text of games: SGF or GGF. A number may stand before them, as in archives of synchronised games.
pub(super) fn record_form(text: &str) -> Option<RecordForm> {
    let unnumbered = text
        .trim_start()
        .trim_start_matches(|sign: char| sign.is_ascii_digit());
    let game = unnumbered.trim_start().strip_prefix('(')?;
    if !game.trim_start().starts_with(';') {
        return None;
    }
    // GGF names the game, and SGF numbers it.
    let named = game.split_once("GM[").map(|(_, rest)| rest);
    let name = named.and_then(|rest| rest.split(']').next());
    let is_ggf = name.is_some_and(ggf::is_othello) || game.contains("BO[8");
    Some(if is_ggf { ggf::FORM } else { sgf::FORM })
}

/// Are most signs those of squares? A picture has no digits but 0, and a move always has another.
fn looks_like_a_picture(text: &str) -> bool {
    const FEWEST: usize = 8;
    let has_digits = text.contains(|sign| matches!(sign, '1'..='9'));
    let squares = text
        .chars()
        .filter(|sign| "-.XxOo*".contains(*sign))
        .count();
    !has_digits && squares >= FEWEST && 2 * squares > text.chars().count()
}

/// Refuses a position in which nobody can move.
pub(super) fn require_running(position: Position) -> Result<(), CommandError> {
    let [black, white] = Side::BOTH.map(|side| position.discs(side).count_ones());
    let how = match position.outcome() {
        Outcome::Running => return Ok(()),
        Outcome::BlackWins => "black wins",
        Outcome::WhiteWins => "white wins",
        Outcome::Draw => "a draw",
    };
    Err(CommandError::over(&format!("{how}, {black} to {white}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_given_by_moves_or_by_a_picture() {
        let moves = game_of("f5 d6").unwrap();
        let picture = format!("{} X", moves.position().signs());
        assert_eq!(game_of(&picture).unwrap().position(), moves.position());
        let line = format!("{picture}; C3:+2; D3:-1;");
        assert_eq!(game_of(&line).unwrap().position(), moves.position());
        assert_eq!(game_of("").unwrap().position(), Position::START);
        for record in [
            "(;GM[2];B[f5];W[df])",
            "(;GM[Othello]B[F5//1]W[D6];)",
            "(;GM[reversi]B[F5]W[D6];)",
            "1 (;GM[Othello]B[F5]W[D6];)\n2 (;GM[Othello]B[F5];)",
            "(\n;GM[2];B[f5];W[df])",
        ] {
            assert_eq!(game_of(record).unwrap().position(), moves.position());
        }
        let error = game_of("(;GM[1];B[aa])").unwrap_err().to_string();
        assert_eq!(error, "GM[1] is not Othello, which is GM[2]");
        let error = |text: &str| game_of(text).unwrap_err().to_string();
        assert!(
            error(&picture[2..]).contains("64 squares"),
            "{}",
            error(&picture[2..])
        );
        assert!(error("f5 x9").contains("'x9' is no move"));
        assert!(error("hello").contains("'hello' is no move"));
    }
}
