//! Training of the evaluation: self-play games, the data files that hold them, and the fit of the evaluation network.

pub mod dataset;
pub mod network;
pub mod selfplay;
