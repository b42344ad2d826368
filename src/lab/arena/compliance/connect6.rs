//! Checks of an engine that plays Connect6 by the protocol of the SAU platform or by that of Cloudict.

use std::time::Duration;

use kagetsu_connect6::{Cell, Game, Side, Turn};

use super::super::first_request::argument;
use super::super::protocol::Protocol;
use super::super::sibling_lines::{MOVE, connect6_turn};
use super::check::CheckTable;
use super::conversation::{Conversation, Failure, PATIENCE, Subject};
use super::odd_input::{Player, end_of_input, garbage, long_line, plays_on_after, quit};
use kagetsu_kernel::quote;

pub(super) const SAU: CheckTable = CheckTable {
    required: &[
        ("name? is answered by a name", name),
        ("new black is answered by one stone", black),
        ("reads move JJ", short_first),
        ("reads move JJ@@", padded_first),
        ("a whole game", whole_game),
        ("a game after a game", next_game),
        ("one answer to one turn", one_answer),
        ("lines that end as on Windows", line_ends),
        ("unknown and empty lines do no harm", unknown_lines),
        ("lines of nonsense", garbage::<Connect6>),
        ("quit ends it", quit::<Connect6>),
    ],
    advised: &[
        ("words of other games are passed over", other_games),
        ("an illegal turn is not answered", illegal_turn),
        ("very long lines", long_line::<Connect6>),
        ("the end of its input ends it", end_of_input::<Connect6>),
    ],
};

pub(super) const CLOUDICT: CheckTable = CheckTable {
    required: &[
        ("name is answered by a name", name),
        ("new black is answered by one stone", black),
        ("reads move JJ", short_first),
        ("black, white and next set up a position", position),
        ("depth, vcf and unvcf are taken", settings),
        ("a whole game", whole_game),
        ("a game after a game", next_game),
        ("one answer to one turn", one_answer),
        ("lines that end as on Windows", line_ends),
        ("unknown and empty lines do no harm", unknown_lines),
        ("lines of nonsense", garbage::<Connect6>),
        ("quit ends it", quit::<Connect6>),
    ],
    advised: &[
        ("reads move JJ@@", padded_first),
        ("an illegal turn is not answered", illegal_turn),
        ("very long lines", long_line::<Connect6>),
        ("the end of its input ends it", end_of_input::<Connect6>),
    ],
};

/// Longest time for a turn: the engine decides how long it thinks.
const TURN_PATIENCE: Duration = Duration::from_secs(60);
/// Depth that a Cloudict engine is told, so that games are short.
const DEPTH: &str = "depth 2";
/// The examiner's stones lie apart by so many cells, so that they make no row for long.
const STEP: usize = 7;

/// A running engine.
struct Connect6 {
    conversation: Conversation,
    protocol: Protocol,
}

/// The next turn of the examiner: the first empty cells, counted in steps over the board.
fn reply(game: &Game) -> Result<Turn, Failure> {
    let cells: Vec<Cell> = Cell::all().collect();
    let mut empties = (0..cells.len())
        .map(|index| cells[index * STEP % cells.len()])
        .filter(|&cell| game.board().is_empty(cell));
    let first = empties.next().ok_or("the board is full")?;
    if game.turns().is_empty() {
        return Ok(Turn::One(first));
    }
    let second = empties.next().ok_or("the board is full")?;
    Turn::pair(first, second).ok_or_else(|| "one cell twice".into())
}

fn make(game: &mut Game, turn: Turn) -> Result<(), Failure> {
    game.play(turn).map_err(|error| error.to_string())
}

impl Connect6 {
    fn say(&mut self, text: &str) {
        self.conversation.say(text);
    }

    /// Asks for the name: the engine lives, and has answered everything before.
    fn ask_name(&mut self) -> Result<(), Failure> {
        let request = match self.protocol {
            Protocol::Cloudict => "name",
            _ => "name?",
        };
        self.say(request);
        let is_name = |line: &str| argument(line, "name").map(|_| ());
        let answer = self.conversation.next(PATIENCE, is_name)?;
        answer.ok_or_else(|| format!("{request} was not answered by name and a name"))
    }

    /// Sends a request, reads the turn that answers it and plays it.
    fn answered(&mut self, request: &str, game: &mut Game) -> Result<(), Failure> {
        self.say(request);
        let answer = self.conversation.next(TURN_PATIENCE, connect6_turn)?;
        let last = request.lines().last().unwrap_or_default();
        let text = answer.ok_or_else(|| format!("no turn after {}", quote(last.trim())))?;
        let turn = Turn::parse(&quote(&text))?;
        game.play(turn)
            .map_err(|error| format!("the turn {turn} is illegal: {error}"))
    }

    /// Tells a turn and reads the one that answers it.
    fn exchange(&mut self, own: Turn, game: &mut Game) -> Result<(), Failure> {
        make(game, own)?;
        self.answered(&format!("{MOVE} {own}"), game)
    }
}

impl Player for Connect6 {
    const NEARLY: &'static [&'static str] = &["new", "new green", "move", "move 7,7", "move @@JJ"];

    fn start_game(subject: Subject<'_>) -> Result<Self, Failure> {
        let mut player = Self {
            conversation: Conversation::start(subject)?,
            protocol: subject.spec.protocol,
        };
        player.ask_name()?;
        if player.protocol == Protocol::Cloudict {
            player.say(DEPTH);
        }
        Ok(player)
    }

    fn conversation(&mut self) -> &mut Conversation {
        &mut self.conversation
    }

    fn plays_on(&mut self) -> Result<(), Failure> {
        self.ask_name()?;
        let mut game = Game::new();
        self.answered("new black", &mut game)?;
        let own = reply(&game)?;
        self.exchange(own, &mut game)
    }
}

fn name(subject: Subject<'_>) -> Result<(), Failure> {
    Connect6::start_game(subject)?.ask_name()
}

fn black(subject: Subject<'_>) -> Result<(), Failure> {
    Connect6::start_game(subject)?.answered("new black", &mut Game::new())
}

/// Black's first stone is told in a form.
fn first_stone(subject: Subject<'_>, form: &str) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    let mut game = Game::new();
    make(&mut game, Turn::One(Cell::CENTRE))?;
    player.say("new white");
    player.answered(form, &mut game)
}

fn short_first(subject: Subject<'_>) -> Result<(), Failure> {
    first_stone(subject, "move JJ")
}

fn padded_first(subject: Subject<'_>) -> Result<(), Failure> {
    first_stone(subject, "move JJ@@")
}

fn position(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    for turns in [&["JJ", "IIKK", "GHMN"][..], &["AA", "BBCC"]] {
        let mut game = Game::new();
        player.say("new white");
        for (side, text) in Side::BOTH.into_iter().cycle().zip(turns) {
            make(&mut game, Turn::parse(text)?)?;
            player.say(&format!("{side} {text}"));
        }
        player.answered("next", &mut game)?;
    }
    Ok(())
}

fn settings(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    player.say("depth 1\nvcf\nunvcf");
    player.plays_on()
}

/// The engine has White. The examiner makes no row and stops none, so that a good engine soon wins.
fn whole_game(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    let mut game = Game::new();
    player.say("new white");
    while game.ending().is_none() {
        let own = reply(&game)?;
        make(&mut game, own)?;
        if game.ending().is_none() {
            player.answered(&format!("{MOVE} {own}"), &mut game)?;
        }
    }
    player.ask_name()
}

fn next_game(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    for _ in 0..2 {
        player.answered("new black", &mut Game::new())?;
        if player.protocol == Protocol::Sau {
            player.say("end black");
        }
        let mut game = Game::new();
        player.say("new white");
        player.exchange(Turn::One(Cell::CENTRE), &mut game)?;
        if player.protocol == Protocol::Sau {
            player.say("end");
        }
    }
    Ok(())
}

fn one_answer(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    player.say("new white");
    player.conversation.stays_quiet(connect6_turn)?;
    player.exchange(Turn::One(Cell::CENTRE), &mut Game::new())?;
    player.conversation.stays_quiet(connect6_turn)
}

fn line_ends(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    let mut game = Game::new();
    make(&mut game, Turn::One(Cell::CENTRE))?;
    player.answered("new white\r\nmove JJ\r", &mut game)
}

fn unknown_lines(subject: Subject<'_>) -> Result<(), Failure> {
    plays_on_after::<Connect6>(subject, "\n   \nfly to the moon\nmoon")
}

/// They belong to phantom Go.
fn other_games(subject: Subject<'_>) -> Result<(), Failure> {
    plays_on_after::<Connect6>(subject, "accept\nrefuse\ntake\ntaked\nerror")
}

/// Neither protocol has a word for a refusal: the engine says no turn, and waits for a legal one.
fn illegal_turn(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = Connect6::start_game(subject)?;
    let mut game = Game::new();
    player.answered("new black", &mut game)?;
    let taken = game.turns().first().copied().ok_or("no stone")?;
    player.say(&format!("{MOVE} {taken}{taken}"));
    player.say(&format!("{MOVE} TTUU"));
    player.conversation.stays_quiet(connect6_turn)?;
    player.ask_name()?;
    let own = reply(&game)?;
    player.exchange(own, &mut game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examiner_makes_no_row_of_its_own() {
        let mut game = Game::new();
        for number in 0..30 {
            let own = reply(&game).expect("room");
            make(&mut game, own).expect("a legal turn");
            assert_eq!(game.ending(), None, "turn {number}");
        }
    }
}
