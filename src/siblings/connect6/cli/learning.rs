//! The command `learn`.

use std::io::{self, Write};

use super::super::learn::{LearnProgress, Plan, learn};
use kagetsu_siblings::command::{CommandError, Console};
use kagetsu_siblings::learning::LearnArgs;

/// Learns a network, tells how far it has come, and writes the network.
pub(super) fn run(args: &LearnArgs, console: &mut Console<'_>) -> Result<(), CommandError> {
    let mut plan = Plan::shipped();
    args.shorten(&mut plan.generations, |generation| &mut generation.games);
    let told = ["the network so far", "nothing was learnt yet"];
    args.keep(console.interrupt, told, |stop, save| {
        let threads = args.threads.count();
        learn(&plan, threads, stop, &mut |index, progress| {
            // The network is kept even if nobody reads the report any more.
            let _ = tell(&plan, index, progress, console.err);
            if let LearnProgress::Pass { epoch, network, .. } = progress
                && (index == 0 || epoch == plan.fit.epochs)
            {
                save(&network.to_bytes());
            }
        })
    })
}

/// Writes how far the learning has come.
fn tell(
    plan: &Plan,
    index: usize,
    progress: LearnProgress<'_>,
    err: &mut dyn Write,
) -> io::Result<()> {
    write!(err, "generation {}: ", index + 1)?;
    match progress {
        LearnProgress::Games(games) => {
            writeln!(err, "{games} of {} games", plan.generations[index].games)
        }
        LearnProgress::Pass {
            epoch,
            samples,
            quality,
            ..
        } => writeln!(
            err,
            "pass {epoch} of {} over {samples} positions; loss on {} of them kept aside: value {:.4} (by windows {:.4}), \
             stones {:.3}",
            plan.fit.epochs, quality.samples, quality.value, quality.windows, quality.policy
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use clap::Parser;
    use kagetsu_kernel::StopSignal;

    use super::*;
    use kagetsu_siblings::command::Fault;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: LearnArgs,
    }

    /// Raises the signal when a line with these words is written.
    struct StopsAt<'a>(&'static str, &'a StopSignal, Vec<u8>);

    impl Write for StopsAt<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.2.extend_from_slice(bytes);
            if !self.0.is_empty() && String::from_utf8_lossy(&self.2).contains(self.0) {
                self.1.raise();
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Learns a little, until something is told.
    fn learned(out: &std::path::Path, until: &'static str) -> (Result<(), CommandError>, String) {
        let words = [
            "learn",
            "--games",
            "1",
            "--generations",
            "2",
            "--threads",
            "2",
            "--out",
        ];
        let words = words.into_iter().chain([out.to_str().unwrap()]);
        let line = Line::try_parse_from(words).unwrap();
        let stop = StopSignal::new();
        let mut err = StopsAt(until, &stop, Vec::new());
        let asked = Cell::new(false);
        let interrupt = || {
            asked.set(true);
            stop.clone()
        };
        let mut console = Console {
            out: &mut io::sink(),
            err: &mut err,
            interrupt: &interrupt,
        };
        let result = run(&line.args, &mut console);
        let text = String::from_utf8(err.2).unwrap();
        assert_eq!(asked.get(), !text.is_empty());
        (result, text)
    }

    #[test]
    fn progress_is_told_and_the_network_written() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("n");
        let (result, text) = learned(&out, "");
        result.unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "generation 1: 1 of 1 games");
        assert!(
            lines[1].starts_with("generation 1: pass 1 of 5 over "),
            "{text}"
        );
        assert_eq!(lines.len(), 12, "{text}");
        assert!(super::super::serving::evaluation_of(Some(&out)).is_ok());
        let (result, text) = learned(&out, "");
        let error = result.unwrap_err();
        assert_eq!((error.fault(), text), (Fault::Input, String::new()));
        assert!(error.to_string().contains("exists already"), "{error}");
    }

    #[test]
    fn an_output_that_cannot_be_written_is_refused_before_the_learning() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("none").join("n");
        let (result, text) = learned(&out, "");
        let error = result.unwrap_err();
        assert!(text.is_empty() && error.fault() == Fault::Input, "{text}");
        assert!(error.to_string().contains(out.to_str().unwrap()), "{error}");
    }

    #[test]
    fn what_was_learnt_before_ctrl_c_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("n");
        let (result, _) = learned(&out, "generation 1: 1 of");
        let error = result.unwrap_err();
        assert_eq!(error.fault(), Fault::Interrupted);
        assert!(
            !out.exists() && error.to_string().contains("not written"),
            "{error}"
        );
        let (result, _) = learned(&out, "generation 2: 1 of");
        let error = result.unwrap_err();
        assert_eq!(error.fault(), Fault::Interrupted);
        assert!(
            super::super::serving::evaluation_of(Some(&out)).is_ok(),
            "{error}"
        );
    }
}
