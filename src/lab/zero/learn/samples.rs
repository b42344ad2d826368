//! The positions that are learned from, with what a network is to say of them.

use kagetsu_gomoku::board::Side;
use kagetsu_kernel::rng::Rng;

use crate::game::{Cell, Game, Symmetry};
use crate::net::{
    Activations, AuxiliaryTarget, Field, Losses, Network, Target, Workspace, gradient, losses_of,
    planes_of, turned_planes,
};
use crate::recipe::{Auxiliary, Recipe};

use super::games::{GameRecord, Searched, VALUE_PARTS, Valued};

/// The root that softens a policy, as an exponent.
const SOFTENING: f32 = 0.25;
const PERCENT: f64 = 100.0;

/// A position with what a network is to say of it.
#[derive(Clone, Debug)]
pub(super) struct Sample<G> {
    game: G,
    target: Target,
}

/// All positions of some games, and how often each is drawn. A position is made anew each time: all of them at once would need
/// some kilobytes each.
pub(super) struct Samples<'a, G> {
    recipe: &'a Recipe,
    start: &'a G,
    /// Games and the numbers of their positions, those of searches before those with values.
    positions: Vec<(&'a GameRecord, usize)>,
    /// The sums of the weights up to each position; none where all have the same.
    sums: Vec<f64>,
}

impl<'a, G: Game> Samples<'a, G> {
    pub(super) fn new(
        recipe: &'a Recipe,
        start: &'a G,
        generations: &'a [Vec<GameRecord>],
    ) -> Self {
        let games = generations.iter().flatten();
        let positions: Vec<(&GameRecord, usize)> = games
            .flat_map(|game| (0..game.positions()).map(move |number| (game, number)))
            .collect();
        let surprise = |&(game, number): &(&GameRecord, usize)| {
            let searched = game.searches.get(number);
            searched.map_or(0.0, |searched| f64::from(searched.surprise))
        };
        let all: f64 = positions.iter().map(surprise).sum();
        let mut sums = Vec::new();
        if recipe.surprise_percent > 0 && all > 0.0 {
            let share = f64::from(recipe.surprise_percent) / PERCENT;
            let mut sum = 0.0;
            sums.extend(positions.iter().map(|position| {
                let own = surprise(position) / all;
                sum += (1.0 - share) / positions.len() as f64 + share * own;
                sum
            }));
        }
        Self {
            recipe,
            start,
            positions,
            sums,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of one of them. There must be some.
    pub(super) fn draw(&self, rng: &mut Rng) -> usize {
        let Some(sum) = self.sums.last() else {
            return rng.below(self.positions.len());
        };
        let drawn = rng.next_u64() as f64 / u64::MAX as f64 * sum;
        let number = self.sums.partition_point(|&sum| sum <= drawn);
        number.min(self.positions.len() - 1)
    }

    /// The position of a number.
    pub(super) fn sample(&self, number: usize) -> Sample<G> {
        let (record, number) = self.positions[number];
        match number.checked_sub(record.searches.len()) {
            None => self.searched(record, &record.searches[number]),
            Some(number) => self.valued(record, &record.valued[number]),
        }
    }

    /// The position of a search that has moves and visits.
    fn searched(&self, record: &GameRecord, searched: &Searched) -> Sample<G> {
        let game = self.start.clone().after(&record.moves[..searched.ply]);
        let sum: u32 = searched.visits.iter().map(|(_, visits)| visits).sum();
        let share = |cell: Cell| {
            let own = searched.visits.iter().find(|(other, _)| *other == cell);
            own.map_or(0.0, |&(_, visits)| visits as f32 / sum.max(1) as f32)
        };
        let sign = match game.side_to_move() {
            Side::Black => 1.0,
            Side::White => -1.0,
        };
        let value = sign * f32::from(record.result);
        let reply = record.moves.get(searched.ply + 1).copied();
        Sample::with_policy(game, share, value, reply, self.recipe)
    }

    /// A position of a search by values alone: it has nothing to say of moves.
    fn valued(&self, record: &GameRecord, valued: &Valued) -> Sample<G> {
        let game = self.start.clone().after(&record.moves[..valued.ply]);
        let heads = self.recipe.auxiliary_weights().len();
        let target = Target {
            policy: Vec::new(),
            value: f32::from(valued.value) / VALUE_PARTS,
            auxiliary: vec![AuxiliaryTarget::default(); heads],
        };
        // The line was played when the record was made or read.
        let game = valued.position(&game).unwrap_or(game);
        Sample { game, target }
    }
}

impl<G: Game> Sample<G> {
    /// A position with the shares of its moves, its value, and the move that was played after its own, if that is known.
    pub(super) fn with_policy(
        game: G,
        share: impl Fn(Cell) -> f32,
        value: f32,
        reply: Option<Cell>,
        recipe: &Recipe,
    ) -> Self {
        let legal = game.legal_moves();
        let policy: Vec<(Cell, f32)> = legal.map(|cell| (cell, share(cell))).collect();
        let auxiliary = recipe.auxiliary_weights().into_iter();
        let auxiliary = auxiliary.map(|(kind, weight)| match kind {
            Auxiliary::Soft => softened(&policy, weight),
            Auxiliary::Reply => reply_of(&policy, reply, weight),
        });
        let target = Target {
            auxiliary: auxiliary.collect(),
            value,
            policy,
        };
        Self { game, target }
    }

    /// What a network is to say of it.
    #[cfg(test)]
    pub(super) const fn target(&self) -> &Target {
        &self.target
    }

    /// Its losses.
    pub(super) fn losses(&self, network: &Network, numbers: &mut Activations) -> Losses {
        let planes = planes_of(&self.game);
        losses_of(
            network,
            Field::of(&self.game),
            planes,
            &self.target,
            numbers,
        )
    }

    /// Adds the gradient of its losses, turned by a symmetry if there is one.
    pub(super) fn gradient(
        &self,
        network: &Network,
        symmetry: Option<Symmetry>,
        workspace: &mut Workspace,
        sum: &mut [f32],
    ) -> Losses {
        let field = Field::of(&self.game);
        let Some(symmetry) = symmetry else {
            let planes = planes_of(&self.game);
            return gradient(network, field, planes, &self.target, workspace, sum);
        };
        let planes = turned_planes(&self.game, |cell| symmetry.apply(cell));
        let mut target = self.target.clone();
        for (cell, _) in &mut target.policy {
            *cell = symmetry.apply(*cell);
        }
        gradient(network, field, planes, &target, workspace, sum)
    }
}

/// The fourth root of a policy, so that also moves with few visits count.
fn softened(policy: &[(Cell, f32)], weight: f32) -> AuxiliaryTarget {
    let parts = || policy.iter().map(|&(_, part)| libm::powf(part, SOFTENING));
    let sum: f32 = parts().sum();
    AuxiliaryTarget {
        weight: if sum > 0.0 { weight } else { 0.0 },
        policy: parts().map(|part| part / sum).collect(),
    }
}

/// The move that was played next. The last move of a game has none, and a next one may not be legal yet: where stones
/// fall, or in Reversi.
fn reply_of(policy: &[(Cell, f32)], reply: Option<Cell>, weight: f32) -> AuxiliaryTarget {
    let is_reply = |cell: Cell| reply == Some(cell);
    if !policy.iter().any(|&(cell, _)| is_reply(cell)) {
        return AuxiliaryTarget::default();
    }
    AuxiliaryTarget {
        weight,
        policy: policy
            .iter()
            .map(|&(cell, _)| f32::from(u8::from(is_reply(cell))))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Connect, Rules};
    use crate::recipe::recipe_text;

    fn recipe() -> Recipe {
        let ours = recipe_text("ours").expect("a recipe of the program");
        Recipe {
            rules: "3x3,k=3".to_string(),
            surprise_percent: 50,
            soft_policy_percent: 800,
            reply_percent: 15,
            ..Recipe::read(ours).expect("a recipe of the program")
        }
    }

    /// A game with two searches, the second of them surprising.
    fn game() -> GameRecord {
        GameRecord::read(
            r#"{"game":0,"moves":[4,0,3,1,5],"result":1,"searches":[{"ply":1,"visits":[[0,1],[2,81]]},
            {"ply":4,"visits":[[5,1]],"surprise":3000}]}"#
                .replace('\n', "")
                .as_str(),
            Rules::new(3, 3, 3).into(),
        )
        .expect("a game")
    }

    fn start() -> Connect {
        Connect::new(Rules::new(3, 3, 3))
    }

    #[test]
    fn targets_are_the_policy_its_root_the_reply_and_the_result() {
        let (recipe, start, games) = (recipe(), start(), [vec![game()]]);
        let samples = Samples::new(&recipe, &start, &games);
        assert_eq!(samples.len(), 2);
        let [first, second] = [0, 1].map(|number| samples.sample(number));
        assert!(
            (first.target.value + 1.0).abs() < 1e-6 && (second.target.value - 1.0).abs() < 1e-6
        );
        let part = |target: &AuxiliaryTarget, cell: Cell| {
            let place = first
                .target
                .policy
                .iter()
                .position(|&(other, _)| other == cell);
            target.policy[place.expect("a legal move")]
        };
        let [soft, reply] = first.target.auxiliary.as_slice() else {
            panic!("two heads");
        };
        assert!((part(soft, 2) / part(soft, 0) - 3.0).abs() < 1e-4);
        assert!((soft.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((part(reply, 3) - 1.0).abs() < 1e-6 && (reply.weight - 0.15).abs() < 1e-6);
        // There is no reply to the last move.
        assert!(second.target.auxiliary[1].weight <= 0.0);
    }

    #[test]
    fn surprising_positions_are_drawn_more_often() {
        let (start, games) = (start(), [vec![game()]]);
        let plain = Recipe {
            surprise_percent: 0,
            ..recipe()
        };
        // A half for all alike, a half for surprise.
        for (recipe, expected) in [(recipe(), 2850..3150), (plain, 1850..2150)] {
            let samples = Samples::new(&recipe, &start, &games);
            let mut rng = Rng::new(1);
            let surprising = (0..4000).filter(|_| samples.draw(&mut rng) == 1).count();
            assert!(expected.contains(&surprising), "{surprising}");
        }
    }
}
