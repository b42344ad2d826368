//! The worth of points as a model. The worth to the mover and to the waiter are written as `common + turn` and
//! `common - turn`: what a code is worth anyway, and what the turn adds. Counts of one side minus counts of the other,
//! and their sums, depend on each other far less than the counts themselves, and a remainder that is held near zero
//! makes a rare code worth the same whoever is to move.

use crate::board::Side;
use crate::board::code::CODE_COUNT;
use crate::eval::classical::MASKS;

use super::curves::{logistic, logistic_loss};
use super::factors::{FACTORS, FactorMap, ROLE_WEIGHTS};
use super::model::{Model, SampleId};
use super::samples::{Shard, ValueSample};

/// Facts that a mask consists of.
const FACTS: usize = MASKS.trailing_zeros() as usize;

/// Weights of one kind of side: common and turn, tempo, the facts, the remainder of every mask.
const KIND_WEIGHTS: usize = 2 * ROLE_WEIGHTS + 1 + FACTS + MASKS;

/// Where the numbers of one kind of side begin: worth to the mover, worth to the waiter, tempo, masks.
pub(super) const WAITER_AT: usize = CODE_COUNT;
pub(super) const TEMPO_AT: usize = 2 * CODE_COUNT;
pub(super) const MASKS_AT: usize = TEMPO_AT + 1;
/// Numbers of one kind of side.
pub(super) const KIND_NUMBERS: usize = MASKS_AT + MASKS;

/// Samples from which the sizes are estimated.
const SIZE_SAMPLES: usize = 50_000;
/// Least size: what is seen less often is not moved faster.
const LEAST_SIZE: f64 = 0.02;

/// How far from zero weights are expected to be, in natural logarithms of the chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueSpreads {
    pub(super) factors: f64,
    pub(super) remainders: f64,
    pub(super) masks: f64,
}

/// The model of the values.
#[derive(Debug)]
pub(super) struct ValueModel {
    /// One map for a rule that treats both sides alike, Black's and White's otherwise.
    pub(super) maps: Vec<FactorMap>,
    /// Share of the search's expectation in what is wanted.
    pub(super) mix: f64,
    pub(super) spreads: ValueSpreads,
}

impl ValueModel {
    fn kind(&self, side: Side) -> usize {
        side.index() % self.maps.len()
    }

    /// The value of a position for the mover.
    pub(super) fn value(&self, shard: &Shard, sample: &ValueSample, numbers: &[f64]) -> f64 {
        let [mover, waiter] = self.starts(sample);
        let [own, other] = shard.entries(sample);
        let mut value =
            numbers[mover + TEMPO_AT] + numbers[mover + MASKS_AT + usize::from(sample.mask)];
        for entry in own {
            value += entry.count() * numbers[mover + entry.code()];
        }
        for entry in other {
            value -= entry.count() * numbers[waiter + entry.code()];
        }
        value
    }

    /// Where the numbers of the mover's kind begin, and those for waiting of the waiter's.
    fn starts(&self, sample: &ValueSample) -> [usize; 2] {
        let of = |side: Side| self.kind(side) * KIND_NUMBERS;
        [of(sample.mover), of(sample.mover.opponent()) + WAITER_AT]
    }

    fn add_slope(&self, shard: &Shard, sample: &ValueSample, slope: f64, slopes: &mut [f64]) {
        let [mover, waiter] = self.starts(sample);
        let [own, other] = shard.entries(sample);
        slopes[mover + TEMPO_AT] += slope;
        slopes[mover + MASKS_AT + usize::from(sample.mask)] += slope;
        for entry in own {
            slopes[mover + entry.code()] += slope * entry.count();
        }
        for entry in other {
            slopes[waiter + entry.code()] -= slope * entry.count();
        }
    }
}

impl Model for ValueModel {
    fn spreads(&self) -> Vec<f64> {
        let ValueSpreads {
            factors,
            remainders,
            masks,
        } = self.spreads;
        let mut list = Vec::new();
        for _ in &self.maps {
            for _role in 0..2 {
                list.resize(list.len() + FACTORS, factors);
                list.resize(list.len() + ROLE_WEIGHTS - FACTORS, remainders);
            }
            list.resize(list.len() + 1 + FACTS, factors);
            list.resize(list.len() + MASKS, masks);
        }
        list
    }

    fn sizes(&self, shards: &[Shard], samples: &[SampleId]) -> Vec<f64> {
        let mut squares = vec![0.0; KIND_WEIGHTS * self.maps.len()];
        let mut slopes = vec![0.0; self.numbers()];
        let mut features = squares.clone();
        let stride = samples.len().div_ceil(SIZE_SAMPLES).max(1);
        let mut count = 0.0;
        for &(shard, place) in samples.iter().step_by(stride) {
            let shard = &shards[shard as usize];
            slopes.fill(0.0);
            self.add_slope(shard, &shard.values[place as usize], 1.0, &mut slopes);
            self.gather(&slopes, &mut features);
            for (square, feature) in squares.iter_mut().zip(&features) {
                *square += feature * feature;
            }
            count += 1.0;
        }
        squares
            .into_iter()
            .map(|square| (square / f64::max(count, 1.0)).sqrt().max(LEAST_SIZE))
            .collect()
    }

    fn numbers(&self) -> usize {
        KIND_NUMBERS * self.maps.len()
    }

    fn spread(&self, weights: &[f64], numbers: &mut [f64]) {
        let weights = weights.chunks_exact(KIND_WEIGHTS);
        let numbers = numbers.chunks_exact_mut(KIND_NUMBERS);
        for ((map, weights), numbers) in self.maps.iter().zip(weights).zip(numbers) {
            spread_kind(map, weights, numbers);
        }
    }

    fn gather(&self, slopes: &[f64], weights: &mut [f64]) {
        let weights = weights.chunks_exact_mut(KIND_WEIGHTS);
        let slopes = slopes.chunks_exact(KIND_NUMBERS);
        for ((map, weights), slopes) in self.maps.iter().zip(weights).zip(slopes) {
            gather_kind(map, slopes, weights);
        }
    }

    fn samples(&self, shard: &Shard) -> usize {
        shard.values.len()
    }

    fn loss(&self, shard: &Shard, place: u32, numbers: &[f64]) -> f64 {
        let sample = &shard.values[place as usize];
        logistic_loss(sample.target(self.mix), self.value(shard, sample, numbers))
    }

    fn learn(&self, shard: &Shard, place: u32, numbers: &[f64], slopes: &mut [f64]) -> f64 {
        let sample = &shard.values[place as usize];
        let value = self.value(shard, sample, numbers);
        let target = sample.target(self.mix);
        self.add_slope(shard, sample, logistic(value) - target, slopes);
        logistic_loss(target, value)
    }
}

fn spread_kind(map: &FactorMap, weights: &[f64], numbers: &mut [f64]) {
    let (common, weights) = weights.split_at(ROLE_WEIGHTS);
    let (turn, weights) = weights.split_at(ROLE_WEIGHTS);
    let (tempo, weights) = weights.split_at(1);
    let (facts, remainders) = weights.split_at(FACTS);
    let (mover, numbers) = numbers.split_at_mut(CODE_COUNT);
    let (waiter, numbers) = numbers.split_at_mut(CODE_COUNT);
    let (tempo_number, masks) = numbers.split_at_mut(1);
    map.spread(common, mover);
    map.spread(turn, waiter);
    for (mover, waiter) in mover.iter_mut().zip(waiter) {
        (*mover, *waiter) = (*mover + *waiter, *mover - *waiter);
    }
    tempo_number.copy_from_slice(tempo);
    for (mask, (number, remainder)) in masks.iter_mut().zip(remainders).enumerate() {
        let holding = facts
            .iter()
            .enumerate()
            .filter(|(bit, _)| mask >> bit & 1 == 1);
        *number = holding.map(|(_, fact)| fact).sum::<f64>() + remainder;
    }
}

fn gather_kind(map: &FactorMap, slopes: &[f64], weights: &mut [f64]) {
    let (mover, slopes) = slopes.split_at(CODE_COUNT);
    let (waiter, slopes) = slopes.split_at(CODE_COUNT);
    let (tempo_slope, masks) = slopes.split_at(1);
    let (common, weights) = weights.split_at_mut(ROLE_WEIGHTS);
    let (turn, weights) = weights.split_at_mut(ROLE_WEIGHTS);
    let (tempo, weights) = weights.split_at_mut(1);
    let (facts, remainders) = weights.split_at_mut(FACTS);
    let both = || mover.iter().zip(waiter);
    let sums: Vec<f64> = both().map(|(mover, waiter)| mover + waiter).collect();
    let differences: Vec<f64> = both().map(|(mover, waiter)| mover - waiter).collect();
    map.gather(&sums, common);
    map.gather(&differences, turn);
    tempo.copy_from_slice(tempo_slope);
    facts.fill(0.0);
    for (mask, slope) in masks.iter().enumerate() {
        for (bit, fact) in facts.iter_mut().enumerate() {
            *fact += (mask >> bit & 1) as f64 * slope;
        }
    }
    remainders.copy_from_slice(masks);
}
