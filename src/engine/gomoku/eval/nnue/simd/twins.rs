//! Every loop gives the same numbers on every processor. Where there is no AVX2 these tests compare nothing.

use std::array;

use kagetsu_kernel::rng::Rng;

use crate::eval::nnue::rings::{GREATEST_STEP, RING_STEPS, RINGS};
use crate::eval::nnue::rows::{
    EmbeddingRow, NeighbourRows, Neighbourhood, PairRow, Pairs, Requantization, SideRow,
};
use crate::eval::nnue::weights::{CODE_SUM, EMBEDDING_PAIR, HIDDEN};

use super::{dispatch, portable};

const ROUNDS: usize = 200;
const POINTS: usize = 16;

fn small(rng: &mut Rng) -> i16 {
    rng.below(601) as i16 - 300
}

fn row(rng: &mut Rng) -> EmbeddingRow {
    EmbeddingRow(array::from_fn(|_| small(rng)))
}

fn half(rng: &mut Rng) -> [i16; CODE_SUM] {
    array::from_fn(|_| small(rng))
}

fn number(rng: &mut Rng) -> i16 {
    rng.below(1 << 16) as u16 as i16
}

fn pairs<const PAIRS: usize>(mut number: impl FnMut() -> i16) -> Pairs<PAIRS> {
    array::from_fn(|_| [number(), number()])
}

#[test]
fn layers_agree_whatever_they_hold() {
    let mut rng = Rng::new(1);
    for round in 0..ROUNDS {
        // Every second time the sums stay far inside 32 bits.
        let part = if round % 2 == 0 { 1 } else { 100 };
        let start = array::from_fn(|_| rng.below(1 << 24) as i32 * 100 / i32::from(part));
        let mut any = || number(&mut rng) / part;
        let inputs = pairs::<32>(&mut any);
        let rows = [(); 32].map(|()| PairRow(pairs(|| any().max(-i16::MAX))));
        let requantization = Requantization {
            shift: 8 + round as u32 % 10,
            min: any().min(0),
            max: any().max(0),
        };
        assert_eq!(
            dispatch::layer(&start, &inputs, &rows, requantization),
            portable::layer(&start, &inputs, &rows, requantization)
        );
    }
}

#[test]
fn a_layer_is_a_product_with_a_matrix() {
    let mut start = [0; HIDDEN];
    start[3] = 4;
    start[5] = -1;
    let mut rows = [PairRow([[0; 2]; HIDDEN]); 2];
    for (input, number) in [3, 5, 7, 2].into_iter().enumerate() {
        rows[input / 2].0[3][input % 2] = number;
        rows[input / 2].0[input][input % 2] = 8;
    }
    let requantization = Requantization {
        shift: 2,
        min: -1,
        max: 11,
    };
    let neurons = dispatch::layer(&start, &[[1, 2], [4, 6]], &rows, requantization);
    // The fourth row is 3, 5, 7 and 8: the last number was replaced.
    assert_eq!(neurons.as_flattened()[..6], [2, 4, 8, 11, 0, -1]);
    assert!(
        neurons.as_flattened()[6..]
            .iter()
            .all(|&neuron| neuron == 0)
    );
}

#[test]
fn exchanges_agree() {
    let mut rng = Rng::new(2);
    for round in 0..ROUNDS {
        let mut points: [EmbeddingRow; POINTS] = array::from_fn(|_| row(&mut rng));
        let events: Vec<(usize, EmbeddingRow, EmbeddingRow)> = (0..round % 33)
            .map(|_| (rng.below(POINTS), row(&mut rng), row(&mut rng)))
            .collect();
        let events = || events.iter().map(|(place, old, new)| (*place, old, new));
        let before = points;
        let mut others = points;
        let change = dispatch::exchange(&mut points, events());
        assert_eq!(change, portable::exchange(&mut others, events()));
        assert_eq!(points, others);
        let sum = |rows: &[EmbeddingRow], lane: usize| -> i16 {
            rows.iter().map(|row| row.0[lane].max(0)).sum()
        };
        for (lane, &change) in change.iter().enumerate() {
            assert_eq!(change, sum(&points, lane) - sum(&before, lane));
        }
    }
}

#[test]
fn differences_agree() {
    let mut rng = Rng::new(3);
    for round in 0..ROUNDS {
        let rows: Vec<_> = (0..round % 40)
            .map(|_| [(); 2].map(|()| (half(&mut rng), half(&mut rng))))
            .collect();
        let pairs = || {
            rows.iter()
                .map(|sides| sides.each_ref().map(|(old, new)| (old, new)))
        };
        let sums = dispatch::difference_sums(pairs());
        assert_eq!(sums, portable::difference_sums(pairs()));
        for (side, sum) in sums.iter().enumerate() {
            let first: i16 = rows
                .iter()
                .map(|sides| sides[side].1[0] - sides[side].0[0])
                .sum();
            assert_eq!(sum[0], first);
        }
    }
}

#[test]
fn policy_sums_agree() {
    let mut rng = Rng::new(4);
    for _ in 0..ROUNDS {
        let weights: [i16; EMBEDDING_PAIR] = array::from_fn(|_| small(&mut rng) * 6);
        let points: Vec<_> = (0..9)
            .map(|_| (row(&mut rng).0, [half(&mut rng), half(&mut rng)]))
            .collect();
        let features = || {
            let numbered = points.iter().enumerate();
            numbered.map(|(number, (embeddings, [first, second]))| {
                (embeddings, [first, second], number)
            })
        };
        let (mut sums, mut others) = (Vec::new(), Vec::new());
        dispatch::policy_sums(&weights, features(), |sum, number| sums.push((sum, number)));
        portable::policy_sums(&weights, features(), |sum, number| {
            others.push((sum, number));
        });
        assert_eq!(sums, others);
        let (embeddings, codes) = &points[0];
        let exact: i32 = (0..EMBEDDING_PAIR)
            .map(|lane| {
                let feature = embeddings[lane] + codes[lane / CODE_SUM][lane % CODE_SUM];
                i32::from(feature.max(0)) * i32::from(weights[lane])
            })
            .sum();
        assert_eq!(sums[0], (exact, 0));
    }
}

#[test]
fn policy_sums_that_overflow_wrap() {
    // Each product is -2^29, and the true sum does not fit in 32 bits.
    let features = [1 << 14; EMBEDDING_PAIR];
    let none: SideRow = [0; _];
    let mut weights = [i16::MIN; EMBEDDING_PAIR];
    weights[0] = 0;
    let point = || std::iter::once((&features, [&none, &none], ()));
    let mut sums = Vec::new();
    dispatch::policy_sums(&weights, point(), |sum, ()| sums.push(sum));
    portable::policy_sums(&weights, point(), |sum, ()| sums.push(sum));
    let exact = -(EMBEDDING_PAIR as i64 - 1) << 29;
    assert_eq!(sums, [exact as i32; 2]);
}

/// On the heap: it is large for a stack.
fn neighbourhood(row: impl FnMut() -> EmbeddingRow) -> Box<Neighbourhood> {
    let mut rows = Vec::new();
    rows.resize_with(2 * GREATEST_STEP + 1, row);
    rows.try_into()
        .unwrap_or_else(|_| unreachable!("the list was made with this length"))
}

#[test]
fn neighbour_sums_agree() {
    let mut rng = Rng::new(5);
    for round in 0..ROUNDS {
        // Every second time outputs reach the bounds of 16 bits.
        let most = if round % 2 == 0 { 1 } else { 40 };
        let mut coefficients =
            || EmbeddingRow(array::from_fn(|_| number(&mut rng) / 2 * most.min(2)));
        let rows = NeighbourRows {
            own: coefficients(),
            rings: array::from_fn(|_| coefficients()),
            bias: coefficients(),
        };
        let weights: [i16; EMBEDDING_PAIR] = array::from_fn(|_| small(&mut rng) * 6);
        let points: Vec<_> = (0..3)
            .map(|_| neighbourhood(|| EmbeddingRow(array::from_fn(|_| small(&mut rng) * most))))
            .collect();
        let points = || {
            points
                .iter()
                .enumerate()
                .map(|(number, point)| (&**point, number))
        };
        let (mut sums, mut others) = (Vec::new(), Vec::new());
        dispatch::neighbour_sums(&rows, &weights, points(), |sum, number| {
            sums.push((sum, number));
        });
        portable::neighbour_sums(&rows, &weights, points(), |sum, number| {
            others.push((sum, number));
        });
        assert_eq!(sums, others);
    }
}

#[test]
fn each_ring_has_coefficients_of_its_own() {
    const HALF: i16 = 1 << 14;
    let zero = EmbeddingRow::ZERO;
    let mut weights = [0; EMBEDDING_PAIR];
    weights[3] = 1;
    let mut points = neighbourhood(|| zero);
    points[GREATEST_STEP].0[3] = 10;
    for (ring, steps) in RING_STEPS.iter().enumerate() {
        for (point, &step) in steps.iter().enumerate() {
            // One of the four counts nothing, since it is negative.
            let sign = if point == 2 { -1 } else { 1 };
            points[GREATEST_STEP.wrapping_add_signed(step)].0[3] = sign * 20 * (1 + ring as i16);
        }
    }
    let sum = |own: i16, ring: Option<usize>, bias: i16| {
        let mut rows = NeighbourRows {
            own: zero,
            rings: [zero; RINGS],
            bias: zero,
        };
        rows.own.0[3] = own;
        rows.bias.0[3] = bias;
        if let Some(ring) = ring {
            rows.rings[ring].0[3] = HALF;
        }
        let mut sums = Vec::new();
        dispatch::neighbour_sums(
            &rows,
            &weights,
            std::iter::once((&*points, ())),
            |sum, ()| {
                sums.push(sum);
            },
        );
        sums[0]
    };
    assert_eq!(sum(HALF, None, 7), 12);
    assert_eq!(sum(-HALF, None, 0), 0);
    for ring in 0..RINGS {
        assert_eq!(sum(0, Some(ring), -1), 30 * (1 + ring as i32) - 1);
    }
}
