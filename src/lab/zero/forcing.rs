//! Can a side force a row from the empty board? Games of one stone a turn whose boards have few cells are decided in a moment by
//! looking at forced moves first, at each position once, and at turned and mirrored ones as one.

use std::collections::HashMap;

use crate::game::Symmetry;
use crate::oracle::{Known, result as everything};
use crate::{Connect, Rules};

/// A set of cells.
type Cells = u32;

/// Stones of a position that is looked at as one with its turned and mirrored ones: of more there are too few to be worth the time.
const MOST_TURNED: u32 = 8;

/// The search of one side's row.
struct Forcing {
    rows: Vec<Cells>,
    /// Stones of a row.
    row: usize,
    all: Cells,
    /// For each symmetry, where each cell comes to stand.
    symmetries: Vec<Vec<u32>>,
    /// Positions by the stones of the attacker and the defender; how many there are says whose turn it is.
    known: HashMap<(Cells, Cells), bool>,
}

fn cells(set: Cells) -> impl Iterator<Item = Cells> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lowest = left & left.wrapping_neg();
        left &= left.wrapping_sub(1);
        (lowest != 0).then_some(lowest)
    })
}

impl Forcing {
    fn new(rules: &Rules) -> Self {
        let count = rules.cells();
        assert!(count < Cells::BITS as usize, "cells are bits");
        Self {
            rows: rows_of(rules),
            row: rules.row,
            all: (1 << count) - 1,
            symmetries: Symmetry::all(rules)
                .into_iter()
                .map(|symmetry| {
                    let places = 0..count as u16;
                    places.map(|cell| symmetry.apply(cell).into()).collect()
                })
                .collect(),
            known: HashMap::new(),
        }
    }

    /// The empty cells on which a side completes a row.
    fn completing(&self, own: Cells, other: Cells) -> Cells {
        let open = self.rows.iter().filter(|&row| row & other == 0);
        let missing = open.map(|row| row & !own);
        missing
            .filter(|missing| missing.is_power_of_two())
            .fold(0, |all, cell| all | cell)
    }

    /// The one of a position and its turned and mirrored ones that stands for all, while there are few stones.
    fn canonical(&self, sets: (Cells, Cells)) -> (Cells, Cells) {
        if (sets.0 | sets.1).count_ones() > MOST_TURNED {
            return sets;
        }
        let turned = |set: Cells, places: &[u32]| {
            cells(set).fold(0, |all, cell| {
                all | 1 << places[cell.trailing_zeros() as usize]
            })
        };
        let all = self
            .symmetries
            .iter()
            .map(|places| (turned(sets.0, places), turned(sets.1, places)));
        all.min().unwrap_or(sets)
    }

    /// Does the attacker complete a row whatever the defender does?
    fn is_forced(&mut self, attacker: Cells, defender: Cells, is_attackers_turn: bool) -> bool {
        let (own, other) = if is_attackers_turn {
            (attacker, defender)
        } else {
            (defender, attacker)
        };
        if self.completing(own, other) != 0 {
            return is_attackers_turn;
        }
        // The defender's best blocks keep this sum below that of a whole row (P. Erdős and J. Selfridge, "On a combinatorial game",
        // 1973). A move of the attacker doubles it at most.
        let open = self.rows.iter().filter(|&row| row & defender == 0);
        let sum: u32 = open.map(|row| 1 << (row & attacker).count_ones()).sum();
        if sum << u32::from(is_attackers_turn) < 1 << self.row {
            return false;
        }
        let threatened = self.completing(other, own);
        if threatened.count_ones() > 1 {
            return !is_attackers_turn;
        }
        let key = self.canonical((attacker, defender));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let moves = if threatened == 0 {
            self.moves(attacker, defender)
        } else {
            vec![threatened]
        };
        let mut is_forced = !is_attackers_turn;
        for cell in moves {
            let (attacker, defender) = if is_attackers_turn {
                (attacker | cell, defender)
            } else {
                (attacker, defender | cell)
            };
            if self.is_forced(attacker, defender, !is_attackers_turn) == is_attackers_turn {
                is_forced = is_attackers_turn;
                break;
            }
        }
        self.known.insert(key, is_forced);
        is_forced
    }

    /// The cells of rows that a side can still complete, those with most of the attacker's rows first. Another cell is of no use
    /// to anybody.
    fn moves(&self, attacker: Cells, defender: Cells) -> Vec<Cells> {
        let empty = self.all & !(attacker | defender);
        let mut weights: Vec<(u32, Cells)> = Vec::new();
        for cell in cells(empty) {
            let rows = self.rows.iter().filter(|&row| row & cell != 0);
            let (mut weight, mut is_open) = (0, false);
            for row in rows {
                if row & defender == 0 {
                    weight += 1 << (2 * (row & attacker).count_ones());
                }
                is_open |= row & defender == 0 || row & attacker == 0;
            }
            if is_open {
                weights.push((weight, cell));
            }
        }
        weights.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
        weights.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// All rows of a board without variants.
fn rows_of(rules: &Rules) -> Vec<Cells> {
    let mut rows = Vec::new();
    for y in 0..rules.rows {
        for x in 0..rules.columns {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cells = (0..rules.row as isize).map(|step| {
                    let (x, y) = (x as isize + dx * step, y as isize + dy * step);
                    let is_inside =
                        (0..rules.columns as isize).contains(&x) && y < rules.rows as isize;
                    is_inside.then(|| 1 << (y * rules.columns as isize + x))
                });
                rows.extend(cells.sum::<Option<Cells>>());
            }
        }
    }
    rows
}

/// The result for Black from the empty board: 1 or 0. The second side cannot force a row, or the first one would steal its strategy
/// (J. Nash), for a stone more never hurts.
fn result(rules: &Rules) -> i8 {
    i8::from(Forcing::new(rules).is_forced(0, 0, true))
}

#[test]
fn four_in_a_row_is_drawn_on_four_by_four_and_on_five_by_five() {
    for rules in [Rules::new(4, 4, 4), Rules::new(5, 5, 4)] {
        assert_eq!(result(&rules), 0, "{rules}");
    }
}

#[test]
fn small_games_have_their_known_results() {
    for (columns, rows, row, expected) in [
        (3, 3, 3, 0),
        (4, 3, 3, 1),
        (4, 4, 3, 1),
        (5, 2, 3, 0),
        (5, 4, 4, 0),
        (6, 4, 4, 0),
        (6, 5, 4, 1),
    ] {
        let rules = Rules::new(columns, rows, row);
        assert_eq!(result(&rules), expected, "{rules}");
    }
}

#[test]
fn forcing_is_what_looking_at_everything_finds() {
    for columns in 2..=4 {
        for rows in 2..=3 {
            for row in 2..=4 {
                let rules = Rules::new(columns, rows, row);
                let mut game = Connect::new(rules);
                let expected = everything(&mut game, &mut Known::new());
                assert_eq!(result(&rules), expected, "{rules}");
            }
        }
    }
}
