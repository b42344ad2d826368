//! The page in a browser: a server, one page with embedded files, and a worker thread that thinks. The server keeps the
//! game and is its referee: pages only show what it says and ask for what they want.
//!
//! Every request but those for the files needs a secret of 128 random bits: that of the owner, of one of two invited
//! players, or of the spectators. A command names the state for which it is meant, so that none counts twice. Foreign
//! hosts and origins, long messages, too many requests, listeners and connections are refused. No request names a file, and
//! programs are named only as they were at the start. A player whose connection is lost comes back by the same link, and the
//! clock has gone on.
//!
//! It does not protect what goes over the network: there is no TLS, so whoever reads along has the secrets. For play
//! beyond a network that is trusted, a proxy that encrypts stands before it (`--public`). Nor does it keep the server
//! reachable under a flood of connections, or know whether a player is helped by somebody else.

mod assets;
mod bundle;
#[cfg(test)]
mod comparing_tests;
mod compressed;
mod connections;
#[cfg(test)]
mod contrast;
mod hosts;
mod invitation;
mod kept;
#[cfg(test)]
mod kept_tests;
mod keys;
mod limits;
mod listeners;
mod packed;
mod routes;
mod serve;
mod site;
#[cfg(test)]
mod tests;
mod worker;

pub use crate::table::Who;
pub use hosts::PublicUrl;
pub use invitation::Invitation;
pub use serve::{Helpers, PageError, PageOptions, Server, Stopper};
pub use site::{SiteError, write_site};
