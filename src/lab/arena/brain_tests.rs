//! Tests of the conversation with one engine, which is a shell.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;

use super::*;

/// An answer is waited for so long: long enough for a busy machine; no test waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A shell that runs this script, and waits so long between an answer and the next line.
fn shell(script: &str, pause: Duration, idle: Idle) -> Brain {
    let command = ["sh", "-c", script].map(str::to_string).to_vec();
    let mut spec = EngineSpec::new("shell", command);
    spec.pause = pause;
    let mut settings = GameSettings::new(Rule::Freestyle, BoardSize::LARGEST);
    settings.idle = idle;
    Brain::start(&spec, &settings).expect("a shell")
}

/// Its answer when it is asked: any line.
fn ask(brain: &mut Brain) -> Result<String, Trouble> {
    ask_within(PATIENCE, brain)
}

fn ask_within(patience: Duration, brain: &mut Brain) -> Result<String, Trouble> {
    let wait = Wait {
        limit: None,
        tolerance: Duration::ZERO,
        patience,
    };
    let request = ["GO".to_string()];
    let any = |line: &str| Some(line.to_string());
    let reply = brain.ask(&request, wait, &StopSignal::new(), any);
    reply.map(|reply| reply.answer)
}

/// The fault of a shell that runs this script and is asked for something.
fn fault_of(script: &str) -> (FaultKind, String) {
    let mut brain = shell(script, Duration::ZERO, Idle::Running);
    let trouble = ask(&mut brain).expect_err("it does not answer");
    trouble.fault().expect("nobody has stopped it")
}

#[test]
fn an_engine_that_closes_its_output_and_lives_on_is_no_crash() {
    for streams in [">&- 2>&-", ">&-"] {
        let (kind, detail) = fault_of(&format!("read line; exec {streams}; read line"));
        assert_eq!((kind, detail.as_str()), (FaultKind::Protocol, CLOSED));
    }
    let (kind, detail) = fault_of("read line; exit 3");
    assert_eq!(kind, FaultKind::Crash);
    assert!(detail.ends_with("exit status: 3"), "{detail}");
    let (_, detail) = fault_of("read line; printf 7,7; sleep 1; exit 3");
    assert!(
        detail.ends_with("exit status: 3, after it wrote '7,7'"),
        "{detail}"
    );
}

#[test]
fn the_last_words_of_an_engine_tell_why_it_has_ended() {
    let script =
        "echo hello >&2; read line; echo one; read line; echo no memory >&2; sleep 1; exit 3";
    let mut brain = shell(script, Duration::ZERO, Idle::Running);
    assert_eq!(ask(&mut brain).as_deref(), Ok("one"));
    let trouble = ask(&mut brain).expect_err("it has ended");
    let (_, detail) = trouble.fault().expect("nobody has stopped it");
    let said = "the process has ended: exit status: 3, after it wrote 'no memory'";
    assert_eq!(detail, said);
}

#[test]
fn what_an_idle_engine_has_written_is_told() {
    let fault_of = |script: &str, protocol: Protocol| {
        let script = format!("read line; echo one; read line; {script}; read line");
        let mut brain = shell(&script, Duration::ZERO, Idle::Running);
        brain.protocol = protocol;
        assert_eq!(ask(&mut brain).as_deref(), Ok("one"));
        // A busy machine lets it write in this time.
        let patience = Duration::from_secs(3);
        let trouble = ask_within(patience, &mut brain).expect_err("it does not answer");
        trouble.fault().expect("nobody has stopped it")
    };
    let (kind, detail) = fault_of("printf 7,7", Protocol::Gomocup);
    assert_eq!(kind, FaultKind::Protocol);
    assert_eq!(detail, "wrote '7,7' without a line end");
    let (kind, detail) = fault_of("printf '= h8'; echo no book >&2", Protocol::Gtp);
    assert_eq!(kind, FaultKind::Stall);
    let said =
        "idle; it wrote without a line end: '= h8'; its last line on standard error: 'no book'";
    assert!(detail.ends_with(said), "{detail}");
}

#[test]
fn an_answer_in_the_pause_before_a_request_is_no_answer_to_it() {
    let script = "read line; echo one; sleep 0.1; echo two; read line; read line";
    // A busy machine lets it speak in this time.
    let mut brain = shell(script, Duration::from_secs(5), Idle::Running);
    assert_eq!(ask(&mut brain).as_deref(), Ok("one"));
    let trouble = ask(&mut brain).expect_err("nobody has asked for it");
    let (kind, detail) = trouble.fault().expect("nobody has stopped it");
    assert_eq!(kind, FaultKind::Protocol);
    assert_eq!(detail, "sent 'two' without being asked");
}

#[test]
fn the_pause_of_a_suspended_engine_begins_when_it_goes_on() {
    let pause = Duration::from_millis(100);
    let mut brain = shell("while read line; do echo one; done", pause, Idle::Suspended);
    assert_eq!(ask(&mut brain).as_deref(), Ok("one"));
    // As while the opponent thinks.
    std::thread::sleep(pause);
    let begun = Instant::now();
    assert_eq!(ask(&mut brain).as_deref(), Ok("one"));
    assert!(begun.elapsed() >= pause, "it had no pause");
}
