//! Scripted games by lines.

use super::run;

fn play(options: &str, script: &str) -> String {
    let arguments: Vec<String> = options.split_whitespace().map(String::from).collect();
    let mut output = Vec::new();
    run(&arguments, script.as_bytes(), &mut output).expect("the options are sound");
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
        "--side red",
    ] {
        let arguments: Vec<String> = wrong.split_whitespace().map(String::from).collect();
        assert!(run(&arguments, &b""[..], Vec::new()).is_err(), "{wrong}");
    }
    let mut odd = vec![b'x'; 20_000];
    odd.extend([0xff, 0xfe, b'\n', 0, b'\n', b'\r', b'\n']);
    odd.extend("九h8\n999999999999\nh99999999999\n-1\n".as_bytes());
    let mut output = Vec::new();
    assert!(run(&["--side".into(), "both".into()], &odd[..], &mut output).is_ok());
}
