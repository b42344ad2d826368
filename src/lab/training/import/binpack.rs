//! The form `binpack`: a head of eight bytes for each game, the moves of its opening, and all moves of its searches.

use std::io::Read;

use kagetsu_gomoku::geometry::Point;

use crate::dataset::read_up_to;

use super::error::{ImportError, SampleFault, sample_error};
use super::record::{Kind, Record, result};

/// The fields of the head, from the lowest bit on: width in bits of all but the last, which is the number of moves.
const SIDE_BITS: u32 = 5;
const RULE_BITS: u32 = 3;
const RESULT_BITS: u32 = 4;
const STONES_BITS: u32 = 10;
const OPENING_BITS: u32 = 10;
const TAG_BITS: u32 = 14;

/// Bytes of a move: flags and point, then the score of its engine, whose unit is not known.
const MOVE_BYTES: usize = 4;
/// Flag of a move: the first of its search, which was played.
const IS_FIRST: u16 = 1;
/// Flag of a move: a pass.
const IS_PASS: u16 = 8;
/// Bits of the flags below the point.
const FLAG_BITS: u32 = 6;

/// Reads the next game. `None` at the end.
///
/// # Errors
/// [`ImportError`] when reading fails, or the game of this number, from one, is wrong.
pub(super) fn read(input: &mut impl Read, number: u64) -> Result<Option<Record>, ImportError> {
    let mut head = [0; size_of::<u64>()];
    match read_up_to(input, &mut head)? {
        0 => return Ok(None),
        length if length < head.len() => return Err(sample_error(number)(SampleFault::cut_off())),
        _ => {}
    }
    let mut bits = u64::from_le_bytes(head);
    let mut field = |width: u32| {
        let value = bits & ((1 << width) - 1);
        bits >>= width;
        value
    };
    let (side, rule) = (field(SIDE_BITS) as u8, field(RULE_BITS) as u8);
    let outcome = field(RESULT_BITS) as u8;
    let (stones, opening) = (field(STONES_BITS) as usize, field(OPENING_BITS) as usize);
    field(TAG_BITS);
    let mut body = vec![0; opening * size_of::<u16>() + bits as usize * MOVE_BYTES];
    let is_whole = read_up_to(input, &mut body)? == body.len();
    let read = || {
        let kind = Kind::of_numbers(rule, side)?;
        let result = result(outcome, opening)?;
        if !is_whole {
            return Err(SampleFault::cut_off());
        }
        let (position, moves) = body.split_at(opening * size_of::<u16>());
        let position = kind.points(position)?;
        let moves = played(kind, moves)?;
        let found = position.len() + moves.len();
        if found != stones {
            return Err(SampleFault::new(format!(
                "it has {found} stones at its end where {stones} are due"
            )));
        }
        Ok(Record {
            kind,
            position,
            moves,
            result,
        })
    };
    read().map(Some).map_err(sample_error(number))
}

/// The moves that were played: the first of every search.
fn played(kind: Kind, moves: &[u8]) -> Result<Vec<Point>, SampleFault> {
    let mut played = Vec::new();
    for bytes in moves.chunks_exact(MOVE_BYTES) {
        let number = u16::from_le_bytes([bytes[0], bytes[1]]);
        if number & IS_PASS != 0 {
            return Err(SampleFault::new(
                "it has a pass, which these games do not know",
            ));
        }
        let point = kind.point(number >> FLAG_BITS)?;
        if number & IS_FIRST != 0 {
            played.push(point);
        } else if played.is_empty() {
            return Err(SampleFault::new(
                "a move of a search stands before the one that was played",
            ));
        }
    }
    Ok(played)
}
