//! The commands of a manager, as data. [`super::parse`] makes them from text.

use super::database_request::DatabaseRequest;
use super::info::{InfoKey, InfoLine};
use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::engine::BalanceCount;
use kagetsu_kernel::line_host::{Message, WEIGHT_BYTES};

pub use kagetsu_kernel::gomocup::{BlockEntry, BoardBlock, CellOwner, Pair};

/// The commands that are followed by a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`: set the position and move.
    Board,
    /// `YXBOARD`: set the position.
    YxBoard,
    /// `SWAP2BOARD`: decide in a swap2 opening.
    Swap2Board,
    /// `YXBLOCK`, `YXBLOCKPATH`: exclude moves.
    Exclude(Excluded),
    /// `YXBLOCKUNDO`, `YXBLOCKPATHUNDO`: readmit moves.
    Readmit(Excluded),
    /// `YXSOOSORVSTEP2` to `6`: decide in an opening by the rule of Soosyrv.
    Soosyrv(SoosyrvStep),
}

/// The questions of an opening by the rule of Soosyrv, as Yixin-Board numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosyrvStep {
    /// Step 2: choose a side after three stones.
    AfterThree,
    /// Step 3: place the fourth stone, and say how many fifth moves are to be offered.
    Fourth,
    /// Step 4: choose a side after four stones, with this number of fifth moves.
    AfterFour(usize),
    /// Step 5: offer this number of fifth moves.
    Fifths(usize),
    /// Step 6: choose one of the fifth moves.
    ChooseFifth,
}

impl SoosyrvStep {
    /// The word of the step.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AfterThree => "YXSOOSORVSTEP2",
            Self::Fourth => "YXSOOSORVSTEP3",
            Self::AfterFour(_) => "YXSOOSORVSTEP4",
            Self::Fifths(_) => "YXSOOSORVSTEP5",
            Self::ChooseFifth => "YXSOOSORVSTEP6",
        }
    }
}

/// How a list names the moves that no search may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// Each point of the list, in every position.
    Points,
    /// The list is a path of moves from the empty board. It names its last move, in the position before it.
    Path,
}

impl Excluded {
    /// The word that excludes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "YXBLOCK",
            Self::Path => "YXBLOCKPATH",
        }
    }

    /// The word that readmits.
    pub(crate) const fn undo_word(self) -> &'static str {
        match self {
            Self::Points => "YXBLOCKUNDO",
            Self::Path => "YXBLOCKPATHUNDO",
        }
    }
}

impl BlockKind {
    /// The kinds whose word is followed by the block alone, without a number.
    pub(crate) const PLAIN: [Self; 10] = [
        Self::Board,
        Self::YxBoard,
        Self::Swap2Board,
        Self::Exclude(Excluded::Points),
        Self::Exclude(Excluded::Path),
        Self::Readmit(Excluded::Points),
        Self::Readmit(Excluded::Path),
        Self::Soosyrv(SoosyrvStep::AfterThree),
        Self::Soosyrv(SoosyrvStep::Fourth),
        Self::Soosyrv(SoosyrvStep::ChooseFifth),
    ];

    /// The word that opens the block.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
            Self::Exclude(what) => what.word(),
            Self::Readmit(what) => what.undo_word(),
            Self::Soosyrv(step) => step.word(),
        }
    }
}

/// The three questions of swap2 in the Yixin-Board dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Place the first three stones.
    Offer,
    /// Choose a side after three stones.
    AfterThree,
    /// Choose a side after five stones.
    AfterFive,
}

/// The managers whose words or meanings of numbers are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Piskvork and the tournament tools.
    #[default]
    Gomocup,
    /// Yixin-Board and similar managers. All their own words begin with `yx`.
    Yixin,
}

/// A wish of the player at the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerWish {
    /// `YXDRAW`
    Draw,
    /// `YXRESIGN`
    Resign,
}

/// A request of a manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START` or `RECTSTART` with width and height, or what was expected instead.
    Start(Result<Pair, &'static str>),
    /// `RESTART`
    Restart,
    /// `BEGIN`
    Begin,
    /// `TURN x,y`
    Turn(Pair),
    /// A block command with all lines up to `DONE`.
    Block(BlockKind, BoardBlock),
    /// A block that was cut off by another command.
    BrokenBlock(BlockKind),
    /// `YXBLOCKRESET`, `YXBLOCKPATHRESET`: readmit all moves that were excluded in this way.
    ReadmitAll(Excluded),
    /// `TAKEBACK x,y`
    TakeBack(Pair),
    /// `PLAY x,y`
    Play(Pair),
    /// `INFO key value` with a key that has an effect and a readable value.
    Info(InfoLine),
    /// `INFO evaluation file`: the file of the evaluation network. An empty text means the network in the program.
    Evaluation(String),
    /// `ABOUT`
    About,
    /// `END`
    End,
    /// `YXSTOP` or `STOP`: answer now.
    Stop(Dialect),
    /// `YXSHOWINFO`
    ShowInfo,
    /// `YXSHOWFORBID`
    ShowForbid,
    /// `YXHASHCLEAR`
    HashClear,
    /// `YXNBEST n`: search for the best `n` moves, and answer the best one.
    NBest(usize),
    /// `YXSEARCHDEFEND`: report the moves that defend against the opponent's threat, and answer one of them.
    SearchDefend,
    /// `YXBALANCEONE bias`, `YXBALANCETWO bias`: stones after which the score is nearest to the bias.
    Balance(BalanceCount, i32),
    /// `YXSWAP2STEP1`, `2`, `3`
    Swap2Step(Swap2Step),
    /// `YXSOOSORVSTEP1`: place the first three stones by the rule of Soosyrv.
    SoosyrvOffer,
    /// `YXFORBID add x y s`, `YXFORBID del x y s`: a side may not choose a point, or may again.
    Forbid {
        /// The point is forbidden from now on; otherwise it is allowed again.
        is_forbidden: bool,
        /// The point.
        pair: Pair,
        /// The side.
        side: Side,
    },
    /// `YXSHOWHASHUSAGE`
    HashUsage,
    /// `YXHASHDUMP`, then the name of a file: write the transposition table.
    HashDump(String),
    /// `YXHASHLOAD`, then the name of a file: read a transposition table.
    HashLoad(String),
    /// `YXPRINTFEATURE`: describe the position.
    PrintFeatures,
    /// `RELOADCONFIG`: there is no file to load.
    ReloadConfig,
    /// `YXDRAW`, `YXRESIGN`
    Wish(PlayerWish),
    /// A request about a database, with the moves of its list.
    Database(DatabaseRequest, BoardBlock),
    /// `INFO book file`: the opening book. An empty text means none.
    Book(String),
    /// `INFO log file`: keep every later line in a file. An empty text: no longer. The thread that reads has obeyed when
    /// the session gets it, so that no line after it is missing.
    Log(String),
    /// A known command with invalid arguments. The text says what was expected.
    Malformed(&'static str),
    /// A line that is ignored without an answer.
    Ignored,
    /// An unknown word.
    Unknown(String),
}

impl Message for Command {
    /// The number of the points that it holds in a block, and what its text weighs.
    fn weight(&self) -> usize {
        let (points, text) = match self {
            Self::Block(_, block) => (block.entries.len(), ""),
            Self::Database(request, block) => (block.entries.len(), request.text()),
            Self::Evaluation(text)
            | Self::HashDump(text)
            | Self::HashLoad(text)
            | Self::Book(text)
            | Self::Log(text) => (0, text.as_str()),
            _ => (0, ""),
        };
        points + text.len() / WEIGHT_BYTES
    }

    fn ends(&self) -> bool {
        *self == Self::End
    }

    fn lasts(&self) -> bool {
        matches!(self, Self::Database(..) | Self::HashDump(_))
    }

    fn interrupts(&self) -> bool {
        match self {
            // Moves are excluded from the next search on.
            Self::Block(kind, _) => !matches!(kind, BlockKind::Exclude(_) | BlockKind::Readmit(_)),
            Self::Start(_)
            | Self::Restart
            | Self::Begin
            | Self::Turn(_)
            | Self::TakeBack(_)
            | Self::Play(_)
            | Self::End
            | Self::Stop(_)
            | Self::NBest(_)
            | Self::SearchDefend
            | Self::Balance(..)
            | Self::Swap2Step(_)
            | Self::SoosyrvOffer
            | Self::Wish(PlayerWish::Resign) => true,
            Self::Info(line) => line.key == InfoKey::TimeoutTurn && line.value == 0,
            Self::BrokenBlock(_)
            | Self::About
            | Self::ShowInfo
            | Self::ShowForbid
            | Self::HashClear
            | Self::ReadmitAll(_)
            | Self::Evaluation(_)
            | Self::Forbid { .. }
            | Self::HashUsage
            | Self::HashDump(_)
            | Self::HashLoad(_)
            | Self::PrintFeatures
            | Self::ReloadConfig
            | Self::Wish(PlayerWish::Draw)
            | Self::Database(..)
            | Self::Book(_)
            | Self::Log(_)
            | Self::Malformed(_)
            | Self::Ignored
            | Self::Unknown(_) => false,
        }
    }
}

impl Command {
    /// True if the command shows that the manager uses the dialect of Yixin-Board.
    pub(crate) fn is_yixin(&self) -> bool {
        match self {
            Self::Block(kind, _) | Self::BrokenBlock(kind) => {
                !matches!(kind, BlockKind::Board | BlockKind::Swap2Board)
            }
            Self::Info(line) => line.key == InfoKey::ShowDetail,
            Self::Stop(dialect) => *dialect == Dialect::Yixin,
            Self::ShowInfo
            | Self::ShowForbid
            | Self::HashClear
            | Self::ReadmitAll(_)
            | Self::NBest(_)
            | Self::SearchDefend
            | Self::Balance(..)
            | Self::Swap2Step(_)
            | Self::SoosyrvOffer
            | Self::Forbid { .. }
            | Self::HashUsage
            | Self::HashDump(_)
            | Self::HashLoad(_)
            | Self::PrintFeatures
            | Self::Wish(_)
            | Self::Database(..) => true,
            Self::Start(_)
            | Self::Restart
            | Self::Begin
            | Self::Turn(_)
            | Self::TakeBack(_)
            | Self::Play(_)
            | Self::About
            | Self::End
            | Self::Evaluation(_)
            | Self::Book(_)
            | Self::Log(_)
            | Self::ReloadConfig
            | Self::Malformed(_)
            | Self::Ignored
            | Self::Unknown(_) => false,
        }
    }
}
