//! A library of `RenLib` from entries: a tree from the empty board in which each position has its continuations once.

use std::collections::{BTreeMap, BTreeSet};

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::renlib::{RenLibNode, RenLibTree};

use super::entry::Entry;
use super::key::{Canonical, PositionKey, predecessors};
use super::library::{MARKED, board_text};

/// What was made of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedLibrary {
    /// The library.
    pub tree: RenLibTree,
    /// Positions that it cannot hold: other rules and boards, blocked cells, sides that do not take turns.
    pub left_out: u64,
}

/// Entries by their position, and the positions after each of them.
#[derive(Debug, Default)]
struct Graph {
    entries: BTreeMap<PositionKey, Entry>,
    /// Positions one move on, each once, with that move on the stored board.
    next: BTreeMap<PositionKey, BTreeMap<PositionKey, Point>>,
}

/// The library of the entries of this rule on boards of 15x15. A position that no stored one leads to is reached by its
/// stones in the order of the board. Where lines meet, only the first one goes on.
///
/// # Errors
/// Those of the entries.
pub fn library<E>(
    entries: impl IntoIterator<Item = Result<(PositionKey, Entry), E>>,
    rule: Rule,
) -> Result<ExportedLibrary, E> {
    let mut graph = Graph::default();
    let mut left_out = 0;
    for pair in entries {
        let (key, entry) = pair?;
        match key.position() {
            Some(position) if position.rule() == rule && turns(&position).is_some() => {
                graph.add(&position, key, entry);
            }
            Some(_) => left_out += 1,
            None => {}
        }
    }
    let mut builder = Builder {
        graph,
        tree: RenLibTree::new(),
        done: BTreeSet::new(),
    };
    builder.build(rule);
    Ok(ExportedLibrary {
        tree: builder.tree,
        left_out,
    })
}

/// The stones in an order in which they may have been played. `None` where there is no such order.
fn turns(position: &Position) -> Option<Vec<Point>> {
    if position.size() != BoardSize::STANDARD || !position.blocked().is_empty() {
        return None;
    }
    let [black, white]: [Vec<Point>; 2] =
        Side::BOTH.map(|side| position.stones_of(side).copied().collect());
    let more = usize::from(position.side_to_move() == Side::White);
    (black.len() == white.len() + more).then(|| {
        let count = black.len() + white.len();
        let turn = |index: usize| [&black, &white][index % 2][index / 2];
        (0..count).map(turn).collect()
    })
}

impl Graph {
    fn add(&mut self, position: &Position, key: PositionKey, entry: Entry) {
        for (before, point) in predecessors(position) {
            let canonical = Canonical::new(&before);
            let point = canonical.to_stored.apply(point, position.size());
            let next = self.next.entry(canonical.key).or_default();
            next.entry(key.clone()).or_insert(point);
        }
        self.entries.insert(key, entry);
    }
}

struct Builder {
    graph: Graph,
    tree: RenLibTree,
    done: BTreeSet<PositionKey>,
}

impl Builder {
    fn build(&mut self, rule: Rule) {
        let start = Position::new(BoardSize::STANDARD, rule);
        self.note(0, &start);
        self.descend(0, start.clone());
        let mut rest: Vec<PositionKey> = self.graph.entries.keys().cloned().collect();
        rest.sort_by_key(PositionKey::stones);
        for key in rest {
            let stones = key.position().as_ref().and_then(turns);
            if let Some(stones) = stones.filter(|_| !self.done.contains(&key)) {
                self.reach(&start, &stones);
            }
        }
    }

    /// Goes to a position by its stones, and on from there.
    fn reach(&mut self, start: &Position, stones: &[Point]) {
        let (mut node, mut position) = (0, start.clone());
        for &point in stones {
            if position.play(point).is_err() {
                return;
            }
            node = self.child(node, point);
            self.note(node, &position);
        }
        self.descend(node, position);
    }

    fn child(&mut self, parent: usize, point: Point) -> usize {
        let wanted = RenLibNode {
            point: Some(point),
            ..RenLibNode::default()
        };
        self.tree.child(parent, wanted)
    }

    /// Adds all that follows a position, unless it is somewhere already.
    fn descend(&mut self, node: usize, position: Position) {
        let mut waiting = vec![(node, position)];
        while let Some((node, position)) = waiting.pop() {
            let canonical = Canonical::new(&position);
            if !self.done.insert(canonical.key.clone()) {
                continue;
            }
            let next = self.graph.next.get(&canonical.key);
            let points: Vec<Point> = next
                .into_iter()
                .flatten()
                .map(|(_, &point)| point)
                .collect();
            for point in points {
                let point = canonical.to_stored.inverse().apply(point, position.size());
                let mut after = position.clone();
                if after.play(point).is_ok() {
                    let child = self.child(node, point);
                    self.note(child, &after);
                    waiting.push((child, after));
                }
            }
        }
    }

    /// Writes what is known of a position to its node.
    fn note(&mut self, node: usize, position: &Position) {
        if let Some(entry) = self.graph.entries.get(&Canonical::new(position).key) {
            let is_marked = entry.mark == MARKED;
            let text = board_text(entry, position.stones().len());
            let comment = entry.text.clone();
            self.tree.note(node, comment, text, is_marked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Bound, Label};
    use super::super::library::entries;
    use super::*;
    use kagetsu_notation::renlib::{read_renlib, write_renlib};

    fn pair(cells: &[(usize, usize)], entry: Entry) -> (PositionKey, Entry) {
        let mut position = Position::new(BoardSize::STANDARD, Rule::Renju);
        for &(x, y) in cells {
            position.play(Point::at(x, y)).expect("an empty point");
        }
        (Canonical::new(&position).key, entry)
    }

    #[test]
    fn a_library_gives_its_entries_back() {
        let mark = |mark: &str, text: &str| Entry {
            mark: mark.to_string(),
            text: text.to_string(),
            ..Entry::default()
        };
        let valued = Entry {
            value: Some(-35),
            ..Entry::default()
        };
        let lost = Entry {
            value: Some(-29_990),
            label: Some(Label::Loss),
            ..Entry::default()
        };
        let marked = Entry {
            mark: MARKED.to_string(),
            ..lost.clone()
        };
        let drawn = Entry {
            label: Some(Label::Draw),
            ..Entry::default()
        };
        let mut before = vec![
            pair(&[(7, 7)], mark("", "title\nand more")),
            pair(&[(7, 7), (7, 6)], mark("*", "")),
            pair(&[(7, 7), (8, 6)], valued),
            pair(&[(7, 7), (8, 6), (3, 3)], lost),
            // Letters that name variations are no results.
            pair(&[(7, 7), (8, 6), (3, 4)], mark("L", "")),
            pair(&[(7, 7), (8, 6), (3, 5)], mark("W", "")),
            pair(&[(7, 7), (8, 6), (3, 6)], drawn),
            pair(&[(7, 7), (8, 6), (3, 7)], marked),
            // Nothing leads here.
            pair(&[(0, 0), (9, 2), (4, 4), (5, 5), (6, 1)], mark("A", "far")),
        ];
        before.sort_by(|one, other| one.0.cmp(&other.0));
        let all = before.clone().into_iter().map(Ok::<_, std::io::Error>);
        let exported = library(all, Rule::Renju).expect("no entry fails");
        assert_eq!(exported.left_out, 0);
        let bytes = write_renlib(&exported.tree, None)
            .expect("a usual encoding")
            .0;
        let read = read_renlib(&bytes).expect("our own library");
        let mut after = entries(&read, Rule::Renju).expect("positions");
        after.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(after, before);
    }

    #[test]
    fn what_meets_goes_on_once_and_other_boards_are_left_out() {
        let all = [
            pair(&[(7, 7)], Entry::default()),
            pair(&[(7, 7), (0, 0)], Entry::default()),
            pair(&[(7, 7), (0, 0), (1, 1)], Entry::default()),
            pair(&[(1, 1), (0, 0)], Entry::default()),
        ];
        let mut odd = Position::new(BoardSize::square(20).expect("a size"), Rule::Renju);
        odd.play(Point::at(1, 1)).expect("an empty point");
        let odd = (
            Canonical::new(&odd).key,
            Entry {
                bound: Bound::Exact,
                ..Entry::default()
            },
        );
        let all = all.into_iter().chain([odd]).map(Ok::<_, std::io::Error>);
        let exported = library(all, Rule::Renju).expect("no entry fails");
        assert_eq!(exported.left_out, 1);
        let leaves = exported.tree.lines(9).len();
        assert!((1..=2).contains(&leaves), "{leaves}");
    }
}
