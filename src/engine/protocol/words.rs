//! The words of the protocol, and the arguments of each.

use kagetsu_gomoku::engine::BalanceCount;

use super::command::{
    BlockKind, Command, Dialect, Excluded, Pair, PlayerWish, SoosyrvStep, Swap2Step,
};
use super::database_request::{DatabaseFile, DatabaseRequest};

/// The word that ends the conversation.
pub(super) const END: &str = "END";

/// The first word of a line, with its arguments.
#[derive(Clone, Debug)]
pub(super) enum Word {
    Start,
    RectStart,
    Point(fn(Pair) -> Command, &'static str),
    /// Arguments are ignored, and so are list lines after it, as stray lines.
    Bare(fn() -> Command),
    BoardBlock(BlockKind),
    /// A block after a number, one if it cannot be read.
    CountedBlock(fn(usize) -> BlockKind),
    Info,
    NBest,
    Balance(BalanceCount),
    Forbid,
    /// The next line is the name of a file.
    Path(fn(String) -> Command),
    /// A request about a database; a list follows if the request has one.
    Database(DatabaseRequest),
    /// Words that say what is deleted, then a list.
    DatabaseDelete,
    /// Four numbers, then a list.
    DatabaseEdit,
    /// A point and a text up to the end of the line, then a list.
    DatabaseLabel,
    /// A text in quotes, which may span lines, then a list.
    DatabaseComment,
    /// The next line is the name of a file for a database.
    DatabaseFile(DatabaseFile),
}

/// The word with this spelling in upper case.
pub(super) fn known_word(upper: &str) -> Option<Word> {
    let mut blocks = BlockKind::PLAIN.into_iter();
    if let Some(kind) = blocks.find(|kind| kind.word() == upper) {
        return Some(Word::BoardBlock(kind));
    }
    Some(match upper {
        "START" => Word::Start,
        "RECTSTART" => Word::RectStart,
        "RESTART" => Word::Bare(|| Command::Restart),
        "BEGIN" => Word::Bare(|| Command::Begin),
        "TURN" => Word::Point(Command::Turn, "TURN x,y"),
        "TAKEBACK" => Word::Point(Command::TakeBack, "TAKEBACK x,y"),
        "PLAY" => Word::Point(Command::Play, "PLAY x,y"),
        "INFO" => Word::Info,
        "ABOUT" => Word::Bare(|| Command::About),
        END => Word::Bare(|| Command::End),
        "STOP" => Word::Bare(|| Command::Stop(Dialect::Gomocup)),
        "RELOADCONFIG" => Word::Bare(|| Command::ReloadConfig),
        yixin => return yixin.starts_with("YX").then(|| yixin_word(yixin)).flatten(),
    })
}

fn yixin_word(upper: &str) -> Option<Word> {
    Some(match upper {
        "YXBLOCKRESET" => Word::Bare(|| Command::ReadmitAll(Excluded::Points)),
        "YXBLOCKPATHRESET" => Word::Bare(|| Command::ReadmitAll(Excluded::Path)),
        "YXFORBID" => Word::Forbid,
        "YXSTOP" => Word::Bare(|| Command::Stop(Dialect::Yixin)),
        "YXSHOWINFO" => Word::Bare(|| Command::ShowInfo),
        "YXSHOWFORBID" => Word::Bare(|| Command::ShowForbid),
        "YXHASHCLEAR" => Word::Bare(|| Command::HashClear),
        "YXSHOWHASHUSAGE" => Word::Bare(|| Command::HashUsage),
        "YXHASHDUMP" => Word::Path(Command::HashDump),
        "YXHASHLOAD" => Word::Path(Command::HashLoad),
        "YXPRINTFEATURE" => Word::Bare(|| Command::PrintFeatures),
        "YXNBEST" => Word::NBest,
        "YXSEARCHDEFEND" => Word::Bare(|| Command::SearchDefend),
        "YXBALANCEONE" => Word::Balance(BalanceCount::One),
        "YXBALANCETWO" => Word::Balance(BalanceCount::Two),
        "YXDRAW" => Word::Bare(|| Command::Wish(PlayerWish::Draw)),
        "YXRESIGN" => Word::Bare(|| Command::Wish(PlayerWish::Resign)),
        "YXSWAP2STEP1" => Word::Bare(|| Command::Swap2Step(Swap2Step::Offer)),
        "YXSWAP2STEP2" => Word::Bare(|| Command::Swap2Step(Swap2Step::AfterThree)),
        "YXSWAP2STEP3" => Word::Bare(|| Command::Swap2Step(Swap2Step::AfterFive)),
        "YXSOOSORVSTEP1" => Word::Bare(|| Command::SoosyrvOffer),
        "YXSOOSORVSTEP4" => {
            Word::CountedBlock(|count| BlockKind::Soosyrv(SoosyrvStep::AfterFour(count)))
        }
        "YXSOOSORVSTEP5" => {
            Word::CountedBlock(|count| BlockKind::Soosyrv(SoosyrvStep::Fifths(count)))
        }
        word => return database_word(word),
    })
}

fn database_word(upper: &str) -> Option<Word> {
    let mut plain = DatabaseRequest::PLAIN.into_iter();
    if let Some(request) = plain.find(|request| request.word() == upper) {
        return Some(Word::Database(request));
    }
    let mut files = DatabaseFile::ALL.into_iter();
    if let Some(file) = files.find(|file| file.word() == upper) {
        return Some(Word::DatabaseFile(file));
    }
    Some(match upper {
        "YXDELETEDATABASEALL" => Word::DatabaseDelete,
        "YXEDITTVDDATABASE" => Word::DatabaseEdit,
        "YXEDITLABELDATABASE" => Word::DatabaseLabel,
        "YXEDITTEXTDATABASE" => Word::DatabaseComment,
        _ => return None,
    })
}
