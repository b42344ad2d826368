//! How a game ended, as record files tell it: `RE` of GGF (`+12.000:r`) and of SGF (`B+12`, `W+R`).

use std::fmt::Write;

use super::position::{Outcome, Position};
use kagetsu_kernel::Side;

/// What ended a game before its last disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// The loser gave up.
    Resignation,
    /// The loser's time was up.
    Time,
    /// The loser broke a rule, or was not there.
    Forfeit,
    /// The players agreed.
    Agreement,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Black's discs less White's, in thousandths of a disc, where it is told.
    pub lead: Option<i32>,
    /// What ended the game early, where it is told.
    pub early: Option<Early>,
}

/// Thousandths of a disc.
const DISC: i32 = 1000;
/// The greatest lead, in discs: what GGF tells of a game that ended early without a count.
const WHOLE_BOARD: i32 = 64;

impl GameResult {
    /// A result by discs.
    const fn by_lead(thousandths: i32) -> Self {
        Self {
            winner: match thousandths {
                0 => None,
                lead if lead > 0 => Some(Side::Black),
                _ => Some(Side::White),
            },
            lead: Some(thousandths),
            early: None,
        }
    }

    /// A result by discs, in whole discs.
    pub(crate) const fn by_discs(lead: i32) -> Self {
        Self::by_lead(lead * DISC)
    }

    /// The result of a finished game.
    pub(super) fn of_position(position: Position) -> Option<Self> {
        (position.outcome() != Outcome::Running)
            .then(|| Self::by_discs(position.final_score(Side::Black)))
    }

    /// Black's lead in whole discs, rounded towards a draw: the told one, or the whole board of a game that ended early.
    pub(super) fn discs(self) -> Option<i32> {
        self.told_or_whole().map(|lead| lead / DISC)
    }

    /// The same in thousandths of a disc.
    fn told_or_whole(self) -> Option<i32> {
        let whole = match self.winner {
            None => 0,
            Some(Side::Black) => WHOLE_BOARD * DISC,
            Some(Side::White) => -WHOLE_BOARD * DISC,
        };
        self.lead.or(self.early.map(|_| whole))
    }

    /// Reads a result of GGF; none where it is unknown.
    pub(super) fn from_ggf(text: &str) -> Option<Self> {
        let (number, end) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let early = match end.trim() {
            "" => None,
            "r" | "R" => Some(Early::Resignation),
            "t" | "T" => Some(Early::Time),
            "s" | "S" => Some(Early::Agreement),
            _ => Some(Early::Forfeit),
        };
        Some(Self {
            early,
            ..Self::by_lead(thousandths(number)?)
        })
    }

    /// As GGF writes it; `?` where neither a number nor a winner by rule is known.
    pub(super) fn ggf(self) -> String {
        let Some(lead) = self.told_or_whole() else {
            return "?".to_owned();
        };
        let sign = if lead < 0 { '-' } else { '+' };
        let (discs, rest) = (lead.abs() / DISC, lead.abs() % DISC);
        let end = match self.early {
            None => "",
            Some(Early::Resignation) => ":r",
            Some(Early::Time) => ":t",
            Some(Early::Agreement) => ":s",
            Some(Early::Forfeit) => ":f",
        };
        format!("{sign}{discs}.{rest:03}{end}")
    }

    /// Reads a result of SGF; none where it is unknown or void.
    pub(super) fn from_sgf(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == "0" || text.eq_ignore_ascii_case("draw") {
            return Some(Self::by_lead(0));
        }
        let (side, how) = text.split_once('+')?;
        let winner = match side.trim() {
            "B" | "b" | "Black" => Side::Black,
            "W" | "w" | "White" => Side::White,
            _ => return None,
        };
        let how = how.trim();
        let early = match how.to_ascii_lowercase().as_str() {
            "r" | "resign" => Some(Early::Resignation),
            "t" | "time" => Some(Early::Time),
            "f" | "forfeit" => Some(Early::Forfeit),
            "draw" => return Some(Self::by_lead(0)),
            _ => None,
        };
        let lead = thousandths(how).filter(|lead| *lead > 0);
        Some(Self {
            winner: Some(winner),
            lead: lead.map(|lead| if winner == Side::Black { lead } else { -lead }),
            early,
        })
    }

    /// As SGF writes it. What ended the game comes before its count.
    pub(crate) fn sgf(self) -> String {
        let Some(winner) = self.winner else {
            return "0".to_owned();
        };
        let mut text = match winner {
            Side::Black => "B+".to_owned(),
            Side::White => "W+".to_owned(),
        };
        match (self.early, self.lead) {
            (Some(Early::Resignation), _) => text.push('R'),
            (Some(Early::Time), _) => text.push('T'),
            (Some(Early::Forfeit), _) => text.push('F'),
            (_, None) => {}
            (_, Some(lead)) => {
                // Writing to a string cannot fail.
                let _ = write!(text, "{}", f64::from(lead.abs()) / f64::from(DISC));
            }
        }
        text
    }
}

/// A number such as `+12.000`, in thousandths.
fn thousandths(text: &str) -> Option<i32> {
    let number: f64 = text.trim().parse().ok()?;
    let is_possible = number.abs() <= f64::from(WHOLE_BOARD);
    is_possible.then(|| (number * f64::from(DISC)).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_game_servers_are_kept() {
        for (ggf, sgf, again) in [
            ("+12.000:r", "B+R", "+64.000:r"),
            ("-64.000:t", "W+T", "-64.000:t"),
            ("+2.000", "B+2", "+2.000"),
            ("-2", "W+2", "-2.000"),
            ("+0.000", "0", "+0.000"),
            ("0", "0", "+0.000"),
            ("+1.5", "B+1.5", "+1.500"),
            ("-6.000:s", "W+6", "-6.000"),
            ("+64.000:l", "B+F", "+64.000:f"),
        ] {
            let result = GameResult::from_ggf(ggf).expect("a result");
            assert_eq!(result.sgf(), sgf, "{ggf}");
            let read = GameResult::from_sgf(sgf).expect("a result");
            assert_eq!(read.ggf(), again, "{sgf}");
            assert_eq!(GameResult::from_ggf(&result.ggf()), Some(result), "{ggf}");
        }
        for unknown in ["?", "", "+65.000", "x:r", "NaN"] {
            assert_eq!(GameResult::from_ggf(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn every_result_of_sgf_is_read() {
        let read = |text: &str| GameResult::from_sgf(text).map(GameResult::sgf);
        for (text, written) in [
            ("B+12", Some("B+12")),
            ("W+2.5", Some("W+2.5")),
            ("B+", Some("B+")),
            ("W+Resign", Some("W+R")),
            ("W+r", Some("W+R")),
            ("B+Time", Some("B+T")),
            ("B+Forfeit", Some("B+F")),
            ("0", Some("0")),
            ("Draw", Some("0")),
            ("B+draw", Some("0")),
            ("?", None),
            ("Void", None),
            ("", None),
            ("X+3", None),
        ] {
            assert_eq!(read(text).as_deref(), written, "{text}");
        }
        let unknown = GameResult::from_sgf("B+").map(GameResult::ggf);
        assert_eq!(unknown.as_deref(), Some("?"));
    }
}
