//! Tests of `tournament` between engines of the Gomocup protocol, of GTP and of JSON queries, with the real program on both
//! sides.

use std::error::Error;
use std::path::Path;

use kagetsu_notation::GameRecord;
use kagetsu_notation::record::Reason;
use kagetsu_test_support::ran::{FINE, Ran};
use tempfile::tempdir;

use super::tournament_cli::program;
use super::tournament_siblings::games;

type Checked = Result<(), Box<dyn Error>>;

/// Plays a tournament on a small board and returns its games in the order of the schedule.
fn play(out: &Path, arguments: &[&str]) -> Result<Vec<GameRecord>, Box<dyn Error>> {
    let own = ["--concurrency", "1", "--patience", "60", "--memory", "0"];
    let mut command = program(&own);
    command.arg("--out").arg(out).args(arguments);
    Ran::of(&mut command)?.ends(FINE).says("No faults");
    games(out)
}

const GOMOCUP: &str = "cmd=self,name=gomocup,nodes=300";
const GTP: &str = "cmd=self --nodes 300,name=gtp,protocol=gtp";
const OTHER_GTP: &str = "cmd=self --nodes 300,name=other,protocol=gtp";

#[test]
fn engines_of_three_protocols_meet_under_the_rule_of_the_tournament() -> Checked {
    let folder = tempdir()?;
    let json = "cmd=self,name=json,protocol=json,nodes=300";
    let engines = ["--engine", GOMOCUP, "--engine", GTP, "--engine", json];
    let rest = ["--rule", "renju", "--size", "9", "--games", "2"];
    let games = play(&folder.path().join("out"), &[&engines[..], &rest].concat())?;
    assert_eq!(games.len(), 6);
    for game in &games {
        // A forbidden point would be a fault.
        assert!(matches!(game.reason, Reason::Five | Reason::FullBoard));
    }
    let of_json = games.iter().find(|game| game.black == "json");
    let game = of_json.ok_or("a game")?;
    // Its moves come with the score and the depth of the answer.
    let own = game
        .remarks
        .iter()
        .skip(game.opening.next_multiple_of(2))
        .step_by(2);
    assert!(own.clone().count() > 2);
    for remark in own {
        assert!(
            remark.score.is_some() && remark.depth.is_some(),
            "{remark:?}"
        );
    }
    Ok(())
}

/// The same nodes find the same moves with both colours.
#[test]
fn engines_of_gtp_meet_and_play_the_same_game_again() -> Checked {
    let folder = tempdir()?;
    let arguments = ["--engine", GTP, "--engine", OTHER_GTP, "--size", "10"];
    let games = play(&folder.path().join("out"), &arguments)?;
    assert_eq!(games[0].moves, games[1].moves);
    assert_ne!(games[0].black, games[1].black);
    Ok(())
}
