//! A proof of a win as a tree: what the attacker plays, and how every reply of the defender is answered. Plain data
//! without rules, so that the code that checks a certificate shares nothing with the code that made it.

use std::sync::Arc;

use crate::geometry::Point;
use kagetsu_kernel::FastMap;

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
        Lengths::default().of(self)
    }

    /// Attacker's moves in the tree, repeated parts counted as often as they occur but at most `limit`.
    pub fn moves(&self, limit: usize) -> usize {
        1 + self.answers.moves(limit.saturating_sub(1))
    }
}

impl Answers {
    /// Moves of both sides until the five at most, none if it is made already.
    pub fn plies(&self) -> usize {
        Lengths::default().of_answers(self)
    }

    /// Attacker's moves in the tree, as [`Attack::moves`] counts them.
    pub fn moves(&self, limit: usize) -> usize {
        let mut count = 0;
        for attack in self.attacks() {
            if count >= limit {
                break;
            }
            count += attack.moves(limit - count);
        }
        count
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

/// The lengths of attacks by their places in memory, so that each is measured once: equal positions share a continuation, and
/// a certificate has far more lines than parts.
#[derive(Debug, Default)]
pub(super) struct Lengths(FastMap<usize, usize>);

impl Lengths {
    /// See [`Attack::plies`].
    pub(super) fn of(&mut self, attack: &Attack) -> usize {
        let place = std::ptr::from_ref(attack).addr();
        if let Some(&known) = self.0.get(&place) {
            return known;
        }
        let plies = 1 + self.of_answers(&attack.answers);
        self.0.insert(place, plies);
        plies
    }

    fn of_answers(&mut self, answers: &Answers) -> usize {
        let rest = self.of_rest(&answers.rest);
        if rest == 0 {
            return 0;
        }
        let listed = answers.replies.iter();
        let longest = listed.map(|reply| self.of(&reply.attack)).max();
        1 + rest.max(longest.unwrap_or_default())
    }

    /// Moves until the five after a reply that is not listed, none if it is made already.
    pub(super) fn of_rest(&mut self, rest: &OtherReplies) -> usize {
        match rest {
            OtherReplies::Won => 0,
            OtherReplies::Five => 1,
            OtherReplies::Attack(attack) => self.of(attack),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_with_more_lines_than_can_be_counted_has_a_length() {
        const LEVELS: usize = 200;
        let (first, second) = (Point::at(0, 0), Point::at(1, 0));
        let mut attack = Arc::new(Attack::five(first));
        for _ in 0..LEVELS {
            let reply = |point| DefenderReply {
                point,
                attack: Arc::clone(&attack),
            };
            let answers = Answers {
                replies: vec![reply(first), reply(second)],
                rest: OtherReplies::Five,
            };
            assert_eq!(answers.plies(), 1 + attack.plies());
            attack = Arc::new(Attack {
                point: first,
                answers,
            });
        }
        assert_eq!(attack.plies(), 1 + 2 * LEVELS);
        assert_eq!(attack.moves(1000), 1000);
        assert_eq!(attack.answers.moves(1000), 1000);
    }
}
