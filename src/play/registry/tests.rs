//! Texts and files of all games, and Kagetsu in each of them.

use std::sync::Arc;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{FakeClock, StopSignal};

use super::format::refused_at;
use super::position::is_position;
use super::text_fault::no_game;
use super::{
    Format, Opponents, load_record, read_position, read_record, write_position, write_record,
};
use crate::game::{EndReason, Game, Kind, Refusal, Seat, Step};
use crate::gomoku::thinker::SearchMethod;
use crate::gomoku::{Rule, Setup};
use crate::player::{AnalysisMode, Strength};
use crate::session::{AnySetup, Level, Occupant, Position, Session};
use crate::text::{Catalogue, Language};

fn setup(kind: Kind) -> AnySetup {
    if kind.has_setup() {
        Setup::square(Rule::Renju, 9).into()
    } else {
        AnySetup::Plain { game: kind }
    }
}

/// A session after random legal moves, without passes that need not be.
fn played(kind: Kind, seed: u64, moves: usize) -> Session {
    let people = [Occupant::Person, Occupant::Person];
    let mut session = Session::untimed(setup(kind), people);
    let mut rng = Rng::new(seed);
    for _ in 0..moves {
        let Some(seat) = session.to_act() else {
            break;
        };
        let mut legal = session.game().legal();
        if legal.len() > 1 {
            legal.retain(|step| *step != Step::Pass);
        }
        let step = legal[rng.below(legal.len())];
        session.act(seat, step).expect("a legal step");
    }
    session
}

fn replayed(read: &Position) -> Box<dyn Game> {
    read.game().expect("sound and legal")
}

#[test]
fn positions_and_records_of_every_game_come_back() {
    for kind in Kind::ALL {
        for (seed, moves) in [(1, 0), (2, 1), (3, 12), (4, 70)] {
            let session = played(kind, seed, moves);
            let text = write_position(&session);
            assert!(is_position(&text), "{text}");
            let again = replayed(&read_position(&text).expect("it was written so"));
            assert_eq!(again.picture(), session.game().picture(), "{text}");
            for &format in kind.formats() {
                let text = write_record(&session, format).expect("it can be written");
                let read = read_record(&text, Rule::Renju).expect("it was written so");
                assert!(read.recorded.names.iter().all(Option::is_some), "{text}");
                assert_eq!(
                    replayed(&read.position).picture(),
                    session.game().picture(),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn a_game_that_was_given_up_comes_back_with_its_result_and_its_opening() {
    for kind in Kind::ALL {
        let mut session = played(kind, 1, 3);
        session
            .resign(Seat::Second)
            .expect("the game is not over yet");
        let first_won = session.result();
        for &format in kind.formats() {
            let text = write_record(&session, format).expect("it can be written");
            let read = read_record(&text, Rule::Renju).expect("it was written so");
            // A file of Piskvork tells no result of a game that was given up.
            if format != Format::Psq {
                assert_eq!(read.recorded.result, first_won, "{text}");
                assert_eq!(read.recorded.reason, EndReason::Resigned, "{text}");
            }
            if format == Format::Json && kind != Kind::Gomoku {
                let unknown = text.replace("\"resigned\"", "\"asleep\"");
                let read = read_record(&unknown, Rule::Renju).expect("a reason may be unknown");
                assert_eq!(read.recorded.reason, EndReason::Recorded, "{unknown}");
            }
        }
    }
    let session = played(Kind::Gomoku, 1, 0);
    let again = |text: &str| {
        let seats = session.seats().clone();
        let loaded = load_record(&session, text, seats);
        let (loaded, _) = loaded.expect("a game");
        write_record(&loaded, Format::Sgf).expect("it can be written")
    };
    for (told, written) in [("W+T", "W+T"), ("B+12", "B+"), ("B+R", "B+R"), ("0", "0")] {
        let text = again(&format!("(;GM[2]RE[{told}];B[f5];W[d6])"));
        assert!(text.contains(&format!("RE[{written}]")), "{told}: {text}");
    }
    for how in ["B+Time", "W+Resign", "W+Forfeit", "B+", "Draw"] {
        let text = again(&format!("(;GM[4]SZ[15]RE[{how}];B[hh];W[ii])"));
        assert!(text.contains(&format!("RE[{how}]")), "{how}: {text}");
    }
    let again = again("(;GM[4]SZ[15];B[hh]C[opening];W[ii]C[opening];B[jj])");
    assert_eq!(again.matches("C[opening]").count(), 2, "{again}");
}

#[test]
fn records_as_json_are_whole_lines_and_know_that_a_game_goes_on() {
    for (kind, result) in [
        (Kind::Gomoku, "\"unfinished\""),
        (Kind::Connect6, "\"unfinished\""),
        (Kind::Reversi, "\"unfinished\""),
        (Kind::Oxhorn, "null"),
    ] {
        let session = played(kind, 1, 3);
        let text = write_record(&session, Format::Json).expect("it can be written");
        assert!(text.contains(&format!("\"result\":{result}")), "{text}");
        assert_eq!(text.lines().count(), 1);
        assert!(text.ends_with('\n'), "{text}");
    }
}

#[test]
fn records_as_json_keep_the_times_of_the_moves() {
    for kind in Kind::ALL {
        let session = played(kind, 1, 3);
        let text = write_record(&session, Format::Json).expect("it can be written");
        let text = text.replace("[0,0,0]", "[1200,35,7]");
        assert!(text.contains("1200"), "{text}");
        let seats = session.seats().clone();
        let (loaded, _) = load_record(&session, &text, seats).expect("a game");
        let used: u64 = loaded.clocks().used.iter().sum();
        assert_eq!(used, 1242, "{text}");
        let again = write_record(&loaded, Format::Json).expect("it can be written");
        assert!(again.contains("[1200,35,7]"), "{again}");
    }
}

#[test]
fn moves_of_reversi_are_pasted_as_players_write_them() {
    for text in ["f5d6c3", "F5D6C3", "f5 d6 c3", "reversi f5d6c3"] {
        assert!(is_position(text), "{text}");
        let game = replayed(&read_position(text).expect("moves"));
        assert_eq!(
            (game.kind(), game.move_count()),
            (Kind::Reversi, 3),
            "{text}"
        );
    }
    assert!(!is_position("(;GM[4])") && !is_position("") && !is_position("Piskvorky"));
    for wrong in [
        "f5f5",
        "reversi z9",
        "oxhorn 0-5 x",
        "connect6 t1",
        "chess e4",
    ] {
        assert!(read_position(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn moves_alone_are_of_the_game_at_the_table() {
    for (kind, expected) in [(Kind::Gomoku, Kind::Gomoku), (Kind::Reversi, Kind::Reversi)] {
        let session = played(kind, 1, 0);
        let seats = session.seats().clone();
        let loaded = load_record(&session, "f5 d6 c3", seats);
        assert_eq!(loaded.expect("moves").0.game().kind(), expected);
    }
}

#[test]
fn a_move_that_is_refused_is_told_in_the_language_of_the_person() {
    let setup = Setup::square(Rule::Renju, 15).into();
    let people = [Occupant::Person, Occupant::Person];
    let session = Session::untimed(setup, people.clone());
    let moves = "f8 a1 g8 a3 h9 a5 h10 a7 h8";
    let load = |text| {
        let loaded = load_record(&session, text, people.clone());
        loaded.expect_err(text)
    };
    let refused = load(moves);
    let english = "Move 9 of this text cannot be played: h8 is forbidden for Black: double three";
    assert_eq!(refused.to_string(), english);
    let texts = Catalogue::of(Language::Zh).expect("sound files");
    let said = texts.say(&refused.message());
    assert_eq!(
        said,
        "这段文字的第 9 手无法落子：h8 是黑方禁手点：三三禁手。"
    );
    let no_part = "无法打开这段文字：“hh”不适合写在局面里，局面例如：renju 15 h8 i9 j10";
    for (text, expected) in [
        (" ", "这段文字里没有对局。"),
        ("renju 15 hh", no_part),
        ("renju 15 h99", "无法打开这段文字：h99 不在棋盘上。"),
    ] {
        assert_eq!(texts.say(&load(text).message()), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said_in_every_language() {
    let go = Refusal::OtherGame("GM[1] (Go)".to_string());
    let off = Refusal::OffBoard("zz".to_string());
    let part = |text: &str| Refusal::TextPart(text.to_string());
    for (text, why) in [
        ("(;GM[1];B[hh])", go),
        ("(;SZ[15];B[hh])", Refusal::UntoldGame),
        (r#"{"schema":1}"#, Refusal::OtherVersion),
        ("(;GM[4]SZ[99];B[hh])", Refusal::Size(99)),
        ("(;GM[4]SZ[x];B[hh])", Refusal::NoBoard),
        ("freestyle 99 a1", Refusal::Size(99)),
        ("freestyle 15x4 a1", Refusal::Size(4)),
        ("(;GM[4];B[zz])", off),
        ("(;GM[4];B[hh];W[ii]", Refusal::Damaged(None)),
        ("(;GM[4];B[hh];B[ii])", refused_at(2)(Refusal::WrongSide)),
        (
            "(;GM[4];B[hh];W[hh])",
            refused_at(2)(Refusal::Occupied("h8".to_string())),
        ),
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n99,99,0\n",
            Refusal::Damaged(Some(3)),
        ),
        ("hello", part("hello")),
        ("renju 15 h8 z9", Refusal::OffBoard("z9".to_string())),
        ("renju 15 black:h99", Refusal::OffBoard("h99".to_string())),
        ("renju 15 h8 99,7", Refusal::OffBoard("99,7".to_string())),
        ("renju 15 h8 zz", part("zz")),
        (
            "(;GM[2];B[f5];W[a1])",
            refused_at(2)(Refusal::NoFlip("a1".to_string())),
        ),
    ] {
        let refused = read_record(text, Rule::Freestyle).expect_err(text);
        assert_eq!(refused, no_game(why), "{text}");
        for language in Language::ALL {
            let texts = Catalogue::of(language).expect("sound files");
            let said = texts.say(&refused.message());
            assert!(!said.contains("--") && !said.contains("refused"), "{said}");
            assert!(!said.contains("..") && !said.ends_with("。。"), "{said}");
        }
    }
}

#[test]
fn a_game_of_reversi_from_another_position_is_no_usual_game() {
    let usual = "(;FF[4]GM[2]SZ[8];B[f5];W[d6])";
    let handicap = "(;FF[4]GM[2]SZ[8]AB[a1][d5][e4]AW[d4][e5]PL[B];B[f5];W[d6])";
    let read = |text| super::record::read(text, Rule::Freestyle);
    assert_eq!(read(usual).expect("a game").position.steps.len(), 2);
    let refused = read(handicap).expect_err("a stone more");
    assert_eq!(refused, Refusal::NoStart);
}

#[test]
fn positions_of_gomoku_come_back_as_they_were_written() {
    for text in [
        "freestyle 15",
        "renju 15 h8 i9 j10 pass k11",
        "caro 10x12 a12 j1",
        "standard 19 black:k10,l11 white:k11 to-move:white a1 s19",
    ] {
        let Position { setup, steps } = read_position(text).expect("it is sound");
        let people = [Occupant::Person, Occupant::Person];
        let mut session = Session::untimed(setup, people);
        for step in steps {
            let seat = session.to_act().expect("the game goes on");
            session.act(seat, step).expect("a legal step");
        }
        assert_eq!(write_position(&session), text);
    }
    for text in [
        "renju 99",
        "renju 15 z1",
        "renju 15 red:h8",
        "chess 15",
        "renju 15 black:",
        "gomoku",
    ] {
        assert!(read_position(text).is_err(), "{text}");
    }
}

#[test]
fn every_game_has_its_words_in_every_language() {
    for language in Language::ALL {
        let texts = Catalogue::of(language).expect("the files are sound");
        for kind in Kind::ALL {
            for key in [format!("game-{kind}"), format!("short-{kind}")] {
                assert!(texts.has(&key) || kind.has_setup(), "{key}");
            }
            assert!(kind.has_setup() || texts.has(&format!("about-{kind}")));
            for (key, other) in kind.words() {
                assert!(texts.has(key) && texts.has(other), "{key} {other}");
                let places = texts.places(key);
                let fits = |place: &String| places.contains(place);
                assert!(texts.places(other).iter().all(fits), "{key} {other}");
            }
        }
    }
}

fn opponents() -> Opponents {
    Opponents::new(1, Arc::new(FakeClock::new()), None)
}

#[test]
fn kagetsu_finishes_every_game_at_every_level() {
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.has_setup()) {
        let [mut one, mut other] = [opponents(), opponents()];
        for level in [1, 4, 7] {
            let [player, again] = [one.kagetsu(kind), other.kagetsu(kind)];
            let strength = Strength::new(level, 5);
            let mut game = setup(kind).start().expect("a sound setup");
            for number in 0..200 {
                let stop = StopSignal::new();
                let answer = player.answer(game.as_ref(), strength, &stop, &mut |_| {});
                let Some(answer) = answer else {
                    break;
                };
                if number < 4 {
                    let same = again.answer(game.as_ref(), strength, &stop, &mut |_| {});
                    assert_eq!(same, Some(answer), "{kind} {level}");
                }
                assert_eq!(game.play(answer), Ok(()), "{kind} {level}");
                if game.outcome().is_some() {
                    break;
                }
            }
            assert!(game.outcome().is_some(), "{kind} {level}");
        }
    }
}

#[test]
fn a_level_below_the_lowest_counts_as_the_lowest() {
    for kind in Kind::ALL {
        let session = played(kind, 9, 6);
        let [below, lowest] = [Level::LOWEST - 1, Level::LOWEST].map(|level| {
            let mut opponents = opponents();
            let strength = Strength::new(level, 1);
            let player = opponents.kagetsu(kind);
            player.answer(session.game(), strength, &StopSignal::new(), &mut |_| {})
        });
        assert_eq!(below, lowest, "{kind}");
    }
}

#[test]
fn hints_values_and_analyses_are_there_in_every_game() {
    for kind in Kind::ALL {
        let session = played(kind, 9, 6);
        let game = session.game();
        let mut opponents = opponents();
        let player = opponents.kagetsu(kind);
        let stop = StopSignal::new();
        let hint = player.hint(game, 1, &stop).expect("there is a move");
        assert_eq!(game.clone_box().play(hint), Ok(()), "{kind}");
        let judged = player.judge(game, &stop).expect("there is a value");
        assert!((0.0..=1.0).contains(&judged.rate), "{kind}");
        let mut heard = 0;
        // The analysis ends soon after its first line.
        let ended = StopSignal::new();
        let mode = AnalysisMode {
            by: SearchMethod::AlphaBeta,
            lines: 5,
        };
        player.analyse(game, mode, &ended, &mut |line| {
            heard += 1;
            assert!((0.0..=1.0).contains(&line.rate));
            let best = Step::Move(line.moves[0]);
            assert_eq!(game.clone_box().play(best), Ok(()), "{kind}");
            ended.raise();
        });
        assert!(heard > 0, "{kind}");
    }
}

#[test]
fn a_turn_in_connect6_is_no_lead() {
    let mut opponents = opponents();
    let player = opponents.kagetsu(Kind::Connect6);
    for text in [
        "connect6 j10",
        "connect6 j10 k11j9",
        "connect6 j10 k11j9 k9l12",
    ] {
        let game = replayed(&read_position(text).expect("it is sound"));
        let judged = player.judge(game.as_ref(), &StopSignal::new());
        let rate = judged.expect("there is a value").rate;
        assert!((0.3..0.7).contains(&rate), "{text}: {rate}");
    }
}

#[test]
fn the_highest_level_of_reversi_answers_in_the_middle_of_the_game() {
    // Without a bound the search to the end takes minutes here.
    let mut opponents = opponents();
    let player = opponents.kagetsu(Kind::Reversi);
    let strength = Strength::new(Level::HIGHEST, 1);
    let session = played(Kind::Reversi, 3, 36);
    let answer = player.answer(session.game(), strength, &StopSignal::new(), &mut |_| {});
    let answer = answer.expect("there is a move");
    assert_eq!(session.game().clone_box().play(answer), Ok(()));
}
