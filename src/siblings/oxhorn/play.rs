//! The text game: reads moves and words from an input, writes the board and what happens to an output.

use std::io::{self, BufRead, Read, Write};

use kagetsu_kernel::rng::Rng;

use super::board::Side;
use super::game::Game;
use super::moves::Move;
use super::picture;
use super::player::{Level, choose};
use super::rules::Rules;
use super::state::State;
use super::table::Table;

/// What is set before a game begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// The rules.
    pub rules: Rules,
    /// The first state.
    pub start: State,
    /// The sides that the input plays: none, one or both.
    pub people: [bool; 2],
    /// How the machine chooses.
    pub level: Level,
    /// Start of the machine's random numbers.
    pub seed: u64,
}

/// Longest line that is read, in bytes. A longer one is dropped whole.
const MAX_LINE: u64 = 200;

const HELP: &str = "Write a move like 0-2, or: moves, hint, undo, help, quit.";

/// Plays one game. It ends with the game, with `quit`, or with the input.
///
/// # Errors
/// Reading or writing failed.
pub(crate) fn play(
    setting: &Setting,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let table = Table::new(setting.rules);
    let mut rng = Rng::new(setting.seed);
    let mut game = Game::new(setting.rules, setting.start);
    writeln!(out, "{}. {HELP}", setting.rules)?;
    while game.ending().is_none() {
        write!(out, "\n{}", picture::text(game.state()))?;
        let side = game.state().side();
        if setting.is_person(side) {
            if !persons_turn(setting, &table, &mut game, input, out)? {
                return writeln!(out, "the game is broken off");
            }
        } else if let Some(step) = choose(setting.level, game.state(), &table, &mut rng) {
            writeln!(out, "{side} plays {}", step.text(game.state()))?;
            game.play(step).map_err(io::Error::other)?;
        }
    }
    write!(out, "\n{}", picture::text(game.state()))?;
    match game.ending() {
        Some(ending) => writeln!(out, "{ending} after {} plies", game.states().len() - 1),
        None => Ok(()),
    }
}

impl Setting {
    const fn is_person(&self, side: Side) -> bool {
        self.people[side as usize]
    }
}

/// Reads lines until a move is made or taken back; false when the player leaves.
fn persons_turn(
    setting: &Setting,
    table: &Table,
    game: &mut Game,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<bool> {
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            return Ok(false);
        };
        let state = game.state();
        match line.trim().to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" => writeln!(out, "{HELP}")?,
            "moves" => {
                let moves: Vec<String> = state.moves().map(|step| step.text(state)).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            "hint" => {
                if let Some(step) = table.best_move(state) {
                    writeln!(out, "{}: {}", step.text(state), table.solution(state))?;
                }
            }
            "undo" if take_back(setting, game) => return Ok(true),
            "undo" => writeln!(out, "there is nothing to take back")?,
            text => match Move::parse(text, state) {
                Ok(step) => {
                    game.play(step).map_err(io::Error::other)?;
                    return Ok(true);
                }
                Err(error) => writeln!(out, "{error}")?,
            },
        }
    }
}

/// The next line with its end; none at the end of the input. A line that is too long comes back empty.
///
/// # Errors
/// Reading failed.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(String::new()));
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// Takes moves back until a person is to move again.
fn take_back(setting: &Setting, game: &mut Game) -> bool {
    let mut trial = game.clone();
    while trial.undo() {
        if setting.is_person(trial.state().side()) {
            *game = trial;
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn transcript(people: [bool; 2], input: &[u8]) -> String {
        let setting = Setting {
            rules: Rules::default(),
            start: State::start(Side::Red),
            people,
            level: Level::Perfect,
            seed: 1,
        };
        let mut out = Vec::new();
        play(&setting, &mut &input[..], &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn two_people_play_the_quick_sample() {
        let text = transcript([true, true], b"0-2\n8-7\n2-4\n7-5\n4-6\n9-7\n6-8\n");
        assert!(
            text.ends_with("red has escaped and wins after 7 plies\n"),
            "{text}"
        );
    }

    #[test]
    fn the_machine_plays_itself_to_a_draw() {
        let text = transcript([false, false], b"");
        assert!(text.contains("third repetition, a draw"), "{text}");
    }

    #[test]
    fn words_are_answered_and_bad_moves_explained() {
        let text = transcript(
            [true, false],
            b"undo\nmoves\nhint\n0-5\nfly\n0-1\nundo\nquit\n",
        );
        for part in [
            "nothing to take back",
            "0-1 0-2",
            "draw by repetition",
            "`0-5` is not a legal move of red in (0;8,9)",
            "`fly` is not a move",
            "blue plays",
            "broken off",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]
        #[test]
        fn any_input_comes_to_an_end(input in proptest::collection::vec(any::<u8>(), 0..600)) {
            prop_assert!(!transcript([true, false], &input).is_empty());
        }
    }
}
