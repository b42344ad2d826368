//! A proof of a win as a tree: what the attacker plays, and how every reply of the defender is answered. Plain data
//! without rules, so that the code that checks a certificate shares nothing with the code that made it.

use std::sync::Arc;

use crate::geometry::Point;

/// A move of the attacker and what follows each reply to it. Equal positions may share one continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub point: Point,
    /// What follows the replies to it.
    pub answers: Answers,
}

/// The answers to all replies of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Replies with an answer of their own.
    pub replies: Vec<DefenderReply>,
    /// The answer to all other replies.
    pub rest: OtherReplies,
}

/// A reply of the defender and the attack that goes on after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenderReply {
    /// The reply.
    pub point: Point,
    /// How the attack goes on.
    pub attack: Arc<Attack>,
}

/// How replies without an answer of their own are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherReplies {
    /// There is no reply: the move wins.
    Won,
    /// A five is on the board to be made.
    Five,
    /// This attack works whatever else was replied.
    Attack(Arc<Attack>),
}

impl Attack {
    /// A move that makes five.
    pub const fn five(point: Point) -> Self {
        Self {
            point,
            answers: Answers {
                replies: Vec::new(),
                rest: OtherReplies::Won,
            },
        }
    }

    /// A four that no reply stops.
    pub const fn unstoppable(point: Point) -> Self {
        Self {
            point,
            answers: Answers {
                replies: Vec::new(),
                rest: OtherReplies::Five,
            },
        }
    }

    /// Moves of both sides until the five at most.
    pub fn plies(&self) -> usize {
        1 + self.answers.plies()
    }

    /// Attacker's moves in the tree, repeated parts counted as often as they occur but at most `limit`.
    pub fn moves(&self, limit: usize) -> usize {
        let mut count = 1;
        for attack in self.answers.attacks() {
            if count >= limit {
                break;
            }
            count += attack.moves(limit - count);
        }
        count
    }
}

impl Answers {
    /// Moves of both sides until the five at most, none if it is made already.
    pub fn plies(&self) -> usize {
        let rest = match &self.rest {
            OtherReplies::Won => return 0,
            OtherReplies::Five => 1,
            OtherReplies::Attack(attack) => attack.plies(),
        };
        let longest = self.replies.iter().map(|reply| reply.attack.plies()).max();
        1 + rest.max(longest.unwrap_or_default())
    }

    /// The ways in which the attack goes on.
    pub(crate) fn attacks(&self) -> impl Iterator<Item = &Arc<Attack>> {
        let rest = match &self.rest {
            OtherReplies::Attack(attack) => Some(attack),
            OtherReplies::Won | OtherReplies::Five => None,
        };
        self.replies.iter().map(|reply| &reply.attack).chain(rest)
    }
}
