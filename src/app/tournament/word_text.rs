//! Reading the order of the openings.

use std::str::FromStr;

use kagetsu_arena::openings::Shuffle;

/// `sequential` or `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderText(pub(crate) Shuffle);

/// Text that does not name an order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an order of openings: expected sequential or random")]
pub(crate) struct ParseOrderError(String);

impl FromStr for OrderText {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Shuffle::Sequential, Shuffle::Random]
            .into_iter()
            .find(|&shuffle| shuffle_name(shuffle) == text)
            .map(Self)
            .ok_or_else(|| ParseOrderError(text.to_string()))
    }
}

/// The word for an order.
pub(super) const fn shuffle_name(shuffle: Shuffle) -> &'static str {
    match shuffle {
        Shuffle::Sequential => "sequential",
        Shuffle::Random => "random",
    }
}
