//! The gradient of the losses by all weights, by going back through the network.

use std::ops::Range;
use std::sync::Arc;

use super::field::Field;
use super::forward::{Activations, forward_all};
use super::layout::{Layout, POLICY_CHANNELS};
use super::loss::{Losses, OutputGradient, Target, losses};
use super::simd::{Convolution, convolve, gather_gradient, unrectify};
use super::tower::Network;

/// Memory of a pass there and back, and the weights of the network turned round.
#[derive(Clone, Debug)]
pub struct Workspace {
    numbers: Activations,
    /// Of every block: the second convolution and the middle one. Clones share them.
    turned: Arc<[[Vec<f32>; 2]]>,
}

impl Workspace {
    /// For a network as it is now.
    pub fn new(network: &Network) -> Self {
        let blocks = network.layout.blocks.iter();
        let turned = blocks
            .map(|block| [&block.second, &block.middle].map(|range| network.turned(range.clone())));
        Self {
            numbers: Activations::default(),
            turned: turned.collect(),
        }
    }
}

/// Adds to a gradient that of the losses of one position; returns these.
pub fn gradient(
    network: &Network,
    field: Field,
    planes: Vec<f32>,
    target: &Target,
    workspace: &mut Workspace,
    gradient: &mut [f32],
) -> Losses {
    forward_all(network, field, planes, &mut workspace.numbers);
    let (losses, outputs) = losses(&workspace.numbers, target);
    let mut pass = Pass {
        network,
        field,
        numbers: &workspace.numbers,
        gradient,
    };
    let last = pass.heads(&outputs);
    pass.tower(last, &workspace.turned);
    losses
}

/// A pass back.
struct Pass<'a> {
    network: &'a Network,
    field: Field,
    numbers: &'a Activations,
    gradient: &'a mut [f32],
}

impl Pass<'_> {
    const fn channels(&self) -> usize {
        self.network.layout.shape.channels
    }

    /// The gradient by what the heads see.
    fn heads(&mut self, outputs: &OutputGradient) -> Vec<f32> {
        let mut last = vec![0.0; self.numbers.last.len()];
        let mut pooled = vec![0.0; 2 * self.channels()];
        for (head, by_logits) in outputs.policies.iter().enumerate() {
            self.policy_head(head, by_logits, &mut last, &mut pooled);
        }
        self.value_head(outputs.value, &mut pooled);
        self.unpool(&self.numbers.last, &pooled, &mut last);
        last
    }

    fn policy_head(
        &mut self,
        head: usize,
        by_logits: &[(u16, f32)],
        last: &mut [f32],
        pooled: &mut [f32],
    ) {
        let (network, channels) = (self.network, self.channels());
        let layout = &network.layout.policies[head];
        let mut bias = [0.0; POLICY_CHANNELS];
        for &(cell, by_logit) in by_logits {
            let cell = usize::from(cell);
            let own = &self.numbers.policies[head][cell * POLICY_CHANNELS..][..POLICY_CHANNELS];
            let weights = &network.weights[layout.last.clone()];
            let mut sums = [0.0; POLICY_CHANNELS];
            for channel in 0..POLICY_CHANNELS {
                self.gradient[layout.last.start + channel] += by_logit * own[channel];
                if own[channel] > 0.0 {
                    sums[channel] = by_logit * weights[channel];
                    bias[channel] += sums[channel];
                }
            }
            let at = self.field.place(cell) * channels;
            let inputs = &self.numbers.last[at..at + channels];
            self.dense(
                layout.cells.start,
                inputs,
                &sums,
                &mut last[at..at + channels],
            );
        }
        add(&mut self.gradient[layout.bias.clone()], &bias);
        self.dense(layout.pool.start, &self.numbers.pooled, &bias, pooled);
    }

    fn value_head(&mut self, by_value: f32, pooled: &mut [f32]) {
        let layout = &self.network.layout;
        let value = self.numbers.output.value;
        let by_sum = by_value * (1.0 - value * value);
        self.gradient[layout.value_last_bias.start] += by_sum;
        let weights = &self.network.weights[layout.value_last.clone()];
        let mut sums = vec![0.0; weights.len()];
        for (number, sum) in sums.iter_mut().enumerate() {
            let own = self.numbers.value[number];
            self.gradient[layout.value_last.start + number] += by_sum * own;
            if own > 0.0 {
                *sum = by_sum * weights[number];
            }
        }
        add(&mut self.gradient[layout.value_bias.clone()], &sums);
        self.dense(layout.value.start, &self.numbers.pooled, &sums, pooled);
    }

    /// Of weights from some inputs to some outputs: adds their gradient, and to the inputs' what the outputs' gives.
    fn dense(&mut self, start: usize, inputs: &[f32], outputs: &[f32], by_inputs: &mut [f32]) {
        let weights = &self.network.weights[start..];
        for (number, (&input, by_input)) in inputs.iter().zip(by_inputs).enumerate() {
            let range = number * outputs.len()..(number + 1) * outputs.len();
            let own = &mut self.gradient[start..][range.clone()];
            for (gradient, output) in own.iter_mut().zip(outputs) {
                *gradient += input * output;
            }
            let products = weights[range].iter().zip(outputs);
            *by_input += products.fold(0.0, |sum, (weight, output)| sum + weight * output);
        }
    }

    /// Adds to the gradient by all cells what that by their means and greatest numbers gives.
    fn unpool(&self, numbers: &[f32], by_pooled: &[f32], by_cells: &mut [f32]) {
        let channels = self.channels();
        let (means, greatest) = by_pooled.split_at(channels);
        for cell in 0..self.field.cells() {
            let at = self.field.place(cell) * channels;
            for (by_cell, mean) in by_cells[at..at + channels].iter_mut().zip(means) {
                *by_cell += mean / self.field.cells() as f32;
            }
        }
        let places = self.greatest_places(numbers);
        for (channel, (place, by_greatest)) in places.into_iter().zip(greatest).enumerate() {
            by_cells[place * channels + channel] += by_greatest;
        }
    }

    /// Where the greatest number of each channel is, the first of equal ones.
    fn greatest_places(&self, numbers: &[f32]) -> Vec<usize> {
        let channels = self.channels();
        let mut places = vec![self.field.place(0); channels];
        for cell in 0..self.field.cells() {
            let own = self.field.place(cell);
            for (channel, place) in places.iter_mut().enumerate() {
                if numbers[own * channels + channel] > numbers[*place * channels + channel] {
                    *place = own;
                }
            }
        }
        places
    }

    /// Back through a bias and the cut at zero after it, before which the numbers were scaled.
    fn unrectify(
        &mut self,
        rectified: &[f32],
        bias: &Range<usize>,
        scale: f32,
        by_rectified: &mut [f32],
    ) {
        let instructions = self.network.instructions;
        let by_bias = &mut self.gradient[bias.clone()];
        unrectify(instructions, rectified, scale, by_rectified, by_bias);
    }

    /// Back through a convolution of the tower: the gradient of its weights, and by its input.
    fn back_through(
        &mut self,
        start: usize,
        input: &[f32],
        by_output: &[f32],
        turned: &[f32],
        by_input: &mut [f32],
    ) {
        let shape = Convolution::of_tower(self.field, self.channels());
        let instructions = self.network.instructions;
        let range = start..start + turned.len();
        gather_gradient(
            instructions,
            &shape,
            input,
            by_output,
            &mut self.gradient[range],
        );
        let turned = turned.as_chunks().0;
        convolve(instructions, &shape, by_output, turned, by_input);
    }

    fn tower(&mut self, mut by_tower: Vec<f32>, turned: &[[Vec<f32>; 2]]) {
        let layout = &self.network.layout;
        let channels = self.channels();
        let numbers = self.numbers;
        let scale = Layout::scale(layout.shape.blocks);
        self.unrectify(&numbers.last, &layout.last_bias, scale, &mut by_tower);
        let mut by_inner = vec![0.0; by_tower.len()];
        let mut by_first = vec![0.0; by_tower.len()];
        let blocks = layout
            .blocks
            .iter()
            .zip(&numbers.blocks)
            .zip(turned)
            .enumerate();
        for (number, ((block, kept), [second, middle])) in blocks.rev() {
            self.back_through(
                block.second.start,
                &kept.second,
                &by_tower,
                second,
                &mut by_inner,
            );
            self.unrectify(&kept.second, &block.middle_bias, 1.0, &mut by_inner);
            self.back_through(
                block.middle.start,
                &kept.first,
                &by_inner,
                middle,
                &mut by_first,
            );
            if let Some(pool) = &block.pool {
                // What the pooled numbers add is one bias for all cells.
                let mut bias = vec![0.0; channels];
                for place in by_inner.chunks_exact(channels) {
                    add(&mut bias, place);
                }
                let mut pooled = vec![0.0; 2 * channels];
                self.dense(pool.start, &kept.pooled, &bias, &mut pooled);
                self.unpool(&kept.first, &pooled, &mut by_first);
            }
            self.unrectify(
                &kept.first,
                &block.bias,
                Layout::scale(number),
                &mut by_first,
            );
            add(&mut by_tower, &by_first);
        }
        let shape = Convolution::of_planes(self.field, channels);
        let gradient = &mut self.gradient[layout.first.clone()];
        gather_gradient(
            self.network.instructions,
            &shape,
            &numbers.planes,
            &by_tower,
            gradient,
        );
    }
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
#[path = "backward_tests.rs"]
mod tests;
