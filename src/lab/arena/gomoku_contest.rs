//! A game of Gomoku: each engine speaks the Gomocup protocol, GTP or JSON queries.

use std::time::Duration;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_notation::record::Remark;

use super::contest::Contest;
use super::dialogue::{
    info_lines, opening_request, parse_move, parse_start, parse_swap2, start_request,
};
use super::gomoku_gtp;
use super::gomoku_json;
use super::protocol::Protocol;
use super::referee::{Referee, Refusal};
use super::seats::{End, Seats};
use super::settings::{GameSettings, OpeningRule};
use super::swap2::{Choice, Swap2};

/// A game of Gomoku.
#[derive(Debug)]
pub(crate) struct GomokuContest {
    rule: Rule,
    size: BoardSize,
    referee: Referee,
    /// For each seat, the number of moves that the engine knows. `None` before it knows the start.
    told: [Option<usize>; 2],
}

/// A chosen point, the time that it took, and what was said of it.
type Asked = (Point, Duration, Remark);

impl GomokuContest {
    /// A game on the empty board.
    pub(crate) fn new(rule: Rule, settings: &GameSettings) -> Self {
        Self {
            rule,
            size: settings.size,
            referee: Referee::new(rule, settings),
            told: [None; 2],
        }
    }

    /// Puts the stones of the opening on the board.
    fn lay_out(&mut self, opening: &str, seats: &mut Seats<'_>) -> Result<(), End> {
        // Openings are checked before they are used.
        let points = Rows::FromBottom.parse_moves(opening, self.size);
        for point in points.unwrap_or_default() {
            if let Ok(status) = self.referee.play(point, None) {
                seats.opened(1);
                End::if_over(status)?;
            }
        }
        Ok(())
    }

    fn ask_gomocup(&self, seat: usize, seats: &mut Seats<'_>) -> Result<Asked, End> {
        let mut request = vec![seats.clock(seat).left_line()];
        if self.told[seat].is_some() {
            let last = self.referee.moves().last();
            request.extend(last.map(|point| format!("TURN {},{}", point.x(), point.y())));
        } else {
            request.extend(opening_request(self.referee.moves()));
        }
        let (answer, took, remark) = seats.ask(seat, &request, parse_move)?;
        let point = self
            .referee
            .point(answer)
            .map_err(|refusal| End::by_refusal(seat, refusal))?;
        Ok((point, took, remark))
    }

    fn ask_gtp(&self, seat: usize, seats: &mut Seats<'_>) -> Result<Asked, End> {
        let known = self.told[seat].unwrap_or_default();
        let sides = Side::BOTH.into_iter().cycle();
        let moves = sides.zip(self.referee.moves().iter().copied());
        let news: Vec<(Side, Point)> = moves.skip(known).collect();
        gomoku_gtp::ask(seat, &news, self.referee.side_to_move(), seats)
    }

    /// The engines choose the opening; the first seat begins.
    fn swap2(&mut self, seats: &mut Seats<'_>) -> Result<(), End> {
        let mut opening = Swap2::new();
        while let Some(seat) = opening.chooser() {
            let mut request = vec![seats.clock(seat).left_line()];
            request.extend(opening.request());
            let (choice, mut took, _): (Choice, Duration, Remark) =
                seats.ask(seat, &request, parse_swap2)?;
            let points = opening
                .choose(&choice)
                .map_err(|error| End::by_protocol(seat, error))?;
            for answer in points {
                let refused = |refusal: Refusal| End::by_refusal(seat, refusal);
                let point = self.referee.point(*answer).map_err(refused)?;
                let verdict = self.referee.play(point, None).map_err(refused)?;
                opening.placed(point);
                seats.opening = self.referee.moves().len();
                seats.made(took, Remark::default());
                took = Duration::ZERO;
                End::if_over(verdict)?;
            }
            seats.black = opening.black();
        }
        Ok(())
    }
}

impl Contest for GomokuContest {
    fn begin(&mut self, seat: usize, seats: &mut Seats<'_>) -> Result<(), End> {
        let spec = seats.spec(seat);
        match spec.protocol {
            Protocol::Gtp => return gomoku_gtp::begin(seat, self.rule, self.size, seats),
            Protocol::Json => return seats.greet(seat),
            _ => {}
        }
        let start = start_request(seats.settings());
        let info = info_lines(spec, seats.settings(), self.rule, seats.clock(seat));
        seats
            .confirm(seat, &[start], parse_start)?
            .map_err(|error| End::by_refused(seat, "START", &error))?;
        seats.tell_info(seat, &info);
        Ok(())
    }

    fn open(&mut self, opening: &str, seats: &mut Seats<'_>) -> Result<(), End> {
        match seats.settings().opening_rule {
            OpeningRule::Given => self.lay_out(opening, seats),
            OpeningRule::Swap2 => self.swap2(seats),
        }
    }

    fn turn(&mut self, seats: &mut Seats<'_>) -> Result<(), End> {
        let seat = seats.of_side(self.referee.side_to_move());
        let (point, took, remark) = match seats.spec(seat).protocol {
            Protocol::Gtp => self.ask_gtp(seat, seats)?,
            Protocol::Json => gomoku_json::ask(seat, self.rule, self.referee.moves(), seats)?,
            _ => self.ask_gomocup(seat, seats)?,
        };
        // It knows its own move.
        self.told[seat] = Some(self.referee.moves().len() + 1);
        let refused = |refusal: Refusal| End::by_refusal(seat, refusal);
        let verdict = self.referee.play(point, Some(&remark)).map_err(refused)?;
        seats.made(took, remark);
        End::if_over(verdict)
    }

    fn moves(&self) -> String {
        Rows::FromBottom.names(self.referee.moves(), self.size, "")
    }
}
