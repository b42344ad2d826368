//! How often a network finds the right answers.

use kagetsu_kernel::{StopSignal, in_order};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use crate::evaluator::{EvaluatedGame, Evaluator};
use crate::game::{Cell, Game, GameRules, with_start};
use crate::search::{SearchEvaluator, Searcher, search_once};

use super::positions::{Probe, ProbeKind};

/// The name under which a run keeps what was measured of a generation.
pub const FILE: &str = "probes.json";

/// Shares of right answers to the positions of one kind, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// What was asked.
    pub kind: ProbeKind,
    /// Positions.
    #[serde(deserialize_with = "some")]
    pub positions: usize,
    /// Of a move drawn among all legal ones.
    #[serde(deserialize_with = "share")]
    pub chance: f64,
    /// Of the move with the greatest prior.
    #[serde(deserialize_with = "share")]
    pub policy: f64,
    /// Of a move drawn by the priors, as expected.
    #[serde(deserialize_with = "share")]
    pub policy_drawn: f64,
    /// Of the best move of a search without noise.
    #[serde(deserialize_with = "share")]
    pub search: f64,
    /// Of a move drawn by its visits, as expected; where the search has proved the result, of its best move.
    #[serde(deserialize_with = "share")]
    pub search_drawn: f64,
}

/// What was measured of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probed {
    /// Playouts of each search.
    pub playouts: u32,
    /// Positions that were asked for of each kind.
    #[serde(deserialize_with = "some")]
    pub of_each: usize,
    /// The kinds of which there were positions.
    pub scores: Vec<Scores>,
}

fn some<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    match usize::deserialize(from)? {
        0 => Err(D::Error::invalid_value(
            Unexpected::Unsigned(0),
            &"a number from 1",
        )),
        number => Ok(number),
    }
}

fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let share = f64::deserialize(from)?;
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    Err(D::Error::invalid_value(
        Unexpected::Float(share),
        &"a share from 0 to 1",
    ))
}

/// Asks a network; `None` if it was stopped. The result does not depend on the number of threads.
pub fn measure(
    searcher: Searcher<'_>,
    rules: GameRules,
    probes: &[Probe],
    playouts: u32,
    threads: usize,
    stop: &StopSignal,
) -> Option<Vec<Scores>> {
    with_start!(rules, start => measure_from(searcher, &start, probes, playouts, threads, stop))
}

/// The same for the game of a start.
fn measure_from<G: Game>(
    searcher: Searcher<'_>,
    start: &G,
    probes: &[Probe],
    playouts: u32,
    threads: usize,
    stop: &StopSignal,
) -> Option<Vec<Scores>> {
    let fresh = searcher.evaluator();
    let work = |number| {
        let probe = &probes[number as usize];
        answer(searcher, fresh.clone(), start, probe, playouts, stop)
    };
    let answers = in_order(0..probes.len() as u64, threads, stop, work)?;
    let of_kind = |kind| {
        let own: Vec<&Scores> = answers
            .iter()
            .filter(|answer| answer.kind == kind)
            .collect();
        let mean = |part: fn(&Scores) -> f64| {
            own.iter().map(|&answer| part(answer)).sum::<f64>() / own.len() as f64
        };
        (!own.is_empty()).then(|| Scores {
            kind,
            positions: own.len(),
            chance: mean(|answer| answer.chance),
            policy: mean(|answer| answer.policy),
            policy_drawn: mean(|answer| answer.policy_drawn),
            search: mean(|answer| answer.search),
            search_drawn: mean(|answer| answer.search_drawn),
        })
    };
    Some(ProbeKind::ALL.into_iter().filter_map(of_kind).collect())
}

/// The scores of one position; `None` if the search was stopped.
fn answer<G: Game>(
    searcher: Searcher<'_>,
    mut evaluator: SearchEvaluator<'_>,
    start: &G,
    probe: &Probe,
    playouts: u32,
    stop: &StopSignal,
) -> Option<Scores> {
    let game = start.clone().after(&probe.moves);
    let is_right = |cell: Cell| probe.answers.contains(&cell);
    let one_if = |is_right: bool| f64::from(u8::from(is_right));
    let mut priors = Vec::new();
    evaluator.evaluate(&game, &mut priors);
    let greatest = priors
        .iter()
        .fold((0, f32::NEG_INFINITY), |best, &(cell, prior)| {
            if prior > best.1 { (cell, prior) } else { best }
        });
    let share = |parts: &mut dyn Iterator<Item = (Cell, f64)>| {
        let (mut right, mut all) = (0.0, 0.0);
        for (cell, part) in parts {
            all += part;
            right += if is_right(cell) { part } else { 0.0 };
        }
        right / all
    };
    let policy_drawn = share(&mut priors.iter().map(|&(cell, prior)| (cell, f64::from(prior))));
    let mut evaluated = EvaluatedGame::new(game, evaluator);
    let found = search_once(searcher, &mut evaluated, playouts, stop)?;
    let moves = found.moves;
    let best = moves.first().is_some_and(|&(best, _)| is_right(best));
    // A first playout gives the root its moves and none of them a visit.
    let is_decided = found.is_proved || moves.iter().all(|&(_, visits)| visits == 0);
    let visits = moves
        .iter()
        .map(|&(cell, visits)| (cell, f64::from(visits)));
    Some(Scores {
        kind: probe.kind,
        positions: 1,
        chance: probe.answers.len() as f64 / priors.len() as f64,
        policy: one_if(is_right(greatest.0)),
        policy_drawn,
        search: one_if(best),
        search_drawn: if is_decided {
            one_if(best)
        } else {
            share(&mut { visits })
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_that_cannot_be_are_damage() {
        let scores = Scores {
            kind: ProbeKind::ALL[0],
            positions: 3,
            chance: 0.25,
            policy: 1.0,
            policy_drawn: 0.5,
            search: 0.0,
            search_drawn: 0.75,
        };
        let whole = serde_json::to_string(&scores).expect("it can be written");
        assert_eq!(serde_json::from_str::<Scores>(&whole).ok(), Some(scores));
        for (from, to, words) in [
            ("0.25", "1.5", "expected a share from 0 to 1"),
            ("0.5", "-0.5", "expected a share from 0 to 1"),
            ("0.75", "1e999", "number out of range"),
            ("0.75", "null", "expected f64"),
            (":3", ":0", "expected a number from 1"),
        ] {
            let text = whole.replacen(from, to, 1);
            let error = serde_json::from_str::<Scores>(&text).expect_err(to);
            assert!(error.to_string().contains(words), "{to}: {error}");
        }
    }
    use crate::net::{Network, NetworkShape};
    use crate::probe::probes;
    use crate::recipe::Recipe;

    #[test]
    fn a_search_finishes_rows_and_the_figures_do_not_depend_on_threads() {
        let rules = crate::Rules::new(5, 5, 4).into();
        let stop = StopSignal::new();
        let probes = probes(rules, 5, &stop).expect("one stone a turn");
        let (network, recipe) = (Network::new(NetworkShape::TINY, 1), Recipe::small());
        let searcher = Searcher::new(&network, &recipe);
        let one = measure(searcher, rules, &probes, 60, 1, &stop).expect("not stopped");
        let three = measure(searcher, rules, &probes, 60, 3, &stop).expect("not stopped");
        assert_eq!(one, three);
        assert_eq!(one.len(), 3);
        // Every move is visited once, so a row that can be completed is.
        assert!(
            one[0].search > 0.99 && one[0].search_drawn > 0.99,
            "{one:?}"
        );
        for scores in &one {
            let shares = [
                scores.chance,
                scores.policy,
                scores.policy_drawn,
                scores.search,
                scores.search_drawn,
            ];
            assert!(
                shares.iter().all(|share| (0.0..=1.0).contains(share)),
                "{scores:?}"
            );
            // It knows nothing, and draws nearly as chance does.
            assert!(
                (scores.policy_drawn - scores.chance).abs() < 0.1,
                "{scores:?}"
            );
        }
        let raised = StopSignal::new();
        raised.raise();
        assert_eq!(measure(searcher, rules, &probes, 60, 1, &raised), None);
    }
}
