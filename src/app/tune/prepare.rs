//! From the arguments to a tuning that is ready to be played. Every error that can be found before the first engine
//! starts is found here.

use std::path::Path;

use crate::error::CommandError;
use crate::tournament::{
    EngineEntry, Prepared, PreparedGames, conflict, is_gomocup_gomoku, names_self, not_given,
    prepare_games,
};
use kagetsu_arena::dialogue::sent_word;
use kagetsu_arena::manifest::RunChoices;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::schedule::ScheduleError;
use kagetsu_arena::settings::{EngineSpec, GameSettings};
use kagetsu_arena::tuning::{
    Parameter, TUNING_SCHEMA, TuningManifest, read_parameters, tuning_schedule,
};
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::read_text_file;
use kagetsu_protocol::info::passed_over;

use super::args::TuneArgs;

/// Checks the arguments and makes a tuning of them.
pub(super) fn prepare(args: &TuneArgs) -> Result<Prepared<TuningManifest>, CommandError> {
    let recorded = args.recorded()?;
    let options = args.games(recorded.as_ref());
    let plan = args.plan(recorded.as_ref());
    if options.engine.len() > 1 {
        return Err(many_engines(options.engine.len()));
    }
    if args.shard.is_some() && options.keep_processes {
        return Err(conflict("--shard", "--keep-processes"));
    }
    let parameters = match (&args.parameters, recorded) {
        (Some(file), _) => parameters(file)?,
        (None, Some(recorded)) => recorded.parameters,
        (None, None) => return Err(not_given("--parameters FILE")),
    };
    let rounds = plan
        .iterations
        .checked_mul(plan.pairs)
        .ok_or_else(|| CommandError::input(ScheduleError::TooManyGames))?;
    let PreparedGames {
        out,
        game,
        engines,
        opening_source,
        openings,
        workers,
        warnings,
    } = prepare_games(&options, rounds)?;
    let engine = single(engines)?;
    check_free(&engine, &game, &parameters)?;
    if is_gomocup_gomoku(game.rule, engine.protocol) {
        check_known(&options.engine, &parameters)?;
    }
    let schedule = tuning_schedule(openings, rounds).map_err(CommandError::input)?;
    Ok(Prepared {
        manifest: TuningManifest {
            schema: TUNING_SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_string(),
            engine,
            game,
            parameters,
            plan,
            openings: opening_source,
            schedule: schedule.fingerprint(),
            run: Some(RunChoices {
                concurrency: workers.count,
                pin: options.pin,
                strict: options.strict,
                html: false,
            }),
        },
        schedule,
        workers,
        out,
        warnings,
    })
}

fn parameters(path: &Path) -> Result<Vec<Parameter>, CommandError> {
    let text = read_text_file(path).map_err(CommandError::unreadable(path.shown()))?;
    read_parameters(&text)
        .map_err(|error| CommandError::input(format!("'{}': {error}", path.shown())))
}

fn single(engines: Vec<EngineSpec>) -> Result<EngineSpec, CommandError> {
    let [engine] =
        <[EngineSpec; 1]>::try_from(engines).map_err(|engines| many_engines(engines.len()))?;
    Ok(engine)
}

fn many_engines(count: usize) -> CommandError {
    CommandError::input(format!(
        "{count} engines cannot be tuned together: give --engine once"
    ))
}

/// Refuses parameters that the engine is sent anyway, as its options or by the manager, which enforces them.
fn check_free(
    engine: &EngineSpec,
    game: &GameSettings,
    parameters: &[Parameter],
) -> Result<(), CommandError> {
    let is_gomocup = engine.protocol == Protocol::Gomocup;
    let rule = game.rule.gomoku().filter(|_| is_gomocup);
    let taken = parameters.iter().find_map(|Parameter { name, .. }| {
        let mut options = engine.options.iter();
        if options.any(|(key, _)| key.eq_ignore_ascii_case(name)) {
            return Some(format!(
                "'{name}' is to be tuned, but --engine gives it a value"
            ));
        }
        let word = sent_word(name, engine, game, rule?)?;
        Some(format!(
            "'{name}' is to be tuned, but the manager itself sends it in these games: see {word}"
        ))
    });
    taken.map_or(Ok(()), |reason| Err(CommandError::input(reason)))
}

/// Refuses parameters that this program would pass over where it is the engine: both sides would play alike.
fn check_known(engines: &[EngineEntry], parameters: &[Parameter]) -> Result<(), CommandError> {
    let is_passed_over = |parameter: &&Parameter| {
        let value = parameter.value.round().to_string();
        passed_over(&parameter.name, &value).is_some()
    };
    match parameters.iter().find(is_passed_over) {
        Some(Parameter { name, .. }) if engines.iter().any(names_self) => {
            Err(CommandError::input(format!(
                "'{name}' is to be tuned, but this program has no such setting: it has those that `tune --list` names only \
                 where it is built with `--features tune`"
            )))
        }
        _ => Ok(()),
    }
}
