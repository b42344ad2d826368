//! What cannot be used of a file: its first faults, and the number of the others. Commands with results for each game, and
//! those that tell beside their figures what is left out, go on with the rest. Commands that make one thing of all inputs, such
//! as a network or a book, stop at the first fault: what comes of a part would pass for the whole.

use std::io::{self, Write};

use kagetsu_kernel::{counted, on_one_line};

/// Most faults that are told of one file.
const MAX_TOLD: usize = 5;

/// The faults of the games of a file.
#[derive(Debug, Default)]
pub(super) struct Faults {
    count: usize,
}

impl Faults {
    /// Tells one if it is among the first.
    pub(super) fn tell(&mut self, text: &str, err: &mut dyn Write) -> io::Result<()> {
        self.count += 1;
        if self.count > MAX_TOLD {
            return Ok(());
        }
        tell_fault(text, err)
    }

    /// Tells how many more the file has, and whether it has nothing else.
    pub(super) fn sum_up(
        &self,
        name: &str,
        has_games: bool,
        err: &mut dyn Write,
    ) -> io::Result<()> {
        if self.count <= MAX_TOLD {
            return Ok(());
        }
        let more = counted(self.count - MAX_TOLD, "more fault");
        let games = if has_games {
            ""
        } else {
            ", and no game that can be used"
        };
        tell_fault(&format!("'{name}': {more}{games}"), err)
    }
}

/// The number of files and games that cannot be used, in words.
pub(super) fn unusable_in_words(count: u64) -> String {
    let noun = if count == 1 {
        "file or game"
    } else {
        "files or games"
    };
    format!("{count} {noun} that cannot be used")
}

/// Tells what cannot be used. Control characters, which would command the terminal, are written as escapes.
pub(super) fn tell_fault(text: &str, err: &mut dyn Write) -> io::Result<()> {
    writeln!(err, "error: {}", on_one_line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_faults_are_told_and_the_others_counted() {
        for (count, has_games, lines, end) in [
            (5, false, 5, "error: fault 5\n"),
            (6, true, 6, "error: 'a': 1 more fault\n"),
            (
                921,
                false,
                6,
                "'a': 916 more faults, and no game that can be used\n",
            ),
        ] {
            let (mut faults, mut said) = (Faults::default(), Vec::new());
            for number in 1..=count {
                let told = faults.tell(&format!("fault {number}"), &mut said);
                told.expect("memory suffices");
            }
            let told = faults.sum_up("a", has_games, &mut said);
            told.expect("memory suffices");
            let said = String::from_utf8_lossy(&said);
            assert_eq!(said.lines().count(), lines, "{said}");
            assert!(said.ends_with(end), "{said}");
        }
    }
}
