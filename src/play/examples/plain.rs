//! Plays in the terminal by lines: `cargo run -p kagetsu-play --example plain`.

use kagetsu_kernel::StopSignal;
use kagetsu_play::terminal::{Options, PlayError, run};

fn main() -> Result<(), PlayError> {
    run(
        &Options::default(),
        None,
        &StopSignal::new(),
        std::io::stdin().lock(),
        std::io::stdout().lock(),
    )
}
