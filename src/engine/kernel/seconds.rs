//! Times as people type them: seconds with decimals, or milliseconds with `ms` behind the number.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::parse_text::ParseTextError;

/// Longest time that is understood, in seconds: a week.
const MAX_SECONDS: f64 = 604_800.0;
const MILLIS: f64 = 1000.0;

/// A time such as `0.5`, `0.5s` or `500ms`, rounded to milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

impl FromStr for Seconds {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || {
            ParseTextError::new(
                text,
                "not a time",
                format!(
                    "seconds such as 0.5, or milliseconds such as 500ms, from 0.001 to {MAX_SECONDS} seconds, or 0"
                ),
            )
        };
        let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
            (number, 1.0)
        } else {
            (text.strip_suffix('s').unwrap_or(text), MILLIS)
        };
        let plain = number
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let millis = number.parse::<f64>().map_err(|_| bad())? * unit;
        if !plain || millis > MAX_SECONDS * MILLIS {
            return Err(bad());
        }
        // Managers and engines count in milliseconds: what rounds to none is a slip, not a wish.
        let duration = Duration::from_millis(millis.round() as u64);
        if duration.is_zero() && millis > 0.0 {
            return Err(bad());
        }
        Ok(Self(duration))
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs_f64())
    }
}

/// A measured time as text, in seconds to the millisecond.
pub fn show(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_milliseconds_are_read() {
        for (text, millis) in [
            ("0.5", 500),
            ("2", 2000),
            ("2s", 2000),
            ("500ms", 500),
            ("0", 0),
            ("0.001", 1),
            ("604800", 604_800_000),
        ] {
            let expected = Ok(Seconds(Duration::from_millis(millis)));
            assert_eq!(text.parse(), expected, "{text}");
        }
        assert_eq!(Seconds(Duration::from_millis(10_500)).to_string(), "10.5");
        assert_eq!(show(Duration::from_micros(56_400)), "0.056 s");
    }

    #[test]
    fn other_text_is_refused_and_quoted() {
        for text in [
            "", "s", "ms", "-1", "+1", "1e3", "inf", "NaN", "0.0001", "604801", "5m", "1 s",
            "0.5.1",
        ] {
            let error = text.parse::<Seconds>().expect_err(text);
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("'{text}' is not a time: "))
            );
        }
    }
}
