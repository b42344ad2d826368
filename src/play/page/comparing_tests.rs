//! The comparison of two engines with scripted programs: answers, faults, floods of messages, and what ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use kagetsu_kernel::{Clock, StopSignal, WallClock};
use tokio::sync::broadcast::error::RecvError;

use crate::game::{Refusal, Spot, Step};
use crate::gomoku::Gomoku;
use crate::player::{Allowance, Comment, OutsideFault, OutsidePlayer, OutsidePrograms};

use crate::table::{Command, Compare, Comparison, Progress, Table, View, Who};

use super::tests::wait_for;
use super::worker::{Shared, consult};

const NAMES: [&str; 6] = ["top", "bottom", "illegal", "crash", "chatty", "deaf"];
/// Messages of the program that says too much.
const FLOOD: usize = 5_000;
/// The only move that wins at once in [`GAME`].
const WIN: Spot = Spot::new(8, 0);
const GAME: &str = "freestyle 15 h15 d15 f15 a1 e15 c1 g15 e1";

/// The programs, and how many of them were ended.
#[derive(Clone, Debug, Default)]
struct Fakes(Arc<AtomicUsize>);

/// A program whose name says what it does.
#[derive(Debug)]
struct Fake(String, Fakes);

impl Drop for Fake {
    fn drop(&mut self) {
        self.1.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl OutsidePrograms for Fakes {
    fn names(&self) -> Vec<String> {
        NAMES.map(str::to_string).to_vec()
    }

    fn player(&self, name: &str) -> Option<Box<dyn OutsidePlayer>> {
        Some(Box::new(Fake(name.to_string(), self.clone())))
    }
}

fn comment(text: &str, moves: &[Spot]) -> Comment {
    Comment {
        text: text.to_string(),
        depth: Some(7),
        value: Some("35".to_string()),
        moves: moves.to_vec(),
    }
}

impl OutsidePlayer for Fake {
    fn answer(
        &mut self,
        _: &Gomoku,
        _: &Allowance,
        _: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault> {
        Err(OutsideFault::Unknown)
    }

    fn consider(
        &mut self,
        _: &Gomoku,
        _: Duration,
        stop: &StopSignal,
        listen: &mut dyn FnMut(Comment),
    ) -> Result<Spot, OutsideFault> {
        match self.0.as_str() {
            "top" => listen(comment(
                "Depth 7 | Eval 35 | i1 a2",
                &[WIN, Spot::new(0, 1)],
            )),
            // The same moves with rows counted from the bottom.
            "bottom" => listen(comment("i15 a14", &[Spot::new(8, 14), Spot::new(0, 13)])),
            "illegal" => {
                listen(comment("h1", &[Spot::new(7, 0)]));
                return Ok(Spot::new(7, 0));
            }
            "crash" => return Err(OutsideFault::Ended("exit status: 3".to_string())),
            "chatty" => {
                for number in 0..FLOOD {
                    let text = format!("<b>{number}\u{1b}[31m\n{}", "x".repeat(1_000));
                    listen(comment(&text, &[]));
                }
            }
            _ => {
                while !stop.is_raised() {
                    thread::sleep(Duration::from_millis(1));
                }
                return Err(OutsideFault::Stopped);
            }
        }
        Ok(WIN)
    }
}

/// A table with [`GAME`] and the threads that ask.
struct Place {
    shared: Arc<Shared>,
    fakes: Fakes,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Place {
    fn new() -> Self {
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let fakes = Fakes::default();
        let table = Table::new(fakes.names(), clock.clone()).expect("a table");
        let shared = Shared::new(table, None, None, 0);
        let threads = [0, 1].map(|side| {
            let (shared, clock) = (shared.clone(), clock.clone());
            let programs: Arc<dyn OutsidePrograms> = Arc::new(fakes.clone());
            thread::spawn(move || consult(&shared, side, &clock, Some(&programs)))
        });
        let place = Self {
            shared,
            fakes,
            threads: threads.into(),
        };
        let text = GAME.to_string();
        assert_eq!(place.obey(Command::Load { text }), Ok(()));
        place
    }

    fn obey(&self, command: Command) -> Result<(), Refusal> {
        let obey = |table: &mut Table| table.obey(Who::Owner, command.into());
        self.shared.with(|shown| shown.change(obey))
    }

    fn begin(&self, left: Option<&str>, right: Option<&str>, seconds: u8) -> Result<(), Refusal> {
        self.obey(Command::Compare(Compare {
            left: left.map(str::to_string),
            right: right.map(str::to_string),
            seconds,
            at: None,
        }))
    }

    fn now(&self) -> Option<Comparison> {
        self.view().comparison
    }

    fn view(&self) -> View {
        self.shared.with(|shown| View::of(shown.table()))
    }

    /// Compares until both have ended. Neither of them needs its time.
    fn compare(&self, left: Option<&str>, right: Option<&str>) -> Comparison {
        assert_eq!(self.begin(left, right, 60), Ok(()));
        wait_for(|| self.now().filter(|found| !found.running))
            .unwrap_or_else(|| panic!("never: {:?}", self.now()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shared.close();
        for thread in self.threads.drain(..) {
            thread.join().expect("no thread panics");
        }
    }
}

#[test]
fn two_engines_agree_or_differ_and_rows_may_count_from_both_sides() {
    let place = Place::new();
    let found = place.compare(None, Some("top"));
    assert_eq!(found.agree, Some(true));
    let [kagetsu, top] = &found.opinions;
    assert_eq!(
        (kagetsu.progress, top.progress),
        (Progress::Answered, Progress::Answered)
    );
    assert_eq!(kagetsu.proof.map(|proof| proof.moves), Some(1));
    // The game is over then: what would follow is left out.
    assert_eq!(top.moves, ["i15"]);
    assert_eq!((top.depth, top.value.as_deref()), (Some(7), Some("35")));
    let found = place.compare(Some("bottom"), Some("top"));
    assert_eq!(found.agree, Some(true));
    assert_eq!(found.opinions[0].best, Some(WIN));
    // Each program was ended after its answer.
    assert_eq!(place.fakes.0.load(Ordering::SeqCst), 3);
}

#[test]
fn an_engine_that_fails_is_reported_and_the_game_goes_on() {
    let place = Place::new();
    let before = place.view().game.ticket;
    let found = place.compare(Some("illegal"), Some("crash"));
    let keys = found.opinions.each_ref().map(|one| {
        assert_eq!((one.progress, one.best), (Progress::Failed, None));
        one.fault.as_ref().map(|fault| fault.key.clone())
    });
    let expected = ["program-illegal", "program-ended"].map(|key| Some(key.to_string()));
    assert_eq!(keys, expected);
    assert_eq!(found.agree, None);
    assert_eq!(place.view().game.ticket, before);
}

#[test]
fn a_flood_of_messages_is_cut_in_length_and_rate() {
    let place = Place::new();
    let mut news = place.shared.listen();
    // They are heard as they come: few are kept for whoever is slow.
    let heard = thread::spawn(move || {
        let mut heard = 0;
        loop {
            match news.blocking_recv() {
                Ok((kind, _)) => heard += usize::from(kind == "comparison"),
                Err(RecvError::Lagged(_)) => panic!("too much was sent"),
                Err(RecvError::Closed) => return heard,
            }
        }
    });
    let found = place.compare(None, Some("chatty"));
    let said = &found.opinions[1].said;
    assert_eq!(said.len(), 3);
    for text in said {
        assert!(
            text.starts_with("<b>") && text.chars().count() <= 161,
            "{text}"
        );
        assert!(!text.contains(|letter: char| letter.is_control()), "{text}");
    }
    // The last one is there all the same.
    let last = said.back().expect("there are lines");
    assert!(last.starts_with(&format!("<b>{}", FLOOD - 1)), "{last}");
    drop(place);
    let heard: usize = heard.join().expect("all of them are heard");
    assert!(heard < FLOOD / 20, "{heard}");
}

#[test]
fn a_comparison_ends_when_it_is_stopped_and_with_its_position() {
    let place = Place::new();
    assert_eq!(place.begin(Some("deaf"), Some("deaf"), 60), Ok(()));
    assert_eq!(place.obey(Command::StopComparing), Ok(()));
    let stopped = place.now().expect("it is kept");
    assert!(!stopped.running);
    assert!(
        stopped
            .opinions
            .iter()
            .all(|one| one.progress == Progress::Stopped)
    );
    // The next one is asked although the others had just been stopped.
    assert_eq!(place.compare(Some("top"), Some("bottom")).agree, Some(true));
    assert_eq!(place.begin(Some("deaf"), None, 60), Ok(()));
    assert_eq!(place.obey(Command::enter("a2")), Ok(()));
    assert_eq!(place.now(), None);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let place = Place::new();
    let unknown = Refusal::NoProgram("sh".to_string());
    assert_eq!(place.begin(None, Some("sh"), 5), Err(unknown));
    for given in [0, 61] {
        let refused = Refusal::Number { given, most: 60 };
        assert_eq!(place.begin(None, Some("top"), given), Err(refused));
    }
    let new = |game: &str| {
        let text = format!(r#"{{"game":"{game}","opening":"swap2","begins":"two","level":"1"}}"#);
        Command::new_game(&text)
    };
    assert_eq!(place.obey(new("gomoku")), Ok(()));
    assert_eq!(place.begin(None, Some("top"), 5), Err(Refusal::WrongStep));
    assert_eq!(place.obey(new("reversi")), Ok(()));
    assert_eq!(
        place.begin(None, Some("top"), 5),
        Err(Refusal::NotInThisGame)
    );
    assert_eq!(place.now(), None);
}
