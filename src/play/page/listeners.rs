//! Who listens to the news of the table: how many may, and which players are there.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::keys::{GUESTS, Who};

/// Most listeners of each kind. A player may have several devices, and lost connections of a weak network are counted
/// until the system gives them up.
const OWNERS: usize = 64;
const OF_A_GUEST: usize = 64;
const SPECTATORS: usize = 240;

/// Who is there now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Present {
    /// Pages of the owner.
    pub owner: usize,
    /// Pages of each invited player.
    pub guests: [usize; GUESTS],
    /// Pages of spectators.
    pub spectators: usize,
}

impl Present {
    fn slot(&mut self, who: Who) -> (&mut usize, usize) {
        match who {
            Who::Owner => (&mut self.owner, OWNERS),
            Who::Guest(number) => (&mut self.guests[number.min(GUESTS - 1)], OF_A_GUEST),
            Who::Spectator => (&mut self.spectators, SPECTATORS),
        }
    }
}

/// Counts the listeners.
#[derive(Debug, Default)]
pub(super) struct Listeners {
    present: Mutex<Present>,
}

impl Listeners {
    pub(super) fn present(&self) -> Present {
        *self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another listener; `None` when there are too many. It counts until the value is dropped.
    pub(super) fn enter(self: &Arc<Self>, who: Who) -> Option<Listening> {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, most) = present.slot(who);
        if *count >= most {
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
        *present.slot(self.who).0 -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_of_spectators_leaves_room_for_players() {
        let all = Arc::new(Listeners::default());
        let crowd: Vec<Listening> = (0..SPECTATORS)
            .filter_map(|_| all.enter(Who::Spectator))
            .collect();
        assert_eq!(crowd.len(), SPECTATORS);
        assert!(all.enter(Who::Spectator).is_none());
        let player = all.enter(Who::Guest(1)).expect("there is room");
        assert_eq!(all.present().guests, [0, 1]);
        drop((crowd, player));
        assert_eq!(all.present(), Present::default());
    }
}
