//! Tests that the compliance checks of Reversi and Connect6 find nothing in this program's own servers, and the faults of
//! engines that have them.

use std::error::Error;

use kagetsu_arena::EngineSpec;
use kagetsu_arena::compliance::{Weight, checks, examine};
use kagetsu_arena::protocol::Protocol;
use kagetsu_kernel::StopSignal;
use libtest_mimic::Trial;

type Checked = Result<(), Box<dyn Error>>;

/// The arguments of our server of each protocol.
const SERVERS: [(Protocol, &[&str]); 4] = [
    (
        Protocol::Gtp,
        &["reversi", "serve", "--level", "1", "--protocol", "gtp"],
    ),
    (
        Protocol::NBoard,
        &["reversi", "serve", "--level", "1", "--protocol", "nboard"],
    ),
    (
        Protocol::Sau,
        &[
            "connect6",
            "serve",
            "--depth",
            "1",
            "--nodes",
            "200",
            "--protocol",
            "sau",
        ],
    ),
    (
        Protocol::Cloudict,
        &[
            "connect6",
            "serve",
            "--nodes",
            "200",
            "--protocol",
            "cloudict",
        ],
    ),
];

fn spec(protocol: Protocol, command: Vec<String>) -> EngineSpec {
    let mut spec = EngineSpec::new("examined", command);
    spec.protocol = protocol;
    spec
}

/// One check of our own server, which must be passed.
fn passes(protocol: Protocol, arguments: &[&str], name: &str) -> Checked {
    let mut command = vec![env!("CARGO_BIN_EXE_pbrain-kagetsu").to_string()];
    command.extend(arguments.iter().map(ToString::to_string));
    let check = checks(protocol, &[])
        .into_iter()
        .find(|check| check.name == name)
        .ok_or("no such check")?;
    Ok(examine(&spec(protocol, command), &check, &StopSignal::new()).result?)
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

    use super::{Checked, Protocol, checks, spec};
    use crate::compliance::finds;

    /// Protocol, the check that finds the fault, the answers by the lines of a shell `case`, and a part of the complaint. What
    /// is said too much is written together with what is asked for, so that no busy machine delays it.
    type Case = (Protocol, &'static str, &'static str, &'static str);

    const CASES: [Case; 29] = [
        (
            Protocol::Gtp,
            "protocol_version is answered",
            "*) echo '= 1'; echo;;",
            "is '1', not 2",
        ),
        (
            Protocol::Gtp,
            "an answer ends with an empty line",
            "*) echo '= 2'; echo more;;",
            "no empty line",
        ),
        (
            Protocol::Gtp,
            "the number of a command comes back",
            "*) echo '= 2'; echo;;",
            "'17 protocol_version' was answered '=2'",
        ),
        (
            Protocol::Gtp,
            "boardsize 8 and clear_board",
            "boardsize*) echo '? no'; echo;;",
            "'boardsize 8' was refused: no",
        ),
        (
            Protocol::Gtp,
            "genmove at the start",
            "genmove*) echo '= A1'; echo;; *) echo =; echo;;",
            "the move A1 is illegal",
        ),
        (
            Protocol::Gtp,
            "genmove after other moves",
            "genmove*) echo '= best'; echo;; *) echo =; echo;;",
            "'best' is no move",
        ),
        (
            Protocol::Gtp,
            "a whole game",
            "genmove*) echo '= F5'; echo;; *) echo =; echo;;",
            "the move F5 is illegal",
        ),
        (
            Protocol::Gtp,
            "an unknown command is refused",
            "*) echo =; echo;;",
            "'fly_to_the_moon now' was not refused",
        ),
        (
            Protocol::Gtp,
            "a move that flips nothing is refused",
            "*) echo =; echo;;",
            "'play b a1' was not refused",
        ),
        (
            Protocol::Gtp,
            "empty lines and remarks are passed over",
            "*) echo '= 2'; echo;;",
            "an empty line was answered",
        ),
        (
            Protocol::Gtp,
            "lines of nonsense",
            "*'#'*) exit;; *) echo =; echo;;",
            "has ended",
        ),
        (
            Protocol::Gtp,
            "quit is answered and ends it",
            "*) echo =; echo;;",
            "still runs",
        ),
        (
            Protocol::Gtp,
            "undo",
            "undo) echo '? no'; echo;; genmove*) echo '= D6'; echo;; *) echo =; echo;;",
            "'undo' was refused",
        ),
        (
            Protocol::NBoard,
            "ping is answered by pong",
            "ping*) exit;;",
            "has ended",
        ),
        (
            Protocol::NBoard,
            "go at the start",
            "ping*) echo \"pong ${line#* }\";; go) echo '=== A1/1/1';;",
            "the move A1 is illegal",
        ),
        (
            Protocol::NBoard,
            "go does not play its move",
            "ping*) echo \"pong ${line#* }\";; go) echo \"=== ${next:-F5}\"; next=D6;;",
            "the move D6 is illegal",
        ),
        (
            Protocol::NBoard,
            "ping ends thinking first",
            "ping*) printf 'pong %s\\nsearch F5 1 0 3\\n' \"${line#* }\";; hint*) echo 'search F5 1 0 2';;",
            "said 'search F5 1 0 3' without being asked",
        ),
        (
            Protocol::NBoard,
            "an illegal move does no harm",
            "ping*) echo \"pong ${line#* }\";; 'move A1') exit;;",
            "has ended",
        ),
        (
            Protocol::NBoard,
            "an illegal move is named in a status line",
            "ping*) echo \"pong ${line#* }\";; move*) echo status;;",
            "no status line",
        ),
        (
            Protocol::NBoard,
            "quit ends it",
            "ping*) echo \"pong ${line#* }\";;",
            "still runs",
        ),
        (
            Protocol::Sau,
            "name? is answered by a name",
            "name*) exit;;",
            "has ended",
        ),
        (
            Protocol::Sau,
            "new black is answered by one stone",
            "name*) echo 'name odd';; new*) echo 'move JJKK';;",
            "is illegal",
        ),
        (
            Protocol::Sau,
            "reads move JJ@@",
            "name*) echo 'name odd';; *@@) echo 'move JJKK';;",
            "j10 is not empty",
        ),
        (
            Protocol::Sau,
            "a whole game",
            "name*) echo 'name odd';; move*) echo 'move JJKK';;",
            "is not empty",
        ),
        (
            Protocol::Sau,
            "one answer to one turn",
            "name*) echo 'name odd';; move*) printf 'move AABB\\nmove CCDD\\n';;",
            "said 'CCDD' without being asked",
        ),
        (
            Protocol::Sau,
            "an illegal turn is not answered",
            "name*) echo 'name odd';; new*) echo 'move JJ';; move*) echo 'move AABB';;",
            "said 'AABB' without being asked",
        ),
        (
            Protocol::Sau,
            "quit ends it",
            "name*) echo 'name odd';;",
            "still runs",
        ),
        (
            Protocol::Cloudict,
            "black, white and next set up a position",
            "name) echo 'name odd';; next) echo 'move IIKK';;",
            "is not empty",
        ),
        (
            Protocol::Cloudict,
            "reads move JJ",
            "name) echo 'name odd';; 'move JJ') echo 'move JJJJ';;",
            "names one cell twice",
        ),
    ];

    fn fails((protocol, name, cases, complaint): Case) -> Checked {
        let script = format!("while read -r line; do case \"$line\" in {cases} esac; done");
        let command = ["sh", "-c", &script].map(str::to_string).to_vec();
        let check = checks(protocol, &[])
            .into_iter()
            .find(|check| check.name == name)
            .ok_or("no such check")?;
        Ok(finds(&spec(protocol, command), &check, Some(complaint))?)
    }

    pub(super) fn trials() -> impl Iterator<Item = Trial> {
        CASES.into_iter().map(|case| {
            let name = format!("compliance::broken {}::{}", case.0, case.1);
            Trial::test(name, move || Ok(fails(case)?))
        })
    }
}
