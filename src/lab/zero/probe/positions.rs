//! The positions: random games with stones near each other, as far as one of the questions is asked.

use std::collections::HashSet;

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Side, StopSignal};
use serde::{Deserialize, Serialize};

use crate::game::{Cell, Connect, Game, GameRules, Rules, near_in_rows};

use super::threats::Stones;

/// Random games in a row without a new position after which there is none to be found any more.
const PATIENCE: u64 = 1_000;
/// Stones of a random game, at most.
const STONES: usize = 32;
/// How near, along the rows, a random stone is to another one.
const NEAR: usize = 2;
/// Threats of a win by fours that is looked for after an answer.
const FOURS: u32 = 5;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProbeKind {
    /// Completes its row.
    Finish,
    /// Takes the only cell on which the opponent would complete one.
    Block,
    /// Prevents the opponent from threatening to complete a row on two cells at once, as an open three does. The side to move
    /// can gain no time with threats of its own.
    Answer,
    /// Keeps the result that it has with the best moves, near the end of a game of Reversi.
    Keep,
}

impl ProbeKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Finish, Self::Block, Self::Answer, Self::Keep];

    /// In words, for the rules of which they are positions.
    pub fn name(self, rules: GameRules) -> String {
        // Only games with rows are asked about them.
        let row = rules.in_a_row().map_or(0, |rules| rules.row);
        match self {
            Self::Finish => "complete a row".to_string(),
            Self::Block => format!("block {} of {row}", row.saturating_sub(1)),
            Self::Answer => format!("answer {} of {row}", row.saturating_sub(2)),
            Self::Keep => "keep the result".to_string(),
        }
    }
}

/// A position with its right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What is asked.
    pub kind: ProbeKind,
    /// The moves that lead there.
    pub moves: Vec<Cell>,
    /// The right moves.
    pub answers: Vec<Cell>,
}

/// Why there are no positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// The answers are not found by looking at rows alone.
    #[error(
        "positions with right answers are made for games of one stone a turn without gravity and misere alone, not for '{0}'"
    )]
    Rules(Rules),
    /// The stop signal ended the work.
    #[error("interrupted")]
    Interrupted,
}

/// Are the answers found by looking at rows alone?
pub(super) const fn has_probes(rules: &Rules) -> bool {
    rules.stones == 1 && rules.first_stones == 1 && !rules.gravity && !rules.misere
}

/// Draws so many positions of each kind, or fewer where random games of these rules have not so many. They are all different.
pub(super) fn probes(
    rules: &Rules,
    of_each: usize,
    stop: &StopSignal,
) -> Result<Vec<Probe>, ProbeError> {
    if !has_probes(rules) {
        return Err(ProbeError::Rules(*rules));
    }
    let mut found: [Vec<Probe>; 3] = Default::default();
    let mut seen = HashSet::new();
    let mut last = 0;
    for seed in 0.. {
        if found.iter().all(|found| found.len() >= of_each) || seed > last + PATIENCE {
            break;
        }
        if stop.is_raised() {
            return Err(ProbeError::Interrupted);
        }
        // One question of each kind in a game, so that positions are of many games.
        for probe in questions(*rules, &mut Rng::new(seed)) {
            let own = &mut found[probe.kind as usize];
            let mut stones: Vec<(usize, Cell)> = probe
                .moves
                .iter()
                .enumerate()
                .map(|(ply, &cell)| ((probe.moves.len() - ply) % 2, cell))
                .collect();
            stones.sort_unstable();
            if own.len() < of_each && seen.insert(stones) {
                own.push(probe);
                last = seed;
            }
        }
    }
    Ok(found.into_iter().flatten().collect())
}

/// The first position of each kind in a random game.
fn questions(rules: Rules, rng: &mut Rng) -> Vec<Probe> {
    let mut game = Connect::new(rules);
    let mut found: Vec<Probe> = Vec::new();
    while game.played().len() < STONES && game.outcome() == Outcome::Running {
        let question = ask(&game);
        if let Some((kind, answers)) = question
            && !found.iter().any(|probe| probe.kind == kind)
        {
            found.push(Probe {
                kind,
                moves: game.played().to_vec(),
                answers,
            });
        }
        let cell = random_move(&game, rng);
        game.play(cell);
    }
    found
}

/// A random cell near a stone, or any on the empty board.
fn random_move(game: &Connect, rng: &mut Rng) -> Cell {
    let legal: Vec<Cell> = game.legal_moves().collect();
    let is_near = |cell: &Cell| {
        near_in_rows(game.rules(), *cell, NEAR).any(|cell| game.stone(cell).is_some())
    };
    let near: Vec<Cell> = legal.iter().copied().filter(is_near).collect();
    let cells = if near.is_empty() { legal } else { near };
    cells[rng.below(cells.len())]
}

/// The question that a position asks, if it does, with the right answers.
fn ask(game: &Connect) -> Option<(ProbeKind, Vec<Cell>)> {
    let mut stones = Stones::of(game);
    let side = game.side_to_move();
    let own = stones.winning(side);
    if !own.is_empty() {
        return Some((ProbeKind::Finish, own));
    }
    match *stones.winning(side.opponent()) {
        [] => {
            let &last = game.played().last()?;
            answers(&mut stones, side, last).map(|answers| (ProbeKind::Answer, answers))
        }
        [only] => {
            stones.put(only, side);
            let is_lost = stones.wins_by_fours(side.opponent(), FOURS);
            (!is_lost).then(|| (ProbeKind::Block, vec![only]))
        }
        _ => None,
    }
}

/// The answers to a double threat that comes with the opponent's next stone, where the last one has made it possible.
fn answers(stones: &mut Stones, side: Side, last: Cell) -> Option<Vec<Cell>> {
    let opponent = side.opponent();
    let near = stones.empty_in_rows(last);
    if stones.double_threats(&near, opponent).is_empty() || stones.can_threaten(side) {
        return None;
    }
    let all = stones.empty();
    let threats = stones.double_threats(&all, opponent);
    let mut is_right = |cell: Cell| {
        let mut left = threats.clone();
        left.retain(|&threat| threat != cell);
        stones.put(cell, side);
        let is_right = stones.double_threats(&left, opponent).is_empty()
            && !stones.wins_by_fours(opponent, FOURS);
        stones.take(cell);
        is_right
    };
    let answers: Vec<Cell> = all.iter().copied().filter(|&cell| is_right(cell)).collect();
    (!answers.is_empty()).then_some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves after which the side to move has not lost within so many plies, by looking at everything.
    fn unlost(game: &mut Connect, plies: u32) -> Vec<Cell> {
        let moves: Vec<Cell> = game.legal_moves().collect();
        let mut is_unlost = |cell: Cell| {
            let side = game.side_to_move();
            game.play(cell);
            let unlost = match game.outcome() {
                Outcome::Win(winner) => winner == side,
                Outcome::Draw => true,
                // The opponent has a move after which every reply loses.
                Outcome::Running => plies < 2 || !wins_within(game, plies - 1),
            };
            game.undo();
            unlost
        };
        moves.into_iter().filter(|&cell| is_unlost(cell)).collect()
    }

    fn wins_within(game: &mut Connect, plies: u32) -> bool {
        let side = game.side_to_move();
        let moves: Vec<Cell> = game.legal_moves().collect();
        moves.into_iter().any(|cell| {
            game.play(cell);
            let wins = match game.outcome() {
                Outcome::Win(winner) => winner == side,
                Outcome::Draw => false,
                Outcome::Running => plies > 2 && unlost(game, plies - 1).is_empty(),
            };
            game.undo();
            wins
        })
    }

    #[test]
    fn answers_are_those_of_looking_at_everything() {
        for text in ["5x5,k=4", "5x4,k=3", "4x4,k=3,torus", "5x5,k=4,exact"] {
            let rules: Rules = text.parse().expect("good rules");
            let probes = probes(&rules, 2, &StopSignal::new()).expect("one stone a turn");
            for kind in [ProbeKind::Finish, ProbeKind::Block, ProbeKind::Answer] {
                // Where three in a row win, a threat is answered by threats; a torus is so narrow that no answer helps.
                let count = probes.iter().filter(|probe| probe.kind == kind).count();
                assert!(count > 0 || rules.row == 3, "{text}: {kind:?}");
            }
            for probe in probes {
                let mut game = Connect::new(rules).after(&probe.moves);
                let side = game.side_to_move();
                let expected: Vec<Cell> = match probe.kind {
                    ProbeKind::Finish => {
                        let moves: Vec<Cell> = game.legal_moves().collect();
                        let mut wins = |cell: Cell| {
                            game.play(cell);
                            let wins = game.outcome() == Outcome::Win(side);
                            game.undo();
                            wins
                        };
                        moves.into_iter().filter(|&cell| wins(cell)).collect()
                    }
                    ProbeKind::Block => unlost(&mut game, 2),
                    ProbeKind::Answer => unlost(&mut game, 4),
                    ProbeKind::Keep => panic!("a question of Reversi"),
                };
                assert!(
                    probe.answers.iter().all(|answer| expected.contains(answer)),
                    "{text} {probe:?}"
                );
                if probe.kind != ProbeKind::Answer {
                    assert_eq!(probe.answers, expected, "{text} {probe:?}");
                }
            }
        }
    }

    #[test]
    fn an_open_three_has_its_three_answers() {
        // Three in the middle of a row with room on both sides, and white stones far away from each other.
        let rules = Rules::new(9, 9, 5);
        let mut game = Connect::new(rules).after(&[39, 0, 40, 8, 41]);
        let asked = ask(&game);
        // Beside the three: from the far ends it becomes an open four on the other side.
        let answers = vec![38, 42];
        assert_eq!(asked, Some((ProbeKind::Answer, answers)));
        game.play(72);
        assert_eq!(ask(&game), None);
        game.play(38);
        game.play(37);
        let (kind, answers) = ask(&game).expect("four in a row");
        assert_eq!((kind, answers), (ProbeKind::Finish, vec![42]));
    }

    #[test]
    fn questions_are_named_by_the_length_of_the_row() {
        let names = |row| ProbeKind::ALL.map(|kind| kind.name(Rules::new(9, 9, row).into()));
        assert_eq!(
            names(5)[..3],
            ["complete a row", "block 4 of 5", "answer 3 of 5"]
        );
        assert_eq!(names(3)[1], "block 2 of 3");
    }

    #[test]
    fn positions_are_different_and_the_same_ones_each_time() {
        let rules = Rules::new(9, 9, 5);
        let stop = StopSignal::new();
        let drawn = || probes(&rules, 12, &stop);
        let found = drawn().expect("one stone a turn");
        assert_eq!(found.len(), 36);
        assert_eq!(Ok(&found), drawn().as_ref());
        let all: HashSet<&Vec<Cell>> = found.iter().map(|probe| &probe.moves).collect();
        assert_eq!(all.len(), 36);
        for text in ["9x9,k=5,p=2", "7x6,k=4,gravity", "3x3,k=3,misere"] {
            let rules = text.parse().expect("good rules");
            let error = probes(&rules, 1, &stop).expect_err(text);
            assert!(error.to_string().contains(text), "{error}");
        }
        stop.raise();
        assert_eq!(drawn(), Err(ProbeError::Interrupted));
    }
}
