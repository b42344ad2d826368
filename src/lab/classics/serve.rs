//! Serves a manager: the host of the kernel reads and writes.

use std::io::{self, Read, Write};

use kagetsu_kernel::line_host::{self, Delivery, Host, LineSession, line_writer};
use kagetsu_protocol::Command;
use kagetsu_protocol::parse::Parser;

use crate::Program;
use crate::session::Session;

/// Plays a program by the Gomocup protocol's base commands until `END` or the end of the input.
///
/// Returns after `END` even if the output is stuck; its threads may then still be running, and the caller should exit the
/// program.
///
/// # Errors
/// When the output cannot be written, or the system cannot start a thread.
///
/// ```
/// use kagetsu_classics::{Program, serve::serve};
/// serve(Program::Gap17, 1, &b"START 15\nBEGIN\nEND\n"[..], std::io::stdout())?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    program: Program,
    seed: u64,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let session = Session::new(program, seed);
    line_host::serve(input, line_writer(output), Parser::new(), Served(session))?;
    Ok(())
}

/// The session as the host sees it. A classic program thinks for milliseconds, and cannot be stopped.
struct Served(Session);

impl LineSession for Served {
    type Message = Command;

    const DELIVERY: Delivery = Delivery::Complete;

    fn answer(&mut self, command: Command, host: &mut Host<'_, Command>) {
        if let Some(line) = self.0.answer(command) {
            host.say(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// An output whose copies share what is written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no writer panics").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(program: Program, input: &str) -> Vec<String> {
        let output = Kept::default();
        let input = io::Cursor::new(input.to_string());
        serve(program, 1, input, output.clone()).expect("memory can be written");
        let bytes = output.0.lock().expect("no writer panics").clone();
        let text = String::from_utf8(bytes).expect("answers are text");
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
        let input = "START 15\nTURN 15,0\nTAKEBACK 3,3\nPLAY 7,7\nTURN 7,7\nBEGIN\n\
            BOARD\n1,1,1\n1,1,2\nDONE\nBOARD\n1,1,7\nDONE\n";
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
