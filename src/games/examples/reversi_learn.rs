//! Learns in generations; keeps samples in /tmp for trials of the fit.
use std::io::{self, Write};
use std::time::Instant;

use kagetsu_games::reversi::board::Board;
use kagetsu_games::reversi::eval::{Learned, Weights};
use kagetsu_games::reversi::learn::{Fit, Play, Sample, fit, games};

fn save(path: &str, samples: &[Sample]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for s in samples {
        bytes.extend(s.board.own().to_le_bytes());
        bytes.extend(s.board.other().to_le_bytes());
        bytes.extend(s.label.to_le_bytes());
    }
    std::fs::write(path, bytes)
}
fn load(path: &str) -> io::Result<Vec<Sample>> {
    let bytes = std::fs::read(path)?;
    Ok(bytes
        .chunks_exact(20)
        .map(|c| {
            let n = |r: std::ops::Range<usize>| {
                c[r].iter().rev().fold(0_u64, |n, &b| n << 8 | u64::from(b))
            };
            Sample {
                board: Board::new(n(0..8), n(8..16)).unwrap(),
                label: f32::from_bits(n(16..20) as u32),
            }
        })
        .collect())
}
fn weights_of(path: &str) -> Learned {
    std::fs::read(path)
        .ok()
        .and_then(|b| Learned::from_bytes(&b).ok())
        .unwrap_or_else(Learned::nothing)
}

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let num = |i: usize| args[i].parse::<f32>().unwrap();
    match args[1].as_str() {
        // play WEIGHTS OUT GAMES DEPTH SOLVED TRUST SEED
        "play" => {
            let start = Instant::now();
            let play = Play {
                depth: num(5) as u8,
                solved: num(6) as u32,
                trust: num(7),
                random_one_in: 20,
            };
            let samples = games(
                &Weights::new(&weights_of(&args[2])),
                play,
                num(4) as u64,
                num(8) as u64,
                1,
            );
            save(&args[3], &samples)?;
            writeln!(
                io::stdout(),
                "{} samples {:?}",
                samples.len(),
                start.elapsed()
            )?;
        }
        // errors WEIGHTS FILE COUNT
        "errors" => {
            let mut samples: Vec<Sample> = load(&args[3])?;
            kagetsu_kernel::rng::Rng::new(3).shuffle(&mut samples);
            samples.retain(|s| s.board.empties() >= 12);
            samples.truncate(num(4) as usize);
            let start = Instant::now();
            let model = kagetsu_games::reversi::learn::fit_errors(
                &Weights::new(&weights_of(&args[2])),
                &samples,
            );
            writeln!(io::stdout(), "{model:?} {:?}", start.elapsed())?;
        }
        // step N DIR: one generation of the shipped plan, files between
        "step" => {
            let plan = kagetsu_games::reversi::learn::Plan::shipped();
            let (n, dir) = (num(2) as usize, &args[3]);
            let g = plan.generations[n];
            let start = Instant::now();
            let weights = if n == 0 {
                Learned::nothing()
            } else {
                weights_of(&format!("{dir}/w{}", n - 1))
            };
            let samples = games(&Weights::new(&weights), g.play, g.games, g.seed, 1);
            save(&format!("{dir}/s{n}"), &samples)?;
            writeln!(
                io::stdout(),
                "{n}: {} samples {:?}",
                samples.len(),
                start.elapsed()
            )?;
        }
        "stepfit" => {
            let plan = kagetsu_games::reversi::learn::Plan::shipped();
            let (n, dir) = (num(2) as usize, &args[3]);
            let first = if n == 0 {
                0
            } else {
                (n + 1).saturating_sub(plan.memory).max(1)
            };
            let mut samples = Vec::new();
            for i in first..=n {
                samples.extend(load(&format!("{dir}/s{i}"))?);
            }
            let start = Instant::now();
            let (next, quality) = fit(&Learned::nothing(), &mut samples, plan.fit, plan.seed);
            std::fs::write(format!("{dir}/w{n}"), next.to_bytes())?;
            writeln!(
                io::stdout(),
                "{n}: {} samples {:?} {quality:?}",
                samples.len(),
                start.elapsed()
            )?;
        }
        // finish DIR OUT
        "finish" => {
            let plan = kagetsu_games::reversi::learn::Plan::shipped();
            let learned = kagetsu_games::reversi::learn::with_errors(weights_of(&format!("{}/w4", args[2])), &load(&format!("{}/s4", args[2]))?, &plan);
            writeln!(io::stdout(), "{:?}", learned.errors)?;
            std::fs::write(&args[3], learned.to_bytes())?;
        }
        // fit START OUT EPOCHS RATE SETTLE FILES..
        _ => {
            let mut samples = Vec::new();
            for f in &args[7..] {
                samples.extend(load(f)?);
            }
            let start = Instant::now();
            let (next, quality) = fit(
                &weights_of(&args[2]),
                &mut samples,
                Fit {
                    epochs: num(4) as usize,
                    rate: num(5),
                    settle: num(6),
                },
                7,
            );
            std::fs::write(&args[3], next.to_bytes())?;
            writeln!(
                io::stdout(),
                "{} samples {:?} {:?} file {}",
                samples.len(),
                start.elapsed(),
                quality,
                std::fs::metadata(&args[3])?.len()
            )?;
        }
    }
    Ok(())
}
