//! The figures of a match of two engines: on one line during the match, on several lines in the report.

use std::fmt;
use std::iter;

use kagetsu_kernel::{counted, percent};

use super::elo::{elo, likelihood_of_superiority, normalised_elo, score};
use super::estimate::Estimate;
use super::results::Results;
use super::sprt::{Sprt, SprtStatus, SprtVerdict, llr_text};

/// Fewest observations that can show any variation, which an error needs.
const FEWEST_OBSERVATIONS: u64 = 2;
/// Stands in place of an estimate from fewer.
const TOO_FEW: &str = "no estimate from so few games";
/// Width of the titles of a summary on several lines.
const TITLE_WIDTH: usize = 16;

/// The figures of two engines, from the first one's point of view. Figures that need a game are `None` without one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchSummary<'a> {
    /// Name of the first engine.
    pub first: &'a str,
    /// Name of the second.
    pub second: &'a str,
    /// The results that are summed up.
    pub results: &'a Results,
    /// Number of observations behind the figures: complete pairs, or games as long as no pair is complete.
    pub observations: u64,
    /// Mean score of the sample from 0 to 1. Once a pair is complete, this and all fields below are of complete pairs
    /// only.
    pub score: Option<Estimate>,
    /// Elo.
    pub elo: Option<Estimate>,
    /// Normalised Elo. Also `None` when all observations are equal.
    pub normalised_elo: Option<Estimate>,
    /// Probability from 0 to 1 that the first engine is the stronger one.
    pub los: Option<f64>,
    /// The state of the test, if there is one. Games that were decided by a fault count in it and in all figures above.
    pub sprt: Option<SprtStatus>,
    /// The state of the test without the pairs in which a fault decided a game, if there are such games.
    pub sprt_without_faults: Option<SprtStatus>,
    /// Expected number of games to the verdict of the test if the present score is the true one, see
    /// `Sprt::games_to_go`.
    pub games_to_go: Option<u64>,
}

impl<'a> MatchSummary<'a> {
    /// Sums up the results of the first engine against the second, and the test on them if there is one.
    pub(crate) fn new(
        first: &'a str,
        second: &'a str,
        results: &'a Results,
        sprt: Option<&Sprt>,
    ) -> Self {
        let observed = results.observations();
        let sample = observed.sample;
        Self {
            first,
            second,
            results,
            observations: sample.observations(),
            score: score(observed),
            elo: elo(observed),
            normalised_elo: normalised_elo(observed),
            los: likelihood_of_superiority(observed),
            sprt: sprt.map(|sprt| sprt.status(&results.test_sample())),
            sprt_without_faults: sprt
                .filter(|_| results.fault_decided() > 0)
                .map(|sprt| sprt.status(&results.test_sample_without_faults())),
            games_to_go: sprt.and_then(|sprt| sprt.games_to_go(&results.test_sample())),
        }
    }

    /// True if the test has a verdict that it would not have without the games that faults decided.
    pub(crate) fn verdict_rests_on_faults(&self) -> bool {
        self.sprt
            .zip(self.sprt_without_faults)
            .is_some_and(|(all, without)| {
                all.verdict != SprtVerdict::Undecided && all.verdict != without.verdict
            })
    }

    /// What the test says without the games that faults decided. `None` if there are none, or no test.
    fn text_without_faults(&self) -> Option<String> {
        let sprt = self.sprt_without_faults?;
        Some(format!(
            "without the pairs of {} that faults decided: LLR {} {}",
            counted(self.results.fault_decided(), "game"),
            llr_text(sprt.llr),
            sprt.verdict
        ))
    }

    /// True if there are more pairs than openings.
    pub(crate) fn repeats_openings(&self) -> bool {
        self.results.openings() < self.results.pairs().pairs()
    }

    /// What stands in place of an estimate where there are too few games for one.
    pub(crate) fn too_few(&self) -> Option<&'static str> {
        (self.observations < FEWEST_OBSERVATIONS).then_some(TOO_FEW)
    }

    /// The Elo with so many decimals, or why there is none. `None` without a game.
    fn elo_text(&self, decimals: usize) -> Option<String> {
        let elo = self.elo?;
        Some(if let Some(words) = self.too_few() {
            words.to_owned()
        } else if elo.is_finite() {
            format!("{elo:.decimals$}")
        } else if elo.value > 0.0 {
            format!("no estimate: all won, at least {:+.decimals$}", elo.low)
        } else {
            format!("no estimate: all lost, at most {:+.decimals$}", elo.high)
        })
    }

    /// The summary on several lines, without a line feed at the end.
    pub(crate) fn detailed(&self) -> String {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let per_cent =
            |share: Option<f64>| or_dash(share.map(|share| format!("{:.2} %", percent(share))));
        let (games, pairs) = (self.results.games(), self.results.pairs());
        let unpaired = counted(self.results.unpaired().games(), "game");
        let by_faults = self.results.fault_decided();
        let of_games = counted(games.games(), "game");
        let normalised = self.normalised_elo.map(|value| format!("{value:.2}"));
        let los = self.los.filter(|_| self.too_few().is_none());
        let to_verdict = |games: u64| format!("about {games} to the verdict at this score");
        let rows = [
            ("games", Some(format!("{} ({games})", games.games()))),
            (
                "pairs",
                Some(format!("{} {pairs}, {unpaired} unpaired", pairs.pairs())),
            ),
            (
                "by faults",
                (by_faults > 0)
                    .then(|| format!("{by_faults} of {of_games}: no measure of strength")),
            ),
            ("score", Some(per_cent(self.score.map(|score| score.value)))),
            ("Elo", Some(or_dash(self.elo_text(2)))),
            ("normalised Elo", Some(or_dash(normalised))),
            ("LOS", Some(per_cent(los))),
            ("drawn games", Some(per_cent(games.draw_ratio()))),
            ("shared pairs", Some(per_cent(pairs.draw_ratio()))),
            ("SPRT", self.sprt.map(|sprt| sprt.to_string())),
            ("", self.text_without_faults()),
            ("games to go", self.games_to_go.map(to_verdict)),
        ];
        let row =
            |(title, text): (&str, Option<String>)| Some(format!("{title:TITLE_WIDTH$}{}", text?));
        iter::once(format!("{} against {}", self.first, self.second))
            .chain(rows.into_iter().filter_map(row))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl fmt::Display for MatchSummary<'_> {
    /// Writes one line, as in `new - old: 240 games, 120 pairs, +90 =40 -110, 45.8 %, Elo -29.0 ± 33.1, LOS 4.3 %`,
    /// followed by the test.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} - {}: {}, {}, {}",
            self.first,
            self.second,
            counted(self.results.games().games(), "game"),
            counted(self.results.pairs().pairs(), "pair"),
            self.results.games()
        )?;
        if let (Some(score), Some(elo), Some(los)) = (self.score, self.elo_text(1), self.los) {
            let (score, los) = (percent(score.value), percent(los));
            write!(f, ", {score:.1} %, Elo {elo}")?;
            if self.too_few().is_none() {
                write!(f, ", LOS {los:.1} %")?;
            }
        }
        if let Some(sprt) = &self.sprt {
            write!(f, ", {sprt}")?;
        }
        match self.text_without_faults() {
            Some(text) => write!(f, "; {text}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cross_table::CrossTable;
    use super::super::test_records::{faulty, record};
    use super::*;
    use kagetsu_notation::record::{FaultKind, GameResult};

    fn sprt(elo1: f64) -> Sprt {
        let settings = format!("elo0=0,elo1={elo1}").parse().unwrap();
        Sprt::new(settings).unwrap()
    }

    /// Numbers of pairs with half points.
    fn results(games: &[(u32, u32)]) -> Results {
        let mut results = Results::default();
        for &(pair, half_points) in games {
            results.push(pair, half_points, None);
        }
        results
    }

    #[test]
    fn nothing_played_is_said_without_numbers() {
        let none = Results::default();
        let summary = MatchSummary::new("a", "b", &none, Some(&sprt(5.0)));
        assert_eq!(
            summary.to_string(),
            "a - b: 0 games, 0 pairs, +0 =0 -0, LLR 0.00 (-2.94, 2.94) [0, 5] undecided"
        );
        assert!(summary.detailed().contains("Elo             -"));
    }

    #[test]
    fn an_elo_without_bounds_is_said_in_words() {
        let said = |games: &[(u32, u32)]| {
            let results = results(games);
            let summary = MatchSummary::new("a", "b", &results, None);
            assert!(!summary.detailed().contains("inf"));
            summary.to_string()
        };
        assert_eq!(
            said(&[(0, 2)]),
            "a - b: 1 game, 0 pairs, +1 =0 -0, 100.0 %, Elo no estimate from so few games"
        );
        let won = said(&[(0, 2), (0, 2), (1, 2), (1, 2)]);
        let words = ", 100.0 %, Elo no estimate: all won, at least ";
        assert!(won.contains(words), "{won}");
        let lost = said(&[(0, 0), (0, 0), (1, 0), (1, 0)]);
        let words = ", 0.0 %, Elo no estimate: all lost, at most ";
        assert!(lost.contains(words), "{lost}");
    }

    /// A match of a and b that b loses by its memory, with so many sound pairs before.
    fn lost_by_memory(sound: u32, lost: u32) -> CrossTable {
        let mut table = CrossTable::new(["a", "b"].map(String::from));
        for pair in 0..sound {
            for (black, white) in [("a", "b"), ("b", "a")] {
                table.push(&record(pair, black, white, GameResult::Black));
            }
        }
        for pair in sound..sound + lost {
            for (black, white) in [("a", "b"), ("b", "a")] {
                table.push(&faulty(pair, black, white, "b", FaultKind::Memory));
            }
        }
        table
    }

    #[test]
    fn a_verdict_by_faults_is_told_from_one_by_play() {
        let (lost, sound) = (lost_by_memory(1, 20), lost_by_memory(30, 0));
        let [summary, sound] = [&lost, &sound]
            .map(|table| MatchSummary::new("a", "b", table.results(0, 1), Some(&sprt(200.0))));
        assert_eq!(summary.results.fault_decided(), 40);
        assert!(summary.verdict_rests_on_faults());
        assert_eq!(summary.games_to_go, None, "there is a verdict");
        let line = summary.to_string();
        let words = "passed; without the pairs of 40 games that faults decided: LLR ";
        assert!(
            line.contains(words) && line.ends_with(" undecided"),
            "{line}"
        );
        let detailed = summary.detailed();
        assert!(
            detailed.contains("by faults       40 of 42 games: no measure of strength"),
            "{detailed}"
        );
        assert_eq!(sound.results.fault_decided(), 0);
        assert_eq!(sound.sprt_without_faults, None);
        assert!(!sound.verdict_rests_on_faults());
    }

    #[test]
    fn single_games_decide_no_test() {
        let won: Vec<(u32, u32)> = (0..8).map(|pair| (pair, 2)).collect();
        let summary = |games: &[(u32, u32)]| {
            let results = results(games);
            let summary = MatchSummary::new("a", "b", &results, Some(&sprt(200.0)));
            summary.sprt.map(|status| status.verdict)
        };
        assert_eq!(summary(&won), Some(SprtVerdict::Undecided));
        assert_eq!(summary(&won.repeat(2)), Some(SprtVerdict::Passed));
    }

    #[test]
    fn an_open_test_never_has_no_game_to_go() {
        let to_go = |games: &[(u32, u32)]| {
            MatchSummary::new("a", "b", &results(games), Some(&sprt(5.0))).games_to_go
        };
        // Equal results do not tell how much results vary.
        for alike in [
            &[][..],
            &[(0, 2)],
            &[(0, 2), (0, 2)],
            &[(0, 1), (0, 1), (1, 1), (1, 1)],
        ] {
            assert_eq!(to_go(alike), None, "{alike:?}");
        }
        let mixed = to_go(&[(0, 2), (0, 2), (1, 2), (1, 0)]).expect("an estimate");
        assert!(mixed >= 2 && mixed.is_multiple_of(2), "{mixed}");
    }

    #[test]
    fn one_line_and_many_say_the_same() {
        let games = [
            (0, 2),
            (0, 2),
            (1, 2),
            (1, 0),
            (2, 1),
            (2, 1),
            (3, 2),
            (3, 1),
            (4, 0),
        ];
        let results = results(&games);
        let summary = MatchSummary::new("new", "old", &results, Some(&sprt(5.0)));
        let line = summary.to_string();
        assert!(
            line.starts_with("new - old: 9 games, 4 pairs, +4 =3 -2, 68.8 %, Elo +137.0 ["),
            "{line}"
        );
        let detailed = summary.detailed();
        for part in [
            "new against old\n",
            "9 (+4 =3 -2)",
            "4 [0, 0, 2, 1, 1], 1 game unpaired",
            "score           68.75 %",
            "Elo             +136.97 [",
            "drawn games     33.33 %",
            "shared pairs    50.00 %",
            "[0, 5] undecided",
            "games to go     ",
        ] {
            assert!(detailed.contains(part), "{part} not in:\n{detailed}");
        }
    }
}
