//! The JSON lines of a review, and reading those of one that was broken off, to go on with it.

use serde::{Deserialize, Serialize};

use super::record::{GameHead, MoveRecord};
use super::summary::{GameReport, GameSummary};

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record {
    /// A game begins.
    Game(GameHead),
    /// A move, or the position after the last move.
    Move(MoveRecord),
    /// A game ends.
    Summary(GameSummary),
}

/// The usable part of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadableReview {
    /// The games that were begun, in order.
    pub games: Vec<GameReport>,
    /// Number of moves that are done, in all games.
    pub tasks: usize,
    /// Length of the lines that are used, in bytes.
    pub bytes: usize,
}

/// Reads the lines of a review of these games, of which `tasks` says how many moves each has. A last line without its
/// end is left out, and so is the last move of a game if its summary does not follow: both are written together. A text
/// without a whole line must be the beginning of the first one: whoever goes on cuts off what is left out.
///
/// # Errors
/// What is wrong, when the lines are not the beginning of this review.
pub fn read_journal(
    text: &str,
    heads: &[GameHead],
    tasks: &[usize],
) -> Result<ReadableReview, String> {
    let mut reader = Reader {
        heads,
        tasks,
        readable: ReadableReview {
            games: Vec::new(),
            tasks: 0,
            bytes: 0,
        },
        is_summed: true,
    };
    let mut last_move = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.ends_with('\n') {
            break;
        }
        let number = index + 1;
        let record = serde_json::from_str(line)
            .map_err(|error| format!("line {number} is no record of a review: {error}"))?;
        if !reader.take(record) {
            return Err(other_review(number));
        }
        last_move = reader.readable.bytes;
        reader.readable.bytes += line.len();
    }
    if reader.readable.bytes == 0 && !is_beginning(text, heads) {
        return Err(other_review(1));
    }
    if reader.lacks_summary()
        && let Some(game) = reader.readable.games.last_mut()
    {
        game.moves.pop();
        reader.readable.tasks -= 1;
        reader.readable.bytes = last_move;
    }
    Ok(reader.readable)
}

fn other_review(line: usize) -> String {
    format!("line {line} is of another review: the same files and options are needed")
}

/// Does the first line of a review of these games begin so?
fn is_beginning(text: &str, heads: &[GameHead]) -> bool {
    let first = heads.first().cloned().map(Record::Game);
    let line = first.and_then(|first| serde_json::to_string(&first).ok());
    line.unwrap_or_default().starts_with(text)
}

/// What has been read, and what must come next.
struct Reader<'p> {
    heads: &'p [GameHead],
    tasks: &'p [usize],
    readable: ReadableReview,
    /// The summary of the last game has been read.
    is_summed: bool,
}

impl Reader<'_> {
    /// Takes the next record. False if it is not the next one.
    fn take(&mut self, record: Record) -> bool {
        match record {
            Record::Game(head) => self.begin(head),
            Record::Move(record) => self.go_on(record),
            Record::Summary(summary) => {
                let is_next = self.lacks_summary()
                    && self
                        .readable
                        .games
                        .last()
                        .is_some_and(|game| game.summary() == summary);
                self.is_summed |= is_next;
                is_next
            }
        }
    }

    /// Are all moves of the last game there, but not its summary?
    fn lacks_summary(&self) -> bool {
        let is_full = |game: &GameReport| self.tasks.get(game.head.game) == Some(&game.moves.len());
        !self.is_summed && self.readable.games.last().is_some_and(is_full)
    }

    fn begin(&mut self, head: GameHead) -> bool {
        let is_next = self.is_summed && self.heads.get(self.readable.games.len()) == Some(&head);
        if is_next {
            self.is_summed = false;
            self.readable.games.push(GameReport {
                head,
                moves: Vec::new(),
            });
        }
        is_next
    }

    fn go_on(&mut self, record: MoveRecord) -> bool {
        let Some(game) = self.readable.games.last_mut() else {
            return false;
        };
        let all = self.tasks.get(game.head.game).copied().unwrap_or_default();
        let is_next = record.game == game.head.game
            && record.ply == game.moves.len() + 1
            && record.ply <= all;
        if is_next {
            game.moves.push(record);
            self.readable.tasks += 1;
        }
        is_next
    }
}
