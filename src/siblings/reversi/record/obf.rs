//! OBF, one position a line: 64 signs, the side to move, `;`, then moves with their scores as `A2:+38;`, which are not
//! read. Lines that are empty or begin with `%` or `#` are comments.

use super::position::Position;

/// Reads a file.
///
/// # Errors
/// At the first line that is neither a position nor a comment.
pub(crate) fn read(text: &str) -> Result<Vec<Position>, String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(['%', '#']))
        .map(|(index, line)| position(line).map_err(|error| format!("line {}: {error}", index + 1)))
        .collect()
}

/// The position of a line.
///
/// # Errors
/// It holds none.
pub(crate) fn position(line: &str) -> Result<Position, String> {
    line.split(';').next().unwrap_or_default().parse()
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::Side;

    use super::*;

    const LINE: &str =
        "-----------O-------OO------OOX----XXX--------------------------- O; C5:+2; PA:-4;";

    #[test]
    fn the_position_of_a_line_is_read() {
        let text = format!("% made by hand\n\n{LINE}\n");
        let [position] = read(&text).unwrap()[..] else {
            panic!("one position");
        };
        assert!(LINE.starts_with(&format!("{} O;", position.signs())));
        assert_eq!(position.side(), Side::White);
    }

    #[test]
    fn bad_lines_are_refused_with_their_number() {
        let expected = "line 2: a board has 64 squares, this one has 1";
        assert_eq!(read("\nX").unwrap_err(), expected);
    }
}
