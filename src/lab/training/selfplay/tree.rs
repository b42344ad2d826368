//! Positions sampled from the tree of an alpha-beta search, found by the transposition table that it left. A search asks the
//! evaluation about many positions that no game reaches; the idea to learn from them too comes from chess.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::threat_space::Situation;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::table::Entries;

use super::chance::uniform;

/// Fewest and most plies of a random path from the root.
const PATH: RangeInclusive<usize> = 1..=8;
/// Remaining depths of the nodes that are taken, in plies. Nodes of less depth are leaves, those of more depth are near the
/// moves of the game.
const DEPTHS: RangeInclusive<i8> = 2..=6;

/// A random undecided node of the tree below `root`: the moves that lead to it, and its position. `None` if the path that
/// was drawn meets none.
///
/// Each step of the path goes to one of the children in the table, all equally likely. The last node of the path with a
/// depth of [`DEPTHS`] is taken.
pub(super) fn random_node(
    root: &Board,
    entries: Entries<'_>,
    rng: &mut Rng,
) -> Option<(Vec<Point>, Board)> {
    let mut board = root.clone();
    let mut moves = Vec::new();
    let mut taken = 0;
    for _ in 0..uniform(rng, PATH) {
        let children = children(&board, entries);
        if children.is_empty() {
            break;
        }
        let (point, depth) = children[rng.below(children.len())];
        board.make(point);
        moves.push(point);
        if DEPTHS.contains(&depth) && Situation::of(&board).is_evaluated() {
            taken = moves.len();
        }
    }
    for _ in taken..moves.len() {
        board.unmake();
    }
    moves.truncate(taken);
    (taken > 0).then_some((moves, board))
}

/// The moves whose positions are in the table, undecided and not as leaves, with their depths.
fn children(board: &Board, entries: Entries<'_>) -> Vec<(Point, i8)> {
    let side = board.side_to_move();
    let mut children = Vec::new();
    for point in board.candidates() {
        if let Some(entry) = entries.probe(board.key_after(point), 0)
            && entry.depth >= *DEPTHS.start()
            && !entry.score.is_decided()
            && !board.is_foul(side, point)
        {
            children.push((point, entry.depth));
        }
    }
    children
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{Outcome, Rule};
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_kernel::StopSignal;
    use kagetsu_kernel::rng::Rng;

    use super::super::thinker::Thinker;
    use super::*;

    #[test]
    fn nodes_are_legal_positions_below_the_root_that_the_search_has_stored() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut root = Board::new(size, Rule::Renju);
        for (x, y) in [(7, 7), (8, 8), (7, 9), (9, 7), (6, 8)] {
            root.play(Point::at(x, y)).expect("a legal move");
        }
        let mut thinker = Thinker::new(StopSignal::new());
        let mut rng = Rng::new(3);
        assert!(random_node(&root, thinker.entries(), &mut rng).is_none());
        thinker.think(&root, 3000, 1);
        let entries = thinker.entries();
        let mut lengths = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let Some((moves, board)) = random_node(&root, entries, &mut rng) else {
                continue;
            };
            let mut again = root.clone();
            for &point in &moves {
                assert_eq!(again.play(point), Ok(Outcome::Running));
            }
            assert_eq!(again.key(), board.key());
            let entry = entries.probe(board.key(), 0).expect("a stored node");
            assert!(DEPTHS.contains(&entry.depth) && !entry.score.is_decided());
            assert!(Situation::of(&board).is_evaluated());
            lengths.insert(moves.len());
        }
        assert!(lengths.len() > 2, "{lengths:?}");
    }
}
