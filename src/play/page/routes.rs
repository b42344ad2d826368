//! The addresses of the server, and what guards them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::broadcast::error::RecvError;

use crate::host::{Answers, Declined, PageQuery, PageRequest, ShownTable};
use crate::study::{Explored, Explorer, Place};
use crate::table::{Command, GUESTS, Request as TableRequest, Who};

use super::assets::Asset;
use super::compressed::{Compressed, compressed};
use super::connections::Peer;
use super::hosts::Hosts;
use super::invitation::Invitation;
use super::keys::Keys;
use super::limits::Limits;
use super::listeners::{Listeners, Listening};
use super::worker::Shared;

/// Most bytes of a request of the owner. The largest ones are files of puzzles, games with all that is written on them, and
/// what a browser has kept of practice: up to 5,000 attempts and 500 mistakes, each with the moves before it.
pub(super) const MAX_BODY_BYTES: usize = 4 << 20;
/// Most bytes of a request of anybody but the owner; a comment in the analysis is the largest.
const MAX_GUEST_BODY_BYTES: u64 = 8 << 10;
/// Time after which a silent stream sends a sign of life, which finds connections that are gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Most time of an answer, the body of the request included. A stream of news has been answered when it begins.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// Time after which a guest without a page has left. A page that is loaded again is back before.
const GONE_AFTER: Duration = Duration::from_secs(10);
/// Header with the secret.
const KEY_HEADER: &str = "x-kagetsu-key";
/// Only files of this server, nothing inline, nothing from outside.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What all requests share.
#[derive(Debug)]
pub(super) struct ServerState {
    pub(super) shared: Arc<Shared>,
    pub(super) keys: Keys,
    pub(super) hosts: Hosts,
    /// What links begin with.
    pub(super) base: String,
    pub(super) limits: Limits,
    pub(super) listeners: Arc<Listeners>,
    pub(super) answers: Answers,
    pub(super) explorer: Option<Arc<dyn Explorer>>,
}

pub(super) fn router(server: Arc<ServerState>, assets: Vec<Asset>) -> Router {
    let owners = Router::new()
        .route("/api/invitations", get(invitations))
        .route("/api/puzzles", get(show))
        .route("/api/puzzle", post(act))
        .route("/api/own-puzzles", post(act))
        .route("/api/practice", post(act))
        .route_layer(middleware::from_fn(owner_only));
    let api = Router::new()
        .route("/api/me", get(show))
        .route("/api/texts", get(show))
        .route("/api/database", post(database))
        .route("/api/chapters", get(show))
        .route("/api/learn", post(act))
        .route("/api/state", get(show))
        .route("/api/command", post(act))
        .route("/api/game", get(show))
        .route("/api/events", get(events))
        .merge(owners)
        .route_layer(middleware::from_fn_with_state(server.clone(), with_key));
    let with_file = |router: Router<Arc<ServerState>>, asset: Asset| {
        let file = Arc::new(Compressed::new(asset.kind, asset.text));
        let answer = move |headers: HeaderMap| async move { file.answer(&headers) };
        router.route(asset.address, get(answer))
    };
    assets
        .into_iter()
        .fold(api, with_file)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .with_state(server)
}

fn refuse(status: StatusCode, text: &'static str) -> Response {
    (status, text).into_response()
}

fn declined(declined: Declined) -> Response {
    let status = StatusCode::from_u16(declined.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, declined.why.into_owned()).into_response()
}

fn text_of<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Refuses foreign hosts (names that were made to point here) and foreign origins, and sets the headers of all answers.
async fn guard(
    State(server): State<Arc<ServerState>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let headers = request.headers();
    let host = text_of(headers, &header::HOST).unwrap_or_default();
    let origin = text_of(headers, &header::ORIGIN);
    let own_origin = origin.is_some_and(|origin| server.hosts.accepts_origin(host, origin));
    let mut response = if !server.hosts.accepts(host) {
        refuse(StatusCode::MISDIRECTED_REQUEST, "wrong host")
    } else if headers.contains_key(header::ORIGIN) && !own_origin {
        refuse(StatusCode::FORBIDDEN, "wrong origin")
    } else {
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, next.run(request)).await;
        answer.unwrap_or_else(|_| refuse(StatusCode::REQUEST_TIMEOUT, "no whole request in time"))
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in fixed {
        // The files of the page say themselves how long they may be kept.
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Lets only those in who have a secret, and no one too often.
async fn with_key(
    State(server): State<Arc<ServerState>>,
    axum::Extension(peer): axum::Extension<Peer>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    let headers = request.headers();
    let given = text_of(headers, &HeaderName::from_static(KEY_HEADER));
    let who = given.and_then(|key| server.keys.who(key));
    if !server.limits.takes(peer.from, who) {
        return refuse(StatusCode::TOO_MANY_REQUESTS, "too many requests");
    }
    let Some(who) = who else {
        return refuse(StatusCode::UNAUTHORIZED, "wrong key");
    };
    let length =
        text_of(headers, &header::CONTENT_LENGTH).and_then(|text| text.parse::<u64>().ok());
    let is_too_long = match length {
        Some(bytes) => bytes > MAX_GUEST_BODY_BYTES,
        // The page tells the length of every body.
        None => request.method() == Method::POST,
    };
    if who != Who::Owner && is_too_long {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, "too long");
    }
    // There may be any number of spectators: only those that listen are known.
    if who != Who::Spectator {
        peer.mark_known(who);
    }
    request.extensions_mut().insert(who);
    next.run(request).await
}

/// Lets only the owner in.
async fn owner_only(request: Request<Body>, next: Next) -> Response {
    match request.extensions().get() {
        Some(Who::Owner) => next.run(request).await,
        _ => refuse(StatusCode::FORBIDDEN, "only for the owner"),
    }
}

/// Answers what asks for something that is there. It may have to be read first.
async fn show(
    State(server): State<Arc<ServerState>>,
    axum::Extension(who): axum::Extension<Who>,
    query: Result<Query<PageQuery>, QueryRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let query = match query {
        Ok(Query(query)) => query,
        // What has neither a language nor a form is the same whatever follows its address.
        Err(_) if ["/api/state", "/api/puzzles"].contains(&uri.path()) => PageQuery::default(),
        Err(wrong) => return Ok(wrong.into_response()),
    };
    let request = PageRequest {
        path: uri.path().to_string(),
        query,
        body: Value::Null,
    };
    let answer = move || {
        let text = match server.answers.answer(&mut &*server.shared, who, request) {
            Ok(text) => text,
            Err(why) => return declined(why),
        };
        match uri.path() {
            "/api/me" | "/api/chapters" => compressed(&headers, "application/json", text),
            "/api/texts" => compressed(&headers, "text/plain", text),
            "/api/game" => plain("text/plain; charset=utf-8", text),
            _ => plain("application/json", text),
        }
    };
    aside(answer).await
}

/// Does what may take a while, such as writing a file, and answers with what came of it.
async fn act(
    State(server): State<Arc<ServerState>>,
    axum::Extension(who): axum::Extension<Who>,
    uri: Uri,
    Json(body): Json<Value>,
) -> Result<Response, Failure> {
    let asks = body["do"] == "ask-takeback";
    let request = PageRequest {
        path: uri.path().to_string(),
        query: PageQuery::default(),
        body,
    };
    let asked = server.clone();
    let answer = move || asked.answers.answer(&mut &*asked.shared, who, request);
    let text = aside(answer).await?;
    // Whoever is asked may be away already.
    for number in (0..GUESTS).filter(|_| asks && text.is_ok()) {
        tokio::spawn(answer_if_gone(server.clone(), number));
    }
    let json = text.map(|text| plain("application/json", text));
    Ok(json.map_err(declined).into_response())
}

/// A text of a media type as it is.
fn plain(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// The links for others, with their QR codes.
async fn invitations(State(server): State<Arc<ServerState>>) -> Response {
    let guests = (0..GUESTS).map(Who::Guest);
    let all: Vec<_> = guests
        .chain([Who::Spectator])
        .map(|who| {
            let made = Invitation::new(&server.base, &server.keys, who);
            json!({ "who": who, "link": made.link, "svg": made.as_svg() })
        })
        .collect();
    Json(all).into_response()
}

/// Why nothing can be answered.
type Failure = (StatusCode, &'static str);

/// Does what may take a while, and the server goes on meanwhile. All work at the table is such: a thread that is there may be
/// writing the file of the game.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| (StatusCode::INTERNAL_SERVER_ERROR, "no answer"))
}

/// A position whose moves are looked up.
#[derive(Deserialize)]
struct DatabaseQuery {
    #[serde(default)]
    at: Option<Place>,
}

/// What the database has of a position. Nobody gets help from it while a guest plays.
async fn database(
    State(server): State<Arc<ServerState>>,
    Json(query): Json<DatabaseQuery>,
) -> Result<Response, Failure> {
    let explorer = server.explorer.clone();
    let explorer = explorer.ok_or((StatusCode::NOT_FOUND, "no database"))?;
    let find = move || {
        let game = server.shared.with(|shown| shown.table().explored(query.at));
        game.map_or_else(
            || Ok(Explored::default()),
            |game| explorer.explore(game.stones()),
        )
    };
    let found = aside(find).await?;
    let refused = |why: String| (StatusCode::CONFLICT, why).into_response();
    Ok(found.map(Json).map_err(refused).into_response())
}

/// A piece of a stream of news.
type Told = Result<Event, Infallible>;

/// Every change of the table, and every line that is found, as it comes. The first events are the whole as it is, and a page
/// that has missed something gets that again.
async fn events(
    State(server): State<Arc<ServerState>>,
    axum::Extension(who): axum::Extension<Who>,
    axum::Extension(peer): axum::Extension<Peer>,
) -> Result<Response, Failure> {
    let listening = server.listeners.enter(who);
    let listening = listening.ok_or((StatusCode::SERVICE_UNAVAILABLE, "too many listeners"))?;
    let counted = PresenceGuard {
        server: server.clone(),
        who,
        listening: Some(listening),
    };
    // Before the state is written, or a change between the two would be lost.
    let news = server.shared.listen();
    tell_presence(&server, who);
    let first = whole(server).await?;
    let first = stream::once(async move {
        // A spectator that listens is known as well. Whoever asks for the headers alone does not listen.
        peer.mark_known(who);
        first
    });
    let later = stream::unfold((news, counted), |(mut news, counted)| async move {
        let told = match news.recv().await {
            Ok((kind, text)) => vec![Ok(Event::default().event(kind).data(text))],
            Err(RecvError::Lagged(_)) => whole(counted.server.clone()).await.ok()?,
            Err(RecvError::Closed) => return None,
        };
        Some((told, (news, counted)))
    });
    let all = first.chain(later).flat_map(stream::iter);
    let alive = KeepAlive::new().interval(KEEP_ALIVE);
    // Otherwise nginx, by default, holds back what comes bit by bit.
    let unbuffered = [("x-accel-buffering", "no")];
    Ok((unbuffered, Sse::new(all).keep_alive(alive)).into_response())
}

/// The whole state, and who is there, as events.
async fn whole(server: Arc<ServerState>) -> Result<Vec<Told>, Failure> {
    aside(move || {
        let state = server.shared.with(ShownTable::state);
        let present = json!(server.listeners.present()).to_string();
        let told = |(kind, text): (&str, String)| Ok(Event::default().event(kind).data(text));
        Vec::from([("view", state), ("present", present)].map(told))
    })
    .await
}

/// Tells who is there, when a player has come or gone. Spectators come and go without news.
fn tell_presence(server: &ServerState, who: Who) {
    if who != Who::Spectator {
        let present = json!(server.listeners.present());
        server.shared.send("present", present.to_string());
    }
}

/// A listener that is counted while its stream lasts.
struct PresenceGuard {
    server: Arc<ServerState>,
    who: Who,
    listening: Option<Listening>,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        // First, so that this listener is not among those that are told.
        self.listening = None;
        tell_presence(&self.server, self.who);
        // Without a runtime the server ends.
        if let (Who::Guest(number), Ok(runtime)) = (self.who, Handle::try_current()) {
            runtime.spawn(answer_if_gone(self.server.clone(), number));
        }
    }
}

/// Declines what a guest is asked who is away and does not come back.
async fn answer_if_gone(server: Arc<ServerState>, number: usize) {
    let before = server.listeners.present();
    tokio::time::sleep(GONE_AFTER).await;
    let now = server.listeners.present();
    if now.is_away_since(&before, number) {
        let _ = aside(move || server.shared.with(|shown| decline_takeback(shown, number))).await;
    }
}

/// A guest does not agree to take a move back, where that is asked.
fn decline_takeback(shown: &mut ShownTable, number: usize) {
    let session = shown.table().session();
    if session.takeback().is_some() {
        let ticket = Some(session.ticket());
        let command = Command::AnswerTakeback { agrees: false };
        shown.obey(
            Who::Guest(number),
            TableRequest { ticket, command },
            None,
            None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    #[test]
    fn what_a_guest_was_asked_who_has_left_is_declined() {
        let mut shown = ShownTable::new(Table::usual(), Box::new(()), 0);
        let obey = |shown: &mut ShownTable, who, command: Value| {
            let ticket = Some(shown.table().session().ticket());
            let command = serde_json::from_value(command).expect("a command");
            shown.obey(who, TableRequest { ticket, command }, None, None);
        };
        let (owner, guest) = (Who::Owner, Who::Guest(0));
        let new = json!({ "do": "new", "begins": "remote", "level": "4" });
        obey(&mut shown, owner, new);
        for (who, text) in [(owner, "h8"), (guest, "i9")] {
            obey(&mut shown, who, json!({ "do": "type", "text": text }));
        }
        obey(&mut shown, owner, json!({ "do": "ask-takeback" }));
        assert!(shown.table().session().takeback().is_some());
        decline_takeback(&mut shown, 0);
        let session = shown.table().session();
        assert_eq!((session.takeback(), session.steps().len()), (None, 2));
    }
}
