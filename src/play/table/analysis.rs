//! The analysis: the best lines of the position that is looked at, the win rates of the game, and what was proved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::session::Ticket;
use crate::study::Place;

use super::line::{LineView, ProvedWin};

/// Who analyses: Kagetsu by one of its two searches, or a network of a run of learning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Analyst {
    /// Kagetsu by alpha-beta.
    #[default]
    AlphaBeta,
    /// Kagetsu by tree search.
    Tree,
    /// A network by its name, by tree search.
    Network(String),
}

/// A position that can be analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Analysed {
    /// The state of the game.
    pub(super) ticket: Ticket,
    /// The position of the study; nothing for that of the game.
    pub(super) at: Option<Place>,
}

/// Moves that the analysis compares where nobody has chosen.
const USUAL_LINES: u8 = 5;
/// Most moves that it compares.
pub(super) const MOST_LINES: u8 = 10;

/// What is known by analysis.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// Is it wanted?
    pub(super) on: bool,
    /// Who was chosen for it.
    pub(super) by: Analyst,
    /// How many moves it compares, if that was chosen.
    chosen_lines: Option<u8>,
    /// The position whose analysis has ended by itself.
    ended: Option<Analysed>,
    lines: Vec<LineView>,
    /// Black's win rates by numbers of moves.
    curve: BTreeMap<usize, f64>,
    /// A win that was proved for a state which a move of the proof has led to.
    after_proof: Option<(Ticket, ProvedWin)>,
}

/// What the page shows of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct AnalysisView {
    /// Is it wanted?
    pub analysing: bool,
    /// Who analyses.
    pub analyst: Analyst,
    /// How many moves are compared, in games where that is chosen.
    pub most_lines: u8,
    /// A win that was proved.
    pub proved: Option<ProvedWin>,
    /// Black's win rate after so many moves.
    pub curve: Vec<(usize, f64)>,
    /// The best lines of this position, as far as they were found.
    pub lines: Vec<LineView>,
}

impl Analysis {
    /// Begins or ends.
    pub(super) const fn turn(&mut self, on: bool) {
        self.on = on;
        self.ended = None;
    }

    /// Somebody else analyses: values of different searches do not compare.
    pub(super) fn choose(&mut self, by: Analyst) {
        if self.by != by {
            self.by = by;
            self.ended = None;
            self.lines.clear();
        }
    }

    /// How many moves it compares.
    pub(super) fn most_lines(&self) -> u8 {
        self.chosen_lines.unwrap_or(USUAL_LINES)
    }

    /// It compares so many moves from now on.
    pub(super) fn compare_lines(&mut self, most: u8) {
        self.chosen_lines = Some(most);
        self.ended = None;
        self.lines.clear();
    }

    /// Is a position to be analysed?
    pub(super) fn wants(&self, now: Analysed) -> bool {
        self.on && self.ended != Some(now)
    }

    /// The analysis of a position has ended by itself.
    pub(super) const fn has_ended(&mut self, at: Analysed) {
        self.ended = Some(at);
    }

    /// Takes a line of the state as it is now. It replaces the earlier ones of its rank and of its first move, and those of
    /// another kind of search.
    pub(super) fn hear(&mut self, line: LineView) {
        self.lines.retain(|known| {
            let same = known.rank == line.rank || known.first == line.first;
            let alike = known.tree.is_some() == line.tree.is_some();
            known.ticket == line.ticket && known.at == line.at && alike && !same
        });
        self.lines.push(line);
    }

    /// The best line that is known of the game as it is now.
    fn best_line(&self, now: Ticket) -> Option<&LineView> {
        let mut lines = self.lines.iter();
        lines.find(|line| line.ticket == now && line.at.is_none() && line.rank == 0)
    }

    /// Takes Black's win rate after a number of moves.
    pub(super) fn rate(&mut self, moves: usize, black: f64) {
        self.curve.insert(moves, black);
    }

    /// Moves were taken back or others made: what was known of later positions holds no longer.
    pub(super) fn forget_after(&mut self, moves: usize) {
        self.curve.split_off(&(moves + 1));
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        self.curve.clear();
    }

    /// A win that was proved for a state of the game.
    pub(super) fn proved(&self, now: Ticket) -> Option<ProvedWin> {
        let found = self.best_line(now).and_then(|line| line.proof);
        let kept = self.after_proof.filter(|&(ticket, _)| ticket == now);
        found.or_else(|| kept.map(|(_, proof)| proof))
    }

    /// A move of a proved win has led to a state.
    pub(super) fn follow(&mut self, proof: Option<ProvedWin>, now: Ticket) {
        let after = proof.and_then(ProvedWin::after_a_stone);
        self.after_proof = after.map(|proof| (now, proof));
    }

    /// What the page shows of this analyst's work; nothing of what is known while it is kept `quiet`. The game has so many
    /// moves.
    pub(super) fn view(
        &self,
        now: Analysed,
        moves: usize,
        analyst: Analyst,
        quiet: bool,
    ) -> AnalysisView {
        let shown = if quiet { 0 } else { moves + 1 };
        let curve = self.curve.range(..shown);
        let here = |line: &&LineView| !quiet && line.ticket == now.ticket && line.at == now.at;
        AnalysisView {
            analysing: self.on,
            analyst,
            most_lines: self.most_lines(),
            proved: self.proved(now.ticket).filter(|_| !quiet),
            curve: curve.map(|(&number, &rate)| (number, rate)).collect(),
            lines: self.lines.iter().filter(here).cloned().collect(),
        }
    }
}
