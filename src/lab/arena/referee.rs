//! The referee: decides with the engine's own board which moves are legal and when a game is over. It knows no clocks
//! and no processes.

use kagetsu_gomoku::board::{Board, IllegalMove, Outcome, Rule, Side};
use kagetsu_gomoku::geometry::{Point, Rows};

use super::remark::score_value;
use super::settings::{Adjudication, GameSettings};
use kagetsu_notation::record::{FaultKind, GameResult, Reason, Remark};

/// The answer of an engine: a column and a row, which may be outside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnsweredPoint {
    /// Column from zero.
    pub x: i64,
    /// Row from zero.
    pub y: i64,
}

impl AnsweredPoint {
    /// What is at its column and row; `None` outside the board.
    pub(crate) fn on_board<T>(self, at: impl FnOnce(usize, usize) -> Option<T>) -> Option<T> {
        at(self.x.try_into().ok()?, self.y.try_into().ok()?)
    }
}

/// The state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameStatus {
    /// It goes on.
    Running,
    /// It is over.
    Over(GameResult, Reason),
}

/// A move that cannot be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// The explanation, in one sentence.
    pub detail: String,
}

/// The game so far.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    board: Board,
    moves: Vec<Point>,
    draw_after: Option<usize>,
    adjudication: Adjudication,
    /// For each move after the opening, the score for Black that the side to move reported, if it reported one.
    scores: Vec<Option<i32>>,
}

impl Referee {
    /// A game on the empty board.
    pub(crate) fn new(rule: Rule, settings: &GameSettings) -> Self {
        Self {
            board: Board::new(settings.size, rule),
            moves: Vec::new(),
            draw_after: settings.draw_after,
            adjudication: settings.adjudication,
            scores: Vec::new(),
        }
    }

    /// All moves.
    pub(crate) fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The side to move.
    pub(crate) const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// The point of an answer, if it may be played.
    pub(crate) fn point(&self, answer: AnsweredPoint) -> Result<Point, Refusal> {
        let AnsweredPoint { x, y } = answer;
        let illegal = |detail: String| Refusal {
            kind: FaultKind::Illegal,
            detail,
        };
        let point = answer
            .on_board(|x, y| self.board.size().point(x, y))
            .ok_or_else(|| illegal(format!("move {x},{y} is not on the board")))?;
        if self.board.is_empty(point) {
            Ok(point)
        } else {
            let named = self.named(point);
            Err(illegal(format!(
                "move {named} is on a point that is not empty"
            )))
        }
    }

    /// A point by its name in records and reports, and as the Gomocup protocol writes it.
    fn named(&self, point: Point) -> String {
        let name = Rows::FromBottom.name(point, self.board.size());
        format!("{name} ({},{})", point.x(), point.y())
    }

    /// Plays a move of the side to move. `remark` is what that engine reported of its search.
    ///
    /// # Errors
    /// [`Refusal`]. The game is then unchanged.
    pub(crate) fn play(
        &mut self,
        point: Point,
        remark: Option<&Remark>,
    ) -> Result<GameStatus, Refusal> {
        let side = self.board.side_to_move();
        let outcome = self.board.play(point).map_err(|error| Refusal {
            kind: match error {
                IllegalMove::Forbidden(..) => FaultKind::Foul,
                _ => FaultKind::Illegal,
            },
            detail: format!("move {}: {error}", self.named(point)),
        })?;
        self.moves.push(point);
        if let Some(remark) = remark {
            let sign = if side == Side::Black { 1 } else { -1 };
            self.scores
                .push(score_value(remark).map(|score| sign * score));
        }
        Ok(match outcome {
            Outcome::Win(winner) => GameStatus::Over(GameResult::win(winner), Reason::Five),
            Outcome::Draw => GameStatus::Over(GameResult::Draw, Reason::FullBoard),
            Outcome::Running => self.without_five(),
        })
    }

    fn without_five(&mut self) -> GameStatus {
        if self.draw_after.is_some_and(|most| self.moves.len() >= most) {
            return GameStatus::Over(GameResult::Draw, Reason::MoveLimit);
        }
        if !self.has_legal_move() {
            return GameStatus::Over(GameResult::Draw, Reason::FullBoard);
        }
        self.adjudicate()
    }

    /// False if only forbidden points are left for the side to move.
    fn has_legal_move(&self) -> bool {
        let side = self.board.side_to_move();
        let empty = *self.board.empty();
        empty.iter().any(|point| !self.board.is_foul(side, point))
    }

    fn adjudicate(&self) -> GameStatus {
        if let Some(rule) = self.adjudication.resign {
            for (sign, winner) in [(1, Side::Black), (-1, Side::White)] {
                if self.agree(rule.moves, |score| sign * score >= rule.score) {
                    return GameStatus::Over(GameResult::win(winner), Reason::AdjudicatedWin);
                }
            }
        }
        if let Some(rule) = self.adjudication.draw
            && self.moves.len() >= rule.stones
            && self.agree(rule.moves, |score| score.abs() <= rule.score)
        {
            return GameStatus::Over(GameResult::Draw, Reason::AdjudicatedDraw);
        }
        GameStatus::Running
    }

    /// True if each of the last `moves` moves has a score for which `is_of_kind` holds.
    fn agree(&self, moves: usize, is_of_kind: impl Fn(i32) -> bool) -> bool {
        let Some(start) = self.scores.len().checked_sub(moves.max(1)) else {
            return false;
        };
        self.scores[start..]
            .iter()
            .all(|score| score.is_some_and(&is_of_kind))
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    use super::super::settings::{DrawRule, ResignRule};
    use super::*;

    fn settings(rule: Rule) -> GameSettings {
        GameSettings::new(rule, BoardSize::square(15).expect("a legal size"))
    }

    fn play_all(referee: &mut Referee, moves: &str) -> Vec<Result<GameStatus, FaultKind>> {
        Rows::FromTop
            .parse_moves(moves, BoardSize::LARGEST)
            .expect("moves")
            .into_iter()
            .map(|point| referee.play(point, None).map_err(|refusal| refusal.kind))
            .collect()
    }

    #[test]
    fn a_row_of_five_ends_the_game() {
        let mut referee = Referee::new(Rule::Freestyle, &settings(Rule::Freestyle));
        let verdicts = play_all(&mut referee, "h8a1h9a2h10a3h11a4h12");
        assert_eq!(
            verdicts.last(),
            Some(&Ok(GameStatus::Over(GameResult::Black, Reason::Five)))
        );
    }

    #[test]
    fn a_forbidden_point_is_a_foul_for_black_only() {
        let mut referee = Referee::new(Rule::Renju, &settings(Rule::Renju));
        let verdicts = play_all(&mut referee, "f8a1g8a15h6o1h7o15h8");
        assert_eq!(verdicts.last(), Some(&Err(FaultKind::Foul)));
        assert_eq!(referee.moves().len(), 8);
    }

    #[test]
    fn points_off_the_board_and_taken_points_are_illegal() {
        let mut referee = Referee::new(Rule::Standard, &settings(Rule::Standard));
        play_all(&mut referee, "h8");
        for (x, y) in [(15, 0), (0, 15), (-1, 3), (i64::MAX, 0), (7, 7)] {
            let refusal = referee.point(AnsweredPoint { x, y }).expect_err("illegal");
            assert_eq!(refusal.kind, FaultKind::Illegal);
            assert!(refusal.detail.contains(&format!("{x},{y}")));
        }
        assert!(referee.point(AnsweredPoint { x: 14, y: 0 }).is_ok());
    }

    #[test]
    fn the_move_limit_is_a_draw() {
        let mut limited = settings(Rule::Freestyle);
        limited.draw_after = Some(3);
        let verdicts = play_all(&mut Referee::new(Rule::Freestyle, &limited), "h8a1h9");
        assert_eq!(verdicts[1], Ok(GameStatus::Running));
        assert_eq!(
            verdicts[2],
            Ok(GameStatus::Over(GameResult::Draw, Reason::MoveLimit))
        );
    }

    fn remark(score: &str) -> Remark {
        Remark {
            score: Some(score.to_string()),
            depth: None,
        }
    }

    fn adjudicated(adjudication: Adjudication, scores: &[&str]) -> GameStatus {
        let mut settings = settings(Rule::Freestyle);
        settings.adjudication = adjudication;
        let mut referee = Referee::new(Rule::Freestyle, &settings);
        let mut last = GameStatus::Running;
        for (index, score) in scores.iter().enumerate() {
            let point = Point::at(index % 2 * 7 + index / 2 % 2, index);
            last = referee.play(point, Some(&remark(score))).expect("legal");
        }
        last
    }

    #[test]
    fn a_game_is_called_only_when_both_engines_agree() {
        let resign = Adjudication {
            resign: Some(ResignRule {
                moves: 4,
                score: 500,
            }),
            draw: None,
        };
        let black_wins = GameStatus::Over(GameResult::Black, Reason::AdjudicatedWin);
        assert_eq!(
            adjudicated(resign, &["600", "-600", "700", "-M4"]),
            black_wins
        );
        for undecided in [
            &["600", "-600", "700"][..],
            &["600", "-600", "700", "0"],
            &["600", "600", "600", "600"],
            &["600", "-600", "700", "?"],
        ] {
            assert_eq!(adjudicated(resign, undecided), GameStatus::Running);
        }
        let draw = Adjudication {
            resign: None,
            draw: Some(DrawRule {
                stones: 5,
                moves: 3,
                score: 10,
            }),
        };
        let drawn = GameStatus::Over(GameResult::Draw, Reason::AdjudicatedDraw);
        assert_eq!(adjudicated(draw, &["0", "0", "0", "0", "-9"]), drawn);
        assert_eq!(
            adjudicated(draw, &["0", "0", "0", "0"]),
            GameStatus::Running
        );
    }
}
