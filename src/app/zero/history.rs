//! What a run has come to, generation by generation, as curves.

use kagetsu_kernel::{StopSignal, percent};
use kagetsu_zero::band::Point;
use kagetsu_zero::probe::{FILE, ProbeKind, Probed, Scores};
use kagetsu_zero::run::{Run, RunError};

use super::args::Progress;

/// What a curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Positions of a kind in which the greatest prior is right, in percent.
    Policy(ProbeKind),
    /// The same for a search.
    Search(ProbeKind),
    /// The same for a move drawn by the visits of a search.
    Drawn(ProbeKind),
    /// The loss of the policy.
    PolicyLoss,
    /// The loss of the value.
    ValueLoss,
    /// Moves of a game.
    Length,
    /// Games that Black won, in percent.
    Black,
    /// Games that were drawn, in percent.
    Draws,
}

impl Measure {
    /// Is it of answers to positions, so that less is worse?
    pub(super) const fn is_of_answers(self) -> bool {
        matches!(self, Self::Policy(_) | Self::Search(_) | Self::Drawn(_))
    }

    /// In words.
    pub(super) fn name(self) -> String {
        match self {
            Self::Policy(kind) => format!("{}: policy", kind.name()),
            Self::Search(kind) => format!("{}: search", kind.name()),
            Self::Drawn(kind) => format!("{}: drawn by visits", kind.name()),
            Self::PolicyLoss => "loss of the policy".to_string(),
            Self::ValueLoss => "loss of the value".to_string(),
            Self::Length => "moves of a game".to_string(),
            Self::Black => "won by Black, %".to_string(),
            Self::Draws => "drawn, %".to_string(),
        }
    }
}

/// The history of a run.
#[derive(Debug)]
pub(super) struct History {
    pub(super) name: String,
    /// Games that have been played.
    pub(super) games: u64,
    /// Their playouts, at most so many where the games do not tell.
    pub(super) playouts: u64,
    /// The curves that have points.
    pub(super) curves: Vec<(Measure, Vec<Point>)>,
    /// The newest answers to positions, and the games before them.
    pub(super) newest: Option<(u64, Probed)>,
}

impl History {
    /// Reads what a run has kept.
    pub(super) fn read(
        run: &Run,
        name: String,
        by: Progress,
        stop: &StopSignal,
    ) -> Result<Self, RunError> {
        let mut history = Self {
            name,
            games: 0,
            playouts: 0,
            curves: Vec::new(),
            newest: None,
        };
        let generations: Vec<u32> = run.generations().collect();
        for (number, &generation) in generations.iter().enumerate() {
            if stop.is_raised() {
                return Err(RunError::Interrupted);
            }
            let at = match by {
                Progress::Games => history.games,
                Progress::Playouts => history.playouts,
            };
            if let Some(probed) = run.kept::<Probed>(generation, FILE)? {
                history.add_probes(at, &probed);
                history.newest = Some((history.games, probed));
            }
            if let Some(learned) = run.learned(generation)? {
                history.add(Measure::PolicyLoss, at, learned.losses.policy);
                history.add(Measure::ValueLoss, at, learned.losses.value);
            }
            // The games of the newest network may still be played.
            if number + 1 < generations.len() {
                history.add_games(run, generation, at)?;
            }
        }
        Ok(history)
    }

    fn add_games(&mut self, run: &Run, generation: u32, at: u64) -> Result<(), RunError> {
        let records = run.games(generation)?;
        let count = records.len().max(1) as f64;
        let moves: usize = records.iter().map(|game| game.moves.len()).sum();
        let share = |result: i8| {
            let own = records.iter().filter(|game| game.result == result);
            percent(own.count() as f64 / count)
        };
        self.add(Measure::Length, at, moves as f64 / count);
        self.add(Measure::Black, at, share(1));
        self.add(Measure::Draws, at, share(0));
        self.games += records.len() as u64;
        let most = u64::from(run.recipe().at(generation).playouts);
        let playouts = records
            .iter()
            .map(|game| game.playouts.unwrap_or(most * game.moves.len() as u64));
        self.playouts += playouts.sum::<u64>();
        Ok(())
    }

    fn add_probes(&mut self, at: u64, probed: &Probed) {
        for scores in &probed.scores {
            let Scores { kind, .. } = *scores;
            self.add(Measure::Policy(kind), at, percent(scores.policy));
            self.add(Measure::Search(kind), at, percent(scores.search));
            self.add(Measure::Drawn(kind), at, percent(scores.search_drawn));
        }
    }

    fn add(&mut self, measure: Measure, at: u64, value: f64) {
        let point = Point { at, value };
        match self.curves.iter_mut().find(|(own, _)| *own == measure) {
            Some((_, points)) => points.push(point),
            None => self.curves.push((measure, vec![point])),
        }
    }

    /// The points of a curve; none if nothing was kept.
    pub(super) fn curve(&self, measure: Measure) -> &[Point] {
        let own = self.curves.iter().find(|(own, _)| *own == measure);
        own.map_or(&[], |(_, points)| points)
    }
}
