//! The sibling games as front ends see them: clicks, names, refusals.

use super::{Connect6, Oxhorn, Reversi};
use crate::game::{Colour, EndReason, Game, GameMove, Outcome, Refusal, Seat, Spot, Step};

fn play(game: &mut dyn Game, moves: &[&str]) {
    for text in moves {
        let step = match *text {
            "pass" => Step::Pass,
            text => Step::Move(game.read_move(text).expect("a move")),
        };
        assert_eq!(game.play(step), Ok(()), "{text}");
    }
}

/// Moves of Reversi after which Black has none; no shorter game leads to a pass.
const TO_A_PASS: [&str; 8] = ["e6", "f6", "c4", "e7", "e8", "d8", "g6", "f8"];

#[test]
fn discs_are_turned_over_and_counted() {
    let mut game = Reversi::default();
    assert_eq!(game.picture().counts, Some([2, 2]));
    let path = |game: &Reversi, name: &str| {
        let at = game.read_move(name).expect("a square");
        let paths = game.move_input().paths.expect("they are few").into_iter();
        paths.clone().find(|path| path.spots == at)
    };
    let flips = path(&game, "f5").map(|path| path.flips);
    assert_eq!(flips, Some(vec![Spot::new(4, 4)]));
    assert_eq!(path(&game, "d6").map(|path| path.flips.len()), None);
    play(&mut game, &["f5"]);
    assert_eq!(game.picture().counts, Some([4, 1]));
    let made = game.moves();
    assert_eq!((made.len(), made[0].changes.len()), (1, 2));
}

#[test]
fn a_pass_is_played_where_it_must_be_and_nowhere_else() {
    let mut game = Reversi::default();
    assert_eq!(game.play(Step::Pass), Err(Refusal::NoPass));
    assert!(!game.move_input().pass);
    let corner = game.read_move("a1").expect("a square");
    assert_eq!(
        game.play(Step::Move(corner)),
        Err(Refusal::NoFlip("a1".to_string()))
    );
    play(&mut game, &TO_A_PASS);
    assert!(game.move_input().must_pass);
    assert_eq!(game.legal(), [Step::Pass]);
    play(&mut game, &["pass"]);
    assert!(!game.move_input().must_pass);
}

#[test]
fn two_stones_make_a_turn_after_the_first() {
    let mut game = Connect6::default();
    let spot = |game: &Connect6, name: &str| game.read_move(name).expect("a point").last();
    let centre = spot(&game, "j10");
    assert_eq!(spot(&game, "JJ"), centre, "as match platforms write it");
    assert_eq!(game.read_move("JJ KK"), game.read_move("j10 k9"));
    assert!(
        game.read_move("hlep").is_err(),
        "a misspelt word is no turn"
    );
    assert_eq!(
        game.move_from_clicks(&[centre]),
        Ok(Some(GameMove::One(centre)))
    );
    play(&mut game, &["j10"]);
    let (first, second) = (spot(&game, "k11"), spot(&game, "j9"));
    assert_eq!(game.move_from_clicks(&[first]), Ok(None));
    assert_eq!(
        game.move_from_clicks(&[centre]),
        Err(Refusal::Occupied("j10".to_string()))
    );
    assert_eq!(
        game.move_from_clicks(&[first, first]),
        Err(Refusal::Occupied("k11".to_string()))
    );
    let one = Step::Move(GameMove::One(first));
    assert_eq!(game.play(one), Err(Refusal::Stones(2)));
    assert_eq!(
        game.move_from_clicks(&[first, second]),
        Ok(Some(GameMove::Two([first, second])))
    );
    for text in ["k11 j9", "k11j9", "K11,J9", "k11-j9"] {
        assert_eq!(
            game.read_move(text),
            Ok(GameMove::Two([first, second])),
            "{text}"
        );
    }
    for text in ["", "k", "11", "k11 j9 a1", "k11x"] {
        assert!(game.read_move(text).is_err(), "{text}");
    }
    for text in ["t1", "a20", "a0", "k11 z9"] {
        assert!(
            matches!(game.read_move(text), Err(Refusal::OffBoard(_))),
            "{text}"
        );
    }
    play(&mut game, &["k11 j9"]);
    assert_eq!(game.colour(game.to_act()), Colour::Black);
    assert_eq!(game.picture().last().len(), 2);
}

#[test]
fn six_in_a_row_win_and_are_shown() {
    let mut game = Connect6::default();
    let moves = ["a1", "a3 b3", "b1 c1", "c3 a5", "d1 e1", "b5 c5", "f1 s19"];
    play(&mut game, &moves);
    let outcome = Outcome {
        winner: Some(Seat::First),
        reason: EndReason::Row,
    };
    assert_eq!(game.outcome(), Some(outcome));
    let row: Vec<Spot> = (0..6).map(|x| Spot::new(x, 18)).collect();
    assert_eq!(game.picture().winning, row);
    assert_eq!(game.play(Step::Pass), Err(Refusal::GameOver));
}

#[test]
fn a_piece_is_chosen_before_its_goal() {
    let mut game = Oxhorn::default();
    let at = |game: &Oxhorn, name: &str| game.picture().spot(name).expect("a point");
    let (tip, two, five) = (at(&game, "0"), at(&game, "2"), at(&game, "5"));
    assert_eq!(game.move_from_clicks(&[tip]), Ok(None));
    assert_eq!(
        game.move_from_clicks(&[two]),
        Err(Refusal::NoPiece("2".to_string()))
    );
    assert_eq!(
        game.move_from_clicks(&[tip, five]),
        Err(Refusal::NoStep("0-5".to_string()))
    );
    assert_eq!(
        game.move_from_clicks(&[tip, two]),
        Ok(Some(GameMove::Two([tip, two])))
    );
    play(&mut game, &["0-2", "8-7"]);
    let made = game.moves();
    assert_eq!((made[0].from, &made[0].spots[..]), (Some(tip), &[two][..]));
    for text in ["", "0", "0-", "0-10", "x-y", "0-1-2"] {
        assert!(game.read_move(text).is_err(), "{text}");
    }
}

#[test]
fn both_sample_games_end_as_they_should() {
    for (moves, winner, reason) in [
        (
            &["0-2", "8-7", "2-4", "7-5", "4-6", "9-7", "6-8"][..],
            Seat::First,
            EndReason::Escaped,
        ),
        (
            &[
                "0-1", "8-6", "1-0", "6-4", "0-1", "4-2", "1-0", "2-1", "0-2", "9-7", "2-3", "7-6",
                "3-4", "6-5", "4-2", "5-3", "2-0", "3-2",
            ],
            Seat::Second,
            EndReason::Trapped,
        ),
    ] {
        let mut game = Oxhorn::default();
        play(&mut game, moves);
        let outcome = Outcome {
            winner: Some(winner),
            reason,
        };
        assert_eq!(game.outcome(), Some(outcome));
    }
}

#[test]
fn the_cursor_reaches_every_point_of_the_horn() {
    let picture = Oxhorn::default().picture();
    let mut reached = vec![Spot::new(1, 0)];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        for way in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let to = picture.neighbour(from, way);
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        next += 1;
    }
    assert_eq!(reached.len(), 10);
    assert!(reached.iter().all(|&spot| !picture.name(spot).is_empty()));
}

#[test]
fn places_of_the_horn_are_short_as_text() {
    let grid = Oxhorn::default().picture().grid;
    let text = serde_json::to_string(&grid).expect("it can be written");
    for place in ["[1.0,0.0]", "[0.05,2.0]", "[1.95,2.0]", "[2.0,3.0]"] {
        assert!(text.contains(place), "{place}: {text}");
    }
}
