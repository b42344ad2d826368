//! Scripted games by lines.

use super::{PlayError, PuzzleChoice, run, run_puzzles};
use crate::puzzles::Kind;
use kagetsu_kernel::StopSignal;

fn play(options: &str, script: &str) -> String {
    let arguments: Vec<String> = options.split_whitespace().map(String::from).collect();
    let mut output = Vec::new();
    let stop = StopSignal::new();
    run(&arguments, None, &stop, script.as_bytes(), &mut output).expect("the options are sound");
    String::from_utf8(output).expect("the output is text")
}

#[test]
fn two_persons_play_to_the_end() {
    let text = play(
        "--side both",
        "a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\nf1\nundo\nquit\n",
    );
    assert!(text.contains("Black wins: five in a row."), "{text}");
    assert!(text.contains("The game is over."), "{text}");
    assert!(text.contains("Steps taken back: 1."), "{text}");
    assert!(text.contains(" 1 x x x x X ."), "{text}");
}

#[test]
fn commands_are_read_in_either_case() {
    let text = play("--side both", "h8\nResign\nQUIT\nh9\n");
    assert!(text.contains("the opponent resigned"), "{text}");
    assert_eq!(text.matches("Goodbye.").count(), 1);
    assert!(!text.contains("QUIT"), "{text}");
}

#[test]
fn kagetsu_answers_and_wrong_lines_are_explained() {
    let script = "h8\nh8\nz9\nhello\nundo\nredo\nhint\nresign\nrematch\nquit\n";
    let text = play("--level 1 --seed 3", script);
    for part in [
        "1. Black plays h8.",
        "h8 is taken.",
        "z9 is not on the board.",
        "\"hello\" is not a command.",
        "Steps taken back: 2.",
        "Steps brought back: 2.",
        "Hint: ",
        "White wins: the opponent resigned.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // In the rematch Kagetsu begins.
    assert_eq!(text.matches("1. Black plays").count(), 2);
    assert_eq!(text, play("--level 1 --seed 3", script));
}

#[test]
fn an_opening_is_played_by_lines() {
    let script = "h8\nh9\ni10\nswap\nj10\ni9\nj9\nf9\ni9\ni9\nquit\n";
    let text = play("--rule renju --opening rif --side both", script);
    assert!(text.contains("The colours are exchanged."), "{text}");
    assert!(
        text.contains("Pick one of the offered fifth moves."),
        "{text}"
    );
    assert!(text.contains("i9 is picked."), "{text}");
}

#[test]
fn chinese_speaks_chinese() {
    let text = play("--lang zh --level 1", "h8\nquit\n");
    assert!(text.contains("第 1 手，黑方落子 h8。"), "{text}");
}

#[test]
fn wrong_options_and_odd_input_do_no_harm() {
    for wrong in [
        "--rule chess",
        "--size 99",
        "--level 0",
        "--x 1",
        "--seed",
        "--side green",
        "--game chess",
    ] {
        let arguments: Vec<String> = wrong.split_whitespace().map(String::from).collect();
        let stop = StopSignal::new();
        let ran = run(&arguments, None, &stop, &b""[..], Vec::new());
        assert!(ran.is_err(), "{wrong}");
    }
    let mut odd = vec![b'x'; 20_000];
    odd.extend([0xff, 0xfe, b'\n', 0, b'\n', b'\r', b'\n']);
    odd.extend("九h8\n999999999999\nh99999999999\n-1\n".as_bytes());
    let mut output = Vec::new();
    let both = ["--side".into(), "both".into()];
    let stop = StopSignal::new();
    assert!(run(&both, None, &stop, &odd[..], &mut output).is_ok());
}

fn solve(options: &str, choice: PuzzleChoice, script: &str) -> Result<String, PlayError> {
    let arguments: Vec<String> = options.split_whitespace().map(String::from).collect();
    let mut output = Vec::new();
    run_puzzles(&arguments, choice, script.as_bytes(), &mut output)?;
    Ok(String::from_utf8(output).expect("the output is text"))
}

#[test]
fn a_puzzle_is_solved_by_lines() {
    let script = "hello\nj7\na1\nhint\nf6\nh4\nsolution\nj2\nquit\n";
    let text = solve("", PuzzleChoice::default(), script).expect("there are puzzles");
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
fn puzzles_are_chosen_by_kind_and_grade() {
    let choice = |kind, grade| PuzzleChoice {
        kind: Some(kind),
        grade: Some(grade),
    };
    let text = solve("", choice(Kind::Defend, 3), "a15\n").expect("there are some");
    assert!(text.contains("find the only defence."), "{text}");
    assert!(text.contains("a15 loses: "), "{text}");
    let last = solve("--rule renju", choice(Kind::Fours, 6), "next\n").expect("there is one");
    assert!(last.contains("There is no further puzzle."), "{last}");
    for (options, kind) in [("", Kind::Foul), ("--rule caro", Kind::Fours)] {
        let none = solve(options, choice(kind, 1), "quit\n");
        assert!(matches!(none, Err(PlayError::NoPuzzle)));
    }
}

#[test]
fn every_game_tells_its_rules_to_players_in_both_languages() {
    for game in ["gomoku", "connect6", "reversi", "oxhorn"] {
        let texts = ["en", "zh"].map(|language| {
            let options = format!("--game {game} --side both --lang {language}");
            let text = play(&options, "rules\nquit\n");
            // For players, not for programmers.
            assert!(!text.contains("assert") && !text.contains("```"), "{text}");
            let rules = text.split("\n# ").skip(1).collect::<Vec<_>>();
            let words = rules.concat().chars().count();
            assert!(words > 120, "{game} {language}: {text}");
            rules.len()
        });
        assert_eq!(texts[0], texts[1], "{game}: as many headings");
    }
}
