//! A dataset as JSON lines: one object for each game, with everything that is known of it.

use std::io::Write;

use serde::Serialize;

use crate::error::CommandError;
use crate::printed::write_json_line;
use kagetsu_gomoku::geometry::{Point, Rows};
use kagetsu_training::dataset::{Alternative, DatasetHeader, TrainingGame, TrainingMove};

/// A game on a line. `protocol-docs/dataset.md` explains the fields.
#[derive(Debug, Serialize)]
struct GameLine {
    rule: String,
    size: String,
    result: String,
    moves: String,
    opening: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i16>>,
    random: Vec<usize>,
    alternatives: Vec<Alternatives>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deeper: Vec<Alternatives>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tree: Vec<TreeLine>,
}

/// A position from the tree of a search.
#[derive(Debug, Serialize)]
struct TreeLine {
    ply: usize,
    moves: String,
    best: String,
    score: i16,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<(String, i16)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deeper: Vec<(String, i16)>,
}

#[derive(Debug, Serialize)]
struct Alternatives {
    ply: usize,
    moves: Vec<(String, i16)>,
}

/// Writes the games, one a line, and returns their number.
pub(super) fn write_json_lines(
    header: &DatasetHeader,
    games: impl Iterator<Item = Result<TrainingGame, CommandError>>,
    out: &mut dyn Write,
) -> Result<u64, CommandError> {
    let mut count = 0;
    for game in games {
        write_json_line(&line(header, &game?), out)?;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}

fn line(header: &DatasetHeader, game: &TrainingGame) -> GameLine {
    let name = |point: Point| Rows::FromBottom.name(point, header.size);
    let plies = game.plies.iter().map(|ply| ply.point);
    let moves = game.opening.iter().copied().chain(plies);
    let numbered = || game.plies.iter().enumerate();
    let named = |moves: &[Alternative]| -> Vec<(String, i16)> {
        let pair = |other: &Alternative| (name(other.point), other.score);
        moves.iter().map(pair).collect()
    };
    let lists = |list: fn(&TrainingMove) -> &[Alternative]| -> Vec<Alternatives> {
        let some = numbered().filter(|(_, ply)| !list(ply).is_empty());
        let named = some.map(|(ply, thought)| Alternatives {
            ply,
            moves: named(list(thought)),
        });
        named.collect()
    };
    GameLine {
        rule: header.rule.to_string(),
        size: header.size.to_string(),
        result: game.result.to_string(),
        moves: moves.map(name).collect(),
        opening: game.opening.len(),
        scores: game
            .scored
            .then(|| game.plies.iter().map(|ply| ply.score).collect()),
        random: numbered()
            .filter(|(_, ply)| !ply.is_best)
            .map(|(index, _)| index)
            .collect(),
        alternatives: lists(|ply| &ply.alternatives),
        deeper: lists(|ply| &ply.deeper),
        tree: game
            .tree
            .iter()
            .map(|position| TreeLine {
                ply: position.start,
                moves: position.moves.iter().copied().map(name).collect(),
                best: name(position.choice.point),
                score: position.choice.score,
                alternatives: named(&position.choice.alternatives),
                deeper: named(&position.choice.deeper),
            })
            .collect(),
    }
}
