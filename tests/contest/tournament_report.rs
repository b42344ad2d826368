//! Tests of the reports of made-up tournaments: the whole text, the parts of the page, the use of time, the curves.

use std::error::Error;
use std::time::Duration;

use kagetsu_arena::manifest::{Manifest, OpeningSource};
use kagetsu_arena::report::curve::curves;
use kagetsu_arena::report::usage::usage;
use kagetsu_arena::report::{ReportInput, page, text};
use kagetsu_arena::settings::{OpeningRule, ResignRule};
use kagetsu_arena::{ClockRules, ScheduleError};
use kagetsu_gomoku::board::Rule;
use kagetsu_notation::record::Remark;
use kagetsu_notation::{Fault, FaultKind, GameRecord, GameResult, Reason};
use kagetsu_test_support::made_up;

type Checked = Result<(), Box<dyn Error>>;

const EXPECTED: &str = include_str!("../data/tournament_report.txt");
/// Results of a synthetic tournament, game by game.
const RESULTS: [GameResult; 6] = [
    GameResult::Black,
    GameResult::White,
    GameResult::Draw,
    GameResult::Black,
    GameResult::Black,
    GameResult::Black,
];

fn manifest(names: &[&str], games: u32) -> Result<Manifest, ScheduleError> {
    let (_, mut manifest) = made_up::tournament(names, Vec::new(), games / 2)?;
    for engine in &mut manifest.engines {
        engine.command = ["brain", "-x"].map(str::to_string).to_vec();
    }
    manifest.engines[1].clock = Some(ClockRules {
        game: Some(Duration::from_secs(2)),
        increment: Duration::from_millis(500),
        ..ClockRules::default()
    });
    manifest.game.rule = Rule::Renju.into();
    manifest.game.clock.turn = Some(Duration::from_millis(200));
    manifest.game.clock.nodes = Some(1000);
    manifest.seed = 7;
    Ok(manifest)
}

fn records(names: [&str; 2]) -> Vec<GameRecord> {
    let record = |(game, result): (usize, GameResult)| {
        let [black, white] = [names[game % 2], names[1 - game % 2]];
        let fault = (game == 3).then(|| Fault {
            engine: white.to_string(),
            kind: FaultKind::Illegal,
            detail: "0,0 is taken".to_string(),
            lines: vec!["> TURN 1,1".to_string(), "< 0,0".to_string()],
        });
        GameRecord {
            rule: Rule::Renju.into(),
            reason: match (&fault, result) {
                (Some(_), _) => Reason::Fault,
                (None, GameResult::Draw) => Reason::AdjudicatedDraw,
                (None, _) => Reason::Five,
            },
            moves: "h8i9j10k11".to_string(),
            opening: 1,
            ms: vec![0, 30, 100, 50],
            remarks: [None, Some(4), Some(6), None]
                .map(|depth| Remark { score: None, depth })
                .to_vec(),
            memory_kib: [Some(3000), None],
            fault,
            ..made_up::game(game as u32, [black, white], result)
        }
    };
    RESULTS.into_iter().enumerate().map(record).collect()
}

#[test]
fn the_text_says_all_and_does_not_depend_on_the_order_of_the_games() -> Checked {
    let manifest = manifest(&["ada", "bo"], 6)?;
    let mut records = records(["ada", "bo"]);
    let report = |records: &[GameRecord]| text(&ReportInput::new(&manifest, records));
    assert_eq!(report(&records), EXPECTED);
    let few = report(&records[..2]);
    let words = "Ratings: no estimate from so few games\n";
    assert!(few.contains(words), "{few}");
    records.reverse();
    assert_eq!(report(&records), EXPECTED);
    Ok(())
}

#[test]
fn engines_that_have_not_played_have_no_line_in_the_use_of_time() -> Checked {
    let manifest = manifest(&["ada", "bo", "cy"], 6)?;
    let records = records(["ada", "bo"]);
    let report = text(&ReportInput::new(&manifest, &records));
    let usage = report.split("Use of time").nth(1).ok_or("a table")?;
    let usage = usage.split("Faults").next().ok_or("a table")?;
    assert!(usage.contains("ada") && !usage.contains("cy"), "{usage}");
    Ok(())
}

/// By swap2 the engines choose the opening: no file can give others.
#[test]
fn who_chooses_the_opening_is_not_told_to_give_more() -> Checked {
    let mut manifest = manifest(&["ada", "bo"], 6)?;
    let records = records(["ada", "bo"]);
    let report = |manifest: &Manifest| text(&ReportInput::new(manifest, &records));
    let (warning, advice) = ("3 pairs from 1 opening: ", "give more openings");
    assert!(report(&manifest).contains(advice));
    manifest.game.opening_rule = OpeningRule::Swap2;
    let report = report(&manifest);
    assert!(
        report.contains(warning) && !report.contains(advice),
        "{report}"
    );
    Ok(())
}

#[test]
fn repeated_openings_are_named() -> Checked {
    let mut manifest = manifest(&["ada", "bo"], 6)?;
    manifest.openings = Some(OpeningSource {
        file: "book.txt".to_string(),
        count: 2,
        order: "sequential".to_string(),
        stones: None,
        symmetries: "none".to_string(),
    });
    manifest.sprt = Some("elo0=0,elo1=5".parse()?);
    // The third pair has the opening of the first one, mirrored.
    let mut records = records(["ada", "bo"]);
    for record in &mut records {
        record.moves = ["g8i9j10k11", "g9i9j10k11", "i8g9f10e11"][record.pair as usize].to_string();
    }
    let input = ReportInput::new(&manifest, &records);
    let (report, page) = (text(&input), page(&input)?);
    for words in [
        "3 pairs from 2 openings: pairs with the same opening are not independent",
        "the sequential test takes pairs as independent",
    ] {
        assert!(report.contains(&format!("warning: {words}")), "{report}");
        assert!(page.contains(&format!("warning: {words}")));
    }
    // Distinct openings need no warning.
    for record in &mut records {
        record.moves = ["g8i9j10k11", "g9i9j10k11", "f8i9j10k11"][record.pair as usize].to_string();
    }
    let report = text(&ReportInput::new(&manifest, &records));
    assert!(!report.contains("warning"), "{report}");
    Ok(())
}

#[test]
fn the_page_has_its_figures_and_takes_no_name_for_a_tag() -> Checked {
    let names = ["<b>&\"ada\"", "bo"];
    let manifest = manifest(&names, 6)?;
    let records = records(names);
    let page = page(&ReportInput::new(&manifest, &records))?;
    assert_eq!(page.matches("<svg").count(), 2);
    assert_eq!(page.matches("</svg>").count(), 2);
    assert!(!page.contains("<b>"), "an unescaped name");
    assert!(page.contains("&lt;b&gt;&amp;&quot;ada&quot;"));
    assert!(page.contains("    &gt; TURN 1,1\n    &lt; 0,0\n"));
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for outside in ["http-equiv", "<script", "<link", "src="] {
        assert!(!page.contains(outside), "{outside}");
    }
    Ok(())
}

#[test]
fn time_is_shared_by_the_limit_that_an_engine_has() -> Checked {
    let manifest = manifest(&["ada", "bo"], 6)?;
    let records = records(["ada", "bo"]);
    let usages = usage(&ReportInput::new(&manifest, &records));
    let [ada, bo] = usages.as_slice() else {
        return Err("two engines".into());
    };
    // In a game Black makes one move of 100 ms after the opening and White moves of 30 and 50 ms.
    assert_eq!(ada.ms.len(), 3 + 6);
    assert_eq!((ada.max_ms(), ada.mean_ms()), (Some(100), Some(60.0)));
    assert_eq!(ada.max_share(), Some(0.5), "of 200 ms a move");
    assert_eq!(
        ada.mean_depth(),
        Some(5.0),
        "four and six, the rest unknown"
    );
    assert_eq!(ada.memory_kib, Some(3000));
    // As White 80 ms of 2 s and two times 0.5 s, as Black 100 ms of 2 s and 0.5 s.
    assert_eq!(bo.shares.len(), 6);
    let largest = bo.max_share().ok_or("a share")?;
    assert!((largest - 0.04).abs() < 1e-9, "{largest}");
    Ok(())
}

#[test]
fn what_the_tolerance_has_accepted_and_missing_scores_are_told() -> Checked {
    let mut manifest = manifest(&["ada", "bo"], 6)?;
    let records = records(["ada", "bo"]);
    let report = |manifest: &Manifest| text(&ReportInput::new(manifest, &records));
    assert!(!report(&manifest).contains("exceeded"));
    manifest.game.clock.turn = Some(Duration::from_millis(60));
    manifest.engines[1].clock = Some(ClockRules {
        game: Some(Duration::from_millis(70)),
        ..ClockRules::default()
    });
    manifest.game.adjudication.resign = Some(ResignRule {
        moves: 6,
        score: 2000,
    });
    let report = report(&manifest);
    // As Black 30 ms too much in one move, as White 10 ms in the second of two.
    for words in [
        "ada exceeded its limit in 3 of 9 moves, by up to 40 ms, which --tolerance accepted\n",
        "bo exceeded its limit in 6 of 9 moves, by up to 30 ms, which --tolerance accepted\n",
        "bo has reported no score that is understood: none of its games can be adjudicated\n",
    ] {
        assert!(report.contains(&format!("warning: {words}")), "{report}");
    }
    assert!(report.contains(" --memory 0 --resign 6,2000\n"), "{report}");
    Ok(())
}

#[test]
fn curves_end_with_the_last_game() -> Checked {
    let names = ["ada", "bo"];
    let manifest = manifest(&names, 6)?;
    let records = records(names);
    let curves = curves(&ReportInput::new(&manifest, &records));
    assert_eq!(curves.len(), 1, "the difference of two engines");
    assert_eq!(curves[0].name, "ada - bo");
    let last = curves[0].points.last().ok_or("a point")?;
    assert_eq!(last.0, 6);
    assert!(last.1.low < last.1.value && last.1.value < last.1.high);
    Ok(())
}

#[test]
fn a_report_without_a_game_says_so_and_has_no_tables() -> Checked {
    let manifest = manifest(&["ada", "bo", "cy"], 6)?;
    let input = ReportInput::new(&manifest, &[]);
    let text = text(&input);
    assert!(text.contains(": 0 of 18 games (9 pairs)\n"), "{text}");
    assert!(text.contains("ada: brain -x (0.2 s a move"), "{text}");
    assert!(
        text.ends_with("\n\nNo game has been played to its end.\n"),
        "{text}"
    );
    let page = page(&input)?;
    assert!(
        page.ends_with("\n\nNo game has been played to its end.\n</pre>\n</body></html>\n"),
        "{page}"
    );
    for part in ["<table", "<svg", "│", "NaN", "inf"] {
        assert!(!page.contains(part) && !text.contains(part), "{page}{text}");
    }
    Ok(())
}
