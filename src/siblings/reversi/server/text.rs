//! A plain dialogue for people: moves are typed, the engine answers, the board is shown.

use kagetsu_kernel::line_host::Scope;
use kagetsu_kernel::{SearchLimits, Side, StopSignal};

use super::{Answer, Dialogue, Effect, Pace, Player, scope};
use crate::players::{Level, PlayerName};
use crate::record::{Game, MoveListError, Outcome, Ply, Position, opening_names, parse_moves};

const HELP: &str = "\
f5, f5d6c3     play a move or several; pa passes
play MOVES     the same
go             the engine plays for the side to move
auto on|off    the engine answers every move, or waits for go
undo, redo     take a move back, or play it again
hint [N]       the best N moves
solve          the exact result from here; stop ends it
level N        1 (weakest) to 10
new            a new game
set POSITION   64 squares (X O -) and the side to move
show, moves    the board, the moves so far
quit           the end";

/// Does the engine answer without being asked?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answering {
    AtOnce,
    OnGo,
}

/// The engine's side of the dialogue.
#[derive(Debug)]
pub(crate) struct Text {
    player: Player,
    game: Game,
    undone: Vec<Ply>,
    pace: Pace,
    answering: Answering,
}

impl Text {
    /// A new game; the engine answers every move.
    pub(crate) fn new(player: Player, pace: Pace) -> Self {
        Self {
            player,
            game: Game::default(),
            undone: Vec::new(),
            pace,
            answering: Answering::AtOnce,
        }
    }

    fn show(&self, answer: &mut Answer<'_>) {
        let position = self.game.position();
        answer(&position.to_string());
        let score = position.final_score(Side::Black);
        match position.outcome() {
            Outcome::Running if position.must_pass() => {
                answer(&format!(
                    "{} has no move and must pass (pa)",
                    position.side()
                ));
            }
            Outcome::Running => {}
            Outcome::BlackWins => answer(&format!("black wins by {score}")),
            Outcome::WhiteWins => answer(&format!("white wins by {}", -score)),
            Outcome::Draw => answer("a draw"),
        }
    }

    fn play(&mut self, words: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        let line = match parse_moves(self.game.position(), words) {
            Ok(line) if line.plies().is_empty() => {
                answer("no move is named; help lists the commands");
                return;
            }
            Ok(line) => line,
            Err(error @ MoveListError::Square { .. }) => {
                answer(&format!("{error}; help lists the commands"));
                return;
            }
            Err(error) => {
                answer(&error.to_string());
                return;
            }
        };
        for &(ply, _) in line.plies() {
            if let Err(error) = self.game.play(ply) {
                answer(&error.to_string());
                return;
            }
        }
        self.undone.clear();
        if self.answering == Answering::AtOnce && self.game.position().outcome() == Outcome::Running
        {
            self.go(stop, answer);
        } else {
            self.show(answer);
        }
    }

    fn go(&mut self, stop: &StopSignal, answer: &mut Answer<'_>) {
        let position = self.game.position();
        if position.outcome() == Outcome::Running {
            let limits = self.pace.limits();
            let found = self
                .player
                .choose(position.board(), limits, stop, &mut |_| ());
            let square = found.as_ref().and_then(|found| found.line.first());
            let ply = square.map_or(Ply::Pass, |&square| Ply::Move(square));
            if let Err(error) = self.game.play(ply) {
                answer(&error.to_string());
                return;
            }
            self.undone.clear();
            let expected = found.filter(|_| self.player.name() == PlayerName::Engine);
            let score =
                expected.map_or_else(String::new, |found| format!(", expects {:+}", found.score));
            answer(&format!("{} plays {ply}{score}", position.side()));
        }
        self.show(answer);
    }

    fn hint(&mut self, words: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        let count = match words.trim() {
            "" => Ok(1),
            words => words.parse(),
        };
        let Ok(count) = count else {
            answer(&format!("`{words}` is no number of moves"));
            return;
        };
        let board = self.game.position().board();
        let limits = self.pace.limits();
        let mut last = Vec::new();
        self.player
            .brain
            .hints(board, count, limits, stop, &mut |reports| {
                last = reports.to_vec();
            });
        if last.is_empty() {
            answer("there is no move");
        }
        for report in last {
            let line: String = report.line.iter().map(ToString::to_string).collect();
            answer(&format!(
                "{:+} {line} (depth {})",
                report.score, report.depth
            ));
        }
    }

    fn solve(&mut self, stop: &StopSignal, answer: &mut Answer<'_>) {
        match self.player.brain.solve(self.game.position().board(), stop) {
            Some(found) => {
                let best = found
                    .best
                    .map_or_else(|| "no move".to_owned(), |square| square.to_string());
                answer(&format!(
                    "{:+} by {best}, {} nodes",
                    found.score, found.nodes
                ));
            }
            None => answer("stopped"),
        }
    }

    fn set(&mut self, words: &str, answer: &mut Answer<'_>) {
        match words.parse::<Position>() {
            Ok(position) => {
                self.game = Game::from_position(position);
                self.undone.clear();
                self.show(answer);
            }
            Err(error) => answer(&error.to_string()),
        }
    }

    fn step(&mut self, command: &str, answer: &mut Answer<'_>) {
        if command == "undo" {
            match self.game.undo() {
                Some(ply) => self.undone.push(ply),
                None => answer("nothing to undo"),
            }
        } else {
            match self.undone.pop().map(|ply| self.game.play(ply)) {
                Some(Ok(())) => {}
                Some(Err(error)) => answer(&error.to_string()),
                None => answer("nothing to redo"),
            }
        }
        self.show(answer);
    }
}

impl Dialogue for Text {
    fn effects(&self) -> fn(&str) -> Effect {
        |line| match line.split(' ').next() {
            Some("stop") => Effect::Interrupts,
            Some("quit" | "exit") => Effect::Ends,
            _ => Effect::None,
        }
    }

    fn scope(&self, line: &str) -> Scope {
        let empties = self.game.position().board().empties();
        let limits = if line.split(' ').next() == Some("solve") {
            SearchLimits {
                depth: Some(empties),
                ..SearchLimits::default()
            }
        } else {
            self.pace.limits()
        };
        scope(&limits, empties)
    }

    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        let (command, words) = line.split_once(' ').unwrap_or((line, ""));
        match (command, words) {
            ("" | "stop" | "quit" | "exit", _) => {}
            ("help", _) => answer(HELP),
            ("new", _) => {
                self.game = Game::default();
                self.undone.clear();
                self.show(answer);
            }
            ("show", _) => self.show(answer),
            ("moves", _) => {
                let name = opening_names::name_of(&self.game);
                let name = name.map_or_else(String::new, |name| format!(" ({name})"));
                answer(&format!("{}{name}", self.game.moves_text()));
            }
            ("undo" | "redo", _) => self.step(command, answer),
            ("go", _) => self.go(stop, answer),
            ("auto", "on") => self.answering = Answering::AtOnce,
            ("auto", "off") => self.answering = Answering::OnGo,
            ("hint", words) => self.hint(words, stop, answer),
            ("solve", _) => self.solve(stop, answer),
            ("set", words) => self.set(words, answer),
            ("level", words) => match words.parse().map(Level::new) {
                Ok(Ok(level)) => self.pace = Pace::Level(level),
                Ok(Err(error)) => answer(&error.to_string()),
                Err(_) => answer(&format!("`{words}` is no level")),
            },
            ("play", words) => self.play(words, stop, answer),
            _ => self.play(line, stop, answer),
        }
    }

    fn refuse(&mut self, _beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        answer(fault);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use kagetsu_kernel::{Clock, FakeClock};
    use kagetsu_siblings::testing::answers;

    use super::*;
    use crate::engine::Brain;
    use crate::eval::Learned;

    fn talk(lines: &[&str]) -> Vec<String> {
        let pace = Pace::Level(Level::new(2).unwrap());
        let dialogue = Text::new(Brain::untaught().into(), pace);
        answers(dialogue, lines)
    }

    #[test]
    fn a_move_is_answered() {
        let answers = talk(&["f5", "moves"]);
        assert!(answers[0].starts_with("white plays "));
        assert!(answers.last().unwrap().starts_with("f5"));
    }

    #[test]
    fn a_hint_ends_with_the_time_of_a_move() {
        let second = Duration::from_secs(1);
        // Every look at the clock takes a hundredth of a second.
        let clock = Arc::new(FakeClock::stepping(second / 100));
        let brain = Brain::new(&Learned::nothing(), 1 << 20, clock.clone());
        let dialogue = Text::new(brain.into(), Pace::Turn(second));
        let answers = answers(dialogue, &["hint 3"]);
        assert_eq!(answers.len(), 3, "{answers:?}");
        assert!(clock.now() < 2 * second, "{:?}", clock.now());
    }

    #[test]
    fn a_player_without_a_search_expects_nothing() {
        let player = Player::named(PlayerName::FourRules, Brain::untaught());
        let dialogue = Text::new(player, Pace::Level(Level::new(2).unwrap()));
        let answers = answers(dialogue, &["f5"]);
        let words: Vec<&str> = answers[0].split(' ').collect();
        assert_eq!((words.len(), &words[..2]), (3, &["white", "plays"][..]));
    }

    #[test]
    fn moves_are_taken_back_and_played_again() {
        let answers = talk(&["auto off", "f5d6", "undo", "redo", "moves", "redo"]);
        assert!(answers.contains(&"f5d6 (Perpendicular)".to_owned()));
        assert!(answers.contains(&"nothing to redo".to_owned()));
    }

    #[test]
    fn a_position_is_set_and_solved() {
        let answers = talk(&["set -OX X"]);
        assert!(answers[0].contains("64 squares"), "{answers:?}");
        let position = format!("set -OX{} X", "-".repeat(61));
        assert_eq!(
            talk(&[&position, "solve"])[1].split(',').next(),
            Some("+64 by a1")
        );
    }

    #[test]
    fn wrong_words_are_named() {
        assert!(talk(&["xyzzy"])[0].contains("'xyzzy' is no move"));
        for line in ["play", "1."] {
            assert_eq!(talk(&[line]), ["no move is named; help lists the commands"]);
        }
        assert_eq!(
            talk(&["level 12"]),
            ["12 is no level; levels go from 1 to 10"]
        );
        assert_eq!(talk(&["hint abc"]), ["`abc` is no number of moves"]);
        let over = format!("set X{} X", "-".repeat(63));
        assert_eq!(talk(&[&over, "hint"])[2..], ["there is no move"]);
    }
}
