//! Requests that change one position.

use kagetsu_analysis::database::entry::{Bound, Entry, MAX_MARK, MAX_TEXT, cut};
use kagetsu_analysis::database::exchange::{label_sign, read_label};
use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;
use kagetsu_protocol::Reply;
use kagetsu_protocol::database_request::DatabaseRequest;
use kagetsu_protocol::database_service::Subject;

use crate::error::CommandError;

use super::store::Store;
use super::wording;

const LABEL_BIT: i64 = 1;
const VALUE_BIT: i64 = 2;
const DEPTH_BIT: i64 = 4;

/// Sets or forgets what is asked for.
pub(super) fn edit(
    store: &mut Store,
    request: &DatabaseRequest,
    subject: &Subject,
) -> Result<Vec<Reply>, CommandError> {
    writable(subject)?;
    let position = &subject.position;
    match request {
        DatabaseRequest::Edit {
            mask,
            label,
            value,
            depth,
        } => {
            store.change(position, |entry| {
                if mask & LABEL_BIT != 0 {
                    set_label(entry, *label);
                }
                if mask & VALUE_BIT != 0 {
                    entry.value = Some((*value).clamp(i16::MIN.into(), i16::MAX.into()) as i32);
                    entry.bound = Bound::Exact;
                }
                if mask & DEPTH_BIT != 0 {
                    entry.depth = u16::try_from(*depth).unwrap_or_default();
                }
            })?;
            return Ok(vec![wording::one(store.get(position)?.as_ref())]);
        }
        DatabaseRequest::LabelPoint(_, text) => {
            if let Some(after) = after(position, subject.point) {
                store.change(&after, |entry| entry.mark = cut(text, MAX_MARK))?;
            }
        }
        DatabaseRequest::Comment(text) => {
            store.change(position, |entry| entry.text = cut(text.trim(), MAX_TEXT))?;
        }
        DatabaseRequest::SetBest | DatabaseRequest::ClearBest => {
            if let Some((before, last)) = before(position, subject.last) {
                let best = (*request == DatabaseRequest::SetBest).then_some(last);
                store.change(&before, |entry| entry.best = best)?;
            }
        }
        DatabaseRequest::DeleteOne => store.forget(position)?,
        _ => {}
    }
    Ok(Vec::new())
}

/// Refuses what would write where the manager forbids it.
pub(super) fn writable(subject: &Subject) -> Result<(), CommandError> {
    if subject.is_read_only {
        Err(CommandError::input("the database is read-only"))
    } else {
        Ok(())
    }
}

/// Sets the label: a result or a sign. A sign replaces any mark; without one, a mark that is a label goes. A result leaves the
/// mark as it is.
fn set_label(entry: &mut Entry, number: i64) {
    let (label, mark) = u8::try_from(number).map(read_label).unwrap_or_default();
    entry.label = label;
    if label.is_none() && (label_sign(entry).is_some() || !mark.is_empty()) {
        entry.mark = mark;
    }
}

fn after(position: &Position, point: Option<Point>) -> Option<Position> {
    let mut after = position.clone();
    after.play(point?).ok()?;
    Some(after)
}

fn before(position: &Position, last: Option<Point>) -> Option<(Position, Point)> {
    let last = last?;
    let mut before = position.clone();
    before.take_back(last).ok()?;
    before.set_side_to_move(position.side_to_move().opponent());
    Some((before, last))
}

#[cfg(test)]
mod tests {
    use kagetsu_analysis::database::entry::Label;

    use super::*;

    #[test]
    fn a_label_takes_the_place_of_the_mark_that_was_one() {
        for (mark, sign, label, left) in [
            ("", 'W', Some(Label::Loss), ""),
            ("!", 'l', Some(Label::Win), "!"),
            ("!", '?', None, "?"),
            ("!", ' ', None, ""),
            // These are no labels: one may name a variation.
            ("L", ' ', None, "L"),
            ("A1", ' ', None, "A1"),
            ("A1", '?', None, "?"),
        ] {
            let mut entry = Entry {
                mark: mark.to_string(),
                ..Entry::default()
            };
            set_label(&mut entry, i64::from(u32::from(sign)));
            assert_eq!((entry.label, entry.mark.as_str()), (label, left), "{mark}");
        }
    }
}
