//! The replies to a manager, and their text. Only this module and [`super::detail`], which writes search reports, make
//! text for a manager.

use std::fmt;

use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_kernel::gomocup::{about, write_line};

/// Bytes of the mark of a point that Yixin-Board reads.
const MAX_MARK_BYTES: usize = 6;

/// One line for the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK`
    Ok,
    /// A move.
    Move(Point),
    /// Several points on one line.
    Moves(Vec<Point>),
    /// `SWAP`: take the other side.
    Swap,
    /// The line about the engine.
    About,
    /// Forbidden points.
    Forbid(PointSet),
    /// `MESSAGE text`: for users.
    Message(String),
    /// `MESSAGE DATABASE known mark`: what a database knows of a move, and the mark of the point in any signs.
    Mark {
        /// Words and numbers, from the word `DATABASE` on.
        known: String,
        /// The mark. It may be empty.
        mark: String,
    },
    /// `MESSAGE DATABASE TEXT "text"`: the comment on a position, in any signs and on as many lines as it has.
    Comment(String),
    /// `ERROR text`: a known command is refused.
    Error(String),
    /// `UNKNOWN text`: the command is unknown.
    Unknown(String),
    /// `INFO text`: only for managers that asked for it.
    Info(String),
}

impl Reply {
    /// True if this is the answer to a request, not a comment.
    pub const fn is_answer(&self) -> bool {
        !matches!(
            self,
            Self::Message(_) | Self::Mark { .. } | Self::Comment(_) | Self::Info(_)
        )
    }
}

/// Writes the line without its line end. It is ASCII and never blank; only marks and comments may have other signs,
/// and only comments more lines.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(point) => write_pair(f, *point),
            Self::Moves(points) => write_pairs(f, points),
            Self::Swap => f.write_str("SWAP"),
            Self::About => f.write_str(&about("Kagetsu", env!("CARGO_PKG_VERSION"))),
            Self::Forbid(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x(), point.y())?;
                }
                f.write_str(".")
            }
            Self::Message(text) => write_line(f, "MESSAGE", text),
            Self::Mark { known, mark } => write_mark(f, known, mark),
            Self::Comment(text) => write_comment(f, text),
            Self::Error(text) => write_line(f, "ERROR", text),
            Self::Unknown(text) => write_line(f, "UNKNOWN", text),
            Self::Info(text) => write_line(f, "INFO", text),
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

/// Writes a mark as far as the manager reads it. It would show nothing of a mark that it has cut within a sign.
fn write_mark(f: &mut fmt::Formatter<'_>, known: &str, mark: &str) -> fmt::Result {
    write_line(f, "MESSAGE", known)?;
    f.write_str(" ")?;
    let mut bytes = 0;
    mark.chars()
        .filter(|sign| !sign.is_control())
        .take_while(|sign| {
            bytes += sign.len_utf8();
            bytes <= MAX_MARK_BYTES
        })
        .try_for_each(|sign| fmt::Write::write_char(f, sign))
}

/// Writes a comment in quotes. A backslash stands before quotes and backslashes in it.
fn write_comment(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("MESSAGE DATABASE TEXT \"")?;
    for symbol in text.chars() {
        match symbol {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\n")?,
            _ if symbol.is_control() => {}
            _ => fmt::Write::write_char(f, symbol)?,
        }
    }
    f.write_str("\"")
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
            (
                Reply::Comment("a \"b\" \\\n\u{e9}".to_string()),
                "MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\\n\u{e9}\"",
            ),
            (Reply::Error("caf\u{e9}\n".to_string()), "ERROR caf??"),
        ] {
            assert_eq!(reply.to_string(), text);
        }
    }

    #[test]
    fn marks_end_where_a_sign_ends() {
        for (mark, sent) in [
            ("", ""),
            ("A1", "A1"),
            ("a\nb", "ab"),
            ("fourth", "fourth"),
            ("seventh", "sevent"),
            ("\u{5148}\u{624b}", "\u{5148}\u{624b}"),
            ("1\u{5148}\u{624b}", "1\u{5148}"),
        ] {
            let reply = Reply::Mark {
                known: "DATABASE 7 7 -1 0 0 0 0".to_string(),
                mark: mark.to_string(),
            };
            let line = format!("MESSAGE DATABASE 7 7 -1 0 0 0 0 {sent}");
            assert_eq!(reply.to_string(), line);
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
