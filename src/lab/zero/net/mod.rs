//! A residual network of values and priors, learned from nothing.
//!
//! The input is a board of 16 planes. A tower of 3x3 convolutions follows, each block of which adds to what it was
//! given (K. He et al., "Identity mappings in deep residual networks", 2016):
//!
//! ```text
//! x        = first * planes
//! x       += second * relu(middle * relu(s x + a) + pooled + b)      for every block; s = 1 / sqrt(block + 1)
//! t        = relu(s x + c)
//! logit(p) = last . relu(policy * t(p) + pooled)                     for every cell p
//! value    = tanh(last . relu(hidden * pool(t)))
//! ```
//!
//! There may be further policy heads, which only learning uses.
//!
//! `pool` are the mean and the greatest of every channel over the board, so that a cell can know of the whole; every second
//! block has it as well. The constants `s` keep the variance near one without any normalisation, an idea of `KataGo` (D. Wu,
//! "Accelerating self-play learning in Go", 2019, and its notes since then). A board has the size that it has: the same weights
//! serve all sizes, and beyond the edge everything is zero.
//!
//! Where speed counts more than the last digits, [`Quantised`] computes the tower with 8-bit integers (int8).
//!
//! Sums have the same order on every machine, in 16 lanes. Those of convolutions are made with fused multiply-add (FMA), all
//! others without. So values and gradients are the same to the last bit with any instructions (`simd`).

mod adam;
mod backward;
mod checkpoint;
mod convolutions;
mod field;
mod forward;
mod input;
mod layout;
mod loss;
mod quantised;
mod simd;
mod tower;

pub use adam::Adam;
pub use backward::{Workspace, gradient};
pub use checkpoint::CheckpointError;
pub use field::Field;
pub use forward::{Activations, Output, forward, forward_by};
pub use input::planes_of;
pub(crate) use input::turned_planes;
pub(crate) use layout::MAX_FILE_BYTES;
pub use layout::{Layout, NetworkShape};
pub use loss::{AuxiliaryTarget, Losses, Target};
pub(crate) use loss::{losses_of, probabilities};
pub use quantised::Quantised;
pub use simd::Instructions;
pub use tower::Network;
