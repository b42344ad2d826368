//! Kagetsu at a level: a bounded search, and the faults of the level on top of it.

use std::fmt;
use std::sync::Arc;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Ask, Colour, Game, Spot, Step};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::{Effort, Line, PLAYING_TABLE, Thinker, Unseen};

use super::engine_player::{move_rng, unit};
use super::skill::Skill;
use super::{Player, PlayerError};

/// The engine with a level. With the same seed, level and game it gives the same answer.
pub struct Kagetsu {
    pub(super) thinker: Thinker,
    seed: u64,
    skill: Skill,
}

impl fmt::Debug for Kagetsu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kagetsu")
            .field("seed", &self.seed)
            .field("skill", &self.skill)
            .finish_non_exhaustive()
    }
}

/// Nodes to search for a hint.
const HINT_NODES: u64 = 60_000;
/// How much worse than the best a move may be, in softnesses, and still be considered.
const CUT: f64 = 4.0;
/// Wins that a level does not see and that are set aside, at most, before it chooses.
const MOST_UNSEEN_WINS: usize = 3;
/// Units within which Kagetsu agrees to a draw.
const DRAW_UNITS: i32 = 20;
/// Part of the board that must be taken before it does, as a divisor.
const DRAW_SHARE: usize = 3;

fn distance(one: Spot, other: Spot) -> u8 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

impl Kagetsu {
    /// The engine at a level from 1 to 10.
    pub fn new(level: u8, seed: u64, clock: Arc<dyn Clock>) -> Self {
        Self {
            thinker: Thinker::new(PLAYING_TABLE, clock),
            seed,
            skill: Skill::of(level),
        }
    }

    /// The engine with abilities that no level has.
    #[must_use]
    pub const fn with_skill(mut self, skill: Skill) -> Self {
        self.skill = skill;
        self
    }

    /// Changes the level.
    pub fn set_level(&mut self, level: u8) {
        self.skill = Skill::of(level);
    }

    /// Changes the seed, for the next game.
    pub const fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Random numbers that depend on nothing but the seed and the number of stones.
    pub(super) fn move_rng(&self, game: &Gomoku) -> Rng {
        move_rng(self.seed, game.stones().stones().len())
    }

    /// Those of the opponent's threats and of the own ones that this level does not see. It sees those near the last
    /// stone of their side the best.
    fn overlooked(
        game: &Gomoku,
        (of, threats): (Colour, Vec<Spot>),
        overlooks: impl Fn(u8) -> f64,
        rng: &mut Rng,
    ) -> Vec<Spot> {
        let laid = game.stones().stones();
        let Some(&(last, _)) = laid.iter().rev().find(|&&(_, colour)| colour == of) else {
            return Vec::new();
        };
        let mut missed = threats;
        missed.retain(|&at| unit(rng) < overlooks(distance(at, last)));
        missed
    }

    /// Points where the opponent would make five and that this level does not see.
    fn overlooked_fives(&self, game: &Gomoku, rng: &mut Rng) -> Vec<Spot> {
        let other = game.to_move().other();
        let fives = (other, game.stones().fives(other));
        Self::overlooked(game, fives, |far| self.skill.overlooks_five(far), rng)
    }

    /// Points where the opponent would make an open four and that this level does not see.
    fn overlooked_fours(&self, game: &Gomoku, rng: &mut Rng) -> Vec<Spot> {
        let other = game.to_move().other();
        let fours = (other, game.stones().open_fours(other));
        Self::overlooked(game, fours, |far| self.skill.overlooks_four(far), rng)
    }

    /// Points where it would make an open four itself and that this level does not see.
    fn missed_fours(&self, game: &Gomoku, rng: &mut Rng) -> Vec<Spot> {
        let own = game.to_move();
        let fours = (own, game.stones().open_fours(own));
        Self::overlooked(game, fours, |far| self.skill.misses_four(far), rng)
    }

    /// The move to make of the best ones: the best one with a win that the level sees, else one of those that seem
    /// nearly as good as the best, the better ones more often.
    fn choose(&self, lines: &[Line], rng: &mut Rng) -> Option<Spot> {
        let softness = self.skill.softness;
        let best = lines.first()?;
        let first = |line: &Line| line.moves.first().copied();
        if softness <= 0.0 || self.skill.sees_win(best.value) {
            return first(best);
        }
        let seem: Vec<f64> = lines
            .iter()
            .map(|line| self.skill.units(line.value))
            .collect();
        let most = seem.iter().copied().fold(f64::MIN, f64::max);
        let close: Vec<(&Line, f64)> = lines
            .iter()
            .zip(seem)
            .map(|(line, units)| (line, (most - units) / softness))
            .filter(|&(_, behind)| behind <= CUT)
            .map(|(line, behind)| (line, (-behind).exp()))
            .collect();
        let total: f64 = close.iter().map(|&(_, weight)| weight).sum();
        let mut ticket = unit(rng) * total;
        let drawn = close.iter().find(|&&(_, weight)| {
            ticket -= weight;
            ticket < 0.0
        });
        first(drawn.map_or(best, |&(line, _)| line))
    }

    /// The lines to choose among, without what the level does not see. A search that proves a win reports that line alone.
    /// A level that does not see the win searches again without its first move, which stays one of the choices.
    fn lines(
        &mut self,
        game: &Gomoku,
        closed: &[Spot],
        mut passed_over: Vec<Spot>,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        let effort = Effort {
            nodes: Some(self.skill.nodes),
            lines: self.skill.lines,
            time: None,
        };
        let mut unseen = Vec::new();
        loop {
            let sight = Unseen {
                closed,
                passed_over: &passed_over,
            };
            let stones = game.stones();
            let mut lines = self.thinker.search(stones, sight, effort, stop, listen);
            let first = match &lines[..] {
                [only] if self.skill.misses_win(only.value) => only.moves.first().copied(),
                _ => None,
            };
            match first {
                Some(first) if unseen.len() < MOST_UNSEEN_WINS => {
                    passed_over.push(first);
                    unseen.append(&mut lines);
                }
                _ => {
                    lines.append(&mut unseen);
                    return lines;
                }
            }
        }
    }

    /// The move at the level. It completes a row of five; it stops the opponent's, unless the level overlooks it; and
    /// otherwise it is one of the best moves of a search.
    fn choose_move(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Spot> {
        let stones = game.stones();
        let mut rng = self.move_rng(game);
        if let Some(&win) = stones.fives(game.to_move()).first() {
            return Some(win);
        }
        let mut overlooked = self.overlooked_fives(game, &mut rng);
        let is_threatened = !stones.fives(game.to_move().other()).is_empty();
        let stops = if is_threatened && overlooked.is_empty() {
            stones.stops()
        } else {
            Vec::new()
        };
        if let [only] = stops[..] {
            return Some(only);
        }
        let mut missed = Vec::new();
        if stops.is_empty() {
            overlooked.extend(self.overlooked_fours(game, &mut rng));
            missed = self.missed_fours(game, &mut rng);
        }
        self.thinker.forget();
        let mut lines = self.lines(game, &overlooked, missed, stop, listen);
        if lines.is_empty() {
            lines = self.lines(game, &[], Vec::new(), stop, listen);
        }
        if !stops.is_empty() {
            lines.retain(|line| line.moves.first().is_some_and(|at| stops.contains(at)));
        }
        self.choose(&lines, &mut rng)
            .or_else(|| stops.first().copied())
    }

    /// The best step that a bounded search knows, whatever the level.
    ///
    /// # Errors
    /// [`PlayerError::GameOver`]
    pub fn hint(&mut self, game: &Gomoku, stop: &StopSignal) -> Result<Step<Spot>, PlayerError> {
        let level = self.skill;
        self.skill = Skill::faultless(HINT_NODES);
        let answer = self.answer(game, stop, &mut |_| {});
        self.skill = level;
        answer
    }

    /// Does Kagetsu agree to a draw? Only late, and when neither side stands better.
    pub fn accepts_draw(&mut self, game: &Gomoku, stop: &StopSignal) -> bool {
        let stones = game.stones();
        let (width, height) = stones.size();
        let area = usize::from(width) * usize::from(height);
        let is_won = |colour| !stones.fives(colour).is_empty();
        if area - stones.free() < area / DRAW_SHARE
            || [Colour::Black, Colour::White].into_iter().any(is_won)
        {
            return false;
        }
        let effort = Effort {
            nodes: Some(self.skill.nodes),
            lines: 1,
            time: None,
        };
        let lines = self
            .thinker
            .search(stones, Unseen::default(), effort, stop, &mut |_| {});
        let best = lines.first().map(|line| line.value.units());
        best.is_some_and(|units| units.abs() <= DRAW_UNITS)
    }
}

impl Player for Kagetsu {
    fn answer(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Result<Step<Spot>, PlayerError> {
        let chosen = match game.ask() {
            Ask::Nothing => None,
            Ask::Move if game.opening_is_done() => {
                self.choose_move(game, stop, listen).map(Step::Move)
            }
            _ => self.opening_step(game, stop),
        };
        // Without a line of its own, any legal step will do: there is hardly a choice then.
        chosen
            .filter(|&step| game.clone().play(step).is_ok())
            .or_else(|| game.legal().first().copied())
            .ok_or(PlayerError::GameOver)
    }
}
