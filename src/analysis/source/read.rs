//! Reads the games of a file and checks their moves.

use kagetsu_notation::reader::{Kind, ReadError, ReadGame, ReadOptions, Source};

use super::game::{SourceGame, UnusableGame};

/// Most games of a file: each is kept with its moves.
const MAX_GAMES: usize = 200_000;

/// Why a game of a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It breaks the rules.
    #[error("{}: {fault}", kind.place(*number))]
    Rules {
        /// The kind of the file.
        kind: Kind,
        /// Number of the game in the file, or of its line, from one.
        number: usize,
        /// What is wrong with it.
        fault: UnusableGame,
    },
    /// There are too many games.
    #[error("there are more than {MAX_GAMES} games in it: give it in parts")]
    TooMany,
}

/// Reads the games of a file of any kind that the [reader](kagetsu_notation::reader) knows. More than `MAX_GAMES` are
/// refused.
pub fn read_games(
    source: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Vec<Result<SourceGame, GameError>> {
    match Source::new(bytes, options.encoding) {
        Ok(opened) => games_of(source, &opened, options),
        Err(error) => vec![Err(error.into())],
    }
}

/// Reads the games of a source with this name. More than `MAX_GAMES` are refused.
pub fn games_of(
    source: &str,
    opened: &Source,
    options: &ReadOptions,
) -> Vec<Result<SourceGame, GameError>> {
    let mut games = Vec::new();
    for game in opened.games(options) {
        if games.len() == MAX_GAMES {
            return vec![Err(GameError::TooMany)];
        }
        games.push(
            game.map_err(GameError::from)
                .and_then(|game| checked(source, game)),
        );
    }
    games
}

fn checked(source: &str, game: ReadGame) -> Result<SourceGame, GameError> {
    let (kind, number) = (game.kind, game.number);
    let checked = SourceGame::new(game.start, game.steps);
    let checked = checked.map_err(|fault| GameError::Rules {
        kind,
        number,
        fault,
    })?;
    Ok(SourceGame {
        source: source.to_string(),
        kind,
        number,
        names: game.names,
        opening: game.opening,
        result: game.result,
        notes: game.notes,
        sgf: (kind == Kind::Sgf).then_some(0),
        ..checked
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lz4_flex::frame::FrameEncoder;
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::Point;
    use kagetsu_notation::record::GameResult;

    fn options() -> ReadOptions {
        ReadOptions {
            library_lines: 9,
            ..ReadOptions::default()
        }
    }

    fn good(bytes: &[u8]) -> Vec<SourceGame> {
        let games = read_games("file", bytes, &options()).into_iter();
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
        let moves = vec![Some(Point::at(7, 7)), Some(Point::at(8, 6))];
        let freestyle = ("15x15".to_string(), Rule::Freestyle, moves.clone());
        assert_eq!(found(b"15\r\n15\r\n2\r\n7 7\r\n6 8\r\n"), freestyle);
        assert_eq!(found(b",h8,2\nh8,i7,0\n"), freestyle);
        assert_eq!(found(b"[Event \"x\"]\n\n1. h8 i9 1-0\n"), freestyle);
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
            (b"[Event \"1\"]\n1-0\n", "holds a result and no moves"),
            (b"15\n15\n9\n7 7\n", "move 2 is not"),
            (b"A\nB\n7,7,0\n20,0,0\n", "line 4 is not a move"),
            (b"h8,i9,2\nh8i9,h8\n", "line 2: a sample is"),
        ] {
            let games = read_games("file", bytes, &options());
            let error = games[0].as_ref().expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_bad_game_leaves_the_others() {
        let bytes = b"h8i9\nh8h8\nh8z99\n";
        let games = read_games("file", bytes, &options());
        let states: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(states, [true, false, false]);
        let error = games[1].as_ref().expect_err("a stone on a stone");
        assert_eq!(error.to_string(), "line 2: move 2: the point is not empty");
        let nothing = read_games("file", b"\n", &options());
        assert!(nothing.len() == 1 && nothing[0].is_err());
        let strange = read_games("file", b"h8\0i9\xff", &options());
        let error = strange[0].as_ref().expect_err("no text");
        assert!(
            error.to_string().contains("no form that is known"),
            "{error}"
        );
    }

    #[test]
    fn too_many_games_are_refused_and_need_no_memory() {
        let lines = "h8\n".repeat(MAX_GAMES + 5);
        let games = read_games("file", lines.as_bytes(), &options());
        assert!(matches!(games[..], [Err(GameError::TooMany)]));
    }

    proptest! {
        #[test]
        fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..120), near in "[(;{x\"h8i9 .#\n]{0,40}") {
            prop_assert!(!read_games("file", &bytes, &options()).is_empty());
            prop_assert!(!read_games("file", near.as_bytes(), &options()).is_empty());
        }
    }
}
