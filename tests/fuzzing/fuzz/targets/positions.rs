//! Fuzzes the target `positions`.
#![no_main]

#[path = "../../bodies.rs"]
#[expect(dead_code, reason = "the other targets are programs of their own")]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::positions(bytes));
