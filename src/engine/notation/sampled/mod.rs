//! Games in the samples that c-gomoku-cli writes for training. A sample is a position as its moves, the move that was
//! played and the result. The samples of a game stand one after another, and each position begins with the one before,
//! so the last sample of a game holds all its moves.

mod game;
mod packed;
mod plain;
mod text;

pub(crate) use game::SampledGame;
pub(crate) use text::{is_sample_text, read_sample_text};

/// The games of a binary file of samples, plain or packed. Each is read when it is asked for: a small compressed file holds
/// more of them than memory. `None` if the file is in neither form: both are recognised only as a whole, because they begin
/// with nothing that marks them.
pub(crate) fn read_sample_bytes(
    bytes: &[u8],
) -> Option<Box<dyn Iterator<Item = SampledGame> + '_>> {
    if let Some(games) = plain::read(bytes) {
        return Some(Box::new(games));
    }
    Some(Box::new(packed::read(bytes)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use super::*;

    proptest! {
        #[test]
        fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            if let Some(games) = read_sample_bytes(&bytes) {
                prop_assert!(games.count() > 0);
            }
        }
    }
}
