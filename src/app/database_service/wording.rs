//! What is known of positions, in the words of Yixin-Board. Its labels speak of the player who has just moved.

use kagetsu_analysis::database::entry::{Bound, Entry, Label};
use kagetsu_analysis::database::exchange::label_sign;
use kagetsu_analysis::database::view::KnownMove;
use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::eval::win_probability;
use kagetsu_kernel::{Score, percent};
use kagetsu_protocol::Reply;
use kagetsu_protocol::database_service::{MARKS_BEGIN, MARKS_END};

use crate::error::CommandError;

use super::store::Store;

/// A point without a label.
const NO_LABEL: i32 = -1;
/// Signs of a label that is shown.
const LABEL_SIGNS: usize = 4;
/// Largest score that is sent.
const MOST_VALUE: i32 = i16::MAX as i32;

/// Which of the two forms of a line about a point is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Label of one sign, score, depth.
    Short,
    /// Label of up to four signs, score, depth, bound, whether there is a comment, and the label of the point.
    Long,
}

/// What is known of all moves.
pub(super) fn marks(
    store: &Store,
    position: &Position,
    detail: Detail,
) -> Result<Vec<Reply>, CommandError> {
    let mut lines = vec![Reply::Message(MARKS_BEGIN.to_string())];
    let stones = position.stones().len() + 1;
    for KnownMove { point, entry, .. } in store.view()?.judged_moves(position)? {
        let (x, y) = (point.x(), point.y());
        let value = value_of(&entry);
        let depth = entry.depth;
        lines.push(match detail {
            Detail::Short => {
                let label = label_number(&entry);
                Reply::Message(format!("DATABASE {x} {y} {label} {value} {depth}"))
            }
            Detail::Long => {
                let label = encode(&shown_label(&entry, position, stones));
                let bound = bound_of(&entry);
                let has_text = i32::from(!entry.text.is_empty());
                Reply::Mark {
                    known: format!("DATABASE {x} {y} {label} {value} {depth} {bound} {has_text}"),
                    mark: entry.mark.clone(),
                }
            }
        });
    }
    lines.push(Reply::Message(MARKS_END.to_string()));
    Ok(lines)
}

/// What is known of one position.
pub(super) fn one(entry: Option<&Entry>) -> Reply {
    let text = entry.map_or_else(
        || "DATABASE ONE 0 0 0 0".to_string(),
        |entry| {
            let label = label_number(entry);
            let shown = sign_of(entry).map_or_else(String::new, |sign| format!(" {sign}"));
            let (value, depth, bound) = (value_of(entry), entry.depth, bound_of(entry));
            format!("DATABASE ONE {label} {value} {depth} {bound}{shown}")
        },
    );
    Reply::Message(text)
}

fn label_number(entry: &Entry) -> i32 {
    label_sign(entry).map_or(NO_LABEL, i32::from)
}

/// The label as one sign.
fn sign_of(entry: &Entry) -> Option<char> {
    label_sign(entry).map(char::from)
}

/// The label for a point: the result with the moves to its end, a mark of one sign, or the chance to win in percent.
fn shown_label(entry: &Entry, position: &Position, stones: usize) -> String {
    match (entry.label, sign_of(entry)) {
        (Some(Label::Win | Label::Loss), Some(sign)) => {
            let moves = entry.distance().map(|plies| (plies + 1).to_string());
            format!("{sign}{}", moves.unwrap_or_else(|| "*".to_string()))
        }
        (_, Some(sign)) => sign.to_string(),
        (_, None) => entry
            .value
            .filter(|_| entry.bound == Bound::Exact)
            .map_or_else(String::new, |value| {
                let score = Score::evaluation(value.saturating_neg());
                let chance = percent(win_probability(position.rule(), score, stones));
                format!("{}%", (chance as i32).clamp(0, 99))
            }),
    }
}

fn encode(label: &str) -> i32 {
    let signs = label.bytes().take(LABEL_SIGNS);
    if label.is_empty() {
        return NO_LABEL;
    }
    signs.fold(0, |number, sign| number << u8::BITS | i32::from(sign))
}

fn value_of(entry: &Entry) -> i32 {
    entry
        .value
        .unwrap_or_default()
        .clamp(-MOST_VALUE, MOST_VALUE)
}

const fn bound_of(entry: &Entry) -> i32 {
    match (entry.value, entry.bound) {
        (None, _) => 0,
        (_, Bound::Upper) => 1,
        (_, Bound::Lower) => 2,
        (_, Bound::Exact) => 3,
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    fn a_mark_that_looks_like_a_result_is_no_label() {
        for (label, mark, sign) in [
            (Some(Label::Loss), "", Some('w')),
            (Some(Label::Win), "!", Some('l')),
            (None, "!", Some('!')),
            // A letter alone may name a variation.
            (None, "L", None),
            (None, "A1", None),
        ] {
            let entry = Entry {
                label,
                mark: mark.to_string(),
                ..Entry::default()
            };
            assert_eq!(sign_of(&entry), sign, "{mark}");
        }
    }

    #[test]
    fn the_lowest_number_is_the_best_chance_of_the_other_side() {
        let position = Position::new(BoardSize::STANDARD, Rule::Renju);
        let entry = Entry {
            value: Some(i32::MIN),
            ..Entry::default()
        };
        assert_eq!(shown_label(&entry, &position, 1), "99%");
    }
}
