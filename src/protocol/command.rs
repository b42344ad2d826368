//! What a manager can say, as data. Texts become commands in [`super::parse`].

use super::info::{InfoKey, InfoLine};

/// Two numbers as they were sent; nothing is checked but that they are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number before the comma: a point's column, or a board's width.
    pub first: i64,
    /// The number after the comma: a point's row, or a board's height.
    pub second: i64,
}

/// One entry of a block: a point and what lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEntry {
    /// Where.
    pub pair: Pair,
    /// The third number, if there is one: 1 own stone, 2 opponent's stone, 3 cell that nobody may use.
    pub field: Option<i64>,
}

/// The entries between a block command and `DONE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardBlock {
    /// The readable entries, in order.
    pub entries: Vec<BlockEntry>,
    /// The first entry that could not be read.
    pub fault: Option<String>,
}

/// The commands that are followed by a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`: set the position and move.
    Board,
    /// `YXBOARD`: set the position.
    YxBoard,
    /// `SWAP2BOARD`: decide about an opening.
    Swap2Board,
}

impl BlockKind {
    /// The word that opens the block.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
        }
    }
}

/// The three questions of swap2 in the Yixin-Board dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Three stones are wanted.
    Offer,
    /// Choose a side after three stones.
    AfterThree,
    /// Choose a side after five stones.
    AfterFive,
}

/// Whose language a word belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The Gomocup protocol.
    Gomocup,
    /// The extensions of Yixin-Board: all words that begin with `yx`.
    Yixin,
}

/// A request of a manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START` or `RECTSTART` with width and height; `None` when the arguments are not numbers.
    Start(Option<Pair>),
    /// `RESTART`
    Restart,
    /// `BEGIN`
    Begin,
    /// `TURN x,y`
    Turn(Pair),
    /// `BOARD`, `YXBOARD` or `SWAP2BOARD` with all lines up to `DONE`.
    Block(BlockKind, BoardBlock),
    /// A block that was cut off by another command.
    BrokenBlock(BlockKind),
    /// `TAKEBACK x,y`
    TakeBack(Pair),
    /// `PLAY x,y`
    Play(Pair),
    /// `INFO key value` with a key that has an effect and a readable value.
    Info(InfoLine),
    /// `INFO evaluation file`: the network of the evaluation; without a file, that of the program.
    Evaluation(String),
    /// `ABOUT`
    About,
    /// `END`
    End,
    /// `YXSTOP` or `STOP`: answer now.
    Stop(Family),
    /// `YXSHOWINFO`
    ShowInfo,
    /// `YXSHOWFORBID`
    ShowForbid,
    /// `YXHASHCLEAR`
    HashClear,
    /// `YXNBEST n`: search the best `n` moves and answer one.
    NBest(usize),
    /// `YXSEARCHDEFEND`: tell which moves hold against the opponent's threat, and answer one.
    SearchDefend,
    /// `YXSWAP2STEP1`, `2`, `3`
    Swap2Step(Swap2Step),
    /// A known word of Yixin-Board that is declined with a message.
    Declined(&'static str),
    /// A known command with arguments that make no sense; the text says what was expected.
    Malformed(&'static str),
    /// Something that is swallowed without an answer.
    Ignored(Family),
    /// A word that nobody knows.
    Unknown(String),
}

impl Command {
    /// Must a search that began before this command end at once?
    pub fn interrupts(&self) -> bool {
        match self {
            Self::Start(_)
            | Self::Restart
            | Self::Begin
            | Self::Turn(_)
            | Self::Block(..)
            | Self::TakeBack(_)
            | Self::Play(_)
            | Self::End
            | Self::Stop(_)
            | Self::NBest(_)
            | Self::SearchDefend
            | Self::Swap2Step(_) => true,
            Self::Info(line) => line.key == InfoKey::TimeoutTurn && line.value == 0,
            Self::BrokenBlock(_)
            | Self::About
            | Self::ShowInfo
            | Self::ShowForbid
            | Self::HashClear
            | Self::Evaluation(_)
            | Self::Declined(_)
            | Self::Malformed(_)
            | Self::Ignored(_)
            | Self::Unknown(_) => false,
        }
    }

    /// Does the command set something on the board or ask for a move, so that a refusal is noticed?
    pub fn is_request(&self) -> bool {
        self.interrupts() && !matches!(self, Self::End | Self::Stop(_) | Self::Info(_))
    }

    /// Does the command show that the manager speaks the dialect of Yixin-Board?
    pub fn is_yixin(&self) -> bool {
        match self {
            Self::Block(kind, _) | Self::BrokenBlock(kind) => *kind == BlockKind::YxBoard,
            Self::Info(line) => line.key == InfoKey::ShowDetail,
            Self::Stop(family) | Self::Ignored(family) => *family == Family::Yixin,
            Self::ShowInfo
            | Self::ShowForbid
            | Self::HashClear
            | Self::NBest(_)
            | Self::SearchDefend
            | Self::Swap2Step(_)
            | Self::Declined(_) => true,
            Self::Start(_)
            | Self::Restart
            | Self::Begin
            | Self::Turn(_)
            | Self::TakeBack(_)
            | Self::Play(_)
            | Self::About
            | Self::End
            | Self::Evaluation(_)
            | Self::Malformed(_)
            | Self::Unknown(_) => false,
        }
    }
}
