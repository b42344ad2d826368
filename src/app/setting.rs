//! Settings of the engine on a command line, written as in `INFO` lines of the protocol with `=` between name and value.

use std::path::{Path, PathBuf};

use kagetsu_gomoku::engine::config::{ConfigKey, key_named, name_of};
use kagetsu_gomoku::engine::{Engine, EngineError};
use kagetsu_protocol::info::{EVALUATION, InfoKey, InfoLine, expected_value};
use kagetsu_protocol::settings::ManagerSettings;

/// One setting: a number, or the file of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// A number of the engine.
    Number(ConfigKey, i64),
    /// The network to evaluate with.
    Evaluation(PathBuf),
}

impl Setting {
    /// The setting as it is read, with what `of_network` makes of the file of a network.
    pub(super) fn text<E>(
        &self,
        of_network: impl Fn(&Path) -> Result<String, E>,
    ) -> Result<String, E> {
        Ok(match self {
            Self::Number(key, value) => format!("{}={value}", name_of(*key)),
            Self::Evaluation(path) => format!("{EVALUATION}={}", of_network(path)?),
        })
    }
}

/// The files of the networks among settings.
pub(super) fn networks(settings: &[Setting]) -> impl Iterator<Item = &PathBuf> {
    settings.iter().filter_map(|setting| match setting {
        Setting::Evaluation(path) => Some(path),
        Setting::Number(..) => None,
    })
}

/// Reads `hash_size=4096` or `evaluation=my.kgn`.
pub(super) fn parse_setting(text: &str) -> Result<Setting, String> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        format!("'{text}' is not a setting: expected NAME=VALUE, such as hash_size=4096")
    })?;
    if name.eq_ignore_ascii_case(EVALUATION) {
        return Ok(Setting::Evaluation(PathBuf::from(value)));
    }
    let key = key_named(name).ok_or_else(|| format!("the engine has no setting '{name}'"))?;
    let number = key.value_of(value).ok_or_else(|| {
        let expected = expected_value(name);
        format!("'{value}' is not a value of '{name}': expected {expected}")
    })?;
    Ok(Setting::Number(key, number))
}

/// Changes the engine's settings as `INFO` lines do; of two for one thing the later one holds.
///
/// # Errors
/// When the file of a network cannot be used.
pub(super) fn apply(settings: &[Setting], engine: &mut Engine) -> Result<(), EngineError> {
    let mut manager = ManagerSettings::new(engine.config().clone());
    for setting in settings {
        match *setting {
            Setting::Number(key, value) => manager.set(InfoLine {
                key: InfoKey::Engine(key),
                value,
            }),
            Setting::Evaluation(ref path) => engine.load_evaluation(path)?,
        }
    }
    engine.configure(manager.engine().clone());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_gomoku::engine::EngineConfig;
    use kagetsu_kernel::FakeClock;

    use super::*;

    #[test]
    fn numbers_and_networks_are_understood() {
        assert_eq!(
            parse_setting("Hash_Size=4096"),
            Ok(Setting::Number(ConfigKey::MaxHash, 4096))
        );
        assert_eq!(
            parse_setting("evaluation=a=b.kgn"),
            Ok(Setting::Evaluation(PathBuf::from("a=b.kgn")))
        );
        for text in ["hash_size=4096", "evaluation=a=b.kgn"] {
            let setting = parse_setting(text).expect("a setting");
            let same = |path: &Path| Ok::<_, String>(path.display().to_string());
            assert_eq!(setting.text(same).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_table_gets_all_that_it_asks_for() {
        let settings = [Setting::Number(ConfigKey::MaxHash, 1 << 20)];
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        apply(&settings, &mut engine).expect("numbers are always taken");
        assert_eq!(engine.config().table_bytes(), 1 << 30);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, words) in [
            ("hash_size", "'hash_size' is not a setting"),
            ("colour=3", "no setting 'colour'"),
            ("hash_size=much", "'much' is not a value of 'hash_size'"),
            ("search=minimax", "expected alphabeta or mcts"),
        ] {
            let error = parse_setting(text).expect_err(text);
            assert!(error.contains(words), "{error}");
        }
    }
}
