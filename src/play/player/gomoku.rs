//! Kagetsu in gomoku: at a level it is a bounded search with the faults of the level on top of it; it analyses with a larger
//! table of its own.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Ask, Colour, Game, GameMove, Line, Spot, Step, TreeStep};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::{
    ANALYSIS_TABLE, Effort, PLAYING_TABLE, SearchMethod, Thinker, Unseen,
};

use super::engine_player::{AnalysisMode, EnginePlayer, Strength, move_rng, soft_choice, unit};
use super::skill::{Skill, overlooked};

/// The player and the analyst.
#[derive(Debug)]
pub struct GomokuPlayer {
    thinker: Thinker,
    /// Made when it is needed first: its table is large.
    analyst: Option<Thinker>,
    clock: Arc<dyn Clock>,
}

/// The player with some abilities and a seed.
#[derive(Debug)]
pub(super) struct Chooser<'a> {
    pub(super) thinker: &'a mut Thinker,
    skill: Skill,
    pub(super) seed: u64,
}

/// Most nodes of the analysis of one state, so that it comes to an end.
const ANALYSIS_NODES: u64 = 20_000_000;
/// Most playouts of the analysis of one state by tree search.
const ANALYSIS_PLAYOUTS: u64 = 2_000_000;
/// Nodes to search for the value of one position of a game.
const JUDGE_NODES: u64 = 20_000;
/// Nodes to search for a hint.
const HINT_NODES: u64 = 60_000;
/// How much worse than the best a move may seem and still be chosen, as a multiple of the level's `softness`.
const CUT: f64 = 4.0;
/// Most winning moves that a level overlooks: after so many it is shown the next one.
const MOST_UNSEEN_WINS: usize = 3;
/// Kagetsu agrees to a draw where neither side is ahead by more, in units of the evaluation.
const DRAW_UNITS: i32 = 20;
/// Part of the board that must be taken before it does, as a divisor.
const DRAW_SHARE: usize = 3;

fn distance(one: Spot, other: Spot) -> u8 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

/// The points of `threats` that a level does not see, drawn by chance. `of` is the side that threatens, and `probability`
/// the chance to miss a point far from that side's last stone.
fn unseen(
    game: &Gomoku,
    of: Colour,
    threats: Vec<Spot>,
    probability: f64,
    rng: &mut Rng,
) -> Vec<Spot> {
    let laid = game.stones().stones();
    let Some(&(last, _)) = laid.iter().rev().find(|&&(_, colour)| colour == of) else {
        return Vec::new();
    };
    let mut missed = threats;
    missed.retain(|&at| unit(rng) < overlooked(probability, distance(at, last)));
    missed
}

impl GomokuPlayer {
    /// A player.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            thinker: Thinker::new(PLAYING_TABLE, clock.clone()),
            analyst: None,
            clock,
        }
    }

    fn analyst(&mut self) -> &mut Thinker {
        let clock = &self.clock;
        self.analyst
            .get_or_insert_with(|| Thinker::new(ANALYSIS_TABLE, clock.clone()))
    }

    /// As [`EnginePlayer::answer`], with abilities that no level need have.
    pub fn answer_with(
        &mut self,
        game: &Gomoku,
        skill: Skill,
        seed: u64,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step> {
        let mut chooser = Chooser {
            thinker: &mut self.thinker,
            skill,
            seed,
        };
        chooser.step(game, stop, listen)
    }

    /// The line that begins with the best move that it finds in a time; nothing when no move is legal. `listen` hears what
    /// is best meanwhile.
    pub fn consider(
        &mut self,
        game: &Gomoku,
        time: Duration,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Line> {
        let effort = Effort {
            time: Some(time),
            ..Effort::default()
        };
        let (stones, all) = (game.stones(), Unseen::default());
        let lines = self.analyst().search(stones, all, effort, stop, listen);
        lines.into_iter().next()
    }
}

impl Chooser<'_> {
    /// Random numbers that depend on nothing but the seed and the number of stones.
    pub(super) fn move_rng(&self, game: &Gomoku) -> Rng {
        move_rng(self.seed, game.stones().stones().len())
    }

    /// The move to make of the best ones: the best one with a win that the level sees, else one of those that seem
    /// nearly as good as the best, the better ones more often.
    fn choose(&self, lines: &[Line], rng: &mut Rng) -> Option<Spot> {
        let softness = self.skill.softness;
        let best = lines.first()?;
        if softness <= 0.0 || self.skill.sees_win(best.value) {
            return best.best().map(GameMove::last);
        }
        let seem = |line: &Line| self.skill.units(line.value);
        let most = lines.iter().map(seem).fold(f64::MIN, f64::max);
        let close: Vec<&Line> = lines
            .iter()
            .filter(|line| (most - seem(line)) / softness <= CUT)
            .collect();
        let values: Vec<f64> = close.iter().copied().map(seem).collect();
        let drawn = soft_choice(&values, softness, rng);
        let chosen = drawn.map_or(best, |place| close[place]);
        chosen.best().map(GameMove::last)
    }

    /// The lines to choose among. No side uses the `blocked` points, and a point of `passed_over` is not
    /// chosen, as [`Unseen`] says. A search that proves a win reports that line alone: a level that would not see the win
    /// searches again without its first move, and the line stays one of the choices, as if nobody knew that it wins.
    fn lines(
        &mut self,
        game: &Gomoku,
        blocked: &[Spot],
        mut passed_over: Vec<Spot>,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        let effort = Effort {
            nodes: Some(self.skill.nodes),
            lines: self.skill.lines,
            ..Effort::default()
        };
        let mut unseen = Vec::new();
        loop {
            let sight = Unseen {
                blocked,
                passed_over: &passed_over,
            };
            let stones = game.stones();
            let mut lines = self.thinker.search(stones, sight, effort, stop, listen);
            let first = match &lines[..] {
                [only] if self.skill.misses_win(only.value) => only.best().map(GameMove::last),
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

    /// The move to make. It completes a row of five; it stops the opponent's, unless it is overlooked; and
    /// otherwise it is one of the best moves of a search.
    fn choose_move(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Spot> {
        let stones = game.stones();
        let mut rng = self.move_rng(game);
        let (own, other) = (game.to_move(), game.to_move().opponent());
        if let Some(&win) = stones.fives(own).first() {
            return Some(win);
        }
        let fives = stones.fives(other);
        let is_threatened = !fives.is_empty();
        let mut overlooked = unseen(game, other, fives, self.skill.overlook_five, &mut rng);
        let stops = if is_threatened && overlooked.is_empty() {
            stones.stops()
        } else {
            Vec::new()
        };
        if let [only] = stops[..] {
            return Some(only);
        }
        // Fours matter only where no five is to be stopped.
        let mut missed = Vec::new();
        if stops.is_empty() {
            let fours = stones.open_fours(other);
            let fours = unseen(game, other, fours, self.skill.overlook_four, &mut rng);
            overlooked.extend(fours);
            let fours = stones.open_fours(own);
            missed = unseen(game, own, fours, self.skill.miss_four, &mut rng);
        }
        self.thinker.forget();
        let mut lines = self.lines(game, &overlooked, missed, stop, listen);
        // Without the points that are not seen there may be no move left.
        if lines.is_empty() {
            lines = self.lines(game, &[], Vec::new(), stop, listen);
        }
        if !stops.is_empty() {
            lines.retain(|line| line.best().is_some_and(|mv| stops.contains(&mv.last())));
        }
        self.choose(&lines, &mut rng)
            .or_else(|| stops.first().copied())
    }

    /// The step that the game asks for.
    fn step(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step> {
        let chosen = match game.ask() {
            Ask::Nothing => None,
            Ask::Move if game.opening_is_done() => {
                self.choose_move(game, stop, listen).map(Step::stone)
            }
            _ => self.opening_step(game, stop),
        };
        // Without a line of its own, any legal step will do: there is hardly a choice then.
        chosen
            .filter(|&step| game.clone().play(step).is_ok())
            .or_else(|| game.legal().first().copied())
    }
}

impl EnginePlayer for GomokuPlayer {
    fn answer(
        &mut self,
        game: &dyn Game,
        strength: Strength,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step> {
        let skill = Skill::of(strength.level);
        self.answer_with(game.downcast_ref()?, skill, strength.seed, stop, listen)
    }

    fn hint(&mut self, game: &dyn Game, seed: u64, stop: &StopSignal) -> Option<Step> {
        let skill = Skill::faultless(HINT_NODES);
        self.answer_with(game.downcast_ref()?, skill, seed, stop, &mut |_| {})
    }

    /// Only late, and when neither side stands better.
    fn accepts_draw(&mut self, game: &dyn Game, level: u8, stop: &StopSignal) -> bool {
        let Some(game) = game.downcast_ref::<Gomoku>() else {
            return false;
        };
        let stones = game.stones();
        let (width, height) = stones.size();
        let area = usize::from(width) * usize::from(height);
        let is_won = |colour| !stones.fives(colour).is_empty();
        if area - stones.free() < area / DRAW_SHARE || Colour::BOTH.into_iter().any(is_won) {
            return false;
        }
        let best = self.thinker.best(stones, Skill::of(level).nodes, stop);
        // A search that was stopped knows too little to give a game away.
        let best = best.filter(|_| !stop.is_raised());
        best.is_some_and(|line| line.value.units().abs() <= DRAW_UNITS)
    }

    fn judge(&mut self, game: &dyn Game, stop: &StopSignal) -> Option<Line> {
        let stones = game.downcast_ref::<Gomoku>()?.stones();
        let best = self.analyst().best(stones, JUDGE_NODES, stop);
        best.filter(|_| !stop.is_raised())
    }

    fn analyse(
        &mut self,
        game: &dyn Game,
        AnalysisMode { by, lines }: AnalysisMode,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) {
        let Some(game) = game.downcast_ref::<Gomoku>() else {
            return;
        };
        let most = match by {
            SearchMethod::AlphaBeta => ANALYSIS_NODES,
            SearchMethod::Mcts => ANALYSIS_PLAYOUTS,
        };
        let effort = Effort {
            nodes: Some(most),
            lines,
            by,
            ..Effort::default()
        };
        let (stones, all) = (game.stones(), Unseen::default());
        self.analyst().search(stones, all, effort, stop, listen);
    }

    fn tree_step(&mut self, game: &dyn Game, playouts: u32, stop: &StopSignal) -> Option<TreeStep> {
        let stones = game.downcast_ref::<Gomoku>()?.stones();
        self.analyst().tree_step(stones, playouts, stop)
    }
}
