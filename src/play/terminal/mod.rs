//! Playing in a terminal by typed lines. It reads from any input and writes to any output, so that scripts and tests can
//! play as well.

mod options;
mod plain;
#[cfg(test)]
mod tests;

pub use options::{Begins, Options, OptionsError};
pub use plain::{PlayError, run};
