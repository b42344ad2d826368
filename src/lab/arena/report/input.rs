//! The input of a report, and figures that several of its parts need.

use kagetsu_kernel::counted;

use crate::manifest::Manifest;
use crate::protocol::Protocol;
use crate::schedule::GAMES_PER_PAIR;
use crate::settings::{ClockRules, OpeningRule};
use crate::statistics::{CrossTable, MatchSummary, RatingError, Ratings, Sprt, rate};
use kagetsu_notation::record::GameRecord;

/// The settings and the games of a tournament, finished or not.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// The settings.
    pub manifest: &'a Manifest,
    /// The games, in any order.
    pub records: &'a [GameRecord],
}

impl<'a> ReportInput<'a> {
    /// The tournament with these settings and games.
    pub const fn new(manifest: &'a Manifest, records: &'a [GameRecord]) -> Self {
        Self { manifest, records }
    }

    /// The games in the order of the schedule, so that a report does not depend on the order in which they ended.
    pub fn games(&self) -> Vec<&'a GameRecord> {
        let mut games: Vec<&GameRecord> = self.records.iter().collect();
        games.sort_by_key(|record| record.game);
        games
    }

    /// Names of the engines.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.manifest
            .engines
            .iter()
            .map(|engine| engine.name.as_str())
    }

    /// The clock of an engine, by index.
    pub fn clock(&self, engine: usize) -> ClockRules {
        let (own, game) = (self.manifest.engines.get(engine), &self.manifest.game);
        own.map_or(game.clock, |engine| engine.clock_in(game))
    }

    /// The table of these games.
    pub(crate) fn table(&self, games: &[&GameRecord]) -> CrossTable {
        let mut table = CrossTable::new(self.names().map(String::from));
        table.extend(games.iter().copied());
        table
    }

    /// The ratings that follow from a table.
    pub(crate) fn ratings(&self, table: &CrossTable) -> Result<Ratings, RatingError> {
        let names: Vec<String> = table.names().to_vec();
        rate(&names, &table.encounters(), &self.manifest.anchors)
    }

    /// One summary for each pair of engines that have met.
    pub(crate) fn summaries<'t>(&self, table: &'t CrossTable) -> Vec<MatchSummary<'t>> {
        let test = self.manifest.sprt;
        let sprt = test.and_then(|settings| Sprt::new(settings).ok());
        let names = table.names();
        let mut summaries = Vec::new();
        for first in 0..names.len() {
            for second in first + 1..names.len() {
                let results = table.results(first, second);
                if results.games().games() > 0 {
                    let sprt = sprt.as_ref().filter(|_| (first, second) == (0, 1));
                    let (first, second) = (&names[first], &names[second]);
                    summaries.push(MatchSummary::new(first, second, results, sprt));
                }
            }
        }
        summaries
    }

    /// What the reader must know of the openings to judge the errors.
    pub(crate) fn warnings(&self, summaries: &[MatchSummary<'_>]) -> Vec<String> {
        let number = |summary: &MatchSummary<'_>| summary.results.pairs().pairs();
        let most = summaries.iter().max_by_key(|&summary| number(summary));
        let Some(summary) = most else {
            return Vec::new();
        };
        let (pairs, openings) = (number(summary), summary.results.openings());
        let mut warnings = Vec::new();
        if summary.repeats_openings() && openings > 1 {
            warnings.push(format!(
                "{pairs} pairs from {openings} openings: pairs with the same opening are not independent, so the \
                 errors are computed by opening"
            ));
        }
        let is_given = self.manifest.game.opening_rule == OpeningRule::Given;
        let is_empty_board = self.manifest.openings.is_none() && is_given;
        if pairs > 1 && (openings == 1 || is_empty_board) {
            let engines = &self.manifest.engines;
            let takes_openings = is_given
                && engines
                    .iter()
                    .all(|engine| engine.protocol != Protocol::Sau);
            let advice = if takes_openings {
                "; give more openings (--openings)"
            } else {
                ""
            };
            warnings.push(format!(
                "{pairs} pairs from 1 opening: engines may repeat their games, and the errors, computed by pair, are \
                 then too small{advice}"
            ));
        }
        if !warnings.is_empty() && summary.sprt.is_some() {
            warnings.push("the sequential test takes pairs as independent".to_string());
        }
        warnings
    }

    /// The headline: the tournament and the number of games played.
    pub fn headline(&self) -> String {
        let manifest = self.manifest;
        let games = manifest.game_numbers().len() as u32;
        let shard = manifest.shard.map(|shard| format!(", shard {shard}"));
        format!(
            "{} engines, {} {}, {}, seed {}{}: {} of {games} games ({})",
            manifest.engines.len(),
            manifest.game.rule,
            manifest.game.size,
            manifest.format,
            manifest.seed,
            shard.unwrap_or_default(),
            self.records.len(),
            counted(games / GAMES_PER_PAIR, "pair")
        )
    }
}
