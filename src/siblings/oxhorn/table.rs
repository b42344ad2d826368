//! The whole game solved: value, distance and best moves of all 720 states, by retrograde analysis (K. Thompson,
//! "Retrograde analysis of certain endgames", 1986). It is made in memory within a fraction of a millisecond.

use std::collections::VecDeque;
use std::fmt;

use super::board::Side;
use super::moves::Move;
use super::rules::Rules;
use super::state::{STATES, State};

/// What is known about one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    /// Who wins with best play; nobody in a draw.
    pub winner: Option<Side>,
    /// Plies to the end: the winner hurries and the loser delays. None where nobody can force an end, so that the
    /// game repeats.
    pub plies: Option<u8>,
}

impl Solution {
    /// The value as `side` sees it: 1, 0 or -1.
    pub fn for_side(self, side: Side) -> i8 {
        match self.winner {
            None => 0,
            Some(winner) if winner == side => 1,
            Some(_) => -1,
        }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.plies) {
            (Some(side), Some(0)) => write!(f, "{side} has won"),
            (Some(side), Some(plies)) => write!(f, "{side} wins in {plies}"),
            (Some(side), None) => write!(f, "{side} wins by repetition"),
            (None, _) => f.write_str("draw by repetition"),
        }
    }
}

/// How many states have which value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Won by Red.
    pub red: usize,
    /// Drawn.
    pub drawn: usize,
    /// Won by Blue.
    pub blue: usize,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} red, {} drawn, {} blue",
            self.red, self.drawn, self.blue
        )
    }
}

/// The solved game under one set of rules.
///
/// ```
/// use kagetsu_oxhorn::{Rules, Table};
/// let table = Table::new(Rules::default());
/// assert_eq!(table.totals().to_string(), "460 red, 224 drawn, 36 blue");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    rules: Rules,
    solutions: Vec<Solution>,
}

impl Table {
    /// Solves the game.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            solutions: solved(rules),
        }
    }

    /// The rules that were solved.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What is known about a state.
    pub fn solution(&self, state: State) -> Solution {
        self.solutions[state.index()]
    }

    /// Counts the states of each value.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for solution in &self.solutions {
            match solution.winner {
                Some(Side::Red) => totals.red += 1,
                None => totals.drawn += 1,
                Some(Side::Blue) => totals.blue += 1,
            }
        }
        totals
    }

    /// The best move: the shortest win, else the longest loss, else the move after which the opponent has most moves
    /// that lose. Of equal moves the first. None when the game is over.
    pub fn best_move(&self, state: State) -> Option<Move> {
        if self.rules.winner(state).is_some() {
            return None;
        }
        let mut best = None;
        for (step, next) in state.successors() {
            let worth = self.worth(next);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, step));
            }
        }
        best.map(|(_, step)| step)
    }

    /// Orders the states after a move, best for the player who has just moved last.
    fn worth(&self, next: State) -> (i8, i16) {
        let mover = next.side().opponent();
        let solution = self.solution(next);
        let class = solution.for_side(mover);
        let within = match solution.plies {
            // Sooner is better for the winner and worse for the loser; a repetition comes after every forced end.
            Some(plies) => -i16::from(class) * i16::from(plies),
            None if class != 0 => -i16::from(class) * i16::from(u8::MAX),
            None => self.losing_replies(next),
        };
        (class, within)
    }

    /// The number of moves with which the side to move would lose.
    fn losing_replies(&self, state: State) -> i16 {
        state
            .successors()
            .filter(|&(_, next)| self.solution(next).for_side(state.side()) < 0)
            .count() as i16
    }

    /// Best play from here to the end, or to the first state that comes again; the state itself is not in it.
    pub fn line(&self, state: State) -> Vec<State> {
        let mut line = Vec::new();
        let mut now = state;
        while let Some(next) = self.best_move(now).and_then(|step| now.after(step)) {
            let again = next == state || line.contains(&next);
            line.push(next);
            if again {
                break;
            }
            now = next;
        }
        line
    }
}

/// What is known of every state: the end that somebody can force, else repetition.
fn solved(rules: Rules) -> Vec<Solution> {
    let repeated = Solution {
        winner: rules.repetition.winner(),
        plies: None,
    };
    let forced = |winner, plies| Solution {
        winner: Some(winner),
        plies: Some(plies),
    };
    let mut known = vec![repeated; STATES];
    let mut before: Vec<Vec<State>> = vec![Vec::new(); STATES];
    // Moves of each state that are not yet known to lose.
    let mut open = vec![0_usize; STATES];
    let mut queue = VecDeque::new();
    for state in State::all() {
        if let Some(winner) = rules.winner(state) {
            known[state.index()] = forced(winner, 0);
            queue.push_back((state, winner, 0));
            continue;
        }
        for (_, next) in state.successors() {
            before[next.index()].push(state);
            open[state.index()] += 1;
        }
    }
    // First in, first out: states are settled in the order of their distance.
    while let Some((state, winner, plies)) = queue.pop_front() {
        for &earlier in &before[state.index()] {
            let index = earlier.index();
            open[index] -= 1;
            let is_open = known[index] == repeated;
            if is_open && (earlier.side() == winner || open[index] == 0) {
                known[index] = forced(winner, plies + 1);
                queue.push_back((earlier, winner, plies + 1));
            }
        }
    }
    known
}
