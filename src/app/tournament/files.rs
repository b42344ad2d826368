//! The settings of a tournament from a file and from the command line. The command line takes precedence.

use std::collections::BTreeMap;
use std::path::Path;

use clap::{Arg, Args as _, Command};
use kagetsu_arena::toml_fault::toml_fault;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::read_text_file;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Value;

use crate::error::CommandError;

use super::cli::TournamentSettings;
use super::game_options::GameOptions;

/// The text of a file that a setting names.
pub(super) fn text_of(path: &Path) -> Result<String, CommandError> {
    read_text_file(path).map_err(CommandError::unreadable(path.shown()))
}

/// Reads a settings file.
pub(super) fn read_settings(path: &Path) -> Result<TournamentSettings, CommandError> {
    let text = text_of(path)?;
    TournamentSettings::from_toml(&text).map_err(|error| {
        let (file, reason) = (path.shown(), toml_fault(&text, &error));
        CommandError::input(format!("cannot use the settings file '{file}': {reason}"))
    })
}

/// The first list, or the second if the first is empty.
fn list_or<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    if first.is_empty() { second } else { first }
}

/// A key of a settings file: the name of a long option.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        let options = TournamentSettings::augment_args(Command::new(""));
        let known: Vec<&str> = options.get_arguments().filter_map(Arg::get_long).collect();
        if known.contains(&key.as_str()) {
            return Ok(Self(key));
        }
        let known = known.join(", ");
        Err(D::Error::custom(format!(
            "'{key}' is not known of a tournament: expected one of {known}"
        )))
    }
}

impl TournamentSettings {
    /// Reads a settings file. Its keys are those of the games and those of the tournament, side by side; each half is read
    /// by itself, because only so an error tells its line.
    pub(super) fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str::<BTreeMap<Key, Value>>(text)?;
        Ok(Self {
            options: toml::from_str(text)?,
            ..toml::from_str(text)?
        })
    }

    /// These settings, completed from the others where these are absent. A list is taken whole from one of the two.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            options: self.options.or(other.options),
            games: self.games.or(other.games),
            format: self.format.or(other.format),
            sprt: list_or(self.sprt, other.sprt),
            anchor: list_or(self.anchor, other.anchor),
            html: self.html | other.html,
            psq: self.psq | other.psq,
            log: self.log.or(other.log),
        }
    }
}

impl GameOptions {
    /// These options, completed as [`TournamentSettings::or`] does.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            engine: list_or(self.engine, other.engine),
            out: self.out.or(other.out),
            game: self.game.or(other.game),
            rule: self.rule.or(other.rule),
            size: self.size.or(other.size),
            openings: self.openings.or(other.openings),
            opening_stones: self.opening_stones.or(other.opening_stones),
            order: self.order.or(other.order),
            symmetries: self.symmetries | other.symmetries,
            seed: self.seed.or(other.seed),
            swap2: self.swap2 | other.swap2,
            tc: self.tc.or(other.tc),
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
            tolerance: self.tolerance.or(other.tolerance),
            patience: self.patience.or(other.patience),
            memory: self.memory.or(other.memory),
            memory_tolerance: self.memory_tolerance.or(other.memory_tolerance),
            folder_limit: self.folder_limit.or(other.folder_limit),
            pause: self.pause.or(other.pause),
            suspend: self.suspend | other.suspend,
            pin: self.pin | other.pin,
            keep_processes: self.keep_processes | other.keep_processes,
            draw_after: self.draw_after.or(other.draw_after),
            adjudicate_draw: self.adjudicate_draw.or(other.adjudicate_draw),
            resign: self.resign.or(other.resign),
            concurrency: self.concurrency.or(other.concurrency),
            strict: self.strict | other.strict,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::cli::TournamentArgs;
    use super::*;

    #[derive(Parser)]
    struct ConfigLine {
        #[command(flatten)]
        args: TournamentArgs,
    }

    fn flags(words: &str) -> TournamentSettings {
        let words = shlex::split(&format!("tournament {words}")).expect("balanced quotes");
        let line = ConfigLine::try_parse_from(words);
        line.expect("good arguments").args.settings
    }

    const FILE: &str = r#"
        out = "results"
        game = "gomoku"
        rule = "renju"
        size = 19
        games = 10
        format = "gauntlet:2"
        openings = "book.txt"
        opening-stones = 6
        order = "random"
        symmetries = true
        seed = 7
        tc = "60/1+0.1"
        nodes = 1000
        depth = 9
        tolerance = 50
        patience = 2.5
        memory = 64
        memory-tolerance = 5
        folder-limit = 100
        pause = 3
        suspend = true
        pin = true
        keep-processes = true
        draw-after = 200
        adjudicate-draw = "40,10,20"
        resign = "6,2000"
        concurrency = 2
        sprt = "elo0=0,elo1=5"
        strict = true
        anchor = ["x=2000"]
        html = true
        psq = true
        log = "said"

        [[engine]]
        cmd = "x --flag"
        name = "X"
        memory = 32
        tc = 0.5
        option = { hash = 16 }

        [[engine]]
        cmd = "y"
        "option.z" = true
    "#;

    #[test]
    fn a_file_says_the_same_as_flags() {
        let from_file = TournamentSettings::from_toml(FILE).expect("a settings file");
        let from_flags = flags(
            "--engine 'cmd=x --flag,name=X,memory=32,tc=0.5,option.hash=16' --engine y,option.z=true --out results \
             --game gomoku --rule renju --size 19 --games 10 --format gauntlet:2 --opening-stones 6 --openings book.txt \
             --order random --symmetries --seed 7 --tc 60/1+0.1 --nodes 1000 --depth 9 --tolerance 50 --patience 2.5 \
             --memory 64 --memory-tolerance 5 --folder-limit 100 --pause 3 --suspend --pin --keep-processes \
             --draw-after 200 --adjudicate-draw 40,10,20 --resign 6,2000 --concurrency 2 --sprt elo0=0,elo1=5 --strict \
             --anchor x=2000 --html --psq --log said",
        );
        assert_eq!(from_file, from_flags);
        assert_eq!(
            TournamentSettings::default().or(from_file.clone()),
            from_file
        );
        assert_eq!(from_flags.or(TournamentSettings::default()), from_file);
    }

    #[test]
    fn flags_go_before_the_file() {
        let file = TournamentSettings::from_toml(FILE).expect("a settings file");
        let merged = flags("--size 15 --engine z --anchor z=1").or(file);
        assert_eq!((merged.options.size, merged.games), (Some(15), Some(10)));
        let lists = (merged.options.engine.len(), merged.anchor.len());
        assert_eq!(lists, (1, 1));
    }

    #[test]
    fn of_an_option_that_comes_twice_the_last_counts() {
        let twice = flags("--games 2 --games 4 --strict --strict");
        assert_eq!((twice.games, twice.options.strict), (Some(4), true));
        let engines = flags("--engine x --engine y").options.engine;
        assert_eq!(engines.len(), 2);
    }

    #[test]
    fn a_bad_file_says_where_and_what() {
        for (text, message) in [
            (
                "games = 4\nsise = 15",
                "line 2, 'sise = 15': 'sise' is not known of a tournament: expected one of engine, out, ",
            ),
            (
                "size = \"x\"",
                "line 1, 'size = \"x\"': expected a whole number",
            ),
            (
                "# all\ngames = \"many\"",
                "line 2, 'games = \"many\"': expected a whole number",
            ),
            (
                "memory = -5",
                "line 1, 'memory = -5': expected a whole number that is not negative",
            ),
            (
                "[[engine]]\ncmd = \"x\"\nthreads = \"few\"",
                "threads='few' is refused: expected a whole number",
            ),
            ("rule = \"chess\"", "'chess' is not a rule"),
            ("tc = \"1/2/3\"", "'1/2/3' is not a time control"),
            ("sprt = \"elo0=5,elo1=0\"", "elo0 must be less"),
            ("tc = [1]", "expected a single value"),
            ("[[engine]]\nname = \"x\"", "names no program"),
            (
                "[[engine]]\ncmd = \"x\"\nhash = 5",
                "'hash' is not known of an engine",
            ),
            ("[[engine]]\ncmd = [\"x\"]", "must be a single value"),
            ("size =", "line 1, 'size ='"),
        ] {
            let error = TournamentSettings::from_toml(text).expect_err("bad");
            let error = toml_fault(text, &error);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
