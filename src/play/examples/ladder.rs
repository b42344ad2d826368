//! How each level fares against the next: `cargo run --release -p kagetsu-play --example ladder -- [first] [last] [games]`.

#![allow(clippy::print_stdout, reason = "an example tells its results")]

use std::error::Error;
use std::sync::Arc;

use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_play::game::{Ask, Game, Seat};
use kagetsu_play::gomoku::{Gomoku, Rule, Setup};
use kagetsu_play::player::{Kagetsu, Player};

/// Half points of the first player in one game; it begins if its seat is the first.
fn play(own: &mut Kagetsu, other: &mut Kagetsu, seat: Seat) -> Result<u32, Box<dyn Error>> {
    let mut game = Gomoku::start(&Setup::square(Rule::Freestyle, 15))?;
    let stop = StopSignal::new();
    while game.ask() != Ask::Nothing {
        let player = if game.to_act() == seat {
            &mut *own
        } else {
            &mut *other
        };
        let answer = player.answer(&game, &stop, &mut |_| {})?;
        game.play(answer)?;
    }
    Ok(match game.outcome().and_then(|outcome| outcome.winner) {
        None => 1,
        Some(winner) if winner == seat => 2,
        Some(_) => 0,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u8>());
    let first = numbers.next().transpose()?.unwrap_or(1);
    let last = numbers.next().transpose()?.unwrap_or(8);
    let games = numbers.next().transpose()?.unwrap_or(20);
    let clock = Arc::new(WallClock::start());
    for level in first..last {
        let mut points = 0;
        for number in 0..games {
            let mut own = Kagetsu::new(level + 1, u64::from(number), clock.clone());
            let mut other = Kagetsu::new(level, u64::from(number) + 1000, clock.clone());
            let seat = Seat::BOTH[usize::from(number % 2)];
            points += play(&mut own, &mut other, seat)?;
        }
        println!(
            "level {} against {level}: {points} of {}",
            level + 1,
            2 * u32::from(games)
        );
    }
    Ok(())
}
