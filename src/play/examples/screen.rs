//! Plays on the whole terminal: `cargo run -p kagetsu-play --example screen`.

use kagetsu_kernel::StopSignal;
use kagetsu_play::terminal::{Options, PlayError, screen};

fn main() -> Result<(), PlayError> {
    let stop = StopSignal::new();
    screen::run(&Options::default(), None, &stop, &mut std::io::stdout())
}
