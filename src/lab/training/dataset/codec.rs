//! One game as bytes.
//!
//! A game is its result, the number of stones of the opening and their cells, the number of plies and the plies, and the
//! positions from the trees of its searches, if there are any. A ply is its cell and a number that holds the score and two
//! flags, three in a game where a position has a second label. A score is stored as the difference from the negated score
//! of the ply before, because the sides alternate. Most scores then need one or two bytes.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};

use super::error::GameDefect;
use super::record::{Alternative, TrainingGame, TrainingMove, TrainingResult, TreePosition};

/// Largest number of cells that are numbered by one byte.
const BYTE_CELLS: usize = 1 << u8::BITS;
/// Flag of a ply, in the bits below its score: the move is the best one of the search.
const IS_BEST: u64 = 1;
/// Flag of a ply: a list of alternatives follows.
const HAS_ALTERNATIVES: u64 = 2;
/// Flag of a ply, only in games with [`HAS_DEEPER`]: the label of a later search follows.
const IS_DEEPER: u64 = 4;
/// Number of flags below a score.
const FLAG_BITS: u32 = 2;
/// The same in games with [`HAS_DEEPER`].
const DEEPER_FLAG_BITS: u32 = 3;
/// Value bits in each byte of a number. The highest bit says that another byte follows.
const NUMBER_BITS: u32 = 7;
const MORE: u8 = 1 << NUMBER_BITS;
/// Most bits of a number; more than the format needs.
const MOST_BITS: u32 = 35;

const DRAW: u8 = 0;
const BLACK_WINS: u8 = 1;
const WHITE_WINS: u8 = 2;
/// Flag in the byte of the result: positions from the trees of searches follow the plies.
const HAS_TREE: u8 = 4;
/// Flag in the byte of the result: some positions have a label of a later search.
const HAS_DEEPER: u8 = 8;
/// Flag in the byte of the result: no search gave scores to the moves.
const UNSCORED: u8 = 16;

/// Appends a game to the bytes. On an error the bytes stay as they were.
pub(super) fn encode(
    game: &TrainingGame,
    size: BoardSize,
    bytes: &mut Vec<u8>,
) -> Result<(), GameDefect> {
    let before = bytes.len();
    let flag_bits = flag_bits(game.has_deeper());
    let done = Encoder {
        size,
        flag_bits,
        bytes,
    }
    .game(game);
    if done.is_err() {
        bytes.truncate(before);
    }
    done
}

/// Number of flags below a score in a game with or without labels of later searches.
const fn flag_bits(has_deeper: bool) -> u32 {
    if has_deeper {
        DEEPER_FLAG_BITS
    } else {
        FLAG_BITS
    }
}

struct Encoder<'a> {
    size: BoardSize,
    flag_bits: u32,
    bytes: &'a mut Vec<u8>,
}

impl Encoder<'_> {
    fn game(&mut self, game: &TrainingGame) -> Result<(), GameDefect> {
        let result = match game.result {
            TrainingResult::Draw => DRAW,
            TrainingResult::Win(Side::Black) => BLACK_WINS,
            TrainingResult::Win(Side::White) => WHITE_WINS,
        };
        let tree = if game.tree.is_empty() { 0 } else { HAS_TREE };
        let deeper = if game.has_deeper() { HAS_DEEPER } else { 0 };
        let unscored = if game.scored { 0 } else { UNSCORED };
        self.bytes.push(result | tree | deeper | unscored);
        check_scores(game)?;
        let mut played = PointSet::EMPTY;
        self.number(game.opening.len() as u64);
        for &point in &game.opening {
            enter(&mut played, point)?;
            self.point(point)?;
        }
        self.number(game.plies.len() as u64);
        let mut expected = 0;
        for (index, ply) in game.plies.iter().enumerate() {
            enter(&mut played, ply.point)?;
            self.ply(ply, expected, index)?;
            expected = -i64::from(ply.score);
        }
        if !game.tree.is_empty() {
            check_order(&game.tree)?;
            self.number(game.tree.len() as u64);
            for position in &game.tree {
                self.tree_position(game, position)?;
            }
        }
        Ok(())
    }

    fn ply(&mut self, ply: &TrainingMove, expected: i64, index: usize) -> Result<(), GameDefect> {
        self.point(ply.point)?;
        let mut flags = 0;
        if ply.is_best {
            flags |= IS_BEST;
        }
        if !ply.alternatives.is_empty() {
            flags |= HAS_ALTERNATIVES;
        }
        if !ply.deeper.is_empty() {
            flags |= IS_DEEPER;
        }
        self.number(zigzag(i64::from(ply.score) - expected) << self.flag_bits | flags);
        for list in [&ply.alternatives, &ply.deeper] {
            if !list.is_empty() {
                self.alternatives(list, ply.score, index)?;
            }
        }
        Ok(())
    }

    fn tree_position(
        &mut self,
        game: &TrainingGame,
        position: &TreePosition,
    ) -> Result<(), GameDefect> {
        let mut played = played_before(&game.opening, &game.plies, position.start as u64)?;
        self.number(position.start as u64);
        self.number(position.moves.len() as u64);
        for &point in &position.moves {
            enter(&mut played, point)?;
            self.point(point)?;
        }
        enter(&mut played, position.choice.point)?;
        self.ply(&position.choice, 0, position.start)
    }

    /// Writes a list of moves, the first score as the difference to that of the ply.
    fn alternatives(
        &mut self,
        moves: &[Alternative],
        score: i16,
        index: usize,
    ) -> Result<(), GameDefect> {
        let too_many = |_| GameDefect::new(format!("move {} has too many alternatives", index + 1));
        let count = u8::try_from(moves.len()).map_err(too_many)?;
        self.bytes.push(count);
        let mut last = i64::from(score);
        for other in moves {
            self.point(other.point)?;
            self.number(zigzag(last - i64::from(other.score)));
            last = i64::from(other.score);
        }
        Ok(())
    }

    fn point(&mut self, point: Point) -> Result<(), GameDefect> {
        if !self.size.contains(point) {
            return Err(GameDefect::new(format!(
                "column and row {point:?}, from zero, are not on the board"
            )));
        }
        let cell = point.y() * self.size.width() + point.x();
        if self.size.area() <= BYTE_CELLS {
            self.bytes.push(cell as u8);
        } else {
            self.bytes.extend((cell as u16).to_le_bytes());
        }
        Ok(())
    }

    fn number(&mut self, mut number: u64) {
        while number >= u64::from(MORE) {
            self.bytes.push(number as u8 | MORE);
            number >>= NUMBER_BITS;
        }
        self.bytes.push(number as u8);
    }
}

/// Decodes the game at the front of the bytes, and moves the slice behind it.
pub(super) fn decode(bytes: &mut &[u8], size: BoardSize) -> Result<TrainingGame, GameDefect> {
    let mut decoder = Decoder {
        size,
        flag_bits: FLAG_BITS,
        bytes,
    };
    let byte = decoder.byte()?;
    decoder.flag_bits = flag_bits(byte & HAS_DEEPER != 0);
    let result = match byte & !(HAS_TREE | HAS_DEEPER | UNSCORED) {
        DRAW => TrainingResult::Draw,
        BLACK_WINS => TrainingResult::Win(Side::Black),
        WHITE_WINS => TrainingResult::Win(Side::White),
        _ => return Err(GameDefect::new(format!("{byte} is not a result"))),
    };
    let mut played = PointSet::EMPTY;
    let mut opening = Vec::new();
    for _ in 0..decoder.number()? {
        let point = decoder.point()?;
        enter(&mut played, point)?;
        opening.push(point);
    }
    let mut plies = Vec::new();
    let mut expected = 0;
    for _ in 0..decoder.number()? {
        let ply = decoder.ply(expected)?;
        enter(&mut played, ply.point)?;
        expected = -i64::from(ply.score);
        plies.push(ply);
    }
    let mut tree = Vec::new();
    if byte & HAS_TREE != 0 {
        for _ in 0..decoder.number()? {
            tree.push(decoder.tree_position(&opening, &plies)?);
        }
        check_order(&tree)?;
    }
    let game = TrainingGame {
        opening,
        plies,
        tree,
        result,
        scored: byte & UNSCORED == 0,
    };
    check_scores(&game)?;
    *bytes = decoder.bytes;
    Ok(game)
}

/// Refuses scores in a game without scores, but for those of a later search.
fn check_scores(game: &TrainingGame) -> Result<(), GameDefect> {
    let is_scored = |ply: &TrainingMove| ply.score != 0 || !ply.alternatives.is_empty();
    if !game.scored && (!game.tree.is_empty() || game.plies.iter().any(is_scored)) {
        return Err(GameDefect::new(
            "it has scores, and is marked as a game without scores",
        ));
    }
    Ok(())
}

/// Refuses positions from search trees that are not in the order of their starts.
fn check_order(tree: &[TreePosition]) -> Result<(), GameDefect> {
    if tree.is_sorted_by_key(|position| position.start) {
        return Ok(());
    }
    Err(GameDefect::new(
        "its positions from search trees are out of order",
    ))
}

struct Decoder<'a> {
    size: BoardSize,
    flag_bits: u32,
    bytes: &'a [u8],
}

impl Decoder<'_> {
    fn ply(&mut self, expected: i64) -> Result<TrainingMove, GameDefect> {
        let point = self.point()?;
        let number = self.number()?;
        let flags = number & ((1 << self.flag_bits) - 1);
        let score = score(expected + unzigzag(number >> self.flag_bits))?;
        let mut list = |flag: u64| {
            if flags & flag == 0 {
                return Ok(Vec::new());
            }
            self.alternatives(score)
        };
        Ok(TrainingMove {
            point,
            score,
            is_best: flags & IS_BEST != 0,
            alternatives: list(HAS_ALTERNATIVES)?,
            deeper: list(IS_DEEPER)?,
        })
    }

    /// A list of moves, whose first score is stored as the difference to that of the ply.
    fn alternatives(&mut self, score: i16) -> Result<Vec<Alternative>, GameDefect> {
        let mut moves = Vec::new();
        let mut last = i64::from(score);
        for _ in 0..self.byte()? {
            let point = self.point()?;
            last -= unzigzag(self.number()?);
            moves.push(Alternative {
                point,
                score: self::score(last)?,
            });
        }
        Ok(moves)
    }

    fn tree_position(
        &mut self,
        opening: &[Point],
        plies: &[TrainingMove],
    ) -> Result<TreePosition, GameDefect> {
        let start = self.number()?;
        let mut played = played_before(opening, plies, start)?;
        let mut moves = Vec::new();
        for _ in 0..self.number()? {
            let point = self.point()?;
            enter(&mut played, point)?;
            moves.push(point);
        }
        let choice = self.ply(0)?;
        enter(&mut played, choice.point)?;
        Ok(TreePosition {
            start: start as usize,
            moves,
            choice,
        })
    }

    fn byte(&mut self) -> Result<u8, GameDefect> {
        let split = self.bytes.split_first();
        let (&first, rest) = split.ok_or_else(|| GameDefect::new("it is cut off"))?;
        self.bytes = rest;
        Ok(first)
    }

    fn point(&mut self) -> Result<Point, GameDefect> {
        let low = usize::from(self.byte()?);
        let cell = if self.size.area() <= BYTE_CELLS {
            low
        } else {
            low | usize::from(self.byte()?) << u8::BITS
        };
        let width = self.size.width();
        self.size
            .point(cell % width, cell / width)
            .ok_or_else(|| GameDefect::new(format!("cell {cell} is not on the board")))
    }

    fn number(&mut self) -> Result<u64, GameDefect> {
        let mut number = 0;
        for shift in (0..MOST_BITS).step_by(NUMBER_BITS as usize) {
            let byte = self.byte()?;
            number |= u64::from(byte & !MORE) << shift;
            if byte & MORE == 0 {
                return Ok(number);
            }
        }
        Err(GameDefect::new("a number is too long"))
    }
}

/// The points of the moves before a ply of a game.
fn played_before(
    opening: &[Point],
    plies: &[TrainingMove],
    start: u64,
) -> Result<PointSet, GameDefect> {
    let before = usize::try_from(start)
        .ok()
        .filter(|&start| start < plies.len())
        .map(|start| plies[..start].iter().map(|ply| ply.point));
    let before = before.ok_or_else(|| {
        GameDefect::new(format!(
            "it has a position from the tree of move {start}, from zero, which it does not have"
        ))
    })?;
    Ok(opening.iter().copied().chain(before).collect())
}

fn enter(played: &mut PointSet, point: Point) -> Result<(), GameDefect> {
    if played.contains(point) {
        return Err(GameDefect::new(format!(
            "the point in column and row {point:?}, from zero, is played twice"
        )));
    }
    played.insert(point);
    Ok(())
}

fn score(value: i64) -> Result<i16, GameDefect> {
    i16::try_from(value).map_err(|_| GameDefect::new(format!("{value} is not a score")))
}

/// Zigzag encoding: 0, -1, 1, -2 … become 0, 1, 2, 3 …, so that numbers of small magnitude stay small.
const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> (i64::BITS - 1)) as u64
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}
