//! The time of the players, as record files tell it.

/// A time for the game, and what comes on top of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeLimit {
    /// Seconds for the whole game of each player.
    pub seconds: Option<u32>,
    /// What is added: a text such as `increment 00:12, extension 02:00`.
    pub overtime: String,
}

/// The parts of a GGF time behind the first.
const PARTS: [&str; 2] = ["increment", "extension"];
const SIXTY: u32 = 60;

impl TimeLimit {
    /// Reads `TI` of GGF: `15:00`, `15:00//02:00`, `5:00/0:12/2:00`; options behind a comma are left out.
    pub(super) fn from_ggf(text: &str) -> Self {
        let mut parts = text.split('/').map(|part| {
            let clock = part.split(',').next().unwrap_or_default();
            clock.trim()
        });
        let seconds = parts.next().and_then(seconds);
        let more: Vec<String> = PARTS
            .iter()
            .zip(parts)
            .filter(|(_, clock)| self::seconds(clock).is_some())
            .map(|(name, clock)| format!("{name} {clock}"))
            .collect();
        Self {
            seconds,
            overtime: more.join(", "),
        }
    }

    /// As GGF writes it; empty without a time. An overtime that [`TimeLimit::from_ggf`] has not written is lost.
    pub(super) fn ggf(&self) -> String {
        let Some(seconds) = self.seconds else {
            return String::new();
        };
        let mut text = format!("{:02}:{:02}", seconds / SIXTY, seconds % SIXTY);
        let more = PARTS.map(|name| {
            let clock = self
                .overtime
                .split(", ")
                .find_map(|part| part.strip_prefix(name)?.strip_prefix(' '));
            clock.filter(|clock| self::seconds(clock).is_some())
        });
        for part in match more {
            [None, None] => &[][..],
            [_, None] => &more[..1],
            _ => &more[..],
        } {
            text.push('/');
            text.push_str(part.unwrap_or_default());
        }
        text
    }
}

/// Seconds of `5:00` or `1:00:00`.
fn seconds(clock: &str) -> Option<u32> {
    let parts: Vec<&str> = clock.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    parts.iter().try_fold(0_u32, |sum, part| {
        let is_plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = is_plain.then(|| part.parse().ok())??;
        sum.checked_mul(SIXTY)?.checked_add(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_game_servers_are_read_and_written() {
        for (text, seconds, overtime, written) in [
            ("15:00//02:00", Some(900), "extension 02:00", "15:00//02:00"),
            (
                "5:00/0:12/2:00",
                Some(300),
                "increment 0:12, extension 2:00",
                "05:00/0:12/2:00",
            ),
            ("05:00", Some(300), "", "05:00"),
            ("1:00:00", Some(3600), "", "60:00"),
            (
                "02:00,N5/00:10,N1",
                Some(120),
                "increment 00:10",
                "02:00/00:10",
            ),
            ("", None, "", ""),
            ("soon", None, "", ""),
            ("99999999:00", None, "", ""),
        ] {
            let time = TimeLimit::from_ggf(text);
            assert_eq!(
                (time.seconds, time.overtime.as_str()),
                (seconds, overtime),
                "{text}"
            );
            assert_eq!(time.ggf(), written, "{text}");
        }
        let other = TimeLimit {
            seconds: Some(60),
            overtime: "5x30 byo-yomi".to_owned(),
        };
        assert_eq!(other.ggf(), "01:00");
    }
}
