//! The rule for the outputs of a command: nothing is overwritten without a word. All outputs are checked before the work
//! begins, because the work may be long.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::identity::{Identity, require_outer_folder};
use super::new_file::{NewFile, is_open_output};
use crate::ShowPath as _;

/// The standard output as a device.
const STANDARD_OUTPUT: &str = "/dev/stdout";
/// The names of the standard output; the first one stands for it in many programs.
const STANDARD_OUTPUTS: [&str; 2] = ["-", STANDARD_OUTPUT];

/// Whether outputs may take the place of files that are there. It is the option `--force` of every command that writes.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Overwrite {
    /// Replace output files that exist already
    #[cfg_attr(feature = "cli", arg(long))]
    pub force: bool,
}

/// Why a file cannot be an output.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// There is a file, and it may not be replaced.
    #[error("'{0}' exists already: give another name, or --force to replace it")]
    Exists(String),
    /// The command reads the file.
    #[error("'{0}' is an input of this command and would be lost: give another name")]
    Input(String),
    /// Two outputs have one file.
    #[error("'{0}' is given for two outputs: give each a file of its own")]
    Twice(String),
    /// The standard output, on which the command prints its result.
    #[error(
        "'{0}' is the standard output, on which this command prints already: give the name of a file"
    )]
    Printed(String),
    /// The name of a folder.
    #[error("'{0}' is a folder: give the name of a file")]
    Folder(String),
    /// The name of a file, where a folder is to be.
    #[error("'{0}' is a file: give the name of a folder")]
    File(String),
    /// Its folder is missing, or the system refuses.
    #[error("cannot create '{name}': {source}")]
    Create {
        /// The output.
        name: String,
        /// That there is no folder, or what the system says.
        source: io::Error,
    },
    /// The system refuses when the file is finished, for example because the disk is full.
    #[error("cannot write '{name}': {source}")]
    Write {
        /// The output.
        name: String,
        /// What the system says.
        source: io::Error,
    },
}

impl OutputError {
    /// Whether another name or option helps, and the system is not at fault.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, Self::Write { .. })
    }
}

/// The files of one command. It names all its inputs first, then begins all its outputs, and only then works.
///
/// ```
/// use std::io::Write;
/// use kagetsu_kernel::file::{Outputs, Overwrite};
///
/// let folder = std::env::temp_dir();
/// # let folder = folder.join(format!("kagetsu-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let [input, output] = ["games", "chart"].map(|name| folder.join(name));
/// std::fs::write(&input, "the games")?;
/// let mut outputs = Outputs::new(Overwrite { force: true }).reading([&input]);
/// assert!(outputs.begin(&input).is_err(), "even with --force");
/// let mut chart = outputs.begin(&output)?;
/// writeln!(chart, "the result of long work")?;
/// chart.finish()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Outputs {
    overwrite: Overwrite,
    inputs: Vec<Identity>,
    begun: Vec<Identity>,
    /// The command prints on the standard output, or an output of it is the standard output.
    is_printing: bool,
}

impl Outputs {
    /// No files yet.
    pub fn new(overwrite: Overwrite) -> Self {
        Self {
            overwrite,
            inputs: Vec::new(),
            begun: Vec::new(),
            is_printing: false,
        }
    }

    /// The command prints its result on the standard output: no other output can go there.
    #[must_use]
    pub fn printing(mut self) -> Self {
        self.is_printing = true;
        self
    }

    /// Names files that the command reads: none of them can be an output, even with `--force`.
    #[must_use]
    pub fn reading<P: AsRef<Path>>(mut self, inputs: impl IntoIterator<Item = P>) -> Self {
        let inputs = inputs.into_iter();
        let present = inputs.filter(|path| path.as_ref().exists());
        self.inputs
            .extend(present.map(|path| Identity::of(path.as_ref())));
        self
    }

    /// Begins an output, which takes its place when it is finished. `-` is the standard output.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn begin(&mut self, path: &Path) -> Result<OutputFile, OutputError> {
        self.check(path)?;
        let place = if is_standard_output(path) {
            Path::new(STANDARD_OUTPUT)
        } else {
            path
        };
        let file = NewFile::create(place).map_err(uncreated(path))?;
        Ok(OutputFile {
            name: name(path),
            file: if self.overwrite.force {
                file
            } else {
                file.never_replacing()
            },
        })
    }

    /// As [`Outputs::begin`], if there is a path.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn begin_if(&mut self, path: Option<&Path>) -> Result<Option<OutputFile>, OutputError> {
        path.map(|path| self.begin(path)).transpose()
    }

    /// Checks an output that the command opens itself, because it is written in place.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn check(&mut self, path: &Path) -> Result<(), OutputError> {
        if is_standard_output(path) {
            let is_taken = std::mem::replace(&mut self.is_printing, true);
            return if is_taken {
                Err(OutputError::Printed(name(path)))
            } else {
                Ok(())
            };
        }
        if is_open_output(path) {
            return Ok(());
        }
        // A device or a pipe takes what several outputs write, and is not replaced.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(());
        }
        self.check_continued(path)?;
        let exists = fs::symlink_metadata(path).is_ok();
        if exists && !self.overwrite.force {
            return Err(OutputError::Exists(name(path)));
        }
        Ok(())
    }

    /// Checks a folder that the command makes, and whose files it begins. One that is there is used with `--force` alone.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn check_folder(&self, path: &Path) -> Result<(), OutputError> {
        match fs::symlink_metadata(path) {
            Ok(_) if !path.is_dir() => Err(OutputError::File(name(path))),
            Ok(_) if !self.overwrite.force => Err(OutputError::Exists(name(path))),
            _ => require_outer_folder(path).map_err(uncreated(path)),
        }
    }

    /// Checks an output that the command goes on with, if it is there. It is a file, not the standard output.
    ///
    /// # Errors
    /// All of [`OutputError`] but [`OutputError::Exists`].
    pub fn check_continued(&mut self, path: &Path) -> Result<(), OutputError> {
        if is_standard_output(path) {
            return Err(OutputError::Printed(name(path)));
        }
        if path.is_dir() {
            return Err(OutputError::Folder(name(path)));
        }
        require_outer_folder(path).map_err(uncreated(path))?;
        let identity = Identity::of(path);
        if self.inputs.iter().any(|input| input.is(&identity)) {
            return Err(OutputError::Input(name(path)));
        }
        if self.begun.iter().any(|output| output.is(&identity)) {
            return Err(OutputError::Twice(name(path)));
        }
        self.begun.push(identity);
        Ok(())
    }
}

/// An output that is being written.
#[derive(Debug)]
pub struct OutputFile {
    name: String,
    file: NewFile,
}

impl OutputFile {
    /// Makes sure that the output is on the disk, and puts it in its place. Dropped before, it is removed.
    ///
    /// # Errors
    /// [`OutputError::Write`].
    pub fn finish(self) -> Result<(), OutputError> {
        let Self { name, file } = self;
        file.finish()
            .map_err(|source| OutputError::Write { name, source })
    }

    /// Whether it takes the place of a file when it is finished, and is not written to a device or a pipe.
    pub fn is_file(&self) -> bool {
        self.file.has_place()
    }

    /// Writes the whole output and finishes it.
    ///
    /// # Errors
    /// [`OutputError::Write`].
    pub fn write_whole(mut self, bytes: &[u8]) -> Result<(), OutputError> {
        match self.file.write_all(bytes) {
            Ok(()) => self.finish(),
            Err(source) => Err(OutputError::Write {
                name: self.name,
                source,
            }),
        }
    }
}

/// Its errors have its name: whoever writes through layers cannot add it.
impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(named(&self.name))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(named(&self.name))
    }
}

fn named(name: &str) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("'{name}': {error}"))
}

fn is_standard_output(path: &Path) -> bool {
    STANDARD_OUTPUTS.iter().any(|name| path == Path::new(name))
}

/// For `map_err`: an output cannot be created.
fn uncreated(path: &Path) -> impl FnOnce(io::Error) -> OutputError {
    move |source| OutputError::Create {
        name: name(path),
        source,
    }
}

fn name(path: &Path) -> String {
    path.shown().to_string()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const USUAL: Overwrite = Overwrite { force: false };
    const FORCE: Overwrite = Overwrite { force: true };

    fn folder_with(names: &[&str]) -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().to_path_buf();
        for name in names {
            fs::write(path.join(name), "old").expect("the disk has room");
        }
        (folder, move |name: &str| path.join(name))
    }

    #[test]
    fn an_output_that_exists_is_replaced_by_force_alone() {
        let (folder, at) = folder_with(&["old"]);
        let error = Outputs::new(USUAL)
            .begin(&at("old"))
            .expect_err("it is there");
        assert!(
            error.to_string().contains("--force to replace it"),
            "{error}"
        );
        let begun = Outputs::new(FORCE).begin(&at("old")).expect("by force");
        assert_eq!(fs::read(at("old")).expect("the file"), b"old");
        begun.write_whole(b"new").expect("the disk has room");
        assert_eq!(fs::read(at("old")).expect("the file"), b"new");
        let fresh = Outputs::new(USUAL).begin(&at("fresh")).expect("a new name");
        fs::write(at("fresh"), "of another program").expect("the disk has room");
        assert!(fresh.write_whole(b"new").is_err());
        assert_eq!(fs::read(at("fresh")).expect("it"), b"of another program");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3);
    }

    #[test]
    fn an_input_is_no_output_whatever_its_name_is() {
        let (_folder, at) = folder_with(&["games"]);
        fs::hard_link(at("games"), at("twin")).expect("a hard link");
        let mut names = vec![at("games"), at("./games"), at("twin")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("games"), at("link")).expect("a link");
            names.push(at("link"));
        }
        for name in &names {
            for overwrite in [USUAL, FORCE] {
                let mut outputs = Outputs::new(overwrite).reading([at("none"), at("games")]);
                let error = outputs.begin(name).expect_err("it is an input");
                assert!(matches!(error, OutputError::Input(_)), "{error}");
                let error = outputs.check_continued(name).expect_err("it is an input");
                assert!(matches!(error, OutputError::Input(_)), "{error}");
            }
        }
        assert_eq!(fs::read(at("games")).expect("the file"), b"old");
    }

    #[test]
    fn two_outputs_have_two_files() {
        let (_folder, at) = folder_with(&["old"]);
        fs::create_dir(at("sub")).expect("the disk has room");
        for [one, two] in [["new", "new"], ["new", "sub/../new"], ["old", "./old"]] {
            let mut outputs = Outputs::new(FORCE);
            let _first = outputs.begin(&at(one)).expect("a good name");
            let error = outputs.begin(&at(two)).expect_err("the same file");
            assert!(
                matches!(error, OutputError::Twice(_)),
                "{one} {two}: {error}"
            );
        }
    }

    #[test]
    fn what_cannot_be_written_is_known_before_the_work() {
        let (_folder, at) = folder_with(&["file"]);
        let begin = |path: &Path| {
            let error = Outputs::new(USUAL).begin(path).expect_err("no output");
            error.to_string()
        };
        assert!(begin(&at("")).contains("is a folder"));
        assert!(begin(&at("none/new")).contains("there is no folder '"));
        assert!(begin(&at("file/new")).contains("cannot create '"));
        #[cfg(target_os = "linux")]
        assert!(begin(Path::new("/proc/new")).contains("cannot create '/proc/new'"));
    }

    #[test]
    fn the_standard_output_takes_one_output() {
        let refused = |outputs: &mut Outputs, path| {
            let error = outputs.begin(Path::new(path)).expect_err("taken");
            assert!(matches!(error, OutputError::Printed(_)), "{error}");
        };
        let mut printing = Outputs::new(FORCE).printing();
        refused(&mut printing, "-");
        refused(&mut printing, "/dev/stdout");
        for path in STANDARD_OUTPUTS {
            let error = Outputs::new(FORCE).check_continued(Path::new(path));
            assert!(matches!(error, Err(OutputError::Printed(_))), "{path}");
        }
        let mut free = Outputs::new(USUAL);
        free.begin(Path::new("-")).expect("nothing is printed yet");
        refused(&mut free, "-");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_as_often_as_one_likes_and_are_no_folders() {
        let mut outputs = Outputs::new(USUAL);
        for name in ["/dev/null", "/dev/null", "/dev/stderr", "/dev/stderr", "-"] {
            let file = outputs.begin(Path::new(name)).expect("a device");
            file.finish().expect("nothing is written");
        }
        for overwrite in [USUAL, FORCE] {
            let refused = Outputs::new(overwrite).check_folder(Path::new("/dev/null"));
            assert!(matches!(refused, Err(OutputError::File(_))), "{refused:?}");
        }
    }
}
