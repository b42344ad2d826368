//! The numbers of the classical evaluation: what a shape and a class are worth on an empty point.

use std::sync::OnceLock;

use crate::board::threat::{CODE_SPACE, code_shapes};
use crate::board::{Rule, Shape, Side, Threat};

/// Values of all codes for both sides: `values[side][code]`.
pub(crate) type Values = [[i16; CODE_SPACE]; 2];

/// Worth of one shape among the four of a point.
const fn shape_worth(shape: Shape) -> i16 {
    match shape {
        Shape::Dead | Shape::DoubleFour | Shape::Overline => 0,
        Shape::ClosedOne => 1,
        Shape::OpenOne => 4,
        Shape::ClosedTwo => 6,
        Shape::OpenTwo => 9,
        Shape::OpenTwoTwice => 12,
        Shape::OpenTwoWide => 15,
        Shape::ClosedThree => 14,
        Shape::OpenThree => 26,
        Shape::OpenThreeWide => 32,
        Shape::Four => 34,
        Shape::OpenFour => 110,
        Shape::Five => 130,
    }
}

/// Additional worth of the class that four shapes make together.
const fn class_worth(threat: Threat) -> i16 {
    match threat {
        Threat::Quiet
        | Threat::OpenTwo
        | Threat::ClosedThree
        | Threat::OpenThree
        | Threat::Four
        | Threat::Five => 0,
        Threat::DoubleTwo => 8,
        Threat::ThreePlus => 14,
        Threat::DoubleThree => 40,
        Threat::FourPlus => 22,
        Threat::FourThree => 70,
        Threat::OpenFour => 20,
        Threat::Foul => -10,
    }
}

/// Worth of the right to move.
pub(crate) const TEMPO: i32 = 30;

/// The values of a rule, computed on first use.
pub(crate) fn values(rule: Rule) -> &'static Values {
    static VALUES: [OnceLock<Box<Values>>; 2] = [const { OnceLock::new() }; 2];
    VALUES[usize::from(rule.black_forbidden())].get_or_init(|| {
        let mut values = Box::new([[0; CODE_SPACE]; 2]);
        for side in Side::BOTH {
            let forbidden = rule.black_forbidden() && side == Side::Black;
            for (code, shapes) in code_shapes().into_iter().enumerate() {
                let threat = Threat::of(shapes, forbidden);
                let sum: i16 = shapes.into_iter().map(shape_worth).sum();
                values[side.index()][code] = if threat == Threat::Foul {
                    class_worth(threat)
                } else {
                    sum + class_worth(threat)
                };
            }
        }
        values
    })
}
