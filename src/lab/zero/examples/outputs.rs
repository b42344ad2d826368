//! Prints what a network of a run says of the positions of its first games, one JSON object a line:
//! `cargo run -p kagetsu-zero --example outputs RUN GENERATION`. `scripts/zero_torch.py check` compares them with its own.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::path::Path;

use kagetsu_zero::net::{Activations, Field, forward, planes_of};
use kagetsu_zero::run::Run;
use kagetsu_zero::{Connect, Game};
use serde_json::json;

/// Games whose positions are asked.
const GAMES: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, generation] = words.as_slice() else {
        return Err("expected the folder of a run and a generation".into());
    };
    let generation = generation.parse()?;
    let run = Run::open(Path::new(folder), None)?;
    let network = run.network(generation)?;
    let mut numbers = Activations::default();
    for record in run.games(generation)?.iter().take(GAMES) {
        let mut game = Connect::new(run.rules().in_a_row()?);
        for &cell in &record.moves {
            forward(&network, Field::of(&game), planes_of(&game), &mut numbers);
            let (logits, value) = (&numbers.output.logits, numbers.output.value);
            println!(
                "{}",
                json!({ "moves": game.played(), "logits": logits, "value": value })
            );
            game.play(cell);
        }
    }
    Ok(())
}
