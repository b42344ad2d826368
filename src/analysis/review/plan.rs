//! Which positions of which games are searched. Games that begin with the same moves share these positions.

use std::collections::HashMap;
use std::sync::OnceLock;

use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_kernel::StopSignal;

use crate::search::{Effort, Searched, Searcher};
use crate::source::{GameEnd, SourceGame};

/// How much is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// What every position gets.
    First,
    /// What the positions around a fault get.
    Deeper,
}

/// Who asks for a search, and how much.
pub(super) struct Asking<'a> {
    pub(super) searcher: &'a mut Searcher,
    pub(super) stop: &'a StopSignal,
    pub(super) pass: Pass,
}

/// Games with all that is known of their positions. Several threads may review its moves.
#[derive(Debug)]
pub struct Plan {
    games: Vec<SourceGame>,
    effort: Effort,
    /// How many times the effort the moves get that are found to be faults.
    deepening: Option<u32>,
    /// For each game the numbers of its positions, the first before its first move.
    paths: Vec<Vec<usize>>,
    /// For each game the number of its first task.
    first_tasks: Vec<usize>,
    tasks: usize,
    /// The result for each position. `None` inside if the search was stopped.
    results: Vec<OnceLock<Option<Searched>>>,
    /// The same for the positions that are searched deeper.
    deeper: Vec<OnceLock<Option<Searched>>>,
}

impl Plan {
    /// Plans the review of games. There is a task for each move, and one for the position after the last move if the
    /// game could go on.
    pub fn new(games: Vec<SourceGame>, effort: Effort) -> Self {
        let mut roots = HashMap::new();
        let mut children: HashMap<(usize, Option<Point>), usize> = HashMap::new();
        let mut count = 0;
        let mut number = || {
            count += 1;
            count - 1
        };
        let mut paths = Vec::new();
        let mut first_tasks = Vec::new();
        let mut tasks = 0;
        for game in &games {
            let is_empty = game.start.stones().is_empty() && game.start.blocked().is_empty();
            let root = if is_empty {
                let key = (
                    game.start.size(),
                    game.start.rule(),
                    game.start.side_to_move(),
                );
                *roots.entry(key).or_insert_with(&mut number)
            } else {
                number()
            };
            let mut path = vec![root];
            let mut last = root;
            for &step in &game.moves {
                last = *children.entry((last, step)).or_insert_with(&mut number);
                path.push(last);
            }
            first_tasks.push(tasks);
            tasks += game.moves.len() + usize::from(game.end == GameEnd::Open);
            paths.push(path);
        }
        Self {
            results: (0..count).map(|_| OnceLock::new()).collect(),
            deeper: Vec::new(),
            deepening: None,
            games,
            effort,
            paths,
            first_tasks,
            tasks,
        }
    }

    /// Lets every move that is found to be a fault be searched again, with so many times the effort.
    #[must_use]
    pub fn deepening(mut self, factor: u32) -> Self {
        self.deepening = Some(factor);
        self.deeper = self.results.iter().map(|_| OnceLock::new()).collect();
        self
    }

    /// How many times the effort the moves get that are found to be faults.
    pub const fn factor(&self) -> Option<u32> {
        self.deepening
    }

    /// The games.
    pub fn games(&self) -> &[SourceGame] {
        &self.games
    }

    /// The effort for each position.
    pub const fn effort(&self) -> &Effort {
        &self.effort
    }

    /// Number of tasks of all games.
    pub const fn tasks(&self) -> usize {
        self.tasks
    }

    /// Number of tasks of each game.
    pub fn tasks_by_game(&self) -> Vec<usize> {
        let ends = self.first_tasks.iter().skip(1).chain([&self.tasks]);
        let pairs = self.first_tasks.iter().zip(ends);
        pairs.map(|(first, end)| end - first).collect()
    }

    /// Game and index of the move of a task. The index is the number of moves if the task is the last position.
    pub fn task(&self, number: usize) -> Option<(usize, usize)> {
        let game = self.first_tasks.partition_point(|&first| first <= number);
        let game = game.checked_sub(1).filter(|_| number < self.tasks)?;
        Some((game, number - self.first_tasks[game]))
    }

    /// The effort of a pass.
    pub(super) fn effort_of(&self, pass: Pass) -> Effort {
        match (pass, self.deepening) {
            (Pass::Deeper, Some(factor)) => self.effort.times(factor),
            _ => self.effort,
        }
    }

    /// The search of the position of a game before a move. `None` if it was stopped.
    pub(super) fn result(
        &self,
        game: usize,
        index: usize,
        asking: &mut Asking<'_>,
    ) -> Option<&Searched> {
        let results = match asking.pass {
            Pass::First => &self.results,
            Pass::Deeper => &self.deeper,
        };
        let Asking {
            searcher,
            stop,
            pass,
        } = asking;
        let result = results[self.paths[game][index]].get_or_init(|| {
            let position = self.games[game].position(index);
            let effort = self.effort_of(*pass);
            let found = searcher.search(&position, PointSet::EMPTY, &effort, stop);
            (!stop.is_raised()).then_some(found)
        });
        result.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{ReadOptions, read_games};

    #[test]
    fn games_share_what_they_begin_with() {
        let options = ReadOptions::default();
        let text = b"h8i9j10\nh8i9\nh8a1i8a2j8a3k8a4l8\n";
        let games = read_games("text", text, &options).into_iter();
        let effort = Effort {
            depth: Some(1),
            ..Effort::default()
        };
        let plan = Plan::new(games.flatten().collect(), effort);
        assert_eq!(plan.tasks_by_game(), [4, 3, 9]);
        assert_eq!(plan.tasks(), 4 + 3 + 9);
        assert_eq!(plan.paths[0][..3], plan.paths[1][..]);
        assert_eq!(plan.results.len(), 4 + 8);
        assert_eq!(plan.task(3), Some((0, 3)));
        assert_eq!(plan.task(4), Some((1, 0)));
        assert_eq!(plan.task(15), Some((2, 8)));
        assert_eq!(plan.task(16), None);
    }
}
