//! Plays on the whole terminal: `cargo run -p kagetsu-play --example screen -- --rule renju --level 4`.

use kagetsu_play::terminal::{PlayError, screen};

fn main() -> Result<(), PlayError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    screen::run(&arguments, None)
}
