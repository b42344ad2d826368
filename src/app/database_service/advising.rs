//! What a search reads of the database: moves that decide the game, and the positions near its root.

use std::collections::VecDeque;

use kagetsu_analysis::database::entry::{Bound, Entry, Label};
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::view::KnownMove;
use kagetsu_gomoku::board::{Board, Position};
use kagetsu_gomoku::geometry::PointSet;
use kagetsu_gomoku::search::{KnownPosition, KnownPositions};
use kagetsu_kernel::table::Bound as ScoreBound;
use kagetsu_kernel::{Score, StopSignal, counted};
use kagetsu_protocol::database_service::{Advice, Choice};

use super::store::Store;

/// Reads the positions after each move, then those that follow the known ones, breadth-first and the best move of each
/// first. It ends after `lookups` positions, or when the signal is raised.
pub(super) fn advise(
    store: &Store,
    position: &Position,
    lookups: usize,
    stop: &StopSignal,
) -> Result<Advice, DatabaseError> {
    let (board, side) = (Board::from_position(position), position.side_to_move());
    let mut first = store.moves(position)?;
    // A position that arose by other moves may be a forbidden move away.
    first.retain(|known| !board.is_foul(side, known.point));
    let mut advice = Advice {
        choice: choice(position, &first),
        known: Vec::new(),
    };
    let mut left = lookups.saturating_sub(position.empty_points().len());
    let mut waiting = VecDeque::new();
    add_moves(first, 1, &mut waiting, &mut advice.known);
    while let Some((position, moves)) = waiting.pop_front() {
        let Some(rest) = left.checked_sub(position.empty_points().len()) else {
            break;
        };
        if stop.is_raised() {
            break;
        }
        left = rest;
        let found = store.moves(&position)?;
        add_moves(found, moves + 1, &mut waiting, &mut advice.known);
    }
    Ok(advice)
}

/// Adds the positions after these moves to what is known, and those that are near and not decided to what is looked at
/// next.
fn add_moves(
    mut found: Vec<KnownMove>,
    moves: usize,
    waiting: &mut VecDeque<(Position, usize)>,
    known: &mut Vec<KnownPosition>,
) {
    // The value is that of the opponent's turn: the lowest is the best move.
    found.sort_by_key(|known| known.entry.value.unwrap_or_default());
    for KnownMove { after, entry, .. } in found {
        if entry.label.is_none() && moves < KnownPositions::PLIES {
            waiting.push_back((after.clone(), moves));
        }
        known.extend(known_position(after, &entry));
    }
}

/// What a search may take as known of an entry's position. `None` if it has neither a result nor a value.
fn known_position(position: Position, entry: &Entry) -> Option<KnownPosition> {
    // Where nobody knows how soon the game ends, it ends with a full board at the latest: a win with the own stone, after
    // an odd number of plies, a loss with the opponent's. A file may claim any distance.
    let free = position.empty_points().len();
    let [longest_win, longest_loss] = [free.saturating_sub(1) | 1, (free & !1).max(2)];
    let value = entry.value.unwrap_or_default();
    let is_possible =
        |plies: &usize| (1..=free).contains(plies) && plies % 2 == usize::from(value > 0);
    let (score, bound) = match (entry.label, entry.distance().filter(is_possible)) {
        (Some(Label::Draw), _) => (Score::ZERO, ScoreBound::Exact),
        (Some(Label::Win), Some(plies)) if value > 0 => (Score::win_in(plies), ScoreBound::Exact),
        (Some(Label::Win), _) => (Score::win_in(longest_win), ScoreBound::Lower),
        (Some(Label::Loss), Some(plies)) if value < 0 => (Score::loss_in(plies), ScoreBound::Exact),
        (Some(Label::Loss), _) => (Score::loss_in(longest_loss), ScoreBound::Upper),
        (None, _) => {
            let bound = match entry.bound {
                Bound::Exact => ScoreBound::Exact,
                Bound::Lower => ScoreBound::Lower,
                Bound::Upper => ScoreBound::Upper,
            };
            (Score::evaluation(entry.value?), bound)
        }
    };
    Some(KnownPosition {
        position,
        score,
        bound,
        depth: entry.depth.into(),
        best: entry.best,
        is_proved: entry.label.is_some(),
    })
}

/// The moves that win if there are any, else all but those that lose.
fn choice(position: &Position, found: &[KnownMove]) -> Option<Choice> {
    let labelled = |label: Label| -> PointSet {
        let moves = found.iter();
        moves
            .filter(|known| known.entry.label == Some(label))
            .map(|known| known.point)
            .collect()
    };
    // Labels are those of the side to move after the move.
    let (wins, losses) = (labelled(Label::Loss), labelled(Label::Win));
    if !wins.is_empty() {
        return Some(Choice {
            reason: with_verb(wins.len(), "win"),
            allowed: wins,
        });
    }
    (!losses.is_empty()).then(|| Choice {
        reason: with_verb(losses.len(), "lose"),
        allowed: position.empty_points() - losses,
    })
}

/// How many moves do so.
fn with_verb(moves: usize, verb: &str) -> String {
    let ending = if moves == 1 { "s" } else { "" };
    format!("{} {verb}{ending}", counted(moves, "move"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    const ALL: usize = 1_000_000;

    fn empty() -> Result<Position, Box<dyn std::error::Error>> {
        Ok(Position::new(BoardSize::square(15)?, Rule::Freestyle))
    }

    fn after(position: &Position, moves: &[Point]) -> Result<Position, Box<dyn std::error::Error>> {
        let mut after = position.clone();
        for &point in moves {
            after.play(point)?;
        }
        Ok(after)
    }

    /// Moves of a line that no symmetry maps to itself.
    fn line() -> [Point; 4] {
        [(7, 7), (8, 7), (9, 9), (4, 6)].map(|(x, y)| Point::at(x, y))
    }

    #[test]
    fn positions_after_up_to_three_moves_are_known_in_their_own_directions() -> Outcome {
        let folder = tempfile::tempdir()?;
        let mut store = Store::open(&folder.path().join("base"), false)?;
        let root = empty()?;
        let line = line();
        for (number, best) in (1..=4).zip([Some(line[1]), Some(line[2]), Some(line[3]), None]) {
            store.change(&after(&root, &line[..number])?, |entry| {
                entry.value = Some(10 * number as i32);
                entry.depth = 20 + number as u16;
                entry.best = best;
            })?;
        }
        store.settle()?;
        let advice = advise(&store, &root, ALL, &StopSignal::new())?;
        assert_eq!(advice.choice, None);
        for number in 1..=3 {
            let position = after(&root, &line[..number])?;
            let found: Vec<&KnownPosition> = advice
                .known
                .iter()
                .filter(|known| known.position.stones() == position.stones())
                .collect();
            let [found] = found[..] else {
                return Err(format!("{number} moves: {found:?}").into());
            };
            assert_eq!(found.score, Score::evaluation(10 * number as i32));
            assert_eq!((found.depth, found.is_proved), (20 + number as u32, false));
            assert_eq!(found.best, Some(line[number]));
        }
        let most = advice
            .known
            .iter()
            .map(|known| known.position.stones().len());
        assert_eq!(most.max(), Some(3));
        Ok(())
    }

    #[test]
    fn few_lookups_or_a_stop_reach_the_next_moves_alone() -> Outcome {
        let folder = tempfile::tempdir()?;
        let mut store = Store::open(&folder.path().join("base"), false)?;
        let root = empty()?;
        for number in 1..=2 {
            let position = after(&root, &line()[..number])?;
            store.change(&position, |entry| entry.value = Some(1))?;
        }
        store.settle()?;
        let stones = |lookups| -> Result<Vec<usize>, DatabaseError> {
            let known = advise(&store, &root, lookups, &StopSignal::new())?.known;
            let mut stones: Vec<usize> = known
                .iter()
                .map(|known| known.position.stones().len())
                .collect();
            stones.dedup();
            Ok(stones)
        };
        assert_eq!(stones(0)?, [1]);
        assert_eq!(stones(225 + 223)?, [1]);
        assert_eq!(stones(225 + 224)?, [1, 2]);
        let stopped = StopSignal::new();
        stopped.raise();
        assert_eq!(advise(&store, &root, ALL, &stopped)?.known.len(), 1);
        Ok(())
    }

    #[test]
    fn a_forbidden_move_does_not_win() -> Outcome {
        let folder = tempfile::tempdir()?;
        let mut store = Store::open(&folder.path().join("base"), false)?;
        // With h8 Black has two threes; by another order the same stones are legal.
        let stones =
            Rows::FromBottom.parse_moves("f8 a15 g8 c15 h9 e15 h10 g15", BoardSize::STANDARD)?;
        let root = after(&Position::new(BoardSize::STANDARD, Rule::Renju), &stones)?;
        let [foul, legal] = [Point::at(7, 7), Point::at(9, 9)];
        for (point, label) in [(foul, Label::Loss), (legal, Label::Win)] {
            let position = after(&root, &[point])?;
            store.change(&position, |entry| entry.label = Some(label))?;
        }
        store.settle()?;
        let choice = advise(&store, &root, 0, &StopSignal::new())?.choice;
        let reason = choice.map(|choice| choice.reason);
        assert_eq!(reason.as_deref(), Some("1 move loses"));
        Ok(())
    }

    #[test]
    fn labels_become_results_with_a_distance_where_there_is_one() -> Outcome {
        let position = after(&empty()?, &line())?;
        let longest = 221;
        let score = |label, value: Option<Score>| {
            let entry = Entry {
                label: Some(label),
                value: value.map(Score::value),
                ..Entry::default()
            };
            let known = known_position(position.clone(), &entry);
            known.map(|known| (known.score, known.bound, known.is_proved))
        };
        for (label, value, expected) in [
            (Label::Draw, None, (Score::ZERO, ScoreBound::Exact, true)),
            (
                Label::Win,
                Some(Score::win_in(9)),
                (Score::win_in(9), ScoreBound::Exact, true),
            ),
            (
                Label::Win,
                None,
                (Score::win_in(longest), ScoreBound::Lower, true),
            ),
            (
                Label::Win,
                Some(Score::loss_in(8)),
                (Score::win_in(longest), ScoreBound::Lower, true),
            ),
            // No game can end so: a win comes with the own stone.
            (
                Label::Win,
                Some(Score::win_in(8)),
                (Score::win_in(longest), ScoreBound::Lower, true),
            ),
            (
                Label::Loss,
                Some(Score::loss_in(400)),
                (Score::loss_in(longest - 1), ScoreBound::Upper, true),
            ),
            (
                Label::Loss,
                Some(Score::evaluation(-300)),
                (Score::loss_in(longest - 1), ScoreBound::Upper, true),
            ),
        ] {
            assert_eq!(score(label, value), Some(expected));
        }
        let nothing = Entry {
            mark: "A".to_string(),
            ..Entry::default()
        };
        assert_eq!(known_position(position, &nothing), None);
        Ok(())
    }
}
