//! The board as an SVG picture.

use svg::Document;
use svg::node::element::{Circle, Line, Text, Title};

use super::board::{Point, Side};
use super::state::State;

/// Distance between rows, in units of the picture.
const ROW: u32 = 60;
const MARGIN: u32 = 40;
const WIDTH: u32 = 200;
const RADIUS: u32 = 18;
/// Moves the baseline of a number to the middle of its point.
const BASELINE: u32 = 6;

/// The centre of a point in the picture: the horn widens from its tip.
fn centre(point: Point) -> (u32, u32) {
    let row = u32::from(point.row());
    let half = match point.number() {
        0 | 1 => 0,
        _ => 20 + 8 * row,
    };
    let middle = WIDTH / 2;
    let x = if point.number().is_multiple_of(2) {
        middle - half
    } else {
        middle + half
    };
    (x, MARGIN + row * ROW)
}

/// The board as an SVG picture, lines first, pieces on top.
pub fn svg(state: State) -> String {
    let height = 2 * MARGIN + 5 * ROW;
    let mut picture = Document::new()
        .set("viewBox", (0, 0, WIDTH, height))
        .set("font-family", "sans-serif")
        .add(Title::new(format!("{state}, {} to move", state.side())));
    for from in Point::all() {
        for to in from.steps(Side::Red).filter(|&to| to > from) {
            let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
            let line = Line::new()
                .set("x1", x1)
                .set("y1", y1)
                .set("x2", x2)
                .set("y2", y2);
            picture = picture.add(line.set("stroke", "#777").set("stroke-width", 2));
        }
    }
    for point in Point::all() {
        let (x, y) = centre(point);
        let (fill, ink) = if point == state.red() {
            ("#c0392b", "#fff")
        } else if state.is_empty(point) {
            ("#fff", "#555")
        } else {
            ("#2457a6", "#fff")
        };
        let circle = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS);
        let number = Text::new(point.to_string())
            .set("x", x)
            .set("y", y + BASELINE);
        picture = picture
            .add(circle.set("fill", fill).set("stroke", "#555"))
            .add(number.set("text-anchor", "middle").set("fill", ink));
    }
    picture.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_every_point_line_and_piece() {
        for state in State::all() {
            let picture = svg(state);
            assert_eq!(picture.matches("<circle").count(), 10);
            assert_eq!(picture.matches("<line").count(), 17);
            assert_eq!(picture.matches("#c0392b").count(), 1);
            assert_eq!(picture.matches("#2457a6").count(), 2);
            assert!(picture.contains(&state.to_string()));
        }
    }

    #[test]
    fn no_two_points_lie_on_each_other() {
        for a in Point::all() {
            for b in Point::all().filter(|&b| b > a) {
                let ((x1, y1), (x2, y2)) = (centre(a), centre(b));
                let distance = x1.abs_diff(x2).pow(2) + y1.abs_diff(y2).pow(2);
                assert!(distance >= (2 * RADIUS).pow(2), "{a} and {b}");
            }
        }
    }
}
