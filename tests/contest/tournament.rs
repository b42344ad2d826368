//! Tests of tournaments with random players instead of engines: the schedule, the folder, and all ways to stop and to
//! continue.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Barrier;

use kagetsu_arena::digest::sha256_of;
use kagetsu_arena::folder::FolderError;
use kagetsu_arena::manifest::RunChoices;
use kagetsu_arena::report::{ReportInput, page, text};
use kagetsu_arena::statistics::{EloModel, SprtSettings};
use kagetsu_arena::tournament::{
    Ending, OutputFolder, TournamentError, TournamentFolderError, read_tournament, write_psq_files,
};
use kagetsu_gomoku::board::Rule;
use kagetsu_notation::{GameRecord, GameResult};
use tempfile::tempdir;

use super::random_players::{
    NAMES, RUN, begin, by, files_of, honest, random_game, resume, setup, sorted_lines, with_fault,
};

type Checked = Result<(), Box<dyn Error>>;

#[test]
fn all_games_are_played_and_all_files_written() -> Checked {
    let folder = tempdir()?;
    let out = folder.path().join("new/results");
    let mut setup = setup(3, 4, 3)?;
    setup.manifest.run = Some(RunChoices { html: true, ..RUN });
    assert_eq!(begin(&setup, &out, &honest)?, Ending::Complete);
    assert_eq!(
        files_of(&out)?,
        [
            "games.jsonl",
            "games.pgn",
            "games.sgf",
            "report.html",
            "report.txt",
            "tournament.json"
        ]
    );
    let games = setup.schedule.games() as usize;
    let pgn = fs::read_to_string(out.join("games.pgn"))?;
    assert_eq!(pgn.matches("[Result ").count(), games);
    let (manifest, mut records) = read_tournament(&out)?;
    assert_eq!(manifest, setup.manifest);
    write_psq_files(&out, &manifest, &records)?;
    assert_eq!(files_of(&out.join("psq"))?.len(), games);
    fs::rename(out.join("psq"), out.join("moved"))?;
    fs::write(out.join("psq"), "")?;
    let error = write_psq_files(&out, &manifest, &records).expect_err("a file");
    let error = error.to_string();
    let said = "psq' is a file: a folder is needed there";
    assert!(error.ends_with(said), "{error}");
    records.sort_by_key(|record| record.game);
    let expected: Vec<GameRecord> = setup
        .schedule
        .plans()
        .map(|plan| random_game(&plan))
        .collect();
    assert_eq!(records, expected);
    let input = ReportInput::new(&manifest, &records);
    assert_eq!(fs::read_to_string(out.join("report.txt"))?, text(&input));
    assert_eq!(fs::read_to_string(out.join("report.html"))?, page(&input)?);
    Ok(())
}

#[test]
fn workers_play_at_the_same_time() -> Checked {
    const WORKERS: usize = 3;
    let folder = tempdir()?;
    let setup = setup(2, 3, WORKERS)?;
    // Each game waits for two others: one worker alone would wait for ever.
    let others = Barrier::new(WORKERS);
    let factory = by(|plan, _| {
        others.wait();
        Some(random_game(plan))
    });
    assert_eq!(begin(&setup, folder.path(), &factory)?, Ending::Complete);
    Ok(())
}

#[test]
fn a_journal_cut_at_any_byte_leads_to_the_same_end() -> Checked {
    let setup = setup(3, 2, 2)?;
    let whole = tempdir()?;
    begin(&setup, whole.path(), &honest)?;
    let journal = fs::read(whole.path().join("games.jsonl"))?;
    let report = fs::read_to_string(whole.path().join("report.txt"))?;
    let ends = (0..journal.len()).filter(|&at| journal[at] == b'\n');
    let near_ends = ends.flat_map(|at| [at, at + 1, at + 2]);
    let mut cuts: Vec<usize> = near_ends.chain((0..journal.len()).step_by(101)).collect();
    cuts.retain(|&cut| cut <= journal.len());
    for cut in cuts {
        let folder = tempdir()?;
        let at = |name: &str| folder.path().join(name);
        fs::copy(whole.path().join("tournament.json"), at("tournament.json"))?;
        fs::write(at("games.jsonl"), &journal[..cut])?;
        // What the other files hold does not matter: they may be behind the journal, or cut themselves.
        fs::write(at("games.sgf"), "(;GM[4")?;
        fs::create_dir(at("psq"))?;
        fs::write(at("psq").join("000001.psq"), "Pis")?;
        fs::write(at("psq").join("mine.txt"), "mine")?;
        assert_eq!(resume(&setup, folder.path(), &honest)?, Ending::Complete);
        assert_eq!(
            fs::read_to_string(at("report.txt"))?,
            report,
            "cut at {cut}"
        );
        for name in ["games.jsonl", "games.sgf", "games.pgn"] {
            let expected = sorted_lines(&whole.path().join(name))?;
            assert_eq!(sorted_lines(&at(name))?, expected, "{name}, cut at {cut}");
        }
        let games = 0..setup.schedule.games();
        let mut expected: Vec<String> = games.map(|game| format!("{game:06}.psq")).collect();
        expected.push("mine.txt".to_string());
        assert_eq!(files_of(&at("psq"))?, expected, "cut at {cut}");
        let whole_again = fs::read_to_string(at("psq").join("000001.psq"))?;
        assert!(whole_again.lines().count() > 6, "{whole_again}");
    }
    Ok(())
}

#[test]
fn a_second_runner_of_a_folder_is_refused() -> Checked {
    let setup = setup(2, 1, 1)?;
    let folder = tempdir()?;
    let first = OutputFolder::create(folder.path(), &setup.manifest)?;
    for second in [
        OutputFolder::create(folder.path(), &setup.manifest).err(),
        OutputFolder::resume(folder.path(), &setup.manifest, &setup.schedule).err(),
    ] {
        assert!(
            matches!(
                second,
                Some(TournamentFolderError::Folder(FolderError::Busy { .. }))
            ),
            "{second:?}"
        );
    }
    drop(first);
    assert_eq!(resume(&setup, folder.path(), &honest)?, Ending::Complete);
    Ok(())
}

#[test]
fn a_folder_where_nothing_was_begun_is_begun() -> Checked {
    let setup = setup(2, 1, 1)?;
    let folder = tempdir()?;
    fs::write(folder.path().join("tournament.json.part"), "{\"sch")?;
    assert_eq!(resume(&setup, folder.path(), &honest)?, Ending::Complete);
    Ok(())
}

#[test]
fn an_interrupted_tournament_goes_on_to_the_same_end() -> Checked {
    let setup = setup(3, 3, 2)?;
    let (whole, folder) = (tempdir()?, tempdir()?);
    begin(&setup, whole.path(), &honest)?;
    let interrupted = by(|plan, stop| {
        if plan.game == 7 {
            stop.raise();
        }
        (!stop.is_raised()).then(|| random_game(plan))
    });
    let ending = begin(&setup, folder.path(), &interrupted)?;
    assert_eq!(ending, Ending::Interrupted);
    let (_, records) = read_tournament(folder.path())?;
    assert!(records.iter().all(|record| record.game != 7));
    assert!(records.len() < setup.schedule.games() as usize);
    assert_eq!(resume(&setup, folder.path(), &honest)?, Ending::Complete);
    for name in ["report.txt", "tournament.json"] {
        assert_eq!(
            fs::read_to_string(folder.path().join(name))?,
            fs::read_to_string(whole.path().join(name))?
        );
    }
    Ok(())
}

#[test]
fn how_it_is_run_is_kept_and_may_change() -> Checked {
    let mut setup = setup(2, 1, 1)?;
    let folder = tempdir()?;
    let choices = |concurrency| RunChoices {
        concurrency,
        strict: true,
        html: true,
        ..RUN
    };
    for run in [choices(3), choices(2)] {
        setup.manifest.run = Some(run);
        assert_eq!(resume(&setup, folder.path(), &honest)?, Ending::Complete);
        assert_eq!(read_tournament(folder.path())?.0.run, Some(run));
    }
    Ok(())
}

#[test]
fn another_version_goes_on_and_another_program_does_not() -> Checked {
    let folder = tempdir()?;
    let out = folder.path().join("out");
    let program = folder.path().join("ada").display().to_string();
    fs::write(&program, "ada")?;
    let mut setup = setup(2, 2, 1)?;
    // As earlier versions have written it.
    begin(&setup, &out, &honest)?;
    setup.manifest.version = "1".to_string();
    let digest = |digest: &str| BTreeMap::from([(program.clone(), digest.to_string())]);
    setup.manifest.engines[0].files = digest("aa");
    assert_eq!(resume(&setup, &out, &honest)?, Ending::Complete);
    setup.manifest.engines[0].files = digest("bb");
    let error = resume(&setup, &out, &honest).expect_err("another program");
    let error = error.to_string();
    assert!(error.contains("ada was \"aa\" and is \"bb\""), "{error}");
    Ok(())
}

#[test]
fn a_program_that_is_built_anew_ends_the_tournament() -> Checked {
    let folder = tempdir()?;
    let out = folder.path().join("out");
    let program = folder.path().join("ada").display().to_string();
    fs::write(&program, "ada")?;
    let mut setup = setup(2, 5, 1)?;
    setup.manifest.engines[0].files = [(program.clone(), sha256_of(Path::new(&program))?)].into();
    let rebuilding = by(|plan, _| {
        if plan.game == 3 {
            fs::write(&program, "ada, a better one").expect("a file");
        }
        Some(random_game(plan))
    });
    let error = begin(&setup, &out, &rebuilding).expect_err("another program");
    let error = error.to_string();
    assert!(
        error.contains("ada' has changed since this run began"),
        "{error}"
    );
    // The player may be ahead of the journal.
    let kept = read_tournament(&out)?.1;
    assert!(kept.iter().all(|record| record.game < 3), "{kept:?}");
    Ok(())
}

#[test]
fn a_fault_stops_a_strict_tournament_only() -> Checked {
    let with_one_fault = by(|plan, _| {
        let record = random_game(plan);
        Some(if plan.game == 5 {
            with_fault(record)
        } else {
            record
        })
    });
    let mut setup = setup(2, 5, 1)?;
    let (tolerant, strict) = (tempdir()?, tempdir()?);
    assert_eq!(
        begin(&setup, tolerant.path(), &with_one_fault)?,
        Ending::Complete
    );
    let report = fs::read_to_string(tolerant.path().join("report.txt"))?;
    assert!(report.contains("game 5: "), "{report}");
    assert!(report.contains("crash: ended with code 1\n    > TURN 7,7\n    < <oops>\n"));
    setup.manifest.run = Some(RunChoices {
        strict: true,
        ..RUN
    });
    let ending = begin(&setup, strict.path(), &with_one_fault)?;
    assert_eq!(ending, Ending::Fault);
    let (_, records) = read_tournament(strict.path())?;
    assert_eq!(records.len(), 6, "all up to the fault, which is kept");
    // Only faults of new games stop it again.
    let ending = resume(&setup, strict.path(), &with_one_fault)?;
    assert_eq!(ending, Ending::Complete);
    assert_eq!(
        fs::read_to_string(strict.path().join("report.txt"))?,
        report
    );
    Ok(())
}

const TEST: SprtSettings = SprtSettings {
    elo0: 0.0,
    elo1: 50.0,
    alpha: 0.05,
    beta: 0.05,
    model: EloModel::Logistic,
};

/// All games are won by the first engine, the first sixty because the other one is at fault.
#[test]
fn a_verdict_that_rests_on_faults_is_gone_on_from() -> Checked {
    let mut setup = setup(2, 500, 1)?;
    setup.manifest.sprt = Some(TEST);
    let faulty_first = by(|plan, _| {
        let mut record = random_game(plan);
        if plan.game < 60 {
            record = with_fault(record);
        }
        record.result = if record.black == NAMES[0] {
            GameResult::Black
        } else {
            GameResult::White
        };
        Some(record)
    });
    let folder = tempdir()?;
    let played = |ended: Result<Ending, TournamentError>| -> Result<usize, Box<dyn Error>> {
        assert_eq!(ended?, Ending::Passed);
        Ok(read_tournament(folder.path())?.1.len())
    };
    let by_faults = played(begin(&setup, folder.path(), &faulty_first))?;
    assert!(by_faults < 60, "{by_faults} games");
    let sound = played(resume(&setup, folder.path(), &faulty_first))?;
    assert!(sound > 60 + by_faults / 2, "{sound} games");
    // Nothing is left to prove.
    assert_eq!(played(resume(&setup, folder.path(), &faulty_first))?, sound);
    Ok(())
}

#[test]
fn a_verdict_ends_the_tournament_and_stands() -> Checked {
    for (winner, expected) in [("ada", Ending::Passed), ("bo", Ending::Failed)] {
        let mut setup = setup(2, 500, 2)?;
        setup.manifest.sprt = Some(TEST);
        let one_sided = by(|plan, _| {
            let mut record = random_game(plan);
            record.result = if record.black == winner {
                GameResult::Black
            } else {
                GameResult::White
            };
            Some(record)
        });
        let folder = tempdir()?;
        assert_eq!(begin(&setup, folder.path(), &one_sided)?, expected);
        let (_, records) = read_tournament(folder.path())?;
        assert!(records.len() < 200, "{} games", records.len());
        // Taken up again there is nothing to play.
        let nobody = by(|_, _| None);
        assert_eq!(resume(&setup, folder.path(), &nobody)?, expected);
        assert_eq!(read_tournament(folder.path())?.1, records);
    }
    Ok(())
}

#[test]
fn a_panic_ends_the_tournament_with_an_error_and_keeps_what_was_played() -> Checked {
    let setup = setup(3, 10, 3)?;
    let folder = tempdir()?;
    let panics = by(|plan, _| {
        assert_ne!(plan.game, 20, "planted");
        Some(random_game(plan))
    });
    let error = begin(&setup, folder.path(), &panics).expect_err("a panic");
    let message = error.to_string();
    assert!(message.contains("has panicked"), "{message}");
    assert!(message.contains("planted"), "{message}");
    assert_eq!(resume(&setup, folder.path(), &honest)?, Ending::Complete);
    Ok(())
}

#[test]
fn a_folder_of_something_else_is_refused() -> Checked {
    let first = setup(2, 2, 1)?;
    let folder = tempdir()?;
    begin(&first, folder.path(), &honest)?;
    let again = OutputFolder::create(folder.path(), &first.manifest).expect_err("not empty");
    assert!(matches!(
        again,
        TournamentFolderError::Folder(FolderError::NotEmpty { .. })
    ));
    assert!(again.to_string().contains("--resume"), "{again}");

    let mut other = setup(2, 2, 1)?;
    other.manifest.game.rule = Rule::Renju.into();
    other.manifest.engines[1].threads = Some(2);
    let depth = ("depth".to_string(), "3".to_string());
    other.manifest.engines[0].options.extend([depth]);
    let error = OutputFolder::resume(folder.path(), &other.manifest, &other.schedule)
        .expect_err("other settings")
        .to_string();
    for part in [
        "game.rule was \"freestyle\" and is \"renju\"",
        "engines[0].options was [] and is [[\"depth\",\"3\"]]",
        "engines[1].threads was null and is 2",
    ] {
        assert!(error.contains(part), "{error}");
    }

    let strange = tempdir()?;
    fs::write(strange.path().join("notes.txt"), "mine")?;
    let error = OutputFolder::resume(strange.path(), &first.manifest, &first.schedule);
    for error in [error.err(), read_tournament(strange.path()).err()] {
        assert!(matches!(
            error,
            Some(TournamentFolderError::Folder(FolderError::Missing { .. }))
        ));
    }
    assert_eq!(
        files_of(strange.path())?,
        ["notes.txt"],
        "nothing is touched"
    );
    Ok(())
}

#[test]
fn games_that_are_not_of_the_schedule_are_refused() -> Checked {
    let setup = setup(2, 2, 1)?;
    let plan = setup.schedule.plan(0).ok_or("a game")?;
    let good = random_game(&plan);
    let mut damaged = good.clone();
    damaged.moves = "h8?".to_string();
    let mut unknown = good.clone();
    unknown.game = 99;
    let mut stranger = good.clone();
    stranger.black = "eve".to_string();
    for (records, message) in [
        (
            vec![&good, &good],
            "line 2 of games.jsonl does not belong there: game 0 comes twice",
        ),
        (vec![&unknown], "there is no game 99"),
        (vec![&damaged], "game 0 is damaged"),
        (vec![&stranger], "game 0 is between 'ada' and 'bo'"),
    ] {
        let folder = tempdir()?;
        begin(&setup, folder.path(), &honest)?;
        let mut lines = String::new();
        for record in records {
            lines.push_str(&serde_json::to_string(record)?);
            lines.push('\n');
        }
        fs::write(folder.path().join("games.jsonl"), lines)?;
        let derived = |name: &str| fs::read_to_string(folder.path().join(name));
        let names = ["games.sgf", "games.pgn"];
        let before: Vec<_> = names.into_iter().map(derived).collect::<Result<_, _>>()?;
        let error = OutputFolder::resume(folder.path(), &setup.manifest, &setup.schedule)
            .expect_err("strange games")
            .to_string();
        assert!(error.contains(message), "{error}");
        // Nothing but a game that comes twice is seen without the schedule.
        let reported = read_tournament(folder.path());
        assert_eq!(reported.is_err(), message.contains("twice"), "{message}");
        for (name, before) in names.into_iter().zip(before) {
            let now = derived(name).map_err(|error| format!("{message}: {name}: {error}"))?;
            assert_eq!(now, before, "{message}: {name} was rewritten");
        }
    }
    Ok(())
}
