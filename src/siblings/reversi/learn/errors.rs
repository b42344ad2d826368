//! Fitting the error model of Multi-ProbCut: how far a shallow search lies from a deeper one.

use std::array;

use kagetsu_kernel::linear::inverse;
use kagetsu_kernel::{StopSignal, WallClock};

use super::selfplay::Sample;
use crate::board::Board;
use crate::engine::Budget;
use crate::engine::solve::Solver;
use crate::engine::table::Table;
use crate::eval::{ErrorModel, Weights};

/// Searches of these depths are compared with one another.
const DEPTHS: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
/// Positions with at most this many empty squares are solved as well.
const SOLVED: u32 = 18;
/// Positions are grouped by their empty squares, this many to a group.
const GROUP: u32 = 4;
/// Fewest positions of a group.
const LEAST: usize = 20;
/// Bytes of the table of these searches.
const TABLE_BYTES: usize = 16 << 20;
const PARAMETERS: usize = ErrorModel::LENGTH;

/// Squared differences of one pair of depths within one group of empty squares.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    empties: f64,
    sum: f64,
    count: usize,
}

/// Searches of one position: depth and score, the last one to the end where it was solved.
fn scores(solver: &mut Solver<'_>, board: Board) -> Vec<(u8, i32)> {
    let clock = WallClock::start();
    let mut found: Vec<(u8, i32)> = DEPTHS
        .into_iter()
        .filter_map(|depth| {
            let found = solver.search(board, depth, Budget::endless(&clock))?;
            Some((depth, found.score))
        })
        .collect();
    if board.empties() <= SOLVED {
        let exact = solver.solve(board, Budget::endless(&clock));
        found.extend(exact.map(|exact| (board.empties() as u8, exact.score)));
    }
    found
}

/// Fits the model to the positions of samples. Too few of them give the careful model. Raised, the signal
/// ends it, and the model is to be thrown away.
pub(crate) fn fit_errors(weights: &Weights, samples: &[Sample], stop: &StopSignal) -> ErrorModel {
    let mut table = Table::with_bytes(TABLE_BYTES);
    let mut solver = Solver::new(&mut table, weights);
    let mut cells = std::collections::BTreeMap::<(u32, u8, u8), Cell>::new();
    for sample in samples.iter().take_while(|_| !stop.is_raised()) {
        let empties = sample.board.empties();
        let found = scores(&mut solver, sample.board);
        for (index, &(depth, score)) in found.iter().enumerate() {
            for &(probe, estimate) in &found[..index] {
                if (depth ^ probe) & 1 != 0 || depth < 2 * probe {
                    continue;
                }
                let cell = cells.entry((empties / GROUP, depth, probe)).or_default();
                cell.empties += f64::from(empties);
                cell.sum += f64::from(score - estimate).powi(2);
                cell.count += 1;
            }
        }
    }
    let rows: Vec<([f64; PARAMETERS], f64)> = cells
        .iter()
        .filter(|(_, cell)| cell.count >= LEAST)
        .map(|(&(_, depth, probe), cell)| {
            let empties = cell.empties / cell.count as f64;
            let to_end = f64::from(u8::from(depth > DEPTHS[DEPTHS.len() - 1]));
            let row = [1.0, f64::from(depth), f64::from(probe), empties, to_end];
            (row, (cell.sum / cell.count as f64).sqrt())
        })
        .collect();
    least_squares(&rows).map_or(ErrorModel::CAREFUL, |plane| {
        ErrorModel(plane.map(|number| number as f32))
    })
}

/// The parameters of the plane nearest to the points, by the normal equations; none of too few points.
fn least_squares(rows: &[([f64; PARAMETERS], f64)]) -> Option<[f64; PARAMETERS]> {
    // A little weight on every parameter keeps the equations solvable.
    const RIDGE: f64 = 1e-3;
    if rows.len() < PARAMETERS {
        return None;
    }
    let equation = |line: usize| {
        let mut equation: Vec<f64> = (0..PARAMETERS)
            .map(|column| rows.iter().map(|(row, _)| row[line] * row[column]).sum())
            .collect();
        equation[line] += RIDGE;
        equation
    };
    let inverse = inverse((0..PARAMETERS).map(equation).collect())?;
    let right: [f64; PARAMETERS] =
        array::from_fn(|line| rows.iter().map(|(row, value)| row[line] * value).sum());
    Some(array::from_fn(|line| {
        let weighted = inverse[line].iter().zip(right).map(|(a, b)| a * b);
        weighted.sum()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Learned;

    #[test]
    fn too_few_positions_give_the_careful_model() {
        let weights = Weights::new(&Learned::nothing());
        let found = fit_errors(&weights, &[], &StopSignal::new());
        assert_eq!(found, ErrorModel::CAREFUL);
    }

    #[test]
    fn a_plane_is_found_again() {
        let truth = [2.0, 0.5, -0.25, 0.125, 1.0];
        let rows: Vec<_> = (0..40)
            .map(|n| {
                let n = f64::from(n);
                let row = [1.0, n % 7.0, n % 3.0, n % 11.0, n % 2.0];
                let value = row.iter().zip(truth).map(|(a, b)| a * b).sum();
                (row, value)
            })
            .collect();
        for (found, expected) in least_squares(&rows).unwrap().into_iter().zip(truth) {
            assert!((found - expected).abs() < 0.01);
        }
    }
}
