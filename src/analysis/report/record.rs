//! The records of games and moves. `protocol-docs/analyse-json.md` describes the fields.

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::{Foul, Rule, Side};
use kagetsu_gomoku::engine::SearchMethod;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_gomoku::search::{MoveStatistics, Proved};
use kagetsu_kernel::Score;
use kagetsu_notation::record::GameResult;

use crate::calibration::win_probability;
use crate::review::{Grade, MoveReview, Plan};
use crate::search::FoundLine;
use crate::source::{GameEnd, SourceGame};

/// Version of the form; raised when a reader of the old form would be misled.
pub const SCHEMA: u32 = 1;
/// A turn without a stone.
pub(super) const PASS: &str = "pass";
/// Probabilities are written with so many parts of one.
const PARTS: f64 = 10_000.0;

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameHead {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Number of the game in this review, from zero.
    pub game: usize,
    /// The file.
    pub source: String,
    /// Number of the game in the file, from one.
    pub number: usize,
    /// Name of the player of Black.
    pub black: Option<String>,
    /// Name of the player of White.
    pub white: Option<String>,
    /// The rule.
    pub rule: String,
    /// Columns and rows, such as `15x15`.
    pub size: String,
    /// The position before the first move, unless the board is empty and Black begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartRecord>,
    /// The moves, rows counted from the bottom.
    pub moves: Vec<String>,
    /// Number of moves that were given and not chosen.
    pub opening: usize,
    /// Who won: `black`, `white`, `draw` or `unfinished`, by the board or else by the file.
    pub result: Option<GameResult>,
    /// How the game ends on the board: `open`, `five`, `full`, or the foul of the last move.
    pub end: String,
    /// The effort for each position.
    pub effort: EffortRecord,
}

/// A position before the first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRecord {
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// Cells that nobody may use.
    pub blocked: Vec<String>,
    /// The side to move.
    pub side: String,
}

/// The bounds of each search; those that are `null` do not bound it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffortRecord {
    /// Milliseconds.
    pub ms: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Best moves that were compared.
    pub lines: usize,
    /// How many times the nodes and the time the moves got that were found to be faults; absent if they got no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deepen: Option<u32>,
    /// `mcts` for a tree search; absent for alpha-beta.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchName>,
}

/// A search that is named where it is not the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchName {
    /// Tree search.
    Mcts,
}

/// A move of a position as a tree search left it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeMoveRecord {
    /// The point.
    #[serde(rename = "move")]
    pub point: String,
    /// Playouts that went through it.
    pub visits: u32,
    /// The probability that the policy of the network gave it.
    pub prior: f64,
    /// The mean result of its playouts for the side to move, from -1 to 1.
    pub value: f64,
    /// Plies to a proved win, or minus the plies to a proved loss; 0 is a proved draw. Absent if open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

/// A score: one of the two is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// Evaluation units, if nothing is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies to a proved win, or minus the plies to a proved loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineRecord {
    /// Its value for the side to move.
    #[serde(flatten)]
    pub value: ScoreRecord,
    /// The win rate of the side to move.
    pub win: f64,
    /// Depth in plies.
    pub depth: u32,
    /// The moves, the best first.
    pub moves: Vec<String>,
}

/// A move, or the position after the last move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Number of the game, from zero.
    pub game: usize,
    /// Number of the move, from one.
    pub ply: usize,
    /// The side to move.
    pub side: String,
    /// The move was given and not chosen.
    pub opening: bool,
    /// The win rate of the side to move with the best move.
    pub win: f64,
    /// The same for Black: the curve of the game.
    pub black_win: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// The move was found to be a fault and searched again with more effort; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deepened: bool,
    /// The best moves, best first.
    pub lines: Vec<LineRecord>,
    /// The visited moves, best first; absent unless it was a tree search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<TreeMoveRecord>,
    /// What was played; absent after the last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedRecord>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedRecord {
    /// The point.
    #[serde(rename = "move")]
    pub point: String,
    /// Its value for the side that made it.
    #[serde(flatten)]
    pub value: ScoreRecord,
    /// The probability to win after it.
    pub win: f64,
    /// What it lost in that probability.
    pub loss: f64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub class: Grade,
    /// A proved win was given up.
    pub missed_win: bool,
    /// The move loses by proof, and another does not.
    pub into_loss: bool,
    /// The move and the best play after it.
    pub moves: Vec<String>,
}

impl From<&Plan> for EffortRecord {
    fn from(plan: &Plan) -> Self {
        let effort = plan.effort();
        let milliseconds =
            |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self {
            ms: effort.time.map(milliseconds),
            depth: effort.depth,
            nodes: effort.nodes,
            lines: effort.lines.max(1),
            deepen: plan.factor(),
            search: match effort.search {
                SearchMethod::AlphaBeta => None,
                SearchMethod::Mcts => Some(SearchName::Mcts),
            },
        }
    }
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> Self {
        let mate = score.signed_distance();
        Self {
            score: mate.is_none().then(|| score.value()),
            mate,
        }
    }
}

impl ScoreRecord {
    /// The score in a few letters: `35`, `+M5`, `-M4`.
    pub fn text(&self) -> String {
        match (self.score, self.mate) {
            (_, Some(plies)) => format!("{}M{}", if plies < 0 { '-' } else { '+' }, plies.abs()),
            (Some(units), None) => units.to_string(),
            (None, None) => String::new(),
        }
    }
}

/// A share as it is written.
pub(super) fn rounded(probability: f64) -> f64 {
    (probability * PARTS).round() / PARTS
}

fn names<'p>(points: impl IntoIterator<Item = &'p Point>, size: BoardSize) -> Vec<String> {
    let points = points.into_iter();
    points
        .map(|&point| Rows::FromBottom.name(point, size))
        .collect()
}

/// The names of moves; a pass has one as well.
fn step_names(steps: &[Option<Point>], size: BoardSize) -> Vec<String> {
    let steps = steps.iter();
    steps
        .map(|step| {
            step.map_or_else(
                || PASS.to_string(),
                |point| Rows::FromBottom.name(point, size),
            )
        })
        .collect()
}

/// The end of a game in a word.
pub(crate) const fn end_name(end: GameEnd) -> &'static str {
    match end {
        GameEnd::Open => "open",
        GameEnd::Five(_) => "five",
        GameEnd::Full => "full",
        GameEnd::Forbidden(Foul::DoubleThree) => "double-three",
        GameEnd::Forbidden(Foul::DoubleFour) => "double-four",
        GameEnd::Forbidden(Foul::Overline) => "overline",
    }
}

impl GameHead {
    /// The head of the game of this number, from zero.
    pub fn new(number: usize, plan: &Plan) -> Self {
        let game = &plan.games()[number];
        let (start, board) = (&game.start, game.start.size());
        let stones = |side: Side| names(start.stones_of(side), board);
        let [black, white] = game.names.clone();
        Self {
            schema: SCHEMA,
            game: number,
            source: game.source.clone(),
            number: game.number,
            black,
            white,
            rule: start.rule().to_string(),
            size: board.to_string(),
            start: (!game.begins_as_usual()).then(|| StartRecord {
                black: stones(Side::Black),
                white: stones(Side::White),
                blocked: names(start.blocked(), board),
                side: start.side_to_move().to_string(),
            }),
            moves: step_names(&game.moves, board),
            opening: game.opening,
            result: game.result(),
            end: end_name(game.end).to_string(),
            effort: plan.into(),
        }
    }
}

/// The visited moves of a tree search, best first.
pub fn tree_records(
    moves: &[MoveStatistics<Point>],
    name: impl Fn(Point) -> String,
) -> Vec<TreeMoveRecord> {
    let record = |played: &MoveStatistics<Point>| {
        Some(TreeMoveRecord {
            point: name(played.point),
            visits: played.visits,
            prior: rounded(f64::from(played.prior)),
            value: rounded(f64::from(played.value?)),
            mate: played.proved.map(|proved| match proved {
                Proved::Win(plies) => i32::from(plies),
                Proved::Draw => 0,
                Proved::Loss(plies) => -i32::from(plies),
            }),
        })
    };
    moves.iter().filter_map(record).collect()
}

impl LineRecord {
    /// A line of a position of a game with so many stones.
    pub fn new(line: &FoundLine, game: &SourceGame, stones: usize) -> Self {
        let names = names(&line.moves, game.start.size());
        Self::of(line.score, line.depth, names, game.start.rule(), stones)
    }

    /// A line by the score and the depth of its search, in a position of a rule with so many stones.
    pub fn of(score: Score, depth: u32, moves: Vec<String>, rule: Rule, stones: usize) -> Self {
        Self {
            value: score.into(),
            win: rounded(win_probability(rule, score, stones)),
            depth,
            moves,
        }
    }
}

impl MoveRecord {
    /// A reviewed move of this game.
    pub fn new(review: &MoveReview, game: &SourceGame) -> Self {
        let stones = game.stones(review.index);
        let lines = review.lines.iter();
        let win = rounded(review.win);
        Self {
            game: review.game,
            ply: review.index + 1,
            side: review.side.to_string(),
            opening: review.is_opening,
            win,
            black_win: match review.side {
                Side::Black => win,
                Side::White => rounded(1.0 - win),
            },
            nodes: review.nodes,
            deepened: review.is_deepened,
            lines: lines
                .map(|line| LineRecord::new(line, game, stones))
                .collect(),
            tree: tree_records(&review.moves, |point| {
                Rows::FromBottom.name(point, game.start.size())
            }),
            played: review.played.as_ref().map(|played| {
                let moves = step_names(&played.moves, game.start.size());
                PlayedRecord {
                    point: moves.first().cloned().unwrap_or_default(),
                    value: played.score.into(),
                    win: rounded(played.win),
                    loss: rounded(played.loss),
                    class: played.grade,
                    missed_win: played.missed_win,
                    into_loss: played.into_loss,
                    moves,
                }
            }),
        }
    }

    /// The move that was played, if its player chose it and it is worth a remark.
    pub fn fault(&self) -> Option<&PlayedRecord> {
        let chosen = self.played.as_ref().filter(|_| !self.opening);
        chosen.filter(|played| played.is_fault())
    }

    /// The best move. `None` if there is no legal one.
    pub fn best(&self) -> Option<&LineRecord> {
        self.lines.first()
    }
}

impl PlayedRecord {
    /// Is it worth a remark: worse than good, a missed win or a way into a loss?
    pub fn is_fault(&self) -> bool {
        self.class.is_fault() || self.missed_win || self.into_loss
    }

    /// The class in words, with what was missed or walked into.
    pub fn verdict(&self) -> String {
        let mut words = vec![self.class.name()];
        if self.missed_win {
            words.push("missed win");
        }
        if self.into_loss {
            words.push("into a loss");
        }
        words.join(", ")
    }
}
