//! A game of Connect6 by the protocol of the SAU platform, of Cloudict, or in the words of the Gomocup protocol.

use std::time::Duration;

use kagetsu_connect6::{Cell, Ending, Game, Side, Turn};
use kagetsu_gomoku::geometry::Point;
use kagetsu_notation::record::{FaultKind, GameResult, Reason, Remark};

use super::connect6_gomocup;
use super::contest::Contest;
use super::first_request::{first_request, parse_first_answer};
use super::protocol::Protocol;
use super::quote::quote;
use super::referee::GameStatus;
use super::seats::{End, Seats};
use super::sibling_lines::{MOVE, connect6_turn};

/// A game of Connect6.
#[derive(Debug, Default)]
pub(crate) struct Connect6Contest {
    game: Game,
    opening: usize,
    /// For each seat, whether the engine knows the position before the opponent's last turn.
    is_told: [bool; 2],
}

impl Connect6Contest {
    fn status(&self) -> GameStatus {
        match self.game.ending() {
            None => GameStatus::Running,
            Some(Ending::Draw) => GameStatus::Over(GameResult::Draw, Reason::FullBoard),
            Some(Ending::Won(Side::Black)) => GameStatus::Over(GameResult::Black, Reason::Six),
            Some(Ending::Won(Side::White)) => GameStatus::Over(GameResult::White, Reason::Six),
        }
    }

    /// The request for the next turn.
    fn request(&self, seat: usize, protocol: Protocol) -> Vec<String> {
        let turns = self.game.turns();
        match (turns, self.is_told[seat]) {
            ([], _) => vec![format!("new {}", Side::Black)],
            ([.., last], true) => vec![format!("{MOVE} {last}")],
            // Only with Cloudict do games begin with more than one turn on the board.
            ([only], false) if protocol == Protocol::Sau => {
                vec![format!("new {}", Side::White), format!("{MOVE} {only}")]
            }
            (turns, false) => {
                let sides = Side::BOTH.into_iter().cycle();
                let stones = sides
                    .zip(turns)
                    .map(|(side, turn)| format!("{side} {turn}"));
                let mut lines = vec![format!("new {}", Side::White)];
                lines.extend(stones);
                lines.push("next".to_string());
                lines
            }
        }
    }
}

impl Contest for Connect6Contest {
    fn begin(&mut self, seat: usize, seats: &mut Seats<'_>) -> Result<(), End> {
        let spec = seats.spec(seat);
        let request = first_request(spec.protocol, seats.settings());
        let parse = |line: &str| parse_first_answer(spec.protocol, line);
        seats.confirm(seat, &request, parse)?.map_err(|error| {
            let detail = format!("refused the first request: {}", quote(&error));
            End::by_protocol(seat, detail)
        })?;
        if spec.protocol == Protocol::Gomocup {
            let info = connect6_gomocup::info_lines(spec, seats.settings(), seats.clock(seat));
            seats.tell_options(seat, &info);
            return Ok(());
        }
        let mut lines: Vec<String> = spec
            .options
            .iter()
            .map(|(key, value)| format!("{key} {value}").trim_end().to_string())
            .collect();
        let depth = spec.clock.unwrap_or(seats.settings().clock).depth;
        let depth = depth.filter(|_| spec.protocol == Protocol::Cloudict);
        lines.extend(depth.map(|depth| format!("depth {depth}")));
        seats.tell(seat, &lines);
        Ok(())
    }

    fn open(&mut self, opening: &[Point], seats: &mut Seats<'_>) -> Result<(), End> {
        let cell = |point: &Point| Cell::at(point.x(), point.y());
        let (first, pairs) = opening.split_at(opening.len().min(1));
        let first = first.iter().filter_map(cell).map(Turn::One);
        let pairs = pairs.chunks_exact(2).filter_map(|pair| {
            let (a, b) = cell(&pair[0]).zip(cell(&pair[1]))?;
            Turn::pair(a, b)
        });
        for turn in first.chain(pairs) {
            // Openings are checked before they are used.
            if self.game.play(turn).is_ok() {
                seats.made(Duration::ZERO, Remark::default());
            }
        }
        self.opening = self.game.turns().len();
        match self.status() {
            GameStatus::Running => Ok(()),
            GameStatus::Over(result, reason) => Err(End::Regular(result, reason)),
        }
    }

    fn turn(&mut self, seats: &mut Seats<'_>) -> Result<GameStatus, End> {
        let seat = match self.game.board().side() {
            Side::Black => seats.black,
            Side::White => 1 - seats.black,
        };
        let illegal = |detail: String| End::Fault {
            seat,
            kind: FaultKind::Illegal,
            detail,
        };
        let (turn, took, remark) = if seats.spec(seat).protocol == Protocol::Gomocup {
            let clock = seats.clock(seat);
            let request = connect6_gomocup::request(self.game.turns(), self.is_told[seat], clock);
            let (points, took, remark) = seats.ask(seat, &request, connect6_gomocup::parse_turn)?;
            (connect6_gomocup::turn_of(&points), took, remark)
        } else {
            let request = self.request(seat, seats.spec(seat).protocol);
            let (text, took, remark) = seats.ask(seat, &request, connect6_turn)?;
            let turn = Turn::parse(&text).map_err(|error| error.to_string());
            (turn, took, remark)
        };
        self.is_told[seat] = true;
        let turn = turn.map_err(illegal)?;
        self.game
            .play(turn)
            .map_err(|error| illegal(error.to_string()))?;
        seats.made(took, remark);
        Ok(self.status())
    }

    fn moves(&self) -> String {
        self.game.turns().iter().map(Turn::to_string).collect()
    }

    fn opening(&self) -> usize {
        self.opening
    }
}
