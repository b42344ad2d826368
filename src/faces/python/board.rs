//! A board: the rule, the stones, and how the game stands.

use kagetsu_gomoku::board::{Board as Rules, Diagram, Game, Outcome, Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_notation::reader::{Note, ReadOptions, Source, read_one};
use pyo3::{Bound, PyAny, PyResult, pyclass, pymethods};

use crate::value_error;

/// A position and the moves that led to it. Points are written `h8`, rows counted from the bottom.
#[pyclass(module = "kagetsu", from_py_object)]
#[derive(Clone)]
pub(crate) struct Board {
    game: Game,
}

impl Board {
    /// A board with this on it, which is not taken back.
    pub(crate) fn of(position: Position) -> Self {
        Self {
            game: Game::of(position),
        }
    }

    pub(crate) const fn position(&self) -> &Position {
        self.game.position()
    }

    fn point(&self, name: &str) -> PyResult<Point> {
        Rows::FromBottom
            .parse(name, self.position().size())
            .map_err(value_error)
    }

    pub(crate) fn name(&self, point: Point) -> String {
        Rows::FromBottom.name(point, self.position().size())
    }

    /// A board with this on it, and moves and passes played from there.
    fn replayed(start: Position, steps: Vec<Option<Point>>) -> PyResult<Self> {
        let mut board = Self::of(start);
        for step in steps {
            board.step(step)?;
        }
        Ok(board)
    }

    /// Plays a move of the side to move, or passes.
    fn step(&mut self, point: Option<Point>) -> PyResult<()> {
        let side = self.position().side_to_move();
        self.check_running()?;
        match point {
            Some(point) => self
                .game
                .play(side, point)
                .map_err(|fault| value_error(format!("{}: {fault}", self.name(point)))),
            None => self.game.pass(side).map_err(value_error),
        }
    }

    /// A fault if the game is over.
    pub(crate) fn check_running(&self) -> PyResult<()> {
        self.game.check_running().map_err(value_error)
    }
}

#[pymethods]
impl Board {
    /// A board of `width` by `height` (as high as wide unless it is given), with the moves of a text on it. What is not given
    /// is what the text tells, else 15 and freestyle.
    #[new]
    #[pyo3(signature = (width = None, height = None, *, rule = None, moves = ""))]
    fn new(
        width: Option<usize>,
        height: Option<usize>,
        rule: Option<&str>,
        moves: &str,
    ) -> PyResult<Self> {
        let sides = width.or(height).map(|side| {
            (
                width.unwrap_or(BoardSize::STANDARD.width()),
                height.unwrap_or(side),
            )
        });
        let size = sides.map(|(width, height)| BoardSize::new(width, height));
        let size = size.transpose().map_err(value_error)?;
        let rule: Option<Rule> = rule.map(str::parse).transpose().map_err(value_error)?;
        if moves.trim().is_empty() {
            return Ok(Self::of(Position::new(
                size.unwrap_or(BoardSize::STANDARD),
                rule.unwrap_or_default(),
            )));
        }
        let options = ReadOptions {
            size,
            rule,
            ..ReadOptions::default()
        };
        let game = read_one(&Source::of_text(moves), &options).map_err(value_error)?;
        let differs =
            |note: &&Note| matches!(note, Note::OtherRule { .. } | Note::OtherSize { .. });
        if let Some(difference) = game.notes.iter().find(differs) {
            return Err(value_error(difference));
        }
        Self::replayed(game.start, game.steps)
    }

    #[getter]
    fn width(&self) -> usize {
        self.position().size().width()
    }

    #[getter]
    fn height(&self) -> usize {
        self.position().size().height()
    }

    #[getter]
    fn rule(&self) -> &'static str {
        self.position().rule().name()
    }

    /// `black` or `white`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        self.position().side_to_move().name()
    }

    /// The stones in the order in which they were put, each as a point and a side.
    #[getter]
    fn stones(&self) -> Vec<(String, &'static str)> {
        let stones = self.position().stones().iter();
        stones
            .map(|&(point, side)| (self.name(point), side.name()))
            .collect()
    }

    /// `None` while the game goes on, else `black`, `white` or `draw`.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        match self.game.outcome() {
            Outcome::Running => None,
            Outcome::Win(side) => Some(side.name()),
            Outcome::Draw => Some("draw"),
        }
    }

    /// Plays a move of the side to move, or passes.
    #[pyo3(signature = (point))]
    fn play(&mut self, point: Option<&str>) -> PyResult<()> {
        let point = point.map(|name| self.point(name)).transpose()?;
        self.step(point)
    }

    /// Takes the last move or pass back; stones that were set up stay.
    fn undo(&mut self) -> PyResult<()> {
        self.game.undo().map_err(value_error)
    }

    /// May the side to move play there?
    fn is_legal(&self, point: &str) -> PyResult<bool> {
        let side = self.position().side_to_move();
        let point = self.point(point)?;
        Ok(self.game.after(side, point).is_ok())
    }

    /// The forbidden points of Black in renju, whoever is to move; none under another rule.
    fn forbidden(&self) -> Vec<String> {
        let fouls = Rules::from_position(self.position()).fouls(Side::Black);
        fouls.iter().map(|point| self.name(point)).collect()
    }

    /// The cells row by row from the top: 1 black, -1 white, 0 empty, 2 blocked.
    fn cells(&self) -> Vec<i8> {
        let size = self.position().size();
        let mut cells = vec![0; size.area()];
        let index = |point: Point| point.y() * size.width() + point.x();
        for &(point, side) in self.position().stones() {
            cells[index(point)] = if side == Side::Black { 1 } else { -1 };
        }
        for &point in self.position().blocked() {
            cells[index(point)] = 2;
        }
        cells
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Where the game began and what was played since, for `pickle`.
    fn __getstate__(&self) -> PyResult<String> {
        let mut start = self.game.clone();
        while start.undo().is_ok() {}
        let steps: Vec<Option<Point>> = self.game.steps().collect();
        serde_json::to_string(&(start.position(), steps)).map_err(value_error)
    }

    fn __setstate__(&mut self, state: &str) -> PyResult<()> {
        let (start, steps): (Position, Vec<Option<Point>>) =
            serde_json::from_str(state).map_err(value_error)?;
        *self = Self::replayed(start, steps)?;
        Ok(())
    }

    /// Rule, size, stones and the side to move are the same; how the position came about counts for nothing.
    fn __eq__(&self, other: &Self) -> bool {
        let (one, two) = (self.position(), other.position());
        (one.rule(), one.size(), one.side_to_move()) == (two.rule(), two.size(), two.side_to_move())
            && self.cells() == other.cells()
    }

    fn __str__(&self) -> String {
        Diagram::new(self.position()).to_string()
    }

    fn __repr__(&self) -> String {
        let (size, rule) = (self.position().size(), self.position().rule());
        format!(
            "<Board {size} {rule}, {} stones>",
            self.position().stones().len()
        )
    }
}
