//! Tests of the protocol: the session, the loop around it, the dialogues of the documentation and hostile input.

mod docs;
mod hostile;
#[path = "../support/process.rs"]
mod process;
mod serve;
mod session;
mod transcripts;
