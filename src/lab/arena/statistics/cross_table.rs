//! The cross table: the results of every engine against every other, made from the records of a tournament.

use std::collections::BTreeMap;

use kagetsu_gomoku::board::Side;
use kagetsu_notation::record::{FaultKind, GameRecord};

use super::ratings::Encounter;
use super::results::Results;
use super::score::Trinomial;

/// All games of one engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// The games in which it had Black.
    pub as_black: Trinomial,
    /// The games in which it had White.
    pub as_white: Trinomial,
    /// Number of its faults of each kind. Kinds that did not occur are absent.
    pub faults: BTreeMap<FaultKind, u64>,
}

impl Totals {
    /// All its games.
    pub(crate) fn games(&self) -> Trinomial {
        let mut games = self.as_black;
        games += self.as_white;
        games
    }

    /// Number of all its faults.
    pub(crate) fn fault_count(&self) -> u64 {
        self.faults.values().sum()
    }
}

/// The results of all engines against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CrossTable {
    names: Vec<String>,
    totals: Vec<Totals>,
    /// Results from the point of view of the engine with the lower index, which is the first in the key.
    encounters: BTreeMap<(usize, usize), Results>,
    /// The results of engines that have not met.
    none: Results,
}

impl CrossTable {
    /// A table without games for these engines, in this order.
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        Self {
            totals: vec![Totals::default(); names.len()],
            names,
            encounters: BTreeMap::new(),
            none: Results::default(),
        }
    }

    /// Adds a game. An engine that is not in the table yet is added as the last. A game of an engine against itself
    /// counts for both colours, but not as an encounter.
    pub(crate) fn push(&mut self, record: &GameRecord) {
        let [black, white] = Side::BOTH.map(|side| self.index(record.name(side)));
        let black_score = record.result.half_points(Side::Black);
        let white_score = record.result.half_points(Side::White);
        self.totals[black].as_black.push(black_score);
        self.totals[white].as_white.push(white_score);
        if black != white {
            let (key, side) = if black < white {
                ((black, white), Side::Black)
            } else {
                ((white, black), Side::White)
            };
            let results = self.encounters.entry(key).or_default();
            results.push_record(record, side);
        }
        if let Some(fault) = &record.fault {
            let index = self.index(&fault.engine);
            *self.totals[index].faults.entry(fault.kind).or_default() += 1;
        }
    }

    /// The engines in the order of the table.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// All games of the engine with this index.
    ///
    /// # Panics
    /// If the index is not that of an engine.
    pub(crate) fn totals(&self, engine: usize) -> &Totals {
        &self.totals[engine]
    }

    /// The results of an engine against one behind it in the table, from its point of view. Empty if they have not met.
    pub(crate) fn results(&self, first: usize, second: usize) -> &Results {
        self.encounters.get(&(first, second)).unwrap_or(&self.none)
    }

    /// The games of one engine against another, from its point of view.
    pub(crate) fn games(&self, engine: usize, opponent: usize) -> Trinomial {
        if engine < opponent {
            self.results(engine, opponent).games()
        } else {
            self.results(opponent, engine).games().reversed()
        }
    }

    /// All encounters with a game, for [`super::ratings::rate`].
    pub(crate) fn encounters(&self) -> Vec<Encounter> {
        self.encounters
            .iter()
            .map(|(&(first, second), results)| Encounter {
                first,
                second,
                results: results.clone(),
            })
            .collect()
    }

    /// All games from Black's point of view.
    pub(crate) fn black_games(&self) -> Trinomial {
        let mut games = Trinomial::default();
        for totals in &self.totals {
            games += totals.as_black;
        }
        games
    }

    /// Number of games that were decided by a fault.
    pub(crate) fn fault_decided(&self) -> u64 {
        self.totals.iter().map(Totals::fault_count).sum()
    }

    /// The indices of the engines by score, the best first. Engines without a game come last. Equal scores stay in the
    /// order of the table.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        let score = |engine: &usize| self.totals[*engine].games().score().unwrap_or(-1.0);
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        ranking.sort_by(|a, b| score(b).total_cmp(&score(a)));
        ranking
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(index) = self.names.iter().position(|other| other == name) {
            return index;
        }
        self.names.push(name.to_owned());
        self.totals.push(Totals::default());
        self.names.len() - 1
    }
}

impl<'a> Extend<&'a GameRecord> for CrossTable {
    fn extend<I: IntoIterator<Item = &'a GameRecord>>(&mut self, records: I) {
        for record in records {
            self.push(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pentanomial::Pentanomial;
    use super::super::test_records::{faulty, record};
    use super::*;
    use kagetsu_notation::record::GameResult;

    fn table() -> CrossTable {
        let records = [
            record(0, "a", "b", GameResult::Black),
            record(0, "b", "a", GameResult::Black),
            record(1, "a", "b", GameResult::Draw),
            record(1, "b", "a", GameResult::White),
            record(2, "c", "a", GameResult::White),
            faulty(2, "a", "c", "c", FaultKind::Crash),
            faulty(3, "c", "a", "c", FaultKind::Time),
        ];
        let mut table = CrossTable::new(["a", "b"].map(str::to_owned));
        table.extend(&records);
        table
    }

    #[test]
    fn games_are_counted_for_both_sides() {
        let table = table();
        assert_eq!(table.names(), ["a", "b", "c"]);
        assert_eq!(table.totals(0).as_black.to_string(), "+2 =1 -0");
        assert_eq!(table.totals(0).as_white.to_string(), "+3 =0 -1");
        assert_eq!(table.totals(0).games().to_string(), "+5 =1 -1");
        assert_eq!(table.totals(2).games().to_string(), "+0 =0 -3");
        assert_eq!(table.black_games().to_string(), "+3 =1 -3");
        assert_eq!(table.totals(0).fault_count(), 0);
        assert_eq!(table.totals(2).fault_count(), 2);
        assert_eq!(table.totals(2).faults[&FaultKind::Crash], 1);
        assert_eq!(table.ranking(), [0, 1, 2]);
    }

    #[test]
    fn encounters_are_seen_from_both_sides() {
        let table = table();
        let results = table.results(0, 1);
        assert_eq!(results.pairs(), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(table.games(0, 1), results.games());
        assert_eq!(table.games(1, 0), results.games().reversed());
        assert_eq!(table.results(0, 2).unpaired().to_string(), "+1 =0 -0");
        assert_eq!(*table.results(1, 2), Results::default());
        let met: Vec<_> = table
            .encounters()
            .iter()
            .map(|e| (e.first, e.second))
            .collect();
        assert_eq!(met, [(0, 1), (0, 2)]);
    }

    #[test]
    fn a_game_against_oneself_is_no_encounter() {
        let mut table = CrossTable::default();
        table.push(&record(0, "a", "a", GameResult::Black));
        assert_eq!(table.totals(0).games().to_string(), "+1 =0 -1");
        assert!(table.encounters().is_empty());
    }
}
