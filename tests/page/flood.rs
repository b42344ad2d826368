//! Strangers without a key who open as many connections as they like.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use super::Fault;
use super::server::Server;
use kagetsu_test_support::process::{PATIENCE, Process};

/// Files that the server may have open. Its connections must not take all of them.
const FILES: usize = 128;
/// Connections of the strangers.
const CROWD: usize = 300;

/// A server that may open few files, with a file for its game.
fn limited(file: &str) -> Result<Server, Fault> {
    let few =
        format!("ulimit -n {FILES}; exec \"$0\" web --no-open --listen 127.0.0.1:0 --file \"$1\"");
    Server::of(Process::start("sh", &["-c", &few, crate::PROGRAM, file])?)
}

#[test]
fn strangers_lock_nobody_out_and_the_game_is_saved_meanwhile() -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.json");
    let server = limited(&file.to_string_lossy())?;
    // The stream of the page is open before they come, and stays open.
    let mut news = TcpStream::connect(&server.address)?;
    news.set_read_timeout(Some(PATIENCE))?;
    let (address, key) = (&server.address, &server.key);
    write!(
        news,
        "GET /api/events HTTP/1.1\r\nHost: {address}\r\nX-Kagetsu-Key: {key}\r\n\r\n"
    )?;
    let mut news = BufReader::new(news);
    let mut status = String::new();
    news.read_line(&mut status)?;
    assert!(status.contains("200"), "{status}");
    let new = r#"{"do":"new","rule":"freestyle","size":15,"begins":"two","level":"1"}"#;
    assert!(server.post(new)?.contains("200 OK"));
    let half = |stream: &mut TcpStream| stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut stream = TcpStream::connect(&server.address)?;
        // The server may have closed it for the next one.
        let _ = half(&mut stream);
        crowd.push(stream);
    }
    for text in ["h8", "h9", "i8"] {
        let played = server.post(&format!(r#"{{"do":"type","text":"{text}"}}"#))?;
        assert!(played.contains("200 OK"), "{played}");
        assert!(!played.contains("not-saved"), "{played}");
    }
    let kept: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
    let steps = kept["taken"].as_array().map(Vec::len);
    assert_eq!(steps, Some(3), "{kept}");
    // The page that was there before has heard of it.
    let mut heard = String::new();
    while !heard.contains("freestyle 15 h8 h9 i8") {
        heard.clear();
        assert!(news.read_line(&mut heard)? > 0, "the stream has ended");
    }
    Ok(())
}
