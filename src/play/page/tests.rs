//! The server over a real connection on this machine: secrets, foreign hosts and origins, commands, whole games.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::assets::assets;
use super::routes::MAX_BODY_BYTES;
use super::serve::{Helpers, PageOptions, Server};
use crate::table::Who;

/// How long anything may take. No test depends on less.
const PATIENCE: Duration = Duration::from_secs(60);

/// Looks until something is there, but not for ever.
pub(super) fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let begin = Instant::now();
    loop {
        let found = look();
        if found.is_some() || begin.elapsed() > PATIENCE {
            return found;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

pub(super) struct Site {
    address: SocketAddr,
    pub(super) key: String,
    pub(super) seat: String,
    spectator: String,
}

/// A server that goes on until the test program ends.
fn start() -> Site {
    start_with(PageOptions::default())
}

pub(super) fn start_with(options: PageOptions) -> Site {
    serve(Server::bind(options, Helpers::default()).expect("a port is free"))
}

/// Lets a server go on in a thread of its own.
pub(super) fn serve(server: Server) -> Site {
    let part = |link: &str| {
        let (address, key) = link.split_once("/#")?;
        Some((
            address.strip_prefix("http://")?.parse().ok()?,
            key.to_string(),
        ))
    };
    let (address, key) = part(&server.link()).expect("the link has both parts");
    let (_, seat) = part(&server.invitation(Who::Guest(0)).link).expect("so has the invitation");
    let (_, spectator) = part(&server.invitation(Who::Spectator).link).expect("so has that one");
    thread::spawn(move || server.run());
    Site {
        address,
        key,
        seat,
        spectator,
    }
}

/// What stands in an answer.
fn json_of(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").expect("there is a body");
    serde_json::from_str(body).expect("it is JSON")
}

impl Site {
    /// Sends a request and gives status and body.
    fn send(&self, head: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        let mut text = format!("{head} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text += &[name, ": ", value, "\r\n"].concat();
        }
        let length = format!("Content-Length: {}\r\n\r\n", body.len());
        text += &length;
        text += body;
        stream
            .write_all(text.as_bytes())
            .expect("it takes requests");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
        self.send(&format!("GET {path}"), headers, "")
    }

    /// The same for whoever has this key.
    pub(super) fn ask(&self, key: &str, head: &str, body: &str) -> (u16, String) {
        let host = self.address.to_string();
        let headers = [
            ("Host", host.as_str()),
            ("X-Kagetsu-Key", key),
            ("Content-Type", "application/json"),
        ];
        self.send(head, &headers, body)
    }

    pub(super) fn command(&self, key: &str, command: &Value) -> Value {
        let (status, answer) = self.ask(key, "POST /api/command", &command.to_string());
        assert_eq!(status, 200, "{answer}");
        json_of(&answer)
    }

    pub(super) fn state(&self) -> Value {
        json_of(&self.ask(&self.key, "GET /api/state", "").1)
    }

    pub(super) fn game(&self, begins: &str, rule: &str) {
        let new = json!({ "do": "new", "rule": rule, "begins": begins, "level": "1" });
        let answer = self.command(&self.key, &new);
        assert_eq!(answer["refused"], Value::Null);
    }

    pub(super) fn typed(&self, key: &str, text: &str) -> Value {
        self.command(key, &json!({ "do": "type", "text": text }))
    }
}

#[test]
fn strangers_foreign_hosts_and_foreign_origins_are_kept_out() {
    let site = start();
    let host = site.address.to_string();
    let resign = |host: &str, key: &str, origin: Option<&str>| {
        let mut headers = vec![
            ("Host", host),
            ("X-Kagetsu-Key", key),
            ("Content-Type", "application/json"),
        ];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        let command = r#"{"do":"resign"}"#;
        site.send("POST /api/command", &headers, command).0
    };
    for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
        assert_eq!(resign(&host, &site.key, Some(origin)), 403, "{origin}");
    }
    for foreign in ["kagetsu.example:80", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(resign(foreign, &site.key, None), 421, "{foreign}");
    }
    assert_eq!(resign(&host, &"0".repeat(site.key.len()), None), 401);
    for path in ["/api/state", "/api/events"] {
        assert_eq!(site.get(path, &[("Host", &host)]).0, 401, "{path}");
    }
    assert_eq!(site.get("/", &[("Host", "kagetsu.example:80")]).0, 421);
    // None of them has ended the game: the right one does it, with its own origin and without one.
    assert_eq!(site.state()["outcome"], Value::Null);
    let own = format!("http://{host}");
    for origin in [Some(own.as_str()), None] {
        assert_eq!(resign(&host, &site.key, origin), 200);
    }
}

#[test]
fn a_proxy_is_told_to_hold_back_no_news_and_a_spectator_who_is_there() {
    let site = start();
    let mut stream = TcpStream::connect(site.address).expect("the server listens");
    let (address, key) = (&site.address, &site.spectator);
    let request =
        format!("GET /api/events HTTP/1.1\r\nHost: {address}\r\nX-Kagetsu-Key: {key}\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .expect("it takes requests");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let mut head = lines.by_ref().take_while(|line| !line.is_empty());
    assert!(head.any(|line| line == "x-accel-buffering: no"));
    // A few of head and state come before, and signs of life for ever after.
    assert!(lines.take(40).any(|line| line == "event: present"));
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let site = start();
    let host = site.address.to_string();
    for path in assets()
        .expect("sound texts")
        .into_iter()
        .map(|asset| asset.address)
    {
        let (status, answer) = site.get(path, &[("Host", &host)]);
        assert_eq!(status, 200, "{path}");
        assert!(
            answer.contains("content-security-policy: default-src 'none'"),
            "{path}"
        );
        let (_, body) = answer.split_once("\r\n\r\n").expect("there is a body");
        // Nothing is loaded from the page to which links for everybody lead.
        let mut body = body.to_string();
        for named in [
            "http://www.w3.org/2000/svg",
            "https://kagetsu-engine.github.io/kagetsu/",
        ] {
            body = body.replace(named, "");
        }
        assert!(!body.contains("http://"), "{path}");
        assert!(!body.contains("https://"), "{path}");
    }
}

#[test]
fn two_persons_play_and_wrong_commands_are_refused() {
    let site = start();
    site.game("two", "freestyle");
    for text in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"] {
        assert_eq!(site.typed(&site.key, text)["refused"], Value::Null);
    }
    assert_eq!(
        site.typed(&site.key, "a1")["refused"]["key"],
        "refused-occupied"
    );
    assert_eq!(
        site.typed(&site.key, "??")["refused"]["key"],
        "refused-not-a-move"
    );
    let stale = json!({ "do": "step", "ticket": 0, "step": { "move": { "x": 9, "y": 9 } } });
    let answer = site.command(&site.key, &stale);
    assert_eq!(answer["refused"]["key"], "refused-stale");
    let answer = site.typed(&site.key, "e1");
    assert_eq!(answer["view"]["outcome"]["reason"], "row");
    assert_eq!(
        answer["view"]["picture"]["winning"]
            .as_array()
            .map(Vec::len),
        Some(5)
    );
    let get = |path: &str| site.ask(&site.key, &format!("GET {path}"), "");
    assert!(get("/api/game?form=sgf").1.contains("RE[B+]"));
    for (path, status) in [("/api/state?form=no", 200), ("/api/game?form=no", 400)] {
        assert_eq!(get(path).0, status, "{path}");
    }
    let loaded = json!({ "do": "load", "text": "(;GM[4]SZ[13]RU[renju];B[gg];W[hh])" });
    let answer = site.command(&site.key, &loaded);
    assert_eq!(answer["view"]["picture"]["width"], 13);
    assert_eq!(answer["view"]["rule"], "renju");
    let damaged = site.command(&site.key, &json!({ "do": "load", "text": "(;GM[1]" }));
    assert_eq!(damaged["refused"]["key"], "refused-text");
}

#[test]
fn a_guest_acts_for_one_seat_only() {
    let site = start();
    site.game("remote", "freestyle");
    let ticket = || site.state()["ticket"].clone();
    let guest = |text: &str, ticket: &Value| {
        let typed = json!({ "do": "type", "text": text, "ticket": ticket });
        site.command(&site.seat, &typed)["refused"]["key"].clone()
    };
    let not_now = json!("refused-not-your-turn");
    assert_eq!(guest("h8", &ticket()), not_now);
    assert_eq!(site.typed(&site.key, "h8")["refused"], Value::Null);
    assert_eq!(site.typed(&site.key, "h9")["refused"]["key"], not_now);
    let before = ticket();
    let undo = json!({ "do": "undo", "ticket": before });
    assert_eq!(
        site.command(&site.seat, &undo)["refused"]["key"],
        "refused-not-allowed"
    );
    // Without the state, and for an earlier one, a move does not count.
    let stale = json!("refused-stale");
    assert_eq!(guest("h9", &Value::Null), stale);
    assert_eq!(guest("h8", &before), json!("refused-occupied"));
    assert_eq!(guest("h9", &before), Value::Null);
    assert_eq!(site.typed(&site.key, "i8")["refused"], Value::Null);
    assert_eq!(guest("h10", &before), stale);
    // Spectators see everything and change nothing.
    let typed = json!({ "do": "type", "text": "h10", "ticket": ticket() });
    let watched = site.command(&site.spectator, &typed);
    assert_eq!(watched["refused"]["key"], "refused-only-watching");
    assert_eq!(watched["view"]["text"], "freestyle 15 h8 h9 i8");
    // Neither side gets help.
    let help = site.command(&site.key, &json!({ "do": "hint" }));
    assert_eq!(help["refused"]["key"], "refused-no-help");
    assert_eq!(help["view"]["threats"], Value::Null);
}

#[test]
fn the_seats_of_guests_change_with_a_rematch() {
    let site = start();
    site.game("remote-both", "freestyle");
    let own = site.typed(&site.key, "h8");
    assert_eq!(own["refused"]["key"], "refused-not-allowed");
    assert_eq!(own["view"]["guests"], json!([0, 1]));
    let ticket = own["view"]["ticket"].clone();
    let resign = json!({ "do": "resign", "ticket": ticket });
    assert_eq!(site.command(&site.seat, &resign)["refused"], Value::Null);
    let again = site.command(&site.key, &json!({ "do": "rematch" }));
    assert_eq!(again["view"]["guests"], json!([1, 0]));
}

#[test]
fn long_messages_unknown_players_and_floods_are_refused() {
    let site = start();
    let post = |key: &str, body: &str| site.ask(key, "POST /api/command", body).0;
    let long = json!({ "do": "type", "text": "h".repeat(9_000) }).to_string();
    assert_eq!(post(&site.seat, &long), 413);
    assert_eq!(post(&site.key, &" ".repeat(MAX_BODY_BYTES + 1)), 413);
    // A study may have more comments than those that are written at the table, which have room for 256 KiB.
    let study = format!("(;GM[4]SZ[15];B[hh]C[{}])", "x".repeat(300_000));
    let opened = site.command(&site.key, &json!({ "do": "load", "text": study }));
    assert_eq!(opened["refused"], Value::Null);
    for player in [
        json!({ "program": "sh" }),
        json!("program"),
        json!({ "remote": "x" }),
    ] {
        let new =
            json!({ "do": "new", "rule": "renju", "size": 15, "begins": player, "level": "1" });
        assert_eq!(post(&site.key, &new.to_string()), 422);
    }
    // Several at once, so that waiting for an answer does not keep them from being too many.
    let flood = || (0..25).any(|_| post(&site.seat, "{}") == 429);
    let is_refused = thread::scope(|scope| {
        let floods: Vec<_> = (0..8).map(|_| scope.spawn(flood)).collect();
        floods
            .into_iter()
            .any(|flood| flood.join().expect("it is answered"))
    });
    assert!(is_refused, "a guest may send as much as it wants");
    assert_eq!(post(&site.key, r#"{"do":"stop"}"#), 200);
}

#[test]
fn invitations_are_for_the_owner_only() {
    let site = start();
    let get = |key: &str| site.ask(key, "GET /api/invitations", "");
    let (status, answer) = get(&site.key);
    assert_eq!(status, 200);
    assert!(answer.contains(&site.seat) && answer.contains(&site.spectator));
    assert!(!answer.contains(&site.key));
    assert_eq!(get(&site.seat).0, 403);
    assert_eq!(get(&site.spectator).0, 403);
}

#[test]
fn puzzles_are_for_the_owner_only_and_leave_the_game() {
    let site = start();
    let send = |key: &str, head: &str, body: &Value| site.ask(key, head, &body.to_string());
    let (list, one) = ("GET /api/puzzles", "POST /api/puzzle");
    let (status, listed) = send(&site.key, list, &Value::Null);
    assert_eq!(status, 200);
    assert!(listed.contains("\"id\":\"freestyle-fours-1\""));
    let before = site.state();
    let answer = |answers: Value, at: Value| json!({ "id": "freestyle-fours-1", "answers": answers, "do": "answer", "at": at });
    let corner = json!({ "x": 0, "y": 14 });
    let wrong = answer(json!([]), corner.clone());
    let (status, judged) = send(&site.key, one, &wrong);
    assert_eq!(status, 200);
    assert!(judged.contains("\"judged\":{\"wrong\":[]}"), "{judged}");
    let outside = answer(json!([]), json!({ "x": 200, "y": 0 }));
    let (_, refused) = send(&site.key, one, &outside);
    assert!(refused.contains("refused-off-board"), "{refused}");
    let skipped = answer(json!([corner]), json!({ "x": 1, "y": 1 }));
    assert_eq!(send(&site.key, one, &skipped).0, 409);
    let unknown = json!({ "id": "none", "do": "show" });
    assert_eq!(send(&site.key, one, &unknown).0, 404);
    for key in [&site.seat, &site.spectator] {
        assert_eq!(send(key, list, &Value::Null).0, 403);
        assert_eq!(send(key, one, &wrong).0, 403);
    }
    let after = site.state();
    assert_eq!(
        (&after["ticket"], &after["text"]),
        (&before["ticket"], &before["text"])
    );
}

/// Looks at the state until something is so.
fn until(site: &Site, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let found = wait_for(|| Some(site.state()).filter(&is_so));
    found.unwrap_or_else(|| panic!("never: {what}: {}", site.state()))
}

#[test]
fn a_mistake_is_offered_back_and_tried_again() {
    let site = start();
    site.game("person", "freestyle");
    // Both sides have an open three, and Black does not make four of its own.
    let at = |x: u8, y: u8| json!({ "x": x, "y": y });
    let both = |x| [json!([at(x, 7), "black"]), json!([at(x, 3), "white"])];
    let stones: Vec<Value> = (7..10).flat_map(both).collect();
    let edit = json!({ "do": "edit", "stones": stones, "to_move": "black" });
    site.command(&site.key, &edit);
    site.command(&site.key, &json!({ "do": "teach", "on": true }));
    assert_eq!(site.typed(&site.key, "o15")["refused"], Value::Null);
    let held = until(&site, "a mistake", |state| {
        !state["lesson"]["held"].is_null()
    });
    assert_eq!(held["thinking"], false);
    assert_eq!(held["lesson"]["held"]["step"], 0);
    // A better move is good enough, another bad one is not.
    let attempt = |at: Value| {
        let command = json!({ "do": "try", "steps": 0, "spots": [at] });
        site.command(&site.key, &command);
        let tried = until(&site, "an answer", |state| {
            !state["lesson"]["tried"].is_null()
        });
        tried["lesson"]["tried"]["good"].clone()
    };
    let better = held["lesson"]["held"]["better_spots"].clone();
    assert_eq!(attempt(at(13, 1)), false);
    assert_eq!(attempt(better), true);
    site.command(&site.key, &json!({ "do": "go-on" }));
    until(&site, "Kagetsu's answer", |state| {
        state["picture"]["moves"].as_array().map(Vec::len) == Some(2)
    });
}

#[test]
fn a_proved_win_is_told_and_kagetsu_moves_when_asked() {
    let site = start();
    site.game("two", "freestyle");
    let text = "freestyle 15 h8 a1 i8 c1 j8 e1";
    let loaded = site.command(&site.key, &json!({ "do": "load", "text": text }));
    assert_eq!(loaded["view"]["text"], text);
    assert!(
        loaded["view"]["threats"][0]["open_four"]
            .as_array()
            .is_some_and(|spots| spots.len() == 2)
    );
    site.command(&site.key, &json!({ "do": "move" }));
    let moved = until(&site, "a move", |state| {
        state["picture"]["moves"].as_array().map(Vec::len) == Some(7)
    });
    assert_eq!(moved["proved"]["colour"], "black");
    assert_eq!(moved["proved"]["moves"], 1);
    // A position that is not legal changes nothing.
    let bad = json!({ "do": "load", "text": "freestyle 15 h8 h8" });
    let refused = site.command(&site.key, &bad);
    assert_eq!(refused["refused"]["key"], "refused-text-move");
    assert_eq!(refused["view"]["text"], moved["text"]);
}

#[test]
fn kagetsu_answers_by_itself() {
    let site = start();
    site.game("kagetsu", "renju");
    until(&site, "the first stone", |state| {
        state["log"].to_string().contains("event-moved")
    });
}

#[test]
fn connections_that_ask_for_nothing_are_closed() {
    let site = start();
    let host = site.address.to_string();
    let silent = TcpStream::connect(site.address).expect("the server listens");
    let mut half = silent.try_clone().expect("a second handle");
    half.write_all(b"GET / HTTP/1.1\r\nHost:")
        .expect("it listens");
    // One that was answered, and asks for nothing more.
    let mut idle = TcpStream::connect(site.address).expect("the server listens");
    let whole = format!("GET /page.css HTTP/1.1\r\nHost: {host}\r\n\r\n");
    idle.write_all(whole.as_bytes()).expect("it listens");
    for mut stream in [silent, idle] {
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let mut rest = Vec::new();
        // The end, after whatever was answered.
        stream.read_to_end(&mut rest).expect("it is closed");
    }
}
