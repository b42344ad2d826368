//! Tests of the server over HTTP with real connections.

use std::io::Read;
use std::net::{Shutdown, TcpStream};
use std::thread;

use super::*;
use crate::search::Effort;

/// A server on a free port, which ends with the test.
struct Running {
    address: SocketAddr,
    stop: StopSignal,
}

impl Running {
    fn start() -> Self {
        let defaults = QueryDefaults {
            rule: None,
            size: "15".parse().expect("a legal size"),
            effort: Effort {
                nodes: Some(200),
                ..Effort::default()
            },
            longest: None,
        };
        let server = HttpServer::bind(([127, 0, 0, 1], 0).into(), defaults, 1).expect("a port");
        let address = server.address().expect("an address");
        let stop = StopSignal::new();
        let until = stop.clone();
        thread::spawn(move || server.run(&until));
        Self { address, stop }
    }

    /// The status and the body of an answer.
    fn ask(&self, request: &str) -> (u16, String) {
        Self::answer(self.send(request))
    }

    /// A connection on which a request was sent.
    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("it is taken");
        stream
    }

    fn answer(mut stream: TcpStream) -> (u16, String) {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.expect("a status"), body.to_string())
    }

    fn post(&self, kind: &str, body: &str) -> (u16, String) {
        self.ask(&format!(
            "POST /queries HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

#[test]
fn every_line_of_a_request_is_answered() {
    let server = Running::start();
    let body = "{\"id\":1,\"moves\":\"h8\",\"analyzeTurns\":[0,1]}\n\n{\"id\":\"b\",\"action\":\"query_version\"}\nnonsense\n";
    let (status, answers) = server.post("application/json; charset=utf-8", body);
    assert_eq!(status, 200);
    for part in ["\"turn\":0", "\"turn\":1", "query_version", "not JSON"] {
        assert!(answers.contains(part), "{part}: {answers}");
    }
}

#[test]
fn a_request_without_a_query_is_a_bad_one_and_says_why() {
    let server = Running::start();
    for (body, part) in [
        ("", "no query in the request"),
        ("nonsense", "not JSON"),
        ("{\"id\":1,\"moves\":\"h8h8\"}", "not empty"),
    ] {
        let (status, answer) = server.post("application/json", body);
        assert_eq!(status, 400, "{answer}");
        assert!(answer.contains(part), "{answer}");
    }
}

#[test]
fn what_is_no_request_for_queries_is_refused_in_words() {
    let server = Running::start();
    let get = |path: &str| {
        server.ask(&format!(
            "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        ))
    };
    assert_eq!(get("/").0, 404);
    assert!(get("/").1.contains("POST /queries"));
    assert_eq!(get("/queries").0, 405);
    assert!(get("/version").1.contains(env!("CARGO_PKG_VERSION")));
    assert_eq!(server.post("text/plain", "{}").0, 415);
    assert_eq!(
        server.post("application/json", &" ".repeat(MAX_BODY + 1)).0,
        413
    );
}

#[test]
fn a_reader_that_has_ended_its_side_is_answered() {
    let server = Running::start();
    let body = "{\"id\":1,\"moves\":\"h8\"}";
    let query = format!(
        "POST /queries HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let cut = query.replace("content-length: ", "content-length: 1");
    let version = "GET /version HTTP/1.1\r\nhost: x\r\n\r\n";
    for (request, status, part) in [
        (version, 200, env!("CARGO_PKG_VERSION")),
        (&query, 200, "\"lines\""),
        (&cut, 400, "ended too early"),
    ] {
        let stream = server.send(request);
        stream.shutdown(Shutdown::Write).expect("it is open");
        let (found, answer) = Running::answer(stream);
        assert_eq!(found, status, "{answer}");
        assert!(answer.contains(part), "{answer}");
    }
}

#[test]
fn a_long_silence_is_broken_by_a_space() {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let (sender, mut receiver) = mpsc::channel(1);
    let mut out = LineSender {
        sender,
        line: Vec::new(),
        last: Instant::now(),
        runtime: runtime.handle().clone(),
    };
    out.flush().expect("there is a reader");
    assert!(receiver.try_recv().is_err());
    out.last = out.last.checked_sub(SILENCE).expect("a later time");
    out.flush().expect("there is a reader");
    assert_eq!(receiver.try_recv().as_deref(), Ok(SIGN_OF_LIFE));
    out.flush().expect("there is a reader");
    assert!(receiver.try_recv().is_err());
}

#[test]
fn the_searches_of_a_reader_that_is_gone_end() {
    let server = Running::start();
    // One thread searches: the second request waits for the first, which would take an hour.
    let mut gone = TcpStream::connect(server.address).expect("a connection");
    let body = "{\"id\":1,\"maxTime\":3600}";
    let request = format!(
        "POST /queries HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    gone.write_all(request.as_bytes()).expect("it is taken");
    let mut head = [0; 12];
    gone.read_exact(&mut head).expect("the head of the answer");
    drop(gone);
    assert_eq!(server.post("application/json", "{\"id\":2}").0, 200);
}

#[test]
fn a_second_line_does_not_wait_until_the_reader_has_confirmed_the_first() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let is_sent_at_once = runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
        let _reader = TcpStream::connect(listener.local_addr()?)?;
        let (stream, _) = listener.accept().await?;
        send_at_once(&stream);
        stream.nodelay()
    });
    assert!(is_sent_at_once.expect("a connection"));
}
