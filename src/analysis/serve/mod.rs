//! Queries from another program, one JSON object a line, after the manner of `KataGo`'s analysis engine (D. Wu). The
//! positions of all queries are searched by several threads, and each answer is written as soon as it is known.
//! `protocol-docs/analyse-queries.md` describes the fields.

mod board;
mod conversation;
mod fields;
#[cfg(feature = "http")]
mod http;
mod query;
mod queue;
mod reply;
mod run;
#[cfg(test)]
mod tests;

#[cfg(feature = "http")]
pub use http::HttpServer;
pub use query::QueryDefaults;
pub use run::serve;
