//! A slow referee written directly from the text of the rules, on a plain two-dimensional array. It uses only the basic
//! types of the engine (sizes, points, rules, sides and positions), so that a mistake of the engine cannot be repeated
//! here.

use std::collections::BTreeSet;
use std::fmt;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{Point, PointSet};

/// Why Black may not play on a point in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// Two threes at once, `33`.
    DoubleThree,
    /// Two fours at once, `44`.
    DoubleFour,
    /// A row of six or more, `6`.
    Overline,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleThree => "33",
            Self::DoubleFour => "44",
            Self::Overline => "6",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Stone(Side),
    Blocked,
}

type Place = (isize, isize);

const STEPS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The cells row by row.
struct Grid {
    width: usize,
    cells: Vec<Cell>,
}

impl Grid {
    fn of(position: &Position) -> Self {
        let size = position.size();
        let mut grid = Self {
            width: size.width(),
            cells: vec![Cell::Empty; size.width() * size.height()],
        };
        for &(point, side) in position.stones() {
            grid.put(place_of(point), Cell::Stone(side));
        }
        for &point in position.blocked() {
            grid.put(place_of(point), Cell::Blocked);
        }
        grid
    }

    /// What lies on a place, `None` off the board.
    fn at(&self, (x, y): Place) -> Option<Cell> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let cell = self.cells.get(y * self.width + x).copied();
        cell.filter(|_| x < self.width)
    }

    fn put(&mut self, (x, y): Place, cell: Cell) {
        self.cells[y as usize * self.width + x as usize] = cell;
    }

    fn is_stone(&self, place: Place, side: Side) -> bool {
        self.at(place) == Some(Cell::Stone(side))
    }

    fn is_empty(&self, place: Place) -> bool {
        self.at(place) == Some(Cell::Empty)
    }

    /// Stones of `side` in a row from `place`, itself excluded, in the direction of `step`.
    fn reach(&self, place: Place, step: Place, side: Side) -> isize {
        let mut count = 0;
        while self.is_stone(along(place, step, count + 1), side) {
            count += 1;
        }
        count
    }

    /// Length of the row of `side` through a stone on `place`, and the places just outside its two ends.
    fn row(&self, place: Place, step: Place, side: Side) -> (isize, [Place; 2]) {
        let forward = self.reach(place, step, side);
        let backward = self.reach(place, (-step.0, -step.1), side);
        let ends = [
            along(place, step, -backward - 1),
            along(place, step, forward + 1),
        ];
        (forward + backward + 1, ends)
    }

    fn wins(&self, place: Place, side: Side, rule: Rule) -> bool {
        STEPS.into_iter().any(|step| {
            let (length, ends) = self.row(place, step, side);
            let open = !ends
                .into_iter()
                .all(|end| self.is_stone(end, side.opponent()));
            match (rule, side) {
                (Rule::Freestyle, _) | (Rule::Renju, Side::White) => length >= 5,
                (Rule::Standard, _) | (Rule::Renju, Side::Black) => length == 5,
                (Rule::Caro, _) => length >= 6 || (length == 5 && open),
                (Rule::CaroExact, _) => length == 5 && open,
            }
        })
    }

    fn has_exact_five(&self, place: Place) -> bool {
        STEPS
            .into_iter()
            .any(|step| self.row(place, step, Side::Black).0 == 5)
    }

    fn has_overline(&self, place: Place) -> bool {
        STEPS
            .into_iter()
            .any(|step| self.row(place, step, Side::Black).0 >= 6)
    }

    /// The distinct sets of four black stones that contain `place` and lack one empty cell to an exact five.
    fn fours(&self, place: Place) -> BTreeSet<Vec<Place>> {
        let mut fours = BTreeSet::new();
        for step in STEPS {
            for start in -4..=0 {
                let is_black = |&cell: &Place| self.is_stone(cell, Side::Black);
                let cells = (start..start + 5).map(|offset| along(place, step, offset));
                let stones = cells.clone().filter(is_black);
                let outside = [along(place, step, start - 1), along(place, step, start + 5)];
                if stones.clone().count() == 4
                    && cells.clone().any(|cell| self.is_empty(cell))
                    && !outside.iter().any(is_black)
                {
                    fours.insert(stones.collect());
                }
            }
        }
        fours
    }

    /// Do the black stones on `place` and `other`, just put down, form a straight four along `step`?
    fn is_straight_four(&self, place: Place, step: Place, offset: isize) -> bool {
        let forward = self.reach(place, step, Side::Black);
        let backward = self.reach(place, (-step.0, -step.1), Side::Black);
        let (_, ends) = self.row(place, step, Side::Black);
        let beyond = [
            along(place, step, -backward - 2),
            along(place, step, forward + 2),
        ];
        forward + backward + 1 == 4
            && (-backward..=forward).contains(&offset)
            && ends.into_iter().all(|end| self.is_empty(end))
            && !beyond
                .into_iter()
                .any(|cell| self.is_stone(cell, Side::Black))
    }

    fn has_three(&mut self, place: Place, step: Place) -> bool {
        (-4..=4).any(|offset| {
            let fourth = along(place, step, offset);
            if !self.is_empty(fourth) {
                return false;
            }
            self.put(fourth, Cell::Stone(Side::Black));
            let three = self.is_straight_four(place, step, offset)
                && !self.has_exact_five(fourth)
                && self.judge(fourth).is_none();
            self.put(fourth, Cell::Empty);
            three
        })
    }

    /// Judges a black stone that lies on `place` already.
    fn judge(&mut self, place: Place) -> Option<Foul> {
        if self.has_exact_five(place) {
            return None;
        }
        if self.fours(place).len() >= 2 {
            return Some(Foul::DoubleFour);
        }
        let threes = STEPS
            .into_iter()
            .filter(|&step| self.has_three(place, step))
            .count();
        if threes >= 2 {
            return Some(Foul::DoubleThree);
        }
        self.has_overline(place).then_some(Foul::Overline)
    }

    /// Are there too few black stones on the lines through a place for a foul? Two threes have two further stones each, two
    /// fours at least four together, and an overline has five, none more than five cells away.
    fn is_lonely(&self, place: Place) -> bool {
        let near = STEPS.into_iter().flat_map(|step| {
            let steps = (-5..=5).filter(|&steps| steps != 0);
            steps.map(move |steps| along(place, step, steps))
        });
        near.filter(|&near| self.is_stone(near, Side::Black))
            .count()
            < 4
    }

    fn foul(&mut self, place: Place) -> Option<Foul> {
        if self.is_lonely(place) {
            return None;
        }
        self.put(place, Cell::Stone(Side::Black));
        let foul = self.judge(place);
        self.put(place, Cell::Empty);
        foul
    }
}

fn place_of(point: Point) -> Place {
    (point.x() as isize, point.y() as isize)
}

fn along((x, y): Place, (dx, dy): Place, steps: isize) -> Place {
    (x + dx * steps, y + dy * steps)
}

/// Who has won once the side to move has put a stone on the empty `point`.
pub fn winner_after(position: &Position, point: Point) -> Option<Side> {
    let side = position.side_to_move();
    let mut grid = Grid::of(position);
    grid.put(place_of(point), Cell::Stone(side));
    grid.wins(place_of(point), side, position.rule())
        .then_some(side)
}

/// Why Black may not play on the empty `point` by the renju definition, whoever is to move. Fours are looked
/// at before threes and threes before overlines, as the definition does.
pub fn forbidden_kind(position: &Position, point: Point) -> Option<Foul> {
    Grid::of(position).foul(place_of(point))
}

/// The moves a referee accepts: every empty point, without the forbidden ones where the rule has them.
pub fn legal_moves(position: &Position) -> PointSet {
    let restricted = position.rule() == Rule::Renju && position.side_to_move() == Side::Black;
    let mut grid = Grid::of(position);
    position
        .size()
        .points()
        .filter(|&point| {
            let place = place_of(point);
            grid.is_empty(place) && !(restricted && grid.foul(place).is_some())
        })
        .collect()
}

/// The number of sequences of exactly `depth` legal moves. A winning move ends the game, so it can only be
/// the last of a sequence. The position itself is taken to be undecided.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let undecided = moves
        .iter()
        .filter(|&point| winner_after(position, point).is_none());
    undecided
        .map(|point| {
            let mut next = position.clone();
            next.play(point).map_or(0, |()| perft(&next, depth - 1))
        })
        .sum()
}
