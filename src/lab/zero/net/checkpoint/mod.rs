//! What learning keeps, as files of the format safetensors.

mod adam;
mod network;

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, SafeTensorError};

use crate::fault::short;

/// Why bytes are no network, or no state of an optimiser.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// They are no file of safetensors, or a damaged one.
    #[error("no file of safetensors: {}", short(&.0.to_string()))]
    Format(#[from] SafeTensorError),
    /// They hold something else.
    #[error("the header has no '{0}' of version 1")]
    Foreign(&'static str),
    /// A number of the header is missing or out of range.
    #[error("the header needs '{0}', a number from 1 to 1024")]
    Size(&'static str),
    /// The channels do not fit.
    #[error("{0} channels are no multiple of 16")]
    Channels(usize),
    /// A tensor has another shape or type.
    #[error("the tensor '{0}' has not the shape that is needed, or is not of 32-bit floats")]
    Tensor(String),
    /// A weight is no finite number.
    #[error("the tensor '{0}' holds a number that is not finite")]
    NotFinite(String),
    /// A number that cannot be below zero is.
    #[error("the tensor '{0}' holds a number below zero")]
    Negative(&'static str),
    /// A sum is not that of the network and the state of its optimiser.
    #[error("it is of another network, or damaged")]
    Sum,
}

/// The numbers of a tensor of 32-bit floats.
fn numbers_of(
    file: &SafeTensors<'_>,
    name: &str,
    shape: &[usize],
) -> Result<Vec<f32>, CheckpointError> {
    let view = file.tensor(name)?;
    if view.dtype() != Dtype::F32 || view.shape() != shape {
        return Err(CheckpointError::Tensor(name.to_string()));
    }
    let (numbers, _) = view.data().as_chunks();
    let numbers: Vec<f32> = numbers
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect();
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(CheckpointError::NotFinite(name.to_string()));
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
