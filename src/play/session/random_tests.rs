//! Sessions of all games under random events.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::FakeClock;
use kagetsu_kernel::rng::Rng;

use crate::game::{Ask, Cell, Choice, Game, GameMove, Kind, Picture, Seat, Spot, Step};
use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;

use super::{AnySetup, Level, Occupant, Session, TimeRules};

/// The board before all moves, by undoing what they changed.
fn unmade(picture: &Picture) -> Vec<Cell> {
    let mut cells = picture.cells.clone();
    for change in picture.moves.iter().rev().flat_map(|made| &made.changes) {
        let index =
            usize::from(change.at.y) * usize::from(picture.width) + usize::from(change.at.x);
        let holds = match cells[index] {
            Cell::Piece(colour) => Some(colour),
            _ => None,
        };
        assert_eq!(holds, change.after);
        cells[index] = change.before.into();
    }
    cells
}

/// What must hold in every state.
fn check(session: &Session) {
    let game = session.game();
    let picture = game.picture();
    let start = session.setup().start().expect("it has started");
    assert_eq!(unmade(&picture), start.picture().cells);
    assert_eq!(session.outcome().is_none(), session.to_act().is_some());
    assert_eq!(
        game.colour(Seat::First),
        game.colour(Seat::Second).opponent()
    );
    let moves = |step: &Step| matches!(step, Step::Move(_) | Step::Pick(_));
    let made = session.steps().iter().filter(|played| moves(&played.step));
    assert_eq!(picture.moves.len(), made.count());
    let has_clock = session.time_rules().per_game.is_some();
    let left = session.clocks().left;
    assert!(left.iter().all(|left| left.is_some() == has_clock));
    if game.outcome().is_some() {
        assert_eq!(session.outcome(), game.outcome());
        assert_eq!(game.ask(), Ask::Nothing);
        return;
    }
    let turn = game.move_input();
    assert_eq!(turn.pass, game.legal().contains(&Step::Pass));
    for path in turn.paths.iter().flatten() {
        let clicks = game.move_from_clicks(path.spots.as_slice());
        assert_eq!(clicks, Ok(Some(path.spots)));
        assert_eq!(path.spots.as_slice().len(), usize::from(turn.clicks));
    }
}

fn random_setup(rng: &mut Rng, kind: Kind) -> AnySetup {
    if !kind.has_setup() {
        return AnySetup::Plain { game: kind };
    }
    let rule = Rule::ALL[rng.below(Rule::ALL.len())];
    let procedure = Procedure::ALL[rng.below(Procedure::ALL.len())];
    let least = usize::from(procedure.smallest_side());
    let side = least + rng.below(23 - least).min(rng.below(23));
    Setup::square(rule, side as u8)
        .with_opening(procedure)
        .into()
}

/// A step, which may be legal or not.
fn random_step(rng: &mut Rng, game: &dyn Game) -> Step {
    // Some spots lie outside the board.
    let side = usize::from(game.picture().width) + 1;
    let mut spot = || Spot::new(rng.below(side) as u8, rng.below(side) as u8);
    let (at, other) = (spot(), spot());
    let legal = game.legal();
    match rng.below(16) {
        0 => Step::Pass,
        1 => Step::stone(at),
        2 => Step::Move(GameMove::Two([at, other])),
        3 => Step::Offer(at.into()),
        4 => Step::Pick(at.into()),
        5 => Step::Choose(Choice::ALL[rng.below(Choice::ALL.len())]),
        6 => Step::Announce(rng.below(14) as u8),
        _ => legal
            .get(rng.below(legal.len().max(1)))
            .copied()
            .unwrap_or(Step::Pass),
    }
}

/// One random event; a refusal must leave the saved form as it was.
fn random_event(rng: &mut Rng, session: &mut Session, time: &FakeClock) {
    let before = session.save();
    let seat = Seat::BOTH[rng.below(2)];
    let answer = match rng.below(40) {
        0 => session.undo(),
        1 => session.redo(),
        2 => session.offer_draw(seat),
        3 => session.answer_draw(seat, false),
        4 => session.exchange_sides(),
        5 if rng.below(20) == 0 => session.resign(seat),
        6 if session.outcome().is_some() => session.rematch(),
        7 if session.outcome().is_some() => {
            // The next game is of any kind.
            let kind = Kind::ALL[rng.below(Kind::ALL.len())];
            let setup = random_setup(rng, kind);
            let other = match rng.below(3) {
                0 => Occupant::Person,
                1 => Occupant::Guest(String::new()),
                _ => Occupant::Kagetsu(Level::Auto),
            };
            let rules = TimeRules {
                per_move: (rng.below(3) == 0).then_some(1_000),
                per_game: (rng.below(3) == 0).then_some(20_000),
                increment: rng.below(3) as u64 * 100,
            };
            session.restart(setup, [Occupant::Person, other], rules)
        }
        8 => {
            time.advance(Duration::from_millis(rng.below(400) as u64));
            Ok(session.tick())
        }
        9 => session.ask_takeback(seat),
        10 => session.answer_takeback(seat, rng.below(2) == 0),
        _ => {
            let step = random_step(rng, session.game());
            let to_act = session.to_act().unwrap_or(seat);
            session.act(if rng.below(20) == 0 { seat } else { to_act }, step)
        }
    };
    if answer.is_err() {
        assert_eq!(session.save(), before, "{answer:?}");
    }
    check(session);
}

fn random_events(kind: Kind, seed: u64, count: usize) {
    let mut rng = Rng::new(seed);
    let setup = random_setup(&mut rng, kind);
    let people = [Occupant::Person, Occupant::Person];
    let time = Arc::new(FakeClock::new());
    let session = Session::new(setup, people, TimeRules::default(), time.clone());
    let mut session = session.expect("the setup is sound");
    for number in 0..count {
        random_event(&mut rng, &mut session, &time);
        if number % 100 == 99 {
            let text = serde_json::to_string(&session.save()).expect("it can be written");
            let saved = serde_json::from_str(&text).expect("it can be read");
            let again = Session::restore(saved, time.clone()).expect("it is sound");
            assert_eq!(again.save(), session.save());
            assert_eq!(again.game().picture(), session.game().picture());
        }
    }
}

#[test]
fn random_events_keep_every_invariant_in_every_game() {
    for kind in Kind::ALL {
        for seed in 0..8 {
            random_events(kind, seed, 300);
        }
    }
}

/// A million events: `cargo test -p kagetsu-play million -- --ignored`.
#[test]
#[ignore = "takes some seconds"]
fn a_million_random_events_keep_every_invariant() {
    for (seed, kind) in (100..200).zip(Kind::ALL.into_iter().cycle()) {
        random_events(kind, seed, 10_000);
    }
}
