//! The page in a browser: a server on this machine alone, one page with embedded files, and a worker thread that thinks.
//! Every request but those for the files needs a secret of 128 random bits; foreign hosts and origins are refused.

mod command;
mod keys;
mod line;
mod routes;
mod serve;
mod table;
#[cfg(test)]
mod tests;
mod view;
mod worker;

pub use command::{Command, NewGame};
pub use keys::{Keys, Who};
pub use line::LineView;
pub use serve::{PageError, PageOptions, Server};
pub use table::Table;
pub use view::View;
