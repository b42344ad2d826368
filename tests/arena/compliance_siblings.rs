//! Tests that the compliance checks of Reversi and Connect6 find nothing in this program's own servers, and the faults of
//! engines that have them.

use std::error::Error;

use kagetsu_arena::EngineSpec;
use kagetsu_arena::compliance::{Weight, checks};
use kagetsu_arena::protocol::Protocol;
use libtest_mimic::Trial;

use crate::compliance::{check, finds_nothing};

type Checked = Result<(), Box<dyn Error>>;

/// The arguments of our server of each protocol.
const SERVERS: [(Protocol, &str); 4] = [
    (Protocol::Gtp, "reversi serve --level 1 --protocol gtp"),
    (
        Protocol::NBoard,
        "reversi serve --level 1 --protocol nboard",
    ),
    (
        Protocol::Sau,
        "connect6 serve --depth 1 --nodes 200 --protocol sau",
    ),
    (
        Protocol::Cloudict,
        "connect6 serve --nodes 200 --protocol cloudict",
    ),
];

fn spec(protocol: Protocol, command: Vec<String>) -> EngineSpec {
    let mut spec = EngineSpec::new("examined", command);
    spec.protocol = protocol;
    spec
}

/// One check of our own server, which must be passed.
fn passes(protocol: Protocol, arguments: &str, name: &str) -> Checked {
    let mut command = vec![env!("CARGO_BIN_EXE_pbrain-kagetsu").to_string()];
    command.extend(arguments.split(' ').map(String::from));
    let check = check(protocol, name)?;
    Ok(finds_nothing(&spec(protocol, command), &check)?)
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (protocol, arguments) in SERVERS {
        for check in checks(protocol, &[]) {
            // What depends on the clock of a busy machine is left to those who examine.
            if check.weight == Weight::Advised && check.name.starts_with("time") {
                continue;
            }
            let name = check.name.clone();
            trials.push(Trial::test(
                format!("compliance::own {protocol}::{}", check.name),
                move || Ok(passes(protocol, arguments, &name)?),
            ));
        }
    }
    #[cfg(unix)]
    trials.extend(broken::trials());
    trials
}

#[cfg(unix)]
mod broken {
    //! Engines that are scripts of the shell, each with a fault.

    use libtest_mimic::Trial;

    use super::{Checked, spec};
    use crate::compliance::{check, finds};

    const CASES: &str = include_str!("../data/broken_engines.txt");

    fn fails(protocol: &str, name: &str, cases: &str, complaint: &str) -> Checked {
        let protocol = protocol.parse()?;
        let script = format!("while read -r line; do case \"$line\" in {cases} esac; done");
        let command = ["sh", "-c", &script].map(str::to_string).to_vec();
        let check = check(protocol, name)?;
        Ok(finds(&spec(protocol, command), &check, complaint)?)
    }

    pub(super) fn trials() -> impl Iterator<Item = Trial> {
        let cases = CASES.lines().filter(|line| !line.starts_with('#'));
        cases.map(|line| {
            let fields: Vec<&str> = line.split(" | ").collect();
            let [protocol, check, answers, complaint] = fields[..] else {
                panic!("no case: {line}");
            };
            let name = format!("compliance::broken {protocol}::{check}");
            Trial::test(name, move || {
                Ok(fails(protocol, check, answers, complaint)?)
            })
        })
    }
}
