//! Tests of the statistics of matches: against published figures, against mathematical properties, and by simulation.

use kagetsu_arena::statistics::{
    EloModel, Pentanomial, Results, Sample, Sprt, SprtSettings, SprtVerdict, Trinomial, elo,
    elo_of_score, likelihood_of_superiority, normalised_elo, score_of_elo,
};
use kagetsu_kernel::rng::Rng;
use proptest::prelude::*;

/// Half of the second decimal, and a little for the rounding of the figure that is compared with.
pub(crate) const SECOND_DECIMAL: f64 = 0.0051;

fn pairs(counts: [u64; 5]) -> Sample {
    Sample::Pairs(Pentanomial(counts))
}

fn games(wins: u64, draws: u64, losses: u64) -> Sample {
    Sample::Games(Trinomial {
        wins,
        draws,
        losses,
    })
}

fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    let (alpha, beta) = (0.05, 0.05);
    let settings = SprtSettings {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    };
    Sprt::new(settings).expect("a sound test")
}

pub(crate) fn assert_near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found} instead of {expected}"
    );
}

/// Counts; elo0 and elo1; the LLR of the logistic and of the normalised test.
type LlrRow = ([u64; 5], [f64; 2], [f64; 2]);

/// Computed with the statistics of the fishtest server (LLRcalc.py), which are by the author of the method.
const PAIR_LLR: [LlrRow; 11] = [
    (
        [10789, 19328, 33806, 19402, 10543],
        [0.0, 5.0],
        [-38.5144, -26.8384],
    ),
    (
        [1187, 7410, 13475, 7378, 1164],
        [-1.75, 0.25],
        [0.7892, 0.0465],
    ),
    ([39, 2226, 31451, 2412, 40], [0.0, 5.0], [-68.7187, 2.8479]),
    ([34, 54, 63, 64, 75], [0.0, 5.0], [1.3374, 1.3014]),
    ([332, 433, 498, 333, 334], [-5.0, 0.0], [-1.1036, -1.0647]),
    ([0, 0, 3, 5, 12], [0.0, 20.0], [1.1181, 1.3223]),
    ([0, 0, 500, 0, 0], [0.0, 5.0], [-7.2379, -0.2015]),
    ([157, 31, 1, 111, 0], [-20.0, -5.0], [-9.6156, -9.5508]),
    ([13, 0, 16, 0, 11], [0.0, 40.0], [-0.8197, -0.9444]),
    ([28, 1, 7, 4, 0], [0.0, 5.0], [-0.5797, -0.6699]),
    ([0, 0, 0, 0, 1], [0.0, 5.0], [0.0143, 0.0202]),
];

#[test]
fn the_llr_of_pairs_is_the_published_one() {
    for (counts, [elo0, elo1], [logistic, normalised]) in PAIR_LLR {
        let what = format!("{counts:?} at {elo0}, {elo1}");
        let found = sprt(EloModel::Logistic, elo0, elo1).llr(&pairs(counts));
        assert_near(found, logistic, SECOND_DECIMAL, &what);
        let found = sprt(EloModel::Normalised, elo0, elo1).llr(&pairs(counts));
        assert_near(found, normalised, SECOND_DECIMAL, &what);
    }
}

#[test]
fn the_llr_of_games_is_the_published_one() {
    // The first five are the known values in the tests of the match runner fastchess, the others as above.
    let (l, n) = (EloModel::Logistic, EloModel::Normalised);
    for (model, elo0, elo1, [wins, losses, draws], expected) in [
        (n, 0.0, 2.0, [36433, 36027, 68692], 0.92),
        (n, -1.75, 0.25, [10871, 10650, 20431], 2.30),
        (l, 0.5, 2.5, [21404, 21184, 40708], -1.57),
        (l, 0.0, 2.0, [57433, 57030, 106_593], -2.59),
        (l, 0.0, 5.0, [21404, 21184, 40708], -10.6767),
        (n, 0.0, 20.0, [76, 123, 89], -3.7279),
        (l, 0.0, 20.0, [30, 10, 20], 1.5889),
        (n, 0.0, 20.0, [30, 10, 20], 1.3123),
        (l, 0.0, 5.0, [4250, 0, 0], 60.7223),
        (n, 0.0, 5.0, [4250, 0, 0], 60.7202),
        (l, -5.0, 0.0, [0, 0, 5], 0.0679),
    ] {
        let found = sprt(model, elo0, elo1).llr(&games(wins, draws, losses));
        let what = format!("+{wins} -{losses} ={draws} at {elo0}, {elo1}");
        assert_near(found, expected, SECOND_DECIMAL, &what);
    }
}

#[test]
fn elo_of_pairs_is_the_published_one() {
    // Elo, its error and the likelihood of superiority by the fishtest server (stat_util.py).
    for (counts, expected) in [
        (
            [10789, 19328, 33806, 19402, 10543],
            [-0.7736, 1.2776, 0.1177],
        ),
        ([34, 54, 63, 64, 75], [55.5798, 27.6534, 1.0]),
        ([332, 433, 498, 333, 334], [-8.6427, 10.3342, 0.0505]),
        ([3, 10, 40, 14, 8], [32.522, 37.1768, 0.9583]),
        ([4, 13, 9, 5, 9], [8.6877, 72.2353, 0.5945]),
        ([133, 34, 3, 81, 49], [-71.0399, 33.4557, 0.0]),
    ] {
        let what = format!("{counts:?}");
        let found = elo(&pairs(counts)).expect("pairs were played");
        assert_near(found.value, expected[0], SECOND_DECIMAL, &what);
        assert_near(found.margin(), expected[1], SECOND_DECIMAL, &what);
        let los = likelihood_of_superiority(&pairs(counts)).expect("pairs were played");
        assert_near(los, expected[2], 0.0001, &what);
    }
}

#[test]
fn normalised_elo_is_the_published_one() {
    // Known values in the tests of the match runner fastchess.
    for (sample, value, margin) in [
        (pairs([34, 54, 63, 64, 75]), 57.94, 28.28),
        (pairs([332, 433, 498, 333, 334]), -9.17, 10.96),
        (pairs([7895, 8757, 5685, 568, 9999]), -19.01, 2.65),
        (games(76, 123, 89), -20.76, 40.13),
        (games(136, 111, 96), 49.77, 36.77),
        (games(34, 0, 356), -508.44, 34.48),
    ] {
        let found = normalised_elo(&sample).expect("results differ");
        assert_near(found.value, value, SECOND_DECIMAL, "value");
        assert_near(found.margin(), margin, SECOND_DECIMAL, "margin");
    }
}

#[test]
fn a_perfect_score_has_a_finite_lower_bound() {
    for count in [1_u64, 10, 1000] {
        let estimate = elo(&pairs([0, 0, 0, 0, count])).expect("pairs were played");
        assert!(estimate.value.is_infinite() && estimate.high.is_infinite());
        // The likelihood of a score s is s^n at best; empty cells weigh little.
        let bound = elo_of_score((-1.9207 / count as f64).exp());
        assert_near(estimate.low, bound, 12.0, "lower bound");
        let lost = elo(&pairs([count, 0, 0, 0, 0])).expect("pairs were played");
        assert!(lost.value.is_infinite() && lost.value < 0.0 && lost.low < 0.0);
        assert_near(lost.high, -estimate.low, 1e-6, "mirrored bound");
    }
    let one = likelihood_of_superiority(&pairs([0, 0, 0, 0, 1])).expect("a pair was played");
    assert!((0.8..0.95).contains(&one), "{one}");
}

#[test]
fn shared_pairs_alone_leave_a_margin() {
    let few = elo(&pairs([0, 0, 10, 0, 0])).expect("pairs were played");
    let many = elo(&pairs([0, 0, 500, 0, 0])).expect("pairs were played");
    assert_eq!((few.value, many.value), (0.0, 0.0));
    assert!(few.margin() > 20.0 && few.margin() < 80.0, "{few}");
    assert!(many.margin() > 0.5 && many.margin() < 2.0, "{many}");
    assert_eq!(normalised_elo(&pairs([0, 0, 10, 0, 0])), None);
    assert_eq!(
        likelihood_of_superiority(&pairs([0, 0, 10, 0, 0])),
        Some(0.5)
    );
}

#[test]
fn a_bound_beyond_the_possible_is_replaced_by_a_finite_one() {
    let estimate = elo(&pairs([0, 0, 0, 1, 2])).expect("pairs were played");
    assert!(estimate.is_finite(), "{estimate}");
    assert!(estimate.low < estimate.value && estimate.value < estimate.high);
}

#[test]
fn nothing_played_says_nothing() {
    let none = Results::default().sample();
    assert_eq!((elo(&none), normalised_elo(&none)), (None, None));
    assert_eq!(likelihood_of_superiority(&none), None);
    let test = sprt(EloModel::Logistic, 0.0, 5.0);
    assert_near(test.llr(&none), 0.0, 0.0, "LLR");
    assert_eq!(test.status(&none).verdict, SprtVerdict::Undecided);
    assert_eq!(test.remaining_games(&none), None);
}

#[test]
fn walds_bounds_hold() {
    for model in ["logistic", "normalized"] {
        let settings = format!("elo0=0,elo1=5,alpha=0.05,beta=0.1,model={model}");
        let test = Sprt::new(settings.parse().expect("settings")).expect("a sound test");
        assert_near(test.lower(), -2.2513, 1e-4, "lower");
        assert_near(test.upper(), 2.8904, 1e-4, "upper");
    }
    let test = sprt(EloModel::Logistic, 0.0, 5.0);
    let status = test.status(&pairs([0, 0, 0, 0, 5550]));
    assert_eq!(status.verdict, SprtVerdict::Passed);
    assert_eq!(test.remaining_games(&pairs([0, 0, 0, 0, 5550])), Some(0.0));
    let status = test.status(&pairs([0, 0, 500, 0, 0]));
    assert_eq!(status.verdict, SprtVerdict::Failed);
}

#[test]
fn the_remaining_games_are_walds() {
    // Few pairs in the middle of both hypotheses leave the test where it begins, without drift. Its length is -lower upper /
    // variance: with v = 0.075 for a pair and s1 - s0 = 0.0071951, that is 2.94444² 0.075 / 0.0071951² pairs.
    let test = sprt(EloModel::Logistic, -2.5, 2.5);
    let length = test.remaining_games(&pairs([1, 2, 4, 2, 1]));
    let length = length.expect("pairs");
    assert_near(length / 2.0, 12560.0, 30.0, "pairs in the middle");
}

/// Share of passes of tests on pairs of these probabilities.
fn play_out(test: &Sprt, probabilities: [f64; 5], runs: u32, seed: u64) -> f64 {
    const STEPS: usize = 1 << 20;
    let mut rng = Rng::new(seed);
    let mut passes = 0;
    for _ in 0..runs {
        let mut counts = Pentanomial::default();
        let verdict = loop {
            let mut luck = rng.below(STEPS) as f64 / STEPS as f64;
            let mut index = 0;
            while index < 4 && luck >= probabilities[index] {
                luck -= probabilities[index];
                index += 1;
            }
            counts.0[index] += 1;
            let verdict = test.status(&Sample::Pairs(counts)).verdict;
            if verdict != SprtVerdict::Undecided {
                break verdict;
            }
        };
        passes += u32::from(verdict == SprtVerdict::Passed);
    }
    f64::from(passes) / f64::from(runs)
}

#[test]
fn played_out_tests_err_as_rarely_as_promised() {
    const RUNS: u32 = 800;
    let test = sprt(EloModel::Logistic, 0.0, 40.0);
    let even = [0.1, 0.2, 0.4, 0.2, 0.1];
    // Shifted so that the mean is that of 40 Elo: each step up is a quarter, and the best pairs take none.
    let shift = 4.0 * (score_of_elo(40.0) - 0.5) / (1.0 - 0.1);
    let better = [
        0.1 * (1.0 - shift),
        0.2 * (1.0 - shift) + 0.1 * shift,
        0.4 * (1.0 - shift) + 0.2 * shift,
        0.2 * (1.0 - shift) + 0.4 * shift,
        0.1 + 0.2 * shift,
    ];
    for (probabilities, strength, low, high) in
        [(even, 0.0, 0.02, 0.07), (better, 40.0, 0.93, 0.985)]
    {
        let passes = play_out(&test, probabilities, RUNS, 20);
        assert!((low..=high).contains(&passes), "{strength}: {passes}");
    }
}

fn any_pairs() -> impl Strategy<Value = Sample> {
    proptest::array::uniform5(0..200_u64)
        .prop_filter("at least a pair", |counts| counts.iter().sum::<u64>() > 0)
        .prop_map(pairs)
}

fn any_sample() -> impl Strategy<Value = Sample> {
    let singles = (0..200_u64, 0..200_u64, 1..200_u64).prop_map(|(w, d, l)| games(w, d, l));
    prop_oneof![any_pairs(), singles]
}

fn any_model() -> impl Strategy<Value = EloModel> {
    prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalised)]
}

/// Equal, infinities included, or no further apart than a relative error.
pub(crate) fn close(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq() || (a - b).abs() <= 1e-6 * (1.0 + a.abs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn elo_and_score_are_inverse(strength in -1500.0..1500.0_f64) {
        prop_assert!((elo_of_score(score_of_elo(strength)) - strength).abs() < 1e-6);
        prop_assert!((score_of_elo(strength) + score_of_elo(-strength) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_opponent_sees_the_opposite(sample in any_sample(), model in any_model()) {
        let reversed = match sample {
            Sample::Pairs(Pentanomial([a, b, c, d, e])) => pairs([e, d, c, b, a]),
            Sample::Games(games) => Sample::Games(games.reversed()),
        };
        let (ours, theirs) = (elo(&sample).unwrap(), elo(&reversed).unwrap());
        prop_assert!(close(ours.value, -theirs.value));
        prop_assert!(close(ours.low, -theirs.high) && close(ours.high, -theirs.low));
        prop_assert!(ours.low <= ours.value && ours.value <= ours.high);
        let los = |sample| likelihood_of_superiority(sample).unwrap();
        prop_assert!(close(los(&sample), 1.0 - los(&reversed)));
        let (there, back) = (sprt(model, -3.0, 8.0), sprt(model, -8.0, 3.0));
        prop_assert!(close(there.llr(&sample), -back.llr(&reversed)));
        let left = there.remaining_games(&sample).unwrap();
        prop_assert!(left >= 0.0 && close(left, back.remaining_games(&reversed).unwrap()));
    }

    #[test]
    fn the_llr_adds_up_and_points_to_the_observed_score(
        sample in any_pairs(), model in any_model(), low in -100.0..100.0_f64,
        first in 0.1..50.0_f64, second in 0.1..50.0_f64,
    ) {
        let llr = |elo0, elo1| sprt(model, elo0, elo1).llr(&sample);
        let (middle, high) = (low + first, low + first + second);
        prop_assert!(close(llr(low, middle) + llr(middle, high), llr(low, high)));
        // The observed score with the weight of the empty cells, which is less than this.
        let observed = elo(&sample).unwrap();
        if model == EloModel::Logistic && observed.is_finite() && sample.observations() > 20 {
            prop_assert!(high + 1.0 > observed.value || llr(low, high) > 0.0);
            prop_assert!(low - 1.0 < observed.value || llr(low, high) < 0.0);
        }
    }

    #[test]
    fn the_llr_rises_with_the_score(draws in 0..100_u64, decided in 1..100_u64, model in any_model()) {
        let test = sprt(model, 0.0, 10.0);
        let llrs: Vec<f64> = (0..=decided)
            .map(|wins| test.llr(&games(wins, draws, decided - wins)))
            .collect();
        prop_assert!(llrs.windows(2).all(|two| two[0] < two[1]), "{llrs:?}");
    }
}
