//! Tests that play the dialogues in `tests/transcripts` with the real program. The format is described in
//! `tests/transcripts/README.md`.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use kagetsu_test_support::process::{Heard, Process};

type Outcome<T> = Result<T, Box<dyn Error>>;
type Cell = (i64, i64);

/// What the transcript knows of the board, to judge and to choose moves.
#[derive(Default)]
struct Board {
    width: i64,
    height: i64,
    taken: HashSet<Cell>,
    in_block: bool,
    rows_first: bool,
}

impl Board {
    fn contains(&self, (x, y): Cell) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.contains(cell) && !self.taken.contains(&cell)
    }

    /// The free cell farthest down and right.
    fn free(&self) -> Option<Cell> {
        let mut cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        cells.rfind(|&cell| self.is_free(cell))
    }

    /// Follows a line that is sent.
    fn follow(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let Some(mut first) = words.next().map(str::to_uppercase) else {
            return;
        };
        let arguments: Vec<&str> = words.collect();
        if first == "BOARD" || first == "YXBOARD" {
            self.taken.clear();
            self.in_block = true;
            let Some(word) = arguments.first() else {
                return;
            };
            first = word.to_uppercase();
        }
        if self.in_block {
            for word in line.split_whitespace() {
                self.taken.extend(cell(word));
                self.in_block &= !word.eq_ignore_ascii_case("done");
            }
            return;
        }
        match first.as_str() {
            "START" | "RECTSTART" => self.start(&arguments.join(",")),
            "RESTART" => self.taken.clear(),
            "YXSHOWINFO" => self.rows_first = true,
            "TURN" | "PLAY" => self.taken.extend(cell(&arguments.join(","))),
            "TAKEBACK" => {
                cell(&arguments.join(",")).map(|cell| self.taken.remove(&cell));
            }
            _ => {}
        }
    }

    fn start(&mut self, sides: &str) {
        let (width, height) = cell(sides)
            .or_else(|| sides.parse().ok().map(|side| (side, side)))
            .unwrap_or_default();
        (self.width, self.height) = if self.rows_first {
            (height, width)
        } else {
            (width, height)
        };
        self.taken.clear();
    }
}

/// The first two numbers of `x,y` or `x,y,f`.
fn cell(text: &str) -> Option<Cell> {
    let mut numbers = text
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

struct Player {
    process: Process,
    board: Board,
    names: HashMap<String, String>,
    line_end: &'static str,
}

impl Player {
    fn play(&mut self, line: &str) -> Outcome<()> {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            ">" => {
                let text = self.fill_in(rest)?;
                self.board.follow(&text);
                self.process
                    .send(format!("{text}{}", self.line_end).as_bytes())?;
            }
            ">>" => {
                let bytes = unescape(rest)?;
                for line in String::from_utf8_lossy(&bytes).split(['\r', '\n']) {
                    let is_text = |symbol: &char| matches!(symbol, ' '..='~' | '\t');
                    self.board
                        .follow(&line.chars().filter(is_text).collect::<String>());
                }
                self.process.send(&bytes)?;
            }
            "<" => {
                let heard = self.hear(rest)?;
                let Heard::Line(line) = heard else {
                    return Err("the output has ended".into());
                };
                self.check(rest, &line)?;
            }
            "<?" => {
                if let Heard::Line(line) = self.hear("")? {
                    self.check(rest, &line)?;
                }
            }
            "!" => self.direct(rest)?,
            _ => return Err("this line has no known mark".into()),
        }
        Ok(())
    }

    fn direct(&mut self, text: &str) -> Outcome<()> {
        let mut words = text.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("lf"), None, None) => self.line_end = "\n",
            (Some("cr"), None, None) => self.line_end = "\r",
            (Some("crlf"), None, None) => self.line_end = "\r\n",
            (Some("eof"), None, None) => self.process.close_input(),
            (Some("long"), Some(count), Some(word)) => {
                let line = format!("{word} ").repeat(count.parse()?);
                self.process
                    .send(format!("{line}{}", self.line_end).as_bytes())?;
            }
            (Some("exit"), None, None) => self.finish()?,
            _ => return Err("this is no known direction".into()),
        }
        Ok(())
    }

    /// The engine leaves, quietly and with success.
    fn finish(&mut self) -> Outcome<()> {
        if let Heard::Line(line) = self.hear("")? {
            return Err(format!("one line too many: {line}").into());
        }
        let (status, errors) = self.process.wait()?;
        if !status.success() {
            return Err(format!("it left with {status}").into());
        }
        if !errors.is_empty() {
            return Err(format!("it wrote to standard error: {errors}").into());
        }
        Ok(())
    }

    /// The next line. Messages and reports of a search are passed over unless one is wanted, and messages about a depth unless
    /// one of them is: how many come depends on the speed of the machine.
    fn hear(&mut self, wanted: &str) -> Outcome<Heard> {
        const PASSED_OVER: [&str; 3] = ["MESSAGE ", "MESSAGE Depth ", "INFO "];
        loop {
            let heard = self.process.hear()?;
            let is_passed_over = |line: &str| {
                PASSED_OVER
                    .iter()
                    .any(|start| line.starts_with(start) && !wanted.starts_with(start))
            };
            match &heard {
                Heard::Line(line) if is_passed_over(line) => {}
                _ => return Ok(heard),
            }
        }
    }

    /// Puts names and free cells in.
    fn fill_in(&mut self, text: &str) -> Outcome<String> {
        let mut filled = text.to_string();
        for (name, value) in &self.names {
            filled = filled.replace(&format!("{{{name}}}"), value);
        }
        if filled.contains("{free}") {
            let (x, y) = self.board.free().ok_or("the board is full")?;
            filled = filled.replace("{free}", &format!("{x},{y}"));
        }
        Ok(filled)
    }

    fn check(&mut self, pattern: &str, line: &str) -> Outcome<()> {
        let wrong = || format!("expected {pattern}, heard {line}");
        let pattern = self.fill_in(pattern)?;
        let (mut pattern, mut rest) = (pattern.as_str(), line);
        while let Some((literal, tail)) = pattern.split_once('<') {
            rest = rest.strip_prefix(literal).ok_or_else(wrong)?;
            let (hole, tail) = tail.split_once('>').ok_or("a hole is not closed")?;
            pattern = tail;
            let length = rest
                .find(|symbol: char| !(symbol.is_ascii_digit() || symbol == ','))
                .unwrap_or(rest.len());
            let (numbers, after) = rest.split_at(length);
            let (kind, name) = hole.split_once(':').unwrap_or((hole, ""));
            let is_right = match kind {
                "text" if !rest.is_empty() => return Ok(()),
                "number" => numbers.parse::<u64>().is_ok(),
                "choice" if rest == "SWAP" => return Ok(()),
                "cell" | "choice" => self.is_cell(numbers),
                "move" => {
                    let free = cell(numbers).is_some_and(|cell| self.board.is_free(cell));
                    self.board.taken.extend(cell(numbers));
                    free && self.is_cell(numbers)
                }
                _ => false,
            };
            if !is_right {
                return Err(wrong().into());
            }
            self.names.insert(name.to_string(), numbers.to_string());
            rest = after;
        }
        if rest == pattern {
            Ok(())
        } else {
            Err(wrong().into())
        }
    }

    /// Exactly two numbers that name a cell of the board, without signs or leading zeros.
    fn is_cell(&self, text: &str) -> bool {
        cell(text).is_some_and(|(x, y)| format!("{x},{y}") == text && self.board.contains((x, y)))
    }
}

fn unescape(text: &str) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'x') => {
                    let digits = [rest.next().unwrap_or(0), rest.next().unwrap_or(0)];
                    u8::from_str_radix(std::str::from_utf8(&digits)?, 16)?
                }
                _ => return Err("an escape is unknown".into()),
            },
            other => other,
        });
    }
    Ok(bytes)
}

fn play_file(path: &Path) -> Outcome<()> {
    play_text(&path.display().to_string(), &fs::read_to_string(path)?)
}

fn play_text(name: &str, text: &str) -> Outcome<()> {
    let mut lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut arguments = Vec::new();
    if let Some((_, first)) = lines.first()
        && let Some(rest) = first.strip_prefix("! arguments ")
    {
        arguments = rest.split_whitespace().collect();
        lines.remove(0);
    }
    let folder = tempfile::tempdir()?;
    let folder_name = folder.path().display().to_string();
    let mut player = Player {
        process: Process::start(crate::PROGRAM, &arguments)?,
        board: Board::default(),
        names: HashMap::from([("folder".to_string(), folder_name)]),
        line_end: "\n",
    };
    for &(number, line) in &lines {
        player
            .play(line)
            .map_err(|error| format!("{name}:{number}: {line}: {error}"))?;
    }
    if lines.last().is_none_or(|&(_, line)| line != "! exit") {
        player.process.close_input();
        player
            .finish()
            .map_err(|error| format!("{name}: at the end: {error}"))?;
    }
    Ok(())
}

fn transcripts() -> Outcome<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[test]
fn every_transcript_is_played_as_written() -> Outcome<()> {
    let paths = transcripts()?;
    assert!(!paths.is_empty());
    let failures: Vec<String> = paths
        .iter()
        .filter_map(|path| play_file(path).err())
        .map(|error| error.to_string())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

/// The dialogue of a page as a transcript. In the page `<` is what the manager sends and `>` what the engine answers. Which
/// moves it prefers is left open, and so are its messages.
fn transcript_of(dialogue: &str) -> Option<String> {
    let mut lines = vec!["> INFO max_node 500".to_string()];
    if !dialogue.contains("< START") {
        lines.push("> START 15".to_string());
        lines.push("< OK".to_string());
    }
    for line in dialogue.lines() {
        let (mark, text) = line.split_once(' ')?;
        match mark {
            "<" => lines.push(format!("> {text}")),
            ">" if text.starts_with("MESSAGE") => {}
            ">" if text == "SWAP" => lines.push("< <choice>".to_string()),
            ">" => {
                let hole = |word: &str| cell(word).map_or(word.to_string(), |_| "<cell>".into());
                let words: Vec<String> = text.split(' ').map(hole).collect();
                lines.push(format!("< {}", words.join(" ")));
            }
            _ => return None,
        }
    }
    // A request at the end may have its answer outside the page.
    lines.extend(["! eof", "<? <cell>"].map(str::to_string));
    Some(lines.join("\n"))
}

#[test]
fn the_dialogues_of_the_pages_are_played_as_written() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-docs");
    let mut count = 0;
    for page in ["README.md", "gomocup.md", "extensions.md"] {
        let text = fs::read_to_string(folder.join(page))?.replace("\r\n", "\n");
        let blocks = text.split("```text\n").skip(1);
        let dialogues = blocks.filter_map(|block| block.split("```").next());
        for transcript in dialogues.filter_map(transcript_of) {
            count += 1;
            play_text(page, &transcript).map_err(|error| format!("{transcript}\n{error}"))?;
        }
    }
    assert!(count >= 8, "{count}");
    Ok(())
}
