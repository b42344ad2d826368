//! WTHOR, the game base of the French federation of Othello: games in a `.wtb` file, names of players in a `.jou` file,
//! names of tournaments in a `.trn` file. The format is described on the federation's pages.
//!
//! Each file begins with 16 bytes: the date of its making (century, year, month, day), the number of games (4 bytes),
//! the number of names (2), the year of the games (2), the size of the board (0 or 8), the kind, the depth of the
//! computed scores, and one byte that is free. A game takes 68 bytes: the numbers of the tournament and of the two players
//! (2 each), Black's discs at the end, the computed score, and 60 moves as `10 * row + column`, passes left out. Numbers
//! are little-endian, names end with a zero byte.

use std::collections::BTreeMap;

use super::entry::GameEntry;
use super::game::{Game, Ply};
use super::limit::TimeLimit;
use super::result::GameResult;
use crate::board::{SIDE, SQUARES, Square};
use kagetsu_kernel::Side;

const HEADER: usize = 16;
const GAME_BYTES: usize = 68;
/// Where the size of the board and the kind of the file stand in the header.
const SIZE_AT: usize = 12;
const KIND_AT: usize = 13;
/// The other board of the federation's bases.
const LARGE_SIDE: usize = 10;
/// Where Black's discs at the end stand in a game.
const DISCS_AT: usize = 6;
/// Bytes of a game before its moves.
const MOVES_AT: usize = 8;
/// Bytes of a name in a `.jou` file.
pub(crate) const PLAYER_BYTES: usize = 20;
/// Bytes of a name in a `.trn` file.
pub(crate) const TOURNAMENT_BYTES: usize = 26;
const TEN: u8 = 10;

/// The three files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Files {
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
) -> Result<std::slice::ChunksExact<'_, u8>, String> {
    let expected = count.saturating_mul(length).saturating_add(HEADER);
    let rest = bytes.get(HEADER..);
    match rest {
        Some(rest) if bytes.len() == expected => Ok(rest.chunks_exact(length)),
        _ => Err(format!(
            "the file has {} bytes where {expected} were expected",
            bytes.len()
        )),
    }
}

/// The names of a `.jou` or `.trn` file, each of so many bytes; of these those before the first zero, in Latin-1.
///
/// # Errors
/// If its length is not the one that its header tells.
pub(crate) fn names(bytes: &[u8], length: usize) -> Result<Vec<String>, String> {
    let name = |record: &[u8]| {
        let bytes = record.iter().take_while(|&&byte| byte != 0);
        bytes.map(|&byte| char::from(byte)).collect::<String>()
    };
    Ok(records(bytes, length, number(bytes, 8))?
        .map(name)
        .collect())
}

/// A game, or why it cannot be used.
pub(crate) type ReadGame = Result<GameEntry, String>;

/// Reads the games of a `.wtb` file, each on its own. Names that are not known are written as their numbers, such as `#12`.
///
/// # Errors
/// If the length or the header is wrong; of a game, if a move is not legal.
pub(crate) fn read(
    bytes: &[u8],
    players: &[String],
    tournaments: &[String],
) -> Result<Vec<ReadGame>, String> {
    let count = number(bytes, 4) | number(bytes, 6) << 16;
    let records = records(bytes, GAME_BYTES, count);
    let size = bytes.get(SIZE_AT).map_or(0, |&size| usize::from(size));
    let is_other = !matches!(size, 0 | SIDE);
    // Games on the large board take more bytes.
    if size == LARGE_SIDE || is_other && records.is_ok() {
        return Err(format!("the file is for boards of size {size}, not 8"));
    }
    let records = records?;
    if bytes[KIND_AT] != 0 {
        return Err("the file holds solitaires, not games".to_owned());
    }
    let year = u16::try_from(number(bytes, 10)).ok();
    let name = |names: &[String], number: usize| {
        let known = names.get(number).cloned();
        known.unwrap_or_else(|| format!("#{number}"))
    };
    let date = year.filter(|&year| year > 0);
    let date = date.map_or_else(String::new, |year| format!("{year:04}"));
    let entry = |record: &[u8]| {
        let game = game(&record[MOVES_AT..])?;
        Ok(GameEntry {
            event: name(tournaments, number(record, 0)),
            black: name(players, number(record, 2)),
            white: name(players, number(record, 4)),
            date: date.clone(),
            told_result: told_result(record[DISCS_AT], &game),
            game,
            ..GameEntry::default()
        })
    };
    Ok(records.map(entry).collect())
}

/// What the count of a record tells beside the discs of its last position.
fn told_result(discs: u8, game: &Game) -> Option<GameResult> {
    let lead = 2 * i32::from(discs) - SQUARES as i32;
    let counted = game.position().final_score(Side::Black);
    (lead != counted && lead <= SQUARES as i32).then(|| GameResult::by_discs(lead))
}

fn game(moves: &[u8]) -> Result<Game, String> {
    let mut played = Game::default();
    for (index, &byte) in moves.iter().take_while(|&&byte| byte != 0).enumerate() {
        let number = index + 1;
        let (row, column) = (usize::from(byte / TEN), usize::from(byte % TEN));
        let square = Square::at(column.wrapping_sub(1), row.wrapping_sub(1));
        let square = square.ok_or_else(|| format!("move {number}: {byte} is no square"))?;
        played.pass_if_due();
        let ply = Ply::Move(square);
        played
            .play(ply)
            .map_err(|error| format!("move {number}: {error}"))?;
    }
    played.pass_if_due();
    Ok(played)
}

/// The numbers of names in the order in which they were first met.
#[derive(Default)]
struct Numbers {
    names: Vec<String>,
    known: BTreeMap<String, u16>,
}

impl Numbers {
    fn number(&mut self, name: &str) -> Result<[u8; 2], String> {
        if let Some(number) = self.known.get(name) {
            return Ok(number.to_le_bytes());
        }
        let number = u16::try_from(self.names.len()).ok();
        let number = number
            .filter(|&number| number < u16::MAX)
            .ok_or_else(|| format!("a WTHOR file holds at most {} names", u16::MAX))?;
        self.names.push(name.to_owned());
        self.known.insert(name.to_owned(), number);
        Ok(number.to_le_bytes())
    }

    /// The file of the names. What Latin-1 or the length of a record cannot hold is lost.
    fn file(&self, length: usize) -> Vec<u8> {
        let mut bytes = header(0, self.names.len() as u16, 0);
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

/// What the files cannot hold, and of how many of these games: there is one year for all games, names have a bounded length
/// and letters of Latin-1, and of a result there is the number of discs alone.
pub(crate) fn losses(entries: &[GameEntry]) -> Vec<(usize, &'static str)> {
    let year = common_year(entries);
    let count = |is_lost: &dyn Fn(&GameEntry) -> bool| {
        entries.iter().filter(|entry| is_lost(entry)).count()
    };
    let name_is_lost = |name: &str, length: usize| {
        name.chars().count() >= length || name.chars().any(|sign| u8::try_from(sign).is_err())
    };
    vec![
        (
            count(&|entry| entry.year().is_some() && year.is_none()),
            "the years, which differ: a file has one year for all its games",
        ),
        (
            count(&|entry| {
                [&entry.black, &entry.white]
                    .iter()
                    .any(|name| name_is_lost(name, PLAYER_BYTES))
                    || name_is_lost(tournament(entry), TOURNAMENT_BYTES)
            }),
            "parts of names, which are too long or have letters outside Latin-1",
        ),
        (
            count(&|entry| !entry.place.is_empty()),
            "the place: it is written as the tournament where none is named",
        ),
        (
            count(&|entry| entry.result().and_then(GameResult::discs).is_none()),
            "whether the result was known: the discs of the last position are written",
        ),
        (
            count(&|entry| entry.result().is_some_and(|result| result.early.is_some())),
            "the way of ending (resignation, time or rule): only numbers of discs are written",
        ),
        (
            count(&|entry| {
                entry.date.len() > YEAR_DIGITS
                    || entry.time != TimeLimit::default()
                    || entry.ratings.iter().any(|rating| !rating.is_empty())
            }),
            "the day, the time of the players or their ratings",
        ),
    ]
}

const YEAR_DIGITS: usize = 4;

/// The year, if it is the same for all games.
fn common_year(entries: &[GameEntry]) -> Option<u16> {
    let year = entries.first().and_then(GameEntry::year);
    year.filter(|_| entries.iter().all(|entry| entry.year() == year))
}

/// The tournament, or else the place.
fn tournament(entry: &GameEntry) -> &str {
    if entry.event.is_empty() {
        &entry.place
    } else {
        &entry.event
    }
}

/// Black's discs of a game: those that its result tells, or those of its last position.
fn discs(entry: &GameEntry) -> u8 {
    let told = entry.result().and_then(GameResult::discs);
    let lead = told.unwrap_or_else(|| entry.game.position().final_score(Side::Black));
    i32::midpoint(SQUARES as i32, lead) as u8
}

/// The three files of games that begin at the start position. The year is that of all games, if it is the same. The computed
/// score is that of the result.
///
/// # Errors
/// If there are too many names.
pub(crate) fn write(entries: &[GameEntry]) -> Result<Files, String> {
    let (mut players, mut tournaments) = (Numbers::default(), Numbers::default());
    let year = common_year(entries).unwrap_or(0);
    let mut games = header(entries.len() as u32, 0, year);
    for entry in entries {
        games.extend(tournaments.number(tournament(entry))?);
        games.extend(players.number(&entry.black)?);
        games.extend(players.number(&entry.white)?);
        games.extend([discs(entry); 2]);
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
    use crate::record::Outcome;

    #[test]
    fn as_many_names_are_written_as_can_be_read() {
        let mut numbers = Numbers::default();
        for number in 0..u16::MAX {
            assert_eq!(
                numbers.number(&number.to_string()),
                Ok(number.to_le_bytes())
            );
        }
        assert!(numbers.number("another").is_err());
        let file = numbers.file(PLAYER_BYTES);
        assert_eq!(
            names(&file, PLAYER_BYTES).map(|names| names.len()),
            Ok(65_535)
        );
    }

    /// Random games to their ends, passes among them.
    fn entries(count: u64) -> Vec<GameEntry> {
        let one = |seed| {
            let mut rng = Rng::new(seed);
            let mut game = Game::default();
            while game.position().outcome() == Outcome::Running {
                let chosen = game.position().board().random_move(&mut rng);
                game.play(chosen.map_or(Ply::Pass, Ply::Move)).unwrap();
            }
            GameEntry {
                black: format!("player {}", seed % 3),
                white: "Renée".into(),
                event: format!("cup {}", seed % 2),
                date: "2024".into(),
                game,
                ..GameEntry::default()
            }
        };
        (0..count).map(one).collect()
    }

    fn read_all(files: &Files) -> Result<Vec<GameEntry>, String> {
        let players = names(&files.players, PLAYER_BYTES)?;
        let tournaments = names(&files.tournaments, TOURNAMENT_BYTES)?;
        read(&files.games, &players, &tournaments)?
            .into_iter()
            .collect()
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let entries = entries(30);
        let files = write(&entries).unwrap();
        assert_eq!(files.games.len(), 16 + 30 * 68);
        assert_eq!(files.players.len(), 16 + 4 * 20);
        assert_eq!(read_all(&files), Ok(entries));
        let nameless = read(&files.games, &[], &[]).unwrap();
        let second = nameless[1].as_ref().unwrap();
        assert_eq!((&*second.black, &*second.event), ("#2", "#1"));
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
            let games = read(&bytes, &[], &[]).map(|games| games.into_iter().collect());
            let games: Result<Vec<GameEntry>, _> = games.and_then(|games: Result<_, _>| games);
            games.unwrap_err()
        };
        let cut = read(&files.games[..100], &[], &[]).unwrap_err();
        assert_eq!(cut, "the file has 100 bytes where 152 were expected");
        assert!(read(&[], &[], &[]).is_err() && names(&[1, 2, 3], PLAYER_BYTES).is_err());
        assert!(changed(4, 3).contains("220 were expected"));
        assert!(changed(SIZE_AT, 9).contains("boards of size 9"));
        assert!(changed(KIND_AT, 1).contains("solitaires"));
        // A game has 96 moves on the large board.
        let mut large = header(1, 0, 0);
        large[SIZE_AT] = 10;
        large.resize(HEADER + MOVES_AT + 96, 0);
        let fault = read(&large, &[], &[]).unwrap_err();
        assert_eq!(fault, "the file is for boards of size 10, not 8");
        assert_eq!(changed(HEADER + 8, 99), "move 1: 99 is no square");
        assert_eq!(changed(HEADER + 8, 11), "move 1: black may not play a1");
    }

    #[test]
    fn a_bad_game_does_not_stop_those_behind_it() {
        let mut bytes = write(&entries(3)).unwrap().games;
        bytes[HEADER + GAME_BYTES + MOVES_AT] = 11;
        let games = read(&bytes, &[], &[]).unwrap();
        let usable: Vec<bool> = games.iter().map(Result::is_ok).collect();
        assert_eq!(usable, [true, false, true]);
    }

    #[test]
    fn results_go_through_and_losses_are_told() {
        let mut entries = entries(1);
        let mut resigned = entries[0].clone();
        resigned.game = Game::default();
        resigned.told_result = GameResult::from_ggf("-20.000:r");
        resigned.white = "林".into();
        resigned.date = "2023-01-02".into();
        resigned.place = "Paris".into();
        entries.push(resigned);
        entries.push(GameEntry {
            date: "2024".into(),
            ..GameEntry::default()
        });
        let read = read_all(&write(&entries).unwrap()).unwrap();
        assert_eq!(read[1].told_result, Some(GameResult::by_discs(-20)));
        assert_eq!((read[1].white.as_str(), read[1].date.as_str()), ("?", ""));
        let count = |entries: &[GameEntry]| {
            losses(entries)
                .iter()
                .filter(|(count, _)| *count > 0)
                .count()
        };
        assert_eq!((count(&entries), count(&entries[..1])), (6, 0));
    }
}
