//! Reading time controls: `[GAME/]TURN`, `GAME/TURN+INCREMENT` or `GAME+INCREMENT`, each in seconds or with `ms` in
//! milliseconds, where 0 means no limit.

use std::str::FromStr;
use std::time::Duration;

use kagetsu_arena::ClockRules;
use kagetsu_kernel::{ParseTextError, Seconds};

/// Limits of time. It sets no nodes and no depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeControlArgument(pub(super) ClockRules);

/// Text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParseClockError {
    /// The text has not the form of a time control.
    #[error(
        "'{0}' is not a time control: expected TURN, GAME/TURN, GAME+INCREMENT or GAME/TURN+INCREMENT in seconds, such as 0.5, 60/1, 60+0.1 or 60/1+0.1"
    )]
    Form(String),
    /// A part of it is not a time.
    #[error(transparent)]
    Time(#[from] ParseTextError),
    /// An increment without a time for the game.
    #[error("'{0}' adds time to no clock: an increment needs a time for the game")]
    LoneIncrement(String),
}

/// A limit; `None` for zero.
fn limit(text: &str) -> Result<Option<Duration>, ParseTextError> {
    let Seconds(duration) = text.parse()?;
    Ok((!duration.is_zero()).then_some(duration))
}

impl FromStr for TimeControlArgument {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (base, Some(increment.parse::<Seconds>()?.0)),
            None => (text, None),
        };
        let (game, turn) = match base.split_once('/') {
            Some((_, turn)) if turn.contains('/') => {
                return Err(ParseClockError::Form(text.to_string()));
            }
            Some((game, turn)) => (limit(game)?, limit(turn)?),
            None if base.is_empty() => return Err(ParseClockError::Form(text.to_string())),
            // Only a time for the game can grow.
            None if increment.is_some() => (limit(base)?, None),
            None => (None, limit(base)?),
        };
        let increment = increment.unwrap_or_default();
        if game.is_none() && !increment.is_zero() {
            return Err(ParseClockError::LoneIncrement(text.to_string()));
        }
        Ok(Self(ClockRules {
            game,
            turn,
            increment,
            ..ClockRules::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_controls_are_read_in_seconds() {
        for (text, game, turn, increment) in [
            ("0.5", None, Some(MS(500)), 0),
            ("60/1", Some(MS(60_000)), Some(MS(1000)), 0),
            ("60/1+0.1", Some(MS(60_000)), Some(MS(1000)), 100),
            ("60/0+0.1", Some(MS(60_000)), None, 100),
            ("10+0.1", Some(MS(10_000)), None, 100),
            ("10+0", Some(MS(10_000)), None, 0),
            ("0/1", None, Some(MS(1000)), 0),
            ("0", None, None, 0),
            ("0.001", None, Some(MS(1)), 0),
        ] {
            let expected = TimeControlArgument(ClockRules {
                game,
                turn,
                increment: Duration::from_millis(increment),
                ..ClockRules::default()
            });
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn other_text_is_quoted() {
        for (text, message) in [
            ("", "'' is not a time control"),
            ("1/2/3", "'1/2/3' is not a time control"),
            ("+1", "'+1' is not a time control"),
            ("x", "'x' is not a time"),
            ("1/", "'' is not a time"),
            ("-1", "'-1' is not a time"),
            ("inf", "'inf' is not a time"),
            ("1e3", "'1e3' is not a time"),
            ("0.0001", "'0.0001' is not a time"),
            ("604801", "'604801' is not a time"),
            ("60/1+", "'' is not a time"),
            ("0+0.1", "'0+0.1' adds time to no clock"),
            ("0/1+0.1", "'0/1+0.1' adds time to no clock"),
        ] {
            let error = text
                .parse::<TimeControlArgument>()
                .expect_err("bad")
                .to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
