//! Plays in the terminal by lines: `cargo run -p kagetsu-play --example plain -- --rule renju --level 4`.

use kagetsu_kernel::StopSignal;
use kagetsu_play::terminal::{PlayError, run};

fn main() -> Result<(), PlayError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(
        &arguments,
        None,
        &StopSignal::new(),
        std::io::stdin().lock(),
        std::io::stdout().lock(),
    )
}
