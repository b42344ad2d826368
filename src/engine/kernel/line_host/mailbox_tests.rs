//! Laws of the mailbox.

use std::iter;
use std::sync::Arc;
use std::thread;

use Letter::{About, Begin, Block, End, Goodbye, Keep, Query, Quiet, Stop};

use super::*;

/// Messages like those of a protocol with searches.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Letter {
    Begin,
    Query,
    Stop,
    Quiet,
    Keep,
    About,
    Block(usize),
    End,
    Goodbye,
}

impl Message for Letter {
    fn interrupts(&self) -> bool {
        !matches!(self, Quiet | Keep | About | Goodbye)
    }

    fn ends(&self) -> bool {
        matches!(self, End | Goodbye)
    }

    fn lasts(&self) -> bool {
        *self == Keep
    }

    fn fixed_answer(&self) -> Option<String> {
        (*self == About).then(|| "about".to_owned())
    }

    fn weight(&self) -> usize {
        match self {
            Block(weight) => *weight,
            About => 1,
            _ => 0,
        }
    }
}

fn mailbox() -> Mailbox<Letter> {
    Mailbox::new(Delivery::Prompt)
}

fn post(mailbox: &Mailbox<Letter>, message: Letter) {
    assert_eq!(mailbox.post(message), None);
}

/// Takes the next message and registers a search for it. The signal shows whether the search is to stop at once.
fn search(mailbox: &Mailbox<Letter>, scope: Scope) -> StopSignal {
    let number = mailbox.take().expect("a message waits").number;
    mailbox.begin_search(number, scope).0
}

#[test]
fn a_stop_that_was_read_before_the_search_began_still_counts() {
    let mailbox = mailbox();
    post(&mailbox, Begin);
    post(&mailbox, Stop);
    post(&mailbox, Quiet);
    assert!(search(&mailbox, Scope::Unbounded).is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Answer);
}

#[test]
fn large_blocks_fill_the_mailbox_sooner() {
    let block = || Block(MAX_WEIGHT / 4);
    let mailbox = mailbox();
    for _ in 0..4 {
        post(&mailbox, block());
    }
    assert!(mailbox.lock().is_full());
    mailbox.post_later(About);
    assert_eq!(mailbox.lock().queue.len(), 4);
    assert!(mailbox.take().is_some());
    assert!(!mailbox.lock().is_full());
    post(&mailbox, block());
    assert_eq!(mailbox.lock().weight, MAX_WEIGHT);
}

#[test]
fn a_stop_does_not_reach_the_search_after_it() {
    let mailbox = mailbox();
    post(&mailbox, Begin);
    let first = search(&mailbox, Scope::Unbounded);
    assert!(!first.is_raised());
    post(&mailbox, Stop);
    assert!(first.is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Answer);
    post(&mailbox, Query);
    assert_eq!(mailbox.take().map(|next| next.message), Some(Stop));
    assert!(!search(&mailbox, Scope::Unbounded).is_raised());
}

#[test]
fn the_last_of_several_requests_runs_to_its_end() {
    let mailbox = mailbox();
    post(&mailbox, Begin);
    post(&mailbox, Query);
    assert!(search(&mailbox, Scope::Bounded).is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Answer);
    assert!(!search(&mailbox, Scope::Bounded).is_raised());
}

#[test]
fn the_end_drops_every_answer() {
    let mailbox = mailbox();
    post(&mailbox, Begin);
    let running = search(&mailbox, Scope::Bounded);
    post(&mailbox, Query);
    mailbox.close(Closing::End);
    mailbox.close(Closing::EndOfInput);
    assert!(running.is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Discard);
    assert!(search(&mailbox, Scope::Bounded).is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Discard);
    assert_eq!(mailbox.take(), None);
}

#[test]
fn where_nobody_hears_searches_are_dropped_and_messages_are_taken() {
    let mailbox = mailbox();
    post(&mailbox, Begin);
    let running = search(&mailbox, Scope::Bounded);
    mailbox.discard_answers();
    assert!(running.is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Discard);
    assert!(mailbox.begin_pondering().is_none());
    post(&mailbox, Query);
    assert!(search(&mailbox, Scope::Bounded).is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Discard);
    post(&mailbox, End);
    assert_eq!(mailbox.take().map(|next| next.message), Some(End));
    assert_eq!(mailbox.take(), None);
}

#[test]
fn the_last_message_is_taken_however_full_the_mailbox_is() {
    for delivery in [Delivery::Prompt, Delivery::Complete] {
        let mailbox = Mailbox::new(delivery);
        for _ in 0..MAX_WAITING {
            post(&mailbox, Begin);
        }
        let first = search(&mailbox, Scope::Unbounded);
        post(&mailbox, Quiet);
        post(&mailbox, End);
        assert!(first.is_raised());
        assert_eq!(mailbox.end_search(), ResultUse::Discard);
        let waiting = iter::from_fn(|| mailbox.take());
        assert_eq!(waiting.last().map(|next| next.message), Some(End));
    }
}

#[test]
fn a_full_mailbox_of_complete_delivery_waits_and_ends_no_search() {
    let mailbox = Arc::new(Mailbox::new(Delivery::Complete));
    for _ in 0..=MAX_WAITING {
        let number = mailbox.lock().posted;
        if number == 1 {
            assert!(!search(&mailbox, Scope::Bounded).is_raised());
        }
        post(&mailbox, Quiet);
    }
    let running = mailbox.lock().running.as_ref().map(|it| it.stop.clone());
    let reader = Arc::clone(&mailbox);
    let reading = thread::spawn(move || post(&reader, Quiet));
    assert!(mailbox.take().is_some());
    reading.join().expect("the message found its place");
    assert_eq!(mailbox.lock().queue.len(), MAX_WAITING);
    assert!(running.is_some_and(|stop| !stop.is_raised()));
}

#[test]
fn the_answers_that_a_search_gives_first_make_room_for_the_reading_thread() {
    let mailbox = Arc::new(Mailbox::new(Delivery::Complete));
    post(&mailbox, Begin);
    let number = mailbox.take().expect("a message waits").number;
    for _ in 0..MAX_WAITING {
        post(&mailbox, About);
    }
    let reader = Arc::clone(&mailbox);
    let reading = thread::spawn(move || post(&reader, Stop));
    let (stop, answers) = mailbox.begin_search(number, Scope::Unbounded);
    assert_eq!(answers.len(), MAX_WAITING);
    reading.join().expect("the message found its place");
    assert!(stop.is_raised());
}

#[test]
fn the_end_of_input_drops_only_what_would_never_end() {
    let mailbox = mailbox();
    for _ in 0..3 {
        post(&mailbox, Begin);
    }
    mailbox.close(Closing::EndOfInput);
    let interrupted = search(&mailbox, Scope::Unbounded);
    assert!(interrupted.is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Answer);
    assert!(mailbox.take().is_some());
    let last = mailbox.take().expect("a message waits").number;
    let (bounded, _) = mailbox.begin_search(last, Scope::Bounded);
    assert!(!bounded.is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Answer);
    let (unbounded, _) = mailbox.begin_search(last, Scope::Unbounded);
    assert!(unbounded.is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Discard);
    assert_eq!(mailbox.take(), None);
}

#[test]
fn a_last_message_that_interrupts_nothing_is_like_the_end_of_the_input() {
    let mailbox = mailbox();
    for message in [Quiet, Quiet, Goodbye] {
        post(&mailbox, message);
    }
    assert!(!search(&mailbox, Scope::Bounded).is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Answer);
    assert!(search(&mailbox, Scope::Unbounded).is_raised());
    assert_eq!(mailbox.end_search(), ResultUse::Discard);
    assert_eq!(mailbox.take().map(|next| next.message), Some(Goodbye));
    assert_eq!(mailbox.take(), None);
}

#[test]
fn any_command_and_the_end_stop_the_thinking_on_the_opponents_time() {
    let mailbox = mailbox();
    let ponder = || mailbox.begin_pondering();
    let first = ponder().expect("nothing waits");
    assert!(!first.is_raised());
    post(&mailbox, About);
    assert!(first.is_raised());
    assert!(ponder().is_none());
    assert!(mailbox.take().is_some());
    let second = ponder().expect("nothing waits");
    mailbox.close(Closing::EndOfInput);
    assert!(second.is_raised());
    assert!(ponder().is_none());
}

#[test]
fn a_full_mailbox_that_nobody_empties_takes_no_more() {
    let mailbox = mailbox();
    for _ in 0..MAX_WAITING + 20 {
        mailbox.post_later(About);
    }
    // The reading thread goes on, so that it comes to the end.
    post(&mailbox, About);
    post(&mailbox, About);
    mailbox.close(Closing::EndOfInput);
    let waiting = iter::from_fn(|| mailbox.take()).count();
    assert_eq!(waiting, MAX_WAITING);
}

#[test]
fn a_full_mailbox_waits_for_what_lasts_and_loses_nothing() {
    let mailbox = Arc::new(mailbox());
    post(&mailbox, Keep);
    assert!(mailbox.take().is_some());
    for _ in 0..MAX_WAITING {
        post(&mailbox, Quiet);
    }
    let reader = Arc::clone(&mailbox);
    let reading = thread::spawn(move || post(&reader, Keep));
    // The session is busy for longer than a message waits that may be lost.
    thread::sleep(WAIT * (MAX_WAITS + 2));
    assert!(mailbox.take().is_some());
    reading.join().expect("the message found its place");
    assert!(mailbox.has_lasting());
}

#[test]
fn the_next_message_is_seen_before_it_is_taken() {
    let mailbox = mailbox();
    assert!(!mailbox.next_is(|_| true));
    post(&mailbox, Keep);
    post(&mailbox, Quiet);
    for next in [Keep, Quiet] {
        assert!(mailbox.next_is(|message| *message == next));
        let taken = mailbox.take().map(|taken| taken.message);
        assert_eq!(taken, Some(next));
    }
    assert!(!mailbox.next_is(|_| true));
}

#[test]
fn about_is_answered_while_thinking() {
    let mailbox = mailbox();
    post(&mailbox, Begin);
    post(&mailbox, About);
    let number = mailbox.take().expect("a message waits").number;
    assert_eq!(mailbox.begin_search(number, Scope::Bounded).1, ["about"]);
    assert_eq!(mailbox.lock().weight, 0);
    assert_eq!(mailbox.post(About), Some(About));
    mailbox.close(Closing::EndOfInput);
    assert_eq!(mailbox.take(), None);
}
