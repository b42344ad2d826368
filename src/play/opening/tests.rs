//! Whole opening dialogues, played at random.

use kagetsu_kernel::rng::Rng;

use crate::game::{Ask, Choice, Colour, Game, Refusal, Seat, Spot, Step};
use crate::gomoku::{Gomoku, Rule, Setup};

use super::Procedure;
use super::shape::equal_by_symmetry;

const DIALOGUES: u64 = 200;

fn start(procedure: Procedure, side: u8) -> Gomoku {
    let setup = Setup::square(Rule::Renju, side).with_opening(procedure);
    Gomoku::start(&setup).expect("the setup is sound")
}

/// Steps of every kind, to try those that are not legal.
fn any_steps(rng: &mut Rng, side: u8) -> Vec<Step> {
    let side = usize::from(side) + 1;
    let at = Spot::new(rng.below(side) as u8, rng.below(side) as u8).into();
    let mut steps = vec![
        Step::Move(at),
        Step::Pass,
        Step::Announce(rng.below(15) as u8),
        Step::Offer(at),
        Step::Pick(at),
    ];
    steps.extend(Choice::ALL.map(Step::Choose));
    steps
}

fn random_dialogue(procedure: Procedure, seed: u64) {
    let mut rng = Rng::new(seed);
    let side = if seed.is_multiple_of(4) {
        procedure.smallest_side()
    } else {
        15
    };
    let mut game = start(procedure, side);
    while !game.opening_is_done() {
        let legal = game.legal();
        assert!(!legal.is_empty(), "{procedure} {:?}", game.ask());
        // Every fifth dialogue also tries steps that are not legal.
        let tried = if seed.is_multiple_of(5) {
            any_steps(&mut rng, side)
        } else {
            Vec::new()
        };
        for step in tried {
            let accepted = game.clone().play(step).is_ok();
            assert_eq!(accepted, legal.contains(&step), "{procedure} {step:?}");
        }
        let step = legal[rng.below(legal.len())];
        game.play(step).expect("it is among the legal steps");
    }
    assert_eq!(game.outcome(), None);
    assert_eq!(game.ask(), Ask::Move);
    // Black and White by turns, and the side to move is the one that the count says.
    let stones = game.stones().stones();
    for (index, &(_, colour)) in stones.iter().enumerate() {
        assert_eq!(colour == Colour::Black, index % 2 == 0);
    }
    assert_eq!(
        game.to_move() == Colour::Black,
        stones.len().is_multiple_of(2)
    );
    assert_eq!(game.colour(game.to_act()), game.to_move());
}

#[test]
fn random_dialogues_of_each_procedure_end_legal() {
    for procedure in Procedure::ALL {
        for seed in 0..DIALOGUES {
            random_dialogue(procedure, seed);
        }
    }
}

/// Plays words: points, decisions, and numbers of fifths.
fn feed(game: &mut Gomoku, words: &str) {
    for word in words.split_whitespace() {
        let choice = serde_json::from_value(word.into()).ok().map(Step::Choose);
        let number = word.parse().ok().map(Step::Announce);
        let step = choice.or(number).unwrap_or_else(|| {
            let point = game.read_move(word).expect("a point");
            game.ask().step_of(point)
        });
        assert_eq!(game.play(step), Ok(()), "{word}");
    }
}

#[test]
fn the_seats_act_as_the_rif_rule_says() {
    let mut game = start(Procedure::Rif, 15);
    for word in ["h8", "h9", "i10"] {
        assert_eq!(game.to_act(), Seat::First);
        feed(&mut game, word);
    }
    assert_eq!(game.to_act(), Seat::Second);
    feed(&mut game, "swap");
    // The opener has White now and lays the fourth stone; the other offers two fifths; the opener picks and goes on.
    assert_eq!(game.colour(Seat::First), Colour::White);
    assert_eq!(game.to_act(), Seat::First);
    feed(&mut game, "g7");
    assert_eq!((game.to_act(), game.ask()), (Seat::Second, Ask::Offer(2)));
    feed(&mut game, "j8 f8");
    assert!(game.to_act() == Seat::First && matches!(game.ask(), Ask::Pick(_)));
    feed(&mut game, "f8");
    assert_eq!((game.to_act(), game.ask()), (Seat::First, Ask::Move));
    assert_eq!(game.to_move(), Colour::White);
}

#[test]
fn symmetric_fifths_are_refused() {
    let mut game = start(Procedure::Rif, 15);
    // All four stones lie on one diagonal, which is an axis of the shape.
    feed(&mut game, "h8 i9 j10 keep g7 i7");
    let mirrored = game.read_move("g9").expect("a point");
    assert_eq!(
        game.play(Step::Offer(mirrored)),
        Err(Refusal::SymmetricOffer("g9".to_string()))
    );
}

#[test]
fn soosyrv_announces_with_the_fourth_and_allows_a_second_swap() {
    let mut game = start(Procedure::Soosyrv8, 15);
    feed(&mut game, "h8 i9 j9 keep g6");
    assert_eq!(
        (game.to_act(), game.ask()),
        (Seat::Second, Ask::Announce(8))
    );
    assert_eq!(
        game.play(Step::Announce(9)),
        Err(Refusal::Number { given: 9, most: 8 })
    );
    feed(&mut game, "3");
    assert_eq!(game.to_act(), Seat::First);
    feed(&mut game, "swap");
    assert_eq!((game.to_act(), game.ask()), (Seat::Second, Ask::Offer(3)));
}

#[test]
fn swap2_hands_the_choice_back_after_two_more_stones() {
    let mut game = start(Procedure::Swap2, 15);
    feed(&mut game, "a1 b5 c9 place-two");
    assert_eq!(game.to_act(), Seat::Second);
    feed(&mut game, "h8 i8");
    assert_eq!(game.to_act(), Seat::First);
    feed(&mut game, "swap");
    assert_eq!(game.colour(Seat::First), Colour::White);
    assert_eq!(game.to_act(), Seat::First);
}

#[test]
fn taraguchi_grows_by_squares() {
    let mut game = start(Procedure::Taraguchi10, 15);
    for (outside, words) in [
        ("h9", "h8 keep"),
        ("h10", "h9 keep"),
        ("h11", "h10 keep"),
        ("h12", "h11 offer-ten"),
    ] {
        let at = game.read_move(outside).expect("a point");
        assert_eq!(
            game.play(Step::Move(at)),
            Err(Refusal::OutsideZone(outside.to_string()))
        );
        feed(&mut game, words);
    }
    assert_eq!((game.to_act(), game.ask()), (Seat::First, Ask::Offer(10)));
    let offers = game.legal();
    let stones = game.stones().stones();
    let spot = |step: &Step| match *step {
        Step::Offer(at) => at.last(),
        _ => Spot::new(0, 0),
    };
    // The column through the stones is an axis: the legal offers include both of a pair until one is offered.
    let first = spot(&offers[0]);
    assert_eq!(game.play(offers[0]), Ok(()));
    let equal = |step: &Step| equal_by_symmetry(&stones, first, spot(step));
    assert!(!game.legal().iter().any(equal));
}
