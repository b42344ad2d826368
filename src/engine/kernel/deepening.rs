//! Iterative deepening: the loop over the iterations of a search. It stops early when the time is better saved for later
//! moves. All games search with it; each game defines its own iteration.

use std::time::Duration;

use super::time_budget::{ClockPolicy, Stability, TimeBudget};

/// A search that is made of iterations.
pub trait Iterations {
    /// What one iteration searches, such as a depth.
    type Step;
    /// A move of the root.
    type Move: PartialEq;

    /// Searches one iteration.
    fn iterate(&mut self, step: Self::Step) -> Iteration<Self::Move>;

    /// Time since the move was asked for.
    fn elapsed(&self) -> Duration;
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iteration<M> {
    /// It was left to another thread.
    Skipped,
    /// It was broken off by a limit, so no further one begins.
    Broken,
    /// It is complete, and no further one could change what it found.
    Finished,
    /// It is complete.
    Complete(Completed<M>),
}

/// What a complete iteration found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed<M> {
    /// The best move.
    pub best: M,
    /// Its score, in units of the evaluation.
    pub score: i32,
    /// Part of the iteration's nodes that lay below the best move, in percent.
    pub effort: i32,
}

/// Searches step after step until they end, nothing is left to find, or the time is spent. `first` is the best move before
/// the search. A budget with a soft bound is scaled by how settled the choice is.
pub fn deepen<S: Iterations>(
    search: &mut S,
    first: S::Move,
    steps: impl IntoIterator<Item = S::Step>,
    budget: Option<TimeBudget>,
    policy: &ClockPolicy,
) {
    let mut stability = Stability::default();
    let mut best = first;
    let mut previous_score = None;
    for step in steps {
        let completed = match search.iterate(step) {
            Iteration::Skipped => continue,
            Iteration::Broken | Iteration::Finished => return,
            Iteration::Complete(completed) => completed,
        };
        stability = Stability {
            stable: if completed.best == best {
                stability.stable + 1
            } else {
                0
            },
            fall: previous_score.map_or(0, |before: i32| before - completed.score),
            effort: completed.effort,
        };
        best = completed.best;
        previous_score = Some(completed.score);
        let percent = policy.percent(stability);
        if budget.is_some_and(|budget| budget.is_spent(search.elapsed(), percent)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::TimeControl;
    use crate::time_budget::Progress;

    const POLICY: ClockPolicy = ClockPolicy {
        reserve: Duration::ZERO,
        reserve_share: 1,
        moves: 10,
        fewest_moves: 10,
        stretch: 300,
        unstable: 150,
        stable: 20,
        fall: 100,
        effort: 0,
    };

    /// Iterations that end as a list says, each after a tenth of a second.
    struct Scripted<'a> {
        script: &'a [Iteration<char>],
        begun: usize,
    }

    impl Iterations for Scripted<'_> {
        type Step = usize;
        type Move = char;

        fn iterate(&mut self, step: usize) -> Iteration<char> {
            self.begun += 1;
            self.script[step]
        }

        fn elapsed(&self) -> Duration {
            Duration::from_millis(100) * self.begun as u32
        }
    }

    fn found(best: char, score: i32) -> Iteration<char> {
        Iteration::Complete(Completed {
            best,
            score,
            effort: 60,
        })
    }

    /// The number of iterations that are begun, of at most as many as the script has.
    fn begun(script: &[Iteration<char>], budget: Option<TimeBudget>) -> usize {
        let mut search = Scripted { script, begun: 0 };
        deepen(&mut search, 'a', 0..script.len(), budget, &POLICY);
        search.begun
    }

    #[test]
    fn it_ends_with_a_broken_or_settled_iteration_and_goes_on_after_a_skipped_one() {
        let one = found('a', 0);
        assert_eq!(begun(&[one, one, one], None), 3);
        assert_eq!(begun(&[one, Iteration::Broken, one], None), 2);
        assert_eq!(begun(&[Iteration::Finished, one, one], None), 1);
        assert_eq!(
            begun(&[Iteration::Skipped, Iteration::Skipped, one], None),
            3
        );
    }

    #[test]
    fn a_move_in_doubt_gets_more_iterations_than_a_settled_one() {
        let time = TimeControl {
            match_left: Some(Duration::from_secs(7)),
            ..TimeControl::UNLIMITED
        };
        let progress = Progress { played: 0, room: 1 };
        let budget = TimeBudget::plan(&time, progress, &POLICY);
        let settled = [found('a', 0); 20];
        let mut in_doubt = settled;
        for (number, iteration) in in_doubt.iter_mut().enumerate() {
            *iteration = found(['a', 'b'][number % 2], 0);
        }
        let mut falling = settled;
        for (number, iteration) in falling.iter_mut().enumerate() {
            *iteration = found('a', -60 * number as i32);
        }
        assert!(begun(&settled, budget) < begun(&in_doubt, budget));
        assert!(begun(&settled, budget) < begun(&falling, budget));
        assert!(begun(&in_doubt, budget) < in_doubt.len());
    }

    #[test]
    fn a_hard_bound_alone_is_used_to_its_end() {
        let time = TimeControl::per_move(Duration::from_secs(1));
        let policy = ClockPolicy {
            reserve_share: 5,
            ..POLICY
        };
        let progress = Progress { played: 0, room: 9 };
        let budget = TimeBudget::plan(&time, progress, &policy);
        assert_eq!(begun(&[found('a', 0); 20], budget), 10);
    }
}
