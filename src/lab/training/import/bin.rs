//! The form `bin`: a head of four bytes for each sample, and the moves to its position.

use std::io::Read;

use crate::dataset::read_up_to;

use super::error::{ImportError, SampleFault, sample_error};
use super::record::{Kind, Record, result};

/// The fields of the head, from the lowest bit on: width in bits of all but the last, which is the move.
const RESULT_BITS: u32 = 2;
const PLY_BITS: u32 = 9;
const SIDE_BITS: u32 = 5;
const RULE_BITS: u32 = 3;

/// Reads the next sample. `None` at the end.
///
/// # Errors
/// [`ImportError`] when reading fails, or the sample of this number, from one, is wrong.
pub(super) fn read(input: &mut impl Read, number: u64) -> Result<Option<Record>, ImportError> {
    let mut head = [0; size_of::<u32>()];
    match read_up_to(input, &mut head)? {
        0 => return Ok(None),
        length if length < head.len() => return Err(sample_error(number)(SampleFault::cut_off())),
        _ => {}
    }
    let mut bits = u32::from_le_bytes(head);
    let mut field = |width: u32| {
        let value = bits & ((1 << width) - 1);
        bits >>= width;
        value
    };
    let (outcome, plies) = (field(RESULT_BITS) as u8, field(PLY_BITS) as usize);
    let (side, rule) = (field(SIDE_BITS) as u8, field(RULE_BITS) as u8);
    let played = bits as u16;
    let mut moves = vec![0; plies * size_of::<u16>()];
    let is_whole = read_up_to(input, &mut moves)? == moves.len();
    let read = || {
        let kind = Kind::of_numbers(rule, side)?;
        let result = result(outcome, plies)?;
        if !is_whole {
            return Err(SampleFault::cut_off());
        }
        Ok(Record {
            kind,
            position: kind.points(&moves)?,
            moves: vec![kind.point(played)?],
            result,
        })
    };
    read().map(Some).map_err(sample_error(number))
}
