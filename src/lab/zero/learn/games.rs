//! How a game of a network against itself is kept: one JSON object a line.

use std::collections::BTreeSet;

use kagetsu_gomoku::board::{Outcome, Side};
use kagetsu_kernel::quote;
use serde::{Deserialize, Serialize};

use crate::fault::short;
use crate::game::{Cell, Game, GameRules, with_start};

/// A search that is learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Moves that were played before.
    pub ply: usize,
    /// The visited moves, cell and visits, or parts of an improved policy. They are learned.
    pub visits: Vec<(Cell, u32)>,
    /// How far they were from the priors (Kullback and Leibler), in thousandths of a nat, where a recipe asks for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub surprise: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Parts of one that the values of positions are kept in.
pub(super) const VALUE_PARTS: f32 = 1000.0;

/// A position of a search by values alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Valued {
    /// Moves of the game that lead toward it.
    pub ply: usize,
    /// The moves after them that the game did not have.
    pub line: Vec<Cell>,
    /// Its value for the side to move, in thousandths.
    pub value: i16,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in its generation.
    pub game: u64,
    /// The moves.
    pub moves: Vec<Cell>,
    /// 1 if Black won, -1 if White did, 0 for a draw.
    pub result: i8,
    /// The searches that are learned from.
    pub searches: Vec<Searched>,
    /// The positions of searches by values alone, in the order of their plies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub valued: Vec<Valued>,
    /// Playouts of all searches. Unknown for games of earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
}

/// Why a line is no game of these rules, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadGameError(String);

pub(crate) const fn result_of(outcome: Outcome) -> Option<i8> {
    match outcome {
        Outcome::Win(Side::Black) => Some(1),
        Outcome::Win(Side::White) => Some(-1),
        Outcome::Draw => Some(0),
        Outcome::Running => None,
    }
}

impl Searched {
    /// Can what it has visited be learned in this position?
    fn check<G: Game>(&self, game: &G) -> Result<(), String> {
        let mut left: BTreeSet<Cell> = game.legal_moves().collect();
        for &(cell, _) in &self.visits {
            if !left.remove(&cell) {
                let fault = if game.is_legal(cell) {
                    "visits cell {} twice"
                } else {
                    "visits cell {}, which cannot be played"
                };
                return Err(fault.replace("{}", &cell.to_string()));
            }
        }
        let sum: u64 = self.visits.iter().map(|&(_, own)| u64::from(own)).sum();
        match u32::try_from(sum) {
            Ok(0) => Err("has no visits".to_string()),
            Ok(_) => Ok(()),
            Err(_) => Err(format!("has {sum} visits: expected {} at most", u32::MAX)),
        }
    }
}

impl Valued {
    /// The position itself, where its moves can be played after these of the game.
    pub(super) fn position<G: Game>(&self, game: &G) -> Option<G> {
        let mut position = game.clone();
        for &cell in &self.line {
            if !position.is_legal(cell) {
                return None;
            }
            position.play(cell);
        }
        Some(position)
    }

    fn refused(&self, fault: &str) -> String {
        let (ply, line) = (self.ply, quote(&format!("{:?}", self.line)));
        format!("the position after ply {ply} and the moves {line} {fault}")
    }

    /// Can it be learned in this position of the game?
    fn check<G: Game>(&self, game: &G) -> Result<(), &'static str> {
        let position = self.position(game).ok_or("cannot be reached")?;
        let value = f32::from(self.value) / VALUE_PARTS;
        if value.abs() > 1.0 {
            return Err("has a value beyond one");
        }
        let result = result_of(position.outcome()).map(|result| match position.side_to_move() {
            Side::Black => f32::from(result),
            Side::White => -f32::from(result),
        });
        match result {
            Some(result) if (result - value).abs() > f32::EPSILON => {
                Err("has ended with another value")
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl GameRecord {
    /// The game as a line, without its end.
    ///
    /// # Errors
    /// None that is known.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Positions that are learned from.
    pub(super) const fn positions(&self) -> usize {
        self.searches.len() + self.valued.len()
    }

    /// Reads a line and plays the game.
    ///
    /// # Errors
    /// [`ReadGameError`] for what is no game of these rules.
    pub fn read(line: &str, rules: GameRules) -> Result<Self, ReadGameError> {
        let form = |error: serde_json::Error| ReadGameError(short(&error.to_string()));
        let record: Self = serde_json::from_str(line).map_err(form)?;
        let checked = with_start!(rules, start => record.check(start));
        checked.map_err(|fault| ReadGameError(format!("by the rules {rules} {fault}")))?;
        Ok(record)
    }

    /// Plays the game, from its start to its end. Says what is wrong, if anything is.
    fn check<G: Game>(&self, mut end: G) -> Result<(), String> {
        let mut searches = self.searches.iter().peekable();
        let mut valued = self.valued.iter().peekable();
        let mut check_valued = |ply, game: &G| {
            while let Some(valued) = valued.next_if(|valued| valued.ply == ply) {
                valued.check(game).map_err(|fault| valued.refused(fault))?;
            }
            // Those before it were taken.
            match valued.peek() {
                Some(valued) if valued.ply < ply || valued.ply > self.moves.len() => {
                    Err(valued.refused("is not in the order of the moves"))
                }
                Some(_) | None => Ok(()),
            }
        };
        for (ply, &cell) in self.moves.iter().enumerate() {
            check_valued(ply, &end)?;
            if let Some(searched) = searches.next_if(|searched| searched.ply == ply) {
                searched
                    .check(&end)
                    .map_err(|fault| format!("the search of ply {ply} {fault}"))?;
            }
            if !end.is_legal(cell) {
                return Err(format!("move {ply} cannot be played"));
            }
            end.play(cell);
        }
        check_valued(self.moves.len(), &end)?;
        if let Some(searched) = searches.next() {
            return Err(format!(
                "the search of ply {} is of no position after that of the search before it",
                searched.ply
            ));
        }
        if result_of(end.outcome()) != Some(self.result) {
            return Err(format!(
                "the result {} is not that of the moves",
                self.result
            ));
        }
        let most = self.moves.len() as u64 * u64::from(u32::MAX);
        match self.playouts.filter(|&playouts| playouts > most) {
            Some(playouts) => Err(format!("{playouts} playouts are too many for a game")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    const GAME: &str = r#"{"game":0,"moves":[4,0,3,1,5],"result":1,"searches":[{"ply":1,"visits":[[0,1],[2,81]]},{"ply":4,"visits":[[5,1]]}],"playouts":90}"#;

    #[test]
    fn damaged_searches_are_refused() {
        let read = |line: &str| GameRecord::read(line, Rules::new(3, 3, 3).into());
        read(GAME).expect("it is whole");
        for (from, to, words) in [
            (
                "[0,1],[2,81]",
                "[0,4294967295],[2,4294967295]",
                "has 8589934590 visits",
            ),
            ("[0,1],[2,81]", "[0,0],[2,0]", "has no visits"),
            ("[0,1],[2,81]", "", "has no visits"),
            ("[0,1],[2,81]", "[2,1],[2,81]", "visits cell 2 twice"),
            (
                "[0,1],[2,81]",
                "[4,1]",
                "visits cell 4, which cannot be played",
            ),
            (
                "[0,1],[2,81]",
                "[9,1]",
                "visits cell 9, which cannot be played",
            ),
            (
                "\"ply\":4",
                "\"ply\":1",
                "the search of ply 1 is of no position after",
            ),
            (
                "\"ply\":4",
                "\"ply\":0",
                "the search of ply 0 is of no position after",
            ),
            (
                "\"ply\":4",
                "\"ply\":5",
                "the search of ply 5 is of no position after",
            ),
            (
                "\"playouts\":90",
                "\"playouts\":18446744073709551615",
                "are too many",
            ),
            ("[4,0,3,1,5]", "[4,0,3,1,1]", "move 4 cannot be played"),
        ] {
            let error = read(&GAME.replacen(from, to, 1)).expect_err(to);
            assert!(error.to_string().contains(words), "{to}: {error}");
        }
    }

    /// A game with values of positions of its search, among them one that it did not come to.
    const VALUED: &str = r#"{"game":0,"moves":[4,0,3,1,5],"result":1,"searches":[],"valued":[{"ply":0,"line":[],"value":333},{"ply":3,"line":[5],"value":-1000},{"ply":5,"line":[],"value":-1000}]}"#;

    #[test]
    fn damaged_values_are_refused() {
        let read = |line: &str| GameRecord::read(line, Rules::new(3, 3, 3).into());
        let game = read(VALUED).expect("it is whole");
        assert_eq!(game.line().expect("it can be written"), VALUED);
        for (from, to, words) in [
            (
                "[5]",
                "[4]",
                "after ply 3 and the moves [4] cannot be reached",
            ),
            ("[5]", "[9]", "cannot be reached"),
            (
                "[5]",
                "[5,5]",
                "after ply 3 and the moves [5, 5] cannot be reached",
            ),
            ("333", "1001", "has a value beyond one"),
            ("\"ply\":3", "\"ply\":6", "not in the order"),
            (
                "[],\"value\":-1000",
                "[],\"value\":0",
                "has ended with another value",
            ),
            ("\"ply\":0", "\"ply\":4", "not in the order"),
            ("-1000}]", "-40000}]", "expected i16"),
        ] {
            let error = read(&VALUED.replacen(from, to, 1)).expect_err(to);
            assert!(error.to_string().contains(words), "{to}: {error}");
        }
    }

    #[test]
    fn the_error_of_a_giant_line_is_short() {
        let giant = "9,".repeat(100_000);
        for (from, to) in [
            ("[5]", format!("[{giant}5]")),
            ("333", format!("\"{giant}\"")),
            ("\"game\":0", format!("\"{giant}\":1,\"game\":\"{giant}\"")),
        ] {
            let line = VALUED.replacen(from, &to, 1);
            let error = GameRecord::read(&line, Rules::new(3, 3, 3).into()).expect_err("no game");
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}
