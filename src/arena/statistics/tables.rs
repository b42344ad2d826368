//! Tables of a pool of engines as text: the cross table, the ratings and the faults. Lines end with a line feed.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};

use kagetsu_notation::record::FaultKind;

use super::cross_table::CrossTable;
use super::ratings::{Footing, Ratings};
use super::score::Trinomial;

/// Hundredths in one.
const PER_CENT: f64 = 100.0;
/// Columns whose entries are names.
const NAME_COLUMNS: [&str; 2] = ["engine", "parameter"];

/// The cross table, the best score first: the points of all games, the score with each colour, and the points against
/// each opponent.
pub fn cross_table_text(table: &CrossTable) -> String {
    let ranking = table.ranking();
    let mut header = [
        "#", "engine", "points", "games", "%", "Black %", "White %", "draws",
    ]
    .map(str::to_owned)
    .to_vec();
    header.extend((1..=ranking.len()).map(|rank| rank.to_string()));
    let rows = ranking.iter().enumerate().map(|(rank, &engine)| {
        let totals = table.totals(engine);
        let games = totals.games();
        let mut row = vec![
            (rank + 1).to_string(),
            table.names()[engine].clone(),
            format!("{:.1}", games.points()),
            games.games().to_string(),
            per_cent(games),
            per_cent(totals.as_black),
            per_cent(totals.as_white),
            games.draws.to_string(),
        ];
        row.extend(ranking.iter().map(|&opponent| {
            let games = table.results(engine, opponent).games();
            if engine == opponent || games.games() == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}/{}", games.points(), games.games())
            }
        }));
        row
    });
    render(header, rows.collect())
}

/// The ratings, the strongest engine first, with a note if they are based on more than the results.
pub fn ratings_text(ratings: &Ratings) -> String {
    let header = ["#", "engine", "Elo", "±", "points", "games", "%"].map(str::to_owned);
    let rows = ratings
        .ranked()
        .into_iter()
        .enumerate()
        .map(|(rank, rating)| {
            let (elo, margin) = match rating.elo {
                Some(elo) if elo.margin() > 0.0 => {
                    (format!("{:+.1}", elo.value), format!("{:.1}", elo.margin()))
                }
                Some(anchor) => (format!("{:+.1}", anchor.value), "fixed".to_owned()),
                None => ("-".to_owned(), "-".to_owned()),
            };
            let share = if rating.games == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}", PER_CENT * rating.points / rating.games as f64)
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
    if ratings.footing == Footing::VirtualDraws {
        text.push_str(
            "The results alone fix no ratings: an imaginary draw was added for every engine.\n",
        );
    }
    text
}

/// The faults of every engine by kind, in the order of the cross table.
pub fn faults_text(table: &CrossTable) -> String {
    let mut header = vec!["engine".to_owned()];
    header.extend(FaultKind::ALL.map(|kind| kind.name().to_owned()));
    header.push("all".to_owned());
    let rows = table.ranking().into_iter().map(|engine| {
        let totals = table.totals(engine);
        let mut row = vec![table.names()[engine].clone()];
        row.extend(FaultKind::ALL.map(|kind| {
            let count = totals.faults.get(&kind).copied().unwrap_or_default();
            count.to_string()
        }));
        row.push(totals.fault_count().to_string());
        row
    });
    render(header, rows.collect())
}

fn per_cent(games: Trinomial) -> String {
    games.score().map_or_else(
        || "-".to_owned(),
        |score| format!("{:.1}", PER_CENT * score),
    )
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
    use super::super::ratings::{Anchor, rate};
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
        assert_eq!(
            line(&text, "1").join(" "),
            "1 first 1.5 2 75.0 100.0 50.0 1 - 1.5/2 - -"
        );
        assert_eq!(
            line(&text, "2").join(" "),
            "2 second 1.5 3 50.0 75.0 0.0 1 0.5/2 - 1.0/1 -"
        );
        assert_eq!(line(&text, "4").join(" "), "4 idle 0.0 0 - - - 0 - - - -");
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
    fn faults_stand_under_their_kind() {
        let text = faults_text(&table());
        let header = line(&text, "engine");
        assert_eq!(header.len(), FaultKind::ALL.len() + 2);
        assert_eq!(line(&text, "third").join(" "), "third 0 0 0 0 1 0 0 0 1");
        assert_eq!(line(&text, "idle").join(" "), "idle 0 0 0 0 0 0 0 0 0");
    }
}
