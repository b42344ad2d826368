//! Kagetsu in Reversi. A level is a depth of search and a softness: how many discs a move may be worse than the best one
//! and still be chosen e times as rarely. The numbers were set by hand; no games have measured them.

use std::sync::Arc;

use kagetsu_kernel::{Clock, SearchLimits, StopSignal};
use kagetsu_reversi::engine::Brain;
use kagetsu_reversi::engine::think::{Certainty, Report};
use kagetsu_reversi::eval::Learned;
use kagetsu_reversi::players::Level as Depths;

use crate::game::{Game, Line, Step, Value};
use crate::session::Level;
use crate::siblings::Reversi;

use super::engine_player::{AnalysisMode, EnginePlayer, Strength, logistic, move_rng, soft_choice};

/// Bytes of the table.
const TABLE: usize = 8 << 20;
/// Softness of each level in discs.
const SOFTNESS: [f64; Level::HIGHEST as usize] = [9.0, 6.0, 4.5, 3.2, 2.3, 1.6, 1.0, 0.6, 0.0, 0.0];
/// Softness in the opening at the levels that have none, so that not every game is the same.
const OPENING_SOFTNESS: f64 = 0.7;
/// Moves for which that holds.
const OPENING_MOVES: usize = 8;
/// Most positions that a search for a move visits at the highest level, whatever its depth.
const HIGHEST_NODES: u64 = 4 * MOST_NODES;
/// Most positions that any other search for a move, for a hint or for the value of a position visits.
const MOST_NODES: u64 = 3_000_000;
/// Most positions that a comparison of all moves visits at each of its depths.
const COMPARED_NODES: u64 = 1_000_000;
/// Depth of a hint.
const HINT_DEPTH: u32 = 10;
/// Depth of the value of a position.
const JUDGE_DEPTH: u32 = 7;
/// The deepest search of all moves in an analysis.
const ANALYSIS_DEPTH: u32 = 18;
/// Empty squares from which on all of them are counted out in an analysis.
const ANALYSIS_SOLVED: u32 = 20;
/// Empty squares from which on Kagetsu knows whether it agrees to a draw.
const DRAW_EMPTIES: u32 = 14;
/// Lead in discs that wins e times as often as it loses, at the end of the game, and what each empty square adds.
const LEAD: (f64, f64) = (1.0, 0.15);

/// The player.
#[derive(Debug)]
pub(crate) struct ReversiPlayer {
    brain: Brain,
}

/// Probability to win of the side to move.
fn rate(report: &Report, empties: u32) -> f64 {
    let lead = f64::from(report.score);
    if report.certainty == Certainty::Proved {
        return 0.5 + 0.5 * lead.clamp(-1.0, 1.0);
    }
    logistic(lead, LEAD.0 + LEAD.1 * f64::from(empties))
}

fn line(rank: usize, report: &Report, empties: u32) -> Line {
    let moves = report
        .line
        .iter()
        .map(|&square| Reversi::spot(square).into());
    Line {
        rank,
        depth: u32::from(report.depth),
        rate: rate(report, empties),
        value: Value::Discs(report.score),
        moves: moves.collect(),
        tree: None,
    }
}

fn first_move(found: Option<Report>) -> Option<Step> {
    let square = *found?.line.first()?;
    Some(Step::stone(Reversi::spot(square)))
}

const fn limits(depth: u32, nodes: Option<u64>) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        nodes,
        ..SearchLimits::UNLIMITED
    }
}

fn softness(level: u8, game: &Reversi) -> f64 {
    let own = SOFTNESS[usize::from(level - Level::LOWEST)];
    if own <= 0.0 && game.move_count() < OPENING_MOVES {
        return OPENING_SOFTNESS;
    }
    own
}

/// Most positions that a search for a move at a level visits.
const fn level_nodes(level: u8) -> u64 {
    if level < Level::HIGHEST {
        MOST_NODES
    } else {
        HIGHEST_NODES
    }
}

impl ReversiPlayer {
    /// A player.
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        let brain = Brain::shipped(TABLE, clock.clone());
        Self {
            brain: brain.unwrap_or_else(|_| Brain::new(&Learned::nothing(), TABLE, clock)),
        }
    }

    /// All moves with their values after the deepest search that was finished, best first. `nodes` is for each move.
    fn all_moves(
        &mut self,
        game: &Reversi,
        limits: SearchLimits,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Vec<Report> {
        let board = game.board();
        let count = board.moves().count_ones() as usize;
        let mut last = Vec::new();
        let mut hear = |reports: &[Report]| {
            for (rank, report) in reports.iter().enumerate() {
                listen(&line(rank, report, board.empties()));
            }
            last = reports.to_vec();
        };
        self.brain.hints(board, count, limits, stop, &mut hear);
        last
    }

    fn best(&mut self, game: &Reversi, limits: SearchLimits, stop: &StopSignal) -> Option<Report> {
        self.brain.think(game.board(), limits, stop, &mut |_| {})
    }
}

impl EnginePlayer for ReversiPlayer {
    fn answer(
        &mut self,
        game: &dyn Game,
        strength: Strength,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step> {
        let game = game.downcast_ref::<Reversi>()?;
        let legal = game.legal();
        if let [only] = legal[..] {
            return Some(only);
        }
        self.brain.forget();
        let softness = softness(strength.level, game);
        let level = Depths::new(strength.level)?;
        let depth = level.limits().depth?;
        let chosen = if softness > 0.0 {
            let depth = depth.min(HINT_DEPTH.max(game.board().empties().min(DRAW_EMPTIES)));
            let each = COMPARED_NODES / legal.len().max(1) as u64;
            let all = self.all_moves(game, limits(depth, Some(each)), stop, listen);
            let values: Vec<f64> = all.iter().map(|found| f64::from(found.score)).collect();
            let mut rng = move_rng(strength.seed, game.move_count());
            soft_choice(&values, softness, &mut rng).and_then(|index| all.into_iter().nth(index))
        } else {
            let (board, nodes) = (game.board(), level_nodes(strength.level));
            let mut hear = |report: &Report| listen(&line(0, report, board.empties()));
            self.brain
                .think(board, limits(depth, Some(nodes)), stop, &mut hear)
        };
        first_move(chosen).or_else(|| legal.first().copied())
    }

    fn hint(&mut self, game: &dyn Game, _: u64, stop: &StopSignal) -> Option<Step> {
        let game = game.downcast_ref::<Reversi>()?;
        let best = self.best(game, limits(HINT_DEPTH, Some(MOST_NODES)), stop);
        first_move(best).or_else(|| game.legal().first().copied())
    }

    fn accepts_draw(&mut self, game: &dyn Game, _: u8, stop: &StopSignal) -> bool {
        let Some(game) = game.downcast_ref::<Reversi>() else {
            return false;
        };
        let empties = game.board().empties();
        if empties > DRAW_EMPTIES {
            return false;
        }
        let solved = self.best(game, limits(empties, Some(MOST_NODES)), stop);
        solved.is_some_and(|solved| solved.certainty == Certainty::Proved && solved.score == 0)
    }

    fn judge(&mut self, game: &dyn Game, stop: &StopSignal) -> Option<Line> {
        let game = game.downcast_ref::<Reversi>()?;
        if game.position().must_pass() {
            let mut passed = game.clone();
            passed.play(Step::Pass).ok()?;
            let after = self.judge(&passed, stop)?;
            let lead = -after.value.units();
            return Some(Line {
                rate: 1.0 - after.rate,
                value: Value::Discs(lead),
                moves: Vec::new(),
                ..after
            });
        }
        let best = self.best(game, limits(JUDGE_DEPTH, Some(MOST_NODES)), stop);
        let best = best.filter(|_| !stop.is_raised())?;
        Some(line(0, &best, game.board().empties()))
    }

    fn analyse(
        &mut self,
        game: &dyn Game,
        _: AnalysisMode,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) {
        let Some(game) = game.downcast_ref::<Reversi>() else {
            return;
        };
        let empties = game.board().empties();
        let depth = if empties <= ANALYSIS_SOLVED {
            empties
        } else {
            ANALYSIS_DEPTH
        };
        self.all_moves(game, limits(depth, None), stop, listen);
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::FakeClock;

    use super::*;

    /// In a browser a search that is told to move at once cannot be asked: what it has told is played.
    #[test]
    fn levels_that_compare_no_moves_tell_what_they_have_found_so_far() {
        let mut game = Reversi::default();
        while game.move_count() < OPENING_MOVES || game.legal().len() < 2 {
            let step = game.legal()[0];
            game.play(step).expect("a legal step");
        }
        let mut player = ReversiPlayer::new(Arc::new(FakeClock::new()));
        let (mut told, stop) = (Vec::new(), StopSignal::new());
        let strength = Strength::new(Level::HIGHEST, 1);
        let answer = player.answer(&game, strength, &stop, &mut |line| {
            told.extend(line.best().map(Step::Move));
            stop.raise();
        });
        assert!(!told.is_empty());
        assert!(
            told.iter()
                .chain(&answer)
                .all(|step| game.legal().contains(step))
        );
    }

    /// What a level may do: depth, positions, and firmness.
    fn strength(level: u8) -> (u32, u64, f64) {
        let softness = SOFTNESS[usize::from(level - Level::LOWEST)];
        let depths = Depths::new(level).expect("a level");
        let depth = depths.limits().depth.expect("a depth");
        (depth, level_nodes(level), -softness)
    }

    #[test]
    fn each_level_may_do_more_than_the_one_below() {
        for level in Level::LOWEST..Level::HIGHEST {
            let (below, above) = (strength(level), strength(level + 1));
            assert!(below.0 < above.0, "level {level}: {below:?}, {above:?}");
            assert!(below.1 <= above.1 && below.2 <= above.2, "level {level}");
        }
        // Where only the number of positions ends the searches.
        let [below, above] = [Level::HIGHEST - 1, Level::HIGHEST].map(strength);
        assert!(below.1 < above.1);
    }
}
