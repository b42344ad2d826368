//! The commands of `GoGui`: those by which it shows a game that is not Go, and those of its window for analyses.

use std::fmt::Write;

use kagetsu_gomoku::board::{Diagram, Outcome, Side};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::DepthReport;
use kagetsu_kernel::gtp::Reply;
use kagetsu_kernel::{SearchLimits, StopSignal, percent};

use super::analysis::{Dialect, Request};
use super::listener::Lines;
use super::rules::GAME;
use super::state::Gtp;
use super::vertex;

/// What the window for analyses offers: how an answer is shown, a label, and the command, in which `%m` is the side to move.
pub(super) const ANALYSES: &str = "\
gfx/Compare Moves/kagetsu-compare %m
pstring/Best Move/reg_genmove %m
plist/Forbidden Points/kagetsu-forbidden
string/Final Score/final_score";

impl Gtp {
    /// The commands `gogui-rules_..`.
    pub(super) fn gogui_rules(&self, what: &str) -> Option<String> {
        let position = self.game.position();
        let size = position.size();
        Some(match what {
            "game_id" => GAME.to_owned(),
            "board_size" if size.width() == size.height() => size.width().to_string(),
            "board_size" => format!("{} {}", size.width(), size.height()),
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
                let legal = points.filter(|point| self.game.after(mover, *point).is_ok());
                self.names(legal)
            }
            "final_result" => match self.game.outcome() {
                Outcome::Running => String::new(),
                Outcome::Win(winner) => format!("{winner} has won"),
                Outcome::Draw => "the board is full".to_owned(),
            },
            _ => return None,
        })
    }

    /// `kagetsu-compare`: the chances of the best moves in per cent upon the board, and below it the best line.
    pub(super) fn compare(&mut self, words: &[&str], stop: &StopSignal) -> Reply {
        let request = Request::read(Dialect::Kata, words, self.game.position())?;
        let position = self.game.for_side(request.side);
        let limits = SearchLimits {
            multi_pv: request.lines,
            ..self.limits(request.side)
        };
        let mut lines = Lines::default();
        self.search(&position, &limits, &request.filter, stop, &mut lines)?;
        let Lines(reports) = lines;
        let Some(best) = reports.first() else {
            return Ok(String::new());
        };
        let stones = position.stones().len();
        let per_cent =
            |report: &DepthReport| percent(win_probability(position.rule(), report.score, stones));
        let mut labels = String::from("LABEL");
        for report in &reports {
            let point = self.names(report.pv.iter().take(1).copied());
            // Writing to a string cannot fail.
            let _ = write!(labels, " {point} {:.0}", per_cent(report));
        }
        Ok(format!(
            "{labels}\nTEXT {} {:.0} %, depth {}: {}",
            request.side,
            per_cent(best),
            best.depth,
            self.names(best.pv.iter().copied())
        ))
    }

    /// `kagetsu-forbidden`: the points that Black may not play.
    pub(super) fn forbidden(&self) -> String {
        let position = self.game.for_side(Side::Black);
        let forbidden = self.engine.forbidden_points(&position);
        self.names(forbidden.iter())
    }

    fn names(&self, points: impl Iterator<Item = Point>) -> String {
        let size = self.game.position().size();
        let names: Vec<String> = points.map(|point| vertex::name(point, size)).collect();
        names.join(" ")
    }
}
