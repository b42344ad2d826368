//! The words of the protocol, and the arguments of each.

use kagetsu_gomoku::engine::BalanceCount;

use super::command::{
    BlockKind, Command, DatabaseRequest, Dialect, Excluded, Pair, PlayerWish, SoosyrvStep,
    Swap2Step,
};

/// The word that ends the conversation.
pub(super) const END: &str = "END";

/// The first word of a line, with its arguments.
#[derive(Clone, Copy, Debug)]
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
    /// A text in quotes follows, which may span lines.
    Quoted(fn() -> Command),
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

/// A database word that is answered with a message, and how the line goes on.
macro_rules! database {
    (bare $word:literal) => {
        Word::Bare(|| Command::Database(DatabaseRequest::Other($word)))
    };
    (path $word:literal) => {
        Word::Path(|_| Command::Database(DatabaseRequest::Other($word)))
    };
    (quoted $word:literal) => {
        Word::Quoted(|| Command::Database(DatabaseRequest::Other($word)))
    };
}

fn database_word(upper: &str) -> Option<Word> {
    Some(match upper {
        "YXQUERYDATABASEALL" => Word::Bare(|| Command::Database(DatabaseRequest::Marks)),
        "YXQUERYDATABASEALLT" => Word::Bare(|| Command::Database(DatabaseRequest::MarksAndText)),
        "YXQUERYDATABASETEXT" => Word::Bare(|| Command::Database(DatabaseRequest::Text)),
        "YXQUERYDATABASEONE" => database!(bare "YXQUERYDATABASEONE"),
        "YXSETDATABASE" => database!(path "YXSETDATABASE"),
        "YXSAVEDATABASE" => database!(bare "YXSAVEDATABASE"),
        "YXEDITTVDDATABASE" => database!(bare "YXEDITTVDDATABASE"),
        "YXEDITLABELDATABASE" => database!(bare "YXEDITLABELDATABASE"),
        "YXEDITTEXTDATABASE" => database!(quoted "YXEDITTEXTDATABASE"),
        "YXDELETEDATABASEONE" => database!(bare "YXDELETEDATABASEONE"),
        "YXDELETEDATABASEALL" => database!(bare "YXDELETEDATABASEALL"),
        "YXSETBESTMOVEDATABASE" => database!(bare "YXSETBESTMOVEDATABASE"),
        "YXCLEARBESTMOVEDATABASE" => database!(bare "YXCLEARBESTMOVEDATABASE"),
        "YXDBCHECK" => database!(bare "YXDBCHECK"),
        "YXDBFIX" => database!(bare "YXDBFIX"),
        "YXDBTOPOS" => database!(path "YXDBTOPOS"),
        "YXDBTOTXT" => database!(path "YXDBTOTXT"),
        "YXDBTOTXTALL" => database!(path "YXDBTOTXTALL"),
        "YXTXTTODB" => database!(path "YXTXTTODB"),
        "YXLIBTODB" => database!(path "YXLIBTODB"),
        "YXDBMERGE" => database!(path "YXDBMERGE"),
        "YXDBSPLIT" => database!(path "YXDBSPLIT"),
        _ => return None,
    })
}
