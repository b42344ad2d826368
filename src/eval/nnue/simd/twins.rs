//! Every loop gives the same numbers on every processor. Where there is no AVX2 these tests compare nothing.

use crate::kernel::rng::Rng;

use super::{BAG, HIDDEN, Row, VIEWS, dispatch, portable};

const ROUNDS: usize = 200;
const POINTS: usize = 16;

fn small(rng: &mut Rng) -> i16 {
    rng.below(601) as i16 - 300
}

fn real(rng: &mut Rng) -> f32 {
    f32::from(small(rng)) / 37.0
}

fn row(rng: &mut Rng) -> Row {
    Row(std::array::from_fn(|_| small(rng)))
}

fn half(rng: &mut Rng) -> [i16; BAG] {
    std::array::from_fn(|_| small(rng))
}

#[test]
fn layers_agree_to_the_last_bit() {
    let mut rng = Rng::new(1);
    for round in 0..ROUNDS {
        let start: [f32; HIDDEN] = std::array::from_fn(|_| real(&mut rng));
        let inputs: Vec<f32> = (0..round % 70).map(|_| real(&mut rng)).collect();
        let rows: Vec<[f32; HIDDEN]> = inputs
            .iter()
            .map(|_| std::array::from_fn(|_| real(&mut rng)))
            .collect();
        let bits = |neurons: [f32; HIDDEN]| neurons.map(f32::to_bits);
        assert_eq!(
            bits(dispatch::layer(&start, &inputs, &rows)),
            bits(portable::layer(&start, &inputs, &rows))
        );
    }
}

#[test]
fn a_layer_is_a_product_with_a_matrix() {
    let mut start = [0.0; HIDDEN];
    start[3] = 1.0;
    let mut rows = [[0.0; HIDDEN]; 3];
    for (place, row) in rows.iter_mut().enumerate() {
        row[3] = 10.0;
        row[place] = 1.0;
    }
    let neurons = dispatch::layer(&start, &[2.0, 3.0, 5.0], &rows);
    assert_eq!(neurons[..4], [2.0, 3.0, 5.0, 101.0]);
    assert!(neurons[4..].iter().all(|&neuron| neuron == 0.0));
}

#[test]
fn exchanges_agree() {
    let mut rng = Rng::new(2);
    for round in 0..ROUNDS {
        let mut points: [Row; POINTS] = std::array::from_fn(|_| row(&mut rng));
        let events: Vec<(usize, Row, Row)> = (0..round % 33)
            .map(|_| (rng.below(POINTS), row(&mut rng), row(&mut rng)))
            .collect();
        let events = || events.iter().map(|(place, old, new)| (*place, old, new));
        let before = points;
        let mut others = points;
        let change = dispatch::exchange(&mut points, events());
        assert_eq!(change, portable::exchange(&mut others, events()));
        assert_eq!(points, others);
        let sum =
            |rows: &[Row], lane: usize| -> i16 { rows.iter().map(|row| row.0[lane].max(0)).sum() };
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
fn sums_of_marks_agree() {
    let mut rng = Rng::new(4);
    for _ in 0..ROUNDS {
        let weights: [i16; VIEWS] = std::array::from_fn(|_| small(&mut rng) * 6);
        let points: Vec<_> = (0..9)
            .map(|_| (row(&mut rng).0, [half(&mut rng), half(&mut rng)]))
            .collect();
        let marks = || {
            let numbered = points.iter().enumerate();
            numbered.map(|(number, (views, [first, second]))| (views, [first, second], number))
        };
        let (mut sums, mut others) = (Vec::new(), Vec::new());
        dispatch::mark_sums(&weights, marks(), |sum, number| sums.push((sum, number)));
        portable::mark_sums(&weights, marks(), |sum, number| others.push((sum, number)));
        assert_eq!(sums, others);
        let (views, codes) = &points[0];
        let exact: i32 = (0..VIEWS)
            .map(|lane| {
                let mark = views[lane] + codes[lane / BAG][lane % BAG];
                i32::from(mark.max(0)) * i32::from(weights[lane])
            })
            .sum();
        assert_eq!(sums[0], (exact, 0));
    }
}
