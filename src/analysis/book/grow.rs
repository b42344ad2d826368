//! Adds to a book by searching.

use std::collections::BTreeSet;

use kagetsu_gomoku::board::{Board, Outcome, Position};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_kernel::{Score, StopSignal};

use super::graph::{Graph, Node, value_of};
use crate::database::entry::{Bound, Entry, Label};
use crate::database::error::DatabaseError;
use crate::database::key::{Canonical, PositionKey};
use crate::database::writer::Writer;
use crate::search::{Effort, FoundLine, Searcher};

/// Positions that are opened between two times at which the values are written back.
const WRITE_BACK: u64 = 32;

/// How a book grows.
#[derive(Clone, Debug)]
pub struct GrowSettings {
    /// What is spent on each position; its lines are the moves that the book keeps of it.
    pub effort: Effort,
    /// What each move adds to the cost of a line, in units of the evaluation: more of it makes a wider book.
    pub cost_of_a_move: i32,
    /// Most stones of positions that are opened.
    pub max_stones: usize,
    /// Most positions to open.
    pub positions: Option<u64>,
}

/// What has been done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Positions that were opened.
    pub opened: u64,
    /// Positions that are new in the database.
    pub new: u64,
    /// Has the book nothing left to open?
    pub is_complete: bool,
}

/// Opens positions until the settings or the signal end it. What has been opened is on the disk.
///
/// # Errors
/// [`DatabaseError`] when the database fails.
pub fn grow(
    writer: &mut Writer,
    searcher: &mut Searcher,
    roots: &[Position],
    settings: &GrowSettings,
    stop: &StopSignal,
    progress: &mut dyn FnMut(&Growth),
) -> Result<Growth, DatabaseError> {
    let mut graph = Graph::load(&writer.view()?, roots)?;
    let mut dead = BTreeSet::new();
    let mut growth = Growth::default();
    while !stop.is_raised() && settings.positions.is_none_or(|most| growth.opened < most) {
        let Some(leaf) = cheapest(&graph, settings, &dead) else {
            growth.is_complete = true;
            break;
        };
        let Some(position) = leaf.position() else {
            dead.insert(leaf);
            continue;
        };
        let found = searcher.search(&position, PointSet::EMPTY, &settings.effort, stop);
        if stop.is_raised() {
            break;
        }
        if found.lines.is_empty() {
            dead.insert(leaf);
            continue;
        }
        growth.new += open(writer, &mut graph, &position, &found.lines)?;
        growth.opened += 1;
        progress(&growth);
        if growth.opened.is_multiple_of(WRITE_BACK) {
            write_back(writer, &mut graph)?;
        } else {
            graph.update();
        }
    }
    // Lines that have met meanwhile are seen by reading all of it again.
    let mut graph = Graph::load(&writer.view()?, roots)?;
    write_back(writer, &mut graph)?;
    Ok(growth)
}

/// The leaf that good play reaches most easily.
fn cheapest(
    graph: &Graph,
    settings: &GrowSettings,
    dead: &BTreeSet<PositionKey>,
) -> Option<PositionKey> {
    let costs = graph.costs(settings.cost_of_a_move);
    let is_open_question = |key: &PositionKey| {
        let is_leaf = graph.nodes.get(key).is_some_and(|node| {
            let is_decided = |value: i32| value.abs() > Score::MAX_EVALUATION.value();
            node.next.is_empty() && !node.value.is_some_and(is_decided)
        });
        is_leaf && key.stones() <= settings.max_stones && !dead.contains(key)
    };
    let leaves = costs.into_iter().filter(|(key, _)| is_open_question(key));
    leaves.min_by_key(|(_, cost)| *cost).map(|(key, _)| key)
}

/// Stores a searched position and those after its best moves. Returns how many were new.
fn open(
    writer: &mut Writer,
    graph: &mut Graph,
    position: &Position,
    lines: &[FoundLine],
) -> Result<u64, DatabaseError> {
    let view = writer.view()?;
    let mut changes = Vec::new();
    let mut next = BTreeSet::new();
    let mut new = 0;
    for line in lines {
        let Some((after, wins)) = after(position, line.moves[0]) else {
            continue;
        };
        let key = Canonical::new(&after).key;
        let known = view.get(&after)?;
        let is_new = known.is_none();
        new += u64::from(is_new);
        if known.as_ref().and_then(value_of).is_none() {
            let score = if wins {
                Score::loss_in(0)
            } else {
                back(line.score)
            };
            let mut entry = searched(known, score, line.depth.saturating_sub(1));
            entry.best = line.moves.get(1).copied().filter(|_| !wins);
            changes.push(image(&after, entry));
            graph.nodes.entry(key.clone()).or_default().value = Some(score.value());
        } else if !graph.nodes.contains_key(&key) {
            let value = known.as_ref().and_then(value_of);
            let next = BTreeSet::new();
            graph.nodes.insert(key.clone(), Node { value, next });
        }
        next.insert(key);
    }
    let known = view.get(position)?;
    new += u64::from(known.is_none());
    let mut entry = searched(known, lines[0].score, lines[0].depth);
    entry.best = Some(lines[0].moves[0]);
    let value = entry.value;
    changes.push(image(position, entry));
    drop(view);
    writer.replace(changes)?;
    let node = graph.nodes.entry(Canonical::new(position).key).or_default();
    (node.value, node.next) = (value, next);
    Ok(new)
}

/// The position after a move, and whether the move wins. `None` for a move that is not legal.
fn after(position: &Position, point: Point) -> Option<(Position, bool)> {
    let outcome = Board::from_position(position).play(point).ok()?;
    let mut after = position.clone();
    after.play(point).ok()?;
    Some((after, matches!(outcome, Outcome::Win(_))))
}

/// A score one ply later, for the other side.
fn back(score: Score) -> Score {
    match score.distance() {
        Some(plies) if score.is_win() => Score::loss_in(plies.saturating_sub(1)),
        Some(plies) => Score::win_in(plies.saturating_sub(1)),
        None => Score::evaluation(-score.value()),
    }
}

/// An entry with the result of a search in the place of what was known.
fn searched(known: Option<Entry>, score: Score, depth: u32) -> Entry {
    let mut entry = known.unwrap_or_default();
    entry.value = Some(score.value());
    entry.bound = Bound::Exact;
    entry.depth = u16::try_from(depth).unwrap_or(u16::MAX);
    if score.is_win() {
        entry.label = Some(Label::Win);
    } else if score.is_loss() {
        entry.label = Some(Label::Loss);
    }
    entry
}

fn image(position: &Position, entry: Entry) -> (PositionKey, Option<Entry>) {
    let canonical = Canonical::new(position);
    let entry = entry.image(canonical.to_stored, position.size());
    (canonical.key, Some(entry))
}

/// Gives the open positions the values that follow from those after them, in memory and on the disk.
fn write_back(writer: &mut Writer, graph: &mut Graph) -> Result<(), DatabaseError> {
    graph.update();
    let view = writer.view()?;
    let mut changes = Vec::new();
    for (key, node) in &graph.nodes {
        let Some(position) = key.position().filter(|_| !node.next.is_empty()) else {
            continue;
        };
        let Some(mut entry) = view.get(&position)? else {
            continue;
        };
        if entry.value != node.value {
            entry.value = node.value;
            changes.push(image(&position, entry));
        }
    }
    drop(view);
    if changes.is_empty() {
        Ok(())
    } else {
        writer.replace(changes)
    }
}
