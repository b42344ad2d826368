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

/// Is a word in the list of a header? Tags may be marked as weak ones, such as by a proxy that compresses anew.
fn has(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    let mut parts = value.unwrap_or_default().split(',');
    parts.any(|part| {
        let named = part.split(';').next().unwrap_or_default().trim();
        named.strip_prefix("W/").unwrap_or(named) == word
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
        if has(headers, &header::IF_NONE_MATCH, &self.tag) {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        (kept, self.body(headers)).into_response()
    }

    fn body(&self, headers: &HeaderMap) -> Response {
        let kind = [(header::CONTENT_TYPE, self.kind.as_str())];
        match &self.zipped {
            Some(zipped) if has(headers, &header::ACCEPT_ENCODING, "gzip") => {
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
    }
}
