//! Checks a certificate of a win against every legal reply. It shares nothing with the code that finds wins: it plays
//! the moves of the tree with [`Board::play`], which judges each by the rules, and tries all other replies itself.
//!
//! Only one thing is not played out. Where a five can be made, a reply elsewhere cannot take it away, except under
//! the rules in which a five is void when its ends are closed; under those every reply is played.

use crate::board::{Board, NullObserver, Outcome, Side, Threat};
use crate::geometry::{Point, PointSet};
use kagetsu_kernel::FastSet;

use super::certificate::{Answers, Attack, OtherReplies};

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
}

/// Checks that `attack` wins for the side to move whatever the opponent replies. The board is unchanged afterwards.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn verify(board: &mut Board, attack: &Attack) -> Result<(), Flaw> {
    let mut verifier = Verifier::new(board.side_to_move());
    let result = verifier.attack_holds(board, attack);
    verifier.report(result)
}

/// Checks that `answers` win against the side to move, whatever it plays. The board is unchanged afterwards.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn verify_loss(board: &mut Board, answers: &Answers) -> Result<(), Flaw> {
    let mut verifier = Verifier::new(board.side_to_move().opponent());
    let result = verifier.every_reply_loses(board, answers);
    verifier.report(result)
}

struct Verifier {
    attacker: Side,
    line: Vec<Point>,
    /// Positions with the continuations that were checked there: shared ones need no second look.
    checked: FastSet<(u64, usize)>,
}

impl Verifier {
    fn new(attacker: Side) -> Self {
        Self {
            attacker,
            line: Vec::new(),
            checked: FastSet::default(),
        }
    }

    fn report(self, result: Result<(), CertificateError>) -> Result<(), Flaw> {
        let line = self.line;
        result.map_err(|fault| Flaw { line, fault })
    }

    /// The attacker is to move. On failure `line` leads to the fault.
    fn attack_holds(&mut self, board: &mut Board, attack: &Attack) -> Result<(), CertificateError> {
        let place = (board.key(), std::ptr::from_ref(attack).addr());
        if self.checked.contains(&place) {
            return Ok(());
        }
        let outcome = board
            .play(attack.point)
            .map_err(|_| CertificateError::IllegalAttack)?;
        self.line.push(attack.point);
        let result = match (outcome, &attack.answers.rest) {
            (Outcome::Win(winner), OtherReplies::Won) if winner == self.attacker => Ok(()),
            (Outcome::Running, OtherReplies::Won) => Err(CertificateError::NoWin),
            (Outcome::Running, _) => self.every_reply_loses(board, &attack.answers),
            _ => Err(CertificateError::Over),
        };
        board.unmake(&mut NullObserver);
        if result.is_ok() {
            self.line.pop();
            self.checked.insert(place);
        }
        result
    }

    fn every_reply_loses(
        &mut self,
        board: &mut Board,
        answers: &Answers,
    ) -> Result<(), CertificateError> {
        let defender = self.attacker.opponent();
        let mut open = *board.empty();
        if !open.iter().any(|point| !board.is_foul(defender, point)) {
            return Err(CertificateError::NoReply);
        }
        for reply in &answers.replies {
            if !open.contains(reply.point) {
                self.line.push(reply.point);
                return Err(CertificateError::IllegalReply);
            }
            open.remove(reply.point);
            self.reply_loses(board, reply.point, Some(&reply.attack))?;
        }
        match &answers.rest {
            OtherReplies::Attack(rest) => open
                .into_iter()
                .try_for_each(|point| self.other_reply_loses(board, point, rest)),
            OtherReplies::Won | OtherReplies::Five => self.fives_answer(board, open),
        }
    }

    /// A listed reply must be legal, and its own continuation must hold.
    fn reply_loses(
        &mut self,
        board: &mut Board,
        reply: Point,
        attack: Option<&Attack>,
    ) -> Result<(), CertificateError> {
        self.line.push(reply);
        let outcome = board
            .play(reply)
            .map_err(|_| CertificateError::IllegalReply)?;
        let result = match (outcome, attack) {
            (Outcome::Running, Some(attack)) => self.attack_holds(board, attack),
            (Outcome::Running, None) => self.has_five(board),
            _ => Err(CertificateError::Unanswered),
        };
        board.unmake(&mut NullObserver);
        if result.is_ok() {
            self.line.pop();
        }
        result
    }

    /// A reply that is not listed: one that the rules forbid cannot save the game.
    fn other_reply_loses(
        &mut self,
        board: &mut Board,
        reply: Point,
        rest: &Attack,
    ) -> Result<(), CertificateError> {
        if board.is_foul(self.attacker.opponent(), reply) {
            return Ok(());
        }
        let known = self.line.len();
        let result = self.reply_loses(board, reply, Some(rest));
        if result.is_err() {
            // The attack is meant for many replies: what matters is the reply that it does not answer.
            self.line.truncate(known + 1);
            return Err(CertificateError::Unanswered);
        }
        result
    }

    /// After every legal reply out of `open` the attacker must have a five to make.
    fn fives_answer(&mut self, board: &mut Board, open: PointSet) -> Result<(), CertificateError> {
        let defender = self.attacker.opponent();
        let mut saving = open;
        if !board.rule().void_if_blocked() {
            let fives = self.fives(board);
            saving = open & *board.points(defender, Threat::Five);
            match fives.as_slice() {
                [] => saving = open,
                [only] if open.contains(*only) => saving.insert(*only),
                _ => {}
            }
        }
        for reply in saving {
            if !board.is_foul(defender, reply) {
                self.reply_loses(board, reply, None)?;
            }
        }
        Ok(())
    }

    /// Up to two points where the attacker, whose turn it is not, would win.
    fn fives(&self, board: &mut Board) -> Vec<Point> {
        let points = *board.points(self.attacker, Threat::Five);
        board.pass();
        let mut fives = Vec::with_capacity(2);
        for point in points {
            if fives.len() < 2 && board.play(point) == Ok(Outcome::Win(self.attacker)) {
                board.unmake(&mut NullObserver);
                fives.push(point);
            }
        }
        board.pass();
        fives
    }

    /// The attacker, whose turn it is, must have a five to make.
    fn has_five(&self, board: &mut Board) -> Result<(), CertificateError> {
        let five = board
            .points(self.attacker, Threat::Five)
            .first()
            .ok_or(CertificateError::Unanswered)?;
        let outcome = board.play(five).map_err(|_| CertificateError::Unanswered)?;
        board.unmake(&mut NullObserver);
        if outcome == Outcome::Win(self.attacker) {
            Ok(())
        } else {
            Err(CertificateError::Unanswered)
        }
    }
}
