//! What the page shows, as JSON.

use serde::Serialize;

use crate::game::{Ask, Colour, Kind, Outcome, Picture, Seat, Spot, Spots, Turn};
use crate::gomoku::Gomoku;
use crate::registry::write_position;
use crate::session::{ClockReading, Occupant, Ticket};
use crate::study::{Place, StudyView};
use crate::text::Message;

use super::comparison::Comparison;
use super::keys::GUESTS;
use super::lesson::LessonView;
use super::line::{LineView, Proof};
use super::prover::Proved;
use super::table::{Table, Trouble};

/// Empty points where a colour would make something that must be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Threats {
    /// A winning row at once.
    pub five: Vec<Spot>,
    /// An open four or two fours.
    pub open_four: Vec<Spot>,
    /// Another four.
    pub four: Vec<Spot>,
    /// An open three.
    pub three: Vec<Spot>,
}

impl Threats {
    fn of(game: &Gomoku, colour: Colour) -> Self {
        let stones = game.stones();
        Self {
            five: stones.fives(colour),
            open_four: stones.open_fours(colour),
            four: stones.fours(colour),
            three: stones.open_threes(colour),
        }
    }
}

/// One state of the table.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own to the page"
)]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The state.
    pub ticket: Ticket,
    /// Games that were begun here.
    pub games: u64,
    /// How often the table was changed.
    pub revision: u64,
    /// Which game it is.
    pub game: Kind,
    /// The rule of gomoku by its name; the name of another game.
    pub rule: String,
    /// The opening procedure by its name.
    pub opening: Option<&'static str>,
    /// Chinese and Latin name of the opening as it was played.
    pub opening_name: Option<[&'static str; 2]>,
    /// The board.
    pub picture: Picture,
    /// What is asked of the seat to act.
    pub ask: Ask,
    /// How a move is clicked now.
    pub turn: Turn,
    /// The clicks of a move that was suggested.
    pub hint: Option<Spots>,
    /// The seat to act.
    pub to_act: Option<Seat>,
    /// The colour of the next stone.
    pub to_move: Colour,
    /// Who sits where.
    pub seats: [Occupant; 2],
    /// The level that Kagetsu plays on each seat.
    pub levels: [Option<u8>; 2],
    /// The colours of the seats.
    pub colours: [Colour; 2],
    /// The numbers of the invited players on the seats.
    pub guests: [Option<usize>; 2],
    /// Does a person elsewhere play, so that nobody gets help?
    pub without_help: bool,
    /// The position as one line of text.
    pub text: String,
    /// Points of Black and White that must be answered; absent where nobody gets help.
    pub threats: Option<[Threats; 2]>,
    /// A win that was proved.
    pub proved: Option<Proof>,
    /// Mistakes.
    pub lesson: LessonView,
    /// Does Kagetsu or a program think about its move?
    pub thinking: bool,
    /// A program that has no answer.
    pub trouble: Option<Trouble>,
    /// Does the analysis run?
    pub analysing: bool,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Is what Kagetsu thinks of the position kept from whoever plays against it?
    pub quiet: bool,
    /// Do the clocks stand?
    pub standing: bool,
    /// The clocks.
    pub clocks: ClockReading,
    /// Is there anything to take back or to bring back?
    pub can: [bool; 2],
    /// The seat that offers a draw.
    pub draw_offer: Option<Seat>,
    /// The seat that asks to take its last step back.
    pub takeback: Option<Seat>,
    /// What happened, oldest first.
    pub log: Vec<Message>,
    /// Black's win rate after so many moves.
    pub curve: Vec<(usize, f64)>,
    /// What was tried and written beside the game.
    pub study: StudyView,
    /// The position that the analysis looks at; nothing for that of the game.
    pub focus: Option<Place>,
    /// Is a win looked for?
    pub proving: bool,
    /// The last answer to that.
    pub proof: Option<Proved>,
    /// What two engines think of the same position.
    pub comparison: Option<Comparison>,
    /// The best lines of this state, as far as they were found.
    pub lines: Vec<LineView>,
}

impl View {
    /// The state of a table now.
    pub fn of(table: &Table) -> Self {
        let session = table.session();
        let game = session.game();
        let setup = session.setup().gomoku();
        let stones = game.downcast_ref::<Gomoku>().map(Gomoku::stones);
        let picture = game.picture();
        let moves = picture.moves.len();

        let running = session.outcome().is_none();
        let without_help = running && session.has_remote();
        // With a player elsewhere it is asked for.
        let asks = session.has_remote() && !session.taken().is_empty();
        let can_take_back = session.can_undo() || asks;
        let threats =
            |game: &Gomoku| [Colour::Black, Colour::White].map(|colour| Threats::of(game, colour));
        let helped = game
            .downcast_ref::<Gomoku>()
            .filter(|_| running && !without_help);
        let guest = |seat| (0..GUESTS).find(|&number| table.seat_of_guest(number) == Some(seat));
        Self {
            ticket: session.ticket(),
            games: table.games(),
            revision: table.revision,
            game: game.kind(),
            rule: stones.map_or_else(
                || game.kind().to_string(),
                |stones| stones.rule().to_string(),
            ),
            opening: setup.map(|setup| setup.opening.name()),
            opening_name: game.opening_name(),
            turn: game.turn(),
            hint: table.hint(),
            picture,
            ask: if session.outcome().is_some() {
                Ask::Nothing
            } else {
                game.ask()
            },
            to_act: session.to_act(),
            to_move: game.to_move(),
            seats: session.seats().clone(),
            levels: Seat::BOTH.map(|seat| session.level(seat)),
            colours: Seat::BOTH.map(|seat| game.colour(seat)),
            guests: Seat::BOTH.map(guest),
            without_help,
            text: write_position(session),
            threats: helped.map(threats),
            proved: table.proved(),
            lesson: table.lesson.view(session),
            thinking: table.is_thinking(),
            trouble: table.trouble().cloned(),
            analysing: table.analysing,
            outcome: session.outcome(),
            quiet: table.is_quiet(),
            standing: table.is_standing(),
            clocks: session.clocks(),
            can: [can_take_back, session.undone() > 0],
            draw_offer: session.draw_offer(),
            takeback: session.takeback(),
            log: table.log().to_vec(),
            curve: table.curve(moves),
            study: table.study.view(),
            focus: table.focus,
            proving: table.prover.wanted().is_some(),
            proof: table.prover.found(session.ticket().0).cloned(),
            comparison: table.comparer.current().cloned(),
            lines: table.lines(),
        }
    }
}
