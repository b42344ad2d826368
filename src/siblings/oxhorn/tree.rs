//! The tree of an alpha-beta search as an SVG picture: leaves from left to right, each node above its children, its
//! state and value inside, and the number of moves that were cut off below it.

use svg::Document;
use svg::node::element::{Line, Rectangle, Text, Title};

use super::alphabeta::Node;
use super::board::Side;

/// Most nodes that a picture may have: more than that nobody can read.
pub(crate) const MAX_NODES: u64 = 20_000;

const BOX_WIDTH: usize = 74;
const BOX_HEIGHT: usize = 34;
const COLUMN: usize = 84;
const ROW: usize = 84;
const MARGIN: usize = 20;
const STATE_LINE: usize = 14;
const SCORE_LINE: usize = 28;
const CUT_LINE: usize = 46;

/// The picture of a tree. States of Red are red boxes, states of Blue are blue ones; `-3 cut` below a box says that
/// three moves were not searched.
pub(crate) fn svg(root: &Node) -> String {
    let mut drawing = Drawing::default();
    drawing.place(root, 0);
    let width = 2 * MARGIN + drawing.leaves * COLUMN;
    let height = 2 * MARGIN + (drawing.depth + 1) * ROW;
    let mut picture = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .set("text-anchor", "middle")
        .add(Title::new(format!(
            "alpha-beta from {}, {} nodes",
            root.state,
            root.size()
        )));
    for line in drawing.lines {
        picture = picture.add(line);
    }
    for (outline, texts) in drawing.boxes {
        picture = picture.add(outline);
        for text in texts {
            picture = picture.add(text);
        }
    }
    picture.to_string()
}

#[derive(Default)]
struct Drawing {
    leaves: usize,
    depth: usize,
    lines: Vec<Line>,
    boxes: Vec<(Rectangle, Vec<Text>)>,
}

impl Drawing {
    /// Draws the tree of `node` at a depth, and hands back the middle of its box.
    fn place(&mut self, node: &Node, depth: usize) -> usize {
        self.depth = self.depth.max(depth);
        let y = MARGIN + depth * ROW;
        let middles: Vec<usize> = node
            .children
            .iter()
            .map(|child| self.place(child, depth + 1))
            .collect();
        let x = if let (Some(&first), Some(&last)) = (middles.first(), middles.last()) {
            usize::midpoint(first, last)
        } else {
            self.leaves += 1;
            MARGIN + self.leaves * COLUMN - COLUMN / 2
        };
        for below in middles {
            let line = Line::new()
                .set("x1", x)
                .set("y1", y + BOX_HEIGHT)
                .set("x2", below)
                .set("y2", y + ROW);
            self.lines.push(line.set("stroke", "#999"));
        }
        self.draw_box(node, x, y);
        x
    }

    fn draw_box(&mut self, node: &Node, x: usize, y: usize) {
        let fill = match node.state.side() {
            Side::Red => "#f6d5d0",
            Side::Blue => "#d3e0f5",
        };
        let outline = Rectangle::new()
            .set("x", x - BOX_WIDTH / 2)
            .set("y", y)
            .set("width", BOX_WIDTH)
            .set("height", BOX_HEIGHT)
            .set("fill", fill)
            .set("stroke", "#555");
        let at = |line: usize, text: String| Text::new(text).set("x", x).set("y", y + line);
        let mut texts = vec![
            at(STATE_LINE, node.state.to_string()),
            at(SCORE_LINE, node.score.to_string()),
        ];
        if node.cut > 0 {
            texts.push(at(CUT_LINE, format!("-{} cut", node.cut)));
        }
        self.boxes.push((outline, texts));
    }
}

#[cfg(test)]
mod tests {
    use super::super::alphabeta::search_tree;
    use super::super::rules::Rules;
    use super::super::state::State;
    use super::*;

    #[test]
    fn every_node_is_a_box_and_every_edge_a_line() {
        for depth in 0..5 {
            let tree =
                search_tree(State::start(Side::Red), depth, Rules::default(), MAX_NODES).unwrap();
            let picture = svg(&tree);
            assert_eq!(picture.matches("<rect").count(), tree.size());
            assert_eq!(picture.matches("<line").count(), tree.size() - 1);
        }
    }

    #[test]
    fn boxes_of_one_row_do_not_overlap() {
        let tree = search_tree(State::start(Side::Blue), 4, Rules::default(), MAX_NODES).unwrap();
        let mut drawing = Drawing::default();
        drawing.place(&tree, 0);
        let mut places: Vec<(usize, usize)> = drawing
            .boxes
            .iter()
            .map(|(outline, _)| {
                let number =
                    |name: &str| outline.get_attributes()[name].to_string().parse().unwrap();
                (number("y"), number("x"))
            })
            .collect();
        places.sort_unstable();
        assert!(
            places
                .windows(2)
                .all(|pair| pair[0].0 != pair[1].0 || pair[0].1 + BOX_WIDTH <= pair[1].1)
        );
    }
}
