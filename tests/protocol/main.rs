//! Tests of the protocol: the session, the loop around it, the dialogues of the documentation and hostile input.

mod docs;
mod hostile;
mod hosts;
mod many_threads;
#[path = "../support/process.rs"]
mod process;
mod serve;
mod session;
mod suspended;
mod transcripts;
