//! The `NBoard` protocol, version 2, as the graphical board `NBoard` speaks it (C. Welty's protocol page).
//!
//! `go` names a move and does not play it: the board sends it back with `move`. `ping` ends thinking and is then
//! answered by `pong`. Unknown lines are ignored.

use kagetsu_kernel::line_host::Scope;
use kagetsu_kernel::{SearchLimits, StopSignal, quote};

use super::{Answer, Dialogue, Effect, Pace, Player, scope};
use crate::board::Square;
use crate::engine::think::{Certainty, Report};
use crate::players::PlayerName;
use crate::record::{Game, Outcome, ggf};

/// Stands for the depth of a selective search to the end.
const PROBABLE: &str = "90%";

/// The engine's side of the dialogue.
#[derive(Debug)]
pub(crate) struct NBoard {
    player: Player,
    game: Game,
    pace: Pace,
    /// The depth that the board has set; it goes before the pace.
    depth: Option<u32>,
}

impl NBoard {
    /// A dialogue that has not begun.
    pub(crate) fn new(player: Player, pace: Pace) -> Self {
        Self {
            player,
            game: Game::default(),
            pace,
            depth: None,
        }
    }

    fn limits(&self) -> SearchLimits {
        let depth = self.depth;
        depth.map_or_else(|| self.pace.limits(), SearchLimits::of_depth)
    }

    /// Tells the name in the board's lists: engines of different depths are different players there.
    fn my_name(&self) -> String {
        let name = self.player.name();
        let depth = self.depth.filter(|_| name == PlayerName::Engine);
        let depth = depth.map_or_else(String::new, |depth| depth.to_string());
        format!("set myname {}{depth}", name.public_name())
    }

    fn set(&mut self, words: &str, answer: &mut Answer<'_>) {
        let (name, value) = words.split_once(' ').unwrap_or((words, ""));
        match name {
            "depth" => match value.trim().parse() {
                Ok(depth) if depth > 0 => {
                    self.depth = Some(depth);
                    answer(&self.my_name());
                }
                _ => answer(&format!("status `{}` is no depth", quote(value))),
            },
            "game" => match ggf::FORM.read_first(value) {
                Ok(found) => self.game = found.game,
                Err(error) => answer(&format!("status {error}")),
            },
            _ => {}
        }
    }

    fn play(&mut self, words: &str, answer: &mut Answer<'_>) {
        let played = match ggf::ply(words) {
            Ok(ply) => self.game.play(ply).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = played {
            answer(&format!("status {error}"));
        }
    }

    fn go(&mut self, stop: &StopSignal, answer: &mut Answer<'_>) {
        let position = self.game.position();
        if position.outcome() != Outcome::Running {
            answer("status the game is over");
            return;
        }
        answer("status Thinking");
        let limits = self.limits();
        let begin = self.player.brain.clock().now();
        let found = self
            .player
            .choose(position.board(), limits, stop, &mut |report| {
                answer(&search_line(report));
            });
        let elapsed = self.player.brain.clock().now().saturating_sub(begin);
        let elapsed = elapsed.as_secs_f64();
        if let Some(found) = found {
            answer(&format!("nodestats {} {elapsed:.2}", found.nodes));
            let square = found
                .line
                .first()
                .map_or_else(String::new, |&square| name(square));
            answer(&format!(
                "=== {square}/{:.2}/{elapsed:.2}",
                f64::from(found.score)
            ));
        } else {
            answer("=== PA");
        }
        answer("status");
    }

    fn hint(&mut self, words: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        let Ok(count) = words.trim().parse::<usize>() else {
            answer(&format!("status `{}` is no number of moves", quote(words)));
            return;
        };
        answer("status Analysing");
        let board = self.game.position().board();
        let limits = self.limits();
        self.player
            .brain
            .hints(board, count, limits, stop, &mut |reports| {
                for report in reports {
                    answer(&search_line(report));
                }
            });
        answer("status");
    }
}

fn name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// The moves of a line, glued, with its score and depth.
fn search_line(report: &Report) -> String {
    let line: String = report.line.iter().map(|&square| name(square)).collect();
    let depth = match report.certainty {
        Certainty::Proved => "100%".to_owned(),
        Certainty::Probable => PROBABLE.to_owned(),
        Certainty::Evaluated => report.depth.to_string(),
    };
    format!("search {line} {:.2} 0 {depth}", f64::from(report.score))
}

impl Dialogue for NBoard {
    fn effects(&self) -> fn(&str) -> Effect {
        |line| match line.split(' ').next() {
            Some("ping" | "set" | "move") => Effect::Interrupts,
            Some("quit") => Effect::Ends,
            _ => Effect::None,
        }
    }

    fn scope(&self, _line: &str) -> Scope {
        scope(&self.limits(), self.game.position().board().empties())
    }

    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        let (command, words) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "nboard" => {
                answer(&self.my_name());
                answer("status");
            }
            "set" => self.set(words, answer),
            "move" => self.play(words, answer),
            "hint" => self.hint(words, stop, answer),
            "go" => self.go(stop, answer),
            "ping" => answer(&format!("pong {}", words.trim())),
            "learn" => answer("learned"),
            // Nothing is said to `quit`, nor to a line that is not known.
            _ => {}
        }
    }

    fn refuse(&mut self, _beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        answer(&format!("status {fault}"));
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_siblings::testing::answers;

    use super::*;
    use crate::engine::Brain;
    use crate::players::Level;

    fn talk(lines: &[&str]) -> Vec<String> {
        let pace = Pace::Level(Level::new(3).unwrap());
        let player = Player::new(PlayerName::Engine, Brain::untaught(), None);
        answers(NBoard::new(player, pace), lines)
    }

    const START: &str = "set game (;GM[Othello]PC[NBoard]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)";

    #[test]
    fn go_answers_with_a_move_and_does_not_play_it() {
        let answers = talk(&["nboard 2", "set depth 3", START, "go", "go", "ping 7"]);
        let moves: Vec<&String> = answers
            .iter()
            .filter(|line| line.starts_with("=== "))
            .collect();
        assert_eq!(moves.len(), 2);
        assert_eq!(moves[0], moves[1]);
        assert_eq!(answers.last().unwrap(), "pong 7");
    }

    #[test]
    fn a_move_is_played_and_a_bad_one_named() {
        assert!(talk(&[START, "move D6/0.5/1"]).is_empty());
        let answers = talk(&[START, "move A1"]);
        assert_eq!(answers, ["status white may not play a1"]);
        assert_eq!(talk(&["learn", "nonsense"]), ["learned"]);
        assert_eq!(
            talk(&["set depth \u{1b}", "hint \u{1b}"]),
            [
                "status `\\u{1b}` is no depth",
                "status `\\u{1b}` is no number of moves"
            ]
        );
    }

    #[test]
    fn hints_name_as_many_moves_as_are_asked_for() {
        let answers = talk(&["set depth 3", START, "hint 2"]);
        let lines = answers.iter().filter(|line| line.starts_with("search "));
        assert_eq!(lines.count(), 4);
    }
}
