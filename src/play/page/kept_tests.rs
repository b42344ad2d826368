//! The file of a game: what it holds outlives the server, and one server has it.

use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;

use serde_json::{Value, json};

use super::serve::{Helpers, PageError, PageOptions, Server};
use super::tests::{serve, start_with, wait_for};
use crate::gomoku::Stones;
use crate::study::{Explored, Explorer};
use crate::table::Who;

/// Options of a server that keeps its game in a file.
fn kept_in(file: &Path) -> PageOptions {
    PageOptions {
        file: Some(file.to_path_buf()),
        ..PageOptions::default()
    }
}

#[test]
fn game_and_links_outlive_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let site = start_with(kept_in(&file));
    site.game("remote", "renju");
    assert_eq!(site.typed(&site.key, "h8")["refused"], Value::Null);
    // Another server reads what this one has written so far, as after a crash.
    let copy = folder.path().join("copy.json");
    std::fs::copy(&file, &copy).expect("a copy");
    let again = start_with(kept_in(&copy));
    assert_eq!((&again.key, &again.seat), (&site.key, &site.seat));
    let state = again.state();
    assert_eq!(state["text"], "renju 15 h8");
    // The list of what has happened is the game.
    let log: Vec<&Value> = state["log"].as_array().into_iter().flatten().collect();
    let keys: Vec<&Value> = log.iter().map(|message| &message["key"]).collect();
    assert_eq!(keys, ["event-started", "event-moved"]);
    let typed = json!({ "do": "type", "text": "h9", "ticket": state["ticket"] });
    assert_eq!(again.command(&site.seat, &typed)["refused"], Value::Null);
}

#[test]
fn one_game_is_not_served_twice_and_its_links_are_good_before_the_first_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let bind = || Server::bind(kept_in(&file), Helpers::default());
    let server = bind().expect("a port is free");
    let link = |server: &Server| server.invitation(Who::Guest(1)).link;
    let key = |link: String| link.split_once('#').map(|(_, key)| key.to_string());
    let first = key(link(&server));
    let other = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let unwritten = folder.path().join("other.json");
    let taken = PageOptions {
        listen: other.local_addr().expect("it has one"),
        ..kept_in(&unwritten)
    };
    let taken = Server::bind(taken, Helpers::default()).err();
    assert!(matches!(taken, Some(PageError::Taken(_))), "{taken:?}");
    assert!(!unwritten.exists(), "no game was served");
    let second = bind().err();
    assert!(matches!(second, Some(PageError::InUse(_))), "{second:?}");
    drop(server);
    let again = bind().expect("the file is free again");
    assert_eq!(key(link(&again)), first);
}

#[test]
fn a_place_where_no_game_can_be_kept_is_told_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let bind = |file: &Path| Server::bind(kept_in(file), Helpers::default()).map(|_| ());
    let nowhere = folder.path().join("missing").join("game.json");
    for (place, reason) in [
        (nowhere.as_path(), "there is no folder '"),
        (folder.path(), "is a folder: give the name of a file"),
    ] {
        let refused = bind(place).expect_err(reason);
        assert!(refused.is_bad_input(), "{refused}");
        assert!(refused.to_string().contains(reason), "{refused}");
    }
    let empty = folder.path().join("empty.json");
    std::fs::write(&empty, "").expect("there is room");
    bind(&empty).expect("a new game");
    let damaged = folder.path().join("damaged.json");
    std::fs::write(&damaged, "{").expect("there is room");
    let refused = bind(&damaged).expect_err("it is damaged");
    assert!(refused.is_bad_input() && refused.to_string().contains("damaged.json"));
    assert_eq!(std::fs::read_to_string(damaged).expect("as it was"), "{");
}

/// A database that tells that it was asked, and then waits until it may answer.
#[derive(Debug)]
struct SlowDatabase(Arc<Barrier>);

impl Explorer for SlowDatabase {
    fn explore(&self, _: &Stones) -> Result<Explored, String> {
        self.0.wait();
        self.0.wait();
        Ok(Explored::default())
    }
}

#[test]
fn the_game_is_kept_at_the_end_before_a_long_request_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let both = Arc::new(Barrier::new(2));
    let helpers = Helpers {
        explorer: Some(Arc::new(SlowDatabase(both.clone()))),
        ..Helpers::default()
    };
    let server = Server::bind(kept_in(&file), helpers).expect("a port is free");
    let stopper = server.stopper();
    let site = serve(server);
    let time = json!({ "per_game": 600_000 });
    let new = json!({ "do": "new", "begins": "two", "level": "1", "time": time });
    assert_eq!(site.command(&site.key, &new)["refused"], Value::Null);
    assert_eq!(site.typed(&site.key, "h8")["refused"], Value::Null);
    thread::spawn(move || site.ask(&site.key, "POST /api/database", "{}"));
    both.wait();
    // A clock runs, so that the game is kept once more.
    std::fs::remove_file(&file).expect("it was kept");
    stopper.stop();
    let kept = wait_for(|| file.exists().then_some(()));
    both.wait();
    assert!(kept.is_some(), "it is kept meanwhile");
    let again = wait_for(|| Server::bind(kept_in(&file), Helpers::default()).ok());
    assert!(again.is_some(), "the server has ended");
}
