//! Tests of games and tournaments between engines with faults of every kind. The engines are this program itself,
//! started with `brain` and the name of a behaviour: see [`brains`].

mod brains;
mod compliance;
mod compliance_siblings;
mod games;
mod tournaments;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial, run};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some(brains::WORD) {
        brains::play(&arguments.next().unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    let mut trials: Vec<Trial> = games::trials();
    trials.extend(compliance::trials());
    trials.extend(compliance_siblings::trials());
    trials.extend(tournaments::trials());
    let mut asked = Arguments::from_args();
    // The library does not know this variable, which holds for all other tests. Twice as many: these wait for limits of
    // time most of the time.
    let threads = std::env::var("RUST_TEST_THREADS").ok();
    asked.test_threads = asked.test_threads.or_else(|| {
        let number: usize = threads?.parse().ok()?;
        (number > 0).then_some(2 * number)
    });
    run(&asked, trials).exit_code()
}
