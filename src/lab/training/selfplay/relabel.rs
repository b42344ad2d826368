//! Searches positions of games and of trees again, with more nodes, and gives them a second label. The games and their
//! results stay as they are.
//!
//! Each search begins from an empty table, so a label depends on the position alone. Positions of which a search does not
//! ask the value are left out: nothing is learned from them. Which positions are searched is drawn for each game by its
//! number, so neither the games before it nor the number of threads matter.
//!
//! Where the search has not decided a position with an attack, the solver may be asked for a proof.

use kagetsu_gomoku::board::{Board, Threat};
use kagetsu_gomoku::search::solver::{Question, Solver, SolverLimits, Verdict};
use kagetsu_gomoku::search::threat_space::Situation;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{NoClock, Score, StopSignal};

use crate::dataset::{Alternative, TrainingGame, TrainingMove};

use super::chance::happens;
use super::player::{LINES_FACTOR, alternatives, units};
use super::thinker::Thinker;

/// Percentage of the searched positions in which several moves are valued.
const LINES_PERCENT: usize = 25;
/// Parts the random choices from those of games that were played with the same seed.
const STREAM: u64 = 0x7265_6c61_6265_6c31;
/// Memory of the solver for a proof, in bytes: some thousand nodes need less.
const SOLVER_BYTES: usize = 4 << 20;
/// Own threats that make an attack.
const ATTACKS: [Threat; 5] = [
    Threat::ThreePlus,
    Threat::DoubleThree,
    Threat::Four,
    Threat::FourPlus,
    Threat::FourThree,
];

/// How positions are labelled again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelabelSettings {
    /// Nodes to search for a position; twice as many where several moves are valued.
    pub nodes: u64,
    /// Percentage of the positions of games.
    pub game_percent: usize,
    /// Percentage of the positions of trees.
    pub tree_percent: usize,
    /// Number of moves that are valued in a quarter of the positions.
    pub lines: usize,
    /// Most nodes of the solver for each question; zero asks nothing.
    pub solve_nodes: u64,
    /// Seed of all random choices.
    pub seed: u64,
}

/// What new labels say, over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelCounts {
    /// Positions with a new label.
    pub labels: u64,
    /// Those of them that it decides.
    pub decided: u64,
    /// Those that the first label decides.
    pub decided_before: u64,
    /// Those where it prefers another move than the first label.
    pub changed: u64,
}

impl LabelCounts {
    /// Adds other positions.
    pub const fn add(&mut self, other: Self) {
        self.labels += other.labels;
        self.decided += other.decided;
        self.decided_before += other.decided_before;
        self.changed += other.changed;
    }

    /// Puts a new label, if there is one, in the place of an old one, and counts it.
    fn replace(&mut self, ply: &mut TrainingMove, new: Vec<Alternative>) {
        let Some(best) = new.first() else {
            return;
        };
        let first = ply.alternatives.first().map(|first| first.point);
        let first = first.or(ply.is_best.then_some(ply.point));
        self.changed += u64::from(first.is_some_and(|first| first != best.point));
        ply.deeper = new;
        self.labels += 1;
        self.decided += u64::from(ply.is_decided_deeper());
        self.decided_before += u64::from(ply.is_decided());
    }
}

/// Labels one game after another.
#[derive(Debug)]
pub struct Relabeller<'r> {
    settings: &'r RelabelSettings,
    thinker: Thinker,
    stop: StopSignal,
}

impl<'r> Relabeller<'r> {
    /// A relabeller that stops when the signal is raised.
    pub fn new(settings: &'r RelabelSettings, stop: StopSignal) -> Self {
        Self {
            settings,
            thinker: Thinker::new(stop.clone()),
            stop,
        }
    }

    /// The game of this number, with the new labels and what they say. `None` when the signal was raised.
    pub fn game(
        &mut self,
        empty: &Board,
        number: u64,
        mut game: TrainingGame,
    ) -> Option<(TrainingGame, LabelCounts)> {
        let mut counts = LabelCounts::default();
        let mut rng = Rng::numbered(self.settings.seed ^ STREAM, number);
        let mut board = empty.clone();
        for &point in &game.opening {
            board.make(point);
        }
        let TrainingGame { plies, tree, .. } = &mut game;
        let mut tree = tree.iter_mut().peekable();
        for (index, ply) in plies.iter_mut().enumerate() {
            let label = self.drawn(&board, self.settings.game_percent, &mut rng)?;
            counts.replace(ply, label);
            while let Some(position) = tree.next_if(|position| position.start == index) {
                for &point in &position.moves {
                    board.make(point);
                }
                let label = self.drawn(&board, self.settings.tree_percent, &mut rng)?;
                counts.replace(&mut position.choice, label);
                for _ in &position.moves {
                    board.unmake();
                }
            }
            board.make(ply.point);
        }
        Some((game, counts))
    }

    /// The label of a position, empty if it is not drawn. `None` when the signal was raised.
    fn drawn(&mut self, board: &Board, percent: usize, rng: &mut Rng) -> Option<Vec<Alternative>> {
        // All lots are drawn in any case, so that a greater share takes the same positions and others.
        let (is_taken, has_lines) = (happens(rng, percent), happens(rng, LINES_PERCENT));
        if !is_taken || !Situation::of(board).is_evaluated() {
            return Some(Vec::new());
        }
        let label = self.label(board, has_lines);
        (!self.stop.is_raised()).then_some(label)
    }

    /// The best moves of a search with many nodes, with what the solver proves.
    fn label(&mut self, board: &Board, has_lines: bool) -> Vec<Alternative> {
        let RelabelSettings { nodes, lines, .. } = *self.settings;
        self.thinker.forget();
        let found = if has_lines && lines > 1 {
            let nodes = nodes.saturating_mul(LINES_FACTOR);
            self.thinker.think(board, nodes, lines)
        } else {
            self.thinker.think(board, nodes, 1)
        };
        let label = alternatives(&found);
        match found.first() {
            Some((_, score)) if !score.is_decided() && self.settings.solve_nodes > 0 => self
                .proved(board, label[0])
                .map_or(label, |best| vec![best]),
            _ => label,
        }
    }

    /// A proof of the solver: a win of the side to move, or the loss with the move that the search prefers.
    fn proved(&self, board: &Board, best: Alternative) -> Option<Alternative> {
        let mut board = board.clone();
        let side = board.side_to_move();
        if ATTACKS.iter().any(|&threat| board.count(side, threat) > 0)
            && let Verdict::Win(attack) = self.solve(&mut board, Question::Threats)
        {
            return Some(Alternative {
                point: attack.point,
                score: units(Score::win_in(attack.plies())),
            });
        }
        if matches!(Situation::of(&board), Situation::OpponentHasOpenThree(_))
            && let Verdict::Loss(answers) = self.solve(&mut board, Question::LossByThreats)
        {
            return Some(Alternative {
                score: units(Score::loss_in(answers.plies())),
                ..best
            });
        }
        None
    }

    /// A new solver answers each question, so that its memory of others has no effect.
    fn solve(&self, board: &mut Board, question: Question) -> Verdict {
        let limits = SolverLimits {
            nodes: self.settings.solve_nodes,
            deadline: None,
            clock: &NoClock,
            stop: &self.stop,
        };
        Solver::with_bytes(SOLVER_BYTES)
            .solve(board, question, limits)
            .verdict
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SelfPlaySettings, SelfPlayer};
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    fn settings() -> RelabelSettings {
        RelabelSettings {
            nodes: 2000,
            game_percent: 100,
            tree_percent: 100,
            lines: 3,
            solve_nodes: 2000,
            seed: 5,
        }
    }

    fn played(number: u64) -> (Board, TrainingGame) {
        let play = SelfPlaySettings {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a legal size"),
            nodes: 50..=100,
            tree_percent: 100,
            seed: 3,
        };
        let game = SelfPlayer::new(&play, StopSignal::new()).game(number);
        let game = game.expect("a game");
        (Board::new(play.size, play.rule), game)
    }

    fn relabelled(settings: &RelabelSettings, number: u64) -> TrainingGame {
        let (empty, game) = played(number);
        let mut relabeller = Relabeller::new(settings, StopSignal::new());
        relabeller.game(&empty, number, game).expect("no signal").0
    }

    fn labels(game: &TrainingGame) -> Vec<&Vec<Alternative>> {
        game.choices().map(|ply| &ply.deeper).collect()
    }

    #[test]
    fn labels_do_not_depend_on_the_games_before_and_leave_the_game_as_it_is() {
        let settings = settings();
        let (empty, first) = played(0);
        let (_, game) = played(1);
        let mut relabeller = Relabeller::new(&settings, StopSignal::new());
        relabeller.game(&empty, 0, first).expect("no signal");
        let (again, counts) = relabeller.game(&empty, 1, game.clone()).expect("no signal");
        let alone = relabelled(&settings, 1);
        assert_eq!(again, alone);
        // Equal labels are labels, too.
        let (same, counts_again) = relabeller.game(&empty, 1, again).expect("no signal");
        assert_eq!((&same, counts_again), (&alone, counts));
        let lists = labels(&alone);
        assert!(lists.iter().any(|list| list.len() == 3));
        let labelled = lists.iter().filter(|list| !list.is_empty()).count();
        assert!(labelled > lists.len() / 2 && counts.labels == labelled as u64);
        let mut stripped = alone;
        for ply in &mut stripped.plies {
            ply.deeper.clear();
        }
        for position in &mut stripped.tree {
            position.choice.deeper.clear();
        }
        assert_eq!(stripped, game);
    }

    #[test]
    fn a_share_takes_a_part_of_what_a_greater_one_takes() {
        let all = relabelled(&settings(), 2);
        let part = RelabelSettings {
            game_percent: 40,
            tree_percent: 0,
            ..settings()
        };
        let part = relabelled(&part, 2);
        let (all, part) = (labels(&all), labels(&part));
        let taken = || part.iter().zip(&all).filter(|(part, _)| !part.is_empty());
        assert!(taken().count() > 0 && taken().count() < all.len() / 2);
        assert!(taken().all(|(part, all)| part == all));
    }

    #[test]
    fn the_solver_proves_more_than_the_search() {
        let decided = |solve_nodes| {
            let settings = RelabelSettings {
                nodes: 30,
                lines: 1,
                solve_nodes,
                ..settings()
            };
            let games = (0..6).map(|number| relabelled(&settings, number));
            let count = |game: TrainingGame| {
                let decided = game.choices().filter(|ply| ply.is_decided_deeper());
                decided.count()
            };
            games.map(count).sum::<usize>()
        };
        assert!(decided(3000) > decided(0));
    }

    #[test]
    fn a_raised_signal_gives_no_game() {
        let (empty, game) = played(0);
        let stop = StopSignal::new();
        stop.raise();
        let settings = settings();
        assert_eq!(Relabeller::new(&settings, stop).game(&empty, 0, game), None);
    }
}
