//! What learning keeps, as files of the format safetensors.

mod adam;
mod network;

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, SafeTensorError};

use crate::fault::short;

/// Why bytes are no network, or no state of an optimiser, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CheckpointError(String);

impl CheckpointError {
    /// They hold something else: the header lacks this key, or has it of another version.
    fn foreign(key: &str) -> Self {
        Self(format!("the header has no '{key}' of version 1"))
    }
}

impl From<SafeTensorError> for CheckpointError {
    fn from(error: SafeTensorError) -> Self {
        let said = short(&error.to_string());
        Self(format!("no file of safetensors: {said}"))
    }
}

/// The numbers of a tensor of 32-bit floats.
fn numbers_of(
    file: &SafeTensors<'_>,
    name: &str,
    shape: &[usize],
) -> Result<Vec<f32>, CheckpointError> {
    let view = file.tensor(name)?;
    if view.dtype() != Dtype::F32 || view.shape() != shape {
        return Err(CheckpointError(format!(
            "the tensor '{name}' has not the shape that is needed, or is not of 32-bit floats"
        )));
    }
    let (numbers, _) = view.data().as_chunks();
    let numbers: Vec<f32> = numbers
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect();
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(CheckpointError(format!(
            "the tensor '{name}' holds a number that is not finite"
        )));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use crate::net::Network;

    #[test]
    fn the_error_of_a_giant_header_is_short() {
        let giant = "x".repeat(1 << 20);
        for (name, kind) in [("first", giant.as_str()), (giant.as_str(), "F32")] {
            let places = "\"shape\":[1],\"data_offsets\":[4,0]";
            let header = format!("{{\"{name}\":{{\"dtype\":\"{kind}\",{places}}}}}");
            let length = (header.len() as u64).to_le_bytes();
            let bytes = [&length[..], header.as_bytes()].concat();
            let error = Network::from_bytes(&bytes).expect_err("no network");
            let error = error.to_string();
            assert!(
                error.starts_with("no file of safetensors: ") && error.len() < 1500,
                "{error}"
            );
        }
    }
}
