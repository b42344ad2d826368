//! The promise of moves as a model: of the moves of a position each is chosen with a chance proportional to
//! `exp(attack + defence + pair)`.

use crate::board::Side;
use crate::board::code::{CODE_COUNT, Code};
use crate::eval::classical::{CLASS_PAIRS, class_pair};

use super::factors::{FACTORS, FactorMap, ROLE_WEIGHTS};
use super::model::{Model, SampleId};
use super::samples::{ChoiceSample, Shard};

/// Where the numbers for defence of one kind of side begin; those for attack begin at zero.
pub(super) const DEFENCE_AT: usize = CODE_COUNT;
/// Where those for the pairs of classes begin.
pub(super) const PAIRS_AT: usize = 2 * CODE_COUNT;
/// Numbers of one kind of side.
pub(super) const KIND_NUMBERS: usize = PAIRS_AT + CLASS_PAIRS;
/// Weights of one kind of side: attack, defence, the pairs.
const KIND_WEIGHTS: usize = 2 * ROLE_WEIGHTS + CLASS_PAIRS;

/// How far from zero weights are expected to be, in natural logarithms of chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceSpreads {
    pub(super) factors: f64,
    pub(super) remainders: f64,
    pub(super) pairs: f64,
}

/// The model of the choice of moves.
#[derive(Debug)]
pub(super) struct ChoiceModel {
    /// One map for a rule that treats both sides alike, Black's and White's otherwise.
    pub(super) maps: Vec<FactorMap>,
    pub(super) spreads: ChoiceSpreads,
}

impl ChoiceModel {
    fn kind(&self, side: Side) -> usize {
        side.index() % self.maps.len()
    }

    /// The places of the three numbers that a move is the sum of.
    fn places(&self, mover: Side) -> impl Fn([Code; 2]) -> [usize; 3] + use<'_> {
        let [mover, waiter] = [mover, mover.opponent()].map(|side| self.kind(side));
        let [own_map, other_map] = [mover, waiter].map(|kind| &self.maps[kind]);
        let [mover, waiter] = [mover, waiter].map(|kind| kind * KIND_NUMBERS);
        move |[own, other]| {
            let pair = class_pair(own_map.class(own), other_map.class(other));
            [
                mover + usize::from(own),
                waiter + DEFENCE_AT + usize::from(other),
                mover + PAIRS_AT + pair,
            ]
        }
    }

    /// The promise of every move of a position.
    pub(super) fn promises<'a>(
        &'a self,
        shard: &'a Shard,
        sample: &ChoiceSample,
        numbers: &'a [f64],
    ) -> impl Iterator<Item = f64> + use<'a> {
        let places = self.places(sample.mover);
        let moves = shard.moves(sample).iter();
        moves.map(move |&codes| places(codes).iter().map(|&place| numbers[place]).sum())
    }

    /// The loss, and the chance of every move.
    fn chances(&self, shard: &Shard, sample: &ChoiceSample, numbers: &[f64]) -> (f64, Vec<f64>) {
        let mut chances: Vec<f64> = self.promises(shard, sample, numbers).collect();
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let targets = shard.targets(sample);
        let wanted: f64 = targets
            .iter()
            .map(|&(place, share)| share * (chances[usize::from(place)] - most))
            .sum();
        let mut total = 0.0;
        for chance in &mut chances {
            *chance = libm::exp(*chance - most);
            total += *chance;
        }
        for chance in &mut chances {
            *chance /= total;
        }
        (libm::log(total) - wanted, chances)
    }
}

impl Model for ChoiceModel {
    fn spreads(&self) -> Vec<f64> {
        let mut list = Vec::new();
        for _ in &self.maps {
            for _role in 0..2 {
                list.resize(list.len() + FACTORS, self.spreads.factors);
                list.resize(list.len() + ROLE_WEIGHTS - FACTORS, self.spreads.remainders);
            }
            list.resize(list.len() + CLASS_PAIRS, self.spreads.pairs);
        }
        list
    }

    fn sizes(&self, _shards: &[Shard], _samples: &[SampleId]) -> Vec<f64> {
        // A move has each factor hardly more than once.
        vec![1.0; KIND_WEIGHTS * self.maps.len()]
    }

    fn numbers(&self) -> usize {
        KIND_NUMBERS * self.maps.len()
    }

    fn spread(&self, weights: &[f64], numbers: &mut [f64]) {
        let weights = weights.chunks_exact(KIND_WEIGHTS);
        let numbers = numbers.chunks_exact_mut(KIND_NUMBERS);
        for ((map, weights), numbers) in self.maps.iter().zip(weights).zip(numbers) {
            let (attack, weights) = weights.split_at(ROLE_WEIGHTS);
            let (defence, pairs) = weights.split_at(ROLE_WEIGHTS);
            map.spread(attack, &mut numbers[..DEFENCE_AT]);
            map.spread(defence, &mut numbers[DEFENCE_AT..PAIRS_AT]);
            numbers[PAIRS_AT..].copy_from_slice(pairs);
        }
    }

    fn gather(&self, slopes: &[f64], weights: &mut [f64]) {
        let weights = weights.chunks_exact_mut(KIND_WEIGHTS);
        let slopes = slopes.chunks_exact(KIND_NUMBERS);
        for ((map, weights), slopes) in self.maps.iter().zip(weights).zip(slopes) {
            let (attack, weights) = weights.split_at_mut(ROLE_WEIGHTS);
            let (defence, pairs) = weights.split_at_mut(ROLE_WEIGHTS);
            map.gather(&slopes[..DEFENCE_AT], attack);
            map.gather(&slopes[DEFENCE_AT..PAIRS_AT], defence);
            pairs.copy_from_slice(&slopes[PAIRS_AT..]);
        }
    }

    fn samples(&self, shard: &Shard) -> usize {
        shard.choices.len()
    }

    fn loss(&self, shard: &Shard, place: u32, numbers: &[f64]) -> f64 {
        self.chances(shard, &shard.choices[place as usize], numbers)
            .0
    }

    fn learn(&self, shard: &Shard, place: u32, numbers: &[f64], slopes: &mut [f64]) -> f64 {
        let sample = &shard.choices[place as usize];
        let (loss, mut chances) = self.chances(shard, sample, numbers);
        for &(place, share) in shard.targets(sample) {
            chances[usize::from(place)] -= share;
        }
        let places = self.places(sample.mover);
        for (&codes, slope) in shard.moves(sample).iter().zip(chances) {
            for place in places(codes) {
                slopes[place] += slope;
            }
        }
        loss
    }
}
