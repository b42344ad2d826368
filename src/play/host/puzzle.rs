//! Puzzles. A request brings all answers so far, so nothing of an attempt is kept, and the game at the table is not
//! touched. The right moves are sent only to those who ask for a hint or for the solution.

use kagetsu_notation::text_form;
use serde::{Deserialize, Serialize};

use crate::game::{Colour, Game, Picture, Refusal, Spot};
use crate::gomoku::{Rule, Setup};
use crate::puzzles::{Attempt, Judgement, Kind, Puzzle, PuzzleFault, Puzzles, RowDefaults};
use crate::text::Message;

/// A puzzle in the list, without its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Listed {
    /// Its name.
    pub id: String,
    /// The rule by its name.
    pub rule: &'static str,
    /// The kind by its name.
    pub kind: &'static str,
    /// From 1 to 10.
    pub grade: u8,
    /// Its row in a file, where it is one of the person's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
}

/// The puzzles to choose from.
pub(crate) fn list(puzzles: &Puzzles) -> Vec<Listed> {
    puzzles.list().iter().map(listed).collect()
}

fn listed(puzzle: &Puzzle) -> Listed {
    Listed {
        id: puzzle.id.clone(),
        rule: puzzle.rule.name(),
        kind: puzzle.kind.name(),
        grade: puzzle.grade,
        row: None,
    }
}

/// The text of a file of puzzles, and what holds of those whose rows do not say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnPuzzles {
    /// The text, as `puzzles --out` writes it.
    pub text: String,
    /// The kind.
    #[serde(with = "text_form")]
    pub kind: Kind,
    /// The rule.
    pub rule: Rule,
}

/// The puzzles of a file, with their rows: nothing of them is kept here.
///
/// # Errors
/// [`PuzzleFault`] with the first row that is no puzzle; a text without puzzles is one as well.
pub(crate) fn list_own(own: &OwnPuzzles) -> Result<Vec<Listed>, PuzzleFault> {
    let defaults = RowDefaults {
        kind: own.kind,
        rule: own.rule,
        size: Setup::usual_side(),
    };
    let puzzles = Puzzles::read_own(&own.text, defaults)?;
    if puzzles.list().is_empty() {
        return Err(PuzzleFault {
            line: 1,
            fault: Refusal::NoPuzzles,
        });
    }
    let with_row = |puzzle: &Puzzle| Listed {
        row: Some(puzzle.to_string()),
        ..listed(puzzle)
    };
    Ok(puzzles.list().iter().map(with_row).collect())
}

/// The puzzle of a row of [`list_own`].
///
/// # Errors
/// [`Refusal`] of what is wrong with the row.
pub(crate) fn own(row: &str) -> Result<Puzzle, Refusal> {
    let defaults = RowDefaults {
        kind: Kind::Fours,
        rule: Rule::default(),
        size: Setup::usual_side(),
    };
    Puzzle::read_own(row, defaults)
}

/// A request about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PuzzleRequest {
    /// Name of the puzzle.
    pub id: String,
    /// Its row, where it is one of the person's own.
    pub row: Option<String>,
    /// The right answers so far, without the replies.
    #[serde(default)]
    pub answers: Vec<Spot>,
    /// What is wanted.
    #[serde(flatten)]
    pub wish: PuzzleWish,
}

/// What is wanted of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub(crate) enum PuzzleWish {
    /// The position.
    Show,
    /// A judgement of a move.
    Answer { at: Spot },
    /// The area in which the right move lies, as the zone of the picture.
    HintArea,
    /// The right move.
    Hint,
    /// All moves up to the end.
    Solution,
}

/// A puzzle after the answers so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PuzzleView {
    /// The board.
    pub picture: Picture,
    /// The colour of the next stone.
    pub to_move: Colour,
    /// Is there nothing left to answer?
    pub solved: bool,
    /// Why the answer is not legal.
    pub refused: Option<Message>,
    /// What the answer is worth.
    pub judged: Option<Judgement>,
    /// The moves that were asked for: one for a hint, all for the solution.
    pub line: Vec<Spot>,
}

/// Answers to a request.
///
/// # Errors
/// [`Refusal`] when the answers so far are not right ones.
pub(crate) fn answer(puzzle: &Puzzle, request: &PuzzleRequest) -> Result<PuzzleView, Refusal> {
    let mut attempt = Attempt::new(puzzle)?;
    for &at in &request.answers {
        if let Judgement::Wrong(_) = attempt.answer(at)? {
            return Err(Refusal::WrongStep);
        }
    }
    let (mut judged, mut refused, mut line, mut zone) = (None, None, Vec::new(), None);
    match request.wish {
        PuzzleWish::Show => {}
        PuzzleWish::HintArea => zone = attempt.hint_area(),
        PuzzleWish::Hint => line.extend(attempt.hint()),
        PuzzleWish::Solution => line.extend_from_slice(attempt.solution()),
        PuzzleWish::Answer { at } => match attempt.answer(at) {
            Ok(judgement) => judged = Some(judgement),
            Err(refusal) => refused = Some(refusal.message()),
        },
    }
    let game = attempt.game();
    Ok(PuzzleView {
        picture: Picture {
            zone,
            ..game.picture()
        },
        to_move: game.to_move(),
        solved: attempt.is_solved(),
        refused,
        judged,
        line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cell;
    use crate::text::{Catalogue, Language};

    fn puzzle(rule: Rule, kind: Kind) -> Puzzle {
        let puzzles = Puzzles::shipped().expect("a sound file");
        puzzles.of(rule, kind).next().expect("a puzzle").clone()
    }

    fn ask(puzzle: &Puzzle, answers: &[Spot], wish: PuzzleWish) -> Result<PuzzleView, Refusal> {
        let request = PuzzleRequest {
            id: puzzle.id.clone(),
            row: None,
            answers: answers.to_vec(),
            wish,
        };
        answer(puzzle, &request)
    }

    #[test]
    fn every_puzzle_in_the_list_has_its_texts() {
        let english = Catalogue::of(Language::En).expect("it is sound");
        for listed in list(&Puzzles::shipped().expect("a sound file")) {
            for key in [
                format!("short-{}", listed.rule),
                format!("puzzle-{}", listed.kind),
                format!("puzzle-goal-{}", listed.kind),
            ] {
                assert!(english.has(&key), "{key}");
            }
        }
    }

    #[test]
    fn a_puzzle_is_solved_by_hints() {
        let asked = serde_json::json!(PuzzleWish::HintArea);
        assert_eq!(asked, serde_json::json!({ "do": "hint-area" }));
        for (rule, kind) in [
            (Rule::Freestyle, Kind::Fours),
            (Rule::Freestyle, Kind::Defend),
            (Rule::Renju, Kind::Foul),
        ] {
            let puzzle = puzzle(rule, kind);
            let shown = ask(&puzzle, &[], PuzzleWish::Show).expect("a position");
            assert_eq!((shown.to_move, shown.solved), (puzzle.to_move, false));
            assert_eq!((shown.judged, shown.line), (None, vec![]));
            let mut answers = Vec::new();
            loop {
                let area = ask(&puzzle, &answers, PuzzleWish::HintArea).expect("right answers");
                let hint = ask(&puzzle, &answers, PuzzleWish::Hint).expect("right answers");
                let at = hint.line[0];
                // The first hint does not tell the move.
                let (area, at_json) = (serde_json::json!(area), serde_json::json!(at));
                assert_eq!(area["line"], serde_json::json!([]));
                let zone = area["picture"]["zone"].as_array().expect("an area");
                assert!(zone.len() > 1 && zone.contains(&at_json), "{zone:?}");
                let answered = ask(&puzzle, &answers, PuzzleWish::Answer { at });
                let answered = answered.expect("right answers");
                answers.push(at);
                if answered.solved {
                    assert_eq!(serde_json::json!(answered.judged), "solved");
                    break;
                }
                assert_eq!(serde_json::json!(answered.judged), "right");
                assert_eq!(answered.picture.moves.len(), 2 * answers.len());
            }
            assert_eq!(answers.len(), puzzle.length());
        }
    }

    #[test]
    fn wrong_answers_change_nothing() {
        let puzzle = puzzle(Rule::Freestyle, Kind::Fours);
        let shown = ask(&puzzle, &[], PuzzleWish::Show).expect("a position");
        let at = Spot::new(0, 0);
        assert_eq!(shown.picture.cell(at), Cell::Empty);
        let wrong = ask(&puzzle, &[], PuzzleWish::Answer { at }).expect("a judgement");
        assert_eq!(wrong.judged, Some(Judgement::Wrong(Vec::new())));
        assert_eq!((wrong.picture, wrong.solved), (shown.picture, false));
        let taken = puzzle.stones[0].0;
        let refused = ask(&puzzle, &[], PuzzleWish::Answer { at: taken }).expect("a refusal");
        let key = refused.refused.map(|message| message.key);
        assert_eq!(key.as_deref(), Some("refused-occupied"));
        // Wrong answers are not accepted as earlier ones either.
        let skipped = ask(&puzzle, &[at], PuzzleWish::Solution);
        assert_eq!(skipped, Err(Refusal::WrongStep));
        let solution = ask(&puzzle, &[], PuzzleWish::Solution).expect("a solution");
        assert_eq!(solution.line, puzzle.line);
    }

    #[test]
    fn own_puzzles_are_listed_with_rows_that_are_played_and_a_bad_file_is_told() {
        let own = |text: &str| OwnPuzzles {
            text: text.to_string(),
            kind: Kind::Threes,
            rule: Rule::Renju,
        };
        let known = puzzle(Rule::Freestyle, Kind::Fours);
        let few: Vec<String> = known
            .to_string()
            .split('\t')
            .take(6)
            .map(String::from)
            .collect();
        let text = format!("# id\n{known}\n{}\n", few.join("\t"));
        let listed = list_own(&own(&text)).expect("two puzzles");
        let rules = listed.iter().map(|puzzle| puzzle.rule);
        assert_eq!(rules.collect::<Vec<_>>(), ["freestyle", "renju"]);
        let row = listed[0].row.as_deref().expect("a row");
        assert_eq!(super::own(row), Ok(known));
        let told = |text: &str| {
            let fault = list_own(&own(text)).expect_err("no puzzles");
            serde_json::json!(fault.message())
        };
        let nonsense = told("nonsense");
        let why = &nonsense["arguments"]["why"]["message"]["key"];
        assert_eq!(why, "refused-puzzle-columns");
        assert_eq!(told("")["key"], "refused-no-puzzles");
        for (text, why) in [
            ("", "line 1: There are no puzzles"),
            ("nonsense", "line 1: 6 or 10 columns"),
        ] {
            let fault = list_own(&own(text)).expect_err("no puzzles").to_string();
            assert!(fault.starts_with(why), "{fault}");
        }
    }
}
