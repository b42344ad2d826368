//! A network that plays, analyses and shows its tree: the tree search of its run without noise.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kagetsu_kernel::StopSignal;
use kagetsu_play::game::{Ask, Game as _, Line, Spot, Step, TreeNumbers, TreeStep, Value};
use kagetsu_play::gomoku::Gomoku;
use kagetsu_play::gomoku::tree_step::{tree_step, value_of};
use kagetsu_play::player::{Allowance, Comment, OutsideFault, OutsidePlayer};
use kagetsu_tree::{TracedTree, Tree, TreeSettings};
use kagetsu_zero::game::{Cell, Game as _};
use kagetsu_zero::run::Run;
use kagetsu_zero::{CachedEvaluator, Connect, EvaluatedGame, Network, NetworkEvaluator, Rules};

/// Memory of a tree.
const TREE_BYTES: usize = 64 << 20;
/// Memory of the evaluations that are kept from one search to the next.
const EVALUATION_BYTES: usize = 16 << 20;
/// With a clock a move takes at most this part of what is left for it, as a divisor.
const CLOCK_SHARE: u32 = 4;
/// Moves that the analysis compares.
const LINES: usize = 5;
/// Playouts before the analysis tells of them first, and the most of them.
const FIRST_PLAYOUTS: u32 = 16;
const MOST_PLAYOUTS_OF_ANALYSIS: u32 = 200_000;
/// The analysis tells again after one more of so many equal parts of the playouts so far.
const TELLING_SHARE: u32 = 4;
/// Units of a line's value that a value of 1 in the tree stands for.
const VALUE_UNITS: f32 = 1_000.0;

/// The network of a generation.
#[derive(Debug)]
pub(super) struct NetworkPlayer {
    run: Arc<Run>,
    generation: u32,
    rules: Rules,
    playouts: u32,
    /// Read when it is asked first.
    evaluator: Option<OwnEvaluator>,
    /// The tree of a position, which its moves tell, whose playouts are traced.
    traced: Option<TracedTree<Vec<Cell>, Cell>>,
}

type OwnEvaluator = CachedEvaluator<NetworkEvaluator<Box<Network>>>;
type Position<'e> = EvaluatedGame<Connect, &'e mut OwnEvaluator>;

impl NetworkPlayer {
    pub(super) const fn new(run: Arc<Run>, generation: u32, rules: Rules, playouts: u32) -> Self {
        Self {
            run,
            generation,
            rules,
            playouts,
            evaluator: None,
            traced: None,
        }
    }

    /// As in the games of its run.
    fn evaluator(&mut self) -> Result<&mut OwnEvaluator, OutsideFault> {
        let fault = |error: kagetsu_zero::run::RunError| OutsideFault::Start(error.to_string());
        if self.evaluator.is_none() {
            let network = Box::new(self.run.network(self.generation).map_err(fault)?);
            let evaluator = NetworkEvaluator::with_int8(network, self.run.recipe().quantised);
            self.evaluator = Some(CachedEvaluator::within(EVALUATION_BYTES, evaluator));
        }
        self.evaluator.as_mut().ok_or(OutsideFault::Unknown)
    }

    /// The game as its rules know it.
    fn game(&self, game: &Gomoku) -> Result<Connect, OutsideFault> {
        let refused = |why: &str| OutsideFault::Refused(why.to_string());
        let stones = game.stones();
        let (columns, rows) = stones.size();
        if (usize::from(columns), usize::from(rows)) != (self.rules.columns, self.rules.rows) {
            return Err(refused(&format!("it has learned '{}'", self.rules)));
        }
        let mut own = Connect::new(self.rules);
        for (at, colour) in stones.stones() {
            let cell = Cell::from(at.y) * Cell::from(columns) + Cell::from(at.x);
            let is_next = own.side_to_move() == colour;
            if !is_next || !own.is_legal(cell) {
                let why = "it knows positions that black and white have played in turn";
                return Err(refused(why));
            }
            own.play(cell);
        }
        if own.side_to_move() != game.to_move() || own.legal_moves().next().is_none() {
            return Err(refused("it knows no position with this side to move"));
        }
        Ok(own)
    }

    fn spot(&self) -> impl Fn(Cell) -> Spot + use<> {
        let columns = self.rules.columns as Cell;
        move |cell| Spot::new((cell % columns) as u8, (cell / columns) as u8)
    }

    /// Grows a tree until it has enough, its result is known or it is stopped, and tells of it meanwhile.
    fn grow(
        &mut self,
        game: &Gomoku,
        is_enough: impl Fn(u32) -> bool,
        mut tell: impl FnMut(&Tree<Cell>),
    ) -> Result<Tree<Cell>, OutsideFault> {
        let own = self.game(game)?;
        let mut position = Position::new(own, self.evaluator()?);
        let mut tree = Tree::new(TreeSettings::default(), TREE_BYTES);
        let mut next = FIRST_PLAYOUTS;
        tree.grow(&mut position, |tree| {
            if tree.visits() >= next {
                tell(tree);
                next += next / TELLING_SHARE;
            }
            is_enough(tree.visits())
        });
        tell(&tree);
        Ok(tree)
    }

    /// The move with the most playouts, or the best one that is known.
    fn choose(
        &mut self,
        game: &Gomoku,
        time: Option<Duration>,
        stop: &StopSignal,
    ) -> Result<Spot, OutsideFault> {
        let (started, playouts) = (Instant::now(), self.playouts);
        let is_late = |time: Option<Duration>| time.is_some_and(|time| started.elapsed() >= time);
        let is_enough = |visits| visits >= playouts || stop.is_raised() || is_late(time);
        let tree = self.grow(game, is_enough, |_| ())?;
        if stop.is_raised() {
            return Err(OutsideFault::Stopped);
        }
        let best = tree.moves().first().map(|best| self.spot()(best.point));
        best.ok_or_else(|| OutsideFault::Nonsense("no move".to_string()))
    }
}

/// The best lines of a tree.
fn lines(tree: &Tree<Cell>, spot: &impl Fn(Cell) -> Spot) -> Vec<Line> {
    let moves = tree.moves().into_iter().take(LINES);
    let visited = moves.filter(|played| played.visits > 0).enumerate();
    visited
        .map(|(rank, played)| {
            let value = played.value.unwrap_or(0.0);
            Line {
                rank,
                depth: tree.mean_plies().round() as u32,
                rate: f64::midpoint(value.into(), 1.0),
                value: played
                    .proved
                    .map_or(Value::Units((value * VALUE_UNITS) as i32), value_of),
                moves: tree
                    .line(played.point)
                    .into_iter()
                    .map(|cell| spot(cell).into())
                    .collect(),
                tree: Some(TreeNumbers {
                    visits: played.visits,
                    prior: played.prior.into(),
                }),
            }
        })
        .collect()
}

impl OutsidePlayer for NetworkPlayer {
    fn answer(
        &mut self,
        game: &Gomoku,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault> {
        if game.ask() != Ask::Move {
            return Err(OutsideFault::Refused(
                "it knows no opening procedure".to_string(),
            ));
        }
        let time = allowance.step_left.map(|left| left / CLOCK_SHARE);
        Ok(vec![Step::stone(self.choose(game, time, stop)?)])
    }

    fn consider(
        &mut self,
        game: &Gomoku,
        time: Duration,
        stop: &StopSignal,
        _listen: &mut dyn FnMut(Comment),
    ) -> Result<Spot, OutsideFault> {
        self.choose(game, Some(time), stop)
    }

    fn analyse(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Result<(), OutsideFault> {
        let spot = self.spot();
        let is_enough = |visits| visits >= MOST_PLAYOUTS_OF_ANALYSIS || stop.is_raised();
        self.grow(game, is_enough, |tree| {
            for line in lines(tree, &spot) {
                listen(&line);
            }
        })?;
        Ok(())
    }

    fn tree_step(
        &mut self,
        game: &Gomoku,
        playouts: u32,
        stop: &StopSignal,
    ) -> Result<TreeStep, OutsideFault> {
        let own = self.game(game)?;
        let moves = own.played().to_vec();
        let before = self.traced.take();
        let mut traced = before
            .filter(|before| before.leads_to(&moves, playouts))
            .unwrap_or_else(|| TracedTree::new(moves, TREE_BYTES));
        let spot = self.spot();
        let mut position = Position::new(own, self.evaluator()?);
        let last = traced.trace(&mut position, playouts, stop);
        let found = last.map(|(count, last)| tree_step(count, last, spot));
        // A tree that was stopped goes on where it is when it is asked again.
        self.traced = Some(traced);
        found.ok_or(OutsideFault::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use kagetsu_kernel::Shard;
    use kagetsu_kernel::file::read_text_file;
    use kagetsu_play::game::Colour;
    use kagetsu_play::gomoku::{Rule, Setup};
    use kagetsu_play::player::OutsidePrograms;
    use kagetsu_zero::recipe::Recipe;
    use kagetsu_zero::run::MissingState;

    use super::super::run::GrownNetworks;
    use super::*;
    use crate::zero::small;

    /// A run whose generation 0 has a network.
    fn begin(folder: &Path) -> Run {
        let recipe = Recipe {
            blocks: 1,
            value_hidden: 8,
            playouts: 30,
            games: 4,
            ..small("6x6,k=5")
        };
        let run = Run::open(folder, Some(&recipe)).expect("a run");
        run.network(0).expect("a network");
        run
    }

    fn grow(run: &Run, generation: u32) {
        let stop = StopSignal::new();
        run.play(generation, Shard::WHOLE, 1, &stop, &|_| ())
            .expect("games");
        run.learn(generation, MissingState::Refused, 2, &stop)
            .expect("it learns");
    }

    fn game(stones: &[(u8, u8)]) -> Gomoku {
        let mut game = Gomoku::start(&Setup::square(Rule::Freestyle, 6)).expect("a setup");
        for &(x, y) in stones {
            game.play(Step::stone(Spot::new(x, y)))
                .expect("a legal move");
        }
        game
    }

    #[test]
    fn the_networks_of_a_run_play_become_more_and_are_known_by_their_games() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let folder = parent.path().join("own");
        let run = begin(&folder);
        let networks = GrownNetworks::open(&folder, None).expect("a run of gomoku");
        let names = |networks: &GrownNetworks| -> Vec<(String, u64)> {
            let networks = networks.networks().into_iter();
            networks
                .map(|network| (network.name, network.games))
                .collect()
        };
        let first = ("own-0".to_string(), 0);
        assert_eq!(names(&networks), std::slice::from_ref(&first));
        assert_eq!(networks.game(), (6, Rule::Freestyle));
        grow(&run, 0);
        assert_eq!(names(&networks), [first, ("own-4".to_string(), 4)]);
        let stop = StopSignal::new();
        let open = game(&[(2, 2), (3, 3)]);
        for name in ["own-0", "own-4"] {
            let mut player = networks.player(name).expect("it plays");
            let answer = player.answer(&open, &Allowance::default(), &stop);
            let [made] = answer.expect("it moves")[..] else {
                panic!("it makes one step");
            };
            assert!(open.clone().play(made).is_ok(), "{made:?}");
            let mut heard = Vec::new();
            stop_after(&mut heard, player.as_mut(), &open);
            assert!(heard.iter().all(|line| line.tree.is_some()) && !heard.is_empty());
        }
        assert!(networks.player("own-8").is_none());
        let newest = networks.only(None).expect("it can be read");
        assert_eq!(newest.names(), ["own-4"]);
    }

    /// The lines of an analysis that is stopped when it tells something first.
    fn stop_after(heard: &mut Vec<Line>, player: &mut dyn OutsidePlayer, game: &Gomoku) {
        let stop = StopSignal::new();
        let analysed = player.analyse(game, &stop, &mut |line| {
            heard.push(line.clone());
            stop.raise();
        });
        assert_eq!(analysed, Ok(()));
    }

    #[test]
    fn a_four_is_completed_and_a_playout_depends_on_its_number_alone() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        begin(parent.path());
        let networks = GrownNetworks::open(parent.path(), Some(400)).expect("a run of gomoku");
        let name = networks.networks()[0].name.clone();
        let player = || networks.player(&name).expect("it plays");
        let four = game(&[
            (0, 0),
            (0, 5),
            (1, 0),
            (2, 5),
            (2, 0),
            (4, 5),
            (3, 0),
            (5, 3),
        ]);
        let stop = StopSignal::new();
        let answer = player().answer(&four, &Allowance::default(), &stop);
        assert_eq!(answer, Ok(vec![Step::stone(Spot::new(4, 0))]));
        let mut stepped = player();
        for playouts in [1, 3, 30, 2] {
            let open = game(&[(2, 2), (3, 3)]);
            let seen = stepped
                .tree_step(&open, playouts, &stop)
                .expect("a playout");
            assert_eq!(seen.after[0].visits, playouts);
            assert_eq!(player().tree_step(&open, playouts, &stop), Ok(seen));
        }
        stop.raise();
        let answer = player().answer(&four, &Allowance::default(), &stop);
        assert_eq!(answer, Err(OutsideFault::Stopped));
    }

    #[test]
    fn a_tree_that_was_stopped_goes_on_where_it_was() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let run = begin(parent.path());
        let rules = run.rules().in_a_row().expect("stones in a row");
        let mut player = NetworkPlayer::new(Arc::new(run), 0, rules, 30);
        let (open, stop) = (game(&[(2, 2), (3, 3)]), StopSignal::new());
        player.tree_step(&open, 5, &stop).expect("a playout");
        stop.raise();
        let stopped = player.tree_step(&open, 50, &stop);
        assert_eq!(stopped, Err(OutsideFault::Stopped));
        let kept = player.traced.expect("its tree");
        let moves = vec![14, 21];
        assert!(kept.leads_to(&moves, 5) && !kept.leads_to(&moves, 4));
    }

    #[test]
    fn what_a_network_cannot_play_is_said() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        begin(parent.path());
        let networks = GrownNetworks::open(parent.path(), None).expect("a run of gomoku");
        let mut player = networks
            .player(&networks.networks()[0].name)
            .expect("it plays");
        let mut answer = |game: &Gomoku| {
            let stop = StopSignal::new();
            let answer = player.answer(game, &Allowance::default(), &stop);
            answer.map_err(|fault| format!("{fault:?}"))
        };
        let large = Gomoku::start(&Setup::square(Rule::Freestyle, 15)).expect("a setup");
        let large = answer(&large).expect_err("another board");
        assert!(large.contains("it has learned '6x6,k=5'"), "{large}");
        let setup = Setup {
            stones: vec![(Spot::new(1, 1), Colour::White)],
            ..Setup::square(Rule::Freestyle, 6)
        };
        let set_up = answer(&Gomoku::start(&setup).expect("a setup")).expect_err("set up");
        assert!(set_up.contains("in turn"), "{set_up}");
    }

    #[test]
    fn damaged_foreign_and_missing_networks_are_told_with_their_file() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        begin(parent.path());
        let file = parent.path().join("0000/network.safetensors");
        let whole = fs::read(&file).expect("the file");
        let networks = GrownNetworks::open(parent.path(), None).expect("a run of gomoku");
        for damaged in [&whole[..100], b"", &[0xff; 64][..]] {
            fs::write(&file, damaged).expect("it can be written");
            let mut player = networks
                .player(&networks.networks()[0].name)
                .expect("a name");
            let answer = player.answer(&game(&[]), &Allowance::default(), &StopSignal::new());
            let Err(OutsideFault::Start(why)) = answer else {
                panic!("{answer:?}");
            };
            assert!(why.contains("network.safetensors"), "{why}");
            let chosen = networks.clone().only(Some(0)).expect_err("it is damaged");
            assert!(
                chosen.to_string().contains("network.safetensors"),
                "{chosen}"
            );
        }
        fs::remove_file(&file).expect("it is there");
        let none = GrownNetworks::open(parent.path(), None).expect_err("there is none");
        assert!(none.to_string().contains("no network yet"), "{none}");
        let recipe = parent.path().join("recipe.toml");
        let text = read_text_file(&recipe).expect("the recipe");
        fs::write(&recipe, text.replace("6x6,k=5", "6x6,k=4")).expect("it can be written");
        let other = GrownNetworks::open(parent.path(), None).expect_err("another game");
        assert!(other.to_string().contains("learns '6x6,k=4'"), "{other}");
    }
}
