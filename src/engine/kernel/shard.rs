//! Parts of one run that different machines make: the second of four is `2/4`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::parse_text::ParseTextError;

/// One of several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Number of the part, from one.
    number: u64,
    /// Number of all parts.
    count: u64,
}

impl Shard {
    /// The only part of one.
    pub const WHOLE: Self = Self {
        number: 1,
        count: 1,
    };

    /// The range of the numbers below `total` that belongs to this shard. The ranges of all shards follow each other and
    /// differ in size by at most one.
    pub fn range(self, total: u64) -> Range<u64> {
        let bound = |parts: u64| {
            let bound = u128::from(total) * u128::from(parts) / u128::from(self.count);
            u64::try_from(bound).unwrap_or(total)
        };
        bound(self.number - 1)..bound(self.number)
    }

    /// The part of the same run whose [range](Self::range) has a number below `total`.
    #[must_use]
    pub fn holding(self, number: u64, total: u64) -> Self {
        let parts = (u128::from(number) + 1) * u128::from(self.count);
        let own = parts.div_ceil(u128::from(total).max(1));
        Self {
            number: u64::try_from(own).unwrap_or(self.count),
            ..self
        }
    }

    /// All parts of the same run, in order.
    fn all(self) -> impl Iterator<Item = Self> {
        let count = self.count;
        (1..=count).map(move |number| Self { number, count })
    }

    /// The places of parts in the order of their shards. What comes with a shard tells its run.
    ///
    /// # Errors
    /// Unless each shard is there once and all are of the run of the first.
    pub fn places<R: PartialEq>(parts: &[(Self, R)]) -> Result<Vec<usize>, ShardsFault> {
        let Some((first, run)) = parts.first() else {
            return Ok(Vec::new());
        };
        for (place, (shard, of)) in parts.iter().enumerate() {
            if of != run || shard.count != first.count {
                return Err(ShardsFault::Foreign(place));
            }
            if parts[..place].iter().any(|(other, _)| other == shard) {
                return Err(ShardsFault::Twice(place));
            }
        }
        let is_there = |shard: &Self| parts.iter().any(|(there, _)| there == shard);
        if let Some(missing) = first.all().find(|shard| !is_there(shard)) {
            return Err(ShardsFault::Missing(missing));
        }
        let mut places: Vec<usize> = (0..parts.len()).collect();
        places.sort_by_key(|&place| parts[place].0);
        Ok(places)
    }
}

/// Why parts do not make the whole of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardsFault {
    /// The part at this place is of another run than the first.
    Foreign(usize),
    /// The part at this place is the same shard as one before it.
    Twice(usize),
    /// No part is this shard.
    Missing(Shard),
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shard = || {
            let (number, count) = text.split_once('/')?;
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            (1..=count)
                .contains(&number)
                .then_some(Self { number, count })
        };
        shard().ok_or_else(|| {
            ParseTextError::new(
                text,
                "not a shard",
                "the number of the part and of all parts, such as 2/4",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_the_whole() {
        for (total, count) in [(10, 4), (3, 7), (1, 1), (2000, 16), (u64::MAX, 3)] {
            let first = Shard { number: 1, count };
            let mut next = 0;
            for shard in first.all() {
                let range = shard.range(total);
                assert_eq!(range.start, next, "{shard} of {total}");
                for number in [range.start, range.end.saturating_sub(1)]
                    .into_iter()
                    .filter(|number| range.contains(number))
                {
                    assert_eq!(first.holding(number, total), shard, "{number} of {total}");
                }
                next = range.end;
            }
            assert_eq!(next, total);
        }
        let giant: Shard = "1/50000000000".parse().expect("a shard");
        assert_eq!(giant.holding(1, 2).to_string(), "50000000000/50000000000");
    }

    #[test]
    fn parts_make_a_whole_if_each_is_there_once_and_none_is_of_another_run() {
        let shard = |text: &str| text.parse::<Shard>().expect("a shard");
        let places = |parts: &[(&str, char)]| {
            let parts: Vec<_> = parts
                .iter()
                .map(|&(text, run)| (shard(text), run))
                .collect();
            Shard::places(&parts)
        };
        assert_eq!(places(&[]), Ok(Vec::new()));
        assert_eq!(places(&[("1/1", 'a')]), Ok(vec![0]));
        assert_eq!(
            places(&[("2/3", 'a'), ("3/3", 'a'), ("1/3", 'a')]),
            Ok(vec![2, 0, 1])
        );
        for (parts, fault) in [
            (&[("1/2", 'a'), ("2/2", 'b')][..], ShardsFault::Foreign(1)),
            (&[("1/2", 'a'), ("2/3", 'a')], ShardsFault::Foreign(1)),
            (
                &[("2/3", 'a'), ("1/3", 'a'), ("2/3", 'a')],
                ShardsFault::Twice(2),
            ),
            (
                &[("3/3", 'a'), ("1/3", 'a')],
                ShardsFault::Missing(shard("2/3")),
            ),
            (
                &[("1/18446744073709551615", 'a')],
                ShardsFault::Missing(shard("2/18446744073709551615")),
            ),
        ] {
            assert_eq!(places(parts), Err(fault), "{parts:?}");
        }
    }

    #[test]
    fn only_parts_of_a_whole_are_read() {
        for text in ["2/4", "1/1", "4/4"] {
            let shard: Shard = text.parse().expect("a shard");
            assert_eq!(shard.to_string(), text);
        }
        for text in ["", "2", "0/4", "5/4", "/", "1/0", "-1/4", "1/4/2", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
