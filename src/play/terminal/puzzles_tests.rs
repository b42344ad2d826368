//! Scripted puzzles by lines.

use std::path::Path;

use kagetsu_kernel::StopSignal;

use super::{PlayError, PuzzleChoice, PuzzleOptions, run_puzzles};
use crate::gomoku::Rule;
use crate::puzzles::{Kind, Puzzles, RowDefaults};
use crate::text::Language;

fn shipped() -> Puzzles {
    Puzzles::shipped().expect("a sound file")
}

fn solve(
    puzzles: &Puzzles,
    choice: PuzzleChoice,
    progress: Option<&Path>,
    script: &str,
) -> Result<String, PlayError> {
    let options = PuzzleOptions {
        choice,
        progress,
        language: Language::En,
    };
    let mut output = Vec::new();
    run_puzzles(
        puzzles,
        options,
        &StopSignal::new(),
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
    let script = "hello\nj7\na1\nH\nhint\nf6\nh4\nsolution\nj2\nq\n";
    let text = solve(&shipped(), freestyle(), None, script).expect("there are puzzles");
    for part in [
        "White to move: win by fours.",
        "\"hello\" is not a move",
        "j7 is taken.",
        "a1 is wrong. Try again.",
        "Hint: the move lies between c10 and g6.",
        "Hint: f6.",
        "f6 is right. Black replies e6.",
        "h4 is right. Black replies e7.",
        "Solution: j2",
        "j2 is right. Solved!",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(text.ends_with("White to move: win by fours.\nGoodbye.\n"));
    // The first hint marks the free points of the area, and no other board has them.
    assert_eq!(text.matches('+').count(), 20, "{text}");
}

#[test]
fn the_board_of_puzzles_is_left_out_and_other_words_of_games_are_none() {
    let script = "board off\nhint\nnext\nboard\nboard on\n";
    let text = solve(&shipped(), freestyle(), None, script).expect("there are puzzles");
    // At the start, where it is asked for, and where it is shown again.
    assert_eq!(text.matches("15 . . .").count(), 3, "{text}");
    let script = "last\nnew renju\nkeep\nundo\nsilent on\nboard of\n";
    let text = solve(&shipped(), freestyle(), None, script).expect("there are puzzles");
    for word in ["last", "new renju", "keep", "undo", "silent on"] {
        let told = format!("\"{word}\" is not a word of puzzles.\nType the answer");
        assert!(text.contains(&told), "{word}: {text}");
    }
    assert!(text.contains("\"board of\" is not a move"), "{text}");
}

#[test]
fn after_control_c_the_last_word_has_a_line_of_its_own() {
    let options = PuzzleOptions {
        choice: freestyle(),
        progress: None,
        language: Language::En,
    };
    let (stop, mut output) = (StopSignal::new(), Vec::new());
    stop.raise();
    run_puzzles(&shipped(), options, &stop, &b""[..], &mut output).expect("there are puzzles");
    let text = String::from_utf8(output).expect("the output is text");
    assert!(text.ends_with("\n\nGoodbye.\n"), "{text}");
}

#[test]
fn two_puzzles_of_the_same_name_are_both_asked() {
    let defaults = RowDefaults {
        kind: Kind::Fours,
        rule: Rule::Freestyle,
        size: 15,
    };
    let row = "x\tblack\tg8 h8 i8\ta1 a15\t2\tj8 f8 k8";
    let puzzles = Puzzles::read_own(&format!("{row}\n{row}\n"), defaults).expect("two rows");
    let text = solve(&puzzles, PuzzleChoice::default(), None, "next\nnext\n");
    let text = text.expect("two puzzles");
    assert_eq!(text.matches("Black to move").count(), 2, "{text}");
}

#[test]
fn puzzles_are_chosen_by_rule_kind_and_grade() {
    let choice = |rule, kind, grade| PuzzleChoice {
        rule: Some(rule),
        kind: Some(kind),
        grade: Some(grade),
    };
    let shipped = shipped();
    let solve = |choice, script: &str| solve(&shipped, choice, None, script);
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
            "There is no puzzle of Caro here. There are puzzles of: Freestyle, Renju.",
        ),
    ] {
        let none = solve(choice(rule, kind, 1), "quit\n");
        assert_eq!(none.expect_err("there is none").to_string(), why);
    }
}

#[test]
fn own_puzzles_are_played_and_their_faults_are_named_by_line() {
    let defaults = RowDefaults {
        kind: Kind::Fours,
        rule: Rule::Standard,
        size: 15,
    };
    // `puzzles` writes capital letters, people small ones.
    let rows =
        "# id\tside\tblack\twhite\tlength\tline\nmine\tblack\te8 F8 G8 h8\tD8 a1 b2\t1\tI8\n";
    let puzzles = Puzzles::read_own(rows, defaults).expect("a sound list");
    let text = solve(&puzzles, PuzzleChoice::default(), None, "a5\ni8\n");
    let text = text.expect("a sound list");
    assert!(text.contains("i8 is right. Solved!"), "{text}");
    for (row, part) in [
        ("one\ttwo", "not 2"),
        ("x\tblack\te8\te8\t1\ti8", "e8 is taken"),
        ("x\tblack\te8\td8\t1\te8", "e8 is taken"),
        (
            "x\tblack\te8\td8\t2\ti8",
            "“2” does not fit into the column “length”",
        ),
        (
            "x\tgreen\te8\td8\t1\ti8",
            "“green” does not fit into the column “side to move”",
        ),
        ("x\tblack\te8\td8\t1\ti88", "i88"),
        (
            "x\tblack\te8\td8\t1\ti8\tfoul\tstandard\t15\t1",
            "forbidden points",
        ),
        ("x\tblack\ta1 b1 c1 d1 e1\td8\t1\ti8", "winning row"),
    ] {
        let fault = Puzzles::read_own(&format!("{rows}\n{row}\n"), defaults);
        let fault = fault.expect_err("it is no puzzle");
        let told = Language::Zh.say(&fault.message()).expect("its texts");
        assert!(
            told.starts_with("第 4 行") && !told.contains("column"),
            "{told}"
        );
        assert!(!told.contains("side") && !told.contains("length"), "{told}");
        let fault = fault.to_string();
        assert!(
            fault.starts_with("line 4: ") && fault.contains(part),
            "{fault}"
        );
    }
}

#[test]
fn errors_about_puzzles_name_rules_in_the_language_of_the_game() {
    let puzzles = shipped();
    for language in Language::ALL {
        let choice = PuzzleChoice {
            rule: Some(Rule::Caro),
            ..PuzzleChoice::default()
        };
        let options = PuzzleOptions {
            choice,
            progress: None,
            language,
        };
        let ran = run_puzzles(&puzzles, options, &StopSignal::new(), &b""[..], Vec::new());
        let said = ran.expect_err("there is none").to_string();
        assert!(
            !said.contains("freestyle") && !said.contains("caro"),
            "{said}"
        );
    }
}

#[test]
fn a_rating_is_kept_in_a_file_and_puzzles_are_near_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.json");
    let puzzles = shipped();
    let run = |file: &Path, script: &str| {
        let choice = PuzzleChoice::default();
        solve(&puzzles, choice, Some(file), script)
    };
    let solve = |script: &str| run(&file, script).expect("the file is sound");
    // Help lowers the rating, once.
    let text = solve("hint\nhint\nsolution\nquit\n");
    assert_eq!(text.matches("Rating: ").count(), 1, "{text}");
    assert!(text.contains("(-"), "{text}");
    assert!(
        text.contains("still counts as solved, unless its solution was shown."),
        "{text}"
    );
    // The next puzzle is another one; its solution raises it.
    let kept = std::fs::read_to_string(&file).expect("it is written");
    let progress = crate::practice::Progress::read(&kept).expect("it is sound");
    let next = progress
        .next(puzzles.list().iter(), u32::MAX / 2)
        .expect("a puzzle");
    let mut attempt = crate::puzzles::Attempt::new(next).expect("a position");
    let mut script = String::new();
    while let Some(at) = attempt.hint() {
        script.push_str(&attempt.game().name(at));
        script.push('\n');
        attempt.answer(at).expect("the right move");
    }
    let text = solve(&format!("{script}quit\n"));
    assert!(text.contains("Solved!") && text.contains("(+"), "{text}");
    // A damaged file is told, and a copy of it is kept.
    std::fs::write(&file, "[]").expect("it is written");
    let text = solve("quit\n");
    assert!(text.contains("mine.damaged-1.json"), "{text}");
    // Where nothing can be kept that is said at once.
    let nowhere = folder.path().join("none/mine.json");
    let said = run(&nowhere, "").expect_err("no folder").to_string();
    assert!(said.contains("mine.json' cannot be used"), "{said}");
}
