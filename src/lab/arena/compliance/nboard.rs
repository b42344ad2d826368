//! Checks of an engine that plays Reversi by the protocol of the board `NBoard`, version 2.

use kagetsu_reversi::record::{Game, Ply};

use super::super::sibling_lines::{nboard_move, nboard_ply, nboard_set_game};
use super::check::CheckTable;
use super::conversation::{Conversation, Failure, PATIENCE, Subject};
use super::odd_input::{Player, end_of_input, garbage, long_line, plays_on_after, quit};
use super::reversi::{BEFORE_PASS, MOVE_PATIENCE, OPENING, game_of, make, play, reply};
use kagetsu_kernel::quote;

pub(super) const CHECKS: CheckTable = CheckTable {
    required: &[
        ("ping is answered by pong", start),
        ("go at the start", first_move),
        ("set game sets up positions", position),
        ("go does not play its move", go_again),
        ("move plays a move", moves),
        ("a whole game", whole_game),
        ("ping ends thinking first", ping_while_thinking),
        ("learn is answered by learned", learn),
        ("an illegal move does no harm", illegal_move),
        ("unknown and empty lines are passed over", unknown_lines),
        ("lines that end as on Windows", line_ends),
        ("lines of nonsense", garbage::<NBoard>),
        ("quit ends it", quit::<NBoard>),
    ],
    advised: &[
        ("an illegal move is named in a status line", status),
        ("a side without a move passes", pass),
        ("very long lines", long_line::<NBoard>),
        ("the end of its input ends it", end_of_input::<NBoard>),
    ],
};

/// Depth of the searches in games, in plies.
const DEPTH: u32 = 2;
/// A depth that no search reaches.
const ENDLESS: u32 = 40;
/// Lines about a search that must not come behind the answer to a ping: the board would take them for the next position.
const ABOUT_SEARCH: [&str; 2] = ["search", "==="];

/// A running engine.
struct NBoard(Conversation);

impl NBoard {
    /// Starts the engine and waits until it is ready.
    fn start(subject: Subject<'_>) -> Result<Self, Failure> {
        let mut nboard = Conversation::start(subject).map(Self)?;
        nboard.0.say("nboard 2");
        nboard.ping(1)?;
        Ok(nboard)
    }

    /// Waits until everything before is done.
    fn ping(&mut self, number: u32) -> Result<(), Failure> {
        self.0.say(&format!("ping {number}"));
        let pong = format!("pong {number}");
        let answer = self
            .0
            .next(PATIENCE, |line| (line.trim() == pong).then_some(()))?;
        answer.ok_or_else(|| format!("ping {number} was not answered by {pong}"))
    }

    /// Asks for a move in a position that the engine knows. It is played in `game` alone.
    fn go(&mut self, game: &mut Game) -> Result<Ply, Failure> {
        self.0.say("go");
        let answer = self.0.next(MOVE_PATIENCE, nboard_move)?;
        let text = answer.ok_or("no line with === and a move after go")?;
        play(game, &text)?.ok_or_else(|| format!("'{}' is no move", quote(&text)))
    }

    /// Sets a position up.
    fn set(&mut self, moves: &str) -> Result<Game, Failure> {
        let game = game_of(moves)?;
        self.0.say(&nboard_set_game(&game));
        Ok(game)
    }

    /// Tells a move, with the score and the time that the board adds.
    fn tell(&mut self, ply: Ply) {
        self.0.say(&format!("move {}//0.01", nboard_ply(ply)));
    }
}

impl Player for NBoard {
    const NEARLY: &'static [&'static str] = &[
        "set game (;GM[Othello",
        "set depth -1",
        "move",
        "hint",
        "move K9",
    ];

    fn start_game(subject: Subject<'_>) -> Result<Self, Failure> {
        let mut nboard = Self::start(subject)?;
        nboard.0.say(&format!("set depth {DEPTH}"));
        Ok(nboard)
    }

    fn conversation(&mut self) -> &mut Conversation {
        &mut self.0
    }

    fn plays_on(&mut self) -> Result<(), Failure> {
        self.ping(17)?;
        let mut game = self.set(OPENING)?;
        self.go(&mut game).map(|_| ())
    }
}

fn start(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start(subject)?;
    nboard.ping(2)
}

fn first_move(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let mut game = nboard.set("")?;
    nboard.go(&mut game).map(|_| ())
}

fn position(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    for moves in [OPENING, "c4e3", OPENING] {
        let mut game = nboard.set(moves)?;
        nboard.go(&mut game)?;
    }
    Ok(())
}

/// No square is open to both sides here, so that a move which was played shows.
fn go_again(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let game = nboard.set("")?;
    for _ in 0..2 {
        nboard.go(&mut game.clone())?;
    }
    Ok(())
}

fn moves(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let mut game = nboard.set("")?;
    for text in ["move F5", "move D6/0.5/1.2", "move C3//0.01"] {
        nboard.0.say(text);
    }
    for (ply, _) in game_of("f5d6c3")?.plies() {
        make(&mut game, *ply)?;
    }
    nboard.go(&mut game).map(|_| ())
}

fn whole_game(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let mut game = nboard.set("")?;
    let mut is_own = false;
    while !game.position().board().is_over() {
        let ply = if is_own && !game.position().must_pass() {
            nboard.go(&mut game)?
        } else {
            let ply = reply(&game);
            make(&mut game, ply)?;
            ply
        };
        nboard.tell(ply);
        is_own = !is_own;
    }
    nboard.ping(2)
}

fn ping_while_thinking(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start(subject)?;
    nboard.set(OPENING)?;
    nboard.0.say(&format!("set depth {ENDLESS}\nhint 3"));
    // Thinking has begun once it has said something of it.
    let is_about = |line: &str| ABOUT_SEARCH.iter().any(|word| line.starts_with(word));
    nboard
        .0
        .next(PATIENCE, |line| is_about(line).then_some(()))?;
    nboard.ping(2)?;
    nboard
        .0
        .stays_quiet(|line| is_about(line).then(|| quote(line)))
}

fn learn(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    nboard.set(OPENING)?;
    nboard.0.say("learn");
    let learned = |line: &str| (line.trim() == "learned").then_some(());
    let answer = nboard.0.next(MOVE_PATIENCE, learned)?;
    answer.ok_or("learn was not answered by learned")?;
    nboard.plays_on()
}

fn illegal_move(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let mut game = nboard.set(OPENING)?;
    nboard.0.say("move A1");
    nboard.ping(2)?;
    // Nothing has changed.
    nboard.go(&mut game).map(|_| ())
}

fn status(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    nboard.set(OPENING)?;
    nboard.ping(2)?;
    nboard.0.say("move A1\nping 3");
    let is_told = |line: &str| {
        let rest = line.strip_prefix("status ")?;
        (!rest.trim().is_empty()).then_some(true)
    };
    let answer = nboard.0.next(PATIENCE, |line| {
        is_told(line).or_else(|| (line.trim() == "pong 3").then_some(false))
    })?;
    match answer {
        Some(true) => Ok(()),
        _ => Err("no status line with a text after an illegal move".into()),
    }
}

fn unknown_lines(subject: Subject<'_>) -> Result<(), Failure> {
    plays_on_after::<NBoard>(subject, "\n   \nfly to the moon\nset wings 2\nmoon")
}

fn line_ends(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let mut game = game_of("f5")?;
    nboard.0.say("set depth 2\r");
    nboard.0.say(&format!(
        "{}\r\nmove F5\r\ngo\r",
        nboard_set_game(&Game::default())
    ));
    let answer = nboard.0.next(MOVE_PATIENCE, nboard_move)?;
    let text = answer.ok_or("no line with === and a move after go")?;
    play(&mut game, &text).map(|_| ())
}

fn pass(subject: Subject<'_>) -> Result<(), Failure> {
    let mut nboard = NBoard::start_game(subject)?;
    let mut game = nboard.set(BEFORE_PASS)?;
    match nboard.go(&mut game)? {
        Ply::Pass => Ok(()),
        Ply::Move(square) => Err(format!("plays {square} where it must pass")),
    }
}
