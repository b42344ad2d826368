//! The secrets that tell the owner of the table, guests and spectators apart.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::table::{GUESTS, Who};

/// Bytes of a secret: 128 bits.
const BYTES: usize = 16;
/// The secrets of a table, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Keys {
    owner: String,
    guests: [String; GUESTS],
    spectator: String,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(secret)")
    }
}

fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(format!(
        "{:0width$x}",
        u128::from_be_bytes(bytes),
        width = 2 * BYTES
    ))
}

/// Compares without giving away by its time how much is right.
fn same(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes());
    one.len() == other.len() && differing.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

impl Keys {
    /// New secrets from the system's random numbers.
    ///
    /// # Errors
    /// As the system.
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        Ok(Self {
            owner: secret()?,
            guests: [secret()?, secret()?],
            spectator: secret()?,
        })
    }

    /// The secret of somebody; empty for a guest with a number that is not in use.
    pub(super) fn of(&self, who: Who) -> &str {
        match who {
            Who::Owner => &self.owner,
            Who::Guest(number) => self.guests.get(number).map_or("", String::as_str),
            Who::Spectator => &self.spectator,
        }
    }

    /// Who has this secret.
    pub(super) fn who(&self, key: &str) -> Option<Who> {
        let guests = (0..GUESTS).map(Who::Guest);
        let all = guests.chain([Who::Owner, Who::Spectator]);
        let full = key.len() == 2 * BYTES;
        all.into_iter().find(|&who| full && same(self.of(who), key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_secrets_open() {
        let keys = Keys::random().expect("the system has random numbers");
        for who in [Who::Owner, Who::Guest(0), Who::Guest(1), Who::Spectator] {
            assert_eq!(keys.of(who).len(), 2 * BYTES);
            assert_eq!(keys.who(keys.of(who)), Some(who));
        }
        let shorter = &keys.of(Who::Owner)[1..];
        for wrong in ["", "0", shorter, &"0".repeat(2 * BYTES)] {
            assert_eq!(keys.who(wrong), None);
        }
    }
}
