//! `perft`: counts move sequences, to compare the rules with other implementations.

use std::io::Write;

use clap::{Args, value_parser};
use serde_json::json;

use kagetsu_gomoku::bench::per_second;
use kagetsu_gomoku::board::{Board, Rule, Threat};
use kagetsu_gomoku::geometry::PointSet;
use kagetsu_kernel::seconds::show;
use kagetsu_kernel::{Clock, WallClock, counted};

use super::error::CommandError;
use super::position_arg::{PositionArgs, position, refuse_finished};
use super::progress::waiting_line;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    /// Longest sequence, in moves
    #[arg(value_parser = value_parser!(u32).range(1..))]
    depth: u32,
    /// Print for each first move how many sequences of DEPTH moves begin with it
    #[arg(long)]
    divide: bool,
    /// Print one JSON object a line: depth, sequences and ms; with --divide move and sequences, and at last depth and
    /// sequences
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
}

/// Prints the number of sequences of legal moves for every length up to the given one, or for every first move.
pub(super) fn run(
    args: &PerftArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    let position = position(&args.position, Rule::default(), None, err)?;
    refuse_finished(&position)?;
    let depth = args.depth;
    let most = position.empty_points().len();
    if depth as usize > most {
        return Err(CommandError::input(format!(
            "the board has {}: too few for {}",
            counted(most, "empty point"),
            counted(depth, "move")
        )));
    }
    if !args.json {
        writeln!(
            out,
            "{} on {}, {} to move",
            position.rule(),
            position.size(),
            position.side_to_move()
        )?;
    }
    let mut board = Board::from_position(&position);
    if args.divide {
        return divide(&mut board, args, out);
    }
    let line = waiting_line();
    for depth in 1..=depth {
        let clock = WallClock::start();
        let count = count(&mut board, depth);
        let elapsed = clock.now();
        let speed = per_second(count, elapsed);
        line.suspend(|| {
            if args.json {
                let ms = elapsed.as_millis() as u64;
                writeln!(
                    out,
                    "{}",
                    json!({ "depth": depth, "sequences": count, "ms": ms })
                )?;
            } else {
                let elapsed = show(elapsed);
                writeln!(
                    out,
                    "depth {depth}: {count} ({elapsed}, {speed} per second)"
                )?;
            }
            out.flush()
        })?;
    }
    line.finish_and_clear();
    Ok(())
}

/// Prints for each legal move the number of sequences that begin with it, and the sum.
fn divide(board: &mut Board, args: &PerftArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let (rows, size) = (args.position.rows, board.size());
    let wins = *board.points(board.side_to_move(), Threat::Five);
    let line = waiting_line();
    let mut sum = 0;
    for point in legal_moves(board) {
        let count = if wins.contains(point) {
            // The game is over.
            u64::from(args.depth == 1)
        } else {
            board.make(point);
            let count = count(board, args.depth - 1);
            board.unmake();
            count
        };
        sum += count;
        line.suspend(|| {
            let name = rows.name(point, size);
            if args.json {
                writeln!(out, "{}", json!({ "move": name, "sequences": count }))?;
            } else {
                writeln!(out, "{name}: {count}")?;
            }
            out.flush()
        })?;
    }
    line.finish_and_clear();
    if args.json {
        writeln!(out, "{}", json!({ "depth": args.depth, "sequences": sum }))?;
    } else {
        writeln!(out, "depth {}: {sum}", args.depth)?;
    }
    Ok(())
}

/// The moves a referee accepts.
fn legal_moves(board: &Board) -> PointSet {
    let fouls = board.fouls(board.side_to_move());
    *board.empty() - fouls
}

/// The number of sequences of exactly `depth` legal moves. A winning move ends the game, so it can only be the last
/// one of a sequence. The board itself is taken to be undecided.
fn count(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    let wins = *board.points(board.side_to_move(), Threat::Five);
    let mut sum = 0;
    for point in moves - wins {
        board.make(point);
        sum += count(board, depth - 1);
        board.unmake();
    }
    sum
}
