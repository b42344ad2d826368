//! Three games of the engine against itself, as `datagen` makes them: `cargo run -p kagetsu-training --example self_play`.

#![allow(clippy::print_stdout, reason = "an example tells what it plays")]

use std::error::Error;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::StopSignal;
use kagetsu_training::selfplay::{SelfPlaySettings, SelfPlayer};

fn main() -> Result<(), Box<dyn Error>> {
    let settings = SelfPlaySettings {
        rule: Rule::Freestyle,
        size: BoardSize::square(15)?,
        nodes: 200..=400,
        tree_percent: 0,
        seed: 1,
    };
    let mut player = SelfPlayer::new(&settings, StopSignal::new());
    for number in 0..3 {
        let game = player.game(number)?;
        println!("game {number}: {} moves", game.plies.len());
    }
    Ok(())
}
