//! The commands about the rule, and those by which `GoGui` shows a game that is not Go.

use kagetsu_gomoku::board::{Diagram, Outcome, Rule, Side};
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

    /// The commands `gogui-rules_..`.
    pub(super) fn gogui_rules(&self, what: &str) -> Option<String> {
        let position = self.game.position();
        let size = position.size();
        Some(match what {
            "game_id" => GAME.to_owned(),
            "board_size" => size.to_string(),
            "side_to_move" => position.side_to_move().to_string(),
            "board" => {
                let picture = Diagram::new(position).to_string();
                let rows = picture.lines().skip(1);
                // Each row begins with its number.
                let signs = rows.filter_map(|row| row.trim_start().split_once(' '));
                let signs: Vec<&str> = signs.map(|(_, signs)| signs).collect();
                format!("\n{}", signs.join("\n"))
            }
            "legal_moves" => {
                let mover = position.side_to_move();
                let points = size.points();
                let legal = points.filter(|point| self.game.is_legal(mover, *point));
                let names: Vec<String> = legal.map(|point| vertex::name(point, size)).collect();
                names.join(" ")
            }
            "final_result" => match self.game.outcome() {
                Outcome::Running => String::new(),
                Outcome::Win(winner) => format!("{winner} has won"),
                Outcome::Draw => "the board is full".to_owned(),
            },
            _ => return None,
        })
    }

    /// `showboard`: a picture with the letters of GTP.
    pub(super) fn picture(&self) -> String {
        let position = self.game.position();
        let picture = Diagram::new(position).with_rows(vertex::ROWS).to_string();
        let rows = picture.split_once('\n').map_or("", |(_, rows)| rows);
        let columns = vertex::columns(position.size());
        format!(
            "\n   {columns}\n{rows}{} to move, {}",
            position.side_to_move(),
            position.rule()
        )
    }
}
