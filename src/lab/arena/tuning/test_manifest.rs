//! A made-up tuning for tests.

use crate::settings::{EngineSpec, GameSettings};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;

use super::manifest::{TUNING_SCHEMA, TuningManifest};
use super::parameter::Parameter;
use super::spsa::SpsaPlan;

/// Two parameters, `alpha` and `beta`; six iterations of two pairs.
pub(super) fn manifest() -> TuningManifest {
    let parameter = |name: &str, value: f64, step: f64| Parameter {
        name: name.to_string(),
        value,
        min: 0,
        max: 100,
        step,
        r: None,
    };
    TuningManifest {
        schema: TUNING_SCHEMA,
        version: "0".to_string(),
        engine: EngineSpec::new("engine", vec!["./engine".to_string()]),
        game: GameSettings::new(
            Rule::Freestyle,
            BoardSize::square(15).expect("a legal size"),
        ),
        parameters: vec![parameter("alpha", 50.0, 2.0), parameter("beta", 20.0, 1.0)],
        plan: SpsaPlan {
            iterations: 6,
            pairs: 2,
            rate: 0.1,
            seed: 5,
        },
        openings: None,
        schedule: "0".to_string(),
        run: None,
    }
}
