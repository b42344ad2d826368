//! Connects a protocol session with an engine and two streams.

use std::io::{self, BufRead, Read, Write};

use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use super::engine::Engine;
use super::protocol::{Action, Session, Setting};

/// The longest line that is read, in bytes; the rest of it counts as the next line.
const MAX_LINE: u64 = 256;

/// Talks until `quit` or the end of the input. Every line to the other program is flushed at once; remarks go to `err`.
///
/// # Errors
/// Reading or writing failed.
pub fn serve(
    session: &mut Session,
    engine: &mut Engine,
    limits: SearchLimits,
    clock: &dyn Clock,
    (input, out, err): (&mut dyn BufRead, &mut dyn Write, &mut dyn Write),
) -> io::Result<()> {
    let mut limits = limits;
    while let Some(line) = read_line(input)? {
        for action in session.line(&line) {
            match action {
                Action::Say(text) => writeln!(out, "{text}")?,
                Action::Remark(text) => writeln!(err, "{text}")?,
                Action::Set(Setting::Depth(depth)) => limits.depth = Some(depth),
                Action::Set(Setting::Threats(on)) => engine.use_threats(on),
                Action::Quit => return Ok(()),
                Action::Think => {
                    limits.started = clock.now();
                    let choice = engine.choose(session.game().board(), &limits, &StopSignal::new());
                    if let Some(choice) = choice {
                        writeln!(err, "{choice}")?;
                        let answer = session.answer(choice.turn).map_err(io::Error::other)?;
                        writeln!(out, "{answer}")?;
                    }
                }
            }
            out.flush()?;
        }
    }
    Ok(())
}

fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
}
