//! What the dialects share: the game, the side that we play, and the actions that answer a line.

use std::time::Duration;

use clap::ValueEnum;
use kagetsu_kernel::gomocup::clean;
use kagetsu_kernel::line_host::Effect;
use kagetsu_kernel::quote;

use super::super::board::Side;
use super::super::game::{Game, GameError};
use super::super::turn::{NO_CELL, Turn};
use super::points::{State, turn_text};

/// The language of the other program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dialect {
    /// The protocol of the SAU platform, which Chinese student contests use
    Sau,
    /// The protocol of the engine Cloudict
    Cloudict,
    /// The commands of the Gomocup protocol, with two points for a turn
    Gomocup,
}

/// Lines that end a search in every dialect. Its answer is what it has found so far, unless they give its game up.
const STOPPING_WORDS: [&str; 5] = ["end", "quit", "exit", "stop", "yxstop"];

impl Dialect {
    /// What a line does when it comes in, while an earlier one may be answered.
    pub(crate) fn effect(self, line: &str) -> Effect {
        let text = match self {
            Self::Sau | Self::Cloudict => line.to_owned(),
            // As it is read when its turn comes.
            Self::Gomocup => clean(line.as_bytes()),
        };
        let verb = text.split_ascii_whitespace().next().unwrap_or_default();
        let is_last = match self {
            Self::Sau => verb == "quit",
            Self::Cloudict => verb == "quit" || verb == "exit",
            Self::Gomocup => verb.eq_ignore_ascii_case("END"),
        };
        let stops = STOPPING_WORDS
            .iter()
            .any(|word| verb.eq_ignore_ascii_case(word));
        if is_last {
            Effect::Ends
        } else if stops || self.gives_up(line) {
            Effect::Interrupts
        } else {
            Effect::None
        }
    }

    /// Does a line end the game, so that a turn that is still searched in it would be taken for one of the next game?
    pub(crate) fn gives_up(self, line: &str) -> bool {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match (self, &words[..]) {
            (Self::Sau, ["end", ..]) => true,
            (Self::Sau | Self::Cloudict, ["new", side]) => side_of(side).is_some(),
            _ => false,
        }
    }
}

/// Something that the other program may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Depth of the search in turns.
    Depth(u32),
    /// Is the threat search before the pair search on?
    Threats(bool),
    /// Longest time for a turn; `None` for no limit.
    TurnTime(Option<Duration>),
    /// Time for the whole game; `None` for no limit.
    GameTime(Option<Duration>),
    /// Time that is left for the game; `None` for no limit.
    TimeLeft(Option<Duration>),
    /// Memory of the whole process in bytes; `None` for the usual.
    Memory(Option<u64>),
}

/// What is to be done about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Send this line.
    Say(String),
    /// Tell the user, not the other program.
    Remark(String),
    /// Choose a turn and hand it to [`Session::answer`].
    Think,
    /// Change a setting.
    Set(Setting),
}

/// What is done about a line, or why it cannot be followed.
pub(super) type Answer = Result<Vec<Action>, String>;

/// One talk with another program.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(super) dialect: Dialect,
    /// Is a single first stone written as `move JJ@@`, as a common course template does, and not as `move JJ`, as the
    /// platform's documentation has it?
    pub(crate) is_padded: bool,
    pub(super) name: String,
    pub(super) game: Game,
    /// The side that we play, once a game has been started.
    pub(super) own: Option<Side>,
    pub(super) gomocup: State,
    games_begun: usize,
}

impl Session {
    /// A talk that begins now. The name should have at most twelve letters.
    pub(crate) fn new(dialect: Dialect, name: &str) -> Self {
        Self {
            dialect,
            is_padded: false,
            name: name.to_owned(),
            game: Game::new(),
            own: None,
            gomocup: State::default(),
            games_begun: 0,
        }
    }

    /// Its dialect.
    pub(crate) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Number of games that were started.
    pub(crate) const fn games_begun(&self) -> usize {
        self.games_begun
    }

    /// The game so far.
    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays our turn and gives the line to send.
    ///
    /// # Errors
    /// The turn is not legal here.
    pub(crate) fn answer(&mut self, turn: Turn) -> Result<String, GameError> {
        self.game.play(turn)?;
        Ok(match (self.dialect, turn) {
            (Dialect::Gomocup, _) => turn_text(turn),
            (_, Turn::One(_)) if self.is_padded => format!("move {turn}{NO_CELL}"),
            _ => format!("move {turn}"),
        })
    }

    /// Starts a new game.
    pub(super) fn new_game(&mut self) {
        self.game = Game::new();
        self.games_begun += 1;
    }

    /// Goes on at a position that was set up. Where a stone of the game so far is gone, another game has begun.
    pub(super) fn go_on_at(&mut self, game: Game) {
        let stays = |side| {
            let mut stones = self.game.board().stones(side).iter();
            stones.all(|cell| game.board().stones(side).contains(cell))
        };
        if !Side::BOTH.into_iter().all(stays) {
            self.games_begun += 1;
        }
        self.game = game;
    }

    /// Starts a new game with us on one side.
    pub(super) fn begin(&mut self, own: Side) -> Vec<Action> {
        self.new_game();
        self.own = Some(own);
        match own {
            Side::Black => vec![Action::Think],
            Side::White => Vec::new(),
        }
    }

    /// Takes the opponent's turn and answers it.
    pub(super) fn opponent_plays(&mut self, text: &str) -> Answer {
        let turn = Turn::parse(text)?;
        let own = self.own.ok_or("no game has been started")?;
        self.take_turn(own.opponent(), turn)?;
        Ok(self.think())
    }

    /// Plays a turn of this side.
    pub(super) fn take_turn(&mut self, side: Side, turn: Turn) -> Result<(), String> {
        if self.game.board().side() != side {
            return Err(format!("it is not {side}'s turn"));
        }
        self.game.play(turn).map_err(|error| error.to_string())
    }

    /// Asks for a turn of the side to move, or tells how the game has ended.
    pub(super) fn think(&self) -> Vec<Action> {
        vec![match self.game.ending() {
            None => Action::Think,
            Some(ending) => Action::Remark(format!("the game is over: {}", ending.text())),
        }]
    }
}

/// `black` or `white`.
pub(super) fn side_of(word: &str) -> Option<Side> {
    Side::BOTH
        .into_iter()
        .find(|side| word.eq_ignore_ascii_case(&side.to_string()))
}

/// What is said of a line that is not known.
pub(super) fn unknown(verb: &str, argument: &str) -> String {
    let line = format!("{verb} {argument}");
    format!("unknown line `{}`", quote(line.trim_end()))
}
