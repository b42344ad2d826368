//! What is learned, and how well it is done.

use super::layout::Layout;

/// What is learned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) layout: Layout,
    /// Share of the search's expectation in the wanted value.
    pub(super) mix: f64,
    /// Weight of the choice of moves beside the value.
    pub(super) choice: f32,
}

/// The sums of losses and their counts over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LossSums {
    pub(super) values: usize,
    pub(super) choices: usize,
    /// Of the values, against what is wanted and against the results alone.
    pub(super) value: f64,
    pub(super) result: f64,
    /// Of the choices.
    pub(super) choice: f64,
    /// Positions where the most promising move is the most wanted.
    pub(super) hits: usize,
}

impl LossSums {
    pub(super) fn add(&mut self, other: &Self) {
        self.values += other.values;
        self.choices += other.choices;
        self.value += other.value;
        self.result += other.result;
        self.choice += other.choice;
        self.hits += other.hits;
    }
}
