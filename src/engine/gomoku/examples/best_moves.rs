//! The three best moves of a position, with the chance to win of each: `cargo run -p kagetsu-gomoku --example best_moves`.

#![allow(clippy::print_stdout, reason = "an example tells what it finds")]

use std::error::Error;
use std::sync::Arc;

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, WallClock, on_large_stack};

fn main() -> Result<(), Box<dyn Error>> {
    let size = BoardSize::square(15)?;
    let moves = Rows::FromBottom.parse_moves("h8 i9 j10", size)?;
    let position = Position::from_moves(size, Rule::Renju, moves)?;
    let mut engine = Engine::new(EngineConfig::default(), Arc::new(WallClock::start()));
    let limits = SearchLimits {
        nodes: Some(20_000),
        multi_pv: 3,
        ..SearchLimits::default()
    };
    let stop = StopSignal::new();
    let think = || engine.think(&position, &limits, &stop, &mut NullSearchObserver);
    let thought = on_large_stack(think)?;
    for line in thought.lines() {
        let chance = win_probability(position.rule(), line.score, position.stones().len());
        let moves = Rows::FromBottom.names(&line.pv, size, " ");
        println!("{:5.1} %  depth {:2}  {moves}", 100.0 * chance, line.depth);
    }
    Ok(())
}
