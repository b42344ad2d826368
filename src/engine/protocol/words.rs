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
    Some(match upper {
        "START" => Word::Start,
        "RECTSTART" => Word::RectStart,
        "RESTART" => Word::Bare(|| Command::Restart),
        "BEGIN" => Word::Bare(|| Command::Begin),
        "TURN" => Word::Point(Command::Turn, "TURN x,y"),
        "TAKEBACK" => Word::Point(Command::TakeBack, "TAKEBACK x,y"),
        "PLAY" => Word::Point(Command::Play, "PLAY x,y"),
        "BOARD" => Word::BoardBlock(BlockKind::Board),
        "SWAP2BOARD" => Word::BoardBlock(BlockKind::Swap2Board),
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
        "YXBOARD" => Word::BoardBlock(BlockKind::YxBoard),
        "YXBLOCK" => Word::BoardBlock(BlockKind::Exclude(Excluded::Points)),
        "YXBLOCKUNDO" => Word::BoardBlock(BlockKind::Readmit(Excluded::Points)),
        "YXBLOCKRESET" => Word::Bare(|| Command::ReadmitAll(Excluded::Points)),
        "YXBLOCKPATH" => Word::BoardBlock(BlockKind::Exclude(Excluded::Path)),
        "YXBLOCKPATHUNDO" => Word::BoardBlock(BlockKind::Readmit(Excluded::Path)),
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
        "YXSOOSORVSTEP2" => soosyrv(SoosyrvStep::AfterThree),
        "YXSOOSORVSTEP3" => soosyrv(SoosyrvStep::Fourth),
        "YXSOOSORVSTEP4" => {
            Word::CountedBlock(|count| BlockKind::Soosyrv(SoosyrvStep::AfterFour(count)))
        }
        "YXSOOSORVSTEP5" => {
            Word::CountedBlock(|count| BlockKind::Soosyrv(SoosyrvStep::Fifths(count)))
        }
        "YXSOOSORVSTEP6" => soosyrv(SoosyrvStep::ChooseFifth),
        word => return database_word(word),
    })
}

const fn soosyrv(step: SoosyrvStep) -> Word {
    Word::BoardBlock(BlockKind::Soosyrv(step))
}

fn database_word(upper: &str) -> Option<Word> {
    let file = |what| Some(Word::DatabaseFile(what));
    let listed = |request| Some(Word::Database(request));
    match upper {
        "YXQUERYDATABASEALL" => listed(DatabaseRequest::Marks),
        "YXQUERYDATABASEALLT" => listed(DatabaseRequest::MarksAndText),
        "YXQUERYDATABASETEXT" => listed(DatabaseRequest::Text),
        "YXQUERYDATABASEONE" => listed(DatabaseRequest::One),
        "YXSETBESTMOVEDATABASE" => listed(DatabaseRequest::SetBest),
        "YXCLEARBESTMOVEDATABASE" => listed(DatabaseRequest::ClearBest),
        "YXDELETEDATABASEONE" => listed(DatabaseRequest::DeleteOne),
        "YXDELETEDATABASEALL" => Some(Word::DatabaseDelete),
        "YXEDITTVDDATABASE" => Some(Word::DatabaseEdit),
        "YXEDITLABELDATABASE" => Some(Word::DatabaseLabel),
        "YXEDITTEXTDATABASE" => Some(Word::DatabaseComment),
        "YXSAVEDATABASE" => listed(DatabaseRequest::Save),
        "YXDBCHECK" => listed(DatabaseRequest::Check),
        "YXDBFIX" => listed(DatabaseRequest::Fix),
        "YXSETDATABASE" => file(DatabaseFile::Open),
        "YXDBTOPOS" => file(DatabaseFile::ToPositions),
        "YXDBTOTXT" => file(DatabaseFile::ToText),
        "YXDBTOTXTALL" => file(DatabaseFile::ToTextAll),
        "YXTXTTODB" => file(DatabaseFile::FromText),
        "YXLIBTODB" => file(DatabaseFile::FromLibrary),
        "YXDBTOLIB" => file(DatabaseFile::ToLibrary),
        "YXDBMERGE" => file(DatabaseFile::Merge),
        "YXDBSPLIT" => file(DatabaseFile::Split),
        _ => None,
    }
}
