//! Checks a certificate of a win against every legal reply. A claimed win is checked by a `Referee`, which shares
//! no rule code with the code that finds wins: it takes only the position from the board. The types of size, points and
//! keys are shared. A search that tests whether an attack still holds uses the board instead, which is faster.
//! No win is claimed from that test.
//!
//! One case is not played out. Where a five can be made, a reply elsewhere cannot take it away, except under
//! the rules in which a five is void when its ends are closed; under those every reply is played.

use crate::board::{Board, Side};
use crate::geometry::{Point, PointSet};
use kagetsu_kernel::FastSet;

use super::certificate::{Answers, Attack, OtherReplies};
use super::guard::SolverLimits;
use super::proof_board::{ProofBoard, Ruling};
use super::referee::Referee;

/// Where a certificate fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {line:?}: {fault}")]
pub struct Flaw {
    /// The moves that lead there, both sides in turn.
    pub line: Vec<Point>,
    /// What is wrong.
    pub fault: CertificateError,
}

/// What can be wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// A move of the attacker is not legal.
    #[error("the attacker's move is not legal")]
    IllegalAttack,
    /// A move that should win does not.
    #[error("the attacker's move does not win")]
    NoWin,
    /// The game ends where the tree goes on.
    #[error("the game is over already")]
    Over,
    /// A listed reply is not legal or listed twice.
    #[error("a listed reply is not legal")]
    IllegalReply,
    /// A reply is not answered.
    #[error("the reply is not answered")]
    Unanswered,
    /// The defender has no legal move, which does not lose.
    #[error("the defender has no move")]
    NoReply,
    /// The check was stopped before its end. Nothing is wrong so far.
    #[error("the check was stopped")]
    Stopped,
}

/// Checks that `attack` wins for the side to move whatever the opponent replies. The check ends when the time of the limits is
/// over or their signal is raised: that of a large certificate takes longer than a search may go on then. It counts no nodes.
///
/// # Errors
/// The first [`Flaw`] found, or [`CertificateError::Stopped`] by the limits.
pub fn verify(
    board: &Board,
    attack: &Attack,
    limits: Option<SolverLimits<'_>>,
) -> Result<(), Flaw> {
    let mut verifier = Verifier::new(Referee::of(board), board.side_to_move(), limits);
    let result = verifier.attack_holds(attack);
    verifier.report(result)
}

/// Checks that `answers` win against the side to move, whatever it plays, within the limits as [`verify`] does.
///
/// # Errors
/// As [`verify`].
pub fn verify_loss(
    board: &Board,
    answers: &Answers,
    limits: Option<SolverLimits<'_>>,
) -> Result<(), Flaw> {
    let defender = board.side_to_move();
    let mut verifier = Verifier::new(Referee::of(board), defender.opponent(), limits);
    let result = verifier.every_reply_loses(answers);
    verifier.report(result)
}

/// Does `attack` win for the side to move, by the judgement of the board? For searches. The board is unchanged
/// afterwards.
pub(super) fn holds(board: &mut Board, attack: &Attack) -> bool {
    let attacker = board.side_to_move();
    Verifier::new(board, attacker, None)
        .attack_holds(attack)
        .is_ok()
}

struct Verifier<'s, G> {
    board: G,
    attacker: Side,
    limits: Option<SolverLimits<'s>>,
    line: Vec<Point>,
    /// Positions with the continuations that were checked there: shared ones need no second look. Those that end with the next
    /// moves are not kept: they are the most numerous, and checking one again costs no more than remembering it.
    checked: FastSet<(u64, usize)>,
}

impl<'s, G: ProofBoard> Verifier<'s, G> {
    fn new(board: G, attacker: Side, limits: Option<SolverLimits<'s>>) -> Self {
        Self {
            board,
            attacker,
            limits,
            line: Vec::new(),
            checked: FastSet::default(),
        }
    }

    fn report(self, result: Result<(), CertificateError>) -> Result<(), Flaw> {
        let line = self.line;
        result.map_err(|fault| Flaw { line, fault })
    }

    /// The attacker is to move. On failure `line` leads to the fault.
    fn attack_holds(&mut self, attack: &Attack) -> Result<(), CertificateError> {
        debug_assert_eq!(self.board.side_to_move(), self.attacker);
        let place = (self.board.key(), std::ptr::from_ref(attack).addr());
        if self.checked.contains(&place) {
            return Ok(());
        }
        if self.limits.is_some_and(|limits| limits.reached().is_some()) {
            return Err(CertificateError::Stopped);
        }
        let ruling = self.board.play(attack.point);
        if ruling == Ruling::Illegal {
            return Err(CertificateError::IllegalAttack);
        }
        self.line.push(attack.point);
        let result = match (ruling, &attack.answers.rest) {
            (Ruling::Win, OtherReplies::Won) => Ok(()),
            (Ruling::Running, OtherReplies::Won) => Err(CertificateError::NoWin),
            (Ruling::Running, _) => self.every_reply_loses(&attack.answers),
            _ => Err(CertificateError::Over),
        };
        self.board.take_back(attack.point);
        if result.is_ok() {
            self.line.pop();
            let goes_on = matches!(attack.answers.rest, OtherReplies::Attack(_));
            if goes_on || !attack.answers.replies.is_empty() {
                self.checked.insert(place);
            }
        }
        result
    }

    fn every_reply_loses(&mut self, answers: &Answers) -> Result<(), CertificateError> {
        let mut open = self.board.empty();
        if !open.iter().any(|point| !self.board.is_forbidden(point)) {
            return Err(CertificateError::NoReply);
        }
        for reply in &answers.replies {
            if !open.contains(reply.point) {
                self.line.push(reply.point);
                return Err(CertificateError::IllegalReply);
            }
            open.remove(reply.point);
            self.reply_loses(reply.point, &reply.attack)?;
        }
        match &answers.rest {
            OtherReplies::Attack(rest) => open
                .into_iter()
                .try_for_each(|point| self.other_reply_loses(point, rest)),
            OtherReplies::Won | OtherReplies::Five => self.fives_answer(open),
        }
    }

    /// A listed reply must be legal, and its own continuation must hold.
    fn reply_loses(&mut self, reply: Point, attack: &Attack) -> Result<(), CertificateError> {
        self.line.push(reply);
        let ruling = self.board.play(reply);
        if ruling == Ruling::Illegal {
            return Err(CertificateError::IllegalReply);
        }
        let result = if ruling == Ruling::Running {
            self.attack_holds(attack)
        } else {
            Err(CertificateError::Unanswered)
        };
        self.board.take_back(reply);
        if result.is_ok() {
            self.line.pop();
        }
        result
    }

    /// A reply that is not listed: one that the rules forbid cannot save the game.
    fn other_reply_loses(&mut self, reply: Point, rest: &Attack) -> Result<(), CertificateError> {
        if self.board.is_forbidden(reply) {
            return Ok(());
        }
        let known = self.line.len();
        let result = self.reply_loses(reply, rest);
        if result.is_err_and(|error| error != CertificateError::Stopped) {
            // The attack is meant for many replies: what matters is the reply that it does not answer.
            self.line.truncate(known + 1);
            return Err(CertificateError::Unanswered);
        }
        result
    }

    /// After every legal reply out of `open` the attacker must have a five to make, one of those that are there before it.
    fn fives_answer(&mut self, open: PointSet) -> Result<(), CertificateError> {
        let fives = self.board.fives(self.attacker);
        let mut saving = open;
        if !self.board.rule().void_if_closed() && !fives.is_empty() {
            saving &= self.board.fives(self.attacker.opponent());
            if fives.len() == 1 {
                saving |= open & fives;
            }
        }
        for reply in saving {
            let ruling = self.board.play(reply);
            if ruling == Ruling::Illegal {
                continue;
            }
            let loses = ruling == Ruling::Running && fives.iter().any(|five| self.wins(five));
            self.board.take_back(reply);
            if !loses {
                self.line.push(reply);
                return Err(CertificateError::Unanswered);
            }
        }
        Ok(())
    }

    /// Does the attacker, whose turn it is, win by this move?
    fn wins(&mut self, five: Point) -> bool {
        let ruling = self.board.play(five);
        if ruling != Ruling::Illegal {
            self.board.take_back(five);
        }
        ruling == Ruling::Win
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Rule};
    use crate::geometry::BoardSize;

    #[test]
    fn what_ends_with_the_next_moves_takes_no_memory() {
        let moves = [(5, 7), (0, 0), (6, 7), (0, 14), (7, 7), (14, 0)];
        let moves = moves.map(|(x, y)| Point::at(x, y));
        let position = Position::from_moves(BoardSize::STANDARD, Rule::Freestyle, moves);
        let board = Board::from_position(&position.expect("legal moves"));
        let mut verifier = Verifier::new(Referee::of(&board), Side::Black, None);
        let attack = Attack::unstoppable(Point::at(8, 7));
        assert_eq!(verifier.attack_holds(&attack), Ok(()));
        assert!(verifier.checked.is_empty());
    }
}
