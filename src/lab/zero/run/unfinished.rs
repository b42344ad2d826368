//! The finished games of a shard that is being played, so that a run which is killed loses none of them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, ErrorKind, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use kagetsu_kernel::FileLock;
use kagetsu_kernel::file::{MAX_JOURNAL_BYTES, open_to_append, read_long_text_file, write_whole};
use serde_json::json;

use crate::game::GameRules;
use crate::learn::GameRecord;
use crate::net::Network;
use crate::recipe::Recipe;

use super::games;

const EXTENSION: &str = "part";

/// What plays a game: another network, recipe or version of the program plays other games. Builds of one version are not told
/// apart.
pub(super) fn player(network: &Network, recipe: &Recipe) -> String {
    let mut hasher = DefaultHasher::new();
    for weight in network.weights() {
        hasher.write_u32(weight.to_bits());
    }
    hasher.write(json!(recipe).to_string().as_bytes());
    hasher.write(env!("CARGO_PKG_VERSION").as_bytes());
    format!("{:016x}", hasher.finish())
}

/// The files of finished games in the folder of a generation, whatever the number of its shards.
fn parts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut parts = games::listed(folder)?;
    parts.retain(|path| games::has_extension(path, EXTENSION) && games::shard_of(path).is_some());
    Ok(parts)
}

/// The games of such a file that are whole, if this player has played them.
fn finished(path: &Path, player: &str, rules: GameRules) -> io::Result<Vec<GameRecord>> {
    let text = match read_long_text_file(path, MAX_JOURNAL_BYTES) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData) => {
            String::new()
        }
        read => read?,
    };
    // A kill cuts off the last line.
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let mut lines = whole.lines();
    if lines.next() != Some(player) {
        return Ok(Vec::new());
    }
    // Where the disk was full for a while, a line in the middle is cut off.
    let games = lines.filter_map(|line| GameRecord::read(line, rules).ok());
    Ok(games.collect())
}

/// Removes these files of a generation that is whole: its games are in the files of the shards. One that another process
/// still writes stays.
pub(super) fn remove_spent(folder: &Path) -> io::Result<()> {
    for part in parts(folder)? {
        let lock = FileLock::try_beside(&part.with_extension(games::EXTENSION))?;
        if lock.is_some() {
            match fs::remove_file(part) {
                // The process that wrote it has removed it meanwhile.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
    }
    Ok(())
}

/// A file of one line that says what plays, and the games in the order in which they have ended.
pub(super) struct Unfinished {
    path: PathBuf,
    file: Mutex<File>,
    games: BTreeMap<u64, GameRecord>,
}

impl Unfinished {
    /// That of a shard, whose whole file has this path and these games. Those that the same player has finished before are
    /// kept, also from the files of shards of another number.
    pub(super) fn open(
        path: &Path,
        player: &str,
        rules: GameRules,
        numbers: &Range<u64>,
    ) -> io::Result<Self> {
        let path = path.with_extension(EXTENSION);
        let mut games = BTreeMap::new();
        for part in path.parent().map_or_else(|| Ok(Vec::new()), parts)? {
            let found = match finished(&part, player, rules) {
                // Only its own file is needed.
                Err(_) if part != path => Vec::new(),
                found => found?,
            };
            let own = found.into_iter();
            let own = own.filter(|game| numbers.contains(&game.game));
            games.extend(own.map(|game| (game.game, game)));
        }
        write_whole(&path, |file| {
            writeln!(file, "{player}")?;
            for game in games.values() {
                writeln!(file, "{}", game.line()?)?;
            }
            Ok(())
        })?;
        let file = Mutex::new(open_to_append(&path)?);
        Ok(Self { path, file, games })
    }

    /// The game of a number, if it was finished before.
    pub(super) fn game(&self, number: u64) -> Option<&GameRecord> {
        self.games.get(&number)
    }

    /// Keeps a game that has ended.
    pub(super) fn add(&self, game: &GameRecord) -> io::Result<()> {
        let line = game.line()? + "\n";
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
    }

    /// Removes the file: the games are in another one.
    pub(super) fn remove(self) -> io::Result<()> {
        drop(self.file);
        fs::remove_file(self.path)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use kagetsu_kernel::{Shard, StopSignal};

    use super::super::tests::tiny;
    use super::super::{MissingState, Run, RunError};
    use super::*;

    /// The games of a run in a folder, whose file is then taken away.
    fn played(folder: &Path) -> String {
        let run = Run::open(folder, Some(&tiny())).expect("a run");
        let count = AtomicU64::new(0);
        let stop = StopSignal::new();
        run.play(0, Shard::WHOLE, 1, &stop, &|_| {
            count.fetch_add(1, Ordering::Relaxed);
        })
        .expect("games");
        assert_eq!(count.into_inner(), 6);
        let path = folder.join("0000/games-1-of-1.jsonl");
        let games = fs::read_to_string(&path).expect("all games");
        fs::remove_file(path).expect("it is there");
        games
    }

    /// Marks the first game, as nobody has played it, by its playouts.
    fn marked(games: &str) -> String {
        games.replacen("\"playouts\":", "\"playouts\":1", 1)
    }

    /// Breaks off the only shard after two games, marks the first one, and returns the file.
    fn broken_off(folder: &Path) -> PathBuf {
        let (stop, count) = (StopSignal::new(), AtomicU64::new(0));
        let run = Run::open(folder, Some(&tiny())).expect("a run");
        let stopped = run.play(0, Shard::WHOLE, 1, &stop, &|_| {
            if count.fetch_add(1, Ordering::Relaxed) == 1 {
                stop.raise();
            }
        });
        assert!(matches!(stopped, Err(RunError::Interrupted)));
        let part = folder.join("0000/games-1-of-1.part");
        let text = marked(&fs::read_to_string(&part).expect("the games that have ended"));
        assert_eq!(text.lines().count(), 3);
        fs::write(&part, text).expect("the disk has room");
        part
    }

    #[test]
    fn games_that_have_ended_are_not_played_again_after_a_kill() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let whole = played(&parent.path().join("whole"));
        let folder = parent.path().join("broken");
        for (before, after, expected) in [
            // The line of a game was cut off.
            ("", "{\"game\":3,\"mo", marked(&whole)),
            // Another player has played them.
            ("0", "", whole.clone()),
        ] {
            let part = broken_off(&folder);
            let text = fs::read_to_string(&part).expect("the marked games");
            fs::write(&part, format!("{before}{text}{after}")).expect("the disk has room");
            assert_eq!(played(&folder), expected);
            assert!(!part.exists());
        }
    }

    #[test]
    fn a_line_that_is_cut_off_in_the_middle_hides_no_game_after_it() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let whole = played(&parent.path().join("whole"));
        let folder = parent.path().join("broken");
        let part = broken_off(&folder);
        let text = fs::read_to_string(&part).expect("the marked games");
        let damaged = text.replacen('\n', "\n{\"game\":3,\"mo\n", 1);
        fs::write(&part, damaged).expect("the disk has room");
        assert_eq!(played(&folder), marked(&whole));
    }

    #[test]
    fn games_of_another_division_into_shards_are_used_and_their_file_is_removed() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let whole = played(&parent.path().join("whole"));
        let folder = parent.path().join("broken");
        let part = broken_off(&folder);
        let run = Run::open(&folder, None).expect("a run");
        let stop = StopSignal::new();
        let halves = ["1", "2"].map(|number| {
            let shard = format!("{number}/2").parse().expect("a shard");
            run.play(0, shard, 1, &stop, &|_| ()).expect("games");
            let path = folder.join(format!("0000/games-{number}-of-2.jsonl"));
            fs::read_to_string(path).expect("half of the games")
        });
        assert_eq!(halves.concat(), marked(&whole));
        assert!(part.exists());
        run.learn(0, MissingState::Refused, 1, &stop)
            .expect("a network");
        assert!(!part.exists());
    }
}
