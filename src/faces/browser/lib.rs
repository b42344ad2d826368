//! The program for a browser alone, as WebAssembly without threads. Two workers of the page run it: one keeps the table and
//! answers the page at once, the other one searches and is ended where its search is no longer wanted.
//!
//! Texts go both ways as UTF-8 in the memory of the program: the worker writes into the buffer that `input` gives, and reads
//! what `output` and the returned length say. The scripts beside the page, `worker.js` and `searcher.js`, are the other end.
//!
//! The crate is empty for every other target: what can be tested without a browser stands in `kagetsu_play::host`.

#![cfg(target_arch = "wasm32")]

mod searcher;
mod table;
mod worker;
