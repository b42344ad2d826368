//! Kagetsu in an opening procedure: each step by searches of a fixed number of nodes. Stones after which the opponent
//! may exchange the colours are laid so that neither side stands better; each is sought among a random half of the
//! points, so that openings vary from seed to seed. Of two colours the better one is taken, as the engine decides it in its
//! protocols.

use kagetsu_kernel::StopSignal;

use crate::game::{Ask, Colour, Game, GameMove, Spot, Step};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::{colour_choice, level_score, opener_stones};

use super::gomoku::Chooser;

/// Nodes to search for each stone that is judged.
const NODES: u64 = 300;
/// Nodes to search for a stone that balances the game.
const BALANCE_NODES: u64 = 60_000;
/// Nodes to search where only one position is judged.
const CHOICE_NODES: u64 = 5_000;
/// Most stones that are judged for one step.
const MOST_JUDGED: usize = 24;
/// Units of Black's advantage for which one more fifth is announced.
const UNITS_PER_FIFTH: i32 = 60;
/// Stones that the opener of a swap opening lays.
const OPENER_STONES: usize = 3;

impl Chooser<'_> {
    /// The step that the opening asks for.
    pub(super) fn opening_step(&mut self, game: &Gomoku, stop: &StopSignal) -> Option<Step> {
        match game.ask() {
            Ask::Nothing => None,
            Ask::Move => self.opening_stone(game, stop).map(Step::stone),
            Ask::Choose(_) => {
                let (own, rule) = (game.colour(game.to_act()), game.stones().rule());
                let units = self.black_units(game, stop);
                Some(Step::Choose(colour_choice(own, units, rule)))
            }
            Ask::Announce(most) => {
                let level = level_score(game.stones().rule());
                let lead = (self.black_units(game, stop) - level).max(0);
                let number = u8::try_from(lead / UNITS_PER_FIFTH + 1).unwrap_or(most);
                Some(Step::Announce(number.min(most)))
            }
            Ask::Offer(_) => {
                let near = game.stones().near();
                let legal = game.legal().into_iter().filter_map(|step| match step {
                    Step::Offer(mv) => Some(mv.last()),
                    _ => None,
                });
                let (close, far): (Vec<Spot>, Vec<Spot>) = legal.partition(|at| near.contains(at));
                let offers = if close.is_empty() { far } else { close };
                let rated = self.rate(game, offers, stop);
                rated.last().map(|&(_, at)| Step::Offer(at.into()))
            }
            Ask::Pick(offers) => {
                let offers = offers.into_iter().map(GameMove::last).collect();
                let rated = self.rate(game, offers, stop);
                rated.first().map(|&(_, at)| Step::Pick(at.into()))
            }
        }
    }

    fn opening_stone(&mut self, game: &Gomoku, stop: &StopSignal) -> Option<Spot> {
        if let Some(zone) = game.picture().zone {
            return self.balancing(game, zone, stop);
        }
        let laid = game.stones().stones().len();
        if laid + 1 < OPENER_STONES {
            let board = game.stones();
            let stones = opener_stones(board.size(), board.rule(), self.seed);
            let free = |at: &Spot| game.stones().stone(*at).is_none();
            return stones
                .get(laid)
                .copied()
                .filter(free)
                .or_else(|| game.stones().empty().next());
        }
        if laid < OPENER_STONES {
            let spots = game.stones().empty().collect();
            return self.balancing(game, spots, stop);
        }
        let best = self.thinker.best(game.stones(), CHOICE_NODES, stop);
        best?.best().map(GameMove::last)
    }

    /// Of a seeded half of these spots the one after which the game is most even.
    fn balancing(
        &mut self,
        game: &Gomoku,
        mut spots: Vec<Spot>,
        stop: &StopSignal,
    ) -> Option<Spot> {
        self.move_rng(game).shuffle(&mut spots);
        spots.truncate(spots.len().div_ceil(2));
        let stones = game.stones();
        let found = self.thinker.balance(stones, &spots, BALANCE_NODES, stop);
        found.or_else(|| spots.first().copied())
    }

    /// The value of the position for Black, in units of the evaluation.
    fn black_units(&mut self, game: &Gomoku, stop: &StopSignal) -> i32 {
        let best = self.thinker.best(game.stones(), CHOICE_NODES, stop);
        let units = best.map_or(0, |line| line.value.units());
        match game.to_move() {
            Colour::Black => units,
            Colour::White => -units,
        }
    }

    /// Values of stones for the colour that lays them, worst first. Of too many spots a seeded part is judged.
    fn rate(&mut self, game: &Gomoku, mut spots: Vec<Spot>, stop: &StopSignal) -> Vec<(i32, Spot)> {
        self.move_rng(game).shuffle(&mut spots);
        spots.truncate(MOST_JUDGED);
        let mut rated: Vec<(i32, Spot)> = Vec::new();
        for at in spots {
            let mut after = game.stones().clone();
            if after.play(at).is_err() {
                continue;
            }
            let best = self.thinker.best(&after, NODES, stop);
            let units = best.map_or(0, |line| line.value.units());
            rated.push((-units, at));
        }
        rated.sort_by_key(|&(units, _)| units);
        rated
    }
}
