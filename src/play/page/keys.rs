//! The secrets that tell the owner of the table and invited players apart.

use std::fmt;

use crate::game::Seat;

/// Bytes of a secret: 128 bits.
const BYTES: usize = 16;

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Who started the server: may do everything.
    Owner,
    /// A player elsewhere: may act for one seat.
    Seat(Seat),
}

/// The secrets of a table, in hexadecimal.
#[derive(Clone)]
pub struct Keys {
    owner: String,
    seats: [String; 2],
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
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self {
            owner: secret()?,
            seats: [secret()?, secret()?],
        })
    }

    /// The owner's secret.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The secret of a seat.
    pub fn seat(&self, seat: Seat) -> &str {
        &self.seats[seat.index()]
    }

    /// Who has this secret.
    pub fn who(&self, key: &str) -> Option<Who> {
        let seat = |seat: &Seat| same(self.seat(*seat), key);
        if same(&self.owner, key) {
            Some(Who::Owner)
        } else {
            Seat::BOTH.into_iter().find(seat).map(Who::Seat)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_secrets_open() {
        let keys = Keys::random().expect("the system has random numbers");
        assert_eq!(keys.owner().len(), 2 * BYTES);
        assert_eq!(keys.who(keys.owner()), Some(Who::Owner));
        for seat in Seat::BOTH {
            assert_eq!(keys.who(keys.seat(seat)), Some(Who::Seat(seat)));
        }
        for wrong in ["", "0", &keys.owner()[1..], &"0".repeat(2 * BYTES)] {
            assert_eq!(keys.who(wrong), None);
        }
    }
}
