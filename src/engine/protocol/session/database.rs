//! The commands about a database, the opening book, and what both mean for searches.

use crate::command::BoardBlock;
use crate::database_request::DatabaseRequest;
use crate::database_service::{
    Advice, BookChoice, Choice, DatabaseService, Subject, without_database,
};
use crate::error::ProtocolError;
use crate::placing::{Passes, replay, to_point};
use crate::reply::Reply;
use kagetsu_gomoku::board::{Board, Position};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::{DepthReport, KnownPosition, RootFilter};
use kagetsu_kernel::{SearchLimits, StopSignal, counted};

use super::Host;
use super::state::{Session, ToldFaults};

/// Positions that are looked up in a database for each millisecond of a move. A lookup takes some 12 microseconds, so
/// this is a twentieth of the time.
const LOOKUPS_PER_MILLISECOND: u128 = 4;
/// Most positions that are looked up before a search: a quarter of a second.
const MOST_LOOKUPS: usize = 20_000;
/// Moves for which the time of a game is taken to last.
const MATCH_MOVES: u32 = 32;

impl Session {
    /// Gives the session a database.
    #[must_use]
    pub(crate) fn with_database(mut self, database: Option<Box<dyn DatabaseService>>) -> Self {
        self.database = database;
        self
    }

    /// Does what is asked of the database. Edits that wait behind one another are written together: each alone would wait for
    /// the disk.
    pub(super) fn ask_database(
        &mut self,
        request: &DatabaseRequest,
        block: &BoardBlock,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let asked = self.pass_to_database(request, block, host);
        // The answers of earlier edits come before a fault of this one.
        if let Some(database) = &mut self.database
            && (asked.is_err() || !host.edit_follows())
        {
            for line in database.settle() {
                host.reply(line);
            }
        }
        asked
    }

    fn pass_to_database(
        &mut self,
        request: &DatabaseRequest,
        block: &BoardBlock,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let lines = if self.database.is_none() {
            without_database(request)
        } else if request.changes_position() && self.position.is_none() {
            return Err(ProtocolError::NoBoard);
        } else {
            let subject = self.subject(request, block, host)?;
            if matches!(request, DatabaseRequest::File(..)) {
                self.told_faults = ToldFaults::default();
            }
            if self.settings.uses_database() && request.changes_values() {
                // The table holds what searches took from the database.
                self.engine.clear_hash();
            }
            let database = self.database.as_mut();
            database.map_or_else(Vec::new, |database| database.answer(request, &subject))
        };
        for line in lines {
            host.reply(line);
        }
        Ok(())
    }

    /// The position that a list of moves leads to from the empty board, or that of the game where there is no list. A list
    /// with a fault leads to another position, so nothing is changed then.
    fn subject(
        &mut self,
        request: &DatabaseRequest,
        block: &BoardBlock,
        host: &mut dyn Host,
    ) -> Result<Subject, ProtocolError> {
        let is_read_only = self.settings.is_database_read_only();
        let game = match &self.position {
            Some(_) => self.board_in_use()?.clone(),
            // A request may come before any board.
            None => Position::new(BoardSize::STANDARD, self.rule()),
        };
        let size = game.size();
        let point = match request {
            DatabaseRequest::LabelPoint(pair, _) => Some(to_point(*pair, size)?),
            _ => None,
        };
        if !request.has_list() {
            return Ok(Subject {
                position: game,
                last: None,
                point,
                is_read_only,
            });
        }
        let start = Position::new(size, self.rule());
        let replay = replay(start, &block.entries, Passes::Taken);
        if let Some(fault) = block.fault.clone().or(replay.fault) {
            let word = request.word();
            if request.changes_position() {
                return Err(ProtocolError::List { word, fault });
            }
            host.reply(Reply::Message(format!("left out of {word}: {fault}")));
        }
        Ok(Subject {
            position: replay.position,
            last: replay.last,
            point,
            is_read_only,
        })
    }

    pub(super) fn set_book(&mut self, path: &str) -> Result<(), ProtocolError> {
        self.told_faults.book = None;
        match &mut self.database {
            Some(database) => database.open_book(path).map_err(ProtocolError::Book),
            None if path.is_empty() => Ok(()),
            None => Err(ProtocolError::Book("this program has no books".to_string())),
        }
    }

    /// A move of the opening book that may be chosen.
    pub(super) fn book_move(&mut self, position: &Position, host: &mut dyn Host) -> Option<Point> {
        let choice = self.book_rng.next_u64();
        let found = self.database.as_mut()?.book_move(position, choice);
        let BookChoice {
            point,
            score,
            among,
        } = found.unwrap_or_else(|fault| {
            let text = format!("no move of the book: {fault}");
            tell_new(&mut self.told_faults.book, text, host);
            None
        })?;
        if !self.exclusions.filter(position).allows(point) || !is_legal(position, point) {
            return None;
        }
        let name = self.labels(position.size()).name(point);
        let among = counted(among as u64, "move");
        let text = format!("from the book: {name}, score {score}, one of {among}");
        host.reply(Reply::Message(text));
        Some(point)
    }

    /// Narrows the choice of a search to what the database advises, if a move is left then, and returns the positions
    /// that the search may take as known.
    pub(super) fn take_advice(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        stop: &StopSignal,
        filter: &mut RootFilter,
        host: &mut dyn Host,
    ) -> Vec<KnownPosition> {
        if !self.settings.uses_database() {
            return Vec::new();
        }
        let Some(database) = &mut self.database else {
            return Vec::new();
        };
        let advice = database.advise(position, lookups(limits), stop);
        let Advice { choice, known } = advice.unwrap_or_else(|fault| {
            let text = format!("no advice of the database: {fault}");
            tell_new(&mut self.told_faults.reading, text, host);
            Advice::default()
        });
        let Some(Choice { allowed, reason }) = choice else {
            return known;
        };
        let mut narrowed = *filter;
        narrowed.only = Some(match filter.only {
            Some(only) => only & allowed,
            None => allowed,
        });
        if narrowed.leaves_a_move(&Board::from_position(position)) {
            host.reply(Reply::Message(format!("from the database: {reason}")));
            *filter = narrowed;
        }
        known
    }

    /// Keeps the result of a search that could choose among all moves.
    pub(super) fn remember(
        &mut self,
        position: &Position,
        report: &DepthReport,
        host: &mut dyn Host,
    ) {
        if self.settings.uses_database()
            && !self.settings.is_database_read_only()
            && let Some(database) = &mut self.database
            && let Err(fault) = database.remember(position, report)
        {
            let text = format!("not kept in the database: {fault}");
            tell_new(&mut self.told_faults.writing, text, host);
        }
    }
}

/// Tells a fault unless it is the one that was told last.
fn tell_new(told: &mut Option<String>, fault: String, host: &mut dyn Host) {
    if told.as_ref() != Some(&fault) {
        host.reply(Reply::Message(fault.clone()));
        *told = Some(fault);
    }
}

/// Positions that may be looked up before a search with these limits.
fn lookups(limits: &SearchLimits) -> usize {
    let share = limits.time.match_left.map(|left| left / MATCH_MOVES);
    let time = [limits.time.turn, share].into_iter().flatten().min();
    time.map_or(MOST_LOOKUPS, |time| {
        let lookups = time.as_millis().saturating_mul(LOOKUPS_PER_MILLISECOND);
        usize::try_from(lookups).map_or(MOST_LOOKUPS, |lookups| lookups.min(MOST_LOOKUPS))
    })
}

fn is_legal(position: &Position, point: Point) -> bool {
    let only = RootFilter {
        only: Some([point].into_iter().collect()),
        ..RootFilter::ALL
    };
    only.leaves_a_move(&Board::from_position(position))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use kagetsu_gomoku::engine::{Engine, EngineConfig};
    use kagetsu_kernel::line_host::InputLine;
    use kagetsu_kernel::{FakeClock, Score};

    use super::*;
    use crate::made_up::Said;
    use crate::parse::Parser;

    /// A book that knows one move of every position on 15x15, and a database that can be neither read nor written.
    #[derive(Debug)]
    struct OneMove(Point);

    impl DatabaseService for OneMove {
        fn answer(&mut self, _: &DatabaseRequest, _: &Subject) -> Vec<Reply> {
            Vec::new()
        }

        fn settle(&mut self) -> Vec<Reply> {
            Vec::new()
        }

        fn advise(&mut self, _: &Position, _: usize, _: &StopSignal) -> Result<Advice, String> {
            Err("no disk".to_string())
        }

        fn remember(&mut self, _: &Position, _: &DepthReport) -> Result<(), String> {
            Err("no disk".to_string())
        }

        fn open_book(&mut self, _: &str) -> Result<(), String> {
            Ok(())
        }

        fn book_move(&mut self, position: &Position, _: u64) -> Result<Option<BookChoice>, String> {
            if position.size() != BoardSize::STANDARD {
                return Err("no disk".to_string());
            }
            Ok(Some(BookChoice {
                point: self.0,
                score: Score::evaluation(35),
                among: 2,
            }))
        }
    }

    /// What is said to lines, and whether the session would then think on.
    fn talk(text: &str) -> (Vec<String>, bool) {
        let engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let book = Box::new(OneMove(Point::at(10, 5)));
        let mut session = Session::new(engine, 0).with_database(Some(book));
        let (mut parser, mut host) = (Parser::new(), Said::default());
        for line in text.lines() {
            let line = InputLine {
                bytes: line.as_bytes(),
                is_cut: false,
            };
            parser.line(line, |command| {
                session.handle(command, Duration::ZERO, &mut host);
            });
        }
        (host.0.take(), session.wants_to_ponder())
    }

    #[test]
    fn a_move_of_the_book_has_the_name_of_the_other_messages() {
        for (before, name) in [("", "k6"), ("yxshowinfo\n", "F5")] {
            let (said, _) = talk(&format!("{before}START 15\nTURN 7,7"));
            let message = format!("MESSAGE from the book: {name}, score 35, one of 2 moves");
            assert!(said.ends_with(&[message, "10,5".to_string()]), "{said:?}");
        }
    }

    #[test]
    fn a_book_that_cannot_be_read_is_told_of_once() {
        let (said, _) = talk("START 20\nINFO max_node 50\nTURN 7,7\nTURN 0,0");
        let is_told = |line: &&String| *line == "MESSAGE no move of the book: no disk";
        assert_eq!(said.iter().filter(is_told).count(), 1, "{said:?}");
    }

    #[test]
    fn a_fault_of_the_database_is_told_once_and_moves_are_played() {
        let searches = "yxnbest 2\nyxnbest 2";
        let begin = "START 15\nINFO usedatabase 1\nINFO max_node 50";
        let (said, _) = talk(&format!(
            "{begin}\n{searches}\nyxsetdatabase\nx\n{searches}"
        ));
        for fault in ["no advice of", "not kept in"] {
            let told = format!("MESSAGE {fault} the database: no disk");
            let times = said.iter().filter(|line| **line == told).count();
            // Another file has faults of its own.
            assert_eq!(times, 2, "{said:?}");
        }
        assert!(
            said.last().is_some_and(|line| !line.contains(' ')),
            "{said:?}"
        );
    }

    #[test]
    fn the_engine_thinks_on_after_a_move_of_the_book_unless_it_has_won() {
        let ponder = "START 15\nINFO pondering 1\n";
        assert!(talk(&format!("{ponder}TURN 7,7")).1);
        let four = "BOARD\n6,5,1\n7,5,1\n8,5,1\n9,5,1\n0,0,2\n0,2,2\n0,4,2\n0,6,2\nDONE";
        let (said, thinks) = talk(&format!("{ponder}{four}"));
        assert_eq!(said.last().map(String::as_str), Some("10,5"));
        assert!(!thinks);
    }
}
