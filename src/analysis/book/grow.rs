//! Adds to a book by searching.

use std::collections::BTreeMap;

use kagetsu_gomoku::board::{Board, Outcome, Position};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_kernel::score::MAX_PLIES;
use kagetsu_kernel::{Score, StopSignal};

use super::graph::{Graph, known_moves};
use crate::database::entry::{Bound, Entry, Label};
use crate::database::error::DatabaseError;
use crate::database::key::PositionKey;
use crate::database::writer::Writer;
use crate::search::{Effort, FoundLine, Searcher, a_move_later};

/// One position is opened for so many in the book before all costs are counted again, so that counting never takes longer than
/// searching.
const POSITIONS_PER_OPENED: usize = 4096;

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
    let all = 0..graph.nodes.len();
    settle(writer, &mut graph, all)?;
    let mut growth = Growth::default();
    let mut cheapest_last = Vec::new();
    while !stop.is_raised() && settings.positions.is_none_or(|most| growth.opened < most) {
        let Some(place) = cheapest_last.pop() else {
            cheapest_last = cheapest(&graph, settings);
            cheapest_last.reverse();
            growth.is_complete = cheapest_last.is_empty();
            if growth.is_complete {
                break;
            }
            continue;
        };
        let position = graph.nodes[place].key.position();
        let Some(position) = position.filter(|_| graph.is_question(place)) else {
            continue;
        };
        let mut refuted = PointSet::EMPTY;
        if graph.is_doubtful(place) {
            let known = known_moves(&writer.view()?, &position)?;
            refuted = known.into_iter().map(|known| known.point).collect();
        }
        let found = searcher.search(&position, refuted, &settings.effort, stop);
        if stop.is_raised() {
            break;
        }
        if found.is_unfinished || found.lines.is_empty() && refuted.is_empty() {
            graph.nodes[place].is_dead = true;
            continue;
        }
        growth.new += store(writer, &position, &found.lines, &refuted)?;
        growth.opened += 1;
        let touched = graph.read(&writer.view()?, place)?;
        settle(writer, &mut graph, touched)?;
        progress(&growth);
    }
    Ok(growth)
}

/// The positions to search that good play reaches most easily, the cheapest one first.
fn cheapest(graph: &Graph, settings: &GrowSettings) -> Vec<usize> {
    let costs = graph.costs(settings.cost_of_a_move);
    let mut questions: Vec<(i32, &PositionKey, usize)> = costs
        .into_iter()
        .enumerate()
        .filter_map(|(place, cost)| Some((cost?, &graph.nodes[place].key, place)))
        .filter(|&(_, key, place)| graph.is_question(place) && key.stones() <= settings.max_stones)
        .collect();
    questions.sort_unstable();
    questions.truncate(1 + graph.nodes.len() / POSITIONS_PER_OPENED);
    questions.into_iter().map(|(.., place)| place).collect()
}

/// Stores a searched position and those after its best moves. Returns how many were new. What was known from a deeper
/// search stays, unless all known moves are refuted: the search was then one of the others.
fn store(
    writer: &mut Writer,
    position: &Position,
    lines: &[FoundLine],
    refuted: &PointSet,
) -> Result<u64, DatabaseError> {
    let view = writer.view()?;
    let known = view.get(position)?;
    let mut new = u64::from(known.is_none());
    let mut entry = known.unwrap_or_default();
    let mut moves: Vec<(Point, Entry)> = lines.iter().map(after_line).collect();
    let best = lines.first().map(|line| line.moves[0]);
    // Without other moves, the refuted ones were all.
    let score = lines
        .first()
        .map_or(Score::loss_in(MAX_PLIES), |line| line.score);
    // The depth that all lines have reached.
    let depth = lines.iter().map(|line| line.depth).min();
    let found = result(score, depth.unwrap_or_default());
    let is_kept = entry.value.is_some() && entry.depth > found.depth && found.label.is_none();
    if is_kept && refuted.is_empty() {
        entry.best = entry.best.filter(|&best| after(position, best).is_some());
        moves.extend(entry.best.zip(entry.score()).map(|(best, score)| {
            let known = result(a_move_later(score), u32::from(entry.depth) - 1);
            let bound = entry.bound.opposite();
            (best, Entry { bound, ..known })
        }));
        entry.best = entry.best.or(best);
    } else {
        (entry.value, entry.bound, entry.depth) = (found.value, found.bound, found.depth);
        entry.best = best.or(entry.best);
        entry.label = entry.label.or(found.label);
    }
    let mut changes = BTreeMap::new();
    for (point, found) in moves {
        let Some((after, wins)) = after(position, point) else {
            continue;
        };
        let found = if wins {
            result(Score::loss_in(0), 0)
        } else {
            found
        };
        let (key, found) = found.stored(&after);
        let mut joined = if let Some(joined) = changes.remove(&key) {
            joined
        } else {
            let known = view.get(&after)?;
            new += u64::from(known.is_none());
            known.unwrap_or_default().stored(&after).1
        };
        joined.merge(found);
        changes.insert(key, joined);
    }
    changes.extend([entry.stored(position)]);
    drop(view);
    let changes = changes.into_iter().map(|(key, entry)| (key, Some(entry)));
    writer.replace(changes.collect())?;
    Ok(new)
}

/// The move of a line, and what its search says of the position after it.
fn after_line(line: &FoundLine) -> (Point, Entry) {
    let entry = result(a_move_later(line.score), line.depth.saturating_sub(1));
    let best = line.moves.get(1).copied();
    (line.moves[0], Entry { best, ..entry })
}

/// The position after a move, and whether the move wins. `None` for a move that is not legal.
fn after(position: &Position, point: Point) -> Option<(Position, bool)> {
    let outcome = Board::from_position(position).play(point).ok()?;
    let mut after = position.clone();
    after.play(point).ok()?;
    Some((after, matches!(outcome, Outcome::Win(_))))
}

/// The result of a search as an entry.
fn result(score: Score, depth: u32) -> Entry {
    Entry {
        value: Some(score.value()),
        depth: u16::try_from(depth).unwrap_or(u16::MAX),
        label: Label::of(score),
        ..Entry::default()
    }
}

/// Gives positions the values that follow from those after them, in memory and on the disk.
fn settle(
    writer: &mut Writer,
    graph: &mut Graph,
    places: impl IntoIterator<Item = usize>,
) -> Result<(), DatabaseError> {
    let settled = graph.settle(places);
    let view = writer.view()?;
    let mut changes = Vec::new();
    for node in settled.into_iter().map(|place| &graph.nodes[place]) {
        let (Some(position), Some(score)) = (node.key.position(), node.value) else {
            continue;
        };
        let mut entry = view.get(&position)?.unwrap_or_default();
        entry.value = Some(score.value());
        entry.bound = Bound::Exact;
        entry.best = node.best;
        entry.label = entry.label.or(Label::of(score));
        changes.push((node.key.clone(), Some(entry)));
    }
    drop(view);
    if changes.is_empty() {
        Ok(())
    } else {
        writer.replace(changes)
    }
}
