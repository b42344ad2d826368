//! The addresses of the server, and what guards them.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use crate::gomoku::record::{self, Format};
use crate::text::{Catalogue, Language};

use super::command::Command;
use super::keys::{Keys, Who};
use super::view::View;
use super::worker::Shared;

/// Most bytes of a command; a game file is the largest.
const BODY: usize = 256 << 10;
/// Header with the secret.
const KEY: &str = "x-kagetsu-key";
/// Only files of this server, nothing inline, nothing from outside.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) struct Site {
    pub(super) shared: Arc<Shared>,
    pub(super) keys: Keys,
    pub(super) port: u16,
}

#[derive(Deserialize)]
struct Ask {
    #[serde(default)]
    key: String,
    #[serde(default)]
    lang: Language,
}

pub(super) fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/texts", get(texts))
        .route("/api/state", get(state))
        .route("/api/command", post(command))
        .route("/api/sgf", get(sgf))
        .route("/api/events", get(events))
        .route_layer(middleware::from_fn_with_state(site.clone(), with_key))
        .route(
            "/",
            get(|| async { file("text/html", include_str!("assets/page.html")) }),
        )
        .route(
            "/page.css",
            get(|| async { file("text/css", include_str!("assets/page.css")) }),
        )
        .route(
            "/page.js",
            get(|| async { file("text/javascript", include_str!("assets/page.js")) }),
        )
        .route(
            "/board.js",
            get(|| async { file("text/javascript", include_str!("assets/board.js")) }),
        )
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

fn file(kind: &'static str, text: &'static str) -> Response {
    let kind = format!("{kind}; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn refuse(status: StatusCode, text: &'static str) -> Response {
    (status, text).into_response()
}

fn text_of<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Refuses foreign hosts (names that were made to point here) and foreign origins, and sets the headers of all answers.
async fn guard(State(site): State<Arc<Site>>, request: Request<Body>, next: Next) -> Response {
    let port = site.port;
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let headers = request.headers();
    let host = text_of(headers, &header::HOST).unwrap_or_default();
    let own_origin = |origin: &str| {
        let name = origin.strip_prefix("http://").unwrap_or_default();
        hosts.iter().any(|host| host == name)
    };
    let origin = text_of(headers, &header::ORIGIN);
    let mut response = if !hosts.iter().any(|own| own == host) {
        refuse(StatusCode::MISDIRECTED_REQUEST, "wrong host")
    } else if headers.contains_key(header::ORIGIN) && !origin.is_some_and(own_origin) {
        refuse(StatusCode::FORBIDDEN, "wrong origin")
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets only those in who have a secret.
async fn with_key(
    State(site): State<Arc<Site>>,
    Query(ask): Query<Ask>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    let given = text_of(request.headers(), &HeaderName::from_static(KEY));
    let Some(who) = site.keys.who(given.unwrap_or(&ask.key)) else {
        return refuse(StatusCode::UNAUTHORIZED, "wrong key");
    };
    request.extensions_mut().insert(who);
    next.run(request).await
}

async fn texts(Query(ask): Query<Ask>) -> Response {
    match Catalogue::of(ask.lang) {
        Ok(catalogue) => Json(catalogue).into_response(),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "no texts"),
    }
}

async fn state(State(site): State<Arc<Site>>) -> Response {
    Json(site.shared.look(View::of)).into_response()
}

async fn sgf(State(site): State<Arc<Site>>) -> Response {
    let written = site
        .shared
        .look(|table| record::write(table.session(), Format::Sgf));
    match written {
        Ok(text) => ([(header::CONTENT_TYPE, "application/x-go-sgf")], text).into_response(),
        Err(error) => (StatusCode::CONFLICT, error.to_string()).into_response(),
    }
}

async fn command(
    State(site): State<Arc<Site>>,
    axum::Extension(who): axum::Extension<Who>,
    Json(command): Json<Command>,
) -> Response {
    let (refusal, view) = site.shared.change(|table| {
        let refusal = table.obey(who, command).err();
        (refusal, View::of(table))
    });
    let refused = refusal.map(|refusal| refusal.message());
    Json(json!({ "refused": refused, "view": view })).into_response()
}

/// Every change of the table, and every line that is found, as it comes.
async fn events(State(site): State<Arc<Site>>) -> impl IntoResponse {
    let news = site.shared.listen();
    let stream = stream::unfold((news, site), |(mut news, site)| async move {
        loop {
            match news.recv().await {
                Ok((kind, text)) => {
                    let event = Event::default().event(kind).data(text);
                    return Some((Ok::<_, Infallible>(event), (news, site)));
                }
                // The page missed some: the next view has everything.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
