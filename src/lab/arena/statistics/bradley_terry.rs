//! Maximum-likelihood ratings of the Bradley-Terry model, on the Elo scale. Engines are known by index, not by name.

use std::f64::consts::LN_10;

use kagetsu_kernel::linear::{Matrix, inverse};

use super::elo::{ELO_PER_DECADE, score_of_elo};

/// Natural logarithm of the odds for each point of Elo.
const NATURAL: f64 = LN_10 / ELO_PER_DECADE;
/// Largest number of Newton steps. About ten suffice.
const MAX_STEPS: u32 = 1000;
/// Largest step of a rating in Elo: beyond it the quadratic approximation of the likelihood is poor.
const MAX_STEP: f64 = 200.0;
/// The iteration has converged when no rating changes by more than this, in Elo.
const STEP_TOLERANCE: f64 = 1e-8;
/// Score of a draw.
const DRAW: f64 = 0.5;

/// Games between two members of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Index of one member.
    pub(super) first: usize,
    /// Index of the other.
    pub(super) second: usize,
    /// Number of games.
    pub(super) games: f64,
    /// Points of the first one.
    pub(super) points: f64,
}

/// The state of a member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MemberState {
    /// It has neither games nor a given rating.
    Absent,
    /// Its rating is to be estimated.
    Free,
    /// Its rating in Elo is given.
    Anchored(f64),
}

/// The members of a pool, perhaps with an imaginary opponent as the last.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    engines: usize,
    links: Vec<Link>,
    states: Vec<MemberState>,
    /// Ratings in Elo.
    elo: Vec<f64>,
}

impl Pool {
    /// A pool in which all free members are rated as the mean of the anchors.
    pub(super) fn new(links: Vec<Link>, states: Vec<MemberState>) -> Self {
        let anchors: Vec<f64> = states
            .iter()
            .filter_map(|state| match state {
                MemberState::Anchored(elo) => Some(*elo),
                MemberState::Absent | MemberState::Free => None,
            })
            .collect();
        let start = anchors.iter().sum::<f64>() / anchors.len().max(1) as f64;
        let elo = states
            .iter()
            .map(|state| match state {
                MemberState::Anchored(elo) => *elo,
                MemberState::Absent | MemberState::Free => start,
            })
            .collect();
        Self {
            engines: states.len(),
            links,
            states,
            elo,
        }
    }

    /// True if a chain of points leads from every member to every other, so that the maximum-likelihood ratings are
    /// finite.
    pub(super) fn is_determined(&self) -> bool {
        let present = self.present();
        let mut leads = vec![vec![false; self.engines]; self.engines];
        for link in &self.links {
            leads[link.first][link.second] |= link.points > 0.0;
            leads[link.second][link.first] |= link.points < link.games;
        }
        let anchored = |member: usize| matches!(self.states[member], MemberState::Anchored(_));
        for &a in &present {
            for &b in &present {
                leads[a][b] |= a == b || (anchored(a) && anchored(b));
            }
        }
        for &via in &present {
            for &a in &present {
                for &b in &present {
                    leads[a][b] |= leads[a][via] && leads[via][b];
                }
            }
        }
        present
            .iter()
            .all(|&a| present.iter().all(|&b| leads[a][b]))
    }

    /// Adds an imaginary opponent of free rating against whom every member has drawn a game.
    pub(super) fn add_virtual_draws(&mut self) {
        let opponent = self.states.len();
        for first in self.present() {
            self.links.push(Link {
                first,
                second: opponent,
                games: 1.0,
                points: DRAW,
            });
        }
        let start = self.elo.first().copied().unwrap_or_default();
        self.states.push(MemberState::Free);
        self.elo.push(start);
    }

    /// Finds the maximum of the likelihood. Returns the Elo and its variance for every engine, relative to the mean of
    /// the engines if there is no anchor. Absent engines are `None` in the list. The result is `None` if the iteration
    /// does not converge.
    pub(super) fn climb(&mut self) -> Option<Vec<Option<(f64, f64)>>> {
        let moved = self.moved();
        for _ in 0..MAX_STEPS {
            let (gradient, covariance) = self.slope(&moved)?;
            let steps: Vec<f64> = covariance
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum())
                .collect();
            let longest = steps
                .iter()
                .fold(0.0_f64, |most, step| most.max(step.abs()));
            let scale = (MAX_STEP / longest).min(1.0);
            for (index, step) in moved.iter().zip(&steps) {
                self.elo[*index] += scale * step;
            }
            if longest <= STEP_TOLERANCE {
                let mut all = vec![vec![0.0; self.elo.len()]; self.elo.len()];
                for (row, a) in moved.iter().enumerate() {
                    for (column, b) in moved.iter().enumerate() {
                        all[*a][*b] = covariance[row][column];
                    }
                }
                return Some(self.centred(&all));
            }
        }
        None
    }

    /// The expected score of one member against another.
    pub(super) fn expected_score(&self, first: usize, second: usize) -> f64 {
        score_of_elo(self.elo[first] - self.elo[second])
    }

    /// The engines with games or a given rating.
    fn present(&self) -> Vec<usize> {
        (0..self.engines)
            .filter(|engine| self.states[*engine] != MemberState::Absent)
            .collect()
    }

    fn has_anchor(&self) -> bool {
        self.states
            .iter()
            .any(|state| matches!(state, MemberState::Anchored(_)))
    }

    /// The members whose ratings are estimated. Without an anchor the first one is fixed, because only differences
    /// matter.
    fn moved(&self) -> Vec<usize> {
        (0..self.states.len())
            .filter(|index| self.states[*index] == MemberState::Free)
            .skip(usize::from(!self.has_anchor()))
            .collect()
    }

    /// The gradient of the log-likelihood by Elo, and the inverse of the Fisher information in Elo².
    fn slope(&self, moved: &[usize]) -> Option<(Vec<f64>, Matrix)> {
        let members = self.elo.len();
        let mut gradient = vec![0.0; members];
        let mut information = vec![vec![0.0; members]; members];
        for link in &self.links {
            let (a, b) = (link.first, link.second);
            let score = self.expected_score(a, b);
            let excess = NATURAL * (link.points - link.games * score);
            gradient[a] += excess;
            gradient[b] -= excess;
            let weight = NATURAL * NATURAL * link.games * score * (1.0 - score);
            information[a][a] += weight;
            information[b][b] += weight;
            information[a][b] -= weight;
            information[b][a] -= weight;
        }
        let gradient = moved.iter().map(|index| gradient[*index]).collect();
        let pick = |row: &usize| {
            moved
                .iter()
                .map(|column| information[*row][*column])
                .collect()
        };
        Some((gradient, inverse(moved.iter().map(pick).collect())?))
    }

    /// Ratings and variances: as estimated if there is an anchor, otherwise relative to the mean of the engines.
    fn centred(&self, covariance: &Matrix) -> Vec<Option<(f64, f64)>> {
        let present = self.present();
        let count = present.len().max(1) as f64;
        let mean = |values: &dyn Fn(usize) -> f64| -> f64 {
            present.iter().map(|engine| values(*engine)).sum::<f64>() / count
        };
        let mean_elo = mean(&|engine| self.elo[engine]);
        let grand_mean = mean(&|a| mean(&|b| covariance[a][b]));
        (0..self.engines)
            .map(|engine| {
                let (elo, variance) = (self.elo[engine], covariance[engine][engine]);
                if self.states[engine] == MemberState::Absent {
                    None
                } else if self.has_anchor() {
                    Some((elo, variance))
                } else {
                    let shared = 2.0 * mean(&|other| covariance[engine][other]) - grand_mean;
                    Some((elo - mean_elo, (variance - shared).max(0.0)))
                }
            })
            .collect()
    }
}
