//! Plays neighbouring levels of a game against each other, both colours in turn, and prints how the upper one scores:
//! `sibling_levels GAME GAMES`, such as `sibling_levels reversi 100`.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_play::game::{Kind, Seat};
use kagetsu_play::player::Strength;
use kagetsu_play::registry::Opponents;
use kagetsu_play::session::{AnySetup, Level};

/// Moves after which a game counts as drawn.
const LONGEST: usize = 300;

/// Points of the first seat in a game between two levels: 1, a half or 0.
fn play(
    kind: Kind,
    levels: [u8; 2],
    seed: u64,
    opponents: &mut Opponents,
) -> Result<f64, Box<dyn Error>> {
    let mut game = AnySetup::Plain { game: kind }.start()?;
    let seed = opponents.seed(seed);
    let player = opponents.kagetsu(kind);
    for _ in 0..LONGEST {
        if game.outcome().is_some() {
            break;
        }
        let strength = Strength::new(levels[game.to_act().index()], seed);
        let answer = player.answer(game.as_ref(), strength, &StopSignal::new(), &mut |_| {});
        game.play(answer.ok_or("there is no move")?)?;
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    Ok(winner.map_or(0.5, |seat| f64::from(seat == Seat::First)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: Kind = arguments.next().ok_or("which game?")?.parse()?;
    let games: u64 = arguments.next().ok_or("how many games?")?.parse()?;
    let mut opponents = Opponents::new(1, Arc::new(WallClock::start()), None);
    let mut out = std::io::stdout();
    for upper in Level::LOWEST + 1..=Level::HIGHEST {
        let mut points = 0.0;
        for number in 0..games {
            let (first, seed) = (number % 2 == 0, number / 2 + 1);
            points += if first {
                play(kind, [upper, upper - 1], seed, &mut opponents)?
            } else {
                1.0 - play(kind, [upper - 1, upper], seed, &mut opponents)?
            };
        }
        let share = points / games as f64;
        let margin = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
        writeln!(
            out,
            "{kind} level {upper} against {}: {:.0} % ± {:.0} of {games} games",
            upper - 1,
            100.0 * share,
            100.0 * margin
        )?;
    }
    Ok(())
}
