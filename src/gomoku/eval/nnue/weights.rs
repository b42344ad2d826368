//! The numbers of a network as they are learned and stored. How they are packed for speed is not known here.

use crate::board::Rule;
use crate::board::code::CODE_COUNT;

use super::features::{DISTANCES, WINDOW_KINDS};

/// Numbers of one side's view of a point.
pub const VIEW: usize = 16;
/// Numbers of both views.
pub const VIEWS: usize = 2 * VIEW;
/// Numbers of one side's bag: as many, so that all tables have rows of one length.
pub const BAG: usize = VIEW;
/// Inputs of the first layer: the views of mover and waiter, the bags of mover and waiter.
pub const INPUTS: usize = VIEWS + 2 * BAG;
/// Neurons of each of the two layers.
pub const HIDDEN: usize = 32;
/// What the sums over points are multiplied with before they enter the first layer.
pub const SUM_SCALE: f32 = 1.0 / 32.0;

/// The layers of one kind of mover.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// First layer: a row for each input.
    pub first: Box<[[f32; HIDDEN]; INPUTS]>,
    /// Its biases.
    pub first_bias: [f32; HIDDEN],
    /// Second layer: a row for each neuron of the first.
    pub second: Box<[[f32; HIDDEN]; HIDDEN]>,
    /// Its biases.
    pub second_bias: [f32; HIDDEN],
    /// From the second layer to the value, in units of the logistic curve.
    pub last: [f32; HIDDEN],
    /// Its bias.
    pub last_bias: f32,
    /// Weights of a point's marks, mover's and waiter's, in its promise.
    pub promise: [f32; VIEWS],
    /// What each neuron of the first layer adds to them.
    pub promise_hidden: Box<[[f32; VIEWS]; HIDDEN]>,
    /// What the distances to the opponent's and to one's own last stone add to a promise.
    pub near: [[f32; DISTANCES]; 2],
}

impl Default for Head {
    fn default() -> Self {
        Self {
            first: Box::new([[0.0; HIDDEN]; INPUTS]),
            first_bias: [0.0; HIDDEN],
            second: Box::new([[0.0; HIDDEN]; HIDDEN]),
            second_bias: [0.0; HIDDEN],
            last: [0.0; HIDDEN],
            last_bias: 0.0,
            promise: [0.0; VIEWS],
            promise_hidden: Box::new([[0.0; VIEWS]; HIDDEN]),
            near: [[0.0; DISTANCES]; 2],
        }
    }
}

impl Head {
    /// All numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let matrix = |rows: &[[f32; HIDDEN]]| rows.as_flattened().to_vec();
        [
            matrix(&self.first[..]),
            self.first_bias.to_vec(),
            matrix(&self.second[..]),
            self.second_bias.to_vec(),
            self.last.to_vec(),
            vec![self.last_bias],
            self.promise.to_vec(),
            self.promise_hidden.as_flattened().to_vec(),
            self.near.as_flattened().to_vec(),
        ]
        .into_iter()
        .flatten()
    }

    /// The numbers to be filled in, in the same order.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first
            .as_flattened_mut()
            .iter_mut()
            .chain(&mut self.first_bias)
            .chain(self.second.as_flattened_mut())
            .chain(&mut self.second_bias)
            .chain(&mut self.last)
            .chain([&mut self.last_bias])
            .chain(&mut self.promise)
            .chain(self.promise_hidden.as_flattened_mut())
            .chain(self.near.as_flattened_mut())
    }
}

/// The numbers of one kind of side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideWeights {
    /// What a window is worth to the side's view, in parts of one: [`SideWeights::VIEW_UNIT`]. Zero for kind zero, so
    /// that a point with no stone in reach counts nothing.
    pub windows: Vec<[i16; VIEW]>,
    /// What a code adds to the side's bag, in parts of one: [`SideWeights::BAG_UNIT`].
    pub bags: Vec<[i16; BAG]>,
    /// What a code adds to the side's view in a promise, in parts of one: [`SideWeights::VIEW_UNIT`].
    pub codes: Vec<[i16; VIEW]>,
    /// The layers for positions in which the side is to move.
    pub head: Head,
}

/// Points in whose windows a stone lies.
const WINDOW_POINTS: i16 = 4 * 8;
/// Points whose codes a stone can change: windows of codes are a cell wider where more than five does not win.
const CODE_POINTS: i16 = 4 * 10;

impl SideWeights {
    /// Parts of one in views.
    pub const VIEW_UNIT: f32 = 256.0;
    /// Parts of one in bags.
    pub const BAG_UNIT: f32 = 256.0;
    /// Largest number of [`SideWeights::windows`] and [`SideWeights::codes`]: what a stone changes in the sum of all views,
    /// one window of each point in reach and the four of its own point, fits into 16 bits.
    pub const MOST_VIEW: i16 = i16::MAX / (2 * WINDOW_POINTS + 4);
    /// Largest number of [`SideWeights::bags`]: what a stone changes in the sum, the codes of the points in reach and its
    /// own, fits into 16 bits.
    pub const MOST_BAG: i16 = i16::MAX / (2 * CODE_POINTS + 1);

    /// The tables of integers in the order of the file: windows, bags, codes.
    pub fn tables(&self) -> [&[[i16; VIEW]]; 3] {
        [&self.windows, &self.bags, &self.codes]
    }

    /// The tables to be filled in, in the same order.
    pub fn tables_mut(&mut self) -> [&mut [[i16; VIEW]]; 3] {
        [&mut self.windows, &mut self.bags, &mut self.codes]
    }

    /// Are all numbers such that nothing can overflow?
    pub fn is_sound(&self) -> bool {
        let most = [Self::MOST_VIEW, Self::MOST_BAG, Self::MOST_VIEW];
        let fits = |(table, most): (&[[i16; VIEW]], i16)| {
            let numbers = table.as_flattened().iter();
            numbers.into_iter().all(|n| (-most..=most).contains(n))
        };
        self.tables().into_iter().zip(most).all(fits)
            && self.windows[0] == [0; VIEW]
            && self.head.numbers().all(f32::is_finite)
    }
}

impl Default for SideWeights {
    fn default() -> Self {
        Self {
            windows: vec![[0; VIEW]; WINDOW_KINDS],
            bags: vec![[0; BAG]; CODE_COUNT],
            codes: vec![[0; VIEW]; CODE_COUNT],
            head: Head::default(),
        }
    }
}

/// The network of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The rule it was learned for. The network of caro serves caro with exactly five as well.
    pub rule: Rule,
    /// The numbers of every kind of side: one for both sides alike, or Black's and White's.
    pub sides: Vec<SideWeights>,
    /// How they were learned, as a JSON object: data, settings, losses.
    pub record: String,
}

impl Weights {
    /// Can the network be used under a rule?
    pub fn serve(&self, rule: Rule) -> bool {
        learned_rule(rule) == learned_rule(self.rule)
    }
}

/// The rule whose network serves a rule.
pub const fn learned_rule(rule: Rule) -> Rule {
    match rule {
        Rule::CaroExact => Rule::Caro,
        other => other,
    }
}
