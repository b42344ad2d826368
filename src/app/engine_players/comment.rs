//! What engines say of their search in `MESSAGE` and `DEBUG` lines. There is no standard for these lines; depth and score
//! are found by the words before them, and the expected moves as the longest row of names of points.

use kagetsu_arena::remark;
use kagetsu_notation::record::Remark;
use kagetsu_play::game::Spot;
use kagetsu_play::player::Comment;

/// Reads a line, without the word `MESSAGE`, on a board of this many columns and rows. What is not understood stays empty.
pub(super) fn read(text: &str, size: (u8, u8)) -> Comment {
    let mut remark = Remark::default();
    remark::read(text, &mut remark);
    // Names of points in another sentence are no expected moves.
    let is_of_a_search = remark != Remark::default();
    let moves = if is_of_a_search {
        longest_row(text, size)
    } else {
        Vec::new()
    };
    Comment {
        text: text.to_string(),
        depth: remark.depth,
        value: remark.score,
        moves,
    }
}

/// The longest row of points that follow each other; of rows of the same length the last one.
fn longest_row(text: &str, size: (u8, u8)) -> Vec<Spot> {
    let is_separator = |letter: char| {
        letter.is_whitespace() || matches!(letter, '|' | '[' | ']' | '(' | ')' | ':' | ';' | '=')
    };
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let (mut longest, mut row) = (Vec::new(), Vec::new());
    for word in words {
        match points(word, size) {
            Some(points) => row.extend(points),
            None => row.clear(),
        }
        if row.len() >= longest.len() {
            longest.clone_from(&row);
        }
    }
    longest
}

/// The points of a word: `h8`, `h8i9`, `h8,i9`, or the numbers `7,7` from zero.
fn points(word: &str, size: (u8, u8)) -> Option<Vec<Spot>> {
    let on_board = |spot: Spot| (spot.x < size.0 && spot.y < size.1).then_some(spot);
    let word = word.trim_end_matches(',');
    if let Some((x, y)) = word.split_once(',')
        && let (Ok(x), Ok(y)) = (x.parse(), y.parse())
    {
        return on_board(Spot::new(x, y)).map(|spot| vec![spot]);
    }
    let mut points = Vec::new();
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        if !letter.is_ascii_alphabetic() {
            return None;
        }
        let after = &rest[1..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let row: u8 = after[..digits].parse().ok()?;
        let column = letter.to_ascii_lowercase() as u8 - b'a';
        points.push(on_board(Spot::new(column, row.checked_sub(1)?))?);
        rest = after[digits..].trim_start_matches([',', '-']);
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u8, u8) = (15, 15);

    fn spots(places: &[(u8, u8)]) -> Vec<Spot> {
        places.iter().map(|&(x, y)| Spot::new(x, y)).collect()
    }

    #[test]
    fn depth_value_and_moves_are_read_from_the_usual_forms() {
        let two = &[(7, 7), (8, 8)][..];
        for (text, depth, value, moves) in [
            (
                "Depth 12-20 | Eval 35 | Time 100ms | h8 i9",
                Some(12),
                Some("35"),
                two,
            ),
            (
                "Depth 10-18 | Eval -120 | Time 250 | h8 i9",
                Some(10),
                Some("-120"),
                two,
            ),
            (
                "depth 7-9 ev +M5 n 440k n/ms 12 tm 252 pv H8 I9",
                Some(7),
                Some("+M5"),
                two,
            ),
            (
                "Speed 105K | Depth 7-9 | Eval 0 | Node 5M | Time 5s",
                Some(7),
                Some("0"),
                &[],
            ),
            (
                "depth: 8-8 best:[7,7] val=-59 time:174ms",
                Some(8),
                Some("-59"),
                &[(7, 7)],
            ),
            ("d 6 value 3 h8i9", Some(6), Some("3"), two),
            ("depth 6 h8, i9", Some(6), None, two),
            // Not on the board, or no move at all.
            ("Depth 3 | Eval 1 | z9 a0 h16", Some(3), Some("1"), &[]),
            ("d12 s20 h8", None, None, &[]),
            ("I thought of h8 and i9", None, None, &[]),
            ("depth 4 größe é8 h８", Some(4), None, &[]),
            ("", None, None, &[]),
        ] {
            let read = read(text, SIZE);
            assert_eq!(read.text, text);
            assert_eq!(
                (read.depth, read.value.as_deref()),
                (depth, value),
                "{text}"
            );
            assert_eq!(read.moves, spots(moves), "{text}");
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_fault() {
        for text in [
            "Depth",
            "Depth |",
            "eval ,",
            ",",
            "depth 5 ,,h8,,",
            "depth 9 a99999999999",
        ] {
            read(text, SIZE);
        }
    }
}
