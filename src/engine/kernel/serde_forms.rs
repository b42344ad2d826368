//! Values for serde (feature `serde`): a score is the number of [`Score::value`], which is checked when it is read, and a shard
//! is its text.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::score::Score;
use super::shard::Shard;

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.value())
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i32::deserialize(deserializer)?;
        let (most, win) = (Self::MAX_EVALUATION.value(), Self::win_in(0).value());
        let distance = win.abs_diff(value.saturating_abs()) as usize;
        if value.abs_diff(0) <= most.unsigned_abs() {
            Ok(Self::evaluation(value))
        } else if value.abs_diff(0) > win.unsigned_abs() {
            let unexpected = Unexpected::Signed(value.into());
            Err(D::Error::invalid_value(
                unexpected,
                &"a score from -30000 to 30000",
            ))
        } else if value > 0 {
            Ok(Self::win_in(distance))
        } else {
            Ok(Self::loss_in(distance))
        }
    }
}
