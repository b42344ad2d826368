//! The progress line of a tournament.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use kagetsu_notation::record::{FaultKind, GameRecord};

use crate::progress::{ProgressLine, Urgency, fault_line, to_go};
use crate::statistics::tables::cross_table_text;
use crate::statistics::{CrossTable, MatchSummary, Sprt, faults_in_short};

/// Shortest time between two tables of more than two engines.
const TABLE_INTERVAL: Duration = Duration::from_secs(60);

/// The state of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The results so far.
    pub(crate) table: &'a CrossTable,
    /// The test.
    pub sprt: Option<&'a Sprt>,
    /// Number of games played, including those of earlier runs.
    pub played: u32,
    /// Number of games in the schedule.
    pub total: u32,
    /// Number of games played in this run.
    pub played_now: u32,
    /// Time since the start of this run.
    pub elapsed: Duration,
}

impl Standing<'_> {
    /// Estimated time until the end of the schedule, or until the verdict of the test if that is sooner. The estimate
    /// assumes the speed of this run and the present score.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        let left = self.total.saturating_sub(self.played);
        let expected = self.sprt.and_then(|sprt| {
            let games = sprt.games_to_go(&self.table.results(0, 1).test_sample())?;
            u32::try_from(games).ok()
        });
        let left = left.min(expected.unwrap_or(left));
        (self.played_now > 0).then(|| self.elapsed / self.played_now * left)
    }

    /// The engine with the highest score. `None` if two have it, or nobody has played.
    fn leader(&self) -> Option<usize> {
        let ranking = self.table.ranking();
        let score = |place: usize| self.table.totals(*ranking.get(place)?).games().score();
        let best = score(0)?;
        score(1)
            .is_none_or(|second| second < best)
            .then(|| ranking[0])
    }

    /// True if there are more engines than one line can describe.
    fn is_pool(&self) -> bool {
        self.table.names().len() > 2
    }
}

impl fmt::Display for Standing<'_> {
    /// The games that faults decided, if there are any; the summary for two engines, or the leader for more; then the
    /// remaining time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.table.names();
        let faults = faults_in_short(self.table);
        if let Some(faults) = &faults {
            write!(f, "{faults}; ")?;
        }
        if self.is_pool() {
            match self.leader() {
                None => write!(f, "{} engines, none leads", names.len())?,
                Some(leader) => {
                    let games = self.table.totals(leader).games();
                    let (points, played) = (games.points(), games.games());
                    write!(f, "{} leads with {points:.1}/{played}", names[leader])?;
                }
            }
        } else if let [first, second] = names {
            let results = self.table.results(0, 1);
            MatchSummary::new(first, second, results, self.sprt).fmt(f)?;
        }
        if faults.is_none() {
            f.write_str(", faults 0")?;
        }
        f.write_str(&to_go(self.remaining()))
    }
}

/// Shows the state of a tournament.
#[derive(Debug)]
pub struct LiveLine<'a> {
    line: ProgressLine<'a>,
    last_table: Instant,
    /// Engines and the kinds of their faults that were told.
    told: BTreeSet<(String, FaultKind)>,
}

impl<'a> LiveLine<'a> {
    /// On this line.
    pub fn new(line: ProgressLine<'a>) -> Self {
        Self {
            line,
            last_table: Instant::now(),
            told: BTreeSet::new(),
        }
    }

    /// Shows the state of the tournament. Errors of the output are ignored.
    pub fn show(&mut self, standing: &Standing<'_>) {
        // Always show the first game, which proves that games are played, and the last one, which gives the result.
        let urgency = if standing.played_now == 1 || standing.played == standing.total {
            Urgency::Always
        } else {
            Urgency::WhenDue
        };
        let (played, total) = (u64::from(standing.played), u64::from(standing.total));
        self.line.show(played, total, standing, urgency);
        if let Some(table) = self.due_table(standing) {
            self.line.print(&table);
        }
    }

    /// Tells the fault of a game on a line that stays, if it is the first of its kind by its engine.
    pub(crate) fn tell_fault(&mut self, record: &GameRecord) {
        if let (Some(text), Some(fault)) = (fault_line(record), &record.fault)
            && self.told.insert((fault.engine.clone(), fault.kind))
        {
            self.line.print(&format!(
                "{text} (further faults of this kind are counted)\n"
            ));
        }
    }

    fn due_table(&mut self, standing: &Standing<'_>) -> Option<String> {
        if !standing.is_pool() || self.last_table.elapsed() < TABLE_INTERVAL {
            return None;
        }
        self.last_table = Instant::now();
        Some(cross_table_text(standing.table))
    }

    /// Removes the progress line from the terminal.
    pub fn clear(&mut self) {
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::statistics::test_records::{faulty, record};
    use kagetsu_notation::record::GameResult;

    use super::*;

    fn standing(table: &CrossTable, played: u32) -> Standing<'_> {
        Standing {
            table,
            sprt: None,
            played,
            total: 10,
            played_now: 2,
            elapsed: Duration::from_secs(4),
        }
    }

    #[test]
    fn the_time_left_counts_only_games_of_this_run() {
        let table = CrossTable::new(["a", "b"].map(String::from));
        let left = standing(&table, 6).remaining();
        assert_eq!(left, Some(Duration::from_secs(8)));
        let text = standing(&table, 6).to_string();
        assert!(text.starts_with("a - b: 0 games"), "{text}");
        assert!(text.ends_with(", faults 0, 8 seconds to go"), "{text}");
    }

    #[test]
    fn a_test_is_expected_to_end_before_the_schedule() {
        let settings = "elo0=0,elo1=50".parse().expect("settings");
        let sprt = Sprt::new(settings).expect("a test");
        let mut table = CrossTable::new(["a", "b"].map(String::from));
        for pair in 0..4 {
            let second = [GameResult::Draw, GameResult::Black][pair as usize % 2];
            for (black, white, result) in [("a", "b", GameResult::Black), ("b", "a", second)] {
                table.push(&record(pair, black, white, result));
            }
        }
        let mut standing = standing(&table, 8);
        standing.total = 10_000;
        let without = standing.remaining();
        standing.sprt = Some(&sprt);
        assert!(standing.remaining() < without);
    }

    #[test]
    fn games_that_faults_decided_are_said_first_and_each_kind_is_told_once() {
        let games: Vec<GameRecord> = (0..3)
            .map(|pair| faulty(pair, "a", "b", "b", FaultKind::Memory))
            .collect();
        let mut table = CrossTable::new(["a", "b"].map(String::from));
        table.extend(&games);
        let text = standing(&table, 3).to_string();
        let words = "faults decided 3 of 3 games (b: memory 3); a - b: 3 games, ";
        assert!(text.starts_with(words), "{text}");
        let mut out = Vec::new();
        let mut live = LiveLine::new(ProgressLine::plain(&mut out));
        for game in &games {
            live.tell_fault(game);
        }
        let text = String::from_utf8(out).expect("text");
        assert_eq!(
            text,
            "fault of 'b' in game 0: memory:  (further faults of this kind are counted)\n"
        );
    }

    #[test]
    fn only_who_is_ahead_of_all_leads() {
        let mut table = CrossTable::new(["a", "b", "c"].map(String::from));
        table.push(&record(0, "a", "b", GameResult::Draw));
        let text = standing(&table, 1).to_string();
        assert!(text.starts_with("3 engines, none leads, "), "{text}");
        table.push(&record(0, "b", "c", GameResult::Black));
        let text = standing(&table, 2).to_string();
        assert!(text.starts_with("b leads with 1.5/2, "), "{text}");
    }

    #[test]
    fn an_end_within_a_second_is_not_said_as_none() {
        let table = CrossTable::new(["a", "b"].map(String::from));
        let mut standing = standing(&table, 9);
        standing.elapsed = Duration::from_millis(800);
        let text = standing.to_string();
        assert!(text.ends_with(", less than a second to go"), "{text}");
        standing.played = 10;
        let text = standing.to_string();
        assert!(text.ends_with(", faults 0"), "{text}");
    }

    #[test]
    fn plain_lines_are_few_and_the_last_one_is_never_missing() {
        let table = CrossTable::new(["a", "b", "c"].map(String::from));
        let mut out = Vec::new();
        let mut live = LiveLine::new(ProgressLine::plain(&mut out));
        for played in 1..=10 {
            live.show(&standing(&table, played));
        }
        live.clear();
        let text = String::from_utf8(out).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("1/10 3 engines, none leads, faults 0"),
            "{text}"
        );
        assert!(lines.last().is_some_and(|line| line.starts_with("10/10 ")));
        assert!(lines.len() < 10, "{text}");
    }
}
