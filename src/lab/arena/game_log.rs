//! The whole conversation with the engines of one game, in a file of its own: whoever makes an engine wants to see what it
//! has said before a strange move. [`super::transcript`] keeps only what proves a fault.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use kagetsu_kernel::on_one_line;

/// Digits of the number in the name of a file, so that the files sort in the order of the games.
pub(crate) const NUMBER_WIDTH: usize = 6;

/// The file of a game, as one of its engines writes to it.
#[derive(Clone, Debug)]
pub(crate) struct GameLog {
    file: Arc<File>,
    begun: Instant,
    engine: String,
}

impl GameLog {
    /// Begins the file of a game in a folder. What the file holds already stays: a game that was broken off is played again.
    pub(crate) fn begin(folder: &Path, game: u32) -> io::Result<Self> {
        let path = folder.join(format!("{game:0NUMBER_WIDTH$}.txt"));
        // A pipe would hold up the match until somebody reads it.
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::other("it is no ordinary file"));
        }
        let file = File::options().append(true).create(true).open(path)?;
        Ok(Self {
            file: Arc::new(file),
            begun: Instant::now(),
            engine: String::new(),
        })
    }

    /// The same file for the lines of this engine.
    pub(crate) fn of_engine(&self, name: &str) -> Self {
        Self {
            engine: name.to_string(),
            ..self.clone()
        }
    }

    /// Adds a line with the seconds since the game began. `sign` tells who wrote it. A line that cannot be written is lost:
    /// the game goes on.
    pub(crate) fn add(&self, sign: char, text: &str) {
        let (seconds, engine) = (self.begun.elapsed().as_secs_f64(), &self.engine);
        let line = format!("{seconds:8.3} {engine} {sign} {}\n", on_one_line(text));
        // In one piece, since two engines write to the file.
        let _ = (&*self.file).write_all(line.as_bytes());
    }
}
