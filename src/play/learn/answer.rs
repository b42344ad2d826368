//! What is shown of a step, and what an answer to it is worth.

use serde::{Deserialize, Serialize};

use crate::game::{Cell, Colour, Foul, Game, GameMove, Kind, MoveInput, Picture, Refusal, Spot};
use crate::text::{Message, foul_key};

use super::chapter::Step;
use super::goal::Goal;

/// A request about a step. It brings all right answers so far, so nothing is kept here of who learns what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// The chapter by its name.
    pub chapter: String,
    /// Its step, counted from 0.
    #[serde(default)]
    pub step: usize,
    /// Right answers that were given before, where all are wanted.
    #[serde(default)]
    pub found: Vec<String>,
    /// The clicks of an answer.
    #[serde(default)]
    pub clicks: Vec<Spot>,
    /// The answer by its name: a word to choose, a move or a point.
    pub answer: Option<String>,
    /// Are the right answers wanted?
    #[serde(default)]
    pub gives_up: bool,
}

/// What there is to see of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LearnView {
    /// Which game it is about.
    pub game: Kind,
    /// The key of its text.
    pub text: String,
    /// The board.
    pub picture: Picture,
    /// The part of it that is shown, by two opposite corners.
    pub window: Option<[Spot; 2]>,
    /// The colour to move.
    pub to_move: Colour,
    /// How a move is clicked.
    pub turn: MoveInput,
    /// Marked points.
    pub marks: Vec<Spot>,
    /// What is to be done on the board; nothing to read on, or to choose a word.
    pub goal: Option<Goal>,
    /// Words to choose from.
    pub options: Vec<String>,
    /// Right answers so far, where all are wanted.
    pub found: Vec<String>,
    /// The points of these.
    pub found_at: Vec<Spot>,
    /// All right answers, where they are wanted.
    pub answers: Vec<String>,
    /// Those of them that are points.
    pub answers_at: Vec<Spot>,
    /// Right answers that are still to be found.
    pub left: usize,
    /// Is there nothing left to do?
    pub done: bool,
    /// Was the answer right?
    pub right: Option<bool>,
    /// What there is to say about it.
    pub said: Option<Message>,
}

/// Does a move have this name? Two stones may come in any order.
fn is_named(game: &dyn Game, mv: GameMove, name: &str) -> bool {
    let Ok(other) = game.read_move(name) else {
        return false;
    };
    let ordered = |mv: GameMove| {
        let mut spots = mv.as_slice().to_vec();
        spots.sort_unstable();
        spots
    };
    if game.kind() == Kind::Connect6 {
        ordered(mv) == ordered(other)
    } else {
        mv == other
    }
}

impl Step {
    /// The step, and what an answer to it is worth.
    ///
    /// # Errors
    /// [`Refusal`] where the position cannot be; the steps of the program have none.
    pub(crate) fn view(&self, request: &Request) -> Result<LearnView, Refusal> {
        let game = self.game()?;
        let mut view = self.shown(game.as_ref())?;
        let is_found = |name: &&String| request.found.contains(name);
        view.found = self.answers().iter().filter(is_found).cloned().collect();
        let Some(goal) = self.goal() else {
            return Ok(view);
        };
        // They would answer the question.
        let fouls = std::mem::take(&mut view.picture.forbidden);
        let given = match (&request.answer, request.clicks.as_slice()) {
            (Some(answer), _) => Some(answer.clone()),
            (None, []) => None,
            (None, clicks) => self.named(game.as_ref(), goal, clicks, &mut view),
        };
        if let Some(given) = given {
            self.judge(game, goal, given, &mut view);
        }
        let wanted = if goal.wants_all() {
            self.answers().len()
        } else {
            1
        };
        view.left = wanted.saturating_sub(view.found.len());
        view.done = view.left == 0;
        let at = |name: &String| view.picture.spot(name);
        view.found_at = view.found.iter().filter_map(at).collect();
        if request.gives_up {
            view.answers = self.answers().to_vec();
            view.answers_at = view.answers.iter().filter_map(at).collect();
        }
        // Forbidden points get their crosses as they are found.
        if goal == Goal::Fouls {
            view.picture.forbidden = fouls;
            let is_found = |foul: &(Spot, Foul)| view.found_at.contains(&foul.0);
            view.picture.forbidden.retain(is_found);
        }
        Ok(view)
    }

    fn shown(&self, game: &dyn Game) -> Result<LearnView, Refusal> {
        Ok(LearnView {
            game: self.kind(),
            text: self.text.clone(),
            picture: game.picture(),
            window: self.window()?,
            to_move: game.to_move(),
            turn: game.move_input(),
            marks: self.marks()?,
            goal: self.goal(),
            options: self.options(),
            found: Vec::new(),
            found_at: Vec::new(),
            answers: Vec::new(),
            answers_at: Vec::new(),
            left: 0,
            done: self.goal().is_none(),
            right: None,
            said: None,
        })
    }

    /// The name of what was clicked, as the answers have it. Says what is wrong where it is no move.
    fn named(
        &self,
        game: &dyn Game,
        goal: Goal,
        clicks: &[Spot],
        view: &mut LearnView,
    ) -> Option<String> {
        let mv = if goal.is_point() {
            clicks.first().copied().map(GameMove::One)
        } else {
            match game.move_from_clicks(clicks) {
                Ok(mv) => mv,
                Err(refusal) => {
                    view.right = Some(false);
                    view.said = Some(refusal.message());
                    None
                }
            }
        }?;
        let known = self.answers().iter();
        let mut known = known.filter(|name| is_named(game, mv, name));
        Some(known.next().cloned().unwrap_or_else(|| game.write_move(mv)))
    }

    fn judge(&self, mut game: Box<dyn Game>, goal: Goal, given: String, view: &mut LearnView) {
        let right = self.answers().contains(&given);
        view.right = Some(right);
        let mv = game.read_move(&given);
        let is_move = !goal.is_choice() && !goal.is_point();
        if right {
            view.said = Some(Self::praise(game.as_ref(), goal, &given));
            if !view.found.contains(&given) {
                view.found.push(given);
            }
            let made = mv.map(|mv| game.ask().step_of(mv));
            let stays = !is_move || goal.wants_all();
            if !stays && made.is_ok_and(|step| game.play(step).is_ok()) {
                view.picture = game.picture();
                view.picture.forbidden.clear();
            }
            return;
        }
        let own = self
            .wrong()
            .get(&given)
            .map(|key| Message::new(key).with("at", &given));
        let refused = mv.and_then(|mv| game.play(game.ask().step_of(mv))).err();
        let refused = refused.filter(|_| is_move).map(|refusal| refusal.message());
        let cell = view.picture.spot(&given).map(|at| view.picture.cell(at));
        let taken = (goal.is_point() && cell != Some(Cell::Empty))
            .then(|| Refusal::Occupied(given.clone()).message());
        let general = || Message::new(format!("learn-wrong-{goal}")).with("at", &given);
        view.said = Some(own.or(refused).or(taken).unwrap_or_else(general));
    }

    /// What is said of a right answer.
    fn praise(game: &dyn Game, goal: Goal, given: &str) -> Message {
        let picture = game.picture();
        let foul = (goal == Goal::Fouls).then(|| {
            let at = picture.spot(given)?;
            picture.forbidden.iter().find(|known| known.0 == at)
        });
        match foul.flatten() {
            Some(&(_, foul)) => Message::new("learn-found")
                .with("at", given)
                .with_word("foul", foul_key(foul)),
            None => Message::new("learn-right"),
        }
    }
}
