//! Values that are written as plain numbers in files: durations as seconds, square boards as their width.

use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use kagetsu_gomoku::geometry::BoardSize;

/// The duration of so many seconds.
fn duration<E: Error>(seconds: f64) -> Result<Duration, E> {
    Duration::try_from_secs_f64(seconds).map_err(E::custom)
}

/// Durations, for serde's `with`.
pub(crate) mod seconds {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer, duration};

    /// Writes seconds.
    pub(crate) fn serialize<S: Serializer>(
        value: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_secs_f64().serialize(serializer)
    }

    /// Reads seconds.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        duration(f64::deserialize(deserializer)?)
    }
}

/// Durations that may be missing, for serde's `with`.
pub(crate) mod optional_seconds {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer, duration};

    /// Writes seconds or nothing.
    #[expect(clippy::ref_option, reason = "serde passes the field so")]
    pub(crate) fn serialize<S: Serializer>(
        value: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let seconds = value.as_ref().map(Duration::as_secs_f64);
        seconds.serialize(serializer)
    }

    /// Reads seconds or nothing.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(deserializer)?;
        seconds.map(duration).transpose()
    }
}

/// Square boards, for serde's `with`.
pub(crate) mod square {
    use super::{BoardSize, Deserialize, Deserializer, Error, Serialize, Serializer};

    /// Writes the width.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes the field so"
    )]
    pub(crate) fn serialize<S: Serializer>(
        value: &BoardSize,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.width().serialize(serializer)
    }

    /// Reads the width.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BoardSize, D::Error> {
        BoardSize::square(usize::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
