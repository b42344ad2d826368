//! Learns in generations; writes raw weights after each.
use std::io::{self, Write};
use std::time::Instant;

use kagetsu_games::reversi::eval::{Learned, Weights};
use kagetsu_games::reversi::learn::{Fit, Play, fit, games};

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let count: u64 = args[1].parse().unwrap_or(1000);
    let mut learned = Learned::nothing();
    let mut kept = Vec::new();
    for (generation, depth) in [(0, 1), (1, 3)] {
        let start = Instant::now();
        let play = Play { depth, solved: 12, trust: if generation == 0 { 1.0 } else { 0.7 }, random_one_in: 20 };
        let weights = Weights::new(&learned);
        let samples = games(&weights, play, count, 100 + generation, 1);
        let played = start.elapsed();
        if generation == 1 { kept.clear(); }
        kept.extend(samples);
        let n = kept.len();
        let (next, quality) = fit(&learned, &mut kept, Fit { epochs: 8, rate: 0.02, settle: 50.0 }, 7);
        learned = next;
        writeln!(io::stdout(), "generation {generation}: {n} samples {played:?} fit {:?} {quality:?}", start.elapsed() - played)?;
    }
    Ok(())
}
