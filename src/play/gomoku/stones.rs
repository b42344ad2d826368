//! A board of stones by the engine's rules.

use kagetsu_gomoku::board::{Board, IllegalMove, Position, Threat, winning_stones};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::game::{Colour, Foul, Refusal, Rows, Spot};

pub(crate) use kagetsu_gomoku::board::Outcome as AfterStone;
pub use kagetsu_gomoku::board::Rule;

/// Shortest and longest side of a board.
pub const SIDES: std::ops::RangeInclusive<u8> = BoardSize::MIN as u8..=BoardSize::MAX as u8;

/// A board with stones and forbidden points.
#[derive(Clone, Debug)]
pub struct Stones {
    board: Board,
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self::new(point.x() as u8, point.y() as u8)
    }
}

impl From<Spot> for Point {
    fn from(at: Spot) -> Self {
        Self::at(at.x.into(), at.y.into())
    }
}

impl Stones {
    /// A board with set-up stones, which are not judged as moves.
    ///
    /// # Errors
    /// [`Refusal::Size`], and [`Refusal::OffBoard`] or [`Refusal::Occupied`] where a stone cannot lie where it should.
    pub fn set_up(
        size: (u8, u8),
        rule: Rule,
        stones: &[(Spot, Colour)],
        to_move: Colour,
    ) -> Result<Self, Refusal> {
        let (width, height) = size;
        let size = BoardSize::new(usize::from(width), usize::from(height))
            .map_err(|error| Refusal::Size(error.side()))?;
        let mut position = Position::new(size, rule);
        for &(at, colour) in stones {
            let name = || Rows::Bottom.name(at, height);
            let point = size.point(usize::from(at.x), usize::from(at.y));
            position
                .place(point.ok_or_else(|| Refusal::OffBoard(name()))?, colour)
                .map_err(|_| Refusal::Occupied(name()))?;
        }
        position.set_side_to_move(to_move);
        let board = Board::from_position(&position);
        Ok(Self { board })
    }

    pub(super) fn point(&self, at: Spot) -> Option<Point> {
        self.board
            .size()
            .point(usize::from(at.x), usize::from(at.y))
    }

    /// Columns and rows.
    pub const fn size(&self) -> (u8, u8) {
        let size = self.board.size();
        (size.width() as u8, size.height() as u8)
    }

    /// The rule.
    pub const fn rule(&self) -> Rule {
        self.board.rule()
    }

    /// The colour to move.
    pub fn to_move(&self) -> Colour {
        self.board.side_to_move()
    }

    /// The stone on a spot.
    pub fn stone(&self, at: Spot) -> Option<Colour> {
        self.point(at).and_then(|point| self.board.stone(point))
    }

    /// All stones in playing order, those set up first.
    pub fn stones(&self) -> Vec<(Spot, Colour)> {
        self.board
            .contents()
            .filter_map(|(point, side)| Some((point.into(), side?)))
            .collect()
    }

    /// All empty spots, row by row.
    pub fn empty(&self) -> impl Iterator<Item = Spot> {
        let board = &self.board;
        let free = board.size().points().filter(|&point| board.is_empty(point));
        free.map(Spot::from)
    }

    /// Number of empty spots.
    pub fn free(&self) -> usize {
        self.board.empty_count()
    }

    /// The name of a spot: a letter for the column and the row number from the bottom.
    pub(super) fn name(&self, at: Spot) -> String {
        Rows::Bottom.name(at, self.size().1)
    }

    /// Lays a stone of the colour to move.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`], [`Refusal::Occupied`] or [`Refusal::Forbidden`]; nothing changes then.
    pub(crate) fn play(&mut self, at: Spot) -> Result<AfterStone, Refusal> {
        let Some(point) = self.point(at) else {
            return Err(Refusal::OffBoard(self.name(at)));
        };
        self.board.play(point).map_err(|refused| match refused {
            IllegalMove::OffBoard(_) => Refusal::OffBoard(self.name(at)),
            IllegalMove::Occupied(_) => Refusal::Occupied(self.name(at)),
            IllegalMove::Forbidden(_, kind) => Refusal::Forbidden(self.name(at), kind),
        })
    }

    /// Gives the turn to the other colour.
    pub fn pass(&mut self) {
        self.board.pass();
    }

    /// Points that the colour to move must not use.
    pub fn forbidden(&self) -> Vec<(Spot, Foul)> {
        let board = self.board.clone();
        let to_move = board.side_to_move();
        let points = board.fouls(to_move);
        points
            .iter()
            .filter_map(|point| Some((point.into(), board.foul(to_move, point)?)))
            .collect()
    }

    /// The stones of the rows that have won, sorted; empty while nobody has won.
    pub fn winning(&self) -> Vec<Spot> {
        let won = winning_stones(&self.position(&[]));
        let mut spots: Vec<Spot> = won
            .iter()
            .flat_map(|(_, points)| points.iter().map(Spot::from))
            .collect();
        spots.sort_unstable();
        spots
    }

    /// Empty spots where the colour would complete a winning row at once.
    pub fn fives(&self, of: Colour) -> Vec<Spot> {
        let points = self.board.points(of, Threat::Five);
        points.iter().map(Spot::from).collect()
    }

    /// Spots where a stone of the colour to move leaves the other colour no winning row to complete at once: those
    /// rows themselves, and in caro their ends as well.
    pub fn stops(&self) -> Vec<Spot> {
        let threatened = self.to_move().opponent();
        let holds = |&at: &Spot| {
            let mut after = self.clone();
            after.play(at).is_ok() && after.fives(threatened).is_empty()
        };
        self.empty().filter(holds).collect()
    }

    /// Empty spots where the colour would make an open four or two fours at once.
    pub fn open_fours(&self, of: Colour) -> Vec<Spot> {
        let points = self.board.points(of, Threat::OpenFour);
        points.iter().map(Spot::from).collect()
    }

    /// Empty spots where the colour would make an open three, so that it threatens an open four; those where it makes
    /// more than that are not among them.
    pub fn open_threes(&self, of: Colour) -> Vec<Spot> {
        let classes = [Threat::OpenThree, Threat::ThreePlus, Threat::DoubleThree];
        self.spots(of, &classes)
    }

    /// Empty spots where the colour would make a four that is not open.
    pub fn fours(&self, of: Colour) -> Vec<Spot> {
        let classes = [Threat::Four, Threat::FourPlus, Threat::FourThree];
        self.spots(of, &classes)
    }

    fn spots(&self, of: Colour, classes: &[Threat]) -> Vec<Spot> {
        let of_class = |&class: &Threat| self.board.points(of, class);
        let mut spots: Vec<Spot> = Vec::new();
        for points in classes.iter().map(of_class) {
            spots.extend(points.iter().map(Spot::from));
        }
        spots.sort_unstable();
        spots
    }

    /// Empty spots near stones; the middle of an empty board.
    pub fn near(&self) -> Vec<Spot> {
        let points = self.board.candidates();
        points.iter().map(Spot::from).collect()
    }

    /// The position for a search; the spots of `blocked` cannot be used by either side.
    pub fn position(&self, blocked: &[Spot]) -> Position {
        let mut position = Position::new(self.board.size(), self.board.rule());
        for (point, owner) in self.board.contents() {
            // The contents of a board fit on it.
            let _ = match owner {
                Some(owner) => position.place(point, owner),
                None => position.block(point),
            };
        }
        for point in blocked.iter().filter_map(|&at| self.point(at)) {
            let _ = position.block(point);
        }
        position.set_side_to_move(self.board.side_to_move());
        position
    }
}
