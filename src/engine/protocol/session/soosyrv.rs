//! An opening by the rule of Soosyrv, in the words of Yixin-Board. Three stones near the centre are offered, and a side is
//! chosen. White plays the fourth stone and says how many fifth moves Black is to offer, and a side is chosen again. Black
//! offers the fifth moves, no two of them equal by symmetry, and White takes one. Nothing here changes the position of the
//! game.

use std::time::Duration;

use crate::command::{BoardBlock, SoosyrvStep};
use crate::error::ProtocolError;
use crate::placing::to_point;
use crate::reply::Reply;
use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::engine::Thought;
use kagetsu_gomoku::engine::opening::{SideChoice, choose_side, level_score};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::RootFilter;
use kagetsu_kernel::Score;

use super::Host;
use super::balancing::BalanceAim;
use super::distinct_points::distinct_points;
use super::state::Session;
use super::swap2::{wants_swap, yes_or_no};
use super::thinking::Search;

/// Most fifth moves that White may ask for.
const MOST_FIFTHS: usize = 8;
/// Stones before the fifth moves.
const BEFORE_FIFTH: usize = 4;
/// Largest distance of the second and of the third stone from the centre.
const DISTANCES: [usize; 2] = [1, 2];
/// Third stones among which the offer is chosen: few, so that it differs from game to game.
const THIRD_STONES: usize = 6;

impl Session {
    /// Offers three stones: the second at random, and the third so that the sides stand as equal as they can.
    pub(super) fn soosyrv_offer(
        &mut self,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let size = self.board_in_use()?.size();
        let mut position = Position::new(size, self.rule());
        let centre = size.centre();
        position.play(centre)?;
        let mut near = |position: &Position, distance: usize| {
            let mut points: Vec<Point> = position
                .empty_points()
                .into_iter()
                .filter(|point| point.distance(centre) <= distance)
                .collect();
            self.openings.rng.shuffle(&mut points);
            points
        };
        let second = near(&position, DISTANCES[0])[0];
        position.play(second)?;
        let thirds = near(&position, DISTANCES[1]);
        let filter = RootFilter::only(thirds.into_iter().take(THIRD_STONES).collect());
        let limits = self.settings.decision_limits(size, read_at, 1);
        // White is to move after the third stone.
        let aim = BalanceAim::one(-level_score(position.rule()));
        let found = self.search_balance(&position, &filter, aim, &limits, host)?;
        for (index, point) in found
            .iter()
            .flat_map(|balance| [&[centre, second][..], &balance.stones].concat())
            .enumerate()
        {
            tell(&format!("MOVE{}", index + 1), Some(point), host);
        }
        Ok(())
    }

    /// Answers one of the later questions.
    pub(super) fn soosyrv_step(
        &mut self,
        step: SoosyrvStep,
        block: &BoardBlock,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let expected = match step {
            SoosyrvStep::AfterThree | SoosyrvStep::Fourth => 3,
            SoosyrvStep::AfterFour(_) | SoosyrvStep::Fifths(_) | SoosyrvStep::ChooseFifth => {
                BEFORE_FIFTH
            }
        };
        let given = block.entries.len();
        let is_complete = match step {
            SoosyrvStep::ChooseFifth => given > expected,
            _ => given == expected,
        };
        if !is_complete {
            return Err(ProtocolError::List {
                word: step.word(),
                fault: format!("it has {given} stones"),
            });
        }
        let stones = &block.entries[..expected];
        let position = self.played(block, stones, step.word())?;
        match step {
            SoosyrvStep::AfterThree => {
                if let Some(thought) = self.think(&position, read_at, Search::SCORE, host)? {
                    let decision = yes_or_no(wants_swap(&thought, position.rule()));
                    tell(&format!("SWAP1 {decision}"), None, host);
                }
                Ok(())
            }
            SoosyrvStep::Fourth => self.fourth(position, read_at, host),
            SoosyrvStep::AfterFour(count) => {
                let count = count.min(MOST_FIFTHS);
                if let Some(thought) = self.best_fifths(&position, count, read_at, host)? {
                    let choice = choose_side(Side::Black, worst(&thought), position.rule());
                    let decision = yes_or_no(choice == SideChoice::Swap);
                    tell(&format!("SWAP2 {decision}"), None, host);
                }
                Ok(())
            }
            SoosyrvStep::Fifths(count) => {
                self.fifths(&position, count.min(MOST_FIFTHS), read_at, host)
            }
            SoosyrvStep::ChooseFifth => self.choose_fifth(&position, block, read_at, host),
        }
    }

    /// The fourth stone that balances the game, and the number of fifth moves after which it is most balanced: of several,
    /// White takes the one that is worst for Black.
    fn fourth(
        &mut self,
        mut position: Position,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let mut limits = self.settings.decision_limits(position.size(), read_at, 1);
        for limit in [&mut limits.time.turn, &mut limits.time.match_left] {
            // The other half is for the fifth moves.
            *limit = limit.map(|time| time / 2);
        }
        let filter = self.exclusions.filter(&position);
        let level = level_score(position.rule());
        let Some(balance) =
            self.search_balance(&position, &filter, BalanceAim::one(level), &limits, host)?
        else {
            return Ok(());
        };
        let fourth = balance.stones[0];
        position.play(fourth)?;
        if let Some(thought) = self.best_fifths(&position, MOST_FIFTHS, read_at, host)? {
            let scores = thought
                .lines()
                .map(|line| line.score.value().abs_diff(level));
            let nearest = scores.enumerate().min_by_key(|&(_, distance)| distance);
            let count = nearest.map_or(1, |(index, _)| index + 1);
            let (first, second) = (fourth.x(), fourth.y());
            tell(&format!("MOVE4 {first} {second} {count}"), None, host);
        }
        Ok(())
    }

    /// Searches for the best fifth moves, no two of them equal by symmetry.
    fn best_fifths(
        &mut self,
        position: &Position,
        count: usize,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<Option<Thought>, ProtocolError> {
        let possible = self.possible_fifths(position, position.empty_points());
        let search = Search::Choice(count, Some(possible));
        self.think(position, read_at, search, host)
    }

    /// Of these points those that may be chosen, one of each group that a symmetry of the position makes equal.
    fn possible_fifths(&self, position: &Position, points: PointSet) -> PointSet {
        let excluded = self.exclusions.filter(position).excluded;
        distinct_points(position, (points & position.empty_points()) - excluded)
    }

    /// Offers fifth moves: the best ones, and those nearest to the centre if the search has not compared enough.
    fn fifths(
        &mut self,
        position: &Position,
        count: usize,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let Some(thought) = self.best_fifths(position, count, read_at, host)? else {
            return Ok(());
        };
        let mut offered = first_moves(&thought);
        let centre = position.size().centre();
        let known: PointSet = offered.iter().copied().collect();
        let others = self.possible_fifths(position, position.empty_points()) - known;
        let mut others: Vec<Point> = others.into_iter().collect();
        others.sort_by_key(|point| point.distance(centre));
        offered.extend(others);
        tell("MOVE5 REFRESH", None, host);
        for &point in offered.iter().take(count) {
            tell("MOVE5", Some(point), host);
        }
        tell("MOVE5 DONE", None, host);
        Ok(())
    }

    /// Takes the fifth move that is worst for Black.
    fn choose_fifth(
        &mut self,
        position: &Position,
        block: &BoardBlock,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let word = SoosyrvStep::ChooseFifth.word();
        let refused = |fault: String| ProtocolError::List { word, fault };
        let mut fifths = PointSet::EMPTY;
        for entry in &block.entries[BEFORE_FIFTH..] {
            let point = to_point(entry.pair, position.size())
                .map_err(|error| refused(error.to_string()))?;
            fifths.insert(point);
        }
        let fifths = self.possible_fifths(position, fifths);
        let choice = Search::Choice(fifths.len(), Some(fifths));
        let Some(thought) = self.think(position, read_at, choice, host)? else {
            return Ok(());
        };
        let compared = first_moves(&thought);
        // What the search has not reported comes behind what it has.
        let known: PointSet = compared.iter().copied().collect();
        let worst = (fifths - known).first().or(compared.last().copied());
        tell("MOVE5C", Some(worst.unwrap_or(thought.best)), host);
        Ok(())
    }
}

/// The first moves of the lines, best first.
fn first_moves(thought: &Thought) -> Vec<Point> {
    let moves = thought.lines().filter_map(|line| line.pv.first());
    moves.copied().collect()
}

/// The score of the last line, which White would take, for Black.
fn worst(thought: &Thought) -> Score {
    thought
        .lines()
        .last()
        .map_or(Score::ZERO, |line| line.score)
}

/// Sends a line of the opening, with the two numbers of a point.
fn tell(text: &str, point: Option<Point>, host: &mut dyn Host) {
    let numbers = point.map(|point| format!(" {} {}", point.x(), point.y()));
    let numbers = numbers.unwrap_or_default();
    host.reply(Reply::Message(format!("SOOSORV {text}{numbers}")));
}
