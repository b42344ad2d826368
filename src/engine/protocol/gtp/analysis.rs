//! What an analysis is asked for, and the lines in which it tells what it has found: those of Leela Zero or of `KataGo`.

use std::fmt::Write;
use std::time::Duration;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};
use kagetsu_gomoku::search::{DepthReport, EqualMoves, RootFilter};
use kagetsu_kernel::{gtp, quote};

use super::vertex;

/// Time between two reports where none is named.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);
/// Shortest time between two reports.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);
/// The unit of the times between reports.
const CENTISECOND: Duration = Duration::from_millis(10);
/// Moves that are compared where no number is named.
const USUAL_LINES: usize = 5;
/// The whole of a probability in the lines of Leela Zero.
const LEELA_WHOLE: f64 = 10_000.0;
/// Words of `KataGo` whose value, true or false, asks for what there is not in Gomoku or in this search.
const WITHOUT_EFFECT: [&str; 6] = [
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
];

/// How the lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// As Leela Zero: probabilities of 10,000.
    Leela,
    /// As `KataGo`: probabilities of 1.
    Kata,
}

/// What an analysis is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) dialect: Dialect,
    pub(super) side: Side,
    pub(super) interval: Duration,
    /// Moves to compare.
    pub(super) lines: usize,
    pub(super) filter: RootFilter,
    tells_root: bool,
}

impl Request {
    /// Reads the words after a command: a side, a time in hundredths of a second, then keys with values. All may be left out.
    ///
    /// # Errors
    /// What is wrong with the first word that is not understood.
    pub(super) fn read(
        dialect: Dialect,
        words: &[&str],
        position: &Position,
    ) -> Result<Self, String> {
        let mut request = Self {
            dialect,
            side: position.side_to_move(),
            interval: USUAL_INTERVAL,
            lines: USUAL_LINES,
            filter: RootFilter::ALL,
            tells_root: false,
        };
        let mut words = words.iter().copied().peekable();
        if let Some(side) = words.peek().and_then(|word| gtp::side(word).ok()) {
            request.side = side;
            words.next();
        }
        if let Some(interval) = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        {
            request.interval = centiseconds(interval)?;
        }
        while let Some(key) = words.next() {
            request.set(key, &mut words, position.size())?;
        }
        if request.lines > 1 {
            request.filter.equals = EqualMoves::All;
        }
        Ok(request)
    }

    fn set<'w>(
        &mut self,
        key: &str,
        words: &mut impl Iterator<Item = &'w str>,
        size: BoardSize,
    ) -> Result<(), String> {
        let mut value = || {
            words
                .next()
                .ok_or_else(|| format!("'{key}' is without a value"))
        };
        match key {
            "interval" => self.interval = centiseconds(value()?)?,
            "maxmoves" => self.lines = number(key, value()?)?.clamp(1, size.area()),
            // A search of so many moves always tells all of them.
            "minmoves" => drop(number(key, value()?)?),
            "avoid" | "allow" => {
                let of = gtp::side(value()?)?;
                let points = points(value()?, size)?;
                number(key, value()?)?;
                if of == self.side {
                    self.restrict(key == "allow", points);
                }
            }
            "rootInfo" => self.tells_root = truth(key, value()?)?,
            _ if WITHOUT_EFFECT.contains(&key) => drop(truth(key, value()?)?),
            _ => {
                return Err(format!(
                    "'{}' is not known: expected a side, a time in hundredths of a second, interval, minmoves, maxmoves, avoid, allow or rootInfo",
                    quote(key)
                ));
            }
        }
        Ok(())
    }

    fn restrict(&mut self, is_allowed: bool, points: PointSet) {
        if is_allowed {
            let before = self.filter.only.unwrap_or(PointSet::EMPTY);
            self.filter.only = Some(before | points);
        } else {
            self.filter.excluded |= points;
        }
    }

    /// One line about all moves, the best one first, for a position of this rule with so many stones.
    pub(super) fn line(
        &self,
        reports: &[DepthReport],
        rule: Rule,
        stones: usize,
        size: BoardSize,
    ) -> String {
        let win = |report: &DepthReport| win_probability(rule, report.score, stones);
        let visits = reports.iter().map(|report| report.nodes).max();
        let visits = visits.unwrap_or_default();
        let mut infos: Vec<String> = (0..)
            .zip(reports)
            .map(|(order, report)| self.info(order, report, win(report), visits, size))
            .collect();
        if self.tells_root
            && self.dialect == Dialect::Kata
            && let Some(best) = reports.first()
        {
            let (win, utility) = (win(best), utility(win(best)));
            infos.push(format!(
                "rootInfo visits {visits} utility {utility:.4} winrate {win:.4}"
            ));
        }
        infos.join(" ")
    }

    fn info(
        &self,
        order: usize,
        report: &DepthReport,
        win: f64,
        visits: u64,
        size: BoardSize,
    ) -> String {
        let name = |point: &Point| vertex::name(*point, size);
        let best = report.pv.first().map(name).unwrap_or_default();
        let mut info = format!("info move {best} visits {visits} ");
        // Writing to a string cannot fail.
        let _ = match self.dialect {
            Dialect::Leela => {
                let win = (win * LEELA_WHOLE).round();
                write!(info, "winrate {win} lcb {win} order {order} ")
            }
            Dialect::Kata => write!(
                info,
                "utility {:.4} winrate {win:.4} lcb {win:.4} order {order} depth {} ",
                utility(win),
                report.depth
            ),
        };
        info.push_str("pv");
        for point in &report.pv {
            let _ = write!(info, " {}", name(point));
        }
        info
    }
}

/// A probability from -1, a loss, to 1, a win.
fn utility(win: f64) -> f64 {
    2.0 * win - 1.0
}

fn centiseconds(word: &str) -> Result<Duration, String> {
    let count: u32 = word
        .parse()
        .map_err(|_| format!("'{}' is no number of hundredths of a second", quote(word)))?;
    Ok((CENTISECOND * count).max(LEAST_INTERVAL))
}

fn number(key: &str, word: &str) -> Result<usize, String> {
    word.parse()
        .map_err(|_| format!("{key}: '{}' is no number", quote(word)))
}

fn truth(key: &str, word: &str) -> Result<bool, String> {
    word.parse()
        .map_err(|_| format!("{key}: '{}' is neither true nor false", quote(word)))
}

/// Points with commas between them. A pass among them is no move of Gomoku.
fn points(words: &str, size: BoardSize) -> Result<PointSet, String> {
    words
        .split(',')
        .filter(|word| !word.eq_ignore_ascii_case("pass"))
        .map(|word| vertex::parse(word, size))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use kagetsu_kernel::Score;

    use super::*;

    fn position() -> Position {
        Position::new(BoardSize::square(15).expect("a size"), Rule::Freestyle)
    }

    fn read(words: &str) -> Result<Request, String> {
        let words: Vec<&str> = words.split_whitespace().collect();
        Request::read(Dialect::Kata, &words, &position())
    }

    #[test]
    fn sides_times_and_keys_are_read_in_any_company() {
        let request = read("").expect("a request");
        assert_eq!((request.side, request.lines), (Side::Black, USUAL_LINES));
        let request = read("w 50 maxmoves 3 rootInfo true ownership false").expect("a request");
        assert_eq!(request.side, Side::White);
        assert_eq!(request.interval, Duration::from_millis(500));
        assert!(request.tells_root && request.lines == 3);
        assert_eq!(
            read("interval 0").expect("a request").interval,
            LEAST_INTERVAL
        );
    }

    #[test]
    fn moves_are_allowed_and_avoided_for_the_side_that_is_asked_about() {
        let request = read("b avoid b H8,J9,pass 1 avoid w A1 1 allow b K10,h8 30").expect("one");
        let names = |points: PointSet| -> Vec<String> {
            let size = position().size();
            points
                .iter()
                .map(|point| vertex::name(point, size))
                .collect()
        };
        assert_eq!(names(request.filter.excluded), ["J9", "H8"]);
        assert_eq!(
            request.filter.only.map(names),
            Some(vec!["K10".into(), "H8".into()])
        );
    }

    #[test]
    fn what_is_not_understood_is_quoted() {
        for (words, fault) in [
            ("b 10 maxmove 3", "'maxmove' is not known: expected a side"),
            ("99999999999", "'99999999999' is no number of hundredths"),
            ("maxmoves", "'maxmoves' is without a value"),
            ("maxmoves x", "maxmoves: 'x' is no number"),
            ("avoid b I9 1", "'I9' is not a point"),
            ("avoid green h8 1", "'green' is not a side"),
            ("rootInfo yes", "rootInfo: 'yes' is neither true nor false"),
        ] {
            let error = read(words).expect_err(words);
            assert!(error.starts_with(fault), "{words}: {error}");
        }
    }

    #[test]
    fn moves_are_told_in_both_dialects() {
        let report = DepthReport {
            pv_index: 0,
            depth: 9,
            selective_depth: 12,
            score: Score::win_in(3),
            nodes: 70,
            elapsed: Duration::ZERO,
            pv: vec![Point::at(8, 7), Point::at(7, 7)],
        };
        let mut request = read("rootInfo true").expect("a request");
        let line = |request: &Request| {
            request.line(from_ref(&report), Rule::Freestyle, 4, position().size())
        };
        assert_eq!(
            line(&request),
            "info move J8 visits 70 utility 1.0000 winrate 1.0000 lcb 1.0000 order 0 depth 9 pv J8 H8 \
             rootInfo visits 70 utility 1.0000 winrate 1.0000"
        );
        request.dialect = Dialect::Leela;
        assert_eq!(
            line(&request),
            "info move J8 visits 70 winrate 10000 lcb 10000 order 0 pv J8 H8"
        );
    }
}
