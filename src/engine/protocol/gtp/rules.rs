//! The commands about the rule, and the picture of the board.

use kagetsu_gomoku::board::{Diagram, Outcome, Rule, Side};
use kagetsu_gomoku::geometry::Rows;
use kagetsu_kernel::gtp::Reply;

use super::state::Gtp;
use super::vertex;

/// The name of the game for other programs.
pub(super) const GAME: &str = "Gomoku";

impl Gtp {
    /// `kata-set-rules`: the game goes on by another rule.
    pub(super) fn set_rule(&mut self, words: &[&str]) -> Reply {
        let name = words.join(" ");
        let rule = name.parse::<Rule>().map_err(|error| error.to_string())?;
        self.game.set_rule(rule);
        Ok(String::new())
    }

    /// `final_score`: who has won, as GTP writes scores.
    pub(super) fn final_score(&self) -> Reply {
        match self.game.outcome() {
            Outcome::Win(Side::Black) => Ok("B+1".to_owned()),
            Outcome::Win(Side::White) => Ok("W+1".to_owned()),
            Outcome::Draw => Ok("0".to_owned()),
            Outcome::Running => Err("cannot score: the game is not over".to_owned()),
        }
    }

    /// `showboard`: a picture with the letters of GTP.
    pub(super) fn picture(&self) -> String {
        let position = self.game.position();
        let picture = Diagram::new(position).with_rows(Rows::FromBottom);
        let picture = picture.to_string();
        let rows = picture.split_once('\n').map_or("", |(_, rows)| rows);
        let columns = vertex::columns(position.size());
        format!(
            "\n   {columns}\n{rows}{} to move, {}",
            position.side_to_move(),
            position.rule()
        )
    }
}
