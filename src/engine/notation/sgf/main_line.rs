//! The stones and moves of a game, sign by sign. Nothing but the stones is kept, so that no text needs memory.

use std::collections::HashMap;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::quote;

use crate::encoding::{Origin, TextEncoding};
use crate::record::WinKind;
use crate::text::{OPENING_COMMENT, OPENING_PROPERTY};

use super::fault::{MAX_STEPS, SgfFault};
use super::game::{SgfGame, SgfOptions};
use super::head::Head;
use super::lexer::{Lexer, Token};
use super::value;

/// What c-gomoku-cli says of a move of the opening.
const OPENING_MOVE_COMMENT: &str = "opening move";

/// The stones of a game up to a node of its main line.
pub(super) struct MainLine {
    size: BoardSize,
    /// The stones by their points, each with a number that rises in the order in which they were set.
    setup: HashMap<Point, (usize, Side)>,
    /// Number of stones that were ever set.
    laid: usize,
    set_up_after: usize,
    first: Option<Side>,
    /// The side to move that the node tells, wherever it stands there: the properties of a node have no order.
    told: Option<Side>,
    steps: Vec<Option<Point>>,
    /// Number of first moves whose comment says that they were given, not chosen.
    opening: usize,
    /// Number of values of the property that are read.
    values: usize,
}

impl MainLine {
    pub(super) fn new(head: &Head, options: SgfOptions) -> Self {
        Self {
            size: head.size.or(options.size).unwrap_or(BoardSize::STANDARD),
            setup: HashMap::new(),
            laid: 0,
            set_up_after: 0,
            first: head.player,
            told: None,
            steps: Vec::new(),
            opening: 0,
            values: 0,
        }
    }

    /// Reads the game to its end. The main line goes on with the first variation and is over with the first closing
    /// parenthesis.
    pub(super) fn read(&mut self, lexer: &mut Lexer) -> Result<(), SgfFault> {
        let (mut depth, mut is_main) = (0_usize, true);
        let mut property = String::new();
        let mut nodes = 0;
        while let Some(token) = lexer.next()? {
            match token {
                Token::Open => depth += 1,
                Token::Close => {
                    self.end_property(&property)?;
                    property.clear();
                    is_main = false;
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return if nodes > 0 {
                            Ok(())
                        } else {
                            Err(SgfFault::Form)
                        };
                    }
                }
                Token::Node => {
                    nodes += 1;
                    self.end_property(&property)?;
                    property.clear();
                    self.told = None;
                }
                Token::Name(name) if is_main => {
                    self.end_property(&property)?;
                    property = name;
                    self.values = 0;
                }
                Token::Value(value) if is_main => {
                    if is_placement(&property) {
                        self.take(&property, &lexer.text(value))?;
                    }
                    // A review writes its text below.
                    let mut lines = value.split(|byte| b"\r\n".contains(byte));
                    let first = lines.next().unwrap_or_default();
                    let is_opening = ["C", OPENING_PROPERTY].contains(&property.as_str())
                        && [OPENING_COMMENT, OPENING_MOVE_COMMENT]
                            .iter()
                            .any(|text| first == text.as_bytes());
                    if is_opening && self.opening + 1 == self.steps.len() {
                        self.opening += 1;
                    }
                    self.values += 1;
                }
                Token::Name(_) | Token::Value(_) => {}
            }
        }
        Err(SgfFault::NoEnd)
    }

    /// A move without a value at all is a pass of old files.
    fn end_property(&mut self, property: &str) -> Result<(), SgfFault> {
        match property {
            "B" | "W" if self.values == 0 => self.take(property, ""),
            _ => Ok(()),
        }
    }

    fn take(&mut self, property: &str, text: &str) -> Result<(), SgfFault> {
        match property {
            "B" => self.play(Side::Black, text),
            "W" => self.play(Side::White, text),
            "AB" => self.set(Some(Side::Black), text),
            "AW" => self.set(Some(Side::White), text),
            "AE" => self.set(None, text),
            // Beside the root node, whose value is known already.
            "PL" => {
                if let Some(side) = value::side(text) {
                    self.told = Some(side);
                    if self.to_move() != Some(side) && !self.steps.is_empty() {
                        self.begin_here();
                    }
                    if self.steps.is_empty() {
                        self.first = Some(side);
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The side to move, if anything says it.
    fn to_move(&self) -> Option<Side> {
        let first = self.first?;
        Some(if self.steps.len().is_multiple_of(2) {
            first
        } else {
            first.opponent()
        })
    }

    fn play(&mut self, side: Side, text: &str) -> Result<(), SgfFault> {
        let number = self.set_up_after + self.steps.len() + 1;
        if self.values > 0 {
            return Err(SgfFault::Point {
                text: quote(text),
                size: self.size,
            });
        }
        // On the empty board Black begins; a position is of the side that moves in it.
        let begins = if self.setup.is_empty() {
            Side::Black
        } else {
            side
        };
        self.first.get_or_insert(begins);
        if self.to_move() != Some(side) {
            return Err(SgfFault::Turn { number, side });
        }
        if self.steps.len() == MAX_STEPS {
            return Err(SgfFault::TooLong);
        }
        self.steps.push(value::step(text, self.size)?);
        Ok(())
    }

    /// Stones are set after moves: the game begins with the position there.
    fn begin_here(&mut self) {
        let Some(first) = self.first else { return };
        self.opening = 0;
        let mut side = first;
        self.set_up_after += self.steps.len();
        for step in std::mem::take(&mut self.steps) {
            if let Some(point) = step {
                self.put(point, Some(side));
            }
            side = side.opponent();
        }
        self.first = Some(side);
    }

    fn set(&mut self, side: Option<Side>, text: &str) -> Result<(), SgfFault> {
        let points = value::points(text, self.size)?;
        if !self.steps.is_empty() && !points.is_empty() {
            self.begin_here();
            self.first = self.told;
        }
        for point in points {
            self.put(point, side);
        }
        Ok(())
    }

    /// Puts a stone on a point, or takes what is there away.
    fn put(&mut self, point: Point, side: Option<Side>) {
        let Some(side) = side else {
            self.setup.remove(&point);
            return;
        };
        self.laid += 1;
        let (_, known) = self.setup.entry(point).or_insert((self.laid, side));
        *known = side;
    }

    pub(super) fn finish(
        self,
        head: Head,
        line: usize,
        encoding: (TextEncoding, Origin),
    ) -> SgfGame {
        let count = |side| self.setup.values().filter(|stone| stone.1 == side).count();
        let by_count = if count(Side::Black) > count(Side::White) {
            Side::White
        } else {
            Side::Black
        };
        let mut setup: Vec<(Point, (usize, Side))> = self.setup.into_iter().collect();
        setup.sort_unstable_by_key(|(_, (number, _))| *number);
        let setup = setup.into_iter().map(|(point, (_, side))| (point, side));
        SgfGame {
            line,
            size: head.size,
            first: self.first.unwrap_or(by_count),
            setup: setup.collect(),
            set_up_after: self.set_up_after,
            steps: self.steps,
            opening: self.opening,
            rule: head.named_rule().map(|named| named.rule),
            doubt: head.doubt(),
            names: head.names,
            rule_text: head.rule,
            result: head.result.as_deref().and_then(value::result),
            win: WinKind::of_result(head.result.as_deref().unwrap_or_default()),
            encoding,
        }
    }
}

fn is_placement(property: &str) -> bool {
    matches!(property, "B" | "W" | "AB" | "AW" | "AE" | "PL")
}
