//! The server over a real connection on this machine: secrets, foreign hosts and origins, commands, whole games.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};

use crate::game::Seat;

use super::serve::{PageOptions, Server};

struct Site {
    address: SocketAddr,
    key: String,
    seat: String,
}

/// A server that goes on until the test program ends.
fn start() -> Site {
    let server = Server::bind(PageOptions::default()).expect("a port is free");
    let part = |link: &str| {
        let (address, key) = link.split_once("/#")?;
        Some((
            address.strip_prefix("http://")?.parse().ok()?,
            key.to_string(),
        ))
    };
    let (address, key) = part(&server.link()).expect("the link has both parts");
    let (_, seat) = part(&server.invitation(Seat::Second)).expect("so has the invitation");
    std::thread::spawn(move || server.run());
    Site { address, key, seat }
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

    fn command(&self, key: &str, command: &Value) -> Value {
        let host = self.address.to_string();
        let headers = [
            ("Host", host.as_str()),
            ("X-Kagetsu-Key", key),
            ("Content-Type", "application/json"),
        ];
        let (status, answer) = self.send("POST /api/command", &headers, &command.to_string());
        assert_eq!(status, 200, "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("there is a body");
        let open = body.find('{').unwrap_or_default();
        let close = body.rfind('}').unwrap_or_default();
        serde_json::from_str(&body[open..=close]).expect("it is JSON")
    }

    fn game(&self, begins: &str, rule: &str, size: u8, opening: &str) {
        let new = json!({ "do": "new", "rule": rule, "size": size, "opening": opening, "begins": begins, "level": "1" });
        let answer = self.command(&self.key, &new);
        assert_eq!(answer["refused"], Value::Null);
    }

    fn typed(&self, key: &str, text: &str) -> Value {
        self.command(key, &json!({ "do": "type", "text": text }))
    }
}

#[test]
fn strangers_are_kept_out() {
    let site = start();
    let host = site.address.to_string();
    let own = [
        ("Host", host.as_str()),
        ("X-Kagetsu-Key", site.key.as_str()),
    ];
    assert_eq!(site.get("/api/state", &own).0, 200);
    assert_eq!(site.get("/api/state", &own[..1]).0, 401);
    assert_eq!(site.get("/api/events?key=00", &own[..1]).0, 401);
    let foreign = [("Host", "kagetsu.example:80"), own[1]];
    assert_eq!(site.get("/api/state", &foreign).0, 421);
    assert_eq!(site.get("/", &foreign[..1]).0, 421);
    let crossed = [own[0], own[1], ("Origin", "http://evil.example")];
    assert_eq!(site.get("/api/state", &crossed).0, 403);
    let origin = format!("http://{host}");
    let same = [own[0], own[1], ("Origin", origin.as_str())];
    assert_eq!(site.get("/api/state", &same).0, 200);
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let site = start();
    let host = site.address.to_string();
    for path in ["/", "/page.css", "/page.js", "/board.js"] {
        let (status, answer) = site.get(path, &[("Host", &host)]);
        assert_eq!(status, 200, "{path}");
        assert!(
            answer.contains("content-security-policy: default-src 'none'"),
            "{path}"
        );
        let (_, body) = answer.split_once("\r\n\r\n").expect("there is a body");
        let namespace = "http://www.w3.org/2000/svg";
        assert!(!body.replace(namespace, "").contains("http://"), "{path}");
        assert!(!body.contains("https://"), "{path}");
    }
}

#[test]
fn every_text_that_the_page_names_is_there() {
    let page = include_str!("assets/page.html");
    let english = crate::text::Catalogue::of(crate::text::Language::En).expect("it is sound");
    let keys = page.split("data-t=\"").skip(1);
    for key in keys.filter_map(|rest| rest.split('"').next()) {
        assert!(english.has(key), "{key}");
    }
    let script = include_str!("assets/page.js");
    let keys = script.split("say(\"").skip(1);
    for key in keys.filter_map(|rest| rest.split('"').next()) {
        assert!(english.has(key), "{key}");
    }
}

#[test]
fn two_persons_play_and_wrong_commands_are_refused() {
    let site = start();
    site.game("two", "freestyle", 15, "free");
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
    assert_eq!(answer["refused"]["key"], "refused-not-your-turn");
    let answer = site.typed(&site.key, "e1");
    assert_eq!(answer["view"]["outcome"]["reason"], "row");
    assert_eq!(
        answer["view"]["picture"]["winning"]
            .as_array()
            .map(Vec::len),
        Some(5)
    );
    let host = site.address.to_string();
    let own = [
        ("Host", host.as_str()),
        ("X-Kagetsu-Key", site.key.as_str()),
    ];
    assert!(site.get("/api/sgf", &own).1.contains("RE[B+]"));
    let loaded = json!({ "do": "load", "text": "(;GM[4]SZ[13]RU[renju];B[gg];W[hh])" });
    let answer = site.command(&site.key, &loaded);
    assert_eq!(answer["view"]["picture"]["width"], 13);
    assert_eq!(answer["view"]["rule"], "renju");
    let damaged = site.command(&site.key, &json!({ "do": "load", "text": "(;GM[1]" }));
    assert_eq!(damaged["refused"]["key"], "refused-setup");
}

#[test]
fn an_invited_player_acts_for_one_seat_only() {
    let site = start();
    site.game("remote", "freestyle", 15, "free");
    let early = site.typed(&site.seat, "h8");
    assert_eq!(early["refused"]["key"], "refused-not-your-turn");
    assert_eq!(site.typed(&site.key, "h8")["refused"], Value::Null);
    assert_eq!(
        site.typed(&site.key, "h9")["refused"]["key"],
        "refused-not-your-turn"
    );
    let undo = site.command(&site.seat, &json!({ "do": "undo" }));
    assert_eq!(undo["refused"]["key"], "refused-not-your-turn");
    assert_eq!(site.typed(&site.seat, "h9")["refused"], Value::Null);
}

#[test]
fn kagetsu_answers_by_itself() {
    let site = start();
    site.game("kagetsu", "renju", 15, "taraguchi-10");
    let host = site.address.to_string();
    let own = [
        ("Host", host.as_str()),
        ("X-Kagetsu-Key", site.key.as_str()),
    ];
    // The stream gives a view as soon as Kagetsu has laid the first stone.
    let acted = (0..2_000).any(|_| {
        let (_, answer) = site.get("/api/state", &own);
        std::thread::sleep(std::time::Duration::from_millis(10));
        answer.contains("\"key\":\"event-moved\"")
    });
    assert!(acted);
}
