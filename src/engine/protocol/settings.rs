//! The settings of a manager, and the limits of a search that follow from them.

use std::time::Duration;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::EngineConfig;
use kagetsu_gomoku::engine::config::ConfigKey;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_gomoku::search::EqualMoves;
use kagetsu_kernel::gomocup::{UNLIMITED_LEFT, millis};
use kagetsu_kernel::{SearchLimits, TimeControl};

use super::command::Dialect;
use super::info::{InfoKey, InfoLine};

/// The reports of the search besides its move, as set by `show_detail`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShowDetail(i64);

impl ShowDetail {
    /// True if `MESSAGE REALTIME` lines are wanted.
    pub(crate) const fn realtime(self) -> bool {
        self.0 & 1 != 0
    }

    /// True if `INFO` lines are wanted.
    pub(crate) const fn info(self) -> bool {
        self.0 & 2 != 0
    }
}

/// Time for a move if nothing bounds it.
pub(crate) const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// The pair of limits that means no limit in Yixin-Board.
const YIXIN_UNLIMITED: (i64, i64) = (2_000_000, 100_000_000);
/// Most nodes of a search for each ten percent of strength. The levels of `play` differ in more
/// than their nodes.
const STRENGTH_NODES: [u64; 10] = [
    600, 700, 800, 1_000, 1_600, 3_500, 8_000, 25_000, 80_000, 300_000,
];

/// A search that is limited by depth alone counts as one that ends by itself up to this depth. Managers send larger depths for
/// no limit.
const MODEST_DEPTH: u32 = 30;

/// What may be done with the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct DatabaseUse {
    /// Searches take its advice and keep their results in it.
    is_used: bool,
    /// Nothing is written to it.
    is_read_only: bool,
}

/// All settings of a manager. They stay from one game to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManagerSettings {
    turn: Option<i64>,
    match_limit: Option<i64>,
    left: Option<i64>,
    increment: i64,
    depth: i64,
    nodes: i64,
    rule: i64,
    detail: ShowDetail,
    ponders: bool,
    database: DatabaseUse,
    /// Most nodes of a search at the strength that was set.
    strength_nodes: Option<u64>,
    skips_symmetric: bool,
    engine: EngineConfig,
    /// True if the manager has set a memory limit.
    has_memory_limit: bool,
}

impl ManagerSettings {
    /// The settings before the manager sends any.
    pub fn new(engine: EngineConfig) -> Self {
        Self {
            engine,
            ..Self::default()
        }
    }

    /// Applies one `INFO` line.
    pub fn set(&mut self, line: InfoLine) {
        let value = line.value;
        match line.key {
            InfoKey::TimeoutTurn => self.turn = Some(value),
            InfoKey::TimeoutMatch => self.match_limit = Some(value),
            InfoKey::TimeLeft => self.left = Some(value),
            InfoKey::TimeIncrement => self.increment = value,
            InfoKey::MaxDepth => self.depth = value,
            InfoKey::MaxNode => self.nodes = value,
            InfoKey::Rule if value >= 0 => self.rule = value,
            InfoKey::ShowDetail if (0..=3).contains(&value) => self.detail = ShowDetail(value),
            // The session draws openings and moves of the book.
            InfoKey::Rule | InfoKey::ShowDetail | InfoKey::OpeningSeed | InfoKey::BookSeed => {}
            InfoKey::Pondering => self.ponders = value > 0,
            InfoKey::UseDatabase => self.database.is_used = value > 0,
            InfoKey::DatabaseReadOnly => self.database.is_read_only = value > 0,
            InfoKey::Strength => self.strength_nodes = strength_nodes(value),
            InfoKey::SymmetricLines => self.skips_symmetric = value <= 0,
            InfoKey::Engine(key) => {
                self.engine.set(key, value);
                if key == ConfigKey::MaxMemory {
                    self.has_memory_limit = value > 0;
                }
                let names_hash = key == ConfigKey::MaxHash || self.engine.max_hash.is_some();
                if names_hash && !self.has_memory_limit {
                    self.engine.make_room_for_hash();
                }
            }
        }
    }

    /// The settings of the engine itself.
    pub const fn engine(&self) -> &EngineConfig {
        &self.engine
    }

    /// The reports that the manager wants.
    pub(crate) const fn detail(&self) -> ShowDetail {
        self.detail
    }

    /// Does the engine think while the opponent is to move?
    pub(crate) const fn ponders(&self) -> bool {
        self.ponders
    }

    /// Do searches take the advice of the database and keep their results in it?
    pub(crate) const fn uses_database(&self) -> bool {
        self.database.is_used
    }

    /// Is the database only read?
    pub(crate) const fn is_database_read_only(&self) -> bool {
        self.database.is_read_only
    }

    /// What a search for several moves looks at of those that a symmetry makes equal.
    pub(crate) const fn equal_moves(&self) -> EqualMoves {
        if self.skips_symmetric {
            EqualMoves::One
        } else {
            EqualMoves::All
        }
    }

    /// The rule that was set.
    pub const fn rule(&self, dialect: Dialect) -> Rule {
        match dialect {
            Dialect::Gomocup => Rule::of_mask(self.rule),
            Dialect::Yixin => Rule::of_yixin(self.rule),
        }
    }

    /// The limits of a search that was asked for at `started`.
    pub fn limits(&self, size: BoardSize, started: Duration, multi_pv: usize) -> SearchLimits {
        let area = size.area() as i64;
        let depth = (self.depth > 0 && self.depth < area).then_some(self.depth as u32);
        let most = (self.nodes > 0).then_some(self.nodes as u64);
        let nodes = [most, self.strength_nodes].into_iter().flatten().min();
        let is_limited = depth.is_some() || nodes.is_some();
        SearchLimits {
            depth,
            nodes,
            time: self.time(is_limited),
            started,
            multi_pv: multi_pv.max(1),
        }
    }

    /// The limits of a decision about an opening. Without a limit of time it takes five seconds: the manager that waits for
    /// it does not stop it.
    pub(crate) fn decision_limits(
        &self,
        size: BoardSize,
        started: Duration,
        multi_pv: usize,
    ) -> SearchLimits {
        let mut limits = self.limits(size, started, multi_pv);
        if limits.time.turn.is_none() && limits.time.match_left.is_none() {
            limits.time = TimeControl::per_move(DEFAULT_TURN);
        }
        limits
    }

    fn time(&self, is_limited: bool) -> TimeControl {
        if (self.turn, self.match_limit) == (Some(YIXIN_UNLIMITED.0), Some(YIXIN_UNLIMITED.1)) {
            return TimeControl::UNLIMITED;
        }
        let turn = self.turn.filter(|&ms| ms >= 0).map(millis);
        let known_left = self.left.filter(|&ms| ms < UNLIMITED_LEFT);
        let match_left = match self.match_limit {
            Some(limit) if limit <= 0 => None,
            Some(limit) => Some(millis(known_left.unwrap_or(limit))),
            None => known_left.map(millis),
        };
        if self.turn.is_none() && match_left.is_none() && !is_limited {
            return TimeControl::per_move(DEFAULT_TURN);
        }
        TimeControl {
            turn,
            match_left,
            increment: millis(self.increment),
        }
    }
}

/// Does a modest depth end a search, whatever else bounds it?
pub(crate) fn has_modest_depth(limits: &SearchLimits) -> bool {
    limits.depth.is_some_and(|depth| depth <= MODEST_DEPTH)
}

/// Most nodes of a search at a strength in percent. `None` for full strength.
fn strength_nodes(percent: i64) -> Option<u64> {
    let step = usize::try_from(percent.max(0)).ok()? / 10;
    STRENGTH_NODES.get(step).copied()
}

#[cfg(test)]
mod tests {
    use super::super::info::parse_info;
    use super::*;

    fn settings(lines: &[&str]) -> ManagerSettings {
        let mut settings = ManagerSettings::default();
        for line in lines {
            if let Some(info) = parse_info(line) {
                settings.set(info);
            }
        }
        settings
    }

    fn limits(lines: &[&str]) -> SearchLimits {
        let size = BoardSize::square(15).expect("a legal size");
        settings(lines).limits(size, Duration::ZERO, 1)
    }

    fn time(turn: Option<u64>, left: Option<u64>) -> TimeControl {
        TimeControl {
            turn: turn.map(Duration::from_millis),
            match_left: left.map(Duration::from_millis),
            increment: Duration::ZERO,
        }
    }

    #[test]
    fn nothing_known_means_five_seconds() {
        let five = time(Some(5000), None);
        assert_eq!(limits(&[]).time, five);
        assert_eq!(limits(&["time_left 2147483647"]).time, five);
        assert_eq!(limits(&["timeout_match 0", "time_left -5"]).time, five);
        assert_eq!(limits(&["timeout_turn soon", "timeout_match"]).time, five);
    }

    #[test]
    fn the_settings_of_real_managers_are_understood() {
        let gomocup = [
            "timeout_turn 30000",
            "timeout_match 180000",
            "time_left 171480",
        ];
        assert_eq!(limits(&gomocup).time, time(Some(30_000), Some(171_480)));
        let c_gomoku_cli = ["timeout_match 0", "max_node 1000", "time_left 2147483647"];
        assert_eq!(limits(&c_gomoku_cli).time, TimeControl::UNLIMITED);
        assert_eq!(limits(&c_gomoku_cli).nodes, Some(1000));
        let match_only = ["timeout_match 60000", "time_left 59000"];
        assert_eq!(limits(&match_only).time, time(None, Some(59_000)));
        let gomocalc = [
            "timeout_turn -1",
            "timeout_match -1",
            "time_left 1",
            "max_node 0",
        ];
        assert_eq!(limits(&gomocalc).time, TimeControl::UNLIMITED);
        let yixin = [
            "timeout_turn 2000000",
            "timeout_match 100000000",
            "time_left 99999000",
            "max_depth 225",
            "max_node -1",
        ];
        let unlimited = limits(&yixin);
        assert_eq!(unlimited.time, TimeControl::UNLIMITED);
        assert_eq!((unlimited.depth, unlimited.nodes), (None, None));
        assert_eq!(limits(&["max_depth 8"]).time, TimeControl::UNLIMITED);
        assert_eq!(limits(&["max_depth 8"]).depth, Some(8));
    }

    #[test]
    fn no_time_is_zero_time() {
        let turn = ["timeout_turn 0", "timeout_match 0"];
        assert_eq!(limits(&turn).time, time(Some(0), None));
        let overdrawn = ["timeout_turn 5000", "timeout_match 60000", "time_left -20"];
        assert_eq!(limits(&overdrawn).time, time(Some(5000), Some(0)));
        for left in ["time_left 0", "time_left -500"] {
            assert_eq!(limits(&[left]).time, time(None, Some(0)));
        }
        let not_told = ["timeout_turn 5000", "timeout_match 60000"];
        assert_eq!(limits(&not_told).time, time(Some(5000), Some(60_000)));
    }

    #[test]
    fn strength_bounds_the_nodes() {
        let nodes = |lines: &[&str]| limits(lines).nodes;
        assert_eq!(nodes(&["strength 0"]), Some(600));
        assert_eq!(nodes(&["strength -3"]), Some(600));
        assert_eq!(nodes(&["strength 55"]), Some(3_500));
        assert_eq!(nodes(&["strength 99"]), Some(300_000));
        assert_eq!(nodes(&["strength 99", "max_node 50"]), Some(50));
        assert_eq!(nodes(&["strength 9", "strength 100"]), None);
        assert_eq!(limits(&["strength 9"]).time, TimeControl::UNLIMITED);
    }

    #[test]
    fn a_decision_about_an_opening_ends_by_itself() {
        let size = BoardSize::square(15).expect("a legal size");
        let decision = |lines: &[&str]| settings(lines).decision_limits(size, Duration::ZERO, 1);
        let yixin = ["timeout_turn 2000000", "timeout_match 100000000"];
        assert_eq!(limits(&yixin).time, TimeControl::UNLIMITED);
        assert_eq!(decision(&yixin).time, time(Some(5000), None));
        assert_eq!(decision(&["timeout_turn 80"]).time, time(Some(80), None));
    }

    #[test]
    fn a_table_is_bounded_by_the_memory_of_the_process_only_if_that_was_set() {
        let table = |lines: &[&str]| settings(lines).engine().table_bytes();
        assert_eq!(table(&["hash_size 1048576"]), 1 << 30);
        assert!(table(&["max_memory 367001600", "hash_size 1048576"]) < 367_001_600);
        assert!(table(&["hash_size 1048576", "max_memory 367001600"]) < 367_001_600);
        assert_eq!(table(&["max_memory 0", "hash_size 1048576"]), 1 << 30);
        assert_eq!(table(&["hash_size 1048576", "thread_num 9"]), 1 << 30);
        assert_eq!(table(&["thread_num 9", "hash_size 1048576"]), 1 << 30);
    }

    #[test]
    fn threads_are_bounded_by_the_memory_of_the_process() {
        let threads = |lines: &[&str]| settings(lines).engine().fitting_threads();
        assert_eq!(threads(&["thread_num 0"]), 1);
        assert_eq!(threads(&["thread_num -7"]), 1);
        assert_eq!(threads(&["thread_num 8"]), 8);
        assert_eq!(threads(&["max_memory 33554432", "thread_num 8"]), 2);
        assert_eq!(threads(&["thread_num 8", "max_memory 33554432"]), 2);
        assert_eq!(threads(&["max_memory 1", "thread_num 8"]), 1);
        assert_eq!(threads(&["hash_size 1024", "thread_num 1000000"]), 256);
    }

    #[test]
    fn rules_follow_the_bits_and_the_dialect() {
        let rule = |text: &str, dialect| settings(&[text]).rule(dialect);
        for (text, gomocup, yixin) in [
            ("rule 0", Rule::Freestyle, Rule::Freestyle),
            ("rule 1", Rule::Standard, Rule::Standard),
            ("rule 2", Rule::Freestyle, Rule::Renju),
            ("rule 3", Rule::Standard, Rule::Standard),
            ("rule 4", Rule::Renju, Rule::Renju),
            ("rule 5", Rule::Renju, Rule::Freestyle),
            ("rule 6", Rule::Renju, Rule::Freestyle),
            ("rule 8", Rule::Caro, Rule::Caro),
            ("rule 9", Rule::CaroExact, Rule::CaroExact),
            ("rule 11", Rule::CaroExact, Rule::CaroExact),
            ("rule -1", Rule::Freestyle, Rule::Freestyle),
            ("rule x", Rule::Freestyle, Rule::Freestyle),
        ] {
            assert_eq!(rule(text, Dialect::Gomocup), gomocup, "{text}");
            assert_eq!(rule(text, Dialect::Yixin), yixin, "{text}");
        }
    }
}
