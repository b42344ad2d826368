//! WTHOR, the game base of the French federation of Othello: games in a `.wtb` file, names of players in a `.jou` file,
//! names of tournaments in a `.trn` file. The format is described on the federation's pages.
//!
//! Each file begins with 16 bytes: the date of its making (century, year, month, day), the number of games (4 bytes),
//! the number of names (2), the year of the games (2), the size of the board (0 or 8), the kind, the depth of the
//! computed scores, and one byte that is free. A game takes 68 bytes: the numbers of the tournament and of the two players
//! (2 each), Black's discs at the end, the computed score, and 60 moves as `10 * row + column`, passes left out. Numbers
//! are little-endian, names end with a zero byte.

use std::collections::BTreeMap;

use thiserror::Error;

use super::colour::Colour;
use super::entry::GameEntry;
use super::game::{Game, MoveError, Ply};
use super::position::Position;
use crate::reversi::board::{SIDE, SQUARES, Square};

const HEADER: usize = 16;
const GAME_BYTES: usize = 68;
/// Bytes of a game before its moves.
const MOVES_AT: usize = 8;
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;
/// Most names that a number of two bytes tells apart.
const MOST_NAMES: usize = 1 << 16;
const TEN: u8 = 10;

/// Bytes that are no WTHOR file, or games that none can hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// Fewer bytes than the header has, or than it announces, or more.
    #[error("the file has {found} bytes where {expected} were expected")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes by its header.
        expected: usize,
    },
    /// Not a base of games on 8 x 8 squares.
    #[error("the file is for boards of size {0}, not 8")]
    Size(u8),
    /// A base of endgames for one player.
    #[error("the file holds solitaires, not games")]
    Solitaires,
    /// A byte that stands for no square.
    #[error("game {game}, move {number}: {byte} is no square")]
    Square {
        /// Number of the game, counted from one.
        game: usize,
        /// Number of the move, counted from one.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A move that the rules do not allow.
    #[error("game {game}, move {number}: {error}")]
    Rules {
        /// Number of the game, counted from one.
        game: usize,
        /// Number of the move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A game to be written does not begin at the start position.
    #[error("game {0} does not begin at the start position: WTHOR cannot hold it")]
    Start(usize),
    /// Too many different names to be written.
    #[error("a WTHOR file holds at most 65536 names")]
    Names,
}

/// The three files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The games (`.wtb`).
    pub games: Vec<u8>,
    /// The players (`.jou`).
    pub players: Vec<u8>,
    /// The tournaments (`.trn`).
    pub tournaments: Vec<u8>,
}

fn number(bytes: &[u8], at: usize) -> usize {
    let pair = [bytes.get(at), bytes.get(at + 1)];
    let [low, high] = pair.map(|byte| byte.copied().unwrap_or(0));
    usize::from(u16::from_le_bytes([low, high]))
}

/// The records behind the header, whose count it tells.
fn records(
    bytes: &[u8],
    length: usize,
    count: usize,
) -> Result<std::slice::ChunksExact<'_, u8>, WthorError> {
    let expected = count.saturating_mul(length).saturating_add(HEADER);
    let rest = bytes.get(HEADER..);
    match rest {
        Some(rest) if bytes.len() == expected => Ok(rest.chunks_exact(length)),
        _ => Err(WthorError::Length {
            found: bytes.len(),
            expected,
        }),
    }
}

/// The names of a `.jou` or `.trn` file; of the bytes of a name those before the first zero, in Latin-1.
fn names(bytes: &[u8], length: usize) -> Result<Vec<String>, WthorError> {
    let name = |record: &[u8]| {
        let bytes = record.iter().take_while(|&&byte| byte != 0);
        bytes.map(|&byte| char::from(byte)).collect::<String>()
    };
    Ok(records(bytes, length, number(bytes, 8))?
        .map(name)
        .collect())
}

/// Reads the names of a `.jou` file.
///
/// # Errors
/// If its length is not the one that its header tells.
pub fn players(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    names(bytes, PLAYER_BYTES)
}

/// Reads the names of a `.trn` file.
///
/// # Errors
/// As [`players`].
pub fn tournaments(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    names(bytes, TOURNAMENT_BYTES)
}

/// Reads the games of a `.wtb` file. Names that are not known are written as their numbers, such as `#12`.
///
/// # Errors
/// If the length or the header is wrong, or a move is not legal.
pub fn read(
    bytes: &[u8],
    players: &[String],
    tournaments: &[String],
) -> Result<Vec<GameEntry>, WthorError> {
    let count = number(bytes, 4) | number(bytes, 6) << 16;
    let records = records(bytes, GAME_BYTES, count)?;
    let (size, kind) = (bytes[12], bytes[13]);
    if !matches!(usize::from(size), 0 | SIDE) {
        return Err(WthorError::Size(size));
    }
    if kind != 0 {
        return Err(WthorError::Solitaires);
    }
    let year = u16::try_from(number(bytes, 10)).ok();
    let name = |names: &[String], number: usize| {
        let known = names.get(number).cloned();
        known.unwrap_or_else(|| format!("#{number}"))
    };
    records
        .enumerate()
        .map(|(index, record)| {
            Ok(GameEntry {
                event: name(tournaments, number(record, 0)),
                black: name(players, number(record, 2)),
                white: name(players, number(record, 4)),
                year: year.filter(|&year| year > 0),
                game: game(index + 1, &record[MOVES_AT..])?,
            })
        })
        .collect()
}

fn game(game: usize, moves: &[u8]) -> Result<Game, WthorError> {
    let mut played = Game::default();
    for (index, &byte) in moves.iter().take_while(|&&byte| byte != 0).enumerate() {
        let number = index + 1;
        let (row, column) = (usize::from(byte / TEN), usize::from(byte % TEN));
        let square = Square::at(column.wrapping_sub(1), row.wrapping_sub(1));
        let square = square.ok_or(WthorError::Square { game, number, byte })?;
        if played.position().must_pass() {
            // A pass that is due is legal.
            let _ = played.play(Ply::Pass);
        }
        let ply = Ply::Move(square);
        played.play(ply).map_err(|error| WthorError::Rules {
            game,
            number,
            error,
        })?;
    }
    if played.position().must_pass() {
        let _ = played.play(Ply::Pass);
    }
    Ok(played)
}

/// The numbers of names in the order in which they were first met.
#[derive(Default)]
struct Numbers {
    names: Vec<String>,
    known: BTreeMap<String, u16>,
}

impl Numbers {
    fn number(&mut self, name: &str) -> Result<[u8; 2], WthorError> {
        if let Some(number) = self.known.get(name) {
            return Ok(number.to_le_bytes());
        }
        let number = u16::try_from(self.names.len()).map_err(|_| WthorError::Names)?;
        self.names.push(name.to_owned());
        self.known.insert(name.to_owned(), number);
        Ok(number.to_le_bytes())
    }

    /// The file of the names. What Latin-1 or the length of a record cannot hold is lost.
    fn file(&self, length: usize) -> Vec<u8> {
        // A count of two bytes cannot tell the largest number of names.
        let count = self.names.len().min(MOST_NAMES - 1) as u16;
        let mut bytes = header(0, count, 0);
        for name in &self.names {
            let latin = name.chars().map(|sign| u8::try_from(sign).unwrap_or(b'?'));
            let mut record: Vec<u8> = latin.take(length - 1).collect();
            record.resize(length, 0);
            bytes.extend(record);
        }
        bytes
    }
}

/// A header without a date, so that the same games give the same bytes.
fn header(games: u32, names: u16, year: u16) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    bytes.extend(games.to_le_bytes());
    bytes.extend(names.to_le_bytes());
    bytes.extend(year.to_le_bytes());
    bytes.extend([SIDE as u8, 0, 0, 0]);
    bytes
}

/// The three files of games. The year is that of the first game. The computed score is that of the final position.
///
/// # Errors
/// If a game does not begin at the start position, or there are too many names.
pub fn write(entries: &[GameEntry]) -> Result<Files, WthorError> {
    let (mut players, mut tournaments) = (Numbers::default(), Numbers::default());
    let year = entries.first().and_then(|entry| entry.year).unwrap_or(0);
    let mut games = header(entries.len() as u32, 0, year);
    for (index, entry) in entries.iter().enumerate() {
        if entry.game.start() != Position::START {
            return Err(WthorError::Start(index + 1));
        }
        games.extend(tournaments.number(&entry.event)?);
        games.extend(players.number(&entry.black)?);
        games.extend(players.number(&entry.white)?);
        let lead = entry.game.position().final_score(Colour::Black);
        let discs = i32::midpoint(SQUARES as i32, lead) as u8;
        games.extend([discs, discs]);
        let moves = entry.game.plies().iter().filter_map(|&(ply, _)| match ply {
            Ply::Move(square) => Some(TEN * (square.row() as u8 + 1) + square.column() as u8 + 1),
            Ply::Pass => None,
        });
        let mut record: Vec<u8> = moves.collect();
        record.resize(GAME_BYTES - MOVES_AT, 0);
        games.extend(record);
    }
    Ok(Files {
        games,
        players: players.file(PLAYER_BYTES),
        tournaments: tournaments.file(TOURNAMENT_BYTES),
    })
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::*;
    use crate::reversi::board::squares_of;
    use crate::reversi::record::Outcome;

    /// Random games to their ends, passes among them.
    fn entries(count: u64) -> Vec<GameEntry> {
        let one = |seed| {
            let mut rng = Rng::new(seed);
            let mut game = Game::default();
            while game.position().outcome() == Outcome::Running {
                let moves = game.position().board().moves();
                let chosen = squares_of(moves).nth(rng.below((moves.count_ones() as usize).max(1)));
                game.play(chosen.map_or(Ply::Pass, Ply::Move)).unwrap();
            }
            GameEntry {
                black: format!("player {}", seed % 3),
                white: "Renée".into(),
                event: format!("cup {}", seed % 2),
                year: Some(2024),
                game,
            }
        };
        (0..count).map(one).collect()
    }

    fn read_all(files: &Files) -> Result<Vec<GameEntry>, WthorError> {
        let (players, tournaments) = (players(&files.players)?, tournaments(&files.tournaments)?);
        read(&files.games, &players, &tournaments)
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let entries = entries(30);
        let files = write(&entries).unwrap();
        assert_eq!(files.games.len(), 16 + 30 * 68);
        assert_eq!(files.players.len(), 16 + 4 * 20);
        assert_eq!(read_all(&files), Ok(entries));
        let nameless = read(&files.games, &[], &[]).unwrap();
        assert_eq!((&*nameless[1].black, &*nameless[1].event), ("#2", "#1"));
    }

    #[test]
    fn a_move_is_row_and_column() {
        let mut entry = GameEntry::default();
        entry.game.play(Ply::Move("f5".parse().unwrap())).unwrap();
        let files = write(&[entry]).unwrap();
        assert_eq!(files.games[HEADER + MOVES_AT..][..2], [56, 0]);
        // One disc is White's; the empty squares count for the leader.
        assert_eq!(files.games[HEADER + 6], 63);
    }

    #[test]
    fn damaged_files_are_refused() {
        let files = write(&entries(2)).unwrap();
        let changed = |at: usize, byte: u8| {
            let mut bytes = files.games.clone();
            bytes[at] = byte;
            read(&bytes, &[], &[]).unwrap_err().to_string()
        };
        let cut = read(&files.games[..100], &[], &[]).unwrap_err();
        assert_eq!(
            cut.to_string(),
            "the file has 100 bytes where 152 were expected"
        );
        assert!(read(&[], &[], &[]).is_err() && players(&[1, 2, 3]).is_err());
        assert!(changed(4, 3).contains("220 were expected"));
        assert!(changed(12, 10).contains("boards of size 10"));
        assert!(changed(13, 1).contains("solitaires"));
        assert_eq!(changed(HEADER + 8, 99), "game 1, move 1: 99 is no square");
        assert_eq!(
            changed(HEADER + 8, 11),
            "game 1, move 1: black may not play a1"
        );
        let start = format!("OX{}XO O", "-".repeat(60)).parse().unwrap();
        let odd = GameEntry {
            game: Game::from_position(start),
            ..GameEntry::default()
        };
        assert_eq!(write(&[odd]), Err(WthorError::Start(1)));
    }
}
