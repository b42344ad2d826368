//! Connects a protocol session with an engine and two streams.

use std::io::{self, BufRead, Write};

use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use super::engine::Engine;
use super::protocol::{Action, Session, Setting};
use crate::line_input::read_line;

/// The longest line that is read, in bytes. A longer one is dropped whole.
const MAX_LINE: u64 = 256;

/// Talks until `quit` or the end of the input. Every line to the other program is flushed at once; remarks go to `err`.
/// A time for the game runs from its first turn to its last, and begins anew with the next game.
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
    let (game_time, mut limits) = (limits.time.match_left, limits);
    let mut games = session.games_begun();
    while let Some(line) = read_line(input, MAX_LINE)? {
        for action in session.line(&line) {
            match action {
                Action::Say(text) => writeln!(out, "{text}")?,
                Action::Remark(text) => writeln!(err, "{text}")?,
                Action::Set(Setting::Depth(depth)) => limits.depth = Some(depth),
                Action::Set(Setting::Threats(on)) => engine.use_threats(on),
                Action::Quit => return Ok(()),
                Action::Think => {
                    if games != session.games_begun() {
                        games = session.games_begun();
                        limits.time.match_left = game_time;
                    }
                    limits.started = clock.now();
                    let choice = engine.choose(session.game().board(), &limits, &StopSignal::new());
                    if let Some(choice) = choice {
                        writeln!(err, "{choice}")?;
                        let answer = session.answer(choice.turn).map_err(io::Error::other)?;
                        writeln!(out, "{answer}")?;
                    }
                    let spent = clock.now().saturating_sub(limits.started);
                    limits.time.spend(spent);
                }
            }
            out.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use std::time::Duration;

    use kagetsu_kernel::{FakeClock, TimeControl};
    use proptest::prelude::*;

    use super::super::engine::EngineConfig;
    use super::super::protocol::{Dialect, FirstStone};
    use super::super::weights::Weights;
    use super::*;

    /// What is answered to these bytes, with a search that is as short as can be.
    fn answers(dialect: Dialect, input: &[u8]) -> Vec<String> {
        let clock = Arc::new(FakeClock::new());
        let config = EngineConfig {
            table_bytes: 1 << 16,
            ..EngineConfig::default()
        };
        let mut engine = Engine::new(config, &Weights::default(), clock.clone());
        let mut session = Session::new(dialect, FirstStone::Short, "Kagetsu");
        let limits = SearchLimits {
            depth: Some(1),
            nodes: Some(20),
            ..SearchLimits::default()
        };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut input = input;
        let streams: (&mut dyn BufRead, &mut dyn Write, &mut dyn Write) =
            (&mut input, &mut out, &mut err);
        serve(&mut session, &mut engine, limits, clock.as_ref(), streams).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Notes the time of every answer.
    struct Stamps(Arc<FakeClock>, Vec<Duration>);

    impl Write for Stamps {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if bytes.starts_with(b"move") {
                self.1.push(self.0.now());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_time_of_a_game_runs_down_and_begins_anew() {
        // Every look at the clock takes a second, so that each turn uses all that it may.
        let clock = Arc::new(FakeClock::stepping(Duration::from_secs(1)));
        let config = EngineConfig {
            table_bytes: 1 << 16,
            ..EngineConfig::default()
        };
        let mut engine = Engine::new(config, &Weights::default(), clock.clone());
        let mut session = Session::new(Dialect::Sau, FirstStone::Short, "Kagetsu");
        let limits = SearchLimits {
            time: TimeControl {
                match_left: Some(Duration::from_secs(400)),
                ..TimeControl::UNLIMITED
            },
            ..SearchLimits::default()
        };
        let game = "new white\nmove JJ\nmove AAAS\n";
        let text = game.repeat(2);
        let mut input = text.as_bytes();
        let (mut out, mut err) = (Stamps(clock.clone(), vec![clock.now()]), Vec::new());
        let streams: (&mut dyn BufRead, &mut dyn Write, &mut dyn Write) =
            (&mut input, &mut out, &mut err);
        serve(&mut session, &mut engine, limits, clock.as_ref(), streams).unwrap();
        let took: Vec<Duration> = out
            .1
            .windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .collect();
        assert_eq!(took.len(), 4, "{took:?}");
        let several = Duration::from_secs(5);
        assert!(
            took[1] + several < took[0],
            "the second turn has less left: {took:?}"
        );
        assert!(
            took[1] + several < took[2],
            "a new game has all of it: {took:?}"
        );
    }

    #[test]
    fn an_over_long_line_is_dropped_whole() {
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            let filler = "A".repeat(MAX_LINE as usize);
            for long in [
                format!("{filler}\n"),
                format!("new black {filler}\n"),
                format!("{filler} \nx{filler}{filler}quit\n"),
            ] {
                let input = format!("{long}new black\n");
                assert_eq!(answers(dialect, input.as_bytes()), ["move JJ"]);
            }
            // A line that just fits is read.
            let fits = format!("new black{}\n", " ".repeat(MAX_LINE as usize - 10));
            assert_eq!(fits.len() as u64, MAX_LINE);
            assert_eq!(answers(dialect, fits.as_bytes()), ["move JJ"]);
        }
    }

    #[test]
    fn the_input_may_end_anywhere() {
        let talk = b"new black\nmove IIKK\nmove AABB\nquit\n";
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            for end in 0..=talk.len() {
                let lines = answers(dialect, &talk[..end]);
                assert!(lines.len() <= 3 && lines.iter().all(|line| line.starts_with("move ")));
            }
            assert_eq!(answers(dialect, talk).len(), 3);
        }
    }

    #[test]
    fn odd_lines_change_nothing() {
        let odd: [&[u8]; 8] = [
            b"\0\0\0",
            b"\xff\xfe move JJ",
            b"move \xf0\x9f\x98\x80",
            b"move JJJJ",
            b"move @@JJ",
            b"move ZZZZ",
            b"\tend\x0b of it",
            b"new",
        ];
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            let mut input = Vec::new();
            for line in odd {
                input.extend_from_slice(line);
                input.push(b'\n');
            }
            input.extend_from_slice(b"new black\n");
            for line in odd.iter().take(7) {
                input.extend_from_slice(line);
                input.extend_from_slice(b"\r\n");
            }
            assert_eq!(answers(dialect, &input), ["move JJ"]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            for dialect in [Dialect::Sau, Dialect::Cloudict] {
                answers(dialect, &bytes);
            }
        }
    }
}
