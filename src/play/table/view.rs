//! What there is to see of a table, as JSON.

use serde::Serialize;

use crate::game::{
    Ask, Colour, GameMove, Kind, MoveInput, OpeningName, Outcome, Picture, Seat, Spot,
};
use crate::gomoku::Gomoku;
use crate::player::Network;
use crate::registry::{Format, forms, write_position};
use crate::session::{ClockReading, Occupant, Ticket, TimeRules};
use crate::study::{Place, StudyView};
use crate::text::Message;

use super::analysis::AnalysisView;
use super::comparison::Comparison;
use super::lesson::LessonView;
use super::people::Said;
use super::practice::Drilled;
use super::programs::Trouble;
use super::prover::ProverReport;
use super::table::Table;
use super::tree_walk::ShownStep;

/// Empty points where a colour would make something that must be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Threats {
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

/// The game itself, its seats and its clocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct GameView {
    /// The state.
    pub ticket: Ticket,
    /// Games that were begun here.
    pub games: u64,
    /// Which game it is.
    pub game: Kind,
    /// The rule of gomoku by its name; the name of another game.
    pub rule: &'static str,
    /// The opening procedure by its name.
    pub opening: Option<&'static str>,
    /// Does its procedure still go on?
    pub in_opening: bool,
    /// The name of the opening as it was played.
    pub opening_name: Option<OpeningName>,
    /// The board.
    pub picture: Picture,
    /// What is asked of the seat to act.
    pub ask: Ask,
    /// How a move is clicked now.
    pub turn: MoveInput,
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
    /// The numbers of the guests on the seats.
    pub guests: [Option<usize>; 2],
    /// What the people on the seats call themselves.
    pub names: [Option<String>; 2],
    /// What they said to each other, oldest first.
    pub said: Vec<Said>,
    /// The position as one line of text.
    pub text: String,
    /// The files that hold the game.
    pub forms: Vec<Format>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The time rules.
    pub time: TimeRules,
    /// The clocks.
    pub clocks: ClockReading,
    /// Do the clocks stand?
    pub standing: bool,
    /// Is there anything to take back or to bring back?
    pub can: [bool; 2],
    /// The seat that offers a draw.
    pub draw_offer: Option<Seat>,
    /// The seat that asks to take its last step back.
    pub takeback: Option<Seat>,
    /// How many moves it would take back; none where it is a decision of the opening.
    pub takeback_moves: usize,
    /// The seat that would like another game.
    pub rematch: Option<Seat>,
    /// Does Kagetsu or a program think about its move?
    pub thinking: bool,
    /// A program that has no answer.
    pub trouble: Option<Trouble>,
    /// What happened, oldest first.
    pub log: Vec<Message>,
}

/// One state of the table; whoever shows it writes it as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct View {
    /// The game.
    #[serde(flatten)]
    pub(crate) game: GameView,
    /// Does a guest play, so that nobody gets help?
    pub(crate) without_help: bool,
    /// The clicks of a move that was suggested.
    pub(crate) hint: Option<GameMove>,
    /// Points of Black and White that must be answered; absent where nobody gets help.
    pub(crate) threats: Option<[Threats; 2]>,
    /// The analysis.
    #[serde(flatten)]
    pub(crate) analysis: AnalysisView,
    /// Mistakes.
    pub(crate) lesson: LessonView,
    /// What was tried and written beside the game.
    pub(crate) study: StudyView,
    /// The position of the study that is looked at; nothing for that of the game.
    pub(crate) focus: Option<Place>,
    /// Is a win looked for?
    pub(crate) proving: bool,
    /// The last answer to that.
    pub(crate) proof: Option<ProverReport>,
    /// Is a playout of a tree looked for?
    pub(crate) stepping: bool,
    /// The playout of a tree that is looked at.
    pub(crate) tree_step: Option<ShownStep>,
    /// The networks that may take a seat and analyse.
    pub(crate) networks: Vec<Network>,
    /// What the last answer to a mistake that is practised was worth.
    pub(crate) drilled: Option<Drilled>,
    /// What two engines think of the same position.
    pub(crate) comparison: Option<Comparison>,
}

impl GameView {
    fn of(table: &Table) -> Self {
        let session = &table.session;
        let game = session.game();
        let setup = session.setup().gomoku();
        // With a guest it is asked for.
        let asks = session.has_guest() && !session.steps().is_empty();
        Self {
            ticket: session.ticket(),
            games: table.games,
            game: game.kind(),
            rule: setup.map_or(game.kind().name(), |setup| setup.rule.name()),
            opening: setup.map(|setup| setup.opening.name()),
            in_opening: session.in_opening(),
            opening_name: game.opening_name(),
            picture: game.picture(),
            ask: match session.outcome() {
                Some(_) => Ask::Nothing,
                None => game.ask(),
            },
            turn: game.move_input(),
            to_act: session.to_act(),
            to_move: game.to_move(),
            seats: session.seats().clone(),
            levels: Seat::BOTH.map(|seat| session.level(seat)),
            colours: Seat::BOTH.map(|seat| game.colour(seat)),
            guests: Seat::BOTH.map(|seat| table.people.guest_on(session, seat)),
            names: table.people.names_of(session),
            said: table.people.said.clone(),
            text: write_position(session),
            forms: forms(session),
            outcome: session.outcome(),
            clocks: session.clocks(),
            time: session.time_rules(),
            standing: session.clocks_stand(),
            can: [session.can_undo() || asks, session.undone() > 0],
            draw_offer: session.draw_offer(),
            takeback: session.takeback(),
            takeback_moves: session.moves_asked_back(),
            rematch: table.people.rematch,
            thinking: table.is_thinking(),
            trouble: table.trouble().cloned(),
            log: table.log.messages().to_vec(),
        }
    }
}

impl View {
    /// The state of a table now.
    pub(crate) fn of(table: &Table) -> Self {
        let session = &table.session;
        let game = session.game();
        let without_help = table.help_is_forbidden();
        let threats = |game: &Gomoku| Colour::BOTH.map(|colour| Threats::of(game, colour));
        let helped = game
            .downcast_ref::<Gomoku>()
            .filter(|_| session.outcome().is_none() && !without_help);
        let at = table.looked_at();
        Self {
            game: GameView::of(table),
            without_help,
            hint: table.hint(),
            threats: helped.map(threats),
            analysis: table.analysis.view(
                at,
                game.move_count(),
                table.analyst(),
                table.hides_thinking(),
            ),
            lesson: table.lesson.view(session),
            study: table.study.tree().view(),
            focus: at.at,
            proving: table.prover.wanted().is_some(),
            proof: table.prover.found(at.ticket).cloned(),
            stepping: table.tree_walk.wanted().is_some(),
            tree_step: table.tree_walk.shown(at.ticket).cloned(),
            networks: table.programs.networks().to_vec(),
            drilled: table.practice.drilled.clone(),
            comparison: table.comparer.current().cloned(),
        }
    }
}
