//! Settings that the protocol of an engine cannot express: a warning for each, since the engine does not keep them.

use kagetsu_arena::settings::{Adjudication, EngineSpec, GameSettings};

use super::programs::is_gomocup_gomoku;

/// A warning for each setting that an engine is not told.
pub(super) fn warnings(engine: &EngineSpec, game: &GameSettings) -> impl Iterator<Item = String> {
    [
        untold_time(engine, game),
        untold_memory(engine, game),
        untold_threads(engine, game),
        untold_scores(engine, game),
    ]
    .into_iter()
    .flatten()
}

fn untold_time(engine: &EngineSpec, game: &GameSettings) -> Option<String> {
    let clock = engine.clock_in(game);
    let limit = clock.turn.or(clock.game)?;
    (!engine.protocol.tells_limit(limit)).then(|| {
        format!(
            "the protocol {} cannot tell '{}' its limit of {} s: set it in the arguments of the engine, such as \
             'cmd=PROGRAM --time {}', and tc=0 here",
            engine.protocol,
            engine.name,
            limit.as_secs_f64(),
            limit.as_secs_f64()
        )
    })
}

/// The memory of the engine is not limited then.
fn untold_memory(engine: &EngineSpec, game: &GameSettings) -> Option<String> {
    let is_untold = !engine.protocol.tells_memory() && engine.memory.is_none();
    (is_untold && game.memory.is_some()).then(|| {
        format!(
            "the protocol {} cannot tell '{}' how much memory it may use, so it has no limit: memory= in --engine sets one",
            engine.protocol, engine.name
        )
    })
}

fn untold_threads(engine: &EngineSpec, game: &GameSettings) -> Option<String> {
    let threads = engine.threads?;
    (!is_gomocup_gomoku(game.rule, engine.protocol)).then(|| {
        format!(
            "the protocol {} cannot tell '{}' threads={threads}: set it in the arguments of the engine; here it counts \
             for --concurrency and --pin",
            engine.protocol, engine.name
        )
    })
}

/// Both engines must report scores where games are adjudicated by them.
fn untold_scores(engine: &EngineSpec, game: &GameSettings) -> Option<String> {
    let is_needed = game.adjudication != Adjudication::default();
    (is_needed && !engine.protocol.tells_scores()).then(|| {
        format!(
            "the protocol {} has no words for a score: --resign and --adjudicate-draw end no game of '{}'",
            engine.protocol, engine.name
        )
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kagetsu_arena::protocol::Protocol;
    use kagetsu_arena::settings::ResignRule;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    fn what_a_protocol_cannot_tell_is_said() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut game = GameSettings::new(Rule::Freestyle, size);
        game.clock.turn = Some(Duration::from_millis(500));
        game.memory = Some(1 << 20);
        let mut engine = EngineSpec::new("one", vec!["program".to_string()]);
        engine.threads = Some(2);
        let (moves, score) = (6, 2000);
        game.adjudication.resign = Some(ResignRule { moves, score });
        assert_eq!(warnings(&engine, &game).count(), 0);
        engine.protocol = Protocol::Gtp;
        let said: Vec<String> = warnings(&engine, &game).collect();
        let all = ["0.5 s", "has no limit", "threads=2", "--resign"];
        for (said, words) in said.iter().zip(all) {
            assert!(said.contains(words), "{said}");
        }
        assert_eq!(said.len(), all.len());
        engine.memory = Some(1 << 20);
        assert_eq!(warnings(&engine, &game).count(), all.len() - 1);
    }
}
