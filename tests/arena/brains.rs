//! The engines of the tests: one without fault, and others that play correctly until their fault occurs.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// First argument that makes this program an engine.
pub(crate) const WORD: &str = "brain";

/// Long enough for any test, short enough to leave no process behind.
const FOR_EVER: Duration = Duration::from_secs(60);
/// Between two lines of one that goes on talking, and between two parts of the work of one that goes on working.
const PAUSE: Duration = Duration::from_millis(5);
/// Sleep of those that answer soon after their limit.
const LATE: Duration = Duration::from_millis(1300);
/// Sleep of one that answers too late even where a second is excused.
const ASLEEP: Duration = Duration::from_secs(2);
/// Memory of the hog in bytes.
const HOG: usize = 300 << 20;

/// Beginning of the manner of one that takes a part, in per cent, of the memory that it is told it may use.
const TABLE: &str = "table-";

/// The command line of an engine with this manner.
pub(crate) fn command(manner: &str) -> Vec<String> {
    if manner == "no-such-program" {
        return vec![manner.to_string()];
    }
    let program = std::env::current_exe().expect("the path of this program");
    vec![
        program.to_string_lossy().into_owned(),
        WORD.to_string(),
        manner.to_string(),
    ]
}

struct Brain<'a> {
    manner: &'a str,
    size: usize,
    taken: BTreeSet<(usize, usize)>,
    moves: usize,
    kept: Vec<u8>,
}

/// Plays on standard input and output until `END`.
pub(crate) fn play(manner: &str) {
    if manner == "crash-at-start" {
        std::process::abort();
    }
    let mut brain = Brain {
        manner,
        size: 15,
        taken: BTreeSet::new(),
        moves: 0,
        kept: Vec::new(),
    };
    let mut lines = io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "START" if manner == "refuse" => say("ERROR unsupported size"),
            "START" => {
                if manner == "watcher" {
                    std::fs::write(std::process::id().to_string(), "").expect("a file");
                }
                brain.size = rest.parse().expect("a size");
                brain.taken.clear();
                brain.moves = 0;
                say("OK");
            }
            "BOARD" => {
                brain.taken.clear();
                brain.read_block(&mut lines);
                brain.answer();
            }
            "SWAP2BOARD" => {
                brain.taken.clear();
                let stones = brain.read_block(&mut lines);
                swap2(manner, stones);
                brain.taken.clear();
            }
            "END" if manner == "chatter" => loop {
                say("MESSAGE still here");
                thread::sleep(PAUSE);
            },
            "INFO" if manner.starts_with(TABLE) => brain.fill_table(rest),
            "INFO" if manner == "choosy" && rest.starts_with("colour") => {
                say("ERROR no such colour");
            }
            "BEGIN" => brain.answer(),
            "TURN" => {
                brain.take(rest);
                brain.answer();
            }
            "END" => return,
            _ => {}
        }
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    let line = format!("{text}\n");
    // In one piece, which writing in a format is not. The runner may have gone.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// The files of the folder are named by the processes of both engines.
#[cfg(target_os = "linux")]
fn wait_until_the_other_is_stopped() {
    let own = std::process::id().to_string();
    let is_stopped = |process: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
        stat.is_ok_and(|stat| stat.contains(") T "))
    };
    let files = std::fs::read_dir(".").expect("a folder");
    for file in files.flatten() {
        let process = file.file_name().display().to_string();
        while process != own && !is_stopped(&process) {
            thread::yield_now();
        }
    }
}

fn swap2(manner: &str, stones: usize) {
    say(match (stones, manner) {
        (0, _) => "7,7 8,7 9,9",
        (3, "two-more") => "8,8 8,6",
        (3, "wrong-swap2") => "OK then",
        _ => "SWAP",
    });
}

impl Brain<'_> {
    fn read_block(&mut self, lines: &mut impl Iterator<Item = io::Result<String>>) -> usize {
        while let Some(Ok(line)) = lines.next() {
            if line == "DONE" {
                break;
            }
            self.take(&line);
        }
        self.taken.len()
    }

    fn take(&mut self, text: &str) {
        let mut numbers = text
            .split(',')
            .map(|number| number.parse().expect("a number"));
        let point = numbers.next().zip(numbers.next()).expect("a point");
        self.taken.insert(point);
    }

    fn fill_table(&mut self, setting: &str) {
        let percent: usize = self.manner[TABLE.len()..].parse().expect("a part");
        if let Some(bytes) = setting.strip_prefix("max_memory ") {
            let bytes: usize = bytes.parse().expect("a number of bytes");
            self.kept = vec![1; bytes / 100 * percent];
        }
    }

    fn answer(&mut self) {
        self.moves += 1;
        match self.manner {
            "crash-on-move-7" if self.moves == 7 => std::process::abort(),
            "crash-with-child" if self.moves == 3 => {
                // The child holds the pipes open.
                let child = command("sleep");
                let started = Command::new(&child[0]).args(&child[1..]).spawn();
                drop(started.expect("a child"));
                std::process::abort();
            }
            "stall" if self.moves == 3 => thread::sleep(FOR_EVER),
            #[cfg(unix)]
            "deserter" if self.moves == 3 => {
                // It joins the group of the runner: a signal to its own group reaches nobody.
                let group = nix::unistd::getpgid(Some(nix::unistd::getppid()));
                let joined = group
                    .and_then(|group| nix::unistd::setpgid(nix::unistd::Pid::from_raw(0), group));
                joined.expect("the group of the runner");
                thread::sleep(FOR_EVER);
            }
            "endless-word" if self.moves == 3 => return say(&"x".repeat(60_000)),
            "busy" if self.moves == 3 => {
                let start = Instant::now();
                while start.elapsed() < FOR_EVER {
                    // Half of the time is work enough, and leaves the processor to others.
                    let part = Instant::now();
                    while part.elapsed() < PAUSE {
                        std::hint::spin_loop();
                    }
                    thread::sleep(PAUSE);
                }
            }
            "asleep" | "late" | "muttering" if self.moves == 3 => {
                if self.manner == "muttering" {
                    say("a debug line");
                }
                let is_late = self.manner != "asleep";
                thread::sleep(if is_late { LATE } else { ASLEEP });
            }
            #[cfg(target_os = "linux")]
            "watcher" => wait_until_the_other_is_stopped(),
            "off-board" if self.moves == 3 => return say("15,3"),
            "negative" if self.moves == 3 => return say("-1,3"),
            "occupied" if self.moves == 3 => {
                let &(x, y) = self.taken.first().expect("a stone");
                return say(&format!("{x},{y}"));
            }
            "centre" => return say("7,7"),
            "garbage" if self.moves == 3 => return say("what a fine position"),
            "error" if self.moves == 3 => return say("ERROR I do not know"),
            "hog" if self.moves == 3 => self.kept = vec![1; HOG],
            "talking-hog" if self.moves == 3 => {
                self.kept = vec![1; HOG];
                loop {
                    say("MESSAGE still thinking");
                    thread::sleep(PAUSE);
                }
            }
            "flood" if self.moves == 3 => loop {
                say(&"x".repeat(1000));
            },
            "complain" => {
                // Nobody may be listening.
                let _ = writeln!(io::stderr(), "oh dear");
            }
            "surplus" if self.moves == 3 => {
                // In one piece: a second move that comes late would be taken for the answer to the next command.
                let moves = [self.next_move(), self.next_move()];
                return say(&moves.join("\n"));
            }
            "talkative" => {
                say("MESSAGE depth 7-9 ev -35 n 20k");
                say("DEBUG nothing");
                say("I am thinking");
                say("");
            }
            _ => {}
        }
        say(&self.next_move());
    }

    /// Takes the first free point, column by column.
    fn next_move(&mut self) -> String {
        let points = (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y)));
        let free = points.into_iter().find(|point| !self.taken.contains(point));
        let (x, y) = free.expect("a free point");
        self.taken.insert((x, y));
        format!("{x},{y}")
    }
}
