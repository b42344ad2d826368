//! The rule for outputs, over all commands that write: a file that exists is replaced by `--force` alone, an input never,
//! and what cannot be written is known before the work. `data/outputs.txt` is the list.

use std::fs;
use std::io;
use std::path::Path;

const LIST: &str = include_str!("../data/outputs.txt");
/// Stands for the output in a line of the list.
const PLACE: &str = "@";
/// Begins an entry of the list that is no command.
const READ: &str = "! ";
const OLD: &str = "the work of many hours";
const STORED: &str = r#"{"schema":1,"rule":"freestyle","size":"15x15","black":"f9","white":"","to_move":"white","text":"the side"}"#;
const DEPTH: &str =
    "[[parameter]]\nname = \"max_depth\"\nvalue = 3\nmin = 1\nmax = 5\nstep = 1.5\nr = 0.1\n";

/// Files that commands read.
const INPUTS: [(&str, &str); 6] = [
    ("game.txt", "h8i9j10\n"),
    ("win.txt", "h8a1i8b1j8c1\n"),
    ("positions.jsonl", STORED),
    ("depth.toml", DEPTH),
    ("one.txt", "h8i9j10\n"),
    ("samples.csv", "h8i9,j10,2\n"),
];
/// Commands that make further ones.
const MAKERS: [&str; 2] = [
    "datagen --games 6 --nodes 50 --size 7 --out games.kgd",
    "database import positions.jsonl --db positions.kdb",
];
/// A folder where a file is wanted.
const FOLDER: &str = "folder.out";

/// A command of the list.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// An input of the command, or `-`.
    input: &'static str,
    line: &'static str,
}

impl Writer {
    /// All commands of the list.
    ///
    /// # Panics
    /// If a line of the list is no command.
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = LIST.lines().filter(|line| !line.starts_with(['#', '!']));
        lines.map(|line| {
            let (input, line) = line.split_once(" | ").expect("an input and a command");
            Self { input, line }
        })
    }

    /// The command with this output.
    pub fn with(self, output: &str) -> String {
        with_output(self.line, output)
    }

    /// Does it write what this option of this command names?
    pub fn writes(self, command: &str, option: &str) -> bool {
        self.line.starts_with(command) && self.line.contains(&format!("{option} {PLACE}"))
    }

    /// Does the program start itself for it, or read what it has played so?
    pub fn needs_engines(&self) -> bool {
        ["self", "played"]
            .iter()
            .any(|word| self.line.contains(word))
    }

    /// Tries the rule in a folder of [`prepare`]; the functions run a command that has to go well, and one that has to be
    /// refused for a reason.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    ///
    /// # Panics
    /// When the rule is broken, as the functions do.
    pub fn keeps_the_rule(
        self,
        folder: &Path,
        fine: &dyn Fn(&str),
        refused: &dyn Fn(&str, &str),
    ) -> io::Result<()> {
        let line = self.line;
        let old = folder.join("old.out");
        fs::write(&old, OLD)?;
        for (output, reason) in [
            ("old.out", "'old.out' exists already: give another name"),
            ("old.out", "--force to replace it"),
            (FOLDER, "'folder.out' is a folder"),
            ("none/new.out", "there is no folder 'none'"),
        ] {
            refused(&self.with(output), reason);
        }
        assert_eq!(fs::read_to_string(&old)?, OLD, "{line}");
        let by_force = |output: &str| self.with(output) + " --force";
        if self.input != "-" {
            let before = fs::read(folder.join(self.input))?;
            let reason = format!("'{}' is an input of this command", self.input);
            refused(&by_force(self.input), &reason);
            assert_eq!(fs::read(folder.join(self.input))?, before, "{line}");
        }
        // A new file needs no word: the tests of the commands and of the manual write hardly any other.
        fine(&by_force("old.out"));
        assert_ne!(fs::read_to_string(&old).unwrap_or_default(), OLD, "{line}");
        fs::remove_file(&old)?;
        assert_eq!(parts(folder)?, [""; 0], "{line}");
        Ok(())
    }
}

/// A line with this output.
pub fn with_output(line: &str, output: &str) -> String {
    let words = line.split(' ');
    let words: Vec<&str> = words
        .map(|word| if word == PLACE { output } else { word })
        .collect();
    words.join(" ")
}

/// The options of the list whose files are read, or have a rule of their own.
pub fn options_read() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter_map(|line| line.strip_prefix(READ))
}

/// Fills a folder with an input of every kind but what engines have played and the references of `fidelity`.
///
/// # Errors
/// When it cannot be written.
pub fn prepare(folder: &Path, fine: &dyn Fn(&str)) -> io::Result<()> {
    for (name, text) in INPUTS {
        fs::write(folder.join(name), text)?;
    }
    fs::create_dir(folder.join(FOLDER))?;
    MAKERS.into_iter().for_each(fine);
    Ok(())
}

/// What writers have left that did not end.
///
/// # Errors
/// When the folder cannot be read.
pub fn parts(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "part") {
            names.push(path.display().to_string());
        }
    }
    Ok(names)
}
