//! Plays on the whole terminal: `cargo run -p kagetsu-play --example screen`.

use kagetsu_play::terminal::{Options, PlayError, screen};

fn main() -> Result<(), PlayError> {
    screen::run(&Options::default(), None, &mut std::io::stdout())
}
