//! What is known of a position.

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};
use kagetsu_kernel::Score;
use kagetsu_kernel::score::MAX_PLIES;

use super::key::{Canonical, PositionKey};
use crate::search::a_move_earlier;

/// Most bytes of a mark.
pub const MAX_MARK: usize = 255;
/// Most bytes of a text.
pub const MAX_TEXT: usize = 1 << 16;

const HAS_VALUE: u8 = 0x01;
const HAS_BEST: u8 = 0x02;
const BOUND_SHIFT: u32 = 2;
const LABEL_SHIFT: u32 = 4;
const TWO_BITS: u8 = 3;
const HAS_MARK: u8 = 0x40;

/// What the value says about the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// The bound of the opponent's value.
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// The result of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Label {
    /// The label of a proved score.
    pub fn of(score: Score) -> Option<Self> {
        if score.is_win() {
            Some(Self::Win)
        } else {
            score.is_loss().then_some(Self::Loss)
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The score for the side to move, in units of the evaluation.
    pub value: Option<i32>,
    /// What the value says.
    pub bound: Bound,
    /// Depth of the search in plies.
    pub depth: u16,
    /// The best move.
    pub best: Option<Point>,
    /// The result.
    pub label: Option<Label>,
    /// A short mark of the analyst's own.
    pub mark: String,
    /// A comment.
    pub text: String,
}

impl Entry {
    /// The entry as it is on the image of the board.
    #[must_use]
    pub fn image(mut self, symmetry: Symmetry, size: BoardSize) -> Self {
        self.best = self.best.map(|point| symmetry.apply(point, size));
        self
    }

    /// The entry of a position as it is stored, with its key.
    pub fn stored(self, position: &Position) -> (PositionKey, Self) {
        let Canonical { key, to_stored } = Canonical::new(position);
        (key, self.image(to_stored, position.size()))
    }

    /// What the entry says for the player who has just moved, before that move: value, bound and label are turned round,
    /// and the end of the game is a ply further away.
    #[must_use]
    pub fn for_opponent(mut self) -> Self {
        let decided = self.score().filter(|score| score.is_decided());
        self.value = decided.map_or_else(
            || self.value.map(i32::saturating_neg),
            |score| Some(a_move_earlier(score).value()),
        );
        self.bound = self.bound.opposite();
        self.label = self.label.map(|label| match label {
            Label::Win => Label::Loss,
            Label::Loss => Label::Win,
            Label::Draw => Label::Draw,
        });
        self
    }

    /// The value as a score, one that is too large for an undecided position as the largest of these.
    pub fn score(&self) -> Option<Score> {
        let value = self.value?;
        Some(match self.distance() {
            Some(plies) if value > 0 => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
            None => Score::evaluation(value),
        })
    }

    /// Takes over what another entry of the same position knows. Value, bound, depth and best move are those of the better
    /// entry: a proved win or loss is better than anything else, and of two of them an exact value better than a bound; then a deeper
    /// search, then an exact value at the same depth.
    /// Where it names no best move, that of the other stays, but not beside a proof: nobody knows whether it wins.
    /// A label and a mark are set only where there is none. A text that is not part of the present one is added on new
    /// lines, as far as [`MAX_TEXT`] allows.
    pub fn merge(&mut self, other: Self) {
        let rank = |entry: &Self| {
            let (is_proof, is_exact) = (entry.proves(), entry.bound == Bound::Exact);
            let is_exact_proof = is_proof && is_exact;
            let is_known = entry.value.is_some();
            (is_known, is_proof, is_exact_proof, entry.depth, is_exact)
        };
        let mut best = (self.best, other.best);
        if rank(&other) > rank(self) {
            best = (other.best, self.best);
            (self.value, self.bound, self.depth) = (other.value, other.bound, other.depth);
        }
        self.best = best.0.or(best.1.filter(|_| !self.proves()));
        self.label = self.label.or(other.label);
        if self.mark.is_empty() {
            self.mark = other.mark;
        }
        if self.text.is_empty() {
            self.text = other.text;
        } else if !self.text.contains(&other.text)
            && self.text.len() + 1 + other.text.len() <= MAX_TEXT
        {
            self.text = format!("{}\n{}", self.text, other.text);
        }
    }

    /// Does the value prove a win or a loss? At least a win is one as well, and at most a loss.
    fn proves(&self) -> bool {
        let is_certain = self.value.is_some_and(|value| match self.bound {
            Bound::Exact => true,
            Bound::Lower => value > 0,
            Bound::Upper => value < 0,
        });
        is_certain && self.distance().is_some()
    }

    /// Plies to the end of the game, if the value is that of a won or lost position.
    pub fn distance(&self) -> Option<usize> {
        let left = Score::win_in(0)
            .value()
            .checked_sub(self.value?.checked_abs()?)?;
        let plies = usize::try_from(left).ok()?;
        (plies <= MAX_PLIES).then_some(plies)
    }

    /// Is there anything but a value of a search?
    pub(crate) fn is_annotated(&self) -> bool {
        self.label.is_some() || !self.mark.is_empty() || !self.text.is_empty()
    }

    /// The entry as bytes: flags, value (4 bytes, only if there is one), depth (2), best move as row and column (2, only
    /// if there is one), length of the mark (4) and mark (only if there is one), text. Numbers are little-endian.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let label = match self.label {
            None => 0,
            Some(Label::Win) => 1,
            Some(Label::Loss) => 2,
            Some(Label::Draw) => 3,
        };
        let mut flags = (self.bound as u8) << BOUND_SHIFT | label << LABEL_SHIFT;
        flags |= HAS_VALUE * u8::from(self.value.is_some());
        flags |= HAS_BEST * u8::from(self.best.is_some());
        flags |= HAS_MARK * u8::from(!self.mark.is_empty());
        let mut bytes = vec![flags];
        bytes.extend(self.value.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(self.depth.to_le_bytes());
        bytes.extend(self.best.iter().flat_map(|p| [p.y() as u8, p.x() as u8]));
        if !self.mark.is_empty() {
            bytes.extend((self.mark.len() as u32).to_le_bytes());
            bytes.extend(self.mark.as_bytes());
        }
        bytes.extend(self.text.as_bytes());
        bytes
    }

    /// Reads the bytes of an entry of a board of this size. `None` when they are none.
    pub(super) fn read(bytes: &[u8], size: BoardSize) -> Option<Self> {
        let (&flags, mut rest) = bytes.split_first()?;
        let value = if flags & HAS_VALUE == 0 {
            None
        } else {
            Some(i32::from_le_bytes(take(&mut rest)?))
        };
        let depth = u16::from_le_bytes(take(&mut rest)?);
        let best = if flags & HAS_BEST == 0 {
            None
        } else {
            let [y, x] = take(&mut rest)?;
            Some(size.point(x.into(), y.into())?)
        };
        let length = if flags & HAS_MARK == 0 {
            0
        } else {
            u32::from_le_bytes(take(&mut rest)?)
        };
        let (mark, text) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        let bound = match flags >> BOUND_SHIFT & TWO_BITS {
            0 => Bound::Exact,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => return None,
        };
        let label = match flags >> LABEL_SHIFT & TWO_BITS {
            0 => None,
            1 => Some(Label::Win),
            2 => Some(Label::Loss),
            _ => Some(Label::Draw),
        };
        Some(Self {
            value,
            bound,
            depth,
            best,
            label,
            mark: String::from_utf8(mark.to_vec()).ok()?,
            text: String::from_utf8(text.to_vec()).ok()?,
        })
    }
}

/// The text up to a number of bytes, without a part of a character.
pub fn cut(text: &str, most: usize) -> String {
    let fits = |&(start, character): &(usize, char)| start + character.len_utf8() <= most;
    let kept = text.char_indices().take_while(fits);
    kept.map(|(_, character)| character).collect()
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_near_that_of_a_win_has_a_distance() {
        let distance = |value| {
            let entry = Entry {
                value,
                ..Entry::default()
            };
            entry.distance()
        };
        assert_eq!(distance(Some(Score::win_in(9).value())), Some(9));
        assert_eq!(distance(Some(Score::loss_in(0).value())), Some(0));
        for none in [None, Some(0), Some(i32::MIN), Some(i32::MAX)] {
            assert_eq!(distance(none), None, "{none:?}");
        }
    }

    #[test]
    fn a_bound_that_proves_stays_beside_a_deeper_search() {
        for (bound, score, stays) in [
            (Bound::Lower, Score::win_in(9), true),
            (Bound::Upper, Score::loss_in(8), true),
            (Bound::Upper, Score::win_in(9), false),
            (Bound::Lower, Score::loss_in(8), false),
        ] {
            let known = Entry {
                value: Some(score.value()),
                bound,
                depth: 4,
                ..Entry::default()
            };
            let mut merged = known.clone();
            merged.merge(Entry {
                value: Some(30),
                depth: 20,
                ..Entry::default()
            });
            assert_eq!(merged == known, stays, "{bound:?} {score}");
            // An exact proof tells the distance; its depth does not matter.
            let exact = Entry {
                bound: Bound::Exact,
                depth: 1,
                ..known.clone()
            };
            let mut merged = known;
            merged.merge(exact.clone());
            assert_eq!(merged, exact);
        }
    }

    #[test]
    fn the_deeper_search_wins_and_notes_are_kept() {
        let mut entry = Entry {
            value: Some(10),
            bound: Bound::Lower,
            depth: 9,
            best: Some(Point::at(1, 1)),
            mark: "A".to_string(),
            text: "first".to_string(),
            ..Entry::default()
        };
        let kept = entry.clone();
        entry.merge(kept.clone());
        assert_eq!(entry, kept, "merging twice changes nothing");
        let shallow = Entry {
            value: Some(-3),
            depth: 8,
            best: Some(Point::at(2, 2)),
            label: Some(Label::Win),
            mark: "B".to_string(),
            text: "second".to_string(),
            ..Entry::default()
        };
        entry.merge(shallow);
        let mut expected = kept;
        expected.label = Some(Label::Win);
        expected.text = "first\nsecond".to_string();
        assert_eq!(entry, expected);
        entry.merge(Entry {
            value: Some(5),
            depth: 9,
            ..Entry::default()
        });
        assert_eq!((entry.value, entry.bound), (Some(5), Bound::Exact));
        assert_eq!(entry.best, Some(Point::at(1, 1)));
        let proof = Entry {
            value: Some(Score::win_in(7).value()),
            depth: 7,
            best: Some(Point::at(3, 3)),
            label: Some(Label::Win),
            ..Entry::default()
        };
        let undecided = entry.clone();
        for (mut entry, other) in [
            (
                undecided.clone(),
                Entry {
                    best: None,
                    ..proof.clone()
                },
            ),
            (
                Entry {
                    best: None,
                    ..proof.clone()
                },
                undecided.clone(),
            ),
        ] {
            entry.merge(other);
            assert_eq!((entry.value, entry.best), (proof.value, None));
        }
        entry.merge(proof.clone());
        assert_eq!((entry.value, entry.best), (proof.value, proof.best));
        entry.merge(undecided);
        assert_eq!((entry.value, entry.best), (proof.value, proof.best));
    }
}
