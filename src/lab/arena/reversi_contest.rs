//! A game of Reversi by GTP or by the protocol of `NBoard`. Forced passes are played by the referee.

use std::time::Duration;

use kagetsu_notation::record::{GameResult, Reason, Remark};
use kagetsu_reversi::record::{Game, Ply, Position, parse_moves};

use super::contest::Contest;
use super::first_request::parse_gtp;
use super::gtp_lines;
use super::protocol::Protocol;
use super::referee::GameStatus;
use super::seats::{End, Seats};
use super::sibling_lines::{
    ReversiChoice, gtp_ply, nboard_move, nboard_ply, nboard_set_game, reversi_choice,
};
use kagetsu_kernel::Side;

/// A game of Reversi.
#[derive(Debug, Default)]
pub(crate) struct ReversiContest {
    game: Game,
    /// For each seat, the number of plies that the engine knows. `None` before it knows the start.
    told: [Option<usize>; 2],
}

/// The text of an answer, and the time that it took.
type Asked = (String, Duration);

impl ReversiContest {
    /// The state of the game after a ply.
    fn status(&self) -> GameStatus {
        let position = self.game.position();
        if !position.board().is_over() {
            return GameStatus::Running;
        }
        let result = match position.final_score(Side::Black) {
            0 => GameResult::Draw,
            lead if lead > 0 => GameResult::Black,
            _ => GameResult::White,
        };
        GameStatus::Over(result, Reason::NoMoves)
    }

    /// The plies that an engine does not know yet, with their sides.
    fn news(&self, seat: usize) -> Vec<(Side, Ply)> {
        let known = self.told[seat].unwrap_or_default();
        let mut side = self.game.start().side();
        let mut news = Vec::new();
        for (index, (ply, position)) in self.game.plies().iter().enumerate() {
            if index >= known {
                news.push((side, *ply));
            }
            side = position.side();
        }
        news
    }

    /// Asks a GTP engine for its move.
    fn ask_gtp(&mut self, seat: usize, seats: &mut Seats<'_>) -> Result<Asked, End> {
        for (side, ply) in self.news(seat) {
            let command = format!("play {} {}", gtp_lines::letter(side), gtp_ply(ply));
            if ply == Ply::Pass {
                // A pass follows from the moves: some engines know no word for it.
                seats.confirm(seat, &[command], parse_gtp)?.ok();
            } else {
                gtp_lines::command(seat, seats, &command)?;
            }
        }
        self.told[seat] = Some(self.game.plies().len() + 1);
        let side = self.game.position().side();
        let (text, took, _) = gtp_lines::genmove(seat, side, seats)?;
        Ok((text, took))
    }

    /// Asks an `NBoard` engine for its move.
    fn ask_nboard(&mut self, seat: usize, seats: &mut Seats<'_>) -> Result<Asked, End> {
        let mut lines = match self.told[seat] {
            None => vec![nboard_set_game(&self.game)],
            Some(_) => self
                .news(seat)
                .into_iter()
                .map(|(_, ply)| format!("move {}", nboard_ply(ply)))
                .collect(),
        };
        self.told[seat] = Some(self.game.plies().len());
        lines.push("go".to_string());
        let (text, took, _) = seats.ask(seat, &lines, nboard_move)?;
        Ok((text, took))
    }
}

impl Contest for ReversiContest {
    fn begin(&mut self, seat: usize, seats: &mut Seats<'_>) -> Result<(), End> {
        seats.greet(seat)?;
        let spec = seats.spec(seat);
        if spec.protocol == Protocol::Gtp {
            gtp_lines::command(seat, seats, "clear_board")?;
            return gtp_lines::options_and_time(seat, seats);
        }
        let mut lines: Vec<String> = spec
            .options
            .iter()
            .map(|(key, value)| format!("set {key} {value}"))
            .collect();
        let depth = spec.clock_in(seats.settings()).depth;
        lines.extend(depth.map(|depth| format!("set depth {depth}")));
        seats.tell(seat, &lines);
        Ok(())
    }

    fn open(&mut self, opening: &str, seats: &mut Seats<'_>) -> Result<(), End> {
        // Openings are checked before they are used.
        self.game = parse_moves(Position::START, opening).unwrap_or_default();
        seats.opened(self.game.plies().len());
        End::if_over(self.status())
    }

    fn turn(&mut self, seats: &mut Seats<'_>) -> Result<(), End> {
        let position = self.game.position();
        if position.must_pass() && self.game.play(Ply::Pass).is_ok() {
            seats.made(Duration::ZERO, Remark::default());
            return End::if_over(self.status());
        }
        let side = position.side();
        let seat = seats.of_side(side);
        let (text, took) = match seats.spec(seat).protocol {
            Protocol::NBoard => self.ask_nboard(seat, seats)?,
            _ => self.ask_gtp(seat, seats)?,
        };
        let choice = reversi_choice(&text).ok_or_else(|| End::by_no_move(seat, &text))?;
        let ReversiChoice::Play(ply) = choice else {
            let winner = GameResult::win(side.opponent());
            return Err(End::Regular(winner, Reason::Resigned));
        };
        let played = self.game.play(ply);
        played.map_err(|error| End::by_illegal(seat, &error))?;
        seats.made(took, Remark::default());
        End::if_over(self.status())
    }

    fn moves(&self) -> String {
        let plies = self.game.plies().iter();
        plies.map(|(ply, _)| ply.to_string()).collect()
    }
}
