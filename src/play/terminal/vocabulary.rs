//! All words that can be typed, with what they mean: the list from which lines are read and `help` is written.

use crate::game::Grid;
use crate::opening::Procedure;
use crate::session::{AnySetup, Level, Session};
use crate::table::{Successor, Table};
use crate::text::Catalogue;

/// Where a word means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Everywhere.
    All,
    /// In games with passes.
    Passes,
    /// In games with an opening procedure.
    Openings,
    /// While a program has no answer.
    Trouble,
    /// On the full screen, on boards where moves have a place.
    Numbers,
    /// By lines.
    Lines,
}

/// Kagetsu takes the seat of a program at this level.
const SUCCESSOR: Successor = Successor::Kagetsu(Level::Fixed(Level::HIGHEST));

/// What a typed line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed<'l> {
    /// The words.
    Help,
    /// The board once more, or with `on` or `off` behind it whether it follows every step.
    Board(Option<bool>),
    /// Is only what is asked for told?
    Silent(bool),
    /// All stones by their names.
    Stones,
    /// The last move.
    Last,
    /// How the game is played.
    Rules,
    /// A good step.
    Hint,
    /// A draw, offered or agreed to.
    Draw,
    /// The last turn back.
    Undo,
    /// What was taken back.
    Redo,
    /// To give up.
    Resign,
    /// Another game with the sides exchanged.
    Rematch,
    /// Another game; what follows says which.
    New(&'l str),
    /// The players change sides, or in an opening the colours.
    Swap,
    /// Numbers on the stones.
    Numbers,
    /// Somebody moves for a program.
    TakeOver(Successor),
    /// The game into a file.
    Save {
        /// Its name as it was typed; empty if there was none.
        path: &'l str,
        /// May it be there already?
        replaces: bool,
    },
    /// A game from a file of this name, as it was typed; empty if there was none.
    Load(&'l str),
    /// To leave.
    Quit,
    /// A step of the game, or nothing that is known.
    Step(&'l str),
}

/// A word that can be typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The word.
    pub(super) name: &'static str,
    /// A shorter form.
    pub(super) short: Option<&'static str>,
    /// What it asks for where it stands alone and is no step of the game.
    typed: Option<Typed<'static>>,
    /// Does something else follow it?
    has_rest: bool,
    scope: Scope,
}

const fn word(
    name: &'static str,
    short: &'static str,
    typed: Typed<'static>,
    scope: Scope,
) -> Word {
    Word {
        typed: Some(typed),
        ..step(name, short, scope)
    }
}

/// A word for a step of the game.
const fn step(name: &'static str, short: &'static str, scope: Scope) -> Word {
    let short = if short.is_empty() { None } else { Some(short) };
    Word {
        name,
        short,
        typed: None,
        has_rest: false,
        scope,
    }
}

/// A word with something else behind it, with which it is read.
const fn with_rest(name: &'static str, scope: Scope) -> Word {
    Word {
        has_rest: true,
        ..step(name, "", scope)
    }
}

/// The word that is written so in small letters.
fn find_word(word: &str) -> Option<&'static Word> {
    let is_it = |known: &&Word| known.name == word || known.short == Some(word);
    WORDS.iter().find(is_it)
}

/// Is it a word of games, in small letters?
pub(super) fn is_word(word: &str) -> bool {
    find_word(word).is_some()
}

/// What a word in small letters asks for alone, if it is none of those for steps.
pub(super) fn of_word(word: &str) -> Option<Typed<'static>> {
    if word == "exit" {
        return Some(Typed::Quit);
    }
    find_word(word)?.typed
}

/// The words, in the order in which `help` tells them. `do-` and the word is the key of what it does.
pub(super) const WORDS: [Word; 26] = [
    word("undo", "u", Typed::Undo, Scope::All),
    word("redo", "r", Typed::Redo, Scope::All),
    word("hint", "h", Typed::Hint, Scope::All),
    step("pass", "p", Scope::Passes),
    step("keep", "", Scope::Openings),
    step("two", "", Scope::Openings),
    step("ten", "", Scope::Openings),
    word("swap", "", Typed::Swap, Scope::All),
    word("draw", "", Typed::Draw, Scope::All),
    word("resign", "x", Typed::Resign, Scope::All),
    word("rematch", "m", Typed::Rematch, Scope::All),
    with_rest("new", Scope::All),
    word(
        "again",
        "a",
        Typed::TakeOver(Successor::Again),
        Scope::Trouble,
    ),
    word("kagetsu", "k", Typed::TakeOver(SUCCESSOR), Scope::Trouble),
    word(
        "person",
        "y",
        Typed::TakeOver(Successor::Person),
        Scope::Trouble,
    ),
    word("numbers", "n", Typed::Numbers, Scope::Numbers),
    with_rest("board", Scope::Lines),
    with_rest("silent", Scope::Lines),
    word("stones", "", Typed::Stones, Scope::All),
    word("last", "", Typed::Last, Scope::All),
    word("rules", "", Typed::Rules, Scope::All),
    with_rest("save", Scope::All),
    with_rest("replace", Scope::All),
    with_rest("load", Scope::All),
    word("help", "?", Typed::Help, Scope::All),
    word("quit", "q", Typed::Quit, Scope::All),
];

/// Words that may be typed in Chinese, each with the word that it stands for, those of puzzles last: whoever writes by an input
/// method need not leave it for them. `help` lists them in Chinese.
const CHINESE: [(&str, &str); 20] = [
    ("悔棋", "undo"),
    ("恢复", "redo"),
    ("提示", "hint"),
    ("停一手", "pass"),
    ("交换", "swap"),
    ("和棋", "draw"),
    ("认输", "resign"),
    ("再来一局", "rematch"),
    ("新对局", "new"),
    ("棋盘", "board"),
    ("棋子", "stones"),
    ("最后一步", "last"),
    ("规则", "rules"),
    ("保存", "save"),
    ("覆盖", "replace"),
    ("打开", "load"),
    ("帮助", "help"),
    ("退出", "quit"),
    ("解答", "solution"),
    ("下一题", "next"),
];

/// The word that a Chinese one stands for.
pub(super) fn of_chinese(word: &str) -> Option<&'static str> {
    let known = CHINESE.iter().find(|(chinese, _)| *chinese == word);
    known.map(|(_, word)| *word)
}

/// The two ways to play in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrontEnd {
    /// By lines.
    Lines,
    /// On the full screen.
    #[cfg(feature = "screen")]
    Screen,
}

impl Word {
    fn means_something(self, table: &Table, front_end: FrontEnd) -> bool {
        let session = table.session();
        match self.scope {
            Scope::All => true,
            Scope::Passes => session.game().kind().has_passes(),
            Scope::Openings => {
                matches!(session.setup(), AnySetup::Gomoku(setup) if setup.opening != Procedure::Free)
            }
            Scope::Trouble => table.trouble().is_some(),
            Scope::Numbers => front_end != FrontEnd::Lines && has_numbers(session),
            Scope::Lines => front_end == FrontEnd::Lines,
        }
    }

    /// As `help` tells it.
    fn told(self) -> String {
        match self.short {
            Some(short) => format!("{}, {short}", self.name),
            None if self.has_rest => format!("{} …", self.name),
            None => self.name.to_string(),
        }
    }
}

/// Do the numbers of the moves mean anything on the board? Where pieces move on, they do not.
pub(super) fn has_numbers(session: &Session) -> bool {
    !matches!(session.game().picture().grid, Grid::Net { .. })
}

/// What can be typed now, one thing a line, and last what may follow `new`.
pub(super) fn help(texts: &Catalogue, table: &Table, front_end: FrontEnd) -> Vec<String> {
    let known = WORDS
        .into_iter()
        .filter(|word| word.means_something(table, front_end));
    let told = known.map(|word| {
        let meaning = texts.word(&format!("do-{}", word.name));
        format!("{:<10}  {meaning}", word.told())
    });
    let first = [texts.word("type-move")].into_iter();
    let last = [texts.word("terminal-new-words")];
    first.chain(told).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::registry::Opponents;
    use crate::table::Begins;
    use crate::terminal::Options;
    use crate::text::Language;

    #[test]
    fn every_chinese_word_stands_for_one_that_is_read_and_is_told() {
        let texts = Catalogue::of(Language::Zh).expect("the texts are sound");
        let told = ["do-help", "terminal-puzzle-help"].map(|key| texts.word(key));
        for (chinese, word) in CHINESE {
            assert!(is_word(word) || ["solution", "next"].contains(&word));
            assert!(told.concat().contains(chinese), "{chinese}");
        }
    }

    #[test]
    fn the_words_for_a_program_without_an_answer_are_told_while_it_has_none() {
        let options = Options {
            begins: Begins::Kagetsu,
            ..Options::default()
        };
        let names = vec!["other".to_string()];
        let new = options.new_game(&names).expect("a game");
        let clock = Arc::new(FakeClock::new());
        let session = Session::new(new.setup(), new.seats(), new.time, clock.clone());
        let mut table = Table::of(session.expect("a game"), names);
        let texts = Catalogue::of(Language::En).expect("the texts are sound");
        let is_told = |table: &Table, word: &str| {
            let told = help(&texts, table, FrontEnd::Lines);
            told.iter().any(|line| line.starts_with(word))
        };
        assert!(!is_told(&table, "again, a"));
        // There is no such program.
        let mut opponents = Opponents::new(1, clock, None);
        let task = table.task(&[]).expect("the program is to move");
        let found = task.run(&mut opponents, &mut |_| {});
        table.take(found.expect("it has failed"));
        assert!(is_told(&table, "again, a"));
        assert!(is_told(&table, "kagetsu, k"));
    }
}
