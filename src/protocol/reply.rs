//! What the engine can say to a manager, and how it is written. Together with [`super::detail`], which words the
//! progress of a search, this is the only place that makes text for a manager.

use std::fmt;

use kagetsu_gomoku::geometry::{Point, PointSet};

/// The answer to `ABOUT`.
const ABOUT: &str = concat!(
    "name=\"Kagetsu\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Kagetsu authors\""
);

/// Characters of free text that are sent; managers copy lines through small buffers.
const MAX_TEXT: usize = 900;

/// One line for the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK`
    Ok,
    /// A move.
    Move(Point),
    /// Several points on one line.
    Moves(Vec<Point>),
    /// `SWAP`: the other side is taken.
    Swap,
    /// The line about the engine.
    About,
    /// Forbidden points.
    Forbid(PointSet),
    /// `MESSAGE text`: anybody may read it.
    Message(String),
    /// `DEBUG text`: for the author of the engine.
    Debug(String),
    /// `ERROR text`: a known command cannot be obeyed.
    Error(String),
    /// `UNKNOWN text`: nobody knows the command.
    Unknown(String),
    /// `INFO text`: only for managers that have asked for it.
    Info(String),
}

impl Reply {
    /// Is this the answer to a request, and not a remark beside it?
    pub const fn is_answer(&self) -> bool {
        !matches!(self, Self::Message(_) | Self::Debug(_) | Self::Info(_))
    }
}

/// The line without its end: ASCII, never blank.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(point) => write_pair(f, *point),
            Self::Moves(points) => write_pairs(f, points),
            Self::Swap => f.write_str("SWAP"),
            Self::About => f.write_str(ABOUT),
            Self::Forbid(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x(), point.y())?;
                }
                f.write_str(".")
            }
            Self::Message(text) => write_text(f, "MESSAGE", text),
            Self::Debug(text) => write_text(f, "DEBUG", text),
            Self::Error(text) => write_text(f, "ERROR", text),
            Self::Unknown(text) => write_text(f, "UNKNOWN", text),
            Self::Info(text) => write_text(f, "INFO", text),
        }
    }
}

fn write_pair(f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
    write!(f, "{},{}", point.x(), point.y())
}

fn write_pairs(f: &mut fmt::Formatter<'_>, points: &[Point]) -> fmt::Result {
    for (index, &point) in points.iter().enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        write_pair(f, point)?;
    }
    Ok(())
}

/// A prefix and printable ASCII; some managers break on a prefix without text, so there is always some.
fn write_text(f: &mut fmt::Formatter<'_>, prefix: &str, text: &str) -> fmt::Result {
    write!(f, "{prefix} ")?;
    if text.is_empty() {
        return f.write_str("-");
    }
    text.chars()
        .take(MAX_TEXT)
        .map(|symbol| match symbol {
            ' '..='~' => symbol,
            _ => '?',
        })
        .try_for_each(|symbol| fmt::Write::write_char(f, symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_worded_as_managers_expect() {
        let (a, b) = (Point::at(7, 10), Point::at(0, 21));
        for (reply, text) in [
            (Reply::Ok, "OK"),
            (Reply::Move(a), "7,10"),
            (Reply::Moves(vec![a, b]), "7,10 0,21"),
            (Reply::Swap, "SWAP"),
            (Reply::Forbid(PointSet::EMPTY), "FORBID ."),
            (
                Reply::Forbid([a, b].into_iter().collect()),
                "FORBID 07100021.",
            ),
            (Reply::Message(String::new()), "MESSAGE -"),
            (Reply::Error("caf\u{e9}\n".to_string()), "ERROR caf??"),
        ] {
            assert_eq!(reply.to_string(), text);
        }
    }

    #[test]
    fn no_text_makes_a_line_too_long() {
        let reply = Reply::Unknown("x".repeat(5000));
        assert!(reply.to_string().len() < 1000);
    }

    #[test]
    fn about_begins_with_the_name_and_quotes_every_value() {
        let about = Reply::About.to_string();
        assert!(about.starts_with("name=\"Kagetsu\", version=\""));
        assert!(
            about
                .split(", ")
                .all(|pair| pair.ends_with('"') && pair.contains("=\""))
        );
    }
}
