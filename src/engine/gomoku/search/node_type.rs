//! The two types of nodes.

/// The type of a node, as a compile-time constant.
pub(super) trait NodeType {
    /// Is the node searched with an open window, so that it can lie on the principal variation?
    const ON_PV: bool;
}

/// A node with an open window.
#[derive(Debug)]
pub(super) struct Pv;
/// A node with a null window.
#[derive(Debug)]
pub(super) struct NonPv;

impl NodeType for Pv {
    const ON_PV: bool = true;
}
impl NodeType for NonPv {
    const ON_PV: bool = false;
}
