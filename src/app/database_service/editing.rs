//! Requests that change one position.

use kagetsu_analysis::database::entry::{Bound, Entry, Label, MAX_MARK, MAX_TEXT, cut};
use kagetsu_analysis::database::key::Canonical;
use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;
use kagetsu_protocol::database_request::DatabaseRequest;
use kagetsu_protocol::database_service::{DatabaseLine, Subject};

use super::store::{ServiceError, Store};
use super::wording;

const LABEL_BIT: i64 = 1;
const VALUE_BIT: i64 = 2;
const DEPTH_BIT: i64 = 4;

/// Sets what is asked for.
pub(super) fn edit(
    store: &mut Store,
    request: &DatabaseRequest,
    subject: &Subject,
) -> Result<Vec<DatabaseLine>, ServiceError> {
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
        _ => {}
    }
    Ok(Vec::new())
}

/// Forgets the position.
pub(super) fn delete_one(store: &mut Store, subject: &Subject) -> Result<(), ServiceError> {
    writable(subject)?;
    let key = Canonical::new(&subject.position).key;
    Ok(store.remove(vec![key])?)
}

/// Refuses what would write where the manager forbids it.
pub(super) const fn writable(subject: &Subject) -> Result<(), ServiceError> {
    if subject.is_read_only {
        Err(ServiceError::ReadOnly)
    } else {
        Ok(())
    }
}

/// A label speaks of the player who has just moved; a sign that is no result becomes the mark.
fn set_label(entry: &mut Entry, number: i64) {
    let sign = u8::try_from(number).ok().filter(u8::is_ascii_graphic);
    entry.label = None;
    if entry.mark.len() == 1 {
        entry.mark.clear();
    }
    match sign.map(|sign| sign.to_ascii_lowercase()) {
        Some(b'w') => entry.label = Some(Label::Loss),
        Some(b'l') => entry.label = Some(Label::Win),
        Some(b'd') => entry.label = Some(Label::Draw),
        Some(_) => entry.mark = sign.map(char::from).into_iter().collect(),
        None => {}
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
