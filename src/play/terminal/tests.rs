//! Scripted games by lines.

use std::fs;

use kagetsu_kernel::StopSignal;

use super::{Begins, Options, PlayError, PuzzleChoice, run, run_puzzles};
use crate::game::Kind as Game;
use crate::gomoku::Rule;
use crate::opening::Procedure;
use crate::puzzles::{Kind, Puzzles, Unsaid};
use crate::session::Level;
use crate::text::Language;

fn play(options: &Options, script: &str) -> String {
    let mut output = Vec::new();
    let stop = StopSignal::new();
    run(options, None, &stop, script.as_bytes(), &mut output).expect("the options are sound");
    String::from_utf8(output).expect("the output is text")
}

fn both() -> Options {
    Options {
        begins: Begins::Both,
        ..Options::default()
    }
}

fn at_level(level: u8, seed: Option<u64>) -> Options {
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
    let options = Options {
        rule: Rule::Renju,
        opening: Procedure::Rif,
        ..both()
    };
    let text = play(&options, script);
    assert!(text.contains("The colours are exchanged."), "{text}");
    assert!(
        text.contains("Pick one of the offered fifth moves."),
        "{text}"
    );
    assert!(text.contains("i9 is picked."), "{text}");
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
    for side in [0, 3, 4, 23, 99] {
        let options = Options { side, ..both() };
        assert_eq!(
            refused(options.clone()),
            format!("A board has 5 to 22 points a side, not {side}.")
        );
        let chinese = refused(Options {
            language: Language::Zh,
            ..options
        });
        assert!(chinese.contains("棋盘"), "{chinese}");
    }
    let small = Options {
        side: 5,
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
        let end = text.rsplit("resignation").next().unwrap_or_default();
        assert!(end.contains("The game is over."), "{text}");
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
        assert_eq!(text.matches("save FILE").count(), 3, "{text}");
    }
    for rule in Rule::ALL {
        let text = play(&Options { rule, ..both() }, "rules\nquit\n");
        assert!(text.contains("in a row"), "{rule}: {text}");
    }
}

#[test]
fn a_game_is_saved_and_loaded_and_nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).display().to_string();
    for (game, file, moves, line) in [
        (
            Game::Gomoku,
            "one game.sgf",
            "h8\ni9\n",
            "3. Black plays j10.",
        ),
        (Game::Gomoku, "a.psq", "h8\ni9\n", "3. Black plays j10."),
        (Game::Gomoku, "a.JSON", "h8\ni9\n", "3. Black plays j10."),
        (Game::Reversi, "r.sgf", "f5\nd6\n", "j10 is not on"),
        (
            Game::Connect6,
            "c.json",
            "j10\nk11 l12\n",
            "This turn has 2 stones.",
        ),
        (Game::Oxhorn, "o.json", "0-2\n", "is not a command"),
    ] {
        let options = Options { game, ..both() };
        let path = name(file);
        let text = play(
            &options,
            &format!("{moves}save {path}\nsave {path}\nquit\n"),
        );
        assert!(
            text.contains(&format!("The game is saved in {path}.")),
            "{text}"
        );
        assert!(text.contains(&format!("type: replace {path}")), "{text}");
        // Any game is loaded from any other, and goes on.
        let text = play(&both(), &format!("a1\nload {path}\nj10\nquit\n"));
        assert!(text.contains(line), "{file}: {text}");
        assert!(!text.contains("cannot be used"), "{file}: {text}");
    }
    let path = name("kept.sgf");
    let before = "somebody else's";
    fs::write(&path, before).expect("the folder can be written");
    play(&both(), &format!("h8\nsave {path}\nload {path}\nquit\n"));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), before);
    let text = play(
        &both(),
        &format!("h8\nload {path}\nload {path}x\nboard\nsave {path}.gif\nquit\n"),
    );
    assert_eq!(text.matches("cannot be used").count(), 1, "{text}");
    assert_eq!(text.matches("No game can start so").count(), 1, "{text}");
    assert!(text.contains(".sgf .psq .json"), "{text}");
    assert!(
        text.contains(" 8 . . . . . . . X"),
        "the game is as it was: {text}"
    );
    play(&both(), &format!("h8\nreplace {path}\nquit\n"));
    assert!(
        fs::read_to_string(&path)
            .expect("it is there")
            .contains(";B[")
    );
}

fn solve(choice: PuzzleChoice, script: &str) -> Result<String, PlayError> {
    let mut output = Vec::new();
    let puzzles = Puzzles::shipped()?;
    run_puzzles(
        &puzzles,
        choice,
        Language::En,
        script.as_bytes(),
        &mut output,
    )?;
    Ok(String::from_utf8(output).expect("the output is text"))
}

fn freestyle() -> PuzzleChoice {
    PuzzleChoice {
        rule: Some(Rule::Freestyle),
        ..PuzzleChoice::default()
    }
}

#[test]
fn a_puzzle_is_solved_by_lines() {
    let script = "hello\nj7\na1\nhint\nf6\nh4\nsolution\nj2\nquit\n";
    let text = solve(freestyle(), script).expect("there are puzzles");
    for part in [
        "White to move: win by fours.",
        "\"hello\" is not a move",
        "j7 is taken.",
        "a1 is wrong. Try again.",
        "Hint: f6.",
        "f6 is right. Black replies e6.",
        "h4 is right. Black replies e7.",
        "Solution: j2",
        "j2 is right. Solved!",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(text.ends_with("White to move: win by fours.\nGoodbye.\n"));
}

#[test]
fn puzzles_are_chosen_by_rule_kind_and_grade() {
    let choice = |rule, kind, grade| PuzzleChoice {
        rule: Some(rule),
        kind: Some(kind),
        grade: Some(grade),
    };
    let shipped = Puzzles::shipped().expect("a sound file");
    let grade = |kind, last: bool| {
        let mut grades = shipped.of(Rule::Renju, kind).map(|puzzle| puzzle.grade);
        let grade = if last { grades.last() } else { grades.next() };
        grade.expect("a puzzle")
    };
    let defend = choice(Rule::Renju, Kind::Defend, grade(Kind::Defend, false));
    let text = solve(defend, "a15\n").expect("there are some");
    assert!(text.contains("find the only defence."), "{text}");
    assert!(text.contains("a15 loses: "), "{text}");
    let last = choice(Rule::Renju, Kind::Fours, grade(Kind::Fours, true));
    let last = solve(last, &"next\n".repeat(100)).expect("there is one");
    assert!(last.contains("There is no further puzzle."), "{last}");
    for (rule, kind, why) in [
        (
            Rule::Freestyle,
            Kind::Foul,
            "There is no puzzle of this rule, kind and grade.",
        ),
        (
            Rule::Caro,
            Kind::Fours,
            "There is no puzzle of caro here. There are puzzles of: freestyle, renju.",
        ),
    ] {
        let none = solve(choice(rule, kind, 1), "quit\n");
        assert_eq!(none.expect_err("there is none").to_string(), why);
    }
}

#[test]
fn own_puzzles_are_played_and_their_faults_are_named_by_line() {
    let unsaid = Unsaid {
        kind: Kind::Fours,
        rule: Rule::Standard,
        size: 15,
    };
    // `puzzles` writes capital letters, people small ones.
    let rows =
        "# id\tside\tblack\twhite\tlength\tline\nmine\tblack\te8 F8 G8 h8\tD8 a1 b2\t1\tI8\n";
    let puzzles = Puzzles::read_own(rows, unsaid).expect("a sound list");
    let mut output = Vec::new();
    let choice = PuzzleChoice::default();
    let ran = run_puzzles(
        &puzzles,
        choice,
        Language::En,
        &b"a5\ni8\n"[..],
        &mut output,
    );
    assert!(ran.is_ok());
    let text = String::from_utf8(output).expect("the output is text");
    assert!(text.contains("i8 is right. Solved!"), "{text}");
    for (row, part) in [
        ("one\ttwo", "found 2"),
        ("x\tblack\te8\te8\t1\ti8", "two stones on e8"),
        ("x\tblack\te8\td8\t1\te8", "e8 is taken"),
        ("x\tblack\te8\td8\t2\ti8", "'2' is not the length"),
        ("x\tgreen\te8\td8\t1\ti8", "'green' is no side"),
        ("x\tblack\te8\td8\t1\ti88", "i88"),
        ("x\tblack\te8\td8\t1\ti8\tfoul\tstandard\t15\t1", "foul"),
        ("x\tblack\ta1 b1 c1 d1 e1\td8\t1\ti8", "winning row"),
    ] {
        let fault = Puzzles::read_own(&format!("{rows}\n{row}\n"), unsaid);
        let fault = fault.expect_err("it is no puzzle").to_string();
        assert!(
            fault.starts_with("line 4: ") && fault.contains(part),
            "{fault}"
        );
    }
}

#[test]
fn every_game_tells_its_rules_to_players_in_both_languages() {
    for game in Game::ALL {
        let texts = [Language::En, Language::Zh].map(|language| {
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
        assert_eq!(texts[0], texts[1], "{game}: as many headings");
    }
}
