//! The words of the protocol, and the arguments of each.

use kagetsu_gomoku::engine::BalanceCount;

use super::command::{BlockKind, Command, Excluded, Family, Pair, Swap2Step};

/// The word that ends the conversation.
pub(super) const END: &str = "END";

/// The first word of a line, with its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    Start,
    RectStart,
    Point(fn(Pair) -> Command, &'static str),
    Bare(fn() -> Command),
    BoardBlock(BlockKind),
    Info,
    NBest,
    Balance(BalanceCount),
    Declined(&'static str),
    /// The line is ignored. List lines after it are ignored as stray lines.
    Ignored(Family),
    /// The line and the next line are ignored.
    Path,
    /// The line is ignored, with a text in quotes that may span lines.
    Quoted,
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
        "STOP" => Word::Bare(|| Command::Stop(Family::Gomocup)),
        "RELOADCONFIG" => Word::Ignored(Family::Gomocup),
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
        "YXSTOP" => Word::Bare(|| Command::Stop(Family::Yixin)),
        "YXSHOWINFO" => Word::Bare(|| Command::ShowInfo),
        "YXSHOWFORBID" => Word::Bare(|| Command::ShowForbid),
        "YXHASHCLEAR" => Word::Bare(|| Command::HashClear),
        "YXNBEST" => Word::NBest,
        "YXSEARCHDEFEND" => Word::Bare(|| Command::SearchDefend),
        "YXBALANCEONE" => Word::Balance(BalanceCount::One),
        "YXBALANCETWO" => Word::Balance(BalanceCount::Two),
        "YXDRAW" => Word::Declined("YXDRAW"),
        "YXRESIGN" => Word::Declined("YXRESIGN"),
        "YXSWAP2STEP1" => Word::Bare(|| Command::Swap2Step(Swap2Step::Offer)),
        "YXSWAP2STEP2" => Word::Bare(|| Command::Swap2Step(Swap2Step::AfterThree)),
        "YXSWAP2STEP3" => Word::Bare(|| Command::Swap2Step(Swap2Step::AfterFive)),
        "YXHASHDUMP" | "YXHASHLOAD" | "YXSETDATABASE" | "YXDBTOPOS" | "YXDBTOTXT"
        | "YXDBTOTXTALL" | "YXTXTTODB" | "YXLIBTODB" | "YXDBMERGE" | "YXDBSPLIT" => Word::Path,
        "YXEDITTEXTDATABASE" => Word::Quoted,
        "YXFORBID"
        | "YXSHOWHASHUSAGE"
        | "YXQUERYDATABASEALL"
        | "YXQUERYDATABASEALLT"
        | "YXQUERYDATABASETEXT"
        | "YXQUERYDATABASEONE"
        | "YXEDITTVDDATABASE"
        | "YXEDITLABELDATABASE"
        | "YXDELETEDATABASEONE"
        | "YXDELETEDATABASEALL"
        | "YXSETBESTMOVEDATABASE"
        | "YXCLEARBESTMOVEDATABASE"
        | "YXSAVEDATABASE"
        | "YXDBCHECK"
        | "YXDBFIX"
        | "YXPRINTFEATURE" => Word::Ignored(Family::Yixin),
        _ => return None,
    })
}
