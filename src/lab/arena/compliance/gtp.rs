//! Checks of an engine that plays Reversi by GTP, the Go text protocol.

use std::time::Duration;

use kagetsu_reversi::record::{Game, Ply};

use super::super::first_request::parse_gtp;
use super::super::gtp_lines::letter;
use super::super::sibling_lines::gtp_ply;
use super::check::CheckTable;
use super::conversation::{Conversation, Failure, PATIENCE, Subject};
use super::odd_input::{Player, end_of_input, garbage, long_line};
use super::reversi::{BEFORE_PASS, MOVE_PATIENCE, OPENING, game_of, make, play, reply};
use kagetsu_kernel::quote;

pub(super) const CHECKS: CheckTable = CheckTable {
    required: &[
        ("protocol_version is answered", version),
        ("an answer ends with an empty line", blank_line),
        ("the number of a command comes back", number),
        ("boardsize 8 and clear_board", start),
        ("genmove at the start", first_move),
        ("genmove after other moves", position),
        ("a whole game", whole_game),
        ("an unknown command is refused", unknown_command),
        ("a move that flips nothing is refused", illegal_move),
        ("empty lines and remarks are passed over", empty_lines),
        ("lines that end as on Windows", line_ends),
        ("lines of nonsense", garbage::<Gtp>),
        ("quit is answered and ends it", quit),
    ],
    advised: &[
        ("a square off the board is refused", off_board),
        ("undo", undo),
        ("a side without a move passes", pass),
        ("time for a move", time),
        ("very long lines", long_line::<Gtp>),
        ("the end of its input ends it", end_of_input::<Gtp>),
    ],
};

/// Time of a whole game for each side in `time_settings`, in seconds.
const GAME_SECONDS: u64 = 5;
/// Time of a move in `time_settings`.
const TURN: Duration = Duration::from_secs(1);

/// Comes back with the answer to a command.
const NUMBER: u32 = 17;

/// A running engine.
struct Gtp(Conversation);

impl Gtp {
    fn start(subject: Subject<'_>) -> Result<Self, Failure> {
        Conversation::start(subject).map(Self)
    }

    /// Sends a command; the text of the answer, as an error if the command is refused.
    fn ask(
        &mut self,
        command: &str,
        patience: Duration,
    ) -> Result<Result<String, String>, Failure> {
        self.0.say(command);
        let answer = self.0.next(patience, parse_gtp)?;
        answer.ok_or_else(|| format!("no answer to {}", quote(command)))
    }

    /// Sends a command that must be accepted.
    fn accepted(&mut self, command: &str) -> Result<String, Failure> {
        let answer = self.ask(command, MOVE_PATIENCE)?;
        answer.map_err(|error| format!("'{}' was refused: {}", quote(command), quote(&error)))
    }

    /// Sends a command that must be refused.
    fn refused(&mut self, command: &str) -> Result<(), Failure> {
        match self.ask(command, PATIENCE)? {
            Err(_) => Ok(()),
            Ok(_) => Err(format!("'{}' was not refused with ?", quote(command))),
        }
    }

    /// Tells a move.
    fn tell(&mut self, game: &mut Game, ply: Ply) -> Result<(), Failure> {
        let side = letter(game.position().side());
        self.accepted(&format!("play {side} {}", gtp_ply(ply)))?;
        make(game, ply)
    }

    /// Tells all moves of a game.
    fn tell_all(&mut self, moves: &str) -> Result<Game, Failure> {
        let mut game = Game::default();
        for (ply, _) in game_of(moves)?.plies() {
            self.tell(&mut game, *ply)?;
        }
        Ok(game)
    }

    /// Asks for a move and plays it. `None` when the engine gives up.
    fn genmove(&mut self, game: &mut Game) -> Result<Option<Ply>, Failure> {
        let side = letter(game.position().side());
        let text = self.accepted(&format!("genmove {side}"))?;
        play(game, &text)
    }

    /// Asks for a move, where no engine has a reason to give up.
    fn legal_move(&mut self, game: &mut Game) -> Result<Ply, Failure> {
        self.genmove(game)?
            .ok_or_else(|| "gives up in an open game".into())
    }
}

impl Player for Gtp {
    const NEARLY: &'static [&'static str] = &[];

    fn start_game(subject: Subject<'_>) -> Result<Self, Failure> {
        let mut gtp = Self::start(subject)?;
        gtp.accepted("boardsize 8")?;
        gtp.accepted("clear_board")?;
        Ok(gtp)
    }

    fn conversation(&mut self) -> &mut Conversation {
        &mut self.0
    }

    /// The number comes back with the answer, so that answers to what came before are told from it.
    fn plays_on(&mut self) -> Result<(), Failure> {
        self.0.say(&format!("{NUMBER} clear_board"));
        let sign = format!("={NUMBER}");
        let is_answer = |line: &str| line.split_whitespace().next() == Some(sign.as_str());
        let answer = self
            .0
            .next(PATIENCE, |line| is_answer(line).then_some(()))?;
        answer.ok_or("no answer to clear_board")?;
        self.legal_move(&mut Game::default()).map(|_| ())
    }
}

fn version(subject: Subject<'_>) -> Result<(), Failure> {
    let answer = Gtp::start(subject)?.accepted("protocol_version")?;
    if answer == "2" {
        return Ok(());
    }
    Err(format!("protocol_version is '{}', not 2", quote(&answer)))
}

fn blank_line(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start(subject)?;
    gtp.accepted("protocol_version")?;
    match gtp.0.next(PATIENCE, |line| Some(line.trim().is_empty()))? {
        Some(true) => Ok(()),
        _ => Err("no empty line behind the answer to protocol_version".into()),
    }
}

fn number(subject: Subject<'_>) -> Result<(), Failure> {
    match Gtp::start(subject)?
        .accepted("17 protocol_version")?
        .as_str()
    {
        "17 2" => Ok(()),
        other => Err(format!(
            "'17 protocol_version' was answered '={}', not '=17 2'",
            quote(other)
        )),
    }
}

fn start(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    gtp.accepted("boardsize 8")?;
    gtp.accepted("clear_board").map(|_| ())
}

fn first_move(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    gtp.legal_move(&mut Game::default()).map(|_| ())
}

/// Moves of both sides are told, then a move is asked for; and all of it again in the next game.
fn position(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    for moves in [OPENING, "c4e3"] {
        gtp.accepted("clear_board")?;
        let mut game = gtp.tell_all(moves)?;
        gtp.legal_move(&mut game)?;
    }
    Ok(())
}

/// The engine has White. Passes are told as a referee does, and the engine may have no word for them.
fn whole_game(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    // An engine that keeps no time may refuse it.
    let _ = gtp.ask(&format!("time_settings {GAME_SECONDS} 0 0"), PATIENCE)?;
    let mut game = Game::default();
    let mut is_own = false;
    while !game.position().board().is_over() {
        if game.position().must_pass() {
            let side = letter(game.position().side());
            let _ = gtp.ask(&format!("play {side} pass"), PATIENCE)?;
            make(&mut game, Ply::Pass)?;
        } else if is_own {
            if gtp.genmove(&mut game)?.is_none() {
                return Ok(());
            }
        } else {
            let ply = reply(&game);
            gtp.tell(&mut game, ply)?;
        }
        is_own = !is_own;
    }
    Ok(())
}

fn unknown_command(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    gtp.refused("fly_to_the_moon now")?;
    gtp.plays_on()
}

fn illegal_move(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    gtp.refused("play b a1")?;
    gtp.refused("play b d4")?;
    // Nothing has changed.
    gtp.legal_move(&mut Game::default()).map(|_| ())
}

fn off_board(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    for command in ["play b k1", "play b a9", "play b", "play"] {
        gtp.refused(command)?;
    }
    gtp.plays_on()
}

fn empty_lines(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start(subject)?;
    gtp.0.say("\n   \n# a remark\n");
    let answer = gtp.accepted("17 protocol_version # another")?;
    if answer.starts_with("17") {
        return Ok(());
    }
    Err(format!("an empty line was answered '={}'", quote(&answer)))
}

fn line_ends(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start(subject)?;
    gtp.accepted("clear_board\r")?;
    let mut game = game_of("f5")?;
    gtp.accepted("play b f5\r")?;
    let text = gtp.accepted("genmove w\r")?;
    play(&mut game, &text).map(|_| ())
}

fn undo(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    let mut game = gtp.tell_all("f5")?;
    gtp.legal_move(&mut game)?;
    gtp.accepted("undo")?;
    gtp.accepted("undo")?;
    // Its square is empty again.
    let mut game = gtp.tell_all("f5")?;
    gtp.legal_move(&mut game).map(|_| ())
}

fn pass(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    let mut game = gtp.tell_all(BEFORE_PASS)?;
    match gtp.legal_move(&mut game)? {
        Ply::Pass => Ok(()),
        Ply::Move(square) => Err(format!("plays {square} where it must pass")),
    }
}

fn time(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    gtp.accepted(&format!("time_settings 0 {} 1", TURN.as_secs()))?;
    let mut game = gtp.tell_all(OPENING)?;
    gtp.legal_move(&mut game)?;
    gtp.0.was_within(TURN)
}

fn quit(subject: Subject<'_>) -> Result<(), Failure> {
    let mut gtp = Gtp::start_game(subject)?;
    gtp.accepted("quit")?;
    gtp.0.ends()
}
