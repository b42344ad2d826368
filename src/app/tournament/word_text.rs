//! Reading the order of the openings.

use std::str::FromStr;

use kagetsu_arena::openings::Shuffle;
use kagetsu_kernel::ParseTextError;

/// `sequential` or `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderText(pub(crate) Shuffle);

impl FromStr for OrderText {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Shuffle::Sequential, Shuffle::Random]
            .into_iter()
            .find(|&shuffle| shuffle_name(shuffle) == text)
            .map(Self)
            .ok_or_else(|| {
                ParseTextError::new(text, "not an order of openings", "sequential or random")
            })
    }
}

/// The word for an order.
pub(super) const fn shuffle_name(shuffle: Shuffle) -> &'static str {
    match shuffle {
        Shuffle::Sequential => "sequential",
        Shuffle::Random => "random",
    }
}
