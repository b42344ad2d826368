//! Plays on the whole terminal: `cargo run -p kagetsu-play --example screen`.

use std::error::Error;

use kagetsu_kernel::StopSignal;
use kagetsu_play::terminal::{Options, screen};

fn main() -> Result<(), Box<dyn Error>> {
    let stop = StopSignal::new();
    let on_signal = stop.clone();
    ctrlc::set_handler(move || on_signal.raise())?;
    screen::run(&Options::default(), None, &stop, &mut std::io::stdout())?;
    Ok(())
}
