//! One record of such a database, and the entry that says the same.

use kagetsu_gomoku::board::{Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};

use super::super::entry::{Bound, Entry, Label, MAX_MARK, MAX_TEXT, cut};
use super::super::key::PositionKey;
use super::board_texts::{join, split};
use super::error::ExchangeError;

/// Largest score that is written: wins count down from 30000.
const MAX_VALUE: i32 = 30_000;
/// Largest depth that two bytes hold beside the bound.
const MAX_DEPTH: i16 = i16::MAX >> BOUND_BITS;
/// Bits of the bound below the depth.
pub(super) const BOUND_BITS: u32 = 2;
pub(super) const BOUND_MASK: i16 = 3;
/// The label of a position without one.
pub(super) const NO_LABEL: u8 = 0xff;
/// Most columns and rows for which points of the board have a sign each.
const ROW_STRIDE: usize = 32;

/// A record as it stands in the file. Labels and bounds are not interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YixinRecord {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Stones of Black and of White.
    pub stones: [Vec<Point>; 2],
    /// Who is to move.
    pub side: Side,
    /// The label.
    pub label: u8,
    /// The score for the side to move.
    pub value: i16,
    /// Four times the depth, plus the bound.
    pub depth_bound: i16,
    /// The text with the labels of points.
    pub text: String,
}

impl YixinRecord {
    /// A record that knows nothing of its position.
    pub(super) fn of(position: &Position) -> Self {
        let mut stones = [Vec::new(), Vec::new()];
        for &(point, side) in position.stones() {
            stones[side.index()].push(point);
        }
        Self {
            rule: position.rule(),
            size: position.size(),
            stones,
            side: position.side_to_move(),
            label: NO_LABEL,
            value: 0,
            depth_bound: 0,
            text: String::new(),
        }
    }

    fn position(&self) -> Result<Position, PositionError> {
        let mut position = Position::new(self.size, self.rule);
        for side in Side::BOTH {
            for &point in &self.stones[side.index()] {
                position.place(point, side)?;
            }
        }
        position.set_side_to_move(self.side);
        Ok(position)
    }

    /// The entries of the record with this number, from one: that of the position, and one for each label of a point.
    ///
    /// # Errors
    /// [`ExchangeError::Record`] when two stones share a point.
    pub fn entries(&self, index: usize) -> Result<Vec<(PositionKey, Entry)>, ExchangeError> {
        let fault = |error: PositionError| ExchangeError::Record {
            index,
            reason: error.to_string(),
        };
        let mut position = self.position().map_err(fault)?;
        let (labels, comment) = split(&self.text);
        let bound = match self.depth_bound & BOUND_MASK {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let knows_value = self.depth_bound & BOUND_MASK != 0 || self.value != 0;
        let depth = (self.depth_bound >> BOUND_BITS).max(0);
        let (label, mark) = read_label(self.label);
        let entry = Entry {
            value: knows_value.then_some(self.value.into()),
            bound: if knows_value { bound } else { Bound::Exact },
            depth: depth.unsigned_abs(),
            best: None,
            label,
            mark,
            text: cut(&comment, MAX_TEXT),
        };
        let mut found = vec![entry.stored(&position)];
        for (point, label) in labels {
            // A label on a stone belongs to no move.
            if self.size.contains(point) && position.play(point).is_ok() {
                let entry = Entry {
                    mark: cut(&label, MAX_MARK),
                    ..Entry::default()
                };
                found.push(entry.stored(&position));
                position.take_back(point).map_err(fault)?;
            }
        }
        Ok(found)
    }

    /// Takes over what an entry of the position knows, except for its best move and a mark of several signs.
    pub(super) fn set(&mut self, entry: &Entry) {
        self.label = label_sign(entry).unwrap_or(NO_LABEL);
        if let Some(value) = entry.value {
            let bound = match entry.bound {
                Bound::Upper => 1,
                Bound::Lower => 2,
                Bound::Exact => 3,
            };
            let depth = i16::try_from(entry.depth)
                .unwrap_or(MAX_DEPTH)
                .min(MAX_DEPTH);
            self.value = value.clamp(-MAX_VALUE, MAX_VALUE) as i16;
            self.depth_bound = depth << BOUND_BITS | bound;
        }
        self.text.clone_from(&entry.text);
    }

    /// Adds labels of points before the comment.
    pub(super) fn add_labels(&mut self, labels: &[(Point, String)]) {
        self.text = join(labels, &self.text);
    }

    /// The image of the position that comes first: such programs look for that one alone. Stones are sorted.
    pub(super) fn arrange(&mut self) {
        let size = self.size;
        let (labels, comment) = split(&self.text);
        let image = |symmetry: Symmetry| {
            self.stones.clone().map(|mut stones| {
                for stone in &mut stones {
                    *stone = symmetry.apply(*stone, size);
                }
                stones.sort_by_key(|stone| rank(*stone));
                stones
            })
        };
        let order = |stones: &[Vec<Point>; 2]| -> Vec<usize> {
            stones.iter().flatten().map(|&stone| rank(stone)).collect()
        };
        let first = Symmetry::all(size)
            .map(|symmetry| (image(symmetry), symmetry))
            .min_by_key(|(stones, _)| order(stones));
        if let Some((stones, symmetry)) = first {
            self.stones = stones;
            if !labels.is_empty() {
                let labels: Vec<(Point, String)> = labels
                    .into_iter()
                    .map(|(point, label)| (symmetry.apply(point, size), label))
                    .collect();
                self.text = join(&labels, &comment);
            }
        }
    }
}

/// Stones are ordered by column, then by row.
const fn rank(point: Point) -> usize {
    point.x() * ROW_STRIDE + point.y()
}

/// What a label says. It speaks of the player who has just moved, ours of the side to move; what is no result is a mark.
pub fn read_label(label: u8) -> (Option<Label>, String) {
    match label.to_ascii_lowercase() {
        b'w' => (Some(Label::Loss), String::new()),
        b'l' => (Some(Label::Win), String::new()),
        b'd' => (Some(Label::Draw), String::new()),
        _ if label.is_ascii_graphic() => (None, char::from(label).to_string()),
        _ => (None, String::new()),
    }
}

/// The label of an entry: its result, or a mark of one sign that says no result.
pub fn label_sign(entry: &Entry) -> Option<u8> {
    match entry.label {
        Some(Label::Loss) => Some(b'w'),
        Some(Label::Win) => Some(b'l'),
        Some(Label::Draw) => Some(b'd'),
        None => short_mark(entry),
    }
}

/// A mark that fits into the byte of the label.
pub(super) fn short_mark(entry: &Entry) -> Option<u8> {
    match entry.mark.as_bytes() {
        [sign] if entry.label.is_none() && sign.is_ascii_graphic() => {
            (!b"wld".contains(&sign.to_ascii_lowercase())).then_some(*sign)
        }
        _ => None,
    }
}
