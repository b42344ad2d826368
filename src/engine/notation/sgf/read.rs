//! Reads the main lines of a collection of games, one game at a time. Nothing but the stones of one game is kept, so that
//! neither large collections nor long texts need memory.

use crate::encoding::{Origin, TextEncoding, of_unnamed, without_mark};

use super::fault::{SgfError, SgfFault};
use super::game::{SgfGame, SgfOptions};
use super::head::Head;
use super::lexer::{Lexer, Token};
use super::main_line::MainLine;

/// Reads the main line of every game of a collection. Text between the games is ignored, as the format requires.
///
/// ```
/// use kagetsu_notation::read_sgf;
/// let games = read_sgf(b"(;GM[4]SZ[15];B[hh];W[ii](;B[jj])(;B[hi]))");
/// let moves = games[0].as_ref().map(|game| game.steps.len());
/// assert_eq!(moves, Ok(3));
/// ```
pub fn read_sgf(bytes: &[u8]) -> Vec<Result<SgfGame, SgfError>> {
    read_sgf_with(bytes, SgfOptions::default())
}

/// As [`read_sgf`], with what the games leave open.
pub fn read_sgf_with(bytes: &[u8], options: SgfOptions) -> Vec<Result<SgfGame, SgfError>> {
    let (bytes, has_mark) = without_mark(bytes);
    let is_utf8 = has_mark || options.is_utf8;
    let options = SgfOptions { is_utf8, ..options };
    SgfGames::new(&bytes, options).collect()
}

/// The encoding of the first game of a collection.
pub(crate) fn encoding_of(bytes: &[u8], options: SgfOptions) -> TextEncoding {
    let first = SgfGames::new(bytes, options).enter();
    first.map_or(TextEncoding::UTF_8, |(_, (encoding, _))| encoding)
}

/// The games of a collection, one after the other. The bytes have no byte order mark.
#[derive(Clone, Debug)]
pub(crate) struct SgfGames<'b> {
    bytes: &'b [u8],
    lexer: Lexer<'b>,
    options: SgfOptions,
    /// The encoding of games that name none, once it is looked for.
    unnamed: Option<(TextEncoding, Origin)>,
}

impl<'b> SgfGames<'b> {
    /// A collection.
    pub(crate) fn new(bytes: &'b [u8], options: SgfOptions) -> Self {
        Self {
            bytes,
            lexer: Lexer::new(bytes, TextEncoding::UTF_8),
            options,
            unnamed: None,
        }
    }

    /// The encoding of the game at the place.
    fn encoding(&mut self) -> (TextEncoding, Origin) {
        if self.options.is_utf8 {
            return (TextEncoding::UTF_8, Origin::Certain);
        }
        let named = self.lexer.named_encoding();
        let named = named.and_then(|name| name.parse::<TextEncoding>().ok());
        // UTF-8 is often named where it is not true, and can be checked.
        if let Some(named) = named.filter(|&named| named != TextEncoding::UTF_8) {
            return (named, Origin::Certain);
        }
        let (bytes, stated) = (self.bytes, self.options.encoding);
        *self
            .unnamed
            .get_or_insert_with(|| of_unnamed(bytes, stated))
    }

    /// Goes to the next game, whose first sign is then next, and returns its line and encoding.
    pub(super) fn enter(&mut self) -> Option<(usize, (TextEncoding, Origin))> {
        if !self.lexer.find_game() {
            return None;
        }
        let encoding = self.encoding();
        self.lexer.encoding = encoding.0;
        Some((self.lexer.line(), encoding))
    }

    /// Reads the game at the place. What is wrong with it ends it, and the next one is looked for behind its end. If it has
    /// none, that is its fault: all else that seems wrong with it may be of the next game.
    pub(super) fn read_or_skip<T>(
        &mut self,
        read: impl FnOnce(&mut Lexer<'b>) -> Result<T, SgfFault>,
    ) -> Result<T, SgfFault> {
        let begin = self.lexer.clone();
        let read = read(&mut self.lexer);
        if read.is_err() {
            self.lexer = begin;
            skip(&mut self.lexer)?;
        }
        read
    }
}

impl Iterator for SgfGames<'_> {
    type Item = Result<SgfGame, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, encoding) = self.enter()?;
        let options = self.options;
        let read = self.read_or_skip(|lexer| {
            let head = Head::read(lexer.clone())?;
            let mut game = MainLine::new(&head, options);
            game.read(lexer)?;
            Ok(game.finish(head, line, encoding))
        });
        Some(read.map_err(|fault| SgfError { line, fault }))
    }
}

/// Goes behind the end of a game.
///
/// # Errors
/// When it has none. The place is then where the next game begins, or the end of the file.
fn skip(lexer: &mut Lexer) -> Result<(), SgfFault> {
    let mut depth = 0_usize;
    loop {
        match lexer.next() {
            Ok(Some(Token::Open)) => depth += 1,
            Ok(Some(Token::Close)) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Ok(());
                }
            }
            Ok(Some(_)) => {}
            Ok(None) => return Err(SgfFault::NoEnd),
            Err(SgfFault::Sign { .. }) => lexer.pass_sign(),
            Err(fault) => return Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

    use kagetsu_gomoku::board::{Rule, Side};
    use kagetsu_gomoku::geometry::{BoardSize, Point};

    use super::super::nodes::SgfCollection;
    use super::*;
    use crate::record::GameResult;

    /// Games of two moves, of which nothing is missing.
    const WHOLE: [&str; 5] = [
        "(;GM[4]SZ[15];B[hh];W[ii])",
        "(;FF[4]GM[4]\n;B[hh]\n(;W[ii])\n(;W[jj])\n)\n",
        "( ;\nCA[UTF-8]GM[4]C[(;GM[4\\]];B[hh](;W[ii]N[(;C[]))\n",
        "((;SZ[15]GM[4];B[hh];W[ii]))",
        "(;PB[Ann (1)]DT[2026] SZ[15]GM[4];B[hh];W[ii])\n",
    ];
    /// Beginnings of games: each breaks off at another place.
    const CUT: [&str; 6] = [
        "(;GM[4]SZ[15];B[hh];W[ii]\n",
        "(;FF[4]GM[4];B[hh](;W[ii])(;W[jj];B",
        "(;GM[4]C[(;GM[4\\]];B[hh];W[i",
        "(;AP[x]PB[y];B[hh]{;B[ii]",
        "(;PB[x]SZ[15];B[hh]N[y",
        "(;GM[4",
    ];

    fn games(text: &str) -> Vec<Result<SgfGame, SgfError>> {
        read_sgf(text.as_bytes())
    }

    fn game(text: &str) -> SgfGame {
        games(text).remove(0).expect(text)
    }

    fn fault(text: &str) -> String {
        let mut games = games(text);
        let game = games.pop().expect("a game");
        game.expect_err(text).to_string()
    }

    #[test]
    fn collections_are_read_game_by_game() {
        let text = "rubbish\n(;GM[4]SZ[15:15]C[a (\\] b];B[aa](;W[oo])(;W[bb]))\n\n\
            (;GM[4]\nSZ[20]\n;B[ts])\n(;GM[4];B[zz])(;GM[4])";
        let games = games(text);
        let lines: Vec<_> = games
            .iter()
            .map(|game| {
                game.as_ref()
                    .map_or_else(|error| error.line, |game| game.line)
            })
            .collect();
        assert_eq!(lines, [2, 4, 7, 7]);
        let first = games[0].as_ref().expect("a game");
        assert_eq!(
            first.steps,
            [Some(Point::at(0, 0)), Some(Point::at(14, 14))]
        );
        let second = games[1].as_ref().expect("a game");
        assert_eq!(second.size, BoardSize::square(20).ok());
        assert_eq!(second.steps, [Some(Point::at(19, 18))]);
        assert!(games[2].is_err());
        let last = games[3].as_ref().expect("a game without moves");
        assert_eq!(
            (&last.names, last.rule, last.result),
            (&[None, None], None, None)
        );
        assert_eq!((last.size, last.steps.len()), (None, 0));
    }

    #[test]
    fn names_rule_and_result_are_read() {
        let text = "(;GM[4]PB[A \\] b]PW[ ]RU[Renju]RE[W+Time];B[aa])(;GM[4]RU[other]RE[B+draw])";
        let games = games(text);
        let first = games[0].as_ref().expect("a game");
        assert_eq!(first.names, [Some("A ] b".to_string()), None]);
        assert_eq!(
            (first.rule, first.result),
            (Some(Rule::Renju), Some(GameResult::White))
        );
        let second = games[1].as_ref().expect("a game");
        assert_eq!((second.rule, second.result), (None, Some(GameResult::Draw)));
        assert_eq!(second.rule_text.as_deref(), Some("other"));
    }

    #[test]
    fn escapes_are_resolved_once() {
        for (value, expected) in [
            ("a\\\\b", "a\\b"),
            ("a\\\\\\\\b", "a\\\\b"),
            ("a\\\\\\]b", "a\\]b"),
            ("p\\\\", "p\\"),
        ] {
            let read = game(&format!("(;GM[4]PB[{value}];B[hh])"));
            assert_eq!(read.names[0].as_deref(), Some(expected));
        }
    }

    #[test]
    fn names_are_of_the_encoding_that_the_game_names() {
        for (label, text) in [
            ("GB2312", "王小明"),
            ("Shift_JIS", "能登 表ソ"),
            ("Big5", "許功蓋"),
            ("EUC-KR", "홍길동"),
            ("EUC-JP", "花月"),
            ("windows-1251", "Иванов"),
            ("ISO-8859-2", "Łukasz"),
        ] {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
            let whole =
                format!("(;GM[4]SZ[15]CA[{label}]PB[{text}]C[{text}];B[hh]C[{text}];W[ii])");
            let (bytes, ..) = encoding.encode(&whole);
            let read = read_sgf(&bytes).remove(0).expect(label);
            assert_eq!(read.names[0].as_deref(), Some(text), "{label}");
            assert_eq!(read.steps.len(), 2, "{label}");
        }
    }

    #[test]
    fn set_up_stones_come_before_the_moves() {
        let problem = game("(;GM[4]SZ[15]AB[hh][ih]AW[hi]PL[W])");
        assert_eq!((problem.setup.len(), problem.first), (3, Side::White));
        let counted = game("(;GM[4]SZ[15]AB[hh][ih]AW[hi])");
        assert_eq!(counted.first, Side::White);
        let moves = game("(;GM[4]SZ[15:15]AB[hh][ii]AW[jj]PL[W];W[kk];B[ll])");
        assert_eq!((moves.steps.len(), moves.first), (2, Side::White));
        let by_move = game("(;GM[4]AB[hh]AW[jj];W[kk])");
        assert_eq!((by_move.steps.len(), by_move.first), (1, Side::White));
        let rectangle = game("(;GM[4]AB[aa:cc]AE[bb])");
        assert_eq!(rectangle.setup.len(), 8);
        let changed = game("(;GM[4]AB[hh][aa]AW[ii]AE[hh]AB[hh]AW[aa])");
        let [corner, other, centre] = [0, 8, 7].map(|at| Point::at(at, at));
        let order = [
            (corner, Side::White),
            (other, Side::White),
            (centre, Side::Black),
        ];
        assert_eq!(changed.setup, order);
        let later = game("(;GM[4];B[hh];W[ii];AB[jj]PL[W];W[kk])");
        assert_eq!((later.setup.len(), later.set_up_after), (3, 2));
        assert_eq!((later.steps.len(), later.first), (1, Side::White));
        let none = game("(;GM[4]SZ[]AB[]AW[ ];B[hh];W[ii];AE[])");
        assert_eq!((none.setup.len(), none.steps.len()), (0, 2));
        assert_eq!((none.size, none.set_up_after), (None, 0));
        // The properties of a node have no order.
        for node in ["AB[jj]PL[B]", "PL[B]AB[jj]"] {
            let later = game(&format!("(;GM[4];B[hh];W[ii];{node})"));
            assert_eq!((later.setup.len(), later.first), (3, Side::Black), "{node}");
        }
    }

    #[test]
    fn parentheses_without_end_are_passed_over() {
        let text = format!("(;GM[4];B[hh]){}", "(".repeat(1 << 20));
        assert_eq!(read_sgf(text.as_bytes()).len(), 1);
    }

    #[test]
    fn many_games_without_an_end_are_told_one_by_one() {
        const GAMES: usize = 20_000;
        let in_comment = "(;GM[4]SZ[15]RE[B+]C[line\n";
        for game in CUT.into_iter().chain([in_comment]) {
            let games = read_sgf(game.repeat(GAMES).as_bytes());
            assert_eq!(games.len(), GAMES, "{game}");
            assert!(games.iter().all(Result::is_err), "{game}");
        }
    }

    #[test]
    fn a_game_that_is_cut_off_in_a_comment_takes_no_other_with_it() {
        let shown = "(;GM[4]C[(;GM[4\\]SZ[15\\];B[hh\\])\n(;GM[4\\]";
        for cut in ["(;GM[4]C[x", "(;GM[4]SZ[15];B[hh];W[hi]C[x\n", shown] {
            for whole in WHOLE {
                let games = games(&format!("{cut}{whole}"));
                let moves = |game: &Result<SgfGame, _>| Some(game.as_ref().ok()?.steps.len());
                let moves = games.iter().map(moves);
                assert!(moves.eq([None, Some(2)]), "{cut}{whole}");
                let error = games[0].as_ref().expect_err(cut).to_string();
                let expected = "the text that begins on line 1 has no end";
                assert!(error.contains(expected), "{error}");
            }
            // Its first property stands alone.
            let games = games(&format!("{cut}\r\n(;GM[4];B[jj];W[kk])"));
            let is_read: Vec<_> = games.iter().map(Result::is_ok).collect();
            assert_eq!(is_read, [false, true], "{cut}");
        }
        // In the middle of a letter of two bytes.
        let cut = b"(;CA[GBK]GM[4];B[hh]C[\xd6".as_slice();
        let games = read_sgf(&[cut, WHOLE[0].as_bytes()].concat());
        let is_read: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(is_read, [false, true]);
    }

    #[test]
    fn a_comment_may_show_a_game_or_speak_of_one() {
        for comment in [
            "x\n(;GM[4\\]SZ[15\\];B[hh\\])",
            "(;FF[4\\]GM[4\\]",
            "it begins with (;GM[4",
            "(;SZ[",
        ] {
            let read = game(&format!("(;GM[4];B[hh]C[{comment}];W[ii])"));
            assert_eq!(read.steps.len(), 2, "{comment}");
        }
    }

    #[test]
    fn variations_that_begin_with_the_names_of_players_are_no_games() {
        let joined = "(;GM[4];B[hh](;PW[Ann]RE[B+]W[ii];B[jj])(;PW[Bob]W[kk]))";
        assert_eq!(games(joined).len(), 1);
        assert_eq!(game(joined).steps.len(), 3);
    }

    #[test]
    fn games_within_one_more_pair_of_parentheses_are_games() {
        let games = games("((;CA[GBK]GM[4];B[hh])\n(;GM[4];B[ii];W[jj])) (;GM[4])");
        let read = games.iter().map(|game| {
            let game = game.as_ref().expect("a game");
            (game.line, game.steps.len(), game.encoding.0.name())
        });
        assert!(read.eq([(1, 1, "GBK"), (2, 2, "UTF-8"), (2, 0, "UTF-8")]));
    }

    #[test]
    fn passes_are_read() {
        let read = game("(;GM[4]SZ[15];B[hh];W[];B[ii];W[tt];B[jj])");
        let passes: Vec<bool> = read.steps.iter().map(Option::is_none).collect();
        assert_eq!(passes, [false, true, false, true, false]);
        assert_eq!(read.plain_moves(), Err(SgfFault::Pass(2)));
        assert_eq!(
            game("(;GM[4]SZ[20];B[tt])").steps,
            [Some(Point::at(19, 19))]
        );
    }

    #[test]
    fn a_game_of_another_kind_says_so_unless_its_rule_is_known() {
        let doubt = |text: &str| game(text).doubt.map(|doubt| doubt.to_string());
        assert_eq!(doubt("(;GM[4];B[aa])"), None);
        assert_eq!(doubt("(;GM[5]GN[One-Two : RIF rule];B[aa])"), None);
        assert_eq!(doubt("(;RU[renju];B[aa])"), None);
        for (text, expected) in [
            ("(;B[aa])", "GM[4] is missing"),
            ("(;GM[1];B[aa])", "the game is GM[1] (Go)"),
            ("(;GM[1]RU[Japanese]GN[free game];B[aa])", "GM[1] (Go)"),
            ("(;GM[2];B[aa])", "GM[2] (Othello)"),
            ("(;GM[x];B[aa])", "GM[x]"),
        ] {
            let found = doubt(text).expect(text);
            assert!(
                found.contains(expected) && found.contains("--rule renju"),
                "{found}"
            );
        }
    }

    #[test]
    fn bad_games_say_what_is_wrong() {
        for (text, expected) in [
            ("(;GM[4];B[aa]", "')' is missing"),
            ("(;GM[4];B[aa](;B[bb])", "')' is missing"),
            (
                "(;GM[4]\n;B[aa",
                "the text that begins on line 2 has no end",
            ),
            ("(;GM[4]SZ[4])", "board size 4x4 is not supported"),
            ("(;GM[4]SZ[big])", "SZ[big]"),
            ("(;GM[4]SZ[15];B[h16])", "'h16' is not a point"),
            ("(;GM[4]SZ[15];B[aa][bb])", "'bb' is not a point"),
            (
                "(;GM[4]SZ[15];B[zz])",
                "'zz' is not a point of the 15x15 board",
            ),
            ("(;GM[4];W[aa])", "move 1 is by white"),
            ("(;GM[4];B[aa];B[bb])", "move 2 is by black"),
            ("(;GM[4]{};B[aa])", "'{' on line 1"),
            ("()", "the game is not SGF"),
        ] {
            let found = fault(text);
            assert!(found.contains(expected), "{text}: {found}");
        }
        let long = format!("(;GM[4]{})", ";B[];W[]".repeat(2000));
        assert!(fault(&long).contains("more than 2000 moves"));
    }

    proptest! {
        #[test]
        fn no_bytes_are_fatal(
            bytes in prop::collection::vec(any::<u8>(), 0..80),
            near in "[();BWAGMSZC\\[\\]a-c4:\\\\\n]{0,60}",
        ) {
            for bytes in [&bytes[..], near.as_bytes(), format!("(;GM[4]{near})").as_bytes()] {
                let games = read_sgf(bytes);
                let file = SgfCollection::new(bytes, SgfOptions::default());
                prop_assert_eq!(games.len(), file.games().count());
            }
        }

        #[test]
        fn games_without_an_end_take_no_other_with_them(
            parts in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>()), 1..9),
        ) {
            let text: String = parts
                .iter()
                .map(|(is_whole, which)| *if *is_whole { which.get(&WHOLE) } else { which.get(&CUT) })
                .collect();
            let games = games(&text);
            prop_assert_eq!(games.len(), parts.len(), "{}", text);
            for (game, (is_whole, _)) in games.iter().zip(&parts) {
                let moves = game.as_ref().ok().map(|game| game.steps.len());
                prop_assert_eq!(moves, is_whole.then_some(2), "{}", text);
            }
            let file = SgfCollection::new(text.as_bytes(), SgfOptions::default());
            let whole = file.games().map(|game| game.is_ok());
            prop_assert!(whole.eq(parts.iter().map(|part| part.0)), "{}", text);
        }
    }
}
