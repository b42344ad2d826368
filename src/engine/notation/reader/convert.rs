//! Games of the formats of files as games of the reader.

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::encoding::Origin;
use crate::gomotur::read_gomotur;
use crate::pgn::PgnGame;
use crate::psq::read_psq;
use crate::read_options::ReadOptions;
use crate::record::{GameRecord, WinKind};
use crate::renlib::{RenLibNode, RenLibTree};
use crate::sampled::SampledGame;
use crate::sgf::SgfGame;
use crate::yixin_save::read_yixin_save;

use super::error::ReadFault;
use super::game::ReadGame;
use super::kind::Kind;
use super::note::Note;

/// What a game says of its rule and board, and what is taken.
struct Taken {
    rule: Rule,
    size: BoardSize,
    has_rule: bool,
}

impl Taken {
    fn new(rule: Option<Rule>, size: Option<BoardSize>, options: &ReadOptions) -> Self {
        Self {
            has_rule: rule.is_some(),
            rule: rule.or(options.rule).unwrap_or_default(),
            size: size.or(options.size).unwrap_or(BoardSize::STANDARD),
        }
    }

    fn game(self, kind: Kind, moves: impl IntoIterator<Item = Point>) -> ReadGame {
        let start = Position::new(self.size, self.rule);
        let steps = moves.into_iter().map(Some).collect();
        ReadGame {
            has_rule: self.has_rule,
            ..ReadGame::new(kind, start, steps)
        }
    }
}

pub(super) fn sgf(game: SgfGame, options: &ReadOptions) -> Result<ReadGame, ReadFault> {
    if let Some(doubt) = game.doubt.clone().filter(|_| options.rule.is_none()) {
        return Err(doubt.into());
    }
    let Taken {
        rule,
        size,
        has_rule,
    } = Taken::new(game.rule, game.size, options);
    let mut notes = Vec::new();
    if game.rule.is_none() && options.rule.is_none() {
        notes.push(match game.rule_text.clone() {
            Some(text) => Note::UnknownRule { text, taken: rule },
            None => Note::NoRule(rule),
        });
    }
    if game.size.is_none() && options.size.is_none() {
        notes.push(Note::NoSize(size));
    }
    if game.set_up_after > 0 {
        notes.push(Note::SetUpAfter(game.set_up_after));
    }
    if game.encoding.1 == Origin::Guessed {
        notes.push(Note::Encoding(game.encoding.0));
    }
    Ok(ReadGame {
        names: game.names.clone(),
        opening: game.opening,
        result: game.result,
        win: game.win,
        has_rule,
        notes,
        ..ReadGame::new(Kind::Sgf, game.start(size, rule)?, game.steps)
    })
}

pub(super) fn piskvork(text: &str, options: &ReadOptions) -> Result<ReadGame, ReadFault> {
    let game = read_psq(text)?;
    let taken = Taken::new(game.rule, Some(game.size), options);
    let names = game.names.map_or([None, None], |names| names.map(Some));
    Ok(ReadGame {
        names,
        ms: game.ms,
        result: game.result,
        ..taken.game(Kind::Psq, game.moves)
    })
}

pub(super) fn gomotur(text: &str, options: &ReadOptions) -> Result<ReadGame, ReadFault> {
    let game = read_gomotur(text, options.size).map_err(ReadFault::Damaged)?;
    let taken = Taken::new(None, Some(game.size), options);
    Ok(ReadGame {
        names: game.names.map(Some),
        ..taken.game(Kind::Gomotur, game.moves)
    })
}

pub(super) fn yixin_board(text: &str, options: &ReadOptions) -> Result<ReadGame, ReadFault> {
    let (size, moves) = read_yixin_save(text).map_err(ReadFault::Damaged)?;
    Ok(Taken::new(None, Some(size), options).game(Kind::YixinSave, moves))
}

pub(super) fn sampled(game: SampledGame, options: &ReadOptions) -> ReadGame {
    let taken = Taken::new(game.rule, Some(game.size), options);
    ReadGame {
        result: Some(game.result),
        ..taken.game(Kind::Samples, game.moves)
    }
}

pub(super) fn pgn(game: PgnGame, options: &ReadOptions) -> Result<ReadGame, ReadFault> {
    let Taken {
        rule,
        size,
        has_rule,
    } = Taken::new(game.rule, game.size, options);
    let steps = game.steps(options.rows, size)?;
    if steps.is_empty() {
        return Err(ReadFault::NoMoves);
    }
    Ok(ReadGame {
        names: game.names,
        result: game.result,
        has_rule,
        ..ReadGame::new(Kind::Pgn, Position::new(size, rule), steps)
    })
}

pub(super) fn record(record: GameRecord, options: &ReadOptions) -> Result<ReadGame, ReadFault> {
    let moves = record.points()?;
    let size = BoardSize::square(record.size).ok();
    let taken = Taken::new(record.rule.gomoku(), size, options);
    Ok(ReadGame {
        win: WinKind::of_end(record.result, record.reason, record.fault.as_ref()),
        names: [record.black, record.white].map(Some),
        opening: record.opening,
        result: Some(record.result),
        ms: record.ms,
        ..taken.game(Kind::Journal, moves)
    })
}

/// A line of a library, by its last node.
pub(super) fn library_line(tree: &RenLibTree, leaf: usize, options: &ReadOptions) -> ReadGame {
    let rule = options.rule.unwrap_or(Rule::Renju);
    let start = Position::new(BoardSize::STANDARD, rule);
    let nodes = tree.path(leaf).into_iter().map(|node| &tree.nodes()[node]);
    let is_turn = |node: &&RenLibNode| node.is_pass || node.point.is_some();
    let steps = nodes.filter(is_turn).map(|node| node.point);
    ReadGame {
        has_rule: true,
        ..ReadGame::new(Kind::RenLib, start, steps.collect())
    }
}
