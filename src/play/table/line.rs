//! A line of play that was found for a state, as the page shows it.

use serde::{Deserialize, Serialize};

use crate::game::{Colour, Game, GameMove, Line, PlayedMove, Step, TreeNumbers, Value};
use crate::session::Ticket;
use crate::study::Place;

/// A win that was proved, for whoever sees the board: a decided [`Value`] is one for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProvedWin {
    /// Who wins.
    pub colour: Colour,
    /// After so many stones of both.
    pub plies: u16,
    /// After so many own stones.
    pub moves: u16,
}

impl ProvedWin {
    pub(super) fn of(to_move: Colour, value: Value) -> Option<Self> {
        match value {
            Value::WinIn(plies) => Some(Self {
                colour: to_move,
                plies,
                moves: plies.div_ceil(2),
            }),
            Value::LossIn(plies) => Some(Self {
                colour: to_move.opponent(),
                plies,
                moves: plies / 2,
            }),
            Value::Units(_) | Value::Discs(_) | Value::Draw => None,
        }
    }

    /// The same one stone later, when that stone belongs to the line; nothing once the game is over.
    pub(super) fn after_a_stone(self) -> Option<Self> {
        let plies = self.plies.checked_sub(1).filter(|&plies| plies > 0)?;
        // The winner makes the last stone: it moves now when the number of stones is odd.
        let was_winner = self.plies % 2 == 1;
        Some(Self {
            plies,
            moves: self.moves - u16::from(was_winner),
            ..self
        })
    }
}

/// A line and what it does on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    /// The state.
    pub(crate) ticket: Ticket,
    /// The position of the study; nothing for that of the game.
    pub(crate) at: Option<Place>,
    /// The colour to move.
    pub(crate) colour: Colour,
    /// Rank among the lines of the position: 0 for the best one.
    #[serde(rename = "place")]
    pub(crate) rank: usize,
    /// Depth in plies.
    pub(crate) depth: u32,
    /// Win rate of the side to move: the probability that it wins, a draw counted as half a win.
    pub(crate) rate: f64,
    /// What a tree search knows of the first move; nothing of another search.
    pub(crate) tree: Option<TreeNumbers>,
    /// The win, if one was proved.
    pub(crate) proof: Option<ProvedWin>,
    /// The value in the words of the game, where it has such.
    pub(crate) worth: Option<String>,
    /// The clicks of the first move.
    pub(crate) first: Option<GameMove>,
    /// What the moves do on the board, one after the other.
    pub(crate) steps: Vec<PlayedMove>,
    /// All moves by their names.
    pub(crate) moves: Vec<String>,
}

impl LineView {
    pub(super) fn of(game: &dyn Game, ticket: Ticket, at: Option<Place>, line: &Line) -> Self {
        let (steps, moves) = played(game, &line.moves);
        let colour = game.to_move();
        Self {
            ticket,
            at,
            colour,
            rank: line.rank,
            depth: line.depth,
            rate: line.rate,
            tree: line.tree,
            proof: ProvedWin::of(colour, line.value),
            worth: line.value.worth(),
            first: line.best(),
            steps,
            moves,
        }
    }
}

/// What moves do from here, and their names. A pass that is due is played between them; a move that is not legal ends
/// the line.
pub(super) fn played(game: &dyn Game, moves: &[GameMove]) -> (Vec<PlayedMove>, Vec<String>) {
    let before = game.move_count();
    let mut now = game.clone_box();
    let mut names = Vec::new();
    for &mv in moves {
        if now.move_input().must_pass && now.play(Step::Pass).is_err() {
            break;
        }
        let name = now.write_move(mv);
        if now.play(Step::Move(mv)).is_err() {
            break;
        }
        names.push(name);
    }
    let steps = now.moves().split_off(before);
    (steps, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Spot;
    use crate::gomoku::{Gomoku, Rule, Setup};

    #[test]
    fn a_proved_win_counts_the_winners_own_stones() {
        let win = ProvedWin::of(Colour::Black, Value::WinIn(5)).expect("a proof");
        assert_eq!((win.colour, win.moves), (Colour::Black, 3));
        let next = win.after_a_stone().expect("it goes on");
        assert_eq!((next.plies, next.moves), (4, 2));
        let loss = ProvedWin::of(Colour::Black, Value::LossIn(4)).expect("a proof");
        assert_eq!((loss.colour, loss.moves), (Colour::White, 2));
        assert_eq!(loss.after_a_stone().map(|proof| proof.moves), Some(2));
        let last = ProvedWin::of(Colour::Black, Value::WinIn(1)).expect("a proof");
        assert_eq!(last.after_a_stone(), None);
        assert_eq!(ProvedWin::of(Colour::Black, Value::Units(0)), None);
    }

    #[test]
    fn a_line_is_written_with_names_and_without_what_the_page_does_not_read() {
        let game = Gomoku::start(&Setup::square(Rule::Freestyle, 15)).expect("a sound setup");
        let line = Line {
            rank: 1,
            depth: 7,
            rate: 0.5,
            value: Value::WinIn(3),
            moves: vec![Spot::new(7, 7).into()],
            tree: None,
        };
        let view = LineView::of(&game, Ticket(4), None, &line);
        let written = serde_json::to_value(&view).expect("it can be written");
        let expected = serde_json::json!({
            "ticket": 4, "at": null, "place": 1, "colour": "black", "depth": 7, "rate": 0.5,
            "proof": { "colour": "black", "plies": 3, "moves": 2 }, "worth": null,
            "first": { "x": 7, "y": 7 }, "moves": ["h8"], "tree": null,
            "steps": [{
                "spots": [{ "x": 7, "y": 7 }], "from": null,
                "changes": [{ "at": { "x": 7, "y": 7 }, "before": null, "after": "black" }],
            }],
        });
        assert_eq!(written, expected);
    }
}
