//! Rating curves: the ratings after growing numbers of games of the schedule.

use crate::statistics::{Estimate, elo};

use super::input::ReportInput;

/// Most points of a curve. More cannot be distinguished on a page.
const MAX_POINTS: usize = 120;

/// The curve of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name, or both names where it is the difference of two engines.
    pub name: String,
    /// Numbers of games, and the Elo after them. There is no point where the Elo is not finite.
    pub points: Vec<(u32, Estimate)>,
}

/// The curves: the difference of two engines, or the rating of each of several engines.
pub fn curves(input: &ReportInput<'_>) -> Vec<Curve> {
    let games = input.games();
    let names: Vec<&str> = input.names().collect();
    let difference = names.len() == 2;
    let mut curves: Vec<Curve> = if difference {
        vec![Curve {
            name: names.join(" - "),
            points: Vec::new(),
        }]
    } else {
        let curve = |name: &&str| Curve {
            name: (*name).to_string(),
            points: Vec::new(),
        };
        names.iter().map(curve).collect()
    };
    let step = games.len().div_ceil(MAX_POINTS).max(1);
    let mut table = input.table(&[]);
    for (index, record) in games.iter().enumerate() {
        table.push(record);
        let count = index + 1;
        if count % step != 0 && count != games.len() {
            continue;
        }
        let values: Vec<Option<Estimate>> = if difference {
            vec![elo(table.results(0, 1).observations())]
        } else {
            let ratings = input.ratings(&table);
            ratings.map_or_else(
                |_| Vec::new(),
                |ratings| ratings.engines.iter().map(|engine| engine.elo).collect(),
            )
        };
        for (curve, value) in curves.iter_mut().zip(values) {
            let finite = value.filter(|value| value.value.is_finite() && value.is_finite());
            curve
                .points
                .extend(finite.map(|value| (count as u32, value)));
        }
    }
    curves
}
