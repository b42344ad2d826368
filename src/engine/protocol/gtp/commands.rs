//! The dialogue: which command is answered by what.

use kagetsu_gomoku::board::{Game, Position};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::gtp::{self, CommandLine, Reply};
use kagetsu_kernel::line_host::{Answer, Dialogue, Effect, Scope};
use kagetsu_kernel::{StopSignal, quote};

use crate::settings::has_modest_depth;

use super::analysis::Dialect;
use super::gogui;
use super::play::Use;
use super::rules::GAME;
use super::state::Gtp;
use super::vertex;

/// The commands, for `list_commands`.
const COMMANDS: [&str; 37] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "set_position",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "set_game",
    "list_games",
    "stop",
    "kata-set-rules",
    "kata-get-rules",
    "lz-analyze",
    "kata-analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
    "kagetsu-compare",
    "kagetsu-forbidden",
];
/// The beginning of the commands by which `GoGui` shows a game that is not Go.
const GOGUI_RULES: &str = "gogui-rules_";
impl Gtp {
    fn clear(&mut self, size: BoardSize) {
        self.game = Game::new(size, self.game.position().rule());
        self.engine.clear_hash();
        self.clocks.restart();
    }

    fn set_size(&mut self, words: &[&str]) -> Reply {
        let sides: Vec<usize> = words
            .iter()
            .map(|word| word.parse())
            .collect::<Result<_, _>>()
            .map_err(|_| {
                let given = words.join(" ");
                format!(
                    "unacceptable size: '{}' is no number of lines",
                    quote(&given)
                )
            })?;
        let size = match sides[..] {
            [side] => BoardSize::square(side),
            [width, height] => BoardSize::new(width, height),
            _ => return Err("unacceptable size: expected one number or two".to_owned()),
        };
        let size = size.map_err(|error| format!("unacceptable size: {error}"))?;
        self.clear(size);
        Ok(String::new())
    }

    fn play(&mut self, words: &[&str]) -> Reply {
        let &[side, point] = words else {
            return Err("play takes a colour and a point".to_owned());
        };
        let side = gtp::side(side)?;
        let point = if point.eq_ignore_ascii_case("pass") {
            None
        } else {
            Some(vertex::parse(point, self.game.position().size())?)
        };
        self.step(side, point)?;
        Ok(String::new())
    }

    /// Sets up a position of pairs of a colour and a point, in any order. With a fault in it the one before stays.
    fn set_position(&mut self, words: &[&str]) -> Reply {
        let (size, rule) = (self.game.position().size(), self.game.position().rule());
        let mut position = Position::new(size, rule);
        for pair in words.chunks(2) {
            let &[colour, point] = pair else {
                return Err("set_position takes pairs of a colour and a point".to_owned());
            };
            let (colour, point) = (gtp::side(colour)?, vertex::parse(point, size)?);
            let placed = position.place(point, colour);
            placed.map_err(|error| format!("{}: {error}", vertex::name(point, size)))?;
            position.set_side_to_move(colour.opponent());
        }
        self.game = Game::of(position);
        self.engine.clear_hash();
        Ok(String::new())
    }

    fn reply(&mut self, command: &str, words: &[&str], stop: &StopSignal) -> Reply {
        let nothing = |()| String::new();
        match command {
            "protocol_version" => Ok(gtp::VERSION.to_owned()),
            "name" => Ok("Kagetsu".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(COMMANDS.iter().any(|known| words == [*known]).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "list_games" => Ok(GAME.to_owned()),
            "set_game" if words.join(" ").eq_ignore_ascii_case(GAME) => Ok(String::new()),
            "set_game" => Err(format!(
                "'{}' is not played: expected {GAME}",
                quote(&words.join(" "))
            )),
            // There is no territory that a komi could be added to.
            "komi" | "quit" | "stop" => Ok(String::new()),
            "boardsize" | "rectangular_boardsize" => self.set_size(words),
            "clear_board" => {
                self.clear(self.game.position().size());
                Ok(String::new())
            }
            "play" => self.play(words),
            "set_position" => self.set_position(words),
            "genmove" => self.choose(words, Use::Play, stop),
            "reg_genmove" => self.choose(words, Use::Tell, stop),
            "undo" if self.game.undo().is_ok() => Ok(String::new()),
            "undo" => Err("cannot undo".to_owned()),
            "showboard" => Ok(self.picture()),
            "time_settings" => self.clocks.set(words).map(nothing),
            "time_left" => self.clocks.set_left(words).map(nothing),
            "final_score" => self.final_score(),
            "kata-set-rules" => self.set_rule(words),
            "gogui-analyze_commands" => Ok(gogui::ANALYSES.to_owned()),
            "kagetsu-compare" => self.compare(words, stop),
            "kagetsu-forbidden" => Ok(self.forbidden()),
            "kata-get-rules" => Ok(self.game.position().rule().to_string()),
            _ => command
                .strip_prefix(GOGUI_RULES)
                .and_then(|what| self.gogui_rules(what))
                .ok_or_else(|| format!("unknown command '{}'", quote(command))),
        }
    }

    /// Answers a command whose answer has many lines and is not known at once. `None` if it is another one.
    fn answer_analyze(
        &mut self,
        line: &CommandLine<'_>,
        stop: &StopSignal,
        answer: &mut Answer<'_>,
    ) -> Option<()> {
        let (dialect, plays) = match line.command {
            "lz-analyze" => (Dialect::Leela, false),
            "kata-analyze" => (Dialect::Kata, false),
            "lz-genmove_analyze" => (Dialect::Leela, true),
            "kata-genmove_analyze" => (Dialect::Kata, true),
            _ => return None,
        };
        let mut has_begun = false;
        let reply = if plays {
            let begin = format!("={}", line.id);
            self.genmove_analyze(dialect, &line.arguments, stop, &mut |text| {
                if !std::mem::replace(&mut has_begun, true) {
                    answer(&begin);
                }
                answer(text);
            })
        } else {
            self.begin_analysis(dialect, &line.arguments)
                .map(|()| String::new())
        };
        match reply {
            Ok(_) if !plays => answer(&format!("={}", line.id)),
            Ok(chosen) if has_begun => answer(&format!("{chosen}\n")),
            Ok(chosen) => answer(&format!("={}\n{chosen}\n", line.id)),
            // An answer that has begun can only be ended.
            Err(fault) if has_begun => {
                log::error!("no move: {fault}");
                answer("");
            }
            Err(fault) => answer(&gtp::answer(line.id, &Err(fault))),
        }
        Some(())
    }

    /// Ends the answer of an analysis.
    fn end_analysis(&mut self, answer: &mut Answer<'_>) {
        if self.analysing.take().is_some() {
            answer("");
        }
    }
}

impl Dialogue for Gtp {
    fn effects(&self) -> fn(&str) -> Effect {
        gtp::effects
    }

    /// Lines in a pipe are answered in full: its end ends only a search that may go on for long.
    fn scope(&self, line: &str) -> Scope {
        let line = CommandLine::read(line);
        let side = line.and_then(|line| gtp::side(line.arguments.first()?).ok());
        let limits = self.limits(side.unwrap_or_else(|| self.game.position().side_to_move()));
        if has_modest_depth(&limits) {
            Scope::Bounded
        } else {
            Scope::of(&limits)
        }
    }

    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        self.end_analysis(answer);
        let Some(line) = CommandLine::read(line) else {
            return;
        };
        if self.answer_analyze(&line, stop, answer).is_none() {
            let reply = self.reply(line.command, &line.arguments, stop);
            answer(&gtp::answer(line.id, &reply));
        }
    }

    fn refuse(&mut self, beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        self.end_analysis(answer);
        // Nothing is said to blanks and remarks of any length.
        if let Some(line) = CommandLine::read(beginning) {
            answer(&gtp::answer(line.id, &Err(fault.to_owned())));
        }
    }

    fn wants_to_think_on(&self) -> bool {
        self.is_to_analyse()
    }

    fn think_on(&mut self, stop: &StopSignal, answer: &mut Answer<'_>) {
        self.analyse(stop, answer);
    }

    fn finish(&mut self, answer: &mut Answer<'_>) {
        self.end_analysis(answer);
    }
}

#[cfg(test)]
#[path = "commands_tests.rs"]
mod tests;
