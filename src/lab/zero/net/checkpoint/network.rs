//! A network as a file: the tensors of the layout by name, and the size in the header.

use std::collections::HashMap;
use std::fmt::Write;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};

use super::super::layout::{LANES, Layout, NetworkShape};
use super::super::simd::Instructions;
use super::super::tower::Network;
use super::{CheckpointError, numbers_of};

/// The only key of the header: several would be written in any order. Its value is the version of the form and the size, such
/// as `1 blocks=4 channels=48 value_hidden=64`.
const KEY: &str = "kagetsu-zero";
/// The version of the form.
const VERSION: &str = "1";
/// The names of the numbers of the size, in order.
const SIZES: [&str; 3] = ["blocks", "channels", "value_hidden"];
/// The name of the number of further policy heads, which is written only where there are some.
const AUXILIARY: &str = "auxiliary";
/// The greatest number of each key: a damaged header must not ask for all memory.
const MOST: usize = 1024;

impl Network {
    /// The network as a file.
    ///
    /// # Errors
    /// If the format refuses it, which does not happen.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        let bytes: Vec<u8> = self
            .weights
            .iter()
            .flat_map(|weight| weight.to_le_bytes())
            .collect();
        let mut tensors = Vec::new();
        for tensor in &self.layout.tensors {
            let range = tensor.range.start * size_of::<f32>()..tensor.range.end * size_of::<f32>();
            let view = TensorView::new(Dtype::F32, tensor.shape.clone(), &bytes[range])?;
            tensors.push((tensor.name.as_str(), view));
        }
        let shape = self.layout.shape;
        let numbers = [shape.blocks, shape.channels, shape.value_hidden];
        let mut value = VERSION.to_string();
        for (name, number) in SIZES.iter().zip(numbers) {
            // Writing to a string cannot fail.
            let _ = write!(value, " {name}={number}");
        }
        if shape.auxiliary > 0 {
            let _ = write!(value, " {AUXILIARY}={}", shape.auxiliary);
        }
        let header = HashMap::from([(KEY.to_string(), value)]);
        Ok(serialize(tensors, Some(header))?)
    }

    /// Reads a network.
    ///
    /// # Errors
    /// [`CheckpointError`] for what is damaged, foreign, or holds numbers that are not finite.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let header = metadata.metadata().clone().unwrap_or_default();
        let mut words = header.get(KEY).map_or("", String::as_str).split(' ');
        if words.next() != Some(VERSION) {
            return Err(CheckpointError::foreign(KEY));
        }
        let value_of = |word: &str, name: &str| {
            let pair = word.split_once('=').filter(|(own, _)| *own == name);
            let number = pair.and_then(|(_, text)| text.parse::<usize>().ok());
            let number = number.filter(|number| (1..=MOST).contains(number));
            let needed = || format!("the header needs '{name}', a number from 1 to {MOST}");
            number.ok_or_else(|| CheckpointError(needed()))
        };
        let mut number = |name: &str| value_of(words.next().unwrap_or_default(), name);
        let [blocks, channels, value_hidden] = SIZES;
        let mut shape = NetworkShape {
            blocks: number(blocks)?,
            channels: number(channels)?,
            value_hidden: number(value_hidden)?,
            auxiliary: 0,
        };
        if let Some(word) = words.next() {
            shape.auxiliary = value_of(word, AUXILIARY)?;
        }
        if !shape.channels.is_multiple_of(LANES) {
            return Err(CheckpointError(format!(
                "{} channels are no multiple of {LANES}",
                shape.channels
            )));
        }
        let file = SafeTensors::deserialize(bytes)?;
        let layout = Layout::new(shape);
        let mut weights = Vec::new();
        for tensor in &layout.tensors {
            weights.extend(numbers_of(&file, &tensor.name, &tensor.shape)?);
        }
        Ok(Self {
            layout,
            weights,
            instructions: Instructions::detect(),
        })
    }
}
