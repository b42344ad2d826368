//! The promise of moves as a model: of the moves of a position each is chosen with a chance proportional to
//! `exp(attack + defence)`.

use crate::board::Side;
use crate::board::code::{CODE_COUNT, Code};

use super::factors::{FACTORS, FactorMap, ROLE_WEIGHTS};
use super::model::{Model, SampleId};
use super::samples::{ChoiceSample, Shard};

/// Where the numbers for defence of one kind of side begin; those for attack begin at zero.
pub(super) const DEFENCE_AT: usize = CODE_COUNT;
/// Numbers of one kind of side.
pub(super) const KIND_NUMBERS: usize = 2 * CODE_COUNT;

/// How far from zero weights are expected to be, in natural logarithms of chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceSpreads {
    pub(super) factors: f64,
    pub(super) remainders: f64,
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

    /// The maps of attack and defence of every kind of side.
    fn roles(&self) -> impl Iterator<Item = &FactorMap> {
        self.maps.iter().flat_map(|map| [map, map])
    }

    /// Where the numbers for attack of the mover's kind begin, and those for defence of the waiter's.
    fn starts(&self, sample: &ChoiceSample) -> [usize; 2] {
        let of = |side: Side| self.kind(side) * KIND_NUMBERS;
        [of(sample.mover), of(sample.mover.opponent()) + DEFENCE_AT]
    }

    /// The promise of every move of a position.
    pub(super) fn promises<'a>(
        &self,
        shard: &'a Shard,
        sample: &ChoiceSample,
        numbers: &'a [f64],
    ) -> impl Iterator<Item = f64> + use<'a> {
        let [attack, defence] = self.starts(sample);
        shard.moves(sample).iter().map(move |&[own, other]| {
            numbers[attack + usize::from(own)] + numbers[defence + usize::from(other)]
        })
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
        for _role in 0..2 * self.maps.len() {
            list.resize(list.len() + FACTORS, self.spreads.factors);
            list.resize(list.len() + ROLE_WEIGHTS - FACTORS, self.spreads.remainders);
        }
        list
    }

    fn sizes(&self, _shards: &[Shard], _samples: &[SampleId]) -> Vec<f64> {
        // A move has each factor hardly more than once.
        vec![1.0; 2 * ROLE_WEIGHTS * self.maps.len()]
    }

    fn numbers(&self) -> usize {
        KIND_NUMBERS * self.maps.len()
    }

    fn spread(&self, weights: &[f64], numbers: &mut [f64]) {
        let weights = weights.chunks_exact(ROLE_WEIGHTS);
        let numbers = numbers.chunks_exact_mut(CODE_COUNT);
        for ((map, weights), numbers) in self.roles().zip(weights).zip(numbers) {
            map.spread(weights, numbers);
        }
    }

    fn gather(&self, slopes: &[f64], weights: &mut [f64]) {
        let weights = weights.chunks_exact_mut(ROLE_WEIGHTS);
        let slopes = slopes.chunks_exact(CODE_COUNT);
        for ((map, weights), slopes) in self.roles().zip(weights).zip(slopes) {
            map.gather(slopes, weights);
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
        let [attack, defence] = self.starts(sample);
        let codes: &[[Code; 2]] = shard.moves(sample);
        for (&[own, other], slope) in codes.iter().zip(chances) {
            slopes[attack + usize::from(own)] += slope;
            slopes[defence + usize::from(other)] += slope;
        }
        loss
    }
}
