//! Positions for serde (feature `serde`). Stones and blocked cells are put on the board one by one when they are read, so that
//! no position comes out that could not be made otherwise.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::position::Position;
use super::rule::Rule;
use crate::geometry::{BoardSize, Point};
use kagetsu_kernel::Side;

#[derive(Serialize, Deserialize)]
struct Form {
    size: BoardSize,
    rule: Rule,
    /// In playing order where that is known.
    stones: Vec<(Point, Side)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Point>,
    side_to_move: Side,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form {
            size: self.size(),
            rule: self.rule(),
            stones: self.stones().to_vec(),
            blocked: self.blocked().to_vec(),
            side_to_move: self.side_to_move(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = Form::deserialize(deserializer)?;
        let mut position = Self::new(form.size, form.rule);
        let wrong = |point: Point, error| D::Error::custom(format!("{point:?}: {error}"));
        for (point, side) in form.stones {
            let placed = position.place(point, side);
            placed.map_err(|error| wrong(point, error))?;
        }
        for point in form.blocked {
            let blocked = position.block(point);
            blocked.map_err(|error| wrong(point, error))?;
        }
        position.set_side_to_move(form.side_to_move);
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::{Score, SearchLimits};

    use super::*;
    use crate::board::Outcome;

    fn round<T: Serialize + for<'de> Deserialize<'de>>(value: &T) -> (String, T) {
        let text = serde_json::to_string(value).expect("JSON");
        let read = serde_json::from_str(&text).expect("what was written");
        (text, read)
    }

    #[test]
    fn values_come_back() {
        let mut position = Position::new(BoardSize::STANDARD, Rule::CaroExact);
        position.play(Point::at(7, 6)).expect("an empty point");
        position.block(Point::at(0, 0)).expect("an empty point");
        let (text, read) = round(&position);
        assert_eq!(read, position);
        let expected = r#"{"size":"15x15","rule":"caro-exact","stones":[[[7,6],"black"]],"blocked":[[0,0]],"side_to_move":"white"}"#;
        assert_eq!(text, expected);
        for rule in Rule::ALL {
            assert_eq!(round(&rule), (format!("\"{rule}\""), rule));
        }
        for score in [
            Score::ZERO,
            Score::evaluation(-35),
            Score::win_in(3),
            Score::loss_in(4),
            Score::MAX_EVALUATION,
        ] {
            assert_eq!(round(&score).1, score);
        }
        for outcome in [Outcome::Running, Outcome::Win(Side::White), Outcome::Draw] {
            assert_eq!(round(&outcome).1, outcome);
        }
        let limits = SearchLimits {
            nodes: Some(9),
            ..SearchLimits::default()
        };
        assert_eq!(round(&limits).1, limits);
        let named: SearchLimits =
            serde_json::from_str(r#"{"depth":3}"#).expect("the rest is left out");
        assert_eq!((named.depth, named.multi_pv), (Some(3), 1));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let position = |stones: &str| {
            let text = format!(
                r#"{{"size":"9x9","rule":"renju","stones":{stones},"side_to_move":"black"}}"#
            );
            serde_json::from_str::<Position>(&text)
        };
        assert!(position("[]").is_ok());
        for wrong in [
            r#"[[[9,0],"black"]]"#,
            r#"[[[99,0],"black"]]"#,
            r#"[[[1,1],"black"],[[1,1],"white"]]"#,
            r#"[[[1,1],"red"]]"#,
        ] {
            assert!(position(wrong).is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Score>("30001").is_err());
        assert!(serde_json::from_str::<Score>("-2147483648").is_err());
        assert!(serde_json::from_str::<BoardSize>("\"99\"").is_err());
    }
}
