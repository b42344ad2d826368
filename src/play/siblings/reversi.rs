//! One game of Reversi. Squares are named from the top left, as everywhere in that game, and a pass is played only where
//! it must be.

use kagetsu_reversi::board::{Board, SIDE, Square, squares_of};
use kagetsu_reversi::record::{
    Game as Record, MoveError, Outcome as Standing, Ply, Position, opening_names,
};

use crate::game::{
    Cell, Change, Colour, EndReason, Game, GameMove, Grid, Kind, LegalMove, MoveInput, OpeningName,
    Outcome, Picture, PlayedMove, Refusal, Rows, Seat, Spot, Step, cut_name,
};

/// The state of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reversi {
    record: Record,
}

const fn spot(square: Square) -> Spot {
    Spot::new(square.column() as u8, square.row() as u8)
}

fn disc_at(position: Position, square: Square) -> Option<Colour> {
    let has = |disc: &Colour| position.discs(*disc) & square.bit() != 0;
    Colour::BOTH.into_iter().find(has)
}

fn name(at: Spot) -> String {
    Rows::Top.name(at, SIDE as u8)
}

fn square(at: Spot) -> Result<Square, Refusal> {
    let square = Square::at(usize::from(at.x), usize::from(at.y));
    square.ok_or_else(|| Refusal::OffBoard(name(at)))
}

/// What lies on a square after a move and did not before.
fn played_move(before: Position, after: Position, at: Square) -> PlayedMove {
    let change = |square: Square| {
        let (before, after) = (disc_at(before, square), disc_at(after, square));
        (before != after).then_some(Change {
            at: spot(square),
            before,
            after,
        })
    };
    PlayedMove {
        spots: vec![spot(at)],
        from: None,
        changes: Square::all().filter_map(change).collect(),
    }
}

impl Reversi {
    /// A game from a position.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`], and [`Refusal::NoStart`] where two discs lie on one square.
    pub(crate) fn set_up(discs: &[(Spot, Colour)], to_move: Colour) -> Result<Self, Refusal> {
        let mut bits = [0; 2];
        for &(at, colour) in discs {
            bits[usize::from(colour != to_move)] |= square(at)?.bit();
        }
        let board = Board::new(bits[0], bits[1]).map_err(|_| Refusal::NoStart)?;
        let record = Record::from_position(Position::new(board, to_move));
        Ok(Self { record })
    }

    /// The moves so far with the positions between them.
    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    /// The steps of a record.
    pub(crate) fn steps(record: &Record) -> Vec<Step> {
        let step = |&(ply, _): &(Ply, Position)| match ply {
            Ply::Move(square) => Step::stone(spot(square)),
            Ply::Pass => Step::Pass,
        };
        record.plies().iter().map(step).collect()
    }

    /// The position.
    pub(crate) fn position(&self) -> Position {
        self.record.position()
    }

    /// The board as the side to move sees it.
    pub(crate) fn board(&self) -> Board {
        self.position().board()
    }

    /// The spot of a square.
    pub(crate) const fn spot(square: Square) -> Spot {
        spot(square)
    }

    fn place(&mut self, at: Spot) -> Result<(), Refusal> {
        let square = square(at)?;
        if self.board().empty() & square.bit() == 0 {
            return Err(Refusal::Occupied(name(at)));
        }
        let played = self.record.play(Ply::Move(square));
        played.map_err(|_| Refusal::NoFlip(name(at)))
    }
}

impl Game for Reversi {
    fn kind(&self) -> Kind {
        Kind::Reversi
    }

    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn to_act(&self) -> Seat {
        Seat::BOTH[self.position().side().index()]
    }

    fn play(&mut self, step: Step) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        match step {
            Step::Move(mv) => self.place(mv.try_into()?),
            Step::Pass => self.record.play(Ply::Pass).map_err(|error| match error {
                MoveError::Over => Refusal::GameOver,
                MoveError::Pass(_) | MoveError::Illegal { .. } => Refusal::NoPass,
            }),
            _ => Err(Refusal::WrongStep),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = match self.position().outcome() {
            Standing::Running => return None,
            Standing::BlackWins => Some(Seat::First),
            Standing::WhiteWins => Some(Seat::Second),
            Standing::Draw => None,
        };
        Some(Outcome {
            winner,
            reason: EndReason::Count,
        })
    }

    fn opening_name(&self) -> Option<OpeningName> {
        opening_names::name_of(&self.record).map(OpeningName::Text)
    }

    fn legal(&self) -> Vec<Step> {
        let moves = squares_of(self.board().moves()).map(|square| Step::stone(spot(square)));
        if self.position().must_pass() {
            return vec![Step::Pass];
        }
        moves.collect()
    }

    fn read_move(&self, text: &str) -> Result<GameMove, Refusal> {
        let trimmed = text.trim();
        if let Ok(square) = trimmed.parse::<Square>() {
            return Ok(spot(square).into());
        }
        let text = trimmed.to_string();
        Err(match cut_name(trimmed) {
            Some((_, "")) => Refusal::OffBoard(text),
            _ => Refusal::NotAMove(text),
        })
    }

    fn write_move(&self, mv: GameMove) -> String {
        name(mv.last())
    }

    fn move_input(&self) -> MoveInput {
        let board = self.board();
        let path = |square: Square| LegalMove {
            spots: spot(square).into(),
            flips: squares_of(board.flips(square)).map(spot).collect(),
        };
        let must_pass = self.position().must_pass();
        MoveInput {
            clicks: 1,
            paths: Some(squares_of(board.moves()).map(path).collect()),
            pass: must_pass,
            must_pass,
        }
    }

    fn moves(&self) -> Vec<PlayedMove> {
        let mut before = self.record.start();
        let mut all = Vec::new();
        for &(ply, after) in self.record.plies() {
            if let Ply::Move(square) = ply {
                all.push(played_move(before, after, square));
            }
            before = after;
        }
        all
    }

    fn picture(&self) -> Picture {
        let position = self.position();
        let cell = |square| Cell::from(disc_at(position, square));
        let count = |disc: Colour| position.discs(disc).count_ones();
        let cells = Square::all().map(cell).collect();
        let (grid, size) = (Grid::Squares(Rows::Top), (SIDE as u8, SIDE as u8));
        Picture {
            counts: Some(Colour::BOTH.map(count)),
            ..Picture::plain(grid, size, cells, self.moves())
        }
    }
}
