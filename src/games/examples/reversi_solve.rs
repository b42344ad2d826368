//! Solves the positions of an OBF file and compares the scores.
use std::io::{self, Write};
use std::time::Instant;

use kagetsu_games::reversi::engine::solve::Solver;
use kagetsu_games::reversi::engine::table::Table;
use kagetsu_games::reversi::engine::{Budget, Options};
use kagetsu_games::reversi::eval::{Learned, Weights};
use kagetsu_games::reversi::record::obf;
use kagetsu_kernel::{StopSignal, WallClock};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let text = std::fs::read_to_string(args.next().ok_or("no file")?)?;
    let count: usize = args.next().map_or(Ok(usize::MAX), |n| n.parse())?;
    let clock = WallClock::start();
    let mut table = Table::with_bytes(256 << 20);
    let learned = match args.next() {
        Some(path) => Learned::from_bytes(&std::fs::read(path)?)?,
        None => Learned::nothing(),
    };
    let weights = Weights::new(&learned);
    let mut total = 0;
    let start = Instant::now();
    for problem in obf::read(&text)?.into_iter().take(count) {
        table.clear();
        let budget = Budget {
            clock: &clock,
            deadline: None,
            nodes: None,
            stop: StopSignal::new(),
        };
        let began = Instant::now();
        let found = Solver {
            table: &mut table,
            weights: &weights,
            options: Options::default(),
        }
        .solve(problem.position.board(), budget)
        .ok_or("stopped")?;
        total += found.nodes;
        writeln!(
            io::stdout(),
            "{:+} (known {:?}) {:?} {} nodes {:?}",
            found.score,
            problem.moves.first(),
            found.best,
            found.nodes,
            began.elapsed()
        )?;
    }
    writeln!(io::stdout(), "total {total} nodes {:?}", start.elapsed())?;
    Ok(())
}
