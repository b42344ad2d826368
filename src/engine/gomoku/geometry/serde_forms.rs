//! Points and sizes for serde (feature `serde`): a point is its column and row from zero at the top left, `[7,6]`, and a size
//! is `"15x15"`. Both are checked when they are read.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::point::Point;
use super::size::BoardSize;

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.x(), self.y()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (x, y) = <(usize, usize)>::deserialize(deserializer)?;
        BoardSize::LARGEST.point(x, y).ok_or_else(|| {
            let most = BoardSize::MAX - 1;
            D::Error::custom(format!(
                "[{x},{y}] is not a point: expected column and row, each from 0 to {most}"
            ))
        })
    }
}

impl Serialize for BoardSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
