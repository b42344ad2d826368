//! The addresses of the server, and what guards them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use crate::host::{Around, Declined, Library, welcome};
use crate::learn::Request as LearnRequest;
use crate::registry::Format;
use crate::study::{Explored, Explorer, Place};
use crate::table::{
    GUESTS, OwnPuzzles, PracticeRequest, PuzzleRequest, Request as TableRequest, Table, Who,
};
use crate::text::Language;

use super::assets::Asset;
use super::compressed::{Compressed, compressed};
use super::connections::Peer;
use super::hosts::Hosts;
use super::invitation::Invitation;
use super::keys::Keys;
use super::limits::Limits;
use super::listeners::{Listeners, Listening};
use super::worker::Shared;

/// Most bytes of a command; a game file is the largest.
const BODY: usize = 256 << 10;
/// Most bytes of a command of a player elsewhere; a comment in the analysis is the largest.
const PLAYER_BODY: u64 = 8 << 10;
/// Seconds after which a silent stream sends a sign of life, which finds connections that are gone.
const ALIVE: Duration = Duration::from_secs(15);
/// Most time of an answer, the body of the request included. A stream of news has been answered when it begins.
const ANSWER: Duration = Duration::from_secs(60);
/// Header with the secret.
const KEY: &str = "x-kagetsu-key";
/// Only files of this server, nothing inline, nothing from outside.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) struct Site {
    pub(super) shared: Arc<Shared>,
    pub(super) keys: Keys,
    pub(super) hosts: Hosts,
    /// What links begin with.
    pub(super) base: String,
    pub(super) limits: Limits,
    pub(super) listeners: Arc<Listeners>,
    pub(super) library: Library,
    pub(super) explorer: Option<Arc<dyn Explorer>>,
}

#[derive(Deserialize)]
struct Ask {
    /// The languages that the reader wants, best first, with commas between them.
    #[serde(default)]
    lang: String,
    #[serde(default)]
    form: Format,
}

impl Ask {
    fn language(&self) -> Language {
        Language::wanted(self.lang.split(','))
    }
}

pub(super) fn router(site: Arc<Site>, assets: Vec<Asset>) -> Router {
    let api = Router::new()
        .route("/api/me", get(me))
        .route("/api/texts", get(texts))
        .route("/api/database", post(database))
        .route("/api/chapters", get(chapters))
        .route("/api/learn", post(learn))
        .route("/api/state", get(state))
        .route("/api/command", post(command))
        .route("/api/game", get(game))
        .route("/api/invitations", get(invitations))
        .route("/api/puzzles", get(puzzles))
        .route("/api/puzzle", post(puzzle))
        .route("/api/own-puzzles", post(own_puzzles))
        .route("/api/practice", post(practice))
        .route("/api/events", get(events))
        .route_layer(middleware::from_fn_with_state(site.clone(), with_key));
    let with_file = |router: Router<Arc<Site>>, asset: Asset| {
        let file = Arc::new(Compressed::new(asset.kind, asset.text));
        let answer = move |headers: HeaderMap| async move { file.answer(&headers) };
        router.route(asset.address, get(answer))
    };
    assets
        .into_iter()
        .fold(api, with_file)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
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
async fn guard(State(site): State<Arc<Site>>, request: Request<Body>, next: Next) -> Response {
    let headers = request.headers();
    let host = text_of(headers, &header::HOST).unwrap_or_default();
    let origin = text_of(headers, &header::ORIGIN);
    let own_origin = origin.is_some_and(|origin| site.hosts.accepts_origin(host, origin));
    let mut response = if !site.hosts.accepts(host) {
        refuse(StatusCode::MISDIRECTED_REQUEST, "wrong host")
    } else if headers.contains_key(header::ORIGIN) && !own_origin {
        refuse(StatusCode::FORBIDDEN, "wrong origin")
    } else {
        let answer = tokio::time::timeout(ANSWER, next.run(request)).await;
        answer.unwrap_or_else(|_| refuse(StatusCode::REQUEST_TIMEOUT, "no whole request in time"))
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
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
    State(site): State<Arc<Site>>,
    axum::Extension(peer): axum::Extension<Peer>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    let headers = request.headers();
    let given = text_of(headers, &HeaderName::from_static(KEY));
    let who = given.and_then(|key| site.keys.who(key));
    if !site.limits.takes(peer.from, who) {
        return refuse(StatusCode::TOO_MANY_REQUESTS, "too many requests");
    }
    let Some(who) = who else {
        return refuse(StatusCode::UNAUTHORIZED, "wrong key");
    };
    let length = text_of(headers, &header::CONTENT_LENGTH).and_then(|text| text.parse().ok());
    // A body without a known length is not what the page sends.
    let is_long = length.map_or(request.method() == Method::POST, |bytes: u64| {
        bytes > PLAYER_BODY
    });
    if who != Who::Owner && is_long {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, "too long");
    }
    // There may be any number of spectators: only those that listen are known.
    if who != Who::Spectator {
        peer.mark_known(who);
    }
    request.extensions_mut().insert(who);
    next.run(request).await
}

/// What a page needs to begin, for whoever has the secret that came with the request.
async fn me(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
    Query(wanted): Query<Ask>,
    headers: HeaderMap,
) -> Response {
    let around = Around {
        database: site.explorer.is_some(),
        invitations: true,
    };
    let language = wanted.language();
    let all = site
        .shared
        .look(|table| welcome(table, who, language, around));
    compressed(&headers, "application/json", all.to_string())
}

/// The links for others, with their QR codes. Only the owner gets them.
async fn invitations(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
) -> Response {
    if who != Who::Owner {
        return refuse(StatusCode::FORBIDDEN, "only for the owner");
    }
    let guests = (0..GUESTS).map(Who::Guest);
    let all: Vec<_> = guests
        .chain([Who::Spectator])
        .map(|who| {
            let made = Invitation::new(&site.base, &site.keys, who);
            json!({ "who": who, "link": made.link, "svg": made.as_svg() })
        })
        .collect();
    Json(all).into_response()
}

/// The puzzles to choose from. Only the owner solves puzzles.
async fn puzzles(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
) -> Response {
    if who != Who::Owner {
        return refuse(StatusCode::FORBIDDEN, "only for the owner");
    }
    Json(site.library.list_puzzles()).into_response()
}

/// A puzzle, or a judgement of an answer to it.
async fn puzzle(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
    Json(asked): Json<PuzzleRequest>,
) -> Response {
    if who != Who::Owner {
        return refuse(StatusCode::FORBIDDEN, "only for the owner");
    }
    let is_helpless = site.shared.look(Table::is_without_help);
    // The solver may take a while, and the server goes on meanwhile.
    let judged = tokio::task::spawn_blocking(move || site.library.puzzle(&asked, is_helpless));
    match judged.await {
        Ok(judged) => judged.map(Json).map_err(declined).into_response(),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "no judgement"),
    }
}

/// The puzzles of a file of the owner's, which are not kept here.
async fn own_puzzles(
    axum::Extension(who): axum::Extension<Who>,
    Json(asked): Json<OwnPuzzles>,
) -> Response {
    if who != Who::Owner {
        return refuse(StatusCode::FORBIDDEN, "only for the owner");
    }
    Json(Library::own_puzzles(&asked)).into_response()
}

/// Practice. Only the owner's is kept.
async fn practice(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
    Json(asked): Json<PracticeRequest>,
) -> Response {
    if who != Who::Owner {
        return refuse(StatusCode::FORBIDDEN, "only for the owner");
    }
    let puzzles = site.library.puzzles();
    let done = site.shared.change(|table| table.practise(asked, puzzles));
    match done {
        Ok(view) => Json(json!({ "practice": view })).into_response(),
        Err(message) => Json(json!({ "refused": message })).into_response(),
    }
}

/// The texts of another language.
async fn texts(Query(wanted): Query<Ask>, headers: HeaderMap) -> Response {
    compressed(&headers, "text/plain", wanted.language().page_texts())
}

/// A position whose moves are looked up.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    at: Option<Place>,
}

/// What the database has of a position. Nobody gets help from it while a person elsewhere plays.
async fn database(State(site): State<Arc<Site>>, Json(wanted): Json<Wanted>) -> Response {
    let Some(explorer) = site.explorer.clone() else {
        return refuse(StatusCode::NOT_FOUND, "no database");
    };
    let game = site.shared.look(|table| table.explored(wanted.at));
    let Some(game) = game else {
        return Json(Explored::default()).into_response();
    };
    let found = tokio::task::spawn_blocking(move || explorer.explore(game.stones()));
    match found.await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(why)) => (StatusCode::CONFLICT, why).into_response(),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "no answer"),
    }
}

/// The chapters to choose from, with all their texts.
async fn chapters(
    State(site): State<Arc<Site>>,
    Query(wanted): Query<Ask>,
    headers: HeaderMap,
) -> Response {
    let all = site.library.chapters(wanted.language());
    compressed(&headers, "application/json", all.to_string())
}

/// A step of a chapter, or a judgement of an answer to it.
async fn learn(State(site): State<Arc<Site>>, Json(asked): Json<LearnRequest>) -> Response {
    let found = site.library.learn(&asked);
    found.map(Json).map_err(declined).into_response()
}

async fn state(State(site): State<Arc<Site>>) -> Response {
    json_text(site.shared.state())
}

/// JSON that is written already.
fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn game(State(site): State<Arc<Site>>, Query(ask): Query<Ask>) -> Response {
    let written = site.shared.look(|table| table.written(ask.form));
    match written {
        Ok(text) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
        Err(error) => (StatusCode::CONFLICT, error.to_string()).into_response(),
    }
}

/// A command of a page that knows a state with this revision.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    known: Option<u64>,
    #[serde(flatten)]
    request: TableRequest,
}

async fn command(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
    Json(asked): Json<Asked>,
) -> Response {
    let Asked { known, request } = asked;
    json_text(site.shared.obey(who, request, known))
}

/// Every change of the table, and every line that is found, as it comes. The first event is the state as it is, and a page
/// that has missed something gets that again.
async fn events(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
    axum::Extension(peer): axum::Extension<Peer>,
) -> Response {
    let Some(listening) = site.listeners.enter(who) else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many listeners");
    };
    peer.mark_known(who);
    let news = site.shared.listen();
    tell_presence(&site, who);
    let first = whole(&site);
    let counted = Counted {
        site,
        who,
        listening: Some(listening),
    };
    let first = stream::once(async { Ok::<_, Infallible>(first) });
    let later = stream::unfold((news, counted), |(mut news, counted)| async move {
        let event = match news.recv().await {
            Ok((kind, text)) => Event::default().event(kind).data(text),
            Err(RecvError::Lagged(_)) => whole(&counted.site),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok::<_, Infallible>(event), (news, counted)))
    });
    let alive = KeepAlive::new().interval(ALIVE);
    Sse::new(first.chain(later))
        .keep_alive(alive)
        .into_response()
}

/// The whole state as an event.
fn whole(site: &Site) -> Event {
    Event::default().event("view").data(site.shared.state())
}

/// Tells who is there, when a player has come or gone. Spectators come and go without news.
fn tell_presence(site: &Site, who: Who) {
    if who != Who::Spectator {
        site.shared.send("present", &site.listeners.present());
    }
}

/// A listener that is counted while its stream lasts.
struct Counted {
    site: Arc<Site>,
    who: Who,
    listening: Option<Listening>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.listening = None;
        tell_presence(&self.site, self.who);
    }
}
