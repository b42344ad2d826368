//! A match between two players at fixed nodes, for the fit of the levels:
//! `cargo run --release -p kagetsu-benches --example ladder -- ONE OTHER [GAMES] [RULE] [SEED] [show]`.
//!
//! A player is a level from 1 to 10, `beginner`, the name of a classic program, or
//! `NODES,LINES,FIVE,FOUR,MISS,SOFTNESS,REACH,CAUTION`: the fields of `Skill`. `auto` as ONE follows its results from game to
//! game; its first twenty games do not count.
//! Every opening of a few random stones, level as far as a short search can tell, is played with both colours.
//!
//! OTHER may also be a script: `extender` extends its longest row, `line` and `turn` first take a row from the middle of the
//! board or one with a turn, and `blocker` stops fours and open threes besides. Games with them begin on the empty board.

#![allow(clippy::print_stdout, reason = "an example tells its results")]

use std::error::Error;
use std::sync::Arc;

use kagetsu_classics::{Classic, Program};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_play::game::{Ask, Game, Seat, Spot, Step};
use kagetsu_play::gomoku::thinker::{PLAYING_TABLE, Thinker};
use kagetsu_play::gomoku::{Gomoku, Rule, Setup};
use kagetsu_play::player::scripted::{Manner, Script};
use kagetsu_play::player::{GomokuPlayer, Skill};
use kagetsu_play::session::AutoLevel;

type Failure = Box<dyn Error>;

/// Side of the board.
const SIDE: u8 = 15;
/// Side of the box round the middle of the board that holds the random stones.
const BOX_SIDE: usize = 7;
/// Random stones of an opening.
const STONES: usize = 4;
/// Nodes to search for the judgement of an opening.
const JUDGE_NODES: u64 = 5_000;
/// The player whose level follows its results, and its games that do not count.
const AUTO: &str = "auto";
const AUTO_FIRST_GAMES: u64 = 20;
/// Half points of a won game.
const WON: u32 = 2;
/// The word that asks for the moves of the games that ONE does not win.
const SHOW: &str = "show";
/// Farthest from level that an opening may be, in units of the evaluation.
const LEVEL_UNITS: i32 = 60;

/// A script that begins on the empty board: its name, its manner, and the points that it takes first.
type NamedScript = (&'static str, Manner, &'static [(u8, u8)]);

const ROW: &[(u8, u8)] = &[(7, 7), (6, 8), (5, 9), (4, 10), (3, 11)];
const TURN: &[(u8, u8)] = &[(7, 7), (6, 8), (8, 6), (9, 5), (10, 4)];
const SCRIPTS: [NamedScript; 4] = [
    ("extender", Manner::Extender, &[]),
    ("line", Manner::Extender, ROW),
    ("turn", Manner::Extender, TURN),
    ("blocker", Manner::Blocker, &[]),
];

/// Whoever answers for a seat, with a legal step.
type Player = Box<dyn FnMut(&Gomoku) -> Result<Step, Failure>>;

/// The step of a classic program.
fn classic_step(program: &mut dyn Classic, game: &Gomoku) -> Result<Step, Failure> {
    let position = game.stones().position(&[]);
    let chosen = program.choose(&position).ok_or("there is no move")?;
    Ok(Step::stone(chosen.into()))
}

/// The script of a name.
fn script(name: &str, seed: u64) -> Option<Script> {
    let &(_, manner, line) = SCRIPTS.iter().find(|(known, ..)| *known == name)?;
    let line = line.iter().map(|&(x, y)| Spot::new(x, y)).collect();
    Some(Script::new(manner, seed).with_line(line))
}

fn player(name: &str, seed: u64, clock: &Arc<WallClock>) -> Result<Player, Failure> {
    let over = || Failure::from("the game is over");
    let beginner = (name == "beginner").then(|| Script::new(Manner::Beginner, seed));
    if let Some(mut script) = beginner.or_else(|| script(name, seed)) {
        return Ok(Box::new(move |game| script.answer(game).ok_or_else(over)));
    }
    if let Ok(program) = name.parse::<Program>() {
        let mut program = program.start(seed);
        return Ok(Box::new(move |game| classic_step(program.as_mut(), game)));
    }
    let parts: Vec<&str> = name.split(',').collect();
    let skill = match parts[..] {
        [level] => Skill::of(level.parse()?),
        [nodes, lines, five, four, miss, softness, reach, caution] => Skill {
            nodes: nodes.parse()?,
            lines: lines.parse()?,
            overlook_five: five.parse()?,
            overlook_four: four.parse()?,
            miss_four: miss.parse()?,
            softness: softness.parse()?,
            reach: reach.parse()?,
            caution: caution.parse()?,
        },
        _ => return Err(format!("'{name}' is no player").into()),
    };
    let (mut kagetsu, stop) = (GomokuPlayer::new(clock.clone()), StopSignal::new());
    Ok(Box::new(move |game| {
        let answer = kagetsu.answer_with(game, skill, seed, &stop, &mut |_| {});
        answer.ok_or_else(over)
    }))
}

/// The stones of a game after a level opening that depends on the number alone.
fn opening(rule: Rule, number: u64, thinker: &mut Thinker) -> Result<Gomoku, Failure> {
    let mut rng = Rng::new(number.wrapping_mul(0x9E37_79B9));
    let low = (usize::from(SIDE) - BOX_SIDE) / 2;
    loop {
        let mut game = Gomoku::start(&Setup::square(rule, SIDE))?;
        while game.stones().stones().len() < STONES {
            let mut side = || (low + rng.below(BOX_SIDE)) as u8;
            // Taken and forbidden points are passed over.
            let _ = game.play(Step::stone(Spot::new(side(), side())));
        }
        thinker.forget();
        let best = thinker.best(game.stones(), JUDGE_NODES, &StopSignal::new());
        let units = best.map_or(0, |line| line.value.units());
        if units.abs() <= LEVEL_UNITS {
            return Ok(game);
        }
    }
}

/// Half points of the first player in one game.
fn play(
    mut game: Gomoku,
    one: &mut Player,
    other: &mut Player,
    seat: Seat,
    show: bool,
) -> Result<u32, Failure> {
    while game.ask() != Ask::Nothing {
        let answer = if game.to_act() == seat {
            one(&game)?
        } else {
            other(&game)?
        };
        game.play(answer)?;
    }
    let points = match game.outcome().and_then(|outcome| outcome.winner) {
        None => 1,
        Some(winner) if winner == seat => WON,
        Some(_) => 0,
    };
    if show && points < WON {
        let stones = game.stones().stones();
        let moves: String = stones.iter().map(|&(at, _)| game.name(at)).collect();
        println!("{points} half points as the {seat:?}: {moves}");
    }
    Ok(points)
}

/// The share of the first player in games of the openings from a seed on.
fn share(
    one: &str,
    other: &str,
    games: u64,
    rule: Rule,
    seed: u64,
    show: bool,
) -> Result<f64, Failure> {
    let clock = Arc::new(WallClock::start());
    let mut thinker = Thinker::new(PLAYING_TABLE, clock.clone());
    let mut auto = AutoLevel::default();
    let uncounted = if one == AUTO { AUTO_FIRST_GAMES } else { 0 };
    let mut points = 0;
    for number in 0..games + uncounted {
        let game_seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let start = if script(other, 0).is_some() {
            Gomoku::start(&Setup::square(rule, SIDE))?
        } else {
            opening(rule, game_seed - number % 2, &mut thinker)?
        };
        let level = auto.level().to_string();
        let name = if one == AUTO { &level } else { one };
        let mut first = player(name, game_seed, &clock)?;
        let mut second = player(other, !game_seed, &clock)?;
        let seat = Seat::BOTH[usize::from(number % 2 == 1)];
        let won = play(start, &mut first, &mut second, seat, show)?;
        match won {
            0 => auto.person_won(),
            WON => auto.person_lost(),
            _ => {}
        }
        if number >= uncounted {
            points += won;
        }
    }
    Ok(f64::from(points) / (u64::from(WON) * games) as f64)
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &str| words.get(index).map_or(usual, |word| word).to_string();
    let (one, other) = (word(0, "2"), word(1, "1"));
    let games: u64 = word(2, "20").parse()?;
    let rule: Rule = word(3, "freestyle").parse()?;
    let seed: u64 = word(4, "1").parse()?;
    let share = share(&one, &other, games, rule, seed, word(5, "") == SHOW)?;
    // Two standard errors of independent games.
    let error = 2.0 * (share * (1.0 - share) / games as f64).sqrt();
    println!(
        "{one} against {other}, {rule}: {:.1} % +- {:.1} of {games} games",
        share * 100.0,
        error * 100.0
    );
    Ok(())
}
