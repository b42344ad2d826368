//! Teaching and review of a game: what searches have said of its positions, and which moves were mistakes by that. Teaching
//! judges the last move of a person while the game goes on, and offers it back; a review judges all moves.

use std::collections::BTreeMap;

use kagetsu_kernel::grade::{Grade, MISTAKE, accuracy};
use serde::{Deserialize, Serialize};

use crate::game::{Colour, Game, GameMove, Step};
use crate::session::Session;

/// A move that gave some of the win rate away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Mistake {
    /// Steps before it.
    pub step: usize,
    /// Moves before it.
    pub moves: usize,
    /// The clicks of the move.
    pub spots: GameMove,
    /// Who made it.
    pub colour: Colour,
    /// How much it gave away.
    pub grade: Grade,
    /// Its name.
    pub name: String,
    /// The name of a better one.
    pub better: String,
    /// The clicks of that.
    pub(crate) better_spots: GameMove,
    /// Win rate of the side that moved, with the better move.
    pub before: f64,
    /// The same with the move that was played.
    pub after: f64,
}

/// Black's win rate as that of a colour, and the other way round.
pub(super) fn rate_of(colour: Colour, black: f64) -> f64 {
    match colour {
        Colour::Black => black,
        Colour::White => 1.0 - black,
    }
}

/// What a search says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Judged {
    /// Black's win rate.
    pub(super) black: f64,
    /// The best move that was found.
    pub(super) best: Option<GameMove>,
}

/// An attempt at a better move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tried {
    /// Steps before it.
    pub step: usize,
    /// The clicks of the move.
    pub spots: GameMove,
    /// Its name.
    pub name: String,
    /// Is it good enough?
    pub good: bool,
    /// Win rate of the side that moves.
    pub rate: f64,
}

/// What a search is to judge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Question {
    /// The position after so many steps.
    Position(usize),
    /// Another move than the one that was played after so many steps; without them, than the mistake that is practised.
    Try(Option<usize>, GameMove),
}

/// What teaching knows of a game.
#[derive(Debug, Default)]
pub(super) struct Lesson {
    /// What is known of the positions, by the steps before them.
    values: BTreeMap<usize, Judged>,
    /// The moves that were suggested, by the steps before them. Their searches are deeper than those of the values: they are the
    /// best moves that are known, whatever is found later.
    hints: BTreeMap<usize, GameMove>,
    /// Does Kagetsu say at once when a move was a mistake?
    pub(super) teaching: bool,
    /// Are all positions being judged?
    pub(super) reviewing: bool,
    /// Number of steps at which the person has dismissed a mistake: the game goes on in spite of it.
    dismissed_at: Option<usize>,
    /// The attempt at a better move that is to be judged, with the steps before it.
    attempt: Option<(usize, GameMove)>,
    /// The last attempt, judged.
    tried: Option<Tried>,
}

/// What the page shows of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LessonView {
    /// Does Kagetsu say at once when a move was a mistake?
    pub teaching: bool,
    /// Positions that were judged and that there are, while all are being judged.
    pub reviewing: Option<[usize; 2]>,
    /// The last move, if it is to be offered back.
    pub held: Option<Mistake>,
    /// Positions whose value is known.
    pub judged: usize,
    /// All mistakes and blunders that are known.
    pub mistakes: Vec<Mistake>,
    /// All inaccuracies that are known.
    pub inaccuracies: Vec<Mistake>,
    /// The mean accuracy of Black and White, over all moves whose loss is known and that could lose something.
    pub accuracy: [Option<f64>; 2],
    /// The last attempt at a better move.
    pub tried: Option<Tried>,
}

/// The game after its first steps.
pub(super) fn game_after(session: &Session, steps: usize) -> Option<Box<dyn Game>> {
    let is_made = steps <= session.steps().len();
    is_made.then(|| session.position_after(steps).game().ok())?
}

/// Can a search judge the position after so many steps?
fn is_searchable_after(session: &Session, steps: usize) -> bool {
    game_after(session, steps).is_some_and(|game| game.is_searchable())
}

impl Lesson {
    /// Dismisses the mistake that may be offered back now: the game goes on.
    pub(super) fn dismiss(&mut self, session: &Session) {
        self.dismissed_at = Some(session.steps().len());
    }

    /// Forgets the game before another one begins. Teaching stays on or off.
    pub(super) fn forget(&mut self) {
        let teaching = self.teaching;
        *self = Self {
            teaching,
            ..Self::default()
        };
    }

    /// Forgets what was known of the positions after so many steps: they were taken back, or other steps were made.
    pub(super) fn forget_after(&mut self, steps: usize) {
        self.values.split_off(&(steps + 1));
        self.hints.split_off(&(steps + 1));
        if self.dismissed_at.is_some_and(|dismissed| dismissed > steps) {
            self.dismissed_at = None;
        }
        if self.attempt.is_some_and(|(before, _)| before > steps) {
            self.attempt = None;
        }
        if self.tried.as_ref().is_some_and(|tried| tried.step > steps) {
            self.tried = None;
        }
    }

    /// A move was suggested after so many steps.
    pub(super) fn hinted(&mut self, steps: usize, spots: GameMove) {
        self.hints.insert(steps, spots);
    }

    /// The best move after so many steps, as far as it is known.
    pub(super) fn best(&self, steps: usize) -> Option<GameMove> {
        let hint = self.hints.get(&steps).copied();
        hint.or_else(|| self.values.get(&steps)?.best)
    }

    /// Asks how good another move would have been.
    pub(super) fn try_move(&mut self, steps: usize, spots: GameMove) {
        self.attempt = Some((steps, spots));
        self.tried = None;
    }

    /// What is to be judged next: an attempt and the position before it, else the positions of a review, else those around
    /// the last move of a person who is taught.
    pub(super) fn question(&self, session: &Session) -> Option<Question> {
        if let Some((steps, at)) = self.attempt {
            let is_unknown = !self.values.contains_key(&steps);
            return if is_unknown && is_searchable_after(session, steps) {
                Some(Question::Position(steps))
            } else {
                Some(Question::Try(Some(steps), at))
            };
        }
        let steps = session.steps().len();
        let last = session.steps().last();
        let of_a_person = last.is_some_and(|taken| session.is_of_person(taken));
        let from = match (self.reviewing, self.teaching && of_a_person) {
            (true, _) => 0,
            (false, true) => steps - 1,
            (false, false) => return None,
        };
        self.unjudged(session, from).map(Question::Position)
    }

    /// The first position from so many steps on that can be judged and was not yet.
    fn unjudged(&self, session: &Session, from: usize) -> Option<usize> {
        let unknown = |steps: &usize| !self.values.contains_key(steps);
        let mut open = (from..=session.steps().len()).filter(unknown);
        open.find(|&steps| is_searchable_after(session, steps))
    }

    /// A review is over when nothing of the game is left to be judged.
    pub(super) fn follow_review(&mut self, session: &Session) {
        self.reviewing = self.reviewing && self.unjudged(session, 0).is_some();
    }

    /// Takes what was found of the position after so many steps.
    pub(super) fn take_value(&mut self, steps: usize, value: Judged) {
        self.values.insert(steps, value);
    }

    /// Takes the win rate that an attempt leaves its side, if that attempt is still to be judged; `None` when the move is not
    /// legal.
    pub(super) fn take_attempt(
        &mut self,
        session: &Session,
        steps: usize,
        spots: GameMove,
        rate: Option<f64>,
    ) {
        let is_it = |attempt: &mut (usize, GameMove)| *attempt == (steps, spots);
        if self.attempt.take_if(is_it).is_none() {
            return;
        }
        let Some((game, rate)) = game_after(session, steps).zip(rate) else {
            return;
        };
        let value = self.values.get(&steps);
        let before = value.map(|value| rate_of(game.to_move(), value.black));
        self.tried = Some(Tried {
            step: steps,
            spots,
            name: game.write_move(spots),
            // Whoever plays the move that was shown is right, whatever a later search says of it.
            good: self.best(steps) == Some(spots)
                || before.is_none_or(|before| before - rate < MISTAKE),
            rate,
        });
    }

    /// Grades the move at this step, made in `game`; nothing where it is not known or gave too little away.
    fn grade_move(&self, game: &dyn Game, step: usize, taken: Step) -> Option<Mistake> {
        let Step::Move(spots) = taken else {
            return None;
        };
        let colour = game.to_move();
        let [before, after] = self.rates(colour, step)?;
        let better = self.best(step).filter(|&best| best != spots)?;
        let grade = Some(Grade::of_loss(before - after)).filter(|grade| grade.is_fault())?;
        Some(Mistake {
            colour,
            grade,
            step,
            moves: game.move_count(),
            spots,
            name: game.write_move(spots),
            better: game.write_move(better),
            better_spots: better,
            before,
            after,
        })
    }

    /// The win rates of a colour before and after a step; nothing while one of them is unknown.
    fn rates(&self, colour: Colour, step: usize) -> Option<[f64; 2]> {
        let rate = |step| Some(rate_of(colour, self.values.get(&step)?.black));
        Some([rate(step)?, rate(step + 1)?])
    }

    /// All graded moves of persons, or of both sides where no person plays, and the accuracy of both sides.
    fn reviewed(&self, session: &Session) -> (Vec<Mistake>, [Option<f64>; 2]) {
        let mut found = Vec::new();
        let mut kept: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        // Grades and accuracy compare two positions: with fewer the game need not be played through.
        if self.values.len() >= 2
            && let Ok(mut game) = session.setup().start()
        {
            let people = session.has_people();
            for (step, taken) in session.steps().iter().enumerate() {
                // Nobody chose them.
                let is_given = step < session.given();
                if !is_given && (!people || session.is_of_person(taken)) {
                    found.extend(self.grade_move(game.as_ref(), step, taken.step));
                }
                let colour = game.to_move();
                if let (false, Step::Move(_), Some([before, after])) =
                    (is_given, taken.step, self.rates(colour, step))
                {
                    kept[colour.index()].extend(accuracy(before, before - after));
                }
                if game.play(taken.step).is_err() {
                    break;
                }
            }
        }
        let mean =
            |all: Vec<f64>| (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64);
        (found, kept.map(mean))
    }

    /// The last move, if it was a mistake that the person may take back. Not with a clock: the opponent's would run meanwhile.
    pub(super) fn held(&self, session: &Session) -> Option<Mistake> {
        let steps = session.steps().len();
        let last = session.steps().last()?;
        let timed = session.clocks().step_left.is_some();
        let is_taught = self.teaching && !timed && session.is_of_person(last);
        if !is_taught || self.dismissed_at == Some(steps) || session.outcome().is_some() {
            return None;
        }
        let known = |steps: &usize| self.values.contains_key(steps);
        if !known(&steps) || !known(&(steps - 1)) {
            return None;
        }
        let before = game_after(session, steps - 1)?;
        let graded = self.grade_move(before.as_ref(), steps - 1, last.step);
        graded.filter(|graded| graded.grade != Grade::Inaccuracy)
    }

    /// What the page shows.
    pub(super) fn view(&self, session: &Session) -> LessonView {
        let all = session.steps().len() + 1;
        let (graded, accuracy) = self.reviewed(session);
        let is_inaccurate = |graded: &Mistake| graded.grade == Grade::Inaccuracy;
        let (inaccuracies, mistakes) = graded.into_iter().partition(is_inaccurate);
        LessonView {
            teaching: self.teaching,
            reviewing: self.reviewing.then_some([self.values.len(), all]),
            held: self.held(session),
            judged: self.values.len(),
            mistakes,
            inaccuracies,
            accuracy,
            tried: self.tried.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Spot;

    #[test]
    fn an_attempt_goes_with_its_position() {
        let mut lesson = Lesson::default();
        let spots = Spot::new(7, 7).into();
        lesson.try_move(4, spots);
        lesson.tried = Some(Tried {
            step: 4,
            spots,
            name: "h8".to_string(),
            good: true,
            rate: 0.5,
        });
        lesson.forget_after(4);
        assert!(lesson.attempt.is_some() && lesson.tried.is_some());
        lesson.forget_after(3);
        assert_eq!((lesson.attempt, lesson.tried), (None, None));
    }
}
