//! Our entries as records. A mark of several signs becomes a label of the point that was played, at a position before it.

use std::collections::{BTreeMap, BTreeSet};

use kagetsu_gomoku::geometry::Point;

use super::super::entry::Entry;
use super::super::key::{Canonical, PositionKey, predecessors};
use super::binary::write_key;
use super::record::{YixinRecord, short_mark};

/// What was made of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The records, in the order of our keys.
    pub records: Vec<YixinRecord>,
    /// Positions that such a database cannot hold: other rules, blocked cells, numbers of stones that one turn without
    /// a stone does not explain.
    pub left_out: u64,
}

/// The records of entries. Best moves are not written: such databases have no place for them.
///
/// # Errors
/// Those of the entries.
pub fn export<E>(
    entries: impl IntoIterator<Item = Result<(PositionKey, Entry), E>>,
) -> Result<Exported, E> {
    let mut exported = Exported::default();
    let mut records: BTreeMap<PositionKey, YixinRecord> = BTreeMap::new();
    let mut marks = Vec::new();
    for pair in entries {
        let (key, entry) = pair?;
        let record = key.position().and_then(|position| {
            let mut record = YixinRecord::of(&position);
            let is_whole = position.blocked().is_empty() && write_key(&record).is_some();
            record.set(&entry);
            is_whole.then_some(record)
        });
        let Some(record) = record else {
            exported.left_out += 1;
            continue;
        };
        if !entry.mark.is_empty() && short_mark(&entry).is_none() {
            marks.push((key.clone(), entry.mark));
        }
        records.insert(key, record);
    }
    exported.left_out += add_labels(&mut records, marks);
    exported.records = records.into_values().collect();
    for record in &mut exported.records {
        record.arrange();
    }
    Ok(exported)
}

/// Labels points with the marks of the positions after them. Returns the number of marks that have no place, because no
/// position before theirs can be written.
fn add_labels(
    records: &mut BTreeMap<PositionKey, YixinRecord>,
    marks: Vec<(PositionKey, String)>,
) -> u64 {
    let mut without_place = 0;
    let mut labels: BTreeMap<PositionKey, Vec<(Point, String)>> = BTreeMap::new();
    for (key, mark) in marks {
        let before = key
            .position()
            .map_or_else(Vec::new, |position| predecessors(&position).collect());
        let known: BTreeSet<PositionKey> = before
            .iter()
            .map(|(position, _)| Canonical::new(position).key)
            .filter(|key| records.contains_key(key))
            .collect();
        let places = before.into_iter().filter_map(|(position, point)| {
            let canonical = Canonical::new(&position);
            let point = canonical.to_stored.apply(point, position.size());
            let record = YixinRecord::of(&canonical.key.position()?);
            let is_place = if known.is_empty() {
                write_key(&record).is_some()
            } else {
                known.contains(&canonical.key)
            };
            is_place.then_some((canonical.key, record, point))
        });
        // One place is enough where nothing is known of the positions before.
        let most = if known.is_empty() { 1 } else { usize::MAX };
        let mut places = places.take(most).peekable();
        without_place += u64::from(places.peek().is_none());
        for (key, record, point) in places {
            records.entry(key.clone()).or_insert(record);
            labels.entry(key).or_default().push((point, mark.clone()));
        }
    }
    for (key, mut labels) in labels {
        labels.sort();
        labels.dedup_by_key(|label| label.0);
        if let Some(record) = records.get_mut(&key) {
            record.add_labels(&labels);
        }
    }
    without_place
}
