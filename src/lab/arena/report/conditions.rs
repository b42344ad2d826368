//! The conditions of a tournament in words: what each engine is and may use, and how the games are played.

use kagetsu_kernel::{MIB, ShowPath as _};

use crate::manifest::Manifest;
use crate::settings::{ClockRules, EngineSpec, Idle, Lifetime, OpeningRule};

/// Name, command, limits and own settings of an engine.
pub(super) fn engine_line(engine: &EngineSpec, clock: ClockRules) -> String {
    let mut parts = vec![clock_text(clock)];
    if !engine.protocol.is_default() {
        parts.push(format!("protocol={}", engine.protocol));
    }
    for (key, path) in [("dir", &engine.dir), ("folder", &engine.folder)] {
        parts.extend(path.as_ref().map(|path| format!("{key}={}", path.shown())));
    }
    let mebibytes = engine.memory.map(|memory| memory / MIB);
    parts.extend(mebibytes.map(|memory| format!("memory={memory}")));
    parts.extend(engine.threads.map(|threads| format!("threads={threads}")));
    if !engine.pause.is_zero() {
        parts.push(format!("pause={}", engine.pause.as_millis()));
    }
    let options = engine.options.iter();
    parts.extend(options.map(|(key, value)| format!("option.{key}={value}")));
    format!(
        "{}: {} ({})",
        engine.name,
        engine.command.join(" "),
        parts.join("; ")
    )
}

/// The limits of a clock.
fn clock_text(clock: ClockRules) -> String {
    let mut parts = Vec::new();
    if let Some(game) = clock.game {
        parts.push(format!("{} s a game", game.as_secs_f64()));
    }
    if !clock.increment.is_zero() {
        parts.push(format!("{} s more a move", clock.increment.as_secs_f64()));
    }
    if let Some(turn) = clock.turn {
        parts.push(format!("{} s a move", turn.as_secs_f64()));
    }
    if let Some(nodes) = clock.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    if let Some(depth) = clock.depth {
        parts.push(format!("depth {depth}"));
    }
    if parts.is_empty() {
        parts.push("limits of its own".to_string());
    }
    parts.join(", ")
}

/// What all games have in common, as options of `tournament`.
pub(super) fn settings_line(manifest: &Manifest) -> String {
    let game = &manifest.game;
    let mut parts = vec![
        format!("--tolerance {}", game.tolerance.as_millis()),
        format!("--patience {}", game.patience.as_secs_f64()),
        format!("--memory {}", game.memory.unwrap_or_default() / MIB),
    ];
    if game.memory.is_some() {
        parts.push(format!("--memory-tolerance {}", game.memory_tolerance));
    }
    let folder_limit = game.folder_limit.map(|limit| limit / MIB);
    parts.extend(folder_limit.map(|limit| format!("--folder-limit {limit}")));
    parts.extend(
        game.draw_after
            .map(|stones| format!("--draw-after {stones}")),
    );
    let (draw, resign) = (game.adjudication.draw, game.adjudication.resign);
    parts.extend(draw.map(|rule| {
        let (stones, moves, score) = (rule.stones, rule.moves, rule.score);
        format!("--adjudicate-draw {stones},{moves},{score}")
    }));
    parts.extend(resign.map(|rule| format!("--resign {},{}", rule.moves, rule.score)));
    let run = manifest.run;
    parts.extend(run.map(|run| format!("--concurrency {}", run.concurrency)));
    let flags = [
        ("--swap2", game.opening_rule == OpeningRule::Swap2),
        ("--suspend", game.idle == Idle::Suspended),
        ("--keep-processes", game.lifetime == Lifetime::Tournament),
        ("--pin", run.is_some_and(|run| run.pin)),
    ];
    let given = flags.into_iter().filter(|(_, is_given)| *is_given);
    parts.extend(given.map(|(flag, _)| flag.to_string()));
    format!("settings: {}", parts.join(" "))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use crate::protocol::Protocol;

    use super::*;

    #[test]
    fn an_engine_is_told_from_another_one_of_the_same_program() {
        let mut engine = EngineSpec::new("new", vec!["brain".to_string(), "-x".to_string()]);
        let clock = ClockRules {
            nodes: Some(20_000),
            ..ClockRules::default()
        };
        assert_eq!(engine_line(&engine, clock), "new: brain -x (20000 nodes)");
        engine.protocol = Protocol::Json;
        engine.dir = Some(PathBuf::from("here"));
        engine.memory = Some(64 * MIB);
        engine.threads = Some(2);
        engine.pause = Duration::from_millis(5);
        engine.options = vec![("evaluation".to_string(), "deep.kgn".to_string())];
        assert_eq!(
            engine_line(&engine, clock),
            "new: brain -x (20000 nodes; protocol=json; dir=here; memory=64; threads=2; pause=5; option.evaluation=deep.kgn)"
        );
    }
}
