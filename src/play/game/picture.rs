//! A board as front ends draw it: cells and marks, without any rule.

use kagetsu_gomoku::board::Foul;
use serde::Serialize;

use super::played_move::PlayedMove;
use super::seat::Colour;
use super::spot::{Rows, Spot};

/// What lies on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// The board has no such spot.
    Missing,
    /// Nothing.
    Empty,
    /// A piece of this colour.
    Piece(Colour),
}

impl From<Option<Colour>> for Cell {
    /// A piece, or nothing.
    fn from(piece: Option<Colour>) -> Self {
        piece.map_or(Self::Empty, Self::Piece)
    }
}

/// A spot of a board that is no grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// The spot.
    pub at: Spot,
    /// Its name.
    pub name: String,
    /// Where it is drawn: columns from the left and rows from the top, which need not be whole.
    pub place: [f64; 2],
}

/// How the spots hang together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grid {
    /// Lines cross on the spots.
    Lines(Rows),
    /// Lines run between the spots.
    Squares(Rows),
    /// Only some spots are there, and some of them are joined.
    Net {
        /// The spots.
        nodes: Vec<Node>,
        /// Pairs of spots with a line between them.
        joints: Vec<[Spot; 2]>,
    },
}

/// The board with its marks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// How the spots hang together.
    pub grid: Grid,
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// Row by row from the top left, `width * height` of them.
    pub cells: Vec<Cell>,
    /// The moves, oldest first.
    pub moves: Vec<PlayedMove>,
    /// The winning rows.
    pub winning: Vec<Spot>,
    /// Points that the side to move must not use, and why.
    pub forbidden: Vec<(Spot, Foul)>,
    /// Offered moves.
    pub offered: Vec<Spot>,
    /// Where the next stone must lie, if the opening says so, or where a hint says that the right move lies.
    pub zone: Option<Vec<Spot>>,
    /// Pieces of Black and White, in games that are decided by counting.
    pub counts: Option<[u32; 2]>,
}

impl Picture {
    /// A board on which nothing but pieces and moves is to be seen; `size` is its columns and rows.
    pub(crate) fn plain(
        grid: Grid,
        size: (u8, u8),
        cells: Vec<Cell>,
        moves: Vec<PlayedMove>,
    ) -> Self {
        let (width, height) = size;
        Self {
            grid,
            width,
            height,
            cells,
            moves,
            winning: Vec::new(),
            forbidden: Vec::new(),
            offered: Vec::new(),
            zone: None,
            counts: None,
        }
    }

    /// What lies on a spot.
    pub fn cell(&self, spot: Spot) -> Cell {
        if spot.x >= self.width || spot.y >= self.height {
            return Cell::Missing;
        }
        let index = usize::from(spot.y) * usize::from(self.width) + usize::from(spot.x);
        self.cells.get(index).copied().unwrap_or(Cell::Missing)
    }

    /// Where the last move has put its pieces.
    pub fn last(&self) -> &[Spot] {
        self.moves.last().map_or(&[], |played| &played.spots)
    }

    /// The number of the last move that went to a spot, from one.
    pub fn number(&self, spot: Spot) -> Option<usize> {
        let place = self
            .moves
            .iter()
            .rposition(|played| played.spots.contains(&spot))?;
        Some(place + 1)
    }

    /// The name of a spot as people write it.
    pub fn name(&self, spot: Spot) -> String {
        match &self.grid {
            Grid::Lines(rows) | Grid::Squares(rows) => rows.name(spot, self.height),
            Grid::Net { nodes, .. } => {
                let node = nodes.iter().find(|node| node.at == spot);
                node.map_or_else(String::new, |node| node.name.clone())
            }
        }
    }

    /// The spot of a name as people write it.
    pub fn spot(&self, name: &str) -> Option<Spot> {
        Spot::all(self.width, self.height).find(|&at| self.name(at) == name)
    }

    /// The next spot of the board in a direction, one column or row at a time; the same spot at the edge.
    pub fn neighbour(&self, from: Spot, direction: (i8, i8)) -> Spot {
        let (right, down) = direction;
        let along = |spot: &Spot| {
            let x = i16::from(spot.x) - i16::from(from.x);
            let y = i16::from(spot.y) - i16::from(from.y);
            let forward = x * i16::from(right) + y * i16::from(down);
            let aside = (x * i16::from(down)).abs() + (y * i16::from(right)).abs();
            (forward, aside)
        };
        Spot::all(self.width, self.height)
            .filter(|&spot| self.cell(spot) != Cell::Missing)
            .filter(|spot| along(spot).0 > 0 && along(spot).1 <= along(spot).0)
            .min_by_key(|spot| {
                let (forward, aside) = along(spot);
                (forward + aside, aside)
            })
            .unwrap_or(from)
    }
}
