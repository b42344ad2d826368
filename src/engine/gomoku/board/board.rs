//! The board: stones, threats, candidates and key together, with exact undo.

use crate::geometry::{BoardSize, Direction, Point, PointSet, Symmetry};
use kagetsu_kernel::hash::{SIDE_KEY, key};

use super::candidates::Candidates;
use super::change::Change;
use super::code::PatternCode;
use super::line_deltas::LineDeltas;
use super::line_snapshot::{LinePattern, LineSnapshot};
use super::lines::{BoardLines, Content};
use super::outcome::{IllegalMove, Outcome};
use super::position::Position;
use super::rule::Rule;
use super::shape::Shape;
use super::threat::Threat;
use super::threat_map::{LogPosition, ThreatCounts, ThreatMap};
use kagetsu_kernel::Side;

/// What has to be remembered to take a stone back.
#[derive(Clone, Debug)]
struct Frame {
    around: LineSnapshot,
    side: Side,
    key: u64,
    candidates: Candidates,
    counts: ThreatCounts,
    mark: LogPosition,
}

/// A board that can be played on.
///
/// [`Board::play`] checks a move and tells how the game stands. [`Board::make`] and [`Board::unmake`] trust
/// their caller: they are for search, where every move comes from a generator.
#[derive(Clone, Debug)]
pub struct Board {
    size: BoardSize,
    rule: Rule,
    side_to_move: Side,
    empty: PointSet,
    candidates: Candidates,
    key: u64,
    pub(super) lines: BoardLines,
    deltas: LineDeltas,
    pub(super) map: ThreatMap,
    frames: Vec<Frame>,
    set_up: Vec<(Point, Option<Side>)>,
}

impl Board {
    /// An empty board with Black to move.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        let mut board = Self {
            size,
            rule,
            side_to_move: Side::Black,
            empty: size.all(),
            candidates: Candidates::NONE,
            key: 0,
            lines: BoardLines::new(size, rule),
            deltas: LineDeltas::default(),
            map: ThreatMap::new(rule),
            frames: Vec::with_capacity(size.area()),
            set_up: Vec::new(),
        };
        for point in size.points() {
            let bytes = board.lines.bytes(point);
            board.map.enter(point, bytes);
        }
        board
    }

    /// The board of a position. Its stones cannot be unmade.
    pub fn from_position(position: &Position) -> Self {
        let mut board = Self::new(position.size(), position.rule());
        for &point in position.blocked() {
            board.put(point, Content::Blocked);
            board.key ^= key(2, point.index());
            board.set_up.push((point, None));
        }
        for &(point, side) in position.stones() {
            board.put(point, Content::Stone(side));
            board.key ^= key(side.index(), point.index());
            board.candidates.add(point);
            board.set_up.push((point, Some(side)));
        }
        board.map.forget_log();
        if position.side_to_move() == Side::White {
            board.key ^= SIDE_KEY;
            board.side_to_move = Side::White;
        }
        board
    }

    #[inline]
    fn put(&mut self, point: Point, content: Content) -> LineSnapshot {
        let around = self.lines.around(point, content);
        self.lines.toggle(point, content);
        self.map.leave(point);
        self.lines
            .update_shapes(&around, &mut self.deltas, &mut self.map);
        self.empty.remove(point);
        around
    }

    /// Puts a stone of the side to move on an empty point and passes the turn. Nothing is checked: the point
    /// must be empty, and whether the move wins or is forbidden is the caller's business.
    #[inline]
    pub fn make(&mut self, point: Point) {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        let side = self.side_to_move;
        let (counts, mark) = (*self.map.counts(), self.map.mark());
        let around = self.put(point, Content::Stone(side));
        self.frames.push(Frame {
            around,
            side,
            key: self.key,
            candidates: self.candidates,
            counts,
            mark,
        });
        self.candidates.add(point);
        self.key = self.key_after(point);
        self.side_to_move = side.opponent();
    }

    /// Number of made stones.
    #[inline]
    pub fn made(&self) -> usize {
        self.frames.len()
    }

    /// What a made stone changed, by its number from zero on.
    ///
    /// # Panics
    /// If so many stones were not made.
    #[inline]
    pub fn change(&self, number: usize) -> Change<'_> {
        let frame = &self.frames[number];
        let next = self.frames.get(number + 1).map(|next| next.mark);
        Change {
            map: &self.map,
            around: &frame.around,
            shapes: self.map.changes(frame.mark, next),
        }
    }

    /// Takes back the last made stone.
    ///
    /// # Panics
    /// If no stone was made.
    #[inline]
    pub fn unmake(&mut self) {
        let frame = self.frames.pop().expect("unmake follows make");
        let point = frame.around.point();
        self.lines.toggle(point, Content::Stone(frame.side));
        self.map.restore(frame.mark, &frame.counts);
        self.empty.insert(point);
        self.candidates = frame.candidates;
        self.key = frame.key;
        self.side_to_move = frame.side;
    }

    /// Gives the turn to the other side without a stone; a second pass takes it back.
    pub const fn pass(&mut self) {
        self.key ^= SIDE_KEY;
        self.side_to_move = self.side_to_move.opponent();
    }

    /// Plays a checked move.
    ///
    /// # Errors
    /// [`IllegalMove`]; the board is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<Outcome, IllegalMove> {
        if !self.size.contains(point) {
            return Err(IllegalMove::OffBoard(point));
        }
        if !self.is_empty(point) {
            return Err(IllegalMove::Occupied(point));
        }
        let side = self.side_to_move;
        if let Some(foul) = self.foul(side, point) {
            return Err(IllegalMove::Forbidden(point, foul));
        }
        let wins = self.threat(side, point) == Threat::Five;
        self.make(point);
        Ok(if wins {
            Outcome::Win(side)
        } else if self.empty.is_empty() {
            Outcome::Draw
        } else {
            Outcome::Running
        })
    }

    /// Size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The rule that is played.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Whose turn it is.
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Key of the position, side to move included.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Key of the position after a move of the side to move.
    #[inline]
    pub const fn key_after(&self, point: Point) -> u64 {
        self.key ^ key(self.side_to_move.index(), point.index()) ^ SIDE_KEY
    }

    /// Number of stones and blocked cells.
    pub fn occupied(&self) -> usize {
        self.set_up.len() + self.frames.len()
    }

    /// Number of empty points.
    pub fn empty_count(&self) -> usize {
        self.size.area() - self.occupied()
    }

    /// Can a stone be put here?
    #[inline]
    pub const fn is_empty(&self, point: Point) -> bool {
        self.empty.contains(point)
    }

    /// All empty points.
    pub const fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.lines.stone(point)
    }

    /// The move made so many moves ago; `1` is the last one. Set-up stones count in their order.
    pub fn recent(&self, back: usize) -> Option<Point> {
        if let Some(index) = self.frames.len().checked_sub(back) {
            return self.frames.get(index).map(|frame| frame.around.point());
        }
        let index = self.set_up.len().checked_sub(back - self.frames.len())?;
        self.set_up
            .get(index)
            .and_then(|&(point, side)| side.map(|_| point))
    }

    /// Everything that lies on the board, in order; `None` marks a blocked cell.
    pub fn contents(&self) -> impl Iterator<Item = (Point, Option<Side>)> {
        let made = self
            .frames
            .iter()
            .map(|frame| (frame.around.point(), Some(frame.side)));
        self.set_up.iter().copied().chain(made)
    }

    /// The symmetries that leave the position as it is, the identity first.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| {
            self.contents().all(|(point, content)| {
                let image = symmetry.apply(point, self.size);
                !self.is_empty(image) && self.stone(image) == content
            })
        };
        Symmetry::all(self.size).filter(keeps).collect()
    }

    /// Empty points near stones. Where there are none, the centre of the board alone, or all empty points if it is taken.
    pub fn candidates(&self) -> PointSet {
        let near = self.candidates.among(&self.empty);
        if !near.is_empty() || self.empty.is_empty() {
            return near;
        }
        let centre = self.size.centre();
        if self.is_empty(centre) {
            PointSet::from_iter([centre])
        } else {
            self.empty
        }
    }

    /// The class of an empty point for a side.
    #[inline]
    pub fn threat(&self, side: Side, point: Point) -> Threat {
        self.map.threat(side, point)
    }

    /// The codes of an empty point for Black and White.
    #[inline]
    pub fn codes(&self, point: Point) -> [PatternCode; 2] {
        self.map.codes(point)
    }

    /// The four shapes of an empty point for a side.
    pub fn shapes(&self, side: Side, point: Point) -> [Shape; Direction::COUNT] {
        self.map.shapes(side, point)
    }

    /// The line patterns of a point in the four directions, for the evaluation.
    pub fn line_patterns(&self, point: Point) -> [LinePattern; Direction::COUNT] {
        self.lines.line_patterns(point)
    }

    /// Number of empty points of a class for a side, from [`Threat::OpenThree`] on.
    #[inline]
    pub const fn count(&self, side: Side, threat: Threat) -> usize {
        self.map.counts()[side.index()][threat as usize] as usize
    }

    /// Can one of the sides make five at once?
    pub fn offers_five(&self) -> bool {
        let mut sides = Side::BOTH.into_iter();
        sides.any(|side| self.count(side, Threat::Five) > 0)
    }

    /// The empty points of a class for a side, from [`Threat::OpenThree`] on.
    #[inline]
    pub fn points(&self, side: Side, threat: Threat) -> &PointSet {
        self.map.points(side, threat)
    }
}
