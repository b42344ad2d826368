//! Fuzzes the target of which the program has the name.
#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (_, body) = bodies::TARGETS
        .into_iter()
        .find(|(name, _)| *name == env!("CARGO_BIN_NAME"))
        .expect("a target");
    body(bytes);
});
