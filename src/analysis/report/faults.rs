//! The positions of a review in which a player went wrong.

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};

use super::journal::Record;
use super::record::{GameHead, PASS};

/// The positions before the moves that a review found to be faults: inaccuracies and worse. Moves of an opening, which nobody
/// chose, are none. A last line without its end, which a review that was broken off leaves, does not count.
///
/// # Errors
/// What is wrong with the text, with the number of the line.
pub fn positions_before_faults(text: &str) -> Result<Vec<Position>, String> {
    let mut game: Option<GameHead> = None;
    let mut positions = Vec::new();
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    for (index, line) in whole.enumerate() {
        let number = index + 1;
        let record = serde_json::from_str(line).map_err(|error| {
            format!(
                "line {number} is no record of a review, as `analyse --out` writes them: {error}"
            )
        })?;
        match record {
            Record::Game(head) => game = Some(head),
            Record::Move(record) if record.fault().is_some() => {
                let before = record.ply.checked_sub(1);
                let position = before
                    .zip(game.as_ref())
                    .and_then(|(moves, head)| position(head, moves));
                let foreign = || format!("line {number} does not belong to the game before it");
                positions.push(position.ok_or_else(foreign)?);
            }
            Record::Move(_) | Record::Summary(_) => {}
        }
    }
    Ok(positions)
}

/// The position of a game after so many moves.
fn position(game: &GameHead, moves: usize) -> Option<Position> {
    let size: BoardSize = game.size.parse().ok()?;
    let point = |name: &String| -> Option<Point> { Rows::FromBottom.parse(name, size).ok() };
    let mut position = Position::new(size, game.rule.parse().ok()?);
    if let Some(start) = &game.start {
        for (names, side) in [(&start.black, Side::Black), (&start.white, Side::White)] {
            for name in names {
                position.place(point(name)?, side).ok()?;
            }
        }
        for name in &start.blocked {
            position.block(point(name)?).ok()?;
        }
        position.set_side_to_move(start.side.parse().ok()?);
    }
    for name in game.moves.get(..moves)? {
        if name == PASS {
            position.pass();
        } else {
            position.play(point(name)?).ok()?;
        }
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"type":"game","schema":1,"game":0,"source":"x","number":1,"black":null,"white":null,"rule":"renju","size":"15x15","moves":["h8","i9","pass","j10"],"opening":0,"result":null,"end":"open","effort":{"ms":null,"depth":null,"nodes":9,"lines":1}}"#;

    fn line(ply: usize, class: &str) -> String {
        format!(
            r#"{{"type":"move","game":0,"ply":{ply},"side":"black","opening":false,"win":0.5,"black_win":0.5,"nodes":9,"lines":[],"played":{{"move":"h8","score":0,"win":0.4,"loss":0.1,"class":"{class}","missed_win":false,"into_loss":false,"moves":[]}}}}"#
        )
    }

    #[test]
    fn faults_give_the_positions_before_them() {
        let text = [
            HEAD,
            &line(1, "best"),
            &line(2, "mistake"),
            &line(4, "blunder"),
            &line(3, "blunder").replace("\"opening\":false", "\"opening\":true"),
            "cut",
        ]
        .join("\n");
        let positions = positions_before_faults(&text).expect("a review");
        let stones: Vec<usize> = positions
            .iter()
            .map(|position| position.stones().len())
            .collect();
        assert_eq!(stones, [1, 2]);
        assert_eq!(positions[0].side_to_move(), Side::White);
        assert_eq!(positions[1].side_to_move(), Side::White, "after a pass");
        assert_eq!(positions[0].rule(), kagetsu_gomoku::board::Rule::Renju);
    }

    #[test]
    fn what_is_no_review_is_named_by_its_line() {
        for (text, said) in [
            (format!("{HEAD}\nno record\n"), "line 2 is no record"),
            (
                format!("{}\n", line(1, "mistake")),
                "line 1 does not belong",
            ),
            (
                format!("{HEAD}\n{}\n", line(9, "mistake")),
                "line 2 does not belong",
            ),
            (
                format!("{HEAD}\n{}\n", line(0, "mistake")),
                "line 2 does not belong",
            ),
        ] {
            let error = positions_before_faults(&text).expect_err(said);
            assert!(error.starts_with(said), "{error}");
        }
    }
}
