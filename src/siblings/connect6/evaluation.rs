//! What positions are worth and which stones are proposed: by the learnt network, which sees the evaluation by windows as one
//! of its inputs, or by the windows alone.

use std::sync::{Arc, LazyLock};

use kagetsu_kernel::{ShippedFile, shipped_file};

use super::network::Network;

/// The network that comes with the program, as `connect6 learn` wrote it.
pub static NETWORK: ShippedFile = shipped_file!("network/", "learnt.bin");

/// How positions are evaluated and stones proposed.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(super) network: Option<Arc<Network>>,
}

impl Evaluation {
    /// The windows alone, by the numbers set by hand.
    pub(crate) const fn by_windows() -> Self {
        Self { network: None }
    }

    /// This network.
    pub(crate) fn with_network(network: Network) -> Self {
        Self {
            network: Some(Arc::new(network)),
        }
    }
}

/// The network that comes with the program.
impl Default for Evaluation {
    fn default() -> Self {
        static READ: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
            let read = Network::from_bytes(NETWORK.bytes()?);
            read.ok().map(Arc::new)
        });
        Self {
            network: READ.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_holds_a_network() {
        let network = Network::from_bytes(NETWORK.bytes().expect("it is a part of the program"));
        assert!(network.is_ok_and(|network| network != Network::zeros()));
        assert!(Evaluation::default().network.is_some());
    }
}
