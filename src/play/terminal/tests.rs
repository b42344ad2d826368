//! Scripted games by lines.

use kagetsu_kernel::StopSignal;

use super::{Begins, Options, run};
use crate::game::Kind as Game;
use crate::gomoku::Rule;
use crate::opening::Procedure;
use crate::session::Level;
use crate::text::Language;

pub(super) fn play(options: &Options, script: &str) -> String {
    let mut output = Vec::new();
    let stop = StopSignal::new();
    run(options, None, &stop, script.as_bytes(), &mut output).expect("the options are sound");
    String::from_utf8(output).expect("the output is text")
}

pub(super) fn both() -> Options {
    Options {
        begins: Begins::Two,
        ..Options::default()
    }
}

/// A game of Renju for two whose opening is RIF's.
pub(super) fn rif() -> Options {
    Options {
        rule: Rule::Renju,
        opening: Procedure::Rif,
        ..both()
    }
}

pub(super) fn at_level(level: u8, seed: Option<u64>) -> Options {
    Options {
        level: Level::Fixed(level),
        seed,
        ..Options::default()
    }
}

#[test]
fn two_persons_play_to_the_end() {
    let text = play(
        &both(),
        "a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\nf1\nundo\nquit\n",
    );
    assert!(text.contains("Black wins: five in a row."), "{text}");
    assert!(text.contains("The game is over."), "{text}");
    assert!(text.contains("One step taken back."), "{text}");
    assert!(text.contains(" 1 x x x x X ."), "{text}");
}

#[test]
fn two_persons_type_several_moves_on_a_line_and_one_person_none() {
    let text = play(&both(), "a1 a2\nb1,b2 c1\nd5 d5 e5\nquit\n");
    assert!(text.contains(" 1 x x X ."), "{text}");
    assert!(!text.contains("is not a command"), "{text}");
    // The second of the last line is refused, and the third is not tried.
    assert!(text.contains("d5") && !text.contains("e5"), "{text}");
    let text = play(&at_level(1, Some(3)), "h8 i9\nquit\n");
    assert!(
        text.contains("holds several moves, and nothing was played"),
        "{text}"
    );
    assert!(!text.contains('X'), "{text}");
}

#[test]
fn two_persons_agree_on_a_draw() {
    let text = play(&both(), "h8\ndraw\ndraw\nquit\n");
    assert!(text.contains("A draw is offered."), "{text}");
    assert!(text.contains("Draw: by agreement."), "{text}");
    // A move of the other one declines it without a word.
    let text = play(&both(), "h8\ndraw\ni9\nj10\ndraw\nquit\n");
    assert!(!text.contains("Draw: by agreement."), "{text}");
}

#[test]
fn commands_are_read_in_either_case() {
    let text = play(&both(), "h8\nResign\nQUIT\nh9\n");
    assert!(text.contains("resignation"), "{text}");
    assert_eq!(text.matches("Goodbye.").count(), 1);
    assert!(!text.contains("QUIT"), "{text}");
}

#[test]
fn kagetsu_answers_and_wrong_lines_are_explained() {
    let script = "h8\nh8\nz9\nhello\nundo\nredo\nhint\nresign\nrematch\nquit\n";
    let options = at_level(1, Some(3));
    let text = play(&options, script);
    for part in [
        "1. Black plays h8.",
        "h8 is taken.",
        "z9 is not on the board.",
        "\"hello\" is not a command.",
        "2 steps taken back.",
        "2 steps brought back.",
        "Hint: ",
        "White wins: resignation.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // In the rematch Kagetsu begins.
    assert_eq!(text.matches("1. Black plays").count(), 2);
    assert_eq!(text, play(&options, script));
}

#[test]
fn an_opening_is_played_by_lines() {
    let script = "h8\nh9\ni10\nswap\nj10\ni9\nj9\nf9\ni9\ni9\nquit\n";
    let text = play(&rif(), script);
    for part in [
        "The colours are exchanged.",
        "Black: Offer fifth moves; still to come: 2.",
        "White: Pick one of the offered fifth moves.",
        "i9 is picked.",
        " 8 . . . . . . . + . . . . . . .\n",
        "The stone must lie on h8.\n",
        "Lay stone 2: White.\nThe stone must lie on a point marked +, from g7 to i9.\n",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert_eq!(text.matches("RIF: one player lays").count(), 1, "{text}");
    let choices = "The second player chooses.\n1 keep: Keep the colours\n2 swap: Exchange";
    assert_eq!(text.matches(choices).count(), 1, "{text}");
}

#[test]
fn a_question_of_an_opening_is_told_again_where_something_else_is_typed() {
    let text = play(&rif(), "swap\nh8\nh9\ni10\nk1\nkeep\nkeep\nswap\nquit\n");
    assert_eq!(
        text.matches("1 keep: Keep the colours").count(),
        2,
        "{text}"
    );
    assert_eq!(
        text.matches("There is nothing to choose now.").count(),
        3,
        "{text}"
    );
    assert!(!text.contains("changed sides"), "{text}");
    let text = play(&both(), "h8\nswap\nkeep\nquit\n");
    assert!(text.contains("changed sides"), "{text}");
    assert!(text.contains("There is nothing to choose now."), "{text}");
}

#[test]
fn chinese_speaks_chinese() {
    let options = Options {
        language: Language::Zh,
        ..at_level(1, None)
    };
    let text = play(&options, "h8\nquit\n");
    assert!(text.contains("第 1 手，黑方落子 h8。"), "{text}");
}

#[test]
fn wrong_boards_are_refused_in_the_language_of_the_game() {
    let refused = |options: Options| {
        let stop = StopSignal::new();
        let ran = run(&options, None, &stop, &b""[..], Vec::new());
        ran.expect_err("it is refused").to_string()
    };
    for size in [0, 3, 4, 23, 99] {
        let options = Options { size, ..both() };
        assert_eq!(
            refused(options.clone()),
            format!("A board has 5 to 22 points a side, not {size}.")
        );
        let chinese = refused(Options {
            language: Language::Zh,
            ..options
        });
        assert!(chinese.contains("棋盘"), "{chinese}");
    }
    let small = Options {
        size: 5,
        opening: Procedure::Taraguchi10,
        ..both()
    };
    let why = refused(small);
    assert!(
        why.contains("Taraguchi-10") && why.contains("not 5"),
        "{why}"
    );
}

#[test]
fn odd_input_does_no_harm() {
    let mut odd = vec![b'x'; 20_000];
    odd.extend([0xff, 0xfe, b'\n', 0, b'\n', b'\r', b'\n']);
    odd.extend("九h8\n999999999999\nh99999999999\n-1\nsave\nload\nsave \u{0}\n".as_bytes());
    let mut output = Vec::new();
    let stop = StopSignal::new();
    assert!(run(&both(), None, &stop, &odd[..], &mut output).is_ok());
}

#[test]
fn every_start_and_every_rematch_is_another_game_unless_a_seed_is_given() {
    // Kagetsu begins, and its opening differs from seed to seed.
    let games = |seed| {
        let options = Options {
            begins: Begins::Kagetsu,
            opening: Procedure::Swap2,
            ..at_level(1, seed)
        };
        let text = play(&options, "quit\n");
        let moves = |line: &&str| line.contains(" plays ");
        text.lines().filter(moves).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(games(Some(7)), games(Some(7)));
    let drawn: std::collections::BTreeSet<String> = (0..8).map(|_| games(None)).collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn after_giving_up_nobody_is_to_move() {
    for game in Game::ALL {
        let options = Options { game, ..both() };
        let text = play(&options, "resign\nquit\n");
        let (_, end) = text.split_once("The game is over.").unwrap_or_default();
        assert!(end.contains("resignation"), "{text}");
        assert!(!end.contains("to move"), "{text}");
        // Undo takes that back, and no step.
        let text = play(&options, "resign\nundo\nquit\n");
        assert!(text.contains("The game goes on."), "{text}");
    }
}

#[test]
fn the_words_are_known_in_every_game() {
    for game in Game::ALL {
        let options = Options { game, ..both() };
        let text = play(&options, "help\nHelp\nboard\nrules\nundo\nredo\nquit\nh8\n");
        assert!(!text.contains("is not a command"), "{text}");
        assert_eq!(text.matches("\nsave …").count(), 2, "{text}");
        // Both tell every word of the game.
        for word in [
            "undo, u",
            "silent …",
            "board …",
            "stones",
            "last",
            "new …",
            "help, ?",
        ] {
            assert_eq!(
                text.matches(&format!("\n{word}")).count(),
                2,
                "{word}: {text}"
            );
        }
    }
    for rule in Rule::ALL {
        let text = play(&Options { rule, ..both() }, "rules\nquit\n");
        assert!(text.contains("Each side lays one"), "{rule}: {text}");
    }
}

#[test]
fn a_game_is_followed_without_looking_at_boards() {
    let board = "15 . . .";
    let text = play(
        &both(),
        "board off\nh8\ni9\nh9\nstones\nlast\nboard\nboard on\nquit\n",
    );
    assert_eq!(text.matches(board).count(), 3, "{text}");
    let stones = "Black, 2: h9; h8\nWhite, 1: i9\n3. Black plays h9.\n";
    assert!(text.contains(stones), "{text}");
    // A hint and an offer change nothing on it.
    let text = play(&both(), "hint\ndraw\nhello\nlast\nstones\nquit\n");
    assert_eq!(text.matches(board).count(), 1, "{text}");
    for part in [
        "board off leaves",
        "Hint: ",
        "\"hello\" is not a command. Type help",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(
        text.contains("No move was made yet.\nBlack, 0: –"),
        "{text}"
    );
}

#[test]
fn the_silent_mode_tells_what_is_asked_what_is_refused_and_the_end() {
    let text = play(
        &both(),
        "silent on\nh8\ni9\ni9\nlast\nhint\nresign\nh9\nsilent off\nundo\nquit\n",
    );
    let (_, silent) = text.split_once("Your move").unwrap_or(("", &text));
    let (_, silent) = silent
        .split_once("Black to move.\n")
        .unwrap_or(("", silent));
    let lines: Vec<&str> = silent.lines().collect();
    assert_eq!(lines[0], "Only what you ask for is told now.", "{text}");
    assert_eq!(lines[1], "i9 is taken.", "{text}");
    assert_eq!(lines[2], "2. White plays i9.", "{text}");
    assert!(lines[3].starts_with("Hint: "), "{text}");
    assert_eq!(lines[4], "White wins: resignation.", "{text}");
    assert_eq!(lines[5], "The game is over.", "{text}");
    assert_eq!(lines[6], "Everything is told again.", "{text}");
    assert_eq!(lines[7], "The game goes on.", "{text}");
}

#[test]
fn after_the_end_it_is_told_how_it_came() {
    for script in ["resign\nboard\nquit\n", "resign\nboard off\nquit\n"] {
        let text = play(&both(), script);
        let over = "The game is over. White wins: resignation.";
        assert_eq!(text.matches("White wins").count(), 2, "{text}");
        assert!(text.ends_with(&format!("{over}\nGoodbye.\n")), "{text}");
    }
}

#[test]
fn another_game_is_begun_by_a_word() {
    let text = play(
        &both(),
        "h8\nnew renju 7\nboard\nnew reversi\nnew ???\nnew\nquit\n",
    );
    assert!(text.contains("\n 7 . . . . . . .\n"), "{text}");
    assert!(text.contains("Discs: 2 black, 2 white."), "{text}");
    assert!(text.contains("\"???\" is no game"), "{text}");
    assert_eq!(text.matches("A new game has begun.").count(), 4, "{text}");
}

#[test]
fn a_word_of_gomoku_is_refused_where_another_game_is_asked_for() {
    for (words, word, game) in [
        ("reversi 9", "9", "Reversi"),
        ("13 connect6", "13", "Connect6"),
        ("renju oxhorn", "renju", "Ox-horn"),
        ("reversi swap2", "swap2", "Reversi"),
        ("oxhorn 3", "3", "Ox-horn"),
    ] {
        let text = play(&both(), &format!("new {words}\nnew\nquit\n"));
        let refused = format!("\"{word}\" is for gomoku: {game} has its own board and rules.");
        assert!(text.contains(&refused), "{words}: {text}");
        assert_eq!(text.matches("A new game has begun.").count(), 2, "{text}");
    }
}

#[test]
fn turns_of_connect6_are_typed_as_match_platforms_write_them() {
    let options = Options {
        game: Game::Connect6,
        ..both()
    };
    let text = play(&options, "JJ\nKK LL\nmm\nquit\n");
    assert!(text.contains("1. Black plays j10"), "{text}");
    assert!(text.contains("2. White plays"), "{text}");
    assert!(text.contains("\"mm\""), "{text}");
}

#[test]
fn what_was_typed_is_told_on_one_line_without_control_characters_and_not_at_length() {
    let long = "9".repeat(100_000);
    let script = format!(
        "new \u{1b}[31m\n\0\0\nsave a\u{1b}[31mb.xyz\n{long}\nnew {long}\nnew {long}x9\nh{long}\nquit\n"
    );
    let text = play(&both(), &script);
    assert!(!text.contains(['\u{1b}', '\0']), "{text}");
    assert!(text.contains("\\u{1b}[31m"), "{text}");
    assert!(text.lines().all(|line| line.len() < 500), "{}", text.len());
}

#[test]
fn every_game_tells_its_rules_to_players_in_every_language() {
    for game in Game::ALL {
        let texts = Language::ALL.map(|language| {
            let options = Options {
                game,
                language,
                ..both()
            };
            let text = play(&options, "rules\nquit\n");
            // For players, not for programmers.
            assert!(!text.contains("assert") && !text.contains("```"), "{text}");
            let rules = text.split("\n# ").skip(1).collect::<Vec<_>>();
            let words = rules.concat().chars().count();
            assert!(words > 120, "{game} {language:?}: {text}");
            rules.len()
        });
        assert!(
            texts.iter().all(|&count| count == texts[0]),
            "{game}: as many headings"
        );
    }
}
