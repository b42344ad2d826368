//! The command `analyse`: what each move of a game has lost.

use std::io::Read;
use std::path::Path;

use clap::{Args, value_parser};
use kagetsu_kernel::{SearchLimits, Seconds, StopSignal, TimeControl};
use serde_json::json;

use super::games::{
    Format, UsableGames, all_are_used, format_of, read_games, read_record, text_of,
};
use super::position::{game_of, record_form};
use super::serving::new_brain;
use super::solving::MemoryArgs;
use crate::board::Square;
use crate::book::step;
use crate::engine::Brain;
use crate::engine::think::Certainty;
use crate::record::{Game, Ply, Position};
use kagetsu_kernel::Side;
use kagetsu_siblings::command::{CommandError, Console};

/// What is analysed, and how deeply.
#[derive(Clone, Debug, Args)]
pub struct AnalyseArgs {
    /// A file of games (.sgf, .ggf, .wtb or .txt), the moves of a game such as f5d6c3, or games in SGF or GGF; `-` reads
    /// moves or games from standard input, `@FILE` from a file
    #[arg(required = true)]
    game: Vec<String>,
    /// Depth of each search in plies; one that leaves eight empty squares or fewer goes on to the end of the game
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = value_parser!(u32).range(2..=60))]
    depth: u32,
    /// Most time for each search, such as 0.5 or 500ms
    #[arg(long, value_name = "SECONDS")]
    time: Option<Seconds>,
    /// Print one JSON object a line: each move, and each game after its moves
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// What is known of a move.
struct Judged {
    side: Side,
    played: Square,
    best: Square,
    /// The scores of the move that was played and of the best one, for the side that moved.
    scores: [i32; 2],
    is_exact: bool,
}

impl Judged {
    /// Discs that the move gave away.
    const fn loss(&self) -> i32 {
        self.scores[1] - self.scores[0]
    }
}

/// Analyses every game. Ctrl-C ends the work; what was found is printed already.
pub(super) fn run(
    args: &AnalyseArgs,
    input: impl Read,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let (games, left_out) = games(args, input, console)?;
    let mut brain = new_brain(None, args.memory.bytes())?;
    let stop = (console.interrupt)();
    for (number, entry) in &games {
        if games.len() > 1 && !args.json {
            writeln!(console.out, "game {number}")?;
        }
        analyse(args, *number, &entry.game, &mut brain, &stop, console)?;
    }
    all_are_used(games.len(), left_out)
}

/// The games that can be used. The others are named.
fn games(
    args: &AnalyseArgs,
    input: impl Read,
    console: &mut Console<'_>,
) -> Result<UsableGames, CommandError> {
    if let [word] = &*args.game
        && let path = Path::new(word.strip_prefix('@').unwrap_or(word))
        && format_of(path).is_ok()
    {
        return read_games(path, Format::Sgf, console.err);
    }
    let text = text_of(&args.game, input)?;
    if let Some(form) = record_form(&text) {
        return read_record(form, &text, console.err);
    }
    let game = game_of(&text)?;
    if game.plies().is_empty() {
        return Err(CommandError::input(
            "there is no move to judge: write moves such as f5d6c3, or name a file of games (.sgf, .ggf, .wtb or .txt)",
        ));
    }
    Ok((vec![(1, game.into())], 0))
}

fn analyse(
    args: &AnalyseArgs,
    number: usize,
    game: &Game,
    brain: &mut Brain,
    stop: &StopSignal,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let mut lost = [0; 2];
    let mut moves = [0; 2];
    let mut before = game.start();
    for (index, &(ply, after)) in game.plies().iter().enumerate() {
        let position = std::mem::replace(&mut before, after);
        let Ply::Move(played) = ply else {
            continue;
        };
        let Some(judged) = judge(args, position, played, brain, stop) else {
            let what = format!("game {number}, ply {} is not judged any more", index + 1);
            return Err(CommandError::Interrupted(what));
        };
        lost[judged.side.index()] += judged.loss();
        moves[judged.side.index()] += 1;
        print(args, number, index + 1, &judged, console)?;
    }
    if args.json {
        let object = json!({
            "type": "game", "game": number, "moves": moves, "lost": lost,
        });
        writeln!(console.out, "{object}")?;
    } else {
        for side in Side::BOTH {
            let (lost, moves) = (lost[side.index()], moves[side.index()]);
            writeln!(console.out, "{side}: moves {moves}, discs lost {lost}")?;
        }
    }
    Ok(())
}

fn print(
    args: &AnalyseArgs,
    game: usize,
    ply: usize,
    judged: &Judged,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let Judged {
        side,
        played,
        best,
        scores: [score, best_score],
        is_exact,
    } = judged;
    let loss = judged.loss();
    if args.json {
        let object = json!({
            "type": "move", "game": game, "ply": ply, "side": side.to_string(), "move": played.to_string(),
            "score": score, "best": best.to_string(), "best_score": best_score, "loss": loss, "exact": is_exact,
        });
        writeln!(console.out, "{object}")?;
    } else {
        let sign = if *is_exact { "=" } else { " " };
        write!(console.out, "{ply:>2} {side} {played} {score:+3}{sign}")?;
        if loss > 0 {
            write!(console.out, "  {loss} lost: {best} {best_score:+}")?;
        }
        writeln!(console.out)?;
    }
    console.out.flush()?;
    Ok(())
}

/// Compares a move with the best one; nothing if the search was stopped.
fn judge(
    args: &AnalyseArgs,
    position: Position,
    played: Square,
    brain: &mut Brain,
    stop: &StopSignal,
) -> Option<Judged> {
    let limits = SearchLimits {
        depth: Some(args.depth),
        time: args.time.map_or(TimeControl::UNLIMITED, |Seconds(time)| {
            TimeControl::per_move(time)
        }),
        ..SearchLimits::default()
    };
    let found = brain.think(position.board(), limits, stop, &mut |_| ())?;
    let best = *found.line.first()?;
    let is_exact = found.certainty == Certainty::Proved;
    let mut played_is_exact = true;
    let score = if played == best {
        found.score
    } else {
        let limits = SearchLimits {
            depth: Some(args.depth - 1),
            ..limits
        };
        let score = step(position.board(), played)?.score(|board| {
            let found = brain.think(board, limits, stop, &mut |_| ())?;
            played_is_exact = found.certainty == Certainty::Proved;
            Some(found.score as i8)
        });
        score?.into()
    };
    // A move that scores more than the best one of a search of the same depth is the better one.
    let best = if score >= found.score { played } else { best };
    (!stop.is_raised()).then_some(Judged {
        side: position.side(),
        played,
        best,
        scores: [score, score.max(found.score)],
        is_exact: is_exact && played_is_exact,
    })
}
