//! Single steps of a training: the gradient of a batch, then a step of Adam.
//!
//! The result does not depend on the number of threads. A batch is cut into a fixed number of parts, and the sums of
//! the parts are added in order.

use rayon::prelude::{IndexedParallelIterator, ParallelIterator};
use rayon::prelude::{IntoParallelRefMutIterator, ParallelSlice, ParallelSliceMut};

use super::adam::Adam;
use super::goal::{Goal, LossSums};
use super::layout::Layout;
use super::pass::Pass;
use super::samples::{SampleId, Shard};
use super::shared_parameters::SharedParameters;
use super::start::Start;

/// Number of parts of a batch.
const PARTS: usize = 8;
/// Number of parameters whose gradients one task adds up.
const SUMMED: usize = 1 << 14;

/// The state of a training between two steps.
pub(super) struct Steps<'a> {
    goal: &'a Goal,
    shards: &'a [Shard],
    shared: SharedParameters,
    /// The parameters that are trained: those of the network without the shared parameters, then the shared ones.
    adam: Adam,
    /// The gradient by the trained parameters.
    gradients: Vec<f32>,
    /// The parameters of the network.
    parameters: Vec<f32>,
    parts: Vec<Part>,
}

/// The sums over one part of a batch.
struct Part {
    pass: Pass,
    losses: LossSums,
    gradients: Vec<f32>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(goal: &'a Goal, start: Start, shards: &'a [Shard]) -> Self {
        let part = || Part {
            pass: Pass::default(),
            losses: LossSums::default(),
            gradients: vec![0.0; goal.layout.parameter_count()],
        };
        let trained = [start.parameters, start.shared].concat();
        let mut steps = Self {
            goal,
            shards,
            shared: SharedParameters::new(goal.layout),
            gradients: vec![0.0; trained.len()],
            adam: Adam::new(trained),
            parameters: Vec::new(),
            parts: (0..PARTS).map(|_| part()).collect(),
        };
        steps.add_up();
        steps
    }

    /// The parameters of the network after the steps made so far, clamped to the range that its file can store.
    pub(super) fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Computes the parameters of the network from the trained ones.
    fn add_up(&mut self) {
        let count = self.goal.layout.parameter_count();
        let (own, shared) = self.adam.parameters.split_at(count);
        self.parameters.clear();
        self.parameters.extend_from_slice(own);
        self.shared.add_to(shared, &mut self.parameters);
        Layout::confine(&mut self.parameters);
    }

    /// Makes one step with a batch, and returns the losses on it before the step.
    pub(super) fn step(&mut self, batch: &[SampleId], rate: f32) -> LossSums {
        let (goal, shards) = (self.goal, self.shards);
        let parameters = &self.parameters;
        let size = batch.len().div_ceil(PARTS);
        let used = batch.len().div_ceil(size);
        self.parts[..used]
            .par_iter_mut()
            .zip(batch.par_chunks(size))
            .for_each(|(part, samples)| {
                part.gradients.fill(0.0);
                part.losses = LossSums::default();
                for &(shard, place) in samples {
                    let shard = &shards[shard as usize];
                    let sample = &shard.samples[place as usize];
                    let gradients = Some(part.gradients.as_mut_slice());
                    let losses = part.pass.run(goal, parameters, shard, sample, gradients);
                    part.losses.add(&losses);
                }
            });
        let (first, others) = self.parts[..used].split_at_mut(1);
        let sum = &mut first[0];
        let share = 1.0 / batch.len() as f32;
        sum.gradients
            .par_chunks_mut(SUMMED)
            .enumerate()
            .for_each(|(number, gradients)| {
                let start = number * SUMMED;
                for other in others.iter() {
                    for (sum, gradient) in gradients.iter_mut().zip(&other.gradients[start..]) {
                        *sum += gradient;
                    }
                }
                for gradient in gradients {
                    *gradient *= share;
                }
            });
        for other in others.iter() {
            sum.losses.add(&other.losses);
        }
        let losses = sum.losses;
        Layout::hold_clamped(&self.parameters, &mut sum.gradients);
        let (own, shared) = self.gradients.split_at_mut(sum.gradients.len());
        own.copy_from_slice(&sum.gradients);
        self.shared.gradients(own, shared);
        self.adam.step(&self.gradients, rate);
        self.add_up();
        losses
    }
}
