//! Measures the page's server with many listeners: how long requests take that need no thinking, and the memory of the
//! process, listeners included. `cargo run --release -p kagetsu-benches --example listeners -- [listeners] [analyse]`.

#![allow(clippy::print_stdout, reason = "an example tells its figures")]

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_play::page::{Helpers, PageOptions, Server, Who};

/// Listeners when no number is given.
const LISTENERS: usize = 200;
/// Threads that ask for the state, requests of each, and the pause after each one.
const CLIENTS: usize = 10;
const REQUESTS: usize = 75;
const PAUSE: Duration = Duration::from_millis(70);
/// Moves that are played meanwhile, each of which all listeners hear.
const MOVES: usize = 50;

type Fault = Box<dyn Error + Send + Sync>;

/// Address and key of a link.
fn parts(link: &str) -> Result<(String, String), Fault> {
    let (base, key) = link.split_once("/#").ok_or("a link has a key")?;
    Ok((base.replace("http://", ""), key.to_string()))
}

fn send(address: &str, key: &str, head: &str, body: &str) -> Result<TcpStream, Fault> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nHost: {address}\r\nX-Kagetsu-Key: {key}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    Ok(stream)
}

/// Sends a request, reads the answer to its end, and gives the time.
fn timed(address: &str, key: &str, head: &str, body: &str) -> Result<Duration, Fault> {
    let begin = Instant::now();
    let mut answer = String::new();
    send(address, key, head, body)?.read_to_string(&mut answer)?;
    if !answer.starts_with("HTTP/1.1 200") {
        return Err(answer.lines().next().unwrap_or_default().into());
    }
    Ok(begin.elapsed())
}

/// A line of `/proc/self/status`, where the system has it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines = status
        .lines()
        .filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines.collect::<Vec<_>>().join(", ")
}

fn main() -> Result<(), Fault> {
    let mut arguments = std::env::args().skip(1);
    let listeners = arguments.next().and_then(|text| text.parse().ok());
    let server = Server::bind(PageOptions::default(), Helpers::default())?;
    let (address, owner) = parts(&server.link())?;
    let (_, spectator) = parts(&server.invitation(Who::Spectator).link)?;
    thread::spawn(move || server.run());
    let new = r#"{"do":"new","rule":"freestyle","size":15,"begins":"two","level":"4"}"#;
    timed(&address, &owner, "POST /api/command", new)?;
    if arguments.next().is_some() {
        let on = r#"{"do":"analyse","on":true}"#;
        timed(&address, &owner, "POST /api/command", on)?;
    }
    let mut streams = Vec::new();
    for _ in 0..listeners.unwrap_or(LISTENERS) {
        let mut stream = send(&address, &spectator, "GET /api/events", "")?;
        streams.push(thread::spawn(move || {
            let mut heard = [0; 4_096];
            let mut bytes = 0;
            while let Ok(count) = stream.read(&mut heard) {
                if count == 0 {
                    break;
                }
                bytes += count;
            }
            bytes
        }));
    }
    println!("{} listeners, {}", streams.len(), memory());
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (address, owner) = (address.clone(), owner.clone());
            thread::spawn(move || -> Result<Vec<Duration>, Fault> {
                let mut times = Vec::new();
                for _ in 0..REQUESTS {
                    times.push(timed(&address, &owner, "GET /api/state", "")?);
                    thread::sleep(PAUSE);
                }
                Ok(times)
            })
        })
        .collect();
    let mut moves = Vec::new();
    for number in 0..MOVES {
        // Every other column and row: nobody wins.
        let (column, row) = (number % 7, number / 7);
        let letter = char::from(b'a' + 2 * column as u8);
        let body = format!(r#"{{"do":"type","text":"{letter}{}"}}"#, 2 * row + 1);
        moves.push(timed(&address, &owner, "POST /api/command", &body)?);
        thread::sleep(PAUSE);
    }
    let mut states = Vec::new();
    for client in clients {
        states.extend(client.join().map_err(|_| "a client has ended")??);
    }
    for (name, mut times) in [("state", states), ("move", moves)] {
        times.sort();
        let part = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{name}: {} requests, median {:?}, p99 {:?}, most {:?}",
            times.len(),
            part(0.5),
            part(0.99),
            part(1.0)
        );
    }
    println!("{}", memory());
    Ok(())
}
