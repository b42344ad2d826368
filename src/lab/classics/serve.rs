//! Serves a manager: reads lines, answers each command, and ends with `END` or the end of the input.

use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;

use kagetsu_protocol::Command;
use kagetsu_protocol::lines::LineSplitter;
use kagetsu_protocol::parse::Parser;

use crate::Program;
use crate::session::Session;

const READ_SIZE: usize = 4 << 10;

/// Plays a program by the Gomocup protocol's base commands until `END` or the end of the input.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
///
/// ```
/// use kagetsu_classics::{Program, serve::serve};
/// let mut output = Vec::new();
/// serve(Program::Gap17, 1, &b"START 15\nBEGIN\nEND\n"[..], &mut output)?;
/// assert_eq!(output, b"OK\n7,7\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    program: Program,
    seed: u64,
    mut input: impl Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut session = Session::new(program, seed);
    let mut lines = LineSplitter::new();
    let mut parser = Parser::new();
    let mut bytes = vec![0; READ_SIZE];
    loop {
        let count = match input.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let mut commands = Vec::new();
        lines.feed(&bytes[..count], |line| {
            parser.line(line, |command| commands.push(command));
        });
        for command in commands {
            if obey(&mut session, command, output)?.is_break() {
                return Ok(());
            }
        }
    }
}

/// Answers a command; `END` breaks.
fn obey(
    session: &mut Session,
    command: Command,
    output: &mut dyn Write,
) -> io::Result<ControlFlow<()>> {
    if command == Command::End {
        return Ok(ControlFlow::Break(()));
    }
    if let Some(mut line) = session.answer(command) {
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()?;
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(program: Program, input: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve(program, 1, input.as_bytes(), &mut output).expect("memory can be written");
        let text = String::from_utf8(output).expect("answers are text");
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn the_base_protocol_is_spoken() {
        let found = answers(
            Program::Table192,
            "START 10\nINFO timeout_turn 0\nTURN 5,5\nTAKEBACK 5,5\nRESTART\nBEGIN\nRECTSTART 12,9\nABOUT\nEND\nBEGIN\n",
        );
        assert_eq!(found[0], "OK");
        assert!(found[1].contains(','));
        assert_eq!(found[2..6], ["OK", "OK", "5,5", "OK"]);
        assert!(found[6].starts_with("name=\"table-192\""));
        assert_eq!(found.len(), 7, "nothing after END");
    }

    #[test]
    fn boards_are_set_and_the_rule_is_heard() {
        // White stops the row; five own stones in a row of six are no five by the rule standard.
        let block = "BOARD\n3,9,2\n4,9,2\n5,9,2\n6,9,2\n2,9,1\n0,0,1\n0,5,1\nDONE\n";
        let found = answers(Program::Window20, &format!("START 15\n{block}"));
        assert_eq!(found, ["OK", "7,9"]);
        let long =
            "BOARD\n1,2,1\n2,2,1\n3,2,1\n5,2,1\n6,2,1\n3,9,2\n4,9,2\n5,9,2\n6,9,2\n2,9,1\nDONE\n";
        let found = answers(
            Program::Window20,
            &format!("INFO rule 1\nSTART 15\n{long}INFO rule 0\n{long}"),
        );
        assert_eq!(found, ["OK", "7,9", "4,2"]);
    }

    #[test]
    fn wrong_input_gets_an_error_and_changes_nothing() {
        for (input, beginning) in [
            ("BEGIN\n", "ERROR there is no board"),
            ("START 4\n", "ERROR board size"),
            ("START -1\n", "ERROR this board size"),
            ("TURN 1,1\n", "ERROR there is no board"),
            ("NONSENSE\n", "UNKNOWN command NONSENSE"),
            ("YXNBEST 3\n", "UNKNOWN command"),
        ] {
            let found = answers(Program::Rays19, input);
            assert!(
                found.len() == 1 && found[0].starts_with(beginning),
                "{input} {found:?}"
            );
        }
        let input = "START 15\nTURN 15,0\nTAKEBACK 3,3\nPLAY 7,7\nTURN 7,7\nBEGIN\nBOARD\n1,1,1\n1,1,2\nDONE\nBOARD\n1,1,7\nDONE\n";
        let found = answers(Program::Rays19, input);
        let errors = found
            .iter()
            .filter(|line| line.starts_with("ERROR "))
            .count();
        assert_eq!((found.len(), errors), (8, 6), "{found:?}");
    }

    #[test]
    fn a_full_board_is_an_error() {
        let cells: Vec<String> = (0..25)
            .map(|n| format!("{},{},3\n", n % 5, n / 5))
            .collect();
        let cells = cells.concat();
        let found = answers(
            Program::Geometric,
            &format!("START 5\nBOARD\n{cells}DONE\n"),
        );
        assert!(found[1].starts_with("ERROR"), "{found:?}");
    }
}
