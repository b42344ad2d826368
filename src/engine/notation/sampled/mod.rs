//! Games in the samples that c-gomoku-cli writes for training. A sample is a position as its moves, the move that was
//! played and the result. The samples of a game stand one after another, and each position begins with the one before,
//! so the last sample of a game holds all its moves.

mod game;
mod packed;
mod plain;
mod text;

pub(crate) use game::SampledGame;
pub(crate) use text::{is_sample_text, read_sample_text};

/// Reads a binary file of samples, plain or packed. Returns `None` if it is in neither form: both are recognised only as a
/// whole, because they begin with nothing that marks them.
pub(crate) fn read_sample_bytes(bytes: &[u8]) -> Option<Vec<SampledGame>> {
    plain::read(bytes).or_else(|| packed::read(bytes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    proptest! {
        #[test]
        fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = read_sample_bytes(&bytes);
        }
    }
}
