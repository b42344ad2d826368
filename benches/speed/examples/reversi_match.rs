//! Plays mirrored games between two players: `four`, `depthN`, or a GTP program.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl, WallClock};
use kagetsu_reversi::board::{Board, Square, squares_of};
use kagetsu_reversi::engine::Brain;
use kagetsu_reversi::players::four_rules;

enum Player {
    Four,
    Engine(Box<Brain>, SearchLimits),
    Gtp(Child, BufReader<std::process::ChildStdout>),
}

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn player(name: &str) -> Anyhow<Player> {
    if name == "four" {
        return Ok(Player::Four);
    }
    let limits = if let Some(depth) = name.strip_prefix("depth") {
        SearchLimits {
            depth: Some(depth.parse()?),
            ..SearchLimits::default()
        }
    } else if let Some(ms) = name.strip_prefix("ms") {
        let time = TimeControl::per_move(std::time::Duration::from_millis(ms.parse()?));
        SearchLimits {
            time,
            ..SearchLimits::default()
        }
    } else {
        let mut words = name.split(' ');
        let mut child = Command::new(words.next().ok_or("no program")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        return Ok(Player::Gtp(child, BufReader::new(out)));
    };
    Ok(Player::Engine(
        Box::new(Brain::shipped(64 << 20, Arc::new(WallClock::start()))?),
        limits,
    ))
}

impl Player {
    fn say(&mut self, line: &str) -> Anyhow<String> {
        let Self::Gtp(child, out) = self else {
            return Ok(String::new());
        };
        writeln!(child.stdin.as_mut().ok_or("no input")?, "{line}")?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if out.read_line(&mut line)? == 0 {
                return Err("program ended".into());
            }
            if line.trim().is_empty() && !answer.is_empty() {
                return Ok(answer.trim_start_matches('=').trim().to_owned());
            }
            answer.push_str(line.trim());
        }
    }
    fn choose(&mut self, board: Board, side: &str) -> Anyhow<Square> {
        match self {
            Self::Four => four_rules::choose(board).ok_or_else(|| "no move".into()),
            Self::Engine(brain, limits) => {
                let found = brain
                    .think(board, *limits, &StopSignal::new(), &mut |_| ())
                    .ok_or("no move")?;
                Ok(found.line[0])
            }
            Self::Gtp(..) => Ok(self.say(&format!("genmove {side}"))?.parse()?),
        }
    }
}

fn main() -> Anyhow<()> {
    let args: Vec<String> = std::env::args().collect();
    let mut players = [player(&args[1])?, player(&args[2])?];
    let pairs: u64 = args[3].parse()?;
    let mut score = [0_u32; 3];
    let mut discs = 0;
    for game in 0..2 * pairs {
        let mut rng = Rng::new(900 + game / 2);
        let swap = (game % 2) as usize;
        for player in &mut players {
            player.say("clear_board")?;
        }
        let (mut board, mut side, mut ply) = (Board::START, 0, 0);
        while !board.is_over() {
            let name = ["b", "w"][side];
            if board.moves() == 0 {
                for player in &mut players {
                    player.say(&format!("play {name} pass"))?;
                }
                (board, side) = (board.passed(), 1 - side);
                continue;
            }
            let mover = side ^ swap;
            let square = if ply < 8 {
                let legal = board.moves();
                squares_of(legal)
                    .nth(rng.below(legal.count_ones() as usize))
                    .ok_or("no move")?
            } else {
                players[mover].choose(board, name)?
            };
            for (index, player) in players.iter_mut().enumerate() {
                if ply < 8 || index != mover {
                    player.say(&format!("play {name} {square}"))?;
                }
            }
            board = board.play(square).ok_or("illegal")?;
            (side, ply) = (1 - side, ply + 1);
        }
        let lead = if side ^ swap == 0 {
            board.final_score()
        } else {
            -board.final_score()
        };
        discs += lead;
        score[match lead {
            0 => 1,
            lead if lead > 0 => 0,
            _ => 2,
        }] += 1;
    }
    writeln!(
        io::stdout(),
        "{} against {}: {} won, {} drawn, {} lost, {:.1} discs a game",
        args[1],
        args[2],
        score[0],
        score[1],
        score[2],
        f64::from(discs) / (2 * pairs) as f64
    )?;
    Ok(())
}
