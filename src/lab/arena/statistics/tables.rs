//! Tables of a pool of engines as text: the cross table, the ratings and the faults. Lines end with a line feed.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};

use kagetsu_kernel::percent;
use kagetsu_notation::record::FaultKind;

use super::cross_table::CrossTable;
use super::estimate::rounded;
use super::ratings::{RatingBasis, Ratings};
use super::score::Trinomial;

/// Columns whose entries are names.
const NAME_COLUMNS: [&str; 2] = ["engine", "parameter"];
/// What a reader must know of ratings that do not follow from the results alone. The star stands in their title.
const VIRTUAL_DRAWS: &str = "* The results alone fix no ratings: these rest on an imaginary draw that was added for every engine.\n";
/// Most engines whose points against each other stand beside their totals.
const MOST_BESIDE: usize = 2;

/// The cross table, the best score first: the points of all games, the score with each colour, and the points against
/// each opponent. Of more than two engines the points against each other are a table of their own, so that both fit a
/// terminal of eighty columns.
pub(crate) fn cross_table_text(table: &CrossTable) -> String {
    let ranking = table.ranking();
    let header = [
        "#", "engine", "points", "games", "%", "Black\n%", "White\n%", "draws",
    ]
    .map(str::to_owned);
    let totals = ranking.iter().enumerate().map(|(rank, &engine)| {
        let totals = table.totals(engine);
        let games = totals.games();
        vec![
            (rank + 1).to_string(),
            table.names()[engine].clone(),
            format!("{:.1}", games.points()),
            games.games().to_string(),
            per_cent(games),
            per_cent(totals.as_black),
            per_cent(totals.as_white),
            games.draws.to_string(),
        ]
    });
    let mut totals: Vec<Vec<String>> = totals.collect();
    let opponents = (1..=ranking.len()).map(|rank| rank.to_string());
    let against: Vec<Vec<String>> = ranking
        .iter()
        .map(|&engine| against_each(table, engine, &ranking))
        .collect();
    if ranking.len() <= MOST_BESIDE {
        for (row, against) in totals.iter_mut().zip(against) {
            row.extend(against);
        }
        return render(header.into_iter().chain(opponents).collect(), totals);
    }
    let named = totals.iter().zip(against).map(|(row, against)| {
        let names = row[..2].iter().cloned();
        names.chain(against).collect()
    });
    let named = named.collect();
    let titles = header[..2].iter().cloned().chain(opponents).collect();
    format!(
        "{}Points against each other\n{}",
        render(header.to_vec(), totals),
        render(titles, named)
    )
}

/// Points and games of an engine against every engine.
fn against_each(table: &CrossTable, engine: usize, ranking: &[usize]) -> Vec<String> {
    let against = ranking.iter().map(|&opponent| {
        let games = table.games(engine, opponent);
        if engine == opponent || games.games() == 0 {
            "-".to_owned()
        } else {
            format!("{:.1}/{}", games.points(), games.games())
        }
    });
    against.collect()
}

/// The ratings, the strongest engine first, with a note if they are based on more than the results.
pub fn ratings_text(ratings: &Ratings) -> String {
    let elo_title = match ratings.basis {
        RatingBasis::Results => "Elo",
        RatingBasis::VirtualDraws => "Elo*",
    };
    let header = ["#", "engine", elo_title, "±", "points", "games", "%"].map(str::to_owned);
    let rows = ratings
        .ranked()
        .into_iter()
        .enumerate()
        .map(|(rank, rating)| {
            let (elo, margin) = match rating.elo {
                Some(elo) if elo.margin() > 0.0 => {
                    (signed(elo.value), format!("{:.1}", elo.margin()))
                }
                Some(anchor) => (signed(anchor.value), "fixed".to_owned()),
                None => ("-".to_owned(), "-".to_owned()),
            };
            let share = if rating.games == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}", percent(rating.points / rating.games as f64))
            };
            vec![
                (rank + 1).to_string(),
                rating.name.clone(),
                elo,
                margin,
                format!("{:.1}", rating.points),
                rating.games.to_string(),
                share,
            ]
        });
    let mut text = render(header.to_vec(), rows.collect());
    if ratings.basis == RatingBasis::VirtualDraws {
        text.push_str(VIRTUAL_DRAWS);
    }
    text
}

/// A rating with its sign; nothing is `+0.0`.
fn signed(elo: f64) -> String {
    format!("{:+.1}", rounded(elo, 1))
}

/// The faults of every engine by the kinds that occurred, in the order of the cross table.
pub(crate) fn faults_text(table: &CrossTable) -> String {
    let ranking = table.ranking();
    let count = |engine: usize, kind: FaultKind| {
        let faults = &table.totals(engine).faults;
        faults.get(&kind).copied().unwrap_or_default()
    };
    let mut kinds = FaultKind::ALL.to_vec();
    kinds.retain(|&kind| ranking.iter().any(|&engine| count(engine, kind) > 0));
    let mut header = vec!["engine".to_owned()];
    header.extend(kinds.iter().map(|kind| kind.name().to_owned()));
    header.push("all".to_owned());
    let rows = ranking.iter().map(|&engine| {
        let mut row = vec![table.names()[engine].clone()];
        row.extend(kinds.iter().map(|&kind| count(engine, kind).to_string()));
        row.push(table.totals(engine).fault_count().to_string());
        row
    });
    render(header, rows.collect())
}

fn per_cent(games: Trinomial) -> String {
    games
        .score()
        .map_or_else(|| "-".to_owned(), |score| format!("{:.1}", percent(score)))
}

/// A table in which numbers are aligned right, and names, in the column `engine` or `parameter`, left.
pub(crate) fn render(header: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    let left: Vec<bool> = header
        .iter()
        .map(|title| NAME_COLUMNS.contains(&title.as_str()))
        .collect();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_header(header)
        .add_rows(rows);
    for (column, left) in table.column_iter_mut().zip(left) {
        let alignment = if left {
            CellAlignment::Left
        } else {
            CellAlignment::Right
        };
        column.set_cell_alignment(alignment);
    }
    format!("{table}\n")
}

#[cfg(test)]
mod tests {
    use super::super::estimate::Estimate;
    use super::super::ratings::{Anchor, Rating, rate};
    use super::super::test_records::{faulty, record};
    use super::*;
    use kagetsu_notation::record::GameResult;

    fn table() -> CrossTable {
        let records = [
            record(0, "first", "second", GameResult::Black),
            record(0, "second", "first", GameResult::Draw),
            faulty(1, "second", "third", "third", FaultKind::Stall),
        ];
        let mut table = CrossTable::new(["second", "idle"].map(str::to_owned));
        table.extend(&records);
        table
    }

    /// The words of a line that begins with this rank or name, without the frame.
    fn line(text: &str, start: &str) -> Vec<String> {
        text.lines()
            .map(|line| line.replace(['│', '┆'], " "))
            .map(|line| {
                line.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .find(|words| words.first().is_some_and(|word| word == start))
            .unwrap_or_default()
    }

    #[test]
    fn the_cross_table_is_ordered_by_score() {
        let text = cross_table_text(&table());
        let (totals, against) = text.split_once("Points against each other").unwrap();
        assert_eq!(
            line(totals, "1").join(" "),
            "1 first 1.5 2 75.0 100.0 50.0 1"
        );
        assert_eq!(
            line(totals, "2").join(" "),
            "2 second 1.5 3 50.0 75.0 0.0 1"
        );
        assert_eq!(line(totals, "4").join(" "), "4 idle 0.0 0 - - - 0");
        assert_eq!(line(against, "1").join(" "), "1 first - 1.5/2 - -");
        assert_eq!(line(against, "2").join(" "), "2 second 0.5/2 - 1.0/1 -");
        assert_eq!(line(against, "4").join(" "), "4 idle - - - -");
    }

    #[test]
    fn ratings_tell_what_they_stand_on() {
        let table = table();
        let anchors = [Anchor {
            name: "second".to_owned(),
            elo: 100.0,
        }];
        let ratings = rate(table.names(), &table.encounters(), &anchors).unwrap();
        let text = ratings_text(&ratings);
        assert_eq!(
            line(&text, "2").join(" "),
            "2 second +100.0 fixed 1.5 3 50.0"
        );
        assert_eq!(line(&text, "4").join(" "), "4 idle - - 0.0 0 -");
        assert!(text.contains("imaginary draw"), "{text}");
    }

    #[test]
    fn equal_engines_stay_in_their_order() {
        let elo = |value| Some(Estimate::symmetric(value, 1.0));
        let rating = |name: &str, elo| Rating {
            name: name.to_owned(),
            elo,
            games: 2,
            points: 1.0,
        };
        let ratings = Ratings {
            engines: vec![
                rating("first", elo(-1e-12)),
                rating("second", elo(0.0)),
                rating("idle", None),
                rating("third", elo(1e-12)),
            ],
            basis: RatingBasis::Results,
            dispersion: 1.0,
        };
        let ranked = ratings.ranked().into_iter().map(|rating| &rating.name[..]);
        let ranked: Vec<&str> = ranked.collect();
        assert_eq!(ranked, ["first", "second", "third", "idle"]);
    }

    #[test]
    fn faults_stand_under_the_kinds_that_occurred() {
        let text = faults_text(&table());
        assert_eq!(line(&text, "engine").join(" "), "engine stall all");
        assert_eq!(line(&text, "third").join(" "), "third 1 1");
        assert_eq!(line(&text, "idle").join(" "), "idle 0 0");
    }
}
