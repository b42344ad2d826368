//! The same queries over HTTP: the lines of a request are those of one conversation. Clients are strangers: requests, their
//! size, their time and their number at once are bounded, and whoever is gone is no longer searched for.

use std::error::Error;
use std::future::Future;
use std::io::{self, Cursor, Write};
use std::iter;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Handle};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{sleep, timeout};

use kagetsu_kernel::StopSignal;

use super::conversation::{Conversation, write};
use super::query::QueryDefaults;
use super::queue::Pool;
use super::reply::Reply;
use crate::lines::next_line;

/// Longest request in bytes.
const MAX_BODY: usize = 64 << 10;
/// Requests that are answered at the same time. Each has a thread, which mostly waits.
const MAX_REQUESTS: usize = 256;
/// Connections at the same time.
const MAX_CONNECTIONS: usize = 512;
/// Positions of one request.
const MAX_POSITIONS: usize = 500;
/// Longest search of a position.
const LONGEST: Duration = Duration::from_secs(60);
/// Longest time to send a request, and to take a line of an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Lines of an answer that may wait for the reader.
const MAX_UNREAD: usize = 16;
/// What is sent while no line is ready, and after how long. Who has closed only the sending side reads on, and looks to the system
/// like who is gone until something is sent. Before a line of JSON a space means nothing.
const SIGN_OF_LIFE: &[u8] = b" ";
/// How long nothing is sent.
const SILENCE: Duration = Duration::from_secs(1);
/// Bytes that a connection keeps.
const BUFFER: usize = 16 << 10;
/// How often the signal is looked at that ends the server, and the pause after a connection that failed.
const TICK: Duration = Duration::from_millis(100);
/// The type of the lines of an answer.
const LINES: &str = "application/x-ndjson";

/// A server that listens.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    pool: Pool,
    defaults: QueryDefaults,
}

/// What the handlers share.
struct Shared {
    pool: Pool,
    defaults: QueryDefaults,
    requests: Arc<Semaphore>,
}

impl HttpServer {
    /// Listens at an address, with so many threads that search.
    ///
    /// # Errors
    /// When the address is not free, or the system cannot start a thread.
    pub fn bind(address: SocketAddr, defaults: QueryDefaults, threads: usize) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            listener,
            pool: Pool::start(threads)?,
            defaults: QueryDefaults {
                longest: Some(defaults.longest.unwrap_or(LONGEST)),
                ..defaults
            },
        })
    }

    /// The address at which it listens.
    ///
    /// # Errors
    /// When the system does not know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the signal is raised.
    ///
    /// # Errors
    /// When the system has no room for the server.
    pub fn run(self, stop: &StopSignal) -> io::Result<()> {
        let runtime = Builder::new_current_thread()
            .max_blocking_threads(MAX_REQUESTS)
            .enable_all()
            .build()?;
        let shared = Arc::new(Shared {
            pool: self.pool,
            defaults: self.defaults,
            requests: Arc::new(Semaphore::new(MAX_REQUESTS)),
        });
        let router = Router::new()
            .route("/queries", post(queries))
            .route("/version", get(version))
            .fallback(async || {
                let error = "there are POST /queries and GET /version";
                refusal(StatusCode::NOT_FOUND, error)
            })
            .method_not_allowed_fallback(async || {
                let error = "queries are sent by POST /queries, and GET /version is answered";
                refusal(StatusCode::METHOD_NOT_ALLOWED, error)
            })
            .with_state(shared);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                () = accept(listener, router) => {}
                () = raised(stop) => {}
            }
            Ok::<(), io::Error>(())
        })?;
        // Threads of requests find their readers gone.
        runtime.shutdown_timeout(TICK);
        Ok(())
    }
}

async fn raised(stop: &StopSignal) {
    while !stop.is_raised() {
        sleep(TICK).await;
    }
}

/// Lines leave as soon as they are written: the system would keep the second one until the reader has confirmed the first, which
/// readers put off by 40 ms.
fn send_at_once(stream: &tokio::net::TcpStream) {
    // Without the option the connection works as well.
    let _ = stream.set_nodelay(true);
}

/// Takes connections and serves them, for ever.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .half_close(true)
        .max_buf_size(BUFFER);
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            sleep(TICK).await;
            continue;
        };
        send_at_once(&stream);
        let service = TowerToHyperService::new(router.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            // How a connection ends concerns nobody here.
            let _ = connection.await;
            drop(place);
        });
    }
}

fn refusal(status: StatusCode, error: impl Into<String>) -> Response {
    (status, Json(json!({ "error": error.into() }))).into_response()
}

async fn version() -> Json<Value> {
    Json(json!({ "version": env!("CARGO_PKG_VERSION") }))
}

/// Browsers send other types to any server for any page; these they do not.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default();
    ["application/json", LINES].contains(&kind.trim().to_ascii_lowercase().as_str())
}

/// Was the body cut off, and not too long?
fn is_of_the_connection(error: &axum::Error) -> bool {
    let mut causes = iter::successors(error.source(), |&error| error.source());
    causes.any(<dyn Error>::is::<hyper::Error>)
}

async fn queries(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    if !is_json(request.headers()) {
        let error = "the content-type of queries is application/json: curl has --json for it";
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, error);
    }
    let Ok(place) = Arc::clone(&shared.requests).try_acquire_owned() else {
        let error = format!("{MAX_REQUESTS} requests are being answered: try again in a second");
        let mut busy = refusal(StatusCode::SERVICE_UNAVAILABLE, error);
        busy.headers_mut()
            .insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        return busy;
    };
    match timeout(PATIENCE, to_bytes(request.into_body(), MAX_BODY)).await {
        Ok(Ok(body)) => answer(shared, body, place).await,
        Ok(Err(error)) if is_of_the_connection(&error) => {
            refusal(StatusCode::BAD_REQUEST, "the request ended too early")
        }
        Ok(Err(_)) => {
            let error = format!("a request has at most {MAX_BODY} bytes");
            refusal(StatusCode::PAYLOAD_TOO_LARGE, error)
        }
        Err(_) => {
            let error = format!("the request did not come within {} s", PATIENCE.as_secs());
            refusal(StatusCode::REQUEST_TIMEOUT, error)
        }
    }
}

/// The answers to the lines of a request, each as soon as it is known.
async fn answer(shared: Arc<Shared>, body: Bytes, place: OwnedSemaphorePermit) -> Response {
    let (sender, receiver) = mpsc::channel(MAX_UNREAD);
    let (has_begun, begun) = oneshot::channel();
    let out = LineSender {
        sender,
        line: Vec::new(),
        last: Instant::now(),
        runtime: Handle::current(),
    };
    tokio::task::spawn_blocking(move || {
        // An error means that the reader is gone.
        let _ = converse(&shared, &body, has_begun, out);
        drop(place);
    });
    let Ok(status) = begun.await else {
        return refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the request cannot be answered",
        );
    };
    let lines = futures_util::stream::unfold(receiver, async |mut receiver| {
        let line: Vec<u8> = receiver.recv().await?;
        Some((Ok::<_, io::Error>(line), receiver))
    });
    (
        status,
        [(header::CONTENT_TYPE, LINES)],
        Body::from_stream(lines),
    )
        .into_response()
}

/// Hears all lines, tells whether there is a query or an action among them, and answers.
fn converse(
    shared: &Shared,
    body: &[u8],
    has_begun: oneshot::Sender<StatusCode>,
    mut out: LineSender,
) -> io::Result<()> {
    let mut conversation = Conversation::new(&shared.pool, &shared.defaults, MAX_POSITIONS);
    let mut replies = Vec::new();
    let mut input = Cursor::new(body);
    while let Some(line) = next_line(&mut input)? {
        replies.extend(conversation.hear(&line));
    }
    if replies.is_empty() && conversation.waiting() == 0 {
        replies.push(Reply::refusal(
            None,
            "there is no query in the request".to_string(),
        ));
    }
    let is_understood = conversation.waiting() > 0
        || replies
            .iter()
            .any(|reply| !matches!(reply, Reply::Error(_)));
    let status = if is_understood {
        StatusCode::OK
    } else {
        StatusCode::BAD_REQUEST
    };
    // The reader may be gone already: then the first line finds that out.
    let _ = has_begun.send(status);
    for reply in replies {
        write(&reply, &mut out)?;
    }
    conversation.answer(true, &mut out)
}

/// Passes lines to the connection. An error means that nobody reads them.
struct LineSender {
    sender: mpsc::Sender<Vec<u8>>,
    line: Vec<u8>,
    /// When something was sent.
    last: Instant,
    runtime: Handle,
}

impl LineSender {
    fn wait<T>(&self, work: impl Future<Output = T>) -> io::Result<T> {
        let within = async { timeout(PATIENCE, work).await };
        self.runtime
            .block_on(within)
            .map_err(|_| io::ErrorKind::TimedOut.into())
    }
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Sends the line, if there is one, and otherwise now and then a sign of life.
    fn flush(&mut self) -> io::Result<()> {
        if self.sender.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if self.line.is_empty() {
            if self.last.elapsed() < SILENCE {
                return Ok(());
            }
            self.line.extend_from_slice(SIGN_OF_LIFE);
        }
        self.last = Instant::now();
        let line = std::mem::take(&mut self.line);
        let sent = self.wait(self.sender.send(line))?;
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
