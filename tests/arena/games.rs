//! Tests of single games: every fault gets its verdict, and the next game is played normally.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_arena::settings::{Idle, Lifetime, OpeningRule};
use kagetsu_arena::{ClockRules, EngineSpec, GamePlan, GameRunner, GameSettings};
use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::StopSignal;
use kagetsu_notation::{FaultKind, GameRecord, GameResult, Reason};
use kagetsu_test_support::process::PATIENCE;
use libtest_mimic::{Failed, Trial};

use crate::brains::command;

/// Black is to move and must not play on the centre.
const FOUL_AT_CENTRE: &str = "f8a15g8a1h10o15h9o1";

/// Time for a move of engines that will overrun it, the late one by 300 ms. So does a move that a busy machine delays.
const SHORT: Duration = Duration::from_secs(1);
/// Time for a move of engines that move, say something else or fall silent in it: a busy machine lets them, too.
const MEDIUM: Duration = Duration::from_secs(3);
/// No sentence and no line that is kept of a fault has more bytes.
const LONGEST_EVIDENCE: usize = 500;

pub(crate) fn trials() -> Vec<Trial> {
    let faults = [
        ("crash-at-start", FaultKind::Crash),
        ("crash-on-move-7", FaultKind::Crash),
        ("crash-with-child", FaultKind::Crash),
        ("stall", FaultKind::Stall),
        #[cfg(unix)]
        ("deserter", FaultKind::Stall),
        ("endless-word", FaultKind::Protocol),
        ("busy", FaultKind::Time),
        ("late", FaultKind::Time),
        ("muttering", FaultKind::Time),
        ("off-board", FaultKind::Illegal),
        ("negative", FaultKind::Illegal),
        ("occupied", FaultKind::Illegal),
        ("garbage", FaultKind::Protocol),
        ("error", FaultKind::Protocol),
        ("refuse", FaultKind::Protocol),
        ("flood", FaultKind::Protocol),
        ("surplus", FaultKind::Protocol),
        ("hog", FaultKind::Memory),
        ("talking-hog", FaultKind::Memory),
        ("no-such-program", FaultKind::Crash),
    ];
    let mut trials: Vec<Trial> = faults
        .into_iter()
        .map(|(manner, kind)| {
            Trial::test(format!("fault::{manner}"), move || {
                is_found_out(manner, kind)
            })
        })
        .collect();
    trials.extend([
        Trial::test("proper_engines_have_no_fault", proper),
        Trial::test("a_forbidden_move_is_a_foul", foul),
        Trial::test("comments_are_understood", passed(comments)),
        Trial::test("engines_choose_the_opening", passed(swap2)),
        Trial::test("a_wrong_choice_of_the_opening_loses", wrong_swap2),
        Trial::test("a_raised_signal_breaks_a_game_off", passed(interrupted)),
        Trial::test("a_raised_signal_ends_a_pause", passed(interrupted_pause)),
        Trial::test("a_full_folder_loses", full_folder),
        Trial::test("a_refused_option_is_a_fault", refused_option),
        Trial::test("suspended_engines_play_on", passed(suspended)),
        #[cfg(target_os = "linux")]
        Trial::test("who_is_not_to_move_is_stopped", passed(stopped)),
    ]);
    trials
}

/// The form that trials want, for one that only asserts.
fn passed(test: fn()) -> impl FnOnce() -> Result<(), Failed> + Send + 'static {
    move || {
        test();
        Ok(())
    }
}

fn settings() -> GameSettings {
    GameSettings {
        clock: ClockRules {
            // No verdict may depend on how busy the machine is.
            turn: Some(PATIENCE),
            ..ClockRules::default()
        },
        tolerance: Duration::from_millis(50),
        patience: PATIENCE,
        memory: Some(200 << 20),
        lifetime: Lifetime::Tournament,
        ..GameSettings::new(
            Rule::Freestyle,
            BoardSize::square(15).expect("a legal size"),
        )
    }
}

fn engine(manner: &str) -> EngineSpec {
    EngineSpec {
        clock: clock(manner),
        ..EngineSpec::new(manner, command(manner))
    }
}

/// The clock of an engine that is waited for in vain. The others are found out at once, however long they may take.
fn clock(manner: &str) -> Option<ClockRules> {
    let turn = match manner {
        "busy" | "late" | "muttering" => SHORT,
        "deserter" | "endless-word" | "error" | "garbage" | "stall" | "wrong-swap2" => MEDIUM,
        _ => return None,
    };
    Some(ClockRules {
        turn: Some(turn),
        ..ClockRules::default()
    })
}

fn plan(opening: &str) -> GamePlan {
    GamePlan {
        game: 4,
        pair: 2,
        black: 0,
        white: 1,
        opening: opening.to_string(),
    }
}

fn worker(manners: [&str; 2], settings: GameSettings) -> GameRunner {
    let engines: Vec<EngineSpec> = manners.into_iter().map(engine).collect();
    GameRunner::new(Arc::from(engines), settings)
}

fn game(manners: [&str; 2], settings: GameSettings, opening: &str) -> GameRecord {
    worker(manners, settings)
        .play(&plan(opening), &StopSignal::new())
        .expect("nobody has stopped the game")
}

fn is_found_out(manner: &'static str, kind: FaultKind) -> Result<(), Failed> {
    let mut worker = worker([manner, "proper"], settings());
    for (black, white) in [(0, 1), (1, 0)] {
        let plan = GamePlan {
            black,
            white,
            ..plan("h8i7")
        };
        let record = worker
            .play(&plan, &StopSignal::new())
            .ok_or("the game was broken off")?;
        let side = if black == 0 { Side::Black } else { Side::White };
        assert_eq!(record.name(side), manner);
        let fault = record.fault.as_ref().ok_or("no fault was found")?;
        assert_eq!(
            (fault.kind, fault.engine.as_str()),
            (kind, manner),
            "{fault:?}"
        );
        assert_eq!(record.result, GameResult::win(side.opponent()));
        assert_eq!(record.reason, Reason::Fault);
        assert_eq!(record.ms.len(), record.points()?.len());
        let is_started = !matches!(manner, "crash-at-start" | "no-such-program");
        assert!(!is_started || !fault.lines.is_empty(), "no evidence");
        let longest = fault
            .lines
            .iter()
            .chain([&fault.detail])
            .map(String::len)
            .max();
        assert!(longest < Some(LONGEST_EVIDENCE), "{longest:?}");
    }
    Ok(())
}

fn proper() -> Result<(), Failed> {
    let mut settings = settings();
    for lifetime in [Lifetime::Game, Lifetime::Tournament] {
        settings.lifetime = lifetime;
        let mut worker = worker(["proper", "proper"], settings.clone());
        let play = |worker: &mut GameRunner| worker.play(&plan("h8i7"), &StopSignal::new());
        let (first, second) = (play(&mut worker), play(&mut worker));
        let record = first.ok_or("broken off")?;
        assert_eq!(record.fault, None);
        assert_eq!(record.reason, Reason::Five);
        assert_eq!(record.opening, 2);
        assert_eq!((record.game, record.pair), (4, 2));
        assert!(
            record.moves.starts_with("h8i7a15a14a13"),
            "{}",
            record.moves
        );
        let moves = |record: GameRecord| record.moves;
        assert_eq!(second.map(moves), Some(record.moves));
    }
    Ok(())
}

fn foul() -> Result<(), Failed> {
    let mut settings = settings();
    settings.rule = Rule::Renju.into();
    let record = game(["centre", "proper"], settings.clone(), FOUL_AT_CENTRE);
    let fault = record.fault.ok_or("no fault")?;
    assert_eq!(fault.kind, FaultKind::Foul);
    assert_eq!(
        fault.detail,
        "move h8 (7,7): the point is forbidden: double three"
    );
    assert_eq!(record.result, GameResult::White);
    settings.rule = Rule::Standard.into();
    let record = game(["centre", "proper"], settings, FOUL_AT_CENTRE);
    assert_eq!(
        record.fault.ok_or("it goes there again")?.kind,
        FaultKind::Illegal
    );
    Ok(())
}

fn comments() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = worker(["talkative", "proper"], settings())
        .with_log(Some(folder.path()))
        .play(&plan("h8i7"), &StopSignal::new())
        .expect("nobody has stopped the game");
    let said = std::fs::read_to_string(folder.path().join("000004.txt")).expect("a log");
    for line in [
        " talkative > BOARD\n",
        " talkative < MESSAGE depth 7-9 ev -35 n 20k\n",
        " proper > TURN ",
        " proper < OK\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert_eq!(record.fault, None);
    assert_eq!(record.remarks.len(), record.ms.len());
    assert_eq!(record.remarks[2].depth, Some(7));
    assert_eq!(record.remarks[2].score.as_deref(), Some("-35"));
    assert_eq!(record.remarks[3].depth, None);
}

fn swap2() {
    let mut settings = settings();
    settings.rule = Rule::Standard.into();
    settings.opening_rule = OpeningRule::Swap2;
    let record = game(["one", "proper"], settings.clone(), "");
    assert_eq!(
        (record.black.as_str(), record.white.as_str()),
        ("proper", "one")
    );
    assert!(record.moves.starts_with("h8i8j6a15"), "{}", record.moves);
    assert_eq!(record.opening, 3, "its stones are the opening");
    let record = game(["one", "two-more"], settings, "");
    assert_eq!(
        (record.black.as_str(), record.white.as_str()),
        ("one", "two-more")
    );
    assert!(
        record.moves.starts_with("h8i8j6i7i9a15"),
        "{}",
        record.moves
    );
    assert_eq!(record.opening, 5);
}

fn wrong_swap2() -> Result<(), Failed> {
    let mut settings = settings();
    settings.opening_rule = OpeningRule::Swap2;
    let record = game(["proper", "wrong-swap2"], settings, "");
    assert_eq!(record.result, GameResult::Black);
    assert_eq!(record.fault.ok_or("no fault")?.kind, FaultKind::Protocol);
    Ok(())
}

fn interrupted() {
    let mut settings = settings();
    settings.clock.turn = Some(Duration::from_secs(3600));
    let stop = StopSignal::new();
    stop.raise();
    let record = worker(["stall", "proper"], settings).play(&plan(""), &stop);
    assert_eq!(record, None);
}

/// The second request to the first engine comes after an hour, unless the signal is raised.
fn interrupted_pause() {
    let mut engines = [engine("proper"), engine("proper")];
    engines[0].pause = Duration::from_secs(3600);
    let stop = StopSignal::new();
    let raiser = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        raiser.raise();
    });
    let mut worker = GameRunner::new(Arc::from(engines), settings());
    assert_eq!(worker.play(&plan("h8i7"), &stop), None);
}

fn refused_option() -> Result<(), Failed> {
    for (key, is_refused) in [("colour", true), ("size", false)] {
        let mut engines = [engine("choosy"), engine("proper")];
        engines[0].options = vec![(key.to_string(), "1".to_string())];
        let record = GameRunner::new(Arc::from(engines), settings())
            .play(&plan(""), &StopSignal::new())
            .ok_or("broken off")?;
        let said = record.fault.map(|fault| fault.detail).unwrap_or_default();
        assert_eq!(said.contains("ERROR no such colour"), is_refused, "{said}");
    }
    Ok(())
}

fn full_folder() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("deep"))?;
    std::fs::write(folder.path().join("deep").join("file"), [0; 1000])?;
    let mut settings = settings();
    let mut engines = [engine("one"), engine("proper")];
    engines[1].folder = Some(folder.path().to_path_buf());
    for (limit, kind) in [(1000, None), (999, Some(FaultKind::Folder))] {
        settings.folder_limit = Some(limit);
        let record = GameRunner::new(Arc::from(engines.clone()), settings.clone())
            .play(&plan(""), &StopSignal::new())
            .ok_or("broken off")?;
        assert_eq!(record.fault.map(|fault| fault.kind), kind);
    }
    Ok(())
}

fn suspended() {
    let mut settings = settings();
    settings.idle = Idle::Suspended;
    let record = game(["one", "proper"], settings, "h8");
    assert_eq!(record.fault, None);
    assert_eq!(record.reason, Reason::Five);
}

/// Each engine moves only when it has seen that the other one is stopped.
#[cfg(target_os = "linux")]
fn stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engines = [engine("watcher"), engine("watcher")];
    for engine in &mut engines {
        engine.dir = Some(folder.path().to_path_buf());
    }
    let settings = GameSettings {
        idle: Idle::Suspended,
        lifetime: Lifetime::Game,
        ..settings()
    };
    let record = GameRunner::new(Arc::from(engines), settings)
        .play(&plan("h8"), &StopSignal::new())
        .expect("nobody has stopped the game");
    assert_eq!(record.fault, None);
}
