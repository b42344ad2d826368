//! From a proved position to the certificate. Every reply that the proof left out because it cannot matter is tried
//! here; one that matters after all is remembered, and the proof has to be found again.

use std::sync::Arc;

use crate::board::{Board, Side, Threat};
use crate::geometry::{Point, PointSet};
use kagetsu_kernel::FastMap;

use super::certificate::{Answers, Attack, DefenderReply, OtherReplies};
use super::dfpn::ProofSearch;
use super::fours::Attempt;
use super::proof_numbers::{INFINITE, ProofNumbers};
use super::verify::holds;

/// Why there is no certificate yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// The limits ended the search.
    Limits,
    /// A reply was overlooked. It is known now.
    Missed,
}

/// Search without bounds.
pub(super) const UNBOUNDED: ProofNumbers = ProofNumbers {
    proof: INFINITE,
    disproof: INFINITE,
};

/// Builds certificates from what a proof search has found.
pub(super) struct Extractor<'s, 't, 'l> {
    search: &'s mut ProofSearch<'t, 'l>,
    /// The attacks that are built already, by position.
    known: FastMap<u64, Arc<Attack>>,
}

impl<'s, 't, 'l> Extractor<'s, 't, 'l> {
    pub(super) fn new(search: &'s mut ProofSearch<'t, 'l>) -> Self {
        Self {
            search,
            known: FastMap::default(),
        }
    }

    fn attacker(&self) -> Side {
        self.search.expander.attacker
    }

    /// The attacker is to move and wins.
    pub(super) fn attack(&mut self, board: &mut Board) -> Result<Arc<Attack>, Obstacle> {
        let key = board.key();
        if let Some(attack) = self.known.get(&key) {
            return Ok(Arc::clone(attack));
        }
        let attack = match self.win_by_fours(board) {
            Attempt::Win(attack) => attack,
            Attempt::None | Attempt::Unknown => {
                let point = self.winning_move(board)?;
                board.make(point);
                let answers = self.answers(board);
                board.unmake();
                Attack {
                    point,
                    answers: answers?,
                }
            }
        };
        let attack = Arc::new(attack);
        self.known.insert(key, Arc::clone(&attack));
        Ok(attack)
    }

    fn win_by_fours(&mut self, board: &mut Board) -> Attempt {
        let search = &mut *self.search;
        search.expander.win_by_fours(board, search.guard)
    }

    /// The proved move of a proved position; what the table has lost is searched again.
    fn winning_move(&mut self, board: &mut Board) -> Result<Point, Obstacle> {
        if let Some(point) = self.proved_child(board) {
            return Ok(point);
        }
        if self.search.search(board, UNBOUNDED).proof > 0 {
            return Err(Obstacle::Limits);
        }
        self.proved_child(board).ok_or(Obstacle::Limits)
    }

    fn proved_child(&mut self, board: &mut Board) -> Option<Point> {
        let children = self.search.children(board).ok()?;
        let mut proved = children
            .iter()
            .filter(|child| self.search.numbers_of(board, child).proof == 0);
        proved.next().map(|child| child.point)
    }

    /// The defender is to move and loses: an answer for every reply.
    pub(super) fn answers(&mut self, board: &mut Board) -> Result<Answers, Obstacle> {
        let children = match self.search.children(board) {
            Ok(children) => children.iter().map(|child| child.point).collect(),
            Err(numbers) if numbers.proof == 0 => PointSet::EMPTY,
            Err(_) => return Err(Obstacle::Limits),
        };
        let mut replies = Vec::new();
        if board.count(self.attacker(), Threat::Five) > 0 {
            self.answer_all(board, children, &mut replies)?;
            return Ok(Answers {
                replies,
                rest: OtherReplies::Five,
            });
        }
        let threat = {
            let search = &mut *self.search;
            search.expander.threat(board, search.guard)
        };
        let threat = match threat {
            Attempt::Win(threat) => threat,
            Attempt::Unknown if self.search.guard.has_ended() => return Err(Obstacle::Limits),
            Attempt::None | Attempt::Unknown => {
                // Without a threat every reply is a child.
                self.answer_all(board, children, &mut replies)?;
                return Ok(Answers {
                    replies,
                    rest: OtherReplies::Five,
                });
            }
        };
        self.answer_all(board, children, &mut replies)?;
        let others = *board.empty() - children;
        for reply in others {
            if let Some(attack) = self.answer_other(board, reply, &threat)? {
                replies.push(DefenderReply {
                    point: reply,
                    attack,
                });
            }
        }
        Ok(Answers {
            replies,
            rest: OtherReplies::Attack(Arc::new(threat)),
        })
    }

    fn answer_all(
        &mut self,
        board: &mut Board,
        points: PointSet,
        replies: &mut Vec<DefenderReply>,
    ) -> Result<(), Obstacle> {
        for point in points {
            board.make(point);
            let attack = self.attack(board);
            board.unmake();
            replies.push(DefenderReply {
                point,
                attack: attack?,
            });
        }
        Ok(())
    }

    /// The answer to a reply that the proof left out, `None` where the threat itself is carried out or the reply is
    /// forbidden.
    fn answer_other(
        &mut self,
        board: &mut Board,
        reply: Point,
        threat: &Attack,
    ) -> Result<Option<Arc<Attack>>, Obstacle> {
        if board.is_foul(board.side_to_move(), reply) {
            return Ok(None);
        }
        let key = board.key();
        board.make(reply);
        let answer = if holds(board, threat) {
            Ok(None)
        } else if let Attempt::Win(attack) = self.win_by_fours(board) {
            Ok(Some(Arc::new(attack)))
        } else if self.search.search(board, UNBOUNDED).proof == 0 {
            // The reply stops the threat but not the attack as a whole.
            self.attack(board).map(Some)
        } else if self.search.guard.has_ended() {
            Err(Obstacle::Limits)
        } else {
            let missed = &mut self.search.expander.missed;
            missed.entry(key).or_default().insert(reply);
            Err(Obstacle::Missed)
        };
        board.unmake();
        answer
    }
}
