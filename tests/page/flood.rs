//! Strangers without a key who open as many connections as they like.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::Fault;

/// How long anything may take before the server counts as stuck. No test depends on less.
const PATIENCE: Duration = Duration::from_secs(60);
/// Files that the server may have open. Its connections must not take all of them.
const FILES: usize = 128;
/// Connections of the strangers.
const CROWD: usize = 300;

/// A server that is killed when it is dropped.
struct Server {
    child: Child,
    address: String,
    key: String,
}

impl Server {
    fn start(file: &str) -> Result<Self, Fault> {
        let few = format!("ulimit -n {FILES}; exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &few, crate::PROGRAM])
            .args([
                "web",
                "--no-open",
                "--listen",
                "127.0.0.1:0",
                "--file",
                file,
            ])
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut link = String::new();
        BufReader::new(output).read_line(&mut link)?;
        let (address, key) = link.trim().split_once("/#").ok_or("the link has a key")?;
        let address = address.strip_prefix("http://").ok_or("the link is http")?;
        Ok(Self {
            child,
            address: address.to_string(),
            key: key.to_string(),
        })
    }

    /// Sends a request of the owner, and gives the answer.
    fn ask(&self, head: &str, body: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (address, key, length) = (&self.address, &self.key, body.len());
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: {address}\r\nX-Kagetsu-Key: {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn strangers_lock_nobody_out_and_the_game_is_saved_meanwhile() -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.json");
    let server = Server::start(&file.to_string_lossy())?;
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
    assert!(server.ask("POST /api/command", new)?.contains("200 OK"));
    let half = |stream: &mut TcpStream| stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut stream = TcpStream::connect(&server.address)?;
        // The server may have closed it for the next one.
        let _ = half(&mut stream);
        crowd.push(stream);
    }
    for text in ["h8", "h9", "i8"] {
        let played = server.ask(
            "POST /api/command",
            &format!(r#"{{"do":"type","text":"{text}"}}"#),
        )?;
        assert!(played.contains("200 OK"), "{played}");
        assert!(!played.contains("bad-file"), "{played}");
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
