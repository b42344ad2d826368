//! Who listens to the news of the table: how many may, and which players are there.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::table::{GUESTS, Who};

/// Most listeners of each player. One may have several devices, and lost connections of a weak network are counted until
/// the system gives them up.
const OF_A_PLAYER: usize = 64;
/// Most spectators.
const SPECTATORS: usize = 240;
/// Spectators take at most this part of all connections, one in so many.
const SPECTATORS_PART: usize = 4;

/// Who is there now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Present {
    /// Pages of the owner.
    pub owner: usize,
    /// Pages of each guest.
    pub guests: [usize; GUESTS],
    /// Pages of spectators.
    pub spectators: usize,
    /// How often a page of each guest has been left.
    #[serde(skip)]
    pub left: [usize; GUESTS],
}

impl Present {
    fn slot(&mut self, who: Who) -> &mut usize {
        match who {
            Who::Owner => &mut self.owner,
            Who::Guest(number) => &mut self.guests[number.min(GUESTS - 1)],
            Who::Spectator => &mut self.spectators,
        }
    }

    /// Is a guest away, and was he at no time here since `before`?
    pub(super) fn is_away_since(&self, before: &Self, guest: usize) -> bool {
        self.guests.get(guest) == Some(&0) && self.left.get(guest) == before.left.get(guest)
    }
}

/// Counts the listeners.
#[derive(Debug)]
pub(super) struct Listeners {
    present: Mutex<Present>,
    /// Most spectators.
    spectators: usize,
}

impl Listeners {
    /// Nobody listens yet. `room` is the number of connections that there may be.
    pub(super) fn new(room: usize) -> Arc<Self> {
        Arc::new(Self {
            present: Mutex::default(),
            spectators: SPECTATORS.min(room / SPECTATORS_PART),
        })
    }

    const fn most(&self, who: Who) -> usize {
        match who {
            Who::Owner | Who::Guest(_) => OF_A_PLAYER,
            Who::Spectator => self.spectators,
        }
    }

    pub(super) fn present(&self) -> Present {
        *self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another listener; `None` when there are too many. It counts until the value is dropped.
    pub(super) fn enter(self: &Arc<Self>, who: Who) -> Option<Listening> {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        let count = present.slot(who);
        if *count >= self.most(who) {
            return None;
        }
        *count += 1;
        drop(present);
        Some(Listening {
            all: self.clone(),
            who,
        })
    }
}

/// One listener that is counted.
#[derive(Debug)]
pub(super) struct Listening {
    all: Arc<Listeners>,
    who: Who,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let present = &self.all.present;
        let mut present = present.lock().unwrap_or_else(PoisonError::into_inner);
        *present.slot(self.who) -= 1;
        if let Who::Guest(number) = self.who {
            present.left[number.min(GUESTS - 1)] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_of_spectators_leaves_room_for_players() {
        let all = Listeners::new(1_024);
        let crowd: Vec<Listening> = (0..SPECTATORS)
            .filter_map(|_| all.enter(Who::Spectator))
            .collect();
        assert_eq!(crowd.len(), SPECTATORS);
        assert!(all.enter(Who::Spectator).is_none());
        let player = all.enter(Who::Guest(1)).expect("there is room");
        assert_eq!(all.present().guests, [0, 1]);
        drop((crowd, player));
        let nobody = Present {
            left: [0, 1],
            ..Present::default()
        };
        assert_eq!(all.present(), nobody);
    }

    #[test]
    fn a_guest_who_was_back_meanwhile_has_not_been_away() {
        let all = Listeners::new(40);
        let never = all.present();
        assert!(never.is_away_since(&never, 0), "nobody has come");
        let page = all.enter(Who::Guest(0)).expect("there is room");
        let here = all.present();
        assert!(!here.is_away_since(&never, 0));
        drop(page);
        let gone = all.present();
        assert!(!gone.is_away_since(&here, 0), "it was here then");
        drop(all.enter(Who::Guest(0)));
        let again = all.present();
        assert!(!again.is_away_since(&gone, 0), "it was back");
        assert!(again.is_away_since(&again, 0) && again.is_away_since(&never, 1));
    }

    #[test]
    fn spectators_do_not_fill_a_small_room() {
        let all = Listeners::new(40);
        let crowd: Vec<Listening> = (0..40).filter_map(|_| all.enter(Who::Spectator)).collect();
        assert_eq!(crowd.len(), 10);
    }
}
