//! The swap2 opening: one engine places three stones, and then the engines choose sides in turn. The seat that begins
//! is seat 0, the other is seat 1.

use kagetsu_gomoku::geometry::Point;

use super::referee::AnsweredPoint;

/// The choice of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To take the other side.
    Swap,
    /// To place stones.
    Place(Vec<AnsweredPoint>),
}

/// Number of stones after the first proposal.
const FIRST: usize = 3;
/// Number of stones after the second proposal.
const SECOND: usize = 5;

/// The request for a choice after these stones, each as `X,Y`, oldest first.
pub fn swap2_request(stones: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines = vec!["SWAP2BOARD".to_string()];
    lines.extend(stones);
    lines.push("DONE".to_string());
    lines
}

/// The state of the opening.
#[derive(Clone, Debug)]
pub(crate) struct Swap2 {
    stones: Vec<Point>,
    black: usize,
    chooser: Option<usize>,
}

impl Swap2 {
    /// The start: seat 0 is to place stones on the empty board.
    pub(crate) const fn new() -> Self {
        Self {
            stones: Vec::new(),
            black: 0,
            chooser: Some(0),
        }
    }

    /// The seat that is to choose. `None` once the sides are settled.
    pub(crate) const fn chooser(&self) -> Option<usize> {
        self.chooser
    }

    /// The seat that has Black.
    pub(crate) const fn black(&self) -> usize {
        self.black
    }

    /// The request to the chooser.
    pub(crate) fn request(&self) -> Vec<String> {
        let stones = self.stones.iter();
        swap2_request(stones.map(|point| format!("{},{}", point.x(), point.y())))
    }

    /// Takes a choice. Returns the stones to be placed; the caller reports each of them with [`Swap2::placed`]. An error says
    /// what is allowed.
    pub(crate) fn choose<'a>(&mut self, choice: &'a Choice) -> Result<&'a [AnsweredPoint], String> {
        let stones = self.stones.len();
        let wrong =
            |allowed: &str| format!("with {stones} stones on the board swap2 allows {allowed}");
        let seat = self.chooser.unwrap_or_default();
        match (stones, choice) {
            (0, Choice::Place(points)) if points.len() == FIRST => {
                self.chooser = Some(1);
                Ok(points)
            }
            (0, _) => Err(wrong("three stones")),
            (_, Choice::Swap) => {
                // The chooser takes Black; the opponent has White and is to move.
                self.black = seat;
                self.chooser = None;
                Ok(&[])
            }
            (_, Choice::Place(points)) if points.len() == 1 => {
                self.black = 1 - seat;
                self.chooser = None;
                Ok(points)
            }
            (FIRST, Choice::Place(points)) if stones + points.len() == SECOND => {
                self.chooser = Some(0);
                Ok(points)
            }
            (FIRST, _) => Err(wrong("SWAP, one stone or two")),
            _ => Err(wrong("SWAP or one stone")),
        }
    }

    /// Records a stone that has been placed.
    pub(crate) fn placed(&mut self, point: Point) {
        self.stones.push(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(count: i64) -> Choice {
        Choice::Place((0..count).map(|x| AnsweredPoint { x, y: 0 }).collect())
    }

    /// Makes choices. Returns the seat that chooses next and the seat that has Black.
    fn after(choices: &[Choice]) -> Result<(Option<usize>, usize), String> {
        let mut opening = Swap2::new();
        for choice in choices {
            let count = opening.choose(choice)?.len();
            for _ in 0..count {
                let x = opening.stones.len();
                opening.placed(Point::at(x, 0));
            }
        }
        Ok((opening.chooser(), opening.black()))
    }

    #[test]
    fn sides_are_settled_as_the_rule_says() {
        let swap = Choice::Swap;
        assert_eq!(after(&[place(3)]), Ok((Some(1), 0)));
        assert_eq!(after(&[place(3), swap.clone()]), Ok((None, 1)));
        assert_eq!(after(&[place(3), place(1)]), Ok((None, 0)));
        assert_eq!(after(&[place(3), place(2)]), Ok((Some(0), 0)));
        assert_eq!(after(&[place(3), place(2), swap.clone()]), Ok((None, 0)));
        assert_eq!(after(&[place(3), place(2), place(1)]), Ok((None, 1)));
    }

    #[test]
    fn other_choices_are_refused() {
        for choices in [
            vec![Choice::Swap],
            vec![place(2)],
            vec![place(3), place(3)],
            vec![place(3), place(0)],
            vec![place(3), place(2), place(2)],
        ] {
            assert!(after(&choices).is_err(), "{choices:?}");
        }
        assert_eq!(
            after(&[place(4)]).expect_err("refused"),
            "with 0 stones on the board swap2 allows three stones"
        );
    }

    #[test]
    fn the_request_lists_the_stones_in_order() {
        let mut opening = Swap2::new();
        assert_eq!(opening.request(), ["SWAP2BOARD", "DONE"]);
        opening.placed(Point::at(7, 8));
        assert_eq!(opening.request(), ["SWAP2BOARD", "7,8", "DONE"]);
    }
}
