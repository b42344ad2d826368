//! One game of Gomoku or Renju. The first seat begins: with Black, or in a set-up position with the colour to move.

use crate::game::{
    Ask, Cell, Colour, EndReason, Game, GameMove, Grid, Kind, MoveInput, OpeningName, Outcome,
    Picture, PlayedMove, Refusal, Rows, Seat, Spot, Step, cut_name,
};
use crate::opening::{BoardView, Machine, Procedure, name_of};

use super::setup::Setup;
use super::stones::{AfterStone, Rule, Stones};

/// Empty points from which on Black may be left without a legal one: only a few of many can be forbidden.
const FEW: usize = 40;
/// Passes in a row that end the game.
const PASSES: u8 = 2;

/// The state of a game.
#[derive(Clone, Debug)]
pub struct Gomoku {
    stones: Stones,
    opening: Machine,
    /// The colour of the first seat before any exchange.
    first: Colour,
    passes: u8,
    set_up: usize,
    outcome: Option<Outcome>,
}

impl Gomoku {
    /// The board with its stones.
    pub const fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Is the opening procedure over?
    pub fn opening_is_done(&self) -> bool {
        self.opening.is_done()
    }

    /// Which opening procedure it is.
    pub const fn procedure(&self) -> Procedure {
        self.opening.procedure()
    }

    /// The name of a spot: a letter for the column and the row number from the bottom.
    pub fn name(&self, at: Spot) -> String {
        self.stones.name(at)
    }

    fn seat_of(&self, colour: Colour) -> Seat {
        let owner = self.opening.black();
        match (self.first, colour) {
            (Colour::Black, Colour::Black) | (Colour::White, Colour::White) => owner,
            _ => owner.other(),
        }
    }

    fn lay(&mut self, at: Spot) -> Result<(), Refusal> {
        let mover = self.seat_of(self.to_move());
        let after = self.stones.play(at)?;
        self.passes = 0;
        let end = |winner, reason| Some(Outcome { winner, reason });
        self.outcome = match after {
            AfterStone::Win(_) => end(Some(mover), EndReason::Row),
            AfterStone::Draw => end(None, EndReason::NoMoves),
            AfterStone::Running if self.is_stuck() => end(None, EndReason::NoMoves),
            AfterStone::Running => None,
        };
        Ok(())
    }

    /// Are all empty points forbidden?
    fn is_stuck(&self) -> bool {
        let free = self.stones.free();
        self.stones.rule() == Rule::Renju && free <= FEW && self.stones.forbidden().len() == free
    }

    /// The board as the opening sees it.
    fn view(&self) -> BoardView {
        BoardView {
            stones: self.stones.stones(),
            size: self.stones.size(),
        }
    }

    fn play_move(&mut self, at: Spot) -> Result<(), Refusal> {
        if self.opening.is_done() {
            return self.lay(at);
        }
        self.opening.check_place(at, &self.view())?;
        self.lay(at)?;
        self.opening.placed();
        Ok(())
    }

    fn play_pass(&mut self) -> Result<(), Refusal> {
        if !self.opening.is_done() {
            return Err(Refusal::WrongStep);
        }
        self.stones.pass();
        self.passes += 1;
        if self.passes >= PASSES {
            self.outcome = Some(Outcome {
                winner: None,
                reason: EndReason::BothPassed,
            });
        }
        Ok(())
    }

    fn play_offer(&mut self, at: Spot) -> Result<(), Refusal> {
        let (width, height) = self.stones.size();
        if at.x >= width || at.y >= height {
            return Err(Refusal::OffBoard(self.name(at)));
        }
        let view = self.view();
        self.opening.offer(at, &view)
    }

    fn play_pick(&mut self, at: Spot) -> Result<(), Refusal> {
        self.opening.check_pick(at, &self.view())?;
        self.lay(at)?;
        self.opening.picked();
        Ok(())
    }

    fn all_choices(&self) -> Vec<Step> {
        match self.ask() {
            Ask::Choose(choices) => choices.into_iter().map(Step::Choose).collect(),
            Ask::Announce(most) => (1..=most).map(Step::Announce).collect(),
            Ask::Offer(_) => {
                let offers = self.opening.possible_offers(&self.view());
                let offer = |at: Spot| Step::Offer(at.into());
                offers.into_iter().map(offer).collect()
            }
            Ask::Pick(offers) => offers.into_iter().map(Step::Pick).collect(),
            Ask::Move | Ask::Nothing => Vec::new(),
        }
    }

    /// The state before the first step.
    ///
    /// # Errors
    /// As [`Setup::check`] and [`Stones::set_up`]; [`Refusal::WinningRow`], and [`Refusal::NoStart`] without a legal move.
    pub fn start(setup: &Setup) -> Result<Self, Refusal> {
        setup.check()?;
        let size = (setup.width, setup.height);
        let stones = Stones::set_up(size, setup.rule, &setup.stones, setup.to_move)?;
        let game = Self {
            stones,
            opening: Machine::new(setup.opening),
            first: setup.to_move,
            passes: 0,
            set_up: setup.stones.len(),
            outcome: None,
        };
        if let Some(&at) = game.stones.winning().first() {
            return Err(Refusal::WinningRow(game.name(at)));
        }
        if game.stones.free() == 0 || game.is_stuck() {
            return Err(Refusal::NoStart);
        }
        Ok(game)
    }

    /// Reads a point as people write it.
    ///
    /// # Errors
    /// [`Refusal::NotAMove`] or [`Refusal::OffBoard`] with the text.
    pub(crate) fn read_spot(&self, text: &str) -> Result<Spot, Refusal> {
        let trimmed = text.trim();
        let Some((name, "")) = cut_name(trimmed) else {
            return Err(Refusal::NotAMove(trimmed.to_string()));
        };
        let (width, height) = self.stones.size();
        let spot = Rows::Bottom.spot(name, width, height);
        spot.ok_or_else(|| Refusal::OffBoard(name.to_string()))
    }
}

impl Game for Gomoku {
    fn kind(&self) -> Kind {
        Kind::Gomoku
    }

    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn to_act(&self) -> Seat {
        if self.opening.is_done() {
            self.seat_of(self.to_move())
        } else {
            self.opening.to_act(self.to_move())
        }
    }

    fn ask(&self) -> Ask {
        if self.outcome.is_some() {
            return Ask::Nothing;
        }
        self.opening.ask().unwrap_or(Ask::Move)
    }

    fn play(&mut self, step: Step) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        match step {
            Step::Move(mv) => self.play_move(mv.try_into()?),
            Step::Pass => self.play_pass(),
            Step::Choose(choice) => self.opening.choose(choice),
            Step::Announce(number) => self.opening.announce(number),
            Step::Offer(mv) => self.play_offer(mv.try_into()?),
            Step::Pick(mv) => self.play_pick(mv.try_into()?),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn colour(&self, seat: Seat) -> Colour {
        if self.seat_of(Colour::Black) == seat {
            Colour::Black
        } else {
            Colour::White
        }
    }

    fn to_move(&self) -> Colour {
        self.stones.to_move()
    }

    fn is_searchable(&self) -> bool {
        self.opening_is_done() && self.ask() == Ask::Move
    }

    /// That of a renju opening, once three stones lie.
    fn opening_name(&self) -> Option<OpeningName> {
        let stones = self.stones.stones();
        let three = stones.first_chunk::<3>()?;
        let (width, height) = self.stones.size();
        let is_centred = three[0].0 == Spot::new(width / 2, height / 2);
        let key = is_centred.then(|| name_of(three)).flatten()?;
        Some(OpeningName::Word(key))
    }

    fn legal(&self) -> Vec<Step> {
        if self.ask() != Ask::Move {
            return self.all_choices();
        }
        let forbidden = self.stones.forbidden();
        let free = |&spot: &Spot| forbidden.iter().all(|&(at, _)| at != spot);
        let zone = self.opening.zone(&self.view());
        let spots = zone.unwrap_or_else(|| self.stones.empty().collect());
        let mut steps: Vec<Step> = spots.into_iter().filter(free).map(Step::stone).collect();
        if self.opening.is_done() {
            steps.push(Step::Pass);
        }
        steps
    }

    fn read_move(&self, text: &str) -> Result<GameMove, Refusal> {
        self.read_spot(text).map(GameMove::One)
    }

    fn write_move(&self, mv: GameMove) -> String {
        self.name(mv.last())
    }

    fn move_input(&self) -> MoveInput {
        MoveInput {
            pass: self.outcome.is_none() && self.opening.is_done(),
            ..MoveInput::stones(1)
        }
    }

    fn moves(&self) -> Vec<PlayedMove> {
        let stones = self.stones.stones();
        let laid = stones[self.set_up..].iter();
        laid.map(|&(at, colour)| PlayedMove::stones(&[at], colour))
            .collect()
    }

    fn move_count(&self) -> usize {
        self.stones.stones().len() - self.set_up
    }

    fn picture(&self) -> Picture {
        let (width, height) = self.stones.size();
        let cell = |at| Cell::from(self.stones.stone(at));
        let won = self.outcome.is_some_and(|end| end.reason == EndReason::Row);
        let running = self.outcome.is_none();
        let cells = Spot::all(width, height).map(cell).collect();
        let grid = Grid::Lines(Rows::Bottom);
        let mut picture = Picture::plain(grid, (width, height), cells, self.moves());
        picture.offered = self.opening.offered().to_vec();
        if running {
            picture.forbidden = self.stones.forbidden();
            picture.zone = self.opening.zone(&self.view());
        }
        if won {
            picture.winning = self.stones.winning();
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Foul;

    fn after(stones: &[(&str, Colour)]) -> Gomoku {
        let mut setup = Setup::square(Rule::Renju, 15);
        let empty = Gomoku::start(&setup).expect("the setup is sound");
        let stone =
            |&(text, colour): &(&str, Colour)| (empty.read_spot(text).expect("a point"), colour);
        setup.stones = stones.iter().map(stone).collect();
        Gomoku::start(&setup).expect("the setup is sound")
    }

    #[test]
    fn forbidden_points_are_shown_and_refused_with_their_kind() {
        let black = |texts: &[&'static str]| -> Vec<(&'static str, Colour)> {
            texts.iter().map(|&text| (text, Colour::Black)).collect()
        };
        for (stones, foul) in [
            (black(&["f8", "g8", "h9", "h10"]), Foul::DoubleThree),
            (
                black(&["e8", "f8", "g8", "h9", "h10", "h11"]),
                Foul::DoubleFour,
            ),
            (black(&["e8", "f8", "g8", "i8", "j8"]), Foul::Overline),
        ] {
            let mut game = after(&stones);
            let at = game.read_spot("h8").expect("a point");
            assert!(game.picture().forbidden.contains(&(at, foul)), "{foul:?}");
            let refused = game.play(Step::stone(at));
            assert_eq!(refused, Err(Refusal::Forbidden("h8".to_string(), foul)));
        }
    }
}
