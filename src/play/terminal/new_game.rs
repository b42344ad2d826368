//! Another game, as the words after `new` ask for it. What they do not name stays as it is in the game before.

use crate::game::{Kind, Seat};
use crate::gomoku::stones::SIDES;
use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;
use crate::session::{AnySetup, Level, Occupant};
use crate::table::{Begins, NewGame, Table};
use crate::text::Message;

use super::options::Options;

/// The word before a level.
const LEVEL: &str = "level";

/// The choices of the game at the table.
fn present(table: &Table) -> NewGame {
    let session = table.session();
    let usual = Options::default();
    let (rule, size, opening) = match session.setup() {
        AnySetup::Gomoku(setup) => (setup.rule, setup.width, setup.opening),
        AnySetup::Plain { .. } => (usual.rule, Setup::usual_side(), usual.opening),
    };
    let seats = session.seats();
    let level = seats.iter().find_map(|occupant| match occupant {
        Occupant::Kagetsu(level) => Some(*level),
        _ => None,
    });
    let mut programs = seats.iter().filter_map(|occupant| match occupant {
        Occupant::Program(name) => Some(name.clone()),
        _ => None,
    });
    let begins = match Seat::BOTH.map(|seat| session.is_person(seat)) {
        [true, true] => Begins::Two,
        [true, false] => Begins::Person,
        [false, true] => Begins::Kagetsu,
        [false, false] => Begins::Watch,
    };
    NewGame {
        game: session.game().kind(),
        rule,
        size,
        opening,
        begins,
        level: level.unwrap_or(usual.level),
        program: programs.next(),
        rival: programs.next(),
        time: session.time_rules(),
    }
}

/// The words that have been read, each by what it chooses.
#[derive(Debug, Default)]
struct Said<'w> {
    game: Option<&'w str>,
    rule: Option<&'w str>,
    opening: Option<&'w str>,
    size: Option<&'w str>,
    begins: Option<&'w str>,
    level: Option<&'w str>,
}

/// Notes a word that chooses what no word before it may have chosen.
///
/// # Errors
/// That there was one.
fn once<'w>(known: &mut Option<&'w str>, word: &'w str) -> Result<(), Message> {
    match known.replace(word) {
        None => Ok(()),
        Some(first) => Err(Message::new("terminal-new-twice")
            .with_quoted("first", first)
            .with_quoted("text", word)),
    }
}

/// The game that the words ask for: a game or a rule, an opening procedure, the side of the board as `9` or `9x9`, the
/// person's side, and `level` with a level, which is against Kagetsu. Without words it is the same game once more.
///
/// # Errors
/// What is to be said of a word that means nothing, or nothing in the game.
pub(super) fn read_new(words: &str, table: &Table) -> Result<NewGame, Message> {
    let mut new = present(table);
    let lower = words.to_ascii_lowercase();
    let mut said = Said::default();
    let mut named = None;
    let mut words = lower.split_whitespace();
    while let Some(word) = words.next() {
        if word == LEVEL {
            let level = words.next().unwrap_or_default();
            let wrong = |_| unknown(format!("{word} {level}").trim_end());
            new.level = level.parse::<Level>().map_err(wrong)?;
            once(&mut said.level, level)?;
        } else if word.starts_with(|first: char| first.is_ascii_digit()) {
            // Before the rules: they have numbers, too, in the protocol.
            once(&mut said.size, word)?;
        } else if let Ok(game) = word.parse::<Kind>() {
            named = Some(game);
            once(&mut said.game, word)?;
        } else if let Ok(rule) = word.parse::<Rule>() {
            (new.game, new.rule) = (Kind::Gomoku, rule);
            once(&mut said.rule, word)?;
        } else if let Ok(opening) = word.parse::<Procedure>() {
            (new.game, new.opening) = (Kind::Gomoku, opening);
            once(&mut said.opening, word)?;
        } else if let Ok(begins) = word.parse::<Begins>() {
            new.begins = begins;
            once(&mut said.begins, word)?;
        } else {
            return Err(unknown(word));
        }
    }
    new.game = named.unwrap_or(new.game);
    let of_gomoku = said.size.or(said.rule).or(said.opening);
    if let Some(word) = of_gomoku.filter(|_| !new.game.has_setup()) {
        return Err(Message::new("terminal-new-own-board")
            .with_quoted("text", word)
            .with_word("game", &format!("short-{}", new.game)));
    }
    if let Some(word) = said.size {
        new.size = read_size(word)?;
    } else if let Some(setup) = table.session().setup().gomoku()
        && setup.width != setup.height
        && new.game.has_setup()
    {
        let given = format!("{}x{}", setup.width, setup.height);
        return Err(Message::new("refused-not-square").with_quoted("given", &given));
    }
    // A level is Kagetsu's, who plays also where programs cannot.
    if said.level.is_some() || !new.game.allows_programs() {
        (new.program, new.rival) = (None, None);
    }
    Ok(new)
}

fn unknown(word: &str) -> Message {
    Message::new("terminal-new-unknown").with_quoted("text", word)
}

/// The side of a board: `9` or `9x9`.
fn read_size(word: &str) -> Result<u8, Message> {
    let (width, height) = word.split_once(['x', '×']).unwrap_or((word, word));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(width) || !is_number(height) {
        return Err(unknown(word));
    }
    if width != height {
        return Err(Message::new("refused-not-square").with_quoted("given", word));
    }
    let size = width.parse().ok().filter(|size| SIDES.contains(size));
    size.ok_or_else(|| {
        let refused = Message::new("refused-size").with_quoted("given", width);
        refused
            .with("least", SIDES.start())
            .with("most", SIDES.end())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::session::Session;
    use crate::text::{Catalogue, Language};

    #[test]
    fn every_word_is_told_in_every_language() {
        let mut words = Vec::from(["black", "white", "both", "none", "auto"].map(str::to_string));
        words.extend(Kind::ALL.map(|game| game.to_string()));
        words.extend(Rule::ALL.map(|rule| rule.to_string()));
        words.extend(Procedure::ALL.map(|opening| opening.to_string()));
        let sizes = [*SIDES.start(), *SIDES.end()];
        let levels = [Level::LOWEST, Level::HIGHEST];
        words.extend([sizes, levels].concat().iter().map(u8::to_string));
        for language in Language::ALL {
            let texts = Catalogue::of(language).expect("the texts are sound");
            let told = texts.word("terminal-new-words");
            let is_between = |sign: char| !sign.is_ascii_alphanumeric() && sign != '-';
            let told: Vec<&str> = told.split(is_between).collect();
            for word in &words {
                assert!(told.contains(&word.as_str()), "{language}: {word}");
            }
        }
    }

    #[test]
    fn what_a_program_cannot_play_and_what_names_a_level_is_against_kagetsu() {
        let names = vec!["other".to_string()];
        let new = Options::default().new_game(&names).expect("a game");
        let time = Arc::new(FakeClock::new());
        let session = Session::new(new.setup(), new.seats(), new.time, time).expect("a game");
        let mut table = Table::of(session, names);
        let program = |words, table: &Table| read_new(words, table).map(|new| new.program);
        let other = || Ok(Some("other".to_string()));
        assert_eq!(program("", &table), other());
        assert_eq!(program("renju 13 white", &table), other());
        for words in ["reversi", "connect6 level 3", "level 5"] {
            assert_eq!(program(words, &table), Ok(None), "{words}");
        }
        // There is no word for a rectangle that was opened.
        table.open("renju 15x12 h8").expect("a game");
        assert!(program("", &table).is_err());
        assert_eq!(program("9", &table), other());
    }
}
