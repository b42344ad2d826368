//! Tests of the protocol: the session, the loop around it, the dialogues of the documentation and hostile input.

mod answers;
mod docs;
mod edits;
mod hostile;
mod hosts;
mod many_threads;
mod proofs;
mod serve;
mod session;
mod suspended;
mod talk;
mod transcripts;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-kagetsu");
