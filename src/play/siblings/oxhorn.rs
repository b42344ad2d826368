//! One game of ox-horn chess. Red begins and stands for black; Blue stands for white. The ten points lie on a grid of three
//! columns: the tip and the point under it in the middle, the others at the sides.

use kagetsu_oxhorn::{Ending, Game as Record, Move, Piece, Point, Rules, Side, State};

use crate::game::{
    Cell, Change, Colour, EndReason, Game, GameMove, Grid, Kind, LegalMove, MoveInput, Node,
    Outcome, Picture, PlayedMove, Refusal, Seat, Spot, Step,
};

/// Columns of the grid.
const WIDTH: u8 = 3;
/// Rows of the grid.
const HEIGHT: u8 = 6;
/// The middle column.
const MIDDLE: u8 = 1;
/// The first row with two points.
const FIRST_PAIR: u8 = 2;
/// Parts of a column. Places are whole numbers of them, so that they are short as text.
const PARTS: i16 = 100;
/// Half the width of the first pair of points in the drawing, in parts.
const TIP_HALF: i16 = 95;
/// How much wider each further pair is, in parts.
const WIDENING: i16 = 5;

/// The state of a game.
#[derive(Clone, Debug)]
pub(crate) struct Oxhorn {
    record: Record,
}

const fn spot(point: Point) -> Spot {
    let row = point.row();
    let column = match (row < FIRST_PAIR, point.number() % 2) {
        (true, _) => MIDDLE,
        (false, 0) => 0,
        (false, _) => WIDTH - 1,
    };
    Spot::new(column, row)
}

fn point(at: Spot) -> Option<Point> {
    Point::all().find(|&point| spot(point) == at)
}

const fn colour(side: Side) -> Colour {
    match side {
        Side::Red => Colour::Black,
        Side::Blue => Colour::White,
    }
}

const fn seat(side: Side) -> Seat {
    match side {
        Side::Red => Seat::First,
        Side::Blue => Seat::Second,
    }
}

fn piece_at(state: State, point: Point) -> Option<Colour> {
    if state.is_empty(point) {
        None
    } else if state.red() == point {
        Some(Colour::Black)
    } else {
        Some(Colour::White)
    }
}

/// Where a point is drawn: the horn widens from its tip.
fn place(point: Point) -> [f64; 2] {
    let row = point.row();
    let half = TIP_HALF + WIDENING * i16::from(row.saturating_sub(FIRST_PAIR));
    let side = i16::from(spot(point).x) - i16::from(MIDDLE);
    let column = PARTS * i16::from(MIDDLE) + side * half;
    [f64::from(column) / f64::from(PARTS), f64::from(row)]
}

fn played_move(before: State, after: State) -> PlayedMove {
    let change = |point: Point| {
        let (before, after) = (piece_at(before, point), piece_at(after, point));
        (before != after).then_some(Change {
            at: spot(point),
            before,
            after,
        })
    };
    let changes: Vec<Change> = Point::all().filter_map(change).collect();
    let filled = changes.iter().filter(|change| change.after.is_some());
    let left = changes.iter().find(|change| change.after.is_none());
    PlayedMove {
        spots: filled.map(|change| change.at).collect(),
        from: left.map(|change| change.at),
        changes,
    }
}

impl Default for Oxhorn {
    fn default() -> Self {
        Self {
            record: Record::new(Rules::default(), State::start(Side::Red)),
        }
    }
}

impl Oxhorn {
    /// A game from a state: one red piece and two blue ones.
    ///
    /// # Errors
    /// [`Refusal::NoStart`] for other numbers of pieces, and for points that are not there or taken twice.
    pub(crate) fn set_up(pieces: &[(Spot, Colour)], to_move: Colour) -> Result<Self, Refusal> {
        let of = |colour| {
            let own = pieces.iter().filter(move |piece| piece.1 == colour);
            own.filter_map(|&(at, _)| point(at)).collect::<Vec<_>>()
        };
        let side = match to_move {
            Colour::Black => Side::Red,
            Colour::White => Side::Blue,
        };
        let state = match (of(Colour::Black).as_slice(), of(Colour::White).as_slice()) {
            (&[red], &[one, other]) => State::new(side, red, [one, other]),
            _ => None,
        };
        Ok(Self {
            record: Record::new(Rules::default(), state.ok_or(Refusal::NoStart)?),
        })
    }

    /// The state of the pieces.
    pub(crate) const fn state(&self) -> State {
        self.record.state()
    }

    /// How many moves were made.
    pub(crate) fn length(&self) -> usize {
        self.record.states().len() - 1
    }

    /// The clicks of a move in this state.
    pub(crate) fn clicks_of(&self, step: Move) -> GameMove {
        let from = self.state().point_of(step.piece);
        GameMove::Two([spot(from), spot(step.to)])
    }

    /// The legal move with these clicks.
    fn step_of(&self, clicks: [Spot; 2]) -> Result<Move, Refusal> {
        let state = self.state();
        let text = self.write_move(GameMove::Two(clicks));
        let [from, to] = clicks.map(point);
        let step = from.zip(to).and_then(|(from, to)| {
            let piece = Piece::of(state.side())
                .iter()
                .find(|&&piece| state.point_of(piece) == from)?;
            Some(Move { piece: *piece, to })
        });
        let legal = step.filter(|&step| state.is_legal(step));
        legal.ok_or(Refusal::NoStep(text))
    }

    fn own_piece(&self, at: Spot) -> bool {
        let own = Some(colour(self.state().side()));
        point(at).is_some_and(|point| piece_at(self.state(), point) == own)
    }
}

fn name(at: Spot) -> String {
    point(at).map_or_else(|| format!("{},{}", at.x, at.y), |point| point.to_string())
}

impl Game for Oxhorn {
    fn kind(&self) -> Kind {
        Kind::Oxhorn
    }

    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn to_act(&self) -> Seat {
        seat(self.state().side())
    }

    fn play(&mut self, step: Step) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        let Step::Move(GameMove::Two(clicks)) = step else {
            return Err(Refusal::WrongStep);
        };
        let step = self.step_of(clicks)?;
        self.record.play(step).map_err(|_| Refusal::WrongStep)
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.record.ending()?;
        let reason = match ending {
            Ending::Escaped => EndReason::Escaped,
            Ending::Trapped => EndReason::Trapped,
            Ending::Repeated(_) => EndReason::Repetition,
        };
        Some(Outcome {
            winner: ending.winner().map(seat),
            reason,
        })
    }

    fn legal(&self) -> Vec<Step> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.state().moves();
        moves.map(|step| Step::Move(self.clicks_of(step))).collect()
    }

    /// Such as `0-2`.
    fn read_move(&self, text: &str) -> Result<GameMove, Refusal> {
        let trimmed = text.trim();
        let number = |text: &str| match text.trim().as_bytes() {
            [digit @ b'0'..=b'9'] => Point::new(digit - b'0').map(spot),
            _ => None,
        };
        let both = trimmed.split_once(['-', ' ']);
        let both = both.and_then(|(from, to)| Some([number(from)?, number(to)?]));
        let wrong = || Refusal::NotAMove(trimmed.to_string());
        both.map(GameMove::Two).ok_or_else(wrong)
    }

    fn write_move(&self, mv: GameMove) -> String {
        let names: Vec<String> = mv.as_slice().iter().map(|&at| name(at)).collect();
        names.join("-")
    }

    fn move_from_clicks(&self, spots: &[Spot]) -> Result<Option<GameMove>, Refusal> {
        match *spots {
            [from, ..] if !self.own_piece(from) => Err(Refusal::NoPiece(name(from))),
            [] | [_] => Ok(None),
            [from, to, ..] => {
                self.step_of([from, to])?;
                Ok(Some(GameMove::Two([from, to])))
            }
        }
    }

    fn move_input(&self) -> MoveInput {
        let path = |step: Step| match step {
            Step::Move(spots) => Some(LegalMove {
                spots,
                flips: Vec::new(),
            }),
            _ => None,
        };
        MoveInput {
            paths: Some(self.legal().into_iter().filter_map(path).collect()),
            ..MoveInput::stones(2)
        }
    }

    fn moves(&self) -> Vec<PlayedMove> {
        let pairs = self.record.states().windows(2);
        pairs.map(|pair| played_move(pair[0], pair[1])).collect()
    }

    fn picture(&self) -> Picture {
        let state = self.state();
        let of_point = |point| Cell::from(piece_at(state, point));
        let cell = |at| point(at).map_or(Cell::Missing, of_point);
        let cells = Spot::all(WIDTH, HEIGHT).map(cell).collect();
        let node = |point: Point| Node {
            at: spot(point),
            name: point.to_string(),
            place: place(point),
        };
        let joints = Point::all().flat_map(|from| {
            let later = from.steps(Side::Red).filter(move |&to| to > from);
            later.map(move |to| [spot(from), spot(to)])
        });
        let grid = Grid::Net {
            nodes: Point::all().map(node).collect(),
            joints: joints.collect(),
        };
        Picture {
            winning: match self.record.ending() {
                Some(Ending::Escaped | Ending::Trapped) => vec![spot(state.red())],
                _ => Vec::new(),
            },
            ..Picture::plain(grid, (WIDTH, HEIGHT), cells, self.moves())
        }
    }
}
