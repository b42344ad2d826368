//! A network of a run as an engine of the Gomocup protocol, for matches with others:
//! `cargo run --release -p kagetsu-zero --example brain RUN GENERATION`. It knows START, RECTSTART, RESTART, BEGIN, TURN, BOARD,
//! TAKEBACK, `INFO timeout_turn`, ABOUT and END, and searches as long as a turn may take.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use kagetsu_gomoku::board::Outcome;
use kagetsu_tree::{Tree, TreeSettings};
use kagetsu_zero::game::Cell;
use kagetsu_zero::run::Run;
use kagetsu_zero::{Connect, Game, Guided, Network, NetworkGuide, Remembering, Rules};

/// Memory of a tree.
const TREE_BYTES: usize = 256 << 20;
/// What a turn is searched less than it may take.
const RESERVE: Duration = Duration::from_millis(40);
/// Time of a turn before a manager tells another.
const TURN: Duration = Duration::from_secs(1);
/// The time of `INFO timeout_turn 0`: as soon as possible.
const SOON: Duration = Duration::from_millis(100);

/// A conversation with a manager.
struct Brain<'n> {
    network: &'n Network,
    rules: Rules,
    game: Connect,
    turn: Duration,
}

impl Brain<'_> {
    /// The cell of `column,row`, if a stone may go there.
    fn cell(&self, text: &str) -> Option<Cell> {
        let (column, row) = text.split_once(',')?;
        let (column, row): (usize, usize) = (column.parse().ok()?, row.parse().ok()?);
        let cell = (row * self.rules.columns + column) as Cell;
        let is_legal =
            column < self.rules.columns && self.game.legal_moves().any(|legal| legal == cell);
        is_legal.then_some(cell)
    }

    /// Searches and plays.
    fn reply(&mut self) -> String {
        let started = Instant::now();
        if self.game.outcome() != Outcome::Running {
            return "ERROR the game has ended".to_string();
        }
        let guide = Remembering::new(NetworkGuide::new(self.network));
        let mut guided = Guided::new(self.game.clone(), guide);
        let mut tree = Tree::new(TreeSettings::default(), TREE_BYTES);
        let mut playouts = 0;
        while playouts < 2 || tree.solved().is_none() && started.elapsed() + RESERVE < self.turn {
            tree.playout(&mut guided);
            playouts += 1;
        }
        let best = tree.moves()[0].point;
        self.game.play(best);
        let (column, row) = (
            best as usize % self.rules.columns,
            best as usize / self.rules.columns,
        );
        println!("MESSAGE playouts {playouts} value {:.3}", tree.value());
        format!("{column},{row}")
    }

    fn restart(&mut self) -> String {
        self.game = Connect::new(self.rules);
        "OK".to_string()
    }

    fn start(&self, columns: &str, rows: &str) -> bool {
        columns.trim().parse() == Ok(self.rules.columns)
            && rows.trim().parse() == Ok(self.rules.rows)
    }

    /// The stones after BOARD, in the order in which they were played.
    fn board(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
    ) -> io::Result<String> {
        self.game = Connect::new(self.rules);
        for line in lines {
            let line = line?;
            let line = line.trim();
            if line.eq_ignore_ascii_case("DONE") {
                return Ok(self.reply());
            }
            let cell = line
                .rsplit_once(',')
                .and_then(|(place, _)| self.cell(place));
            match cell {
                Some(cell) => self.game.play(cell),
                None => return Ok(format!("ERROR '{line}' is no stone that can be played")),
            }
        }
        Ok(String::new())
    }

    /// The answer to a line; `None` ends the conversation, and an empty one is not sent.
    fn answer(
        &mut self,
        line: &str,
        lines: &mut impl Iterator<Item = io::Result<String>>,
    ) -> io::Result<Option<String>> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(Some(match command.to_ascii_uppercase().as_str() {
            "END" => return Ok(None),
            "ABOUT" => "name=\"zero\", version=\"1\"".to_string(),
            "START" if self.start(rest, rest) => self.restart(),
            "RECTSTART" if rest.split_once(',').is_some_and(|(a, b)| self.start(a, b)) => {
                self.restart()
            }
            "START" | "RECTSTART" => format!("ERROR the network plays {}", self.rules),
            "RESTART" => self.restart(),
            "BEGIN" => self.reply(),
            "BOARD" => self.board(lines)?,
            "TURN" | "TAKEBACK" => {
                match (command.eq_ignore_ascii_case("TURN"), self.cell(rest.trim())) {
                    (true, Some(cell)) => {
                        self.game.play(cell);
                        self.reply()
                    }
                    (true, None) => format!("ERROR '{rest}' cannot be played"),
                    (false, _) if self.game.played().is_empty() => {
                        "ERROR no stone was played".to_string()
                    }
                    (false, _) => {
                        self.game.undo();
                        "OK".to_string()
                    }
                }
            }
            "INFO" => {
                if let Some(("timeout_turn", time)) = rest.split_once(' ')
                    && let Ok(time) = time.trim().parse()
                {
                    self.turn = Duration::from_millis(time).max(SOON);
                }
                String::new()
            }
            _ => format!("UNKNOWN {command}"),
        }))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, generation] = words.as_slice() else {
        return Err("expected the folder of a run and a generation".into());
    };
    let run = Run::open(Path::new(folder), None)?;
    let network = run.network(generation.parse()?)?;
    let rules = *run.rules();
    let mut brain = Brain {
        network: &network,
        rules,
        game: Connect::new(rules),
        turn: TURN,
    };
    let mut lines = io::stdin().lock().lines();
    while let Some(line) = lines.next() {
        let Some(answer) = brain.answer(line?.trim(), &mut lines)? else {
            break;
        };
        if !answer.is_empty() {
            println!("{answer}");
            io::stdout().flush()?;
        }
    }
    Ok(())
}
