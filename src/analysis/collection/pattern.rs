//! A pattern of stones and empty cells, looked for anywhere on the board, turned and mirrored.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::source::SourceGame;

/// Separates the rows of a pattern on one line.
const ROW_END: char = '/';

/// A cell of a pattern that is not arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Stone(Side),
    /// Off the board, or a cell that nobody may use.
    Wall,
}

/// One of the eight images of a pattern: its cells by column and row.
type Image = Vec<(isize, isize, Cell)>;

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    images: Vec<Image>,
}

/// Where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The number of moves after which it is there for the first time.
    pub moves: usize,
    /// The points of its stones, row by row of the pattern.
    pub stones: Vec<Point>,
}

impl Pattern {
    /// Reads a pattern. Rows are lines, or stand on one line with `/` between them.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str, with_colours_exchanged: bool) -> Result<Self, String> {
        let mut cells: Image = Vec::new();
        let mut most = 0;
        let rows = text.split([ROW_END, '\n']).map(str::trim_end);
        for (y, row) in rows.enumerate() {
            for (x, sign) in row.chars().enumerate() {
                most = most.max(x + 1).max(y + 1);
                let cell = match sign {
                    'X' | 'x' => Cell::Stone(Side::Black),
                    'O' | 'o' => Cell::Stone(Side::White),
                    '.' => Cell::Empty,
                    '#' => Cell::Wall,
                    '?' => continue,
                    other => {
                        return Err(format!(
                            "'{other}' is no sign of a pattern: X is a black stone, O a white one, \
                            . an empty cell, # the edge, ? any cell, and / ends a row"
                        ));
                    }
                };
                cells.push((x as isize, y as isize, cell));
            }
        }
        // The frame of edge signs is not on the board.
        if most > BoardSize::MAX + 2 {
            let max = BoardSize::MAX;
            return Err(format!(
                "the pattern has {most} rows or columns: no board has more than {max}"
            ));
        }
        if !cells
            .iter()
            .any(|(.., cell)| matches!(cell, Cell::Stone(_)))
        {
            return Err("a pattern needs a stone: X is black, O is white".to_string());
        }
        let mut images = Vec::new();
        for bits in 0..8 {
            let image: Image = cells
                .iter()
                .map(|&(x, y, cell)| {
                    let (x, y) = if bits & 4 == 0 { (x, y) } else { (y, x) };
                    let x = if bits & 1 == 0 { x } else { -x };
                    let y = if bits & 2 == 0 { y } else { -y };
                    (x, y, cell)
                })
                .collect();
            if with_colours_exchanged {
                images.push(exchanged(&image));
            }
            images.push(image);
        }
        Ok(Self { images })
    }

    /// Where a game has the pattern first.
    pub fn find(&self, game: &SourceGame) -> Option<Placement> {
        let mut grid = Grid::new(game);
        let mut set_up = game.start.stones().iter();
        let at_first = set_up.find_map(|&(point, side)| self.around(&grid, point, side));
        if let Some(stones) = at_first {
            return Some(Placement { moves: 0, stones });
        }
        for (index, step) in game.moves.iter().enumerate() {
            let (Some(point), side) = (*step, game.mover(index)) else {
                continue;
            };
            grid.put(point, Cell::Stone(side));
            // A pattern that is new has the new stone in it.
            if let Some(stones) = self.around(&grid, point, side) {
                return Some(Placement {
                    moves: index + 1,
                    stones,
                });
            }
        }
        None
    }

    /// The stones of an image in which this stone is one of the pattern's.
    fn around(&self, grid: &Grid, point: Point, side: Side) -> Option<Vec<Point>> {
        let (x, y) = (point.x() as isize, point.y() as isize);
        self.images.iter().find_map(|image| {
            let own = image.iter().filter(|cell| cell.2 == Cell::Stone(side));
            own.map(|&(left, up, _)| (x - left, y - up))
                .find(|&(dx, dy)| grid.has(image, dx, dy))
                .map(|(dx, dy)| grid.stones(image, dx, dy))
        })
    }
}

fn exchanged(image: &Image) -> Image {
    let of = |cell| match cell {
        Cell::Stone(side) => Cell::Stone(side.opponent()),
        other => other,
    };
    image.iter().map(|&(x, y, cell)| (x, y, of(cell))).collect()
}

/// The cells of a board.
struct Grid {
    size: BoardSize,
    cells: Vec<Cell>,
}

impl Grid {
    /// The board of a game before its first move.
    fn new(game: &SourceGame) -> Self {
        let size = game.start.size();
        let mut grid = Self {
            size,
            cells: vec![Cell::Empty; size.area()],
        };
        for &(point, side) in game.start.stones() {
            grid.put(point, Cell::Stone(side));
        }
        for &point in game.start.blocked() {
            grid.put(point, Cell::Wall);
        }
        grid
    }

    fn put(&mut self, point: Point, cell: Cell) {
        self.cells[point.y() * self.size.width() + point.x()] = cell;
    }

    fn at(&self, x: isize, y: isize) -> Cell {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return Cell::Wall;
        };
        if x >= self.size.width() || y >= self.size.height() {
            return Cell::Wall;
        }
        self.cells[y * self.size.width() + x]
    }

    fn has(&self, image: &Image, dx: isize, dy: isize) -> bool {
        image
            .iter()
            .all(|&(x, y, cell)| self.at(x + dx, y + dy) == cell)
    }

    fn stones(&self, image: &Image, dx: isize, dy: isize) -> Vec<Point> {
        let stones = image.iter().filter(|cell| matches!(cell.2, Cell::Stone(_)));
        let points = stones.filter_map(|&(x, y, _)| {
            let (x, y) = (usize::try_from(x + dx).ok()?, usize::try_from(y + dy).ok()?);
            self.size.point(x, y)
        });
        points.collect()
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{Position, Rule};
    use kagetsu_gomoku::geometry::{Rows, Symmetry};

    use super::*;

    const SIZE: BoardSize = BoardSize::STANDARD;

    fn points(text: &str) -> Vec<Point> {
        Rows::FromBottom.parse_moves(text, SIZE).expect("moves")
    }

    fn game(moves: impl IntoIterator<Item = Point>) -> SourceGame {
        SourceGame::new(Position::new(SIZE, Rule::Freestyle), moves).expect("a game")
    }

    fn found(pattern: &str, moves: &str) -> Option<(usize, String)> {
        let pattern = Pattern::parse(pattern, false).expect("a pattern");
        let placement = pattern.find(&game(points(moves)))?;
        let stones = Rows::FromBottom.names(&placement.stones, SIZE, "");
        Some((placement.moves, stones))
    }

    #[test]
    fn a_pattern_is_found_in_every_image_when_its_last_stone_is_played() {
        let moves = points("h8a1i9c1j10e1");
        for symmetry in Symmetry::all(SIZE) {
            let image = moves.iter().map(|&point| symmetry.apply(point, SIZE));
            let three = Pattern::parse("..X/.X./X..", false).expect("a pattern");
            let placement = three.find(&game(image)).expect("it is there");
            assert_eq!((placement.moves, placement.stones.len()), (5, 3));
        }
        assert_eq!(found("X.X", "h8a1j8"), Some((3, "h8j8".to_string())));
        assert_eq!(found("XOX", "h8a1j8"), None);
        assert_eq!(found("X?X", "h8i8j8"), Some((3, "h8j8".to_string())));
    }

    #[test]
    fn the_edge_and_the_colours_are_part_of_a_pattern() {
        assert_eq!(found("#X", "a8h8"), Some((1, "a8".to_string())));
        assert_eq!(found("#X", "b8h8"), None);
        assert_eq!(found("##?/#X?", "a15h8"), Some((1, "a15".to_string())));
        assert_eq!(found("OO", "h8a1i8"), None);
        let either = Pattern::parse("OO", true).expect("a pattern");
        let placement = either.find(&game(points("h8a1i8"))).expect("it is there");
        assert_eq!(placement.moves, 3);
    }

    #[test]
    fn stones_that_were_set_count_before_the_first_move() {
        let mut start = Position::new(SIZE, Rule::Freestyle);
        for point in points("h8i8") {
            start.place(point, Side::White).expect("an empty point");
        }
        let pattern = Pattern::parse("OO", false).expect("a pattern");
        let set_up = SourceGame::new(start, points("a1")).expect("a game");
        assert_eq!(
            pattern.find(&set_up).map(|placement| placement.moves),
            Some(0)
        );
    }

    #[test]
    fn what_is_no_pattern_is_named() {
        let wide = ".".repeat(40) + "X";
        for (text, expected) in [
            ("XQ", "'Q' is no sign"),
            (".#?/", "needs a stone"),
            ("", "needs a stone"),
            (wide.as_str(), "has 41 rows or columns"),
        ] {
            let error = Pattern::parse(text, false).expect_err(text);
            assert!(error.contains(expected), "{error}");
        }
    }
}
