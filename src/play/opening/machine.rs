//! The machine that plays any procedure: it knows which stage comes, who acts in it and what is legal there.
//! The stones themselves are laid by the game.

use std::collections::VecDeque;

use crate::game::{Ask, Choice, Colour, GameMove, Refusal, Rows, Seat, Spot};

use super::procedure::{Actor, Procedure, Stage, Zone};
use super::shape::{Cell, Placed, cell, images};

/// How far an opening has come.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    procedure: Procedure,
    stages: VecDeque<Stage>,
    /// The seat that has Black.
    black: Seat,
    announced: u8,
    offered: Vec<Spot>,
}

/// What the machine must know of the board.
#[derive(Clone, Debug)]
pub(crate) struct BoardView {
    /// The stones so far.
    pub stones: Vec<Placed>,
    /// Columns and rows.
    pub size: (u8, u8),
}

impl BoardView {
    fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        Spot::all(self.size.0, self.size.1)
    }

    fn name(&self, spot: Spot) -> String {
        Rows::Bottom.name(spot, self.size.1)
    }

    fn is_empty(&self, spot: Spot) -> bool {
        self.stones.iter().all(|&(stone, _)| stone != spot)
    }

    fn in_zone(&self, zone: Zone, spot: Spot) -> bool {
        match zone {
            Zone::Board => true,
            Zone::Square(side) => {
                let (x, y) = (self.size.0 / 2, self.size.1 / 2);
                spot.x.abs_diff(x).max(spot.y.abs_diff(y)) <= side / 2
            }
        }
    }
}

impl Machine {
    /// The beginning of a procedure; the first seat has Black.
    pub(crate) fn new(procedure: Procedure) -> Self {
        Self {
            procedure,
            stages: procedure.stages().iter().copied().collect(),
            black: Seat::First,
            announced: 0,
            offered: Vec::new(),
        }
    }

    /// Which procedure it is.
    pub(crate) const fn procedure(&self) -> Procedure {
        self.procedure
    }

    /// The seat that has Black now.
    pub(crate) const fn black(&self) -> Seat {
        self.black
    }

    /// Is the opening over?
    pub(crate) fn is_done(&self) -> bool {
        self.stages.is_empty()
    }

    /// The moves offered so far.
    pub(crate) fn offered(&self) -> &[Spot] {
        &self.offered
    }

    fn holder(&self, colour: Colour) -> Seat {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.black.other(),
        }
    }

    /// The seat that is to act.
    pub(crate) fn to_act(&self, to_move: Colour) -> Seat {
        let actor = match self.stages.front() {
            Some(&(Stage::Place(actor, _) | Stage::Fork(actor, _) | Stage::Announce(actor, _))) => {
                actor
            }
            Some(Stage::Pick) => Actor::SideWaiting,
            Some(Stage::Offer(_)) | None => Actor::SideToMove,
        };
        match actor {
            Actor::Opener => Seat::First,
            Actor::Responder => Seat::Second,
            Actor::SideToMove => self.holder(to_move),
            Actor::SideWaiting => self.holder(to_move.opponent()),
        }
    }

    fn offers_left(&self, count: Option<u8>) -> u8 {
        let count = count.unwrap_or(self.announced);
        count.saturating_sub(self.offered.len() as u8)
    }

    /// What is asked; `None` once play is free.
    pub(crate) fn ask(&self) -> Option<Ask> {
        Some(match *self.stages.front()? {
            Stage::Place(..) => Ask::Move,
            Stage::Fork(_, ways) => Ask::Choose(ways.iter().map(|&(choice, _)| choice).collect()),
            Stage::Announce(_, most) => Ask::Announce(most),
            Stage::Offer(count) => Ask::Offer(self.offers_left(count)),
            Stage::Pick => Ask::Pick(self.offered.iter().copied().map(GameMove::One).collect()),
        })
    }

    /// The empty spots for the next stone, if the opening limits them.
    pub(crate) fn zone(&self, view: &BoardView) -> Option<Vec<Spot>> {
        match self.stages.front() {
            Some(&Stage::Place(_, zone @ Zone::Square(_))) => Some(
                view.spots()
                    .filter(|&spot| view.is_empty(spot) && view.in_zone(zone, spot))
                    .collect(),
            ),
            _ => None,
        }
    }

    /// May a stone be laid there, as far as the opening is concerned?
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] or [`Refusal::OutsideZone`]
    pub(crate) fn check_place(&self, spot: Spot, view: &BoardView) -> Result<(), Refusal> {
        match self.stages.front() {
            None => Ok(()),
            Some(&Stage::Place(_, zone)) if view.in_zone(zone, spot) => Ok(()),
            Some(Stage::Place(..)) => Err(Refusal::OutsideZone(view.name(spot))),
            Some(_) => Err(Refusal::WrongStep),
        }
    }

    /// A stone was laid.
    pub(crate) fn placed(&mut self) {
        self.stages.pop_front();
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`]
    pub(crate) fn choose(&mut self, choice: Choice) -> Result<(), Refusal> {
        let Some(&Stage::Fork(_, ways)) = self.stages.front() else {
            return Err(Refusal::WrongStep);
        };
        let way = ways.iter().find(|&&(known, _)| known == choice);
        let &(_, stages) = way.ok_or(Refusal::WrongStep)?;
        self.stages.pop_front();
        for &stage in stages.iter().rev() {
            self.stages.push_front(stage);
        }
        if choice == Choice::Swap {
            self.black = self.black.other();
        }
        Ok(())
    }

    /// Takes the number of fifths that will be offered.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] or [`Refusal::Number`]
    pub(crate) fn announce(&mut self, number: u8) -> Result<(), Refusal> {
        let Some(&Stage::Announce(_, most)) = self.stages.front() else {
            return Err(Refusal::WrongStep);
        };
        if !(1..=most).contains(&number) {
            let given = number;
            return Err(Refusal::Number { given, most });
        }
        self.announced = number;
        self.stages.pop_front();
        Ok(())
    }

    /// The offers that are still legal.
    pub(crate) fn possible_offers(&self, view: &BoardView) -> Vec<Spot> {
        if !matches!(self.stages.front(), Some(Stage::Offer(_))) {
            return Vec::new();
        }
        let taken = self.images_of_offers(view);
        view.spots()
            .filter(|&spot| view.is_empty(spot) && !taken.contains(&cell(spot)))
            .collect()
    }

    fn images_of_offers(&self, view: &BoardView) -> Vec<Cell> {
        let offers = self.offered.iter();
        offers
            .flat_map(|&offer| images(&view.stones, offer))
            .collect()
    }

    /// Takes an offered fifth. The offers end early when the shape leaves no further one.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`], [`Refusal::Occupied`] or [`Refusal::SymmetricOffer`]
    pub(crate) fn offer(&mut self, spot: Spot, view: &BoardView) -> Result<(), Refusal> {
        let Some(&Stage::Offer(count)) = self.stages.front() else {
            return Err(Refusal::WrongStep);
        };
        if !view.is_empty(spot) {
            return Err(Refusal::Occupied(view.name(spot)));
        }
        if self.images_of_offers(view).contains(&cell(spot)) {
            return Err(Refusal::SymmetricOffer(view.name(spot)));
        }
        self.offered.push(spot);
        if self.offers_left(count) == 0 || self.possible_offers(view).is_empty() {
            self.stages.pop_front();
        }
        Ok(())
    }

    /// May this offer be picked?
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] or [`Refusal::NotOffered`]
    pub(crate) fn check_pick(&self, spot: Spot, view: &BoardView) -> Result<(), Refusal> {
        match self.stages.front() {
            Some(Stage::Pick) if self.offered.contains(&spot) => Ok(()),
            Some(Stage::Pick) => Err(Refusal::NotOffered(view.name(spot))),
            _ => Err(Refusal::WrongStep),
        }
    }

    /// The picked stone was laid.
    pub(crate) fn picked(&mut self) {
        self.stages.pop_front();
        self.offered.clear();
    }
}
