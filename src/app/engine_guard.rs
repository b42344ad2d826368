//! Engines must not outlive a run that is killed: while engines play, a second process of this program watches the first
//! one. It is started by a word that is no sub-command for people.

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::{self, Command};

use kagetsu_arena::process_tree::{EngineGuard, end_engines_of};

/// The word that makes this program a guard; the number of the guarded process follows.
const WORD: &str = "end-engines-of";

/// Guards the engines of this process until the result is dropped. Where that is not possible the engines are ended as
/// long as this process itself can do it.
pub(super) fn guard_engines() -> Option<EngineGuard> {
    let guard = env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.args([WORD, &process::id().to_string()]);
        EngineGuard::start(&mut command)
    });
    guard.unwrap_or_else(|error| {
        log::warn!("engines may outlive this program if it is killed: {error}");
        None
    })
}

/// The number of the process that these arguments of the program tell to guard.
pub(super) fn guarded(arguments: &[OsString]) -> Option<u32> {
    match arguments {
        [_, word, process] if word == WORD => process.to_str()?.parse().ok(),
        _ => None,
    }
}

/// Guards a process until standard input ends.
pub(super) fn guard(process: u32) {
    end_engines_of(process, io::stdin().lock());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_can_be_guarded() {
        let read = |words: &[&str]| guarded(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(read(&["x", WORD, "12"]), Some(12));
        for words in [
            &["x", WORD][..],
            &["x", WORD, "all"],
            &["x", WORD, "1", "2"],
            &["x", "bench", "12"],
            &[],
        ] {
            assert_eq!(read(words), None, "{words:?}");
        }
    }
}
