//! Entries from a library of `RenLib`: every position that has a comment, a text on the board or a mark becomes one. The
//! comment is its text; the text on the board, or `*` for a mark without one, is its mark.
//!
//! Some texts on the board say what a database knows, in the form that Rapfi reads and writes: `W` and `L`, a win or a loss
//! for the player of the move, with the number of moves from the empty board to its end or `*`; `v-35`, a score for that
//! player. They become label and value, and so does `D*`, a draw.

use kagetsu_gomoku::board::{Position, PositionError, Rule};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::Score;
use kagetsu_kernel::score::MAX_PLIES;
use kagetsu_notation::renlib::{RenLibNode, RenLibTree};

use super::entry::{Bound, Entry, Label, MAX_MARK, MAX_TEXT, cut};
use super::key::PositionKey;

/// The mark of a node that is only marked.
pub(super) const MARKED: &str = "*";

/// What is to be done at a node.
enum Step {
    Enter(usize),
    Leave(usize),
}

/// The entries of a library.
///
/// # Errors
/// What is wrong with a move, when a line puts two stones on a point.
pub fn entries(tree: &RenLibTree, rule: Rule) -> Result<Vec<(PositionKey, Entry)>, String> {
    let mut position = Position::new(BoardSize::STANDARD, rule);
    let mut found = Vec::new();
    let mut steps = vec![Step::Enter(0)];
    while let Some(step) = steps.pop() {
        let (Step::Enter(node) | Step::Leave(node)) = step;
        let here = &tree.nodes()[node];
        let fault = |error: PositionError| format!("node {node}: {error}");
        match step {
            Step::Enter(_) => {
                if here.is_pass {
                    position.pass();
                } else if let Some(point) = here.point {
                    position.play(point).map_err(fault)?;
                }
                let entry = note(here, position.stones().len());
                found.extend(entry.map(|entry| entry.stored(&position)));
                steps.push(Step::Leave(node));
                steps.extend(here.children.iter().rev().map(|&child| Step::Enter(child)));
            }
            Step::Leave(_) => {
                if here.is_pass {
                    position.pass();
                } else if let Some(point) = here.point {
                    position.take_back(point).map_err(fault)?;
                }
            }
        }
    }
    Ok(found)
}

fn note(node: &RenLibNode, stones: usize) -> Option<Entry> {
    let known = read_board_text(&node.board_text, stones);
    let mark = match node.board_text.as_str() {
        text if !text.is_empty() && known.is_none() => text,
        _ if node.is_marked => MARKED,
        _ => "",
    };
    let entry = Entry {
        mark: cut(mark, MAX_MARK),
        text: cut(&node.comment, MAX_TEXT),
        ..known.unwrap_or_default()
    };
    (entry.is_annotated() || entry.value.is_some()).then_some(entry)
}

/// What a text on the board says of the position after its move, which has so many stones.
fn read_board_text(text: &str, stones: usize) -> Option<Entry> {
    let (sign, rest) = text.split_at_checked(1)?;
    if sign == "v" {
        let value: i32 = rest.parse().ok()?;
        return Some(Entry {
            value: Some(Score::evaluation(value.saturating_neg()).value()),
            ..Entry::default()
        });
    }
    // A letter alone may be one of those by which an author names variations.
    let label = match sign {
        "W" => Label::Loss,
        "L" => Label::Win,
        "D" if rest == "*" => Label::Draw,
        _ => return None,
    };
    let value = match rest {
        "*" => None,
        number => {
            let moves = number.parse::<usize>().ok()?.checked_sub(stones);
            let moves = moves.filter(|&moves| moves <= MAX_PLIES)?;
            let value = match label {
                Label::Win => Score::win_in(moves),
                Label::Loss | Label::Draw => Score::loss_in(moves),
            };
            Some(value.value())
        }
    };
    Some(Entry {
        value,
        label: Some(label),
        ..Entry::default()
    })
}

/// The text on the board for an entry: its mark, or else label and value. [`MARKED`] is none.
pub(super) fn board_text(entry: &Entry, stones: usize) -> String {
    if !entry.mark.is_empty() && entry.mark != MARKED {
        return entry.mark.clone();
    }
    let exact = entry.score().filter(|_| entry.bound == Bound::Exact);
    let sign = match entry.label.or_else(|| Label::of(exact?)) {
        Some(Label::Loss) => "W",
        Some(Label::Win) => "L",
        Some(Label::Draw) => return "D*".to_string(),
        None => return exact.map_or_else(String::new, |score| format!("v{}", -score.value())),
    };
    let moves = entry.value.zip(entry.distance()).and_then(|(value, left)| {
        let is_right = value < 0 && sign == "W" || value > 0 && sign == "L";
        is_right.then_some(left + stones)
    });
    moves.map_or_else(|| format!("{sign}*"), |moves| format!("{sign}{moves}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_no_game_has_are_marks_or_cut() {
        for text in ["W18446744073709551615", "L1002", "W0", "v2147483648"] {
            assert_eq!(read_board_text(text, 1), None, "{text}");
        }
        let longest = read_board_text("L1001", 1).and_then(|entry| entry.value);
        assert_eq!(longest, Some(Score::win_in(MAX_PLIES).value()));
        let best = Score::evaluation(i32::MAX).value();
        let lowest = read_board_text("v-2147483648", 1).and_then(|entry| entry.value);
        assert_eq!(lowest, Some(best));
        for (value, text) in [
            (i32::MIN, format!("v{best}")),
            // A result without a label.
            (Score::loss_in(10).value(), "W13".to_string()),
            (Score::win_in(7).value(), "L10".to_string()),
        ] {
            let entry = Entry {
                value: Some(value),
                ..Entry::default()
            };
            assert_eq!(board_text(&entry, 3), text);
        }
    }
}
