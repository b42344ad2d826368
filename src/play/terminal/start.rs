//! What both front ends of a terminal begin with: the table, who moves at it, the texts, and what is played by whom.

use std::sync::Arc;

use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::{Clock, WallClock};

use crate::game::{Colour, Seat};
use crate::player::OutsidePrograms;
use crate::registry::Opponents;
use crate::session::{Level, Occupant, Session};
use crate::table::Table;
use crate::text::{Catalogue, CatalogueError, Language, Message};

use super::error::PlayError;
use super::options::Options;
use super::words::are_two_people;

/// A table with the game of the options, and the engines that play at it. The programs, if any, take the places of Kagetsu in
/// their order.
///
/// # Errors
/// [`PlayError`] if no game can be played with these options.
pub(super) fn start(
    options: &Options,
    programs: Option<Arc<dyn OutsidePrograms>>,
) -> Result<(Table, Opponents), PlayError> {
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let names = programs.as_ref().map(|known| known.names());
    let names = names.unwrap_or_default();
    let networks = programs.as_ref().map(|known| known.networks());
    let new = options.new_game(&names)?;
    let session = Session::new(new.setup(), new.seats(), new.time, clock.clone())?;
    let mut table = Table::of(session, names);
    table.offer_networks(networks.unwrap_or_default());
    let seed = options.seed.unwrap_or_else(drawn_seed);
    Ok((table, Opponents::new(seed, clock, programs)))
}

/// The texts, with the words of the game at the table.
///
/// # Errors
/// [`CatalogueError`]; the files of the program have none.
pub(super) fn texts_of(table: &Table, language: Language) -> Result<Catalogue, CatalogueError> {
    let words = table.session().game().kind().words();
    Ok(Catalogue::of(language)?.reworded(words))
}

/// Who sits on a seat, in words.
fn name_of(session: &Session, seat: Seat, texts: &Catalogue) -> String {
    match session.occupant(seat) {
        Occupant::Person => texts.word("person"),
        Occupant::Program(name) | Occupant::Guest(name) => name.clone(),
        Occupant::Kagetsu(level) => {
            let number = session.level(seat).unwrap_or_default();
            let name = texts.word(&format!("level-name-{number}"));
            let level = match level {
                Level::Auto => format!("{} {number}", texts.word("level-auto")),
                Level::Fixed(_) => number.to_string(),
            };
            format!("Kagetsu {level}, {name}")
        }
    }
}

/// The colour of a seat and who sits there, in words.
pub(super) fn seat_line(session: &Session, seat: Seat, texts: &Catalogue) -> String {
    let colour = session.game().colour(seat);
    let line = Message::new("said-line").with_word("colour", colour.name());
    texts.say(&line.with("text", &name_of(session, seat, texts)))
}

/// The seats, that of the first colour first.
pub(super) fn seats_by_colour(session: &Session) -> [Seat; 2] {
    let mut seats = Seat::BOTH;
    seats.sort_by_key(|&seat| session.game().colour(seat) == Colour::White);
    seats
}

/// What is played and by whom, in words: the game or its rule, the board, and the two sides.
pub(super) fn table_line(session: &Session, texts: &Catalogue) -> String {
    let game = match session.setup().gomoku() {
        Some(setup) => {
            let rule = texts.word(&format!("short-{}", setup.rule));
            format!("{rule} {}×{}", setup.width, setup.height)
        }
        None => texts.word(&format!("short-{}", session.game().kind())),
    };
    let mut parts = vec![game];
    if are_two_people(session) {
        parts.push(texts.word("begins-two"));
    } else {
        let sides = seats_by_colour(session);
        parts.extend(sides.map(|seat| seat_line(session, seat, texts)));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use crate::terminal::tests::{both, play};

    #[test]
    fn a_game_that_begins_is_told_with_its_board_and_its_sides() {
        let script = "new renju 13 white level 3\nnew reversi black level auto\nnew both\nquit\n";
        let text = play(&both(), script);
        for begun in [
            "Freestyle 15×15 · Two people here",
            "Renju 13×13 · Black: Kagetsu 3, learner · White: You",
            "Reversi · Black: You · White: Kagetsu Automatic ",
            "Reversi · Two people here",
        ] {
            let told = format!("A new game has begun.\n{begun}");
            assert!(text.contains(&told), "{begun} is missing in {text}");
        }
        let silent = play(&both(), "silent on\nnew renju 13\nquit\n");
        assert!(!silent.contains("Renju"), "{silent}");
    }
}
