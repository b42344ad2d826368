//! A game of Connect6 by the protocol of the SAU platform, of Cloudict, or in the words of the Gomocup protocol.

use kagetsu_connect6::{Ending, Game, Side, Turn, read_game};
use kagetsu_notation::record::{GameResult, Reason};

use super::connect6_gomocup;
use super::contest::Contest;
use super::protocol::Protocol;
use super::referee::GameStatus;
use super::seats::{End, Seats};
use super::sibling_lines::{MOVE, connect6_turn};

/// A game of Connect6.
#[derive(Debug, Default)]
pub(crate) struct Connect6Contest {
    game: Game,
    /// For each seat, whether the engine knows the position before the opponent's last turn.
    is_told: [bool; 2],
}

impl Connect6Contest {
    fn status(&self) -> GameStatus {
        match self.game.ending() {
            None => GameStatus::Running,
            Some(Ending::Draw) => GameStatus::Over(GameResult::Draw, Reason::FullBoard),
            Some(Ending::Won(side)) => GameStatus::Over(GameResult::win(side), Reason::Six),
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
        seats.greet(seat)?;
        let spec = seats.spec(seat);
        if spec.protocol == Protocol::Gomocup {
            let info = connect6_gomocup::info_lines(spec, seats.settings(), seats.clock(seat));
            seats.tell_info(seat, &info);
            return Ok(());
        }
        let mut lines: Vec<String> = spec
            .options
            .iter()
            .map(|(key, value)| format!("{key} {value}").trim_end().to_string())
            .collect();
        let depth = spec.clock_in(seats.settings()).depth;
        let depth = depth.filter(|_| spec.protocol == Protocol::Cloudict);
        lines.extend(depth.map(|depth| format!("depth {depth}")));
        seats.tell(seat, &lines);
        Ok(())
    }

    fn open(&mut self, opening: &str, seats: &mut Seats<'_>) -> Result<(), End> {
        // Openings are checked before they are used.
        self.game = read_game(opening).unwrap_or_default();
        seats.opened(self.game.turns().len());
        End::if_over(self.status())
    }

    fn turn(&mut self, seats: &mut Seats<'_>) -> Result<(), End> {
        let seat = seats.of_side(self.game.board().side());
        let (turn, took, remark) = if seats.spec(seat).protocol == Protocol::Gomocup {
            let clock = seats.clock(seat);
            let request = connect6_gomocup::request(self.game.turns(), self.is_told[seat], clock);
            let (points, took, remark) = seats.ask(seat, &request, connect6_gomocup::parse_turn)?;
            (connect6_gomocup::turn_of(&points), took, remark)
        } else {
            let request = self.request(seat, seats.spec(seat).protocol);
            let (text, took, remark) = seats.ask(seat, &request, connect6_turn)?;
            (Turn::parse(&text), took, remark)
        };
        self.is_told[seat] = true;
        let turn = turn.map_err(|detail| End::by_illegal(seat, &detail))?;
        self.game
            .play(turn)
            .map_err(|error| End::by_illegal(seat, &error))?;
        seats.made(took, remark);
        End::if_over(self.status())
    }

    fn moves(&self) -> String {
        self.game.turns().iter().map(Turn::to_string).collect()
    }
}
