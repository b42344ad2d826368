//! A game of any kind. All moves have the form of [`Spots`], the clicks that mean them.

use crate::game::{
    Ask, Clicks, Colour, Game, Made, Outcome, Picture, Refusal, Seat, Spot, Spots, Step, Turn,
};
use crate::gomoku::Gomoku;
use crate::siblings::{Connect6, Oxhorn, Reversi};

use super::kind::Kind;
use super::setup::AnySetup;

/// The list of games: makes [`Any`] from them, and a macro that does the same with whichever game it is.
macro_rules! games {
    ($($kind:ident),+) => {
        /// A game of any kind.
        #[derive(Clone, Debug)]
        #[expect(
            clippy::large_enum_variant,
            reason = "few games are held at once, and most of them are of the largest kind"
        )]
        pub enum Any {
            $(#[doc = concat!("A game of ", stringify!($kind), ".")] $kind($kind)),+
        }

        impl Any {
            /// Which kind it is.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Self::$kind(_) => Kind::$kind),+
                }
            }
        }

        macro_rules! each {
            ($any:expr, $game:ident => $do:expr) => {
                match $any {
                    $(Any::$kind($game) => $do),+
                }
            };
        }
    };
}

games!(Gomoku, Connect6, Reversi, Oxhorn);

impl Any {
    /// The game of gomoku, if it is one.
    pub const fn gomoku(&self) -> Option<&Gomoku> {
        match self {
            Self::Gomoku(game) => Some(game),
            _ => None,
        }
    }

    /// Can a search say something about the position?
    pub fn has_value(&self) -> bool {
        let is_open = self.gomoku().is_none_or(Gomoku::opening_is_done);
        is_open && self.ask() == Ask::Move
    }

    /// The colour of the next piece.
    pub fn to_move(&self) -> Colour {
        self.mover().unwrap_or_else(|| self.colour(self.to_act()))
    }

    /// Chinese and Latin name of the opening.
    pub fn opening_name(&self) -> Option<[&'static str; 2]> {
        match self {
            Self::Gomoku(game) => game.opening_name(),
            Self::Reversi(game) => game.opening_name().map(|name| [name, name]),
            Self::Connect6(_) | Self::Oxhorn(_) => None,
        }
    }
}

impl From<Gomoku> for Any {
    fn from(game: Gomoku) -> Self {
        Self::Gomoku(game)
    }
}

/// A step of this game from a step of any.
fn narrow<G: Game>(step: Step<Spots>) -> Result<Step<G::Move>, Refusal>
where
    G::Move: TryFrom<Spots>,
{
    step.try_map(|spots| spots.try_into().map_err(|_| Refusal::WrongStep))
}

fn play<G: Game>(game: &mut G, step: Step<Spots>) -> Result<(), Refusal>
where
    G::Move: TryFrom<Spots>,
{
    game.play(narrow::<G>(step)?)
}

fn write<G: Game>(game: &G, mv: Spots) -> String
where
    G::Move: TryFrom<Spots>,
{
    mv.try_into()
        .map_or_else(|_| String::new(), |mv| game.write_move(mv))
}

fn read<G: Game<Move: Into<Spots>>>(game: &G, text: &str) -> Result<Spots, Refusal> {
    game.read_move(text).map(Into::into)
}

fn clicks<G: Game<Move: Into<Spots>>>(game: &G, spots: &[Spot]) -> Result<Clicks<Spots>, Refusal> {
    Ok(match game.clicks(spots)? {
        Clicks::More => Clicks::More,
        Clicks::Move(mv) => Clicks::Move(mv.into()),
    })
}

impl Game for Any {
    type Setup = AnySetup;
    type Move = Spots;

    fn start(setup: &AnySetup) -> Result<Self, Refusal> {
        Ok(match (setup.kind(), setup.gomoku()) {
            (Kind::Gomoku, Some(setup)) => Self::Gomoku(Gomoku::start(setup)?),
            (Kind::Gomoku, None) => return Err(Refusal::Setup("rule and size are missing".into())),
            (Kind::Connect6, _) => Self::Connect6(Connect6::start(&())?),
            (Kind::Reversi, _) => Self::Reversi(Reversi::start(&())?),
            (Kind::Oxhorn, _) => Self::Oxhorn(Oxhorn::start(&())?),
        })
    }

    fn to_act(&self) -> Seat {
        each!(self, game => game.to_act())
    }

    fn ask(&self) -> Ask<Spots> {
        each!(self, game => game.ask().map(Spots::from))
    }

    fn play(&mut self, step: Step<Spots>) -> Result<(), Refusal> {
        each!(self, game => play(game, step))
    }

    fn outcome(&self) -> Option<Outcome> {
        each!(self, game => game.outcome())
    }

    fn colour(&self, seat: Seat) -> Colour {
        each!(self, game => game.colour(seat))
    }

    fn mover(&self) -> Option<Colour> {
        each!(self, game => game.mover())
    }

    fn legal(&self) -> Vec<Step<Spots>> {
        each!(self, game => {
            let legal = game.legal().into_iter();
            legal.map(|step| step.map(Spots::from)).collect()
        })
    }

    fn read_move(&self, text: &str) -> Result<Spots, Refusal> {
        each!(self, game => read(game, text))
    }

    fn write_move(&self, mv: Spots) -> String {
        each!(self, game => write(game, mv))
    }

    fn clicks(&self, spots: &[Spot]) -> Result<Clicks<Spots>, Refusal> {
        each!(self, game => clicks(game, spots))
    }

    fn spots(&self, mv: Spots) -> Spots {
        mv
    }

    fn turn(&self) -> Turn {
        each!(self, game => game.turn())
    }

    fn made(&self) -> Vec<Made> {
        each!(self, game => game.made())
    }

    fn picture(&self) -> Picture {
        each!(self, game => game.picture())
    }
}
