//! Every program that speaks a protocol of lines hears its manager while it thinks. All thoughts here would go on for an
//! hour or for ever.

use std::io;

use kagetsu_test_support::process::{Heard, Process};

/// A program, and what makes it think.
struct Host {
    /// Words without blanks.
    arguments: &'static str,
    opening: &'static str,
    /// The line that asks for the answer at once, and how a line of that answer begins.
    stop: (&'static str, &'static str),
    /// The line that ends the conversation.
    farewell: &'static str,
}

const HOSTS: [Host; 8] = [
    Host {
        arguments: "",
        opening: "START 15\nINFO timeout_turn -1\nINFO timeout_match 0\nBOARD\n7,7,2\nDONE\n",
        stop: ("YXSTOP\nFOO\n", "UNKNOWN"),
        farewell: "END\n",
    },
    Host {
        arguments: "connect6 serve --protocol gomocup",
        opening: "START 19\nINFO timeout_turn 3600000\nBOARD\n9,9,2\nDONE\n",
        stop: ("STOP\nABOUT\n", "name="),
        farewell: "END\n",
    },
    Host {
        arguments: "connect6 serve --protocol sau --time 3600",
        opening: "name?\nnew white\nmove JJ\n",
        stop: ("stop\n", "move "),
        farewell: "quit\n",
    },
    Host {
        arguments: "connect6 serve --protocol cloudict --time 3600",
        opening: "name\nnew white\nmove JJ\n",
        stop: ("stop\n", "move "),
        farewell: "exit\n",
    },
    Host {
        arguments: "reversi serve --protocol nboard",
        opening: "nboard 2\nset depth 60\ngo\n",
        stop: ("ping 7\n", "pong 7"),
        farewell: "quit\n",
    },
    Host {
        arguments: "reversi serve --protocol gtp",
        opening: "version\ntime_settings 360000 0 0\ngenmove b\n",
        // This protocol has no word that stops.
        stop: ("1 quit\n", "=1"),
        farewell: "quit\n",
    },
    Host {
        arguments: "gtp --time 3600",
        opening: "version\nplay b H8\ngenmove w\n",
        stop: ("1 quit\n", "=1"),
        farewell: "quit\n",
    },
    Host {
        arguments: "gtp",
        opening: "version\nplay b H8\nkata-analyze w 1\n",
        // Any line ends an analysis.
        stop: ("7 name\n", "=7"),
        farewell: "quit\n",
    },
];

impl Host {
    /// Starts it, and makes it think.
    fn start(&self) -> io::Result<Process> {
        let arguments: Vec<&str> = self.arguments.split_whitespace().collect();
        let mut process = Process::start(crate::PROGRAM, &arguments)?;
        process.send(self.opening.as_bytes())?;
        // The first answer comes before the thought.
        assert!(
            matches!(process.hear()?, Heard::Line(_)),
            "{}",
            self.arguments
        );
        Ok(process)
    }
}

fn leaves(host: &Host, process: &mut Process) -> io::Result<()> {
    let (status, errors) = process.wait()?;
    assert!(status.success(), "{}: {status} {errors}", host.arguments);
    Ok(())
}

#[test]
fn the_farewell_ends_a_thought_and_the_program() -> io::Result<()> {
    for host in &HOSTS {
        let mut process = host.start()?;
        process.send(host.farewell.as_bytes())?;
        leaves(host, &mut process)?;
    }
    Ok(())
}

#[test]
fn a_closed_pipe_ends_a_thought_and_the_program() -> io::Result<()> {
    for host in &HOSTS {
        let mut process = host.start()?;
        process.close_input();
        leaves(host, &mut process)?;
    }
    Ok(())
}

#[test]
fn a_word_that_stops_is_answered_while_it_thinks() -> io::Result<()> {
    for host in &HOSTS {
        let mut process = host.start()?;
        let (word, answer) = host.stop;
        process.send(word.as_bytes())?;
        loop {
            match process.hear()? {
                Heard::Line(line) if line.starts_with(answer) => break,
                Heard::Line(_) => {}
                Heard::End => panic!("{} has left without an answer", host.arguments),
            }
        }
    }
    Ok(())
}

/// A classic program cannot be stopped, but it thinks for milliseconds only.
#[test]
fn classic_programs_leave_at_their_farewell_and_with_their_manager() -> io::Result<()> {
    let program = Host {
        arguments: "classic window-20",
        opening: "START 20\nBEGIN\nTURN 0,0\nTURN 19,19\nTURN 0,19\n",
        stop: ("", ""),
        farewell: "END\n",
    };
    let mut process = program.start()?;
    process.send(program.farewell.as_bytes())?;
    leaves(&program, &mut process)?;
    let mut process = program.start()?;
    process.close_input();
    leaves(&program, &mut process)
}
