//! The SAU dialect: `name?`, `new black`, `new white`, `move XYXY`, `end`, `quit`, and words that concern other games.

use super::session::{Action, LineError, Session, quoted, side_of};

pub(super) fn line(
    session: &mut Session,
    verb: &str,
    argument: &str,
) -> Result<Vec<Action>, LineError> {
    let unknown = || LineError::Unknown(quoted(verb, argument));
    match verb {
        "name?" => Ok(vec![Action::Say(format!("name {}", session.name))]),
        "new" => Ok(session.begin(side_of(argument).ok_or_else(unknown)?)),
        "move" => session.opponent_plays(argument),
        "end" => {
            session.own = None;
            Ok(Vec::new())
        }
        "error" => Ok(vec![Action::Remark(
            "the platform refused our last turn".to_owned(),
        )]),
        // The host has ended the search at `stop`, and ends the talk at `quit`; the others belong to phantom Go.
        "stop" | "quit" | "accept" | "refuse" | "take" | "taked" => Ok(Vec::new()),
        _ => Err(unknown()),
    }
}
