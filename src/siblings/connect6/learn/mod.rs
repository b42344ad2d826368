//! How the network is learnt: games of the engine against itself, what the search says of their positions and of positions
//! beside them, and gradient descent. The same settings give the same network on any number of threads.

mod adam;
mod learner;
mod plan;
mod self_play;
mod trainer;

pub(crate) use plan::{LearnProgress, Plan, learn};
