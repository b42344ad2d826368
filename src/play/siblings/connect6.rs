//! One game of Connect6. A move is a whole turn: one stone at first, then two.

use kagetsu_connect6::geometry::{ROW, SIZE};
use kagetsu_connect6::{
    Board, Cell as Point, Ending, Game as Record, GameError, Stage, Turn as Stones,
};

use crate::game::{
    Cell, Colour, EndReason, Game, GameMove, Grid, Kind, MoveInput, Outcome, Picture, PlayedMove,
    Refusal, Rows, Seat, Spot, Step, cut_name,
};

/// The state of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connect6 {
    record: Record,
}

const fn spot(point: Point) -> Spot {
    Spot::new(point.column() as u8, point.row() as u8)
}

fn name(at: Spot) -> String {
    Rows::Bottom.name(at, SIZE as u8)
}

fn point(at: Spot) -> Result<Point, Refusal> {
    let point = Point::at(usize::from(at.x), usize::from(at.y));
    point.ok_or_else(|| Refusal::OffBoard(name(at)))
}

/// Cuts a name such as `j10` off a text.
fn next_spot(text: &str) -> Result<(Spot, &str), Refusal> {
    let (name, rest) = cut_name(text).ok_or_else(|| Refusal::NotAMove(text.to_string()))?;
    let spot = Rows::Bottom.spot(name, SIZE as u8, SIZE as u8);
    let spot = spot.ok_or_else(|| Refusal::OffBoard(name.to_ascii_lowercase()))?;
    Ok((spot, rest))
}

/// A turn as match platforms write it, two capital letters a point. Small letters are words that are misspelt.
fn platform_turn(text: &str) -> Option<Stones> {
    let letters: String = text.split_whitespace().collect();
    let are_capitals = letters.bytes().all(|letter| letter.is_ascii_uppercase());
    are_capitals.then(|| Stones::parse(&letters).ok()).flatten()
}

impl Connect6 {
    /// A game from a board with these stones, on which a side has a whole turn ahead.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`]
    pub(crate) fn set_up(stones: &[(Spot, Colour)], to_move: Colour) -> Result<Self, Refusal> {
        let of = |colour| {
            let own = stones.iter().filter(move |stone| stone.1 == colour);
            own.map(|&(at, _)| point(at)).collect::<Result<Vec<_>, _>>()
        };
        let (black, white) = (of(Colour::Black)?, of(Colour::White)?);
        let record = Record::set_up(&black, &white, to_move);
        Ok(Self { record })
    }

    /// The position.
    pub(crate) const fn board(&self) -> &Board {
        self.record.board()
    }

    /// The turns so far.
    pub(crate) fn turns(&self) -> &[Stones] {
        self.record.turns()
    }

    /// The clicks of a turn.
    pub(crate) fn clicks_of(turn: Stones) -> GameMove {
        match turn {
            Stones::One(cell) => GameMove::One(spot(cell)),
            Stones::Two(first, second) => GameMove::Two([spot(first), spot(second)]),
        }
    }

    fn stone(&self, at: Spot) -> Option<Colour> {
        let cell = point(at).ok()?;
        let owns = |side: &Colour| self.board().stones(*side).contains(cell.index());
        Colour::BOTH.into_iter().find(owns)
    }

    /// The stones of the rows that have won; empty while nobody has won.
    fn winning(&self) -> Vec<Spot> {
        let Some(Ending::Won(side)) = self.record.ending() else {
            return Vec::new();
        };
        let rows = self.board().live(side, ROW);
        let wins = |cell: &Point| {
            let mut windows = cell.windows().iter();
            windows.any(|place| rows.contains(place.window.into()))
        };
        let mut row: Vec<Spot> = Point::all().filter(wins).map(spot).collect();
        row.sort_unstable();
        row
    }

    const fn due(&self) -> u8 {
        self.board().stage().stones()
    }

    fn turn_of(spots: GameMove) -> Result<Stones, Refusal> {
        match spots {
            GameMove::One(at) => Ok(Stones::One(point(at)?)),
            GameMove::Two([first, second]) => {
                let pair = Stones::pair(point(first)?, point(second)?);
                pair.ok_or_else(|| Refusal::Occupied(name(second)))
            }
        }
    }
}

impl Game for Connect6 {
    fn kind(&self) -> Kind {
        Kind::Connect6
    }

    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn to_act(&self) -> Seat {
        Seat::BOTH[self.board().side().index()]
    }

    fn play(&mut self, step: Step) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        let Step::Move(spots) = step else {
            return Err(Refusal::WrongStep);
        };
        let turn = Self::turn_of(spots)?;
        self.record.play(turn).map_err(|error| match error {
            GameError::Over(_) => Refusal::GameOver,
            GameError::Occupied(cell) => Refusal::Occupied(name(spot(cell))),
            GameError::Stones { due, .. } => Refusal::Stones(due),
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match self.record.ending()? {
            Ending::Won(side) => (Some(Seat::BOTH[side.index()]), EndReason::Row),
            Ending::Draw => (None, EndReason::NoMoves),
        };
        Some(Outcome { winner, reason })
    }

    /// Each empty point with the next one: all pairs would be up to 64,620.
    fn legal(&self) -> Vec<Step> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let empty: Vec<Spot> = self.board().empties().map(spot).collect();
        if self.board().stage() == Stage::One {
            return empty.into_iter().map(Step::stone).collect();
        }
        let pair = |pair: &[Spot]| Step::Move(GameMove::Two([pair[0], pair[1]]));
        empty.windows(2).map(pair).collect()
    }

    /// Such as `j10`, `j10 k11` or `j10k11`, and as match platforms write it, `JJ` or `JJ KK`.
    fn read_move(&self, text: &str) -> Result<GameMove, Refusal> {
        let trimmed = text.trim();
        if let Some(turn) = platform_turn(trimmed) {
            return Ok(Self::clicks_of(turn));
        }
        let quoted = |refusal| match refusal {
            Refusal::NotAMove(_) => Refusal::NotAMove(trimmed.to_string()),
            other => other,
        };
        let (first, rest) = next_spot(trimmed).map_err(quoted)?;
        let rest = rest.trim_start_matches([' ', ',', '-', '+']);
        if rest.is_empty() {
            return Ok(GameMove::One(first));
        }
        let (second, rest) = next_spot(rest).map_err(quoted)?;
        if rest.is_empty() {
            Ok(GameMove::Two([first, second]))
        } else {
            Err(Refusal::NotAMove(trimmed.to_string()))
        }
    }

    fn write_move(&self, mv: GameMove) -> String {
        let names: Vec<String> = mv.as_slice().iter().map(|&at| name(at)).collect();
        names.join(" ")
    }

    fn move_from_clicks(&self, spots: &[Spot]) -> Result<Option<GameMove>, Refusal> {
        for &at in spots {
            if self.stone(at).is_some() {
                return Err(Refusal::Occupied(name(at)));
            }
        }
        let spots = match (spots, self.due()) {
            ([at, ..], 1) => GameMove::One(*at),
            ([first, second, ..], _) => GameMove::Two([*first, *second]),
            _ => return Ok(None),
        };
        Self::turn_of(spots)?;
        Ok(Some(spots))
    }

    fn move_input(&self) -> MoveInput {
        MoveInput::stones(self.due())
    }

    fn moves(&self) -> Vec<PlayedMove> {
        let now = self.board().side();
        let is_even = self.turns().len().is_multiple_of(2);
        let first = if is_even { now } else { now.opponent() };
        let turns = self
            .turns()
            .iter()
            .zip([first, first.opponent()].into_iter().cycle());
        let made = |(turn, colour): (&Stones, Colour)| {
            PlayedMove::stones(Self::clicks_of(*turn).as_slice(), colour)
        };
        turns.map(made).collect()
    }

    fn picture(&self) -> Picture {
        let cell = |point| Cell::from(self.stone(spot(point)));
        let cells = Point::all().map(cell).collect();
        let (grid, size) = (Grid::Lines(Rows::Bottom), (SIZE as u8, SIZE as u8));
        Picture {
            winning: self.winning(),
            ..Picture::plain(grid, size, cells, self.moves())
        }
    }
}
