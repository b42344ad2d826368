//! The choice of positions from datasets: some from the games, some from the trees of their searches, by a seed.

use kagetsu_arena::digest::sha256_of;
use kagetsu_gomoku::board::{Board, IllegalMove, Outcome, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{FastSet, PERCENT, ShowPath as _};
use kagetsu_notation::CanonicalKey;
use kagetsu_training::dataset::TrainingGame;

use crate::dataset::{fault, open, other_kind};
use crate::error::CommandError;

use super::args::ReferenceArgs;
use super::scores::{Case, Choice, DataFile, Origin};

/// A position that may be chosen, with a random number: those with the smallest numbers are chosen.
type Candidate = (u64, Case);

/// What was chosen, and from what.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    pub(super) record: Choice,
    pub(super) cases: Vec<Case>,
}

/// Chooses the positions that the options ask for.
pub(super) fn choose(args: &ReferenceArgs) -> Result<Chosen, CommandError> {
    let mut chooser = Chooser::new(args);
    let mut kind: Option<(Rule, BoardSize)> = None;
    let mut data = Vec::new();
    for path in &args.files {
        let reader = open(path)?;
        let (rule, size) = (reader.header().rule, reader.header().size);
        let expected = *kind.get_or_insert((rule, size));
        if (rule, size) != expected {
            let (first, board) = expected;
            return Err(other_kind(
                path,
                format_args!("{rule} {size}"),
                format_args!("{first} {board}"),
            ));
        }
        let empty = Board::new(size, rule);
        for (number, game) in reader.enumerate() {
            let game = game.map_err(|error| fault(path, error))?;
            chooser.add(&empty, &game).map_err(|error| {
                CommandError::input(format!("game {number} of '{}': {error}", path.shown()))
            })?;
        }
        let name = path.file_name().unwrap_or(path.as_os_str());
        data.push(DataFile {
            name: name.to_string_lossy().into_owned(),
            sha256: sha256_of(path).map_err(CommandError::unreadable(path.shown()))?,
        });
    }
    let Some((rule, size)) = kind else {
        return Err(CommandError::input("no datasets"));
    };
    let record = Choice {
        seed: args.seed,
        tree: args.tree,
        per_game: args.per_game,
        data,
    };
    let cases = chooser.finish(size)?;
    Ok(Chosen {
        rule,
        size,
        record,
        cases,
    })
}

struct Chooser<'a> {
    args: &'a ReferenceArgs,
    seed: u64,
    games: u64,
    /// Of games, and of trees.
    candidates: [Vec<Candidate>; 2],
}

impl<'a> Chooser<'a> {
    fn new(args: &'a ReferenceArgs) -> Self {
        Self {
            args,
            seed: Rng::new(args.seed).next_u64(),
            games: 0,
            candidates: [Vec::new(), Vec::new()],
        }
    }

    /// Draws the candidates of a game.
    fn add(&mut self, empty: &Board, game: &TrainingGame) -> Result<(), IllegalMove> {
        let mut rng = Rng::new(self.seed.wrapping_add(self.games));
        self.games += 1;
        let kinds = [Origin::Game, Origin::Tree];
        for (of, list) in kinds.into_iter().zip(&mut self.candidates) {
            let count = match of {
                Origin::Game => game.plies.len(),
                Origin::Tree => game.tree.len(),
            };
            let mut order: Vec<usize> = (0..count).collect();
            rng.shuffle(&mut order);
            let mut left = self.args.per_game;
            for place in order {
                if left == 0 {
                    break;
                }
                let moves = moves_to(game, of, place);
                if is_open(empty, &moves)? {
                    list.push((rng.next_u64(), Case { of, moves }));
                    left -= 1;
                }
            }
        }
        Ok(())
    }

    fn finish(self, size: BoardSize) -> Result<Vec<Case>, CommandError> {
        let of_trees = self.args.positions * usize::from(self.args.tree) / PERCENT as usize;
        let mut seen = FastSet::default();
        let mut chosen: Vec<Candidate> = Vec::new();
        let kinds = [
            ("games", self.args.positions - of_trees),
            ("trees", of_trees),
        ];
        for (mut candidates, (kind, wanted)) in self.candidates.into_iter().zip(kinds) {
            candidates.sort_by_key(|candidate| candidate.0);
            let before = chosen.len();
            let new = candidates
                .into_iter()
                .filter(|(_, case)| seen.insert(key(size, &case.moves)));
            chosen.extend(new.take(wanted));
            let found = chosen.len() - before;
            if found < wanted {
                return Err(CommandError::input(format!(
                    "the datasets have {found} positions of {kind} to choose, not {wanted}: give more games, fewer --positions, another --tree or a greater --per-game"
                )));
            }
        }
        // Shards are parts of the list: each gets positions of both kinds.
        chosen.sort_by_key(|candidate| candidate.0);
        Ok(chosen.into_iter().map(|(_, case)| case).collect())
    }
}

fn key(size: BoardSize, moves: &[Point]) -> u64 {
    let mut key = CanonicalKey::new(size);
    for &point in moves {
        key.play(point);
    }
    key.key()
}

/// The moves to a position of a game, or to one of its trees.
fn moves_to(game: &TrainingGame, of: Origin, place: usize) -> Vec<Point> {
    let (start, further) = match of {
        Origin::Game => (place, &[][..]),
        Origin::Tree => (game.tree[place].start, &game.tree[place].moves[..]),
    };
    let plies = game.plies[..start].iter().map(|ply| ply.point);
    let before = game.opening.iter().copied().chain(plies);
    before.chain(further.iter().copied()).collect()
}

/// Is the position undecided by the rules, and can neither side make five at once?
fn is_open(empty: &Board, moves: &[Point]) -> Result<bool, IllegalMove> {
    let mut board = empty.clone();
    for &point in moves {
        if board.play(point)? != Outcome::Running {
            return Ok(false);
        }
    }
    Ok(!board.offers_five())
}
