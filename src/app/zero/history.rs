//! What a run has come to, generation by generation, as curves.

use std::io::Write;
use std::mem;

use kagetsu_kernel::{StopSignal, counted, percent};
use kagetsu_zero::GameRules;
use kagetsu_zero::band::Point;
use kagetsu_zero::probe::{FILE, ProbeKind, Probed, Scores};
use kagetsu_zero::run::{Origin, Run, RunError, gaps};

use crate::error::CommandError;

use super::args::Progress;

/// The generations that have a network. Says which are missing between them.
pub(super) fn known_generations(run: &Run, err: &mut dyn Write) -> Result<Vec<u32>, CommandError> {
    let known = run.generations()?;
    if let Some(gaps) = gaps(&known) {
        writeln!(err, "note: the networks of {gaps} are missing")?;
    }
    Ok(known)
}

/// From as many playouts on for each cell of the board, a search plays well with any network.
const ENOUGH_FOR_A_CELL: usize = 5;

/// That searches of so many playouts do not tell what a network has learned, where that is so.
pub(super) fn caution(rules: GameRules, playouts: u32) -> Option<String> {
    let is_small = rules.cells() * ENOUGH_FOR_A_CELL <= playouts as usize;
    let said = format!("on so small a board {playouts} playouts play well with any network");
    is_small.then_some(said)
}

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

    /// In words, for the rules of a run.
    pub(super) fn name(self, rules: GameRules) -> String {
        match self {
            Self::Policy(kind) => format!("{}: policy", kind.name(rules)),
            Self::Search(kind) => format!("{}: search", kind.name(rules)),
            Self::Drawn(kind) => format!("{}: drawn by visits", kind.name(rules)),
            Self::PolicyLoss => "loss of the policy (lower is better)".to_string(),
            Self::ValueLoss => "loss of the value (lower is better)".to_string(),
            Self::Length => "moves of a game".to_string(),
            Self::Black => "won by Black, %".to_string(),
            Self::Draws => "drawn, %".to_string(),
        }
    }
}

/// With how many playouts and positions networks are asked: only answers to the same questions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Questions {
    pub(super) playouts: u32,
    pub(super) of_each: usize,
}

impl Questions {
    const fn of(probed: &Probed) -> Self {
        Self {
            playouts: probed.playouts,
            of_each: probed.of_each,
        }
    }

    /// In words.
    pub(super) fn words(self) -> String {
        format!(
            "{} of each kind and {}",
            counted(self.of_each as u64, "position"),
            counted(self.playouts, "playout")
        )
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
    /// Did it begin with labelled positions?
    pub(super) is_distilled: bool,
    /// The newest answers to positions, and what their network has learned from.
    pub(super) newest: Option<(Origin, Probed)>,
    /// The questions whose answers are shown.
    pub(super) questions: Option<Questions>,
    /// Generations that were asked other questions. Their answers are left out.
    pub(super) asked_otherwise: usize,
    /// The generations without a network between others, in words.
    pub(super) missing_networks: Option<String>,
    /// Generations before others whose games are not all there. They count as a whole generation each.
    pub(super) missing_games: u64,
}

impl History {
    /// Reads what a run has kept. The answers are those to some questions, or to those of the newest answers.
    pub(super) fn read(
        run: &Run,
        name: String,
        by: Progress,
        questions: Option<Questions>,
        stop: &StopSignal,
    ) -> Result<Self, CommandError> {
        let generations = run.generations()?;
        let mut history = Self {
            name,
            games: 0,
            playouts: 0,
            curves: Vec::new(),
            is_distilled: run.is_distilled()?,
            newest: None,
            questions,
            asked_otherwise: 0,
            missing_networks: gaps(&generations),
            missing_games: 0,
        };
        let newest = generations.last().copied().unwrap_or_default();
        let mut answers: Vec<(u64, Origin, Probed)> = Vec::new();
        let first = run.first_played()?;
        let mut before = first;
        let begun = run.begun_generations()?.into_iter();
        // The network that knows nothing would stand at the same place as the distilled one.
        for generation in begun.skip_while(|&generation| generation < first) {
            if stop.is_raised() {
                return Err(CommandError::nothing_kept());
            }
            if generation > newest {
                break;
            }
            history.skip_games(run, (generation - before).into());
            before = generation;
            let at = match by {
                Progress::Games => history.games,
                Progress::Playouts => history.playouts,
            };
            if let Some(probed) = run.kept::<Probed>(generation, FILE)? {
                let origin = Origin {
                    games: history.games,
                    ..run.origin(generation)?
                };
                answers.push((at, origin, probed));
            }
            if let Some(learned) = run.learned(generation)? {
                history.add(Measure::PolicyLoss, at, learned.losses.policy);
                history.add(Measure::ValueLoss, at, learned.losses.value);
            }
            // The games of the newest network may still be played.
            if generation < newest && history.add_games(run, generation, at)? {
                before += 1;
            }
        }
        history.add_answers(answers);
        Ok(history)
    }

    /// What is not shown, or was guessed.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let (1.., Some(questions)) = (self.asked_otherwise, self.questions) {
            notes.push(format!(
                "the answers of {} in '{}' are left out: they are not to {}",
                counted(self.asked_otherwise as u64, "generation"),
                self.name,
                questions.words()
            ));
        }
        if let Some(gaps) = &self.missing_networks {
            let name = &self.name;
            notes.push(format!("the networks of {gaps} are missing in '{name}'"));
        }
        if self.missing_games > 0 {
            notes.push(format!(
                "games of {} are missing in '{}': their number and playouts are guessed",
                counted(self.missing_games, "generation"),
                self.name
            ));
        }
        notes
    }

    /// Counts generations whose games are not all there, by the playouts of those before.
    fn skip_games(&mut self, run: &Run, generations: u64) {
        if generations == 0 {
            return;
        }
        let games = run.recipe().games.saturating_mul(generations);
        let playouts_of_game = self.playouts.checked_div(self.games).unwrap_or_default();
        let playouts = playouts_of_game.saturating_mul(games);
        self.playouts = self.playouts.saturating_add(playouts);
        self.games = self.games.saturating_add(games);
        self.missing_games += generations;
    }

    /// Adds answers to the questions, before all other curves.
    fn add_answers(&mut self, answers: Vec<(u64, Origin, Probed)>) {
        let newest = answers.last().map(|(.., probed)| Questions::of(probed));
        self.questions = self.questions.or(newest);
        let others = mem::take(&mut self.curves);
        for (at, origin, probed) in answers {
            if self.questions == Some(Questions::of(&probed)) {
                self.add_probes(at, &probed);
                self.newest = Some((origin, probed));
            } else {
                self.asked_otherwise += 1;
            }
        }
        self.curves.extend(others);
    }

    /// Adds the games of a generation. Are all of them there?
    fn add_games(&mut self, run: &Run, generation: u32, at: u64) -> Result<bool, RunError> {
        let records = match run.games(generation) {
            Err(RunError::Games(_)) => return Ok(false),
            games => games?,
        };
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
        self.playouts = self.playouts.saturating_add(playouts.sum());
        Ok(true)
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

#[cfg(test)]
mod tests {
    use kagetsu_zero::learn::LabelledPositions;

    use super::super::told::{path, small, zero};
    use super::*;

    #[test]
    fn the_curves_of_a_distilled_run_begin_with_the_distilled_network() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let run = Run::open(folder.path(), Some(&small("5x5,k=5"))).expect("a run");
        let mut positions = LabelledPositions::new(run.rules().in_a_row().expect("gomoku"));
        positions.add(&[12], &[(6, 1.0)], -0.5).expect("a position");
        let stop = StopSignal::new();
        run.distil(&positions, &positions, 2, &stop)
            .expect("a network");
        let few = ["--positions", "1", "--playouts", "1"];
        zero(&[&["probe", path(folder.path())], &few[..]].concat()).expect("answers");
        let name = "taught".to_string();
        let history = History::read(&run, name, Progress::Games, None, &stop);
        let history = history.expect("a history");
        let answers = history.curve(Measure::Policy(ProbeKind::Finish));
        let at: Vec<u64> = answers.iter().map(|point| point.at).collect();
        assert_eq!(at, [0]);
        assert!(
            history
                .newest
                .is_some_and(|(origin, _)| origin.is_distilled)
        );
    }
}
