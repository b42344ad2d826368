//! Recognises the form of a file and reads its games.

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::position_text::PositionDefaults;
use kagetsu_notation::record::GameRecord;
use kagetsu_notation::renlib::{RenLibTree, is_renlib, read_renlib};
use kagetsu_notation::sampled::is_sample_text;
use kagetsu_notation::{
    SampledGame, SgfGame, gomotur, psq, read_gomotur, read_psq, read_sample_bytes,
    read_sample_text, read_sgf, read_yixin_save, yixin_save,
};

use super::game::{SourceGame, UnusableGame};
use super::{packing, text};

/// Side of the board when nothing says it, and of every library.
const DEFAULT_SIDE: usize = 15;

/// What files leave open.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The rule of games that name none. Libraries are of renju if this is `None`, other games of freestyle.
    pub rule: Option<Rule>,
    /// The board of games that name none. 15x15 if this is `None`.
    pub size: Option<BoardSize>,
    /// Most lines of a library. The first is the main line.
    pub library_lines: usize,
}

/// Why a game of a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("game {number}: {fault}")]
pub struct GameError {
    /// Number of the game in the file, or of its line, from one.
    pub number: usize,
    /// What is wrong with it.
    pub fault: UnusableGame,
}

/// Reads the games of a file: SGF, psq, `games.jsonl`, a library of `RenLib`, a game of Gomotur or Yixin-Board, samples of
/// c-gomoku-cli, moves or a position as text.
pub fn read_games(
    source: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Vec<Result<SourceGame, GameError>> {
    let mut games = read_any(bytes, options);
    if games.is_empty() {
        games.push((1, Err(UnusableGame::Nothing)));
    }
    let named = games.into_iter().map(|(number, game)| match game {
        Ok(game) => Ok(SourceGame {
            source: source.to_string(),
            number,
            ..game
        }),
        Err(fault) => Err(GameError { number, fault }),
    });
    named.collect()
}

type Numbered = Vec<(usize, Result<SourceGame, UnusableGame>)>;

fn read_any(bytes: &[u8], options: &ReadOptions) -> Numbered {
    if is_renlib(bytes) {
        return match read_renlib(bytes) {
            Ok(tree) => numbered(library(&tree, options)),
            Err(error) => vec![(1, Err(error.into()))],
        };
    }
    if packing::is_packed(bytes) {
        return match packing::unpack(bytes) {
            Ok(plain) => binary(&plain, options),
            Err(error) => vec![(1, Err(error))],
        };
    }
    // Names and comments may be in another encoding.
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('(') {
        let games = read_sgf(text).into_iter();
        return numbered(games.map(|game| sgf(game.map_err(|error| error.fault)?, options)));
    }
    if psq::is_psq(text) {
        return vec![(1, read_piskvork(text, options))];
    }
    if gomotur::is_gomotur(text) {
        return vec![(1, read_rec(text, options))];
    }
    if yixin_save::is_yixin_save(text) {
        return vec![(1, read_yixin_board(text, options))];
    }
    if is_sample_text(text) {
        return match sample_text(text, options) {
            Ok(games) => numbered(games.into_iter().map(|game| sampled(game, options))),
            Err(error) => vec![(1, Err(error))],
        };
    }
    if text.trim_start().starts_with("[Event ") {
        return vec![(1, Err(UnusableGame::NoMoves))];
    }
    if text.trim_start().starts_with('{') {
        return match read_records(text.as_bytes()) {
            Ok(sound) => numbered(sound.records.iter().map(record)),
            Err(error) => vec![(1, Err(error.into()))],
        };
    }
    let is_strange = |sign: char| sign.is_control() && !sign.is_whitespace() || sign == '\u{fffd}';
    if text.contains(is_strange) {
        return binary(bytes, options);
    }
    text::read(text, defaults(options))
}

/// Reads what is no text.
fn binary(bytes: &[u8], options: &ReadOptions) -> Numbered {
    match read_sample_bytes(bytes) {
        Some(games) => numbered(games.into_iter().map(|game| sampled(game, options))),
        None => vec![(1, Err(UnusableGame::Form))],
    }
}

fn numbered(games: impl IntoIterator<Item = Result<SourceGame, UnusableGame>>) -> Numbered {
    (1..).zip(games).collect()
}

fn defaults(options: &ReadOptions) -> PositionDefaults {
    PositionDefaults {
        rule: options.rule.unwrap_or_default(),
        size: options.size,
        ..PositionDefaults::default()
    }
}

fn empty_board(
    size: Option<BoardSize>,
    rule: Option<Rule>,
    options: &ReadOptions,
) -> Result<Position, UnusableGame> {
    let size = match size.or(options.size) {
        Some(size) => size,
        None => BoardSize::square(DEFAULT_SIDE)?,
    };
    let rule = rule.or(options.rule).unwrap_or_default();
    Ok(Position::new(size, rule))
}

fn sgf(game: SgfGame, options: &ReadOptions) -> Result<SourceGame, UnusableGame> {
    let start = empty_board(game.size, game.rule, options)?;
    Ok(SourceGame {
        names: game.names,
        result: game.result,
        ..SourceGame::new(start, game.moves)?
    })
}

fn read_piskvork(text: &str, options: &ReadOptions) -> Result<SourceGame, UnusableGame> {
    let game = read_psq(text)?;
    let start = empty_board(Some(game.size), None, options)?;
    let names = game.names.map_or([None, None], |names| names.map(Some));
    Ok(SourceGame {
        names,
        ..SourceGame::new(start, game.moves)?
    })
}

fn read_rec(text: &str, options: &ReadOptions) -> Result<SourceGame, UnusableGame> {
    let game = read_gomotur(text, options.size)?;
    let start = empty_board(Some(game.size), None, options)?;
    Ok(SourceGame {
        names: game.names.map(Some),
        ..SourceGame::new(start, game.moves)?
    })
}

fn read_yixin_board(text: &str, options: &ReadOptions) -> Result<SourceGame, UnusableGame> {
    let game = read_yixin_save(text)?;
    SourceGame::new(empty_board(Some(game.size), None, options)?, game.moves)
}

fn sample_text(text: &str, options: &ReadOptions) -> Result<Vec<SampledGame>, UnusableGame> {
    let size = match options.size {
        Some(size) => size,
        None => BoardSize::square(DEFAULT_SIDE)?,
    };
    Ok(read_sample_text(text, size)?)
}

fn sampled(game: SampledGame, options: &ReadOptions) -> Result<SourceGame, UnusableGame> {
    let start = empty_board(Some(game.size), game.rule, options)?;
    Ok(SourceGame {
        result: Some(game.result),
        ..SourceGame::new(start, game.moves)?
    })
}

fn record(record: &GameRecord) -> Result<SourceGame, UnusableGame> {
    let start = Position::new(BoardSize::square(record.size)?, record.gomoku_rule()?);
    Ok(SourceGame {
        names: [&record.black, &record.white].map(|name| Some(name.clone())),
        opening: record.opening,
        result: Some(record.result),
        ..SourceGame::new(start, record.points()?)?
    })
}

/// The lines of a library. A line ends before a pass.
fn library(tree: &RenLibTree, options: &ReadOptions) -> Vec<Result<SourceGame, UnusableGame>> {
    let rule = Some(options.rule.unwrap_or(Rule::Renju));
    let size = BoardSize::square(DEFAULT_SIDE);
    let line = |nodes: Vec<usize>| {
        let nodes = nodes.into_iter().map(|node| &tree.nodes()[node]);
        let moves: Vec<Point> = nodes
            .take_while(|node| !node.is_pass)
            .filter_map(|node| node.point)
            .collect();
        SourceGame::new(empty_board(Some(size?), rule, options)?, moves)
    };
    tree.lines(options.library_lines.max(1))
        .into_iter()
        .map(line)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lz4_flex::frame::FrameEncoder;
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use super::*;
    use kagetsu_notation::record::GameResult;

    const OPTIONS: ReadOptions = ReadOptions {
        rule: None,
        size: None,
        library_lines: 9,
    };

    fn good(bytes: &[u8]) -> Vec<SourceGame> {
        let games = read_games("file", bytes, &OPTIONS).into_iter();
        games.map(|game| game.expect("a game")).collect()
    }

    #[test]
    fn every_form_is_recognised() {
        let sgf = good(b"(;GM[4]SZ[9]RU[renju]PB[A]RE[W+];B[aa];W[bb])\n(;GM[4];B[aa])");
        assert_eq!(
            (sgf.len(), sgf[0].start.rule(), sgf[1].start.rule()),
            (2, Rule::Renju, Rule::Freestyle)
        );
        assert_eq!(
            (sgf[0].names[0].as_deref(), sgf[0].result),
            (Some("A"), Some(GameResult::White))
        );
        let psq = good(b"Piskvorky 20x20, 11:11, 0\n1,1,0\n2,2,5\nA\nB\n-1\n");
        assert_eq!(
            (psq[0].start.size().to_string(), psq[0].moves.len()),
            ("20x20".to_string(), 2)
        );
        let library = good(&[0x78, 0x00, 0x79, 0xc0, 0x69, 0x40]);
        assert_eq!((library.len(), library[0].start.rule()), (2, Rule::Renju));
        let text = good(b"# two games\nh8i9\n\nh8 h9 j10\n");
        let lengths: Vec<_> = text
            .iter()
            .map(|game| (game.number, game.moves.len()))
            .collect();
        assert_eq!(lengths, [(2, 2), (4, 3)]);
        let picture = good(b".....\n..X..\n.....\n.....\n.....\n");
        assert_eq!(
            (picture[0].start.stones().len(), picture[0].moves.len()),
            (1, 0)
        );
        let block = good(b"BOARD\n7,7,2\nDONE\n");
        assert_eq!(block[0].stones(0), 1);
    }

    #[test]
    fn the_forms_of_other_windows_and_managers_are_recognised() {
        let found = |bytes: &[u8]| {
            let game = good(bytes).remove(0);
            let start = &game.start;
            (start.size().to_string(), start.rule(), game.moves)
        };
        let moves = vec![Point::at(7, 7), Point::at(8, 6)];
        let freestyle = ("15x15".to_string(), Rule::Freestyle, moves.clone());
        assert_eq!(found(b"15\r\n15\r\n2\r\n7 7\r\n6 8\r\n"), freestyle);
        assert_eq!(found(b",h8,2\nh8,i7,0\n"), freestyle);
        let gomotur = found(b"a.exe\nb.exe\n7,7,0\n8,6,12\n0\n");
        let large = ("20x20".to_string(), Rule::Freestyle, moves.clone());
        assert_eq!(gomotur, large);
        // One sample: White is to move after h8, and loses; the rule is renju.
        let head = [1 << 2 | 15 << 11, 4 | (8 << 5 | 6) << 3, 7 << 5 | 7];
        let plain: Vec<u8> = head.into_iter().flat_map(u16::to_le_bytes).collect();
        let renju = ("15x15".to_string(), Rule::Renju, moves);
        assert_eq!(found(&plain), renju);
        assert_eq!(good(&plain)[0].result, Some(GameResult::Black));
        let mut frame = FrameEncoder::new(Vec::new());
        frame.write_all(&plain).expect("memory takes all");
        let packed = frame.finish().expect("memory takes all");
        assert_eq!(found(&packed), renju);
        for (bytes, expected) in [
            (
                &packed[..packed.len() - 8],
                "the compressed file is damaged",
            ),
            (b"[Event \"1\"]\n1-0\n", "holds results and no moves"),
            (b"15\n15\n9\n7 7\n", "move 2 is not"),
            (b"A\nB\n7,7,0\n20,0,0\n", "line 4 is not a move"),
            (b"h8,i9,2\nh8i9,h8\n", "line 2: a sample is"),
        ] {
            let games = read_games("file", bytes, &OPTIONS);
            let error = games[0].as_ref().expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_bad_game_leaves_the_others() {
        let bytes = b"h8i9\nh8h8\nh8z99\n";
        let games = read_games("file", bytes, &OPTIONS);
        let states: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(states, [true, false, false]);
        let error = games[1].as_ref().expect_err("a stone on a stone");
        assert_eq!(error.to_string(), "game 2: move 2: the point is not empty");
        let nothing = read_games("file", b"\n", &OPTIONS);
        assert!(nothing.len() == 1 && nothing[0].is_err());
        let strange = read_games("file", b"h8\0i9\xff", &OPTIONS);
        let error = strange[0].as_ref().expect_err("no text");
        assert!(
            error.to_string().contains("no form that is known"),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..120), near in "[(;{x\"h8i9 .#\n]{0,40}") {
            prop_assert!(!read_games("file", &bytes, &OPTIONS).is_empty());
            prop_assert!(!read_games("file", near.as_bytes(), &OPTIONS).is_empty());
        }
    }
}
