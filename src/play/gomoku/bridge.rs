//! With `proof.rs` the only file of this crate that touches the engine: a board of stones, and a search of bounded work.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::{
    Board, Foul as EngineFoul, IllegalMove, Outcome, Position, Side, Threat, winning_stones,
};
use kagetsu_gomoku::engine::opening::turned_three_stones;
use kagetsu_gomoku::engine::{BalanceCount, BalanceQuestion, Engine, EngineConfig};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::{DepthReport, RootFilter, SearchObserver};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Clock, Score, SearchLimits, StopSignal, TimeControl};

use crate::game::{Colour, Foul, Refusal, Spot};

pub use kagetsu_gomoku::board::Rule;
pub use kagetsu_gomoku::engine::opening::level_score;

/// Shortest and longest side of a board.
pub const SIDES: std::ops::RangeInclusive<u8> = BoardSize::MIN as u8..=BoardSize::MAX as u8;

/// How a game stands after a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterStone {
    /// Nobody has won.
    Running,
    /// The stone completed a winning row.
    Won,
    /// The board is full.
    Full,
}

/// A board with stones and forbidden points.
#[derive(Clone, Debug)]
pub struct Stones {
    board: Board,
}

const fn side(colour: Colour) -> Side {
    match colour {
        Colour::Black => Side::Black,
        Colour::White => Side::White,
    }
}

const fn colour(side: Side) -> Colour {
    match side {
        Side::Black => Colour::Black,
        Side::White => Colour::White,
    }
}

const fn foul(foul: EngineFoul) -> Foul {
    match foul {
        EngineFoul::DoubleThree => Foul::DoubleThree,
        EngineFoul::DoubleFour => Foul::DoubleFour,
        EngineFoul::Overline => Foul::Overline,
    }
}

const fn spot(point: Point) -> Spot {
    Spot::new(point.x() as u8, point.y() as u8)
}

impl Stones {
    /// An empty board.
    ///
    /// # Errors
    /// [`Refusal::Setup`] when a side is out of range.
    pub fn new(width: u8, height: u8, rule: Rule) -> Result<Self, Refusal> {
        let size = BoardSize::new(usize::from(width), usize::from(height))
            .map_err(|error| Refusal::Setup(error.to_string()))?;
        let board = Board::new(size, rule);
        Ok(Self { board })
    }

    /// A board with set-up stones, which are not judged as moves.
    ///
    /// # Errors
    /// [`Refusal::Setup`] when the size is out of range or a stone cannot lie where it should.
    pub fn set_up(
        (width, height): (u8, u8),
        rule: Rule,
        stones: &[(Spot, Colour)],
        to_move: Colour,
    ) -> Result<Self, Refusal> {
        let empty = Self::new(width, height, rule)?;
        let position = empty.position_with(stones, to_move)?;
        let board = Board::from_position(&position);
        Ok(Self { board })
    }

    fn position_with(
        &self,
        stones: &[(Spot, Colour)],
        to_move: Colour,
    ) -> Result<Position, Refusal> {
        let mut position = Position::new(self.board.size(), self.board.rule());
        for &(at, colour) in stones {
            let refused = || Refusal::Setup(format!("no stone can lie at {},{}", at.x, at.y));
            let point = self.point(at).ok_or_else(refused)?;
            position
                .place(point, side(colour))
                .map_err(|error| Refusal::Setup(error.to_string()))?;
        }
        position.set_side_to_move(side(to_move));
        Ok(position)
    }

    fn point(&self, at: Spot) -> Option<Point> {
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
    pub const fn to_move(&self) -> Colour {
        colour(self.board.side_to_move())
    }

    /// The stone on a spot.
    pub fn stone(&self, at: Spot) -> Option<Colour> {
        self.point(at)
            .and_then(|point| self.board.stone(point))
            .map(colour)
    }

    /// All stones in playing order, those set up first.
    pub fn stones(&self) -> Vec<(Spot, Colour)> {
        self.board
            .contents()
            .filter_map(|(point, side)| Some((spot(point), colour(side?))))
            .collect()
    }

    /// All empty spots, row by row.
    pub fn empty(&self) -> impl Iterator<Item = Spot> {
        let board = &self.board;
        let free = board.size().points().filter(|&point| board.is_empty(point));
        free.map(spot)
    }

    /// Number of empty spots.
    pub fn free(&self) -> usize {
        self.board.empty_count()
    }

    /// Lays a stone of the colour to move; `name` is the spot in words.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`], [`Refusal::Occupied`] or [`Refusal::Forbidden`]; nothing changes then.
    pub fn play(&mut self, at: Spot, name: &str) -> Result<AfterStone, Refusal> {
        let name = || name.to_string();
        let point = self.point(at).ok_or_else(|| Refusal::OffBoard(name()))?;
        match self.board.play(point) {
            Ok(Outcome::Running) => Ok(AfterStone::Running),
            Ok(Outcome::Win(_)) => Ok(AfterStone::Won),
            Ok(Outcome::Draw) => Ok(AfterStone::Full),
            Err(IllegalMove::OffBoard(_)) => Err(Refusal::OffBoard(name())),
            Err(IllegalMove::Occupied(_)) => Err(Refusal::Occupied(name())),
            Err(IllegalMove::Forbidden(_, kind)) => Err(Refusal::Forbidden(name(), foul(kind))),
        }
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
            .filter_map(|point| Some((spot(point), foul(board.foul(to_move, point)?))))
            .collect()
    }

    /// The stones of the rows that have won, sorted; empty while nobody has won.
    pub fn winning(&self) -> Vec<Spot> {
        let won = winning_stones(&self.position(&[]));
        let mut spots: Vec<Spot> = won
            .iter()
            .flat_map(|(_, points)| points.iter().map(spot))
            .collect();
        spots.sort_unstable();
        spots
    }

    /// Empty spots where the colour would complete a winning row at once.
    pub fn fives(&self, of: Colour) -> Vec<Spot> {
        let points = self.board.points(side(of), Threat::Five);
        points.iter().map(spot).collect()
    }

    /// Empty spots where the colour would make an open four or two fours at once.
    pub fn open_fours(&self, of: Colour) -> Vec<Spot> {
        let points = self.board.points(side(of), Threat::OpenFour);
        points.iter().map(spot).collect()
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
        let of_class = |&class: &Threat| self.board.points(side(of), class);
        let mut spots: Vec<Spot> = Vec::new();
        for points in classes.iter().map(of_class) {
            spots.extend(points.iter().map(spot));
        }
        spots.sort_unstable();
        spots
    }

    /// Empty spots near stones; the middle of an empty board.
    pub fn near(&self) -> Vec<Spot> {
        let points = self.board.candidates();
        points.iter().map(spot).collect()
    }

    /// The position for a search; the spots of `closed` cannot be used by either side.
    fn position(&self, closed: &[Spot]) -> Position {
        let mut position = Position::new(self.board.size(), self.board.rule());
        for (point, owner) in self.board.contents() {
            // The contents of a board fit on it.
            let _ = match owner {
                Some(owner) => position.place(point, owner),
                None => position.block(point),
            };
        }
        for point in closed.iter().filter_map(|&at| self.point(at)) {
            let _ = position.block(point);
        }
        position.set_side_to_move(self.board.side_to_move());
        position
    }
}

/// The value of a move for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// In units of the evaluation; positive is good for the side to move.
    Units(i32),
    /// The side to move wins in so many plies.
    WinIn(u16),
    /// The side to move loses in so many plies.
    LossIn(u16),
}

/// Units that stand for a decided game where values are compared.
const DECIDED: i32 = 20_000;

impl Value {
    fn of(score: Score) -> Self {
        match score.distance() {
            Some(plies) if score.is_win() => Self::WinIn(plies as u16),
            Some(plies) => Self::LossIn(plies as u16),
            None => Self::Units(score.value()),
        }
    }

    /// One number in which larger is better.
    pub fn units(self) -> i32 {
        match self {
            Self::Units(units) => units,
            Self::WinIn(plies) => DECIDED - i32::from(plies),
            Self::LossIn(plies) => i32::from(plies) - DECIDED,
        }
    }
}

/// One line of play that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Place among the best moves, from zero.
    pub place: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Value for the side to move.
    pub value: Value,
    /// Probability that the side to move wins, a draw counted as half a win.
    pub win_rate: f64,
    /// The moves, the best one first; never empty.
    pub moves: Vec<Spot>,
    /// Nodes searched since the search began.
    pub nodes: u64,
}

impl Line {
    fn of(report: &DepthReport, position: &Position) -> Self {
        let stones = position.stones().len();
        Self {
            place: report.pv_index,
            depth: report.depth,
            value: Value::of(report.score),
            win_rate: win_probability(position.rule(), report.score, stones),
            moves: report.pv.iter().map(|&point| spot(point)).collect(),
            nodes: report.nodes,
        }
    }
}

/// How much to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes to search; no bound of its own if absent, so that only the stop signal ends the search.
    pub nodes: Option<u64>,
    /// Longest time of the search; no bound if absent.
    pub time: Option<Duration>,
    /// Number of best moves to score.
    pub lines: usize,
}

/// Table of an engine that plays at a level, in bytes: more than its bounded searches fill.
pub const PLAYING_TABLE: u64 = 8 << 20;
/// Table of an engine that analyses.
pub const ANALYSIS_TABLE: u64 = 128 << 20;

/// A searching engine. It keeps what it learned between the moves of a game.
#[derive(Debug)]
pub struct Thinker {
    engine: Engine,
}

/// Keeps the lines of the last iteration that compared all moves: values of different depths do not compare.
struct Collector<'l> {
    position: &'l Position,
    lines: Vec<Line>,
    complete: Vec<Line>,
    listen: &'l mut dyn FnMut(&Line),
}

impl SearchObserver for Collector<'_> {
    fn depth_report(&mut self, report: &DepthReport) {
        let line = Line::of(report, self.position);
        (self.listen)(&line);
        let place = line.place;
        if self.lines.iter().any(|known| known.depth < line.depth) {
            let before = std::mem::take(&mut self.lines);
            if before.len() >= self.complete.len() {
                self.complete = before;
            }
        }
        if let Some(slot) = self.lines.iter_mut().find(|known| known.place == place) {
            *slot = line;
        } else {
            self.lines.push(line);
        }
    }
}

impl Thinker {
    /// An engine with an empty table of so many bytes.
    pub fn new(table: u64, clock: Arc<dyn Clock>) -> Self {
        let mut config = EngineConfig {
            max_hash: Some(table),
            ..EngineConfig::default()
        };
        config.make_room_for_hash();
        Self {
            engine: Engine::new(config, clock),
        }
    }

    /// Forgets earlier searches, so that the same question has the same answer.
    pub fn forget(&mut self) {
        self.engine.clear_hash();
    }

    /// The best moves of the colour to move, best first, leaving out the `closed` spots. Empty when no move is legal.
    /// `listen` hears every line as it is found.
    pub fn search(
        &mut self,
        stones: &Stones,
        closed: &[Spot],
        effort: Effort,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        let limits = SearchLimits {
            nodes: effort.nodes,
            time: effort
                .time
                .map_or(TimeControl::UNLIMITED, TimeControl::per_move),
            multi_pv: effort.lines.max(1),
            started: self.engine.clock().now(),
            ..SearchLimits::default()
        };
        let position = stones.position(closed);
        let mut collector = Collector {
            position: &position,
            lines: Vec::new(),
            complete: Vec::new(),
            listen,
        };
        let Ok(thought) = self.engine.think(&position, &limits, stop, &mut collector) else {
            return Vec::new();
        };
        let mut lines = if collector.lines.len() >= collector.complete.len() {
            collector.lines
        } else {
            collector.complete
        };
        let best = Line::of(&thought.report, &position);
        lines.retain(|line| line.moves.first() != best.moves.first());
        lines.sort_by_key(|line| line.place);
        lines.insert(0, best);
        let mut seen: Vec<Spot> = Vec::new();
        lines.retain(|line| {
            let first = line.moves.first().copied();
            let fresh = first.is_some_and(|first| !seen.contains(&first));
            seen.extend(first);
            fresh
        });
        lines
    }

    /// Of these spots the one after which a stone of the colour to move leaves the game most even, by searches of so many
    /// nodes in all. `None` when no stone can lie on any of them.
    pub fn balance(
        &mut self,
        stones: &Stones,
        spots: &[Spot],
        nodes: u64,
        stop: &StopSignal,
    ) -> Option<Spot> {
        let position = stones.position(&[]);
        let points = spots.iter().filter_map(|&at| stones.point(at));
        let limits = SearchLimits {
            nodes: Some(nodes),
            started: self.engine.clock().now(),
            ..SearchLimits::default()
        };
        // For the side that moves after the stone.
        let level = level_score(position.rule());
        let bias = match position.side_to_move() {
            Side::Black => -level,
            Side::White => level,
        };
        let balance = self.engine.balance(&BalanceQuestion {
            position: &position,
            filter: &RootFilter::only(points.collect()),
            count: BalanceCount::One,
            bias,
            limits: &limits,
            stop,
        });
        balance.ok()?.stones.first().copied().map(spot)
    }
}

/// The first two stones of a swap opening, black and white. The seed chooses them among several shapes and their symmetries.
/// Empty when the size is out of range.
pub fn opener_stones((width, height): (u8, u8), rule: Rule, seed: u64) -> Vec<Spot> {
    let Ok(size) = BoardSize::new(usize::from(width), usize::from(height)) else {
        return Vec::new();
    };
    let mut rng = Rng::new(seed);
    let game = rng.next_u64() as usize;
    let [first, second, _] = turned_three_stones(size, rule, game, &mut rng);
    vec![spot(first), spot(second)]
}
