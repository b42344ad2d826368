//! The commands about a database. There is none: what the manager shows is told to be empty, and everything else is
//! answered with a message.

use crate::command::DatabaseRequest;
use crate::reply::Reply;

use super::host::Host;

/// Answers as an empty database would, or says that there is none.
pub(super) fn answer_without_database(request: DatabaseRequest, host: &mut dyn Host) {
    const MARKS: [&str; 2] = ["DATABASE REFRESH", "DATABASE DONE"];
    const TEXT: &str = "DATABASE TEXT \"\"";
    let mut tell = |text: &str| host.reply(Reply::Message(text.to_string()));
    match request {
        DatabaseRequest::Marks => MARKS.into_iter().for_each(tell),
        DatabaseRequest::MarksAndText => {
            MARKS.into_iter().for_each(&mut tell);
            tell(TEXT);
        }
        DatabaseRequest::Text => tell(TEXT),
        DatabaseRequest::Other(word) => tell(&format!("{word}: there is no database")),
    }
}
