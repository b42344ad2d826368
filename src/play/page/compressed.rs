//! Texts for browsers: compressed where they are understood so, and not sent again where they are known.

use std::io::Write;

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Before it is used again, a kept file is asked for by its tag.
const KEEP: &str = "no-cache";

/// A text that does not change, also in its compressed form.
#[derive(Debug)]
pub(super) struct Compressed {
    kind: String,
    text: String,
    /// The compressed form, if there is one.
    zipped: Option<Vec<u8>>,
    tag: String,
}

fn gzip(text: &str) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok()
}

/// The parts of the list of a header.
fn parts(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().split(',').map(str::trim)
}

/// Does the browser have what is marked by a tag? A proxy that compresses anew marks it as a weak one.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let mut tags = parts(headers, header::IF_NONE_MATCH);
    tags.any(|known| known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Does the browser understand gzip? What has a weight of zero it does not want.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let mut codings = parts(headers, header::ACCEPT_ENCODING);
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=");
        let weight: Option<f32> = weight.and_then(|weight| weight.parse().ok());
        name.trim() == "gzip" && weight.is_none_or(|weight| weight > 0.0)
    })
}

impl Compressed {
    pub(super) fn new(kind: &str, text: String) -> Self {
        Self {
            kind: format!("{kind}; charset=utf-8"),
            zipped: gzip(&text),
            tag: format!("\"{:08x}\"", crc32fast::hash(text.as_bytes())),
            text,
        }
    }

    /// The answer to a request with these headers.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let kept = [
            (header::CACHE_CONTROL, KEEP),
            (header::ETAG, &self.tag),
            (header::VARY, "accept-encoding"),
        ];
        if knows(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        (kept, self.body(headers)).into_response()
    }

    fn body(&self, headers: &HeaderMap) -> Response {
        let kind = [(header::CONTENT_TYPE, self.kind.as_str())];
        match &self.zipped {
            Some(zipped) if takes_gzip(headers) => {
                let zip = [(header::CONTENT_ENCODING, "gzip")];
                (kind, zip, zipped.clone()).into_response()
            }
            _ => (kind, self.text.clone()).into_response(),
        }
    }
}

/// A text that is not to be kept.
pub(super) fn compressed(headers: &HeaderMap, kind: &str, text: String) -> Response {
    Compressed::new(kind, text).body(headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_known_file_is_not_sent_again_and_a_browser_gets_it_compressed() {
        let file = Compressed::new("text/css", "a { color: red; }".repeat(100));
        let mut headers = HeaderMap::new();
        let plain = file.answer(&headers);
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        let zips = HeaderValue::from_static("br, gzip;q=0.8");
        headers.insert(header::ACCEPT_ENCODING, zips);
        let zipped = file.answer(&headers);
        let encoding = zipped.headers().get(header::CONTENT_ENCODING);
        assert_eq!(encoding, Some(&HeaderValue::from_static("gzip")));
        let tag = zipped.headers().get(header::ETAG).expect("a tag").clone();
        let weak = format!("W/{}", tag.to_str().expect("a text"));
        for tag in [Ok(tag), HeaderValue::from_str(&weak)] {
            headers.insert(header::IF_NONE_MATCH, tag.expect("a tag"));
            assert_eq!(file.answer(&headers).status(), StatusCode::NOT_MODIFIED);
        }
        let none = HeaderValue::from_static("br, gzip;q=0");
        headers.insert(header::ACCEPT_ENCODING, none);
        assert!(!takes_gzip(&headers));
    }
}
