//! The tree of a library.

use kagetsu_gomoku::geometry::Point;

/// A node of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenLibNode {
    /// Where the stone lies. `None` for the root, a pass, and a node that only holds text.
    pub point: Option<Point>,
    /// The side to move passes.
    pub is_pass: bool,
    /// The node is marked.
    pub is_marked: bool,
    /// Title and comment, on lines of their own.
    pub comment: String,
    /// The text on the board at the point.
    pub board_text: String,
    /// Numbers of the nodes that follow, in the order of the file.
    pub children: Vec<usize>,
    /// Number of the node before; that of the root is its own.
    pub parent: usize,
}

/// A library. The nodes have numbers in the order of the file, and 0 is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenLibTree {
    nodes: Vec<RenLibNode>,
}

impl Default for RenLibTree {
    fn default() -> Self {
        Self::new()
    }
}

impl RenLibTree {
    /// An empty library: the root alone.
    pub fn new() -> Self {
        Self {
            nodes: vec![RenLibNode::default()],
        }
    }

    /// All nodes.
    pub fn nodes(&self) -> &[RenLibNode] {
        &self.nodes
    }

    pub(super) fn node_mut(&mut self, node: usize) -> &mut RenLibNode {
        &mut self.nodes[node]
    }

    /// The child of this node that has the point of `wanted`, or a new one.
    pub fn child(&mut self, parent: usize, wanted: RenLibNode) -> usize {
        let is_like = |child: &&usize| {
            let child = &self.nodes[**child];
            (child.point, child.is_pass) == (wanted.point, wanted.is_pass)
        };
        if let Some(&known) = self.nodes[parent].children.iter().find(is_like) {
            return known;
        }
        let number = self.nodes.len();
        self.nodes.push(RenLibNode { parent, ..wanted });
        self.nodes[parent].children.push(number);
        number
    }

    /// Sets what is written at a node.
    pub fn note(&mut self, node: usize, comment: String, board_text: String, is_marked: bool) {
        if let Some(node) = self.nodes.get_mut(node) {
            (node.comment, node.board_text, node.is_marked) = (comment, board_text, is_marked);
        }
    }

    /// The lines from the root to a leaf in the order of the file, at most `most`, each as the numbers of its nodes
    /// without the root. The first is the main line: it takes the first child everywhere.
    pub fn lines(&self, most: usize) -> Vec<Vec<usize>> {
        let leaves = self.leaves(most).into_iter();
        leaves.map(|leaf| self.path(leaf)).collect()
    }

    /// The last nodes of the first lines, at most `most`.
    pub(crate) fn leaves(&self, most: usize) -> Vec<usize> {
        let leaves = (1..self.nodes.len()).filter(|&node| self.nodes[node].children.is_empty());
        leaves.take(most).collect()
    }

    /// The line to a node, without the root.
    pub(crate) fn path(&self, leaf: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut node = leaf;
        while node != 0 {
            path.push(node);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }
}
