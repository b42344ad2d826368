//! Measures how soon a search without limits answers `YXSTOP`, with the real program over pipes:
//!
//! `cargo run --release -p kagetsu-benches --example stop_latency -- PROGRAM THREADS STOPS [LONGEST_MS]`
//!
//! Every search runs for a random time up to `LONGEST_MS` (400 if it is missing). Each is a new position, so that depth,
//! table and solver differ. On Linux the processor time that the program uses in the second after the last stop is told
//! as well.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use kagetsu_kernel::rng::Rng;

type Outcome<T> = Result<T, Box<dyn Error>>;

const SETTINGS: [&str; 6] = [
    "info show_detail 3",
    "yxshowinfo",
    "INFO timeout_turn 2000000",
    "INFO timeout_match 100000000",
    "INFO max_node -1",
    "INFO hash_size 65536",
];
/// Checks of the solver before the search. Each holds for some stops, then comes the next.
const WIN_CHECKS: usize = 3;
const STOPS_OF_A_CHECK: usize = 100;
/// Most stones of a position.
const MOST_STONES: usize = 30;
const SIDE: usize = 15;
const DEFAULT_LONGEST: usize = 400;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, threads, stops, rest @ ..] = arguments.as_slice() else {
        return Err("usage: stop_latency PROGRAM THREADS STOPS [LONGEST_MS]".into());
    };
    let longest = rest
        .first()
        .map_or(Ok(DEFAULT_LONGEST), |text| text.parse())?;
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no pipe")?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("no pipe")?).lines();
    for setting in SETTINGS {
        writeln!(input, "{setting}")?;
    }
    writeln!(input, "INFO thread_num {threads}")?;
    let mut rng = Rng::new(1);
    let mut latencies = Vec::new();
    for number in 0..stops.parse::<usize>()? {
        writeln!(input, "INFO rule {}", rng.below(3))?;
        writeln!(
            input,
            "INFO vcthread {}",
            number / STOPS_OF_A_CHECK % WIN_CHECKS
        )?;
        writeln!(input, "start {SIDE}\nyxboard\n{}done", position(&mut rng))?;
        writeln!(input, "yxnbest {}", 1 + rng.below(4))?;
        input.flush()?;
        sleep(Duration::from_millis(rng.below(longest) as u64));
        let asked = Instant::now();
        writeln!(input, "yxstop")?;
        input.flush()?;
        for line in &mut lines {
            if line?.starts_with(|first: char| first.is_ascii_digit()) {
                break;
            }
        }
        latencies.push(asked.elapsed());
    }
    let before = processor_ticks(child.id());
    sleep(Duration::from_secs(1));
    let after = processor_ticks(child.id());
    writeln!(input, "end")?;
    child.wait()?;
    latencies.sort_unstable();
    let at = |permille: usize| {
        let index = (latencies.len() * permille / 1000).min(latencies.len() - 1);
        latencies[index].as_secs_f64() * 1e3
    };
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} stops, {threads} threads: p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
        latencies.len(),
        at(500),
        at(990),
        at(1000)
    )?;
    if let (Some(before), Some(after)) = (before, after) {
        let used = after - before;
        writeln!(out, "clock ticks used in the second after: {used}")?;
    }
    Ok(())
}

/// The lines of a position: stones at random in the middle, or all over the board.
fn position(rng: &mut Rng) -> String {
    let spread = 5 + rng.below(SIDE - 4);
    let low = (SIDE - spread) / 2;
    let mut points: Vec<(usize, usize)> = (0..spread * spread)
        .map(|index| (low + index / spread, low + index % spread))
        .collect();
    rng.shuffle(&mut points);
    let count = rng.below(MOST_STONES.min(points.len() - 1)) + 1;
    let mut lines = String::new();
    for (index, (x, y)) in points.iter().take(count).enumerate() {
        let owner = 2 - index % 2;
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{x},{y},{owner}");
    }
    lines
}

/// Processor time of a process so far, in clock ticks. `None` where the system does not tell it in this way.
fn processor_ticks(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(number(11)? + number(12)?)
}
