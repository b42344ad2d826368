//! Looks a position up in a database or in a book. Everything is shown as it lies on the board that was asked for, however
//! the database has turned it.

use std::io::{self, Write};

use serde::Serialize;

use kagetsu_analysis::book::choice::book_moves;
use kagetsu_analysis::database::entry::{Bound, Entry, Label};
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_analysis::database::view::{KnownMove, View};
use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::{Point, PointSet, Rows};
use kagetsu_kernel::{counted, percent};

use super::super::error::CommandError;
use super::super::position_arg::position;
use super::super::printed::{plain_table, without_controls, write_json_line};
use super::board::board_of;
use super::cli::ShowArgs;

/// Columns of the table of moves that hold figures: score, chance and depth.
const FIGURES: [usize; 3] = [1, 2, 3];

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// What is known.
    Database,
    /// The same, and the moves that the engine plays from it.
    Book,
}

/// What is known of a position, for the side to move in the position that was asked for.
#[derive(Debug, Serialize)]
struct Known {
    #[serde(skip_serializing_if = "Option::is_none", rename = "move")]
    point: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Label>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    forbidden: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    mark: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
}

/// A look-up as a JSON object.
#[derive(Debug, Serialize)]
struct LookUp {
    rule: String,
    size: String,
    black: String,
    white: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    blocked: String,
    to_move: String,
    /// `None` where the position itself is not stored.
    entry: Option<Known>,
    moves: Vec<Known>,
    /// Moves that the engine plays from a book.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Vec<String>>,
}

/// Prints what is known of a position and of its moves.
pub(crate) fn show(
    args: &ShowArgs,
    shown: Shown,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    let asked = &args.position;
    let reader = Reader::open(&args.database.db)?;
    let board = board_of(reader.view(), &args.database.db, asked.rule, asked.size)?;
    let (rule, size) = match board {
        Some((rule, size)) => (rule, Some(size)),
        None => (Rule::default(), None),
    };
    let position = position(asked, rule, size, err)?;
    let looked = LookedUp::new(reader.view(), position, shown)?;
    if args.json {
        write_json_line(&looked.record(asked.rows), out)?;
    } else {
        looked.print(asked.rows, out)?;
    }
    Ok(())
}

/// What was found.
struct LookedUp {
    position: Position,
    entry: Option<Entry>,
    /// Moves with what is known of the positions after them, for the player of the move; the best ones first.
    moves: Vec<(Point, Entry)>,
    plays: Option<Vec<Point>>,
}

impl LookedUp {
    fn new(view: &View, position: Position, shown: Shown) -> Result<Self, DatabaseError> {
        let after = |known: KnownMove| (known.point, known.entry.for_opponent());
        let found = view.judged_moves(&position)?.into_iter();
        let mut moves: Vec<(Point, Entry)> = found.map(after).collect();
        moves.sort_by_key(|(_, entry)| std::cmp::Reverse(rank(entry)));
        let plays = match shown {
            Shown::Database => None,
            Shown::Book => Some(book_moves(view, &position)?),
        };
        Ok(Self {
            entry: view.get(&position)?,
            moves,
            plays: plays.map(|moves| moves.into_iter().map(|known| known.point).collect()),
            position,
        })
    }

    fn record(&self, rows: Rows) -> LookUp {
        let (size, fouls) = (self.position.size(), fouls(&self.position));
        let of = |side: Side| rows.names(self.position.stones_of(side), size, "");
        let known = |point: Option<Point>, entry: &Entry| Known {
            point: point.map(|point| rows.name(point, size)),
            value: entry.value,
            bound: entry.value.map(|_| entry.bound),
            depth: entry.value.map(|_| entry.depth),
            // The best move of a position after a move is one of the opponent's.
            best: entry
                .best
                .filter(|_| point.is_none())
                .map(|best| rows.name(best, size)),
            label: entry.label,
            forbidden: point.is_some_and(|point| fouls.contains(point)),
            mark: entry.mark.clone(),
            text: entry.text.clone(),
        };
        LookUp {
            rule: self.position.rule().to_string(),
            size: size.to_string(),
            black: of(Side::Black),
            white: of(Side::White),
            blocked: rows.names(self.position.blocked(), size, ""),
            to_move: self.position.side_to_move().to_string(),
            entry: self.entry.as_ref().map(|entry| known(None, entry)),
            moves: self
                .moves
                .iter()
                .map(|(point, entry)| known(Some(*point), entry))
                .collect(),
            plays: self.plays.as_ref().map(|plays| {
                let names = plays.iter().map(|&point| rows.name(point, size));
                names.collect()
            }),
        }
    }

    fn print(&self, rows: Rows, out: &mut dyn Write) -> io::Result<()> {
        let (position, size) = (&self.position, self.position.size());
        let stones = position.stones().len();
        writeln!(
            out,
            "{} {size}, {}, {} to move",
            position.rule(),
            counted(stones, "stone"),
            position.side_to_move()
        )?;
        let Some(entry) = &self.entry else {
            writeln!(out, "nothing is stored of this position")?;
            return self.print_moves(rows, out);
        };
        let mut line = |name: &str, text: String| {
            if text.is_empty() {
                Ok(())
            } else {
                writeln!(out, "{name:<8}{text}")
            }
        };
        line("score:", score(entry))?;
        line("chance:", chance(entry, position.rule(), stones))?;
        if entry.value.is_some() {
            line("depth:", entry.depth.to_string())?;
        }
        let best = entry.best.map(|point| rows.name(point, size));
        line("best:", best.unwrap_or_default())?;
        line("label:", label(entry).to_string())?;
        line("mark:", without_controls(&entry.mark))?;
        line(
            "text:",
            entry
                .text
                .lines()
                .map(without_controls)
                .collect::<Vec<_>>()
                .join("\n        "),
        )?;
        self.print_moves(rows, out)
    }

    fn print_moves(&self, rows: Rows, out: &mut dyn Write) -> io::Result<()> {
        let (position, size) = (&self.position, self.position.size());
        let fouls = fouls(position);
        if self.moves.is_empty() {
            writeln!(out, "no position after a move is stored")?;
        } else {
            let titles = ["move", "score", "chance", "depth", "label", "mark", "text"];
            let mut table = plain_table(&titles, FIGURES);
            for (point, entry) in &self.moves {
                let depth = entry.value.map(|_| entry.depth.to_string());
                let is_foul = fouls.contains(*point);
                let label = if is_foul { "forbidden" } else { label(entry) };
                table.add_row([
                    rows.name(*point, size),
                    score(entry),
                    chance(entry, position.rule(), position.stones().len() + 1),
                    depth.unwrap_or_default(),
                    label.to_string(),
                    without_controls(&entry.mark),
                    without_controls(entry.text.lines().next().unwrap_or_default()),
                ]);
            }
            writeln!(out, "{}", table.trim_fmt())?;
        }
        match self.plays.as_deref() {
            None => Ok(()),
            Some([]) => writeln!(out, "the engine plays nothing from this book here"),
            Some(plays) => writeln!(
                out,
                "the engine plays one of: {}",
                rows.names(plays, size, " ")
            ),
        }
    }
}

fn fouls(position: &Position) -> PointSet {
    Board::from_position(position).fouls(position.side_to_move())
}

/// Sorts moves: won ones, then by value with drawn ones at zero, those of which no value is known, lost ones.
fn rank(entry: &Entry) -> (i32, i32) {
    let group = match entry.label {
        Some(Label::Win) => 2,
        Some(Label::Loss) => -1,
        Some(Label::Draw) => return (1, 0),
        None => i32::from(entry.value.is_some()),
    };
    (group, entry.value.unwrap_or_default())
}

fn score(entry: &Entry) -> String {
    let sign = match entry.bound {
        Bound::Exact => "",
        Bound::Lower => "\u{2265} ",
        Bound::Upper => "\u{2264} ",
    };
    let score = entry.score();
    score.map_or_else(String::new, |score| format!("{sign}{score}"))
}

/// The chance to win in percent. A bound bounds it as it does the score.
fn chance(entry: &Entry, rule: Rule, stones: usize) -> String {
    let score = entry.score();
    score.map_or_else(String::new, |score| {
        format!("{:.1}%", percent(win_probability(rule, score, stones)))
    })
}

const fn label(entry: &Entry) -> &'static str {
    match entry.label {
        Some(Label::Win) => "win",
        Some(Label::Loss) => "loss",
        Some(Label::Draw) => "draw",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::in_process::{fine, run_in};

    use super::*;

    /// Shows a position of a database with these entries, by the command or by that of books.
    fn shown(entries: &str, words: &str, command: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("lines.txt"), entries).expect("room");
        fine(folder.path(), "database import lines.txt --db base.kdb");
        let line = format!("{command} show --db base.kdb {words}");
        run_in(folder.path(), &line).answer()
    }

    fn entry(black: &str, white: &str, to_move: &str, rest: &str) -> String {
        format!(
            "{{\"schema\":1,\"rule\":\"renju\",\"size\":\"15x15\",\"black\":\"{black}\",\"white\":\"{white}\",\"to_move\":\"{to_move}\"{rest}}}\n"
        )
    }

    #[test]
    fn a_position_is_shown_as_it_lies_on_the_board_of_the_question() {
        let entries = entry(
            "h8",
            "i9",
            "black",
            ",\"value\":35,\"bound\":\"lower\",\"depth\":14,\"best\":\"j8\"",
        ) + &entry(
            "h8j8",
            "i9",
            "white",
            ",\"value\":-40,\"depth\":12,\"mark\":\"B\"",
        );
        // The eight images of one question, each with the image of its answer.
        for (moves, best) in [
            ("h8i9", "j8"),
            ("h8g9", "f8"),
            ("h8i7", "j8"),
            ("h8g7", "f8"),
        ] {
            let text = shown(&entries, moves, "database").expect("an entry");
            assert!(
                text.starts_with("renju 15x15, 2 stones, black to move\nscore:  \u{2265} 35\n"),
                "{text}"
            );
            assert!(text.contains(&format!("\nbest:   {best}\n")), "{text}");
            let row = text
                .lines()
                .find(|line| line.trim_start().starts_with(best))
                .expect(&text);
            assert_eq!(row.split_whitespace().nth(1), Some("40"), "{row}");
            let json = shown(&entries, &format!("{moves} --json"), "database").expect("an entry");
            let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(value["entry"]["best"], best);
            let moves = value["moves"].as_array().expect("moves");
            let known = moves.iter().find(|known| known["move"] == best);
            assert_eq!(known.expect(&json)["value"], 40);
        }
        let none = shown(&entries, "h8a1", "database").expect("a position");
        assert!(
            none.contains("nothing is stored of this position"),
            "{none}"
        );
    }

    #[test]
    fn a_book_shows_what_the_engine_plays() {
        let entries = entry(
            "h8",
            "",
            "white",
            ",\"value\":-5,\"depth\":9,\"best\":\"i9\"",
        ) + &entry("h8", "i9", "black", ",\"value\":5,\"depth\":8")
            + &entry("h8", "h9", "black", ",\"value\":90,\"depth\":8");
        let text = shown(&entries, "h8", "book").expect("an entry");
        let last = text
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("the engine plays one of: "));
        let mut plays: Vec<&str> = last.expect(&text).split(' ').collect();
        plays.sort_unstable();
        assert_eq!(plays, ["g7", "g9", "i7", "i9"]);
        let end = shown(&entries, "h8i9", "book").expect("an entry");
        assert!(
            end.ends_with("the engine plays nothing from this book here\n"),
            "{end}"
        );
    }

    #[test]
    fn a_forbidden_move_wins_nothing() {
        // With h8 Black has two threes; by another order the same stones are legal.
        let after = |point: &str, rest: &str| {
            let black = format!("f8g8h9h10{point}");
            entry(&black, "a15c15e15g15", "white", rest)
        };
        let entries =
            after("h8", ",\"value\":-900,\"label\":\"loss\"") + &after("j6", ",\"value\":20");
        let asked = "f8a15g8c15h9e15h10g15";
        let text = shown(&entries, asked, "database").expect("entries");
        let last = text.lines().last().expect(&text).split_whitespace();
        assert!(last.eq(["h8", "forbidden"]), "{text}");
        let json = shown(&entries, &format!("{asked} --json"), "database").expect("entries");
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["moves"][1]["forbidden"], true);
        assert_eq!(value["moves"][1]["label"], "loss");
    }

    #[test]
    fn a_drawn_move_stands_at_zero() {
        let entry = |label, value| Entry {
            label,
            value,
            ..Entry::default()
        };
        let entries = [
            entry(Some(Label::Win), None),
            entry(None, Some(5)),
            entry(Some(Label::Draw), None),
            entry(None, Some(-5)),
            entry(None, None),
            entry(Some(Label::Loss), None),
        ];
        assert!(entries.is_sorted_by(|one, next| rank(one) > rank(next)));
    }

    #[test]
    fn rule_and_size_are_those_of_the_database_unless_it_has_several() {
        let renju = entry("h8", "", "white", ",\"label\":\"loss\"");
        let other = renju.replace("renju", "caro");
        let text = shown(&renju, "h8", "database").expect("an entry");
        assert!(text.contains("label:  loss"), "{text}");
        let error = shown(&renju, "h8 --rule caro", "database").expect_err("another rule");
        assert!(
            error.ends_with("has no such positions; it has renju 15x15"),
            "{error}"
        );
        let both = renju.clone() + &other;
        let error = shown(&both, "h8", "database").expect_err("two rules");
        assert!(error.contains("renju 15x15, caro 15x15"), "{error}");
        assert!(shown(&both, "h8 --rule caro", "database").is_ok());
    }
}
