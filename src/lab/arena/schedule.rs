//! The schedule: the list of all games, with their players, colours and openings. It depends only on its input: a tournament
//! that goes on and each of its shards get the same games.
//!
//! The two games of a pair have the same opening, with the colours exchanged. The k-th pair of every pairing has the
//! k-th opening, so that all engines play the same openings. Each round holds one pair of every pairing. So the numbers
//! of games grow evenly, and a longer schedule begins with the shorter one.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::ParseTextError;
use serde::{Deserialize, Serialize};

use super::settings::GamePlan;

/// Games of a pair.
pub const GAMES_PER_PAIR: u32 = 2;

/// Fewest engines that can play.
pub const MIN_ENGINES: usize = 2;

/// Number of rounds whose openings are part of the fingerprint. Later ones follow from the same list and seed:
/// to hash them would only cost time.
const HASHED_ROUNDS: u32 = 1 << 18;

/// Offset and prime of the 64-bit FNV-1a hash (Fowler, Noll and Vo, 1991).
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine plays every other engine.
    #[default]
    RoundRobin,
    /// Each of the challengers, which are the first engines, as many as this number, plays each of the others.
    Gauntlet(usize),
}

impl FromStr for Format {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || {
            ParseTextError::new(
                text,
                "not a format",
                "round-robin, gauntlet, or gauntlet:N for N engines against the others",
            )
        };
        match text.split_once(':') {
            None if text == "round-robin" => Ok(Self::RoundRobin),
            None if text == "gauntlet" => Ok(Self::Gauntlet(1)),
            Some(("gauntlet", number)) => match number.parse() {
                Ok(challengers) if challengers > 0 => Ok(Self::Gauntlet(challengers)),
                _ => Err(bad()),
            },
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("round-robin"),
            Self::Gauntlet(1) => f.write_str("gauntlet"),
            Self::Gauntlet(challengers) => write!(f, "gauntlet:{challengers}"),
        }
    }
}

/// Why there is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// There are too few engines.
    #[error("a tournament needs at least {MIN_ENGINES} engines, not {0}")]
    TooFewEngines(usize),
    /// No engine is left to play against the first ones.
    #[error("a gauntlet of {challengers} needs more than {engines} engines")]
    NoOpponents {
        /// Engines that meet the others.
        challengers: usize,
        /// All engines.
        engines: usize,
    },
    /// There are no games.
    #[error("a tournament needs at least one game for each pairing")]
    NoGames,
    /// The games cannot be numbered.
    #[error("the tournament is too long: its games cannot be numbered with 32 bits")]
    TooManyGames,
}

/// All games of a tournament. A game is computed when it is asked for, so that the number of games costs no memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: Vec<String>,
    rounds: u32,
    games: u32,
}

impl Schedule {
    /// The schedule in which every pairing plays one pair of games in each round. The openings are moves as text. When they
    /// end, they are used again from their start. Without any, all games begin on the empty board.
    ///
    /// # Errors
    /// When there are no pairings, or no games, or too many.
    pub fn new(
        engines: usize,
        format: Format,
        openings: Vec<String>,
        rounds: u32,
    ) -> Result<Self, ScheduleError> {
        let pairings = list_pairings(engines, format)?;
        if rounds == 0 {
            return Err(ScheduleError::NoGames);
        }
        let games = (pairings.len() as u64)
            .checked_mul(u64::from(rounds))
            .and_then(|pairs| pairs.checked_mul(u64::from(GAMES_PER_PAIR)))
            .and_then(|games| u32::try_from(games).ok())
            .ok_or(ScheduleError::TooManyGames)?;
        Ok(Self {
            pairings,
            openings,
            rounds,
            games,
        })
    }

    /// Pairs of games of each pairing.
    pub(crate) const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Number of games.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The beginning of this schedule: its first rounds, all of them if there are not more.
    #[must_use]
    pub(crate) fn first_rounds(&self, rounds: u32) -> Self {
        let rounds = rounds.min(self.rounds);
        Self {
            pairings: self.pairings.clone(),
            openings: self.openings.clone(),
            rounds,
            // Not more than the games of all rounds, whose number `new` has checked.
            games: self.pairings.len() as u32 * rounds * GAMES_PER_PAIR,
        }
    }

    /// The moves with which the games of a round begin.
    fn opening(&self, round: usize) -> &str {
        let place = round.checked_rem(self.openings.len());
        place.map_or("", |place| self.openings[place].as_str())
    }

    /// A game by its number.
    pub fn plan(&self, game: u32) -> Option<GamePlan> {
        if game >= self.games {
            return None;
        }
        let pair = game / GAMES_PER_PAIR;
        let round = pair as usize / self.pairings.len();
        let (first, second) = self.pairings[pair as usize % self.pairings.len()];
        // The engine that has Black in the first game of a pair alternates, so that a tournament that ends early is
        // fair to both.
        let is_second_game = game % GAMES_PER_PAIR == 1;
        let begins_exchanged = round % 2 == 1;
        let exchanged = is_second_game != begins_exchanged;
        let (black, white) = if exchanged {
            (second, first)
        } else {
            (first, second)
        };
        Some(GamePlan {
            game,
            pair,
            black,
            white,
            opening: self.opening(round).to_string(),
        })
    }

    /// All games in order.
    pub fn plans(&self) -> impl Iterator<Item = GamePlan> {
        (0..self.games).filter_map(|game| self.plan(game))
    }

    /// A hash of the schedule (FNV-1a of all its parts), in hexadecimal. It shows whether a tournament that is continued still
    /// has the same schedule.
    pub fn fingerprint(&self) -> String {
        let mut hash = FNV_OFFSET;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
            }
        };
        add(format!("{:?} {}", self.pairings, self.rounds).as_bytes());
        for round in 0..self.rounds.min(HASHED_ROUNDS) {
            // A line for each round.
            add(self.opening(round as usize).as_bytes());
            add(b"\n");
        }
        format!("{hash:016x}")
    }
}

fn list_pairings(engines: usize, format: Format) -> Result<Vec<(usize, usize)>, ScheduleError> {
    if engines < MIN_ENGINES {
        return Err(ScheduleError::TooFewEngines(engines));
    }
    let against = |first: usize, from: usize| (from..engines).map(move |second| (first, second));
    match format {
        Format::RoundRobin => Ok((0..engines)
            .flat_map(|first| against(first, first + 1))
            .collect()),
        Format::Gauntlet(challengers) if challengers < engines => Ok((0..challengers)
            .flat_map(|first| against(first, challengers))
            .collect()),
        Format::Gauntlet(challengers) => Err(ScheduleError::NoOpponents {
            challengers,
            engines,
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn openings(rounds: u32) -> Vec<String> {
        let opening = |round: u32| format!("a{round}b{round}");
        (1..=rounds).map(opening).collect()
    }

    fn schedule(engines: usize, format: Format, rounds: u32) -> Schedule {
        Schedule::new(engines, format, openings(rounds), rounds).expect("a schedule")
    }

    #[test]
    fn as_many_games_as_can_be_numbered_cost_no_memory() {
        let rounds = u32::MAX / GAMES_PER_PAIR;
        let book = openings(3);
        let schedule =
            Schedule::new(2, Format::RoundRobin, book.clone(), rounds).expect("a schedule");
        assert_eq!(schedule.games(), u32::MAX - 1);
        let last = schedule.plan(schedule.games() - 1).expect("the last game");
        assert_eq!(last.opening, book[(rounds as usize - 1) % book.len()]);
        let shorter = Schedule::new(2, Format::RoundRobin, book.clone(), rounds - 1);
        assert_ne!(
            shorter.expect("a schedule").fingerprint(),
            schedule.fingerprint()
        );
        assert_eq!(
            Schedule::new(2, Format::RoundRobin, book, rounds + 1),
            Err(ScheduleError::TooManyGames)
        );
        let empty = Schedule::new(2, Format::RoundRobin, Vec::new(), rounds);
        let plan = empty.expect("a schedule").plan(3).expect("a game");
        assert_eq!(plan.opening, "");
    }

    #[test]
    fn everyone_meets_everyone_equally_often_with_both_colours() {
        for engines in 2..6 {
            for rounds in 1..5 {
                let schedule = schedule(engines, Format::RoundRobin, rounds);
                let mut met = BTreeMap::new();
                for plan in schedule.plans() {
                    *met.entry((plan.black, plan.white)).or_insert(0) += 1;
                }
                assert_eq!(met.len(), engines * (engines - 1));
                assert!(met.values().all(|&games| games == rounds));
                assert_eq!(schedule.plans().count(), schedule.games() as usize);
            }
        }
    }

    #[test]
    fn a_gauntlet_pairs_the_first_with_the_others_only() {
        for (engines, challengers) in [(4, 1), (5, 2), (3, 2)] {
            let schedule = schedule(engines, Format::Gauntlet(challengers), 3);
            assert_eq!(
                schedule.pairings.len(),
                challengers * (engines - challengers)
            );
            for plan in schedule.plans() {
                assert!(
                    (plan.black < challengers) != (plan.white < challengers),
                    "{plan:?}"
                );
            }
        }
    }

    #[test]
    fn the_two_games_of_a_pair_exchange_colours_and_share_the_opening() {
        let schedule = schedule(4, Format::RoundRobin, 3);
        let plans: Vec<GamePlan> = schedule.plans().collect();
        for (index, games) in plans.chunks(2).enumerate() {
            let [first, second] = games else {
                panic!("a lone game: {games:?}");
            };
            assert_eq!((first.black, first.white), (second.white, second.black));
            assert_eq!(first.opening, second.opening);
            assert_eq!((first.pair, second.pair), (index as u32, index as u32));
            assert_eq!(second.game, first.game + 1);
        }
    }

    #[test]
    fn all_pairings_share_the_opening_of_a_round_and_the_table_grows_evenly() {
        let rounds = 4;
        let schedule = schedule(4, Format::RoundRobin, rounds);
        let games_per_round = schedule.pairings.len() * 2;
        for plan in schedule.plans() {
            let round = plan.game as usize / games_per_round;
            assert_eq!(plan.opening, openings(rounds)[round]);
        }
    }

    #[test]
    fn a_longer_schedule_begins_with_the_shorter_one() {
        let (short, long) = (
            schedule(3, Format::RoundRobin, 2),
            schedule(3, Format::RoundRobin, 5),
        );
        assert!(short.plans().eq(long.plans().take(short.games() as usize)));
    }

    #[test]
    fn either_engine_has_black_first_equally_often() {
        let schedule = schedule(2, Format::RoundRobin, 6);
        let first_black = schedule.plans().step_by(2).filter(|plan| plan.black == 0);
        assert_eq!(first_black.count(), 3);
    }

    #[test]
    fn the_fingerprint_tells_schedules_apart() {
        let base = schedule(3, Format::RoundRobin, 3);
        assert_eq!(
            base.fingerprint(),
            schedule(3, Format::RoundRobin, 3).fingerprint()
        );
        let mut turned = openings(3);
        turned.swap(0, 1);
        for other in [
            schedule(4, Format::RoundRobin, 3),
            schedule(3, Format::Gauntlet(1), 3),
            schedule(3, Format::RoundRobin, 4),
            Schedule::new(3, Format::RoundRobin, turned, 3).expect("a schedule"),
        ] {
            assert_ne!(base.fingerprint(), other.fingerprint());
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let refuse =
            |engines, format, rounds| Schedule::new(engines, format, openings(rounds), rounds);
        assert_eq!(
            refuse(1, Format::RoundRobin, 1),
            Err(ScheduleError::TooFewEngines(1))
        );
        assert_eq!(
            refuse(3, Format::Gauntlet(3), 1),
            Err(ScheduleError::NoOpponents {
                challengers: 3,
                engines: 3
            })
        );
        assert_eq!(
            refuse(2, Format::RoundRobin, 0),
            Err(ScheduleError::NoGames)
        );
        assert_eq!(schedule(2, Format::RoundRobin, 1).plan(2), None);
    }

    #[test]
    fn formats_round_trip_and_others_are_quoted() {
        for format in [Format::RoundRobin, Format::Gauntlet(1), Format::Gauntlet(3)] {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        for text in ["", "swiss", "gauntlet:", "gauntlet:0", "gauntlet:x"] {
            let error = text.parse::<Format>().expect_err("no format").to_string();
            assert!(error.starts_with(&format!("'{text}' is not")), "{error}");
        }
    }
}
