//! A run of learning whose networks play: how it is named on the command line, which networks there are, and the game that
//! they have learned.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, value_parser};

use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::{ShowPath as _, on_one_line};
use kagetsu_play::gomoku::stones::SIDES;
use kagetsu_play::player::{Network, OutsidePlayer, OutsidePrograms};
use kagetsu_zero::Rules;
use kagetsu_zero::run::{Origin, Run};

use crate::engine_players::NamedEngines;
use crate::error::CommandError;
use crate::zero::gomoku_of;

use super::player::NetworkPlayer;

/// Most playouts of a move.
const MOST_PLAYOUTS_A_MOVE: i64 = 1_000_000;

/// The run whose networks play.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// Folder of a run of learning, as `zero run` makes it, whose networks may take a seat: one for each generation, and new
    /// ones as the run goes on. The run must learn gomoku: five in a row, on a square board from 5 to 22 points
    #[arg(long, value_name = "FOLDER")]
    zero: Option<PathBuf>,
    /// Playouts of a move of these networks (default: those of the run's recipe)
    #[arg(long, value_name = "N", requires = "zero", value_parser = value_parser!(u32).range(1..=MOST_PLAYOUTS_A_MOVE))]
    playouts: Option<u32>,
}

impl NetworkArgs {
    /// The networks, if a run was named.
    pub(crate) fn networks(&self) -> Result<Option<GrownNetworks>, CommandError> {
        let folder = self.zero.as_deref();
        folder
            .map(|folder| GrownNetworks::open(folder, self.playouts))
            .transpose()
    }
}

/// The networks of a run.
#[derive(Clone, Debug)]
pub(crate) struct GrownNetworks {
    run: Arc<Run>,
    /// What the names of the networks begin with.
    name: String,
    rules: Rules,
    /// Side of the board and rule at the board.
    size: u8,
    rule: Rule,
    playouts: u32,
    /// The only generation that plays; all of them where none was named.
    only: Option<u32>,
}

/// Side and rule of the game at the board that these rules are, if there is one: boards there are square.
fn game_of(rules: &Rules) -> Option<(u8, Rule)> {
    let (size, rule) = gomoku_of(rules).filter(|(size, _)| size.is_square())?;
    Some((size.width() as u8, rule))
}

/// What the name of a network ends with: `24`, `distilled`, or `distilled+24`, as `zero probe` has it.
fn ending(origin: Origin) -> String {
    match (origin.is_distilled, origin.games) {
        (false, games) => games.to_string(),
        (true, 0) => "distilled".to_string(),
        (true, games) => format!("distilled+{games}"),
    }
}

impl GrownNetworks {
    /// The networks of a folder, which make so many playouts for a move, or as many as the recipe says.
    pub(super) fn open(folder: &Path, playouts: Option<u32>) -> Result<Self, CommandError> {
        let run = Run::open(folder, None)?;
        let recipe = run.recipe();
        let shown = folder.shown();
        let rules = run.rules().in_a_row().ok();
        let own = rules.and_then(|rules| Some((rules, game_of(&rules)?)));
        let (rules, (size, rule)) = own.ok_or_else(|| {
            CommandError::input(format!(
                "the run '{shown}' learns '{}', which is not played at the board: it must be gomoku, five in a row \
                 on a square board from {} to {} points, such as '9x9,k=5'",
                run.rules(),
                SIDES.start(),
                SIDES.end()
            ))
        })?;
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.into());
        let name = whole.file_name().map(|name| name.to_string_lossy());
        let networks = Self {
            name: name.map_or_else(|| "zero".to_string(), |name| on_one_line(&name)),
            rules,
            size,
            rule,
            playouts: playouts.unwrap_or(recipe.playouts),
            only: None,
            run: Arc::new(run),
        };
        let newest = networks.generations().last().copied().ok_or_else(|| {
            CommandError::input(format!(
                "the run '{shown}' has no network yet: `zero run` makes them"
            ))
        })?;
        networks.run.check_games_before(newest)?;
        Ok(networks)
    }

    /// The one of a generation alone, or the newest one.
    pub(crate) fn only(self, generation: Option<u32>) -> Result<Self, CommandError> {
        let known = self.generations();
        let newest = known.last().copied();
        let only = generation.or(newest);
        if let Some(wanted) = only {
            // A damaged one is told at once.
            self.run.check_learned(wanted)?;
        }
        Ok(Self { only, ..self })
    }

    /// Side of the board and rule.
    pub(crate) const fn game(&self) -> (u8, Rule) {
        (self.size, self.rule)
    }

    /// The generations that have a network and may play.
    fn generations(&self) -> Vec<u32> {
        let known = self.run.generations().unwrap_or_default().into_iter();
        known
            .filter(|&generation| self.run.has_network(generation))
            .filter(|&generation| self.only.is_none_or(|only| only == generation))
            .collect()
    }

    /// The network of a generation as it is offered, if its folder can be read.
    fn offer(&self, generation: u32) -> Option<Network> {
        let origin = self.run.origin(generation).ok()?;
        Some(Network {
            name: format!("{}-{}", self.name, ending(origin)),
            distilled: origin.is_distilled,
            games: origin.games,
            size: self.size,
            rule: self.rule,
        })
    }
}

impl OutsidePrograms for GrownNetworks {
    fn names(&self) -> Vec<String> {
        // One that was chosen plays without being asked for.
        let chosen = self.only.and_then(|only| self.offer(only));
        chosen.into_iter().map(|network| network.name).collect()
    }

    fn networks(&self) -> Vec<Network> {
        let known = self.generations().into_iter();
        known
            .filter_map(|generation| self.offer(generation))
            .collect()
    }

    fn player(&self, name: &str) -> Option<Box<dyn OutsidePlayer>> {
        let generations = self.generations();
        let of_name = |&generation: &u32| {
            let network = self.offer(generation);
            network.is_some_and(|network| network.name == name)
        };
        let generation = generations.into_iter().find(of_name)?;
        let player = NetworkPlayer::new(self.run.clone(), generation, self.rules, self.playouts);
        Some(Box::new(player))
    }
}

/// The programs that were named, and the networks of a run.
#[derive(Debug)]
pub(crate) struct EnginesAndNetworks {
    engines: NamedEngines,
    networks: GrownNetworks,
}

impl EnginesAndNetworks {
    /// Both, each under its own name.
    pub(crate) fn new(
        engines: NamedEngines,
        networks: GrownNetworks,
    ) -> Result<Self, CommandError> {
        let (named, grown) = (engines.names(), networks.networks());
        match grown.iter().find(|network| named.contains(&network.name)) {
            Some(network) => Err(CommandError::input(format!(
                "an engine and a network have the name '{}': add name= to the engine",
                network.name
            ))),
            None => Ok(Self { engines, networks }),
        }
    }
}

impl OutsidePrograms for EnginesAndNetworks {
    fn names(&self) -> Vec<String> {
        [self.engines.names(), self.networks.names()].concat()
    }

    fn networks(&self) -> Vec<Network> {
        // One that the run has made since the start may have the name of an engine, which plays then.
        let engines = self.engines.names();
        let mut networks = self.networks.networks();
        networks.retain(|network| !engines.contains(&network.name));
        networks
    }

    fn player(&self, name: &str) -> Option<Box<dyn OutsidePlayer>> {
        let engine = self.engines.player(name);
        engine.or_else(|| self.networks.player(name))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_kernel::{Shard, StopSignal};
    use kagetsu_zero::learn::LabelledPositions;
    use kagetsu_zero::recipe::Recipe;
    use kagetsu_zero::run::MissingState;

    use super::*;
    use crate::zero::small;

    /// A recipe whose games take a moment.
    fn quick() -> Recipe {
        Recipe {
            games: 4,
            playouts: 8,
            ..small("5x5,k=5")
        }
    }

    #[test]
    fn a_distilled_network_is_offered_as_one_and_counts_its_own_games_alone() {
        let recipe = quick();
        let parent = tempfile::tempdir().expect("a temporary folder");
        let folder = parent.path().join("taught");
        let run = Run::open(&folder, Some(&recipe)).expect("a run");
        let mut positions = LabelledPositions::new(run.rules().in_a_row().expect("gomoku"));
        positions.add(&[12], &[(6, 1.0)], -0.5).expect("a position");
        let stop = StopSignal::new();
        run.distil(&positions, &positions, 2, &stop)
            .expect("a network");
        run.play(1, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
        run.learn(1, MissingState::Refused, 2, &stop)
            .expect("a network");
        let networks = GrownNetworks::open(&folder, None).expect("a run of gomoku");
        let offered: Vec<_> = networks
            .networks()
            .into_iter()
            .map(|network| (network.name, network.distilled, network.games))
            .collect();
        let name = |ending: &str| format!("taught-{ending}");
        assert_eq!(
            offered,
            [
                (name("0"), false, 0),
                (name("distilled"), true, 0),
                (name("distilled+4"), true, 4)
            ]
        );
        assert!(networks.player("taught-distilled").is_some());
        let distilled = networks.only(Some(1)).expect("it can be read");
        assert_eq!(distilled.names(), ["taught-distilled"]);
    }

    #[test]
    fn a_run_of_reversi_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Run::open(folder.path(), Some(&small("8x8,reversi"))).expect("a run");
        let error = GrownNetworks::open(folder.path(), None).expect_err("another game");
        let text = error.to_string();
        assert!(
            text.contains("learns '8x8,reversi', which is not played"),
            "{text}"
        );
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn a_recipe_that_was_edited_to_another_board_is_refused() {
        let recipe = quick();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let run = Run::open(folder.path(), Some(&recipe)).expect("a run");
        let stop = StopSignal::new();
        run.play(0, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
        let networks = GrownNetworks::open(folder.path(), None).expect("a run of gomoku");
        let file = folder.path().join("recipe.toml");
        let text = fs::read_to_string(&file).expect("a recipe");
        fs::write(&file, text.replace("5x5", "6x6")).expect("it can be written");
        let edited = GrownNetworks {
            run: Arc::new(Run::open(folder.path(), None).expect("a run")),
            ..networks
        };
        for refused in [
            GrownNetworks::open(folder.path(), None),
            edited.only(Some(0)),
        ] {
            let error = refused.expect_err("games of another board");
            let text = error.to_string();
            assert!(text.contains("games-1-of-1.jsonl', line "), "{text}");
            assert_eq!(error.exit_code(), 2);
        }
    }

    #[test]
    fn only_gomoku_on_a_square_board_is_played() {
        for (text, game) in [
            ("9x9,k=5", Some((9, Rule::Freestyle))),
            ("15x15,k=5,exact", Some((15, Rule::Standard))),
            ("9x8,k=5", None),
            ("9x9,k=4", None),
        ] {
            let rules = text.parse().expect(text);
            assert_eq!(game_of(&rules), game, "{text}");
        }
    }
}
